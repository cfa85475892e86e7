"""Edits of what makes objects: of constructors, constants and factories."""

import pytest

MODEL = """\
from models import sizes
from models.sizes import SCALE
from srcad import Parameter, Tensor, nn
import numpy as np


def ones(count):
    return Tensor(np.ones(count))


class Base(nn.Cell):
    def __init__(self, hidden=4, twice=False):
        super().__init__()
        self.label = "net"
        wide = 2 * hidden if twice else hidden
        self.build(wide)
        self.act = nn.Tanh()
        if twice:
            self.factor = SCALE
        else:
            self.factor = SCALE + 1.0

    def build(self, wide):
        self.inner = nn.Dense(3, wide)


class Net(Base):
    power = 2.0

    def __init__(self, hidden=4):
        super().__init__(hidden)
        self.shift = Parameter(ones(sizes.COUNT), name="shift")

    def construct(self, x):
        return self.act(self.inner(x + self.shift)) * self.factor * self.power


def factory(hidden):
    return Net(hidden)


made = Net(5)
"""

SIZES = """\
BASE = 3
COUNT = BASE
SCALE = 0.5
UNUSED = 7
"""

PYPROJECT = """\
[tool.srcad]

[[tool.srcad.targets]]
name = "net"
cell = "models/net.py::{cell}"
{init}
inputs = {{ x = "float32[n, 3]" }}
"""


def described(empty, cell="Net", init=""):
    empty.write("pyproject.toml", PYPROJECT.format(cell=cell, init=init))
    empty.write("models/__init__.py", "")
    empty.write("models/sizes.py", SIZES)
    empty.write("models/net.py", MODEL)
    empty.process("check", "-q")
    assert empty.process("accept", "--all", "-q").code == 0


def cause(empty):
    out = empty.process("diff", "-q").out
    (found,) = [one for one in out.splitlines() if one.startswith("cause:")]
    return found.removeprefix("cause:").strip()


def line_of(empty, path, text):
    return empty.read(path).partition(text)[0].count("\n") + 1


NET = "models/net.py"
EDITS = [
    # The default of a parameter, and a local that others are made of.
    (NET, "(self, hidden=4):", "(self, hidden=6):", "init hidden 4 -> 6"),
    (
        NET,
        "2 * hidden if twice",
        "3 * hidden if True",
        "changed (2 * hidden if twice else hidden -> 3 * hidden if True else hidden)",
    ),
    # A method that is called on the way.
    (
        NET,
        "nn.Dense(3, wide)",
        "nn.Dense(3, wide + 1)",
        "changed (wide -> wide + 1)",
    ),
    (NET, "nn.Tanh()", "nn.Sigmoid()", "changed (nn.Tanh -> nn.Sigmoid)"),
    # The head of a branch.
    (
        NET,
        "        if twice:",
        "        if not twice:",
        "changed (twice -> not twice)",
    ),
    (
        NET,
        "SCALE + 1.0",
        "SCALE - 1.0",
        "changed (SCALE + 1.0 -> SCALE - 1.0)",
    ),
    # An attribute of a class, constants of another file, by way of others.
    (
        NET,
        "power = 2.0",
        "power = 4.0",
        "changed (power = 2.0 -> power = 4.0)",
    ),
    (
        "models/sizes.py",
        "SCALE = 0.5",
        "SCALE = 0.75",
        "changed (SCALE = 0.5 -> SCALE = 0.75)",
    ),
    # A helper that is called.
    (
        NET,
        "np.ones(count)",
        "np.ones(count, np.float32)",
        "changed (np.ones(count) -> np.ones(count, np.float32))",
    ),
]


@pytest.mark.long
@pytest.mark.parametrize(("path", "old", "new", "said"), EDITS)
def test_an_edit_that_reaches_an_object_is_the_cause(empty, path, old, new, said):
    described(empty)
    empty.replace(path, old, new)
    assert cause(empty) == f"{path}:{line_of(empty, path, new)} {said}"


@pytest.mark.rest
def test_an_edit_that_reaches_nothing_is_none(empty):
    described(empty)
    empty.replace(NET, '"net"', '"network"')
    empty.replace("models/sizes.py", "UNUSED = 7", "UNUSED = 8")
    assert empty.process("check", "-q").code == 0
    empty.replace(NET, "* self.power", "")
    line = line_of(empty, NET, "* self.factor")
    assert (
        cause(empty)
        == f"{NET}:{line} changed (self.factor * self.power -> self.factor)"
    )


CLOSURE = """\
def made(scale):
    def inner(x):
        return x * scale

    return inner


function = made(1.5)
"""


def test_what_makes_a_closure(empty):
    described(empty, "made")
    empty.write("models/closure.py", CLOSURE)
    empty.replace("pyproject.toml", "net.py::made", "closure.py::function")
    empty.process("check", "-q")
    assert empty.process("accept", "--all", "-q").code == 0
    empty.replace("models/closure.py", "made(1.5)", "made(2.5)")
    assert cause(empty) == "models/closure.py:8 changed (made(1.5) -> made(2.5))"


@pytest.mark.long
@pytest.mark.parametrize(
    ("cell", "init", "old", "new", "said"),
    [
        ("made", "", "made = Net(5)", "made = Net(6)", "changed (Net(5) -> Net(6))"),
        ("factory", "init = { hidden = 4 }", "Net(hidden)", "Net(hidden + 1)", "changed (hidden -> hidden + 1)"),
    ],
)  # fmt: skip
def test_what_the_target_names(empty, cell, init, old, new, said):
    described(empty, cell, init)
    empty.replace(NET, old, new)
    assert cause(empty) == f"{NET}:{line_of(empty, NET, new)} {said}"
