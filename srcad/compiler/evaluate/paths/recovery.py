"""Going on after an error, so that one run reports all that do not follow from another.

A statement that is refused is noted in ``Session.errors``, here and nowhere else. What
it would have bound holds the error from then on: a statement that reads it is refused
with the same error, which is reported once. Nothing is emitted after an error, so what
is evaluated then need not be right; it need only not complain of what is in order.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError, merged
from srcad.compiler.evaluate import nonlocals
from srcad.compiler.evaluate.ast_queries import (
    DEFINITIONS,
    binds,
    leaves_always,
    own_parts,
    yields,
)
from srcad.compiler.evaluate.contents import current
from srcad.compiler.evaluate.dispatch import evaluate, execute
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.objects import Conflict
from srcad.compiler.evaluate.paths.maybe import is_maybe
from srcad.compiler.evaluate.paths.sides import run_side
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.storage.aliases import places_in
from srcad.compiler.evaluate.storage.list_items import is_run_time_list
from srcad.compiler.ir.sizes import SizesRelated

_RECURSION_LIMIT = 10_000
# A loop without an end may be refused in each of its iterations.
_MOST_ERRORS = 100


def recover(frame: Frame, node: ast.stmt, error: CompileError) -> None:
    """Note that a statement was refused; raises the error again where nothing that
    follows the statement is reached, or it must not be passed over."""
    session = frame.session
    if not session.recovering or frame.source.library or frame.is_expression:
        raise error
    session.errors.append(error)
    if len(session.errors) > _MOST_ERRORS:
        raise error
    _lose(frame, node, error)
    if not yields(node):
        _examine(frame, node)
    if leaves_always([node]):
        raise error
    leaving = ast.Return | ast.Yield | ast.YieldFrom
    if any(isinstance(part, leaving) for part in _parts(node)):
        frame.failed = error


def evaluate_all(
    frame: Frame,
    nodes: Iterable[ast.expr],
    evaluate: Callable[[Frame, ast.expr], Any],
) -> list[Any]:
    """Evaluate expressions that do not depend on each other, past errors in one."""
    items: list[Any] = []
    errors: list[CompileError] = []
    for node in nodes:
        try:
            with _waiting(frame, items, node):
                items.append(evaluate(frame, node))
        except CompileError as error:
            # What is refused may have said that nothing else is to be looked at.
            if not frame.session.recovering or frame.source.library:
                raise
            errors.append(error)
            _lose(frame, node, error)
    if errors:
        raise merged(errors)
    return items


def _waiting(
    frame: Frame, items: list[Any], node: ast.expr
) -> contextlib.AbstractContextManager[None]:
    """While an operand is evaluated: those before it, which have no names, are not to
    be changed unseen."""
    plain = isinstance(node, ast.Name | ast.Constant)
    if plain or not any(next(places_in(frame.session, one), None) for one in items):
        return contextlib.nullcontext()
    return frame.keeping(tuple(items))


@contextlib.contextmanager
def reporting(session: Session) -> Iterator[None]:
    """Lower something, and raise all errors in it as one."""
    session.recovering = True
    limit = sys.getrecursionlimit()
    # A call of the user's takes many of ours, and so does each term of a long sum.
    sys.setrecursionlimit(max(limit, _RECURSION_LIMIT))
    try:
        yield
    except CompileError as error:
        session.errors.append(error)
    except SizesRelated:
        raise
    except Exception:
        if not session.errors:
            raise
    finally:
        sys.setrecursionlimit(limit)
    if session.errors:
        raise merged(session.errors)


def _lose(frame: Frame, node: ast.AST, error: CompileError) -> None:
    """Everything that ``node`` would have bound or changed holds the error."""
    first = error.diagnostics[0]
    conflict = Conflict(first.code, first.message, first.help, error)
    for part in _parts(node):
        for name in _bound(part):
            frame.assign(name, conflict)
        for name in _changed(part):
            held = current(nonlocals.held(frame, name))
            known = isinstance(held, list | dict | set) or is_maybe(held)
            if known or is_run_time_list(held):
                frame.assign(name, conflict)
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
            _lose_attribute(frame, part, error)


def _lose_attribute(frame: Frame, node: ast.Attribute, error: CompileError) -> None:
    with contextlib.suppress(CompileError, NeedsStatic):
        owner = evaluate(frame, node.value)
        frame.session.own(owner)
        frame.session.lost.setdefault((id(owner), node.attr), error)


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """The node and what is in it, but not what is in a definition."""
    return own_parts(ast.Tuple([node]))  # type: ignore[list-item]


def _bound(node: ast.AST) -> list[str]:
    match node:
        case ast.Global(names) | ast.Nonlocal(names):
            return names
    return binds(node)


def _changed(node: ast.AST) -> list[str]:
    """The names of what ``values.append(x)``, ``values[k] = x``, ``values[k].k = x``
    or ``heappush(values, x)`` changes, if they are containers: a method of one may
    change it wherever it is named."""
    match node:
        case ast.Expr(ast.Call(args=[ast.Name(name), *_])):
            return [name]
        case ast.Attribute(owner):
            return _roots(owner)
        case ast.Subscript(owner, ctx=ast.Store() | ast.Del()):
            return _roots(owner)
    return []


def _roots(node: ast.expr) -> list[str]:
    """The names that ``values[k].rows`` is reached from."""
    match node:
        case ast.Attribute(owner) | ast.Subscript(owner):
            return _roots(owner)
        case ast.IfExp(_, one, other):
            return _roots(one) + _roots(other)
        case ast.Name(name):
            return [name]
    return []


def _examine(frame: Frame, node: ast.stmt) -> None:
    """Look for errors in the bodies of a compound statement that was refused."""
    session = frame.session
    # Errors of what was tried are taken back with it, and looked for again.
    found = session.examined.get(node)
    told = found is not None and all(one in session.errors for one in found)
    if isinstance(node, DEFINITIONS) or told:
        return
    if getattr(node, "handlers", None):
        return  # What raises in it may be what it is there for.
    session.examined[node] = []
    known = len(session.errors)
    for body in _bodies(node):
        try:
            run_side(frame, functools.partial(execute, frame, body))
        except CompileError as error:
            session.errors.append(error)
        except NeedsStatic:
            continue
    if isinstance(node, ast.With):
        # Nor is it known here what its context suppresses.
        found = session.errors[known:]
        found = [error for error in found if error.diagnostics[0].code != "SRC021"]
        session.errors[known:] = found
    session.examined[node] = session.errors[known:]


def _bodies(node: ast.AST) -> list[list[ast.stmt]]:
    found = [getattr(node, name, []) for name in ("body", "orelse", "finalbody")]
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        found.append(part.body)
    return [body for body in found if isinstance(body, list) and body]
