"""Where in the user's own words a mistake stands: in a TOML file, or on a command line.

``tomllib`` gives values without positions, so ``toml_place`` looks for them in the
text. It knows headers, ``key = value`` lines and inline tables, which is what a
``[tool.srcad]`` table is written with; where it cannot find a key it answers with the
nearest table around it. Nothing but the place of a caret hangs on it.
"""

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from srcad.compiler.diagnostics.errors import Span

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_PAIR = re.compile(rf"^(\s*)({_KEY}(?:\s*\.\s*{_KEY})*)(\s*=\s*)(.*?)\s*$")
_VALUE = re.compile(r"""\[[^\]]*\]|\{[^}]*\}|"(?:[^"\\]|\\.)*"|'[^']*'|[^,}\]\s#]+""")

Keys = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """A key at its place: columns count from 0."""

    keys: Keys
    line: int
    key: tuple[int, int]
    value: tuple[int, int]


def toml_place(path: str, text: str, keys: Keys, *, value: bool = True) -> Span:
    """Return the span of a key of a TOML document, or of its value.

    ``keys`` leads to it: names, and the index in an array of tables. Falls back to
    the longest beginning of ``keys`` that is found, at last to the first line.
    """
    lines = text.splitlines() or [""]
    best: _Found | None = None
    for found in _scan(lines):
        size = len(found.keys)
        if keys[:size] == found.keys and (best is None or size >= len(best.keys)):
            best = found
    if best is None:
        return Span(path, 1, 1, 1, len(lines[0]) + 1, lines[0])
    start, end = best.key
    if len(best.keys) < len(keys) and best.value != (0, 0):
        best = _inside(lines[best.line], best, keys)
        start, end = best.key
    if value and best.value != (0, 0):
        start, end = best.value
    row = best.line + 1
    return Span(path, row, start + 1, row, end + 1, lines[best.line])


@dataclass(frozen=True, slots=True)
class CommandLine:
    """What was typed: ``arguments`` without the program's name."""

    arguments: tuple[str, ...] = ()

    def span(self, argument: str) -> Span:
        """Return the span of an argument (or of the value of ``--option=value``)."""
        words = [shlex.quote(" ".join(word.split("\n"))) for word in self.arguments]
        text = " ".join(["srcad", *words])
        for index, word in enumerate(self.arguments):
            if word == argument or word.endswith(f"={argument}"):
                start = len(" ".join(["srcad", *words[:index]])) + 2
                return Span(
                    "<command line>", 1, start, 1, start + len(words[index]), text
                )
        return Span("<command line>", 1, 1, 1, len(text) + 1, text)


def _scan(lines: Sequence[str]) -> list[_Found]:
    """Return every header and pair of the document, in order."""
    found: list[_Found] = []
    table: Keys = ()
    counts: dict[Keys, int] = {}
    for row, line in enumerate(lines):
        if header := _HEADER.match(line):
            table = _table(header, counts)
            place = (len(line) - len(line.lstrip()), len(line.rstrip()))
            found.append(_Found(table, row, place, (0, 0)))
        elif pair := _PAIR.match(line):
            indent, name, between, rest = pair.groups()
            start = len(indent) + len(name) + len(between)
            match = _VALUE.match(rest)
            end = start + (match.end() if match else len(rest))
            keys = (*table, *_names(name))
            key = (len(indent), len(indent) + len(name))
            found.append(_Found(keys, row, key, (start, end)))
    return found


def _table(header: re.Match[str], counts: dict[Keys, int]) -> Keys:
    """Return the keys that a header leads to, an array's table with its index."""
    keys: Keys = ()
    names = _names(header[2])
    for position, name in enumerate(names):
        keys = (*keys, name)
        if position == len(names) - 1 and header[1] == "[[":
            counts[keys] = counts.get(keys, -1) + 1
        if keys in counts:
            keys = (*keys, counts[keys])
    return keys


def _names(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in re.findall(_KEY, dotted))


def _inside(line: str, outer: _Found, keys: Keys) -> _Found:
    """Return the place of a key in the inline table or array that ``outer`` holds."""
    key = keys[len(outer.keys)]
    if isinstance(key, int):
        start = outer.value[0] + 1
        items = list(_VALUE.finditer(line, start, outer.value[1] - 1))
        if key >= len(items):
            return outer
        place = items[key].span()
        return _Found((*outer.keys, key), outer.line, place, place)
    pattern = re.compile(rf"(?<![\w-])(['\"]?{re.escape(key)}['\"]?)(\s*=\s*)")
    match = pattern.search(line, *outer.value)
    if match is None:
        return outer
    value = _VALUE.match(line, match.end())
    end = value.end() if value else outer.value[1]
    inner = _Found((*outer.keys, key), outer.line, match.span(1), (match.end(), end))
    return inner if len(inner.keys) == len(keys) else _inside(line, inner, keys)
