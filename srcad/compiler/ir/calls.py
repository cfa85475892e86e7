"""What an operation calls: a function of the IR, or Python with functions of it."""

from __future__ import annotations

from collections.abc import Iterator

from srcad.compiler.ir.types import Call, Function, Opaque, Operation, walk


def functions_of(op: Operation) -> tuple[Function, ...]:
    """The functions that an operation calls."""
    match op:
        case Call(function):
            return (function,)
        case Opaque(functions=functions):
            return functions
    return ()


def reached(function: Function) -> Iterator[Function]:
    """A function and all that it calls, each once."""
    stack, seen = [function], {id(function)}
    while stack:
        one = stack.pop()
        yield one
        for op in walk(one.body):
            for called in functions_of(op):
                if id(called) not in seen:
                    seen.add(id(called))
                    stack.append(called)
