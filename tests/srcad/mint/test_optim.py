"""``mint.optim`` against PyTorch, over some steps, and in training."""

import json

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, mint, nn
from tests import mint_optimizer_rows as rows

EXPECTED = json.loads(rows.EXPECTED.read_text())


def parameters():
    return [Parameter(Tensor(v.copy()), name) for name, v in rows.START.items()]


@pytest.mark.parametrize("name", rows.ROWS)
def test_three_steps_are_pytorchs(name):
    values = parameters()
    optimizer = rows.ROWS[name](mint.optim, values)
    for step in range(3):
        assert optimizer(tuple(map(Tensor, rows.gradients(step)))) is True
    for value, expected in zip(values, EXPECTED[name], strict=True):
        np.testing.assert_allclose(
            value.asnumpy().ravel(), expected, rtol=1e-5, atol=2e-6
        )


def test_fused_is_the_same():
    first, second = parameters(), parameters()
    one, other = mint.optim.AdamW(first, 0.1), mint.optim.FusedAdamW(second, 0.1)
    for optimizer in (one, other):
        optimizer(tuple(map(Tensor, rows.gradients(0))))
    assert all((a == b).all() for a, b in zip(first, second, strict=True))


def test_a_rate_may_be_changed_and_state_is_parameters():
    values = parameters()
    optimizer = mint.optim.SGD(rows.groups(values, lr=0.5), 0.1, momentum=0.9)
    names = [parameter.name for parameter in optimizer.get_parameters()]
    assert names == [
        *("state_step", "learning_rate_group_0", "learning_rate_group_1"),
        *("momentum_buf.weight", "momentum_buf.bias"),
    ]
    assert [float(group["lr"]) for group in optimizer.param_groups] == [
        *(0.5, pytest.approx(0.1))
    ]
    optimizer.param_groups[0]["lr"].set_data(Tensor(0.0, srcad.float32))
    before = values[0].asnumpy().copy()
    optimizer(tuple(map(Tensor, rows.gradients(0))))
    np.testing.assert_array_equal(values[0].asnumpy(), before)
    assert not (values[1].asnumpy() == rows.START["bias"]).all()


def test_a_step_of_training():
    srcad.set_seed(0)
    net = mint.nn.Linear(3, 1)
    x = Tensor(np.random.default_rng(0).standard_normal((8, 3)).astype(np.float32))
    y = x @ Tensor(np.array([[1.0], [-2.0], [0.5]], np.float32))
    train = nn.TrainOneStepCell(
        nn.WithLossCell(net, mint.nn.MSELoss()),
        mint.optim.Adam(net.trainable_params(), 0.1),
    )
    losses = [float(train(x, y)) for _ in range(60)]
    assert losses[-1] < losses[0] / 50


def test_what_is_refused():
    values = parameters()
    for call, error in (
        (lambda: mint.optim.SGD([], 0.1), ValueError),
        (lambda: mint.optim.SGD(3, 0.1), TypeError),
        (lambda: mint.optim.SGD([3], 0.1), TypeError),
        (lambda: mint.optim.SGD(values, "0.1"), TypeError),
        (lambda: mint.optim.SGD(values, -0.1), ValueError),
        (lambda: mint.optim.SGD(values, 0.1, nesterov=True), ValueError),
        (lambda: mint.optim.SGD(values, 0.1, momentum=-1.0), ValueError),
        (lambda: mint.optim.SGD([{"params": values, "x": 1}], 0.1), ValueError),
        (lambda: mint.optim.SGD([{"params": values}, {"params": values}], 0.1), ...),
        (lambda: mint.optim.Adam(values, betas=(0.9, 1.0)), ValueError),
        (lambda: mint.optim.Adam(values, betas=0.9), TypeError),
        (lambda: mint.optim.Adam(values, eps=-1.0), ValueError),
        (lambda: mint.optim.Adam(values, amsgrad=1), TypeError),
        (lambda: mint.optim.Adam(values)((Tensor(rows.START["bias"]),)), ValueError),
    ):
        with pytest.raises(ValueError if error is ... else error):
            call()
