"""Executing statements one after another, up to where they leave."""

from __future__ import annotations

import ast
import functools

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate import dispatch
from srcad.compiler.evaluate.ast_queries import target_name, yields
from srcad.compiler.evaluate.dispatch import execute_one
from srcad.compiler.evaluate.flow import NORMAL, Flow
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.paths.raises import raise_there
from srcad.compiler.evaluate.paths.recovery import recover
from srcad.compiler.evaluate.syntax.control import guarded_rest
from srcad.compiler.evaluate.syntax.growing import again
from srcad.compiler.evaluate.syntax.jumps import protected
from srcad.compiler.evaluate.syntax.suspended import separated


@dispatch.execute.answered
def execute(frame: Frame, statements: list[ast.stmt], top: bool = False) -> Flow:
    """Execute statements; ``top`` says that they are the body of a loop itself."""
    for position, node in enumerate(statements):
        rest = statements[position + 1 :]
        parts = separated(node) if frame.stream is not None else (node,)
        if parts != (node,):
            return execute(frame, [*parts, *rest], top)
        frame.enter(node, target_name(node))
        one = functools.partial(execute_one, frame, node, rest, top)
        if frame.session.handlers.jumped_to(frame):
            one = functools.partial(protected, frame, node, rest, top, one)
        try:
            flow, consumed = again(frame, node, one)
        except CompileError as error:
            raise_there(frame, error, node)
            recover(frame, node, error)
            continue
        if consumed:
            return flow
        if frame.session.unfinished and flow.never_leaves:
            dispatch.statement_ended(frame, node)
        if not flow.never_leaves:
            return flow.then(functools.partial(_followed, frame, node, rest, top))
    return NORMAL


def _followed(
    frame: Frame, node: ast.stmt, rest: list[ast.stmt], top: bool, flow: Flow
) -> Flow:
    """Execute what follows a statement, where that did not leave."""
    if flow.never_leaves:
        return execute(frame, rest, top)
    if flow.always_leaves or not rest:
        return flow
    if frame.source.library and yields(node) and isinstance(rest[0], ast.AugAssign):
        # What a generator of ours counts with is not read where it was left.
        execute(frame, rest[:1])
        return _followed(frame, node, rest[1:], top, flow)
    return again(frame, rest[0], functools.partial(guarded_rest, frame, flow, rest))
