"""``zip``: of what is known item by item, of arrays and lists, of generators."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from srcad.compiler.evaluate.ast_queries import name_of, nodes
from srcad.compiler.evaluate.dispatch import HANDLERS, Args, Keywords, inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of
from srcad.compiler.evaluate.objects import Iteration, Once, size_of
from srcad.compiler.evaluate.operations.iterator_library import (
    drawn,
    zipped,
    zipped_between,
    zipped_strictly,
)
from srcad.compiler.evaluate.operations.operators import emit_elementwise
from srcad.compiler.evaluate.operations.sequences import iterator_of, known_items
from srcad.compiler.evaluate.operations.truth import either
from srcad.compiler.evaluate.paths.checks import raise_where
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.syntax.iterations import (
    by_position,
    extreme_of,
    iteration_of,
    known_elements,
    written_out,
)


def _zip(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    strict = bool(keywords.get("strict", False))
    args = [iterator_of(frame, arg, node) for arg in args]
    streams = [k for k, arg in enumerate(args) if kind_of(arg).is_lazy]
    if len(streams) == 1 and not strict:
        return _zipped(frame, args, streams[0], node)
    if streams:
        return drawn_together(frame, functools.partial(zip, strict=strict), args, node)
    if not any(iteration_of(frame, arg, node) for arg in args):
        return _zipped_rows(frame, args, strict, node)
    inners = [by_position(frame, arg, node) for arg in args]

    def length() -> Any:
        *_, least = _leasts(frame, [inner.length for inner in inners])
        return least

    over = tuple(one for inner in inners for one in inner.over)
    ended = None
    if strict:
        lengths = [inner.length for inner in inners]
        if not has_box(lengths) and len({*lengths}) > 1:
            rows = Once(length, lambda k: tuple(one.element(k) for one in inners), over)
            return _strictly(frame, rows, lengths, node)
        check = functools.partial(_check_lengths, frame, lengths, node)
        ended = check if _is_gone_through_whole(frame, node) else check()

    def most() -> int | None:
        counts = (inner.count for inner in inners)
        return min((one for one in counts if one is not None), default=None)

    return Iteration(
        length,
        lambda k: tuple(inner.element(k) for inner in inners),
        most=most,
        once=True,
        over=over,
        ended=ended,
    )


def _is_gone_through_whole(frame: Frame, node: ast.AST) -> bool:
    """Whether a ``for`` goes through what is made there, and comes to its end."""
    loop = frame.statement
    if not isinstance(loop, ast.For):
        return False
    header = loop.iter
    if isinstance(header, ast.Call) and node in header.args[:1]:
        header = node if name_of(header.func) == "enumerate" else header
    leaves = any(nodes(loop, ast.Break, ast.Return, ast.Yield, ast.YieldFrom))
    if header is node and leaves and frame.session.handlers.await_one(ValueError):
        message = "how many elements these have, only run time knows: `zip` raises"
        message += " behind the last one, where the loop is not left before"
        help = "compare their lengths before the loop"
        frame.refuse("SRC011", message, node, help=help)
    return header is node and not leaves


def _least(frame: Frame, lengths: list[Any]) -> Any:
    """The least of lengths; next to nothing, there is none that matters."""
    if any(not has_box(one) and one == 0 for one in lengths):
        return 0
    return extreme_of(frame, lengths, min) if has_box(lengths) else min(lengths)


def _leasts(frame: Frame, lengths: list[Any]) -> Iterator[Any]:
    """The least of so many lengths, one after the other."""
    least = lengths[0]
    yield least
    for one in lengths[1:]:
        if not _same_length(least, one):
            least = _least(frame, [least, one])
        yield least


def _zipped_rows(frame: Frame, args: list[Any], strict: bool, node: ast.AST) -> Any:
    """``zip`` of what is known item by item."""
    sources = [known_elements(frame, arg, node) for arg in args]
    rows = Once(
        lambda: min(map(len, sources), default=0),
        lambda k: tuple(items[k] for items in sources),
        tuple(args),
    )
    lengths = [*map(len, sources)]
    return _strictly(frame, rows, lengths, node) if strict else rows


def _strictly(frame: Frame, rows: Any, lengths: list[int], node: ast.AST) -> Any:
    """The rows, behind which it raises if these lengths are not the same."""
    if len({*lengths}) < 2:
        return rows
    check = Native(lambda _: _check_lengths(frame, lengths, node))
    return inline(frame, zipped_strictly, [rows, check], {}, node)


def _zipped(frame: Frame, args: list[Any], place: int, node: ast.AST) -> Any:
    """``zip`` of a generator, which stands at ``place``, with what has positions."""
    elements = [
        by_position(frame, arg, node) for k, arg in enumerate(args) if k != place
    ]
    before, after = elements[:place], elements[place:]

    def row(frame: Frame, k: Any, item: Any) -> tuple[Any, ...]:
        first = [one.element(k) for one in before]
        return (*first, item, *(one.element(k) for one in after))

    ends, begins = (Native(functools.partial(_ended, x)) for x in (after, before))
    # What is gone through is known under these names as well.
    over = [one for inner in elements for one in inner.over]
    given = [args[place], ends, Native(row), tuple(over)]
    if not before:
        return inline(frame, zipped, given, {}, node)
    return inline(frame, zipped_between, [*given, begins], {}, node)


def _ended(some: list[Iteration], frame: Frame, place: Any) -> Any:
    """Whether one of them has no element at a position: a bool, or a box."""
    ended: Any = False
    for one in some:
        if has_box((place, one.length)):
            past = emit_elementwise(frame, "greater_equal", place, one.length)
        else:
            past = place >= one.length
        ended = either(frame, ended, past)
    return ended


@dataclass(frozen=True, slots=True, eq=False)
class Native:
    """A function of the evaluator's, for a function that is read as source."""

    function: Callable[..., Any]


def drawn_together(
    frame: Frame, zipping: Callable[..., Any], args: list[Any], node: ast.AST
) -> Any:
    """``zip`` of generators, which are asked for one value after the other."""
    sources: list[Any] = []
    for arg in args:
        if kind_of(arg).is_lazy:
            sources.append(arg)
            continue
        inner = by_position(frame, arg, node)
        if inner.count is None:
            raise NeedsStatic(
                "a generator and an array are gone through together",
                label="has as many elements as is known at run time only",
            )
        items = written_out(inner)
        sources.append(known_items(frame, items, node, over=inner.over))

    def draw(frame: Frame, sources: list[Any]) -> Any:
        return next(zipping(*sources), None)

    return inline(frame, drawn, [Native(draw), sources], {}, node)


def _check_lengths(frame: Frame, lengths: list[Any], node: ast.AST) -> None:
    """``strict=True``: what has another length raises, before the loop. Python finds
    what is the shortest; if that is the first, what is longer."""
    places = range(1, len(lengths))
    leasts = list(_leasts(frame, lengths))
    checks = [(k, "less", leasts[k - 1], "shorter") for k in reversed(places)]
    checks += [(k, "greater", lengths[0], "longer") for k in places]
    for place, name, other, word in checks:
        length = lengths[place]
        if _same_length(length, other):
            continue
        before = "arguments 1-" if place > 1 else "argument "
        message = f"zip() argument {place + 1} is {word} than {before}{place}"
        if has_box((length, other)):
            differs = emit_elementwise(frame, name, length, other)
            raise_where(frame, differs, ValueError, message, node)
        elif length < other if name == "less" else length > other:
            with frame.raises(node, ValueError):
                raise ValueError(message)


def _same_length(first: Any, second: Any) -> bool:
    return size_of(first) is not None and size_of(first) == size_of(second)


HANDLERS[zip] = _zip
