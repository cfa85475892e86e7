"""Arrays that are written: elements, rows, slices, masks, whole; and what reads them."""

import numpy as np

from tests.srcad.compiler.cases.case import apart, below, case, positive, small


@case("float64[4]")
def overwrite(x):
    y = x.copy()
    y[1] = y[0] * 2.0
    y[0] = x[1] * y[1]
    y[1:] = y[:-1] * 3.0
    return y * x


@case("float64[4]")
def view_before_a_write(x):
    y = x * 2.0
    z = y[1:] * y[:-1]
    y[0] = 5.0 * x[0]
    return z.sum() * y


@case("float64[4]")
def copied_view_survives(x):
    y = x * 2.0
    v = y[1:].copy()
    y[1:] = y[:-1] * x[1:]
    return v * y[1:]


@case("float64[n]")
def reads_itself(x):
    h = x * x
    for i in range(1, x.shape[0]):
        h[i] = h[i] * h[i - 1]
    return h


@case("float64[n]")
def reads_all_of_it_each_time(x):
    h = np.zeros_like(x)
    s = 0.0
    for i in range(x.shape[0]):
        h[i] = x[i] * 2.0
        s = s + (h * h).sum()
    return s


@case("float64[n]")
def records_before_the_write(x):
    h = x * 1.0
    s = 0.0
    for i in range(x.shape[0]):
        s = s + np.sin(h).sum() * s + h[i]
        h[i] = h[i] * h[i]
    return s


@case("float64[n]")
def same_element_twice(x):
    h = np.zeros_like(x)
    for i in range(x.shape[0]):
        h[i] = x[i]
        h[i] = h[i] * h[i]
        h[0] = h[0] + h[i]
    return h


@case("float64[n]")
def augmented_elements(x):
    h = np.ones_like(x)
    for i in range(x.shape[0]):
        h[i] += x[i] * x[i]
        h[i] *= x[i]
        h[i] -= 1.0
        h[i] /= 2.0
    return h


@case("float64[n]")
def accumulates_into_one(x):
    h = np.zeros(2)
    for i in range(x.shape[0]):
        h[0] += x[i] * x[i]
        h[1] += h[0] * x[i]
    return h


@case("float64[n]")
def whole_array_augmented(x):
    y = x * 1.0
    y += x * x
    y *= x
    return y


@case("float64[n]")
def whole_array_augmented_in_a_loop(x):
    y = x * 1.0
    for i in range(3):
        y += x * x[0]
        y *= 0.5
    return y


@case("float64[n]")
def alias_of_a_written_array(x):
    y = x * 2.0
    z = y
    y[0] = x[0] * x[0]
    return z * x


@case("float64[n]")
def alias_in_a_loop(x):
    y = x * 2.0
    z = y
    for i in range(x.shape[0]):
        z[i] = z[i] * x[i]
    return y * z


@case("float64[n, m]")
def rows(x):
    h = np.zeros_like(x)
    for i in range(x.shape[0]):
        h[i] = np.sin(x[i]) * x[0]
    return h


@case("float64[n, m]")
def columns(x):
    h = np.zeros_like(x)
    for j in range(x.shape[1]):
        h[:, j] = x[:, j] * x[:, 0]
    return h


@case("float64[n, m]")
def elements_of_a_matrix(x):
    h = np.zeros_like(x)
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            h[i, j] = x[i, j] ** 2 + h[i - 1, j] * 0.5
    return h


@case("float64[4, 3]")
def blocks(x):
    h = np.zeros((4, 4))
    h[:2, :3] = x[:2] * x[2:]
    h[2:, 1:] = h[:2, :3] * 2.0
    h[..., 0] = x[:, 0]
    return h @ x


@case("float64[n]", "float64[m]")
def broadcast_into_rows(x, b):
    h = np.zeros((x.shape[0], b.shape[0]))
    h[:] = b * b
    h[:, 0] = x
    h[0] = 3.0
    return h


@case("float64[n]", "float64[]")
def scalar_broadcast_into_a_slice(x, a):
    h = x * 1.0
    h[1:] = a * a
    h[0] = a
    return h * h


@case("float64[5]", sizes={"n": 5})
def strided(x):
    h = np.zeros(5)
    h[::2] = x[::2] ** 2
    h[1::2] = x[:-1:2] * x[1::2]
    h[::-1] = h * x
    return h


@case("float64[n, m]", sizes={"n": 3, "m": 3})
def transposed_view_is_read(x):
    h = x * 2.0
    t = h.T * x
    h[0] = x[0] * x[1]
    return t + h


@case("float64[3]")
def integer_array_write(x):
    idx = np.array([2, 0])
    h = np.zeros(3)
    h[idx] = x[idx] * x[0]
    return h + x


@case("float64[3]")
def repeated_integer_write(x):
    # The last one stays.
    idx = np.array([0, 1, 1])
    h = np.zeros(3)
    h[idx] = x * x
    return h * x


@case("float64[3]")
def repeated_integer_add(x):
    # `+=` through an integer array reads once, so that one of the two is lost.
    idx = np.array([0, 1, 1])
    y = np.zeros(3)
    y[idx] += x[idx] * 2.0
    return y * x[idx]


@case("float64[n]", "int64[k]", values={"i": below(3)}, sizes={"n": 3}, draws=3)
def run_time_indices(x, i):
    h = x * x
    h[i] = h[i] * 2.0 + x[0]
    return h


@case("float64[n, m]", "int64[n]", values={"i": below(2)}, sizes={"m": 2}, draws=2)
def one_of_each_row(x, i):
    h = x * x
    rows = np.arange(x.shape[0])
    h[rows, i] = h[rows, i] * x[rows, i]
    return h


@case("float64[n]", draws=3)
def mask_write(x):
    h = x * x
    h[x > 0] = 0.0
    return h + x


@case("float64[n]", draws=3)
def mask_write_of_values(x):
    h = x * 3.0
    m = x > 0
    h[m] = x[m] * x[m]
    return h


@case("float64[n]", draws=3)
def mask_augmented(x):
    h = x * 3.0
    h[x > 0] *= 2.0
    return h * h


@case("float64[n, m]", draws=2)
def mask_of_rows(x):
    h = x * x
    keep = x[:, 0] > 0
    h[keep] = x[keep] * 2.0
    return h


@case("float64[n]", values={"x": positive})
def while_writes(x):
    h = x * 1.0
    i = 0
    while h[0] < 10.0:
        h[0] = h[0] * 1.7 + h[i % x.shape[0]]
        i += 1
    return h


@case("float64[n]")
def written_in_a_helper(x):
    def put(array, k, value):
        array[k] = value
        return array

    h = np.zeros_like(x)
    put(h, 0, x[0] * x[0])
    g = put(h, -1, x[-1] * 2.0)
    return h * g


@case("float64[n]")
def carried_array_and_its_copy(x):
    h = x * 1.0
    for i in range(3):
        g = h * 2.0
        h[0] = g[-1] * x[0]
        h = h + g
    return h


@case("float64[n]")
def two_arrays_in_turn(x):
    a, b = np.zeros_like(x), np.zeros_like(x)
    for i in range(x.shape[0]):
        a[i] = x[i] * 2.0 + b[i - 1]
        b[i] = a[i] * a[i]
    return a * b


@case("float64[n]", draws=2)
def swapped_arrays(x):
    old, new = x * 1.0, np.zeros_like(x)
    for step in range(3):
        for i in range(x.shape[0]):
            new[i] = old[i] * old[i - 1] * 0.5
        old, new = new, old * 1.0
    return old


@case("float64[n]")
def fresh_array_each_iteration(x):
    total = np.zeros_like(x)
    for i in range(3):
        h = np.zeros_like(x)
        h[0] = x[0] * i
        h[-1] += x[-1]
        total = total + h * h
    return total


@case("float64[n]")
def zeroed_again(x):
    h = x * x
    h[:] = 0.0
    h[0] = x[0]
    return h + x


@case("float64[n]")
def filled(x):
    h = np.full(x.shape, 2.0)
    h[0] = x[0]
    g = np.full_like(x, 3.0)
    g[-1] = x[-1] * h[0]
    return h * g


@case("float64[n, n]", values={"a": small}, sizes={"n": 3})
def cholesky_like(a):
    s = a @ a.T + 3.0 * np.eye(a.shape[0])
    factor = np.zeros_like(s)
    for i in range(s.shape[0]):
        for j in range(i + 1):
            acc = s[i, j]
            for k in range(j):
                acc = acc - factor[i, k] * factor[j, k]
            if i == j:
                factor[i, j] = np.sqrt(acc)
            else:
                factor[i, j] = acc / factor[j, j]
    return factor


@case("float64[n]", sizes={"n": 4})
def prefix_sums(x):
    h = x * x
    for i in range(1, x.shape[0]):
        h[i] += h[i - 1]
    return h


@case("float64[n]", sizes={"n": 5})
def heat_equation(u):
    u = u.copy()
    for _ in range(3):
        u[1:-1] = u[1:-1] + 0.1 * (u[2:] - 2.0 * u[1:-1] + u[:-2]) * u[1:-1]
    return u


@case("float64[n]")
def returned_before_and_after(x):
    h = x * 1.0
    first = h * 1.0
    h[0] = x[0] ** 3
    return first, h


@case("float64[n]")
def number_is_no_view(x):
    h = x * 1.0
    a = h[0]
    h[0] = x[-1] * 2.0
    return a * h


@case("float64[n, m]")
def row_is_copied_by_arithmetic(x):
    h = x * 1.0
    row = h[0] * 1.0
    h[0] = h[0] * h[-1]
    return row * h


@case("float64[n]", "float64", values={"x": apart})
def written_in_the_branch_that_made_it(x, s):
    if x[0] > 0.8:
        v = x * 2
    else:
        v = x * 0.9
        v[0] = s
    return v * v


@case("float64[n]", "float64", values={"x": apart}, draws=3)
def written_behind_an_early_return(x, s):
    if x[0] > 0.2:
        return x
    v = x * 0.9
    v[0] = s * s
    return v


@case("float64[n, k]", "float64[k]")
def row_recorded_and_written_by_a_later_round(x, y):
    h = x.copy()
    s = 0.0
    for row in h:
        h[0] = row * 0.5
        s = s + (row * row).sum() * y.sum()
    return s, h


# ------------------------------------------------------------- arrays without axes


@case("float64[n]")
def all_of_an_array_without_axes(x):
    y = np.array(2.0)
    z = y
    y[...] = x[0] * x[-1]
    z[()] += x[0]
    z[None][0] *= x[-1]
    return y * x


@case("float64[n]")
def an_array_without_axes_that_a_loop_writes(x):
    y = np.zeros(())
    for v in x:
        y[...] += v * v
    return y * x


@case("float64[n]", draws=4)
def an_array_without_axes_that_a_branch_writes(x):
    y = np.array(1.0)
    if x[0] > 0:
        y[...] = 3.0
    return y * x


@case("float64[n]")
def an_array_without_axes_that_a_helper_writes(x):
    def put(h, v):
        h[...] = v

    y = np.zeros(())
    put(y, x[0] * x[0])
    return y * x


@case("float64[4, 3]")
def rows_in_pairs(x):
    h = x * 1.0
    y = x[0] * x[1]
    for k in range(0, 4, 2):
        a, b = h[k], h[k + 1]
        c = np.sin(a) * y + b
        h[k], h[k + 1] = np.tanh(c) * y, c
        y = h[k]
    return h * y


@case("float64[n]")
def two_elements_at_a_time(x):
    h = np.zeros(x.shape[0] + 2)
    for k in range(x.shape[0]):
        h[k] = h[k] + x[k] * h[k + 1]
        h[k + 1] = x[k] * x[k] - h[k]
        h[k + 2] = h[k + 1] * h[k] + 1.0
        h[k] = h[k] * h[k + 2]
    return h


@case("float64[n]")
def from_both_ends(x):
    h = x * 1.0
    for k in range(x.shape[0]):
        h[k] = h[k] * h[-1] + x[k]
        h[-1] = h[k] * h[-1 - k]
        h[-1 - k] = np.sin(h[k]) + h[-1]
    return h


@case("float64[n]")
def written_again_at_a_place(x):
    h = x * 2.0
    for k in range(x.shape[0]):
        h[k] = x[k] * h[0]
        h[0] = h[k] + x[0]
        h[k] = h[k] * h[0]
        h[k] = np.cos(h[k])
    return h * h


@case("float64[4]")
def read_between_two_writes(x):
    h = x * x
    h[1] = h[2] * x[0]
    s = h[1]
    h[2] = s * h[1]
    h[1] = h[2] + s
    return h * h[1] + s


@case("float64[n, 3]")
def rows_that_lose_a_place(x):
    h = x * 1.0
    y = x[0] * 1.0
    for k in range(x.shape[0]):
        h[k] = h[k] * y
        y = h[k] + h[k - 1]
        h[k - 1] = y * x[k]
    return h, y


@case("float64[3, 4]")
def the_first_write_is_on_a_path(b):
    b = b.copy()
    if b.sum() > 0.4:
        b[0] *= 2.0
    b[::2] -= 1.0
    b[b > 0.3] = 0.5
    return np.sum(b * b)


@case("float64[5]")
def an_element_that_a_path_has_set(x):
    h = np.zeros(6)
    for i in range(5):
        if x[i] > 0:
            h[i] = h[i - 1] * 2
        h[i] -= x[i]
        h[i + 1] = 0.5 * x[i]
    return (h * h).sum()
