"""The halves of a backward module, cut into the paragraphs that they are written in.

A half is a function ``forward`` or ``backward``, or one of those pairs that stand above
them for a Cell with a ``bprop`` of its own. A paragraph is what is computed for one
statement of the source. A comment that quotes the statement heads it, unless its code
says the same. A loop is one paragraph with others inside: its first line, and what
stands before and after it under the same heading.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field

_HALF = re.compile(r"(?:.+_)?(forward|backward)(?:_\d+)?")
_SUBJECT = re.compile(r'"""Reverse-mode derivative of [^`"]*``([^`]+)``')
_HOOK = re.compile(r", with the hooks? (`.*)$")
# What stands beside ``body`` in a compound statement, with the word that begins it.
_BLOCKS = (("body", ""), ("orelse", "else"), ("finalbody", "finally"))


@dataclass(slots=True)
class Paragraph:
    """Lines of a half that belong together.

    ``heading`` is what the comment above them quotes, "" where there is none; ``hook``
    the hooks that it names. ``codes`` are the statements, each in one form (see
    ``normal``). ``above`` is the number of the paragraph that holds this one.
    """

    heading: str
    above: int | None
    hook: str = ""
    codes: list[str] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Half:
    """A function of a module: its lines from ``first`` to ``last``, counted from 1.

    ``kind`` is forward or backward; ``owners`` has for each line the number of its
    paragraph, None for the signature, the docstring and blank lines.
    """

    name: str
    kind: str
    node: ast.FunctionDef
    first: int
    last: int
    paragraphs: tuple[Paragraph, ...]
    owners: dict[int, int]


def subject_of(text: str) -> str:
    """The name of what a module is the derivative of; "" where it says none."""
    found = _SUBJECT.search(text)
    return found[1] if found else ""


def halves_of(text: str) -> list[Half]:
    """Return the halves of a module, in the order of the file.

    Raises SyntaxError where the text is no Python.
    """
    comments = whole_comments(text)
    lines = text.split("\n")
    found = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and (kind := _HALF.fullmatch(node.name)):
            found.append(_Cutter(lines, comments).cut(node, kind[1]))
    return found


def whole_comments(text: str) -> dict[int, str]:
    """Return the comments that have a line to themselves, by their lines."""
    found = {}
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            before = token.line[: token.start[1]]
            if token.type == tokenize.COMMENT and not before.strip():
                found[token.start[0]] = token.string.removeprefix("#").strip(" ")
    except (tokenize.TokenError, SyntaxError):
        pass
    return found


def normal(text: str) -> str:
    """Return a statement in one form; of a compound one the first line.

    What is returned is assigned to ``out``, as the forward half does.
    """
    text = text.removeprefix("el") if text.startswith("elif ") else text
    wholes = (text, f"{text} pass", f"match _:\n {text} pass", f"{text}\n case _: pass")
    for whole in wholes:
        try:
            (node,) = ast.parse(whole).body
        except (SyntaxError, ValueError):
            continue
        return code_of(node)
    return " ".join(text.split())


def code_of(node: ast.stmt) -> str:
    """Return the form that ``normal`` gives, of a statement that was parsed."""
    if isinstance(node, ast.Return) and node.value is not None:
        return f"out = {ast.unparse(node.value)}"
    return ast.unparse(headed(node)).split("\n")[0]


def headed(node: ast.stmt) -> ast.stmt:
    """Return a compound statement with nothing in it; any other as it is."""
    match node:
        case ast.For(target, source):
            short: ast.stmt = ast.For(target, source, [ast.Pass()], [])
        case ast.While(test):
            short = ast.While(test, [ast.Pass()], [])
        case ast.If(test):
            short = ast.If(test, [ast.Pass()], [])
        case ast.With(items):
            short = ast.With(items, [ast.Pass()])
        case ast.Match(subject, [case, *_]):
            # Of the form that ``normal`` gives a case alone, of ``match _``.
            wild = isinstance(subject, ast.Name) and subject.id == "_"
            return _case(case) if wild else ast.Match(subject, [])
        case _:
            return node
    return ast.fix_missing_locations(short)


def _case(case: ast.match_case) -> ast.stmt:
    guard = f" if {ast.unparse(case.guard)}" if case.guard else ""
    return ast.Expr(ast.Name(f"case {ast.unparse(case.pattern)}{guard}:"))


class _Cutter:
    """Cuts one function."""

    def __init__(self, lines: list[str], comments: dict[int, str]) -> None:
        self.lines = lines
        self.comments = comments
        self.paragraphs: list[Paragraph] = []
        self.owners: dict[int, int] = {}

    def cut(self, node: ast.FunctionDef, kind: str) -> Half:
        body = node.body
        start = node.lineno + 1
        if ast.get_docstring(node, clean=False) is not None:
            start, body = (body[0].end_lineno or start) + 1, body[1:]
        self.block(body, start, None)
        last = node.end_lineno or node.lineno
        for number, paragraph in enumerate(self.paragraphs):
            self.owners.update(dict.fromkeys(paragraph.rows, number))
        named = tuple(self.paragraphs)
        return Half(node.name, kind, node, node.lineno, last, named, self.owners)

    def block(self, body: list[ast.stmt], start: int, above: int | None) -> None:
        """Cut the statements of a block, whose first line is ``start``."""
        current: int | None = None
        for node in body:
            between = range(start, node.lineno)
            quoted = [row for row in between if row in self.comments]
            blank = any(not self.lines[row - 1].strip() for row in between)
            if quoted:
                text = "\n".join(self.comments[row] for row in quoted)
                current = self.begin(text, above)
                self.paragraphs[current].rows.extend(quoted)
            elif blank or current is None:
                current = self.begin("", above)
            self.statement(node, current)
            start = (node.end_lineno or node.lineno) + 1

    def begin(self, text: str, above: int | None) -> int:
        hook = _HOOK.search(text)
        if hook is not None:
            text = text[: hook.start()]
        self.paragraphs.append(Paragraph(text, above, hook[1] if hook else ""))
        return len(self.paragraphs) - 1

    def statement(self, node: ast.stmt, current: int) -> None:
        paragraph = self.paragraphs[current]
        paragraph.codes.append(code_of(node))
        blocks = list(self.blocks_of(node))
        if not blocks:
            end = node.end_lineno or node.lineno
            paragraph.rows.extend(range(node.lineno, end + 1))
            return
        row = node.lineno
        for word, body in blocks:
            if word == "else" and self.is_elif(body[0]):
                self.statement(body[0], current)
                return
            start = self.start_of(body[0], row)
            paragraph.rows.extend(range(row, start))
            self.block(body, start, current)
            row = (body[-1].end_lineno or row) + 1

    def blocks_of(self, node: ast.stmt) -> Iterator[tuple[str, list[ast.stmt]]]:
        for name, word in _BLOCKS:
            body = getattr(node, name, None)
            if body and isinstance(body, list):
                yield word, body
            if name == "body":
                for handler in getattr(node, "handlers", ()):
                    yield "except", handler.body
                for case in getattr(node, "cases", ()):
                    yield "case", case.body

    def start_of(self, first: ast.stmt, row: int) -> int:
        """Return the first line of a block: that of its statement, or of a comment."""
        start = first.lineno
        while start - 1 > row and (
            start - 1 in self.comments or not self.lines[start - 2].strip()
        ):
            start -= 1
        return start

    def is_elif(self, node: ast.stmt) -> bool:
        at = self.lines[node.lineno - 1][node.col_offset :]
        return isinstance(node, ast.If) and at.startswith("elif")
