"""What the carries of a loop may hold from the second iteration on.

An iteration starts with what the one before left: an object from before the loop, one
that another carry holds as well, one that was put into a list.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any

from srcad.compiler.evaluate.aliases import changeable_parts, lists_holding, may_be
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.nested_lists import place_of
from srcad.compiler.evaluate.objects import Box, Membership
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.trials import Carry, Plan, Trial


def widen_aliases(frame: Frame, plan: Plan, trial: Trial) -> bool:
    """Note what the carries may hold besides: objects from before the loop, those that
    another carry holds, and which lists hold them."""
    session = frame.session
    entered = _entered(trial)

    def is_older(part: Any) -> bool:
        place = part if isinstance(part, Box) else session.held.get(id(part))
        return id(part) not in entered and (place is None or place.serial <= plan.born)

    left = {
        carry: may_be(
            session,
            changeable_parts(trial.after.get(carry)),
            lambda part: id(part) in entered or is_older(part),
        )
        for carry in plan.carries
    }
    changed = False
    for carry, parts in left.items():
        older = list(filter(is_older, parts))
        for other in (entered[id(part)] for part in parts if id(part) in entered):
            older += [
                *plan.older.get(other, ()),
                *changeable_parts(plan.carries[other]),
            ]
        known = {id(part): part for part in plan.older.get(carry, ())}
        grown = known | {id(part): part for part in older}
        plan.older[carry] = tuple(grown.values())
        before = plan.inside.get(carry, ())
        lists = _lists_with(session, trial.after.get(carry))
        plan.inside[carry] = _joined(before, _lasting(plan, trial, lists))
        changed |= len(grown) > len(known) or plan.inside[carry] != before
    for array, holder in trial.puts:
        if array.serial <= plan.born:
            before = plan.puts.get(array, ())
            plan.puts[array] = _joined(before, _lasting(plan, trial, [holder]))
            changed |= plan.puts[array] != before
    twins = {
        (first, second)
        for first, second in itertools.combinations(plan.carries, 2)
        if _start_as_one(session, plan.carries[first], plan.carries[second], is_older)
        or _end_as_one(plan, left[first], left[second], entered)
    }
    changed |= not twins <= plan.twins
    plan.twins |= twins
    return changed


def widen_membership(
    plan: Plan, trial: Trial, place: Membership, lists: tuple[Box, ...]
) -> bool:
    """Note that an iteration put an older object into lists."""
    before = plan.memberships.get(place, place.value)
    plan.memberships[place] = _joined(before, _lasting(plan, trial, lists))
    return plan.memberships[place] != before


def _joined(first: Iterable[Any], second: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys((*first, *second)))


def _entered(trial: Trial) -> dict[int, Carry]:
    """The carries by the ids of the objects that an iteration finds in them."""
    return {
        id(part): carry
        for carry, structure in trial.structures.items()
        for part in changeable_parts(structure)
    }


def _lists_with(session: Session, item: Any) -> list[Box]:
    """The lists that hold an object, or a part of it."""
    found: list[Box] = []
    for part in changeable_parts(item):
        place = place_of(session, part)
        if place is not None:
            found.extend(place.inside)
        elif isinstance(part, Box):
            found.extend(lists_holding(part))
    return found


def _lasting(plan: Plan, trial: Trial, lists: Iterable[Box]) -> list[Box | Carry]:
    """What is left of lists after an iteration: those from before the loop, and the
    carries that the others are in."""
    entered = _entered(trial)
    left = {
        id(part): carry
        for carry in plan.carries
        for part in changeable_parts(trial.after.get(carry))
    }
    found: list[Box | Carry] = []
    for one in (part for xs in lists for part in (xs, *lists_holding(xs))):
        if one.serial <= plan.born:
            found.append(one)
        if id(one) in left:
            found.append(left[id(one)])
        if id(one) in entered:
            carry = entered[id(one)]
            starts = (
                *changeable_parts(plan.carries.get(carry)),
                *plan.older.get(carry, ()),
            )
            found.extend(part for part in starts if isinstance(part, Box))
    return found


def _start_as_one(
    session: Session, first: Any, second: Any, is_older: Callable[[Any], bool]
) -> bool:
    """Whether what two carries start with may be one object."""
    parts = {id(part) for part in changeable_parts(first)}
    parts_of_second = changeable_parts(second)
    others = may_be(session, parts_of_second, lambda part: not is_older(part))
    return any(id(part) in parts for part in others)


def _end_as_one(
    plan: Plan, first: list[Any], second: list[Any], entered: dict[int, Carry]
) -> bool:
    """Whether an iteration may leave one object in two carries."""
    if {id(part) for part in first} & {id(part) for part in second}:
        return True
    carries = [
        {entered[id(part)] for part in parts if id(part) in entered}
        for parts in (first, second)
    ]
    return any(
        (a, b) in plan.twins or (b, a) in plan.twins
        for a, b in itertools.product(*carries)
    )
