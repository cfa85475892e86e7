"""How long the lists of run time are, as far as that is known while compiling.

A length belongs to a value, as a shape does: a list that has changed is another one.
What is known of it is a size, which may be a number in the call at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from srcad.compiler.evaluate.contents import RunTimeList, TupleOfRunTime
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.objects import Box, size_of
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.signals import StaleView
from srcad.compiler.ir.lists import EMPTY
from srcad.compiler.ir.shapes import dim_of, slice_size
from srcad.compiler.ir.types import (
    NONE,
    Atom,
    Block,
    If,
    Lit,
    Loop,
    Op,
    Operation,
    Value,
    array_aval,
    blocks_of,
    walk,
)
from srcad.compiler.reading.sizes import (
    Dim,
    is_known,
    is_natural,
    size_product,
    size_sum,
)

# Of the length of a list, and of what else an operation is given: that of the result.
Rule = Callable[..., Dim | None]


class Made:
    """What has made values: operations that are looked for as they are asked for."""

    def __init__(self, ops: Iterable[Operation]) -> None:
        self._ops = iter(ops)
        self._found: dict[Atom, Operation] = {}

    def get(self, value: Atom) -> Operation | None:
        """The operation that has made a value; None where it is not among these."""
        while value not in self._found:
            op = next(self._ops, None)
            if op is None:
                return None
            self._found.update(dict.fromkeys(op.results, op))
        return self._found[value]

    def enter(self, block: Block) -> None:
        """Look in a block as well."""
        for op in block.ops:
            self._found.update(dict.fromkeys(op.results, op))


def _part(length: Dim, *bounds: Atom) -> Dim:
    known = [None if bound == NONE else dim_of(bound) for bound in bounds]
    return slice_size(length, slice(*known))


def _repeated(length: Dim, count: Atom) -> Dim | None:
    if isinstance(count, Lit):
        return size_product(length, count.value) if count.value >= 0 else None
    size = array_aval(count).size
    return size_product(length, size) if size is not None and is_natural(size) else None


_AS_LONG = ("copy", "reversed", "list_reverse", "list_set")
_RULES: dict[str, Rule] = {
    **dict.fromkeys(_AS_LONG, lambda n, *_: n),
    "list_append": lambda n, _: size_sum(n, 1),
    "list_insert": lambda n, *_: size_sum(n, 1),
    "list_slice": _part,
    "list_repeat": _repeated,
}
_OF_TWO = ("list_extend", "list_plus")


def emitted(
    session: Session, primitive: str, *args: Atom, **attributes: Any
) -> tuple[Value, ...]:
    """The results of an operation on lists, whose last is a list."""
    results = session.builder.emit_all(primitive, *args, **attributes)
    length = _length(session, primitive, args)
    if length is not None:
        session.lengths[results[-1]] = length
    return results


def _length(session: Session, primitive: str, args: tuple[Atom, ...]) -> Dim | None:
    if primitive == "unstack":
        return array_aval(args[0]).shape[0]
    first, *rest = args
    length = session.lengths.get(first)
    if length is None:
        return None
    if primitive in _OF_TWO:
        other = session.lengths.get(rest[0])
        return None if other is None else size_sum(length, other)
    rule = _RULES.get(primitive)
    return None if rule is None else rule(length, *rest)


def list_in(item: Any) -> RunTimeList | None:
    """The list of run time that an object is, or what a tuple of run time holds."""
    xs: Any = item.items if type(item) is TupleOfRunTime else item
    return xs if kind_of(xs).lists(xs) else None


def of_unknown_length(frame: Frame, item: Any) -> RunTimeList | None:
    """The list, where an object is a list or a tuple as long as run time knows."""
    xs = list_in(item)
    return xs if xs is not None and fixed_length(frame, xs) is None else None


def note_lengths(session: Session, loop: Loop, length: Any) -> None:
    """Lists that iterations leave as long as they were, and those to which every one of
    ``length`` iterations appends once, from empty ones."""
    if not any(param.aval.is_list for param in loop.carry_params):
        return
    size = size_of(length) if length is not None else None
    if loop.stop is not None or loop.has_exit:
        size = None
    made = Made(walk(loop.body))
    for start, param, end, result in zip(
        loop.starts, loop.carry_params, loop.body.results, loop.results, strict=False
    ):
        if not param.aval.is_list or end.is_literal:
            continue
        known, op = session.lengths.get(start), made.get(end)
        if known is not None and _is_as_long(made, end, {param: True}):
            session.lengths[result] = known
        elif size is not None and start.aval == EMPTY and isinstance(op, Op):
            if op.primitive == "list_append" and op.args[0] is param:
                session.lengths[result] = size


def _is_as_long(made: Made, end: Atom, known: dict[Atom, bool]) -> bool:
    """Whether a list is as long as those that are ``known`` to be, on every path."""
    if end not in known:
        known[end] = _is_made_as_long(made, end, known)
    return known[end]


def _is_made_as_long(made: Made, end: Atom, known: dict[Atom, bool]) -> bool:
    match made.get(end):
        case Op(primitive=primitive, args=args):
            return primitive in _AS_LONG and _is_as_long(made, args[0], known)
        case If(results=results) as op:
            ends = [block.results[results.index(end)] for block in blocks_of(op)]
            return all(_is_as_long(made, one, known) for one in ends)
        case Loop(results=results) as op:
            k = results.index(end)
            known[op.carry_params[k]] = True
            inner = _is_as_long(made, op.body.results[k], known)
            return inner and _is_as_long(made, op.starts[k], known)
    return False


def has_elements(session: Session, xs: Atom) -> bool:
    """Whether a list has an element on every path."""
    return _least(Made(session.builder.backwards()), xs, {}) > 0


def _least(made: Made, xs: Atom, known: dict[Atom, int]) -> int:
    """How many elements a list has on each path, where those have as many that are
    ``known``."""
    if xs not in known:
        known[xs] = _least_made(made, xs, known)
    return known[xs]


def _least_made(made: Made, xs: Atom, known: dict[Atom, int]) -> int:
    match made.get(xs):
        case Op(primitive="list_of", args=args):
            return len(args)
        case Op(primitive="list_append" | "list_insert", args=args):
            return _least(made, args[0], known) + 1
        case Op(primitive=primitive, args=args) if primitive in _OF_TWO:
            return sum(_least(made, one, known) for one in args)
        case Op(primitive=primitive, args=args) if primitive in _AS_LONG:
            return _least(made, args[0], known)
        case Op(primitive="list_pop", args=args, results=(_, rest)) if xs is rest:
            return max(_least(made, args[0], known) - 1, 0)
        case Op(primitive="list_slice", args=args):
            return _least_part(_least(made, args[0], known), *args[1:])
        case If(results=results) as op:
            k = results.index(xs)
            return min(_least_left(made, block, k, known) for block in blocks_of(op))
        case Loop(results=results) as op if xs in results[: op.carries]:
            k = results.index(xs)
            start = known[op.carry_params[k]] = _least(made, op.starts[k], known)
            return start if _least_left(made, op.body, k, known) >= start else 0
    return 0


def _least_left(made: Made, block: Block, k: int, known: dict[Atom, int]) -> int:
    """The same of what a block leaves."""
    made.enter(block)
    return _least(made, block.results[k], known)


def _least_part(least: int, *bounds: Atom) -> int:
    """How many elements a part of a list has that has at least so many."""
    known = [bound.value for bound in bounds if bound.is_literal]
    start, stop, *step = known if len(known) == len(bounds) else [-1, 0]
    from_end = start is not None and start < 0 and stop is not None and stop >= 0
    return 0 if step or from_end else len(range(least)[start:stop])


# What is 0 or more; where all that it is made of is; and where some of that is.
_COUNTS = ("list_len", "size_of", "abs")
_COUNTED = ("add", "multiply", "least", "floor_divide", "astype", "present", "copy")
_COUNTED_BY_ONE = ("greatest",)


def is_count(session: Session, number: Atom) -> bool:
    """Whether a whole number is 0 or more on every path, by how it was made."""
    return _is_count(Made(session.builder.backwards()), number, {})


def _is_count(made: Made, number: Atom, known: dict[Atom, bool]) -> bool:
    if number not in known:
        known[number] = _is_made_as_count(made, number, known)
    return known[number]


def _is_made_as_count(made: Made, number: Atom, known: dict[Atom, bool]) -> bool:
    if isinstance(number, Lit):
        return isinstance(number.value, int) and number.value >= 0
    aval = number.aval
    if aval.is_bool or (aval.size is not None and is_natural(aval.size)):
        return True
    match made.get(number):
        case Op(primitive=primitive, args=args) if primitive in _COUNTED:
            return all(_is_count(made, one, known) for one in args)
        case Op(primitive=primitive, args=args) if primitive in _COUNTED_BY_ONE:
            return any(_is_count(made, one, known) for one in args)
        case Op(primitive=primitive):
            return primitive in _COUNTS
        case If(results=results) as op:
            k = results.index(number)
            return all(_is_count_left(made, one, k, known) for one in blocks_of(op))
        case Loop(results=results) as op if number in results[: op.carries]:
            k = results.index(number)
            known[op.carry_params[k]] = True
            start = _is_count(made, op.starts[k], known)
            return start and _is_count_left(made, op.body, k, known)
    return False


def _is_count_left(made: Made, block: Block, k: int, known: dict[Atom, bool]) -> bool:
    """The same of what a block leaves."""
    made.enter(block)
    return _is_count(made, block.results[k], known)


def known_length(frame: Frame, box: Box) -> Dim | None:
    """The length of a list, where it is known at compile time."""
    if box.stale:
        raise StaleView(box.stale)
    return frame.session.lengths.get(box.value)


def list_size(frame: Frame, xs: RunTimeList) -> int | None:
    """The length of a list, where it is a number at compile time."""
    length = known_length(frame, kind_of(xs).lists(xs)[0])
    return length if is_known(length) else None


def fixed_length(frame: Frame, xs: RunTimeList) -> int | None:
    """The length of a list where it is a number, in this call if not in others."""
    length = known_length(frame, kind_of(xs).lists(xs)[0])
    if length is not None and not is_known(length):
        frame.session.builder.sizes.fix(length)
    return length if is_known(length) else None
