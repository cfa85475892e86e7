"""What a run-time loop makes of a name that it leaves with another kind of thing.

In the first iteration the name holds what it held before the loop. Taking that for
every iteration would give the value and the gradient of another program.
"""

import numpy as np
import pytest

from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result


def a_mode(x):
    mode = "first"
    total = 0.0
    for i in range(x.shape[0]):
        total = total + (x[i] if mode == "first" else x[i] ** 2)
        mode = "later"
    return total


def a_tuple(x):
    seen = (x,)
    total = 0.0
    for i in range(x.shape[0]):
        total = total + len(seen) * x[i]
        seen = (*seen, x)
    return total


def a_nest(x):
    seen = (x,)
    total = 0.0
    for i in range(x.shape[0]):
        total = total + len(seen) * x[i]
        seen = (seen, x)
    return total


def a_function(x):
    function = np.sin
    total = 0.0
    for i in range(x.shape[0]):
        total = total + function(x[i])
        function = np.cos
    return total


@pytest.mark.parametrize("program", [a_mode, a_function, a_tuple])
def test_a_known_object_is_carried_as_one_of_several(program):
    assert all(result(program, x) for x in ([0.5, 1.2, -0.7], [0.3], []))


@pytest.mark.parametrize("program", [a_nest])
def test_it_is_refused_where_it_is_read(program):
    with pytest.raises(CompileError) as caught:
        generate(program, ["float64[n]"])
    assert caught.value.diagnostics[0].code in ("SRC013", "SRC019")
    assert "is of another kind in the first iteration" in str(caught.value)


def a_flag_that_becomes_a_number(x):
    b, c, total = True, 0, 0.0
    for value in x:
        total = total + np.sin(np.asarray(b) * 1.0) * value
        if value > 0.5:
            b, c = c, b
        else:
            c = np.sqrt(np.abs(c) + 1)
    return total


@pytest.mark.parametrize("x", [[0.9, 1.3, 0.4], [0.4, 0.9], []])
def test_a_flag_among_floats_is_a_float(x):
    # Its sine would be one in half precision.
    assert result(a_flag_that_becomes_a_number, x)
