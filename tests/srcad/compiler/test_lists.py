"""What of lists at run time is refused: where Python would see a change and NumPy's
copy would not, and what cannot be one value."""

import numpy as np
import pytest

from srcad.compiler.diagnostics import CompileError
from tests.srcad.compiler.derivatives import text_of


def in_place_then_appended(x):
    h = np.zeros(3)
    hs = []
    for t in range(x.shape[0]):
        h += x[t]
        hs.append(h)
    return np.stack(hs)


def appended_then_in_place(x):
    hs = []
    for row in x:
        h = row * 2
        hs.append(h)
        h[0] = 5.0
    return np.stack(hs)


def in_place_an_iteration_later(x):
    h = np.zeros(3)
    hs = []
    for row in x:
        h[0] = 7.0
        h = h + row
        hs.append(h)
    return np.stack(hs)


def an_element_in_place(x):
    hs = []
    for row in x:
        hs.append(row * 2)
    first = hs[0]
    first[1] = 9.0
    return np.stack(hs)


def a_view_whose_array_is_written(x):
    y = x.copy()
    hs = []
    for i in range(x.shape[0]):
        hs.append(y[i])
    y[0] = 0.0
    return np.stack(hs)


def one_array_twice(x):
    h = x[0] * 2
    hs = [h, h]
    for _ in range(2):
        hs.append(h)
    h[0] = 3.0
    return np.stack(hs)


@pytest.mark.parametrize(
    "program",
    [
        in_place_then_appended,
        appended_then_in_place,
        in_place_an_iteration_later,
        an_element_in_place,
        a_view_whose_array_is_written,
        one_array_twice,
    ],
)
def test_writes_that_a_list_would_see_are_refused(program):
    with pytest.raises(CompileError, match="SRC015"):
        text_of(program, ["float64[n, 3]"])


def of_two_kinds(x):
    xs = [x]
    for _ in range(2):
        xs.append(x.sum())
    return xs[0]


def test_elements_of_two_kinds_are_refused():
    with pytest.raises(CompileError, match="cannot hold float64"):
        text_of(of_two_kinds, ["float64[n, 3]"])
