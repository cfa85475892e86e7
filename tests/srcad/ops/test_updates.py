"""Operators that are steps of optimizers, as an optimizer of the user's calls them.

What each gives is compared in tests/compatibility_rows_of_steps.py.
"""

import numpy as np
import pytest

import srcad
from srcad import Parameter, ParameterTuple, Tensor, nn, ops


class OwnMomentum(nn.Optimizer):
    """As users write it, over the operator."""

    def __init__(self, params, rate, momentum):
        super().__init__(rate, params)
        self.momentum = momentum
        self.moments = self.parameters.clone("moments", init="zeros")
        self.map = ops.HyperMap()
        self.step = ops.ApplyMomentum()

    def construct(self, gradients):
        for weight, moment, gradient in zip(
            self.parameters, self.moments, gradients, strict=True
        ):
            self.step(weight, moment, self.get_lr(), gradient, self.momentum)
        return True


def test_an_optimizer_over_the_operator_is_the_one_of_nn():
    start, slope = np.array([0.5, -1.0], np.float32), np.array([0.2, 0.3], np.float32)
    ours = Parameter(Tensor(start), name="w")
    theirs = Parameter(Tensor(start), name="w")
    own = OwnMomentum([ours], 0.1, 0.9)
    reference = nn.Momentum([theirs], 0.1, 0.9)
    for _ in range(3):
        own((Tensor(slope),))
        reference((Tensor(slope),))
    np.testing.assert_allclose(ours.asnumpy(), theirs.asnumpy(), rtol=1e-6)


class Learner(nn.Cell):
    """A step of Adam inside of what is differentiated."""

    def __init__(self):
        super().__init__()
        self.weight = Parameter(Tensor([0.5, -1.0], srcad.float64), name="weight")
        self.m = Parameter(Tensor([0.1, 0.2], srcad.float64), name="m")
        self.v = Parameter(Tensor([0.3, 0.4], srcad.float64), name="v")
        self.step = ops.Adam()

    def construct(self, gradient):
        self.step(
            *(self.weight, self.m, self.v, 0.9, 0.99, 0.1, 0.8, 0.95, 1e-3),
            gradient,
        )
        return (self.weight**2).sum()


def test_a_step_in_a_cell_is_differentiated_and_kept():
    net, slope = Learner(), Tensor([0.2, 0.3], srcad.float64)
    starts = [one.asnumpy().copy() for one in net.get_parameters()]

    def loss(gradient):
        for one, start in zip(net.get_parameters(), starts, strict=True):
            one.set_data(Tensor(start))
        return float(net(Tensor(gradient)))

    h = 1e-6
    expected = [
        (loss(slope.asnumpy() + h * e) - loss(slope.asnumpy() - h * e)) / (2 * h)
        for e in np.eye(2)
    ]
    loss(slope.asnumpy())
    eager = [one.asnumpy().copy() for one in net.get_parameters()]
    for one, start in zip(net.get_parameters(), starts, strict=True):
        one.set_data(Tensor(start))
    found = srcad.grad(net)(slope)
    np.testing.assert_allclose(found.asnumpy(), expected, rtol=1e-7)
    for one, want in zip(net.get_parameters(), eager, strict=True):
        np.testing.assert_allclose(one.asnumpy(), want, rtol=1e-12)


def test_gradients_of_one_row_add_up():
    weight = Parameter(Tensor([[1.0], [2.0], [3.0]]), name="weight")
    accum = Parameter(Tensor([[0.1], [0.1], [0.1]]), name="accum")
    ops.SparseApplyAdagrad(0.5)(
        weight, accum, Tensor([[1.0], [2.0], [4.0]]), Tensor([0, 2, 0], srcad.int32)
    )
    np.testing.assert_allclose(accum.asnumpy(), [[25.1], [0.1], [4.1]], rtol=1e-6)
    np.testing.assert_allclose(weight.asnumpy()[1], [2.0])


def test_one_lstm_layer_alone():
    x, state = Tensor(np.ones((3, 1, 2), np.float32)), Tensor(np.ones((1, 1, 2)))
    for settings in ((2, True, False), (1, True, True)):
        layer = ops.LSTM(2, 2, *settings, 0.0)
        with pytest.raises(ValueError, match="one layer in one direction"):
            layer(x, state, state, Tensor(np.ones((40, 1, 1), np.float32)))


@pytest.mark.parametrize("sizes", [(2, 3), (3, 2)])
def test_an_lstm_layer_is_given_what_it_was_made_for(sizes):
    x, state = Tensor(np.ones((3, 1, 2), np.float32)), Tensor(np.ones((1, 1, 2)))
    weight = Tensor(np.ones((60, 1, 1), np.float32))
    with pytest.raises(ValueError, match="input_size, hidden_size"):
        ops.LSTM(*sizes, 1, True, False, 0.0)(x, state, state, weight)


def test_the_weights_may_be_a_tuple_of_parameters():
    weights = ParameterTuple([Parameter(Tensor([1.0]), name="a")])
    ops.ApplyGradientDescent()(weights[0], 0.5, Tensor([2.0]))
    np.testing.assert_array_equal(weights[0].asnumpy(), [0.0])
