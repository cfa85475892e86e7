"""Objects that may be None at run time: what is written into one of them would be seen
under other names, and is refused; nothing is lost."""

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError


class Pair:
    def __init__(self, a, b):
        self.a = a
        self.b = b

    def raise_by(self, step):
        self.a = self.a + step


def written_where_it_is(x):
    pair = None
    if x[0] > 0:
        pair = Pair(x[1], x[2])
    if x[1] > 0:
        pair.a = 5 * x[0]
    return pair.a * pair.b


def written_under_its_first_name(x):
    pair, one = None, Pair(x[1], x[2])
    if x[0] > 0:
        pair = one
    one.a = 7 * x[0]
    return pair.a * pair.b if pair is not None else x[1]


def changed_by_a_method(x):
    pair, one = None, Pair(x[1], x[2])
    if x[0] > 0:
        pair = one
    if pair is not None:
        pair.raise_by(x[0])
    return one.a * one.b


def an_array_in_it(x):
    pair, one = None, Pair(x * 2, x[2])
    if x[0] > 0:
        pair = one
    if pair is not None:
        part = pair.a
        part += 1
    return one.a.sum() * one.b


def in_a_list(x):
    found = [None]
    if x[0] > 0:
        found[0] = Pair(x[1], x[2])
    found[0].b = 4 * x[0]
    return found[0].a * found[0].b


WRITES = (
    *(written_where_it_is, written_under_its_first_name, changed_by_a_method),
    *(an_array_in_it, in_a_list),
)


@pytest.mark.parametrize("program", WRITES)
def test_a_write_is_refused(program):
    with pytest.raises(CompileError, match="also known under another name"):
        srcad.grad(program)(np.array([0.5, 0.3, 0.2]))


def test_a_number_of_python_or_one_of_numpy_or_none_is_refused():
    def program(x):
        pair = None
        if x[0] > 0:
            pair = (x[1], 2.0)
        if x[1] > 0:
            pair = (x[1], x[2])
        return pair[0] * pair[1] if pair is not None else x[1]

    x = np.array([0.5, 0.3, 0.2])
    assert np.allclose(srcad.grad(program)(x), [0.0, 0.2, 0.3])
    with pytest.raises(CompileError, match="is different on the two paths"):
        srcad.grad(program)(x.astype(np.float32))
