"""Functions that cores call for windows that slide over arrays; see ``windows``.

Images are ``(channels, depth, height, width)``: fewer axes have units before them.
Where there is padding, an image is written into the middle of a ``frame``. The windows
of an image are the columns of a matrix; there is never more than those of a few images.
"""

WINDOW_HELPERS = {
    "framed_image": '''def framed_image(image, before, fill, frame):
    """Write an image into a frame, and ``fill`` around it."""
    channels, depth, height, width = image.shape
    frame[:] = fill
    for c in range(channels):
        for i in range(depth):
            for j in range(height):
                for k in range(width):
                    place = before[0] + i, before[1] + j, before[2] + k
                    frame[(c, *place)] = image[c, i, j, k]
''',
    "unframed_image": '''def unframed_image(frame, before, image):
    """Write what stands in a frame into an image."""
    channels, depth, height, width = image.shape
    for c in range(channels):
        for i in range(depth):
            for j in range(height):
                for k in range(width):
                    place = before[0] + i, before[1] + j, before[2] + k
                    image[c, i, j, k] = frame[(c, *place)]
''',
    "windows_of": '''def windows_of(image, step, gap, columns, place):
    """Write the windows of an image into the columns that are those of a place."""
    channels, w0, w1, w2, _, n0, n1, n2 = columns.shape
    for c in range(channels):
        for k0 in range(w0):
            for k1 in range(w1):
                for k2 in range(w2):
                    for i in range(n0):
                        for j in range(n1):
                            for k in range(n2):
                                columns[c, k0, k1, k2, place, i, j, k] = image[
                                    c,
                                    i * step[0] + k0 * gap[0],
                                    j * step[1] + k1 * gap[1],
                                    k * step[2] + k2 * gap[2],
                                ]
''',
    "add_windows": '''def add_windows(columns, step, gap, image):
    """Add columns to an image where its windows lie."""
    channels, w0, w1, w2, n0, n1, n2 = columns.shape
    for c in range(channels):
        for k0 in range(w0):
            for k1 in range(w1):
                for k2 in range(w2):
                    for i in range(n0):
                        for j in range(n1):
                            for k in range(n2):
                                image[
                                    c,
                                    i * step[0] + k0 * gap[0],
                                    j * step[1] + k1 * gap[1],
                                    k * step[2] + k2 * gap[2],
                                ] += columns[c, k0, k1, k2, i, j, k]
''',
    "convolve": '''def convolve(x, weight, step, before, sizes, gap, groups, out):
    """Write the convolution of x, padded to ``sizes``, with a weight into ``out``."""
    batch, (outer, inner, w0, w1, w2) = x.shape[0], weight.shape
    n0, n1, n2 = out.shape[2:]
    images = x.reshape((batch, groups, inner, *x.shape[2:]))
    rows = weight.reshape((groups, outer // groups, inner * w0 * w1 * w2))
    outs = out.reshape((batch, groups, outer // groups, n0 * n1 * n2))
    columns = np.empty((inner, w0, w1, w2, 1, n0, n1, n2), x.dtype)
    matrix = columns.reshape((inner * w0 * w1 * w2, n0 * n1 * n2))
    frame = np.empty((inner, *sizes), x.dtype)
    padded = sizes != x.shape[2:]
    for b in range(batch):
        for g in range(groups):
            if padded:
                framed_image(images[b, g], before, 0, frame)
            image = frame if padded else images[b, g]
            windows_of(image, step, gap, columns, 0)
            np.dot(rows[g], matrix, outs[b, g])
''',
    "convolve_input": '''def convolve_input(
    dout, weight, step, before, sizes, gap, groups, dx
):
    """Write the cotangent of the input of ``convolve`` into ``dx``."""
    batch, (outer, inner, w0, w1, w2) = dx.shape[0], weight.shape
    n0, n1, n2 = dout.shape[2:]
    images = dx.reshape((batch, groups, inner, *dx.shape[2:]))
    rows = weight.reshape((groups, outer // groups, inner * w0 * w1 * w2))
    douts = dout.reshape((batch, groups, outer // groups, n0 * n1 * n2))
    columns = np.empty((inner, w0, w1, w2, n0, n1, n2), dout.dtype)
    matrix = columns.reshape((inner * w0 * w1 * w2, n0 * n1 * n2))
    frame = np.empty((inner, *sizes), dout.dtype)
    padded = sizes != dx.shape[2:]
    for b in range(batch):
        for g in range(groups):
            np.dot(rows[g].T, douts[b, g], matrix)
            image = frame if padded else images[b, g]
            image[:] = 0
            add_windows(columns, step, gap, image)
            if padded:
                unframed_image(frame, before, images[b, g])
''',
    "convolve_weight": '''def convolve_weight(
    dout, x, step, before, sizes, gap, groups, dweight
):
    """Write the cotangent of the weight of ``convolve`` into ``dweight``: a product for
    some images at a time, where they are small."""
    batch, (outer, inner, w0, w1, w2) = x.shape[0], dweight.shape
    n0, n1, n2 = dout.shape[2:]
    number, width = n0 * n1 * n2, inner * w0 * w1 * w2
    images = x.reshape((batch, groups, inner, *x.shape[2:]))
    douts = dout.reshape((batch, groups, outer // groups, number))
    count = min(batch, 1 + 512 // number)
    while batch % count:
        count -= 1
    columns = np.empty((inner, w0, w1, w2, count, n0, n1, n2), x.dtype)
    matrix = columns.reshape((width, count * number))
    rows = np.empty((outer // groups, count * number), x.dtype)
    part = np.empty((outer // groups, width), x.dtype)
    parts = dweight.reshape((groups, outer // groups, width))
    frame = np.empty((inner, *sizes), x.dtype)
    padded = sizes != x.shape[2:]
    for g in range(groups):
        for first in range(0, batch, count):
            for place in range(count):
                b = first + place
                if padded:
                    framed_image(images[b, g], before, 0, frame)
                image = frame if padded else images[b, g]
                windows_of(image, step, gap, columns, place)
                for i in range(outer // groups):
                    for k in range(number):
                        rows[i, place * number + k] = douts[b, g, i, k]
            np.dot(rows, matrix.T, part)
            for i in range(outer // groups):
                for k in range(width):
                    sofar = parts[g, i, k] if first else 0
                    parts[g, i, k] = sofar + part[i, k]
''',
    "largest_in_windows": '''def largest_in_windows(
    x, window, step, before, sizes, out
):
    """Write the maxima of the windows of x, padded to ``sizes``, into ``out``."""
    n0, n1, n2 = out.shape[2:]
    low = x.dtype.type(-np.inf)
    frame = np.empty((1, *sizes), x.dtype)
    padded = sizes != x.shape[2:]
    for b in range(x.shape[0]):
        if padded:
            framed_image(x[b], before, low, frame)
        image = frame if padded else x[b]
        for i in range(n0):
            for j in range(n1):
                for k in range(n2):
                    largest = low
                    for k0 in range(window[0]):
                        for k1 in range(window[1]):
                            for k2 in range(window[2]):
                                p0, p1 = i * step[0] + k0, j * step[1] + k1
                                item = image[0, p0, p1, k * step[2] + k2]
                                more = (item > largest) | (item != item)
                                largest = item if more else largest
                    out[b, 0, i, j, k] = largest
''',
    "add_at_largest": '''def add_at_largest(
    dout, x, largest, window, step, before, sizes, dx
):
    """Write dout into ``dx``, added up at the first maximum of each window of x. There
    is no branch on what stands in x."""
    n0, n1, n2 = dout.shape[2:]
    zero = dout.dtype.type(0)
    frame = np.empty((1, *sizes), x.dtype)
    dframe = np.empty((1, *sizes), x.dtype)
    padded = sizes != x.shape[2:]
    for b in range(x.shape[0]):
        if padded:
            framed_image(x[b], before, -np.inf, frame)
        image = frame if padded else x[b]
        dimage = dframe if padded else dx[b]
        dimage[:] = 0
        for i in range(n0):
            for j in range(n1):
                for k in range(n2):
                    left = dout[b, 0, i, j, k]
                    for k0 in range(window[0]):
                        for k1 in range(window[1]):
                            for k2 in range(window[2]):
                                p0, p1 = i * step[0] + k0, j * step[1] + k1
                                p2 = k * step[2] + k2
                                item = image[0, p0, p1, p2]
                                here = item == largest[b, 0, i, j, k]
                                here = here | (item != item)
                                dimage[0, p0, p1, p2] += left if here else zero
                                left = zero if here else left
        if padded:
            unframed_image(dframe, before, dx[b])
''',
    "taken_at_largest": '''def taken_at_largest(
    v, x, largest, window, step, before, sizes, out
):
    """Write into ``out`` what v has at the first maximum of each window of x."""
    n0, n1, n2 = out.shape[2:]
    zero = v.dtype.type(0)
    frame = np.empty((1, *sizes), x.dtype)
    vframe = np.empty((1, *sizes), x.dtype)
    padded = sizes != x.shape[2:]
    for b in range(x.shape[0]):
        if padded:
            framed_image(x[b], before, -np.inf, frame)
            framed_image(v[b], before, 0, vframe)
        image = frame if padded else x[b]
        vimage = vframe if padded else v[b]
        for i in range(n0):
            for j in range(n1):
                for k in range(n2):
                    found, taken = False, zero
                    for k0 in range(window[0]):
                        for k1 in range(window[1]):
                            for k2 in range(window[2]):
                                p0, p1 = i * step[0] + k0, j * step[1] + k1
                                p2 = k * step[2] + k2
                                item = image[0, p0, p1, p2]
                                here = item == largest[b, 0, i, j, k]
                                here = (here | (item != item)) & (not found)
                                taken = vimage[0, p0, p1, p2] if here else taken
                                found = found | here
                    out[b, 0, i, j, k] = taken
''',
    "mean_of_windows": '''def mean_of_windows(x, window, step, before, sizes, out):
    """Write the means of the windows of x, padded to ``sizes``, into ``out``."""
    n0, n1, n2 = out.shape[2:]
    count = x.dtype.type(window[0] * window[1] * window[2])
    frame = np.empty((1, *sizes), x.dtype)
    padded = sizes != x.shape[2:]
    for b in range(x.shape[0]):
        if padded:
            framed_image(x[b], before, 0, frame)
        image = frame if padded else x[b]
        for i in range(n0):
            for j in range(n1):
                for k in range(n2):
                    total = x.dtype.type(0)
                    for k0 in range(window[0]):
                        for k1 in range(window[1]):
                            for k2 in range(window[2]):
                                p0, p1 = i * step[0] + k0, j * step[1] + k1
                                total += image[0, p0, p1, k * step[2] + k2]
                    out[b, 0, i, j, k] = total / count
''',
    "spread_over_windows": '''def spread_over_windows(
    dout, window, step, before, sizes, dx
):
    """Write the cotangent of the input of ``mean_of_windows`` into ``dx``."""
    n0, n1, n2 = dout.shape[2:]
    count = dout.dtype.type(window[0] * window[1] * window[2])
    frame = np.empty((1, *sizes), dout.dtype)
    padded = sizes != dx.shape[2:]
    for b in range(dx.shape[0]):
        image = frame if padded else dx[b]
        image[:] = 0
        for i in range(n0):
            for j in range(n1):
                for k in range(n2):
                    share = dout[b, 0, i, j, k] / count
                    for k0 in range(window[0]):
                        for k1 in range(window[1]):
                            for k2 in range(window[2]):
                                p0, p1 = i * step[0] + k0, j * step[1] + k1
                                image[0, p0, p1, k * step[2] + k2] += share
        if padded:
            unframed_image(frame, before, dx[b])
''',
    "mean_of_parts": '''def mean_of_parts(x, out):
    """Write the means of as many parts of each axis of x as ``out`` has into it, and
    return whether they are numbers."""
    finite = True
    (batch, n0, n1, n2), (_, depth, height, width) = out.shape, x.shape
    for b in range(batch):
        for i in range(n0):
            i0, i1 = i * depth // n0, -(-(i + 1) * depth // n0)
            for j in range(n1):
                j0, j1 = j * height // n1, -(-(j + 1) * height // n1)
                for k in range(n2):
                    k0, k1 = k * width // n2, -(-(k + 1) * width // n2)
                    total = x.dtype.type(0)
                    for p0 in range(i0, i1):
                        for p1 in range(j0, j1):
                            for p2 in range(k0, k1):
                                total += x[b, p0, p1, p2]
                    count = (i1 - i0) * (j1 - j0) * (k1 - k0)
                    out[b, i, j, k] = total / x.dtype.type(count)
                    finite = finite & (total - total == 0)
    return finite
''',
    "spread_over_parts": '''def spread_over_parts(dout, dx):
    """Write the cotangent of the input of ``mean_of_parts`` into ``dx``, and return
    whether it is numbers."""
    finite = True
    (batch, n0, n1, n2), (_, depth, height, width) = dout.shape, dx.shape
    dx[:] = 0
    for b in range(batch):
        for i in range(n0):
            i0, i1 = i * depth // n0, -(-(i + 1) * depth // n0)
            for j in range(n1):
                j0, j1 = j * height // n1, -(-(j + 1) * height // n1)
                for k in range(n2):
                    k0, k1 = k * width // n2, -(-(k + 1) * width // n2)
                    count = (i1 - i0) * (j1 - j0) * (k1 - k0)
                    share = dout[b, i, j, k] / dout.dtype.type(count)
                    finite = finite & (share - share == 0)
                    for p0 in range(i0, i1):
                        for p1 in range(j0, j1):
                            for p2 in range(k0, k1):
                                dx[b, p0, p1, p2] += share
    return finite
''',
}
