"""Assignments: to one variable, and of all that a branch or a loop hands on."""

from __future__ import annotations

import ast
import collections
import heapq
import itertools

from srcad.compiler.ir.avals import UNDEFINED, Aval
from srcad.compiler.ir.types import Atom, If, Lit, Op, Value, is_none
from srcad.compiler.printing.emit.lists import blank, in_form
from srcad.compiler.printing.emit.writer import Writer, both_of
from srcad.compiler.printing.packing import list_pack


def assignment(target: ast.Name, value: ast.expr, op: Op | None = None) -> ast.stmt:
    """``target = value``; ``target += rest`` of a number of Python that is added to.

    Not of an array, even of rank 0: it would be changed for whoever else holds it.
    """
    aval = op.result.aval if op is not None else None
    if (
        isinstance(aval, Aval)
        and aval.weak
        and isinstance(value, ast.BinOp)
        and isinstance(value.op, ast.Add | ast.Sub | ast.Mult)
        and isinstance(value.left, ast.Name)
        and value.left.id == target.id
    ):
        return ast.AugAssign(target, value.op, value.right)
    return ast.Assign([target], value)


def unpacking(writer: Writer, op: Op) -> ast.stmt:
    """``w, v = ...``; ``_`` for a result that nobody reads."""
    unread = writer.plan.unread
    targets = [blank() if v in unread else _target(writer, v) for v in op.results]
    return ast.Assign([ast.Tuple(list(targets), ast.Store())], writer.op(op))


def _target(writer: Writer, value: Value) -> ast.Name:
    return ast.Name(writer.names[value], ast.Store())


def copies(
    writer: Writer,
    seen: set[Value],
    targets: tuple[Value, ...],
    sources: tuple[Atom, ...],
) -> list[ast.stmt]:
    """Assign what is not in its variable already: in turn, or all at once.

    ``seen`` are the variables that are read where they may be None.
    """
    pairs: dict[str, tuple[Value, Atom]] = {}
    for target, source in zip(targets, sources, strict=True):
        if isinstance(source, Lit) and source.value is UNDEFINED:
            continue
        if is_none(source) and writer.names.webs.root(target) not in seen:
            continue
        if writer.names.same(target, source):
            continue
        value = handed_on(writer, target, source)
        if isinstance(value, ast.Name) and value.id == writer.names[target]:
            continue  # two values that never live at once share the variable
        pairs.setdefault(writer.names[target], (target, source))
    if not pairs:
        return []
    order = list(pairs.values())
    in_turn = _in_turn(writer, order)
    if in_turn:
        return [
            assignment(_target(writer, target), handed_on(writer, target, source))
            for target, source in in_turn
        ]
    left = ast.Tuple([_target(writer, t) for t, _ in order], ast.Store())
    right = ast.Tuple([handed_on(writer, t, s) for t, s in order], ast.Load())
    return [ast.Assign([left], right)]


def handed_on(writer: Writer, target: Value, source: Atom) -> ast.expr:
    """``source``, in the form that ``target`` has."""
    if writer.names.same(target, source):
        assert isinstance(source, Value)
        return writer.whole(source)
    return in_form(writer, source, list_pack(target, writer.packs))


def _in_turn(
    writer: Writer, pairs: list[tuple[Value, Atom]]
) -> list[tuple[Value, Atom]]:
    """The pairs in an order in which no assignment changes what a later one reads;
    none where there is no such order."""
    names, atoms = writer.names, writer.plan.atoms
    assigned = {names[target]: k for k, (target, _) in enumerate(pairs)}
    read = [{names[value] for value in atoms(source)} for _, source in pairs]
    before = [
        [assigned[name] for name in read[k] if assigned.get(name, k) != k]
        for k in range(len(pairs))
    ]
    waits = collections.Counter(itertools.chain.from_iterable(before))
    free = [k for k in range(len(pairs)) if not waits[k]]
    order: list[int] = []
    while free:
        order.append(heapq.heappop(free))
        for k in before[order[-1]]:
            waits[k] -= 1
            if not waits[k]:
                heapq.heappush(free, k)
    return [pairs[k] for k in order] if len(order) == len(pairs) else []


def either(
    op: If, test: ast.expr, then: list[ast.stmt], orelse: list[ast.stmt]
) -> ast.stmt | None:
    """``flag = a and b`` for ``if a: flag = b`` and else ``flag = False``."""
    match then, orelse, op.results:
        case [[ast.Assign([ast.Name()], value)], [ast.Assign([target], other)], [flag]]:
            if not flag.aval.is_bool:
                return None
            if isinstance(other, ast.Constant) and other.value is False:
                return ast.Assign([target], both_of(ast.And(), [test, value]))
            if isinstance(value, ast.Constant) and value.value is True:
                return ast.Assign([target], both_of(ast.Or(), [test, other]))
    return None
