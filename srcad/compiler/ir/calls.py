"""What an operation calls: a function of the IR, or Python with functions of it."""

from __future__ import annotations

from srcad.compiler.ir.types import Call, Function, Opaque, Operation


def functions_of(op: Operation) -> tuple[Function, ...]:
    """The functions that an operation calls."""
    match op:
        case Call(function):
            return (function,)
        case Opaque(functions=functions):
            return functions
    return ()
