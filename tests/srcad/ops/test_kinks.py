"""What a gradient is where a function has a kink; the numbers are MindSpore 2.10's."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, mint, nn, ops
from srcad import numpy as mnp

RECURRENT = nn.RNNCell(1, 1, has_bias=False, nonlinearity="relu")
ZERO, ONE = Tensor([0.0]), Tensor([1.0])

# The function of one element, and by place the gradient.
ROWS = {
    "maximum": (lambda x: ops.maximum(x, 1.0), {1: 0.5, 2: 1, 0: 0}),
    "the second": (lambda x: ops.maximum(1.0, x), {1: 0.5, 2: 1, 0: 0}),
    "minimum": (lambda x: ops.minimum(x, 1.0), {1: 0.5, 2: 0, 0: 1}),
    "Maximum": (lambda x: ops.Maximum()(x, ONE), {1: 0.5}),
    "a method": (lambda x: x.maximum(ONE), {1: 0.5}),
    "mint.minimum": (lambda x: mint.minimum(x, ONE), {1: 0.5}),
    "numpy.maximum": (lambda x: mnp.maximum(x, ONE), {1: 0.5}),
    "numpy.clip": (lambda x: mnp.clip(x, -1.0, 1.0), {-1: 0.5, 1: 0.5}),
    "clip_by_value": (lambda x: ops.clip_by_value(x, -1.0, 1.0), {-1: 0.5, 1: 0.5}),
    "clamp": (lambda x: ops.clamp(x, -1.0, 1.0), {-1: 1, 1: 1}),
    "mint.clamp": (lambda x: mint.clamp(x, -1.0, 1.0), {-1: 1, 1: 1}),
    "relu": (ops.relu, {0: 0}),
    "relu6": (ops.relu6, {0: 0, 6: 1}),
    "leaky_relu": (ops.leaky_relu, {0: 0.6, 1: 1, -1: 0.2}),
    "of a steeper one": (lambda x: ops.leaky_relu(x, 2.0), {0: 1.5}),
    "prelu": (lambda x: ops.prelu(x, Tensor([0.25])), {0: 0.25}),
    "elu": (ops.elu, {0: 1}),
    "rrelu": (lambda x: ops.rrelu(x, 0.2, 0.2), {0: 0, 1: 1, -1: 0.2}),
    "selu": (ops.selu, {0: 1.05070}),
    "hardtanh": (ops.hardtanh, {-1: 0.5, 1: 0.5, 0: 1, 2: 0, -2: 0}),
    "hardswish": (ops.hardswish, {-3: -0.5, 3: 1.5, 4: 1, -4: 0, 1: 5 / 6}),
    "hardsigmoid": (ops.hardsigmoid, {-3: 0, 3: 0}),
    "hardshrink": (ops.hardshrink, {-0.5: 0, 0.5: 0}),
    "abs": (ops.abs, {0: 0}),
    "dist": (lambda x: ops.dist(x, ZERO), {0: 0, 2: 1}),
    "dist of another norm": (lambda x: ops.dist(x, ZERO, 3), {0: 0, 2: 1}),
    "hinge_embedding_loss": (
        lambda x: ops.hinge_embedding_loss(x, Tensor([-1.0]), 1.0),
        {1: -0.5},
    ),
    "multi_margin_loss": (
        lambda x: ops.multi_margin_loss(
            ops.stack([x, x * 0 + 2], 1), Tensor(np.array([1]))
        ),
        {1: 0},
    ),
    "MulNoNan": (lambda x: ops.MulNoNan()(x, x - 1), {1: 1, 2: 3}),
    "binary_cross_entropy of what is certain": (
        lambda x: ops.binary_cross_entropy(x, ZERO, ONE),
        {1: 1e12, 0: 1, 0.5: 2},
    ),
    "RNN": (
        lambda x: RECURRENT(x.reshape(1, 1), Tensor([[0.0]])),
        {0: 0},
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_gradient_at_a_kink_is_mindspores(name):
    function, rows = ROWS[name]
    for place, expected in rows.items():
        given = srcad.grad(function)(Tensor([float(place)])).asnumpy()
        np.testing.assert_allclose(given, [expected], rtol=1e-5, err_msg=str(place))


def test_both_of_two_that_are_equal_have_half_where_shapes_differ():
    x, y = Tensor([1.0, 2.0, 3.0]), Tensor([[2.0], [1.0]])
    dx, dy = srcad.grad(ops.maximum, (0, 1))(x, y)
    assert dx.tolist() == [0.5, 1.5, 2]
    assert dy.tolist() == [[1.5], [0.5]]


def test_the_first_of_two_has_all_under_numpys_name():
    x = np.array([1.0, 2.0])
    dx, dy = srcad.grad(lambda x, y: np.sum(np.maximum(x, y)), (0, 1))(x, np.ones(2))
    np.testing.assert_array_equal((dx, dy), [[1, 1], [0, 0]])


@pytest.mark.parametrize("scatter", [ops.tensor_scatter_max, ops.tensor_scatter_min])
def test_those_that_are_equal_have_equal_shares(scatter):
    places = Tensor([[0], [1], [1]], srcad.int32)

    def loss(x, updates):
        return scatter(x, places, updates).sum()

    x, updates = Tensor([1.0, 2.0, 3.0]), Tensor([1.0, 2.0, 2.0])
    by_x, by_updates = srcad.grad(loss, (0, 1))(x, updates)
    np.testing.assert_allclose(by_x.asnumpy(), [1 / 2, 1 / 3, 1], rtol=1e-6)
    np.testing.assert_allclose(by_updates.asnumpy(), [1 / 2, 1 / 3, 1 / 3], rtol=1e-6)
