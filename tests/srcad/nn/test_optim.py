"""Optimizers against their update equations over several steps."""

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn

START = np.array([1.0, -2.0])
GRADIENTS = [np.array([0.5, 1.0]), np.array([-1.0, 0.25]), np.array([2.0, 0.0])]


def after_steps(make):
    parameter = Parameter(Tensor(START), name="p")
    optimizer = make([parameter])
    for gradient in GRADIENTS:
        assert optimizer((Tensor(gradient),)) is True
    return parameter.asnumpy()


def test_sgd():
    expected = START - 0.1 * sum(GRADIENTS)
    result = after_steps(lambda params: nn.SGD(params, 0.1))
    np.testing.assert_allclose(result, expected)


@pytest.mark.parametrize("nesterov", [False, True])
def test_sgd_with_momentum(nesterov):
    value, velocity = START.copy(), None
    for gradient in GRADIENTS:
        slope = gradient + 0.01 * value
        velocity = slope if velocity is None else 0.9 * velocity + slope
        value = value - 0.1 * (slope + 0.9 * velocity if nesterov else velocity)
    result = after_steps(
        lambda params: nn.SGD(
            params, 0.1, momentum=0.9, weight_decay=0.01, nesterov=nesterov
        )
    )
    np.testing.assert_allclose(result, value)


def test_sgd_with_dampening():
    value, velocity = START.copy(), None
    for gradient in GRADIENTS:
        velocity = gradient if velocity is None else 0.9 * velocity + 0.5 * gradient
        value = value - 0.1 * velocity
    result = after_steps(lambda p: nn.SGD(p, 0.1, momentum=0.9, dampening=0.5))
    np.testing.assert_allclose(result, value)


@pytest.mark.parametrize("nesterov", [False, True])
def test_momentum(nesterov):
    value, velocity = START.copy(), 0
    for gradient in GRADIENTS:
        velocity = 0.9 * velocity + gradient / 2
        step = gradient / 2 + 0.9 * velocity if nesterov else velocity
        value = value - 0.1 * step
    result = after_steps(
        lambda params: nn.Momentum(
            params, 0.1, 0.9, loss_scale=2.0, use_nesterov=nesterov
        )
    )
    np.testing.assert_allclose(result, value)


def test_adam():
    value, m, v = START.copy(), 0, 0
    for t, gradient in enumerate(GRADIENTS, 1):
        m = 0.9 * m + 0.1 * gradient
        v = 0.99 * v + 0.01 * gradient**2
        rate = 0.1 * np.sqrt(1 - 0.99**t) / (1 - 0.9**t)
        value = value - rate * m / (np.sqrt(v) + 1e-3)
    result = after_steps(lambda p: nn.Adam(p, 0.1, beta2=0.99, eps=1e-3))
    np.testing.assert_allclose(result, value)


def test_adam_weight_decay():
    value, m, v = START.copy(), 0, 0
    for gradient in GRADIENTS:
        m = 0.9 * m + 0.1 * gradient
        v = 0.999 * v + 0.001 * gradient**2
        value = value - 0.1 * (m / (np.sqrt(v) + 1e-6) + 0.05 * value)
    result = after_steps(lambda p: nn.AdamWeightDecay(p, 0.1, weight_decay=0.05))
    np.testing.assert_allclose(result, value)


def test_groups_and_schedules():
    first, second = Parameter(Tensor(START), "a"), Parameter(Tensor(START), "b")
    optimizer = nn.SGD([{"params": [first], "lr": 1.0}, {"params": [second]}], 0.1)
    optimizer((Tensor(GRADIENTS[0]), Tensor(GRADIENTS[0])))
    np.testing.assert_allclose(first.asnumpy(), START - GRADIENTS[0])
    np.testing.assert_allclose(second.asnumpy(), START - 0.1 * GRADIENTS[0])
    expected = START - 0.1 * GRADIENTS[0] - 0.01 * (GRADIENTS[1] + GRADIENTS[2])
    for rate in (
        [0.1, 0.01],
        Tensor([0.1, 0.01]),
        lambda step: 0.1 if int(step) == 0 else 0.01,
    ):
        result = after_steps(lambda params, rate=rate: nn.SGD(params, rate))
        np.testing.assert_allclose(result, expected, rtol=1e-6)
    single = after_steps(lambda params: nn.SGD(params, Tensor(0.5)))
    np.testing.assert_allclose(single, START - 0.5 * sum(GRADIENTS))


def test_the_parameters_keep_their_dtype_and_names():
    net = nn.Dense(2, 1)
    optimizer = nn.Adam(net.trainable_params())
    optimizer([Tensor(np.ones((1, 2))), Tensor(np.ones(1))])
    assert [p.name for p in optimizer.parameters] == ["weight", "bias"]
    assert net.weight.dtype == srcad.float32
    assert int(optimizer.global_step) == 1


def test_optimizers_refuse():
    parameter = Parameter(Tensor(START), name="p")
    with pytest.raises(ValueError, match="no parameters"):
        nn.SGD([])
    with pytest.raises(ValueError, match="weight_decay"):
        nn.SGD([parameter], weight_decay=-1.0)
    with pytest.raises(ValueError, match="nesterov"):
        nn.SGD([parameter], nesterov=True)
    with pytest.raises(ValueError, match="momentum is negative"):
        nn.Momentum([parameter], 0.1, -1.0)
    with pytest.raises(ValueError, match="beta1"):
        nn.Adam([parameter], beta1=1.0)
    with pytest.raises(ValueError, match="1 parameters and 2 gradients"):
        nn.SGD([parameter])((Tensor(START), Tensor(START)))
