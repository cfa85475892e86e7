"""Values that a run-time condition decides, and what it says of None."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.frame import MISSING, Frame
from srcad.compiler.evaluate.kinds import kind_of, leaves
from srcad.compiler.evaluate.objects import (
    Box,
    box_of,
)
from srcad.compiler.evaluate.paths.joining import merge
from srcad.compiler.evaluate.paths.maybe import present
from srcad.compiler.evaluate.paths.raises import raise_there
from srcad.compiler.evaluate.paths.sides import run_side

R = TypeVar("R")


def branch_value(
    frame: Frame,
    condition: Box,
    then: Callable[[], R],
    orelse: Callable[[], R],
    node: ast.AST,
) -> R:
    """The value of ``then()`` or of ``orelse()``, by a run-time condition."""

    def of(action: Callable[[], R]) -> R:
        try:
            return action()
        except CompileError as error:
            raise_there(frame, error, node)
            raise

    sides = run_side(frame, partial(of, then)), run_side(frame, partial(of, orelse))
    found: R = frame.agreed(merge(frame, condition.value, *sides, node), node)
    return found


def knowing(
    frame: Frame, test: ast.expr | None, holds: bool, action: Callable[[], Any]
) -> Callable[[], Any]:
    """``action`` where ``test`` holds or does not: what it says of None is known."""
    said = {} if test is None else _said_of_none(test, holds)
    names = {
        frame.key(name): nothing
        for name, nothing in said.items()
        if kind_of(frame.names.get(frame.key(name))).may_be_none
    }
    if not names:
        return action

    def informed() -> Any:
        pairs = {}
        for key, nothing in names.items():
            item = frame.names[key]
            known = None if nothing else present(frame.session, item)
            pairs[key] = item, known, _state(known)
            frame.names[key] = known
        outcome = action()
        for key, (item, known, state) in pairs.items():
            if frame.names.get(key, MISSING) is known and _state(known) == state:
                frame.names[key] = item
        return outcome

    return informed


def _state(item: Any) -> list[Any]:
    """What a write to an object that is there changes: what may be None is another
    place, which does not follow it."""
    return [(id(leaf), box_of(leaf).own) for leaf in leaves(item)]


def note_none(frame: Frame, test: ast.expr) -> None:
    """From here on a test is known to hold."""
    for name, nothing in _said_of_none(test, True).items():
        item = frame.names.get(frame.key(name))
        if kind_of(item).may_be_none:
            frame.assign(name, None if nothing else present(frame.session, item))


def _said_of_none(test: ast.expr, holds: bool) -> dict[str, bool]:
    """The names that are known to be None, or known not to be, after a test."""
    match test:
        case ast.Compare(ast.NamedExpr(named), operators, others):
            return _said_of_none(ast.Compare(named, operators, others), holds)
        case ast.Compare(ast.Name(name), [ast.Is()], [ast.Constant(None)]):
            return {name: holds}
        case ast.Compare(ast.Name(name), [ast.IsNot()], [ast.Constant(None)]):
            return {name: not holds}
        case ast.Name(name) | ast.NamedExpr(ast.Name(name)) if holds:
            return {name: False}
        case ast.UnaryOp(ast.Not(), inner):
            return _said_of_none(inner, not holds)
        case ast.BoolOp(op, parts) if isinstance(op, ast.And) is holds:
            said: dict[str, bool] = {}
            for part in parts:
                said.update(_said_of_none(part, holds))
            return said
    return {}
