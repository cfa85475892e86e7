"""Cutting a function and its vjp into the forward and the backward half."""

from __future__ import annotations

from dataclasses import replace

from srcad.compiler.differentiate.residuals import select_residuals
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.numbers import NARROW, numbers_of
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Function,
    Op,
    Operation,
    Value,
    with_body,
)
from srcad.compiler.simplify.dead import remove_dead


def split(
    joint: Function, primal: Function, douts: int, arrays: bool = False
) -> tuple[Function, Function]:
    """The forward half, whose results are the outputs and then the residuals, and
    the backward half, whose parameters are the residuals and then the cotangents of
    the outputs.

    ``arrays`` says that parameters that have axes are arrays; those of a function that
    is called may be numbers of Python.
    """
    body = joint.body
    count = primal.outputs
    params = body.params[: len(body.params) - douts]
    cotangents = body.params[len(body.params) - douts :]
    first = [op for op in body.ops if op.phase == 0]
    second = tuple(op for op in body.ops if op.phase != 0)
    backward = Block(cotangents, second, body.results[count:])
    outputs = body.results[:count]
    primals = Block(params, tuple(first), outputs)
    known = _arrays(primals, cotangents) if arrays else []
    selection = select_residuals(first, params, backward, arrays=known, outputs=outputs)
    forward = remove_dead(
        Block(params, tuple(selection.forward), (*outputs, *selection.kept))
    )
    backward = replace(selection.backward, params=(*selection.kept, *cotangents))
    backward = remove_dead(backward)
    name = primal.name
    first_half = Function(
        f"{name}_forward", forward, count, label=primal.label, role="forward"
    )
    second_half = Function(
        f"{name}_backward",
        backward,
        len(backward.results),
        label=primal.label,
        role="backward",
        forward=first_half,
    )
    return first_half, second_half


def _arrays(forward: Block, cotangents: tuple[Value, ...]) -> list[Value]:
    """What is an array in every call: of the values of the forward half, and of the
    cotangents of its outputs. What has an axis may be a number of Python else, or None
    on a path."""
    numbers = numbers_of(forward)
    ops = (op for op in forward.ops if not _is_present(op))
    found = [*forward.params, *(v for op in ops for v in op.results)]
    arrays = [v for v in found if v not in numbers and _has_axes(v)]
    outputs = [atom for atom in forward.results if _has_axes(atom)]
    if all(atom in arrays for atom in outputs):
        arrays.extend(filter(_has_axes, cotangents))
    return arrays


def _is_present(op: Operation) -> bool:
    """Whether an operation gives what may be None in another call."""
    return isinstance(op, Op) and op.primitive == "present"


def _has_axes(atom: Atom) -> bool:
    return bool(atom.aval.shape)


def in_their_dtypes(backward: Function) -> Function:
    """The backward half, where a path decides dtypes: what it gives for an input of few
    bits may have more of them, and is cast."""
    builder = Builder(phase=1)
    body, results = backward.body, list[Atom]()
    for atom in body.results:
        known = atom.aval
        if isinstance(known, Aval) and known.dtype in NARROW and not atom.is_literal:
            atom = builder.emit("astype", atom, dtype=known.dtype)
        results.append(atom)
    ops = (*body.ops, *builder.ops)
    return replace(backward, body=with_body(body, ops, tuple(results)))
