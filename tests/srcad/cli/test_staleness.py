"""After any edit, what comes out of the cache is what compiling anew would give."""

import pytest

pytestmark = pytest.mark.usefixtures("as_printed")

FILES = {
    "pyproject.toml": """\
[[tool.srcad.targets]]
cell = "model.py::Net"
inputs = { x = "float32[n, 3]" }
""",
    "model.py": """\
import settings
from helpers import Scale, helper, power, slope
from layers import Base, Inner
from settings import BIAS, NESTED, Options
from srcad import Parameter, Tensor, nn, ops
import numpy as np

FACTOR = 2.0


class Net(Base):
    gain = 1.5

    def __init__(self):
        super().__init__()
        self.inner = Inner()
        self.custom = Custom()
        self.blocks = nn.CellList([Inner(), Inner()])
        self.scale = Scale(0.25)
        self.options = Options()
        self.weight = Parameter(Tensor(np.ones(3, np.float32)), name="weight")

    def construct(self, x):
        h = self.inner(x) * FACTOR + BIAS
        h = helper(h) * self.gain
        h = self.scale(h)
        for cell in self.blocks:
            h = cell(h)
        for _ in range(power()):
            h = h * self.weight
        if self.options.deep:
            h = h * NESTED["by"][0]
        h = self.decorated(h) + self.half * settings.SHIFT
        return self.custom(self.inherited(h))

    @property
    def half(self):
        return 0.5

    def decorated(self, h):
        def local(v, by=3.0):
            return v * by

        return (lambda v: local(v) + 1)(h)


class Custom(nn.Cell):
    rate = 4.0

    def construct(self, x):
        return ops.tanh(x)

    def bprop(self, x, out, dout):
        # A remark.
        return (dout * self.rate * slope(out),)
""",
    "helpers.py": """\
from deeper import deep


def helper(v):
    return deep(v) + 1.0


def power():
    return 2


def slope(out):
    return 1 - out * out


class Scale:
    __slots__ = ("by",)

    def __init__(self, by):
        self.by = by

    def __call__(self, v):
        return v * self.by
""",
    "deeper.py": """\
def deep(v):
    return v * 3.0
""",
    "layers.py": """\
from srcad import nn


class Base(nn.Cell):
    def inherited(self, h):
        return h * 7.0


class Inner(nn.Cell):
    def construct(self, x):
        return x * 5.0
""",
    "settings.py": """\
from dataclasses import dataclass

BIAS = 0.125
NESTED = {"by": [6.0]}
SHIFT = 0.75


@dataclass
class Options:
    deep: bool = True
""",
}

EDITS = {
    "a statement of construct": ("model.py", "return self.custom(", "return ops.sin("),
    "a comment in construct": ("model.py", "h = self.scale(h)", "h = self.scale(h)  #"),
    "a constant of the module": ("model.py", "FACTOR = 2.0", "FACTOR = 2.5"),
    "an imported constant": ("settings.py", "BIAS = 0.125", "BIAS = 0.5"),
    "an imported dict": ("settings.py", "[6.0]", "[6.5]"),
    "a constant of an imported module": ("settings.py", "SHIFT = 0.75", "SHIFT = 1.25"),
    "a field of a dataclass": ("settings.py", "deep: bool = True", "deep: bool = 0"),
    "an attribute of the class": ("model.py", "gain = 1.5", "gain = 1.75"),
    "a property": ("model.py", "return 0.5", "return 0.625"),
    "a default of an inner function": ("model.py", "by=3.0", "by=3.5"),
    "a lambda": ("model.py", "local(v) + 1", "local(v) + 2"),
    "a helper": ("helpers.py", "+ 1.0", "+ 1.5"),
    "a helper of a helper": ("deeper.py", "v * 3.0", "v * 3.25"),
    "a helper that gets no array": ("helpers.py", "return 2", "return 3"),
    "an object that is called": ("helpers.py", "v * self.by", "v + self.by"),
    "the state of that object": ("model.py", "Scale(0.25)", "Scale(0.375)"),
    "a method of a base class": ("layers.py", "h * 7.0", "h * 7.5"),
    "a sub-cell of another file": ("layers.py", "x * 5.0", "x * 5.5"),
    "how many sub-cells": ("model.py", "[Inner(), Inner()]", "[Inner()] * 3"),
    "a bprop": ("model.py", "dout * self.rate", "2 * dout * self.rate"),
    "a comment in a bprop": ("model.py", "# A remark.", "# Another remark."),
    "an attribute that a bprop reads": ("model.py", "rate = 4.0", "rate = 4.5"),
    "a helper of a bprop": ("helpers.py", "1 - out * out", "1 - out"),
    "the specification": ("pyproject.toml", "[n, 3]", "[m, 3]"),
}


@pytest.fixture
def net(empty):
    for path, text in FILES.items():
        empty.write(path, text)
    return empty


def generated(net, *words):
    result = net.run("generate", "net", *words)
    assert result.code == 0, result.err
    return result.out


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "order"),
    # At first order a bprop is copied; only its own derivative goes through it.
    [*((name, 1) for name in EDITS), *((name, 2) for name in EDITS if "bprop" in name)],
)
def test_the_cache_is_never_stale(net, name, order):
    path, old, new = EDITS[name]
    words = ("--order", str(order))
    before = generated(net, *words)
    net.replace(path, old, new)
    assert generated(net, *words) == generated(net, *words, "--no-cache")
    # Going back finds what it was.
    net.replace(path, new, old)
    assert generated(net, *words) == before


@pytest.mark.rest
def test_every_edit_is_of_text_that_matters(net):
    """What a bprop calls is imported at first order, and differentiated at second."""
    words = ("--order", "2", "--no-cache")
    before = generated(net, *words)
    same = []
    for name, (path, old, new) in EDITS.items():
        net.replace(path, old, new)
        if generated(net, *words) == before:
            same.append(name)
        net.replace(path, new, old)
    # Where it is not spliced, a comment is no part of what is read.
    assert same == ["a comment in construct", "a comment in a bprop"]
