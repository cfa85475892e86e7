"""The adjoints of indexing, of writes, and of what hands an array on."""

from __future__ import annotations

from srcad.compiler.differentiate.adjoints import structural
from srcad.compiler.differentiate.cotangents import Cotangents
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.index import Index
from srcad.compiler.ir.types import (
    Atom,
    Lit,
    Op,
    Value,
    array_aval,
)


@structural("getitem")
def _getitem(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``y = x[i]``: ``dx[i] += dy``, into the one cotangent of ``x``."""
    dout = cotangents.take(op.result)
    array, *rest = op.args
    if dout is None or not cotangents.wants(array):
        return
    assert isinstance(array, Value)
    index: Index = op.attribute("index")
    if not array_aval(array).shape and not rest:
        # All that there is, with new axes at most: dx += dy.
        only = Index((0,) * array_aval(op.result).ndim, True)
        part = builder.getitem(dout, only) if only.entries else dout
        cotangents.accumulate(builder, array, part)
        return
    if not rest and _selects_all(array, index):
        cotangents.accumulate(builder, array, _all_of_it(array, index, dout, builder))
        return
    whole = cotangents.take(array)
    if whole is None:
        whole = builder.zeros_like(array)
    if isinstance(whole, Lit):
        whole = builder.zeros_like(array)
    total = builder.emit("add_at", whole, dout, *rest, index=index)
    total.primal = array
    cotangents.replace_written(array, total)


def _selects_all(array: Atom, index: Index) -> bool:
    """Whether every element is selected, with axes of one element more or less."""
    shape = iter(array_aval(array).shape)
    for entry in index.expanded(array_aval(array).ndim, ()):
        alone = entry is not None and next(shape) == 1
        whole = entry is None or entry == slice(None)
        if not whole and not (alone and entry in (0, -1)):
            return False
    return True


def _all_of_it(array: Atom, index: Index, dout: Atom, builder: Builder) -> Atom:
    """``dx = dy``, with the axes of ``x``."""
    entries = index.expanded(array_aval(array).ndim, ())
    kept = [one for one in entries if not isinstance(one, int)]
    added = tuple(k for k, one in enumerate(kept) if one is None)
    old = [one for one in entries if one is not None]
    gone = tuple(k for k, one in enumerate(old) if isinstance(one, int))
    part = builder.emit("squeeze", dout, axis=added) if added else dout
    return builder.emit("expand_dims", part, axis=gone) if gone else part


@structural("setitem")
def _setitem(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``y = x; y[i] = v``: ``dv = dy[i]``, then ``dx = dy; dx[i] = 0``."""
    dout = cotangents.take(op.result)
    if dout is None:
        return
    array, value, *rest = op.args
    index: Index = op.attribute("index")
    if cotangents.wants(value):
        part: Atom = builder.getitem(dout, index, *rest)
        if index.repeats(tuple(rest)):
            part = _last_writes(op, part, builder)
        cotangents.accumulate(builder, value, part)
    if cotangents.wants(array):
        cleared = builder.emit("setitem", dout, Lit(0), *rest, index=index)
        cotangents.accumulate(builder, array, cleared)


def _last_writes(op: Op, part: Atom, builder: Builder) -> Atom:
    """Where an index names one place several times, the last write is the one that
    stays: the others have no cotangent."""
    array, _, *rest = op.args
    index: Index = op.attribute("index")
    shape = builder.shape(part)
    count = builder.emit("prod_of", shape)
    numbers = builder.emit("arange", count, dtype="int64", tensor=False)
    numbers = builder.emit("reshape", numbers, shape)
    owner: Atom = builder.full(builder.shape(array), Lit(0), "int64")
    owner = builder.emit("setitem", owner, numbers, *rest, index=index)
    kept = builder.emit("equal", builder.getitem(owner, index, *rest), numbers)
    return builder.emit("multiply", part, kept)


@structural("add_at")
def _add_at(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``y = x; y[i] += v``: ``dv = dy[i]``, ``dx = dy``."""
    dout = cotangents.take(op.result)
    if dout is None:
        return
    array, value, *rest = op.args
    if cotangents.wants(value):
        part = builder.getitem(dout, op.attribute("index"), *rest)
        cotangents.accumulate(builder, value, part)
    cotangents.accumulate(builder, array, dout)


@structural("copy")
@structural("present")
def _same(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``y = x``: ``dx = dy``."""
    cotangents.accumulate(builder, op.args[0], cotangents.take(op.result))


@structural("reversed")
def _reversed(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """A list read from its end: its cotangents, likewise."""
    dout = cotangents.take(op.result)
    if dout is not None:
        cotangents.accumulate(builder, op.args[0], builder.emit("reversed", dout))
