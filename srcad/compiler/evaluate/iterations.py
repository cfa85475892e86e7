"""``range``, ``enumerate``, ``zip`` and ``reversed``, and what else is gone through."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from srcad.compiler.evaluate.builtin_table import Handler
from srcad.compiler.evaluate.direct import call_directly
from srcad.compiler.evaluate.dispatch import HANDLERS, callee, inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.iterator_library import (
    counted,
    drawn,
    each,
    zipped,
    zipped_between,
)
from srcad.compiler.evaluate.lists import (
    is_run_time_list,
    list_iteration,
)
from srcad.compiler.evaluate.objects import (
    Box,
    Iteration,
    Lazy,
    Living,
    Once,
    ReversedRange,
    is_constant_array,
    is_parameter,
)
from srcad.compiler.evaluate.operators import apply_binary, emit_elementwise
from srcad.compiler.evaluate.raising import raise_where
from srcad.compiler.evaluate.sequences import sequence_parts
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.special import call_special, is_user_object
from srcad.compiler.evaluate.streams import Stream
from srcad.compiler.evaluate.values import has_box
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.index import Index, Ref
from srcad.compiler.ir.shapes import is_tensor
from srcad.compiler.ir.types import Atom


def _range(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """``range`` is kept symbolic, so that a loop over it stays a loop."""
    if not has_box(args):
        return call_directly(frame, range, args, keywords, node)
    start, stop, step = (0, args[0], 1) if len(args) == 1 else (*args, 1)[:3]
    if not has_box(step) and step == 0:
        frame.refuse("SRC021", "ValueError: range() arg 3 must not be zero", node)
    return make_range(frame, start, stop, step, node)


HANDLERS[range] = _range


def make_range(
    frame: Frame, start: Any, stop: Any, step: Any, node: ast.AST
) -> Iteration:
    """An iteration over a range with run-time bounds."""
    if isinstance(step, Box):
        # ceil((stop - start) / step), whatever the sign of the step.
        span = apply_binary(frame, "subtract", start, stop, node)
        length = apply_binary(frame, "floor_divide", span, step, node)
        length = emit_elementwise(frame, "negative", length)
    elif start == 0 and not isinstance(start, Box) and step == 1:
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
        one = not isinstance(step, Box) and step == 1
        scaled = k if one else apply_binary(frame, "multiply", k, step, node)
        if not isinstance(start, Box) and start == 0:
            return scaled
        return apply_binary(frame, "add", start, scaled, node)

    return Iteration(length, element, (start, stop, step))


def iteration_of(frame: Frame, item: Any, node: ast.AST) -> Iteration | None:
    """How an object is iterated over at run time; None where it is unrolled."""
    if isinstance(item, Iteration):
        return item if item.bounds is None else _index_iteration(item)
    if isinstance(item, ReversedRange):
        item = item.range
    if isinstance(item, range):
        bounds = (item.start, item.stop, item.step)
        return Iteration(len(item), lambda k: k, bounds)
    if is_run_time_list(item):
        return list_iteration(frame, item, node)
    if isinstance(item, Box) or is_parameter(item) or is_constant_array(item):
        return _rows(frame, item, node)
    return None


def written_out(frame: Frame, item: Iteration, node: ast.AST) -> list[Any]:
    """The elements one by one, where their number is known."""
    places = range(item.length)
    if item.bounds is None:
        return [item.element(k) for k in places]
    start, _, step = item.bounds
    elements = []
    for k in reversed(places) if item.reverse else places:
        shift = apply_binary(frame, "multiply", step, k, node)
        elements.append(apply_binary(frame, "add", start, shift, node))
    return elements


def _index_iteration(item: Iteration) -> Iteration:
    return Iteration(item.length, lambda k: k, item.bounds, item.reverse)


def _rows(frame: Frame, item: Any, node: ast.AST) -> Iteration:
    """The rows of an array."""
    session = frame.session
    array = session.atom(item)
    aval = array.aval
    if not isinstance(aval, Aval) or not aval.shape:
        help = "what has elements is of rank 1 or more"
        frame.refuse("SRC013", f"{aval} has no elements", node, help=help)
    length = session.wrap(session.builder.size(array, 0))

    def element(k: Any) -> Any:
        fixed = isinstance(k, int)
        index = Index((k,)) if fixed else Index((Ref(0),))
        args = () if fixed else (session.atom(k),)
        now = session.atom(item)
        if isinstance(item, Box) and aval.ndim > 1 and not aval.tensor:
            return session.view(item, now, "getitem", *args, index=index)
        return session.box(session.builder.getitem(now, index, *args))

    return Iteration(length, element, over=(item,))


def _elements(frame: Frame, item: Any, node: ast.AST) -> Iteration:
    """Any iterable as an iteration by position."""
    if isinstance(item, ReversedRange):
        item = item.range
    if isinstance(item, range):
        start, step = item.start, item.step

        def element(k: Any) -> Any:
            scaled = apply_binary(frame, "multiply", k, step, node) if step != 1 else k
            return apply_binary(frame, "add", start, scaled, node) if start else scaled

        return Iteration(len(item), element)
    if isinstance(item, Iteration):
        return Iteration(item.length, item.element, limit=item.limit, over=item.over)
    found = iteration_of(frame, item, node)
    if found is not None:
        return found
    items = list(item)

    def known(k: Any) -> Any:
        if isinstance(k, int):
            return items[k]
        frame.needs_static("what it runs over is known item by item", node)

    return Iteration(len(items), known, over=(item,))


def _enumerate(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    start = args[1] if len(args) > 1 else keywords.get("start", 0)
    if isinstance(args[0], Lazy):
        return inline(frame, counted, [args[0], start], {}, node)
    if isinstance(args[0], tuple | list):
        return list(enumerate(args[0], start))
    inner = _elements(frame, args[0], node)

    def element(k: Any) -> Any:
        first = k if start == 0 else apply_binary(frame, "add", k, start, node)
        return first, inner.element(k)

    return Iteration(inner.length, element, limit=inner.limit, over=inner.over)


def _zip(frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST) -> Any:
    strict = bool(keywords.get("strict", False))
    streams = [k for k, arg in enumerate(args) if isinstance(arg, Lazy)]
    if len(streams) == 1 and not strict:
        return _zipped(frame, args, streams[0], node)
    if streams:
        return drawn_together(frame, functools.partial(zip, strict=strict), args, node)
    arrays = any(_is_rows(arg) for arg in args)
    if not arrays and not all(isinstance(arg, range | ReversedRange) for arg in args):
        return list(zip(*args, strict=strict))
    inners = [_elements(frame, arg, node) for arg in args]
    length = inners[0].length
    for inner in inners[1:]:
        if not _same_length(length, inner.length):
            pair = [length, inner.length]
            if keywords.get("strict", False):
                _check_lengths(frame, pair, node)
            known = isinstance(length, int) and isinstance(inner.length, int)
            length = min(pair) if known else extreme_of(frame, pair, min)
    limits = [inner.length for inner in inners if isinstance(inner.length, int)]
    return Iteration(
        length,
        lambda k: tuple(inner.element(k) for inner in inners),
        limit=min(limits, default=None),
        over=tuple(one for inner in inners for one in inner.over),
    )


def _zipped(frame: Frame, args: list[Any], place: int, node: ast.AST) -> Any:
    """``zip`` of a generator, which stands at ``place``, with what has positions."""
    elements = [_elements(frame, arg, node) for k, arg in enumerate(args) if k != place]
    before, after = elements[:place], elements[place:]

    def row(frame: Frame, k: Any, item: Any) -> tuple[Any, ...]:
        first = [one.element(k) for one in before]
        return (*first, item, *(one.element(k) for one in after))

    ends, begins = (_Native(functools.partial(_ended, x)) for x in (after, before))
    given = [args[place], ends, _Native(row)]
    if not before:
        return inline(frame, zipped, given, {}, node)
    return inline(frame, zipped_between, [*given, begins], {}, node)


def _ended(some: list[Iteration], frame: Frame, place: Any) -> Any:
    """Whether one of them has no element at a position: a bool, or a box."""
    ended: Any = False
    for one in some:
        if isinstance(place, int) and isinstance(one.length, int):
            past: Any = place >= one.length
        else:
            past = emit_elementwise(frame, "greater_equal", place, one.length)
        if past is True or ended is True:
            ended = True
        elif ended is False:
            ended = past
        elif past is not False:
            ended = emit_elementwise(frame, "logical_or", ended, past)
    return ended


@dataclass(frozen=True, slots=True, eq=False)
class _Native:
    """A function of the evaluator's, for a function that is read as source."""

    function: Callable[..., Any]


@callee(_Native)
def _native(
    frame: Frame, one: _Native, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    return one.function(frame, *args)


def drawn_together(
    frame: Frame, zipping: Callable[..., Any], args: list[Any], node: ast.AST
) -> Any:
    """``zip`` of generators, which are asked for one value after the other."""
    sources: list[Any] = []
    for arg in args:
        if isinstance(arg, Lazy):
            sources.append(arg)
            continue
        inner = _elements(frame, arg, node)
        if not isinstance(inner.length, int):
            raise NeedsStatic(
                "a generator and an array are gone through together",
                label="has as many elements as is known at run time only",
            )
        sources.append(known_items(frame, written_out(frame, inner, node), node))

    def draw(frame: Frame, sources: list[Any]) -> Any:
        return next(zipping(*sources), None)

    return inline(frame, drawn, [_Native(draw), sources], {}, node)


def known_items(frame: Frame, parts: list[Any], node: ast.AST) -> Stream:
    """An iterator over what is known item by item."""
    stream = inline(frame, each, [parts], {}, node)
    assert isinstance(stream, Stream)
    stream.parts = parts
    return stream


def _check_lengths(frame: Frame, pair: list[Any], node: ast.AST) -> None:
    """``strict=True``: what has another length raises, before the loop."""
    message = "zip() arguments have different lengths"
    if not has_box(pair):
        frame.refuse("SRC021", f"ValueError: {message}", node)
    differ = emit_elementwise(frame, "not_equal", *pair)
    raise_where(frame, differ, ValueError, message, node)


def _is_rows(item: Any) -> bool:
    """Whether the elements of an object are known at run time alone."""
    return (
        isinstance(item, Box | Iteration)
        or is_parameter(item)
        or is_constant_array(item)
    )


def _same_length(first: Any, second: Any) -> bool:
    sizes = []
    for item in (first, second):
        aval = item.aval if isinstance(item, Box) else None
        sizes.append(aval.size if isinstance(aval, Aval) else item)
    return sizes[0] is not None and bool(sizes[0] == sizes[1])


def _reversed(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    item = args[0]
    if isinstance(item, tuple | list):
        return list(reversed(item))
    if isinstance(item, Iteration) and item.bounds is not None:
        return Iteration(item.length, item.element, item.bounds, not item.reverse)
    inner = _elements(frame, item, node)

    def element(k: Any) -> Any:
        last = apply_binary(frame, "subtract", inner.length, 1, node)
        return inner.element(apply_binary(frame, "subtract", last, k, node))

    return Iteration(inner.length, element, over=inner.over)


def _reversed_static(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    if not has_box(args) and isinstance(args[0], range):
        return ReversedRange(args[0][::-1])
    return _reversed(frame, args, keywords, node)


def living(item: Any) -> Any:
    """What is gone through item by item, as it is while it is gone through."""
    return item.now or item if isinstance(item, Once) else item


def _numbered(args: list[Any], keywords: dict[str, Any]) -> Living:
    """The rows of ``enumerate``."""
    items, *start = map(living, args)
    first = start[0] if start else keywords.get("start", 0)
    return Living(lambda: len(items), lambda k: (first + k, items[k]))


def _zipped_rows(args: list[Any], keywords: dict[str, Any]) -> Living:
    """The rows of ``zip``."""
    sources = [living(item) for item in args]
    return Living(
        lambda: min(map(len, sources), default=0),
        lambda k: tuple(items[k] for items in sources),
    )


def _turned_round(args: list[Any], keywords: dict[str, Any]) -> Living:
    """The items of ``reversed``, from what was the last at first."""
    (items,), count = args, len(args[0])
    return Living(lambda: count, lambda k: items[count - 1 - k])


def _iterator(
    handler: Handler, rows: Callable[[list[Any], dict[str, Any]], Living]
) -> Handler:
    """The handler of a function that gives an iterator, with the rows of lists."""

    def wrapped(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        result = handler(frame, args, keywords, node)
        if isinstance(result, Iteration):
            return replace(result, once=True)
        if type(result) is not list:
            return result
        result = Once(result)
        sources = args[:1] if handler is _enumerate else args
        if all(isinstance(item, list | tuple) for item in sources):
            result.now = rows(args, keywords)
        return result

    return wrapped


HANDLERS[enumerate] = _iterator(_enumerate, _numbered)
HANDLERS[zip] = _iterator(_zip, _zipped_rows)
HANDLERS[reversed] = _iterator(_reversed_static, _turned_round)


def iterable(frame: Frame, item: Any, node: ast.AST) -> Any:
    """``item``, or the elements that the ``__iter__`` of its class gives."""
    if isinstance(item, Stream) and item.parts is not None:
        return list(item)
    if isinstance(item, Lazy | Iteration) or not is_user_object(item):
        return item
    found = call_special(frame, item, "iter", [], node)
    if isinstance(found, Lazy | Iteration):
        return found
    return sequence_parts(frame, item if found is NotImplemented else found, node)


_OF_NUMBERS = {min: "least", max: "greatest"}
_OF_TENSORS = {min: "minimum", max: "maximum"}


def extreme_of(frame: Frame, items: list[Any], function: Any) -> Any:
    """Python's ``min`` or ``max`` (``function``) of numbers."""
    tensors = any(isinstance(item, Box) and is_tensor((item.value,)) for item in items)
    name = (_OF_TENSORS if tensors else _OF_NUMBERS)[function]
    result = items[0]
    for item in items[1:]:
        result = emit_elementwise(frame, name, result, item)
    return result


def vector_of(frame: Frame, item: Any, what: str, node: ast.AST) -> Atom | None:
    """The array, where one whose elements are numbers is gone through."""
    if not isinstance(item, Box) or not isinstance(item.aval, Aval):
        return None
    if item.aval.ndim != 1:
        help = f"reduce it first, as in `x.{what}()`"
        frame.refuse("SRC013", "the rows of an array have no order", node, help=help)
    return item.value
