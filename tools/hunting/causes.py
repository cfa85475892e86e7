"""Edits of programs whose cause is known, and what ``srcad.review`` says it was.

A program is compiled as it was and as it is after one mutation (``mutations``: of what
it can reach) or one edit of its text (``edits``), in processes of their own. Where the
modules differ, the causes have to name what was changed: the statement's line, or the
name that the mutation was made at. No statement may be named that was not edited.
"""

from __future__ import annotations

import ast
import difflib
import importlib
import os
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import srcad
import srcad.gradient.call as calls
from srcad.build import Built
from srcad.review.cause import Cause, Evidence, causes_of
from srcad.review.modules import parsed
from srcad.review.record import Made, made_from

from .catalogue import catalogue, mutations
from .edits import mutated
from .forks import Broken, forked
from .judging import positions_of
from .mutants import Mutant, program, sources
from .states import early
from .subjects import PROGRAMS, Subject, names

RIGHT, WRONG, SAME, REFUSED = "right", "wrong", "same text", "refused"
_TRIES = 20


@dataclass(frozen=True)
class Judged:
    """What became of an edit: ``told`` is its record, ``said`` the causes."""

    what: str
    kind: str
    title: str
    told: str
    said: str = ""


@dataclass(frozen=True)
class Module:
    """A module, and what it was made from."""

    text: str
    made: Made


class Refused(Exception):
    """The program is refused, or raises where it is made."""


def _compiled(folder: Path, call: Any, cell: str) -> Module:
    """The first module that a call makes of ``cell``, as a target names it; raises
    Refused where there is none."""
    found: list[Built] = []
    build = calls.build

    def noted(*arguments: Any) -> Built:
        built = build(*arguments)
        found.append(built)
        return built

    try:
        with patch.object(calls, "build", noted):
            call()
    except Exception as error:
        if not found:
            raise Refused(str(error)) from error
    if not found:
        raise Refused("no module was made")
    built = found[0]
    return Module(
        built.text, made_from(built.text, {"cell": cell}, built.guards, folder)
    )


def _without_digest(module: Module) -> str:
    return re.sub(r"^# digest: .*\n", "", module.text, flags=re.MULTILINE)


def _causes(old: Module, new: Module, lock: bool) -> list[Cause]:
    evidence = Evidence(old.made.record if lock else None, new.made)
    return causes_of(parsed(old.text), parsed(new.text), evidence)


# -------------------------------------------------------------------------- mutations


def state_cases(seed: int) -> Iterator[tuple[str, int]]:
    """Programs and numbers of their mutations: those of each kind by turns."""
    source = random.Random(seed)
    queues: list[list[tuple[str, int]]] = []
    for name in names(PROGRAMS):
        by_kind: dict[tuple[str, str], list[int]] = {}
        for number, key in enumerate(catalogue(PROGRAMS, name)):
            # A command reads a file before it can be edited under it.
            if number and key[0] != "file of a loaded module":
                by_kind.setdefault(key, []).append(number)
        for numbers in by_kind.values():
            source.shuffle(numbers)
            queues.append([(name, number) for number in numbers])
    source.shuffle(queues)
    for turn in range(max(map(len, queues))):
        yield from (queue[turn] for queue in queues if turn < len(queue))


def judged_state(case: tuple[str, int], lock: bool = True) -> Judged:
    """What is said of a mutation of what a program can reach; without the ``lock``,
    of the two modules alone."""
    name, number = case
    with tempfile.TemporaryDirectory(prefix="causes-") as folder:
        place = Path(folder)
        subject = Subject(name, PROGRAMS, place / "program")

        def run(mutate: bool) -> tuple[Any, str, str]:
            return _state(subject, number, place / str(mutate), mutate)

        try:
            old, *_ = forked(lambda: run(False))
            new, kind, told = forked(lambda: run(True))
        except Broken as error:
            return Judged(REFUSED, "", f"{name}:{number}", str(error).strip()[-200:])
        before, after = subject.text(), ""
        if subject.path.exists():
            after = subject.path.read_text()
        title = f"{name}:{number}"
        if old is None or new is None:
            return Judged(REFUSED, kind, title, told)
        if kind != "source edited" and _without_digest(old) == _without_digest(new):
            # It is read in another way, and computes what it did.
            return Judged(SAME, kind, title, told)
        if old.text == new.text:
            return Judged(SAME, kind, title, told)
        found = _causes(old, new, lock)
        said = "; ".join(map(str, found[:3]))
        if kind == "source edited":
            good = _names_edit(found[:3], before, after)
        else:
            good = _names_any(found[:3], _places(told))
        return Judged(RIGHT if good else WRONG, kind, title, told, said)


def _state(
    subject: Subject, number: int, store: Path, mutate: bool
) -> tuple[Module | None, str, str]:
    os.environ["SRCAD_CACHE_DIR"] = str(store)
    subject.prepare()
    first = early(subject)
    if mutate and number <= len(first):
        first[number - 1].apply()
        subject.load()
        known = first[number - 1]
    else:
        subject.load()
        known = mutations(subject, first)[number]
        if mutate:
            known.apply()

    def call() -> None:
        positions = tuple(range(len(subject.inputs))) or None
        weights = subject.weights or None
        srcad.value_and_grad(subject.function, positions, weights)(*subject.inputs)

    try:
        name = f"{subject.path.stem}:function"
        module: Module | None = _compiled(subject.folder, call, name)
    except Refused:
        module = None
    return module, known.kind, known.text


def _places(told: str) -> set[str]:
    """The names that a mutation's record says it was made at."""
    head = re.split(r" = |\s+#|: |\[\.\.\.\]|\(", told)[0]
    right = told.partition(" = ")[2].partition("  #")[0]
    found = set(re.findall(r"[A-Za-z_]\w*", head))
    if "a subclass with" in right:
        return {*found, *re.findall(r"with (\w+)", right), "class"}
    if "made one" in told or re.fullmatch(r"[\w.\[\]']+", right):
        found |= set(re.findall(r"[A-Za-z_]\w*", right))
    return found - {"del", "the", "last", "of"}


def _names_any(causes: list[Cause], places: set[str]) -> bool:
    said = " ".join(str(one) for one in causes)
    # What a property is called, its storage often is but for an underscore.
    words = {one.strip("_") for one in re.findall(r"[A-Za-z_]\w*", said)}
    places = {one.strip("_") for one in places}
    means = {said for name, said in _MEANT.items() if any(name in p for p in places)}
    return bool(places & words) or any(one in said for one in means)


# What is said of an object after a method of it was called.
_MEANT = {
    "hook": "hook",
    "set_train": "training",
    "to_float": "float_dtype",
    "requires_grad": "trainable",
    "defbprop": "rule",
    "remove": "rule",
    "defaults": "input",
}


# ------------------------------------------------------------------------------ texts


def text_case(seed: int, number: int) -> Mutant:
    """A source with one change that parses, of a seed and a number."""
    source = random.Random(f"causes {seed} {number}")
    chosen = source.choice(sources())
    for _ in range(_TRIES):
        text, words = mutated(chosen.text, chosen.name, source)
        try:
            if ast.dump(ast.parse(text)) != ast.dump(ast.parse(chosen.text)):
                return Mutant(chosen, text, words)
        except (SyntaxError, ValueError):
            continue
    return Mutant(chosen, chosen.text, "nothing")


def judged_text(mutant: Mutant, title: str, lock: bool = True) -> Judged:
    """What is said of an edit of a text."""
    original = Mutant(mutant.source, mutant.source.text, "")
    with tempfile.TemporaryDirectory(prefix="causes-") as folder:

        def run(one: Mutant, name: str) -> Module | None:
            os.environ["SRCAD_CACHE_DIR"] = str(Path(folder) / name)
            return _text(program(one), Path(folder) / "program")

        try:
            old = forked(lambda: run(original, "old"))
            new = forked(lambda: run(mutant, "new"))
        except Broken as error:
            return Judged(REFUSED, "text", title, str(error).strip()[-200:])
        if old is None or new is None:
            return Judged(REFUSED, "text", title, mutant.words)
        if old.text == new.text:
            return Judged(SAME, "text", title, mutant.words)
        found = _causes(old, new, lock)
        said = "; ".join(map(str, found[:3]))
        good = _names_edit(found[:3], program(original), program(mutant))
        return Judged(RIGHT if good else WRONG, "text", title, mutant.words, said)


def _text(text: str, folder: Path) -> Module | None:
    folder.mkdir(exist_ok=True)
    (folder / "subject_of_causes.py").write_text(text)
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    sys.dont_write_bytecode = True
    try:
        module = importlib.import_module("subject_of_causes")
        arguments = module.inputs()
        function = module.function
    except Exception:
        return None

    def call() -> None:
        weights: list[Any] = []
        if getattr(function, "__srcad_cell__", False):
            weights = list(function.trainable_params())
        positions = positions_of(arguments) or None
        srcad.value_and_grad(function, positions, weights or None)(*arguments)

    try:
        return _compiled(folder, call, "subject_of_causes:function")
    except Refused:
        return None


# ---------------------------------------------------------------------------- judging


@dataclass(frozen=True)
class Line:
    """A statement, or the head of one: its tree, its lines, the names in it."""

    dump: str
    first: int
    last: int
    words: frozenset[str]


def _lines(text: str) -> list[Line]:
    tree = ast.parse(text)
    found = []
    # In which part of which statement each stands, and how deep.
    depths: dict[ast.AST, int] = {tree: 0}
    branches: dict[ast.AST, str] = {}
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            for one in value if isinstance(value, list) else []:
                if isinstance(one, ast.AST):
                    depths[one], branches[one] = depths.get(node, 0) + 1, field
    for node in ast.walk(tree):
        if not isinstance(node, ast.stmt | ast.excepthandler | ast.match_case):
            continue
        bodies = ("body", "orelse", "finalbody", "handlers", "cases")
        parts = {k: v for k, v in ast.iter_fields(node) if k not in bodies}
        head = [one for part in parts.values() for one in _nodes(part)]
        inner = [n for one in head for n in ast.walk(one)]
        places = [n.lineno for n in (node, *inner) if hasattr(n, "lineno")]
        ends = [end for n in inner if (end := getattr(n, "end_lineno", None))]
        words = {w for n in inner for w in _words(n)} | set(_words(node))
        dump = type(node).__name__ + repr([ast.dump(one) for one in head])
        dump += getattr(node, "name", "") or ""
        if isinstance(node, ast.stmt) and not hasattr(node, "body"):
            dump = ast.dump(node)
        dump += f" {depths.get(node)} {branches.get(node)}"
        found.append(Line(dump, min(places), max([*places, *ends]), frozenset(words)))
    return sorted(found, key=lambda one: (one.first, one.last))


def _nodes(value: Any) -> list[ast.AST]:
    items = value if isinstance(value, list) else [value]
    return [one for one in items if isinstance(one, ast.AST)]


def _words(node: ast.AST) -> list[str]:
    names = (getattr(node, one, None) for one in ("id", "attr", "name", "arg"))
    return [one for one in names if isinstance(one, str)]


def _names_edit(causes: list[Cause], old: str, new: str) -> bool:
    """Whether the causes name an edited statement, and no other as edited."""
    before, after = _lines(old), _lines(new)
    matcher = difflib.SequenceMatcher(
        None, [one.dump for one in before], [one.dump for one in after], autojunk=False
    )
    edited: list[tuple[int, int]] = []
    words: set[str] = set()
    more = Counter(one.dump for one in after) - Counter(one.dump for one in before)
    for code, a, b, c, d in matcher.get_opcodes():
        if code == "equal":
            continue
        # What is taken away is named by what follows, or by what is before.
        near = after[c:d] or after[max(c - 1, 0) : d + 1]
        edited.append((near[0].first, near[-1].last))
        words |= {w for one in (*before[a:b], *after[c:d]) for w in one.words}
    # What a golden quotes is changed by what is written otherwise, too.
    lines = difflib.SequenceMatcher(None, old.split("\n"), new.split("\n"), False)
    layout = [(c + 1, d) for code, _, _, c, d in lines.get_opcodes() if code != "equal"]
    for one in causes:
        if one.text.startswith("written otherwise"):
            return any(a <= one.line <= b for a, b in layout)
    if not edited:
        return False
    # Of two statements that are the same, either may be the one that was added.
    edited += [(one.first, one.last) for one in after if one.dump in more]
    placed = [one for one in causes if one.kind == "source" and one.line]
    hits = [any(a <= one.line <= b for a, b in edited) for one in placed]
    changes = [
        hit for hit, one in zip(hits, placed, strict=True) if " read " not in one.text
    ]
    if not all(changes):
        return False
    return any(hits) or _names_any(causes, words)
