"""What raises at run time is computed even where nobody reads its result.

What would be left out as dead is kept, unless it is proven that it cannot raise, or not
as NumPy is told to treat errors of floating point.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from srcad.compiler.ir.substitution import with_blocks
from srcad.compiler.ir.types import (
    Block,
    Op,
    Opaque,
    Operation,
    Value,
    array_aval,
    walk,
)
from srcad.compiler.simplify.dead import remove_dead
from srcad.compiler.simplify.floating import State, raises_floating
from srcad.compiler.simplify.raising import Below, indices_below, may_raise

# What raises the same.
_READS = ("getitem", "list_get", "list_pop")


def with_raising(block: Block, around: Callable[[], State]) -> Block:
    """The block, in which nothing that may raise is dead. ``around`` gives what NumPy
    is set to in the process, which is asked for where it matters."""
    alive = {
        value
        for op in walk(remove_dead(block))
        for value in op.results
        if not isinstance(op, Opaque)
    }
    return _kept(block, alive, indices_below(walk(block)), around)


def _kept(
    block: Block, alive: set[Value], below: Below, around: Callable[[], State]
) -> Block:
    ops: list[Operation] = []
    for place, op in enumerate(block.ops):
        ops.append(with_blocks(op, lambda inner: _kept(inner, alive, below, around)))
        if not alive.isdisjoint(op.results):
            continue
        raises = may_raise(op, below)
        raises = raises and not _is_raised_beside(block, place, alive, below)
        if raises or raises_floating(op, around):
            kept = op.results[:1] if isinstance(op, Op) else op.results
            ops.extend(_computed(value, op) for value in kept)
    return replace(block, ops=tuple(ops))


def _is_raised_beside(
    block: Block, place: int, alive: set[Value], below: Below
) -> bool:
    """Whether what is alive in the same block raises where a read of an element does:
    before it, or behind it, where nothing in between raises something else. What is
    between the two has no effects."""
    read = block.ops[place]
    for behind, others in (
        (True, block.ops[place + 1 :]),
        (False, block.ops[:place][::-1]),
    ):
        for other in others:
            if not isinstance(other, Op) or not isinstance(read, Op):
                break
            if not alive.isdisjoint(other.results) and _has_place(other, read):
                return True
            if behind and other.primitive not in _READS and may_raise(other, below):
                break
    return False


def _has_place(op: Op, read: Op) -> bool:
    """Whether an operation reads, writes or takes off the element that ``read`` does,
    of an array as large, or of the same list."""
    array, *rest = read.args
    if read.primitive in ("list_get", "list_pop"):
        places = {"list_get": 1, "list_pop": 1, "list_set": 2}.get(op.primitive)
        return places is not None and (op.args[0], op.args[places]) == (array, rest[0])
    first = {"getitem": 1, "setitem": 2, "add_at": 2}.get(op.primitive)
    if read.primitive != "getitem" or first is None:
        return False
    same_index = op.attribute("index") == read.attribute("index")
    same_sizes = array_aval(op.args[0]).shape == array_aval(array).shape
    return same_index and same_sizes and op.args[first:] == tuple(rest)


def _computed(value: Value, op: Operation) -> Opaque:
    return Opaque("{0}", (value,), (), function=_pass, origin=op.origin, phase=op.phase)


def _pass(value: object) -> None:
    """Nothing: the value has been computed."""


def is_kept(op: Operation) -> bool:
    """Whether an operation does nothing but keep what it is given."""
    return isinstance(op, Opaque) and op.function is _pass
