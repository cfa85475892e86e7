"""Loops over arrays and lists, as a person writes them: ``for row in x:``.

Lowering counts an index and reads ``x[i]``. Where the head of the user's loop does that
read, the array itself is what is run over; and where a loop from the end on needs its
index for nothing else. This is done just before names are given:
no other pass meets a loop that consumes an array.
"""

from __future__ import annotations

from dataclasses import replace

from srcad.compiler.ir.avals import Aval, SequenceAval
from srcad.compiler.ir.index import Ref
from srcad.compiler.ir.substitution import with_blocks
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Function,
    Lit,
    Loop,
    Op,
    Value,
    bound_values,
    free_values,
    walk,
)


def over_arrays(function: Function) -> Function:
    """The function with every loop over an array's leading axis running over it."""
    lengths = {
        op.result: op.args[0]
        for op in walk(function.body)
        if isinstance(op, Op) and op.primitive == "list_len"
    }
    return replace(function, body=_block(function.body, lengths))


def _block(block: Block, lengths: dict[Value, Atom]) -> Block:
    ops = []
    for op in block.ops:
        op = with_blocks(op, lambda inner: _block(inner, lengths))
        ops.append(_over_arrays(op, lengths) if isinstance(op, Loop) else op)
    return replace(block, ops=tuple(ops))


def _over_arrays(op: Loop, lengths: dict[Value, Atom]) -> Loop:
    if op.bounds is None or op.origin is None:
        return op
    start, stop, step = op.bounds
    if (start, step) != (Lit(0), Lit(1)):
        return op
    inside = bound_values(op.body)
    found: dict[Atom, Op] = {}
    for one in op.body.ops:
        if isinstance(one, Op) and _is_element(one, op, inside):
            array = one.args[0]
            if _is_whole(stop, array, lengths):
                found.setdefault(array, one)
    if not found:
        return op
    elements = {one.result: array for array, one in found.items()}
    read = set(found.values())
    body = replace(
        op.body,
        params=(*op.body.params, *elements),
        ops=tuple(one for one in op.body.ops if one not in read),
    )
    arrays = ((array, op.reverse) for array in elements.values())
    over = replace(op, body=body, sequences=(*op.sequences, *arrays))
    if not op.reverse:
        return over
    # From the end on it is not counted: only where nothing else asks for the index.
    index, *rest = body.params
    if index in free_values(replace(body, params=tuple(rest))):
        return op
    return replace(
        over, bounds=None, reverse=False, body=replace(body, params=tuple(rest))
    )


def _is_element(one: Op, op: Loop, inside: dict[Value, None]) -> bool:
    """Whether an operation is ``x[i]``, in the loop's head."""
    if one.primitive not in ("getitem", "list_get"):
        return False
    array, *rest = one.args
    in_head = op.reverse or one.origin == op.origin
    if not in_head or array in inside or rest != [op.index]:
        return False
    return one.primitive == "list_get" or one.attribute("index").entries == (Ref(0),)


def _is_whole(stop: Atom, array: Atom, lengths: dict[Value, Atom]) -> bool:
    """Whether the index runs over all of the array's leading axis, or of a list."""
    if isinstance(array.aval, SequenceAval):
        return isinstance(stop, Value) and lengths.get(stop) is array
    aval = array.aval
    if not aval.shape:
        return False
    return _size(stop) == aval.shape[0]


def _size(atom: Atom) -> object:
    return atom.aval.size if isinstance(atom.aval, Aval) else None


def is_enumerated(op: Loop) -> bool:
    """Whether the index of a loop counts what it consumes."""
    return (
        op.bounds is not None
        and op.bounds[::2] == (Lit(0), Lit(1))
        and not op.reverse
        and bool(op.sequences)
    )
