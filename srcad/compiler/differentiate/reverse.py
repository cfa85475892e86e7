"""Reverse mode: a function of the IR in, the same function with its vjp out.

The result computes the outputs first (phase 0), then, from their cotangents, those of
the inputs (phase 1). It is again a function of the IR, so the same pass applies to it.
``branches``, ``loops`` and ``calls`` have the adjoints of ``If``, ``Loop`` and
``Call``, ``indexing``, ``lists`` and ``rules`` those of the primitives.
"""

from __future__ import annotations

from dataclasses import replace

from srcad.compiler.diagnostics.errors import merged

# They enter their adjoints.
from srcad.compiler.differentiate import (  # noqa: F401
    branches,
    calls,
    indexing,
    lists,
    loops,
)
from srcad.compiler.differentiate.activity import varied_values
from srcad.compiler.differentiate.adjoints import Reverse
from srcad.compiler.differentiate.changed import changed_values
from srcad.compiler.differentiate.path_conditions import missing_values
from srcad.compiler.differentiate.recursion import collected
from srcad.compiler.ir.avals import ResidualsAval, carries_gradient, cotangent_aval
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.cloning import clone
from srcad.compiler.ir.sizes import Sizes
from srcad.compiler.ir.substitution import with_blocks
from srcad.compiler.ir.types import Atom, Block, Function, Value


def differentiate(
    function: Function,
    wrt: tuple[bool, ...],
    outputs: tuple[bool, ...] | None = None,
    sizes: Sizes | None = None,
) -> Function:
    """The function and its vjp as one function.

    ``wrt`` says for each parameter whether its cotangent is wanted; ``outputs`` for
    which results there is one (by default every floating one). The new parameters are
    the old ones, then those cotangents; the new results the old ones, then the
    cotangents wanted.
    """
    sizes = sizes or Sizes({})
    body = clone(_phase_zero(function.body), {})
    if outputs is None:
        outputs = tuple(carries_gradient(atom.aval) for atom in body.results)
    inputs = {p for p, flag in zip(body.params, wrt, strict=True) if flag}
    varied = varied_values(body, inputs)
    reverse = Reverse(sizes, varied, differentiate, inputs=body.params)
    reverse.missing, reverse.changed = missing_values(body), changed_values(body)
    cotangents = reverse.cotangents()
    builder = Builder(sizes, phase=1)
    douts: list[Value] = []
    several = sum(outputs) > 1
    for place, (atom, flag) in enumerate(zip(body.results, outputs, strict=True)):
        if not flag:
            continue
        dout = Value(cotangent_aval(atom.aval), _dout_hint(atom, place, several), True)
        if isinstance(atom, Value) and several:
            dout.primal, dout.named = atom, False
        douts.append(dout)
        cotangents.accumulate(builder, atom, dout)
    primal = reverse.block(body.ops, cotangents, builder)
    if reverse.errors:
        raise merged(reverse.errors[::-1])
    builder.origin = None
    results: list[Atom] = []
    for param, flag in zip(body.params, wrt, strict=True):
        if flag:
            found = cotangents.take(param)
            if isinstance(param.aval, ResidualsAval):
                found = collected(builder, param, cotangents)
            results.append(builder.zeros_like(param) if found is None else found)
    block = Block(
        (*body.params, *douts),
        (*primal, *builder.ops),
        (*body.results, *results),
    )
    return replace(
        function, body=block, outputs=len(block.results), rule=None, forward=None
    )


def _dout_hint(atom: Atom, place: int, several: bool) -> str:
    if not several:
        return "dout"
    hint = atom.hint if isinstance(atom, Value) else ""
    return f"d{hint}" if hint else f"dout_{place}"


def _phase_zero(block: Block) -> Block:
    """The block with every operation counted as primal."""
    ops = tuple(
        replace(with_blocks(op, _phase_zero), phase=0)
        if op.phase
        else with_blocks(op, _phase_zero)
        for op in block.ops
    )
    return replace(block, ops=ops)
