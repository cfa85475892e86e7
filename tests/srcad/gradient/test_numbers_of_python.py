"""Powers of what is 0.0 of Python where nothing was added to it: the slope is infinite
there, which NumPy says, and Python refuses; it goes to what is no input."""

from collections import deque

import numpy as np
import pytest

import srcad


def a_sum_of_nothing(x):
    s = 0.0
    for v in x:
        if v > 50:
            s += v * v
    return s**0.5 + x[0]


def an_int_and_the_builtin(x):
    s = 0
    for v in x:
        if v > 50:
            s += v * v
    return pow(s, 1 / 3) + x[0]


def bars_of_a_histogram(x):
    bars = [0.0, 0.0]
    for v in x:
        bars[0 if v < 50 else 1] += v * v
    return sum(bar**0.5 for bar in bars)


def what_is_chosen_and_appended(x):
    found = [v * v if v < 50 else 0.0 for v in x]
    while len(found) < 6:
        found.append(0.0)
    return sum(v**0.5 for v in found)


def columns_of_rows(x):
    rows = []
    for v in x:
        rows.append((v, 0.0))
        if v > 0:
            rows.append((v * v, v * v))
    return sum(b**0.5 for a, b in rows)


def rows_of_lists(x):
    rows = [[0.0, 0.0], [0.0, 0.0]]
    for i, v in enumerate(x):
        rows[i % 2][0] += v * v
    return sum(sum(c**0.5 for c in row) for row in rows)


def a_queue_that_starts_with_zeros(x):
    queue = deque([0.0] * 4, maxlen=4)
    for v in x[:2]:
        queue.append(v * v)
    return sum(v**0.5 for v in queue)


def what_a_loop_ends_with(x):
    s = x[0]
    for v in x:
        s = max(0.0, s - v * 50)
    return (s + v) ** 0.5 + s * 0.0


PROGRAMS = [
    a_sum_of_nothing,
    an_int_and_the_builtin,
    bars_of_a_histogram,
    what_is_chosen_and_appended,
    columns_of_rows,
    rows_of_lists,
    a_queue_that_starts_with_zeros,
    what_a_loop_ends_with,
]


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_the_gradient_goes_to_the_inputs(program, dtype):
    x = np.array([0.7, 1.3, 2.1, 0.4])
    value, gradient = srcad.value_and_grad(program)(x.astype(dtype))
    np.testing.assert_allclose(value, program(x), rtol=1e-6)
    assert gradient.dtype == dtype
    steps = 1e-6 * np.eye(4)
    slopes = [(program(x + s) - program(x - s)) / 2e-6 for s in steps]
    np.testing.assert_allclose(gradient, slopes, rtol=1e-5, atol=1e-6)


def magnitudes(x):
    found = [v if v > 0 else 0.0 for v in x]
    return sum(abs(v) for v in found)


def drag(x):
    v = 0.0
    for a in x:
        v = v + 0.1 * (a - 0.5 * v * abs(v))
    return v


def cast_as_an_array(x):
    return np.asarray([max(v, 0.0) for v in x], dtype=np.float32).sum()


def cast_afterwards(x):
    return np.array([max(v, 0.0) for v in x]).astype(np.float32).sum()


def rows_that_are_cast(x):
    table = [[0.0] * 2 for _ in range(2)]
    for i, v in enumerate(x):
        if v > 0:
            table[i // 2][i % 2] = v
    wide = np.array(table)
    return (np.array(table, dtype=np.float32) * x[:2]).sum() + 0 * np.float32(
        wide[0, 0]
    )


def padded(x):
    total = 0.0
    for v in x:
        if v > 0:
            total += v
    places = np.searchsorted([0, 1], total).astype(np.float32)
    return np.pad(x, 1, constant_values=total).sum() + places


@pytest.mark.parametrize(
    "program",
    [magnitudes, drag, cast_as_an_array, cast_afterwards, rows_that_are_cast, padded],
    ids=lambda program: program.__name__,
)
def test_what_is_made_of_it_has_the_dtype_that_numpy_gives(program):
    x = np.array([0.73, -1.31, 2.17, 0.41], np.float32)
    value, gradient = srcad.value_and_grad(program)(x)
    expected = program(x)
    assert value.dtype == np.asarray(expected).dtype == np.float32
    assert gradient.dtype == np.float32
    np.testing.assert_allclose(value, expected, rtol=1e-5)


def test_whether_a_bound_is_an_int_is_asked_of_what_may_be_one():
    def blocks(x):
        found = [[v, 1] for v in x if v > -100]
        out, at = np.zeros(4), 0
        for v, count in found:
            out[at : at + count] = v
            at += count
        return out @ x

    def place(x):
        found = [[abs(v), i] for i, v in enumerate(x) if v > -100]
        return found[0][0] * x[found[0][1]]

    def truncated(x):
        found = [[v, 3] for v in x if v > 0]
        counts = np.array([count for _, count in found])
        return np.full_like(counts, 0.6).sum() * x[0]

    def asked(x):
        found = [[v, 3] for v in x if v > 0]
        return x[0] * (3.0 if isinstance(found[0][1], int) else 2.0)

    for program in (blocks, place, truncated, asked):
        with pytest.raises(
            srcad.CompileError, match=r"(is|are|holds) .*not known|path"
        ):
            srcad.grad(program)(np.array([0.7, -1.3, 2.1, 0.4]))
