"""Optimizers, schedules and losses of mindcv, against what they give on MindSpore 2.10.

How to install mindcv is in CONTRIBUTING.md; without it these tests are skipped.
"""

import importlib.util

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        importlib.util.find_spec("mindcv") is None,
        reason="mindcv is not installed (CONTRIBUTING.md says how)",
    ),
]

# The weights and the bias after three steps.
OPTIMIZERS = {
    "sgd": ([-0.06332, 0.48254], -0.18082),
    "adam": ([0.20001, 0.0153], -0.19998),
    "adamw": ([0.1988, 0.01573], -0.2),
    "lion": ([0.1988, 0.05045], -0.2),
    "nadam": ([0.24284, -0.08274], -0.15707),
    "adan": ([0.20154, -0.03509], -0.19846),
    "rmsprop": ([-0.06293, 0.39427], -0.19979),
    "adagrad": ([0.27886, -0.10689], -0.10323),
}


@pytest.fixture(scope="module", autouse=True)
def alias():
    with srcad.alias_mindspore():
        yield


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_an_optimizer(name):
    from mindcv.optim import create_optimizer

    net = nn.Dense(2, 1, Tensor([[0.5, -0.25]]), Tensor([0.1]))
    optimizer = create_optimizer(
        net.trainable_params(), opt=name, lr=0.1, weight_decay=0.01
    )
    for step in range(3):
        optimizer((Tensor([[1.0, -2.0 + step]]), Tensor([0.5])))
    weights, bias = OPTIMIZERS[name]
    np.testing.assert_allclose(net.weight.asnumpy(), [weights], atol=1e-5)
    np.testing.assert_allclose(net.bias.asnumpy(), [bias], atol=1e-5)


@pytest.mark.parametrize(
    ("name", "rates"),
    [
        ("cosine_decay", [0, 0.03333, 0.06667, 0.1, 0.09847]),
        ("exponential_decay", [0, 0.03333, 0.06667, 0.1, 0.09655]),
        ("polynomial_decay", [0, 0.03333, 0.06667, 0.1, 0.09398]),
    ],
)
def test_a_schedule(name, rates):
    from mindcv.scheduler import create_scheduler

    settings = {"lr": 0.1, "min_lr": 0.01, "warmup_epochs": 1, "num_epochs": 6}
    found = create_scheduler(3, scheduler=name, decay_epochs=4, **settings)
    np.testing.assert_allclose(found[:5], rates, atol=1e-5)


def test_losses():
    from mindcv.loss import create_loss

    logits = Tensor([[0.5, -1.0, 0.2]])
    assert float(create_loss("CE")(logits, Tensor([1], srcad.int32))) == pytest.approx(
        2.1749563
    )
    assert float(
        create_loss("BCE")(logits, Tensor([[0.0, 1.0, 0.0]]))
    ) == pytest.approx(1.0284926)
