"""Ranges, and what else is gone through by position."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Inner, has_box, kind
from srcad.compiler.evaluate.objects import Iteration, ReversedRange
from srcad.compiler.evaluate.operations.operators import (
    apply_binary,
    emit_elementwise,
)
from srcad.compiler.evaluate.operations.subscripts import reference
from srcad.compiler.evaluate.operations.truth import is_positive
from srcad.compiler.evaluate.printing import Template
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.sizes import fix_sizes
from srcad.compiler.evaluate.syntax.iterations import written_out
from srcad.compiler.evaluate.values.operands import Rows
from srcad.compiler.evaluate.values.run_time import OnlyGoneThrough, RunTime, StandIn
from srcad.compiler.ir.types import Atom, Lit


def _numbers(frame: Frame, *bounds: Any) -> Atom:
    """The numbers of a range as an array."""
    start, stop, step = map(frame.session.atom, bounds)
    given = [start, stop, step] if step != Lit(1) else [start, stop]
    given = [stop] if given == [Lit(0), stop] else given
    emit = frame.session.builder.emit
    return emit("arange", *given, dtype="int64", tensor=False)


@kind(range)
class Range(Rows):
    """A range whose bounds are known: a loop over it stays a loop."""

    def in_array(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return _numbers(frame, item.start, item.stop, item.step)

    def in_index(self, frame: Frame, item: Any, args: list[Atom], node: ast.AST) -> Any:
        return reference(args, self.in_array(frame, item, node))

    def iteration(self, frame: Frame, item: Any, node: ast.AST) -> Iteration:
        start, step = item.start, item.step

        def element(k: Any) -> Any:
            scaled = apply_binary(frame, "multiply", k, step, node) if step != 1 else k
            return apply_binary(frame, "add", start, scaled, node) if start else scaled

        return Iteration(len(item), element, (start, item.stop, step))

    def written(self, template: Template, item: Any) -> str:
        return repr(item)


@kind(ReversedRange)
class RangeBackwards(OnlyGoneThrough, StandIn, Range):
    """``reversed(range(...))``, which is an iterator."""

    python_class = Iterator

    def iteration(self, frame: Frame, item: Any, node: ast.AST) -> Iteration:
        return super().iteration(frame, item.range, node)


@kind(Iteration)
class ByPosition(OnlyGoneThrough, RunTime, Rows):
    """A range with bounds of run time, ``enumerate``, ``zip`` and the like."""

    makes_elements = True

    def sizes(self, item: Any) -> tuple[Any, ...]:
        return item.length, item.bounds or ()

    def class_of(self, item: Any) -> type:
        return range if item.bounds is not None and not item.once else Iterator

    def in_array(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        is_range = item.bounds is not None and not item.once
        return _numbers(frame, *item.bounds) if is_range else NotImplemented

    def in_index(self, frame: Frame, item: Any, args: list[Atom], node: ast.AST) -> Any:
        atom = self.in_array(frame, item, node)
        if atom is NotImplemented:
            return super().in_index(frame, item, args, node)
        return reference(args, atom)

    def copied(self, frame: Frame, item: Any, inner: Inner, node: ast.AST) -> Any:
        is_range = self.class_of(item) is range
        return item if is_range else super().copied(frame, item, inner, node)

    def reached(self, item: Any) -> Any:
        return item.over

    def iteration(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return item

    def unpacked(self, frame: Frame, item: Any, node: ast.AST) -> list[Any]:
        if item.count is None:
            fix_sizes(frame.session, item)
            message = "the number of elements must be known at compile time here"
            label = "has as many elements as is known at run time only"
            frame.needs_static(message, node, label)
        return written_out(item)

    def length(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        super().length(frame, item, node)
        if not has_box(item.length):
            return max(item.length, 0)
        # That of a range that ends before it begins is negative.
        return emit_elementwise(frame, "greatest", item.length, 0)

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        is_range = item.bounds is not None
        return is_positive(frame, item.length) if is_range else True

    def equals(self, frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
        raise NeedsStatic("a range or an iterator of run time is compared")
