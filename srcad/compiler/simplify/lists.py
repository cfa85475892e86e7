"""Rewrites of the primitives on lists. The equation stands above each."""

from __future__ import annotations

import itertools

from srcad.compiler.ir.avals import AnyAval, SequenceAval
from srcad.compiler.ir.lists import LAST
from srcad.compiler.ir.types import Atom, Block, Lit, Op, blocks_of, direct_args, walk
from srcad.compiler.simplify.rewriting import Context, rewrites


def tables_in(block: Block) -> set[Atom]:
    """Displays of lists of numbers of which elements and lengths are read, and no more:
    those that are alike may be one, and made before a loop."""
    ops = list(walk(block))
    made = [op for op in ops if isinstance(op, Op) and op.primitive == "list_of"]
    if not made:
        return set()
    ends = (inner.results for op in ops for inner in blocks_of(op))
    apart: set[Atom] = {*block.results, *itertools.chain.from_iterable(ends)}
    tables: set[Atom] = set()
    for op in reversed(ops):
        lists = {atom for atom in direct_args(op) if atom.aval.is_list}
        if (
            not isinstance(op, Op)
            or op.primitive not in ("list_of", *_READ)
            or (op.result.aval.is_list and op.result in apart)
        ):
            apart |= lists
        elif op.primitive == "list_of" and op.args and _is_of_numbers(op.result.aval):
            tables.add(op.result)
        elif op.primitive == "list_of":
            apart |= lists
    return tables


def _is_of_numbers(aval: AnyAval) -> bool:
    while isinstance(aval, SequenceAval):
        aval = aval.element
    return aval.is_scalar


_READ = ("list_get", "list_len")


# xs.append(x); xs[-1]  is  x        xs[k] = x; xs[k]  is  x
# xs.insert(k, x); xs[k]  is  x, where 0 <= k <= len(xs)
@rewrites("list_get")
def _read_back(context: Context, op: Op) -> Atom | None:
    xs, k = op.args
    appended = context.definition(xs, "list_append")
    if appended is not None and k == LAST:
        return appended.args[1]
    changed = context.definition(xs, "list_set")
    if changed is not None and changed.args[2] == k:
        return changed.args[1]
    inserted = context.definition(xs, "list_insert")
    if inserted is not None and _is_at(inserted, k):
        return inserted.args[1]
    return None


def _is_at(inserted: Op, k: Atom) -> bool:
    """Whether ``k`` is where an element was inserted."""
    exact = inserted.attribute("exact") or k == Lit(0)
    return bool(exact and inserted.args[2] == k)


# xs.append(x); xs.pop()  is  x, and changes nothing
# xs.insert(k, x); xs.pop(k)  likewise, where 0 <= k <= len(xs)
# xs[k] = x; xs.pop(k)  is  x, and xs.pop(k)
@rewrites("list_pop")
def _taken_off(context: Context, op: Op) -> tuple[Atom, ...] | None:
    xs, k = op.args
    appended = context.definition(xs, "list_append")
    if appended is not None and k == LAST:
        return appended.args[1], appended.args[0]
    inserted = context.definition(xs, "list_insert")
    if inserted is not None and _is_at(inserted, k):
        return inserted.args[1], inserted.args[0]
    changed = context.definition(xs, "list_set")
    if changed is not None and changed.args[2] == k:
        exact = op.attribute("exact")
        _, rest = context.builder.emit_all("list_pop", changed.args[0], k, exact=exact)
        return changed.args[1], rest
    return None


# len([x, y])  is  2
@rewrites("list_len")
def _known_length(context: Context, op: Op) -> Atom | None:
    made = context.definition(op.args[0], "list_of")
    return None if made is None else Lit(len(made.args))


# xs.reverse(); xs.reverse()  changes nothing
@rewrites("list_reverse")
def _turned_back(context: Context, op: Op) -> Atom | None:
    turned = context.definition(op.args[0], "list_reverse")
    return None if turned is None else turned.args[0]


# xs[k] = xs[k]  changes nothing
# xs[k] = x; xs[k] = y  is  xs[k] = y        xs.append(x); xs[-1] = y  is  xs.append(y)
# xs.insert(k, x); xs[k] = y  is  xs.insert(k, y), where 0 <= k <= len(xs)
@rewrites("list_set")
def _written_again(context: Context, op: Op) -> Atom | None:
    xs, x, k = op.args
    read = context.definition(x, "list_get")
    if read is not None and read.args == (xs, k):
        return xs
    changed = context.definition(xs, "list_set")
    if changed is not None and changed.args[2] == k:
        return context.builder.emit("list_set", changed.args[0], x, k)
    appended = context.definition(xs, "list_append")
    if appended is not None and k == LAST:
        return context.builder.emit("list_append", appended.args[0], x)
    inserted = context.definition(xs, "list_insert")
    if inserted is not None and _is_at(inserted, k):
        args = inserted.args[0], x, k
        return context.builder.emit("list_insert", *args, exact=True)
    return None
