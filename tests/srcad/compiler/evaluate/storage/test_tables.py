"""Lists of numbers from outside, read at places that run time knows."""

import bisect

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError

TABLE = [0.5, 1.0, 2.0]


def looked_up(x):
    return x * TABLE[bisect.bisect_right(TABLE, x) - 1]


def of_the_greatest(x):
    return np.sum(x * TABLE[int(np.argmax(x))])


def test_a_table_is_read_as_it_is_at_each_call(monkeypatch):
    gradient = srcad.value_and_grad(looked_up)
    assert gradient(1.5) == (1.5, 1.0)
    monkeypatch.setitem(globals(), "TABLE", [0.5, 1.25, 2.0])
    assert gradient(1.5) == (1.875, 1.25)
    TABLE.append(3.0)
    assert gradient(4.0) == (12.0, 3.0)
    with pytest.raises(IndexError):
        srcad.grad(of_the_greatest)(np.arange(9.0))


def test_a_number_of_a_table_has_no_dtype():
    x = np.array([1.0, 3.0, 2.0], np.float32)
    value, gradient = srcad.value_and_grad(of_the_greatest)(x)
    assert value.dtype == gradient.dtype == np.float32
    np.testing.assert_array_equal(gradient, np.ones(3))


def test_ints_may_stand_among_floats_where_nobody_asks_which_it_is():
    mixed = [1, 2.5]

    def f(x):
        return x * mixed[bisect.bisect(mixed, x) - 1]

    gradient = srcad.value_and_grad(f)
    assert gradient(1.5) == (1.5, 1.0)
    assert gradient(3.0) == (7.5, 2.5)

    def asked(x):
        return x * isinstance(mixed[int(x)], int)

    with pytest.raises(CompileError) as caught:
        srcad.grad(asked)(1.5)
    assert caught.value.diagnostics[0].code == "SRC019"
