"""The truth of objects, known at compile time or at run time only."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of
from srcad.compiler.evaluate.objects import aval_of
from srcad.compiler.evaluate.operations.operators import emit_elementwise
from srcad.compiler.ir.avals import Aval


def truth(frame: Frame, item: Any, node: ast.AST) -> Any:
    """What a test of an object gives: a bool, or a number that run time tests."""
    return kind_of(item).truth(frame, item, node)


def negated(frame: Frame, item: Any, node: ast.AST) -> Any:
    """Python's ``not``."""
    found = truth(frame, item, node)
    if not has_box(found):
        return not found
    found = only_element(frame, found)
    return of_python(frame, emit_elementwise(frame, "not", found))


def of_python(frame: Frame, item: Any) -> Any:
    """A bool of Python, which may be True itself, in the place of one of NumPy."""
    if not aval_of(item).is_numeric or item.aval.weak:
        return item
    value = frame.session.builder.emit("present", item.value)
    value.aval = Aval("bool", weak=True)
    return frame.session.box(value)


def as_truth(frame: Frame, item: Any, node: ast.AST) -> Any:
    """The truth of a value, as a bool."""
    found = truth(frame, item, node)
    if not has_box(found):
        return found
    condition = only_element(frame, found)
    if is_bool(condition):
        return condition
    return emit_elementwise(frame, "not_equal", condition, 0)


def only_element(frame: Frame, item: Any) -> Any:
    """The one element of an array, as a number."""
    atom = frame.session.atom(item)
    if not atom.aval.ndim:
        return item
    builder = frame.session.builder
    return frame.session.box(builder.emit("reshape", atom, builder.emit("make_shape")))


def refuse_elements(frame: Frame, item: Any, node: ast.AST) -> None:
    """Raise what Python raises for an array of several elements, or of none, where one
    number is needed, and a handler waits for that."""
    shape, session = aval_of(item).shape, frame.session
    if not shape or not session.handlers.await_one(TypeError):
        return
    unknown = [dim for dim in shape if not isinstance(dim, int)]
    for dim in unknown:
        session.builder.sizes.fix(dim)
    if unknown:
        frame.needs_static("how many elements this has must be known here", node)
    if any(dim != 1 for dim in shape):
        with frame.raises(node, TypeError):
            raise TypeError(
                "only 0-dimensional arrays can be converted to Python scalars"
            )


def is_positive(frame: Frame, length: Any) -> Any:
    """Whether there are elements: a bool where their number is known."""
    if not has_box(length):
        return length > 0
    return emit_elementwise(frame, "greater", length, 0)


def is_bool(item: Any) -> bool:
    """Whether an object is a truth that run time knows."""
    return aval_of(item).is_bool and not aval_of(item).ndim


def both(frame: Frame, left: Any, right: Any) -> Any:
    """``left and right`` of two bools, of which run time may know one."""
    if not has_box(left):
        return right if left else left
    if not has_box(right):
        return left if right else right
    return emit_elementwise(frame, "logical_and", left, right)


def either(frame: Frame, left: Any, right: Any) -> Any:
    """``left or right`` of these."""
    if not has_box(left):
        return left or right
    if not has_box(right):
        return right or left
    return emit_elementwise(frame, "logical_or", left, right)
