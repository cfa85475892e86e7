"""Run-time loops: the body is evaluated until what it carries is a fixpoint.

Which names a loop carries, and their dtypes and sizes, is found by trying: the body
is evaluated with a guess, what it did is compared with the guess, and the trial is
thrown away until the two agree.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate import dispatch
from srcad.compiler.evaluate.ast_queries import yields
from srcad.compiler.evaluate.contents import current, has_grown
from srcad.compiler.evaluate.dispatch import assign, evaluate, execute, statement
from srcad.compiler.evaluate.flow import NORMAL, Flow
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.objects import (
    GoneThrough,
    Iteration,
    Living,
    ReversedRange,
)
from srcad.compiler.evaluate.operations.operators import apply_binary, emit_elementwise
from srcad.compiler.evaluate.operations.sequences import iterator_of
from srcad.compiler.evaluate.operations.truth import negated
from srcad.compiler.evaluate.paths.branching import branch_value
from srcad.compiler.evaluate.paths.exits import exit_here
from srcad.compiler.evaluate.paths.fixpoint import check_numbers, widen, widen_names
from srcad.compiler.evaluate.paths.loop_names import names_read_after
from srcad.compiler.evaluate.paths.loop_results import append_loop
from srcad.compiler.evaluate.paths.plans import Plan
from srcad.compiler.evaluate.paths.trials import Trial, first_plan, try_body
from srcad.compiler.evaluate.session import RuntimeLoop, Snapshot
from srcad.compiler.evaluate.settings import setting
from srcad.compiler.evaluate.signals import (
    GainsKeys,
    NeedsStatic,
    Unreachable,
    WidensOnce,
)
from srcad.compiler.evaluate.syntax.booleans import evaluate_test
from srcad.compiler.evaluate.syntax.control import branch, followed, guarded
from srcad.compiler.evaluate.syntax.drawn import drawing
from srcad.compiler.evaluate.syntax.generators import Take, consume
from srcad.compiler.evaluate.syntax.iterations import (
    items_of_run_time,
    iteration_of,
    known_elements,
    rows_by_now,
)
from srcad.compiler.evaluate.syntax.written_out import written_out

_UNROLL_LIMIT = 1000
# More elements than these make a loop of ours, also where their number is known.
MOST_WRITTEN_OUT = 8
# So many iterations are written out before a loop until dtypes are what they stay.
_MOST_APART = 3


_RUNS = "the loop around it runs as often as is known at run time only"


@statement(ast.For, ast.While)
def execute_loop(frame: Frame, node: ast.For | ast.While) -> Flow:
    """Execute a loop statement, ``else`` included."""
    if isinstance(node, ast.While):
        flow, over = _while(frame, node, 0)
    else:
        flow, over = _for(frame, node), False
    return flow.then(functools.partial(_behind, frame, node, over))


def _behind(frame: Frame, node: ast.For | ast.While, over: bool, flow: Flow) -> Flow:
    """What follows a loop: its ``else``, where no ``break`` or ``return`` was met.

    It is ``over`` where the loop has come to it inside.
    """
    if node.orelse and not over and not flow.after_skip.always_leaves:
        if flow.never_leaves:
            return execute(frame, node.orelse)

        def otherwise() -> Flow:
            return execute(frame, node.orelse)

        return guarded(frame, flow, otherwise, node.orelse[0], ended=True)
    return replace(flow, stop=False, skip=False, staying=())


def _while(
    frame: Frame, node: ast.While, apart: int, stays: bool = False
) -> tuple[Flow, bool]:
    """How a loop ends, and whether it came to its ``else``; ``apart`` iterations are
    written out before it. One that ``stays`` cannot be written out."""
    # What the last evaluation of the condition changed is seen by what follows.
    ended = [*node.orelse, ast.copy_location(ast.Break(), node.test)]

    session = frame.session

    def body(_: Any) -> Flow:
        test = evaluate_test(frame, node.test)
        if test is False:
            raise _NeverRuns
        told = test is True
        place = frame.source.span(node) if told and not stays else None
        session.loops[-1] = replace(session.loops[-1], told=told, instead=place)
        if test is not True:
            leave = negated(frame, test, node.test)
            if not exit_here(frame, leave.value, ends=True):
                return branch(frame, leave, ended, [], node.body, True, node)[0]
        return execute(frame, node.body, top=True)

    errors = list(session.errors)
    try:
        with session.inside_loop(RuntimeLoop(not stays, _RUNS)):
            flow = run_loop(frame, node, None, body)
    except _NeverRuns:
        evaluate_test(frame, node.test)
        return NORMAL, False
    except WidensOnce as widens:
        session.errors[:] = errors
        if node.orelse or apart == _MOST_APART:
            raise widens.error from None
        return _first_apart(frame, node, apart), False
    except NeedsStatic as error:
        session.errors[:] = errors
        if isinstance(error, GainsKeys) and not apart and not node.orelse:
            return _first_apart(frame, node, apart), False
        start = Snapshot(frame)
        if not stays and isinstance(node.test, ast.Constant) and not yields(node):
            # Run time may leave it at once: each iteration would stand in another.
            try:
                found = _while(frame, node, apart, stays=True)
                if len(session.errors) == len(errors):
                    return found
            except (NeedsStatic, CompileError):
                pass
            start.back()
            session.errors[:] = errors
        try:
            return written_out(frame, node, error), False
        except NeedsStatic as refused:
            if stays or refused is not error:
                raise
        # How often it runs is known at run time only.
        start.back()
        session.errors[:] = errors
        return _while(frame, node, apart, stays=True)
    loop: Any = session.builder.ops[-1]
    endless = not loop.has_exit
    if endless and flow.stop is False and not flow.never_leaves:
        # Nothing but `return` ends it, here or in what consumes a generator.
        return flow.left, endless
    return flow, endless


def _first_apart(frame: Frame, node: ast.While, apart: int) -> Flow:
    """A loop behind its first iteration, after which what it carries has the dtypes,
    and the keys, that it keeps."""
    test = evaluate_test(frame, node.test)
    if test is False:
        return NORMAL

    def iterations() -> Flow:
        flow = _once(frame, lambda: execute(frame, node.body))
        rest = functools.partial(_while, frame, node, apart + 1)
        return followed(frame, flow, lambda: rest()[0], node)

    if test is True:
        return iterations()
    return branch_value(frame, test, iterations, lambda: NORMAL, node)


def _once(frame: Frame, iteration: Callable[[], Flow]) -> Flow:
    """An iteration that is written out."""
    with setting(frame, loop=None):
        return iteration().after_skip


class _NeverRuns(Exception):
    """A while loop's condition is false at compile time, or there is nothing that a
    for loop could run over."""


def _for(frame: Frame, node: ast.For) -> Flow:
    def take(item: Any, top: bool) -> Flow:
        assign(frame, node.target, item)
        return execute(frame, node.body, top=top)

    source = evaluate(frame, node.iter)
    with drawing(frame, node):
        return for_each(frame, node, source, node.iter, take)


@dispatch.for_each.answered
def for_each(
    frame: Frame, node: ast.AST, source: Any, place: ast.expr, take: Take
) -> Flow:
    """Do something with each element of ``source``, which stands at ``place``.

    ``node`` is the statement in which names are bound by it.
    """
    source = iterator_of(frame, source, place)
    if kind_of(source).is_lazy:
        return consume(frame, node, source, take)
    iteration = iteration_of(frame, source, place)
    if iteration is None:
        # Python sees what the body changes.
        # What is still to come has no name.
        over = source.over if isinstance(source, Living) else ()
        with frame.keeping((source, *over)):
            return _unrolled(frame, node, known_elements(frame, source, place), take)
    if frame.source.library and frame.consumer is None and _is_short(source, iteration):
        return _unrolled(frame, node, rows_by_now(frame, iteration, place), take)

    flow = _looped(frame, node, iteration, place, take, 0)
    if iteration.ended is None:
        return flow
    iteration.ended()
    return flow


def _looped(
    frame: Frame,
    node: ast.AST,
    iteration: Iteration,
    place: ast.expr,
    take: Take,
    apart: int,
) -> Flow:
    """A loop of run time, or what stands for one; ``apart`` iterations are written out
    before it."""

    if apart and iteration.count == 0:
        return NORMAL

    def body(index: Any) -> Flow:
        try:
            element = iteration.at(index)
        except Unreachable:
            # There is none, or not yet.
            raise _NeverRuns from None
        return take(element, True)

    loop = _runtime_loop(frame, node, iteration)
    errors = list(frame.session.errors)
    try:
        with frame.session.inside_loop(loop):
            return run_loop(frame, node, iteration, body)
    except _NeverRuns:
        return NORMAL
    except WidensOnce as widens:
        if apart == _MOST_APART:
            raise widens.error from None
        frame.session.errors[:] = errors
        return _first_of(frame, node, iteration, place, take, apart)
    except NeedsStatic as error:
        once = isinstance(error, GainsKeys) and not apart and not loop.short
        if not once and not loop.unrolls:
            raise
        # What was refused in the attempt may well be known when it is written out.
        frame.session.errors[:] = errors
        if once:
            return _first_of(frame, node, iteration, place, take, apart)
        if iteration.count is not None:
            with frame.keeping(GoneThrough(iteration.over)):
                items = rows_by_now(frame, iteration, place)
                return _unrolled(frame, node, items, take)
        return _unrolled_while(frame, node, iteration, take, 0)


def _first_of(
    frame: Frame,
    node: ast.AST,
    iteration: Iteration,
    place: ast.expr,
    take: Take,
    apart: int,
) -> Flow:
    """The same behind its first iteration, which is written out."""

    def add(place: Any, count: int) -> Any:
        return apply_binary(frame, "add", place, count, node)

    def iterations() -> Flow:
        with frame.keeping(GoneThrough(iteration.over)):
            flow = _once(frame, lambda: take(iteration.element(0), False))
        rest = iteration.after(1, add)
        others = functools.partial(_looped, frame, node, rest, place, take, apart + 1)
        return followed(frame, flow, others, node)

    if iteration.count is None:
        there = emit_elementwise(frame, "greater", iteration.length, 0)
        return branch_value(frame, there, iterations, lambda: NORMAL, node)
    return iterations() if iteration.count else NORMAL


def _is_short(source: Any, iteration: Iteration) -> bool:
    """Whether a loop of ours is written out."""
    count = iteration.count
    known = isinstance(source, range | ReversedRange)
    return count is not None and (known or count <= MOST_WRITTEN_OUT)


def _unrolled_while(
    frame: Frame, node: ast.AST, iteration: Iteration, take: Take, place: int
) -> Flow:
    """A loop written out that ends early where something that it runs over does."""

    def rest() -> Flow:
        flow = take(iteration.element(place), False).after_skip
        if place + 1 == iteration.most():
            return flow
        following = functools.partial(
            _unrolled_while, frame, node, iteration, take, place + 1
        )
        return followed(frame, flow, following, node)

    there = emit_elementwise(frame, "greater", iteration.length, place)
    return branch_value(frame, there, rest, lambda: NORMAL, node)


def _runtime_loop(frame: Frame, node: ast.AST, iteration: Iteration) -> RuntimeLoop:
    most = iteration.most() if iteration.count is None else iteration.count
    if most is None:
        return RuntimeLoop(False, _RUNS)
    if most > _UNROLL_LIMIT:
        note = "the loop around it is a run-time loop, too long to be written out"
        return RuntimeLoop(False, note)
    short = iteration.count is not None and most <= MOST_WRITTEN_OUT
    place = frame.source.span(node) if short else None
    told = iteration.count is not None
    return RuntimeLoop(True, short=short, told=told, instead=place)


def _unrolled(
    frame: Frame, node: ast.AST, items: Sequence[Any], take: Take, start: int = 0
) -> Flow:
    """A loop over what is known at compile time, written out from ``start`` on."""
    with setting(frame, loop=None):
        while start < len(items):
            flow = take(items[start], False).after_skip
            start += 1
            if has_grown(items):
                items = items_of_run_time(frame, current(items), node)
            if flow.always_leaves and flow.resume is None:
                return flow
            if not flow.never_leaves:
                if start == len(items) and flow.resume is None:
                    return flow
                rest = functools.partial(_unrolled, frame, node, items, take, start)
                return followed(frame, flow, rest, node)
    return NORMAL


# The body of each is evaluated at least twice, and so are the loops in it.
_DEEPEST = 11


def run_loop(
    frame: Frame,
    node: ast.AST,
    iteration: Iteration | None,
    body: Callable[[Any], Flow],
) -> Flow:
    """Settle what the loop carries, then append it."""
    found_out = frame.session.builder.sizes.reading.written_out
    if node in frame.session.written_out or frame.source.span(node) in found_out:
        message = "how often this loop runs is not known, and its list cannot be of "
        raise NeedsStatic(f"{message}run time", instead=True)
    if len(frame.session.loops) > _DEEPEST:
        help = "run over the rows of an array of indices in one loop"
        message = f"more than {_DEEPEST} loops of run time are nested here"
        # Nor is what follows looked at, once for each time that the loops are tried.
        frame.session.recovering = False
        frame.refuse("SRC011", message, node, help=help)
    plan = first_plan(frame, node)
    plan.read_after = names_read_after(frame, node)
    given_up = frame.session.given_up()
    try:
        return _settled(frame, node, plan, iteration, body)
    except Unreachable:
        raise
    except BaseException:
        # Something else is done in the place of this loop.
        frame.session.give_up(given_up)
        raise


def _settled(
    frame: Frame,
    node: ast.AST,
    plan: Plan,
    iteration: Iteration | None,
    body: Callable[[Any], Flow],
) -> Flow:
    """The loop, once an iteration leaves what the next one starts with."""
    # What is gone through has no name of its own.
    over = GoneThrough(iteration.over if iteration is not None else ())
    given_up = frame.session.given_up()

    def tried(plan: Plan) -> Trial:
        # A path that was given up in a trial before is none of the loops around.
        frame.session.give_up(given_up)
        with frame.keeping(over):
            return try_body(frame, node, plan, iteration, body)

    for _ in range(60):
        trial = tried(plan)
        changed = widen(frame, node, plan, trial)
        changed |= widen_names(frame, node, plan, trial)
        loops = frame.session.trials
        if changed:
            continue
        # What a loop around is refused for, or raises, it tells by itself.
        if trial.error is None or any(one.error is trial.error for one in loops):
            check_numbers(frame, node, plan, trial, tried)
            return append_loop(frame, plan, trial, iteration)
        if plan.complete:
            raise trial.error
        # What is given up in a first iteration is refused, or raises, in each.
        plan.complete = True
    frame.refuse("SRC019", "what this loop carries does not widen", node)
