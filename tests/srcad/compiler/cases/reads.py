"""Reading: elements, slices, views, masks, integer arrays, shapes."""

import numpy as np

from tests.srcad.compiler.cases.case import apart, below, case, small


@case("float64[3]")
def elements(x):
    return x[0] * x[1] - x[-1] ** 2


@case("float64[n, 3]")
def element_of_each_row(x):
    return x[:, 0] * x[:, -1]


@case("float64[n, m]")
def rows_and_columns(x):
    return x[0] * x[-1], x[:, 0] * x[:, -1]


@case("float64[n]", sizes={"n": 5})
def slices(x):
    return x[1:] * x[:-1] + x[2:].sum() * x[:4]


@case("float64[n]", sizes={"n": 7})
def strided(x):
    return x[::2] * x[::-2] + x[1:6:3].sum()


@case("float64[n]")
def reversed_array(x):
    return x[::-1] * x


@case("float64[n]", sizes={"n": 6})
def differences(x):
    d = x[1:] - x[:-1]
    return d * d, x[2:] - 2.0 * x[1:-1] + x[:-2]


@case("float64[n, m]")
def new_axes(x):
    return x[:, None, :] * x[None]


@case("float64[n, m, k]")
def ellipsis(x):
    return x[..., 0] * x[0, ..., -1]


@case("float64[n, 2]", "int64")
def run_time_index(x, i):
    return x[i % x.shape[0]] * x[0]


@case("float64[n]", "int64", sizes={"n": 4}, values={"k": below(4)}, draws=3)
def run_time_slice(x, k):
    return x[:k].sum() * x + x[k:].sum()


@case("float64[n, m]", "int64[k]", values={"i": below(3)}, sizes={"n": 3})
def integer_array(x, i):
    return x[i] * x[i]


@case("float64[n, m]", "int64[k]", values={"i": below(2)}, sizes={"m": 2})
def integer_array_in_the_middle(x, i):
    return x[:, i] * 2.0, x[0, i] ** 2


@case("float64[n, m]", "int64[n]", values={"i": below(2)}, sizes={"m": 2})
def one_of_each_row(x, i):
    return x[np.arange(x.shape[0]), i] ** 2


@case("float64[3, 4]", "int64[k, 2]", values={"i": below(3)})
def integer_array_of_rank_two(x, i):
    return x[i] * x[0]


@case("float64[3, 4]", "int64[k]", "int64[k]", values={"i": below(3), "j": below(4)})
def two_integer_arrays(x, i, j):
    return x[i, j] * x[j % 3, 0]


@case("float64[3, 4, 2]", "int64[k]", values={"i": below(2)})
def integer_arrays_apart(x, i):
    return x[i, :, i] ** 2


@case("float64[3]")
def constant_indices(x):
    return x[[0, 2, 2]] * x[np.array([1, 1, 0])]


@case("float64[n]", values={"x": apart})
def mask(x):
    return (x[x > 0] ** 2).sum() * x


@case("float64[n, m]", values={"x": apart})
def mask_of_rank_two(x):
    return (x[x > 0] * 3.0).sum() * x


@case("float64[n, m]", values={"x": apart})
def mask_of_rows(x):
    return (x[x[:, 0] > 0] ** 2).sum(axis=0)


@case("float64[n]", "bool[n]")
def mask_given(x, keep):
    return (np.exp(x[keep])).sum() * x


@case("float64[n]", values={"x": apart})
def where(x):
    return np.where(x > 0, x * x, np.sin(x))


@case("float64[n, m]", "float64[m]")
def where_broadcast(x, b):
    return np.where(x > b, x * b, 0.0) + np.where(b > 0, 1.0, x)


@case("float64[n]", "float64[]")
def where_of_numbers(x, a):
    return np.where(a > 0, a, x) * np.where(x > a, a * a, 2.0)


@case("float64[n, m]")
def shape_arithmetic(x):
    n, m = x.shape
    return x.sum() / (n * m) + x.shape[0] * x[0] / x.size


@case("float64[n, m]", sizes={"n": 2, "m": 3})
def views_of_views(x):
    return x.T[0] * x.reshape(3, 2)[:, 1][:2]


@case("float64[n, m]", sizes={"n": 3, "m": 3})
def unpacked_rows(x):
    total = x[0]
    for row in x[1:]:
        total = total * row
    return total


@case("float64[3, n]")
def rows_unpacked(x):
    a, b, c = x
    return a * b + c


@case("float64[4]")
def starred(x):
    first, *rest = x
    return first * rest[0] + rest[-1] ** 2


@case("float64[n, m]")
def take(x):
    return np.take(x, np.array([0, 0]), axis=1) * x[:, :1]


@case("float64[n, 3]", "int64[n, 2]", values={"i": below(3)})
def take_along_axis(x, i):
    return np.take_along_axis(x, i, axis=1) ** 2


@case("float64[n, n]")
def diagonal(x):
    return np.diagonal(x) * np.trace(x)


@case("float64[n]", values={"x": small})
def read_in_a_while(x):
    total = 0.0
    i = 0
    while i < x.shape[0]:
        total = total + x[i] * x[-i - 1]
        i += 1
    return total


@case("float64[n]", values={"x": apart})
def masked_output(x):
    return x[x > 0] ** 2


@case("float64[n]", values={"x": apart})
def masked_output_of_a_mask(x):
    y = x[x > 0]
    return y[y > 0.2] * 3.0


@case("float64[n]", draws=2)
def sizes_that_paths_disagree_on(x):
    a = x * 1.0
    for i in range(3):
        if x[0] * i > 0.1:
            a = np.concatenate((a[1:], a[:1]))
        else:
            a = a * x[i % x.shape[0]]
    return a * a


@case("float64[3, 3]", "float64[3]", values={"y": apart})
def ranges_as_indices(x, y):
    count = int(np.argmax(y)) + 1
    h = x * 1.0
    h[range(3), range(2, -1, -1)] = y
    h[range(count), range(count)] += y[:count]
    h[0] = range(3)
    weights = np.array(range(count)) + y[:count] * range(count)
    return (h[:, range(1, 3)] ** 2).sum() + weights.sum() * h[1, 1]


@case("float64[5]")
def the_labels_that_there_are(x):
    labels = np.array([0, 1, 1, 0, 2])
    total = 0.0
    for label in np.unique(labels):
        total = total + x[labels == label].mean() ** 2 * (label + 1)
    return total * len(np.setdiff1d(labels, [1]))


@case("float64[n]", "float64[n, k]")
def what_is_added_to_after_it_is_read(x, m):
    c, d = np.sin(x), np.sin(np.linalg.norm(m + 0.1) * 0.3)
    return c * x * 0.3 + m.mean(axis=1) * 0.3 + c * 0.3 + d * 0.3


@case("float64[6]", values={"x": apart}, draws=3)
def rows_of_a_part_that_run_time_chooses(x):
    k = int(np.argmax(x[1:-1])) + 1
    before, at, after = x[k - 1 : k + 2]
    first, second = x.reshape(3, 2)[k // 3 : k // 3 + 2]
    return (before - after) * at + first @ second
