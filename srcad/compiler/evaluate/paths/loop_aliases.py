"""What is still known of places after an iteration of a loop.

An iteration starts with what the one before left: an object from before the loop, one
that another carry holds as well, one that was put into a list. What an iteration has
noted of objects is said, for the next one, of the carries that hold them now and of
what is from before the loop; nobody knows any other.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from srcad.compiler.evaluate.facts import Fact, Relation
from srcad.compiler.evaluate.objects import Box, aval_of, box_of
from srcad.compiler.evaluate.paths.plans import Carry, Leaving, PlaceIn, Plan
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.storage.aliases import (
    Place,
    is_list_place,
    lists_holding,
    may_be,
    places_in,
    taken_from,
    were_in,
)
from srcad.compiler.ir.sharing import is_list

_LASTING = (Relation.SHARES, Relation.MADE_OF, Relation.REPEATS, Relation.OVERLAPS)


class EndedIteration:
    """An iteration that has come to its end, and what is still known of it.

    Its facts are those in the journal from ``mark`` on; what stands before ``began``
    was known at its start. The carries began with ``structures``, and hold ``after``;
    what leaves the loop is what others hold, that nothing begins with.
    """

    def __init__(
        self,
        session: Session,
        plan: Plan,
        mark: int,
        began: int,
        structures: Mapping[Carry, Any],
        after: Mapping[Carry, Any],
    ) -> None:
        self.session, self.plan, self.mark, self.began = session, plan, mark, began
        self.after = after
        self.entered = {
            place: carry
            for carry, structure in structures.items()
            for place in places_in(session, structure, chosen=False)
        }
        self.carries = [
            *plan.carries,
            *(one for one in after if isinstance(one, Leaving)),
        ]
        self.starts = {
            carry: list(places_in(session, plan.carries.get(carry), chosen=False))
            for carry in self.carries
        }
        self.left = {
            carry: may_be(session, self._places(carry), self._is_known)
            for carry in self.carries
        }
        self.holders: dict[Place, list[PlaceIn]] = {}
        for carry in self.carries:
            for within, place in self._parts(carry):
                for one in may_be(session, [place], self._is_known):
                    self.holders.setdefault(one, []).append(within)

    def facts(self) -> Iterator[Fact]:
        """What holds from the next iteration on."""
        for carry, places in self.left.items():
            for place in places:
                for older in self._older(place):
                    yield Fact(Relation.SAME, carry, older)
            for within, place in self._parts(carry):
                yield from self._of_carry(within, place)
            if self._repeats(self._places(carry)) or self._repeats(self.starts[carry]):
                yield Fact(Relation.SAME, carry, carry)
        for first, second in itertools.combinations(self.carries, 2):
            if self._may_be_one(first, second):
                yield Fact(Relation.SAME, first, second)
        for position, entry in enumerate(self.session.journal[self.mark :], self.mark):
            for fact in entry.facts:
                yield from self._still(fact, position >= self.began)

    def _places(self, carry: Carry) -> Iterator[Place]:
        return places_in(self.session, self.after.get(carry), chosen=False)

    def _parts(self, carry: Carry) -> Iterator[tuple[PlaceIn, Place]]:
        """The places in what a carry holds, each with what it is for the next
        iteration."""
        places = list(self._places(carry))
        for index, place in enumerate(places):
            yield PlaceIn(carry, index, len(places)), place

    def _repeats(self, places: Iterable[Place]) -> bool:
        """Whether two parts of what a carry holds may be one object."""
        found: set[Place] = set()
        for place in places:
            one = set(may_be(self.session, [place], self._is_known))
            if not found.isdisjoint(one):
                return True
            found |= one
        return False

    def _is_known(self, place: Place) -> bool:
        return place in self.entered or place.serial <= self.plan.born

    def _older(self, place: Place) -> Iterator[Place]:
        """What a place may be that is older than the loop."""
        carry = self.entered.get(place)
        if carry is None:
            if place.serial <= self.plan.born:
                yield place
            return
        yield from self.starts.get(carry, ())
        for relation, first, second in self.plan.facts:
            if relation is Relation.SAME and first == carry:
                if not second.is_carry:
                    yield second

    def _now(self, place: Place, actual: bool = True) -> Iterator[Place | PlaceIn]:
        """What a place may be for the next iteration; ``actual`` says that something
        was done to it, and not only known of what the carry holds that it is in."""
        yield from self.holders.get(place, ())
        if actual or place not in self.entered:
            yield from self._older(place)

    def _lists(self, lists: Iterable[Box]) -> Iterator[Place | PlaceIn]:
        """What lists, and those that were made of them, are for the next iteration."""
        for holder in lists:
            for one in (holder, *lists_holding(self.session, holder)):
                for now in self._now(one):
                    if now.is_carry or is_list(aval_of(now)):
                        yield now

    def _of_carry(self, carry: PlaceIn, place: Place) -> Iterator[Fact]:
        """The lists that hold what a carry holds, and what this may be a view of."""
        heap = self.session
        if is_list_place(place):
            lists = heap.noted(Relation.IN, place)
        elif place.container is not None:
            # What was taken out of a list may be what another carry has read before.
            lists = (*heap.noted(Relation.IN, place), *were_in(heap, place))
        else:
            lists = (*lists_holding(heap, box_of(place)), *taken_from(heap, place))
        for now in self._lists(lists):
            yield Fact(Relation.IN, carry, now)
        if place.container is not None or is_list_place(place):
            return
        for one in may_be(heap, [place]):
            lists = heap.noted(Relation.IN, one)
            for base in (
                *box_of(one).bases,
                *heap.noted(Relation.VIEWS, one),
                *(each for each in lists if self._is_older(each)),
            ):
                for now in self._now(base):
                    yield Fact(Relation.SHARES, now, carry)
                    if not is_list_place(base):
                        yield Fact(Relation.VIEWS, carry, now)

    def _is_older(self, place: Place) -> bool:
        return place not in self.entered and place.serial <= self.plan.born

    def _may_be_one(self, first: Carry, second: Carry) -> bool:
        """Whether two carries may start with one object, or an iteration may leave
        one in both."""
        starts = may_be(
            self.session, self.starts[second], lambda place: not self._is_older(place)
        )
        if set(starts) & set(self.starts[first]):
            return True
        if set(self.left[first]) & set(self.left[second]):
            return True
        carries = (
            {self.entered[place] for place in self.left[carry] if place in self.entered}
            for carry in (first, second)
        )
        known = self.plan.facts
        return any(
            Fact(Relation.SAME, a, b) in known or Fact(Relation.SAME, b, a) in known
            for a, b in itertools.product(*carries)
        )

    def _still(self, fact: Fact, actual: bool) -> Iterator[Fact]:
        """A fact, said of what there is for the next iteration."""
        relation, first, second = fact
        if relation is Relation.IN and self._is_older(first):
            for now in self._lists([second]):
                yield Fact(relation, first, now)
        if relation in _LASTING:
            firsts = list(self._now(first, actual))
            if first is second:
                yield from (Fact(relation, now, now) for now in firsts)
                return
            for now, other in itertools.product(firsts, self._now(second, actual)):
                if now != other:
                    yield Fact(relation, now, other)
