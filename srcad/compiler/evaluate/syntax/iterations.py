"""``range``, ``enumerate`` and ``reversed``, and what else is gone through."""

from __future__ import annotations

import ast
from collections.abc import (
    ItemsView,
    Iterator,
    KeysView,
    Sequence,
    ValuesView,
)
from dataclasses import replace
from typing import Any, NoReturn

from srcad.compiler.evaluate.agreement import one_of
from srcad.compiler.evaluate.calls.builtin_table import by_arguments
from srcad.compiler.evaluate.contents import RunTimeList, current, has_grown
from srcad.compiler.evaluate.dispatch import HANDLERS, Args, Keywords, inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of
from srcad.compiler.evaluate.objects import (
    Iteration,
    Living,
    Once,
    ReversedRange,
    aval_of,
    box_of,
)
from srcad.compiler.evaluate.operations.direct import call_directly
from srcad.compiler.evaluate.operations.iterator_library import (
    backwards,
    counted,
)
from srcad.compiler.evaluate.operations.operators import apply_binary, emit_elementwise
from srcad.compiler.evaluate.operations.sequences import (
    iterator_of,
    known_items,
    refuse_unsure_keys,
    sequence_parts,
)
from srcad.compiler.evaluate.operations.special import (
    as_index,
    call_special,
    is_user_object,
    special_method,
)
from srcad.compiler.evaluate.paths.checks import raise_where
from srcad.compiler.evaluate.refusals import refuse_classes, refuse_iterator
from srcad.compiler.evaluate.storage.lengths import list_size
from srcad.compiler.evaluate.storage.list_items import is_run_time_list
from srcad.compiler.evaluate.storage.lists import item_at, lists_of
from srcad.compiler.evaluate.storage.nested_lists import note_growing
from srcad.compiler.evaluate.storage.read_ahead import refuse_gone_through, undisturbed
from srcad.compiler.ir.avals import without_none
from srcad.compiler.ir.types import Atom, Lit
from srcad.compiler.reading.protocol import defines
from srcad.compiler.reading.structures import words_and_parts

_NO_STEP = "range() arg 3 must not be zero"


def _range(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    """``range`` is kept symbolic, so that a loop over it stays a loop."""
    args = [as_index(frame, end, node) for end in args]
    if not has_box(args):
        return call_directly(frame, range, args, keywords, node)
    for end in args:
        known = without_none(aval_of(end))
        never = known.ndim or (known.is_float and kind_of(end).may_be_none)
        if never or not kind_of(end).is_numeric:
            _refuse_bound(frame, end, node)
    start, stop, step = (0, args[0], 1) if len(args) == 1 else (*args, 1)[:3]
    if not has_box(step) and step == 0:
        with frame.raises(node, ValueError):
            raise ValueError(_NO_STEP)
    return make_range(frame, start, stop, step, node)


HANDLERS[range] = _range


def _refuse_bound(frame: Frame, bound: Any, node: ast.AST) -> NoReturn:
    if issubclass(kind_of(bound).class_of(bound), int):
        kind_of(bound).in_index(frame, bound, [], node)
    is_float = aval_of(bound).is_float
    name = "float" if is_float else kind_of(bound).class_name(bound)
    message = f"TypeError: '{name}' object cannot be interpreted as an integer"
    frame.refuse("SRC021", message, node)


def make_range(
    frame: Frame, start: Any, stop: Any, step: Any, node: ast.AST
) -> Iteration:
    """An iteration over a range with run-time bounds."""
    for bound in (start, stop, step):
        if aval_of(bound).is_float:
            refuse_classes(frame, bound, node)
            _refuse_bound(frame, bound, node)
    if has_box(step):
        nothing = emit_elementwise(frame, "equal", step, 0)
        raise_where(frame, nothing, ValueError, _NO_STEP, node)
        # ceil((stop - start) / step), whatever the sign of the step.
        span = apply_binary(frame, "subtract", start, stop, node)
        length = apply_binary(frame, "floor_divide", span, step, node)
        length = emit_elementwise(frame, "negative", length)
    elif start == 0 and step == 1:
        length = stop
    else:
        span = apply_binary(frame, "subtract", stop, start, node)
        if abs(step) != 1:
            shift = step - 1 if step > 0 else step + 1
            span = apply_binary(frame, "add", span, shift, node)
            length = apply_binary(frame, "floor_divide", span, step, node)
        else:
            length = span if step == 1 else emit_elementwise(frame, "negative", span)

    def element(k: Any) -> Any:
        scaled = k if step == 1 else apply_binary(frame, "multiply", k, step, node)
        if start == 0:
            return scaled
        return apply_binary(frame, "add", start, scaled, node)

    return Iteration(length, element, (start, stop, step))


def iteration_of(frame: Frame, item: Any, node: ast.AST) -> Iteration | None:
    """How an object is gone through at run time; None where it is unrolled."""
    return kind_of(item).iteration(frame, item, node)


def written_out(item: Iteration) -> list[Any]:
    """The elements one by one, where their number is known."""
    return [item.element(k) for k in range(item.length)]


def known_elements(frame: Frame, item: Any, node: ast.AST) -> Sequence[Any]:
    """The elements of what is known item by item, as they are by now."""
    refuse_unsure_keys(frame, item, node)
    found = kind_of(item).sequence(frame.session.door.handed_on(item))
    if found is None:
        parts = sequence_parts(frame, item, node)
        if type(item) is not set:
            return parts
        found = Living(lambda: len(item), parts.__getitem__)
    if id(item) not in frame.session.held and not isinstance(found, Living):
        return found
    changeable = id(item), id(kind_of(item).mapping(item))

    def there() -> Sequence[Any]:
        if has_grown(item):
            # By now its items are known at run time only.
            return items_of_run_time(frame, current(item), node)
        # What the evaluation has not made is as it was.
        if any(one in frame.session.held for one in changeable):
            refuse_unsure_keys(frame, item, node)
        return found

    def length() -> int:
        size = len(there())
        if check is not None:
            check()
        return size

    steady = isinstance(item, set | dict | KeysView | ItemsView | ValuesView)
    check = undisturbed(frame, item, there(), node) if steady else None
    return Living(length, lambda k: current(there()[k]), (item,) if steady else ())


def items_of_run_time(frame: Frame, xs: RunTimeList, node: ast.AST) -> Living:
    """The items of what became a list of run time while it is gone through."""

    def length() -> int:
        size = list_size(frame, xs)
        if size is None:
            note_growing(frame, lists_of(xs))
            refuse_gone_through(frame, node)
        return size

    return Living(length, lambda k: item_at(frame, xs, Lit(k), node))


def rows_by_now(frame: Frame, iteration: Iteration, node: ast.AST) -> Living:
    """The elements of what has a known number of them: each is read when it is come to,
    as it is then. A generator that waits does not see that there are others."""
    count = iteration.count
    assert count is not None

    def length() -> int:
        if iteration.count != count:
            refuse_gone_through(frame, node)
        return count

    return Living(length, iteration.element, iteration.over)


def elements_by_now(frame: Frame, item: Any, node: ast.AST) -> Sequence[Any]:
    """The elements of what has a known number of them, as they are by now."""
    iteration = iteration_of(frame, item, node) if has_box(item) else None
    if iteration is not None and iteration.count is not None:
        return rows_by_now(frame, iteration, node)
    return known_elements(frame, item, node)


def by_position(frame: Frame, item: Any, node: ast.AST) -> Iteration:
    """Any iterable as an iteration by position."""
    found = iteration_of(frame, item, node)
    if found is not None:
        return replace(found, bounds=None, reverse=False, once=False)
    items = known_elements(frame, item, node)

    def known(k: Any) -> Any:
        if isinstance(k, int):
            return items[k]
        frame.needs_static("what it runs over is known item by item", node)

    return Iteration(lambda: len(items), known, over=(item,))


def _enumerate(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    item = iterator_of(frame, args[0], node)
    start = args[1] if len(args) > 1 else keywords.get("start", 0)
    if kind_of(item).is_lazy:
        return inline(frame, counted, [item, start], {}, node)

    def row(k: Any, one: Any) -> tuple[Any, Any]:
        return (apply_binary(frame, "add", start, k, node) if k else start), one

    items = _known(frame, item, node)
    if items is not None:
        return Once(lambda: len(items), lambda k: row(k, items[k]), (item,))
    inner = by_position(frame, item, node)

    def element(k: Any) -> Any:
        first = k if start == 0 else apply_binary(frame, "add", k, start, node)
        return first, inner.element(k)

    return replace(inner, element=element, once=True)


def _known(frame: Frame, item: Any, node: ast.AST) -> Sequence[Any] | None:
    """The elements of what is no loop of run time, as they are by now."""
    if iteration_of(frame, item, node) is not None:
        return None
    return known_elements(frame, item, node)


def _reversed(frame: Frame, item: Any, node: ast.AST) -> Any:
    refuse_iterator(frame, item, "is not reversible", node)
    found = call_special(frame, item, "reversed", [], node)
    if found is not NotImplemented:
        return found
    of = kind_of(item)
    if issubclass(of.class_of(item), Iterator):
        message = f"TypeError: '{of.class_name(item)}' object is not reversible"
        frame.refuse("SRC021", message, node)
    if isinstance(item, range):
        return ReversedRange(item[::-1])
    inner = iteration_of(frame, item, node)
    own = isinstance(item, tuple | str) and _by_place(frame, item)
    if inner is None and (own or kind_of(item).sequence(item) is None):
        return _from_the_end(frame, item, node)
    if inner is None:
        items = known_elements(frame, item, node)
        count = len(items)

        def from_the_end(k: int) -> Any:
            if len(items) < count:
                refuse_gone_through(frame, node)
            return items[count - 1 - k]

        return Once(lambda: count, from_the_end, (item,))

    # What is appended later is not gone through.
    length = inner.length

    def element(k: Any) -> Any:
        last = apply_binary(frame, "subtract", length, 1, node)
        return inner.element(apply_binary(frame, "subtract", last, k, node))

    back = inner.bounds is not None and not inner.reverse
    return replace(inner, size=length, element=element, reverse=back, once=True)


def _by_place(frame: Frame, item: Any) -> bool:
    """Whether the class of an object says how many items it has, or which."""
    asked = (special_method(frame, item, word) for word in ("getitem", "len"))
    return any(method is not None for method in asked)


def _from_the_end(frame: Frame, item: Any, node: ast.AST) -> Any:
    """``reversed`` of what says itself how it is gone through, or is known as it is."""
    # Where C has it, no method of the class is asked.
    backwards_by_itself = defines(type(item), "__reversed__")
    if not backwards_by_itself and _by_place(frame, item):
        return inline(frame, backwards, [item], {}, node)
    if isinstance(item, dict | list | tuple):
        pairs = words_and_parts(item)
        parts = [pair[0] if isinstance(item, dict) else pair[1] for pair in pairs]
    elif isinstance(item, str):
        parts = [*str.__iter__(item)]
    elif not backwards_by_itself and (is_user_object(item) or _is_set(item)):
        if all(defines(type(item), word) for word in ("__len__", "__getitem__")):
            return inline(frame, backwards, [item], {}, node)  # a list of Cells
        message = f"TypeError: '{type(item).__name__}' object is not reversible"
        frame.refuse("SRC021", message, node)
    else:
        parts = sequence_parts(frame, item, node)
    return known_items(frame, parts[::-1], node, over=[item], hands_on=True)


def _is_set(item: Any) -> bool:
    return isinstance(item, set | frozenset)


HANDLERS[enumerate] = _enumerate
HANDLERS[reversed] = by_arguments(reversed, _reversed)


def iterable(frame: Frame, item: Any, node: ast.AST) -> Any:
    """``item``, or the elements that the ``__iter__`` of its class gives."""
    if kind_of(item).is_lazy and item.parts is not None:
        return list(item)
    if kind_of(item).makes_elements or is_run_time_list(item):
        return item
    if not is_user_object(item):
        return item
    found = iterator_of(frame, item, node)
    if kind_of(found).makes_elements:
        return found
    return sequence_parts(frame, found, node)


_OF_NUMBERS = {min: "least", max: "greatest"}
_OF_TENSORS = {min: "minimum", max: "maximum"}


def extreme_of(frame: Frame, items: list[Any], function: Any) -> Any:
    """Python's ``min`` or ``max`` (``function``) of numbers."""
    tensors = any(aval_of(item).tensor for item in items)
    name = (_OF_TENSORS if tensors else _OF_NUMBERS)[function]
    session = frame.session
    result, *others = (
        item if has_box(item) else session.box(session.option(item)) for item in items
    )
    for item in others:
        result = emit_elementwise(frame, name, result, item)
    return one_of(frame, result, items)


def vector_of(frame: Frame, item: Any, what: str, node: ast.AST) -> Atom | None:
    """The array, where one whose elements are numbers is gone through."""
    box = box_of(item)
    if not box.aval.is_numeric:
        return None
    if box.aval.ndim != 1:
        help = f"reduce it first, as in `x.{what}()`"
        frame.refuse("SRC013", "the rows of an array have no order", node, help=help)
    return frame.session.atom(item)
