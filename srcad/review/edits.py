"""Edits of sources: which statements are other ones, and at which lines."""

import ast
import difflib
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from srcad.review.modules import Parsed
from srcad.review.paragraphs import parts_of
from srcad.review.record import Made, Source, keys_in
from srcad.review.statements import (
    Statement,
    changed_words,
    digest_of,
    head_of,
    normal,
    shortened,
    statements_of,
)

Lines = Mapping[str, tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Edit:
    """A statement that was changed, added or taken away; ``words`` are those in it."""

    text: str
    file: str = ""
    line: int = 0
    words: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls,
        before: Sequence[str | None],
        after: Sequence[str],
        lines: Lines,
        place: tuple[str, int] = ("", 0),
    ) -> "list[Edit]":
        """The edits from some statements to others; None is one whose text is not
        known. ``place`` is that of what is taken away."""
        found = []
        pairs = _aligned(before, after)
        for k, new in enumerate(after):
            old = before[pairs[k]] if k in pairs else ""
            if old is None:
                text = f"changed (now {shortened(new)})"
            elif old == "":
                text = f"added ({shortened(new)})"
            else:
                apart = changed_words(old, new)
                text = f"changed ({apart})" if apart else f"indented ({shortened(new)})"
            where = lines.get(new) or lines.get(_value(new)) or place
            found.append(cls(text, *where, _words(f"{old} {new}")))
        for k, old in enumerate(before):
            if k not in pairs.values():
                said = (
                    "a statement is gone" if old is None else f"gone ({shortened(old)})"
                )
                found.append(cls(said, *place, _words(old or "")))
        return found

    @classmethod
    def of_texts(cls, file: str, old: str, path: Path) -> "list[Edit]":
        """The edits between the lines of a file then and now."""
        try:
            new = path.read_text(encoding="utf-8")
        except (OSError, ValueError):
            return []
        before, after = old.split("\n"), new.split("\n")
        matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
        found = []
        for code, a, b, c, d in matcher.get_opcodes():
            if code == "equal":
                continue
            words = _words(" ".join((*before[a:b], *after[c:d])))
            apart = changed_words(" ".join(before[a:b]), " ".join(after[c:d]))
            found.append(cls(f"changed ({apart})", file, c + 1, words))
        return found


def _aligned(before: Sequence[str | None], after: Sequence[str]) -> dict[int, int]:
    """Which of the statements before each one after is: in order, those most alike."""
    if len(before) == len(after):
        return {k: k for k in range(len(after))}
    shorter, longer = (before, after) if len(before) < len(after) else (after, before)
    found: dict[int, int] = {}
    start = 0
    for k, one in enumerate(shorter):
        # As many have to be left as are still to come.
        stop = len(longer) - (len(shorter) - k) + 1
        best = max(range(start, stop), key=lambda j: (_likeness(one, longer[j]), -j))
        found[k], start = best, best + 1
    swap = len(before) < len(after)
    return {best: k for k, best in found.items()} if swap else found


def _likeness(one: str | None, two: str | None) -> float:
    if one is None or two is None:
        return 0.0
    return difflib.SequenceMatcher(None, one, two, autojunk=False).ratio()


def _value(text: str) -> str:
    """What is assigned or returned: a ``return`` of a function that was put in the
    place of its call is quoted as an assignment."""
    name, equals, value = text.partition(" = ")
    return f"= {value}" if equals and name.isidentifier() else text


def lines_of(made: Made | None) -> dict[str, tuple[str, int]]:
    """Where the statements of the sources stand, also by the value of a ``return``."""
    found: dict[str, tuple[str, int]] = {}
    for source in () if made is None else made.sources:
        for one in source.statements:
            place = source.file, one.line
            found.setdefault(one.text, place)
            if one.text.startswith("return "):
                found.setdefault(f"= {one.text.removeprefix('return ')}", place)
    return found


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


def quoted(module: Parsed) -> list[str]:
    """The statements of the source that a module quotes or repeats, in one form."""
    found: dict[str, None] = {}
    for name in module.headings:
        if name.endswith("backward"):
            continue
        function = module.functions[name]
        plain = (ast.Return, ast.FunctionDef, ast.Expr)
        inner = [node for node in ast.walk(function) if isinstance(node, ast.stmt)]
        texts = [head_of(node) for node in inner if not isinstance(node, plain)]
        found |= dict.fromkeys((*map(normal, module.headings[name]), *texts))
    for node in module.tree.body:
        if isinstance(node, ast.ClassDef):
            # A `bprop` that is kept as it is.
            found |= dict.fromkeys(one.text for one in statements_of(node))
    return list(found)


def told(module: Parsed) -> list[str]:
    """The statements of the source as the primal tells them, in order and in one form:
    the heading of each paragraph, or its code where that says the same."""
    found = []
    for part in parts_of(module):
        lines = [line.strip() for line in part.lines]
        if not part.section.endswith("forward"):
            continue
        if lines[0].startswith("# "):
            heading = itertools.takewhile(lambda line: line.startswith("# "), lines)
            found.append(normal("\n".join(line[2:] for line in heading)))
        else:
            found += [normal(one) for one in lines if not one.startswith(_OURS)]
    for node in module.tree.body:
        if isinstance(node, ast.ClassDef):
            found += [one.text for one in statements_of(node)]
    return found


# Lines of a generated function that are of no statement.
_OURS = ("def ", '"""', "return ", ")", "(", "]", "}")


def edits_of_sources(
    record: Mapping[str, Any],
    made: Made,
    known: Sequence[str],
    texts: Mapping[str, str],
) -> list[Edit]:
    """The edits that a record shows, definition by definition. ``known`` are
    statements that the golden quotes, ``texts`` the files as they were."""
    returned = [_value(one).replace("= ", "return ", 1) for one in known]
    then = {one.digest: one.text for two in made.sources for one in two.statements}
    usual = ("else:", "finally:", "pass", "try:", "while True:")
    then |= {digest_of(text): text for text in (*usual, *returned, *known)}
    for text in texts.values():
        then |= {one.digest: one.text for one in _all_statements(text)}
    listed: Mapping[str, Mapping[str, Any]] = record.get("sources", {})
    found: list[Edit] = []
    for source in made.sources:
        entry = listed.get(source.file, {}).get(source.name)
        if entry is not None:
            found += _edits(source, keys_in(entry[1]), then)
    for source, keys in _unread(listed, made):
        found += _edits(source, keys, then)
    return found


def _unread(
    listed: Mapping[str, Mapping[str, Any]], made: Made
) -> Iterator[tuple[Source, list[str]]]:
    """The definitions that were read, are not read any more, and still stand there: an
    edit may be why. With the keys that they had."""
    now = {(one.file, one.name) for one in made.sources}
    for file, entries in listed.items():
        gone = [name for name in entries if (file, name) not in now]
        try:
            text = (made.root / file).read_text(encoding="utf-8") if gone else ""
        except (OSError, ValueError):
            continue
        for name, statements in _definitions(text):
            if name in gone:
                line, keys = entries[name]
                yield Source(file, name, line, tuple(statements)), keys_in(keys)


def exchanged(record: Mapping[str, Any], made: Made) -> list[Edit]:
    """The functions that are read now in the place of others."""
    listed: Mapping[str, Mapping[str, Any]] = record.get("sources", {})
    now = {(one.file, one.name) for one in made.sources}
    before = {(file, name) for file, names in listed.items() for name in names}
    gone = sorted(before - now)
    new = [one for one in made.sources if (one.file, one.name) not in before]
    found = []
    for k, source in enumerate(new):
        text = f"{source.name} is read now"
        if k < len(gone):
            text = f"{gone[k][1]} -> {source.name}"
        if source.where.rpartition(".")[2] != source.name.rpartition(".")[2]:
            text = f"{source.where} is {source.name} now"
        found.append(Edit(text, source.file, source.line))
    for file, name in gone[len(new) :]:
        found.append(Edit(f"{file}: {name} is not read any more"))
    return found


def _edits(
    source: Source, before: Sequence[str], then: Mapping[str, str]
) -> Iterator[Edit]:
    after = [one.key for one in source.statements]
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for code, a, b, c, d in matcher.get_opcodes():
        if code == "equal":
            continue
        old = [then.get(key[:-1]) for key in before[a:b]]
        new = source.statements[c:d]
        # What is taken away stands where something else does now, or before the next.
        follows = source.statements[min(d, len(source.statements) - 1) if c == d else c]
        lines = {one.text: (source.file, one.line) for one in new}
        texts = [one.text for one in new]
        yield from Edit.of(old, texts, lines, (source.file, follows.line))


def edits_of_files(old: Parsed, made: Made, texts: Mapping[str, str]) -> list[Edit]:
    """The edits of definitions that were read, of the files as they were."""
    found: list[Edit] = []
    for source in made.sources:
        if source.file not in texts:
            continue
        for one in _definitions(texts[source.file]):
            if one[0] == source.name:
                then = {statement.digest: statement.text for statement in one[1]}
                keys = [statement.key for statement in one[1]]
                found += _edits(source, keys, then)
                break
    return found


def _all_statements(text: str) -> list[Statement]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return []
    return [one for node in tree.body for one in statements_of(node)]


def _definitions(text: str) -> Iterator[tuple[str, list[Statement]]]:
    """The functions of a file by their names from the outside in."""
    try:
        waiting: list[tuple[str, ast.AST]] = [("", ast.parse(text))]
    except (SyntaxError, ValueError):
        return
    while waiting:
        prefix, node = waiting.pop(0)
        for one in ast.iter_child_nodes(node):
            inner = prefix
            if isinstance(one, ast.FunctionDef | ast.ClassDef):
                inner = f"{prefix}{one.name}"
                if isinstance(one, ast.FunctionDef):
                    yield inner, statements_of(one)
                inner += "."
            waiting.append((inner, one))
