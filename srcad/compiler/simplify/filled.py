"""Rewrites of arrays of one value, in derivatives: the scalar does. The equation stands
above each.

The cotangent of what is summed is one number in an array. ``2 * np.full(s, dout) * x``
is ``2 * dout * x``: of the same dtype and shape, without an array made on the way.
"""

from __future__ import annotations

from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.sizes import ShapeError, Sizes
from srcad.compiler.ir.types import Atom, Lit, Op, Value, array_aval
from srcad.compiler.simplify.rewriting import Context, fits, rewrites

_BINARY = ("add", "subtract", "multiply", "divide")


def _filled(context: Context, atom: Atom) -> Op | None:
    """What fills an array with one scalar, of its dtype, that run time knows."""
    full = context.definition(atom, "full") or context.definition(atom, "broadcast_to")
    if full is None:
        return None
    scalar, want = _value(full), array_aval(full.result)
    if not isinstance(scalar, Value) or not want.shape:
        return None
    have = array_aval(scalar)
    return full if have.dtype == want.dtype and not (have.shape or have.weak) else None


def _value(op: Op) -> Atom:
    return op.args[1 if op.primitive == "full" else 0]


def _like(
    context: Context, filled: Op, scalar: Atom, shape: Atom | None = None
) -> Atom:
    """An array of another scalar, or of another shape."""
    if filled.primitive == "broadcast_to":
        return context.builder.emit("broadcast_to", scalar, shape or filled.args[1])
    aval = array_aval(filled.result)
    return context.builder.full(
        shape or filled.args[0], scalar, aval.dtype, aval.tensor
    )


# f(full(s, c), a) = full(s, f(c, a)) for a scalar a
@rewrites("negative", *_BINARY)
def _with_a_number(context: Context, op: Op) -> Atom | None:
    arrays = [arg for arg in op.args if array_aval(arg).shape]
    filled = _filled(context, arrays[0]) if len(arrays) == 1 else None
    if op.phase == 0 or filled is None:
        return None
    args = [_value(filled) if arg is arrays[0] else arg for arg in op.args]
    scalar = context.builder.emit(op.primitive, *args)
    have, want = array_aval(scalar), array_aval(op.result)
    if have.dtype != want.dtype or have.weak:
        return None
    made = _like(context, filled, scalar)
    return made if fits(made, op.result) else None


# f(broadcast_to(x, s), a) = broadcast_to(f(x, a), s) for a number a
@rewrites("negative", *_BINARY)
def _before_broadcast(context: Context, op: Op) -> Atom | None:
    arrays = [arg for arg in op.args if not isinstance(arg, Lit)]
    if op.phase == 0 or len(arrays) != 1:
        return None
    wide = context.read_once(arrays[0], "broadcast_to")
    if wide is None:
        return None
    args = [wide.args[0] if arg is arrays[0] else arg for arg in op.args]
    small = context.builder.emit(op.primitive, *args)
    made = context.builder.emit("broadcast_to", small, wide.args[1])
    return made if fits(made, op.result) else None


# f(full(s, c), y) = f(c, y) where y has the shape s
@rewrites(*_BINARY)
def _beside_an_array(context: Context, op: Op) -> Atom | None:
    if op.phase == 0:
        return None
    for place, arg in enumerate(op.args):
        filled = _filled(context, arg)
        if filled is None:
            continue
        args = list(op.args)
        args[place] = _value(filled)
        try:
            aval = PRIMITIVES[op.primitive].infer(tuple(args), {}, Sizes({}))
        except ShapeError:
            continue
        if aval.stands_for(array_aval(op.result)):
            return context.builder.emit(op.primitive, *args)
    return None


# x[i] = full(s, c)  is  x[i] = c, and likewise x[i] += full(s, c)
@rewrites("setitem", "add_at")
def _into_an_array(context: Context, op: Op) -> Atom | None:
    array, value, *rest = op.args
    filled = _filled(context, value)
    if op.phase == 0 or filled is None:
        return None
    args = (array, _value(filled), *rest)
    return context.builder.emit(op.primitive, *args, **dict(op.attributes))


# f(full(s, c)) = full(t, c) where f only moves elements
@rewrites("reshape", "expand_dims", "squeeze", "transpose", "broadcast_to")
def _moved(context: Context, op: Op) -> Atom | None:
    filled = _filled(context, op.args[0])
    if op.phase == 0 or filled is None:
        return None
    shape = op.args[1] if len(op.args) > 1 else _moved_shape(context, op, filled)
    made = _like(context, filled, _value(filled), shape)
    return made if fits(made, op.result) else None


def _moved_shape(context: Context, op: Op, filled: Op) -> Atom:
    """The shape of a result whose axes are those of an array of one value."""
    builder, wanted = context.builder, array_aval(op.result).shape
    shape = filled.args[0 if filled.primitive == "full" else 1]
    if op.primitive == "transpose":
        axes = list(op.attribute("axes"))
    else:
        axes = list(range(array_aval(filled.result).ndim))
        axis = op.attribute("axis")
        if op.primitive == "squeeze":
            axes = [k for k in axes if k not in axis]
        for k in sorted(axis) if op.primitive == "expand_dims" else ():
            axes.insert(k, -1)
    sizes = [
        Lit(size) if isinstance(size, int) else builder.emit("size_of", shape, axis=k)
        for size, k in zip(wanted, axes, strict=True)
    ]
    return builder.emit("make_shape", *sizes)
