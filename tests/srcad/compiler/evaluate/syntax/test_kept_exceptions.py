"""Exceptions that run time raises, bound to a name that nobody reads."""

import math

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result


def tried_again(x):
    last = None
    for i in range(3):
        try:
            v = x[i]
            if v < 0:
                raise ValueError("neg")
            return math.sqrt(v)
        except ValueError as e:
            last = e  # noqa: F841
    return x[3]


def counted(x):
    n = 0.0
    for v in x:
        try:
            n += math.log(v)
        except ValueError as e:
            first = second = e  # noqa: F841
            n += v * v
    return n


def until_one_is_found(x):
    i = 0
    while i < 3:
        try:
            s = math.log(x[i])
            break
        except ValueError as e:
            last: Exception = e  # noqa: F841
            i += 1
    else:
        s = x[3]
    return s


def read(x):
    last = None
    try:
        s = math.sqrt(x[0])
    except ValueError as e:
        last = e
        s = x[1]
    return s if last is None else 2 * s


POINTS = [[0.703, -1.3, 2.1, 0.4], [-0.6, 1.2, -0.35, -1.7], [-0.5, -0.3, -0.9, 2.2]]


@pytest.mark.parametrize("x", POINTS)
@pytest.mark.parametrize("program", [tried_again, counted, until_one_is_found])
def test_an_exception_may_be_kept(program, x):
    assert result(program, x)


def test_one_that_is_read_is_not():
    with pytest.raises(srcad.CompileError, match="what `e` is, only run time knows"):
        srcad.grad(read)(np.array(POINTS[0]))
