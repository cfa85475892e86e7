"""Writes through views: what they are views of changes, and so do other views."""

import numpy as np

from tests.srcad.compiler.cases.case import below, case


def clobber(a):
    a[0] = 5.0
    return a


@case("float64[4, 3]")
def view_row(x):
    y = x.copy()
    row = y[1]
    row *= 2.0
    return y * y


@case("float64[n]", sizes={"n": 5})
def view_slice(x):
    y = x.copy()
    v = y[1:]
    v[0] = 2.0 * x[0]
    return y * v.sum()


@case("float64[4, 3]")
def view_T(x):
    y = x.copy()
    d = y.T
    d[0] = 1.0
    y[1] = 2.0
    return y * y + d.sum()


@case("float64[n]")
def reshape1(x):
    y = x * x
    z = y.reshape(-1, 1)
    z[0] = 3.0
    return y * z[:, 0]


@case("float64[2, 3]")
def reshape3(x):
    z = (x * x).reshape(-1)
    z[0] = 3.0
    return z * z


@case("float64[2, 3]")
def view_of_view(x):
    y = x.copy()
    a = y[1]
    b = a[1:]
    b[0] = x[0, 0]
    y[1, 2] = x[0, 1]
    return y * a.sum() * b[1]


@case("float64[3, 3]")
def view_in_branch(x):
    y = x.copy()
    v = y[0]
    if x[0, 0] > 0:
        v[1] = 3.0 * x[0, 0]
    else:
        y[0, 1] = x[1, 1]
    return y * v


@case("float64[n, 3]")
def view_in_loop(x):
    y = x.copy()
    first = y[0]
    for i in range(1, x.shape[0]):
        row = y[i]
        row += first * 0.5
        first *= 0.9
    return y * y


@case("float64[n, 3]")
def loop_rows(x):
    y = x.copy()
    for row in y:
        row *= row.sum()
    return y


@case("float64[3]")
def helper_writes(x):
    y = x * 2
    clobber(y)
    return y * x


@case("float64[3]")
def helper_writes_view(x):
    y = x * 2
    clobber(y[1:])
    return y * x


@case("float64[4]")
def aug_slice(x):
    y = x.copy()
    y[1:3] *= x[0]
    y[::2] += 1.0
    y[::-1][0] = 2.0
    return y * y


@case("float64[3, 4]")
def nested_index(x):
    y = x.copy()
    y[1][2] = x[0, 0] * 2
    y[1][1:][0] += x[0, 1]
    return y * y


@case("float64[3, 4]")
def diag_mask(x):
    y = x.copy()
    y[y > 0] = 0.5
    y[[0, 1], [1, 2]] = x[0, 0]
    return y * x


@case("float64[3, 4]")
def squeeze_view(x):
    y = x.copy()
    v = y[:, None, :]
    w = v.squeeze(1)
    w[0] = x[1]
    return y * y


@case("float64[3]")
def alias_arg(x):
    y = x * 2

    def add(a, b):
        a += b
        return a

    add(y, y)
    return y


@case("float64[3]")
def view_swap(x):
    y = x.copy()
    a, b = y[:1], y[1:2]
    a[:], b[:] = b * 2, a * 3
    return y


@case("float64[3]")
def view_swap2(x):
    y = x.copy()
    y[:1], y[1:2] = y[1:2], y[:1]
    return y * y


@case("float64[n,3]")
def while_view(x):
    y = x.copy()
    v = y[0]
    while v.sum() < 10.0:
        v += 1.0 + x[0, 0] * x[0, 0]
    return y


@case("float64[3, 3]")
def closure_view(x):
    y = x.copy()
    v = y[0]

    def f():
        v[0] = x[1, 1]

    f()
    return y * y


@case("float64[3, 3]")
def view_in_list(x):
    y = x.copy()
    rows = [y[0], y[1]]
    rows[0][1] = x[2, 2]
    return y * rows[0] + rows[1]


@case("float64[2, 3]")
def write_beside_a_broadcast_view(x):
    y = x * 0.9
    y[0] = 1.0
    wide = np.broadcast_to(y[0], (2, 3)) * 0.5
    y[1] = 2.0
    return wide.sum() + y * y


@case("float64[3]")
def write_beneath_a_broadcast_view(x):
    y = x * 0.9
    wide = np.broadcast_to(y[:1], (2, 3))
    y[0] = 2.0 * x[1]
    return (wide * 0.5).sum() + y * y


@case("float64[4, 2]")
def cotangents_that_are_broadcast_views(x):
    y = x * 1.0
    for _ in range(3):
        y = x * y.sum(axis=0) * 0.1
        y[0] = 1.0
    return y


@case("float64[3]", "float64")
def view_that_one_path_hands_back(x, limit):
    y = x * 0.7
    if y.mean() > limit:
        y[-1] = np.sin(limit)
        return x * 2
    return y[None][0]


@case("float64[3]")
def all_of_a_number(x):
    return x.sum()[...] * x + (x[0] * x[1])[...]


@case("float64[3]")
def new_axes_of_a_number(x):
    y = x.sum()[..., None, None] * x
    return y + x[0][None]


@case("float64[4]")
def arrays_that_lie_side_by_side_are_themselves(x):
    y = np.sin(x)
    z = np.ascontiguousarray(y)
    w = np.asarray(y, order="C")
    y.sort()
    z[1] = x[0] * 3.0
    return z * w


@case("float64[4]")
def arrays_made_contiguous(x):
    y = np.outer(x, x + 1.0)
    z = np.ascontiguousarray(y.T[1:]) * np.ascontiguousarray(x[::2])[0]
    return z.sum(axis=0) + np.asarray(y, order="C")[0]


@case("float64[4]", "int64", values={"k": below(4)}, wrt=("x",), draws=2)
def the_same_storage_under_a_view(x, k):
    y = x * 2.0
    z = y.view()
    z[k] = x[1] * x[0]
    y[0] *= x[2]
    return y * z + y.view(np.ndarray) + z.view(np.float64)


@case("float64[3]")
def a_row_in_a_loop_in_a_loop(x):
    rows = np.outer(x, x)
    for _ in range(2):
        for i in range(1, 3):
            row = rows[i]
            row += 0.5 * rows[i - 1]
    return rows.sum(axis=0) * row


@case("float64[n]", at_one=False)
def another_name_in_a_loop_in_a_loop(x):
    state = {"u": x * 1.0}
    k = 0
    while k < 2:
        for i in range(1, len(x)):
            d = state["u"]
            d[i] = d[i] + 0.5 * d[i - 1] * x[k]
        k += 1
    return state["u"] * x


@case("float64[3]")
def a_row_that_is_read_where_it_was_bound_before(x):
    rows = np.outer(x, x)
    total = 0.0
    for k in range(3):
        for i in range(3):
            row = rows[i]
            total = total + row[k]
        rows[k] = rows[k] * x[0]
    return rows[1] * total
