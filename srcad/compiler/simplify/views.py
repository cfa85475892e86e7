"""Reads and writes of one place after the other, as one; all of a number is it."""

from __future__ import annotations

from srcad.compiler.ir.index import Index, Ref, is_integer
from srcad.compiler.ir.types import Atom, Lit, Op, array_aval
from srcad.compiler.simplify.rewriting import Context, is_number, rewrites


# x[...] = x  without axes: what is printed may be a number, which has no items
@rewrites("getitem")
def _all_of_a_number(context: Context, op: Op) -> Atom | None:
    array, *rest = op.args
    if rest or array_aval(array).ndim or array_aval(op.result).ndim:
        return None
    return array


# v = y[i]; v[j] = x; y[i] = v  is  y[i][j] = x
@rewrites("setitem")
def _through_view(context: Context, op: Op) -> Atom | None:
    array, value, *rest = op.args
    changed = context.definition(value, "setitem")
    view = context.definition(changed.args[0], "getitem") if changed else None
    if changed is None or view is None or view.args != (array, *rest):
        return None
    index: Index = op.attribute("index")
    if view.attribute("index") != index:
        return None
    composed = _composed(op, view, changed)
    if composed is None:
        return None
    new, args = composed
    return context.builder.emit("setitem", array, changed.args[1], *args, index=new)


def _composed(op: Op, view: Op, changed: Op) -> tuple[Index, list[Atom]] | None:
    """The index of an element of a view, in the array; None where it is not plain."""
    outer: Index = op.attribute("index")
    inner: Index = changed.attribute("index")
    first, second = op.args[2:], changed.args[2:]
    if outer.has_arrays(first) or inner.has_arrays(second):
        return None
    left = outer.expanded(array_aval(op.args[0]).ndim, first)
    right = inner.expanded(array_aval(view.result).ndim, second)
    if None in left or None in right:
        return None
    args: list[Atom] = []

    def kept(entry: int | slice | Ref | None, given: tuple[Atom, ...]) -> object:
        if isinstance(entry, Ref):
            args.append(given[entry.position])
            return Ref(len(args) - 1)
        if isinstance(entry, slice):
            return slice(
                *(kept(b, given) for b in (entry.start, entry.stop, entry.step))
            )
        return entry

    entries: list[object] = []
    queue = list(right)
    for entry in left:
        if not isinstance(entry, slice):
            entries.append(kept(entry, first))
            continue
        part = queue.pop(0)
        if entry == slice(None):
            entries.append(kept(part, second))
        elif part == slice(None):
            entries.append(kept(entry, first))
        elif (place := _place(entry, part)) is not None:
            entries.append(place)
        else:
            return None
    while len(entries) > 1 and entries[-1] == slice(None):
        entries.pop()
    return Index(tuple(entries), len(entries) > 1), args  # type: ignore[arg-type]


def _place(part: slice, k: object) -> int | None:
    """``range(n)[part][k]`` where it is the same for every ``n`` that has it."""
    start = 0 if part.start is None else part.start
    if part.step not in (None, 1) or not is_integer(start) or not is_integer(k):
        return None
    assert isinstance(k, int)
    if start < 0 or k < 0:
        return None
    if part.stop is None:
        return int(start) + k
    if is_integer(part.stop) and 0 <= start + k < part.stop:
        return int(start) + k
    return None


# y[i] = 0; y[i] += x  is  y[i] = x  where i names no place twice
@rewrites("add_at")
def _added_to_zero(context: Context, op: Op) -> Atom | None:
    array, value, *rest = op.args
    index: Index = op.attribute("index")
    cleared = context.definition(array, "setitem")
    if cleared is None or index.repeats(tuple(rest)) or isinstance(value, Lit):
        return None
    if cleared.attribute("index") != index or cleared.args[2:] != tuple(rest):
        return None
    if not is_number(cleared.args[1], 0):
        return None
    return context.builder.emit("setitem", cleared.args[0], value, *rest, index=index)


# y[i] = y[i]  changes nothing
@rewrites("setitem")
def _put_back(context: Context, op: Op) -> Atom | None:
    array, value, *rest = op.args
    read = context.definition(value, "getitem")
    if read is None or read.args != (array, *rest):
        return None
    return array if read.attribute("index") == op.attribute("index") else None
