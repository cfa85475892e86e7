"""Comprehensions and generator expressions: written out, or loops that append."""

from __future__ import annotations

import ast
import contextlib
import functools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from srcad.compiler.evaluate.booleans import evaluate_test
from srcad.compiler.evaluate.dispatch import assign, evaluate, expression
from srcad.compiler.evaluate.expressions import made
from srcad.compiler.evaluate.flow import NORMAL, Flow
from srcad.compiler.evaluate.frame import GENERATOR_EXPRESSION, Frame
from srcad.compiler.evaluate.generators import collected
from srcad.compiler.evaluate.iterations import iteration_of, known_items
from srcad.compiler.evaluate.joining import merge, run_side
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.list_methods import list_method
from srcad.compiler.evaluate.loops import MOST_WRITTEN_OUT, run_loop
from srcad.compiler.evaluate.objects import Box, Iteration, StructOfArrays
from srcad.compiler.evaluate.sequences import sequence_parts
from srcad.compiler.evaluate.signals import Unreachable
from srcad.compiler.evaluate.sizes import fix_sizes
from srcad.compiler.evaluate.streams import Stream

# What Python calls the iterable that a generator expression is given.
_SOURCE = ".0"


@expression(ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.SetComp)
def comprehension(frame: Frame, node: ast.expr) -> Any:
    """A list, set or dict; a generator expression is a generator."""
    assert isinstance(
        node, ast.ListComp | ast.GeneratorExp | ast.DictComp | ast.SetComp
    )
    first, *_ = node.generators
    source = evaluate(frame, first.iter)
    if isinstance(node, ast.GeneratorExp):
        return _generator(frame, node, source)
    if isinstance(node, ast.ListComp) and isinstance(source, Stream):
        return collected(frame, _generator(frame, node, source), node)
    return _at_once(frame, node, source)


def _generator(
    frame: Frame, node: ast.GeneratorExp | ast.ListComp, source: Any
) -> Stream:
    """What reads the names around it when it is consumed, as a generator does."""
    frame.capture()
    inner = frame.inside(frozenset([*_targets(node), _SOURCE]))
    inner.source = replace(frame.source, node=_definition(node))
    inner.assign(_SOURCE, source)
    stream = Stream.of(inner)
    if not isinstance(source, Stream):
        stream.whole = functools.partial(_at_once, frame, node, source)
    return stream


@functools.lru_cache(maxsize=4096)
def _definition(node: ast.GeneratorExp | ast.ListComp) -> ast.FunctionDef:
    """The generator function that an expression is short for."""
    body: ast.stmt = ast.Expr(ast.Yield(node.elt))
    for place, generator in reversed(list(enumerate(node.generators))):
        for condition in reversed(generator.ifs):
            body = ast.If(condition, [body], [])
        items = generator.iter if place else ast.Name(_SOURCE, ast.Load())
        body = ast.For(generator.target, items, [body], [])
    made = ast.parse("def f(): pass").body[0]
    assert isinstance(made, ast.FunctionDef)
    made.name, made.body = GENERATOR_EXPRESSION, [body]
    ast.copy_location(made, node)
    for part in ast.walk(made):
        if "lineno" in part._attributes and not hasattr(part, "lineno"):
            ast.copy_location(part, node)
    return made


def _at_once(
    frame: Frame,
    node: ast.ListComp | ast.GeneratorExp | ast.DictComp | ast.SetComp,
    source: Any,
) -> Any:
    session = frame.session
    mark, count, names = len(session.journal), len(session.builder.ops), frame.names
    frame.names = dict(names)
    inner = frame.inside(frozenset(_targets(node)))
    inner.share(frame)
    try:
        return _elements(inner, node, source)
    except _DecidedAtRunTime:
        assert isinstance(node, ast.ListComp | ast.GeneratorExp)
    finally:
        inner.part()
    # Evaluated anew, as a loop that appends where the condition holds.
    session.undo(mark)
    frame.names = names
    del session.builder.ops[count:]
    return collected(frame, _generator(frame, node, source), node)


class _DecidedAtRunTime(Exception):
    """Run time knows whether there is an element, or elements that are structures."""


def _targets(node: ast.AST) -> list[str]:
    """The names that are a comprehension's own."""
    return [
        part.id
        for generator in getattr(node, "generators", ())
        for part in ast.walk(generator.target)
        if isinstance(part, ast.Name)
    ]


def _elements(
    frame: Frame,
    node: ast.ListComp | ast.GeneratorExp | ast.DictComp | ast.SetComp,
    source: Any,
) -> Any:
    first, *_ = node.generators
    if isinstance(node, ast.DictComp):
        pairs: dict[Any, Any] = {}
        for _ in _rounds(frame, node.generators, source, decided=True):
            key = static(frame, evaluate(frame, node.key), node.key)
            pairs[key] = evaluate(frame, node.value)
        return frame.session.own(pairs)
    iteration = run_time_iteration(frame, source, first.iter)
    if iteration is not None and not isinstance(node, ast.SetComp):
        if iteration.limit is not None and not isinstance(iteration.length, int):
            # Something in it is known item by item: a loop can be written out.
            raise _DecidedAtRunTime
        return _at_run_time(frame, node, iteration)
    rounds = _rounds(frame, node.generators, source, isinstance(node, ast.SetComp))
    items = [evaluate(frame, node.elt) for _ in rounds]
    if isinstance(node, ast.SetComp):
        return {static(frame, item, node.elt) for item in items}
    if isinstance(node, ast.GeneratorExp):
        return known_items(frame, items, node)
    return made(frame, items)


def _rounds(
    frame: Frame,
    generators: list[ast.comprehension],
    source: Any = None,
    decided: bool = False,
) -> Iterator[None]:
    """Bind the targets; ``decided`` says that the conditions must be known."""
    if not generators:
        yield None
        return
    first, *rest = generators
    if source is None:
        source = evaluate(frame, first.iter)
    for item in sequence_parts(frame, source, first.iter):
        assign(frame, first.target, item)
        for condition in first.ifs:
            test = evaluate_test(frame, condition)
            if isinstance(test, bool):
                if not test:
                    break
            elif not decided:
                raise _DecidedAtRunTime
            else:
                frame.refuse(
                    "SRC013",
                    "a comprehension's condition must be known at compile time",
                    condition,
                    label="decides at run time how many elements there are",
                    help="keep them all, with `np.where` around what fails it",
                )
        else:
            yield from _rounds(frame, rest, decided=decided)


def run_time_iteration(frame: Frame, source: Any, node: ast.expr) -> Iteration | None:
    """How the elements are run through, unless they are few and their number known."""
    if not isinstance(source, Box | Iteration | StructOfArrays):
        return None
    iteration = iteration_of(frame, source, node)
    if iteration is None:
        return None
    written_out = frame.session.arrays
    if written_out:
        # An operator that gives a tuple gives one of a known length.
        fix_sizes(frame.session, iteration)
    if isinstance(iteration.length, int) and (
        written_out or iteration.length <= MOST_WRITTEN_OUT
    ):
        return None
    return iteration


def _at_run_time(
    frame: Frame, node: ast.ListComp | ast.GeneratorExp, iteration: Iteration
) -> Box:
    """A list that a run-time loop appends to."""
    origin = frame.session.builder.origin
    target = origin.target if origin is not None else ""
    hint = "items" if target in ("", "out") else f"{target}_items"
    box = frame.session.box(frame.session.builder.emit("list_of", hint=hint))
    first, *rest = node.generators
    with frame.keeping(box):
        _run_through(frame, node, first, rest, iteration, box)
    return box


def _run_through(
    frame: Frame,
    node: ast.ListComp | ast.GeneratorExp,
    generator: ast.comprehension,
    rest: list[ast.comprehension],
    iteration: Iteration,
    box: Box,
) -> None:
    def body(index: Any) -> Flow:
        assign(frame, generator.target, iteration.at(index))
        _where(frame, node, generator.ifs, rest, box)
        return NORMAL

    # Where there is no element, or not yet, nothing is appended.
    with contextlib.suppress(Unreachable):
        run_loop(frame, node, iteration, body)


def _where(
    frame: Frame,
    node: ast.ListComp | ast.GeneratorExp,
    conditions: list[ast.expr],
    rest: list[ast.comprehension],
    box: Box,
) -> None:
    """Append where the conditions hold."""
    if conditions:
        first, *others = conditions
        test = evaluate_test(frame, first)
        if test is True:
            _where(frame, node, others, rest, box)
        elif test is not False:
            then = run_side(frame, lambda: _where(frame, node, others, rest, box))
            merge(frame, test.value, then, run_side(frame, lambda: None), node)
        return
    if not rest:
        item = evaluate(frame, node.elt)
        if kind_of(item).is_row:
            raise _DecidedAtRunTime
        list_method(frame, box, "append", [item], node)
        return
    inner, *deeper = rest
    source = evaluate(frame, inner.iter)
    iteration = run_time_iteration(frame, source, inner.iter)
    if iteration is not None:
        _run_through(frame, node, inner, deeper, iteration, box)
        return
    for item in sequence_parts(frame, source, inner.iter):
        assign(frame, inner.target, item)
        _where(frame, node, inner.ifs, deeper, box)
