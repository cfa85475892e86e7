"""Temporaries that are scaled in place: ``d *= t`` for ``e = d * t``.

A product or a quotient is written into the array of its first factor where the function
has made that array, nobody reads it afterwards as it was, and neither of the two has a
name of the user's: an array less at the peak, and none to be asked for from the system.
Only what is a variable anyway: what is part of a longer expression stays there.
"""

from __future__ import annotations

from dataclasses import replace

from srcad.compiler.ir.index import WHOLE
from srcad.compiler.ir.substitution import with_blocks
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Function,
    Op,
    Operation,
    Value,
    array_aval,
    definitions,
    direct_args,
    walk,
)
from srcad.compiler.printing.storage import Finder

_SCALINGS = ("multiply", "divide")


def scale_in_place(function: Function) -> Function:
    """The function with writes for products; those that it has are safe already."""
    body = function.body
    candidates = _candidates(body)
    if not candidates:
        return function
    # Whoever asks for the shape alone may ask the product.
    asked = _asking(body, candidates)
    finder = Finder.of(asked, frozenset())
    found = {
        op
        for op, _, _, later, loops, _ in finder.visits(asked, None, ())
        if op in candidates
        and isinstance(op, Op)
        and isinstance(op.args[0], Value)
        and finder.aliases.is_made(op.args[0])
        and not finder.spoiled(op, later, loops)
    }
    if not found:
        return function
    return replace(function, body=_written(_asking(body, found), found))


def _candidates(body: Block) -> set[Op]:
    """Products that are variables, of a temporary that is one."""
    made = definitions(walk(body))
    readers: dict[Atom, list[Operation]] = {}
    for op in walk(body):
        for atom in direct_args(op):
            readers.setdefault(atom, []).append(op)
    apart = {one for one, op in made.items() if _is_apart(op, readers.get(one, []))}
    return {
        op
        for op in walk(body)
        if isinstance(op, Op)
        and op.primitive in _SCALINGS
        and op.phase
        and op.result in apart
        and op.args[0] in apart
        and _is_temporary(op.result)
        and _is_scaled(op, made)
    }


def _is_apart(op: Op, readers: list[Operation]) -> bool:
    """Whether what an operation gives is no part of a longer expression: it is read
    more than once, or by another statement of the user's."""
    return len(readers) > 1 or any(one.origin != op.origin for one in readers)


def _is_scaled(op: Op, made: dict[Value, Op]) -> bool:
    """Whether the first factor may hold the product, as far as its kind goes."""
    first = op.args[0]
    if not isinstance(first, Value) or not _is_temporary(first):
        return False
    if op.args.count(first) > 1 or made[first].primitive in ("full", "constant"):
        return False
    have, want = array_aval(first), array_aval(op.result)
    kind = have.dtype, have.shape, have.weak
    return want.ndim > 0 and kind == (want.dtype, want.shape, want.weak)


def _is_temporary(value: Value) -> bool:
    """Whether the user has no name for a value, nor for what it is the cotangent of."""
    return not value.named and (value.primal is None or not value.primal.named)


def _asking(block: Block, found: set[Op]) -> Block:
    """The block with the shapes of products for those of their first factors, behind
    them."""
    instead: dict[Atom, Value] = {}
    ops: list[Operation] = []
    for op in block.ops:
        op = with_blocks(op, lambda inner: _asking(inner, found))
        if isinstance(op, Op) and op.primitive == "shape" and op.args[0] in instead:
            op = replace(op, args=(instead[op.args[0]],))
        if isinstance(op, Op) and op in found:
            instead[op.args[0]] = op.result
        ops.append(op)
    return replace(block, ops=tuple(ops))


def _written(block: Block, found: set[Op]) -> Block:
    ops: list[Operation] = []
    for op in block.ops:
        if not isinstance(op, Op) or op not in found:
            ops.append(with_blocks(op, lambda inner: _written(inner, found)))
            continue
        array = op.args[0]
        read, scaled = Value(array.aval), Value(op.result.aval)
        whole = (("index", WHOLE),)
        ops += [
            replace(
                op,
                primitive="getitem",
                args=(array,),
                attributes=whole,
                results=(read,),
            ),
            replace(op, args=(read, *op.args[1:]), results=(scaled,)),
            replace(op, primitive="setitem", args=(array, scaled), attributes=whole),
        ]
    return replace(block, ops=tuple(ops))
