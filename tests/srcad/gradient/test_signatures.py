"""Arguments are bound as the code binds them, whatever ``__signature__`` says."""

import inspect

import pytest

from srcad import Tensor, grad, nn

X, Y = Tensor([3.0]), Tensor([1.0])


def signature(text):
    return inspect.signature(eval(f"lambda {text}: None"))


def scaled(a, b, k=3.0):
    return a * a * k + b


scaled.__signature__ = signature("b, a, k=100.0")


def square(x):
    return x * x


square.__signature__ = signature("x, y")


class Scaled(nn.Cell):
    def construct(self, x, k=2.0):
        return x * x * k


Scaled.construct.__signature__ = signature("self, k, x")


class WithBprop(Scaled):
    def construct(self, x, k=2.0):
        return x * x * k

    def bprop(self, x, k, out, dout):
        return dout * x * 2 * k, dout


WithBprop.bprop.__signature__ = signature("self, dout, out")


@pytest.mark.parametrize(
    ("function", "gradient"),
    [
        (lambda x: scaled(x, 2 * x), 20),
        (lambda x: scaled(x, b=x, k=2.0), 13),
        (lambda x: scaled(x, Y), 18),
        (square, 6),
        (lambda x: square(x), 6),
        (Scaled(), 12),
        (lambda x: Scaled()(x), 12),
        (WithBprop(), 12),
    ],
)
def test_a_wrong_signature_is_not_believed(function, gradient):
    assert grad(function)(X).tolist() == [gradient]


def test_a_wrong_signature_of_what_is_differentiated_is_not_believed():
    assert grad(scaled)(X, Y).tolist() == [18]
    assert grad(scaled, 1)(X, Y).tolist() == [1]
    assert grad(scaled)(X, b=Y).tolist() == [18]
