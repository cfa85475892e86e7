"""Structures that may be None, as run time knows.

Such an object is a structure whose leaves are all None where it is None, but for those
that say which of a few texts it holds: there nobody asks for them. It is the structure
itself wherever a program has asked, or takes it apart. What can be changed (a list, a
dict, an object with attributes) is another one wherever it is taken apart: the heap
notes that these may be one, so a write into any of them is refused. Lists that run time
knows the length of are not among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from srcad.compiler.evaluate.agreement import alike
from srcad.compiler.evaluate.contents import Sought
from srcad.compiler.evaluate.kinds import (
    kind_of,
    leaves,
    rebuilt,
    same_structure,
)
from srcad.compiler.evaluate.objects import (
    NO_BOX,
    Box,
    Maybe,
    aval_of,
    box_of,
    is_number,
    is_optional,
)
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.storage.aliases import adopt, link, stands_for
from srcad.compiler.evaluate.storage.chosen import as_choices
from srcad.compiler.evaluate.storage.elements import note_present
from srcad.compiler.evaluate.storage.nested_lists import list_at
from srcad.compiler.ir.avals import (
    AnyAval,
    OptionalAval,
    without_none,
    without_size,
)
from srcad.compiler.ir.types import Atom, definitions
from srcad.compiler.reading.records import (
    is_frozen,
    is_made,
    is_record,
    own_attributes,
    parts_of,
)


def may_be_none(item: Any) -> bool:
    """Whether an object may as well be None at run time: a number or an array."""
    known = is_number(item) and box_of(item) is NO_BOX
    return known or without_none(aval_of(item)).is_numeric


def is_maybe(item: Any) -> bool:
    """Whether an object is a structure that may be None as a whole."""
    return kind_of(item).within(item) is not None


def structure_of(item: Any) -> Any:
    """The structure that may be None as a whole, of an object; None if it is no such
    object."""
    within = kind_of(item).within(item)
    if within is not None:
        return within
    if not _is_fixed(item):
        return None
    there = [may_be_none(leaf) and not is_optional(leaf) for leaf in _numbers(item)]
    return item if there and all(there) else None


def _numbers(item: Any) -> Iterator[Any]:
    """The leaves of a structure that are None wherever it is: those which are not
    known, and do not say which of a few texts it holds."""
    of = kind_of(item)
    if of.choice(item) is not None:
        return
    if of.is_structure:
        for part in of.parts(item):
            yield from _numbers(part)
    elif not is_known(item):
        yield item


def is_known(leaf: Any) -> bool:
    """Whether a leaf is the same wherever the structure is there at all."""
    return leaf is None or isinstance(leaf, str)


def _is_fixed(item: Any) -> bool:
    """Whether all that a structure holds are arrays, numbers, and structures of these;
    a write into one of its attributes is noticed."""
    if isinstance(item, tuple) or type(item) is list:
        return all(map(_is_fixed_part, item))
    if type(item) is dict:
        return all(map(_is_fixed_part, item.values()))
    if is_made(item):
        return all(map(_is_fixed_part, own_attributes(item).values()))
    return is_record(item) and all(map(_is_fixed_part, parts_of(item).values()))


def _is_fixed_part(part: Any) -> bool:
    choice = kind_of(part).choice(part)
    text = choice is not None and choice.family is str
    return text or is_number(part) or is_known(part) or _is_fixed(part)


def nothing(form: Any) -> Maybe:
    """A structure of this form that is None; what is known of it stays."""
    parts = (leaf if is_known(leaf) else None for leaf in leaves(form))
    return Maybe(rebuilt(form, parts))


def aligned(session: Session, first: Any, second: Any) -> tuple[Any, Any] | None:
    """Two objects, one of which may be None, as structures of one form."""
    if not any(item is None or is_maybe(item) for item in (first, second)):
        return None
    forms = [structure_of(item) for item in (first, second) if item is not None]
    if any(form is None for form in forms):
        return None
    if len(forms) == 2:
        forms = [*as_choices(session, *forms)]
    if not same_structure(forms[0], forms[-1]):
        return None
    empty = nothing(forms[0]).item
    one = empty if first is None else forms[0]
    return one, empty if second is None else forms[-1]


def as_maybe(structure: Any, now: Any) -> Any:
    """``now`` in the way of ``structure``, which may be None."""
    within = kind_of(structure).within(structure)
    if within is None or is_maybe(now):
        return now
    if now is None:
        return nothing(within)
    form = structure_of(now)
    fits = form is not None and same_structure(form, within)
    return Maybe(now) if fits else now


def can_be_none(item: Any) -> bool:
    """Whether a loop can carry an object that is None at first."""
    return may_be_none(item) or structure_of(item) is not None


def may_be_changed(item: Any) -> bool:
    """Whether an object that may be None holds one with attributes that may be set: it
    is another object in each iteration, so a loop does not carry it."""
    within = kind_of(item).within(item)
    item = item if within is None else within
    if isinstance(item, tuple):
        return any(map(may_be_changed, item))
    if isinstance(item, list | dict):
        return True
    return is_made(item) and not is_frozen(item)


def optional(aval: AnyAval) -> AnyAval:
    """What is known of what may be None as well; not which number it is, which would be
    known without asking if it is there."""
    inner = without_none(aval)
    return OptionalAval(without_size(inner), told=True)


def told_by(item: Any) -> Iterator[Any]:
    """The values of run time that are None where an object is."""
    return (one for one in _numbers(item) if box_of(one) is one)


def is_none(session: Session, item: Box | Maybe) -> Box:
    """Whether an object that may be None is None."""
    first = next(told_by(item))
    return session.box(session.builder.emit("is_none", first.value))


def present(session: Session, item: Any, sure: bool = False) -> Any:
    """What may be None, where Python needs it to be there, which a test may have made
    ``sure``."""
    if isinstance(item, Sought):
        place = session.atom(present(session, item.index, sure))
        return list_at(session, item.seen, place)
    within = kind_of(item).within(item)
    if within is not None:
        there = rebuilt(within, (present(session, one, sure) for one in leaves(item)))
        stands_for(session, adopt(session, there), within)
        note_present(session, there, within)
        return there
    if not is_optional(item):
        return item
    box = alike(session.box(_present(session, item, sure)), item)
    link(session, box, item)
    return box


def narrow(session: Session, box: Box) -> None:
    """From here on a box holds what it holds, which is not None."""
    session.narrow(box, _present(session, box, True))


def _present(session: Session, box: Box, sure: bool) -> Atom:
    """What a box holds, where Python needs it to be there."""
    ops, value = session.builder.ops[-4:], session.value_or_none(box)
    for op in definitions(ops).values():
        # An operand that is there twice is the same one.
        if op.primitive == "present" and op.args[0] is value:
            return op.result
    found = session.builder.emit("present", value, hint=value.hint)
    (op,) = definitions(session.builder.ops[-1:]).values()
    session.builder.ops[-1] = replace(op, sure=sure)
    return found
