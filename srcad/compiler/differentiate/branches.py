"""The adjoints of ``If``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from srcad.compiler.differentiate.adjoints import adjoint_of
from srcad.compiler.differentiate.cotangents import (
    Cotangents,
    cotangent_param,
)
from srcad.compiler.differentiate.residuals import select_residuals
from srcad.compiler.ir.avals import (
    OptionalAval,
)
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.substitution import substitute
from srcad.compiler.ir.types import (
    NONE,
    Atom,
    Block,
    If,
    Operation,
    Value,
    free_values,
)
from srcad.compiler.simplify.dead import remove_dead

if TYPE_CHECKING:
    from srcad.compiler.differentiate.adjoints import Reverse


@adjoint_of(If)
def reverse_if(
    reverse: Reverse, op: If, cotangents: Cotangents, builder: Builder
) -> list[Operation]:
    """Append the adjoint ``If``; gives ``op`` with the residuals among its results."""
    douts = [cotangents.take(result) for result in op.results]
    if all(dout is None for dout in douts):
        return [op]
    captured = [
        v
        for v in {**free_values(op.then), **free_values(op.orelse)}
        if v in reverse.varied
    ]
    seeds = {value: cotangents.take(value) for value in captured}
    sides = [
        _adjoint_side(reverse, block, douts, seeds, builder)
        for block in (op.then, op.orelse)
    ]
    changed = [
        v for v in captured if any(side.out[v] is not seeds[v] for side in sides)
    ]
    reverse.selected.update(changed)
    for value in captured:
        if value not in changed and seeds[value] is not None:
            cotangents.accumulate(builder, value, seeds[value])
    new = op
    blocks: list[Block] = []
    for which, side in enumerate(sides):
        missing = reverse.missing.get((op.condition, which), set())
        ends = [_side_result(side, value, missing) for value in changed]
        adjoint = remove_dead(side.builder.block((), ends))
        new, adjoint = _with_residuals(reverse, new, which, side.primal, adjoint)
        blocks.append(adjoint)
    results = tuple(cotangent_param(value) for value in changed)
    if changed:
        then, orelse = blocks
        builder.ops.append(
            If(op.condition, then, orelse, results, builder.origin, builder.phase)
        )
    for value, result in zip(changed, results, strict=True):
        cotangents.replace_written(value, result)
    return [new]


@dataclass(slots=True)
class _Side:
    builder: Builder
    primal: list[Operation]
    out: dict[Value, Atom | None]


def _adjoint_side(
    reverse: Reverse,
    block: Block,
    douts: list[Atom | None],
    seeds: dict[Value, Atom | None],
    builder: Builder,
) -> _Side:
    inner = builder.inner()
    local = reverse.cotangents()
    for value, seed in seeds.items():
        if seed is not None:
            local.replace_written(value, seed)
    for atom, dout in zip(block.results, douts, strict=True):
        if dout is None or not local.wants(atom):
            continue
        local.accumulate(inner, atom, dout)
    primal = reverse.block(block.ops, local, inner)
    return _Side(inner, primal, {value: local.take(value) for value in seeds})


def _side_result(side: _Side, value: Value, missing: set[Value]) -> Atom:
    """The cotangent of ``value`` after a side, where ``missing`` are None."""
    found = side.out[value]
    if found is not None:
        return found
    return NONE if value in missing else side.builder.zeros_like(value)


def _with_residuals(
    reverse: Reverse, op: If, which: int, primal: list[Operation], adjoint: Block
) -> tuple[If, Block]:
    """``op`` with what one side's adjoint needs of that side among its results."""
    block = (op.then, op.orelse)[which]
    # Of an array of the caller's nothing more is kept than a reference.
    kept = set(reverse.inputs) - reverse.changed
    selection = select_residuals(primal, (), adjoint, is_there=kept.__contains__)
    mapping: dict[Value, Atom] = {}
    reader = Builder(phase=1)
    extra: list[Value] = []
    fresh: list[Value] = []
    known = {atom: op.results[k] for k, atom in enumerate(block.results)}
    for value in selection.kept:
        result = known.get(value)
        if result is not None and result.aval == OptionalAval(value.aval):
            mapping[value] = reader.emit("present", result)
        elif result is None or result.aval != value.aval:
            there = not isinstance(value.aval, OptionalAval)
            aval = OptionalAval(value.aval) if there else value.aval
            result = Value(aval, value.hint, value.named, source=value)
            extra.append(result)
            fresh.append(value)
            # What may be None on its own path already is read as it is.
            mapping[value] = reader.emit("present", result) if there else result
        else:
            mapping[value] = result
    body = substitute(selection.backward, mapping)
    phase = next((o.phase for o in body.ops), 1)
    head = [replace(o, phase=phase) for o in reader.ops]
    body = replace(body, ops=(*head, *body.ops))
    own = replace(block, ops=tuple(selection.forward), results=(*block.results, *fresh))
    other_block = (op.orelse, op.then)[which]
    other = replace(other_block, results=(*other_block.results, *[NONE] * len(fresh)))
    then, orelse = (own, other) if which == 0 else (other, own)
    return replace(op, then=then, orelse=orelse, results=(*op.results, *extra)), body
