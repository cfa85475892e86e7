"""The five lines above a diff: cause, numbers, truth, cost and class of a change."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from srcad.paragraphs.cuts import cut_in
from srcad.review import lock
from srcad.review.cause import Cause, Evidence, causes_of, shown
from srcad.review.classes import Class, class_of
from srcad.review.compared import compare
from srcad.review.cost import KINDS, CostChange
from srcad.review.history import commit_of
from srcad.review.modules import Parsed, parsed
from srcad.review.numbers import Numbers
from srcad.review.record import Made
from srcad.review.running import Setting
from srcad.review.truth import Truth, truth_of

if TYPE_CHECKING:
    from srcad.gradcheck import Report


@dataclass(frozen=True, slots=True)
class Summary:
    """What is said of one change. ``numbers`` and ``cost`` are None where they were
    not asked for, ``truth`` where there was no check."""

    causes: tuple[Cause, ...]
    kind: Class
    numbers: Numbers | None = None
    cost: CostChange | None = None
    truth: Truth | None = None
    note: str = ""

    @property
    def same_numbers(self) -> bool:
        """Whether the text says that the same is computed, and the numbers are the
        same to the bit."""
        return self.kind.is_text and self.numbers is not None and self.numbers.bitwise

    def fields(self) -> dict[str, str]:
        """The five lines by what they are about."""
        found = {
            "cause": shown(self.causes) + self.note + self._text_only(),
            "numbers": str(self.numbers) if self.numbers is not None else "",
            "truth": str(self.truth) if self.truth is not None else "",
            "cost": str(self.cost) if self.cost is not None else "",
            "class": str(self.kind),
        }
        return {name: text for name, text in found.items() if text}

    def lines(self) -> list[str]:
        """The lines as they are printed."""
        return [f"{name + ':':<8} {text}" for name, text in self.fields().items()]

    def as_json(self) -> dict[str, Any]:
        """The same as data."""
        document: dict[str, Any] = {
            **self.fields(),
            "same_numbers": self.same_numbers,
            "causes": [
                {"kind": c.kind, "text": c.text, "file": c.file, "line": c.line or None}
                for c in self.causes
            ],
        }
        if self.numbers is not None:
            document["compared"] = [
                {"name": one.name, "what": one.what, "relative": _finite(one.relative)}
                for one in self.numbers.compared
            ]
        if self.cost is not None:
            sides = {"old": self.cost.old, "new": self.cost.new}
            document["costs"] = {
                kind: {side: _formula(one.of(kind)) for side, one in sides.items()}
                for kind in KINDS
            }
        return document

    def _text_only(self) -> str:
        """``srcad 0.1 -> 0.2: text only``."""
        by_srcad = all(one.kind == "srcad" for one in self.causes)
        return ": text only" if by_srcad and self.same_numbers else ""


def _finite(value: float) -> float | None:
    return value if abs(value) < float("inf") else None


def _formula(formula: object) -> str | None:
    return None if formula is None else str(formula)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a golden stands: the folder of all of them, its name, and its file."""

    folder: Path
    name: str
    path: Path


def summary(
    old_text: str | None,
    new_text: str,
    *,
    setting: Setting | None = None,
    place: Place | None = None,
    made: Made | None = None,
    report: "Report | None" = None,
    reason: str = "",
) -> Summary:
    """What is to be said of a change from ``old_text``, None where there is no golden,
    to ``new_text``.

    With a ``setting`` both modules are run. ``place`` leads to the lock and to git,
    ``made`` says what the new module was made from, ``report`` is its gradient check
    (or ``reason`` says why there is none). Raises ValueError where the new text is no
    module; an old one that is none is reported as such.
    """
    new = parsed(new_text)
    line_ends = old_text is not None and "\r\n" in old_text
    if old_text is not None and line_ends:
        old_text = old_text.replace("\r\n", "\n")
    own = [_with_place(name, made) for name in new.own_rules]
    cuts = _cuts(made)
    truth = truth_of(report, own, reason, cuts) if report or reason else None
    old, wrong = _old(old_text)
    ran = None if setting is None else compare(old, new, setting)
    numbers = None if ran is None else ran.numbers
    cost = None if ran is None else ran.cost
    if old_text is None or old is None:
        text = "there is no golden yet" if old_text is None else wrong
        cause = Cause("golden", text)
        kind = Class.NEW if old_text is None else Class.STRUCTURE
        if old_text is not None and numbers is not None:
            numbers = Numbers(reason=wrong)
        return Summary((cause,), kind, numbers, cost, truth)
    if line_ends and old.text == new.text:
        ends = Cause("golden", "line ends: CRLF in the golden, where srcad writes LF")
        return Summary((ends,), Class.FORMATTING, numbers, cost, truth)
    evidence, note = _evidence(place, made, old.text)
    causes = tuple(causes_of(old, new, evidence))
    return Summary(causes, class_of(old, new), numbers, cost, truth, note)


def _with_place(name: str, made: Made | None) -> str:
    """A class, with where its ``bprop`` stands."""
    for one in () if made is None else made.sources:
        if one.name.endswith(f"{name}.bprop"):
            return f"`{name}` ({one.file}:{one.line})"
    return f"`{name}`"


def _cuts(made: Made | None) -> list[str]:
    """The calls that cut a gradient, with where they stand."""
    return [
        f"`{word}` ({source.file}:{one.line})"
        for source in (() if made is None else made.sources)
        for one in source.statements
        if (word := cut_in(one.text))
    ]


def _old(text: str | None) -> tuple[Parsed | None, str]:
    if text is None:
        return None, ""
    if re.search(r"^<<<<<<< ", text, re.MULTILINE):
        return None, "the golden holds a merge conflict; `srcad accept` writes it anew"
    try:
        return parsed(text), ""
    except ValueError as error:
        return None, f"the golden is no module of srcad's: {error}"


def _evidence(
    place: Place | None, made: Made | None, golden: str
) -> tuple[Evidence, str]:
    """What is known besides the modules, and a remark on the lock."""
    if place is None:
        return Evidence(made=made), ""
    record = lock.read(place.folder).get(place.name)
    note = ""
    if record is not None and not lock.fits(record, golden):
        record, note = None, " (srcad.lock has another golden of this name)"
    commit = commit_of(place.path, place.folder.parent)
    return Evidence(record, made, commit), note
