"""How long the lists of run time are, as far as that is known while compiling.

A length belongs to a value, as a shape does: a list that has changed is another one.
What is known of it is a size, which may be a number in the call at hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.shapes import dim_of, slice_size
from srcad.compiler.ir.types import NONE, Atom, Lit, Value, array_aval
from srcad.compiler.reading.sizes import Dim, size_product, size_sum

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
