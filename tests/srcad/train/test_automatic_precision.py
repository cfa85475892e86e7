"""Level "auto" of mixed precision: the casts of MindSpore 2.10, eager and compiled."""

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn, ops
from srcad import numpy as mnp
from srcad.compiler.diagnostics.errors import CompileError
from srcad.train import Model, amp

HALF, SINGLE = srcad.float16, srcad.float32
WEIGHT = np.array([[0.3, -0.7, 0.1], [1.1, 0.2, -0.4]], np.float32)
X = np.array([[0.5, -1.25, 2.0], [1.5, 0.75, -0.3]], np.float32)

# What MindSpore 2.10 gives of a float32 Tensor, and of a float16 one.
DTYPES = [
    (lambda x: ops.matmul(x, x.T), HALF, HALF),
    (lambda x: x @ x.T, HALF, HALF),
    (lambda x: ops.relu(x), SINGLE, HALF),
    (lambda x: x * 2 + 1, SINGLE, HALF),
    (lambda x: ops.exp(x), SINGLE, SINGLE),
    (lambda x: x**2, SINGLE, SINGLE),
    (lambda x: x.sum(), SINGLE, SINGLE),
    (lambda x: ops.ReduceSum()(x), SINGLE, HALF),
    (lambda x: ops.mean(x), SINGLE, HALF),
    (lambda x: ops.softmax(x), SINGLE, SINGLE),
    (lambda x: ops.addmm(x[:, :2], x, x.T), SINGLE, HALF),
    (lambda x: ops.dense(x, Tensor(WEIGHT), x[:, 0]), HALF, HALF),
    (lambda x: ops.concat((x, Tensor(WEIGHT))), SINGLE, SINGLE),
    (lambda x: ops.Inv()(x), SINGLE, HALF),
    (lambda x: nn.LayerNorm((3,))(x), SINGLE, SINGLE),
    (lambda x: nn.Conv1d(2, 2, 1, has_bias=True)(x[None]), SINGLE, SINGLE),
    (lambda x: nn.Conv1d(2, 2, 1)(x[None]), HALF, HALF),
]


@pytest.mark.parametrize("row", range(len(DTYPES)))
def test_dtypes_are_those_of_mindspore(row):
    program, *want = DTYPES[row]
    mixed = amp.auto_mixed_precision(program, "auto")
    found = [mixed(Tensor(X.astype(dtype))).dtype for dtype in (np.float32, np.float16)]
    assert found == want


def test_batch_dot_is_a_product_of_matrices():
    mixed = amp.auto_mixed_precision(
        lambda x: ops.batch_dot(x[None], x.T[None], (2, 1)), "auto"
    )
    assert mixed(Tensor(X.astype(np.float32))).dtype == HALF


class Net(nn.Cell):
    """A product, a sum of two dtypes, a power, and a Cell with a dtype of its own."""

    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(3, 2, Tensor(WEIGHT), Tensor([0.1, -0.2]))
        self.scale = Parameter(Tensor([1.7, -0.6]), name="scale")
        self.own = nn.Dense(2, 2, Tensor(WEIGHT[:, :2])).to_float(SINGLE)

    def construct(self, x):
        h = self.dense(x) * self.scale
        return self.own(ops.relu(h)), ops.matmul(h, h.T), h**2


def by_hand(x, weight, bias, scale, own, more):
    """What ``Net`` computes, with its casts."""
    half = np.float16
    h = (x.astype(half) @ weight.T.astype(half) + bias) * scale
    product = h.astype(half) @ h.T.astype(half)
    return np.maximum(h, 0) @ own.T + more, product, h**2


def test_values_are_those_of_the_casts_by_hand():
    net = amp.auto_mixed_precision(Net(), "auto")
    found = net(Tensor(X))
    # The net's own Parameter comes first.
    scale, weight, bias, own, more = (p.asnumpy() for p in net.get_parameters())
    want = by_hand(X, weight, bias, scale, own, more)
    for one, other in zip(found, want, strict=True):
        assert one.asnumpy().dtype == other.dtype
        np.testing.assert_allclose(one.asnumpy(), other, rtol=1e-6)


def test_gradients_are_those_of_the_casts():
    net = amp.auto_mixed_precision(Net(), "auto")

    def loss(x):
        own, product, power = net(x)
        return own.sum() + product.astype(SINGLE).sum() + power.sum()

    def exact(x):
        own, product, power = plain(x)
        return own.sum() + product.sum() + power.sum()

    plain = Net()
    gradient = srcad.value_and_grad(loss, 0, net.trainable_params())
    value, (dx, dparams) = gradient(Tensor(X))
    assert float(value) == pytest.approx(float(loss(Tensor(X))), rel=1e-6)
    single = srcad.value_and_grad(exact, 0, plain.trainable_params())(Tensor(X))
    _, (dx_single, dparams_single) = single
    for one, other in zip((dx, *dparams), (dx_single, *dparams_single), strict=True):
        assert one.dtype == SINGLE
        np.testing.assert_allclose(one.asnumpy(), other.asnumpy(), rtol=2e-2, atol=2e-2)
    assert (dx != dx_single).any()


def test_a_module_is_for_the_level():
    net = Net()

    def loss(x):
        own, product, power = net(x)
        return own.sum() + product.astype(SINGLE).sum() + power.sum()

    before = srcad.grad(loss)(Tensor(X))
    amp.auto_mixed_precision(net, "auto")
    assert (srcad.grad(loss)(Tensor(X)) != before).any()


REFUSED = [
    lambda x: ops.std(x),
    lambda x: mnp.outer(x, x),
    lambda x: ops.addbmm(x[:, :2], x[None], x.T[None]),
    lambda x: nn.LSTMCell(3, 2)(x, (x[:, :2], x[:, :2]))[0],
]


@pytest.mark.parametrize("program", REFUSED)
def test_what_mindspore_composes_otherwise_is_refused(program):
    mixed = amp.auto_mixed_precision(program, "auto")
    program(Tensor(X))
    with pytest.raises(TypeError, match="has no precision at amp level 'auto'"):
        mixed(Tensor(X))
    with pytest.raises(CompileError, match="has no precision at amp level 'auto'"):
        srcad.grad(lambda x: mixed(x).sum())(Tensor(X))


def test_a_model_has_its_loss_in_float32():
    class Loss(nn.Cell):
        def construct(self, out, label):
            if not out.dtype == label.dtype == SINGLE:
                raise TypeError(f"{out.dtype} and {label.dtype}")
            return ops.mean((out - label) ** 2)

    class Products(nn.Cell):
        def __init__(self):
            super().__init__()
            self.weight = Parameter(Tensor(WEIGHT), name="weight")

        def construct(self, x):
            return ops.matmul(x, self.weight.T)

    net = Products()
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    model = Model(net, Loss(), optimizer, metrics={"mse"}, amp_level="auto")
    label = np.zeros((2, 2), np.float32)
    batches = [(X, label.astype(np.float16))]
    before = model.eval(batches)["mse"]
    model.train(3, batches)
    assert model.eval(batches)["mse"] < before
    assert model.predict(Tensor(X)).dtype == HALF
