"""Reverse mode of a recursive function: two recursive halves.

``y = f(x)`` that calls itself becomes ``y, residuals = f_forward(x)`` and
``dx = f_backward(residuals, dy)``, which do so as well. How many calls there are is
known at run time only, so what one call keeps is one value of the IR, a tuple, in
which the tuples of the inner calls stand. Its cotangent is such a tuple again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from srcad.compiler.differentiate.activity import recursive_activity
from srcad.compiler.differentiate.adjoints import structural
from srcad.compiler.differentiate.cotangents import Cotangents
from srcad.compiler.ir.avals import (
    ResidualsAval,
    ResidualsForm,
    carries_gradient,
    cotangent_aval,
)
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.cloning import fresh
from srcad.compiler.ir.substitution import Substitution, substitute
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Flags,
    Function,
    Halves,
    HalvesInMaking,
    Op,
    RecursiveReference,
    Value,
    walk,
)
from srcad.compiler.ir.wording import what

if TYPE_CHECKING:
    from srcad.compiler.differentiate.adjoints import Reverse


def marked(flags: Flags) -> tuple[int, ...]:
    """The places that are marked."""
    return tuple(place for place, flag in enumerate(flags) if flag)


def recursive_halves(
    reverse: Reverse, function: Function, wrt: Flags, outputs: Flags
) -> Halves:
    """The halves for these parameters and outputs, and for more where calls of the
    function inside of it need that."""
    recursion = function.recursion
    assert recursion is not None
    if function.itself:
        assert recursion.making is not None
        recursion.making.asked.update(marked(outputs))
        return recursion.making.halves
    known = function.derived.halves
    if (wrt, outputs) not in known:
        known[wrt, outputs] = _made(reverse, function, recursion, wrt, outputs)
    return known[wrt, outputs]


def _made(
    reverse: Reverse,
    function: Function,
    recursion: RecursiveReference,
    wrt: Flags,
    outputs: Flags,
) -> Halves:
    outer = recursion.varied, recursion.making
    try:
        while True:
            wrt, recursion.varied = recursive_activity(function, wrt)
            halves, asked = _tied(reverse, function, recursion, wrt, outputs)
            if asked.issubset(marked(outputs)):
                return halves
            outputs = tuple(f or k in asked for k, f in enumerate(outputs))
    finally:
        recursion.varied, recursion.making = outer


def _tied(
    reverse: Reverse,
    function: Function,
    recursion: RecursiveReference,
    wrt: Flags,
    outputs: Flags,
) -> tuple[Halves, set[int]]:
    """The halves, and the outputs of which some call has a cotangent."""
    body = function.body
    form = ResidualsForm()
    kept = Value(ResidualsAval(form), "residuals")
    results = [fresh(a, {}) if isinstance(a, Value) else a for a in body.results]
    douts = [
        Value(cotangent_aval(atom.aval))
        for atom, flag in zip(body.results, outputs, strict=True)
        if flag
    ]
    parts = [
        Value(cotangent_aval(param.aval), primal=param)
        for param, flag in zip(body.params, wrt, strict=True)
        if flag
    ]
    recursions = RecursiveReference(recursion.effects), RecursiveReference(False)
    shells = (
        Block(body.params, (), (*results, kept)),
        Block((kept, *douts), (), tuple(parts)),
    )
    counts = len(body.results), len(parts)
    forward, backward = (
        Function(
            f"{function.name}_{role}",
            shell,
            count,
            label=function.label,
            role=role,
            recursion=own,
            itself=True,
        )
        for shell, count, own, role in zip(
            shells, counts, recursions, ("forward", "backward"), strict=True
        )
    )
    backward = replace(backward, forward=forward)
    inner = Halves(forward, backward, marked(wrt), outputs)
    making = recursion.making = HalvesInMaking(function, inner)
    first, second = reverse.halves(function, wrt, outputs)
    forward = replace(_keeping(first, form), recursion=recursions[0])
    backward = _reading(first, second, form)
    backward = replace(backward, recursion=recursions[1], forward=forward)
    return Halves(forward, backward, inner.targets, outputs), making.asked


def _keeping(forward: Function, form: ResidualsForm) -> Function:
    """The forward half with its residuals as one result."""
    body, count = forward.body, forward.outputs
    parts = body.results[count:]
    form.parts = tuple(atom.aval for atom in parts)
    builder = Builder(ops=list(body.ops))
    kept = builder.emit("residuals", *parts, hint="residuals", form=form)
    block = builder.block(body.params, (*body.results[:count], kept))
    return replace(forward, body=block)


def _reading(forward: Function, backward: Function, form: ResidualsForm) -> Function:
    """The backward half, which takes them apart."""
    body = backward.body
    count = len(forward.body.results) - forward.outputs
    makers = {value: op for op in walk(forward.body) for value in op.results}
    builder = Builder(phase=1)
    kept = Value(ResidualsAval(form), "residuals")
    mapping: Substitution = {}
    for place, param in enumerate(body.params[:count]):
        part = builder.emit("residual", kept, place=place)
        origin = param
        while origin.source is not None:
            origin = origin.source
        word = param.hint or origin.hint or what(makers.get(origin))
        part.hint = word if word.isidentifier() else ""
        part.named, part.source = param.named, param
        mapping[param] = part
    rest = substitute(replace(body, params=()), mapping)
    params = (kept, *body.params[count:])
    return replace(
        backward, body=Block(params, (*builder.ops, *rest.ops), rest.results)
    )


Adjoint = Callable[[Op, Cotangents, Builder], None]


@structural("residuals")
def keep(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``kept = (x, y)``: ``dx, dy = dkept``, but for those that have none."""
    dout = cotangents.take(op.result)
    if dout is None:
        return
    form: ResidualsForm = op.attribute("form")
    for place, arg in enumerate(op.args):
        if carries_gradient(arg.aval) and cotangents.wants(arg):
            where = form.cotangent_place(place)
            part = builder.emit("residual", dout, place=where)
            cotangents.accumulate(builder, arg, part)


@structural("residual")
def read(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``x, y = kept``: ``dkept = (dx, dy)``, which ``collected`` puts together."""
    part = cotangents.take(op.result)
    (kept,) = op.args
    if part is None or not cotangents.wants(kept):
        return
    assert isinstance(kept, Value)
    # They are read where the function begins, not in a branch or a loop.
    assert builder.outer is None
    cotangents.accumulate_part(builder, kept, op.attribute("place"), part)


def collected(builder: Builder, kept: Value, cotangents: Cotangents) -> Value | None:
    """The cotangent of what a call kept, out of those of its parts."""
    found = cotangents.take_parts(kept)
    if not found:
        return None
    assert isinstance(kept.aval, ResidualsAval)
    form = kept.aval.form
    parts: list[Atom] = []
    for place, aval in enumerate(form.parts):
        if not carries_gradient(aval):
            continue
        part = found.get(place)
        if part is None:
            part = builder.zeros_like(builder.emit("residual", kept, place=place))
        parts.append(part)
    return builder.emit("residuals", *parts, form=form.cotangent)
