"""Comparisons: ``==``, ``<``, ``is`` and ``in``."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.dispatch import (
    evaluate,
    evaluate_partly,
    expression,
    inline,
)
from srcad.compiler.evaluate.expressions import elements
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.list_library import is_in
from srcad.compiler.evaluate.list_methods import contains
from srcad.compiler.evaluate.lists import (
    alternatives,
    is_list_box,
    is_run_time_list,
    list_length,
)
from srcad.compiler.evaluate.maybe import is_none
from srcad.compiler.evaluate.objects import (
    Box,
    Iteration,
    Lazy,
    Maybe,
    RuntimeString,
    StructOfArrays,
    is_array,
    is_changeable,
    is_optional,
)
from srcad.compiler.evaluate.operators import (
    as_arrays,
    compare_name,
    emit_elementwise,
    is_number_like,
    operands,
)
from srcad.compiler.evaluate.refusals import refuse_classes
from srcad.compiler.evaluate.sequences import refuse_unsure_keys, sequence_parts
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.special import binary, call_special, is_user_object
from srcad.compiler.evaluate.truth import negated, truth
from srcad.compiler.evaluate.wording import refuse_string
from srcad.compiler.ir.avals import Aval, without_none
from srcad.compiler.ir.primitives import OPERATORS
from srcad.compiler.reading.records import is_record, parts_of
from srcad.compiler.reading.world import is_environment, users_comparison


@expression(ast.Compare)
def _compare(frame: Frame, node: ast.Compare) -> Any:
    left = evaluate(frame, node.left)
    result: Any = True
    for op, right_node in zip(node.ops, node.comparators, strict=True):
        if isinstance(right_node, ast.Set) and isinstance(op, ast.In | ast.NotIn):
            # Nobody sees the order.
            right: Any = tuple(elements(frame, right_node.elts))
        else:
            partly = isinstance(op, ast.In | ast.NotIn)
            right = (evaluate_partly if partly else evaluate)(frame, right_node)
        one = _compare_two(frame, op, left, right, node)
        result = one if result is True else both(frame, result, one)
        if result is False:
            return False
        left = right
    return result


def both(frame: Frame, left: Any, right: Any) -> Any:
    if not isinstance(left, Box):
        return right if left else left
    if not isinstance(right, Box):
        return left if right else right
    return emit_elementwise(frame, "logical_and", left, right)


def _compare_two(
    frame: Frame, op: ast.cmpop, left: Any, right: Any, node: ast.Compare
) -> Any:
    name = compare_name(op)
    if name is not None and (is_user_object(left) or is_user_object(right)):
        result = binary(frame, name, left, right, node)
        if result is not NotImplemented:
            return result
    if isinstance(left, RuntimeString) or isinstance(right, RuntimeString):
        refuse_string(frame, node)
    if name is not None and (has_box(left) or has_box(right)):
        left, right = as_arrays(frame, left, right, node)
        if is_number_like(left) and is_number_like(right):
            return emit_elementwise(frame, name, left, right)
        if isinstance(op, ast.Eq | ast.NotEq):
            return _structural_equality(frame, op, left, right, node)
        if isinstance(left, tuple | list) and type(left) is type(right):
            return _ordered(frame, op, left, right, node)
    match op:
        case ast.Is() | ast.IsNot():
            same = identity(frame, left, right, node)
            return same if isinstance(op, ast.Is) else negated(frame, same, node)
        case ast.In() | ast.NotIn():
            if is_user_object(right):
                found = call_special(frame, right, "contains", [left], node)
                if found is not NotImplemented:
                    return (
                        found if isinstance(op, ast.In) else negated(frame, found, node)
                    )
                right = tuple(sequence_parts(frame, right, node))
            inside = _contains(frame, right, left, node)
            return inside if isinstance(op, ast.In) else negated(frame, inside, node)
    assert name is not None
    operands(frame, (left, right), node)
    try:
        return OPERATORS[name](left, right)
    except Exception as error:
        frame.refuse("SRC021", f"{type(error).__name__}: {error}", node)


def _ordered(
    frame: Frame, op: ast.cmpop, left: Any, right: Any, node: ast.Compare
) -> Any:
    """``left < right`` and the like: the first items that differ decide."""
    if not left or not right:
        return _compare_two(frame, op, len(left), len(right), node)
    equal = equality(frame, left[0], right[0])
    if equal is False:
        return _compare_two(frame, op, left[0], right[0], node)
    rest = _ordered(frame, op, left[1:], right[1:], node)
    if equal is True:
        return rest
    strict = ast.Lt() if isinstance(op, ast.Lt | ast.LtE) else ast.Gt()
    first = _compare_two(frame, strict, left[0], right[0], node)
    rest = both(frame, equal, rest)
    return emit_elementwise(frame, "logical_or", first, rest) if rest else first


def _structural_equality(
    frame: Frame, op: ast.cmpop, left: Any, right: Any, node: ast.AST
) -> Any:
    """``==`` of tuples of sizes, of a box with None, and the like."""
    equal = equality(frame, left, right)
    return equal if isinstance(op, ast.Eq) else negated(frame, equal, node)


def identity(frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
    """``left is right``. Of what run time knows, True and False of Python are objects
    that others may be; those of NumPy never are."""
    for item, other in ((left, right), (right, left)):
        if isinstance(item, Box) and isinstance(other, bool):
            aval = item.aval
            refuse_classes(frame, item, node)
            if isinstance(aval, Aval) and aval.weak and aval.dtype == "bool":
                return item if other else negated(frame, item, node)
        if other is None and (is_optional(item) or isinstance(item, Maybe)):
            return is_none(frame.session, item)
    if left is not None and right is not None:
        frame.session.door.identity(left, right)
    library = frame.source.library  # which asks whether two sizes are known as one
    if left is not right and not library and _may_be_one(left, right):
        message = "whether two run-time values are one object is not known"
        help = "compare what they hold, or keep a flag"
        frame.refuse("SRC013", message, node, help=help)
    if left is not right and isinstance(left, _CONSTANTS) and _equal(left, right):
        message = "whether two equal constants are one object is up to Python"
        frame.refuse("SRC013", message, node, help="compare them with `==`")
    return left is right


_CONSTANTS = (str, bytes, int, float, tuple)


def _equal(left: Any, right: Any) -> bool:
    if type(left) is not type(right) or has_box((left, right)):
        return False
    return bool(left == right)


def _may_be_one(left: Any, right: Any) -> bool:
    """Whether two objects of the evaluation may be one object at run time."""
    left, right = (one.item if isinstance(one, Maybe) else one for one in (left, right))
    if not isinstance(left, Box) or not isinstance(right, Box):
        return isinstance(left, StructOfArrays) and isinstance(right, StructOfArrays)
    kinds = [without_none(box.aval) for box in (left, right)]
    if all(isinstance(kind, Aval) for kind in kinds):
        dtypes = {(kind.dtype, kind.ndim) for kind in kinds if isinstance(kind, Aval)}
        if len(dtypes) > 1:
            return False
        if not is_changeable(left) and not is_changeable(right):
            return True
    elif type(kinds[0]) is not type(kinds[1]) or is_list_box(left):
        return type(kinds[0]) is type(kinds[1])
    # Of two objects from outside it is known, and remembered.
    given = left.is_input and right.is_input and not (left.outside and right.outside)
    return given or right in alternatives(left)


def _contains(frame: Frame, items: Any, item: Any, node: ast.Compare) -> Any:
    """``item in items``."""
    if is_run_time_list(items):
        return contains(frame, items, item, node)
    if isinstance(items, Lazy):
        return inline(frame, is_in, [items, item], {}, node)
    door = frame.session.door
    if is_environment(items) and isinstance(item, str):
        return door.environment(item) is not None
    if door.is_pending(items):
        if isinstance(items, dict) and not has_box(item):
            return door.contains(items, item)
        items = door.whole(items)
    refuse_unsure_keys(frame, items, node)
    if isinstance(items, dict):
        items = list(items)
    if not isinstance(items, tuple | list) or not has_box([item, items]):
        found = users_comparison(item) or users_comparison(items)
        if found is not None:
            message = f"`{found.__qualname__}` would run while compiling"
            help = "compare with `==`, one by one"
            frame.refuse("SRC012", message, node, help=help)
        try:
            return static(frame, item, node) in static(frame, items, node)
        except TypeError as error:
            frame.refuse("SRC021", f"TypeError: {error}", node)
    result: Any = False
    for one in items:
        equal = equality(frame, item, one)
        if isinstance(equal, Box):
            truth(frame, equal, node)
            result = (
                emit_elementwise(frame, "logical_or", result, equal)
                if isinstance(result, Box)
                else equal
            )
        elif equal:
            return True
    return result


def equality(frame: Frame, left: Any, right: Any) -> Any:
    """``left == right`` as Python compares structures, which ends at a difference."""
    if any(map(is_array, (left, right))) and isinstance(left, str) != isinstance(
        right, str
    ):
        raise NeedsStatic("an array is compared with a string", label="has no numbers")
    if not has_box(left) and not has_box(right):
        operands(frame, (left, right), frame.statement or frame.source.node)
        return left == right
    left, right = as_arrays(frame, left, right, frame.statement or frame.source.node)
    if isinstance(left, Iteration) or isinstance(right, Iteration):
        raise NeedsStatic("a range or an iterator of run time is compared")
    if is_number_like(left) and is_number_like(right):
        same = left is right or _same_size(left, right)
        return True if same else emit_elementwise(frame, "equal", left, right)
    for item, other in ((left, right), (right, left)):
        if is_optional(item) and other is None:
            return _equals_none(frame, item)
        if isinstance(item, Maybe) and other is None:
            return is_none(frame.session, item)
        if isinstance(item, Maybe):
            raise NeedsStatic("this may be None", label="is compared as a whole")
    for item, other in ((left, right), (right, left)):
        if is_run_time_list(item):
            return _equals_list(frame, item, other)
    equal: Any = False
    if isinstance(left, dict) and isinstance(right, dict):
        for item in (left, right):
            refuse_unsure_keys(frame, item, frame.statement or frame.source.node)
        if set(left) != set(right):
            return False
        right = [right[key] for key in left]
        left = list(left.values())
    if is_record(left) and type(left) is type(right):
        left, right = (tuple(parts_of(item).values()) for item in (left, right))
    if isinstance(left, tuple | list) and isinstance(right, tuple | list):
        equal = len(left) == len(right) and isinstance(left, list) == isinstance(
            right, list
        )
        for a, b in zip(left, right, strict=False) if equal else ():
            one = equality(frame, a, b)
            equal = one if equal is True else both(frame, equal, one)
            if equal is False:
                break
    return equal


def _equals_list(frame: Frame, items: Any, other: Any) -> Any:
    """A list of run time is compared with one without items alone."""
    if not isinstance(other, list) and not is_run_time_list(other):
        return False
    if other != []:
        label = "is built at run time"
        raise NeedsStatic(
            "the items of a list must be known to be compared", label=label
        )
    length = list_length(frame, items)
    if isinstance(length, int):
        return length == 0
    return emit_elementwise(frame, "equal", length, 0)


def _equals_none(frame: Frame, item: Box) -> Any:
    aval = without_none(item.aval)
    if not isinstance(aval, Aval) or aval.ndim:
        raise NeedsStatic("an array is compared with None element by element")
    return frame.session.box(frame.session.builder.emit("is_none", item.value))


def _same_size(left: Any, right: Any) -> bool:
    sizes = []
    for item in (left, right):
        aval = item.aval if isinstance(item, Box) else None
        sizes.append(aval.size if isinstance(aval, Aval) else item)
    return sizes[0] is not None and bool(sizes[0] == sizes[1])
