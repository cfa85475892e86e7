"""``to_float`` in an eager call and in a compiled gradient: the same casts.

Reference for the dtypes: MindSpore 2.10 in PyNative mode.
"""

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn, ops
from srcad.build import build
from srcad.compiler.ir.avals import parse_aval
from srcad.compiler.request import Request
from srcad.gradient import default_store

FLOATS = (srcad.float16, srcad.float32, srcad.float64)
ROUNDING = {srcad.float16: 4e-3, srcad.float32: 1e-6, srcad.float64: 1e-12}


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("SRCAD_CACHE_DIR", str(tmp_path))
    default_store.cache_clear()
    yield
    default_store.cache_clear()


def parameter(values):
    return Parameter(Tensor(np.array(values, np.float32)))


class Scale(nn.Cell):
    """A Parameter, a constant Tensor, a Python number."""

    def __init__(self):
        super().__init__()
        self.v = parameter([2.1, 0.3, -1.3])
        self.c = Tensor([1.5, 2.2, 3.1])

    def construct(self, x):
        return ops.tanh(x * self.v) * self.c + self.c * 0.1


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = parameter([1.3, -0.4, 0.7])
        self.inner = Scale()
        self.dense = nn.Dense(3, 2, weight_init="ones")

    def construct(self, x):
        return self.dense(self.inner(x * self.w) - -self.w)


class Custom(nn.Cell):
    """A rule of its own, which the module has verbatim."""

    def construct(self, x):
        return x * x

    def bprop(self, x, out, dout):
        return (dout * 2 * x,)


class CustomWithParameter(nn.Cell):
    """A rule that computes with a Parameter."""

    def __init__(self):
        super().__init__()
        self.w = parameter([1.3, -0.4, 0.7])
        self.internal_params = [self.w]

    def construct(self, x):
        return x * self.w

    def bprop(self, x, out, dout):
        return (dout * self.w,), {self.w: (dout * x).sum(0).astype(self.w.dtype)}


class Around(nn.Cell):
    def __init__(self, inner):
        super().__init__()
        self.w = parameter([0.9, 1.1, 1.2])
        self.inner = inner

    def construct(self, x):
        return self.inner(self.inner(x * self.w) + x)


class Method(nn.Cell):
    """Methods, comparisons, upcasts: all cast where they compute."""

    def __init__(self):
        super().__init__()
        self.w = parameter([1.3, -0.4, 0.7])

    def construct(self, x):
        y = self.w.exp() + x.astype(srcad.float32) * self.w
        y = ops.where(x > self.w, y, -y)
        return y.sum(axis=1) + ops.concat((self.w, self.w)).sum() + abs(self.w).max()


def whole(make):
    return lambda dtype: make().to_float(dtype)


def part(make, name):
    def build(dtype):
        net = make()
        getattr(net, name).to_float(dtype)
        return net

    return build


NETS = {
    "a net": whole(Net),
    "a sub-cell": part(Net, "inner"),
    "a layer": part(Net, "dense"),
    "a custom bprop": whole(Custom),
    "a custom bprop inside": part(lambda: Around(Custom()), "inner"),
    "a custom bprop with a Parameter": whole(CustomWithParameter),
    "a custom bprop with a Parameter inside": whole(
        lambda: Around(CustomWithParameter())
    ),
    "methods": whole(Method),
}
X = np.array([[0.3, -0.2, 0.5], [1.1, 0.4, -0.7]], np.float32)


def gradients(net, x):
    weights = net.trainable_params()
    out, found = srcad.value_and_grad(net, 0, weights or None)(x)
    return (out, *((found[0], *found[1]) if weights else (found,)))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("name", NETS)
def test_a_gradient_computes_in_the_dtype_of_an_eager_call(name, dtype):
    net, x = NETS[name](dtype), Tensor(X)
    eager = net(x)
    out, *found = gradients(net, x)
    assert out.dtype == eager.dtype
    np.testing.assert_allclose(
        out.asnumpy(), eager.asnumpy(), rtol=ROUNDING[eager.dtype]
    )
    for gradient, of in zip(found, [x, *net.trainable_params()], strict=True):
        assert (gradient.dtype, gradient.shape) == (srcad.float32, of.shape)


@pytest.mark.parametrize("name", NETS)
def test_gradients_in_every_dtype_are_the_derivative(name):
    net = NETS[name](srcad.float64)
    doubles = [Tensor(X.astype(np.float64))]
    _, *reference = gradients(net, doubles[0])
    for position, of in enumerate([doubles[0], *net.trainable_params()]):
        array = of.asnumpy()
        slope = np.zeros(array.shape)
        for place in np.ndindex(*array.shape):
            ends = []
            for step in (1e-3, -1e-3):
                kept = array[place]
                array[place] = kept + step
                ends.append((float(net(doubles[0]).sum()), float(array[place])))
                array[place] = kept
            slope[place] = (ends[0][0] - ends[1][0]) / (ends[0][1] - ends[1][1])
        found = reference[position].asnumpy()
        np.testing.assert_allclose(found, slope, rtol=1e-4, atol=1e-5)
    for dtype in (srcad.float16, srcad.float32):
        _, *found = gradients(NETS[name](dtype), Tensor(X))
        for one, other in zip(found, reference, strict=True):
            np.testing.assert_allclose(
                one.asnumpy(), other.asnumpy(), rtol=2e-2, atol=2e-2
            )


def test_to_float_selects_another_module():
    net, x = Net(), Tensor(X)
    dtypes = []
    for dtype in (srcad.float32, srcad.float64, srcad.float16, srcad.float32):
        out, _ = srcad.value_and_grad(net.to_float(dtype))(x)
        dtypes.append(out.dtype)
    assert dtypes == [srcad.float32, srcad.float64, srcad.float16, srcad.float32]


def test_an_inner_cell_may_ask_for_another_dtype():
    net = Net().to_float(srcad.float16)
    net.inner.to_float(srcad.float32)
    seen = []
    handle = net.inner.register_forward_hook(
        lambda cell, inputs, out: seen.append(out.dtype)
    )
    eager = net(Tensor(X))
    assert (eager.dtype, seen) == (srcad.float16, [srcad.float32])
    handle.remove()
    out, _ = srcad.value_and_grad(net)(Tensor(X))
    assert out.dtype == srcad.float16
    np.testing.assert_allclose(out.asnumpy(), eager.asnumpy(), rtol=4e-3)


def test_other_floating_tensors_are_cast_as_well():
    """Every case is (the dtype of a result, what MindSpore 2.10 gives)."""
    seen = []

    class Look(nn.Cell):
        def __init__(self):
            super().__init__()
            self.w = parameter([1.0, 2.0, 3.0])
            self.c = Tensor([1.0, 2.0, 3.0])
            self.i = Parameter(Tensor(np.ones(3, np.int32)))

        def construct(self, x):
            seen.extend(
                result.dtype
                for result in (
                    *(x * self.w, self.w * self.w, x * self.c, self.c + 1, -self.w),
                    *(ops.exp(self.w), self.w.sum(), self.i + self.w),
                    ops.zeros((3,), srcad.float32) + 1,
                    x.astype(srcad.float32) * self.w,
                )
            )
            seen.append(self.w.dtype)
            seen.append(self.i.sum().dtype)
            return x

    Look().to_float(srcad.float16)(Tensor(X[0]))
    assert seen == [srcad.float16] * 10 + [srcad.float32, srcad.int64]


def test_a_rule_that_is_verbatim_stays_so():
    net = Custom().to_float(srcad.float16)
    request = Request(net, (("x", parse_aval("float32[n, 3]")),), None, "x")
    text = build(request, None).text
    assert "        return (dout * 2 * x,)\n    # fmt: on" in text


@pytest.mark.parametrize("layer", [nn.LayerNorm((3,)), nn.GroupNorm(1, 2)])
def test_a_normalisation_gives_the_dtype_of_its_input(layer):
    """MindSpore casts the Parameters to it."""
    x = np.linspace(-1, 2, 12).reshape(2, 2, 1, 3)
    half = layer(Tensor(x.astype(np.float16)))
    assert half.dtype == srcad.float16
    np.testing.assert_allclose(half.asnumpy(), layer(Tensor(x)).asnumpy(), atol=4e-3)
    dx, dparams = srcad.grad(
        lambda x: (layer(x) ** 2).sum(), 0, layer.trainable_params()
    )(Tensor(x.astype(np.float16)))
    assert [dx.dtype, *(one.dtype for one in dparams)] == [
        *(srcad.float16, srcad.float32, srcad.float32)
    ]


class Keeping(nn.Cell):
    """Keeps what it sees in a list, or a dict, of its caller's."""

    def construct(self, x, cache=None, **more):
        if cache is not None:
            x = x * cache[0] if cache[0] is not None else x
            cache[0] = x
        if "seen" in more:
            more["seen"]["x"] = x
        return x * x


class Twice(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = Keeping()

    def construct(self, x):
        cache, seen = [None], {}
        first = self.inner(x, cache, seen=seen)
        return (first + self.inner(x, cache=cache)) * seen["x"]


@pytest.mark.parametrize("dtype", [None, *FLOATS])
def test_a_list_that_is_given_is_the_caller_s(dtype):
    x = Tensor(np.array([1.5, -0.25], np.float32))
    net, cell = Twice(), Keeping()
    if dtype is not None:
        net.to_float(dtype), cell.to_float(dtype)
    cache, seen = [None], {}
    cell(x, cache, seen=seen)
    assert cache[0] is seen["x"]
    assert cache[0].dtype == (dtype or srcad.float32)
    value, slope = srcad.value_and_grad(lambda x: net(x).sum())(x)
    v = x.asnumpy()
    np.testing.assert_allclose(value.asnumpy(), (v**3 + v**5).sum(), 1e-2)
    np.testing.assert_allclose(net(x).asnumpy(), v**3 + v**5, 1e-2)
    np.testing.assert_allclose(slope.asnumpy(), 3 * v**2 + 5 * v**4, 1e-2)
    assert slope.dtype == srcad.float32
