"""The adjoints of the primitives on lists.

The cotangent of a list is a list of the cotangents of its elements. What the forward
half appends, the backward half takes off again, last first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from srcad.compiler.differentiate.adjoints import structural
from srcad.compiler.differentiate.cotangents import Cotangents, added, fitted
from srcad.compiler.ir.avals import INT, Aval, SequenceAval, carries_gradient
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.lists import LAST
from srcad.compiler.ir.primitives import element_aval
from srcad.compiler.ir.sharing import is_list
from srcad.compiler.ir.types import (
    NONE,
    Atom,
    Lit,
    Loop,
    Op,
    Value,
    array_aval,
)

Adjoint = Callable[[Op, Cotangents, Builder], None]


def _element(builder: Builder, dxs: Atom, k: Atom, x: Atom) -> Value:
    """``dxs[k]``, the cotangent of ``x``, in its shape."""
    return _shaped(builder.emit("list_get", dxs, k), x)


def _shaped(part: Value, x: Atom) -> Value:
    """The cotangent of ``x``, whose shape its list does not know."""
    if isinstance(x.aval, Aval):
        part.aval = replace(x.aval, weak=False, size=None)
    return part


@structural("list_of")
def _list_of(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``xs = [x, y]``: ``dx = dxs[0]``, ``dy = dxs[1]``."""
    dout = cotangents.take(op.result)
    if dout is None:
        return
    for k, arg in enumerate(op.args):
        if cotangents.wants(arg):
            part = _element(builder, dout, Lit(k), arg)
            cotangents.accumulate(builder, arg, part)


@structural("list_append")
def _append(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``xs.append(x)``: ``dx = dxs.pop()``."""
    dout = cotangents.take(op.result)
    if dout is not None:
        _taken_out(op, dout, LAST, cotangents, builder)


@structural("list_insert")
def _insert(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``xs.insert(k, x)``: ``dx = dxs.pop(k)``, of the place that it was put at."""
    dout = cotangents.take(op.result)
    if dout is None:
        return
    k = op.args[2]
    if not op.attribute("exact") and k != Lit(0):
        k = builder.emit("list_place", dout, k)
    _taken_out(op, dout, k, cotangents, builder)


def _taken_out(
    op: Op, dout: Atom, k: Atom, cotangents: Cotangents, builder: Builder
) -> None:
    """Take ``dxs[k]`` out, the cotangent of what ``op`` put into ``xs``."""
    xs, x, *_ = op.args
    if not cotangents.wants(xs):
        cotangents.accumulate(builder, x, _element(builder, dout, k, x))
        return
    part, rest = builder.emit_all("list_pop", dout, k, exact=k != LAST)
    cotangents.accumulate(builder, x, _shaped(part, x))
    cotangents.accumulate(builder, xs, rest)


@structural("list_pop")
def _pop(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``x = xs.pop(k)``: ``dxs.insert(k, dx)``."""
    part, dout = map(cotangents.take, op.results)
    xs, k = op.args
    if dout is None:
        _add_at(xs, k, part, cotangents, builder)
        return
    if part is None:
        part = builder.zeros_like(op.results[0])
    if k == LAST:
        grown = builder.emit("list_append", dout, part)
    else:
        place, exact = _popped_place(op, dout, builder)
        grown = builder.emit("list_insert", dout, part, place, exact=exact)
    cotangents.accumulate(builder, xs, grown)


def _popped_place(op: Op, dout: Atom, builder: Builder) -> tuple[Atom, bool]:
    """Where the element that ``xs.pop(k)`` takes belongs in what is left."""
    k = op.args[1]
    if op.attribute("exact"):
        return k, True
    if isinstance(k, Lit):
        # There is one element less, from the end.
        return (k, True) if k.value >= 0 else (Lit(k.value + 1), False)
    length = builder.emit("add", builder.emit("list_len", dout), Lit(1))
    return builder.emit("remainder", k, length), True


@structural("list_extend")
def _extend(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``xs.extend(ys)``: ``dys = dxs[len(xs):]``, then ``del dxs[len(xs):]``."""
    dout = cotangents.take(op.result)
    if dout is None:
        return
    xs, ys = op.args
    count = builder.emit("list_len", xs)
    if cotangents.wants(ys):
        part = builder.emit("list_slice", dout, count, NONE)
        cotangents.accumulate(builder, ys, part)
    if cotangents.wants(xs):
        cotangents.accumulate(builder, xs, builder.emit("list_cut", dout, count))


@structural("list_cut")
def _cut(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``del xs[k:]``: zeros for what was there, ``dxs.extend(...)``."""
    dout = cotangents.take(op.result)
    if dout is None:
        return
    xs, k = op.args
    zeros = builder.zeros_like(builder.emit("list_slice", xs, k, NONE))
    cotangents.accumulate(builder, xs, builder.emit("list_extend", dout, zeros))


@structural("list_reverse")
def _reverse(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``xs.reverse()``: ``dxs.reverse()``."""
    dout = cotangents.take(op.result)
    if dout is not None:
        part = builder.emit("list_reverse", dout)
        cotangents.accumulate(builder, op.args[0], part)


@structural("list_repeat")
def _repeat(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``ys = xs * k``: ``dxs[i % len(xs)] += dys[i]``, for each ``i``."""
    dout = cotangents.take(op.result)
    xs, _ = op.args
    if dout is None:
        return
    start, count = builder.zeros_like(xs), builder.emit("list_len", xs)
    length = builder.emit("list_len", dout)
    index, total = Value(INT, "i"), Value(xs.aval)
    inner = builder.inner()
    place = inner.emit("remainder", index, count, hint="place")
    part = inner.emit("list_get", dout, index)
    element = added(inner, _element(inner, total, place, part), part)
    changed = inner.emit("list_set", total, element, place)
    assert isinstance(xs, Value)
    total.primal = changed.primal = xs
    result = Value(xs.aval, primal=xs)
    loop = Loop(
        (Lit(0), length, Lit(1)),
        False,
        (start,),
        (),
        inner.block((index, total), (changed,)),
        (result,),
        None,
        builder.origin,
        builder.phase,
    )
    builder.ops.append(loop)
    cotangents.accumulate(builder, xs, result)


@structural("list_fsum")
@structural("list_sum")
def _sum(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``y = sum(xs)``: ``dxs = [dy] * len(xs)``."""
    dout = cotangents.take(op.result)
    if dout is not None:
        # ``fsum`` gives a number of Python's, which its elements need not be.
        part = fitted(builder, dout, Value(element_aval(op.args[0].aval)))
        count = builder.emit("list_len", op.args[0])
        part = builder.emit("list_repeat", builder.emit("list_of", part), count)
        cotangents.accumulate(builder, op.args[0], part)


@structural("list_get")
def _get(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``x = xs[k]``: ``dxs[k] += dx``, in the one cotangent of ``xs``."""
    xs, k = op.args
    _add_at(xs, k, cotangents.take(op.result), cotangents, builder)


def _add_at(
    xs: Atom, k: Atom, dout: Atom | None, cotangents: Cotangents, builder: Builder
) -> None:
    """Add the cotangent of ``xs[k]`` to that of ``xs``."""
    if dout is None or not cotangents.wants(xs):
        return
    assert isinstance(xs, Value)
    outer, place = cotangents.elements.get(xs, (xs, k))
    if outer is not xs and cotangents.knows(outer) and not cotangents.knows(xs):
        # ``x = xss[i][k]``: it is in the cotangent of ``xss`` that is added to.
        whole = cotangents.take(outer)
        assert whole is not None
        inner = builder.emit("list_get", whole, place)
        changed = _added_at(builder, inner, k, dout)
        changed = builder.emit("list_set", whole, changed, place)
        changed.primal = outer
        cotangents.replace_written(outer, changed)
        return
    whole = cotangents.take(xs)
    if whole is None:
        whole = builder.zeros_like(xs)
    changed = _added_at(builder, whole, k, dout)
    changed.primal = xs
    cotangents.replace_written(xs, changed)


def _added_at(builder: Builder, whole: Atom, k: Atom, part: Atom) -> Value:
    """``whole[k] += part``."""
    if isinstance(part.aval, SequenceAval):
        # A list that was taken out is put back as it is.
        cleared = _definition(builder, whole, "list_set")
        if cleared is not None and cleared.args[2] == k:
            if _are_zeros(builder, cleared.args[1]):
                return builder.emit("list_set", cleared.args[0], part, k)
    total = added(builder, _element(builder, whole, k, part), part)
    if isinstance(total, Value) and isinstance(part, Value) and is_list(total.aval):
        total.primal = total.primal or part.primal
    return builder.emit("list_set", whole, total, k)


def _definition(builder: Builder, atom: Atom, primitive: str) -> Op | None:
    for op in builder.ops:
        if isinstance(op, Op) and op.primitive == primitive and op.result is atom:
            return op
    return None


def _are_zeros(builder: Builder, atom: Atom) -> bool:
    """Whether an atom is what ``zeros_like`` gives for a list."""
    repeated = _definition(builder, atom, "list_repeat")
    if repeated is not None:
        made = _definition(builder, repeated.args[0], "list_of")
        zero = _definition(builder, made.args[0], "full") if made is not None else None
        return zero is not None and zero.args[1] == Lit(0)
    return _definition(builder, atom, "zeros_of") is not None


@structural("list_keep")
@structural("list_set")
def _set(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``xs[k] = x``: ``dx = dxs[k]``, then ``dxs[k] = 0``."""
    dout = cotangents.take(op.result)
    if dout is None:
        return
    xs, x, k = op.args
    part = _element(builder, dout, k, x)
    cotangents.accumulate(builder, x, part)
    if cotangents.wants(xs):
        # It has the shape of what stood there before: it is read as zeros of that.
        old = builder.emit("list_get", xs, k)
        zero = builder.zeros_like(old)
        cotangents.accumulate(builder, xs, builder.emit("list_set", dout, zero, k))


@structural("list_stack")
def _stack(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``y = np.stack(xs)``: ``dxs = list(dy)``."""
    dout = cotangents.take(op.result)
    if dout is not None and carries_gradient(op.args[0].aval):
        part: Atom = builder.emit("unstack", dout, axis=op.attribute("axis"))
        cotangents.accumulate(builder, op.args[0], part)


@structural("unstack")
def _unstack(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``xs = list(y)``: ``dy = np.stack(dxs)``."""
    dout = cotangents.take(op.result)
    if dout is None:
        return
    axis = op.attribute("axis")
    shape = array_aval(op.args[0]).shape
    part = builder.emit(
        "list_stack", dout, axis=axis, length=shape[axis], array=len(shape) == 1
    )
    cotangents.accumulate(builder, op.args[0], part)


@structural("list_join")
def _join(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``y = np.concatenate(xs)``: ``dxs = np.split(dy, ...)``."""
    dout = cotangents.take(op.result)
    if dout is not None:
        xs, axis = op.args[0], op.attribute("axis")
        part = builder.emit("split_like", dout, xs, axis=axis)
        cotangents.accumulate(builder, xs, part)


@structural("split_like")
def _split(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``ys = np.split(x, ...)``: ``dx = np.concatenate(dys)``."""
    dout = cotangents.take(op.result)
    if dout is not None:
        part = builder.emit("list_join", dout, axis=op.attribute("axis"))
        cotangents.accumulate(builder, op.args[0], part)


@structural("list_slice")
def _slice(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``ys = xs[i:j]``: ``dxs[i:j] += dys``, element by element."""
    dout = cotangents.take(op.result)
    xs, *bounds = op.args
    if dout is None or not cotangents.wants(xs):
        return
    assert isinstance(xs, Value)
    whole = cotangents.take(xs)
    if whole is None:
        whole = builder.zeros_like(xs)
        total = dout
    else:
        total = added(builder, builder.emit("list_slice", whole, *bounds), dout)
    changed = builder.emit("list_set_slice", whole, total, *bounds)
    changed.primal = xs
    cotangents.replace_written(xs, changed)


@structural("list_set_slice")
def _set_slice(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``xs[i:j] = ys``: ``dys = dxs[i:j]``, then ``dxs[i:j] = 0``."""
    dout = cotangents.take(op.result)
    if dout is None:
        return
    xs, ys, *bounds = op.args
    part = builder.emit("list_slice", dout, *bounds)
    cotangents.accumulate(builder, ys, part)
    if cotangents.wants(xs):
        zeros = builder.zeros_like(part)
        cleared = builder.emit("list_set_slice", dout, zeros, *bounds)
        cotangents.accumulate(builder, xs, cleared)


@structural("list_plus")
def _plus(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``zs = xs + ys``: ``dxs = dzs[:len(xs)]``, ``dys = dzs[len(xs):]``."""
    dout = cotangents.take(op.result)
    if dout is None:
        return
    xs, ys = op.args
    count = builder.emit("list_len", xs)
    if cotangents.wants(xs):
        part = builder.emit("list_slice", dout, NONE, count)
        cotangents.accumulate(builder, xs, part)
    if cotangents.wants(ys):
        part = builder.emit("list_slice", dout, count, NONE)
        cotangents.accumulate(builder, ys, part)
