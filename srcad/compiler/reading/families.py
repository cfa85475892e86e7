"""Guards of objects that are alike, a Cell in a list of Cells: one for all of them.

What one of them was asked, each of the others was asked as well, and gave the same
answers (``reading/repeated.py``). Instead of the guards of each there is one, which
asks all of them the same; it takes as long to keep, to write and to read as one's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from srcad.compiler.reading.guards import Guard, Question, path_detail
from srcad.compiler.reading.paths import Path, after, from_json

ALIKE = "alike"


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """What all members were asked: ``steps`` lead to places, each from an earlier one,
    the first of which is the member itself; ``rows`` are places, questions and details,
    and have ``answers``; ``asked`` are the same as a set. The detail of "same" is a
    place, too."""

    steps: tuple[tuple[int, str, str], ...]
    rows: tuple[tuple[int, str, Any], ...]
    answers: tuple[str, ...]
    asked: frozenset[Any] = field(init=False, repr=False)
    _places: dict[tuple[int, str, str], int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        places = {step: k for k, step in enumerate(self.steps, start=1)}
        object.__setattr__(self, "asked", frozenset(self.rows))
        object.__setattr__(self, "_places", places)

    def place_of(self, steps: Iterable[tuple[str, str]]) -> int | None:
        """The place that steps from a member lead to; None where they do not."""
        place: int | None = 0
        for step, key in steps:
            place = None if place is None else self._places.get((place, step, key))
        return place

    def not_lacking(self, place: int, names: Iterable[str]) -> list[str]:
        """Those of some names of which it is not asked whether a place lacks them."""
        known = {
            name
            for one, ask, detail in self.rows
            if one == place and ask == "lacks"
            for name in detail
        }
        return [name for name in names if name not in known]

    def paths_from(self, path: Path) -> list[Path]:
        """The places, of the member at a path."""
        paths = [path]
        for before, step, key in self.steps:
            paths.append(after(paths[before], step, key))
        return paths

    def guards(self, paths: Sequence[Path], items: Any) -> Iterator[Guard]:
        """What one member was asked, which has ``items`` at the places."""
        for (place, ask, detail), answer in zip(self.rows, self.answers, strict=True):
            if ask == "same":
                detail = path_detail(paths[detail])
            question = Question(paths[place], ask, detail)
            yield Guard(question, answer, None if items is None else items[place])


def places_of(
    path: Path, families: Mapping[Path, Iterable[Family]]
) -> Iterator[tuple[Path, Family, int]]:
    """The members that what is at a path is held by, their families, and its place
    there; ``families`` are known by the paths of their members."""
    if not families:
        return
    steps = path.steps()
    base: Path | None = path
    for count in range(len(steps), 0, -1):
        assert base is not None
        for family in families.get(base, ()):
            place = family.place_of(steps[count:])
            if place is not None:
                yield base, family, place
        base = base.base


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """An object of a family: where it is, and what is at its places."""

    family: Family
    path: Path
    items: list[Any] = field(repr=False)


def guards_of(members: Iterable[Member]) -> Iterator[Guard]:
    """A guard for each family."""
    families: dict[Family, list[Member]] = {}
    for one in members:
        families.setdefault(one.family, []).append(one)
    for family, (first, *others) in families.items():
        paths = tuple(path_detail(one.path) for one in others)
        question = Question(first.path, ALIKE, (paths, family.steps, family.rows))
        yield Guard(question, answer_of(family.answers), first.items)


def answer_of(answers: Sequence[str]) -> str:
    """The answers of each member, as one that holds as widely as they do."""
    sign = "@" if any(one.startswith("@") for one in answers) else ""
    return sign + json.dumps(answers)


def family_of(guard: Guard) -> tuple[Family, list[Path]]:
    """The family that a guard is of, and where its members are."""
    others, steps, rows = guard.question.detail
    answers = tuple(json.loads(guard.answer.removeprefix("@")))
    paths = [guard.question.path, *map(from_json, others)]
    return Family(steps, rows, answers), paths


def individual(guards: Iterable[Guard]) -> list[Guard]:
    """The same guards, with one for each question about each object."""
    found: dict[Any, Guard] = {}
    for guard in guards:
        for one in _members(guard) if guard.question.ask == ALIKE else (guard,):
            question = one.question
            key = (question.path, "lacks") if question.ask == "lacks" else question
            known = found.setdefault(key, one)
            if known is not one and question.ask == "lacks":
                found[key] = _both(known, one)
    return list(found.values())


def _both(one: Guard, other: Guard) -> Guard:
    """That the names of both are missing."""
    names = dict.fromkeys([*one.question.detail, *other.question.detail])
    return replace(one, question=replace(one.question, detail=tuple(names)))


def _members(guard: Guard) -> Iterator[Guard]:
    family, paths = family_of(guard)
    for path in paths:
        # What the first has, the others have as well, as far as it is asked.
        yield from family.guards(family.paths_from(path), guard.item)
