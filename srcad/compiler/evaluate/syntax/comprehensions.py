"""Comprehensions and generator expressions: written out, or collected generators."""

from __future__ import annotations

import ast
import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.ast_queries import empty_function, names
from srcad.compiler.evaluate.calls.keyed import (
    is_unknown,
    kept_set,
    keyed,
    made,
    making,
    making_set,
    note,
)
from srcad.compiler.evaluate.dispatch import assign, evaluate, expression
from srcad.compiler.evaluate.flow import NORMAL, Flow
from srcad.compiler.evaluate.frame import GENERATOR_EXPRESSION, Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of
from srcad.compiler.evaluate.known import as_key, as_keys
from srcad.compiler.evaluate.objects import Box, Iteration, Living
from srcad.compiler.evaluate.operations.list_methods import list_method
from srcad.compiler.evaluate.operations.sequences import (
    iterator_of,
    known_items,
    sequence_parts,
)
from srcad.compiler.evaluate.raised import left_generator
from srcad.compiler.evaluate.session import Snapshot
from srcad.compiler.evaluate.settings import setting
from srcad.compiler.evaluate.signals import Unreachable
from srcad.compiler.evaluate.sizes import fix_sizes
from srcad.compiler.evaluate.storage.empty_lists import with_row
from srcad.compiler.evaluate.streams import Stream
from srcad.compiler.evaluate.syntax.booleans import evaluate_test
from srcad.compiler.evaluate.syntax.generators import collected, consume
from srcad.compiler.evaluate.syntax.iterations import (
    elements_by_now,
    iteration_of,
)
from srcad.compiler.evaluate.syntax.loops import MOST_WRITTEN_OUT

# What Python calls the iterable that a generator expression is given.
_SOURCE = ".0"


Listed: TypeAlias = ast.ListComp | ast.GeneratorExp


@expression(ast.ListComp)
def _list(frame: Frame, node: ast.ListComp) -> Any:
    source = _source(frame, node.generators)
    if kind_of(source).is_lazy:
        return collected(frame, _generator(frame, node, source), node)
    return _at_once(frame, node, source, lambda _, items: frame.session.own(items))


@expression(ast.GeneratorExp)
def _generator_expression(frame: Frame, node: ast.GeneratorExp) -> Any:
    source = _source(frame, node.generators)
    stream = _generator(frame, node, source)
    if not kind_of(source).is_lazy:
        known = functools.partial(known_items, node=node)
        stream.whole = functools.partial(_whole, frame, node, source, known)
    return stream


def _whole(
    frame: Frame,
    node: ast.GeneratorExp,
    source: Any,
    listed: Callable[[Frame, list[Any]], Any],
) -> Any:
    """All elements of a generator expression that nothing else asks."""
    handlers = frame.session.handlers
    try:
        with setting(handlers, outside=len(handlers.around)):
            return _at_once(frame, node, source, listed)
    except CompileError as error:
        if (left := left_generator(error)) is error:
            raise
        raise left from left.__cause__


@expression(ast.DictComp)
def _dict(frame: Frame, node: ast.DictComp) -> Any:
    if is_unknown(frame, node):
        source = _source(frame, node.generators)
        stream = _generator(frame, _as_generator(node), source)
        return keyed(frame, dict, [stream], {}, node)
    pairs: dict[Any, Any] = {}
    with making(frame, node):
        for key, value in _elements(frame, node):
            pairs[as_key(frame, key, node.key, pairs)] = value
    return made(frame, pairs, node)


@expression(ast.SetComp)
def _set(frame: Frame, node: ast.SetComp) -> Any:
    if is_unknown(frame, node):
        source = _source(frame, node.generators)
        return kept_set(frame, [_generator(frame, _as_generator(node), source)], node)
    with making_set(frame, node):
        items = set(as_keys(frame, _elements(frame, node), node.elt))
    return made(frame, items, node)


def _elements(frame: Frame, node: ast.DictComp | ast.SetComp) -> list[Any]:
    """What a dict or a set is made of, one by one."""
    source, listed = _source(frame, node.generators), _as_generator(node)
    start = Snapshot(frame)
    try:
        with frame.session.tentatively(), _own_names(frame, node) as inner:
            rounds = _rounds(inner, node.generators, source, node)
            return [evaluate(inner, listed.elt) for _ in rounds]
    except _DecidedAtRunTime:
        start.back()
    items = collected(frame, _generator(frame, listed, source), node)
    return sequence_parts(frame, items, node)


@functools.lru_cache(maxsize=4096)
def _as_generator(node: ast.DictComp | ast.SetComp) -> ast.GeneratorExp:
    """The generator expression of the elements; of a dict these are pairs."""
    if isinstance(node, ast.SetComp):
        elt = node.elt
    else:
        pair = ast.Tuple([node.key, node.value], ast.Load())
        elt = ast.copy_location(pair, node.key)
    return ast.copy_location(ast.GeneratorExp(elt, node.generators), node)


def _source(frame: Frame, generators: list[ast.comprehension]) -> Any:
    """What is gone through first: Python evaluates it outside of the comprehension."""
    first = generators[0].iter
    return iterator_of(frame, evaluate(frame, first), first)


def _targets(generators: list[ast.comprehension]) -> list[str]:
    """The names that are a comprehension's own."""
    return [part.id for one in generators for part in names(one.target)]


@contextlib.contextmanager
def _own_names(frame: Frame, node: Any) -> Iterator[Frame]:
    """The frame with the names that are a comprehension's own."""
    inner = frame.inside(frozenset(_targets(node.generators)))
    inner.share(frame)
    try:
        yield inner
    finally:
        inner.part()


def _generator(frame: Frame, node: Listed, source: Any) -> Stream:
    """What reads the names around it when it is consumed, as a generator does."""
    frame.capture()
    inner = frame.inside(frozenset([*_targets(node.generators), _SOURCE]))
    inner.source = replace(frame.source, node=_definition(node))
    inner.assign(_SOURCE, source)
    return Stream.of(inner)


@functools.lru_cache(maxsize=4096)
def _definition(node: Listed) -> ast.FunctionDef:
    """The generator function that an expression is short for."""
    body: ast.stmt = ast.Expr(ast.Yield(node.elt))
    for place, generator in reversed(list(enumerate(node.generators))):
        for condition in reversed(generator.ifs):
            body = ast.If(condition, [body], [])
        items = generator.iter if place else ast.Name(_SOURCE, ast.Load())
        body = ast.For(generator.target, items, [body], [])
    made = empty_function("f")
    made.name, made.body = GENERATOR_EXPRESSION, [body]
    made.args.args = [ast.arg(_SOURCE)]
    ast.copy_location(made, node)
    for part in ast.walk(made):
        if "lineno" in part._attributes and not hasattr(part, "lineno"):
            ast.copy_location(part, node)
    return made


def _at_once(
    frame: Frame,
    node: Listed,
    source: Any,
    listed: Callable[[Frame, list[Any]], Any],
) -> Any:
    """All elements now: what ``listed`` makes of those that are known one by one, or a
    list of run time."""
    session, start = frame.session, Snapshot(frame)
    try:
        if _is_of_run_time(frame, node, source):
            with session.tentatively():
                return _at_run_time(frame, node, source)
        with session.tentatively(), _own_names(frame, node) as inner:
            rounds = _rounds(inner, node.generators, source)
            return listed(inner, [evaluate(inner, node.elt) for _ in rounds])
    except _DecidedAtRunTime:
        start.back()
    return collected(frame, _generator(frame, node, source), node)


class _DecidedAtRunTime(Exception):
    """Run time knows whether there is an element, or elements that are structures; or a
    generator gives them."""


def _is_of_run_time(frame: Frame, node: Listed, source: Any) -> bool:
    iteration = run_time_iteration(frame, source, node.generators[0].iter)
    if iteration is None:
        return False
    if iteration.most() is not None and iteration.count is None:
        # Something in it is known item by item: a loop can be written out.
        raise _DecidedAtRunTime
    return True


def _rounds(
    frame: Frame,
    generators: list[ast.comprehension],
    source: Any = None,
    decided: ast.DictComp | ast.SetComp | None = None,
) -> Iterator[None]:
    """Bind the targets; the conditions in what is to be ``decided`` must be known."""
    if not generators:
        yield None
        return
    first, *rest = generators
    if source is None:
        source = iterator_of(frame, evaluate(frame, first.iter), first.iter)
        inner = run_time_iteration(frame, source, first.iter)
        if inner is not None and inner.count is None:
            raise _DecidedAtRunTime
    for item in _kept(frame, source, _by_now(frame, source, first.iter)):
        assign(frame, first.target, item)
        for condition in first.ifs:
            test = evaluate_test(frame, condition)
            if not has_box(test):
                if not test:
                    break
            elif decided is None:
                raise _DecidedAtRunTime
            else:
                note(frame, decided)
                frame.refuse(
                    "SRC013",
                    "a comprehension's condition must be known at compile time",
                    condition,
                    label="decides at run time how many elements there are",
                    help="keep them all, with `np.where` around what fails it",
                )
        else:
            yield from _rounds(frame, rest, decided=decided)


def _kept(frame: Frame, source: Any, items: Sequence[Any]) -> Iterator[Any]:
    """The elements, of which those that are still to come have no name."""
    over = source.over if isinstance(source, Living) else ()
    with frame.keeping((source, *over)):
        yield from items


def _by_now(frame: Frame, source: Any, node: ast.expr) -> Sequence[Any]:
    """The elements one by one: those of a list as it is when they are taken."""
    if kind_of(source).is_lazy:
        # A generator goes on when it is asked for the next one.
        raise _DecidedAtRunTime
    return elements_by_now(frame, source, node)


def run_time_iteration(frame: Frame, source: Any, node: ast.AST) -> Iteration | None:
    """How the elements are run through, unless they are few and their number known."""
    if not has_box(source, depth=0):
        return None
    iteration = iteration_of(frame, source, node)
    if iteration is None:
        return None
    written_out = frame.session.arrays
    if written_out:
        # An operator that gives a tuple gives one of a known length.
        fix_sizes(frame.session, iteration)
    count = iteration.count
    known = count is not None and (written_out or count <= MOST_WRITTEN_OUT)
    return None if known else iteration


def _at_run_time(frame: Frame, node: Listed, source: Any) -> Box:
    """A list that a run-time loop appends to."""
    origin = frame.session.builder.origin
    target = origin.target if origin is not None else ""
    hint = "items" if target in ("", "out") else f"{target}_items"
    box = frame.session.box(frame.session.builder.emit("list_of", hint=hint))

    def take(item: Any, _: bool) -> Flow:
        if kind_of(item).is_row or with_row(frame, item, node) is not item:
            raise _DecidedAtRunTime
        list_method(frame, box, "append", [item], node)
        return NORMAL

    with frame.keeping(box):
        try:
            consume(frame, node, _generator(frame, node, source), take)
        except Unreachable as unreachable:
            # Where there is no element, or not yet, nothing is appended.
            later = any(loop.incomplete for loop in frame.session.trials)
            if unreachable.error is not None and not later:
                raise
    return box
