"""``functools``, ``itertools``, ``iter`` and ``next`` of run-time values.

What goes through arrays and lists of run time stays a loop, as it does in ``for``.
"""

from __future__ import annotations

import ast
import functools
import itertools
import operator
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, NoReturn

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate import streams
from srcad.compiler.evaluate.calls.builtin_table import (
    Handler,
    builtin,
    by_arguments,
    read_as,
)
from srcad.compiler.evaluate.calls.calls import apply
from srcad.compiler.evaluate.calls.dict_library import (
    Items,
    Keyed,
    Keys,
    Values,
    iterated,
)
from srcad.compiler.evaluate.calls.key_lists import each_in
from srcad.compiler.evaluate.calls.keyed import is_unknown
from srcad.compiler.evaluate.calls.object_library import Count
from srcad.compiler.evaluate.dispatch import HANDLERS, Args, Keywords, call, inline
from srcad.compiler.evaluate.flow import NORMAL
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.objects import (
    Iteration,
    Living,
    Once,
    aval_of,
    is_iterator,
)
from srcad.compiler.evaluate.operations import iterator_library as ours
from srcad.compiler.evaluate.operations.operators import apply_binary
from srcad.compiler.evaluate.operations.sequences import (
    iterator_of,
    known_items,
    own_iterator,
    sequence_parts,
)
from srcad.compiler.evaluate.operations.special import (
    as_index,
    is_user_object,
)
from srcad.compiler.evaluate.operations.subscripts import read_item
from srcad.compiler.evaluate.paths.abandoned import leave
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.storage import list_library as lists
from srcad.compiler.evaluate.storage.lengths import list_in, list_size
from srcad.compiler.evaluate.storage.list_items import is_run_time_list
from srcad.compiler.evaluate.storage.read_ahead import undisturbed
from srcad.compiler.evaluate.streams import Stream
from srcad.compiler.evaluate.syntax.comprehensions import run_time_iteration
from srcad.compiler.evaluate.syntax.iterations import by_position, known_elements
from srcad.compiler.evaluate.syntax.raising import as_raised
from srcad.compiler.evaluate.syntax.zips import Native, drawn_together


def _iter(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    if len(args) == 2:
        return inline(frame, ours.until, args, {}, node)
    of = kind_of(args[0])
    if of.is_lazy:
        return args[0]
    if isinstance(args[0], Keyed | Keys | Values | Items):
        return inline(frame, iterated, args, {}, node)
    found = own_iterator(frame, args[0], node)
    if found is not NotImplemented:
        return found
    xs = list_in(args[0])
    if xs is not None and list_size(frame, xs) is None:
        return _each_of(frame, args[0], node)
    parts = sequence_parts(frame, args[0], node)
    changes = of.sequence(args[0])
    source = None if changes is None else args[0]
    stream = known_items(frame, parts, node, source, args)
    if isinstance(changes, Living):
        return _undisturbed(frame, args[0], stream, node)
    return stream


def _in_deque(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    items, backwards = args
    found = call(frame, reversed if backwards else iter, [items], {}, node)
    if kind_of(found).is_lazy:
        return _undisturbed(frame, items, found, node)
    return found


def _undisturbed(frame: Frame, items: Any, found: Stream, node: ast.AST) -> Stream:
    """An iterator over what must not become longer or shorter meanwhile."""
    check = undisturbed(frame, items, known_elements(frame, items, node), node)
    given = [found, Native(lambda _: check())]
    stream: Stream = inline(frame, ours.undisturbed, given, {}, node)
    stream.parts = found.parts
    return stream


def _each_of(frame: Frame, items: Any, node: ast.AST) -> Any:
    """``iter`` of a list of run time: for one loop, or, where it was found to be gone
    through at several places, what knows how far it is."""
    if is_unknown(frame, node):
        return call(frame, ours.Each, [items], {}, node)
    found = replace(by_position(frame, items, node), once=True)
    frame.session.made[id(found)] = found, frame.source.span(node)
    return found


def _next(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    source, *default = args
    given = node.args[0] if isinstance(node, ast.Call) and node.args else None
    new = isinstance(given, ast.GeneratorExp)
    new |= isinstance(given, ast.Call) and kind_of(source).makes_elements
    if is_user_object(source) and not new:
        return inline(frame, ours.next_or if default else ours.next_of, args, {}, node)
    if new:
        # Nothing asks it again, so run time may decide where it is left.
        first = ours.first_or if default else ours.first_of
        return inline(frame, first, args, {}, node)
    try:
        with frame.raises(node, TypeError):
            return kind_of(source).advanced(frame, source, node)
    except StopIteration:
        if default:
            return default[0]
        _refuse_end(frame, node)
    except (CompileError, NeedsStatic):
        frame.session.note_unknown(source)
        raise


def _send(frame: Frame, stream: streams.Stream, item: Any, node: ast.AST) -> Any:
    try:
        with frame.raises(node, TypeError):
            found = streams.send(stream, item)
    except StopIteration:
        _refuse_end(frame, node)
    leave(frame, stream, NORMAL)
    return found


def _throw(frame: Frame, stream: streams.Stream, raised: Any, node: ast.AST) -> Any:
    try:
        found = streams.throw(stream, as_raised(frame, raised, node))
    except StopIteration:
        _refuse_end(frame, node)
    leave(frame, stream, NORMAL)
    return found


def _throw_into(
    frame: Frame, stream: streams.Stream, raised: Any, node: ast.AST
) -> bool | None:
    try:
        streams.throw(stream, as_raised(frame, raised, node))
    except StopIteration:
        return True
    except CompileError as error:
        session = frame.session
        found = session.handlers.raised_in(error, session.nesting)
        # It is another one that StopIteration leaves a generator as.
        stopped = isinstance(raised, StopIteration) and found is not None
        if raised is not (found.__cause__ if stopped and found else found):
            raise
        return False
    return None


def _close(frame: Frame, stream: streams.Stream, node: ast.AST) -> None:
    if not streams.close(stream):
        message = "RuntimeError: generator ignored GeneratorExit"
        frame.refuse("SRC021", message, node)


def _refuse_end(frame: Frame, node: ast.AST) -> NoReturn:
    frame.refuse("SRC021", "StopIteration: the iterator is at its end", node)


def _each_in(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    inners = [by_position(frame, arg, node) for arg in args]

    def element(k: Any) -> Any:
        found = tuple(inner.element(k) for inner in inners)
        return found if len(found) > 1 else found[0]

    if all(map(is_run_time_list, args)):
        return Iteration(inners[0].size, element, once=True)
    return Once(lambda: inners[0].length, element)


HANDLERS[each_in] = _each_in
HANDLERS[streams.throw] = by_arguments(streams.throw, _throw)
HANDLERS[streams.throw_into] = by_arguments(streams.throw_into, _throw_into)
HANDLERS[streams.close] = by_arguments(streams.close, _close)
HANDLERS[streams.send] = by_arguments(streams.send, _send)
HANDLERS[iter] = _iter
HANDLERS[ours.in_deque] = _in_deque
HANDLERS[next] = _next


@builtin(functools.reduce)
def _reduce(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    function, source, *start = args
    rest = _rest(frame, source, start, node)
    if rest is not None:
        return inline(frame, lists.reduced, [function, *rest], {}, node)
    items = [*start, *sequence_parts(frame, source, node)]
    if not items:
        frame.refuse("SRC021", "TypeError: reduce() of an empty sequence", node)
    total, *others = items
    for item in others:
        total = apply(frame, function, [total, item], {}, node)
    return total


def _rest(
    frame: Frame, source: Any, start: list[Any], node: ast.AST
) -> tuple[Any, Any] | None:
    """What a loop goes through, and what it starts with: the first, if with nothing
    else. None for what is written out."""
    iteration = run_time_iteration(frame, source, node)
    if iteration is None:
        return None
    if start:
        return source, start[0]
    first = iteration.element(0)
    if not kind_of(source).makes_elements:
        return read_item(frame, source, slice(1, None), node), first

    def element(k: Any) -> Any:
        return _next_element(frame, iteration, k, node)

    length = apply_binary(frame, "subtract", iteration.length, 1, node)
    return Iteration(length, element, over=iteration.over), first


@builtin(functools.partial)
def _partial(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    return functools.partial(args[0], *args[1:], **keywords)


def _cached(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    """What is kept of a function is what it would give again, while what it reads is
    what it was; ``FunctionOfTheProgram`` asks for that."""
    if args and callable(args[0]):
        return kind_of(args[0]).with_cache(args[0], frame.session.serial)
    return Native(lambda frame, *given: _cached(frame, [*given], {}, node))


# Also where nothing that they are given is of run time.
HANDLERS[functools.lru_cache] = _cached
HANDLERS[functools.cache] = _cached


@builtin(itertools.accumulate)
def _accumulate(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    function = args[1] if len(args) > 1 else keywords.get("func", operator.add)
    initial = keywords.get("initial")
    start = [] if initial is None else [initial]
    if kind_of(args[0]).is_lazy:
        called = [args[0], function or operator.add, start]
        return inline(frame, ours.running, called, {}, node)
    rest = _rest(frame, args[0], start, node)
    if rest is not None:
        called = [function or operator.add, *rest]
        totals = inline(frame, lists.accumulated, called, {}, node)
        found = by_position(frame, totals, node)
        read = frame.session.reading_ahead((*args, *rest))
        return replace(found, once=True, over=(*found.over, read))
    items = [*start, *sequence_parts(frame, args[0], node)]
    sums: list[Any] = []
    for item in items:
        sums.append(
            apply(frame, function or operator.add, [sums[-1], item], {}, node)
            if sums
            else item
        )
    return known_items(frame, sums, node, over=args)


def _starmap(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    rows = sequence_parts(frame, args[1], node)
    parts = [sequence_parts(frame, row, node) for row in rows]
    items = [apply(frame, args[0], row, {}, node) for row in parts]
    return known_items(frame, items, node, over=args)


def _rearranged(function: Callable[..., Iterable[Any]], sources: int | None) -> Handler:
    """What only puts elements of its first ``sources`` arguments into another order."""

    def handler(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
        count = len(args) if sources is None else sources
        lists = [sequence_parts(frame, item, node) for item in args[:count]]
        rest = [_whole(frame, item, node) for item in args[count:]]
        for name in named.keys() - {"fillvalue"}:
            named[name] = _whole(frame, named[name], node)
        items = list(function(*lists, *rest, **named))
        over = () if function in _POOLED else args[:count]
        return known_items(frame, items, node, over=over, hands_on=True)

    return handler


def _whole(frame: Frame, item: Any, node: ast.AST) -> Any:
    """A number of elements, or what an object says it is."""
    return static(frame, as_index(frame, item, node), node)


def _pairwise(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    iteration = run_time_iteration(frame, args[0], node)
    assert iteration is not None

    def pair(k: Any) -> Any:
        return iteration.element(k), _next_element(frame, iteration, k, node)

    def length() -> Any:
        return apply_binary(frame, "subtract", iteration.length, 1, node)

    over = (*iteration.over, frame.session.reading_ahead(iteration.over))
    return Iteration(length, pair, once=True, over=over)


def _next_element(frame: Frame, iteration: Iteration, k: Any, node: ast.AST) -> Any:
    return iteration.element(apply_binary(frame, "add", k, 1, node))


def _read(definition: Any, source: int = 0) -> Handler:
    """What a function of ours in Python says it is; ``iter`` of its ``source`` is asked
    at once."""

    def handler(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
        iterator = iterator_of(frame, args[source], node)
        given = [*args[:source], iterator, *args[source + 1 :]]
        return inline(frame, definition, given, named, node)

    return handler


_chain = read_as(ours.chained)


def _islice(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    part = read_item(frame, args[0], slice(*args[1:]), node)
    found = by_position(frame, part, node)
    # A part of an array is a view of it, that of a list a copy.
    read = args[:1] if is_run_time_list(args[0]) else []
    over = (*found.over, frame.session.reading_ahead(read))
    return replace(found, once=True, over=over)


def _by_case(function: Any, written_out: Handler) -> Handler:
    """What asks generators for no more than it is asked for itself, and goes through
    arrays and lists of run time as loops do: those of a few elements are written
    out."""

    def handler(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
        chosen = written_out
        if function in _ASKED and any(kind_of(item).is_lazy for item in args):
            chosen = _ASKED[function]
        elif function in _GONE_THROUGH:
            runs = [run_time_iteration(frame, item, node) is not None for item in args]
            chosen = _GONE_THROUGH[function] if any(runs) else written_out
        return chosen(frame, args, named, node)

    return handler


def _sliced(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    bounds = slice(*(static(frame, item, node) for item in args[1:]))
    parts = [args[0], bounds.start or 0, bounds.stop, bounds.step or 1]
    return inline(frame, ours.sliced, parts, {}, node)


def _longest(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    zipping = functools.partial(itertools.zip_longest, **keywords)
    return drawn_together(frame, zipping, args, node)


_ASKED: dict[Any, Handler] = {
    itertools.chain: _chain,
    itertools.islice: _sliced,
    itertools.pairwise: _read(ours.paired),
    itertools.zip_longest: _longest,
    itertools.starmap: _read(ours.starred, source=1),
    itertools.chain.from_iterable: _read(ours.flattened),
}
_WHOLE: tuple[Any, ...] = (itertools.chain, itertools.product, itertools.zip_longest)
_OF_THE_FIRST: tuple[Any, ...] = (
    itertools.islice,
    itertools.combinations,
    itertools.combinations_with_replacement,
    itertools.permutations,
    itertools.pairwise,
)
# These go through what they are given when they are called.
_POOLED: tuple[Any, ...] = (
    itertools.product,
    itertools.combinations,
    itertools.combinations_with_replacement,
    itertools.permutations,
)
_GONE_THROUGH = {
    itertools.chain: _chain,
    itertools.islice: _islice,
    itertools.pairwise: _pairwise,
}
for _kind in (*_WHOLE, *_OF_THE_FIRST):
    _handler = _rearranged(_kind, None if _kind in _WHOLE else 1)
    builtin(_kind)(_by_case(_kind, _handler))


builtin(itertools.takewhile)(_read(ours.taken_while, source=1))
builtin(itertools.dropwhile)(_read(ours.dropped_while, source=1))
builtin(filter)(_read(ours.filtered, source=1))
builtin(itertools.filterfalse)(_read(ours.left_out, source=1))
builtin(itertools.compress)(_read(ours.compressed))
if sys.version_info >= (3, 12):
    builtin(itertools.batched)(_read(ours.batches))


def _flattened(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    rows = sequence_parts(frame, args[0], node)
    parts = [part for row in rows for part in sequence_parts(frame, row, node)]
    return known_items(frame, parts, node, over=[*args, *rows], hands_on=True)


builtin(itertools.starmap)(_by_case(itertools.starmap, _starmap))
_from_iterable = itertools.chain.from_iterable
builtin(_from_iterable)(_by_case(_from_iterable, _flattened))


def _repeat(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    given = dict(zip(("object", "times"), args, strict=False)) | keywords
    if "times" not in given:
        return inline(frame, ours.repeating, [given["object"]], {}, node)
    count = _whole(frame, given["times"], node)
    return known_items(frame, [given["object"]] * count, node)


def _cycle(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    if kind_of(args[0]).is_lazy or is_iterator(args[0]):
        message = "`cycle` of what is gone through once is not supported"
        help = "make a list of it first: `list(...)`"
        frame.refuse("SRC012", message, node, help=help)
    return inline(frame, ours.cycled, [iterator_of(frame, args[0], node)], {}, node)


@builtin(itertools.tee)
def _tee(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    """As many iterators, each over all of it. Of what changes, one would give what
    another has read before."""
    if not (isinstance(args[0], tuple | range) or aval_of(args[0]).ndim):
        message = "`tee` of what may change, or is gone through once, is not supported"
        help = "let each have an iterator of its own: `iter(items)` of a list"
        frame.refuse("SRC012", message, node, help=help)
    count = _whole(frame, args[1], node) if len(args) > 1 else 2
    return tuple(_iter(frame, args[:1], {}, node) for _ in range(count))


# A group is an iterator, which is gone through where it is met.
HANDLERS[itertools.groupby] = _read(ours.grouped)


# What has no end is never gone through as a whole, known or not.
def _count(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    if is_unknown(frame, node):
        return call(frame, Count, args, keywords, node)
    stream = inline(frame, ours.counting, args, keywords, node)
    frame.session.made[id(stream)] = stream, frame.source.span(node)
    return stream


HANDLERS[itertools.count] = _count
HANDLERS[itertools.cycle] = _cycle
HANDLERS[itertools.repeat] = _repeat
