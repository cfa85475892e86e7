"""``SampledSoftmaxLoss`` and its sampler: which classes are drawn, and how often."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn, ops

LABELS = Tensor(np.array([[1], [4]], np.int32))
RANDOM = np.random.default_rng(5)
WEIGHTS = Tensor(RANDOM.standard_normal((9, 3)).astype(np.float32))
BIASES = Tensor(RANDOM.standard_normal(9).astype(np.float32))
INPUTS = Tensor(RANDOM.standard_normal((2, 3)).astype(np.float32))
BATCH = WEIGHTS, BIASES, LABELS, INPUTS


def arrays(sampled):
    return [part.asnumpy() for part in sampled]


@pytest.mark.parametrize("unique", [True, False])
def test_what_is_given(unique):
    classes, true, expected = arrays(
        ops.uniform_candidate_sampler(LABELS, 1, 4, unique, 9)
    )
    assert (classes.dtype, true.dtype, expected.dtype) == (
        "int32",
        "float32",
        "float32",
    )
    assert (classes.shape, true.shape, expected.shape) == ((4,), (2, 1), (4,))
    assert set(classes) <= set(range(9))
    assert len({*true.ravel(), *expected}) == 1
    if unique:
        assert len(set(classes)) == 4
    else:
        np.testing.assert_allclose(expected, 4 / 9, rtol=1e-6)


def one_after_the_other(random, labels):
    """What MindSpore does: draw until there are enough that differ."""
    found, tries = [], 0
    while len(found) < 3:
        tries += 1
        one = int(random.integers(6))
        if one not in found and one not in labels:
            found.append(one)
    return found, 1 - (5 / 6) ** tries


@pytest.mark.parametrize("hits", [True, False])
def test_they_are_drawn_as_if_one_after_the_other(hits):
    """In 4,000 draws: how often each is the first one, and how often each is expected."""
    srcad.set_seed(3)
    labels, random = Tensor(np.array([[1]])), np.random.default_rng(4)
    ours, others = [], []
    for _ in range(4000):
        found = ops.uniform_candidate_sampler(labels, 1, 3, True, 6, 0, hits)
        classes, _, expected = arrays(found)
        ours.append((classes, expected[0]))
        others.append(one_after_the_other(random, [1] if hits else []))
    for place in range(3):
        counts = [
            np.bincount([one[place] for one, _ in drawn], minlength=6)
            for drawn in (ours, others)
        ]
        assert np.abs(counts[0] - counts[1]).max() < 200
        assert (counts[0][1] == 0) == hits
    expected = [np.array([one for _, one in drawn]) for drawn in (ours, others)]
    assert expected[0].mean() == pytest.approx(expected[1].mean(), abs=0.012)
    assert expected[0].std() == pytest.approx(expected[1].std(), abs=0.012)


def test_hits_stay_where_the_others_do_not_suffice():
    classes, _, _ = arrays(
        ops.uniform_candidate_sampler(LABELS, 1, 8, True, 9, 0, True)
    )
    assert len(set(classes)) == 8
    assert {1, 4} & set(classes)


def test_one_class_of_one():
    found = ops.UniformCandidateSampler(1, 1, True, 1, 3)(Tensor(np.array([[0]])))
    assert [one.tolist() for one in arrays(found)] == [[0], [[1.0]], [1.0]]


def test_seeds():
    """A function begins anew in each call, an object once; 0 is that of all."""

    def of_function(seed):
        return arrays(ops.uniform_candidate_sampler(LABELS, 1, 5, True, 90, seed))[0]

    def three(seed):
        sampler = ops.UniformCandidateSampler(1, 5, True, 90, seed)
        return [arrays(sampler(LABELS))[0].tolist() for _ in range(3)]

    np.testing.assert_array_equal(of_function(7), of_function(7))
    assert of_function(7).tolist() != of_function(8).tolist()
    assert three(7) == three(7)
    assert three(7)[0] == of_function(7).tolist()
    assert three(7)[0] != three(7)[1]
    srcad.set_seed(1)
    first = three(0)
    srcad.set_seed(1)
    assert three(0) == first
    assert three(0) != first


@pytest.mark.parametrize("hits", [True, False])
def test_the_loss_and_its_gradient_are_those_of_what_is_drawn(hits):
    drawn = ops.UniformCandidateSampler(1, 4, True, 9, 6, hits)
    known = [drawn(LABELS) for _ in range(3)]
    net = nn.SampledSoftmaxLoss(4, 9, remove_accidental_hits=hits, seed=6)
    compiled = nn.SampledSoftmaxLoss(4, 9, remove_accidental_hits=hits, seed=6)
    gradient = srcad.value_and_grad(lambda *batch: compiled(*batch).sum(), (0, 1, 3))
    for values in known:
        given = nn.SampledSoftmaxLoss(4, 9, sampled_values=values)
        expected = given(*BATCH).asnumpy()
        np.testing.assert_array_equal(net(*BATCH).asnumpy(), expected)
        value, found = gradient(*BATCH)
        assert float(value) == pytest.approx(expected.sum(), rel=1e-6)
        parts = srcad.grad(lambda *batch, g=given: g(*batch).sum(), (0, 1, 3))(*BATCH)
        for one, part in zip(found, parts, strict=True):
            np.testing.assert_allclose(one.asnumpy(), part.asnumpy(), rtol=1e-6)


def test_a_step_without_a_seed_draws_anew():
    srcad.set_seed(2)
    net = nn.SampledSoftmaxLoss(2, 9)
    gradient = srcad.grad(lambda *batch: net(*batch).sum())
    first, second = (gradient(*BATCH).asnumpy() for _ in range(2))
    assert np.abs(first - second).max() > 0


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (
            lambda: ops.UniformCandidateSampler(1, 10, True, 9),
            "num_sampled should be <=",
        ),
        (lambda: ops.UniformCandidateSampler(0, 1, True, 9), "must be positive"),
        (
            lambda: ops.uniform_candidate_sampler(LABELS, 2, 3, True, 9),
            "the shape of 'true_classes'",
        ),
        (lambda: nn.SampledSoftmaxLoss(2, 1), "is above 'num_classes'"),
        (
            lambda: nn.SampledSoftmaxLoss(2, 4, sampled_values=(1,)),
            "'sampled_values' are three",
        ),
    ],
)
def test_what_does_not_fit_raises(call, error):
    with pytest.raises(ValueError, match=error):
        call()


def test_true_classes_are_whole_numbers():
    with pytest.raises(TypeError, match="'true_classes' are int"):
        ops.uniform_candidate_sampler(INPUTS[:, :1], 1, 3, True, 9)
