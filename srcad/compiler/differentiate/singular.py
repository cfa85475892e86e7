"""Values at which what is computed of them may have an infinite slope.

    y = np.sqrt(np.maximum(x, 0))

At 0 the slope of the root is infinite, and that of the maximum by ``x`` is 0 below it:
what is not chosen has no slope, whatever the cotangent of the maximum is. So where such
a value is a choice, its cotangent is chosen as well, and not multiplied.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator

from srcad.compiler.ir.primitives import ARGUMENTS, PRIMITIVES
from srcad.compiler.ir.types import Op, Value

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
