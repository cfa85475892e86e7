"""Every public method and property of Tensor, in an eager call and compiled.

A name without a row fails. Each row is a function of ``x`` (3, 4), ``i`` (integers in
the same shape) and ``v`` (4,); its result, or those of a tuple, must be the same to the
dtype, and the gradient by ``x`` is compared with finite differences in float64.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn, ops
from srcad.compiler.diagnostics.errors import CompileError
from tests.sampling import sampled
from tests.srcad import tensor_method_rows

X = np.array(
    [[0.31, -0.62, 0.18, 0.77], [-0.45, 0.53, 0.93, -0.12], [0.66, -0.27, -0.84, 0.09]]
)
PLACES = np.array([[2, 0, 1, 2], [1, 1, 0, 2], [0, 2, 1, 0]], np.int32)
V = np.array([0.4, -1.2, 0.7, 1.9])

METHODS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "T": lambda x, i, v: (x.T, i.T),
    "abs": lambda x, i, v: (x.abs(), (i - 1).abs()),
    "acos": lambda x, i, v: (x.acos(), (i - 1).acos()),
    "add": lambda x, i, v: (x.add(v), i.add(x), i.add(1), i.add(1.5)),
    "addmm": lambda x, i, v: (
        (x @ x.T).addmm(x, x.T, beta=2, alpha=0.5),
        x[:, :3].addmm(x, x.T),
    ),
    "all": lambda x, i, v: (x.all(), i.all(axis=1), (x > 0).all(0, keep_dims=True)),
    "amax": lambda x, i, v: (x.amax(), x.amax(axis=1, keepdims=True), i.amax(0)),
    "amin": lambda x, i, v: (x.amin(), x.amin(axis=1, keepdims=True), i.amin(0)),
    "any": lambda x, i, v: (x.any(), i.any(axis=1), (x > 0).any(0, keep_dims=True)),
    "argmax": lambda x, i, v: (x.argmax(), x.argmax(1), i.argmax(0, keepdims=True)),
    "argmin": lambda x, i, v: (x.argmin(), x.argmin(1), i.argmin(0, keepdims=True)),
    "argsort": lambda x, i, v: (x.argsort(), x.argsort(0, descending=True)),
    "asin": lambda x, i, v: (x.asin(), (i - 1).asin()),
    "astype": lambda x, i, v: (
        *(x.astype(srcad.float16), i.astype(srcad.float64), x.astype(srcad.int8)),
        *(x.astype(np.float32), x.astype("int32"), x.astype(x.dtype) * x),
    ),
    "atan": lambda x, i, v: (x.atan(), i.atan()),
    "atan2": lambda x, i, v: (x.atan2(v), i.atan2(x)),
    "bitwise_and": lambda x, i, v: (i.bitwise_and(1), (x > 0).bitwise_and(v > 0)),
    "bitwise_not": lambda x, i, v: (i.bitwise_not(), (x > 0).bitwise_not()),
    "bitwise_or": lambda x, i, v: (i.bitwise_or(1), (x > 0).bitwise_or(v > 0)),
    "bitwise_xor": lambda x, i, v: (i.bitwise_xor(1), (x > 0).bitwise_xor(v > 0)),
    "bmm": lambda x, i, v: x.reshape(3, 2, 2).bmm(x.reshape(3, 2, 2)),
    "bool": lambda x, i, v: (x.bool(), i.bool()),
    "broadcast_to": lambda x, i, v: (x.broadcast_to((2, 3, 4)), v.broadcast_to((2, 4))),
    "ceil": lambda x, i, v: x.ceil(),
    "chunk": lambda x, i, v: (*x.chunk(2, 1), *x.chunk(2)),
    "clamp": lambda x, i, v: (x.clamp(-0.5, 0.5), i.clamp(max=1), x.clamp(v)),
    "clip": lambda x, i, v: (x.clip(-0.5, 0.5), i.clip(max=1), x.clip(min=v)),
    "copy": lambda x, i, v: (x.copy(), i.copy()),
    "cos": lambda x, i, v: (x.cos(), i.cos()),
    "cosh": lambda x, i, v: (x.cosh(), i.cosh()),
    "cumprod": lambda x, i, v: (x.cumprod(1), i.cumprod(0)),
    "cumsum": lambda x, i, v: (x.cumsum(1), x.cumsum(0, srcad.float64)),
    "dim": lambda x, i, v: x * x.dim(),
    "div": lambda x, i, v: (
        *(x.div(v), i.div(2), i.div(i + 1)),
        *(x.div(v, rounding_mode="floor"), x.div(v, rounding_mode="trunc")),
    ),
    "divide": lambda x, i, v: (x.divide(v), i.divide(2)),
    "dot": lambda x, i, v: (x.dot(v), v.dot(v)),
    "double": lambda x, i, v: (x.double(), i.double()),
    "dtype": lambda x, i, v: (
        *(i.astype(x.dtype), i * (x.dtype == v.dtype), i * (i.dtype == srcad.int32)),
        *(i * len(str(x.dtype)), i * {srcad.int32: 3}.get(i.dtype, 5)),
    ),
    "eq": lambda x, i, v: (i.eq(1), x.eq(x), x.eq(v)),
    "equal": lambda x, i, v: (i.equal(1), x.equal(x)),
    "erf": lambda x, i, v: (x.erf(), i.erf()),
    "erfc": lambda x, i, v: (x.erfc(), i.erfc()),
    "exp": lambda x, i, v: (x.exp(), i.exp()),
    "expand": lambda x, i, v: (x.expand(2, 3, 4), v.expand((2, -1))),
    "expand_as": lambda x, i, v: v.expand_as(x),
    "expand_dims": lambda x, i, v: (x.expand_dims(1), i.expand_dims(-1)),
    "expm1": lambda x, i, v: (x.expm1(), i.expm1()),
    "fill": lambda x, i, v: (x.fill(2), i.fill(1.5), x * x.fill(3)),
    "flatten": lambda x, i, v: (
        x.flatten(),
        x.reshape(3, 2, 2).flatten(start_dim=1),
        i.flatten(),
    ),
    "flip": lambda x, i, v: (x.flip((0,)), x.flip((0, 1)), i.flip(1)),
    "float": lambda x, i, v: (x.float(), i.float()),
    "floor": lambda x, i, v: x.floor(),
    "floor_divide": lambda x, i, v: (x.floor_divide(v), i.floor_divide(2)),
    "fmod": lambda x, i, v: x.fmod(v),
    "gather": lambda x, i, v: (x.gather(i, 0), x.gather(i[0], 1)),
    "gather_elements": lambda x, i, v: x.gather_elements(1, i),
    "gather_nd": lambda x, i, v: (x.gather_nd(i[:, :2]), x.gather_nd(i[:, :1])),
    "ge": lambda x, i, v: (x.ge(v), i.ge(1)),
    "greater": lambda x, i, v: (x.greater(v), i.greater(1)),
    "greater_equal": lambda x, i, v: (x.greater_equal(v), i.greater_equal(1)),
    "gt": lambda x, i, v: (x.gt(v), i.gt(1)),
    "half": lambda x, i, v: (x.half(), i.half()),
    "index_select": lambda x, i, v: (x.index_select(0, i[0]), x.index_select(1, i[1])),
    "init_data": lambda x, i, v: x.init_data(),
    "int": lambda x, i, v: (x.int(), (x > 0).int()),
    "isclose": lambda x, i, v: (x.isclose(v), x.isclose(x), i.isclose(i, 0.1)),
    "isfinite": lambda x, i, v: x.isfinite(),
    "isinf": lambda x, i, v: x.isinf(),
    "itemset": lambda x, i, v: (x.itemset((0, 1), 3), x.itemset(2, v[0]) * x),
    "isnan": lambda x, i, v: x.isnan(),
    "item": lambda x, i, v: x * x.sum().item(),
    "itemsize": lambda x, i, v: x * i.itemsize,
    "le": lambda x, i, v: (x.le(v), i.le(1)),
    "lerp": lambda x, i, v: (x.lerp(v, 0.3), x.lerp(v, x)),
    "less": lambda x, i, v: (x.less(v), i.less(1)),
    "less_equal": lambda x, i, v: (x.less_equal(v), i.less_equal(1)),
    "log": lambda x, i, v: ((x + 2).log(), (i + 1).log()),
    "log10": lambda x, i, v: ((x + 2).log10(), (i + 1).log10()),
    "log1p": lambda x, i, v: (x.log1p(), i.log1p()),
    "log2": lambda x, i, v: ((x + 2).log2(), (i + 1).log2()),
    "log_softmax": lambda x, i, v: (x.log_softmax(), x.log_softmax(0)),
    "logical_and": lambda x, i, v: (x.logical_and(i), (x > 0).logical_and(v > 0)),
    "logical_not": lambda x, i, v: (x.logical_not(), i.logical_not()),
    "logical_or": lambda x, i, v: (x.logical_or(i), (x > 0).logical_or(v > 0)),
    "logical_xor": lambda x, i, v: (x.logical_xor(i), (x > 0).logical_xor(v > 0)),
    "logsumexp": lambda x, i, v: (x.logsumexp(1), x.logsumexp((0, 1), keepdim=True)),
    "long": lambda x, i, v: (x.long(), i.long()),
    "lt": lambda x, i, v: (x.lt(v), i.lt(1)),
    "mT": lambda x, i, v: (x.mT, x.reshape(3, 2, 2).mT),
    "masked_fill": lambda x, i, v: (x.masked_fill(x > 0, 2), i.masked_fill(x > 0, 7.0)),
    "matmul": lambda x, i, v: (x.matmul(v), x.matmul(x.T), i.matmul(i.T)),
    "max": lambda x, i, v: (
        *(x.max(), x.max(axis=(0, 1)), x.max(0, keepdims=True), i.max(axis=1)),
        *(*x.max(1), *x.max(dim=0, keepdim=True), *i.max(1, True)),
        *x.max(1, return_indices=True),
        *x.max(return_indices=True),
    ),
    "maximum": lambda x, i, v: (x.maximum(v), i.maximum(1), i.maximum(x)),
    "mean": lambda x, i, v: (x.mean(), x.mean(1, keep_dims=True), x.mean((0, 1))),
    "min": lambda x, i, v: (
        *(x.min(), x.min(axis=1), x.min(0, keepdims=True), *i.min(1), *x.min(dim=0)),
        *x.min(1, return_indices=True),
    ),
    "minimum": lambda x, i, v: (x.minimum(v), i.minimum(1), i.minimum(x)),
    "mm": lambda x, i, v: x.mm(x.T),
    "movedim": lambda x, i, v: x.reshape(3, 2, 2).movedim(0, 2),
    "mul": lambda x, i, v: (x.mul(v), i.mul(x), i.mul(2.5)),
    "multiply": lambda x, i, v: (x.multiply(v), i.multiply(2)),
    "narrow": lambda x, i, v: (x.narrow(1, 1, 2), i.narrow(0, 0, 2)),
    "nbytes": lambda x, i, v: x * i.nbytes,
    "ndim": lambda x, i, v: x * x.ndim,
    "ne": lambda x, i, v: (i.ne(1), x.ne(x)),
    "neg": lambda x, i, v: (x.neg(), i.neg()),
    "negative": lambda x, i, v: (x.negative(), i.negative()),
    "new_ones": lambda x, i, v: (x.new_ones((2, 3)), i.new_ones((2,), srcad.float16)),
    "new_zeros": lambda x, i, v: (x.new_zeros((2, 3)), i.new_zeros((2,))),
    "norm": lambda x, i, v: (
        *(x.norm(), x.norm(dim=1), x.norm(1, 1), x.norm(3, 0, True)),
        *(x.norm(float("inf"), 1), v.norm(dtype=srcad.float64)),
    ),
    "not_equal": lambda x, i, v: (i.not_equal(1), x.not_equal(x)),
    "outer": lambda x, i, v: v.outer(x[:, 0]),
    "permute": lambda x, i, v: (x.permute(1, 0), x.permute((1, 0))),
    "pow": lambda x, i, v: (x.pow(3), (x + 2).pow(v), i.pow(2), (i + 1).pow(0.5)),
    "prod": lambda x, i, v: (x.prod(), x.prod(1), i.prod(0), x.prod(1, True)),
    "ravel": lambda x, i, v: (x.ravel(), i.ravel()),
    "reciprocal": lambda x, i, v: (x.reciprocal(), (i + 1).reciprocal()),
    "relu": lambda x, i, v: (x.relu(), (i - 1).relu()),
    "remainder": lambda x, i, v: (x.remainder(v), i.remainder(2)),
    "repeat": lambda x, i, v: (x.repeat(2, 1), x.repeat(2), i.repeat(3, 0)),
    "repeat_interleave": lambda x, i, v: (
        x.repeat_interleave(2, 1),
        x.repeat_interleave(2),
    ),
    "reshape": lambda x, i, v: (x.reshape(4, 3), x.reshape((2, -1)), i.reshape(-1)),
    "reshape_as": lambda x, i, v: x.reshape_as(i.T),
    "roll": lambda x, i, v: (x.roll(1), x.roll((1, 2), (0, 1)), i.roll(1, 0)),
    "round": lambda x, i, v: (x.round(), (3 * x).round()),
    "rsqrt": lambda x, i, v: ((x + 2).rsqrt(), (i + 1).rsqrt()),
    "select": lambda x, i, v: (
        *(x.select(x > 0, v), x.select(x > 0, 2.0)),
        *(x.select(1, -1), i.select(dim=0, index=1)),
    ),
    "shape": lambda x, i, v: (x * x.shape[0], x.reshape(x.shape[::-1])),
    "sigmoid": lambda x, i, v: (x.sigmoid(), i.sigmoid()),
    "sign": lambda x, i, v: (x.sign(), (i - 1).sign()),
    "sin": lambda x, i, v: (x.sin(), i.sin()),
    "sinh": lambda x, i, v: (x.sinh(), i.sinh()),
    "size": lambda x, i, v: x * x.size,
    "softmax": lambda x, i, v: (x.softmax(), x.softmax(0)),
    "sort": lambda x, i, v: (*x.sort(), *x.sort(0, descending=True)),
    "split": lambda x, i, v: (*x.split(2, 1), *x.split((1, 3), 1), *i.split(2)),
    "sqrt": lambda x, i, v: ((x + 2).sqrt(), i.sqrt()),
    "square": lambda x, i, v: (x.square(), i.square()),
    "squeeze": lambda x, i, v: (x[:1].squeeze(0), x[:1].squeeze(), x.squeeze()),
    "std": lambda x, i, v: (x.std(), x.std(1, ddof=1), i.std(0, keepdims=True)),
    "sub": lambda x, i, v: (x.sub(v), i.sub(x), i.sub(1)),
    "subtract": lambda x, i, v: (x.subtract(v), i.subtract(1)),
    "sum": lambda x, i, v: (
        *(x.sum(), x.sum(1), x.sum((0, 1)), x.sum(0, keepdims=True)),
        *(i.sum(), (x > 0).sum(1), x.sum(dtype=srcad.float16)),
    ),
    "swapaxes": lambda x, i, v: (x.swapaxes(0, 1), i.swapaxes(-1, 0)),
    "swapdims": lambda x, i, v: x.swapdims(0, 1),
    "t": lambda x, i, v: (x.t(), v.t()),
    "take": lambda x, i, v: (x.take(i), x.take(i[0], axis=1)),
    "tan": lambda x, i, v: (x.tan(), i.tan()),
    "tanh": lambda x, i, v: (x.tanh(), i.tanh()),
    "tile": lambda x, i, v: (x.tile((2, 1)), x.tile(2), i.tile((2,))),
    "to": lambda x, i, v: (x.to(srcad.float16), i.to(srcad.float64)),
    "topk": lambda x, i, v: (*x.topk(2), *x.topk(2, 0), *x.topk(1, largest=False)),
    "transpose": lambda x, i, v: (
        x.transpose(),
        x.transpose(1, 0),
        x[:, :3].transpose(0, 1),
        x[None].transpose(dim0=0, dim1=-1),
        i.transpose((1, 0)),
    ),
    "tril": lambda x, i, v: (x.tril(), x.tril(-1)),
    "triu": lambda x, i, v: (x.triu(), x.triu(1)),
    "true_divide": lambda x, i, v: (x.true_divide(v), i.true_divide(2)),
    "trunc": lambda x, i, v: (3 * x).trunc(),
    "type_as": lambda x, i, v: (i.type_as(x), x.type_as(v)),
    "unbind": lambda x, i, v: (*x.unbind(), *x.unbind(1)),
    "unsqueeze": lambda x, i, v: (x.unsqueeze(0), i.unsqueeze(-1)),
    "var": lambda x, i, v: (x.var(), x.var(1, ddof=1), i.var(0, keepdims=True)),
    "view": lambda x, i, v: (x.view(4, 3), x.view((2, -1)), i.view(-1)),
    "view_as": lambda x, i, v: x.view_as(i.T),
    "where": lambda x, i, v: (x.where(x > 0, v), x.where(x > 0, 2)),
    **tensor_method_rows.METHODS,
}
# What cannot be compiled, and why.
NOT_COMPILED = {
    "asnumpy": "leaves what is differentiated",
    "numpy": "leaves what is differentiated",
    "tolist": "leaves what is differentiated",
    "assign_value": "changes the Tensor",
    "set_dtype": "changes the Tensor",
    "strides": "are those of one call",
    "hooks": "are those of one Tensor",
}
REFUSED = {
    "asnumpy": lambda x: x * x.asnumpy(),
    "numpy": lambda x: x * x.numpy(),
    "tolist": lambda x: x * x.tolist(),
    "assign_value": lambda x: x.assign_value(2 * x),
    "set_dtype": lambda x: x.set_dtype(srcad.float16),
    "strides": lambda x: x * x.strides[0],
    "hooks": lambda x: x * len(x.hooks()),
}
# Of the class, not of a Tensor.
OF_THE_CLASS = {"from_numpy", "of_array"}
# Tested where what they depend on is.
ELSEWHERE = {"register_hook", "masked_select", "nonzero"}
# What draws random numbers: test_random_methods.py.
DRAWN = {"bernoulli", "bernoulli_", "exponential_", "multinomial", "normal_"}
DRAWN |= {"random_categorical", "uniform", "uniform_"}


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    from srcad.gradient import default_store

    monkeypatch.setenv("SRCAD_CACHE_DIR", str(tmp_path))
    default_store.cache_clear()
    yield
    default_store.cache_clear()


def test_every_public_member_has_a_row():
    public = {name for name in dir(Tensor) if not name.startswith("_")}
    rows = {*METHODS, *NOT_COMPILED, *OF_THE_CLASS, *ELSEWHERE, *DRAWN}
    assert public - rows == set()
    assert rows - public == set()


def arguments(dtype: Any) -> tuple[Tensor, Tensor, Tensor]:
    return Tensor(X.astype(dtype)), Tensor(PLACES), Tensor(V.astype(dtype))


def flat(result: Any) -> list[Any]:
    return list(result) if isinstance(result, tuple) else [result]


def compiled(function: Callable[..., Any], *inputs: Tensor) -> tuple[list[Any], Any]:
    """The outputs of a compiled call, and the gradient of the sum of all floats."""

    def program(x, i, v):
        return function(x, i, v), x * 1

    (out, _), gradient = srcad.value_and_grad(program)(*inputs)
    return flat(out), gradient


@pytest.mark.parametrize("name", sampled(METHODS, 3))
def test_a_method_gives_the_same_compiled(name: str):
    inputs = arguments(np.float32)
    eager = flat(METHODS[name](*inputs))
    found, _ = compiled(METHODS[name], *inputs)
    assert len(found) == len(eager)
    for have, want in zip(found, eager, strict=True):
        assert (have.dtype, have.shape) == (want.dtype, want.shape)
        np.testing.assert_allclose(have.asnumpy(), want.asnumpy(), rtol=2e-6, atol=1e-6)


@pytest.mark.parametrize("name", sampled(METHODS, 3))
def test_the_gradient_of_a_method(name: str):
    x, i, v = arguments(np.float64)
    _, gradient = compiled(METHODS[name], x, i, v)

    def total(array: np.ndarray) -> float:
        results = flat(METHODS[name](Tensor(array), i, v))
        floats = [r for r in results if r.dtype.kind == "f"]
        return sum(float(r.asnumpy().astype(np.float64).sum()) for r in floats)

    if {srcad.float16, srcad.float32} & {r.dtype for r in flat(METHODS[name](x, i, v))}:
        assert gradient.dtype == srcad.float64
        return
    slope = np.ones_like(X)
    for place in np.ndindex(*X.shape):
        step = np.zeros_like(X)
        step[place] = 1e-6
        slope[place] += (total(X + step) - total(X - step)) / 2e-6
    # A cast of floats to integers passes its cotangent, as in MindSpore.
    slope += name in ("int", "long")
    np.testing.assert_allclose(gradient.asnumpy(), slope, rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("name", NOT_COMPILED)
def test_a_method_that_cannot_be_compiled_is_refused(name: str):
    with pytest.raises(CompileError) as caught:
        srcad.grad(REFUSED[name])(Tensor(X))
    assert caught.value.diagnostics[0].code == "SRC012"
    assert f"`{name}`" in str(caught.value)


def test_what_a_mask_selects():
    x = Tensor(X)
    out, gradient = srcad.value_and_grad(lambda x: x.masked_select(x > 0) * 2)(x)
    np.testing.assert_allclose(out.asnumpy(), 2 * X[X > 0])
    np.testing.assert_array_equal(gradient.asnumpy(), 2.0 * (X > 0))


def test_parameters_have_the_methods_too():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.w = Parameter(Tensor(V))

        def construct(self, x):
            values, place = self.w.max(axis=0, return_indices=True)
            total = self.w.value() * self.w.data + values
            return x * total + self.w.mean(0, keep_dims=True) * place

    net, x = Net(), Tensor(X)
    out, gradient = srcad.value_and_grad(net)(x)
    np.testing.assert_allclose(out.asnumpy(), net(x).asnumpy())
    total = V * V + V.max()
    np.testing.assert_allclose(gradient.asnumpy(), np.broadcast_to(total, X.shape))


def test_a_parameter_is_written_by_set_data():
    class Counter(nn.Cell):
        def __init__(self):
            super().__init__()
            self.count = Parameter(Tensor([0.0, 0.0]), requires_grad=False)

        def construct(self, x):
            self.count.set_data(self.count + x.sum(0))
            return x * self.count

    net = Counter()
    x = Tensor(np.array([[1.0, 2.0], [3.0, 5.0]], np.float32))
    out, _ = srcad.value_and_grad(net)(x)
    assert net.count.tolist() == [4, 7]
    assert out.tolist() == [[4, 14], [12, 35]]


def test_what_numpy_gives_has_a_tensors_methods():
    def program(x):
        return np.exp(x).mean(axis=0, keep_dims=True) * np.tanh(x).trace()

    def with_numpys_name(x):
        return np.exp(x).mean(axis=0, keepdims=True) * np.tanh(x).trace()

    x, step = Tensor(X), np.zeros_like(X)
    step[1, 1] = 1e-6
    found = srcad.grad(program)(x).asnumpy()
    ends = [program(Tensor(X + d)).sum().item() for d in (step, -step)]
    assert found[1, 1] == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-6)
    with pytest.raises(TypeError, match="keepdims"):
        with_numpys_name(x)
    # What is written for both kinds of arrays compiles for either.
    np.testing.assert_array_equal(srcad.grad(with_numpys_name)(x).asnumpy(), found)
    np.testing.assert_allclose(srcad.grad(with_numpys_name)(X), found)


def test_attributes_are_found_by_name():
    def program(x):
        if hasattr(x, "expand_dims") and not hasattr(x, "nonsense"):
            return x.square() * getattr(x, "nonsense", 3)
        return x

    x = Tensor(X)
    np.testing.assert_allclose(srcad.grad(program)(x).asnumpy(), 6 * X)
    assert ops.square(x).shape == x.shape
