"""``mindspore.numpy`` and ``mindspore.mint``: names and arguments, against NumPy."""

import numpy as np
import pytest

import srcad
import srcad.numpy as mnp
from srcad import Tensor, float16, float32, grad, int32, mint

X = np.array([[0.5, -1.5, 2.0], [3.0, 0.25, -0.75]], np.float32)


def check(actual, expected):
    assert isinstance(actual, Tensor)
    assert actual.shape == np.shape(expected)
    np.testing.assert_allclose(actual.asnumpy(), expected, rtol=1e-5)


@pytest.mark.parametrize(
    "name",
    [
        "sum",
        "prod",
        "mean",
        "max",
        "min",
        "amax",
        "amin",
        "var",
        "std",
        "argmax",
        "argmin",
    ],
)
@pytest.mark.parametrize("axis", [None, 0, 1])
def test_numpy_reductions(name, axis):
    actual = getattr(mnp, name)(Tensor(X), axis=axis)
    check(actual, getattr(np, name)(X, axis=axis))


def test_numpy_creation():
    assert mnp.zeros((2, 3)).dtype == float32
    assert mnp.ones((2,), int32).dtype == int32
    check(mnp.full((2,), 1.5), [1.5, 1.5])
    check(mnp.arange(1, 7, 2), [1, 3, 5])
    check(mnp.eye(2), np.eye(2))
    made = mnp.array([1, 2], float16, ndmin=2)
    assert (made.shape, made.dtype) == ((1, 2), float16)
    assert mnp.asarray(made) is made
    assert mnp.asarray(made, float32).dtype == float32
    assert mnp.pi == np.pi
    check(mnp.eye(2, k=1), np.eye(2, k=1))


def test_numpy_arguments():
    # What MindSpore 2.10 gives.
    x = mnp.array([1.0, 2.0])
    assert mnp.isnan(x, dtype=int32).dtype == int32
    check(mnp.add([1, 2], (3, 2)), [4, 4])
    check(mnp.maximum(2, [1, 3]), [2, 3])
    check(mnp.take(x, [0, 5, -1]), [1, 2, 2])
    check(mnp.take(x, [0, 5, -1], mode="wrap"), [1, 2, 2])
    check(mnp.max(x, initial=0.0, where=Tensor([True, False])), 1.0)
    check(mnp.ones_like(x, int32, (3,)), np.ones(3))
    numbers, step = mnp.linspace(0, 1, 5, retstep=True)
    check(numbers, [0, 0.25, 0.5, 0.75, 1])
    check(step, 0.25)
    with pytest.raises(ValueError, match="initial value must be provided"):
        mnp.max(x, where=Tensor([True, False]))
    with pytest.raises(NotImplementedError, match="raise"):
        mnp.take(x, [0], mode="raise")


def test_numpy_questions():
    x = mnp.array([[1.0, 2.0]])
    assert mnp.size(x) == 2
    assert mnp.size([[1, 2]], 0) == 1
    assert mnp.isscalar(3)
    assert not mnp.isscalar(x)
    check(mnp.array_equal(x, x + 0), True)
    check(mnp.array_equal(x, x + 1), False)
    check(mnp.array_equiv(x, mnp.array([1.0, 2.0])), True)

    def function(x):
        return x * mnp.size(x) if mnp.array_equal(x, x * 1) else x

    check(srcad.grad(function)(x), [[2.0, 2.0]])


def test_numpy_shapes():
    check(mnp.transpose(Tensor(X)), X.T)
    check(mnp.transpose(Tensor(X[None]), (2, 0, 1)), np.transpose(X[None], (2, 0, 1)))
    check(mnp.ravel(Tensor(X)), X.ravel())
    check(mnp.concatenate((Tensor(X), Tensor(X)), axis=1), np.concatenate((X, X), 1))
    check(mnp.cumsum(Tensor(X), 1), np.cumsum(X, 1))
    check(mnp.mean(Tensor([1, 2]), dtype=float32), 1.5)


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (lambda x: mint.add(x, x, alpha=3), 4 * X),
        (lambda x: mint.add(x, x), 2 * X),
        (lambda x: mint.sub(x, x, alpha=3), -2 * X),
        (lambda x: mint.div(x, 0.5, rounding_mode="floor"), X // 0.5),
        (lambda x: mint.sum(x, dim=1, keepdim=True), X.sum(1, keepdims=True)),
        (lambda x: mint.mean(x, dim=0), X.mean(0)),
        (lambda x: mint.prod(x, 1, True), X.prod(1, keepdims=True)),
        (lambda x: mint.max(x), X.max()),
        (lambda x: mint.max(x, dim=1)[0], X.max(1)),
        (lambda x: mint.min(x, 1, True)[1], X.argmin(1)[:, None]),
        (lambda x: mint.argmax(x, dim=1), X.argmax(1)),
        (lambda x: mint.argmin(x, dim=1), X.argmin(1)),
        (lambda x: mint.var(x, dim=1), X.var(1, ddof=1)),
        (lambda x: mint.std(x, 1, correction=0, keepdim=True), X.std(1)[:, None]),
        (lambda x: mint.cumsum(x, dim=1), X.cumsum(1)),
        (lambda x: mint.logsumexp(x, 1), np.log(np.exp(X).sum(1))),
        (lambda x: mint.softmax(x, dim=0), np.exp(X) / np.exp(X).sum(0)),
        (lambda x: mint.cat((x, x), dim=1), np.concatenate((X, X), 1)),
        (lambda x: mint.stack((x, x), dim=1), np.stack((X, X), 1)),
        (lambda x: mint.split(x, 2, dim=1)[1], X[:, 2:]),
        (lambda x: mint.chunk(x, 2, dim=0)[1], X[1:]),
        (lambda x: mint.narrow(x, 1, 1, 2), X[:, 1:]),
        (lambda x: mint.unbind(x, dim=1)[2], X[:, 2]),
        (lambda x: mint.index_select(x, 1, Tensor([2, 0])), X[:, [2, 0]]),
        (lambda x: mint.gather(x, 1, Tensor([[2], [0]])), [[2.0], [3.0]]),
        (lambda x: mint.permute(x, (1, 0)), X.T),
        (lambda x: mint.transpose(x, 0, 1), X.T),
        (lambda x: mint.squeeze(mint.unsqueeze(x, 1), dim=1), X),
        (lambda x: mint.flatten(x), X.ravel()),
        (lambda x: mint.sort(x, dim=1, descending=True)[0], -np.sort(-X, 1)),
        (lambda x: mint.topk(x, 2)[0], -np.sort(-X, 1)[:, :2]),
        (lambda x: mint.all(x > -2, dim=1), [True, True]),
        (lambda x: mint.any(x > 2, dim=1), [False, True]),
        (
            lambda x: mint.nn.functional.softmax(x),
            np.exp(X) / np.exp(X).sum(1)[:, None],
        ),
        (lambda x: mint.nn.functional.leaky_relu(x), np.where(X > 0, X, 0.01 * X)),
        (lambda x: mint.nn.functional.dropout(x, 0.5, training=False), X),
        (lambda x: mint.nn.functional.smooth_l1_loss(x, x), 0.0),
        (lambda x: mint.nn.Softmax(dim=0)(x), np.exp(X) / np.exp(X).sum(0)),
        (lambda x: mint.nn.LogSoftmax(dim=0)(x), X - np.log(np.exp(X).sum(0))),
        (lambda x: mint.nn.Linear(3, 1, False, "ones")(x), X.sum(1)[:, None]),
        (lambda x: mint.nn.Dropout(p=0.5)(x), X),
        (lambda x: mint.nn.Flatten(0)(x), X.ravel()),
    ],
)
def test_mint(actual, expected):
    check(actual(Tensor(X)), expected)


def test_gradients_go_through_both():
    def through_mint(x):
        return mint.add(x, mint.nn.functional.leaky_relu(x), alpha=2).sum()

    def through_numpy(x):
        return mnp.mean(mnp.square(x), axis=1).sum()

    check(grad(through_mint)(Tensor(X)), np.where(X > 0, 3.0, 1.02))
    check(grad(through_numpy)(Tensor(X)), 2 * X / 3)


def test_what_is_public_is_there():
    for module in (mnp, mint, mint.nn, mint.nn.functional):
        assert len(set(module.__all__)) == len(module.__all__)
        assert all(hasattr(module, name) for name in module.__all__)


def test_numpy_gives_32_bits_where_no_dtype_is_given():
    assert mnp.arange(1, 9, 3).dtype == int32
    assert mnp.arange(1, 2, 0.5).dtype == float32
    assert mnp.full((2,), 2).dtype == int32
    assert mnp.array([1, 2]).dtype == mnp.asarray(3).dtype == int32
    assert mnp.array(np.zeros(2)).dtype == float32
    assert mnp.array([1, 2], srcad.int64).dtype == srcad.int64
    assert mnp.array(Tensor([1, 2])).dtype == srcad.int64


def test_smooth_l1_loss_is_a_mean_in_mint():
    loss = mint.nn.SmoothL1Loss()(Tensor([0.0, 3.0]), Tensor([1.0, 0.0]))
    check(loss, (0.5 + 2.5) / 2)
    check(mint.nn.SmoothL1Loss("sum", 2.0)(Tensor([3.0]), Tensor([0.0])), 2.0)


def test_dtypes_that_meet():
    ms = srcad
    assert mnp.promote_types(ms.float32, ms.int64) == ms.float32
    assert mnp.promote_types(ms.int8, ms.uint8) == ms.int16
    assert mnp.result_type(ms.Tensor([1]), "i2", ms.float16) == ms.float16
    assert mnp.result_type(3, ms.Tensor([1.0])) == ms.float32
    assert mnp.result_type(3, 2.5) == ms.float32
    assert mnp.array_str(mnp.arange(3)) == "[0 1 2]"


def test_what_is_called_along_axes():
    x = mnp.arange(24).reshape((2, 3, 4))
    found = mnp.apply_along_axis(lambda v: mnp.diag(v), 1, x)
    want = np.apply_along_axis(np.diag, 1, x.asnumpy())
    np.testing.assert_array_equal(found.asnumpy(), want)
    found = mnp.apply_along_axis(lambda v: v.sum(), 0, x)
    np.testing.assert_array_equal(found.asnumpy(), x.asnumpy().sum(0))
    with pytest.raises(ValueError, match="correct shape"):
        mnp.apply_over_axes(lambda x, axis: x.reshape(-1), x, 0)
    with pytest.raises(ValueError, match="invalid mode"):
        mnp.ravel_multi_index(mnp.array([[1], [2]]), (3, 4), "raise")
    with pytest.raises(ValueError, match="invalid order"):
        mnp.unravel_index(mnp.array([3]), (3, 4), "K")
