"""Loops over arrays, as a person writes them: ``for row in x:``.

Lowering counts an index and reads ``x[i]``. Where the head of the user's loop does that
read, the array itself is what is run over. This is done just before names are given:
no other pass meets a loop that consumes an array.
"""

from __future__ import annotations

from dataclasses import replace

from srcad.compiler.avals import Aval
from srcad.compiler.index import Index, Ref
from srcad.compiler.ir import (
    Atom,
    Block,
    Function,
    Lit,
    Loop,
    Op,
    Value,
    bound_values,
    with_blocks,
)


def over_arrays(function: Function) -> Function:
    """The function with every loop over an array's leading axis running over it."""
    return replace(function, body=_block(function.body))


def _block(block: Block) -> Block:
    ops = []
    for op in block.ops:
        op = with_blocks(op, _block)
        ops.append(_over_arrays(op) if isinstance(op, Loop) else op)
    return replace(block, ops=tuple(ops))


def _over_arrays(op: Loop) -> Loop:
    if op.bounds is None or op.reverse or op.origin is None:
        return op
    inside = bound_values(op.body)
    found: dict[Atom, Op] = {}
    for one in op.body.ops:
        if isinstance(one, Op) and _is_element(one, op, inside):
            found.setdefault(one.args[0], one)
    if not found:
        return op
    elements = {one.result: array for array, one in found.items()}
    read = set(found.values())
    body = replace(
        op.body,
        params=(*op.body.params, *elements),
        ops=tuple(one for one in op.body.ops if one not in read),
    )
    sequences = (*op.sequences, *((array, False) for array in elements.values()))
    return replace(op, body=body, sequences=sequences)


def _is_element(one: Op, op: Loop, inside: dict[Value, None]) -> bool:
    """Whether an operation is ``x[i]`` of the loop's head, for each row of ``x``."""
    if one.primitive != "getitem":
        return False
    array, *rest = one.args
    if one.origin != op.origin or array in inside or not isinstance(array, Value):
        return False
    index: Index = one.attribute("index")
    return rest == [op.index] and index.entries == (Ref(0),) and _is_whole(op, array)


def _is_whole(op: Loop, array: Value) -> bool:
    """Whether the index runs over all of the array's leading axis."""
    assert op.bounds is not None
    start, stop, step = op.bounds
    aval = array.aval
    if (start, step) != (Lit(0), Lit(1)) or not isinstance(aval, Aval):
        return False
    return bool(aval.shape) and _size(stop) == aval.shape[0]


def _size(atom: Atom) -> object:
    return atom.aval.size if isinstance(atom.aval, Aval) else None


def is_over_array(atom: Atom) -> bool:
    """Whether what a loop consumes is an array, and no list."""
    return isinstance(atom.aval, Aval)
