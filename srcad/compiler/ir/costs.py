"""What an operation costs: less than keeping its result, or more."""

from __future__ import annotations

from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.types import (
    Op,
    Value,
)


def is_cheap(op: Op) -> bool:
    """Whether an operation costs next to nothing."""
    if PRIMITIVES[op.primitive].cheap:
        return True
    return op.primitive in _INTEGER_ARITHMETIC and is_index(op.result)


def is_index(value: Value) -> bool:
    aval = value.aval
    return aval.weak and aval.dtype == "int64"


_INTEGER_ARITHMETIC = ("add", "subtract", "multiply", "floor_divide", "negative")
