"""Optimizers against their update equations, and against MindSpore, over some steps."""

import json

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn
from tests import optimizer_rows

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


EXPECTED = json.loads(optimizer_rows.EXPECTED.read_text())


def test_each_row_was_run_on_mindspore():
    assert sorted(EXPECTED) == sorted(optimizer_rows.ROWS)


@pytest.mark.parametrize("name", optimizer_rows.ROWS)
def test_an_optimizer_does_what_mindspores_does(name):
    found, expected = optimizer_rows.run(srcad, name), EXPECTED[name]
    assert found["state"] == expected["state"]
    compared = 1 if name == "FTRL" else 3
    for have, want in zip(
        found["values"][:compared], expected["values"][:compared], strict=True
    ):
        # MindSpore's AdamWeightDecay takes an approximate root.
        np.testing.assert_allclose(have, want, atol=1e-5)


def test_lamb_steps_by_the_norm_of_the_weights():
    value, m, v = START.copy(), 0, 0
    for t, gradient in enumerate(GRADIENTS, 1):
        m = 0.9 * m + 0.1 * gradient
        v = 0.999 * v + 0.001 * gradient**2
        update = m / (1 - 0.9**t) / (np.sqrt(v / (1 - 0.999**t)) + 1e-6)
        update = update + 0.05 * value
        trust = np.linalg.norm(value) / np.linalg.norm(update)
        value = value - 0.1 * trust * update
    result = after_steps(lambda p: nn.Lamb(p, 0.1, weight_decay=0.05))
    np.testing.assert_allclose(result, value, rtol=1e-6)


def test_gradients_are_centralized_where_a_group_asks_for_it():
    weight = Parameter(Tensor(np.zeros((2, 16))), "w")
    group = {"params": [weight], "grad_centralization": True}
    slope = np.arange(32.0).reshape(2, 16)
    nn.SGD([group], 1.0)((Tensor(slope),))
    np.testing.assert_allclose(weight.asnumpy(), slope.mean(1, keepdims=True) - slope)


def test_target_and_what_an_optimizer_of_a_users_is_made_of():
    class Plain(nn.Optimizer):
        def construct(self, gradients):
            gradients = self.scale_grad(self.decay_weight(gradients))
            rate = self.get_lr()
            for parameter, gradient in zip(self.parameters, gradients, strict=True):
                parameter.set_data(parameter - rate * gradient)
            return True

        @nn.Optimizer.target.setter
        def target(self, value):
            self._set_base_target(value)

    first, gamma = Parameter(Tensor(START), "w"), Parameter(Tensor(START), "gamma")
    optimizer = Plain(0.1, [first, gamma], weight_decay=0.5, loss_scale=2.0)
    optimizer((Tensor(2 * GRADIENTS[0]), Tensor(2 * GRADIENTS[0])))
    np.testing.assert_allclose(
        first.asnumpy(), START - 0.1 * (GRADIENTS[0] + 0.5 * START), rtol=1e-6
    )
    np.testing.assert_allclose(gamma.asnumpy(), START - 0.1 * GRADIENTS[0], rtol=1e-6)
    assert optimizer.target == "CPU"
    optimizer.target = "CPU"
    for value, error in (("GPU", ValueError), (3, TypeError)):
        with pytest.raises(error):
            optimizer.target = value


def test_the_rate_of_a_parameter():
    first, second = Parameter(Tensor(START), "a"), Parameter(Tensor(START), "b")
    optimizer = nn.SGD([{"params": [first], "lr": 0.5}, {"params": [second]}], 0.1)
    assert [float(rate) for rate in optimizer.get_lr_parameter([second, first])] == [
        np.float32(0.1),
        0.5,
    ]
    with pytest.raises(ValueError, match="is not in optimizer"):
        optimizer.get_lr_parameter(Parameter(Tensor(START), "c"))


def test_a_schedule_of_a_users_own():
    class Halving(nn.LearningRateSchedule):
        def construct(self, global_step):
            return 0.1 / 2**global_step

    expected = START - sum(0.1 / 2**k * g for k, g in enumerate(GRADIENTS))
    result = after_steps(lambda params: nn.SGD(params, Halving()))
    np.testing.assert_allclose(result, expected, rtol=1e-6)


def test_groups_that_are_refused():
    one, other = Parameter(Tensor(START), "a"), Parameter(Tensor(START), "b")
    for groups, error in (
        ([{"params": [one], "rate": 1.0}], KeyError),
        ([{"params": []}], ValueError),
        ([one, {"params": [other]}], TypeError),
        ([{"params": [one]}, {"params": [one]}], RuntimeError),
        ([{"params": [one]}, {"order_params": [other]}], ValueError),
    ):
        with pytest.raises(error):
            nn.SGD(groups)


@pytest.mark.parametrize(
    ("rates", "expected"),
    [
        (nn.piecewise_constant_lr([2, 3], [0.1, 0.05]), [0.1, 0.1, 0.05]),
        (nn.exponential_decay_lr(0.1, 0.9, 4, 2, 1), [0.1, 0.1, 0.09, 0.09]),
        (
            nn.natural_exp_decay_lr(0.1, 0.9, 3, 1, 2, True),
            [0.1, 0.1, 0.1 * np.exp(-1.8)],
        ),
        (nn.inverse_decay_lr(0.1, 0.5, 3, 1, 1), [0.1, 0.1 / 1.5, 0.05]),
        (nn.cosine_decay_lr(0.01, 0.1, 3, 1, 2), [0.1, 0.055, 0.01]),
        (nn.polynomial_decay_lr(0.1, 0.01, 3, 1, 2, 2.0), [0.1, 0.0325, 0.01]),
        (
            nn.polynomial_decay_lr(0.1, 0.01, 4, 1, 2, 1.0, True),
            [0.1, 0.055, 0.01, 0.0325],
        ),
        (nn.warmup_lr(0.1, 4, 1, 2), [0.0, 0.05, 0.1, 0.1]),
    ],
)
def test_lists_of_rates(rates, expected):
    np.testing.assert_allclose(rates, expected, rtol=1e-12)


def test_schedules_and_lists_refuse():
    for refused, error in (
        (lambda: nn.warmup_lr(1, 4, 1, 2), TypeError),
        (lambda: nn.cosine_decay_lr(0.2, 0.1, 3, 1, 2), ValueError),
        (lambda: nn.piecewise_constant_lr([2], [0.1, 0.2]), ValueError),
        (lambda: nn.ExponentialDecayLR(0.1, 0.9, 0), ValueError),
        (lambda: nn.CosineDecayLR(0.2, 0.1, 3), ValueError),
        (lambda: nn.InverseDecayLR(0.1, 0.5, 2, 1), TypeError),
    ):
        with pytest.raises(error):
            refused()


@pytest.mark.parametrize("use_clip", [False, True])
def test_lars(use_clip):
    """Against You et al.'s equation, over SGD with momentum and a decay."""
    bias = np.array([0.25, 0.5])
    value, velocity = START.copy(), None
    for gradient in GRADIENTS:
        length, slope = np.linalg.norm(value), gradient + 0.2 * value
        below = np.linalg.norm(gradient) + 0.2 * length + 1e-5
        trust = 0.5 * length / below
        slope = slope * (min(trust / 0.4, 1) if use_clip else trust)
        velocity = slope if velocity is None else 0.9 * velocity + slope
        value = value - 0.4 * velocity
    # What is called a bias is left to SGD, without the decay.
    other = Parameter(Tensor(bias), "alone")
    alone = nn.SGD([other], 0.4, momentum=0.9)
    for gradient in GRADIENTS:
        alone((Tensor(gradient),))
    first, second = Parameter(Tensor(START), "w"), Parameter(Tensor(bias), "bias")
    inner = nn.SGD([first, second], 0.4, momentum=0.9, weight_decay=0.2, loss_scale=4.0)
    optimizer = nn.LARS(inner, coefficient=0.5, use_clip=use_clip)
    for gradient in GRADIENTS:
        assert optimizer((Tensor(4 * gradient), Tensor(4 * gradient))) is True
    np.testing.assert_allclose(first.asnumpy(), value, rtol=1e-6)
    np.testing.assert_allclose(second.asnumpy(), other.asnumpy(), rtol=1e-6)


def test_lars_and_adafactor_refuse():
    parameter = Parameter(Tensor(START), name="p")
    with pytest.raises(TypeError, match="no optimizer"):
        nn.LARS(3)
    with pytest.raises(ValueError, match="by itself"):
        nn.LARS(nn.AdamWeightDecay([parameter]))
    group = [{"params": [parameter], "weight_decay": 0.1}]
    for settings in (
        {"learning_rate": 0.1},
        {"relative_step": False},
        {"learning_rate": 0.1, "relative_step": False, "warmup_init": True},
        {"eps": (1e-3,)},
        {"decay_rate": 1.5},
        {"params": group},
    ):
        with pytest.raises(ValueError, match=r"AdaFactor|requires|eps"):
            nn.AdaFactor(**{"params": [parameter], **settings})


def test_adafactor_in_half_the_memory():
    def run(compression):
        matrix = Parameter(Tensor(np.ones((2, 3), np.float32)), "m")
        vector = Parameter(Tensor(START.astype(np.float32)), "v")
        optimizer = nn.AdaFactor([matrix, vector], compression=compression)
        optimizer((Tensor(np.full((2, 3), 0.5, np.float32)), Tensor([0.5, 1.0])))
        return optimizer, matrix.asnumpy(), vector.asnumpy()

    (full, *expected), (half, *found) = run(False), run(True)
    assert full.exp_avg_sq[1].dtype == srcad.float32
    assert half.exp_avg_sq[1].dtype == srcad.float16
    for have, want in zip(found, expected, strict=True):
        np.testing.assert_allclose(have, want, rtol=1e-3)
