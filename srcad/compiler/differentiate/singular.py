"""Values at which what is computed of them may have an infinite slope.

    y = np.sqrt(np.maximum(x, 0))

At 0 the slope of the root is infinite, and that of the maximum by ``x`` is 0 below it:
what is not chosen has no slope, whatever the cotangent of the maximum is. So where such
a value is a choice, its cotangent is chosen as well, and not multiplied.

    y = np.where(np.isnan(r), 0, r)

What a program asks for whether it is a number, and uses on some paths or in some places
alone, has no slope where nobody uses it, whatever its derivative is there.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator

from srcad.compiler.ir.primitives import ARGUMENTS, PRIMITIVES
from srcad.compiler.ir.types import Op, Value

# What asks whether something is a number.
_ASKS = ("isfinite", "isinf", "isnan", "nan_to_num")
# What uses some elements alone, and what does where it is given a mask.
_SELECTS = ("where", "nan_to_num")
_MASKED = ("getitem", "setitem")
# What moves elements, and gives each of them at most once.
_MOVES = ("getitem", "astype", "copy")


def singular_arguments(op: Op, singular: set[Value]) -> Iterator[Value]:
    """The arguments at which an operation, or what is made of its result, may have an
    infinite slope."""
    row = PRIMITIVES[op.primitive]
    if not singular.isdisjoint(op.results):
        if row.elementwise or row.storage == "view" or op.primitive in _MOVES:
            yield from _values(op)
    elif row.elementwise and isinstance(row.derivative, tuple):
        names = frozenset().union(*map(_divisors, row.derivative))
        if "out" in names:
            yield from _values(op)
        for name, arg in zip(ARGUMENTS, op.args, strict=False):
            if name in names and isinstance(arg, Value):
                yield arg


def note_selection(op: Op, asked: set[Value], selected: set[Value]) -> None:
    """Note what is ``asked`` for whether it is a number, of what is ``selected`` where
    it is used, and what both are made of, element by element."""
    row = PRIMITIVES[op.primitive]
    masks = any(one.aval.is_bool for one in op.args[1:])
    if op.primitive in _ASKS:
        asked.update(_values(op))
    if op.primitive in _SELECTS or (op.primitive in _MASKED and masks):
        selected.update(_values(op))
    if row.elementwise or row.storage == "view" or op.primitive in _MOVES:
        for found in (asked, selected):
            if not found.isdisjoint(op.results):
                found.update(_values(op))


def _values(op: Op) -> Iterator[Value]:
    return (arg for arg in op.args if isinstance(arg, Value))


@functools.cache
def _divisors(text: str) -> frozenset[str]:
    """The names in what a partial derivative divides by, or takes a power of."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text, mode="eval")):
        if isinstance(node, ast.BinOp):
            part = {ast.Div: node.right, ast.Pow: node.left}.get(type(node.op))
            walked = ast.walk(part) if part is not None else ()
            found.update(one.id for one in walked if isinstance(one, ast.Name))
    return frozenset(found)
