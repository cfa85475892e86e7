"""What NumPy makes by a subscript (``np.r_``, ``np.mgrid``), and ``x.flat``."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

import numpy as np

from srcad.compiler.evaluate.dispatch import array_attribute
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Inner, Kind, has_box, kind, kind_of
from srcad.compiler.evaluate.numpy.concatenators import (
    as_lists,
    chosen,
    every_element,
    every_index,
    in_a_grid,
    joined,
    places_of,
)
from srcad.compiler.evaluate.numpy.parts import refuse_wide
from srcad.compiler.evaluate.numpy.registry import entry, inlined, method, refused_as
from srcad.compiler.evaluate.numpy.scans import in_a_row
from srcad.compiler.evaluate.numpy.values import number
from srcad.compiler.evaluate.numpy.writes import places_in_a_row
from srcad.compiler.evaluate.objects import Box, Flat, Iteration, Place
from srcad.compiler.evaluate.operands import Operation
from srcad.compiler.evaluate.operations.subscripts import write_array
from srcad.compiler.evaluate.values.run_time import RunTime


class MadeBySubscript(Kind):
    """An object of NumPy's that is there to be subscripted."""

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        if not has_box(key):
            return item[key]
        with refused_as(frame, f"np.{self.named(item)}", node):
            return self.made(frame, item, key, node)

    def made(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        raise NotImplementedError

    def named(self, item: Any) -> str:
        words = ("r_", "c_", "mgrid", "ogrid")
        return next(word for word in words if getattr(np, word) is item)


@kind(type(np.r_), type(np.c_))
class Concatenator(MadeBySubscript):
    """``np.r_`` and ``np.c_``."""

    def made(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        given = [item.axis, item.ndmin, item.trans1d, key]
        return inlined(frame, joined, given, node)


@kind(type(np.mgrid), type(np.ogrid))
class Grid(MadeBySubscript):
    """``np.mgrid`` and ``np.ogrid``."""

    def made(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        return inlined(frame, in_a_grid, [item.sparse, key], node)


@kind(Flat)
class ElementsInARow(RunTime):
    """``x.flat``, which is read and written like the array."""

    python_class = np.flatiter

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        return inlined(frame, chosen, [item.owner, key], node)

    def set_item(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> None:
        owner = place.owner.owner
        places = inlined(frame, places_of, [owner, place.key], node)
        key = inlined(frame, places_in_a_row, [owner, places, "raise"], node)
        write_array(frame, owner, key, value, node, place.operator, place.old)

    def old(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        return frame.session.atom(item.owner)

    def length(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return array_attribute(frame, item.owner, "size", node)

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        message = "an operator of `x.flat` is not supported"
        op.frame.refuse("SRC012", message, op.node, help="write `x.ravel()`")

    def copied(self, frame: Frame, item: Any, inner: Inner, node: ast.AST) -> Any:
        message = "TypeError: cannot pickle 'numpy.flatiter' object"
        frame.refuse("SRC021", message, node)

    def reached(self, item: Any) -> list[Any]:
        return [item.owner]

    def taken(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        if item.iterator is not None:
            # It has nothing left when it has been gone through.
            item.iterator.check_place()
            if not item.iterator.is_new:
                frame.refuse_iterator(node)
            item.iterator.end()
        return Flat(item.owner, None)

    def iteration(self, frame: Frame, item: Any, node: ast.AST) -> Iteration:
        row = self._row(frame, item, node)
        found = kind_of(row).iteration(frame, row, node)
        assert found is not None
        read = frame.session.reading_ahead([item.owner])
        return replace(found, over=(*found.over, read))

    def unpacked(self, frame: Frame, item: Any, node: ast.AST) -> list[Any] | None:
        row = self._row(frame, item, node)
        return kind_of(row).unpacked(frame, row, node)

    def _row(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        """The elements as an array."""
        self.taken(frame, item, node)
        return inlined(frame, in_a_row, [item.owner], node)


# ------------------------------------------------------------------- gone through


@entry(np.ndindex)
def _ndindex(frame: Frame, node: ast.AST, *shape: Any) -> Any:
    whole = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
    return inlined(frame, every_index, [tuple(whole)], node)


@entry(np.ndenumerate)
def _ndenumerate(frame: Frame, node: ast.AST, arr: Any) -> Any:
    return inlined(frame, every_element, [number(frame, arr, node)], node)


@method("tolist", "")
def _tolist(frame: Frame, node: ast.AST, box: Box) -> Any:
    refuse_wide(frame, box, node)
    return inlined(frame, as_lists, [box], node)
