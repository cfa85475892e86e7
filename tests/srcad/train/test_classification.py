"""Metrics of classes against their definitions, class by class."""

import numpy as np
import pytest

from srcad import Tensor
from srcad.train import (
    F1,
    ConfusionMatrix,
    CosineSimilarity,
    Dice,
    Fbeta,
    Perplexity,
    Precision,
    Recall,
    Top1CategoricalAccuracy,
    Top5CategoricalAccuracy,
    TopKCategoricalAccuracy,
    auc,
    get_metric_fn,
    names,
)

RNG = np.random.default_rng(0)
OUTPUTS = RNG.random((40, 6))
LABELS = RNG.integers(0, 6, 40)
TAKEN = OUTPUTS.argmax(1)
CLASSES = range(6)
HITS = np.array([((k == TAKEN) & (k == LABELS)).sum() for k in CLASSES])
PREDICTED = np.array([(k == TAKEN).sum() for k in CLASSES])
THERE = np.array([(k == LABELS).sum() for k in CLASSES])


def in_batches(metric, outputs, labels, **settings):
    metric.clear()
    for part in (slice(0, 13), slice(13, None)):
        metric.update(Tensor(outputs[part]), labels[part])
    return metric.eval(**settings)


@pytest.mark.parametrize("labels", [LABELS, np.eye(6)[LABELS]])
def test_counts_of_classes(labels):
    recall, precision = HITS / THERE, HITS / PREDICTED
    both = 2 * HITS / (THERE + PREDICTED)
    for metric, expected in (
        (Precision(), precision),
        (Recall(), recall),
        (F1(), both),
        (Fbeta(2.0), 5 * HITS / (4 * THERE + PREDICTED)),
    ):
        found = in_batches(metric, OUTPUTS, labels)
        np.testing.assert_allclose(found, expected)
        average = in_batches(metric, OUTPUTS, labels, average=True)
        assert average == pytest.approx(expected.mean())


def test_counts_of_several_labels():
    outputs = np.array([[1, 0, 1], [1, 1, 0]])
    labels = np.array([[1, 1, 1], [0, 1, 0]])
    assert Precision("multilabel")(outputs, labels).tolist() == [1, 0.5]
    np.testing.assert_allclose(Recall("multilabel")(outputs, labels), [2 / 3, 1])


def test_the_largest_few():
    order = np.argsort(-OUTPUTS, axis=1)
    for metric, k in (
        (TopKCategoricalAccuracy(3), 3),
        (Top1CategoricalAccuracy(), 1),
        (Top5CategoricalAccuracy(), 5),
    ):
        hits = [LABELS[n] in order[n, :k] for n in range(40)]
        assert in_batches(metric, OUTPUTS, LABELS) == pytest.approx(np.mean(hits))


def test_who_was_taken_for_whom():
    counts = np.zeros((6, 6))
    for label, taken in zip(LABELS, TAKEN, strict=True):
        counts[label, taken] += 1
    for norm, expected in (
        ("no_norm", counts),
        ("target", counts / counts.sum(1, keepdims=True)),
        ("prediction", counts / counts.sum(0)),
        ("all", counts / 40),
    ):
        found = in_batches(ConfusionMatrix(6, norm), OUTPUTS, LABELS)
        np.testing.assert_allclose(found, expected)
    shares = ConfusionMatrix(2, threshold=0.6)(np.array([0.7, 0.5, 0.9]), [1, 0, 0])
    assert shares.tolist() == [[1, 1], [0, 1]]


def test_shares_of_labels():
    shares = OUTPUTS / OUTPUTS.sum(1, keepdims=True)
    logs = np.log([shares[n, LABELS[n]] for n in range(40)])
    assert in_batches(Perplexity(), shares, LABELS) == pytest.approx(
        np.exp(-logs.mean())
    )
    rest = np.exp(-logs[LABELS != 2].mean())
    assert in_batches(Perplexity(2), shares, LABELS) == pytest.approx(rest)


def test_similarities_and_areas():
    found = CosineSimilarity(zero_diagonal=False)(OUTPUTS[:3])
    for a in range(3):
        for b in range(3):
            x, y = OUTPUTS[a], OUTPUTS[b]
            expected = x @ y / np.sqrt(x @ x * (y @ y))
            assert found[a, b] == pytest.approx(expected)
    dots = CosineSimilarity("dot", "sum")(OUTPUTS[:3])
    products = OUTPUTS[:3] @ OUTPUTS[:3].T
    np.testing.assert_allclose(dots, products.sum(1) - np.diag(products))
    x, y = np.array([0.0, 1.0, 1.0, 0.0]), np.array([0.0, 1.0, 0.5, 0.5])
    common, size = 1.0 + 0.5, 2.0 + 1.5
    assert Dice()(x.reshape(1, 4), y.reshape(1, 4)) == pytest.approx(
        2 * common / (size + 1e-5)
    )
    steps = np.array([0.0, 0.5, 2.0]), np.array([1.0, 2.0, 4.0])
    assert auc(*steps) == pytest.approx(0.75 + 4.5)
    assert auc(steps[0][::-1], steps[1][::-1]) == pytest.approx(0.75 + 4.5)
    mixed = np.array([1, 0, 2])
    assert auc(steps[0][mixed], steps[1][mixed], True) == pytest.approx(5.25)


def test_metrics_by_name():
    assert isinstance(get_metric_fn("topk", 2), TopKCategoricalAccuracy)
    for name in names():
        if name not in ("topk", "auc", "confusion_matrix"):
            assert callable(get_metric_fn(name).update)


def test_what_is_refused():
    for call, error in (
        (lambda: Precision("other"), TypeError),
        (lambda: Fbeta(0), ValueError),
        (lambda: TopKCategoricalAccuracy(0), ValueError),
        (lambda: TopKCategoricalAccuracy(1.5), TypeError),
        (lambda: ConfusionMatrix(2, "rows"), ValueError),
        (lambda: CosineSimilarity("sine"), ValueError),
        (lambda: Dice(0.0), ValueError),
        (lambda: Perplexity(0.5), TypeError),
        (lambda: Recall().eval(), RuntimeError),
        (lambda: ConfusionMatrix(2).eval(), RuntimeError),
        (lambda: Precision()(OUTPUTS), ValueError),
        (lambda: Precision()(OUTPUTS, LABELS[:3]), ValueError),
        (lambda: Precision()(OUTPUTS[:, :2], LABELS), ValueError),
        (lambda: Recall("multilabel")(OUTPUTS, OUTPUTS), ValueError),
        (lambda: F1().eval(average=1), TypeError),
        (lambda: auc([1, 2], [1, 2]), TypeError),
        (lambda: auc(np.array([0.0, 2, 1]), np.ones(3)), ValueError),
        (lambda: get_metric_fn("nonsense"), KeyError),
    ):
        with pytest.raises(error):
            call()
