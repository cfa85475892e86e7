"""What stands for something that run time knows: arrays, numbers, texts, lists."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, NoReturn

from srcad.compiler.evaluate import streams
from srcad.compiler.evaluate.abandoned import leave
from srcad.compiler.evaluate.attributes import attribute
from srcad.compiler.evaluate.builtins import length_of
from srcad.compiler.evaluate.flow import NORMAL
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Inner, Kind, kind, kind_of, reached
from srcad.compiler.evaluate.maybe import present
from srcad.compiler.evaluate.objects import Lazy, Maybe, RuntimeString, is_iterator
from srcad.compiler.evaluate.refusals import refuse_iterator
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.subscripts import read_item
from srcad.compiler.evaluate.wording import refuse_string


class RunTime(Kind):
    """A leaf, of which nothing more is known here."""

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return True


@kind(RuntimeString)
class TextOfRunTime(RunTime):
    """A text with values of run time in it."""

    def length(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        refuse_string(frame, node)

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        refuse_string(frame, node)

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        refuse_string(frame, node)


class OnlyGoneThrough(Kind):
    """An iterator gives its elements, and nothing else."""

    def length(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        refuse_iterator(frame, item, "has no len()", node)
        return NotImplemented

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        refuse_iterator(frame, item, "is not subscriptable", node)
        return NotImplemented

    def advanced(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        if is_iterator(item):
            message = "`next` of what `zip`, `enumerate` or `reversed` gives is refused"
            frame.refuse("SRC012", message, node, help="write `iter(list(...))`")
        return super().advanced(frame, item, node)


@kind(Lazy)
class Stream(OnlyGoneThrough):
    """What gives its elements one after the other, and each of them once."""

    is_lazy = True

    def advanced(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return next(item)

    def reached(self, item: Any) -> Any:
        return item.names.values()

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return bool(item.holds_box(depth))

    def swapped(self, item: Any, other: Callable[[Any], Any]) -> Any:
        other(item.names)
        return item


def refuse_unsure(name: str) -> NoReturn:
    """Refuse to say what attributes something has that may be None."""
    raise NeedsStatic(f"whether this has `{name}` is not known", label="may be None")


@kind(streams.Stream)
class Generator(Stream):
    """A generator, which does what is left to do when it has given all."""

    def advanced(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        found = next(item)
        leave(frame, item, NORMAL)
        return found


@kind(Maybe)
class Optional(RunTime):
    """A structure whose leaves are all None where it is None."""

    is_structure = True

    def parts(self, item: Any) -> list[Any]:
        return [item.item]

    def words(self, item: Any) -> tuple[None]:
        return (None,)

    def with_parts(self, item: Any, parts: list[Any]) -> Any:
        (part,) = parts
        return Maybe(part)

    def reached(self, item: Any) -> Any:
        return reached(item.item)

    def length(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return length_of(frame, present(frame.session, item), node)

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        return read_item(frame, present(frame.session, item), key, node)

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        return attribute(frame, present(frame.session, item), name, node)

    def has_attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        refuse_unsure(name)

    def copied(self, frame: Frame, item: Any, inner: Inner, node: ast.AST) -> Any:
        there = present(frame.session, item)
        return kind_of(there).copied(frame, there, inner, node)
