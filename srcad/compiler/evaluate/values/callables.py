"""Methods and functions with arguments in them."""

from __future__ import annotations

import ast
import functools
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from srcad.compiler.evaluate.kinds import Kind, has_box, kind
from srcad.compiler.evaluate.objects import BoundMethod, Closure
from srcad.compiler.evaluate.values.records import Object
from srcad.compiler.evaluate.values.run_time import StandIn
from srcad.compiler.reading.records import is_made


@kind(BoundMethod)
class MethodOfValue(StandIn):
    """A method of a run-time value or of a structure."""

    def class_name(self, item: Any) -> str:
        return "function"

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return has_box(item.owner, depth - 1)


@kind(Closure)
class FunctionOfTheProgram(StandIn):
    """A function with the names around it, which it may outlive."""

    def class_of(self, item: Any) -> type:
        return FunctionType

    def reached(self, item: Any) -> list[Any]:
        found: list[Any] = []
        closures = [item]
        for one in closures:
            found += [*one.defaults, *one.keyword_defaults.values()]
            for name in _names_read(one.node):
                read = _bound_around(one.frame, name)
                if not isinstance(read, Closure):
                    found.append(read)
                elif read not in closures:
                    closures.append(read)
        return found


@functools.lru_cache(maxsize=4096)
def _names_read(definition: ast.AST) -> frozenset[str]:
    names = (part for part in ast.walk(definition) if isinstance(part, ast.Name))
    return frozenset(part.id for part in names if isinstance(part.ctx, ast.Load))


def _bound_around(frame: Any, name: str) -> Any:
    """What a name stands for around a function; None without it."""
    while frame is not None:
        if frame.binds(name):
            return frame.scope.names[frame.key(name)]
        frame = frame.parent
    return None


@kind(FunctionType, BuiltinFunctionType)
class Function(Object):
    """A function from outside."""

    def class_name(self, item: Any) -> str:
        return "function"


@kind(MethodType)
class Method(Function):
    """A method of an object, which the evaluation may have made."""

    def holds_run_time(self, item: Any, depth: int) -> bool:
        owner = item.__self__
        return depth > 0 and is_made(owner) and has_box(owner, depth)


@kind(functools.partial)
class Partial(Kind):
    """A function that has got some of its arguments."""

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return has_box((item.func, item.args, item.keywords), depth - 1)
