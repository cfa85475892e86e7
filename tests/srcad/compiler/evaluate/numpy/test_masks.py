"""Masks that are made of numbers, which an index would take for places."""

import numpy as np
import pytest

from srcad import grad, value_and_grad
from srcad.compiler.diagnostics.errors import CompileError

X = np.array([1.5, -2.0, 3.25])
Y = np.array([0.5, 0.25, 2.0])


def placed(x, y, mask):
    z = x * y
    np.place(z, mask, y)
    return z * x


def put(x, y, mask):
    z = x * y
    np.putmask(z, mask, y)
    return z * x


def put_a_number(x, y, mask):
    z = x * y
    np.putmask(z, mask, 3.0)
    return z * x


def copied(x, y, mask):
    z = x * y
    np.copyto(z, y, where=mask)
    return z * x


def extracted(x, y, mask):
    return np.extract(mask, x * y) ** 2


def in_pieces(x, y, mask):
    return np.piecewise(x, [mask], [lambda v: v * v, lambda v: -v]) * y


MASKS = {
    "ints": [1, 0, 1],
    "other ints": [0, 2, -1],
    "an array of ints": np.array([0, 1, 1]),
    "floats": [1.0, 0.0, 0.5],
    "bools": [True, False, True],
}


# NumPy's own takes a list of ints, and no array of these and no floats.
REFUSED = (copied, "an array of ints"), (copied, "floats")
PAIRS = [
    (function, name)
    for function in (placed, put, put_a_number, copied, extracted, in_pieces)
    for name in MASKS
    if (function, name) not in REFUSED
]


@pytest.mark.filterwarnings("ignore::srcad.RecompileWarning")
@pytest.mark.parametrize(("function", "name"), PAIRS)
def test_those_that_are_not_zero_are_meant(function, name):
    mask = MASKS[name]

    def program(x, y):
        return function(x, y, mask)

    out, slopes = value_and_grad(program, (0, 1))(X, Y)
    np.testing.assert_array_equal(out, program(X, Y))
    for k, slope in enumerate(slopes):
        found = []
        for step in 1e-6 * np.eye(3):
            ends = []
            for sign in (1, -1):
                moved = [X, Y]
                moved[k] = moved[k] + sign * step
                ends.append(np.sum(program(*moved)))
            found.append((ends[0] - ends[1]) / 2e-6)
        np.testing.assert_allclose(slope, found, rtol=1e-6, atol=1e-6)


def of_run_time(x, y):
    z = x * y
    np.place(z, (x > 0).astype(int) * 2, y)
    return z


def test_a_mask_that_run_time_computes():
    out, slope = value_and_grad(of_run_time)(X, Y)
    np.testing.assert_array_equal(out, of_run_time(X, Y))
    assert slope.tolist() == [0.0, 0.25, 0.0]


def test_an_array_of_numbers_that_numpy_refuses_is_refused():
    def program(x):
        z = x * 1.0
        np.copyto(z, 0.0, where=(x > 0).astype(np.int8))
        return z

    with pytest.raises(TypeError):
        program(X)
    with pytest.raises(CompileError, match="array of bools"):
        grad(program)(X)
