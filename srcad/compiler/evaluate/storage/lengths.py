"""How long the lists of run time are, as far as that is known while compiling.

A length belongs to a value, as a shape does: a list that has changed is another one.
What is known of it is a size, which may be a number in the call at hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from srcad.compiler.evaluate.contents import RunTimeList
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
    Lit,
    Loop,
    Value,
    array_aval,
    definitions,
)
from srcad.compiler.reading.sizes import Dim, is_known, size_product, size_sum

# Of the length of a list, and of what else an operation is given: that of the result.
Rule = Callable[..., Dim | None]


def _part(length: Dim, *bounds: Atom) -> Dim:
    known = [None if bound == NONE else dim_of(bound) for bound in bounds]
    return slice_size(length, slice(*known))


def _repeated(length: Dim, count: Atom) -> Dim | None:
    if not isinstance(count, Lit) or count.value < 0:
        return None
    return size_product(length, count.value)


_RULES: dict[str, Rule] = {
    **dict.fromkeys(("copy", "reversed", "list_reverse"), lambda n: n),
    "list_append": lambda n, _: size_sum(n, 1),
    "list_insert": lambda n, *_: size_sum(n, 1),
    "list_set": lambda n, *_: n,
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


def note_lengths(session: Session, loop: Loop, length: Any) -> None:
    """Lists to which every iteration of a loop appends once, from empty ones."""
    size = size_of(length)
    if size is None or loop.stop is not None or loop.has_exit:
        return
    made = definitions(loop.body.ops)
    for start, param, end, result in zip(
        loop.starts, loop.carry_params, loop.body.results, loop.results, strict=False
    ):
        if start.aval != EMPTY or end.is_literal:
            continue
        op = made.get(end)
        if op is not None and op.primitive == "list_append" and op.args[0] is param:
            session.lengths[result] = size


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
