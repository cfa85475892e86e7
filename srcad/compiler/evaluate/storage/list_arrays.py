"""Arrays that are made of the elements of a list of run time."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.storage.lengths import known_length
from srcad.compiler.evaluate.storage.list_items import is_list_box
from srcad.compiler.evaluate.undecided import classes_apart
from srcad.compiler.ir.lists import element_of
from srcad.compiler.ir.shapes import normal_axes
from srcad.compiler.ir.types import array_aval


def stacked(frame: Frame, box: Box, axis: int, array: bool | str = False) -> Box:
    """``np.stack(xs, axis)``, or ``np.array(xs)``, which may have no elements; a dtype
    may be given for it."""
    session, element = frame.session, element_of(box.value)
    if element.is_numeric:
        (axis,) = normal_axes(axis, element.ndim + 1)
    given: Any = {"axis": axis, "length": known_length(frame, box), "array": array}
    value = session.builder.emit("list_stack", session.atom(box), **given)
    if classes_apart(frame, box) and not isinstance(array, str):
        session.decided.add(value)
    return session.box(value)


def in_columns(frame: Frame, part: Any) -> Any:
    """``np.array(rows)`` of rows whose parts are in lists of their own, or in tuples of
    these; NotImplemented where a row is no tuple or list."""
    if is_list_box(part):
        return frame.session.atom(stacked(frame, part, 0, array=True))
    if not isinstance(part, tuple | list) or not part:
        return NotImplemented
    columns = [in_columns(frame, one) for one in part]
    if NotImplemented in columns:
        return NotImplemented
    builder = frame.session.builder
    dtype = np.result_type(*(array_aval(atom).dtype for atom in columns)).name
    columns = [builder.cast(atom, dtype) for atom in columns]
    return builder.emit("stack", *columns, axis=1)


def joined(frame: Frame, box: Box, axis: int) -> Box:
    """``np.concatenate(xs, axis)``."""
    session, element = frame.session, element_of(box.value)
    if element.is_numeric:
        (axis,) = normal_axes(axis, element.ndim)
    return session.box(session.builder.emit("list_join", session.atom(box), axis=axis))
