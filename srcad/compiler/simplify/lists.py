"""Rewrites of the primitives on lists. The equation stands above each."""

from __future__ import annotations

from srcad.compiler.ir import Atom, Op
from srcad.compiler.lists import LAST
from srcad.compiler.simplify.rewriting import Context, rewrites


# xs.append(x); xs[-1]  is  x        xs[k] = x; xs[k]  is  x
@rewrites("list_get")
def _read_back(context: Context, op: Op) -> Atom | None:
    xs, k = op.args
    appended = context.definition(xs, "list_append")
    if appended is not None and k == LAST:
        return appended.args[1]
    changed = context.definition(xs, "list_set")
    if changed is not None and changed.args[2] == k:
        return changed.args[1]
    return None


# xs.append(x); xs.pop()  changes nothing
@rewrites("list_drop")
def _taken_off(context: Context, op: Op) -> Atom | None:
    appended = context.definition(op.args[0], "list_append")
    return None if appended is None else appended.args[0]


# xs[k] = x; xs[k] = y  is  xs[k] = y        xs.append(x); xs[-1] = y  is  xs.append(y)
@rewrites("list_set")
def _written_again(context: Context, op: Op) -> Atom | None:
    xs, x, k = op.args
    changed = context.definition(xs, "list_set")
    if changed is not None and changed.args[2] == k:
        return context.builder.emit("list_set", changed.args[0], x, k)
    appended = context.definition(xs, "list_append")
    if appended is not None and k == LAST:
        return context.builder.emit("list_append", appended.args[0], x)
    return None
