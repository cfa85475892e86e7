"""Methods and functions with arguments in them."""

from __future__ import annotations

import ast
import functools
from types import MethodType
from typing import Any

from srcad.compiler.evaluate.kinds import Kind, has_box, kind
from srcad.compiler.evaluate.objects import BoundMethod, Closure
from srcad.compiler.evaluate.syntax import identifiers
from srcad.compiler.reading.records import is_made


@kind(BoundMethod)
class MethodOfValue(Kind):
    """A method of a run-time value or of a structure."""

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return has_box(item.owner, depth - 1)


@kind(Closure)
class FunctionOfTheProgram(Kind):
    """A function with the names around it, which it may outlive."""

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
    return frozenset(identifiers(definition, ast.Load))


def _bound_around(frame: Any, name: str) -> Any:
    """What a name stands for around a function; None without it."""
    while frame is not None:
        if frame.binds(name):
            return frame.scope.names[frame.key(name)]
        frame = frame.parent
    return None


@kind(MethodType)
class Method(Kind):
    """A method of an object, which the evaluation may have made."""

    def holds_run_time(self, item: Any, depth: int) -> bool:
        owner = item.__self__
        return depth > 0 and is_made(owner) and has_box(owner, depth)


@kind(functools.partial)
class Partial(Kind):
    """A function that has got some of its arguments."""

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return has_box((item.func, item.args, item.keywords), depth - 1)
