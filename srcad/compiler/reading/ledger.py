"""What was recorded of the reads of a compilation: guards, and paths of objects."""

from __future__ import annotations

import sys
import types
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from srcad.compiler.reading.captured import Captured, key_of, path_by_cells
from srcad.compiler.reading.families import Family, Member, guards_of, places_of
from srcad.compiler.reading.guards import Guard, Question, answer_to, path_detail
from srcad.compiler.reading.kinds import flat, is_code
from srcad.compiler.reading.literals import is_named, literal_text
from srcad.compiler.reading.origins import (
    is_library_class,
    is_of_library,
    is_users_function,
)
from srcad.compiler.reading.paths import ROOT, STATES, Path, Resolver, shown
from srcad.compiler.reading.protocol import defines
from srcad.compiler.reading.records import is_made
from srcad.compiler.reading.sharing import distinct_paths
from srcad.compiler.reading.world import states_of

_FIELDS = "__dataclass_fields__"


@dataclass(slots=True, eq=False)
class Ledger:
    """Guards, by what they ask, and the paths by which objects came in.

    ``root`` is the function that paths start from. ``contents`` are paths of arrays
    that are read as literals, since something at compile time depends on their numbers;
    ``captured`` are the arrays that are inputs, by their path, ``parameters`` the
    Parameters that were read, ``asked`` the functions whose rule was, ``lacking`` the
    names that namespaces do not have, ``built_in`` those that are Python's own,
    ``alike`` what was asked of objects that are members of families, which ``families``
    has by the members' paths. ``unrecorded`` says why the module cannot be used a
    second time: something has no path.
    """

    root: Any
    arguments: dict[str, Any] = field(default_factory=dict)
    contents: frozenset[Path] = frozenset()
    guards: dict[Question, Guard] = field(default_factory=dict)
    alike: dict[tuple[Path, Family], Member] = field(default_factory=dict)
    families: dict[Path, tuple[Family, ...]] = field(default_factory=dict)
    paths: dict[int, Path] = field(default_factory=dict)
    captured: dict[Path, Captured] = field(default_factory=dict)
    parameters: dict[Path, Any] = field(default_factory=dict)
    unrecorded: str = ""
    kept: list[Any] = field(default_factory=list)
    asked: dict[str, None] = field(default_factory=dict)
    # What is taken back when a part of the evaluation is.
    _taken_back: ClassVar[tuple[str, ...]] = (
        "guards",
        "alike",
        "families",
        "paths",
        "captured",
        "parameters",
    )
    lacking: dict[Path, dict[str, None]] = field(default_factory=dict)
    built_in: dict[str, None] = field(default_factory=dict)

    def state(self) -> tuple[Any, ...]:
        """What was recorded so far, to go back to."""
        fields = (getattr(self, name) for name in self._taken_back)
        return (*(dict(one) for one in fields), self.unrecorded)

    def restore(self, state: tuple[Any, ...]) -> None:
        """Forget what was recorded since ``state``."""
        for name, one in zip(self._taken_back, state, strict=False):
            setattr(self, name, one)
        self.unrecorded = state[-1]

    def says(self, path: Path, kind: type) -> None:
        """Note what a class says of its objects."""
        self.note(path, "says", kind)
        self.fields(path, kind)

    def fields(self, path: Path, kind: type) -> None:
        """What Python makes of a dataclass is made of its fields."""
        own = (vars(base) for base in kind.__mro__)
        fields = next((one[_FIELDS] for one in own if _FIELDS in one), None)
        if fields is not None:
            self.note(path.then("part", _FIELDS), "mapping", fields)

    def note(
        self, path: Path, ask: str, item: Any, detail: Any = None, answer: str = ""
    ) -> None:
        """Leave a guard: what ``ask`` asks of ``item``, which is at ``path``; with its
        ``answer``, where that was just asked for."""
        question = Question(path, ask, detail)
        if question not in self.guards and not self._is_of_family(question):
            if not answer:
                answer = answer_to(question, Resolver(self.root, self.arguments))
            if answer == "gone":
                what = f"nothing is found at {shown(path)} a second time"
                self.unrecorded = self.unrecorded or what
            self.guards[question] = Guard(question, answer, item)

    def shown(self, item: Any, known: int) -> Captured | None:
        """A number that was just read, by the guards after the first ``known``, to be
        shown alone: it is handed over, and its guard is dropped. None where it matters
        elsewhere."""
        for question, guard in reversed(list(self.guards.items())[known:]):
            path = question.path
            if question.ask == "literal" and guard.item is item:
                array = np.asarray(item)
                if path in self.contents or array.dtype.kind not in "if":
                    return None
                del self.guards[question]
                self.note(path, "type", item)
                called = path_by_cells(path, Resolver(self.root, self.arguments))
                found = Captured(array, path, called, printed=True)
                return self.captured.setdefault(path, found)
        return None

    def lacks(self, path: Path | None, name: str) -> None:
        """Leave a guard: the namespace at ``path`` has no such name."""
        if path is not None:
            self.lacking.setdefault(path, {})[name] = None

    def finished(self) -> list[Guard]:
        """All guards, in the order in which they can be asked."""
        for path, names in self.lacking.items():
            others = list(names)
            for _, family, place in places_of(path, self.families):
                others = family.not_lacking(place, others)
            if others:
                self.note(path, "lacks", None, tuple(others))
        own = [
            one for one in self.guards.values() if not self._is_of_family(one.question)
        ]
        self.guards = {one.question: one for one in own}
        asked = [(one.path, one.ask) for one in self.guards]
        for member in self.alike.values():
            paths = member.family.paths_from(member.path)
            asked += [(paths[place], ask) for place, ask, _ in member.family.rows]
        self.guards |= {one.question: one for one in guards_of(self.alike.values())}
        if self.built_in:
            path = Path(None, "module", "builtins")
            self.note(path, "built in", None, tuple(sorted(self.built_in)))
        if self.asked:
            self.note(ROOT, "rules", None, tuple(sorted(self.asked)))
        arrays = [path for path, one in self.captured.items() if not one.printed]
        held = [*arrays, *self.parameters]
        self._compare("overlaps", arrays)
        self._compare("identities", held)
        self._compare(
            "identities",
            distinct_paths(self.kept, self.paths, asked, {*held}),
        )
        return list(self.guards.values())

    def join(self, member: Member) -> None:
        """Note that an object was asked what all of its family were."""
        self.alike[member.path, member.family] = member
        known = self.families.get(member.path, ())
        if member.family not in known:
            self.families[member.path] = (*known, member.family)

    def _is_of_family(self, question: Question) -> bool:
        return any(
            (place, question.ask, question.detail) in family.asked
            for _, family, place in places_of(question.path, self.families)
        )

    def _compare(self, ask: str, paths: Sequence[Path]) -> None:
        if len(paths) > 1:
            self.note(ROOT, ask, None, tuple(map(path_detail, paths)))

    def remember(self, item: Any, path: Path) -> None:
        self.paths[id(item)] = path
        self.kept.append(item)

    def path_of(self, item: Any) -> Path | None:
        """The path by which an object came in, or by which its name finds it."""
        known = self.paths.get(id(item))
        if known is not None:
            return known
        if isinstance(item, types.ModuleType):
            path = Path(None, "module", item.__name__)
            return path if sys.modules.get(item.__name__) is item else None
        if isinstance(item, type | types.FunctionType) and is_named(item):
            # Those of libraries are known by name, and guarded by version.
            return None if is_of_library(item) else self._path_by_name(item)
        return None

    def _path_by_name(self, item: Any) -> Path | None:
        module = sys.modules.get(item.__module__ or "")
        if module is None:
            return None
        path, found = Path(None, "module", item.__module__), vars(module)
        for word in item.__qualname__.split("."):
            if word not in found:
                return None
            path, inner = path.then("attribute", word), found[word]
            found = getattr(inner, "__dict__", {})
        if inner is not item:
            return None
        self.remember(item, path)
        self.note(path, "named", item)
        return path

    def key(self, cell: Any) -> str:
        """What a Cell is called in the keys of captured arrays; "" without a path."""
        path = self.paths.get(id(cell))
        if path is None:
            return ""
        return key_of(path_by_cells(path, Resolver(self.root, self.arguments)))

    def where(self, item: Any) -> str:
        """The path of an object, as a person would write it; "" without one."""
        path = self.paths.get(id(item))
        return "" if path is None else shown(path)

    def identity(self, left: Any, right: Any) -> None:
        """It matters whether two objects are one."""
        places = [self.path_of(one) for one in (left, right)]
        first, second = places
        if first is not None and second is not None:
            self.note(first, "same", left, path_detail(second))
            return
        for path, item in zip(places, (left, right), strict=True):
            if path is not None and literal_text(item) is None:
                self.note(path, "named" if is_code(item) else "identity", item)

    def code(self, function: Any) -> None:
        """The source of a function is read."""
        if is_users_function(function):
            path = self.path_of(function)
            if path is not None:
                self.note(path, "code", function)

    def names(self, item: Any) -> None:
        """It matters which attributes an object has, by ``dir``."""
        path = self.path_of(item)
        if path is not None:
            self.note(path, "names", item)

    def instance(self, item: Any, classes: Any) -> None:
        """It matters whether an object is of some classes."""
        if is_made(item):
            self.subclass(type(item), classes)
        else:
            self._of_classes("instance", item, type(item), classes)

    def subclass(self, kind: type, classes: Any) -> None:
        """It matters whether a class is derived from some others."""
        self._of_classes("subclass", kind, kind, classes)

    def _of_classes(self, ask: str, item: Any, kind: type, classes: Any) -> None:
        """Those of ``abc`` may ask for more than bases, or come to know of others."""
        mine = self.path_of(kind)
        if mine is not None and not is_library_class(kind):
            self.note(mine, "classes", kind)
        for base in flat(classes):
            for meta in type(base).__mro__:
                if not is_library_class(meta):
                    self.lacks(self.path_of(meta), f"__{ask}check__")
            if type(base) is type or (
                is_library_class(base) and is_library_class(kind)
            ):
                continue
            path, base_path = self.path_of(item), self.path_of(base)
            if path is None:
                ask, item, path = "subclass", kind, mine or path_in_library(kind)
            if base_path is None:
                base_path = path_in_library(base)
            if path is not None and base_path is not None:
                self.note(path, ask, item, path_detail(base_path))

    def states(self, item: Any) -> None:
        """What the process is set to matters where an object is read or called."""
        for name in states_of(item):
            self.note(Path(None, "state", name), "literal", STATES[name]())

    def error_state(self) -> dict[str, str]:
        """What NumPy is set to do about errors of floating point."""
        self.states(np.geterr)
        return {kind: str(how) for kind, how in np.geterr().items()}

    def is_iterator(self, item: Any) -> bool:
        """Whether an object from outside is used up by being read."""
        return id(item) in self.paths and defines(type(item), "__next__")


def path_in_library(function: Any) -> Path | None:
    """The path of a function of a library, by its name."""
    name, word = (
        getattr(function, "__module__", None),
        getattr(function, "__name__", ""),
    )
    if not isinstance(name, str) or name not in sys.modules:
        return None
    if vars(sys.modules[name]).get(word) is not function:
        return None
    return Path(None, "module", name).then("attribute", word)
