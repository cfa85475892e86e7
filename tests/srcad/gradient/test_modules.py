"""Which module runs: the one of what names stand for now."""

import importlib
import sys

import pytest

from srcad import Tensor, grad
from srcad.gradient.modules import MODULES

X = Tensor([1.0])


def helper(x):
    return x * 2


def function(x):
    return helper(x)


def other(x):
    return x * 5


def test_another_function_under_a_name_is_noticed(monkeypatch):
    assert grad(function)(X).tolist() == [2]
    monkeypatch.setitem(globals(), "helper", other)
    assert grad(function)(X).tolist() == [5]
    monkeypatch.undo()
    assert grad(function)(X).tolist() == [2]


@pytest.mark.parametrize("fresh", [False, True], ids=["one process", "from the store"])
def test_another_import_of_the_same_name_is_noticed(tmp_path, monkeypatch, fresh):
    monkeypatch.syspath_prepend(tmp_path)
    names = ("choice_a", "choice_b", "choosing")
    (tmp_path / "choice_a.py").write_text("def scaled(x):\n    return x * 2\n")
    (tmp_path / "choice_b.py").write_text("def scaled(x):\n    return x * 5\n")
    body = "\n\n\ndef function(x):\n    return scaled(x)\n"
    try:
        for module, expected in (("choice_a", 2), ("choice_b", 5)):
            text = f"from {module} import scaled{body}"
            (tmp_path / "choosing.py").write_text(text)
            sys.modules.pop("choosing", None)
            importlib.invalidate_caches()
            if fresh:
                MODULES.clear()
            choosing = importlib.import_module("choosing")
            assert grad(choosing.function)(X).tolist() == [expected]
    finally:
        for name in names:
            sys.modules.pop(name, None)


def test_a_name_that_was_set_may_hold_a_line_break():
    def program(x):
        return x * 3

    program.__qualname__ = "a\nb"
    assert grad(program)(X).tolist() == [3]
