"""A source that is nested deeper than the compiler goes is refused, in words."""

import linecache

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.sampling import sampled


def defined(text, monkeypatch):
    path = "<deep>"
    lines = text.splitlines(keepends=True)
    monkeypatch.setitem(linecache.cache, path, (len(text), None, lines, path))
    space = {"np": np}
    exec(compile(text, path, "exec"), space)
    return space["program"]


def signs(count):
    return f"def program(x):\n    return np.sum({'-' * count}x)\n"


def branches(count):
    """Each ``elif`` of the source is an ``else`` with an ``if`` in the module."""
    text = "def program(x):\n    s = np.sum(x)\n    if s < 0:\n        return s\n"
    for k in range(count):
        text += f"    elif s < {k}:\n        return s * {k}.5\n"
    return text + "    return s * s\n"


def terms(count):
    """A sum, each of whose terms stands one level above the next."""
    words = " + ".join(f"x * {k}.5" for k in range(count))
    return f"def program(x):\n    return np.sum({words})\n"


@pytest.mark.parametrize(
    "text",
    sampled([signs(500), branches(200), terms(500)], 2),
    ids=["signs", "branches", "terms"],
)
def test_it_is_refused(text, monkeypatch):
    with pytest.raises(CompileError, match="nested too deeply") as caught:
        srcad.grad(defined(text, monkeypatch))(np.ones(2))
    (found,) = caught.value.diagnostics
    assert (found.code, found.span.line) == ("SRC011", 1)


@pytest.mark.parametrize(
    ("text", "slope"),
    [(signs(50), 1), (branches(10), 3.5), (terms(100), 5000)],
    ids=["signs", "branches", "terms"],
)
def test_what_is_not_so_deep_is_differentiated(text, slope, monkeypatch):
    gradient = srcad.grad(defined(text, monkeypatch))(np.ones(2))
    assert gradient.tolist() == [slope, slope]


@pytest.mark.long
def test_a_sum_of_3000_terms_in_statements_of_their_own(monkeypatch):
    lines = [f"    y = y + x * {k}.5\n" for k in range(3000)]
    text = "def program(x):\n    y = x\n" + "".join(lines) + "    return np.sum(y)\n"
    gradient = srcad.grad(defined(text, monkeypatch))(np.ones(2))
    assert gradient.tolist() == [4500001, 4500001]


def loops(count):
    text = "def program(x):\n    y = x\n"
    for k in range(count):
        text += "    " * (k + 1) + "for _ in range(x.shape[0]):\n"
    return text + "    " * (count + 1) + "y = y * x\n    return np.sum(y)\n"


def test_loops_in_loops_are_refused_at_once(monkeypatch):
    """Each depth doubles the time: nobody would wait for the answer."""
    with pytest.raises(CompileError, match="more than 11 loops"):
        srcad.grad(defined(loops(18), monkeypatch))(np.ones(2))
    gradient = srcad.grad(defined(loops(5), monkeypatch))(np.ones(2))
    assert gradient.tolist() == [33, 33]


@pytest.mark.long
def test_two_calls_at_each_level_without_an_end_are_refused():
    scaled = []
    for _ in range(3):
        scaled.append(lambda x: scaled[0](x) + scaled[1](x) * x)

    def program(x):
        return scaled[2](x)

    with pytest.raises(CompileError, match="does not end"):
        srcad.grad(program)(np.ones(2))


def test_many_calls_at_each_level_without_an_end_are_refused_at_once():
    """Past the first of them nothing is looked at: that would be each of 3^80 calls."""

    def program(x):
        seen = set()

        def count(k):
            seen.add(k)
            return x * (count(1) + count(2) + count(3))

        return count(1)

    with pytest.raises(CompileError, match="does not end"):
        srcad.grad(program)(np.ones(2))


def guarded_by_itself(v):
    try:
        total = v * guarded_by_itself(v)
        if total > 0.5:
            raise ValueError
    except ValueError:
        return v * 0.1
    return total


def test_recursion_that_does_not_end_is_refused_once_where_it_is_tried_in_a_handler():
    """Each way to read a `try` would be tried at each level: there are 150."""
    with pytest.raises(CompileError, match="does not end"):
        srcad.grad(guarded_by_itself)(0.5)
