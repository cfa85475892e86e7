"""Cutting a function and its vjp into the forward and the backward half."""

from __future__ import annotations

from dataclasses import replace

from srcad.compiler.differentiate.residuals import select_residuals
from srcad.compiler.ir.types import Block, Function
from srcad.compiler.simplify.dead import remove_dead


def split(joint: Function, primal: Function, douts: int) -> tuple[Function, Function]:
    """The forward half, whose results are the outputs and then the residuals, and
    the backward half, whose parameters are the residuals and then the cotangents of
    the outputs."""
    body = joint.body
    count = primal.outputs
    params = body.params[: len(body.params) - douts]
    cotangents = body.params[len(body.params) - douts :]
    first = [op for op in body.ops if op.phase == 0]
    second = tuple(op for op in body.ops if op.phase != 0)
    backward = Block(cotangents, second, body.results[count:])
    selection = select_residuals(first, params, backward)
    outputs = body.results[:count]
    forward = remove_dead(
        Block(params, tuple(selection.forward), (*outputs, *selection.kept))
    )
    backward = replace(selection.backward, params=(*selection.kept, *cotangents))
    backward = remove_dead(backward)
    name = primal.name
    return (
        Function(f"{name}_forward", forward, count, label=primal.label, role="forward"),
        Function(
            f"{name}_backward",
            backward,
            len(backward.results),
            label=primal.label,
            role="backward",
        ),
    )
