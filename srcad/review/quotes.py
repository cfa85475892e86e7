"""The statements of the source that a module quotes."""

import ast
import itertools
import textwrap
from collections.abc import Iterator, Sequence

from srcad.review.modules import Parsed
from srcad.review.paragraphs import parts_of
from srcad.review.statements import head_of, normal, statements_of

# What the first lines of a half unpack.
_GIVEN = ("params", "captured")


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
            found += _said(part.lines)
    for node in module.tree.body:
        if isinstance(node, ast.ClassDef):
            found += [one.text for one in statements_of(node)]
    return found


def _said(lines: Sequence[str]) -> Iterator[str]:
    """The statements of a paragraph without a heading, but for what every half has."""
    match _parsed(textwrap.dedent("\n".join(lines))):
        case [ast.FunctionDef(body=body)] | body:
            pass
    for node in body:
        names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
        if isinstance(node, ast.Return | ast.Expr) or not names.isdisjoint(_GIVEN):
            continue
        yield head_of(node)


def _parsed(text: str) -> list[ast.stmt]:
    """Statements; the body of a loop may be other paragraphs."""
    last = text.split("\n")[-1]
    indent = " " * (len(last) - len(last.lstrip()) + 1)
    for tried in (text, f"{text}\n{indent}pass"):
        try:
            return ast.parse(tried).body
        except SyntaxError:
            continue
    return []
