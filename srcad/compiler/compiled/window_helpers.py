"""Functions that cores call for windows that slide over arrays; see ``windows``.

Windows lie on three axes, of which those that an array lacks have one element; tuples
say for each how long it is (``sizes``), how long a window is, how far it is to the next
one (``step``) and to its next element (``gap``), and how many windows there are
(``count``). Where there is padding, arrays are first written into the middle of larger
ones. The windows of an image are the columns of a matrix; there is never more than
those of a few images.
"""

WINDOW_HELPERS = {
    "framed_images": '''def framed_images(x, sizes, padded, before, fill, out):
    """Write images into the middle of larger ones, and ``fill`` around them."""
    planes = out.size // (padded[0] * padded[1] * padded[2])
    images, frames = x.reshape((planes, *sizes)), out.reshape((planes, *padded))
    rest = out.reshape(out.size)
    for i in range(out.size):
        rest[i] = fill
    for b in range(planes):
        for i in range(sizes[0]):
            for j in range(sizes[1]):
                for k in range(sizes[2]):
                    p0, p1, p2 = before[0] + i, before[1] + j, before[2] + k
                    frames[b, p0, p1, p2] = images[b, i, j, k]
''',
    "unframed_images": '''def unframed_images(x, sizes, padded, before, out):
    """Write what stands in the middle of images into smaller ones."""
    planes = x.size // (padded[0] * padded[1] * padded[2])
    frames, images = x.reshape((planes, *padded)), out.reshape((planes, *sizes))
    for b in range(planes):
        for i in range(sizes[0]):
            for j in range(sizes[1]):
                for k in range(sizes[2]):
                    p0, p1, p2 = before[0] + i, before[1] + j, before[2] + k
                    images[b, i, j, k] = frames[b, p0, p1, p2]
''',
    "windows_of": '''def windows_of(images, first, group, step, gap, columns):
    """Write the windows of images into columns: of as many images as these have room
    for, from the first on."""
    inner, w0, w1, w2, several, n0, n1, n2 = columns.shape
    for c in range(inner):
        for k0 in range(w0):
            for k1 in range(w1):
                for k2 in range(w2):
                    for b in range(several):
                        for i in range(n0):
                            for j in range(n1):
                                p0 = i * step[0] + k0 * gap[0]
                                p1 = j * step[1] + k1 * gap[1]
                                for k in range(n2):
                                    p2 = k * step[2] + k2 * gap[2]
                                    item = images[first + b, group, c, p0, p1, p2]
                                    columns[c, k0, k1, k2, b, i, j, k] = item
''',
    "add_windows": '''def add_windows(columns, step, gap, images, b, group):
    """Add columns to an image where its windows lie."""
    inner, w0, w1, w2, n0, n1, n2 = columns.shape
    for c in range(inner):
        for k0 in range(w0):
            for k1 in range(w1):
                for k2 in range(w2):
                    for i in range(n0):
                        for j in range(n1):
                            p0 = i * step[0] + k0 * gap[0]
                            p1 = j * step[1] + k1 * gap[1]
                            for k in range(n2):
                                p2 = k * step[2] + k2 * gap[2]
                                item = columns[c, k0, k1, k2, i, j, k]
                                images[b, group, c, p0, p1, p2] += item
''',
    "convolve": '''def convolve(
    x, weight, sizes, window, step, gap, count, groups, out
):
    """Write the convolution of x with a weight into ``out``."""
    batch, (outer, inner) = x.shape[0], weight.shape[:2]
    (w0, w1, w2), (n0, n1, n2) = window, count
    images = x.reshape((batch, groups, inner, *sizes))
    rows = weight.reshape((groups, outer // groups, inner * w0 * w1 * w2))
    outs = out.reshape((batch, groups, outer // groups, n0 * n1 * n2))
    columns = np.empty((inner, w0, w1, w2, 1, n0, n1, n2), x.dtype)
    matrix = columns.reshape((inner * w0 * w1 * w2, n0 * n1 * n2))
    for b in range(batch):
        for g in range(groups):
            windows_of(images, b, g, step, gap, columns)
            np.dot(rows[g], matrix, outs[b, g])
''',
    "convolve_input": '''def convolve_input(
    dout, weight, sizes, window, step, gap, count, groups, dx
):
    """Write the cotangent of the input of ``convolve`` into ``dx``."""
    batch, (outer, inner) = dx.shape[0], weight.shape[:2]
    (w0, w1, w2), (n0, n1, n2) = window, count
    images = dx.reshape((batch, groups, inner, *sizes))
    rows = weight.reshape((groups, outer // groups, inner * w0 * w1 * w2))
    douts = dout.reshape((batch, groups, outer // groups, n0 * n1 * n2))
    columns = np.empty((inner, w0, w1, w2, n0, n1, n2), dout.dtype)
    matrix = columns.reshape((inner * w0 * w1 * w2, n0 * n1 * n2))
    dx[:] = 0
    for b in range(batch):
        for g in range(groups):
            np.dot(rows[g].T, douts[b, g], matrix)
            add_windows(columns, step, gap, images, b, g)
''',
    "convolve_weight": '''def convolve_weight(
    dout, x, sizes, window, step, gap, count, groups, dweight
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
    for g in range(groups):
        for first in range(0, batch, several):
            windows_of(images, first, g, step, gap, columns)
            for b in range(several):
                for i in range(outer // groups):
                    for k in range(number):
                        rows[i, b * number + k] = douts[first + b, g, i, k]
            np.dot(rows, matrix.T, part)
            for i in range(outer // groups):
                for k in range(width):
                    sofar = parts[g, i, k] if first else 0
                    parts[g, i, k] = sofar + part[i, k]
''',
    "largest_in_windows": '''def largest_in_windows(x, sizes, window, step, count, out):
    """Write the maxima of the windows of x into ``out``."""
    n0, n1, n2 = count
    planes = out.size // (n0 * n1 * n2)
    x, out = x.reshape((planes, *sizes)), out.reshape((planes, *count))
    for b in range(planes):
        for i in range(n0):
            for j in range(n1):
                for k in range(n2):
                    p0, p1, p2 = i * step[0], j * step[1], k * step[2]
                    largest = x[b, p0, p1, p2]
                    for k0 in range(window[0]):
                        for k1 in range(window[1]):
                            for k2 in range(window[2]):
                                item = x[b, p0 + k0, p1 + k1, p2 + k2]
                                more = (item > largest) | (item != item)
                                largest = item if more else largest
                    out[b, i, j, k] = largest
''',
    "place_of": '''def place_of(largest, image, i, j, k, window):
    """Return the first place in an image where the maximum of the window is that begins
    there, or what is no number. There is no branch on what stands in the image."""
    _, height, width = image.shape
    place = 0
    for k0 in range(window[0] - 1, -1, -1):
        for k1 in range(window[1] - 1, -1, -1):
            for k2 in range(window[2] - 1, -1, -1):
                p0, p1, p2 = i + k0, j + k1, k + k2
                item = image[p0, p1, p2]
                here = (item == largest) | (item != item)
                place = (p0 * height + p1) * width + p2 if here else place
    return place
''',
    "add_at_largest": '''def add_at_largest(
    dout, x, largest, sizes, window, step, count, dx
):
    """Write dout into ``dx``, added up at the first maximum of each window of x."""
    n0, n1, n2 = count
    planes = dout.size // (n0 * n1 * n2)
    dx[:] = 0
    x, dout = x.reshape((planes, *sizes)), dout.reshape((planes, *count))
    dx = dx.reshape((planes, sizes[0] * sizes[1] * sizes[2]))
    largest = largest.reshape((planes, *count))
    for b in range(planes):
        for i in range(n0):
            for j in range(n1):
                for k in range(n2):
                    p0, p1, p2 = i * step[0], j * step[1], k * step[2]
                    place = place_of(largest[b, i, j, k], x[b], p0, p1, p2, window)
                    dx[b, place] += dout[b, i, j, k]
''',
    "taken_at_largest": '''def taken_at_largest(
    v, x, largest, sizes, window, step, count, out
):
    """Write into ``out`` what v has at the first maximum of each window of x."""
    n0, n1, n2 = count
    planes = out.size // (n0 * n1 * n2)
    x, out = x.reshape((planes, *sizes)), out.reshape((planes, *count))
    v = v.reshape((planes, sizes[0] * sizes[1] * sizes[2]))
    largest = largest.reshape((planes, *count))
    for b in range(planes):
        for i in range(n0):
            for j in range(n1):
                for k in range(n2):
                    p0, p1, p2 = i * step[0], j * step[1], k * step[2]
                    place = place_of(largest[b, i, j, k], x[b], p0, p1, p2, window)
                    out[b, i, j, k] = v[b, place]
''',
    "mean_of_windows": '''def mean_of_windows(x, sizes, window, step, count, out):
    """Write the means of the windows of x into ``out``."""
    n0, n1, n2 = count
    planes = out.size // (n0 * n1 * n2)
    x, out = x.reshape((planes, *sizes)), out.reshape((planes, *count))
    elements = x.dtype.type(window[0] * window[1] * window[2])
    for b in range(planes):
        for i in range(n0):
            for j in range(n1):
                for k in range(n2):
                    p0, p1, p2 = i * step[0], j * step[1], k * step[2]
                    total = x.dtype.type(0)
                    for k0 in range(window[0]):
                        for k1 in range(window[1]):
                            for k2 in range(window[2]):
                                total += x[b, p0 + k0, p1 + k1, p2 + k2]
                    out[b, i, j, k] = total / elements
''',
    "spread_over_windows": '''def spread_over_windows(
    dout, sizes, window, step, count, dx
):
    """Write the cotangent of the input of ``mean_of_windows`` into ``dx``."""
    n0, n1, n2 = count
    planes = dout.size // (n0 * n1 * n2)
    dx[:] = 0
    dx, dout = dx.reshape((planes, *sizes)), dout.reshape((planes, *count))
    elements = dout.dtype.type(window[0] * window[1] * window[2])
    for b in range(planes):
        for i in range(n0):
            for j in range(n1):
                for k in range(n2):
                    p0, p1, p2 = i * step[0], j * step[1], k * step[2]
                    share = dout[b, i, j, k] / elements
                    for k0 in range(window[0]):
                        for k1 in range(window[1]):
                            for k2 in range(window[2]):
                                dx[b, p0 + k0, p1 + k1, p2 + k2] += share
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
