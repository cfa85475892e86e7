"""NumPy's functions of Tensors: called, they give what compiled code gives."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn, ops

A = Tensor(np.array([[1, 2, 3], [4, 5, 6]], np.int32))
B = Tensor(np.array([[2, 1, 3], [1, 5, 7]], np.int32))
LABELS = Tensor(np.array([0, 1], np.int32))
X = Tensor(np.array([[0.5, -1.0, 2.0], [0.1, 0.2, 0.3]], np.float32))


class Function(nn.Cell):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def construct(self, x, a, b, labels):
        return self.function(x, a, b, labels), x.sum()


OF_NUMPY = {
    "any": lambda x, a, b, labels: np.any(x > 1),
    "all": lambda x, a, b, labels: np.all(x > 1, axis=0),
    "sum": lambda x, a, b, labels: np.sum(x, axis=1, keepdims=True),
    "mean": lambda x, a, b, labels: np.mean(x, axis=0),
    "min": lambda x, a, b, labels: np.min(x),
    "max": lambda x, a, b, labels: np.max(x, axis=-1),
    "prod": lambda x, a, b, labels: np.prod(x),
    "var": lambda x, a, b, labels: np.var(x, ddof=1),
    "std": lambda x, a, b, labels: np.std(x, axis=0),
    "squeeze": lambda x, a, b, labels: np.squeeze(x),
    "flip": lambda x, a, b, labels: np.flip(x, 1),
    "where": lambda x, a, b, labels: np.where(x > 0, x, 0.5 * x),
    "concatenate": lambda x, a, b, labels: np.concatenate((x, a)),
    "einsum": lambda x, a, b, labels: np.einsum("ij,ij->i", x, x),
    "mean of integers": lambda x, a, b, labels: np.mean(a),
    "mean of bools": lambda x, a, b, labels: np.mean(a > b),
    "std of integers": lambda x, a, b, labels: np.std(a),
    "sum of integers": lambda x, a, b, labels: np.sum(a),
    "exp of integers": lambda x, a, b, labels: np.exp(a),
    "sqrt of integers": lambda x, a, b, labels: np.sqrt(a),
    "hypot of integers": lambda x, a, b, labels: np.hypot(a, b),
    "quotient of integers": lambda x, a, b, labels: np.divide(a, b),
    "maximum": lambda x, a, b, labels: np.maximum(a, 1.5),
    "integers and floats": lambda x, a, b, labels: np.multiply(a, x),
    "float64": lambda x, a, b, labels: np.add(a, np.array([1.0, 2.0, 3.0])),
    "of what NumPy gave": lambda x, a, b, labels: np.sin(x) * a,
    "reversed": lambda x, a, b, labels: np.array([1.0, 2.0, 3.0]) - np.exp(a),
    "comparison": lambda x, a, b, labels: np.less_equal(a, b),
}
OPERATORS = {
    "mean": lambda x, a, b, labels: ops.mean(a),
    "mse_loss": lambda x, a, b, labels: ops.mse_loss(a, b),
    "l1_loss": lambda x, a, b, labels: ops.l1_loss(a, b),
    "smooth_l1_loss": lambda x, a, b, labels: ops.smooth_l1_loss(a, b),
    "huber_loss": lambda x, a, b, labels: ops.huber_loss(a, b),
    "cross_entropy": lambda x, a, b, labels: ops.cross_entropy(a, labels),
    "kl_div": lambda x, a, b, labels: ops.kl_div(a, b),
    "nll_loss": lambda x, a, b, labels: ops.nll_loss(a, labels),
    "softmax": lambda x, a, b, labels: ops.softmax(a),
    "gelu": lambda x, a, b, labels: ops.gelu(a),
    "cast": lambda x, a, b, labels: ops.cast(a, srcad.float64),
}
ROWS = [(f"np {n}", f) for n, f in OF_NUMPY.items()]
ROWS += [(f"ops {n}", f) for n, f in OPERATORS.items()]


@pytest.mark.parametrize(("name", "function"), ROWS, ids=[name for name, _ in ROWS])
def test_called_and_compiled_agree(name, function):
    called = function(X, A, B, LABELS)
    (compiled, _), _ = srcad.value_and_grad(Function(function))(X, A, B, LABELS)
    assert isinstance(called, Tensor)
    assert called.dtype == compiled.dtype
    assert called.shape == compiled.shape
    np.testing.assert_allclose(called.asnumpy(), compiled.asnumpy(), rtol=1e-6)


def test_what_is_asked_for_in_float64_stays():
    assert ops.cast(A, srcad.float64).dtype == srcad.float64
    assert np.sum(A, dtype=np.float64).dtype == srcad.float64
    assert (A * np.array([0.5, 1.0, 2.0])).dtype == srcad.float64


def test_a_result_shares_no_memory_with_its_operand():
    x = Tensor(np.zeros(4, np.float32))
    y = np.reshape(x, (2, 2))
    y[0] = 1.0
    assert not x.asnumpy().any()


def test_out_is_written_to_and_given_back():
    x, array = Tensor(np.ones(3, np.float32)), np.zeros(3, np.float32)
    assert np.add(x, x, out=array) is array
    array += x
    np.testing.assert_array_equal(array, [3.0, 3.0, 3.0])
    out = Tensor(np.zeros(3, np.float32))
    assert np.cumsum(x, out=out) is out
    np.testing.assert_array_equal(out.asnumpy(), [1.0, 2.0, 3.0])


def test_methods_of_ufuncs_and_several_results():
    x = Tensor(np.array([1.5, 2.5], np.float32))
    assert isinstance(np.add.reduce(x), Tensor)
    parts = np.modf(x)
    assert [type(part) for part in parts] == [Tensor, Tensor]
    array = np.zeros(2, np.float32)
    np.add.at(array, [0, 0], x)
    np.testing.assert_array_equal(array, [4.0, 0.0])


def test_what_no_operand_is_raises():
    with pytest.raises(TypeError):
        np.add(Tensor([1.0]), "text")
