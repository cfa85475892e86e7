"""Functions that cores call for windows that slide over arrays; see ``windows``.

Windows lie on three axes, of which those that an array lacks have one element; tuples
say for each how long it is (``sizes``, with padding ``padded``), what is before, how
long a window is, how far it is to the next one (``step``) and to its next element
(``gap``), and how many windows there are (``count``). Where there is padding, an image
is written into the middle of a ``frame``. The windows of an image are the columns of a
matrix; there is never more than those of a few images.
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
    "convolve": '''def convolve(
    x, weight, sizes, padded, before, window, step, gap, count, groups, out
):
    """Write the convolution of x with a weight into ``out``."""
    batch, (outer, inner) = x.shape[0], weight.shape[:2]
    (w0, w1, w2), (n0, n1, n2) = window, count
    images = x.reshape((batch, groups, inner, *sizes))
    rows = weight.reshape((groups, outer // groups, inner * w0 * w1 * w2))
    outs = out.reshape((batch, groups, outer // groups, n0 * n1 * n2))
    columns = np.empty((inner, w0, w1, w2, 1, n0, n1, n2), x.dtype)
    matrix = columns.reshape((inner * w0 * w1 * w2, n0 * n1 * n2))
    frame = np.empty((inner, *padded), x.dtype)
    framed = padded != sizes
    for b in range(batch):
        for g in range(groups):
            if framed:
                framed_image(images[b, g], before, 0, frame)
            image = frame if framed else images[b, g]
            windows_of(image, step, gap, columns, 0)
            np.dot(rows[g], matrix, outs[b, g])
''',
    "convolve_input": '''def convolve_input(
    dout, weight, sizes, padded, before, window, step, gap, count, groups, dx
):
    """Write the cotangent of the input of ``convolve`` into ``dx``."""
    batch, (outer, inner) = dx.shape[0], weight.shape[:2]
    (w0, w1, w2), (n0, n1, n2) = window, count
    images = dx.reshape((batch, groups, inner, *sizes))
    rows = weight.reshape((groups, outer // groups, inner * w0 * w1 * w2))
    douts = dout.reshape((batch, groups, outer // groups, n0 * n1 * n2))
    columns = np.empty((inner, w0, w1, w2, n0, n1, n2), dout.dtype)
    matrix = columns.reshape((inner * w0 * w1 * w2, n0 * n1 * n2))
    frame = np.empty((inner, *padded), dout.dtype)
    framed = padded != sizes
    for b in range(batch):
        for g in range(groups):
            np.dot(rows[g].T, douts[b, g], matrix)
            image = frame if framed else images[b, g]
            image[:] = 0
            add_windows(columns, step, gap, image)
            if framed:
                unframed_image(frame, before, images[b, g])
''',
    "convolve_weight": '''def convolve_weight(
    dout, x, sizes, padded, before, window, step, gap, count, groups, dweight
):
    """Write the cotangent of the weight of ``convolve`` into ``dweight``: a product for
    some images at a time, where they are small."""
    batch, (outer, inner) = x.shape[0], dweight.shape[:2]
    (w0, w1, w2), (n0, n1, n2) = window, count
    number, width = n0 * n1 * n2, inner * w0 * w1 * w2
    images = x.reshape((batch, groups, inner, *sizes))
    douts = dout.reshape((batch, groups, outer // groups, number))
    several = min(batch, 1 + 512 // number)
    while batch % several:
        several -= 1
    columns = np.empty((inner, w0, w1, w2, several, n0, n1, n2), x.dtype)
    matrix = columns.reshape((width, several * number))
    rows = np.empty((outer // groups, several * number), x.dtype)
    part = np.empty((outer // groups, width), x.dtype)
    parts = dweight.reshape((groups, outer // groups, width))
    frame = np.empty((inner, *padded), x.dtype)
    framed = padded != sizes
    for g in range(groups):
        for first in range(0, batch, several):
            for place in range(several):
                b = first + place
                if framed:
                    framed_image(images[b, g], before, 0, frame)
                image = frame if framed else images[b, g]
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
    x, sizes, padded, before, window, step, count, out
):
    """Write the maxima of the windows of x into ``out``."""
    n0, n1, n2 = count
    planes = out.size // (n0 * n1 * n2)
    x = x.reshape((planes, 1, *sizes))
    out = out.reshape((planes, *count))
    low = x.dtype.type(-np.inf)
    frame = np.empty((1, *padded), x.dtype)
    framed = padded != sizes
    for b in range(planes):
        if framed:
            framed_image(x[b], before, low, frame)
        image = frame if framed else x[b]
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
                    out[b, i, j, k] = largest
''',
    "add_at_largest": '''def add_at_largest(
    dout, x, largest, sizes, padded, before, window, step, count, dx
):
    """Write dout into ``dx``, added up at the first maximum of each window of x. There
    is no branch on what stands in x."""
    n0, n1, n2 = count
    planes = dout.size // (n0 * n1 * n2)
    x = x.reshape((planes, 1, *sizes))
    dx = dx.reshape((planes, 1, *sizes))
    dout = dout.reshape((planes, *count))
    largest = largest.reshape((planes, *count))
    zero = dout.dtype.type(0)
    frame = np.empty((1, *padded), x.dtype)
    dframe = np.empty((1, *padded), x.dtype)
    framed = padded != sizes
    for b in range(planes):
        if framed:
            framed_image(x[b], before, -np.inf, frame)
        image = frame if framed else x[b]
        dimage = dframe if framed else dx[b]
        dimage[:] = 0
        for i in range(n0):
            for j in range(n1):
                for k in range(n2):
                    left = dout[b, i, j, k]
                    for k0 in range(window[0]):
                        for k1 in range(window[1]):
                            for k2 in range(window[2]):
                                p0, p1 = i * step[0] + k0, j * step[1] + k1
                                p2 = k * step[2] + k2
                                item = image[0, p0, p1, p2]
                                here = item == largest[b, i, j, k]
                                here = here | (item != item)
                                dimage[0, p0, p1, p2] += left if here else zero
                                left = zero if here else left
        if framed:
            unframed_image(dframe, before, dx[b])
''',
    "taken_at_largest": '''def taken_at_largest(
    v, x, largest, sizes, padded, before, window, step, count, out
):
    """Write into ``out`` what v has at the first maximum of each window of x."""
    n0, n1, n2 = count
    planes = out.size // (n0 * n1 * n2)
    v = v.reshape((planes, 1, *sizes))
    x = x.reshape((planes, 1, *sizes))
    largest = largest.reshape((planes, *count))
    out = out.reshape((planes, *count))
    zero = v.dtype.type(0)
    frame = np.empty((1, *padded), x.dtype)
    vframe = np.empty((1, *padded), x.dtype)
    framed = padded != sizes
    for b in range(planes):
        if framed:
            framed_image(x[b], before, -np.inf, frame)
            framed_image(v[b], before, 0, vframe)
        image = frame if framed else x[b]
        vimage = vframe if framed else v[b]
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
                                here = item == largest[b, i, j, k]
                                here = (here | (item != item)) & (not found)
                                taken = vimage[0, p0, p1, p2] if here else taken
                                found = found | here
                    out[b, i, j, k] = taken
''',
    "mean_of_windows": '''def mean_of_windows(
    x, sizes, padded, before, window, step, count, out
):
    """Write the means of the windows of x into ``out``."""
    n0, n1, n2 = count
    planes = out.size // (n0 * n1 * n2)
    x = x.reshape((planes, 1, *sizes))
    out = out.reshape((planes, *count))
    elements = x.dtype.type(window[0] * window[1] * window[2])
    frame = np.empty((1, *padded), x.dtype)
    framed = padded != sizes
    for b in range(planes):
        if framed:
            framed_image(x[b], before, 0, frame)
        image = frame if framed else x[b]
        for i in range(n0):
            for j in range(n1):
                for k in range(n2):
                    total = x.dtype.type(0)
                    for k0 in range(window[0]):
                        for k1 in range(window[1]):
                            for k2 in range(window[2]):
                                p0, p1 = i * step[0] + k0, j * step[1] + k1
                                total += image[0, p0, p1, k * step[2] + k2]
                    out[b, i, j, k] = total / elements
''',
    "spread_over_windows": '''def spread_over_windows(
    dout, sizes, padded, before, window, step, count, dx
):
    """Write the cotangent of the input of ``mean_of_windows`` into ``dx``."""
    n0, n1, n2 = count
    planes = dout.size // (n0 * n1 * n2)
    dx = dx.reshape((planes, 1, *sizes))
    dout = dout.reshape((planes, *count))
    elements = dout.dtype.type(window[0] * window[1] * window[2])
    frame = np.empty((1, *padded), dout.dtype)
    framed = padded != sizes
    for b in range(planes):
        image = frame if framed else dx[b]
        image[:] = 0
        for i in range(n0):
            for j in range(n1):
                for k in range(n2):
                    share = dout[b, i, j, k] / elements
                    for k0 in range(window[0]):
                        for k1 in range(window[1]):
                            for k2 in range(window[2]):
                                p0, p1 = i * step[0] + k0, j * step[1] + k1
                                image[0, p0, p1, k * step[2] + k2] += share
        if framed:
            unframed_image(frame, before, dx[b])
''',
    "mean_of_parts": '''def mean_of_parts(x, sizes, count, out):
    """Write the means of as many parts of each axis of x as ``out`` has into it, and
    return whether they are numbers."""
    finite = True
    (depth, height, width), (n0, n1, n2) = sizes, count
    planes = out.size // (n0 * n1 * n2)
    x, out = x.reshape((planes, *sizes)), out.reshape((planes, *count))
    for b in range(planes):
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
                    number = (i1 - i0) * (j1 - j0) * (k1 - k0)
                    out[b, i, j, k] = total / x.dtype.type(number)
                    finite = finite & (total - total == 0)
    return finite
''',
    "spread_over_parts": '''def spread_over_parts(dout, sizes, count, dx):
    """Write the cotangent of the input of ``mean_of_parts`` into ``dx``, and return
    whether it is numbers."""
    finite = True
    (depth, height, width), (n0, n1, n2) = sizes, count
    planes = dout.size // (n0 * n1 * n2)
    dx, dout = dx.reshape((planes, *sizes)), dout.reshape((planes, *count))
    dx[:] = 0
    for b in range(planes):
        for i in range(n0):
            i0, i1 = i * depth // n0, -(-(i + 1) * depth // n0)
            for j in range(n1):
                j0, j1 = j * height // n1, -(-(j + 1) * height // n1)
                for k in range(n2):
                    k0, k1 = k * width // n2, -(-(k + 1) * width // n2)
                    number = (i1 - i0) * (j1 - j0) * (k1 - k0)
                    share = dout[b, i, j, k] / dout.dtype.type(number)
                    finite = finite & (share - share == 0)
                    for p0 in range(i0, i1):
                        for p1 in range(j0, j1):
                            for p2 in range(k0, k1):
                                dx[b, p0, p1, p2] += share
    return finite
''',
}
