"""Layers of ``mint.nn`` in training: statistics that run, and what is dropped."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, mint

X = np.random.default_rng(0).standard_normal((4, 3, 2, 2))
MEAN, VARIANCE = X.mean(axis=(0, 2, 3)), X.var(axis=(0, 2, 3))
UNBIASED = VARIANCE * 16 / 15


def normalized(x):
    return (x - MEAN[:, None, None]) / np.sqrt(VARIANCE + 1e-5)[:, None, None]


@pytest.mark.parametrize("momentum", [0.1, 0.3, None])
def test_running_statistics_are_drawn_towards_those_of_the_batches(momentum):
    norm = mint.nn.BatchNorm2d(3, momentum=momentum).set_train()
    assert [p.name for p in norm.get_parameters()] == [
        *("weight", "bias", "running_mean", "running_var", "num_batches_tracked")
    ]
    mean, variance = np.zeros(3), np.ones(3)
    for count in (1, 2, 3):
        share = 1 / count if momentum is None else momentum
        batch = X + count
        found = srcad.grad(lambda x: (norm(x) ** 3).sum())(Tensor(batch))
        assert found.shape == X.shape
        mean = (1 - share) * mean + share * (MEAN + count)
        variance = (1 - share) * variance + share * UNBIASED
        np.testing.assert_allclose(norm.running_mean.asnumpy(), mean, rtol=1e-5)
        np.testing.assert_allclose(norm.running_var.asnumpy(), variance, rtol=1e-5)
        assert int(norm.num_batches_tracked) == count
    np.testing.assert_allclose(norm(Tensor(X)).asnumpy(), normalized(X), rtol=1e-5)


def test_without_running_statistics_those_of_the_batch_count_always():
    norm = mint.nn.BatchNorm2d(3, affine=False, track_running_stats=False)
    assert list(norm.get_parameters()) == []
    for mode in (True, False):
        norm.set_train(mode)
        np.testing.assert_allclose(norm(Tensor(X)).asnumpy(), normalized(X), rtol=1e-6)


def test_statistics_that_cannot_be_written_are_refused():
    statistics = Tensor(np.zeros(3)), Tensor(np.ones(3))
    with pytest.raises(ValueError, match="Parameters"):
        mint.nn.functional.batch_norm(Tensor(X), *statistics, training=True)
    with pytest.raises(ValueError, match="running statistics"):
        mint.nn.functional.batch_norm(Tensor(X), None, None)


def test_what_is_dropped_is_dropped_in_training_alone():
    srcad.set_seed(3)
    x = Tensor(np.ones((2, 6, 3, 3), np.float32))
    for layer, axes in (
        (mint.nn.Dropout(0.5), ()),
        (mint.nn.Dropout2d(0.5), (2, 3)),
    ):
        assert (layer(x) == x).all()
        out = layer.set_train()(x).asnumpy()
        assert set(np.unique(out)) == {0.0, 2.0}
        assert (out.std(axis=axes) == 0).all() if axes else True
    unbatched = mint.nn.functional.dropout2d(x[0], 0.5).asnumpy()
    assert unbatched.shape == (6, 3, 3)
    assert (unbatched.std(axis=(1, 2)) == 0).all()


def test_what_gives_no_array_to_differentiate():
    x = Tensor(X)
    assert mint.equal(x, x) is True
    assert mint.equal(x, x + 1) is False
    assert mint.equal(x, x[0]) is False
    assert mint.allclose(x, x + 1e-9) is True
    assert mint.allclose(x, x + 1e-9, rtol=0, atol=1e-12) is False
    assert mint.item(x[0, 0, 0, 0]) == X[0, 0, 0, 0]
    assert mint.empty(2, 3).shape == (2, 3)
    assert mint.empty((2, 3), dtype=srcad.int32).dtype == srcad.int32
    assert mint.empty_like(x).shape == X.shape
