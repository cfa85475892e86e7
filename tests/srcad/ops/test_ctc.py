"""The CTC loss, against the sum over all paths."""

import itertools

import numpy as np
import pytest

import srcad
from srcad import Tensor, ops

TARGETS = np.array([[1, 1, 2], [2, 0, 0]], np.int32)
LENGTHS = np.array([3, 1], np.int32)


def log_probs(steps, seed=3):
    logits = np.random.default_rng(seed).normal(size=(steps, 2, 3))
    return logits - np.log(np.exp(logits).sum(2, keepdims=True))


def collapsed(path):
    """A path without repetitions, then without blanks."""
    return [label for label, _ in itertools.groupby(path) if label != 0]


def by_paths(x, target, steps):
    total = 0.0
    for path in itertools.product(range(3), repeat=steps):
        if collapsed(path) == list(target):
            total += np.exp(sum(x[t, label] for t, label in enumerate(path)))
    return -np.log(total) if total else np.inf


@pytest.mark.parametrize("steps", [(5, 4), (5, 1), (4, 5)])
def test_it_is_the_probability_of_all_paths(steps):
    x = log_probs(5)
    expected = [by_paths(x[:, k], TARGETS[k, : LENGTHS[k]], steps[k]) for k in range(2)]
    loss, forward = ops.ctc_loss(
        Tensor(x), Tensor(TARGETS), Tensor(list(steps)), Tensor(LENGTHS), 0, "none"
    )
    np.testing.assert_allclose(loss.asnumpy(), expected, rtol=1e-6)
    assert forward.shape == (2, 5, 7)
    mean, _ = ops.ctc_loss(Tensor(x), Tensor(TARGETS), steps, tuple(LENGTHS))
    np.testing.assert_allclose(mean.asnumpy(), np.mean(expected / LENGTHS), rtol=1e-6)


def test_a_target_that_is_too_long_has_an_infinite_loss_and_no_gradient():
    x = Tensor(log_probs(3))

    def loss(x, zero):
        given = (Tensor(TARGETS), (3, 3), (3, 1), 0, "sum", zero)
        return ops.ctc_loss(x, *given)[0]

    assert loss(x, False).asnumpy() == np.inf
    finite = by_paths(x.asnumpy()[:, 1], [2], 3)
    np.testing.assert_allclose(loss(x, True).asnumpy(), finite, rtol=1e-6)
    gradient = srcad.grad(loss)(x, True).asnumpy()
    assert np.isfinite(gradient).all()
    assert not gradient[:, 0].any()
    assert gradient[:, 1].any()


def test_what_it_refuses():
    x, lengths = Tensor(log_probs(3)), (3, 3)
    with pytest.raises(ValueError, match="two"):
        ops.ctc_loss(x, Tensor([1, 2]), lengths, (1, 1))
    with pytest.raises(ValueError, match="reduction"):
        ops.ctc_loss(x, Tensor(TARGETS), lengths, (3, 1), 0, "max")


@pytest.mark.parametrize("filling", [0, 9, -1])
def test_what_stands_behind_a_target_is_not_read(filling):
    targets = Tensor(np.array([[1, 2, filling], [1, filling, filling]], np.int32))
    x = np.random.default_rng(3).normal(size=(5, 2, 4))
    x = Tensor(x - np.log(np.exp(x).sum(-1, keepdims=True)))
    whole = Tensor(np.array([[1, 2, 3], [1, 3, 3]], np.int32))

    def loss(x, targets):
        return ops.ctc_loss(x, targets, Tensor([5, 4]), Tensor([2, 1]))

    for have, want in zip(loss(x, targets), loss(x, whole), strict=True):
        np.testing.assert_array_equal(have.asnumpy(), want.asnumpy())
    slopes = [srcad.grad(lambda x, t: loss(x, t)[0])(x, t) for t in (targets, whole)]
    np.testing.assert_allclose(slopes[0].asnumpy(), slopes[1].asnumpy(), rtol=1e-12)


def test_the_probabilities_behind_the_lengths_are_none():
    # As in MindSpore 2.10.
    x = ops.log_softmax(Tensor(np.zeros((4, 2, 3), np.float32)), 2)
    targets = Tensor(np.array([[1, 2], [1, 2]], np.int32))
    _, forward = ops.ctc_loss(x, targets, Tensor([4, 3]), Tensor([1, 2]))
    assert np.isinf(forward.asnumpy()[0, :, 3:]).all()
    assert np.isinf(forward.asnumpy()[1, 3]).all()
    assert np.isfinite(forward.asnumpy()[0, 1:, :3]).all()


SCATTERED = (
    srcad.Tensor([[0, 0], [0, 1], [1, 0]], srcad.int64),
    srcad.Tensor([1, 2, 2], srcad.int32),
    srcad.Tensor([5, 4], srcad.int32),
)


def test_the_second_output_of_ctcloss_is_the_gradient():
    x = srcad.Tensor(np.random.default_rng(1).normal(size=(5, 2, 4)))

    def loss(x):
        return srcad.ops.CTCLoss()(x, *SCATTERED)[0].sum()

    slope = srcad.ops.CTCLoss()(x, *SCATTERED)[1].asnumpy()
    np.testing.assert_allclose(srcad.grad(loss)(x).asnumpy(), slope, atol=1e-12)


def test_a_target_that_is_too_long():
    places = srcad.Tensor([[0, 0], [0, 1]], srcad.int64)
    labels = srcad.Tensor([1, 1], srcad.int32)
    x = srcad.Tensor(np.zeros((2, 1, 3)))
    loss, slope = srcad.ops.CTCLoss()(x, places, labels, srcad.Tensor([2]))
    assert np.isposinf(loss.asnumpy())
    np.testing.assert_array_equal(slope.asnumpy(), np.zeros((2, 1, 3)))


@pytest.mark.parametrize("way", [lambda loss: loss, srcad.grad], ids=["eager", "grad"])
def test_a_target_longer_than_its_input_is_said_to_be(way):
    places = srcad.Tensor([[0, 0], [0, 1]], srcad.int64)
    labels, lengths = srcad.Tensor([1, 2], srcad.int32), srcad.Tensor([1])
    x = srcad.Tensor(np.zeros((2, 1, 3)))

    def loss(x, longer):
        made = srcad.ops.CTCLoss(ignore_longer_outputs_than_inputs=longer)
        return made(x, places, labels, lengths)[0].sum()

    with pytest.raises(RuntimeError, match="no target may be longer than its input"):
        way(loss)(x, False)
    assert not np.isnan(way(loss)(x, True).asnumpy()).any()


@pytest.mark.parametrize(
    "flag", [{"preprocess_collapse_repeated": True}, {"ctc_merge_repeated": False}]
)
def test_labels_that_are_taken_otherwise_are_refused(flag):
    with pytest.raises(ValueError, match="preprocess_collapse_repeated"):
        srcad.ops.CTCLoss(**flag)
