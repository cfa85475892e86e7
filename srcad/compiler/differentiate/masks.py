"""Arrays that the backward half only compares: what is kept is what that gives.

    forward:  y = maximum(x, 0)           forward:  y = maximum(x, 0); mask = x >= 0
    backward: dx = dy * (x >= 0)     =>   backward: dx = dy * mask

The comparison takes as long in the one half as in the other, and one byte is kept for
each element in the place of the eight of a double. What the user has named is kept as
it is, for the reader, and so is what is there anyway: a part of another array, what is
returned, what is read for something else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.costs import is_cheap
from srcad.compiler.ir.sharing import is_view
from srcad.compiler.ir.substitution import Substitution, substitute, without
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Lit,
    Op,
    Operation,
    Value,
    blocks_of,
    direct_args,
    walk,
)

_COMPARISONS = (
    *("less", "less_equal", "greater", "greater_equal", "equal", "not_equal"),
)


def keep_masks(
    forward: list[Operation],
    definitions: dict[Value, Operation | None],
    backward: Block,
    stays: Callable[[Value], bool],
) -> tuple[list[Operation], Block]:
    """Let arrays be compared in the forward half, where the backward half does nothing
    else with them; but for those that stay there anyway."""
    compared = {
        array: ops
        for array, ops in _compared(definitions, backward).items()
        if _is_temporary(array, definitions[array]) and not stays(array)
    }
    if not compared:
        return forward, backward
    mapping: Substitution = {}
    behind: dict[Value, list[Op]] = {}
    for array, comparisons in compared.items():
        made: dict[object, Op] = {}
        origin = getattr(definitions[array], "origin", None)
        for op in comparisons:
            key = op.primitive, op.args
            if key not in made:
                mask = Value(op.result.aval)
                made[key] = replace(op, results=(mask,), origin=origin, phase=0)
                definitions[mask] = made[key]
            mapping[op.result] = made[key].result
        behind[array] = list(made.values())
        # What is left to be read of the array is its shape.
        mapping[array] = behind[array][0].result
    moved = {op for comparisons in compared.values() for op in comparisons}
    ops: list[Operation] = []
    for one in forward:
        ops.append(one)
        for result in one.results:
            ops.extend(behind.get(result, ()))
    return ops, substitute(without(backward, moved), mapping)


def _compared(
    definitions: dict[Value, Operation | None], backward: Block
) -> dict[Value, list[Op]]:
    """The arrays that are compared with numbers, with the comparisons, and read for
    nothing else but their shapes."""
    found: dict[Value, list[Op]] = {}
    others: set[Atom] = set(backward.results)
    for op in walk(backward):
        array = _array_of(op)
        if array is not None and array in definitions:
            assert isinstance(op, Op)
            found.setdefault(array, []).append(op)
        elif not isinstance(op, Op) or op.primitive != "shape":
            others.update(direct_args(op))
            others.update(atom for block in blocks_of(op) for atom in block.results)
            others.add(getattr(op, "stop", None) or Lit(None))
    return {one: ops for one, ops in found.items() if one not in others}


def _array_of(op: Operation) -> Value | None:
    """What an operation compares with a number."""
    if not isinstance(op, Op) or op.primitive not in _COMPARISONS:
        return None
    array, *rest = sorted(op.args, key=lambda atom: isinstance(atom, Lit))
    return array if isinstance(array, Value) and isinstance(rest[0], Lit) else None


def _is_temporary(array: Value, op: Operation | None) -> bool:
    """Whether an array is no more than a step, and takes memory of its own."""
    aval = array.aval
    if not isinstance(op, Op) or array.named or not isinstance(aval, Aval):
        return False
    return bool(aval.shape) and not (is_view(op, array) or is_cheap(op))
