"""Elements of an array by the bytes between them: ``as_strided`` and ``x.strides``.

How an array lies in memory is known of one with a single axis that an operation has
made: its elements lie one behind the other.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any, NoReturn

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import certain, is_known, unsupported, viewed
from srcad.compiler.evaluate.numpy.registry import Unsupported, entry, inlined
from srcad.compiler.evaluate.numpy.values import number
from srcad.compiler.evaluate.objects import Box, aval_of, box_of
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.types import Atom, Value, definitions


def is_in_a_row(frame: Frame, box: Box) -> bool:
    """Whether the elements of an array are known to lie one behind the other."""
    if box.view is not None or box.is_input or box.aval.ndim != 1 or box.aval.tensor:
        return False
    made = definitions(frame.session.builder.before())
    op = made.get(box.own) if isinstance(box.own, Value) else None
    while (
        op is not None and op.primitive == "setitem" and isinstance(op.args[0], Value)
    ):
        op = made.get(op.args[0])  # What is written into stays where it is.
    return op is not None and PRIMITIVES[op.primitive].storage == "fresh"


@entry(np.lib.stride_tricks.as_strided)
def _as_strided(
    frame: Frame,
    node: ast.AST,
    x: Any,
    shape: Any = None,
    strides: Any = None,
    subok: Any = False,
    writeable: Any = True,
) -> Any:
    box = box_of(number(frame, x, node))
    if not is_in_a_row(frame, box):
        help = "give it a copy with one axis: `x.ravel().copy()`"
        raise Unsupported("how this array lies in memory is not known", help)
    width = np.dtype(aval_of(box).dtype).itemsize
    found = inlined(frame, strided, [box, shape, strides, width], node)
    if found.view is not None:
        found.view = replace(found.view, put_back=_refused, read_only=not writeable)
    return found


def _refused(now: Atom, new: Atom) -> NoReturn:
    """What overlaps is read, and not written into."""
    message = "a view by strides, whose elements may overlap, is written into"
    raise NeedsStatic(message, label="copy it first: `x.copy()`")


def strided(x, shape, strides, width):
    shape = x.shape if shape is None else shape
    strides = (width,) * len(shape) if strides is None else strides
    lengths = shape if isinstance(shape, tuple | list) else (shape,)
    steps = strides if isinstance(strides, tuple | list) else (strides,)
    if not is_known(steps) or len(steps) != len(lengths):
        unsupported("`strides` are known numbers here, one for each axis")
    rank, places = len(lengths), 0
    for k in range(rank):
        if steps[k] % width or steps[k] < 0:
            unsupported(
                "`strides` are whole numbers of elements, and not negative here"
            )
        along = np.arange(lengths[k]) * (steps[k] // width)
        places = np.expand_dims(places, -1) + along if k else along
    if certain(np.any(places >= np.size(x))):
        unsupported("it would read what lies behind the array")
    return viewed(x, (places,))
