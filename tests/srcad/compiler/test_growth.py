"""Work grows with the length of a source, and not with the square of its depth."""

import linecache

import numpy as np
import pytest

import srcad
from srcad.compiler.ir import types as ir


def nested(depth):
    """A function with as many conditions, one inside of the other."""
    lines = ["def function(x):", "    y = x.sum()"]
    for k in range(depth):
        lines.append("    " * (k + 1) + f"if y > {-k - 1}:")
        lines.append("    " * (k + 2) + "y = y + 1.0")
    return "\n".join([*lines, "    return y * x[0]", ""])


def compiled(text, name):
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    space = {}
    exec(compile(text, name, "exec"), space)
    return srcad.grad(space["function"])(np.array([1.0, 2.0, 3.0]))


def looked_into(depth, monkeypatch):
    """How many blocks were looked into for the values that they use."""
    count = 0
    plain = ir.bound_values

    def counted(block):
        nonlocal count
        count += 1
        return plain(block)

    with monkeypatch.context() as patch:
        patch.setattr(ir, "bound_values", counted)
        assert compiled(nested(depth), f"<nested {depth}>")[0] == depth + 7.0
    return count


def test_nested_conditions(monkeypatch):
    few, many = (looked_into(depth, monkeypatch) for depth in (10, 40))
    assert many < 10 * few


@pytest.mark.long
def test_ninety_conditions():
    assert compiled(nested(90), "<nested 90>").tolist() == [97.0, 1.0, 1.0]
