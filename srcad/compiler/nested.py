"""Gradients of gradients: a gradient function as a function of the IR."""

from __future__ import annotations

from dataclasses import replace

from srcad.compiler.avals import Aval, carries_gradient
from srcad.compiler.builder import Builder
from srcad.compiler.ir import Atom, Block, Function, Lit, substitute
from srcad.compiler.reverse import differentiate
from srcad.compiler.shapes import Sizes


def gradient_function(function: Function, wrt: tuple[bool, ...], sizes: Sizes) -> Function:
    """``x -> d sum(f(x)) / dx``, for the parameters marked in ``wrt``."""
    joint = differentiate(function, wrt, None, sizes)
    count = len(function.body.params)
    douts = joint.body.params[count:]
    builder = Builder(sizes)
    ones: list[Atom] = []
    outputs = [a for a in joint.body.results[: function.outputs] if carries_gradient(a.aval)]
    body = joint.body
    first = [op for op in body.ops if op.phase == 0]
    second = [op for op in body.ops if op.phase != 0]
    for output in outputs:
        aval = output.aval
        assert isinstance(aval, Aval)
        if isinstance(output, Lit) or not aval.shape:
            ones.append(builder.full(builder.emit("make_shape"), Lit(1), aval.dtype))
        else:
            shape = builder.shape(output)
            ones.append(builder.full(shape, Lit(1), aval.dtype, aval.tensor))
    params = body.params[:count]
    results = body.results[function.outputs :]
    block = Block(params, (*first, *builder.ops, *second), results)
    block = substitute(block, dict(zip(douts, ones, strict=True)))
    return replace(function, body=block, outputs=len(results), rule=None, cache={})


def inline_gradient(*_: object) -> object:
    """Gradient functions called inside of what is compiled."""
    raise NotImplementedError
