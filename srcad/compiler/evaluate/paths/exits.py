"""Leaving a loop before its end, where that takes no flag."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.frame import MISSING, Frame
from srcad.compiler.evaluate.paths.trials import Context
from srcad.compiler.ir.types import Atom, Exit


def exit_here(frame: Frame, condition: Atom, ends: bool = False) -> bool:
    """Leave the loop here with its starting carries, if that is exact.

    It is where nothing that is read after the loop was changed in this iteration.
    ``ends`` says that it is no ``break``: what stands in ``else`` follows.
    """
    context: Context | None = frame.loop
    if context is None or context.frame is not frame:
        return False
    if not context.silent and not ends:
        return False
    for name in context.names:
        if name in context.read_after:
            now = frame.names.get(name, MISSING)
            if now is not context.at_start.get(name, MISSING):
                return False
    if any(
        place.serial <= context.born
        for place in frame.session.written_since(context.mark)
    ):
        return False
    builder = frame.session.builder
    builder.ops.append(Exit(condition, builder.origin, builder.phase))
    return True


def only_ends_loop(frame: Frame, body: list[ast.stmt]) -> bool:
    """Whether statements do nothing but leave the loop that they are in."""
    match body:
        case [ast.Break()]:
            return True
        case [ast.Return(None)] if frame.consumer is not None:
            return frame.loop is not None and ends_with(frame, frame.loop.node)
    return False


def ends_with(frame: Frame, node: ast.AST) -> bool:
    """Whether nothing of a function is executed after a statement."""
    return _is_last(frame.source.node.body, node)


def _is_last(body: Any, node: ast.AST) -> bool:
    if not isinstance(body, list) or not body:
        return False
    match body[-1]:
        case ast.Expr(value=last) if last is node:
            return True
        case ast.If(body=first, orelse=second):
            return _is_last(first, node) or _is_last(second, node)
        case ast.With(body=first):
            return _is_last(first, node)
    return body[-1] is node
