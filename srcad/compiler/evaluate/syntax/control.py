"""``if`` and conditional expressions: by what is known, or as run-time branches."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from srcad.compiler.evaluate.ast_queries import leaves_always
from srcad.compiler.evaluate.dispatch import block, evaluate, execute, expression
from srcad.compiler.evaluate.flow import NORMAL, Flow
from srcad.compiler.evaluate.frame import MISSING, Frame
from srcad.compiler.evaluate.kinds import has_box, run_time_leaves
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.operations.operators import emit_elementwise
from srcad.compiler.evaluate.paths.branching import branch_value, knowing
from srcad.compiler.evaluate.paths.exits import exit_here, only_ends_loop
from srcad.compiler.evaluate.syntax.booleans import evaluate_test


@expression(ast.IfExp)
def conditional_expression(frame: Frame, node: ast.IfExp) -> Any:
    """``a if condition else b``."""
    test = evaluate_test(frame, node.test)
    if not has_box(test):
        return evaluate(frame, node.body if test else node.orelse)
    return branch_value(
        frame,
        test,
        knowing(frame, node.test, True, lambda: evaluate(frame, node.body)),
        knowing(frame, node.test, False, lambda: evaluate(frame, node.orelse)),
        node,
    )


@block(ast.If)
def execute_if(
    frame: Frame, node: ast.If, rest: list[ast.stmt], top: bool
) -> tuple[Flow, bool]:
    """Execute an ``if``; the flag says whether the rest was executed as well.

    Where one side always leaves, the rest stands on the other side alone.
    """
    test = evaluate_test(frame, node.test)
    if not has_box(test):
        return execute(frame, node.body if test else node.orelse, top), False
    return branch(frame, test, node.body, node.orelse, rest, top, node)


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
    return branch_value(frame, condition, held, failed, node), consumed


def guarded_rest(frame: Frame, flow: Flow, rest: list[ast.stmt]) -> Flow:
    """Execute ``rest`` only where ``flow`` did not leave."""
    return guarded(frame, flow, lambda: execute(frame, rest), rest[0])


def followed(
    frame: Frame, flow: Flow, action: Callable[[], Flow], node: ast.AST
) -> Flow:
    """Do what follows statements that ended with ``flow``, where they did not leave."""

    def after(end: Flow) -> Flow:
        if end.never_leaves:
            return action()
        return end if end.always_leaves else guarded(frame, end, action, node)

    return flow.then(after)


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
    otherwise = functools.partial(going_on, frame, flow, action)
    return branch_value(frame, left, lambda: known, otherwise, node)


def where_bound(boxes: list[Box], action: Callable[[], Flow]) -> Flow:
    """Do something where it is known that some values are there."""
    before = [box.unsure for box in boxes]
    for box in boxes:
        box.unsure = False
    try:
        return action()
    finally:
        for box, unsure in zip(boxes, before, strict=True):
            box.unsure = unsure


def going_on(frame: Frame, flow: Flow, action: Callable[[], Flow]) -> Flow:
    """Do what follows, where it is known that ``flow`` did not leave."""
    bound = [
        leaf
        for _, item, there in flow.staying
        if there is item
        for leaf in run_time_leaves(item)
    ]
    for key, item, there in flow.staying:
        if frame.names.get(key) is item:
            frame.names[key] = there
    outcome = where_bound(bound, action)
    for key, item, there in flow.staying:
        if frame.names.get(key, MISSING) is there:
            frame.names[key] = item
    return outcome
