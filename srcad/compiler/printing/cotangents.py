"""What a backward half makes of cotangents, and what of residuals alone."""

from __future__ import annotations

from collections.abc import Iterable

from srcad.compiler.ir.avals import carries_gradient
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.types import (
    Atom,
    Block,
    If,
    Loop,
    Op,
    Operation,
    Value,
    direct_args,
)


def made_of(cotangents: Iterable[Value], body: Block) -> set[Value]:
    """``cotangents``, and every floating value of the block that is made of one."""
    found = set(cotangents)
    if found:
        _block(body, found)
    return found


def _block(block: Block, found: set[Value]) -> None:
    for op in block.ops:
        match op:
            case If():
                for side in (op.then, op.orelse):
                    _block(side, found)
                    _hand_on(side.results, op.results, found)
            case Loop():
                _loop(op, found)
            case _:
                _plain(op, found)


def _plain(op: Operation, found: set[Value]) -> None:
    if isinstance(op, Op) and PRIMITIVES[op.primitive].derivative == "none":
        return
    if any(atom in found for atom in direct_args(op)):
        found.update(one for one in op.results if carries_gradient(one.aval))


def _loop(op: Loop, found: set[Value]) -> None:
    elements = tuple(atom for atom, _ in op.sequences)
    _hand_on(op.starts, op.carry_params, found)
    _hand_on(elements, op.element_params, found)
    size = -1
    while size != len(found):
        size = len(found)
        _block(op.body, found)
        _hand_on(op.body.results[: op.carries], op.carry_params, found)
    _hand_on(op.carry_params, op.results[: op.carries], found)
    _hand_on(op.body.results, op.results, found)


def _hand_on(
    sources: tuple[Atom, ...], targets: tuple[Value, ...], found: set[Value]
) -> None:
    for source, target in zip(sources, targets, strict=False):
        if source in found and carries_gradient(target.aval):
            found.add(target)
