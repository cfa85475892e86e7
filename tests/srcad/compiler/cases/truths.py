"""One truth as an index: an axis of size 1 or 0 is put first."""

import numpy as np

from tests.srcad.compiler.cases.case import apart, case


@case("float64[n, 3]", values={"x": apart})
def a_number_where_it_holds(x):
    y = x * x
    for row in y:
        row[row[0] > 0.1] = 0.5
        row[row.sum() > 1.0] *= row[::-1]
    return y * x


@case("float64[n, 3]", values={"x": apart})
def what_is_read_under_it(x):
    y = x * 2.0
    total = 0.0
    for k in range(x.shape[0]):
        there = x[k, 1] > 0
        total = total + np.sin(x[k][there]).sum() * y[k, 0]
        row = np.ones(3)
        row[~there] = x[k][~there] * y[k][~there]
        row[there] += np.exp(y[k][there] * 0.1)
        y[k] = row * x[k]
    return total, y


@case("float64", values={"x": apart})
def an_array_without_axes(x):
    y = np.array(x)
    flat = np.empty_like(y)
    near = np.isclose(y, 0.0)
    flat[~near] = np.sin(y[~near]) / y[~near]
    flat[near] = 1.0
    return flat


@case("float64", values={"x": apart})
def a_number_that_cannot_be_written_into(x):
    y = x * 2.0
    try:
        y[y < 0.3] = 0.5
    except TypeError:
        if y < 0.3:
            y = 0.5 * x
    return y


@case("float64[n]", values={"x": apart})
def known_truths(x):
    y = x * 2.0
    y[True] = x * x
    y[False] = 3.0
    return y * x[True].sum() + x[False].sum()


@case("float64[n]", values={"x": apart})
def integers_and_truths(x):
    counts = (x * 3.0).astype(int)
    flags = x > 0.0
    for k in range(x.shape[0]):
        counts[x[k] > 0.2] = 2.7
        counts[x[k] < -0.2] += 1
        flags[x[k] > 0.4] = 2
    return counts * x * flags


@case("float64[4]")
def close_to_what_is_infinite(x):
    some = np.array([np.inf, 1.0, np.inf, 2.0]) + 0.0 * x
    other = np.array([np.inf, 1.0, -np.inf, np.inf]) + 0.0 * x
    both = x[0] if np.allclose(some[:2], other[:2], 1e-3) else 0.0
    return np.sum(np.isclose(some, other) * x) + both
