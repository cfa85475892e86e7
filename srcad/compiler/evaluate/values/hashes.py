"""What ``hash`` and ``id`` give: a number that is another one in every process."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from srcad.compiler.evaluate.calls.builtin_table import by_arguments
from srcad.compiler.evaluate.dispatch import HANDLERS
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Inner, kind, kind_of
from srcad.compiler.evaluate.known import as_key, refuse_unhashable
from srcad.compiler.evaluate.objects import is_parameter
from srcad.compiler.evaluate.operands import Operation
from srcad.compiler.evaluate.operations.special import WORDS, call_special
from srcad.compiler.evaluate.printing import Template
from srcad.compiler.evaluate.refusals import refuse_inconstant
from srcad.compiler.evaluate.values.run_time import RunTime
from srcad.compiler.reading.records import is_made, is_some_other

_COMPARING = ("eq", "ne", "lt", "le", "gt", "ge")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Number:
    """One that ``function`` gives; what is computed of it is such a number, too. ``of``
    is the object whose ``id`` it is."""

    function: str
    of: Any = None

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, Number) and self.of is other.of
        return self is other or (same and self.of is not None)

    def __repr__(self) -> str:
        raise TypeError(f"the text of what `{self.function}` gives is not known")

    def __hash__(self) -> int:
        return id(self) if self.of is None else id(self.of)


def _hash(frame: Frame, item: Any, node: ast.AST) -> Any:
    found = call_special(frame, item, "hash", [], node)
    if found is NotImplemented:
        refuse_unhashable(frame, item, node)
        as_key(frame, item, node)
    return Number("hash")


HANDLERS[hash] = by_arguments(hash, _hash)
HANDLERS[id] = by_arguments(id, lambda frame, item, node: Number("id", item))


@kind(Number)
class NumberOfTheProcess(RunTime):
    """It may be handed on, and is asked for nothing. Python computes nothing of it."""

    is_object = False
    python_class = int

    def copied(self, frame: Frame, item: Any, inner: Inner, node: ast.AST) -> Any:
        return item

    def is_id_of(self, item: Any, other: Any) -> bool:
        return item.of is other

    def is_key(self, frame: Frame, item: Any) -> bool:
        made = is_made(item.of) and not is_some_other(item.of)
        if made or is_parameter(item.of):
            return True
        refuse_inconstant(frame, item.function, frame.statement or frame.source.node)

    def in_index(self, frame: Frame, item: Any, args: list[Any], node: ast.AST) -> Any:
        refuse_inconstant(frame, item.function, node)

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        sides = left, right
        both = kind_of(left) is kind_of(right)
        if _are_ints(sides) and WORDS[op.name][0] not in _COMPARING:
            return Number("hash")
        if both and op.name in ("equal", "not_equal"):
            if all(self.is_key(op.frame, one) for one in sides):
                return (left == right) is (op.name == "equal")
        found = left if kind_of(left) is self else right
        refuse_inconstant(op.frame, found.function, op.node)

    def written(self, template: Template, item: Any) -> str:
        return template.refuse(item)

    def unary(self, op: Operation, item: Any) -> Any:
        return Number("hash")

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        refuse_inconstant(frame, item.function, node)

    def bound(self, frame: Frame, item: Any, args: list[Any]) -> Any:
        refuse_inconstant(frame, item.function, frame.statement or frame.source.node)


def _are_ints(items: Iterable[Any]) -> bool:
    return all(issubclass(kind_of(item).class_of(item), int) for item in items)
