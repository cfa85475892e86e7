"""Edits of sources: which statements are other ones, and at which lines."""

import ast
import difflib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from srcad.review.apart import changed_words
from srcad.review.makers import statements_at, targets
from srcad.review.record import Definitions, Made, Source
from srcad.review.statements import Statement, shortened

Lines = Mapping[str, tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Edit:
    """A statement that was changed, added, moved or taken away; ``statements`` are its
    texts, as they were and are."""

    text: str
    file: str = ""
    line: int = 0
    statements: tuple[str, ...] = ()

    @property
    def words(self) -> frozenset[str]:
        """The words in it."""
        return frozenset(re.findall(r"\w+", " ".join(self.statements)))

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
            if _is_docstring(new) and (not old or _is_docstring(old)):
                text = f"docstring {'added' if old == '' else 'changed'}"
            elif old is None:
                text = f"changed (now {shortened(new)})"
            elif old == "":
                text = f"added ({shortened(new)})"
            else:
                apart = changed_words(old, new)
                text = f"changed ({apart})" if apart else f"indented ({shortened(new)})"
            where = lines.get(new) or lines.get(_value(new)) or place
            found.append(cls(text, *where, (old or "", new)))
        for k, old in enumerate(before):
            if k not in pairs.values():
                said = (
                    "a statement is gone" if old is None else f"gone ({shortened(old)})"
                )
                found.append(cls(said, *place, (old or "",)))
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
            said = " ".join(before[a:b]), " ".join(after[c:d])
            found.append(cls(f"changed ({changed_words(*said)})", file, c + 1, said))
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


def _is_docstring(text: str) -> bool:
    return text.startswith(("'", '"'))


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


def edits_between(before: Definitions, after: Sequence[Source]) -> list[Edit]:
    """The edits of definitions from what they were to what they are."""
    found: list[Edit] = []
    for source in after:
        then = before.get((source.file, source.name))
        if then is not None:
            found += _edits(source, then)
    return found


def in_their_files(
    before: Definitions, after: Sequence[Source], root: Path
) -> Definitions:
    """Definitions under the files that they stand in now: one whose file is gone is
    that of the same name in another file."""
    now = {(one.file, one.name) for one in after}
    found = dict(before)
    for (file, name), statements in before.items():
        others = [key for key in now if key[1] == name and key not in before]
        if len(others) == 1 and not (root / file).exists():
            del found[file, name]
            found[others[0]] = statements
    return found


def edits_of_unread(before: Definitions, made: Made) -> list[Edit]:
    """The edits of definitions that were read, are not read any more, and still stand
    there: they may be why."""
    now = {(one.file, one.name) for one in made.sources}
    found: list[Edit] = []
    for file in dict.fromkeys(file for file, _ in before):
        gone = [name for where, name in before if where == file]
        gone = [name for name in gone if (file, name) not in now]
        try:
            text = (made.root / file).read_text(encoding="utf-8") if gone else ""
        except (OSError, ValueError):
            continue
        for (_, name), statements in definitions_in(file, text).items():
            if name in gone:
                line = statements[0].line if statements else 0
                source = Source(file, name, line, tuple(statements))
                found += _edits(source, before[file, name])
    return found


def exchanged(before: Definitions, made: Made) -> list[Edit]:
    """The functions that are read now in the place of others."""
    now = {(one.file, one.name) for one in made.sources}
    gone = sorted(set(before) - now)
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


def _edits(source: Source, before: Sequence[Statement]) -> Iterator[Edit]:
    after = source.statements
    keys = [one.key for one in before], [one.key for one in after]
    codes = difflib.SequenceMatcher(None, *keys, autojunk=False).get_opcodes()
    codes = [code for code in codes if code[0] != "equal"]
    gone = Counter(key for _, a, b, _, _ in codes for key in keys[0][a:b])
    new = Counter(key for _, _, _, c, d in codes for key in keys[1][c:d])
    left, here = dict(gone & new), dict(gone & new)
    for _, a, b, c, d in codes:
        old = [one.known for one in _others(before[a:b], left)]
        said = _others(after[c:d], here)
        for one in after[c:d]:
            if one not in said:
                text = f"moved ({shortened(one.text)})"
                yield Edit(text, source.file, one.line, (one.text,))
        # What is taken away stands where something else does now, or before the next.
        follows = after[min(d, len(after) - 1) if c == d else c]
        lines = {one.text: (source.file, one.line) for one in said}
        texts = [one.text for one in said]
        yield from Edit.of(old, texts, lines, (source.file, follows.line))


def _others(statements: Sequence[Statement], moved: dict[str, int]) -> list[Statement]:
    """The statements but for those that are counted as moved."""
    found = []
    for one in statements:
        if moved.get(one.key, 0):
            moved[one.key] -= 1
        else:
            found.append(one)
    return found


def definitions_in(file: str, text: str) -> dict[tuple[str, str], list[Statement]]:
    """The functions of a text by their names from the outside in, and what else is
    bound at its top."""
    found: dict[tuple[str, str], list[Statement]] = {}
    try:
        waiting: list[tuple[str, ast.AST]] = [("", ast.parse(text))]
    except (SyntaxError, ValueError):
        return found
    while waiting:
        prefix, node = waiting.pop(0)
        for one in ast.iter_child_nodes(node):
            inner = prefix
            if isinstance(one, ast.FunctionDef | ast.ClassDef):
                inner = f"{prefix}{one.name}"
                found.setdefault((file, inner), statements_at(one))
                inner += "."
            elif not prefix and isinstance(one, ast.stmt):
                for name in targets(one):
                    found.setdefault((file, name), []).extend(statements_at(one))
            waiting.append((inner, one))
    return found
