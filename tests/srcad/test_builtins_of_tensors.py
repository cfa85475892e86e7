"""Python's built-in functions over the rows of a Tensor: eager and compiled alike."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn, ops
from srcad.compiler.diagnostics.errors import CompileError
from srcad.gradient.modules import default_store

X = np.arange(12.0).reshape(3, 4) + 0.5


def squares(row):
    return (row * row).sum()


PROGRAMS = {
    "map": lambda x: sum(map(squares, x)),
    "map of two": lambda x: list(map(lambda a, b: (a * b).sum(), x, 2 * x))[1],
    "map of an operator": lambda x: sum(map(ops.square, x)).sum(),
    "any": lambda x: (x * x).sum() if any((x > 3).ravel()) else x.sum(),
    "any, none": lambda x: (x * x).sum() if any((x > 30).ravel()) else x.sum(),
    "any of rows": lambda x: (x * x).sum() if any(r.sum() > 9 for r in x) else x.sum(),
    "all": lambda x: (x * x).sum() if all((x > 0).ravel()) else x.sum(),
    "all, not": lambda x: (x * x).sum() if all((x > 3).ravel()) else x.sum(),
    "all of rows": lambda x: (x * x).sum() if all(r.sum() > 9 for r in x) else x.sum(),
    "sum": lambda x: (sum(x) * sum(x, x[1])).sum(),
    "sum of numbers": lambda x: sum(x.ravel()) * 2,
    "min": lambda x: min(x.ravel() * x.ravel()),
    "max": lambda x: max(x.ravel() * x.ravel()),
    "sorted": lambda x: sorted(x.ravel())[0] * sorted(x.ravel(), reverse=True)[1],
    "zip": lambda x: sum([a @ b for a, b in zip(x, x, strict=True)]),
    "enumerate": lambda x: sum([row.sum() * k for k, row in enumerate(x)]),
    "unpacking": lambda x: (lambda a, b, c: (a * b * c).sum())(*x),
    "reversed": lambda x: sum([r.sum() * k for k, r in enumerate(reversed(x))]),
    "len": lambda x: (x * len(x)).sum(),
}
REFUSED = {
    "any of an array": lambda x: x.sum() if any(x > 0) else x,
    "max of an array": lambda x: max(x),
    "sorted rows": lambda x: sorted(x)[0],
    "in": lambda x: x.sum() if 0.5 in x else x,
}
PADDED = {
    "reflect": nn.ReflectionPad2d((1, 2, 0, 1)),
    "zero": nn.ZeroPad2d(1),
    "mirrored": nn.Pad(((0, 0), (0, 0), (1, 1), (2, 1)), "REFLECT"),
    "symmetric": nn.Pad(((0, 0), (0, 0), (1, 1), (2, 1)), "SYMMETRIC"),
    "constant": nn.Pad(((0, 0), (0, 0), (1, 1), (2, 1))),
    "replicate": lambda x: ops.pad(x, (1, 2, 0, 1), "replicate"),
    "circular": lambda x: ops.pad(x, (1, 2, 0, 1), "circular"),
}


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("SRCAD_CACHE_DIR", str(tmp_path))
    default_store.cache_clear()
    yield
    default_store.cache_clear()


def check(function, x):
    """The value is the eager one, the gradient what differences say."""
    out, gradient = srcad.value_and_grad(function)(Tensor(x))
    np.testing.assert_allclose(out.asnumpy(), function(Tensor(x)).asnumpy())
    slope = np.zeros_like(x)
    for place in np.ndindex(*x.shape):
        step = np.zeros_like(x)
        step[place] = 1e-4
        ends = [float(function(Tensor(x + s))) for s in (step, -step)]
        slope[place] = (ends[0] - ends[1]) / 2e-4
    np.testing.assert_allclose(gradient.asnumpy(), slope, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_builtin_gives_the_same_compiled(name):
    check(PROGRAMS[name], X)


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_order_or_no_answer_is_refused(name):
    with pytest.raises(CompileError) as caught:
        srcad.grad(REFUSED[name])(Tensor(X))
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code in ("SRC012", "SRC013")


@pytest.mark.parametrize("name", PADDED)
def test_padding(name):
    x = np.random.default_rng(0).normal(size=(1, 2, 3, 4))
    check(lambda x: (PADDED[name](x) ** 2 * x.sum()).sum(), x)


@pytest.mark.parametrize("size", [1, 2, 5])
def test_padding_is_numpys(size):
    x = np.random.default_rng(1).normal(size=(1, 1, size, 3))
    names = {"reflect": "reflect", "replicate": "edge", "circular": "wrap"}
    for mode, name in names.items():
        found = ops.pad(Tensor(x), (1, 2, 4, 3), mode).asnumpy()
        margins = ((0, 0), (0, 0), (4, 3), (1, 2))
        np.testing.assert_array_equal(found, np.pad(x, margins, mode=name))


class Slot(nn.Cell):
    """Finds nothing in a list at first, then a text, then a Tensor."""

    def construct(self, x, cache):
        if cache[0] is None:
            cache[0] = "first"
        else:
            x = x * 2 if cache[0] == "first" else x * cache[0]
            cache[0] = x
        return x


class Slots(nn.Cell):
    def __init__(self, count):
        super().__init__()
        self.slot, self.count = Slot(), count

    def construct(self, x):
        cache, out = [None], x
        for _ in range(self.count):
            out = self.slot(x, cache)
        return out.sum()


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_text_stands_for_a_tensor_that_is_not_there_yet(count):
    check(Slots(count), np.array([1.0, -2.0]))


def test_a_tensor_is_no_text():
    weight = srcad.Parameter(Tensor([1.0, 2.0]))

    def chosen(x):
        here = x * 3 if x == "there" else x * x
        return here.sum() if weight != "there" else x.sum()

    check(chosen, np.array([1.0, -2.0]))
