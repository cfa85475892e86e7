"""``isinstance`` and ``type`` of run-time values.

What is known of an array or of a number of Python says its class. What has the rank 0
and is no number of Python is a number of NumPy where an operation gave it, but an array
where ``np.array`` or the caller did: where it matters and is not known, it is refused.
"""

from __future__ import annotations

import ast
import types
from typing import Any

import numpy as np

from srcad.compiler.evaluate.builtin_table import builtin
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.lists import is_run_time_list
from srcad.compiler.evaluate.maybe import is_none, present
from srcad.compiler.evaluate.methods import sees_tensor
from srcad.compiler.evaluate.objects import Box, Maybe, StructOfArrays, is_optional
from srcad.compiler.evaluate.operators import emit_elementwise
from srcad.compiler.evaluate.refusals import refuse_classes
from srcad.compiler.ir.avals import PYTHON_CLASSES, Aval
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.types import Op
from srcad.compiler.reading.protocol import mark


@builtin(isinstance)
def _isinstance(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    item, kinds = args
    if isinstance(item, Maybe) or is_optional(item):
        return _isinstance_or_none(frame, item, kinds, node)
    if isinstance(item, StructOfArrays):
        return issubclass(list, tuple(_flat(kinds)))
    if not isinstance(item, Box):
        return isinstance(item, kinds)
    kinds = tuple(_flat(kinds))
    aval = item.aval
    if not isinstance(aval, Aval):
        return is_run_time_list(item) and issubclass(list, kinds)
    if sees_tensor(frame.session, aval):
        return any(_is_of_tensors(kind) for kind in kinds)
    found = _is_of_class(frame, item, aval, kinds, node)
    if any(issubclass(one, kinds) is not found for one in item.classes):
        refuse_classes(frame, item, node)
    return found


def _is_of_class(
    frame: Frame, item: Box, aval: Aval, kinds: tuple[Any, ...], node: ast.AST
) -> bool:
    if aval.weak:
        return issubclass(PYTHON_CLASSES.get(aval.dtype, float), kinds)
    if aval.ndim or frame.source.library:
        return issubclass(np.ndarray, kinds)
    number = issubclass(np.dtype(aval.dtype).type, kinds)
    array = issubclass(np.ndarray, kinds)
    if item.holds:
        return array
    if number is array or _is_number(frame, item):
        return number
    frame.refuse(
        "SRC013",
        "whether this is a number or an array of rank 0 is not known",
        node,
        help="ask for the rank: `np.ndim(x) == 0`",
    )


@builtin(type)
def _type(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    item = args[0]
    if not isinstance(item, Box) and len(args) == 1:
        return type(item)
    aval = item.aval if isinstance(item, Box) else None
    if isinstance(aval, Aval) and aval.weak and not sees_tensor(frame.session, aval):
        refuse_classes(frame, item, node)
        return PYTHON_CLASSES[aval.dtype]
    help = "ask with `isinstance`, or for the dtype and the rank: `x.dtype`, `x.ndim`"
    frame.refuse("SRC012", "`type` of a run-time value", node, help=help)


@builtin(np.isscalar)
def _isscalar(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    (item,) = args
    if not isinstance(item, Box):
        return np.isscalar(item)
    return _isinstance(frame, [item, (int, float, np.generic)], keywords, node)


def _isinstance_or_none(frame: Frame, item: Any, kinds: Any, node: ast.AST) -> Any:
    there = _isinstance(frame, [present(frame.session, item), kinds], {}, node)
    if there is isinstance(None, kinds):
        return there
    missing = is_none(frame.session, item)
    return emit_elementwise(frame, "not", missing) if there else missing


def _flat(kinds: Any) -> list[Any]:
    """The classes of a tuple, or of ``int | float``."""
    if isinstance(kinds, tuple):
        return [one for kind in kinds for one in _flat(kind)]
    if isinstance(kinds, types.UnionType):
        return [one for kind in kinds.__args__ for one in _flat(kind)]
    return [kinds]


def _is_of_tensors(kind: Any) -> bool:
    if kind is object:
        return True
    is_tensor = mark(kind, "__srcad_tensor__") is True
    return is_tensor and not mark(kind, "__srcad_parameter__")


def _is_number(frame: Frame, item: Box) -> bool:
    """Whether an operation has given what is a number of NumPy then."""
    builder: Any = frame.session.builder
    while builder is not None:
        for op in builder.ops:
            if isinstance(op, Op) and item.value in op.results:
                return _gives_number(op)
        builder = builder.outer
    return False


def _gives_number(op: Op) -> bool:
    if op.primitive == "getitem":
        entries = op.attribute("index").entries
        return all(one is not Ellipsis and one is not None for one in entries)
    row = PRIMITIVES[op.primitive]
    return row.elementwise if row.number is None else row.number
