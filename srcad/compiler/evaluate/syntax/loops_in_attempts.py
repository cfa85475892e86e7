"""A loop in a ``try``, whose body raises: each iteration is an attempt of its own.

What the loop has bound when it raises is what it carries: a handler finds that as it is
when the iteration that raises begins, or as what raises nothing has left it.

    try:                                caught = False
        for v in x:                     for v in x:
            total += root(v)                try:
    except ValueError:                          total += root(v)
        ...                                 except ValueError:
                                                caught = True
                                                break
                                        if caught: ...
"""

from __future__ import annotations

import ast
import copy
import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from srcad.compiler.evaluate.ast_queries import identifiers, leaves_always, nodes
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.ir.types import If, Loop, Operation

# Expressions that raise nothing, where their operands are known to be there.
_HARMLESS = (
    *(ast.Name, ast.Constant, ast.Compare, ast.cmpop, ast.BoolOp, ast.boolop),
    *(ast.UnaryOp, ast.unaryop, ast.Load),
)


@dataclass(frozen=True, slots=True, eq=False)
class LoopInAttempt:
    """What stands for a ``try`` that begins with a loop.

    It is the ``loop``, behind ``start``, after which ``flag`` says which handler has
    caught something. ``definition`` is the function with them, for who asks what it
    reads; ``others`` follow the loop.
    """

    flag: str
    start: ast.stmt
    loop: ast.stmt
    definition: Any
    others: list[ast.stmt]


def loop_in_attempt(
    frame: Frame, node: ast.Try, statements: list[ast.stmt]
) -> LoopInAttempt | None:
    """The loop that a ``try`` begins with, where what it binds is asked for after it;
    ``statements`` are those of the ``try`` that may raise."""
    loop, *others = statements
    match loop:
        case ast.While(test):
            # What the test raises would leave the loop.
            if len([*nodes(test, *_HARMLESS)]) < len([*ast.walk(test)]):
                return None
        case ast.For():
            pass
        case _:
            return None
    if loop.orelse and any(nodes(loop, ast.Break)):
        return None
    if not _is_asked_for(frame.source.node, node, loop):
        return None
    found = _rewritten(frame.source.node, node, loop)
    return LoopInAttempt(*found, [*loop.orelse, *others])


@functools.lru_cache(maxsize=256)
def behind(node: ast.Try, *statements: ast.stmt) -> ast.Try:
    """The same ``try`` around what is left of its body."""
    made = ast.Try([*statements], node.handlers, node.orelse, [])
    return cast(ast.Try, _at(made, statements[0]))


def escapes(
    op: Operation,
    kinds: Sequence[type[BaseException]],
    risky: Callable[[Operation], bool],
) -> bool:
    """Whether an operation may raise something of ``kinds`` outside of the attempts in
    it that catch all of these."""
    match op:
        case If():
            caught = tuple(kind for one in op.catches for kind in one.kinds)
            if op.catches and all(issubclass(kind, caught) for kind in kinds):
                return False
            ops = [*op.then.ops, *op.orelse.ops]
        case Loop():
            ops = list(op.body.ops)
        case _:
            return risky(op)
    return any(escapes(one, kinds, risky) for one in ops)


def _is_asked_for(function: ast.AST, node: ast.Try, loop: ast.For | ast.While) -> bool:
    """Whether a handler, or what follows one, may read what the loop has changed."""
    changed = identifiers(loop, ast.Store)
    places: Any = nodes(loop, ast.Subscript, ast.Attribute)
    if any(type(part.ctx) is ast.Store for part in places):
        return True
    called: Any = nodes(loop, ast.Expr)
    if any(type(one.value) is ast.Call for one in called):
        return True
    reading = list[ast.AST](node.handlers)
    stays = any(any(nodes(one, ast.Break, ast.Continue)) for one in node.handlers)
    if stays or not all(leaves_always(handler.body) for handler in node.handlers):
        reading.append(function)
    return any(changed & identifiers(one, ast.Load) for one in reading)


@functools.lru_cache(maxsize=256)
def _rewritten(
    function: Any, node: ast.Try, loop: ast.For | ast.While
) -> tuple[str, ast.stmt, ast.stmt, Any]:
    """The name of the flag, how it starts, the loop, and the function with it."""
    taken, flag = identifiers(function), "caught"
    while flag in taken:
        flag += "_"
    several = len(node.handlers) > 1

    def told(mark: int) -> ast.stmt:
        value = ast.Constant(mark if several else bool(mark))
        return ast.Assign([ast.Name(flag, ast.Store())], value)

    handlers = [
        ast.ExceptHandler(handler.type, None, [told(place + 1), ast.Break()])
        for place, handler in enumerate(node.handlers)
    ]
    attempt = ast.Try(loop.body, handlers, [], [])
    for handler, own in zip(node.handlers, handlers, strict=True):
        _at(own, handler)
    start, inner = _at(told(0), node), copy.copy(loop)
    inner.body, inner.orelse = [_at(attempt, loop.body[0])], []
    whole = copy.copy(function)
    asked = ast.Expr(ast.Name(flag, ast.Load()))
    whole.body = [*function.body, start, inner, _at(asked, node)]
    return flag, start, inner, whole


def _at(made: Any, node: Any) -> Any:
    """What is made, in the first line of a statement of the user's."""
    head = ast.copy_location(ast.Pass(), node)
    head.end_lineno = head.lineno
    head.end_col_offset = head.col_offset + len("try:")
    return ast.fix_missing_locations(ast.copy_location(made, head))
