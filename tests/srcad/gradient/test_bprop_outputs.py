"""A user's ``bprop`` where what ``construct`` gives is an input, a constant, or the
same thing twice: what it kept is found again all the same."""

import numpy as np
import pytest

from srcad import Tensor, grad, nn

X = Tensor(np.array([1.0, 2.0]))


class Identity(nn.Cell):
    def construct(self, x):
        return x

    def bprop(self, x, out, dout):
        return (dout * 2 * out,)


class Twice(nn.Cell):
    def construct(self, x):
        return x, x

    def bprop(self, x, out, dout):
        return (dout[0] * 2 + dout[1] * out[1],)


class Constant(nn.Cell):
    def construct(self, x):
        return 3.0

    def bprop(self, x, out, dout):
        return (x * 4,)


class WithConstant(nn.Cell):
    def construct(self, x):
        return x * 2, 3.0

    def bprop(self, x, out, dout):
        return (dout[0] * out[1],)


class Around(nn.Cell):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def construct(self, x):
        out = self.inner(x)
        return out[0] * out[1] * x if isinstance(out, tuple) else out * x


class InBranch(Around):
    def construct(self, x):
        y = x
        if x.sum() > 0:
            out = self.inner(x)
            y = out[0] * out[1] if isinstance(out, tuple) else out
        return y * x


class InLoop(Around):
    def construct(self, x):
        y = x
        for _ in range(x.shape[0]):
            out = self.inner(y)
            y = out[0] * out[1] if isinstance(out, tuple) else out
        return y


# The cotangents as the methods have them, at 1 and 2.
WANTED = [
    (Around, Identity, [1 + 2, 2 + 8]),
    (InBranch, Identity, [1 + 2, 2 + 8]),
    (InLoop, Identity, [2 * 2, 4 * 4]),
    (Around, Twice, [1 + 2 + 1, 4 + 8 + 8]),
    (Around, Constant, [3 + 4, 3 + 8]),
    (Around, WithConstant, [6 + 9, 12 + 18]),
    (InBranch, WithConstant, [6 + 9, 12 + 18]),
    (InLoop, WithConstant, [9 * 9, 9 * 9]),
]


@pytest.mark.parametrize(("around", "inner", "wanted"), WANTED)
def test_the_method_gets_what_construct_gave(around, inner, wanted):
    assert grad(around(inner()))(X).tolist() == wanted
