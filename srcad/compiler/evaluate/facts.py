"""What may be one object, share storage, or stand in a list: facts about places.

A place is a box (an array, a number, a list of run time), or what holds the contents of
a list or dict that is known item by item. A fact is noted in the journal of the heap,
beside the writes: what a branch or the body of a loop has noted is taken back with what
it has written, and noted again where the paths meet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple


class Relation(Enum):
    """What one place may be to another one, on some path or in some iteration.

    ``SHARES`` is said of storage where a write to the first is not followed in the
    second, which is stale from then on; ``REPEATS`` of a list and itself, of which one
    element may stand at several places.
    """

    SAME = "is the same object as"
    IN = "stands in the list of run time"
    HOLDS = "is the list that holds"
    SHARES = "shares its storage with"
    VIEWS = "is a view of"
    MADE_OF = "has got elements of the list"
    REPEATS = "has one element at several places"
    OVERLAPS = "has an array that is a view of another one"
    TAKEN_FROM = "was taken out of the list"
    GAVE = "is the list out of which was taken"
    PUT_BACK = "was put into the list that it was taken out of"


_INVERSE = {
    Relation.IN: Relation.HOLDS,
    Relation.HOLDS: Relation.IN,
    Relation.TAKEN_FROM: Relation.GAVE,
    Relation.GAVE: Relation.TAKEN_FROM,
}


class Fact(NamedTuple):
    """Something that may hold; the two are places, or in the plan of a loop carries."""

    relation: Relation
    first: Any
    second: Any

    # As an entry of the journal:

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What is noted by it."""
        return (self,)

    @property
    def places(self) -> tuple[Any, ...]:
        """What is written by it."""
        return ()

    def take_back(self, relations: Facts) -> None:
        """Make it undone."""
        relations.take_back(self)


@dataclass(slots=True, eq=False)
class Facts:
    """The facts that hold by now, by their relation and their first place."""

    known: dict[Relation, dict[Any, dict[Any, None]]] = field(
        default_factory=lambda: {relation: {} for relation in Relation}
    )

    def of(self, relation: Relation, place: Any) -> Collection[Any]:
        """The places to which one may be in a relation."""
        return tuple(self.known[relation].get(place, ()))

    def add(self, fact: Fact) -> Iterator[Fact]:
        """Note a fact and what it says the other way round; gives what is new."""
        inverse = _INVERSE.get(fact.relation)
        facts = [fact]
        if inverse is not None:
            facts.append(Fact(inverse, fact.second, fact.first))
        for relation, first, second in facts:
            seconds = self.known[relation].setdefault(first, {})
            if second not in seconds:
                seconds[second] = None
                yield Fact(relation, first, second)

    def take_back(self, fact: Fact) -> None:
        """Forget a fact that was new."""
        del self.known[fact.relation][fact.first][fact.second]
