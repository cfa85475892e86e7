"""Backward halves that compute with numbers, and may be seeded with one of Python.

Once its cotangent is a scalar of NumPy, a half computes with those, which take several
times as long as floats. Where it only adds and multiplies, these give the same, to the
bit. For what else there is, Python has other answers than NumPy: it raises for a
quotient by 0, and a power of a negative number is complex.
"""

from __future__ import annotations

from srcad.compiler.ir.avals import AnyAval, SequenceAval, ShapeAval
from srcad.compiler.ir.types import Exit, Function, If, Loop, Op, blocks_of, walk

_SAME = ("add", "subtract", "multiply", "negative", "absolute", "full", "make_shape")
_DTYPES = ("float64", "int64", "bool")


def is_of_plain_numbers(backward: Function) -> bool:
    """Whether a float may be its cotangent: it adds and multiplies numbers alone."""
    body = backward.body
    if backward.splice is not None or backward.recursion is not None:
        return False
    inner = [block for op in walk(body) for block in blocks_of(op)]
    values = [param for block in (body, *inner) for param in block.params]
    for op in walk(body):
        if not isinstance(op, Loop | If | Exit):
            if not isinstance(op, Op) or op.primitive not in _SAME:
                return False
        values.extend(op.results)
    return all(_is_plain(value.aval) for value in values)


def _is_plain(aval: AnyAval) -> bool:
    """Whether a value is a number, or a list of them, or no axes at all."""
    if isinstance(aval, SequenceAval):
        return _is_plain(aval.element)
    if isinstance(aval, ShapeAval):
        return not aval.dims
    return aval.dtype in _DTYPES and not aval.shape
