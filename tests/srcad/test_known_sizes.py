"""Sizes that must be known when a gradient is compiled are those of the call."""

import functools
import json
from pathlib import Path

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn, ops
from srcad.build import build
from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.ir.avals import parse_aval
from srcad.compiler.request import Request
from srcad.gradient.modules import MODULES, default_store


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("SRCAD_CACHE_DIR", str(tmp_path))
    default_store.cache_clear()
    MODULES.clear()
    yield
    default_store.cache_clear()
    MODULES.clear()


def weighted(pieces):
    """A sum in which each piece counts differently."""
    return sum((piece * (k + 1)).sum() for k, piece in enumerate(pieces))


def unpacked(x):
    first, *rest = [column * 2.0 for column in x.T]
    return weighted([*rest, first])


def tree(rows):
    """The middle row and the halves beside it; None of no rows."""
    if len(rows) == 0:
        return None
    middle = len(rows) // 2
    return rows[middle], tree(rows[:middle]), tree(rows[middle + 1 :])


def folded(node):
    if node is None:
        return 1.0
    row, left, right = node
    return (row * 2.0).sum() * folded(left) + 0.5 * folded(right)


PROGRAMS = {
    "split": lambda x: weighted(x.split(2, 1)),
    "split primitive": lambda x: weighted(ops.Split(1, 2)(x)),
    "chunk": lambda x: weighted(ops.chunk(x, 2, 1)),
    "unstack": lambda x: weighted(ops.unstack(x, 1)),
    "unbind": lambda x: weighted(x.unbind(1)),
    "a comprehension": lambda x: weighted([x[:, k] for k in range(x.shape[1])]),
    "a list": lambda x: weighted([x[:, k] for k in list(range(x.shape[1]))]),
    "rows": lambda x: weighted(list(x.T)),
    "unpacked": unpacked,
    "a dict": lambda x: weighted(dict(zip("abcdef", x.T, strict=False)).values()),
    "a tree": lambda x: folded(tree(x.T)),
    "a slice": lambda x: weighted(x[:, :3].unbind(1)),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_size_has_a_module_of_its_own(name):
    """In this process, and out of the store: sizes come back in any order."""
    gradient = srcad.grad(PROGRAMS[name])
    for columns in (4, 6, 2, 4, 6):
        x = np.random.default_rng(columns).normal(size=(3, columns))
        slope = np.zeros_like(x)
        for place in np.ndindex(*x.shape):
            step = np.zeros_like(x)
            step[place] = 1e-3
            ends = (float(PROGRAMS[name](Tensor(x + s))) for s in (step, -step))
            slope[place] = (next(ends) - next(ends)) / 2e-3
        np.testing.assert_allclose(gradient(Tensor(x)).asnumpy(), slope, atol=1e-9)
        MODULES.clear()


def test_the_store_keeps_a_module_for_each_size(tmp_path):
    for columns in (4, 6, 4, 6, 4):
        srcad.grad(PROGRAMS["unbind"])(Tensor(np.ones((3, columns))))
        MODULES.clear()
    assert len(list(Path(tmp_path).rglob("*.py"))) == 2


def test_other_sizes_stay_named(tmp_path):
    gradient = srcad.grad(PROGRAMS["unbind"])
    for rows in (3, 5, 7):
        assert gradient(Tensor(np.ones((rows, 4)))).shape == (rows, 4)
    assert len(list(Path(tmp_path).rglob("*.py"))) == 1
    (manifest,) = Path(tmp_path).rglob("*.json")
    inputs = json.loads(manifest.read_text())["manifest"]["inputs"]
    assert inputs == ["float64[x0, 4]"]


def test_what_needs_the_number_of_elements_is_tried_with_it():
    def turned(x, y):
        return np.cross(x, y) @ np.array([1.0, 2.0, 3.0])

    x, y = np.random.default_rng(0).normal(size=(2, 3))
    expected = np.cross(y, [1.0, 2.0, 3.0])
    np.testing.assert_allclose(srcad.grad(turned)(x, y), expected)
    with pytest.raises(CompileError, match="needs arrays of rank 1 or more"):
        srcad.grad(turned)(x[:2], y[:2])


def test_ahead_of_time_the_size_is_given_or_the_program_refused():
    def request(text):
        inputs = (("x", parse_aval(text)),)
        return Request(PROGRAMS["unpacked"], inputs, None, "unpacked")

    built = build(request("float64[n, 4]"), None)
    assert built.manifest["inputs"] == ["float64[n, 4]"]
    with pytest.raises(CompileError) as caught:
        build(request("float64[n, m]"), None)
    assert caught.value.diagnostics[0].code == "SRC013"


def test_partial_of_what_is_known_at_run_time():
    x = Tensor(np.arange(12.0).reshape(3, 4))

    def program(x, y):
        scaled = functools.partial(ops.mul, x)
        total = ops.HyperMap()(ops.partial(ops.add, y), (x, 2 * x))
        return sum(map(scaled, (x, y))) + total[0] * total[1]

    dx, dy = srcad.grad(program, (0, 1))(x, 3 * x)
    # x x + x y + (y + x)(y + 2 x) at y = 3 x
    np.testing.assert_allclose(dx.asnumpy(), 18 * x.asnumpy())
    np.testing.assert_allclose(dy.asnumpy(), 10 * x.asnumpy())


class Fitted(srcad.Cell):
    """An image brought to the sizes that a convolution gives another one."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 2, 3, stride=2, pad_mode="pad", padding=1)

    def construct(self, x, y):
        y = self.conv(y)
        height, width = y.shape[2:]
        near = ops.ResizeNearestNeighbor((height, width))(x)
        return near * y + ops.AvgPool((height, width))(y)


def test_a_primitive_made_of_sizes_that_run_time_knows():
    rng = np.random.default_rng(4)
    net = Fitted().to(srcad.float64)
    for sizes in ((8, 6), (5, 7)):
        given = rng.normal(size=(1, 2, 3, 2)), rng.normal(size=(1, 2, *sizes))
        moved = [rng.normal(size=one.shape) for one in given]

        def total(step, given=given, moved=moved):
            at = [Tensor(one + step * d) for one, d in zip(given, moved, strict=True)]
            return (net(*at) ** 2).sum()

        found = srcad.grad(lambda x, y: (net(x, y) ** 2).sum(), (0, 1))(
            *map(Tensor, given)
        )
        slope = sum((g.asnumpy() * d).sum() for g, d in zip(found, moved, strict=True))
        difference = (total(1e-6) - total(-1e-6)).item() / 2e-6
        np.testing.assert_allclose(slope, difference, rtol=1e-7)
