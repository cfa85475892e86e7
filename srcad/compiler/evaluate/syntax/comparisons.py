"""Comparisons: ``==``, ``<``, ``is`` and ``in``."""

from __future__ import annotations

import ast
import contextlib
import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.calls.functions import inline
from srcad.compiler.evaluate.contents import current
from srcad.compiler.evaluate.dispatch import (
    evaluate,
    evaluate_partly,
    expression,
)
from srcad.compiler.evaluate.facts import Relation
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.heap import Heap
from srcad.compiler.evaluate.kinds import content, has_box, kind_of, same_structure
from srcad.compiler.evaluate.known import (
    refuse_comparison,
    refuse_unhashable,
    static,
)
from srcad.compiler.evaluate.objects import (
    aval_of,
    box_of,
    is_changeable,
    is_number,
    size_of,
)
from srcad.compiler.evaluate.operands import Operation
from srcad.compiler.evaluate.operations.operators import (
    asked,
    computed,
    operator_name,
)
from srcad.compiler.evaluate.operations.special import is_plain
from srcad.compiler.evaluate.operations.truth import (
    as_truth,
    both,
    either,
    is_bool,
    negated,
    of_python,
    only_element,
    truth,
)
from srcad.compiler.evaluate.paths.merging import merge
from srcad.compiler.evaluate.paths.raises import raise_there
from srcad.compiler.evaluate.paths.sides import Side, run_side
from srcad.compiler.evaluate.session import Snapshot
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.storage.aliases import may_be
from srcad.compiler.evaluate.storage.elements import places_of
from srcad.compiler.evaluate.storage.list_items import is_run_time_list
from srcad.compiler.evaluate.storage.list_library import no_order
from srcad.compiler.evaluate.storage.nested_lists import note_unknown_identity
from srcad.compiler.evaluate.syntax.expressions import elements
from srcad.compiler.ir.avals import without_none
from srcad.compiler.ir.types import array_aval
from srcad.compiler.reading.lookup import method_of
from srcad.compiler.reading.records import stands_for_several
from srcad.compiler.reading.world import is_environment, users_comparison


@expression(ast.Compare)
def _compare(frame: Frame, node: ast.Compare) -> Any:
    return _chain(frame, evaluate(frame, node.left), node, 0)


def _chain(frame: Frame, left: Any, node: ast.Compare, place: int) -> Any:
    """``left < b < c``, of which ``c`` is evaluated only where ``left < b`` holds."""
    op, right_node = node.ops[place], node.comparators[place]
    partly = isinstance(op, ast.In | ast.NotIn)
    if isinstance(right_node, ast.Set) and partly:
        # Nobody sees the order.
        right: Any = tuple(elements(frame, right_node.elts))
        # Python looks for a set as for a frozen one.
        for item in right if isinstance(left, set) else (left, *right):
            refuse_unhashable(frame, item, node)
    else:
        right = (evaluate_partly if partly else evaluate)(frame, right_node)
    first = _compare_two(frame, op, left, right, node)
    if place + 1 == len(node.ops):
        return first
    rest = functools.partial(_chain, frame, right, node, place + 1)
    return if_so(frame, first, rest, node)


def if_so(
    frame: Frame,
    first: Any,
    rest: Callable[[], Any],
    node: ast.AST,
    conjunction: bool = True,
) -> Any:
    """``first and rest()``, or ``first or rest()``: one condition where ``rest`` does
    nothing but compute."""
    condition = truth(frame, first, node)
    if not has_box(condition):
        return rest() if condition is conjunction else first
    side = _side(frame, rest, node)
    if is_bool(condition) and _is_plain_truth(frame, side):
        frame.session.builder.ops.extend(side.ops)
        joined = both if conjunction else either
        return joined(frame, condition, side.outcome)
    other = run_side(frame, lambda: not conjunction if is_bool(first) else first)
    sides = (side, other) if conjunction else (other, side)
    return merge(frame, condition.value, *sides, node)


def _side(frame: Frame, action: Callable[[], Any], node: ast.AST) -> Side:
    """What is done on a path; what Python raises there of values is raised there."""

    def of() -> Any:
        try:
            return action()
        except CompileError as error:
            raise_there(frame, error, node)
            raise

    return run_side(frame, of)


def _is_plain_truth(frame: Frame, side: Side) -> bool:
    """Whether it is a bool, and nobody sees it if it is computed without need."""
    result = side.outcome
    return side.only_computes(frame) and (is_bool(result) or isinstance(result, bool))


def _compare_two(
    frame: Frame, op: ast.cmpop, left: Any, right: Any, node: ast.AST
) -> Any:
    match op:
        case ast.Is() | ast.IsNot():
            found = identity(frame, left, right, node)
        case ast.In() | ast.NotIn():
            found = contains(frame, right, left, node)
        case _:
            return compare(frame, operator_name(op), left, right, node)
    return negated(frame, found, node) if type(op) in _NEGATED else found


_NEGATED = (ast.IsNot, ast.NotIn)
_EQUALITY = ("equal", "not_equal")
ORDERS = {"less": "<", "less_equal": "<=", "greater": ">", "greater_equal": ">="}


def compare(frame: Frame, name: str, left: Any, right: Any, node: ast.AST) -> Any:
    """``left == right``, ``left < right`` and the like, computed or emitted."""
    op = Operation(name, frame, node)
    result = asked(op, left, right)
    if result is not NotImplemented:
        return result
    if not has_box(left) and not has_box(right):
        return computed(op, left, right)
    kinds = kind_of(left), kind_of(right)
    if name not in _EQUALITY:
        one, other = kinds[0].class_name(left), kinds[1].class_name(right)
        sign = f"'{ORDERS[name]}' not supported between instances of"
        with frame.at_first(left, right), frame.raises(node, TypeError):
            raise TypeError(f"{sign} '{one}' and '{other}'")
    result = kinds[0].equals(frame, left, right, node)
    if result is NotImplemented:
        result = kinds[1].equals(frame, left, right, node)
    if result is NotImplemented:
        for item in (left, right):
            arrays = kind_of(item).makes_arrays(item, name)
            if arrays and array_aval(frame.session.atom(item)).ndim:
                message = "an array is compared with what is no number"
                frame.refuse("SRC013", message, node)
        result = identity(frame, left, right, node)
    return result if name == "equal" else negated(frame, result, node)


def equality(frame: Frame, left: Any, right: Any, node: ast.AST | None = None) -> Any:
    """``left == right`` of two items of structures, which are one object or equal."""
    if has_box(left) or has_box(right):
        size = _size(left)
        if left is right or (size is not None and size == _size(right)):
            return True
    node = node or frame.statement or frame.source.node
    return compare(frame, "equal", left, right, node)


def all_equal(frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
    """Whether as many items are equal; none is asked behind one that is not."""
    equal: Any = len(left) == len(right)
    for pair in zip(left, right, strict=False) if equal else ():
        one, other = map(current, pair)
        rest = functools.partial(_are_equal, frame, one, other, node)
        equal = if_so(frame, equal, rest, node)
        if equal is False:
            break
    return of_python(frame, equal)


def _are_equal(frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
    """The same of two items, as a bool."""
    return as_truth(frame, equality(frame, left, right, node), node)


def ordered(frame: Frame, name: str, left: Any, right: Any, node: ast.AST) -> Any:
    """``left < right`` and the like: the first items that differ decide, and no others
    are asked."""
    if not left or not right:
        return compare(frame, name, len(left), len(right), node)
    pair, asked = (left[0], right[0]), functools.partial(_asked, frame, node=node)
    equal = _are_tied(frame, *pair, node)
    if equal is False:
        return asked(name, *pair)
    rest = functools.partial(ordered, frame, name, left[1:], right[1:], node)
    if equal is True:
        return rest()
    # Numbers that are equal are not less, either.
    numbers = all(map(is_number, map(current, pair)))
    strictly = name.removesuffix("_equal") if numbers else name
    first = _side(frame, functools.partial(asked, strictly, *pair), node)
    second = _side(frame, rest, node)
    if numbers and all(_is_plain_truth(frame, side) for side in (first, second)):
        frame.session.builder.ops.extend([*first.ops, *second.ops])
        after = both(frame, equal, second.outcome)
        return either(frame, first.outcome, after)
    if strictly != name:
        first = _side(frame, functools.partial(asked, name, *pair), node)
    return merge(frame, equal.value, second, first, node)


def _asked(frame: Frame, name: str, left: Any, right: Any, node: ast.AST) -> Any:
    """``left < right`` and the like, of which a path may find that there is none."""
    if frame.session.depth and _has_no_order(frame, left):
        return inline(frame, no_order, [*_is_told(name, left, right)], {}, node)
    found = compare(frame, name, left, right, node)
    return only_element(frame, found) if aval_of(found).ndim else found


def _are_tied(frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
    """Whether two items are equal, as a bool. Of what has no order nobody may know
    whether it is one object: two are taken for others."""
    if not frame.session.depth or not _has_no_order(frame, left):
        return _are_equal(frame, left, right, node)
    start = Snapshot(frame)
    with contextlib.suppress(CompileError, NeedsStatic), frame.session.tentatively():
        return left is right or _are_equal(frame, left, right, node)
    start.back()
    return False


def _has_no_order(frame: Frame, item: Any) -> bool:
    """Whether Python has no ``<`` of an object, or none that is one truth."""
    if isinstance(item, dict):
        return True
    aval = aval_of(item)
    if aval.is_numeric and aval.ndim:
        return any(dim != 1 for dim in array_aval(frame.session.atom(item)).shape)
    if not kind_of(item).is_object or kind_of(item).choice(item) is not None:
        return False
    own = method_of(frame.session.door, item, "__lt__")
    return bool(own == object.__lt__)  # type: ignore[operator]


def _is_told(name: str, left: Any, right: Any) -> tuple[bool, str]:
    """Whether Python asks two items for the truth of an array, and what it says where
    they have no order."""
    classes = " and ".join(f"'{kind_of(one).class_name(one)}'" for one in (left, right))
    text = f"'{ORDERS[name]}' not supported between instances of {classes}"
    return aval_of(left).ndim > 0, text


def identity(frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
    """``left is right``. Of what run time knows, True and False of Python are objects
    that others may be; those of NumPy never are."""
    for item, other in ((left, right), (right, left)):
        if other is None:
            frame.asked[id(node)] = item
            return kind_of(item).is_none(frame, item)
        if other is True or other is False:
            found = kind_of(item).is_bool(frame, item, other, node)
            if found is not NotImplemented:
                return found
        found = kind_of(item).is_one(frame, item, other, node)
        if found is not NotImplemented:
            return found
    frame.session.door.identity(left, right)
    if left is right:
        return True
    places = places_of(frame.session, left, right)
    if places is not None:
        one, other = map(frame.session.box, places)
        return compare(frame, "equal", one, other, node)
    values = kind_of(left).is_value or kind_of(right).is_value
    asked = frame.source.library and values  # whether a size is one that is known
    if not asked and _may_be_one(frame, left, right):
        message = "whether two run-time values are one object is not known"
        help = "compare what they hold, or keep a flag"
        note_unknown_identity(frame, left, right)
        frame.refuse("SRC013", message, node, help=help)
    for item, other in ((left, right), (right, left)):
        of = kind_of(other)
        if kind_of(item).may_be_none and (of.stands_in or of.is_structure):
            message = "whether what may be None is this object is not known"
            note_unknown_identity(frame, left, right)
            frame.refuse("SRC013", message, node, help="ask `is not None` before")
    if isinstance(left, _CONSTANTS) and _equal(left, right):
        message = "whether two equal constants are one object is up to Python"
        frame.refuse("SRC013", message, node, help="compare them with `==`")
    return False


_CONSTANTS = (str, bytes, int, float, tuple)


def _equal(left: Any, right: Any) -> bool:
    if type(left) is not type(right) or has_box((left, right)):
        return False
    return bool(left == right)


def _may_be_one(frame: Frame, left: Any, right: Any) -> bool:
    """Whether two objects of the evaluation may be one object at run time."""
    heap = frame.session
    if not (kind_of(left).is_value and kind_of(right).is_value):
        if is_run_time_list(left):
            return kind_of(left) is kind_of(right)
        if kind_of(left).is_value or kind_of(right).is_value:
            return _may_be_constant(left, right) or _may_be_constant(right, left)
        joined = id(left) in heap.joined or id(right) in heap.joined
        containers = content(left), content(right)
        if any(one is None for one in containers):
            return joined and same_structure(left, right)
        place, other = map(heap.place, containers)
        if other in may_be(heap, [place]):
            return True
        read = joined or stands_for_several(left) or stands_for_several(right)
        return read and _are_in_one_list(heap, place, other)
    kinds = [without_none(box.aval) for box in (left, right)]
    if all(kind.is_numeric for kind in kinds):
        dtypes = {(kind.dtype, kind.ndim) for kind in kinds}
        if len(dtypes) > 1:
            return False
        if not (is_changeable(left) and is_changeable(right)):
            return True
    else:
        return type(kinds[0]) is type(kinds[1])
    # Of two objects from outside it is known, and remembered.
    given = left.is_input and right.is_input and not (left.outside and right.outside)
    if given or right in may_be(heap, [left]):
        return True
    return _are_in_one_list(heap, left, right)


def _are_in_one_list(heap: Heap, one: Any, other: Any) -> bool:
    """Whether a list holds one place and another; of what was read from it, nobody
    knows which of its items that is."""
    inside = set(heap.noted(Relation.IN, one))
    return not inside.isdisjoint(heap.noted(Relation.IN, other))


def _may_be_constant(box: Any, item: Any) -> bool:
    """Whether a number or array of run time is of the class of one that is known."""
    aval = without_none(box_of(box).aval)
    if not (aval.is_numeric and kind_of(item).is_numeric) or kind_of(item).is_value:
        return False
    array = np.asarray(item)
    is_numpys = isinstance(item, np.generic | np.ndarray)
    same = (aval.dtype, aval.ndim) == (array.dtype.name, array.ndim)
    return same and (aval.weak or is_numpys)


def contains(frame: Frame, items: Any, item: Any, node: ast.AST) -> Any:
    """``item in items``."""
    door = frame.session.door
    if is_environment(items) and isinstance(item, str):
        return door.environment(item) is not None
    if door.is_pending(items):
        if type(items) is dict and not has_box(item):
            return door.contains(items, item)
        items = door.whole(items)
    result = kind_of(items).contains(frame, items, item, node)
    if result is not NotImplemented:
        return result
    found = users_comparison(item) or users_comparison(items)
    refuse_comparison(frame, found, node)
    with frame.raises(node, TypeError):
        return static(frame, item, node) in static(frame, items, node)


def is_among(frame: Frame, items: Sequence[Any], item: Any, node: ast.AST) -> Any:
    """Whether an object is equal to one of several, one of which run time knows."""
    if not has_box([item, items]):
        return contains(frame, items, item, node)
    return is_met(frame, items, item, node)


def is_met(frame: Frame, items: Iterable[Any], item: Any, node: ast.AST) -> Any:
    """Whether an object is equal to one of those that are gone through; what follows
    one that is known to be equal is not asked for."""
    found: Any = False
    for one in items:
        equal = functools.partial(is_found, frame, one, item, node)
        found = if_so(frame, found, equal, node, conjunction=False)
        if found is True:
            return True
    return of_python(frame, found)


def is_found(frame: Frame, one: Any, item: Any, node: ast.AST) -> Any:
    """Whether one of several is what is looked for, as a bool; it is asked first."""
    pair = (item, one) if is_plain(item) else (one, item)
    return _are_equal(frame, *pair, node)


def _size(item: Any) -> Any:
    """The size that an int is known to be; None of others."""
    return item if isinstance(item, float) else size_of(item)
