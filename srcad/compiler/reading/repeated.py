"""What was read of one object, and whether all of it is the same of another one.

A module is used again where the questions that were asked while it was made have the
same answers. The same holds of a part of a program: what is evaluated of an object, a
Cell in a list of Cells, is what was evaluated of another one, where each question about
that one and all that it holds has the same answer here. The answers are recorded as if
it had been read itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from types import FunctionType
from typing import Any

from srcad.compiler.reading.checks import Check, check_of
from srcad.compiler.reading.door import Door
from srcad.compiler.reading.families import Family, Member
from srcad.compiler.reading.guards import ASKED, Question, path_detail
from srcad.compiler.reading.kinds import NAMED
from srcad.compiler.reading.paths import (
    GONE,
    ROOT,
    STEPS,
    Path,
    Resolver,
    after,
    from_json,
    key_of_text,
)
from srcad.compiler.reading.protocol import is_cell, is_marked

# To make a function that asks takes as long as to ask so many objects without one.
_OFTEN = 4
# Questions whose detail is the path of another object.
_OF_ANOTHER = ("same", "instance", "subclass")


@dataclass(frozen=True, slots=True)
class Mark:
    """How much was recorded at some time."""

    guards: int
    alike: int
    paths: int

    @classmethod
    def now(cls, door: Door) -> Mark:
        """What is recorded by now."""
        return cls(len(door.guards), len(door.alike), len(door.paths))


class _Places(dict[int, Path]):
    """The paths of the places from an object on, made when they are asked for."""

    def __init__(self, path: Path, steps: Sequence[tuple[int, str, str]]) -> None:
        super().__init__({0: path})
        self._steps = steps

    def __missing__(self, place: int) -> Path:
        before, step, key = self._steps[place - 1]
        self[place] = found = after(self[before], step, key)
        return found


@dataclass(slots=True)
class Reads:
    """Places by the steps that lead to them, each from an earlier place; the first is
    the object itself; ``written`` are the others, with their keys as Python writes
    them.

    ``items`` is what was there, ``entered`` the places of objects that came in; of
    those that are ``fixed`` more is known than questions ask, of those that are
    ``named`` no more. ``guards`` are the
    questions about places with their details and answers, ``lacking`` the names that
    are missing in places, ``same`` the places at which one object is found.
    """

    steps: list[tuple[int, str, Any]]
    items: list[Any]
    entered: dict[int, None]
    fixed: set[int]
    named: set[int]
    guards: list[tuple[int, str, Any, str]]
    lacking: list[tuple[int, tuple[str, ...]]]
    same: list[tuple[int, int]]
    written: tuple[tuple[int, str, str], ...] = ()
    # What the names in those that are functions are looked up in.
    functions: dict[int, Any] = field(default_factory=dict)
    families: dict[frozenset[int], Family] = field(default_factory=dict)
    met: int = 0
    check: Check | None = None

    def places(self) -> dict[int, int]:
        """Where the objects that came in are, by their ids."""
        return {id(self.items[place]): place for place in self.entered}

    def asked(self, ask: str) -> set[int]:
        """The places of which something is asked."""
        return {place for place, one, _, _ in self.guards if one == ask}

    def of_another(self, door: Door, item: Any) -> list[Any] | None:
        """What is at the places from ``item`` on, which is recorded; None, and nothing
        recorded, where something is not the same."""
        places = _Places(door.paths[id(item)], self.written)
        resolve = Resolver(door.root, door.arguments)
        try:
            items = self._quickly(item, resolve)
            checked = items is not None
            items = items or self._found(item)
            known = self._known(items)
            if not self._is_apart(door, items, places, known):
                return None
            if not checked and not self._is_same(items, known, resolve):
                return None
        except GONE:
            return None
        self.met += 1
        if self.met == _OFTEN and self._is_same(self.items, set(), resolve):
            self.check = self._as_python()
        self._record(door, items, places, known)
        return items

    def _quickly(self, item: Any, resolve: Resolver) -> list[Any] | None:
        """What is at the places, where a function of Python, which asks as a module's
        guards are asked, says that all of it is the same."""
        found = None if self.check is None else self.check(item, resolve)
        if found is None:
            return None
        items = [item, *found]
        others = (one for one in self.guards if one[1] in _OF_ANOTHER)
        for place, ask, detail, answer in others:
            if ASKED[ask](items[place], detail, resolve) != answer:
                return None
        return items

    def _as_python(self) -> Check:
        """A function that asks an object what this one was asked; it gives what is at
        the other places."""
        family = self.family(frozenset())
        paths = family.paths_from(ROOT)
        return check_of(list(family.guards(paths, self.items)), paths[1:])

    def _is_same(self, items: list[Any], known: set[int], resolve: Resolver) -> bool:
        """Whether all questions have the same answers."""
        for place, ask, detail, answer in self.guards:
            if place in known or (
                ask == "type" and type(items[place]) is type(self.items[place])
            ):
                continue
            if ASKED[ask](items[place], detail, resolve) != answer:
                return False
        for place, names in self.lacking:
            if place not in known and ASKED["lacks"](items[place], names, resolve):
                return False
        return all(items[place] is items[other] for place, other in self.same)

    def _found(self, item: Any) -> list[Any]:
        items = [item]
        for before, step, key in self.steps[1:]:
            items.append(STEPS[step].take(items[before], key))
        return items

    def _known(self, items: list[Any]) -> set[int]:
        """The places of what both objects hold, and of what is in that: it was read,
        and is known by another path."""
        roots = [p for p in self.entered if p and items[p] is self.items[p]]
        known = set(roots)
        if known:
            for place, (before, _, _) in enumerate(self.steps):
                if place and before in known:
                    known.add(place)
        return known

    def _is_apart(
        self, door: Door, items: list[Any], places: _Places, known: set[int]
    ) -> bool:
        """Whether what was several objects is as many, of which none is known by
        another path."""
        met: set[int] = set()
        for place in self.entered:
            if place in known:
                continue
            one = items[place]
            path = door.paths.get(id(one))
            elsewhere = path is not None and path != places[place]
            if elsewhere or id(one) in met or place in self.fixed:
                return False
            if isinstance(one, FunctionType) or place in self.functions:
                if _globals_of(one) is not self.functions.get(place):
                    return False
            met.add(id(one))
        return True

    def _record(
        self, door: Door, items: list[Any], places: _Places, known: set[int]
    ) -> None:
        for place in self.entered:
            one = items[place]
            new = place not in known and id(one) not in door.paths
            if new and place in self.named:
                door.remember(one, places[place])
            elif self.steps[place][0] not in known:
                # What is in a list is recorded where it is read.
                door.read(places[place], one)
        for place, ask, detail, answer in self.guards:
            if ask in _OF_ANOTHER and place not in known:
                door.note(places[place], ask, items[place], detail, answer)
        door.join(Member(self.family(frozenset(known)), places[0], items))

    def family(self, known: frozenset[int]) -> Family:
        """What an object is asked of which some places are ``known`` otherwise."""
        if known not in self.families:
            rows: list[tuple[int, str, Any, str]] = [
                one for one in self.guards if one[1] not in _OF_ANOTHER
            ]
            rows += [(place, "same", other, "True") for place, other in self.same]
            rows += [(place, "lacks", names, "") for place, names in self.lacking]
            rows = [one for one in rows if one[0] not in known]
            self.families[known] = Family(
                self.written,
                tuple((place, ask, detail) for place, ask, detail, _ in rows),
                tuple(answer for *_, answer in rows),
            )
        return self.families[known]


def reads_of(door: Door, item: Any, until: Mark) -> Reads | None:
    """What was read of an object until then; None where more is known of it than what
    stands in answers."""
    root = door.paths[id(item)]
    reads = Reads([(0, "", None)], [item], {}, set(), set(), [], [], [])
    index: dict[Path, int | None] = {root: 0}
    try:
        for key, path in islice(door.paths.items(), until.paths):
            place = _place(path, index, reads)
            if place is None:
                continue
            if id(reads.items[place]) != key:
                return None
            reads.entered[place] = None
            if isinstance(reads.items[place], FunctionType):
                reads.functions[place] = _globals_of(reads.items[place])
            if _is_named(reads.items[place]):
                reads.named.add(place)
            elif not _is_plain(reads.items[place]):
                reads.fixed.add(place)
        for question, guard in islice(door.guards.items(), until.guards):
            place = _place(question.path, index, reads)
            if _is_about(question, root):
                other = _place(from_json(question.detail), index, reads)
                if question.ask != "same" or guard.answer != "True":
                    return None
                if place is None or other is None:
                    return None
                reads.same.append((place, other))
                continue
            if place is None:
                continue
            if not _is_said(question, guard.answer):
                return None
            reads.guards.append((place, question.ask, question.detail, guard.answer))
        for member in islice(door.alike.values(), until.alike):
            _add_member(member, index, reads)
        for path, names in door.lacking.items():
            place = _place(path, index, reads)
            if place is not None:
                reads.lacking.append((place, tuple(names)))
        captured = [_place(path, index, reads) for path in door.captured]
    except GONE:
        return None
    reads.written = tuple((one, step, repr(key)) for one, step, key in reads.steps[1:])
    if not all(_is_written(key) for *_, key in reads.steps):
        return None
    return reads if all(place is None for place in captured) else None


def _add_member(member: Member, index: dict[Path, int | None], reads: Reads) -> None:
    """What was asked of a member of a family, if it was read of the object."""
    if _place(member.path, index, reads) is None:
        return
    paths = member.family.paths_from(member.path)
    for (place, ask, detail), answer in zip(
        member.family.rows, member.family.answers, strict=True
    ):
        found = _place(paths[place], index, reads)
        assert found is not None
        if ask == "same":
            other = _place(paths[detail], index, reads)
            assert other is not None
            reads.same.append((found, other))
        elif ask == "lacks":
            reads.lacking.append((found, detail))
        else:
            reads.guards.append((found, ask, detail, answer))


def _place(path: Path, index: dict[Path, int | None], reads: Reads) -> int | None:
    """The place that a path leads to; None for one that does not begin at the root."""
    if path in index:
        return index[path]
    before = None if path.base is None else _place(path.base, index, reads)
    if before is None:
        index[path] = None
        return None
    reads.items.append(STEPS[path.step].take(reads.items[before], path.key))
    reads.steps.append((before, path.step, path.key))
    index[path] = len(reads.steps) - 1
    return index[path]


def _is_written(key: Any) -> bool:
    """Whether the key of a step is what Python writes."""
    try:
        return bool(key_of_text(repr(key)) == key)
    except (ValueError, SyntaxError):
        return False


def _is_about(question: Question, root: Path) -> bool:
    """Whether an object is compared with what is in the one at a path."""
    if question.ask not in _OF_ANOTHER:
        return False
    begin = path_detail(root)
    return bool(question.detail[: len(begin)] == begin)


def _is_said(question: Question, answer: str) -> bool:
    """Whether an answer says all that is known."""
    match question.ask:
        case "hooks":
            return answer == "none"
        case "parameter":
            return "hooks" not in answer
    return answer != "gone"


def _is_named(item: Any) -> bool:
    """Whether no more is known of an object than what questions ask of it."""
    if is_cell(item) or is_marked(item, "__srcad_parameter__"):
        return True
    return isinstance(item, (*NAMED, FunctionType))


def _globals_of(item: Any) -> Any:
    """What the names in a function are looked up in, which no question asks."""
    return item.__globals__ if isinstance(item, FunctionType) else None


def _is_plain(item: Any) -> bool:
    """Whether an object is a container of which each part is asked for by itself."""
    return type(item) in (list, tuple, dict)
