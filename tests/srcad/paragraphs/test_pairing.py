"""Paragraphs and the statements that they belong to."""

import re
from pathlib import Path

import pytest

from srcad.paragraphs.halves import halves_of
from srcad.paragraphs.pairing import paired, reachable
from srcad.paragraphs.sources import relocated, sources_of

ROOT = Path(__file__).parents[3]
GOLDENS = sorted((ROOT / "golden").rglob("*.py"))


def pairing_of(module, source, entry):
    sources = sources_of({"m.py": source})
    return paired(halves_of(module), sources, reachable(sources, entry))


def lines_of(pairing):
    return [[one and one.first for one in found] for found in pairing.statements]


def test_of_statements_with_one_text_the_order_decides():
    source = """\
def f(x):
    x = act(x)
    x = x * 2
    x = act(x)
    return x.sum()
"""
    module = """\
def forward(x):
    # x = act(x)
    x = tanh(x)

    x = x * 2

    # x = act(x)
    x = tanh(x)

    out = x.sum()

    return out, x


def backward(residuals, dout):
    x = residuals

    # return x.sum()
    dx = full(x, dout)

    # x = act(x)
    dx = dx * 1

    # x = x * 2
    dx = dx * 2

    # x = act(x)
    dx = dx * 1

    return (dx,)
"""
    assert lines_of(pairing_of(module, source, "f")) == [
        [2, 3, 4, 5, None],
        [None, 5, 4, 3, 2, None],
    ]


def test_what_a_call_returns_is_told_as_its_caller_has_it():
    source = """\
def g(x):
    y = x + 1
    return y * y


def f(x):
    z = g(x)
    return z
"""
    module = """\
def forward(x):
    y = x + 1

    # z = y * y
    z = y * y

    return z, y
"""
    assert lines_of(pairing_of(module, source, "f")) == [[2, 3, None]]


def test_functions_that_are_reached_come_first():
    source = """\
class Other:
    def construct(self, x):
        return x * x


class Net:
    def construct(self, x):
        return x * x
"""
    module = "def forward(x):\n    # return x * x\n    out = x\n\n    return out, x\n"
    assert lines_of(pairing_of(module, source, "Net.construct")) == [[8, None]]


def test_a_source_that_is_no_python_any_more_has_no_statements():
    module = "def forward(x):\n    # return x * x\n    out = x\n\n    return out, x\n"
    assert lines_of(pairing_of(module, "def f(:\n", "f")) == [[None, None]]


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_every_heading_of_the_goldens_is_found(path):
    """And it is a line that bears the words of the heading."""
    text = path.read_text()
    source, _, name = re.search("# source: (.*)", text)[1].partition("::")
    subject = re.search("``([^`]+)``", text)[1]
    content = (ROOT / source).read_text()
    sources = sources_of({source: content})
    pairing = paired(halves_of(text), sources, reachable(sources, subject))
    assert pairing.paired, name
    for half, found in zip(pairing.halves, pairing.statements, strict=True):
        for paragraph, one in zip(half.paragraphs, found, strict=True):
            if not paragraph.heading:
                continue
            assert one is not None, paragraph
            lines = "".join(content.split("\n")[one.first - 1 : one.last]).split()
            words = paragraph.heading.partition(" = ")[2] or paragraph.heading
            assert "".join(words.split()).removesuffix(":")[:12] in "".join(lines)


def test_what_a_function_may_call():
    source = """\
def used(x):
    return x


def unused(x):
    return x


class Base:
    def __init__(self):
        self.inner = Inner()

    def construct(self, x):
        return self.inner(used(x))


class Inner:
    def construct(self, x):
        return x


class Net(Base):
    pass
"""
    names = reachable(sources_of({"m.py": source}), "Net.construct")
    assert sorted(names) == [
        *("Base.__init__", "Base.construct", "Inner.construct", "used")
    ]


def test_files_of_another_checkout_are_looked_for_in_this_one(tmp_path):
    here = tmp_path / "here" / "models"
    here.mkdir(parents=True)
    for name in ("net.py", "helper.py"):
        (here / name).write_text("")
    own, helper = str(here / "net.py"), str(here / "helper.py")
    read = [
        "/there/models/helper.py",
        "/there/models/net.py",
        "/there/gone.py",
        "/x.py",
    ]
    assert relocated(read, own) == [own, helper, "/there/gone.py", "/x.py"]
    assert relocated([helper, own], own) == [own, helper]
    assert relocated(["/a.py"], own) == [own, "/a.py"]
    assert relocated([], own) == [own]
