"""``if`` and conditional expressions: by what is known, or as run-time branches."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from srcad.compiler.lowering.expressions import (
    condition_of,
    evaluate,
    evaluate_test,
    truth,
)
from srcad.compiler.lowering.frame import MISSING, Frame
from srcad.compiler.lowering.objects import (
    Box,
    Maybe,
    Poison,
    is_optional,
    is_parameter,
)
from srcad.compiler.lowering.operators import emit_elementwise, present

if TYPE_CHECKING:
    from srcad.compiler.lowering.statements import Flow
from srcad.compiler.lowering.joining import merge, run_side


def branch_value(
    frame: Frame,
    condition: Box,
    then: Callable[[], Any],
    orelse: Callable[[], Any],
    node: ast.AST,
) -> Any:
    """The value of ``then()`` or of ``orelse()``, by a run-time condition."""
    sides = run_side(frame, then), run_side(frame, orelse)
    result = merge(frame, condition.value, *sides, node)
    if isinstance(result, Poison):
        frame.refuse_poison(result, node)
    return result


def conditional_expression(frame: Frame, node: ast.IfExp) -> Any:
    """``a if condition else b``."""
    test = evaluate_test(frame, node.test)
    if not isinstance(test, Box) and not is_parameter(test):
        chosen = node.body if truth(frame, test, node.test) else node.orelse
        return evaluate(frame, chosen)
    condition = condition_of(frame, test, node.test)
    return branch_value(
        frame,
        condition,
        knowing(frame, node.test, True, lambda: evaluate(frame, node.body)),
        knowing(frame, node.test, False, lambda: evaluate(frame, node.orelse)),
        node,
    )


def knowing(
    frame: Frame, test: ast.expr | None, holds: bool, action: Callable[[], Any]
) -> Callable[[], Any]:
    """``action`` where ``test`` holds or does not: what it says of None is known."""
    said = {} if test is None else _said_of_none(test, holds)
    names = {
        frame.key(name): nothing
        for name, nothing in said.items()
        if isinstance(frame.names.get(frame.key(name)), Maybe)
        or is_optional(frame.names.get(frame.key(name)))
    }
    if not names:
        return action

    def informed() -> Any:
        pairs = {}
        for key, nothing in names.items():
            item = frame.names[key]
            known = None if nothing else present(frame.session, item)
            pairs[key] = item, known
            frame.names[key] = known
        outcome = action()
        for key, (item, known) in pairs.items():
            if frame.names.get(key, MISSING) is known:
                frame.names[key] = item
        return outcome

    return informed


def note_none(frame: Frame, test: ast.expr) -> None:
    """From here on a test is known to hold."""
    for name, nothing in _said_of_none(test, True).items():
        item = frame.names.get(frame.key(name))
        if is_optional(item) or isinstance(item, Maybe):
            frame.assign(name, None if nothing else present(frame.session, item))


def _said_of_none(test: ast.expr, holds: bool) -> dict[str, bool]:
    """The names that are known to be None, or known not to be, after a test."""
    match test:
        case ast.Compare(ast.Name(name), [ast.Is()], [ast.Constant(None)]):
            return {name: holds}
        case ast.Compare(ast.Name(name), [ast.IsNot()], [ast.Constant(None)]):
            return {name: not holds}
        case ast.Name(name) if holds:
            return {name: False}
        case ast.UnaryOp(ast.Not(), inner):
            return _said_of_none(inner, not holds)
        case ast.BoolOp(op, parts) if isinstance(op, ast.And) is holds:
            said: dict[str, bool] = {}
            for part in parts:
                said.update(_said_of_none(part, holds))
            return said
    return {}


def execute_if(
    frame: Frame, node: ast.If, rest: list[ast.stmt], top: bool
) -> tuple[Flow, bool]:
    """Execute an ``if``; the flag says whether the rest was executed as well.

    Where one side always leaves, the rest stands on the other side alone.
    """
    from srcad.compiler.lowering.statements import execute

    test = evaluate_test(frame, node.test)
    if not isinstance(test, Box) and not is_parameter(test):
        chosen = node.body if truth(frame, test, node.test) else node.orelse
        return execute(frame, chosen, top), False
    condition = condition_of(frame, test, node.test)
    return branch(frame, condition, node.body, node.orelse, rest, top, node)


def branch(
    frame: Frame,
    condition: Box,
    body: list[ast.stmt],
    orelse: list[ast.stmt],
    rest: list[ast.stmt],
    top: bool,
    node: ast.AST,
) -> tuple[Flow, bool]:
    """Execute the two sides of a branch at run time, as ``execute_if`` says."""
    from srcad.compiler.lowering.generators import only_ends_loop
    from srcad.compiler.lowering.loops import exit_here
    from srcad.compiler.lowering.statements import NORMAL, execute

    if top and only_ends_loop(frame, body) and exit_here(frame, condition.value):
        return (execute(frame, orelse, top) if orelse else NORMAL), False
    consumed = True
    if leaves_always(body):
        orelse = [*orelse, *rest]
    elif orelse and leaves_always(orelse):
        body = [*body, *rest]
    else:
        consumed = False
    test = node.test if isinstance(node, ast.If) else None
    held = knowing(frame, test, True, lambda: execute(frame, body))
    failed = knowing(frame, test, False, lambda: execute(frame, orelse))
    then = run_side(frame, held)
    other = run_side(frame, failed)
    return merge(frame, condition.value, then, other, node), consumed


def leaves_always(body: list[ast.stmt]) -> bool:
    """Whether a list of statements ends by leaving on every path."""
    last = body[-1]
    if isinstance(last, ast.With):
        return leaves_always(last.body)
    if isinstance(last, ast.Match):
        *_, final = last.cases
        wild = isinstance(final.pattern, ast.MatchAs) and final.pattern.pattern is None
        complete = wild and final.guard is None
        return complete and all(leaves_always(case.body) for case in last.cases)
    if isinstance(last, ast.If):
        return (
            bool(last.orelse)
            and leaves_always(last.body)
            and leaves_always(last.orelse)
        )
    return isinstance(last, ast.Return | ast.Break | ast.Continue | ast.Raise)


def guarded_rest(frame: Frame, flow: Flow, rest: list[ast.stmt]) -> Flow:
    """Execute ``rest`` only where ``flow`` did not leave."""
    from srcad.compiler.lowering.statements import execute

    return guarded(frame, flow, lambda: execute(frame, rest), rest[0])


def guarded(
    frame: Frame,
    flow: Flow,
    action: Callable[[], Flow],
    node: ast.AST,
    ended: bool = False,
) -> Flow:
    """Do what follows only where ``flow`` did not leave.

    ``ended`` says that a loop has ended with ``flow``: whoever left it by ``break``
    goes on after it.
    """
    left, *others = flow.flags
    for flag in others:
        left = emit_elementwise(frame, "logical_or", left, flag)
    # On this side it is known that the statements were left.
    known = flow.left
    if ended:
        known = replace(known, stop=False)

    def going_on() -> Flow:
        for key, item, there in flow.staying:
            if frame.names.get(key) is item:
                frame.names[key] = there
        outcome = action()
        for key, item, there in flow.staying:
            if frame.names.get(key, MISSING) is there:
                frame.names[key] = item
        return outcome

    then = run_side(frame, lambda: known)
    other = run_side(frame, going_on)
    joined_flow: Flow = merge(frame, left.value, then, other, node)
    return joined_flow
