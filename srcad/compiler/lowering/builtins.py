"""Python's built-in functions, where an argument is a run-time value."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import numpy as np

from srcad.compiler.avals import Aval
from srcad.compiler.index import Index, Ref
from srcad.compiler.ir import Atom
from srcad.compiler.lowering import functions
from srcad.compiler.lowering.calls import apply, attribute, call_directly
from srcad.compiler.lowering.expressions import as_truth, made, static
from srcad.compiler.lowering.frame import Frame
from srcad.compiler.lowering.generators import Counted, collected, runs_in_place
from srcad.compiler.lowering.instances import call_special, set_attribute
from srcad.compiler.lowering.list_library import (
    all_in,
    all_of,
    any_in,
    any_of,
    greatest_of,
    least_of,
    mapped,
    mapped_one_by_one,
    mapped_together,
    sum_of,
)
from srcad.compiler.lowering.list_methods import as_list, list_method
from srcad.compiler.lowering.lists import (
    is_list_box,
    is_run_time_list,
    list_iteration,
    list_length,
)
from srcad.compiler.lowering.methods import has_attribute, sees_tensor
from srcad.compiler.lowering.objects import (
    Box,
    Closure,
    Iteration,
    Lazy,
    has_box,
    is_constant_array,
    is_parameter,
)
from srcad.compiler.lowering.operators import (
    apply_binary,
    emit_elementwise,
    is_user_object,
)
from srcad.compiler.lowering.printing import emit_print
from srcad.compiler.lowering.session import NeedsStatic
from srcad.compiler.lowering.sizes import settle
from srcad.compiler.lowering.statements import sequence_parts
from srcad.compiler.lowering.streams import Rows, Stream
from srcad.compiler.lowering.strings import formatted, representation, text_of

Handler = Callable[[Frame, list[Any], dict[str, Any], ast.AST], Any]
BUILTINS: dict[Any, Handler] = {}


def _builtin(function: Any) -> Callable[[Handler], Handler]:
    def register(handler: Handler) -> Handler:
        def wrapped(
            frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
        ) -> Any:
            known = not has_box(args) and not has_box(keywords)
            if known and not any(isinstance(item, Closure) for item in args):
                return call_directly(frame, function, args, keywords, node)
            return handler(frame, args, keywords, node)

        BUILTINS[function] = wrapped
        return handler

    return register


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


BUILTINS[range] = _range


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

    return Iteration(length, element)


def _elements(frame: Frame, item: Any, node: ast.AST) -> Iteration:
    """Any iterable as an iteration by position."""
    if isinstance(item, range):
        start, step = item.start, item.step

        def element(k: Any) -> Any:
            scaled = apply_binary(frame, "multiply", k, step, node) if step != 1 else k
            return apply_binary(frame, "add", start, scaled, node) if start else scaled

        return Iteration(len(item), element)
    if isinstance(item, Iteration):
        return Iteration(item.length, item.element, limit=item.limit)
    found = iteration_of(frame, item, node)
    if found is not None:
        return found
    items = list(item)

    def known(k: Any) -> Any:
        if isinstance(k, int):
            return items[k]
        frame.needs_static("what it runs over is known item by item", node)

    return Iteration(len(items), known)


def _enumerate(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    start = args[1] if len(args) > 1 else keywords.get("start", 0)
    if isinstance(args[0], Lazy):
        counted = Counted(args[0], start, node)
        return Rows.of(frame.session, enumerate(args[0], start), counted)
    if isinstance(args[0], tuple | list):
        return list(enumerate(args[0], start))
    inner = _elements(frame, args[0], node)

    def element(k: Any) -> Any:
        first = k if start == 0 else apply_binary(frame, "add", k, start, node)
        return first, inner.element(k)

    return Iteration(inner.length, element, limit=inner.limit)


def _zip(frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST) -> Any:
    arrays = any(_is_rows(arg) for arg in args)
    if arrays and any(isinstance(arg, Lazy) for arg in args):
        zipped = _zipped(frame, args, keywords, node)
        rows = _written_out_rows(frame, args, bool(keywords.get("strict", False)), node)
        return Rows.of(frame.session, rows, zipped)
    if not arrays and not all(isinstance(arg, range) for arg in args):
        rows = zip(*args, strict=bool(keywords.get("strict", False)))
        lazy = any(isinstance(arg, Lazy) for arg in args)
        zipped = _zipped(frame, args, keywords, node)
        return Rows.of(frame.session, rows, zipped) if lazy else list(rows)
    inners = [_elements(frame, arg, node) for arg in args]
    length = inners[0].length
    for inner in inners[1:]:
        if not _same_length(length, inner.length):
            pair = [length, inner.length]
            if keywords.get("strict", False):
                _check_lengths(frame, pair, node)
            known = isinstance(length, int) and isinstance(inner.length, int)
            length = min(pair) if known else _minimum_maximum(frame, pair, "minimum")
    limits = [inner.length for inner in inners if isinstance(inner.length, int)]
    return Iteration(
        length,
        lambda k: tuple(inner.element(k) for inner in inners),
        limit=min(limits, default=None),
    )


def _zipped(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Counted | None:
    """``zip`` of one generator that can be run in place with what has positions."""
    streams = [k for k, arg in enumerate(args) if runs_in_place(arg)]
    others = [arg for arg in args if not runs_in_place(arg)]
    if len(streams) != 1 or any(isinstance(arg, Lazy) for arg in others):
        return None
    if keywords.get("strict", False):
        return None
    (place,) = streams
    elements = [_elements(frame, arg, node) for arg in others]
    return Counted(args[place], 0, node, elements[:place], elements[place:])


def _written_out_rows(
    frame: Frame, args: list[Any], strict: bool, node: ast.AST
) -> Iterator[Any]:
    """The rows of ``zip``, where they are asked for one by one."""
    parts: list[Any] = []
    for arg in args:
        if isinstance(arg, Lazy):
            parts.append(arg)
            continue
        inner = _elements(frame, arg, node)
        if not isinstance(inner.length, int):
            raise NeedsStatic(
                "a generator and an array are gone through together",
                label="has as many elements as is known at run time only",
            )
        parts.append(written_out(frame, inner, node))
    yield from zip(*parts, strict=strict)


def _check_lengths(frame: Frame, pair: list[Any], node: ast.AST) -> None:
    """``strict=True``: what has another length raises, before the loop."""
    from srcad.compiler.lowering.raising import raise_where

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

    return Iteration(inner.length, element)


def _reversed_static(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    if not has_box(args) and isinstance(args[0], range):
        return args[0][::-1]
    return _reversed(frame, args, keywords, node)


BUILTINS[enumerate] = _enumerate
BUILTINS[zip] = _zip
BUILTINS[reversed] = _reversed_static


@_builtin(len)
def _len(frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST) -> Any:
    item = args[0]
    if is_user_object(item):
        found = call_special(frame, item, "len", [], node)
        if isinstance(found, Box):
            return found
        item = item if found is NotImplemented else range(found)
    if is_run_time_list(item):
        return list_length(frame, item)
    if isinstance(item, Box) or is_parameter(item):
        session = frame.session
        return session.wrap(session.builder.size(session.atom(item), 0))
    if isinstance(item, Iteration):
        return item.length
    return len(item)


@_builtin(float)
def _float(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    return emit_elementwise(frame, "float", args[0])


@_builtin(int)
def _int(frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST) -> Any:
    return emit_elementwise(frame, "int", args[0])


@_builtin(bool)
def _bool(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    return as_truth(frame, args[0], node) if args else False


@_builtin(abs)
def _abs(frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST) -> Any:
    if is_user_object(args[0]):
        found = call_special(frame, args[0], "abs", [], node)
        if found is not NotImplemented:
            return found
    return emit_elementwise(frame, "absolute", args[0])


@_builtin(pow)
def _pow(frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST) -> Any:
    return apply_binary(frame, "power", args[0], args[1], node)


@_builtin(divmod)
def _divmod(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    names = ("floor_divide", "remainder")
    return tuple(apply_binary(frame, name, args[0], args[1], node) for name in names)


def iterable(frame: Frame, item: Any, node: ast.AST) -> Any:
    """``item``, or the elements that the ``__iter__`` of its class gives."""
    if isinstance(item, Lazy | Iteration) or not is_user_object(item):
        return item
    found = call_special(frame, item, "iter", [], node)
    if isinstance(found, Lazy | Iteration):
        return found
    return sequence_parts(frame, item if found is NotImplemented else found, node)


def _minimum_maximum(frame: Frame, items: list[Any], name: str) -> Any:
    result = items[0]
    for item in items[1:]:
        result = emit_elementwise(frame, name, result, item)
    return result


def _extremum(name: str) -> Handler:
    def handler(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        if len(args) == 1:
            args = [collected(frame, args[0], node)]
        if len(args) == 1 and is_list_box(args[0]):
            found = least_of if name == "minimum" else greatest_of
            return functions.inline(frame, found, args, {}, node)
        vector = _vector(frame, args[0], name[:3], node) if len(args) == 1 else None
        if vector is not None:
            builder = frame.session.builder
            value = builder.emit(name[:3], vector, axis=(0,), keepdims=False)
            return frame.session.box(value)
        items = list(iterable(frame, args[0], node)) if len(args) == 1 else args
        for item in items:
            if isinstance(item, Box) and isinstance(item.aval, Aval) and item.aval.ndim:
                help = f"write `np.{name}`"
                frame.refuse("SRC013", "arrays have no order", node, help=help)
        return _minimum_maximum(frame, items, name)

    return handler


_builtin(min)(_extremum("minimum"))
_builtin(max)(_extremum("maximum"))


@_builtin(sum)
def _sum(frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST) -> Any:
    total = args[1] if len(args) > 1 else keywords.get("start", 0)
    items = iterable(frame, args[0], node)
    if is_list_box(items) or runs_in_place(items):
        return functions.inline(frame, sum_of, [items, total], {}, node)
    if isinstance(items, Box):
        if isinstance(items.aval, Aval):
            value = frame.session.builder.emit(
                "sum", items.value, axis=(0,), keepdims=False
            )
            return apply_binary(frame, "add", total, frame.session.box(value), node)
    for item in items:
        plain_start = total == 0 if not isinstance(total, Box) else False
        total = item if plain_start else apply_binary(frame, "add", total, item, node)
    return total


@_builtin(isinstance)
def _isinstance(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    item, kinds = args
    if not isinstance(item, Box):
        return isinstance(item, kinds)
    kinds = kinds if isinstance(kinds, tuple) else (kinds,)
    aval = item.aval
    if not isinstance(aval, Aval):
        return is_run_time_list(item) and any(kind in (list, object) for kind in kinds)
    tensor = sees_tensor(frame.session, aval)
    for kind in kinds:
        if getattr(kind, "__srcad_tensor__", False) is True:
            if tensor and not getattr(kind, "__srcad_parameter__", False):
                return True
        elif kind is np.ndarray and not tensor and not aval.weak:
            return True
        elif aval.weak and kind in (int, float, bool):
            if np.dtype(kind).name == aval.dtype or (
                kind is int and aval.dtype == "bool"
            ):
                return True
    return False


def _print(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    for name in keywords:
        if name not in ("sep", "end", "flush"):
            help = "`sep`, `end` and `flush` are; print to a file around the call"
            frame.refuse(
                "SRC012", f"`{name}` of `print` is not supported", node, help=help
            )
    emit_print(frame, args, keywords)


BUILTINS[print] = _print


_builtin(str)(text_of)
_builtin(repr)(representation)
_builtin(format)(formatted)


@_builtin(getattr)
def _getattr(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    assert isinstance(node, ast.expr)
    if len(args) > 2 and not has_attribute(frame, args[0], args[1]):
        return args[2]
    return attribute(frame, args[0], args[1], node)


@_builtin(hasattr)
def _hasattr(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    return has_attribute(frame, args[0], args[1])


def _has_unknown_rows(frame: Frame, item: Any) -> bool:
    """Whether run time alone knows how many rows an array has."""
    if not isinstance(item, Box) or not isinstance(item.aval, Aval):
        return False
    if not item.aval.ndim:
        return False
    frame.session.builder.sizes.settle(item.aval.shape[0])
    return not isinstance(item.aval.shape[0], int)


def _refuse_length(frame: Frame, node: ast.AST) -> NoReturn:
    frame.refuse(
        "SRC013",
        "the length must be known at compile time",
        node,
        label="has as many elements as is known at run time only",
        help="go through it in a loop",
    )


def _refuse_tuple(frame: Frame, node: ast.AST) -> NoReturn:
    frame.refuse(
        "SRC013",
        "a tuple whose length is known at run time only is not supported",
        node,
        help="make a list of it: `list(...)`, or `[... for ... in ...]`",
    )


def _collect(kind: Any) -> Handler:
    def handler(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        if kind is dict:
            return frame.session.own(dict(*_pairs(frame, args, node), **keywords))
        item = iterable(frame, args[0], node)
        if runs_in_place(item):
            item = collected(frame, item, node)
            if is_run_time_list(item):
                return item if kind is list else _refuse_tuple(frame, node)
        if is_run_time_list(item) and kind is list:
            return list_method(frame, item, "copy", [], node)
        if is_run_time_list(item) and not isinstance(list_length(frame, item), int):
            _refuse_tuple(frame, node)
        if kind is list and _has_unknown_rows(frame, item):
            return as_list(frame, item)
        parts = _parts(frame, item, node)
        return made(frame, parts) if kind is list else tuple(parts)

    return handler


def _parts(frame: Frame, item: Any, node: ast.AST) -> list[Any]:
    """The elements of what may be gone through, of a known number."""
    if not isinstance(item, Iteration):
        return sequence_parts(frame, item, node)
    if not isinstance(item.length, int):
        settle(frame.session, item)
        _refuse_length(frame, node)
    return written_out(frame, item, node)


def _pairs(frame: Frame, args: list[Any], node: ast.AST) -> list[Any]:
    """What ``dict`` is given: keys with values of run time stand in pairs."""
    pairs = [iterable(frame, item, node) for item in args]
    if not any(isinstance(item, Lazy | Iteration) for item in pairs):
        return pairs
    rows = [sequence_parts(frame, row, node) for row in _parts(frame, pairs[0], node)]
    return [[(static(frame, key, node), value) for key, value in rows]]


for _kind in (list, tuple, dict):
    _builtin(_kind)(_collect(_kind))


@_builtin(map)
def _map(frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST) -> Any:
    function, *sources = args

    def whole() -> Any:
        if any(isinstance(source, Box | Iteration) for source in sources):
            return functions.inline(frame, mapped, args, {}, node)
        rows = zip(*(sequence_parts(frame, s, node) for s in sources), strict=False)
        items = [apply(frame, function, list(row), {}, node) for row in rows]
        return made(frame, items)

    one = mapped_one_by_one if len(sources) == 1 else mapped_together
    stream = functions.inline(frame, one, args, {}, node)
    assert isinstance(stream, Stream)
    if not any(isinstance(source, Lazy) for source in sources):
        stream.whole = whole
    return stream


@_builtin(type)
def _type(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    if not isinstance(args[0], Box) and len(args) == 1:
        return type(args[0])
    help = "ask with `isinstance`, or for the dtype and the rank: `x.dtype`, `x.ndim`"
    frame.refuse("SRC012", "`type` of a run-time value", node, help=help)


@_builtin(round)
def _round(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    if len(args) > 1 or keywords:
        help = "write `np.round`, which takes the number of digits"
        frame.refuse("SRC012", "`round` to digits is not supported", node, help=help)
    return emit_elementwise(frame, "rint", args[0])


def _vector(frame: Frame, item: Any, what: str, node: ast.AST) -> Atom | None:
    """The array, where one whose elements are numbers is gone through."""
    if not isinstance(item, Box) or not isinstance(item.aval, Aval):
        return None
    if item.aval.ndim != 1:
        help = f"reduce it first, as in `x.{what}()`"
        frame.refuse("SRC013", "the rows of an array have no order", node, help=help)
    return item.value


def _quantifier(name: str) -> Handler:
    what = "any" if name == "logical_or" else "all"

    def handler(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        vector = _vector(frame, args[0], what, node)
        if vector is not None:
            builder = frame.session.builder
            value = builder.emit(what, vector, axis=(0,), keepdims=False)
            return frame.session.box(value)
        if is_list_box(args[0]):
            found = any_of if what == "any" else all_of
            return functions.inline(frame, found, args, {}, node)
        if runs_in_place(args[0]):
            found = any_in if what == "any" else all_in
            return functions.inline(frame, found, args, {}, node)
        result: Any = None
        for item in iterable(frame, args[0], node):
            result = (
                item if result is None else emit_elementwise(frame, name, result, item)
            )
        return result

    return handler


_builtin(any)(_quantifier("logical_or"))
_builtin(all)(_quantifier("logical_and"))


@_builtin(callable)
def _callable(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    return False


@_builtin(slice)
def _slice(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    return builtins.slice(*args)


def _set_attribute(frozen: bool) -> Handler:
    def handler(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        owner, name, item = args
        set_attribute(frame, owner, name, item, node, frozen)

    return handler


BUILTINS[setattr] = _set_attribute(frozen=True)
BUILTINS[object.__setattr__] = _set_attribute(frozen=False)
