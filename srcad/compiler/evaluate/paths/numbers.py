"""Numbers that a loop starts with, or a path leaves, in the place of arrays.

    h = 0.0
    for x in xs:
        h = np.tanh(W @ x + u * h)

The number stands for an array of it, whatever the size, as long as nobody sees that it
is none. Where it meets what has a slope and no axes, it is one number still, and so
would its sum be: the gradient would be that of the sum of an array. So the first
iteration is written before the loop there; and behind a loop that may have had none,
such a program is refused. So is one that sees what a path leaves as a number, in
``if c: h = x * t`` behind ``h = 0.0``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.evaluate.left import Left
from srcad.compiler.evaluate.paths.trials import Trial
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.avals import Aval, common_dtype
from srcad.compiler.ir.origins import span_of_origin
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.sizes import names_in
from srcad.compiler.ir.types import (
    Atom,
    Call,
    Exit,
    If,
    Lit,
    Loop,
    Op,
    Opaque,
    Operation,
    Value,
    array_aval,
    blocks_of,
    direct_args,
)

# What there is in the place of an array: a number, or one with a slope.
_FLAT, _STEEP = range(2)
Numbers = dict[Atom, int]
T = TypeVar("T")
# What gives a number of an array, and of a number that number.
_OF_NUMBERS_TOO = ("sum", "max", "min", "any", "all")
AS_IN_THE_END = "start it with the type, rank and dtype that it has in the end"


def seen_number(
    ops: Sequence[Operation], carries: Sequence[tuple[Value, Atom, Atom]]
) -> int | None:
    """The place of a carry of which an iteration sees that it is a number at first.

    ``carries`` are what it is in the iteration, before the loop, and after it.
    """
    places = [k for k, one in enumerate(carries) if stands_in(one[1], one[0])]
    for place, found in zip(
        [*places, *places[:1]], _alone_and_all(places), strict=True
    ):
        numbers: Numbers = {carries[k][0]: _FLAT for k in found}
        known = 0
        while known != len(numbers):
            known = len(numbers)
            if _is_seen(ops, numbers):
                return place
            for other, _, end in carries:
                _follow(numbers, other, [end])
    return None


def standing(session: Session, *atoms: Atom) -> Atom | None:
    """The number that stands on one path for an array of the other, if it is known, or
    is that in a first iteration, and does not change the dtype; None where none is."""
    number, array = sorted(atoms, key=_has_axes)
    start = number
    while isinstance(start, Value) and start in session.starts:
        start = session.starts[start]
    known = start.is_literal and number.aval.is_numeric and not _has_axes(number)
    if not known or not _has_axes(array):
        return None
    aval = array_aval(array)
    return number if common_dtype(array_aval(number), aval) == aval.dtype else None


def passing_in(
    ops: Iterable[Operation], passing: Mapping[Value, Value], params: Sequence[Value]
) -> Value | None:
    """What a path leaves as a number that a loop carries, in the place of an array, if
    there is something; ``params`` are what the loop carries in an iteration."""
    for op in ops if passing else ():
        for result in op.results:
            if passing.get(result) in params:
                return result
        for block in blocks_of(op):
            if found := passing_in(block.ops, passing, params):
                return found
    return None


def left_by(loop: Loop, surely: bool) -> list[Value]:
    """What a loop leaves as an array, and may leave as the number that it starts with:
    where run time decides if there is an iteration to its end, which ``surely`` says
    otherwise, or where one leaves it as it was."""
    columns = loop.carry_params, loop.starts, loop.results, loop.body.results
    carries = zip(*columns, strict=False)
    left = []
    for param, start, result, end in carries:
        if stands_in(start, result):
            numbers: Numbers = {param: _FLAT}
            _is_seen(loop.body.ops, numbers)
            if end in numbers or (not surely and _may_not_run(loop)):
                left.append(result)
    return left


def check_left(
    ops: Sequence[Operation], left: Left, results: Sequence[Atom], outermost: bool
) -> None:
    """Refuse a number that a path, or a loop without iterations, has ``left`` in the
    place of an array, where that is seen, or given to who may see it: who calls the
    ``outermost`` function is given what Python gives."""
    for found in _alone_and_all([*_left_in(ops)]):
        numbers: Numbers = {result: _FLAT for _, _, result in found}
        seen = _is_seen(ops, numbers)
        given = [k for k, one in enumerate(results) if one in numbers]
        asked = not left.asked.isdisjoint(numbers)
        if seen or asked or (given and not outermost):
            raise CompileError(_left(*found[0]))
        if outermost:
            left.outputs = frozenset(given)


def _alone_and_all(some: list[T]) -> list[list[T]]:
    """Each of some alone, where the others are arrays, and all of them."""
    return [*([one] for one in some), *([some] if some else [])]


def _left_in(
    ops: Iterable[Operation],
) -> Iterator[tuple[Operation, Atom, Value]]:
    """The loops and branches among operations, and in their blocks, with the numbers
    that they leave."""
    for op in ops:
        if isinstance(op, Loop):
            columns = [op.starts]
        elif isinstance(op, If):
            columns = [block.results for block in blocks_of(op)]
        else:
            columns = []
        for result, *sources in zip(op.results, *columns, strict=False):
            found = next((one for one in sources if stands_in(one, result)), None)
            if result.aval.loose and found is not None:
                yield op, found, result
        for block in blocks_of(op):
            yield from _left_in(block.ops)


def _left(op: Operation, number: Atom, result: Value) -> Diagnostic:
    """What there is to say of it."""
    looped = "where this loop has no iteration", "after one"
    places = looped if isinstance(op, Loop) else ("on one of these paths", "on another")
    name = f"`{result.hint}`" if result.hint else "this"
    message = f"{name} is {number.aval} {places[0]}, and {result.aval} {places[1]}"
    return Diagnostic("SRC019", message, span_of_origin(op.origin), help=AS_IN_THE_END)


def stands_in(start: Atom, value: Value) -> bool:
    """Whether a number that is known stands for an array."""
    return start.is_literal and start.aval.is_numeric and _has_axes(value)


def _may_not_run(loop: Loop) -> bool:
    """Whether run time decides if there is an iteration to the end of the loop's body;
    an axis has elements."""
    if loop.bounds is not None and _may_be_empty(*loop.bounds):
        return True
    starts = dict(zip(loop.carry_params, loop.starts, strict=True))
    made = {result: op for op in loop.body.ops for result in op.results}
    exits = (op.condition for op in loop.body.ops if isinstance(op, Exit))
    return any(_at_start(one, starts, made) is not False for one in exits)


def _may_be_empty(*bounds: Atom) -> bool:
    """Whether a range may have no elements."""
    _, stop, _ = bounds
    if all(isinstance(one, Lit) for one in bounds):
        return not range(*(one.value for one in bounds if isinstance(one, Lit)))
    size = stop.aval.size
    return not stop.is_literal and (size is None or bool(names_in(size)))


def _at_start(
    atom: Atom, starts: dict[Value, Atom], made: dict[Value, Operation]
) -> Any:
    """What a condition, or a part of it, is where a loop starts; None if only run time
    knows."""
    start = starts.get(atom, atom) if isinstance(atom, Value) else atom
    if isinstance(start, Lit):
        return start.value
    op = made.get(start)
    if not isinstance(op, Op) or len(op.results) > 1:
        return None
    values = [_at_start(arg, starts, made) for arg in op.args]
    if any(value is None for value in values):
        return None
    try:
        found = PRIMITIVES[op.primitive].evaluate(*values, **dict(op.attributes))
    except (ArithmeticError, TypeError, ValueError):
        return None
    return bool(found) if op.result.aval.is_bool else found


def _is_seen(ops: Iterable[Operation], numbers: Numbers) -> bool:
    """Whether somebody sees that numbers are no arrays; what is made of them joins."""
    return any(_sees(op, numbers) for op in ops)


def _sees(op: Operation, numbers: Numbers) -> bool:
    match op:
        case Op():
            return _of_one(op, numbers)
        case If():
            if any(_is_seen(block.ops, numbers) for block in blocks_of(op)):
                return True
            for place, result in enumerate(op.results):
                ends = [block.results[place] for block in blocks_of(op)]
                _follow(numbers, result, ends)
            return False
        case Loop():
            for start, param in zip(op.starts, op.carry_params, strict=True):
                _follow(numbers, param, [start])
            if _is_seen(op.body.ops, numbers):
                return True
            for place, start in enumerate(op.starts):
                _follow(numbers, op.results[place], [start, op.body.results[place]])
            return False
        case Call(args=args) | Opaque(args=args):
            return any(atom in numbers for atom in args)
    return False


def _follow(numbers: Numbers, value: Value, sources: list[Atom]) -> None:
    """What may be one of some numbers is one as well."""
    found = [numbers[one] for one in sources if one in numbers]
    if found and isinstance(value.aval, Aval) and value.aval.ndim:
        numbers[value] = max(found)


def reads_alike(first: Trial, second: Trial) -> bool:
    """Whether two evaluations of a body do the same, with values of other ranks."""
    same: dict[Atom, Atom] = dict(zip(first.params, second.params, strict=False))
    if first.index is not None and second.index is not None:
        same[first.index] = second.index
    return _alike(first.builder.ops, second.builder.ops, same)


def _alike(
    first: Sequence[Operation], second: Sequence[Operation], same: dict[Atom, Atom]
) -> bool:
    if len(first) != len(second):
        return False
    for one, other in zip(first, second, strict=True):
        if type(one) is not type(other) or len(one.results) != len(other.results):
            return False
        if isinstance(one, Op) and isinstance(other, Op):
            if one.primitive != other.primitive:
                return False
        pairs = zip(direct_args(one), direct_args(other), strict=False)
        if not all(same.get(a, a) == b for a, b in pairs):
            return False
        same.update(zip(one.results, other.results, strict=True))
        for inside, beside in zip(blocks_of(one), blocks_of(other), strict=True):
            same.update(zip(inside.params, beside.params, strict=False))
            if not _alike(inside.ops, beside.ops, same):
                return False
    return True


def _of_one(op: Op, numbers: Numbers) -> bool:
    given = [numbers[arg] for arg in op.args if arg in numbers]
    if not given:
        return False
    if not PRIMITIVES[op.primitive].elementwise:
        return max(given) > _FLAT or op.primitive not in _OF_NUMBERS_TOO
    result = op.result.aval
    if not isinstance(result, Aval):
        return False
    others = [arg for arg in op.args if arg not in numbers]
    if all(one.aval.shape != result.shape for one in others):
        steep = any(one.aval.is_inexact and not one.is_literal for one in others)
        kind = _STEEP if steep else max(given)
        # What compares has no slope.
        numbers[op.result] = kind if result.is_inexact else _FLAT
    return False


def _has_axes(atom: Atom) -> bool:
    return isinstance(atom.aval, Aval) and atom.aval.ndim > 0
