"""What the backward half keeps of the forward half.

A value that the backward half reads is kept, unless it is cheap and what it is made
of is at hand anyway, as ``1 - p`` of what is kept; of an array whose shape alone is
read, the shape is kept, unless another array of this shape is at hand; of one that is
only compared, what that gives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard

from srcad.compiler.differentiate.masks import keep_masks
from srcad.compiler.ir.avals import Aval, ShapeAval
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.cloning import clone_op
from srcad.compiler.ir.costs import is_cheap, is_index
from srcad.compiler.ir.lists import GIVES_LIST
from srcad.compiler.ir.substitution import (
    Substitution,
    substitute,
    with_blocks,
    without,
)
from srcad.compiler.ir.types import (
    Atom,
    Block,
    If,
    Lit,
    Op,
    Operation,
    Value,
    blocks_of,
    contexts_of,
    direct_args,
    free_values,
    used_values,
    walk,
)

_OWN = (
    *("full", "copy", "setitem", "add_at", "getitem", "negative", "list_len"),
    *GIVES_LIST,
)
# What takes no longer than to keep what it gives, of numbers.
_SHORT = ("add", "subtract", "multiply", "negative")
# What is kept of an array or a list that is not read for anything else.
_MEASURES = ("shape", "list_len")


@dataclass(slots=True)
class Selection:
    """``kept`` in order of definition; ``forward`` and ``backward`` as they became."""

    kept: list[Value]
    forward: list[Operation]
    backward: Block


def select_residuals(
    forward: list[Operation],
    params: tuple[Value, ...],
    backward: Block,
    at_hand: Callable[[Value], bool] = lambda value: False,
    arrays: Sequence[Value] = (),
    listed: bool = False,
    outputs: Collection[Atom] = (),
    is_there: Callable[[Atom], bool] = lambda atom: False,
) -> Selection:
    """Choose what ``backward`` keeps of the values bound by ``params`` and ``forward``.

    ``at_hand`` says of a value that it reaches the backward half anyway. So do
    ``arrays``, whose shapes may be asked for. What is ``listed`` is kept once for each
    iteration. ``outputs`` are there anyway, for whoever calls. An element of an array
    or a list from outside of the block is read again by its place, where ``is_there``
    says that this may be kept in its place.
    """
    definitions: dict[Value, Operation | None] = dict.fromkeys(params)
    for op in forward:
        for result in op.results:
            definitions[result] = op
    backward = _reuse(forward, backward)
    forward, backward = keep_masks(
        forward, definitions, backward, lambda one: one in outputs or at_hand(one)
    )
    backward = _of_others(definitions, backward, arrays) if arrays else backward
    forward, backward = _keep_shapes(forward, definitions, backward)
    backward = _of_factors(definitions, backward)
    needed = [v for v in free_values(backward) if v in definitions]
    order = {value: k for k, value in enumerate(definitions)}
    wanted = set(needed)
    again: list[Operation] = []

    def is_part(op: Op) -> bool:
        return _is_part(op, definitions, is_there)

    for value in sorted(wanted, key=order.__getitem__, reverse=True):
        if value in wanted and not at_hand(value):
            _recompute(value, definitions, wanted, again, at_hand, is_part)
    if listed:
        _keep_one_number(definitions, wanted, again, at_hand)
    _make_complements(definitions, backward, wanted, again)
    for value in [one for one in wanted if not one.named]:
        made = definitions[value]
        # Of a list that is kept anyway.
        if isinstance(made, Op) and made.primitive == "list_len":
            if made.args[0] in wanted:
                again.append(made)
                wanted.discard(value)
    # Whatever is recomputed may be made of other things that are recomputed.
    again.sort(key=lambda op: order[op.results[0]])
    mapping: Substitution = {}
    copies = [clone_op(op, mapping) for op in again]
    backward = _placed(substitute(backward, mapping), copies)
    kept = sorted(
        (v for v in free_values(backward) if v in definitions), key=order.__getitem__
    )
    return Selection(kept, forward, backward)


def _of_factors(definitions: dict[Value, Operation | None], backward: Block) -> Block:
    """``3 * (a * x * x)`` as ``3 * a * x * x``, where ``x`` is kept anyway or is the
    user's: one product more, and an array less. It rounds otherwise."""
    kept = [value for value in free_values(backward) if value in definitions]
    readers: dict[Value, list[Operation]] = {}
    for op in backward.ops:
        for value in used_values(op):
            readers.setdefault(value, []).append(op)
    instead: dict[Operation, tuple[Lit, Value]] = {}
    for value in kept:
        made, square = definitions[value], _scaled_square(value, definitions)
        if square is None or made is None or value in backward.results:
            continue
        here = square[1] in definitions and (square[1].named or square[1] in kept)
        if here and all(_is_scaling(op, value, made) for op in readers[value]):
            instead.update(dict.fromkeys(readers[value], square))
    builder = Builder()
    for op in backward.ops:
        if isinstance(op, Op) and op in instead:
            builder.origin, builder.phase = op.origin, op.phase
            number, factor = instead[op]
            both = _scaled(builder, op.args[0], number)
            op = replace(op, args=(builder.emit("multiply", both, factor), factor))
        builder.ops.append(op)
    return replace(backward, ops=tuple(builder.ops)) if instead else backward


def _scaled(builder: Builder, one: Atom, other: Lit) -> Atom:
    """The product of two numbers; as such where that reads better."""
    assert isinstance(one, Lit)
    number = one.value * other.value
    if len(repr(number)) <= len(repr(one.value)) + len(repr(other.value)):
        return Lit(number)
    return builder.emit("multiply", one, other)


def _scaled_square(
    value: Value, definitions: dict[Value, Operation | None]
) -> tuple[Lit, Value] | None:
    """``a`` and ``x`` of an array ``a * x * x`` that has no name."""
    outer = definitions.get(value)
    if value.named or not value.aval.shape or not _is_product(outer):
        return None
    once, factor = outer.args
    inner = definitions.get(once) if isinstance(once, Value) else None
    if not _is_product(inner) or inner.result.named or inner.args[1] is not factor:
        return None
    number, alike = inner.args[0], factor.aval == value.aval and value.aval.is_float
    if not alike or not isinstance(number, Lit) or not isinstance(factor, Value):
        return None
    return number, factor


def _is_product(op: Operation | None) -> TypeGuard[Op]:
    return isinstance(op, Op) and op.primitive == "multiply"


def _is_scaling(op: Operation, value: Value, made: Operation) -> bool:
    """Whether an operation multiplies a value by a number, where it is made as well."""
    if not _is_product(op) or op.args[1] is not value:
        return False
    number, same = op.args[0], contexts_of(op) == contexts_of(made)
    return same and isinstance(number, Lit) and type(number.value) in (int, float)


def _placed(backward: Block, copies: list[Operation]) -> Block:
    """Put what is computed again before what reads it first; into the only path that
    does."""
    ops = list(backward.ops)
    phase = next((op.phase for op in ops), 0)
    for copy in reversed(copies):
        (result,) = copy.results
        readers = [k for k, op in enumerate(ops) if result in used_values(op)]
        place = readers[0] if readers else 0
        path = ops[place] if len(readers) == 1 else None
        decides = isinstance(path, If) and path.condition is result
        if isinstance(path, If) and not (path.catches or decides):
            then, orelse = (result in free_values(side) for side in blocks_of(path))
            if result not in backward.results and then != orelse:
                if then:
                    ops[place] = replace(path, then=_placed(path.then, [copy]))
                else:
                    ops[place] = replace(path, orelse=_placed(path.orelse, [copy]))
                continue
        origin = ops[place].origin if place < len(ops) else None
        ops.insert(place, replace(copy, origin=origin, phase=phase))
    return replace(backward, ops=tuple(ops))


def _reuse(forward: list[Operation], backward: Block) -> Block:
    """What the forward half computed already is kept, not computed again."""
    known = {_key(op): op.results for op in forward if isinstance(op, Op)}
    mapping: Substitution = {}
    ops: list[Operation] = []
    for op in backward.ops:
        op = substitute(Block((), (op,), ()), mapping).ops[0]
        if isinstance(op, Op) and not is_cheap(op) and op.primitive not in _OWN:
            found = known.get(_key(op))
            if found is not None:
                mapping.update(zip(op.results, found, strict=True))
                continue
        ops.append(op)
    body = substitute(Block((), (), backward.results), mapping)
    return replace(backward, ops=tuple(ops), results=body.results)


def _key(op: Op) -> tuple[object, ...]:
    return op.primitive, op.args, op.attributes


def _recompute(
    value: Value,
    definitions: dict[Value, Operation | None],
    wanted: set[Value],
    again: list[Operation],
    at_hand: Callable[[Value], bool],
    is_part: Callable[[Op], bool] = lambda op: False,
) -> bool:
    """Plan to compute ``value`` again, if it is cheap and its arguments are there."""
    op = definitions.get(value)
    if not isinstance(op, Op):
        return False
    there = is_part(op)
    if not there and not is_cheap(op):
        return False
    kept_by_name = value.named and not there and op.primitive != "present"
    if kept_by_name and not isinstance(value.aval, ShapeAval) and not is_index(value):
        return False
    plan: list[Operation] = [op]
    for arg in op.args:
        if not isinstance(arg, Value) or arg not in definitions or arg in wanted:
            continue
        if at_hand(arg):
            continue
        deeper: list[Operation] = []
        if not _recompute(arg, definitions, wanted, deeper, at_hand, is_part):
            return False
        plan.extend(deeper)
    for one in plan:
        if one not in again:
            again.append(one)
    wanted.discard(value)
    return True


def _is_part(
    op: Op,
    definitions: dict[Value, Operation | None],
    is_there: Callable[[Atom], bool],
) -> bool:
    """Whether an operation reads an element, or a view, of an array or a list from
    outside that is kept as well."""
    if op.primitive not in ("getitem", "list_get"):
        return False
    owner, *places = op.args
    if any(place.aval.shape for place in places) or not isinstance(owner, Value):
        return False
    if owner not in definitions:
        return is_there(owner)
    made = definitions[owner]
    return isinstance(made, Op) and _is_part(made, definitions, is_there)


def _keep_one_number(
    definitions: dict[Value, Operation | None],
    wanted: set[Value],
    again: list[Operation],
    at_hand: Callable[[Value], bool],
) -> None:
    """Plan to compute all but one number again, where few operations do: a list of
    numbers is made and gone through faster than one of tuples, and is a third of it.

    Arithmetic of Python's numbers takes less time than that of NumPy's.
    """
    kept = [one for one in definitions if one in wanted and not at_hand(one)]
    if len(kept) < 2 or not all(_is_number(one) for one in kept):
        return
    python = all(one.aval.weak for one in kept)
    most = (2 if python else 1) * (len(kept) - 1)
    for one in kept:
        plan: dict[Operation, None] = {}
        if all(_is_of(other, one, definitions, plan, python) for other in kept):
            if len(plan) <= most:
                again.extend(plan)
                wanted.difference_update(kept)
                wanted.add(one)
                return


def _is_number(value: Value) -> bool:
    return value.aval.is_float and not value.aval.shape


def _is_of(
    atom: Atom,
    number: Value,
    definitions: dict[Value, Operation | None],
    plan: dict[Operation, None],
    python: bool,
) -> bool:
    """Whether short operations, those of the ``plan``, give a value of a number and of
    what is the same in all iterations."""
    if atom is number or isinstance(atom, Lit) or atom not in definitions:
        return True
    op = definitions[atom]
    if not isinstance(op, Op) or atom.named or (python and not atom.aval.weak):
        return False
    if op in plan:
        return True
    if op.primitive not in _SHORT and (op.primitive, python) != ("divide", True):
        return False
    plan[op] = None
    return all(_is_of(arg, number, definitions, plan, python) for arg in op.args)


def _make_complements(
    definitions: dict[Value, Operation | None],
    backward: Block,
    wanted: set[Value],
    again: list[Operation],
) -> None:
    """Plan to compute ``1 - p`` again, and what else one operation gives of a number
    and an array that is kept anyway, where it is read once: as a part of an expression
    it takes no memory of its own, neither in this half nor in that one.

    It takes a twentieth more time of a small logistic regression, and none of a large
    one, which needs 1.0 times the memory of NumPy by hand in the place of 1.17.
    """
    reads = Counter(atom for op in walk(backward) for atom in direct_args(op))
    reads.update(atom for atom in backward.results)
    for value in [one for one in definitions if one in wanted]:
        op = definitions[value]
        if not isinstance(op, Op) or op.primitive not in _SHORT or value.named:
            continue
        if contexts_of(op):
            continue
        arrays = [arg for arg in op.args if not isinstance(arg, Lit)]
        alike = len(arrays) == 1 and arrays[0].aval == value.aval
        if alike and value.aval.shape and arrays[0] in wanted and reads[value] == 1:
            again.append(op)
            wanted.discard(value)


def _measured(
    definitions: dict[Value, Operation | None], backward: Block
) -> tuple[dict[Value, list[Op]], set[Value]]:
    """What is read of the forward half for its shape or length alone, with the
    operations that ask for it, and what is read for something else."""
    others: set[Value] = set()
    shapes: dict[Value, list[Op]] = {}
    for op in walk(backward):
        if isinstance(op, Op) and op.primitive in _MEASURES:
            (arg,) = op.args
            if isinstance(arg, Value) and arg in definitions:
                shapes.setdefault(arg, []).append(op)
                continue
        direct = set(used_values(op))
        others.update(direct if isinstance(op, Op) else _direct_values(op))
    others.update(v for v in backward.results if isinstance(v, Value))
    return {one: ops for one, ops in shapes.items() if one not in others}, others


def _of_others(
    definitions: dict[Value, Operation | None],
    backward: Block,
    arrays: Sequence[Value],
) -> Block:
    """Ask for the shape of an array that is read anyway, in the place of one of the
    same shape that is not."""
    measured, others = _measured(definitions, backward)
    read = {one: None for one in definitions if one in others}
    inputs = [one for one in arrays if one in read and definitions[one] is None]
    at_hand = [one for one in arrays if one not in definitions]
    alike = [*inputs, *at_hand, *(one for one in read if one in arrays)]
    instead: dict[Op, Op] = {}
    for array, ops in measured.items():
        other = next((one for one in alike if _same_shape(one, array)), None)
        if other is not None:
            instead.update({op: replace(op, args=(other,)) for op in ops})
    return _exchanged(backward, instead) if instead else backward


def _same_shape(one: Value, other: Value) -> bool:
    if not isinstance(one.aval, Aval) or not isinstance(other.aval, Aval):
        return False
    return one.aval.stands_for(other.aval)


def _exchanged(block: Block, instead: dict[Op, Op]) -> Block:
    ops = tuple(
        instead.get(op, op)
        if isinstance(op, Op)
        else with_blocks(op, lambda inner: _exchanged(inner, instead))
        for op in block.ops
    )
    return replace(block, ops=ops)


def _keep_shapes(
    forward: list[Operation],
    definitions: dict[Value, Operation | None],
    backward: Block,
) -> tuple[list[Operation], Block]:
    """Let ``shape(x)`` be computed in the forward half where ``x`` is else not read,
    and ``len(x)`` of a list."""
    moved, _ = _measured(definitions, backward)
    if not moved:
        return forward, backward
    forward = list(forward)
    mapping: Substitution = {}
    for array, ops in moved.items():
        existing = _existing_shape(forward, array)
        if existing is None:
            template = ops[0]
            existing = Value(template.result.aval)
            made = replace(template, results=(existing,), phase=0)
            _insert_after(forward, array, made)
        definitions.setdefault(existing, None)
        if definitions[existing] is None:
            for op in forward:
                if existing in op.results:
                    definitions[existing] = op
        mapping.update({op.result: existing for op in ops})
    dropped = {op for ops in moved.values() for op in ops}
    return forward, substitute(without(backward, dropped), mapping)


def _direct_values(op: Operation) -> set[Value]:
    values = {atom for atom in direct_args(op) if isinstance(atom, Value)}
    for block in blocks_of(op):
        values.update(atom for atom in block.results if isinstance(atom, Value))
    stop = getattr(op, "stop", None)
    return values | ({stop} if isinstance(stop, Value) else set())


def _existing_shape(forward: list[Operation], array: Value) -> Value | None:
    for op in forward:
        if isinstance(op, Op) and op.primitive in _MEASURES and op.args == (array,):
            return op.result
    return None


def _insert_after(forward: list[Operation], array: Value, made: Op) -> None:
    for place, op in enumerate(forward):
        if array in op.results:
            forward.insert(place + 1, replace(made, origin=op.origin))
            return
    forward.insert(0, made)
