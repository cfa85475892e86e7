"""Losses against their definitions, written out sample by sample."""

import math

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn, ops

RNG = np.random.default_rng(5)
LOGITS = RNG.standard_normal((4, 3)).astype(np.float32)
TARGET = np.array([0, 2, 1, 2], np.int32)
WEIGHT = np.array([0.5, 2.0, 1.25], np.float32)
PROBABILITIES = RNG.dirichlet(np.ones(3), 4).astype(np.float32)


def log_softmax(logits, axis=-1):
    return logits - np.log(np.exp(logits).sum(axis=axis, keepdims=True))


def by_definition(logits, target, weight, ignore, smoothing):
    """(loss, weight) for each sample: weights and smoothing as PyTorch defines them."""
    losses, weights = [], []
    for row, label in zip(log_softmax(logits), target, strict=True):
        if label == ignore:
            losses.append(0.0)
            weights.append(0.0)
            continue
        smooth = -sum(w * p for w, p in zip(weight, row, strict=True)) / len(row)
        exact = -weight[label] * row[label]
        losses.append((1 - smoothing) * exact + smoothing * smooth)
        weights.append(weight[label])
    return np.array(losses), np.array(weights)


@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["", "weight"])
@pytest.mark.parametrize("ignore", [-100, 2])
@pytest.mark.parametrize("smoothing", [0.0, 0.2])
def test_cross_entropy_of_class_indices(weight, ignore, smoothing):
    full = np.ones(3) if weight is None else weight
    losses, weights = by_definition(LOGITS, TARGET, full, ignore, smoothing)
    expected = {
        "none": losses,
        "sum": losses.sum(),
        "mean": losses.sum() / weights.sum(),
    }
    for reduction, value in expected.items():
        result = ops.cross_entropy(
            Tensor(LOGITS),
            Tensor(TARGET),
            None if weight is None else Tensor(weight),
            ignore,
            reduction,
            smoothing,
        )
        assert result.dtype == srcad.float32
        np.testing.assert_allclose(result.asnumpy(), value, rtol=2e-5)


@pytest.mark.parametrize("smoothing", [0.0, 0.3])
def test_cross_entropy_of_probabilities(smoothing):
    target = PROBABILITIES * (1 - smoothing) + smoothing / 3
    losses = -(log_softmax(LOGITS) * target * WEIGHT).sum(1)
    for reduction, value in {
        "none": losses,
        "sum": losses.sum(),
        "mean": losses.mean(),
    }.items():
        result = ops.cross_entropy(
            Tensor(LOGITS),
            Tensor(PROBABILITIES),
            Tensor(WEIGHT),
            reduction=reduction,
            label_smoothing=smoothing,
        )
        np.testing.assert_allclose(result.asnumpy(), value, rtol=2e-5)


def test_cross_entropy_of_one_sample():
    result = ops.cross_entropy(Tensor(LOGITS[0]), Tensor(1, srcad.int32))
    assert float(result) == pytest.approx(-log_softmax(LOGITS[0])[1], rel=1e-5)
    result = ops.cross_entropy(Tensor(LOGITS[0]), Tensor(PROBABILITIES[0]))
    expected = -(log_softmax(LOGITS[0]) * PROBABILITIES[0]).sum()
    assert float(result) == pytest.approx(expected, rel=1e-5)


def test_cross_entropy_of_images():
    logits = RNG.standard_normal((2, 3, 4, 5)).astype(np.float32)
    target = RNG.integers(0, 3, (2, 4, 5))
    rows = np.moveaxis(logits, 1, -1).reshape(-1, 3)
    losses, weights = by_definition(rows, target.ravel(), WEIGHT, -100, 0.1)
    for reduction, value in {
        "none": losses.reshape(2, 4, 5),
        "mean": losses.sum() / weights.sum(),
    }.items():
        result = ops.cross_entropy(
            Tensor(logits),
            Tensor(target),
            Tensor(WEIGHT),
            reduction=reduction,
            label_smoothing=0.1,
        )
        np.testing.assert_allclose(result.asnumpy(), value, rtol=5e-5, atol=1e-6)
    probabilities = np.moveaxis(RNG.dirichlet(np.ones(3), (2, 4, 5)), -1, 1)
    result = ops.cross_entropy(
        Tensor(logits),
        Tensor(probabilities.astype(np.float32)),
        Tensor(WEIGHT),
        reduction="none",
    )
    terms = log_softmax(logits, 1) * probabilities * WEIGHT[None, :, None, None]
    np.testing.assert_allclose(result.asnumpy(), -terms.sum(1), rtol=5e-5)


def test_cross_entropy_of_huge_logits_is_finite():
    result = ops.cross_entropy(Tensor([[1e4, 0.0]]), Tensor([1]))
    assert float(result) == 1e4


def test_cross_entropy_keeps_float64():
    result = ops.cross_entropy(Tensor(LOGITS.astype(np.float64)), Tensor(TARGET))
    assert result.dtype == srcad.float64


def test_all_ignored_is_nan():
    with np.errstate(invalid="ignore"):
        result = ops.cross_entropy(Tensor(LOGITS), Tensor(np.full(4, -100)))
    assert math.isnan(float(result))


@pytest.mark.parametrize("loss", [ops.cross_entropy, ops.nll_loss])
@pytest.mark.parametrize("target", [2, TARGET[:, None]], ids=["number", "column"])
def test_a_target_with_other_axes_is_refused(loss, target):
    """It was broadcast, and its gradient died of a ShapeError."""
    target = Tensor(np.array(target, np.int32))
    with pytest.raises(ValueError, match="with 2 axes must have 1"):
        loss(Tensor(LOGITS), target)
    with pytest.raises(srcad.CompileError, match=r"SRC021.*with 2 axes must have 1"):
        srcad.grad(lambda logits: loss(logits, target))(Tensor(LOGITS))


LOSSES = [ops.cross_entropy, ops.nll_loss, ops.mse_loss, ops.l1_loss, ops.huber_loss]


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.__name__)
def test_another_reduction_is_refused(loss):
    with pytest.raises(ValueError, match="reduction"):
        loss(Tensor(LOGITS), Tensor(LOGITS), reduction="median")


def test_nll_loss():
    rows = log_softmax(LOGITS)
    expected = -rows[np.arange(4), TARGET].mean()
    result = ops.nll_loss(Tensor(rows), Tensor(TARGET))
    assert float(result) == pytest.approx(expected, rel=1e-5)
    loss, total = ops.NLLLoss()(Tensor(rows), Tensor(TARGET), Tensor(WEIGHT))
    assert float(total) == WEIGHT[TARGET].sum()
    weighted = (-rows[np.arange(4), TARGET] * WEIGHT[TARGET]).sum()
    assert float(loss) == pytest.approx(weighted / WEIGHT[TARGET].sum(), rel=1e-5)


def test_softmax_cross_entropy_with_logits():
    loss, gradient = ops.SoftmaxCrossEntropyWithLogits()(
        Tensor(LOGITS), Tensor(PROBABILITIES)
    )
    losses = -(log_softmax(LOGITS) * PROBABILITIES).sum(1)
    np.testing.assert_allclose(loss.asnumpy(), losses, rtol=1e-5)
    expected = np.exp(log_softmax(LOGITS)) - PROBABILITIES
    np.testing.assert_allclose(gradient.asnumpy(), expected, atol=1e-6)
    layer = nn.SoftmaxCrossEntropyWithLogits()
    layer_loss = layer(Tensor(LOGITS), Tensor(PROBABILITIES))
    np.testing.assert_allclose(layer_loss.asnumpy(), losses, rtol=1e-5)
    sparse = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    expected = -log_softmax(LOGITS)[np.arange(4), TARGET].mean()
    result = sparse(Tensor(LOGITS), Tensor(TARGET))
    assert float(result) == pytest.approx(expected, rel=1e-5)
    result = ops.SparseSoftmaxCrossEntropyWithLogits()(Tensor(LOGITS), Tensor(TARGET))
    assert float(result) == pytest.approx(expected, rel=1e-5)


def test_regression_losses():
    difference = np.array([[0.5, -0.25, 3.0], [0.0, 1.0, -2.0]], np.float32)
    x, y = Tensor(difference + 1), Tensor(np.ones((2, 3), np.float32))
    distance = np.abs(difference)
    squares = difference**2
    cases = [
        (ops.mse_loss(x, y), squares.mean()),
        (ops.l1_loss(x, y, "sum"), distance.sum()),
        (
            ops.smooth_l1_loss(x, y, 2.0),
            np.where(distance < 2, squares / 4, distance - 1),
        ),
        (
            ops.huber_loss(x, y, "none", 2.0),
            np.where(distance <= 2, squares / 2, 2 * (distance - 1)),
        ),
        (nn.MSELoss("none")(x, y), squares),
        (nn.L1Loss()(x, y), distance.mean()),
        (
            nn.SmoothL1Loss()(x, y),
            np.where(distance < 1, squares / 2, distance - 0.5),
        ),
        (
            nn.HuberLoss()(x, y),
            np.where(distance <= 1, squares / 2, distance - 0.5).mean(),
        ),
    ]
    for result, expected in cases:
        np.testing.assert_allclose(result.asnumpy(), expected, rtol=1e-5)
    with pytest.raises(ValueError, match="beta must be positive"):
        ops.smooth_l1_loss(x, y, 0.0)


def test_binary_losses():
    p = np.array([0.2, 0.7, 0.999], np.float32)
    y = np.array([0.0, 1.0, 1.0], np.float32)
    terms = -(y * np.log(p) + (1 - y) * np.log(1 - p))
    weight = Tensor([1.0, 2.0, 3.0])
    result = ops.binary_cross_entropy(Tensor(p), Tensor(y), weight)
    assert float(result) == pytest.approx((terms * [1, 2, 3]).mean(), rel=1e-4)
    certain = ops.binary_cross_entropy(
        Tensor([0.0, 1.0]), Tensor([1.0, 1.0]), None, "none"
    )
    assert np.isfinite(certain.asnumpy()).all()
    logits = np.log(p / (1 - p)).astype(np.float32)
    result = nn.BCEWithLogitsLoss("none")(Tensor(logits), Tensor(y))
    np.testing.assert_allclose(result.asnumpy(), terms, rtol=1e-3, atol=1e-6)
    positive = ops.binary_cross_entropy_with_logits(
        Tensor(logits), Tensor(y), None, Tensor([5.0, 5.0, 5.0]), "none"
    )
    np.testing.assert_allclose(
        positive.asnumpy(), terms * np.where(y == 1, 5, 1), rtol=1e-3, atol=1e-6
    )
    extreme = ops.binary_cross_entropy_with_logits(Tensor([-1e4]), Tensor([1.0]))
    assert float(extreme) == 1e4
    assert float(nn.BCELoss()(Tensor(p), Tensor(y))) == pytest.approx(
        terms.mean(), rel=1e-4
    )


def test_divergence_and_similarity():
    logarithms = log_softmax(LOGITS)
    terms = PROBABILITIES * (np.log(PROBABILITIES) - logarithms)
    x, y = Tensor(logarithms), Tensor(PROBABILITIES)
    assert float(ops.kl_div(x, y)) == pytest.approx(terms.mean(), rel=1e-4)
    assert float(ops.kl_div(x, y, "batchmean")) == pytest.approx(
        terms.sum() / 4, rel=1e-4
    )
    none = ops.kl_div(Tensor([[0.0, -1.0]]), Tensor([[0.0, 1.0]]), "none")
    assert none.tolist() == [[0, 1]]
    assert float(nn.KLDivLoss()(x, y)) == pytest.approx(terms.mean(), rel=1e-4)
    cosine = ops.cosine_similarity(Tensor([[3.0, 4.0]]), Tensor([[4.0, 3.0]]))
    assert cosine.tolist() == [pytest.approx(0.96)]
    ranking = ops.margin_ranking_loss(
        Tensor([1.0, 2.0]), Tensor([2.0, 0.0]), Tensor([1.0, 1.0]), 0.5, "none"
    )
    assert ranking.tolist() == [1.5, 0]
