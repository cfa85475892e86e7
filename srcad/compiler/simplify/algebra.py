"""The pass that rewrites single operations, by the equations in ``arithmetic``,
``arrays`` and ``filled``; what is known at compile time is computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from srcad.compiler.ir.avals import Aval, is_whole
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.sharing import has_storage
from srcad.compiler.ir.sizes import ShapeError, Sizes
from srcad.compiler.ir.substitution import (
    Substitution,
    replaced,
    with_args,
    with_blocks,
)
from srcad.compiler.ir.types import (
    Atom,
    Block,
    If,
    Lit,
    Loop,
    Op,
    Operation,
    Value,
    blocks_of,
    definitions,
    direct_args,
    with_body,
)
from srcad.compiler.simplify import (
    arithmetic,
    arrays,
    factoring,
    filled,
    lists,
    parts,
    places,
    views,
)
from srcad.compiler.simplify.places import counts
from srcad.compiler.simplify.rewriting import REWRITES, Context, leading

# Importing a module of rewrites registers them.
_RULES = (arithmetic, arrays, factoring, filled, lists, parts, places, views)


def simplify_algebra(
    block: Block, before: Sequence[Operation] = ()
) -> tuple[Block, bool]:
    """Apply the rewrites to every operation of the block, inside and out.

    ``before`` are operations that come before it, and stay as they are. Says too
    whether any of the rewrites applied.
    """
    uses: dict[Value, int] = {}
    whole = Block(block.params, (*before, *block.ops), block.results)
    _count(whole, uses)
    context = Context(Builder(), uses, Counter(), whole)
    context.define(before)
    block = _simplify(block, context, {})
    return block, bool(context.rewritten)


def _count(block: Block, uses: dict[Value, int]) -> None:
    read: list[Atom] = list(block.results)
    for op in block.ops:
        read.extend(direct_args(op))
        for inner in blocks_of(op):
            _count(inner, uses)
        if isinstance(op, Loop) and op.stop is not None:
            read.append(op.stop)
    for atom in read:
        if isinstance(atom, Value):
            uses[atom] = uses.get(atom, 0) + 1


def _simplify(
    block: Block, outer: Context, above: Substitution, inner: bool = False
) -> Block:
    mapping = dict(above)
    context = outer.inner()
    ops = context.builder.ops
    for op in block.ops:
        if isinstance(op, Loop) and op.index is not None and _counts_from_one(op):
            context.counters.add(op.index)
        if isinstance(op, Loop) and op.index is not None and counts(op):
            context.indices.add(op.index)
        op = with_blocks(op, lambda b: _simplify(b, context, mapping, True))
        op = with_args(op, mapping)
        if isinstance(op, If) and isinstance(op.condition, Lit):
            _splice(op, ops, context, mapping)
            continue
        if isinstance(op, Op):
            found = _rewritten(context, op)
            if found is not None and not (inner and _is_own(op, found, block)):
                context.rewritten[op.primitive] += 1
                for old, new in zip(op.results, found, strict=True):
                    _take_over(old, new)
                    mapping[old] = new
                continue
            context.define((op,))
        ops.append(op)
    results = tuple(replaced(atom, mapping) for atom in block.results)
    return with_body(block, ops, results)


def _counts_from_one(op: Loop) -> bool:
    """Whether the index of a loop is never less than 1."""
    start, _, step = op.bounds or (Lit(0), Lit(0), Lit(1))
    return all(
        isinstance(one, Lit) and isinstance(one.value, int) and one.value >= 1
        for one in (start, step)
    )


def _is_own(op: Op, found: tuple[Atom, ...], block: Block) -> bool:
    """Whether a path of the primal ends with an array of its own, and would end with
    one that is read elsewhere: ``x * 1.0 if c else x``."""
    if PRIMITIVES[op.primitive].storage != "fresh" or op.phase:
        return False
    ends = has_storage(op.result.aval) and op.result in block.results
    made = definitions(block.ops)
    return ends and any(isinstance(one, Value) and one not in made for one in found)


def _take_over(old: Value, new: Atom) -> None:
    """Let a value have the name, and the cotangent in integers, of what it replaces."""
    if not isinstance(new, Value):
        return
    if isinstance(old.aval, Aval) and isinstance(new.aval, Aval) and old.aval.exact:
        new.aval = replace(new.aval, exact=is_whole(new.aval))
    if old.named and not new.named:
        new.hint, new.named = old.hint, True
    if new.primal is None and not new.named and not _stems_from(old.primal, new):
        new.primal = old.primal


def _stems_from(value: Value | None, origin: Value) -> bool:
    """Whether ``value`` is ``origin``, or a cotangent of one that is."""
    while value is not None and value is not origin:
        value = value.primal
    return value is origin


def _splice(
    op: If, ops: list[Operation], context: Context, mapping: Substitution
) -> None:
    """``if True: a else: b`` is ``a``."""
    assert isinstance(op.condition, Lit)
    block = op.then if op.condition.value else op.orelse
    ops.extend(block.ops)
    context.define(block.ops)
    mapping.update(zip(op.results, block.results, strict=True))


def _rewritten(context: Context, op: Op) -> tuple[Atom, ...] | None:
    """What stands for each result of an operation."""
    builder = context.builder
    builder.origin, builder.phase = op.origin, op.phase
    if op.of_python:
        return None
    for rewrite in REWRITES.get(op.primitive, ()):
        mark = len(builder.ops)
        found = rewrite(context, op)
        if found is not None:
            context.define(builder.ops[mark:])
            return found if isinstance(found, tuple) else (found,)
        del builder.ops[mark:]
    known = _folded(op) or _without_broadcast(context, op)
    return None if known is None else (known,)


def _folded(op: Op) -> Lit | None:
    """Numbers of Python are computed now."""
    if not op.args or not all(isinstance(arg, Lit) for arg in op.args):
        return None
    aval = op.results[0].aval
    if not aval.weak or op.attributes:
        return None
    values = [arg.value for arg in op.args if isinstance(arg, Lit)]
    try:
        number = PRIMITIVES[op.primitive].evaluate(*values)
    except (ArithmeticError, ValueError):
        return None
    return Lit(number) if _is_short(number, values) else None


def _is_short(number: Any, parts: list[Any]) -> bool:
    """Whether a number reads as well as what it is computed of.

    ``1 - 0.9`` does, ``0.09999999999999998`` does not.
    """
    if not isinstance(number, float):
        return True
    return len(repr(number)) <= 3 + sum(len(repr(part)) for part in parts)


def _without_broadcast(context: Context, op: Op) -> Atom | None:
    """``f(broadcast_to(x, s), y) = f(x, y)`` where ``y`` broadcasts ``x`` anyway.

    The same goes for new leading axes, ``f(x[None], y) = f(x, y)``.
    """
    if not PRIMITIVES[op.primitive].elementwise or len(op.args) < 2:
        return None
    for place, arg in enumerate(op.args):
        wide = context.definition(arg, "broadcast_to") or leading(context, arg)
        if wide is None:
            continue
        args: list[Any] = list(op.args)
        args[place] = wide.args[0]
        try:
            aval = PRIMITIVES[op.primitive].infer(tuple(args), {}, Sizes({}))
        except ShapeError:
            continue
        want = op.result.aval
        if not isinstance(want, Aval) or aval.dtype != want.dtype:
            continue
        others = (other for k, other in enumerate(op.args) if k != place)
        if aval.shape == want.shape and not any(map(context.may_be_number, others)):
            return context.builder.emit(op.primitive, *args)
    return None
