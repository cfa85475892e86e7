"""Rewrites of an array of zeros that is written part by part, in derivatives.

The cotangent of what is read in parts (``z[:, :n]``, ``z[:, n:]``; ``q, k, v = x``) is
put together from theirs. The equation stands above each rewrite.
"""

from __future__ import annotations

from typing import TypeAlias

from srcad.compiler.ir.index import Index, Ref
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.shapes import dim_of, indexed_shape
from srcad.compiler.ir.sizes import Sizes
from srcad.compiler.ir.types import Atom, Lit, Op, Value, array_aval
from srcad.compiler.reading.sizes import Dim, is_natural, size_sum
from srcad.compiler.simplify.rewriting import Context, is_number, rewrites

# What a write selects on each axis: the place of an element, or where a slice starts
# and stops.
Part: TypeAlias = "int | tuple[Dim | None, Dim | None]"
# More parts than this are not looked at: it would be done again for each of them.
_MOST = 16


# zeros; z[:, :n] = a; z[:, n:] += b  is  concatenate((a, b), 1)
# zeros(2, ...); z[1] = a; z[0] += b  is  stack((b, a))
@rewrites("add_at", exact=False)
def _put_together(context: Context, op: Op) -> Atom | None:
    writes = _writes(context, op)
    parts = [part for part in map(_parts, writes) if part is not None]
    if len(parts) < 2 or len(parts) < len(writes):
        return None
    for axis, dim in enumerate(array_aval(op.result).shape):
        others = (one for part in parts for one in (*part[:axis], *part[axis + 1 :]))
        here = [part[axis] for part in parts]
        order = _in_order(here, dim)
        if order is None or any(one != (None, None) for one in others):
            continue
        if not all(_fills(context, write) for write in writes):
            return None
        name = "stack" if isinstance(here[0], int) else "concatenate"
        values = (writes[k].args[1] for k in order)
        whole = context.builder.emit(name, *values, axis=axis)
        whole.aval = op.result.aval
        return whole
    return None


# zeros; z[i] = a; z[j] += b  is  z[j] = b  where i and j have no element in common
@rewrites("add_at", exact=False)
def _added_beside(context: Context, op: Op) -> Atom | None:
    earlier, here = _writes(context, op)[:-1], _parts(op)
    if not earlier or here is None or isinstance(op.args[1], Lit):
        return None
    if not all(_apart(here, _parts(write)) for write in earlier):
        return None
    array, value, *rest = op.args
    index: Index = op.attribute("index")
    return context.builder.emit("setitem", array, value, *rest, index=index)


def _writes(context: Context, op: Op) -> list[Op]:
    """The writes into zeros of which ``op`` is the last; none where that is not all, or
    where there are very many."""
    found = [op]
    while len(found) <= _MOST:
        array = found[0].args[0]
        write = context.read_once(array, "add_at") or context.read_once(
            array, "setitem"
        )
        if write is None:
            zeros = context.read_once(array, "full")
            known = zeros is not None and is_number(zeros.args[1], 0)
            return found if known else []
        found.insert(0, write)
    return []


def _parts(op: Op) -> list[Part] | None:
    """What a write selects, axis by axis; None of what is not told here."""
    index: Index = op.attribute("index")
    rest = op.args[2:]
    if any(entry is None for entry in index.entries):
        return None
    found: list[Part] = []
    for entry in index.expanded(array_aval(op.args[0]).ndim, rest):
        match entry:
            case int():
                found.append(entry)
            case slice(step=None | 1):
                found.append((_bound(entry.start, rest), _bound(entry.stop, rest)))
            case _:
                return None
    return found


def _bound(bound: int | Ref | None, rest: tuple[Atom, ...]) -> Dim | None:
    return dim_of(rest[bound.position]) if isinstance(bound, Ref) else bound


def _in_order(parts: list[Part], dim: Dim) -> list[int] | None:
    """The parts in order where each element of an axis is in one of them."""
    ints = [part for part in parts if isinstance(part, int)]
    if ints:
        if len(ints) < len(parts) or not isinstance(dim, int):
            return None
        places = {part % dim: k for k, part in enumerate(ints)}
        complete = len(places) == len(parts) == dim
        return [places[k] for k in range(dim)] if complete else None
    slices = [part for part in parts if isinstance(part, tuple)]
    starts = {start or 0: k for k, (start, _) in enumerate(slices)}
    if len(starts) < len(parts):
        return None
    order: list[int] = []
    here: Dim | None = 0
    while here in starts:
        k = starts.pop(here)
        before, here = here, slices[k][1]
        order.append(k)
        if here is None or here == dim:
            break
        if not _follows(before, here):
            return None
    return order if not starts and (here is None or here == dim) else None


def _follows(first: Dim, second: Dim) -> bool:
    """Whether a bound is no earlier than another one, whatever the sizes are."""
    if isinstance(first, int) and isinstance(second, int):
        return first <= second if (first < 0) == (second < 0) else first == 0
    return is_natural(first) and is_natural(size_sum(second, first, -1))


def _apart(one: list[Part], other: list[Part] | None) -> bool:
    """Whether two selections have no element in common."""
    return other is not None and any(
        _precedes(a, b) or _precedes(b, a) for a, b in zip(one, other, strict=True)
    )


def _precedes(one: Part, other: Part) -> bool:
    """Whether all of a part comes before another one on its axis."""
    start = other[0] if isinstance(other, tuple) else other
    stop = one[1] if isinstance(one, tuple) else one
    if start is None or stop is None:
        return False
    # An element is a slice that stops behind it.
    stop = stop if isinstance(one, tuple) else size_sum(stop, 1)
    return start != 0 and stop != 0 and _follows(stop, start)


def _fills(context: Context, op: Op) -> bool:
    """Whether what is written is an array of the shape and dtype of its part."""
    array, value, *rest = op.args
    have, want = array_aval(value), array_aval(array)
    if isinstance(value, Lit) or have.weak or have.dtype != want.dtype:
        return False
    shape = indexed_shape(want, op.attribute("index"), tuple(rest), Sizes({}))
    return bool(shape) and have.shape == shape and _is_array(context, value)


def _is_array(context: Context, atom: Atom) -> bool:
    """Whether a value has its axes at run time too: what a loop starts with a number
    has them in the IR alone."""
    op = context.definitions.get(atom) if isinstance(atom, Value) else None
    if op is None or not array_aval(atom).ndim:
        return False
    if op.primitive in _SHAPED:
        return _is_shape(context, op.args[_SHAPED[op.primitive]])
    if PRIMITIVES[op.primitive].elementwise:
        shape = array_aval(atom).shape
        alike = (arg for arg in op.args if array_aval(arg).shape == shape)
        return any(_is_array(context, arg) for arg in alike)
    return op.primitive in _ARRAYS


def _is_shape(context: Context, atom: Atom) -> bool:
    """Whether a shape has as many sizes at run time as in the IR."""
    of = context.definition(atom, "shape")
    if of is not None:
        return _is_array(context, of.args[0])
    return context.definition(atom, "make_shape") is not None


# What takes its axes from a shape: at which place that is.
_SHAPED = {"full": 0, "reshape": 1, "broadcast_to": 1, "unbroadcast": 1}
# What takes no number in the place of an array.
_ARRAYS = (
    *("getitem", "setitem", "add_at", "matmul", "sum", "mean"),
    *("transpose", "expand_dims", "squeeze", "concatenate", "stack"),
)
