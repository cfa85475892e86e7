"""Errors as data, and the one place where they are rendered.

A stage of the compiler that cannot go on makes a ``Diagnostic`` (a stable code, a
message, the place in the user's source, what to write instead) and raises
``CompileError`` with it, or with several where they do not follow from each other.
``render`` prints one in rustc's manner; ``srcad.compiler.diagnostics.reports`` prints
many, for other readers.

Lines and columns count from 1, columns in characters (not in bytes, as ``ast`` does:
``span_of_node`` converts), and ``end_column`` is the column after the last character.
"""

import ast
import os
import sys
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

CODES: dict[str, str] = {
    "SRC000": "mistake in the configuration",
    "SRC001": "unknown target",
    "SRC002": "syntax error in the source file",
    "SRC003": "not a Cell or a function",
    "SRC004": "the constructor raises",
    "SRC005": "bad input specification",
    "SRC006": "the file cannot be imported",
    "SRC007": "golden file differs or is missing",
    "SRC008": "golden file without a target",
    "SRC009": "gradient check fails",
    "SRC010": "no source",
    "SRC011": "unsupported syntax",
    "SRC012": "unsupported call",
    "SRC013": "unsupported use of a run-time value",
    "SRC014": "no derivative rule",
    "SRC015": "a write that cannot be made exact",
    "SRC016": "shapes do not fit",
    "SRC017": "dtypes do not fit",
    "SRC018": "bprop breaks its contract",
    "SRC019": "branches or iterations disagree",
    "SRC020": "a name may be unbound",
    "SRC021": "the code raised while it was being specialised",
    "SRC022": "`wrt` cannot be differentiated",
    "SRC023": "an effect outside of what is differentiated",
    "SRC024": "a shape that depends on the data",
    "SRC025": "another result at each call",
    "SRC026": "residuals that cannot be so few",
}

_TAB = "    "
_LINES_SHOWN = 6  # of a span over many lines; the middle of a longer one is left out


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a source file.

    ``text`` holds the whole lines from ``line`` to ``end_line``, joined by newlines;
    it may be empty where the source is not at hand, then only the place is printed.
    """

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One error: ``message`` heads it, ``label`` stands beside the caret.

    ``note`` adds a fact (such as the call that led here), ``help`` says what to write
    instead; either may have several lines, and either may be empty. ``instead`` says
    that it is of another way to compile, which was tried after a first refusal and is
    closed from the outset: the first one says more.
    """

    code: str
    message: str
    span: Span | None = None
    label: str = ""
    help: str = ""
    note: str = ""
    instead: bool = False

    def __post_init__(self) -> None:
        if self.code not in CODES:
            raise ValueError(f"{self.code!r} is not a diagnostic code; add it to CODES")


class CompileError(Exception):
    """What was asked for cannot be compiled; ``diagnostics`` says why.

    Takes one or more diagnostics, or one iterable of them. ``str(error)`` is their
    plain rendering.
    """

    diagnostics: tuple[Diagnostic, ...]

    def __init__(self, *diagnostics: Diagnostic | Iterable[Diagnostic]) -> None:
        flat: list[Diagnostic] = []
        for item in diagnostics:
            flat.extend([item] if isinstance(item, Diagnostic) else item)
        if not flat:
            raise ValueError("a CompileError needs at least one diagnostic")
        super().__init__(*flat)
        self.diagnostics = tuple(flat)

    def __str__(self) -> str:
        return "\n\n".join(render(diagnostic) for diagnostic in self.diagnostics)

    @property
    def instead(self) -> bool:
        """Whether one of the diagnostics is of what was tried instead."""
        return any(one.instead for one in self.diagnostics)


def merged(errors: Sequence[CompileError]) -> CompileError:
    """One error with the diagnostics of several, each place and code once."""
    found: dict[object, Diagnostic] = {}
    for error in errors:
        for item in error.diagnostics:
            place = item.span if item.span is not None else item.message
            found.setdefault((item.code, place), item)
    first = errors[0]
    if list(first.diagnostics) == list(found.values()):
        return first.with_traceback(None)
    kinds = {type(error) for error in errors}
    kind = kinds.pop() if len(kinds) == 1 else CompileError
    error = kind(*found.values())
    error.__cause__ = first  # what Python raises is what comes first
    return error


def span_of_node(path: str, lines: Sequence[str], node: ast.AST) -> Span:
    """Return the span of an ``ast`` node parsed from the file with these ``lines``.

    ``node`` must have positions (``lineno`` and its companions) that count in
    ``lines``, which are the lines of the whole file.
    """
    line, end_line = node.lineno, node.end_lineno  # type: ignore[attr-defined]
    start, end = node.col_offset, node.end_col_offset  # type: ignore[attr-defined]
    return Span(
        path=path,
        line=line,
        column=_characters(lines, line, start) + 1,
        end_line=end_line,
        end_column=_characters(lines, end_line, end) + 1,
        text="\n".join(text.rstrip("\r\n") for text in lines[line - 1 : end_line]),
    )


def span_of_head(path: str, lines: Sequence[str], node: ast.stmt) -> Span:
    """Return the span of a compound statement up to the colon before its body."""
    whole = span_of_node(path, lines, node)
    bodies = ("body", "orelse", "finalbody", "handlers", "cases", "decorator_list")
    line, offset = node.lineno, node.col_offset
    for name, value in ast.iter_fields(node):
        for part in value if isinstance(value, list) else [value]:
            if name in bodies or not isinstance(part, ast.AST):
                continue
            for inner in ast.walk(part):
                end = (
                    getattr(inner, "end_lineno", 0),
                    getattr(inner, "end_col_offset", 0),
                )
                line, offset = max((line, offset), end)
    while line <= whole.end_line:
        text = lines[line - 1].encode()
        colon = text.find(b":", offset)
        if colon >= 0:
            column = _characters(lines, line, colon + 1) + 1
            shown = [text.rstrip("\r\n") for text in lines[node.lineno - 1 : line]]
            return Span(path, whole.line, whole.column, line, column, "\n".join(shown))
        line, offset = line + 1, 0
    return whole


def span_of_line(path: str, lines: Sequence[str], line: int) -> Span:
    """Return the span of a whole line of a file, without its indentation."""
    text = lines[line - 1].rstrip() if 0 < line <= len(lines) else ""
    column = len(text) - len(text.lstrip()) + 1
    return Span(path, line, column, line, max(len(text) + 1, column + 1), text)


def render(
    diagnostic: Diagnostic, color: bool = False, root: str | Path | None = None
) -> str:
    """Return a diagnostic in rustc's manner, without a newline at the end.

    Paths under ``root`` (default: the working directory) are shown relative to it.
    With ``color`` the text holds ANSI escapes, otherwise none.
    """
    paint = _painter(color)
    head = paint(f"error[{diagnostic.code}]", "red")
    rows = [head + paint(f": {_visible(diagnostic.message)}", "bold")]
    gutter = 1
    if diagnostic.span is not None:
        gutter = len(str(diagnostic.span.end_line))
        place = f"{shown_path(diagnostic.span.path, root)}:{place_of(diagnostic.span)}"
        rows.append(f"{' ' * gutter}{paint('-->', 'blue')} {place}")
        if diagnostic.span.text:
            rows += _snippet(diagnostic.span, diagnostic.label, gutter, color)
            if diagnostic.note or diagnostic.help:
                rows.append(f"{' ' * gutter} {paint('|', 'blue')}")
    for word, text in (("note", diagnostic.note), ("help", diagnostic.help)):
        if text:
            rows += _remark(word, text, gutter, color)
    return "\n".join(rows)


def shown_path(path: str, root: str | Path | None = None) -> str:
    """Return ``path`` relative to ``root`` with forward slashes where it is under it.

    ``root`` defaults to the working directory. Names such as ``<stdin>`` stay, and the
    cell of a notebook is called as IPython calls it, ``In[3]``.
    """
    if cell := _notebook_cell(path):
        return cell
    if path.startswith("<"):
        return path
    base = os.path.realpath(root if root is not None else os.getcwd())
    absolute = os.path.realpath(os.path.join(base, path))
    if absolute.startswith(base.rstrip(os.sep) + os.sep):
        return Path(os.path.relpath(absolute, base)).as_posix()
    return path


def _notebook_cell(path: str) -> str:
    """Return IPython's name for a cell's file; "" for any other."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    describe = getattr(getattr(shell, "compile", None), "format_code_name", None)
    found = describe(path) if describe is not None else None
    return str(found[1]) if found else ""


def _characters(lines: Sequence[str], line: int, offset: int) -> int:
    """Return how many characters the first ``offset`` UTF-8 bytes of a line are."""
    if not 0 < line <= len(lines):
        return offset
    return len(lines[line - 1].encode()[:offset].decode(errors="ignore"))


def place_of(span: Span) -> str:
    """Return the start of a span, as ``line:column``."""
    return f"{span.line}:{span.column}"


_STYLES = {"red": "1;31", "blue": "1;34", "cyan": "1;36", "bold": "1"}


def _painter(color: bool) -> Callable[[str, str], str]:
    """Return a function that wraps text in an ANSI style, or leaves it alone."""

    def paint(text: str, style: str) -> str:
        if not color or not text:
            return text
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"

    return paint


def _remark(word: str, text: str, gutter: int, color: bool) -> list[str]:
    """Return the lines of ``= help: text``, later lines indented under the first."""
    paint = _painter(color)
    first, *rest = text.splitlines()
    lead = f"{' ' * gutter} {paint('=', 'blue')} {paint(word, 'cyan')}: "
    indent = " " * (gutter + len(word) + 5)
    return [lead + _visible(first), *(indent + _visible(line) for line in rest)]


def _snippet(span: Span, label: str, gutter: int, color: bool) -> list[str]:
    """Return the quoted lines with their carets, under an empty gutter row."""
    paint = _painter(color)
    bar = paint("|", "blue")
    blank = f"{' ' * gutter} {bar}"
    lines = span.text.split("\n")
    rows = [blank]
    if span.line == span.end_line or len(lines) == 1:
        before = _width(lines[0][: span.column - 1])
        marked = _width(lines[0][: span.end_column - 1]) - before
        caret = "^" * max(marked, 1) + (f" {_visible(label)}" if label else "")
        number = paint(str(span.line).rjust(gutter), "blue")
        rows.append(f"{number} {bar} {_visible(lines[0])}")
        rows.append(f"{blank} {' ' * before}{paint(caret, 'red')}")
    else:
        rows += _long_snippet(span, lines, label, gutter, color)
    return rows


def _long_snippet(
    span: Span, lines: list[str], label: str, gutter: int, color: bool
) -> list[str]:
    """Return a span of several lines, tied together by a bar at their left."""
    paint = _painter(color)
    bar = paint("|", "blue")
    blank = f"{' ' * gutter} {bar}"
    tie = paint("|", "red")
    numbered = [(span.line + index, text) for index, text in enumerate(lines)]
    before = _width(lines[0][: span.column - 1])
    opens_line = not lines[0][: span.column - 1].strip()
    rows = []
    for number, text in _elided(numbered):
        if number is None:
            rows.append(f"{'.' * 3:<{gutter + 2}} {tie}")
            continue
        shown = f"{paint(str(number).rjust(gutter), 'blue')} {bar}"
        if number > span.line:
            rows.append(f"{shown} {tie} {_visible(text)}".rstrip())
        elif opens_line:
            rows.append(f"{shown} {paint('/', 'red')} {_visible(text)}")
        else:
            rows.append(f"{shown}   {_visible(text)}")
            rows.append(f"{blank}  {paint('_' * (before + 1) + '^', 'red')}")
    end = max(_width(lines[-1][: span.end_column - 1]), 1)
    caret = "_" * end + "^" + (f" {_visible(label)}" if label else "")
    rows.append(f"{blank} {tie}{paint(caret, 'red')}")
    return rows


def _elided(lines: list[tuple[int, str]]) -> list[tuple[int | None, str]]:
    """Leave out the middle of many lines; a None stands for what was left out."""
    if len(lines) <= _LINES_SHOWN:
        return list(lines)
    return [*lines[: _LINES_SHOWN - 2], (None, ""), lines[-1]]


def _visible(text: str) -> str:
    """Return text that is safe on a terminal: tabs as spaces, no control characters."""
    expanded = text.replace("\t", _TAB)
    return "".join(chr(0x2400 + ord(c)) if ord(c) < 32 else c for c in expanded)


def _width(text: str) -> int:
    """Return how many terminal columns ``text`` takes."""
    return sum(
        0
        if unicodedata.combining(c)
        else 2
        if unicodedata.east_asian_width(c) in "WF"
        else 1
        for c in _visible(text)
    )
