"""The simplification passes, in order, until nothing changes."""

from __future__ import annotations

from dataclasses import replace

from srcad.compiler.ir import Block, Function, walk
from srcad.compiler.simplify.algebra import simplify_algebra
from srcad.compiler.simplify.common import share_common
from srcad.compiler.simplify.dead import remove_dead
from srcad.compiler.simplify.inline import inline_calls
from srcad.compiler.simplify.loops import simplify_loops

_ROUNDS = 8


def simplify(function: Function, inline: bool = False) -> Function:
    """The same function, smaller.

    ``inline`` says that operators with rules of their own, which reverse mode has to
    see as calls, are wanted no longer.
    """
    block = inline_calls(function.body) if inline else function.body
    before = -1
    for _ in range(_ROUNDS):
        block = _once(block)
        size = sum(1 for _ in walk(block))
        if size == before:
            break
        before = size
    return replace(function, body=block)


def _once(block: Block) -> Block:
    block = remove_dead(block)
    block = simplify_algebra(block)
    block = simplify_loops(block)
    return remove_dead(share_common(block))
