"""Where Python fails on None, so does the module."""

import numpy as np
import pytest

from tests.srcad.compiler.derivatives import generate


def none_in_a_loop(x):
    total = 0.0
    y = x[0]
    for v in x:
        if v > 0:
            y = None
        else:
            y = v
        total += y * v
    return total


def none_in_a_branch(x):
    y = x
    if x[0] > 0:
        y = None
    return y * 2.0


@pytest.mark.parametrize("program", [none_in_a_loop, none_in_a_branch])
def test_none_is_no_number(program):
    forward = generate(program, ["float64[n]"]).forward
    below, above = np.array([-1.0, -2.0]), np.array([1.0, -2.0])
    assert np.array_equal(forward(below)[0], program(below))
    for run in (program, forward):
        with pytest.raises(TypeError):
            run(above)
