"""Methods and functions with arguments in them."""

from __future__ import annotations

import functools
from types import MethodType
from typing import Any

from srcad.compiler.evaluate.kinds import Kind, has_box, kind
from srcad.compiler.evaluate.objects import BoundMethod
from srcad.compiler.reading.records import is_made


@kind(BoundMethod)
class MethodOfValue(Kind):
    """A method of a run-time value or of a structure."""

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return has_box(item.owner, depth - 1)


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
