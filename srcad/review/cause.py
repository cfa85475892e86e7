"""Why a golden differs: what was edited, in words.

Three things are asked, each where the one before it does not say it all. The golden
itself has the signature, the facts and the statements of what it was made from. The
lock has the target's table, a digest of each statement, function and rule, and what the
objects were. The commit that last touched the golden has the text of the sources.
"""

import ast
import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from srcad.paragraphs.halves import subject_of
from srcad.review.edits import (
    Edit,
    definitions_in,
    edits_between,
    edits_of_unread,
    exchanged,
    in_their_files,
    lines_of,
)
from srcad.review.effects import Reached, outside, reaching
from srcad.review.history import Commit
from srcad.review.modules import Array, Parsed
from srcad.review.numbers import matched
from srcad.review.objects import changed_facts
from srcad.review.quotes import told
from srcad.review.record import Definitions, Made, Source, recorded
from srcad.review.statements import normal, shortened

_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Cause:
    """One edit: ``text`` is for people, ``file`` and ``line`` are where it was made, if
    that is known; ``kind`` is "source", "target", "fact", "rule", "srcad", "signature"
    or "golden"."""

    kind: str
    text: str
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        where = f"{self.file}:{self.line} " if self.line else ""
        return f"{where}{self.text}"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is asked: the record of the lock (None where there is none that fits), what
    the new module was made from, and the commit of the golden."""

    record: Mapping[str, Any] | None = None
    made: Made | None = None
    commit: Commit | None = None


def shown(causes: Sequence[Cause]) -> str:
    """The first causes in one line."""
    if not causes:
        return "not known"
    words = [str(one) for one in causes[:_SHOWN]]
    if len(causes) > _SHOWN:
        words.append(f"{len(causes) - _SHOWN} more")
    return "; ".join(words)


def causes_of(old: Parsed, new: Parsed, evidence: Evidence) -> list[Cause]:
    """The causes, those first that others follow from."""
    record, made = evidence.record, evidence.made
    before = _Before.of(evidence)
    found = list(_of_target(record, made))
    edits = _of_sources(old, new, evidence, before)
    facts = _of_facts(old, new, record, made, bool(found or edits))
    reached = _of_makers(before, made, _asked(old, new, record, made))
    facts = [fact for fact in facts if not reached.explains(fact[0])]
    files = [one.file for one in edits]
    edits += map(_cause, reached.edits)
    # In the order of the text, the file first in which something that is read changed.
    edits.sort(key=lambda one: (one.file not in files, one.file, one.line))
    found += edits
    if any(one.kind == "target" for one in found):
        # What the constructor is given is what the objects are made with.
        facts = []
    named = {one.text for one in found}
    # What is edited in text that is not read itself shows in the objects it makes.
    places = [one for one in _places(facts, evidence) if one.text not in named]
    # What is other in both comes before what is asked of one of them alone.
    found += [one for one in places if "->" in one.text or "another" in one.text]
    if record is not None and made is not None and not named:
        found += map(_cause, exchanged(before.sources, made))
    found += [one for one in places if one not in found]
    found += _of_library(record, made)
    if not any(one.kind in ("target", "source", "fact") for one in found):
        found += _of_signature(old, new)
    version = _of_version(old, new, record, made)
    if version is not None:
        found.append(version)
    if not found and record is None:
        # Of what git has, any may be it: no module says what its objects were.
        found += map(_cause, _of_makers(before, made, None).edits)
    if not found:
        found += _of_layout(old, new, made)
    if not found:
        found += _of_name(old, new)
    return found or [_of_nothing(old, new, record, made)]


@dataclass(frozen=True, slots=True)
class _Before:
    """The definitions as they were: of the lock, or of the commit."""

    sources: Definitions = field(default_factory=dict)
    makers: Definitions = field(default_factory=dict)

    @classmethod
    def of(cls, evidence: Evidence) -> "_Before":
        """What is known of them."""
        record, made, commit = evidence.record, evidence.made, evidence.commit
        if record is not None:
            sources, makers = recorded(record, "sources"), recorded(record, "makers")
            if made is not None:
                sources = in_their_files(sources, made.sources, made.root)
                makers = in_their_files(makers, made.makers, made.root)
            return cls(sources, makers)
        then: Definitions = {}
        if commit is not None and made is not None:
            for name, path in made.files.items():
                then = {**then, **definitions_in(name, commit.text(path) or "")}
        return cls(then, then)


# ----------------------------------------------------------------------------- targets


def _of_target(record: Mapping[str, Any] | None, made: Made | None) -> Iterator[Cause]:
    """``init hidden 64 -> 32``: what the target's table says."""
    if record is None or made is None:
        return
    before, after = record.get("target", {}), made.record["target"]
    for key in dict.fromkeys([*before, *after]):
        one, two = (table.get(key, _USUAL.get(key)) for table in (before, after))
        if one == two:
            continue
        if isinstance(one or {}, dict) and isinstance(two or {}, dict):
            for name in dict.fromkeys([*(one or {}), *(two or {})]):
                was, has = (one or {}).get(name), (two or {}).get(name)
                if was != has:
                    words = _from_to(
                        f"{_PLAIN.get(key, key)} {name}", *_dtypes(was, has)
                    )
                    yield Cause("target", words)
        else:
            yield Cause("target", _from_to(key, one, two))


# What a table means that says nothing.
_USUAL = {"order": 1, "engine": "numpy", "memory": 100, "training": False}
_PLAIN = {"inputs": "input"}


def _dtypes(was: Any, has: Any) -> tuple[Any, Any]:
    """Two specifications; the dtypes alone, where the sizes are the same."""
    if isinstance(was, str) and isinstance(has, str):
        (one, _, sizes), (two, _, others) = was.partition("["), has.partition("[")
        if sizes == others:
            return one, two
    return was, has


def _from_to(name: str, was: Any, has: Any) -> str:
    if was is None:
        return f"{name} is new: {has}"
    if has is None:
        return f"{name} is gone: {was}"
    colon = ":" if name.startswith("input ") else ""
    return f"{name}{colon} {was} -> {has}"


# ----------------------------------------------------------------------------- sources


def _of_sources(
    old: Parsed, new: Parsed, evidence: Evidence, before: _Before
) -> list[Cause]:
    """Statements that were read and are other ones now."""
    record, made = evidence.record, evidence.made
    edits: list[Edit] = []
    if made is not None:
        edits = edits_between(before.sources, made.sources)
        if record is not None:
            edits += edits_of_unread(before.sources, made)
    if (
        not edits
        and record is None
        and old.header.get("digest") != new.header.get("digest")
    ):
        edits = list(_of_quotes(old, new, made))
    return list(map(_cause, edits))


def _of_makers(
    before: _Before, made: Made | None, asked: Sequence[str] | None
) -> Reached:
    """Statements that made objects which are other ones now."""
    if made is None:
        return Reached()
    cell = str(made.record["target"].get("cell", "")).rpartition(":")[2]
    return reaching(before.makers, made, asked, cell)


def _asked(
    old: Parsed, new: Parsed, record: Mapping[str, Any] | None, made: Made | None
) -> list[str]:
    """The objects of which something else is said now, or was said alone."""
    if record is None or made is None:
        before, after = {**old.facts}, {**new.facts}
        arrays = old.arrays(), new.arrays()
        before |= {name: str(leaf) for (_, name), leaf in arrays[0].items()}
        after |= {name: str(leaf) for (_, name), leaf in arrays[1].items()}
    else:
        before, after = _facts_in(record), _facts_in(made.record)
    keys = dict.fromkeys([*before, *after])
    return [key for key in keys if before.get(key) != after.get(key)]


def _facts_in(record: Mapping[str, Any]) -> dict[str, str]:
    """What was answered about each object, together."""
    found: dict[str, str] = {}
    for key, answer in record.get("facts", {}).items():
        where, _, ask = key.rpartition(" ")
        found[where] = f"{found.get(where, '')}{ask} {answer}; "
    return found


def _cause(edit: Edit) -> Cause:
    return Cause("source", edit.text, edit.file, edit.line)


def _of_quotes(old: Parsed, new: Parsed, made: Made | None) -> Iterator[Edit]:
    """Of the golden alone: the statements that the two modules quote."""
    lines = lines_of(made)
    before, after = told(old), told(new)
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for code, a, b, c, d in matcher.get_opcodes():
        if code != "equal":
            yield from Edit.of(before[a:b], after[c:d], lines)


def _of_layout(old: Parsed, new: Parsed, made: Made | None) -> Iterator[Cause]:
    """Statements that are quoted as they were written, and are only written otherwise:
    with other spaces, or other parentheses."""
    lines = lines_of(made)
    yield from _of_verbatim(old, new, made)
    before = {text for one in old.headings.values() for text in one}
    for text in dict.fromkeys(text for one in new.headings.values() for text in one):
        as_parsed = normal(text)
        if text not in before and any(normal(one) == as_parsed for one in before):
            file, line = lines.get(as_parsed) or ("", 0)
            yield Cause("source", f"written otherwise ({shortened(text)})", file, line)


def _of_verbatim(old: Parsed, new: Parsed, made: Made | None) -> Iterator[Cause]:
    """Comments and spaces of a ``bprop`` that stands in the module as it is written."""
    known = {one.name: one for one in old.tree.body if isinstance(one, ast.ClassDef)}
    for node in new.tree.body:
        if not isinstance(node, ast.ClassDef) or node.name not in known:
            continue
        before = _lines_at(old.text, known[node.name])
        apart = [one for one in _lines_at(new.text, node) if one not in before]
        for source in () if made is None else made.sources:
            if apart and source.name.endswith(f"{node.name}.bprop"):
                words = f"written otherwise ({shortened(apart[0])})"
                yield Cause(
                    "source", words, source.file, _line_of(apart[0], source, made)
                )


def _lines_at(text: str, node: ast.stmt) -> list[str]:
    return [
        line.strip() for line in text.split("\n")[node.lineno - 1 : node.end_lineno]
    ]


def _line_of(text: str, source: Source, made: Made | None) -> int:
    """The line of a definition, or that in it which reads so."""
    try:
        path = made.files[source.file] if made is not None else Path(source.file)
        lines = path.read_text(encoding="utf-8").split("\n")
    except (KeyError, OSError, ValueError):
        return source.line
    following = range(source.line - 1, len(lines))
    return next((k + 1 for k in following if lines[k].strip() == text), source.line)


# ------------------------------------------------------------------------------- facts


def _of_facts(
    old: Parsed,
    new: Parsed,
    record: Mapping[str, Any] | None,
    made: Made | None,
    edited: bool,
) -> list[tuple[str, str]]:
    """What objects were, and are: the name that it is about, and the words."""
    if record is not None and made is not None:
        return changed_facts(record.get("facts", {}), made.record["facts"], edited)
    names = dict.fromkeys([*old.facts, *new.facts])
    return [
        (name, _from_to(name, old.facts.get(name), new.facts.get(name)))
        for name in names
        if old.facts.get(name) != new.facts.get(name)
    ]


def _places(facts: Sequence[tuple[str, str]], evidence: Evidence) -> list[Cause]:
    """Facts as causes, each with the edited line that git knows and that names it."""
    edited: list[Edit] = []
    made, commit = evidence.made, evidence.commit
    if facts and made is not None and commit is not None:
        for name, path in made.files.items():
            text = commit.text(path)
            if text is not None:
                edited += Edit.of_texts(name, text, path)
    found = []
    for name, words in facts:
        last = name.rpartition(".")[2].partition("[")[0]
        place = next((one for one in edited if last and last in one.words), None)
        if place is None:
            read = "" if made is None else outside(made, name)
            found.append(Cause("fact", f"{words} (from {read})" if read else words))
        else:
            found.append(Cause("fact", words, place.file, place.line))
    return found


# ----------------------------------------------------------------------- srcad's own


def _of_library(record: Mapping[str, Any] | None, made: Made | None) -> Iterator[Cause]:
    """``rule of np.tanh changed``: functions that both have used."""
    if record is None or made is None:
        return
    before, after = record.get("library", {}), made.record["library"]
    for name in before:
        if name in after and before[name] != after[name]:
            yield Cause("rule", f"{_function(name)} changed")


def _function(name: str) -> str:
    module, _, path = name.partition(":")
    if module.split(".")[0] in ("numpy", "scipy"):
        return f"rule of {module.replace('numpy', 'np')}.{path}"
    return f"{module}.{path}"


def _of_signature(old: Parsed, new: Parsed) -> Iterator[Cause]:
    """``input x: float32 -> float64``: what the modules say themselves."""
    kinds = {"inputs": "input ", "params": "", "captured": ""}
    before, after = old.arrays(), new.arrays()
    for (group, name), was in matched(old, new).renamed.items():
        base = _numbered(was)
        if base and base == _numbered(name):
            words = f"another Parameter named {base}: {was} -> {name}"
            yield Cause("signature", words)
            del before[group, was], after[group, name]
    for key in dict.fromkeys([*before, *after]):
        one, two = before.get(key), after.get(key)
        if one != two:
            name = f"{kinds[key[0]]}{key[1]}"
            yield Cause("signature", _from_to(name, *_as_short(one, two)))


def _numbered(name: str) -> str:
    """``weight`` of ``weight_2``: Parameters of one name are told by numbers."""
    found = re.fullmatch(r"(.+)_\d+", name)
    return found[1] if found else ""


def _as_short(one: Any, two: Any) -> tuple[Any, Any]:
    """Two arrays; the dtypes alone, where the sizes are the same."""
    if isinstance(one, Array) and isinstance(two, Array) and one.shape == two.shape:
        return one.dtype, two.dtype
    return one, two


def _of_version(
    old: Parsed, new: Parsed, record: Mapping[str, Any] | None, made: Made | None
) -> Cause | None:
    if record is not None and made is not None:
        was, has = record.get("srcad"), made.record["srcad"]
        if was != has:
            return Cause("srcad", f"srcad {was} -> {has}")
    one, two = old.header.get("format"), new.header.get("format")
    return Cause("srcad", f"format {one} -> {two}") if one != two else None


def _of_name(old: Parsed, new: Parsed) -> Iterator[Cause]:
    """What is differentiated has another ``__name__`` or ``__qualname__``."""
    before, after = (
        [subject_of(one.text), one.header.get("source", "").rpartition("::")[2]]
        for one in (old, new)
    )
    for was, has in zip(before, after, strict=True):
        if was != has:
            yield Cause("fact", _from_to("the name of the function", was, has))
            return


def _of_nothing(
    old: Parsed, new: Parsed, record: Mapping[str, Any] | None, made: Made | None
) -> Cause:
    """Where nothing was edited that is known."""
    if record is not None and made is not None:
        return Cause("srcad", "srcad itself: all that was read is as it was")
    if old.header.get("source") != new.header.get("source"):
        words = f"source {old.header.get('source')} -> {new.header.get('source')}"
        return Cause("target", words)
    if old.header.get("digest") != new.header.get("digest"):
        return Cause("source", f"an edit of {shortened(new.header.get('source', ''))}")
    words = "an object that was read, srcad or the golden: srcad.lock would say"
    return Cause("golden", words)
