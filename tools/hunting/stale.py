"""One case: a program, one mutation of it, and what four processes say.

* One compiles the program, is mutated, and calls it again; where the mutation can be
  undone, it calls it a third time. Two mutations are each followed by a call, and stay.
* A new one is mutated, and finds the store as the first compilation left it.
* The oracle is mutated, and has an empty store.
* The plain one is mutated, and runs the program itself; where it is smooth, the
  oracle's gradients have to be those of finite differences.

The first two have to give what the oracle gives, to the bit.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib
import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .catalogue import mutations
from .differences import disagreement
from .forks import Broken, forked
from .mutations import Mutation
from .outcomes import REFUSED, VALUE, Outcome, close, compiled, plain, same
from .states import early
from .subjects import Subject

PROCESS, NEW, UNDONE = "same process", "new process", "undone"
PLAIN, GRADIENT, CODE, BROKEN = "value", "gradient", "not refused", "broken"
FAILURES = (PROCESS, NEW, UNDONE, PLAIN, GRADIENT, CODE, BROKEN)
Call = Callable[[Subject], Outcome]
_TWO = ("two mutations", "one after another")


@dataclass(frozen=True)
class Case:
    """A program, and the number of a mutation of it, or of one after another."""

    source: Path
    program: str
    number: int
    after: int = 0

    def __str__(self) -> str:
        first = f"{self.after}+" if self.after else ""
        return f"{self.program}:{first}{self.number}"

    @classmethod
    def parsed(cls, source: Path, text: str) -> Case:
        """The case that ``str`` gave ``text`` for; ValueError for none."""
        program, _, numbers = text.partition(":")
        after, _, number = numbers.rpartition("+")
        return cls(source, program, int(number), int(after or 0))


@dataclass
class Verdict:
    """What the processes gave: ``failures`` maps what differs to what was given."""

    case: Case
    kind: str = ""
    change: str = ""
    text: str = ""
    failures: dict[str, str] = field(default_factory=dict)
    expected: str = ""
    impossible: bool = False
    refused: bool = False


@dataclass(frozen=True)
class Process:
    """A mutation in words, and the calls before it, after it, and after its undoing."""

    kind: str
    change: str
    text: str
    unread: bool
    first: Outcome
    mutated: Outcome | None = None
    undone: Outcome | None = None


class Impossible(Exception):
    """The mutation cannot be made: a tuple has no such item, a name is read-only."""


# --------------------------------------------------------------------------- processes


def _started(
    subject: Subject, case: Case, store: Path, mutated: bool
) -> tuple[Mutation, ...]:
    """The program imported, with a store; early mutations are made before that."""
    os.environ["SRCAD_CACHE_DIR"] = str(store)
    subject.prepare()
    first = early(subject)
    if mutated and not case.after and 1 <= case.number <= len(first):
        first[case.number - 1].apply()
        subject.load()
        return (first[case.number - 1],)
    subject.load()
    known = mutations(subject, first)
    if not case.after:
        found: tuple[Mutation, ...] = (known[case.number],)
    else:
        found = (known[case.after], known[case.number])
        if any(one.early or one.unread for one in found):
            raise Impossible("a source that was edited says nothing of what was read")
    if mutated:
        for one in found:
            _applied(one)
    return found


def _applied(mutation: Mutation) -> None:
    try:
        mutation.apply()
    except Exception as error:
        raise Impossible(str(error)) from error


def _changed(subject: Subject, mutation: Mutation, change: Callable[[], Any]) -> None:
    change()
    if mutation.early:
        importlib.reload(subject.module)


def in_process(call: Call, subject: Subject, case: Case, folder: Path) -> Process:
    """Calls: as it was, mutated, undone; the store of the first is kept."""
    try:
        made = _started(subject, case, folder / "first", False)
    except Impossible as error:
        return Process(*_TWO, str(error), False, Outcome(REFUSED))
    first = call(subject)
    if (folder / "first").exists():
        shutil.copytree(folder / "first", folder / "kept")
    words = (made[0].kind, made[0].change) if len(made) == 1 else _TWO
    text = "; ".join(one.text for one in made)
    said = Process(*words, text, all(one.unread for one in made), first)
    second = None
    for one in made:
        try:
            _changed(subject, one, one.apply)
        except Exception:
            return said
        second = call(subject)
    third = None
    # What undoes one of two is made for what was there before both.
    undo = made[0].undo if len(made) == 1 else None
    if undo is not None and "STATEFUL" not in subject.settings():
        _changed(subject, made[0], undo)
        third = call(subject)
    return dataclasses.replace(said, mutated=second, undone=third)


def in_new_process(call: Call, subject: Subject, case: Case, store: Path) -> Outcome:
    """One call, mutated."""
    _started(subject, case, store, True)
    return call(subject)


def in_plain_process(
    subject: Subject, case: Case, store: Path, oracle: Outcome
) -> dict[str, str]:
    """What the oracle gives that the program itself, mutated, does not."""
    made = _started(subject, case, store, True)
    out = plain(subject)
    # A plain run does not come to what stands for a derivative.
    custom = any(one.custom for one in made)
    custom = custom or bool(subject.settings().get("SURROGATE"))
    told = f"a compilation from nothing gives {oracle}"
    match oracle.what, out.what:
        case "value", "value":
            if not close(oracle, out):
                return {PLAIN: f"{told}, a plain run {out}"}
            slopes = "" if custom else disagreement(subject, oracle.gradients)
            return {GRADIENT: f"{told}; {slopes}"} if slopes else {}
        case "value", "raised":
            return {PLAIN: f"{told}, a plain run {out}"}
        case "raised", "value" if not custom:
            return {PLAIN: f"{told}, a plain run {out}"}
    return {}


# ------------------------------------------------------------------------------ judging


def judged(case: Case, where: tuple[str, ...], call: Call = compiled) -> Verdict:
    """What becomes of a case; ``call`` is what is judged."""
    with tempfile.TemporaryDirectory(prefix="hunt-") as folder:
        return _judged(case, where, call, Path(folder))


def _judged(case: Case, where: tuple[str, ...], call: Call, folder: Path) -> Verdict:
    subject = Subject(case.program, case.source, folder / "program")

    def run(function: Callable[..., Any], *arguments: Any) -> Any:
        return forked(functools.partial(function, *arguments))

    verdict = Verdict(case)
    try:
        said = run(in_process, call, subject, case, folder)
        verdict.kind, verdict.change, verdict.text = said.kind, said.change, said.text
        if case.number == 0:
            _settled(verdict, subject, said.first)
        if said.mutated is None:
            verdict.impossible = True
            return verdict
        oracle = run(in_new_process, call, subject, case, folder / "oracle")
        verdict.expected, verdict.refused = str(oracle), oracle.what == REFUSED
        if PROCESS in where:
            if not (said.unread and same(said.mutated, said.first)):
                _compare(verdict, PROCESS, said.mutated, oracle)
            if said.undone is not None:
                _compare(verdict, UNDONE, said.undone, said.first)
        if NEW in where:
            new = run(in_new_process, call, subject, case, folder / "kept")
            if not (said.unread and same(new, said.first)):
                _compare(verdict, NEW, new, oracle)
        verdict.failures |= run(in_plain_process, subject, case, folder, oracle)
        if oracle.what == REFUSED and said.mutated.what == VALUE:
            # A module may be used on though another one would not be made, if it is
            # right: an object that has come to be an iterator, and is not gone through.
            if not run(in_plain_process, subject, case, folder, said.mutated):
                verdict.failures.pop(PROCESS, None)
                verdict.failures.pop(NEW, None)
    except Broken as error:
        verdict.failures[BROKEN] = str(error)
    return verdict


def _compare(verdict: Verdict, name: str, one: Outcome, two: Outcome) -> None:
    if not same(one, two):
        told = f"{one}"
        if name == UNDONE:
            told += f"; before the mutation it gave {two}"
        verdict.failures[name] = told


def _settled(verdict: Verdict, subject: Subject, first: Outcome) -> None:
    """What has to be refused must be refused, and nothing else."""
    code = subject.settings().get("REFUSED", "")
    if first.error != code and REFUSED in (first.what, "refused" if code else ""):
        verdict.failures[CODE] = f"unmutated it gives {first}, not {code or 'a value'}"
