"""Ranges, and what else is gone through by position."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.iterations import written_out
from srcad.compiler.evaluate.kinds import Kind, kind
from srcad.compiler.evaluate.objects import Iteration, ReversedRange
from srcad.compiler.evaluate.operators import apply_binary
from srcad.compiler.evaluate.sizes import fix_sizes
from srcad.compiler.evaluate.values.run_time import OnlyGoneThrough, RunTime


@kind(range)
class Range(Kind):
    """A range whose bounds are known: a loop over it stays a loop."""

    def iteration(self, frame: Frame, item: Any, node: ast.AST) -> Iteration:
        start, step = item.start, item.step

        def element(k: Any) -> Any:
            scaled = apply_binary(frame, "multiply", k, step, node) if step != 1 else k
            return apply_binary(frame, "add", start, scaled, node) if start else scaled

        return Iteration(len(item), element, (start, item.stop, step))


@kind(ReversedRange)
class RangeBackwards(OnlyGoneThrough, Range):
    """``reversed(range(...))``, which is an iterator."""

    def iteration(self, frame: Frame, item: Any, node: ast.AST) -> Iteration:
        return super().iteration(frame, item.range, node)


@kind(Iteration)
class ByPosition(OnlyGoneThrough, RunTime):
    """A range with bounds of run time, ``enumerate``, ``zip`` and the like."""

    def iteration(self, frame: Frame, item: Any, node: ast.AST) -> Iteration:
        found: Iteration = item
        return found

    def unpacked(self, frame: Frame, item: Any, node: ast.AST) -> list[Any]:
        if not isinstance(item.length, int):
            fix_sizes(frame.session, item)
            message = "the number of elements must be known at compile time here"
            label = "has as many elements as is known at run time only"
            frame.needs_static(message, node, label)
        return written_out(item)

    def length(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        super().length(frame, item, node)
        return item.length
