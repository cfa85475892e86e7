"""What makes a function that was traced one that calls itself."""

from __future__ import annotations

from dataclasses import replace

from srcad.compiler.evaluate.calls.tracing import Traced
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.objects import Box, box_of
from srcad.compiler.evaluate.storage.aliases import places_in
from srcad.compiler.ir.cloning import fresh
from srcad.compiler.ir.printer import likeness
from srcad.compiler.ir.substitution import Substitution, substitute, with_blocks
from srcad.compiler.ir.types import (
    Block,
    Call,
    Function,
    Opaque,
    RecursiveReference,
    Value,
    free_values,
    operations,
)


def holders(frame: Frame, value: Value) -> list[Box]:
    """Where the active functions hold a value that is read from outside."""
    return [
        box_of(part)
        for one in frame.active()
        for item in one.names.values()
        for part in places_in(frame.session, item)
        if box_of(part).own is value
    ]


def lift(frame: Frame, recursion: RecursiveReference, traced: Traced) -> None:
    """Let the function be given what it reads of the functions around it."""
    function = traced.function
    free = list(free_values(function.body))
    if not free:
        return
    params = tuple(fresh(value, {}) for value in free)
    mapping: Substitution = dict(zip(free, params, strict=True))
    body = substitute(function.body, mapping)
    body = _passing_on(replace(body, params=(*body.params, *params)), recursion, params)
    traced.function = replace(function, body=body)
    traced.args = [*traced.args, *free]
    unnamed = len(traced.args) - len(free) - len(traced.given)
    traced.given.extend([None] * unnamed)
    traced.given.extend(holders(frame, value) for value in free)


def _passing_on(
    block: Block, recursion: RecursiveReference, extra: tuple[Value, ...]
) -> Block:
    """The block, in which calls of the function itself have more arguments."""
    ops = []
    for op in block.ops:
        op = with_blocks(op, lambda inner: _passing_on(inner, recursion, extra))
        if isinstance(op, Call) and op.function.recursion is recursion:
            shell = op.function.body
            params = (*shell.params, *(fresh(value, {}) for value in extra))
            stub = replace(op.function, body=replace(shell, params=params))
            op = replace(op, function=stub, args=(*op.args, *extra))
        ops.append(op)
    return replace(block, ops=tuple(ops))


def tied(frame: Frame, recursion: RecursiveReference, traced: Traced) -> Function:
    """The function; two that are alike are one."""
    session, function = frame.session, traced.function
    called = (call.function for call in operations(function.body, Call))
    inner = tuple(one for one in called if not one.itself)
    bodies = [one.body for one in (function, *inner)]
    recursion.effects = any(any(operations(body, Opaque)) for body in bodies)
    function = replace(function, recursion=recursion, label=function.name)
    form = frame.source.node, likeness(function, recursion)
    return session.recursive.setdefault(form, function)
