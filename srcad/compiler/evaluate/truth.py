"""The truth of objects, known at compile time or at run time only."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.branching import branch_value
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.lists import (
    is_run_time_list,
    list_length,
)
from srcad.compiler.evaluate.maybe import is_none, present
from srcad.compiler.evaluate.objects import (
    Box,
    Iteration,
    Maybe,
    RuntimeString,
    StructOfArrays,
    is_parameter,
)
from srcad.compiler.evaluate.operators import emit_elementwise
from srcad.compiler.evaluate.sequences import refuse_unsure_keys
from srcad.compiler.evaluate.special import call_special, is_user_object
from srcad.compiler.evaluate.wording import refuse_string
from srcad.compiler.ir.avals import Aval, OptionalAval


def negated(frame: Frame, item: Any, node: ast.AST) -> Any:
    """Python's ``not``."""
    item = asked(frame, item, node)
    if not isinstance(item, Box) and not is_parameter(item):
        return not truth(frame, item, node)
    condition = condition_of(frame, item, node)
    return of_python(frame, emit_elementwise(frame, "not", condition))


def of_python(frame: Frame, item: Any) -> Any:
    """A bool of Python, which may be True itself, in the place of one of NumPy."""
    aval = item.aval if isinstance(item, Box) else None
    if not isinstance(aval, Aval) or aval.weak:
        return item
    value = frame.session.builder.emit("present", item.value)
    value.aval = Aval("bool", weak=True)
    return frame.session.box(value)


def asked(frame: Frame, item: Any, node: ast.AST) -> Any:
    """What an object says when it is asked for its truth, if it says anything; it may
    be known at run time only."""
    is_range = isinstance(item, Iteration) and item.bounds is not None
    if isinstance(item, StructOfArrays) or is_range:
        length = item.length if is_range else list_length(frame, item)
        if isinstance(length, int):
            return length > 0
        return emit_elementwise(frame, "greater", length, 0)
    if isinstance(item, Maybe):
        missing = is_none(frame.session, item)
        known = isinstance(item.item, tuple) and not item.item
        return False if known else emit_elementwise(frame, "not", missing)
    for word in ("bool", "len") if is_user_object(item) else ():
        found = call_special(frame, item, word, [], node)
        if found is not NotImplemented:
            wanted = bool if word == "bool" else int
            if not isinstance(found, Box | wanted):
                kind = type(found).__name__
                message = f"TypeError: __{word}__ of an object gives a {kind}"
                frame.refuse("SRC021", message, node)
            return found
    return item


def truth(frame: Frame, item: Any, node: ast.AST) -> bool:
    """The truth of what is known at compile time."""
    item = asked(frame, item, node)
    if isinstance(item, Box):
        item = static(frame, item, node)
    if isinstance(item, RuntimeString):
        refuse_string(frame, node)
    refuse_unsure_keys(frame, item, node)
    try:
        return bool(item)
    except Exception as error:
        frame.refuse("SRC021", f"{type(error).__name__}: {error}", node)


def condition_of(frame: Frame, item: Any, node: ast.AST) -> Any:
    """A run-time condition: one number."""
    if is_parameter(item):
        item = frame.session.box(frame.session.atom(item))
    aval = item.aval
    if is_run_time_list(item):
        return emit_elementwise(frame, "greater", list_length(frame, item), 0)
    if isinstance(aval, OptionalAval):
        return _there_and_true(frame, item, node)
    if isinstance(aval, Aval) and any(dim != 1 for dim in aval.shape):
        frame.refuse(
            "SRC013",
            "the truth of an array is not one truth",
            node,
            label=f"is {aval}",
            help="reduce it, as in `(x > 0).any()` or `x.sum() > 0`",
        )
    return item


def _there_and_true(frame: Frame, item: Box, node: ast.AST) -> Any:
    """The truth of what may be None."""
    session = frame.session
    missing = session.box(session.builder.emit("is_none", item.value))

    def there() -> Any:
        return as_truth(frame, present(session, item), node)

    return branch_value(frame, missing, lambda: False, there, node)


def as_truth(frame: Frame, item: Any, node: ast.AST) -> Any:
    """The truth of a value, as a bool."""
    item = asked(frame, item, node)
    if not isinstance(item, Box) and not is_parameter(item):
        return truth(frame, item, node)
    condition = only_element(frame, condition_of(frame, item, node))
    if is_bool(condition):
        return condition
    return emit_elementwise(frame, "not_equal", condition, 0)


def only_element(frame: Frame, item: Any) -> Any:
    """The one element of an array, as a number."""
    atom = frame.session.atom(item)
    if not isinstance(atom.aval, Aval) or not atom.aval.ndim:
        return item
    builder = frame.session.builder
    return frame.session.box(builder.emit("reshape", atom, builder.emit("make_shape")))


def is_bool(item: Any) -> bool:
    """Whether an object is a truth that run time knows."""
    aval = item.aval if isinstance(item, Box) else None
    return isinstance(aval, Aval) and aval.dtype == "bool" and not aval.ndim
