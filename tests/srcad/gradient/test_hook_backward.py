"""``ops.HookBackward`` that is made inside of what is differentiated."""

import numpy as np
import pytest

from srcad import Tensor, grad, nn, ops

X = Tensor(np.array([1.0, 2.0], np.float32))
SEEN = []


def kept(gradient):
    SEEN.append(gradient)
    return gradient[0] * 2


def doubled(gradient):
    return gradient[0] * 2


def tripled(gradient):
    return gradient[0] * 3


class Hooked(nn.Cell):
    def construct(self, x):
        return ops.HookBackward(doubled)(x * x)


FUNCTIONS = {
    "lambda": lambda x: ops.HookBackward(doubled)(x * x),
    "lambda in a lambda": lambda x: ops.HookBackward(lambda g: g[0] * 2)(x * x),
    "Cell": Hooked(),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_it_is_made_with_a_function(name):
    assert grad(FUNCTIONS[name])(X).asnumpy().tolist() == [4.0, 8.0]


def test_one_that_python_runs():
    SEEN.clear()
    function = grad(lambda x: ops.HookBackward(kept)(x * x))
    for calls in (1, 2):
        assert function(X).asnumpy().tolist() == [4.0, 8.0]
        assert len(SEEN) == calls


def test_another_hook_is_seen(monkeypatch):
    function = grad(Hooked())
    assert function(X).asnumpy().tolist() == [4.0, 8.0]
    monkeypatch.setitem(globals(), "doubled", tripled)
    assert function(X).asnumpy().tolist() == [6.0, 12.0]
