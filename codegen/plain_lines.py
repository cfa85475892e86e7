"""The statements of a module that black leaves as they are.

Told by their text alone, so that it is certain: short assignments and calls, made of
names, numbers, plain strings, operators with a space on either side, and brackets. What
black may write otherwise is none of them: powers (``x**2``), parentheses round a whole
side, slices of what is computed (``x[i + 1 :]``), a comma before a closing bracket,
other quotes; nor is what it may put blank lines around (``return``, ``import``).
"""

import ast
import keyword
import re
from collections.abc import Iterable, Iterator

from codegen.files import split_lines
from codegen.splice import Region

# What such a statement is made of, each with the spaces that belong to it.
_PART = r"""
    (?<!\w)[A-Za-z_]\w*(?!\w)
  | (?<!\w)[0-9]+(?:\.[0-9]+)?(?:e[-+][0-9]+)?(?!\w|\.[0-9])
  | (?<!\w)"[\w.,/> \[\]-]*"
  | (?<=[(\[])f"[\w.]*(?:\{[A-Za-z_]\w*\}[\w.]*)*"
  | (?:(?<=\[)|(?<=,[ ]))\w*:\w*(?=[,\]])   # a slice
  | (?<=[(\[ =]\()\w+,(?=\))               # in a tuple of one
  | \.(?=[A-Za-z_]) | [()\[\]] | ,[ ]
  | [ ](?://|<<|>>|[=!<>]=|[-+*/@%<>&|^])[ ]
  | (?<=[(\[ =])[-~](?=[\w(])              # of one operand
  | (?<=\w)=(?=[^ =])                     # of a keyword argument
  | [ ]for[ ]i[ ]in[ ](?=range\()          # of what is numbered
"""
_PLAIN = re.compile(
    rf"""
    (?=[A-Za-z_]) (?:{_PART})+
    (?: [ ] (?://|<<|>>|[-+*/@%&|^])? =[ ] (?P<right>(?:{_PART})+) )?
    """,
    re.VERBOSE | re.ASCII,
)
_WORD = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_NUMBERED = " for i in range("
_KEYWORDS = frozenset(keyword.kwlist) - {"None", "True", "False"}


def plain_runs(text: str, width: int) -> list[Region]:
    """Where statements that black leaves as they are stand one under the other.

    ``width`` is the longest line. Raises SyntaxError for what is no module.
    """
    lines = split_lines(text)
    runs: list[Region] = []
    for place, indentation in _statements(ast.parse(text).body):
        line = lines[place].removesuffix("\n")
        statement = line.removeprefix(indentation)
        if len(line) > width or not _is_plain(statement):
            continue
        last = runs[-1] if runs else None
        if last is not None and (last.stop, last.indentation) == (place, indentation):
            runs[-1] = Region(last.start, place + 1, indentation)
        else:
            runs.append(Region(place, place + 1, indentation))
    return runs


def _statements(body: Iterable[ast.stmt]) -> Iterator[tuple[int, str]]:
    """The lines and the indentation of what may be plain in the functions of a module,
    from top to bottom."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield from _inside(node)


def _inside(node: ast.AST) -> Iterator[tuple[int, str]]:
    for name in ("body", "handlers", "orelse", "finalbody"):
        for inner in getattr(node, name, ()):
            if not isinstance(inner, ast.Assign | ast.AugAssign | ast.Expr):
                yield from _inside(inner)
            elif inner.lineno == inner.end_lineno:
                yield inner.lineno - 1, " " * inner.col_offset


def _is_plain(statement: str) -> bool:
    found = _PLAIN.fullmatch(statement)
    words = _WORD.findall(statement.replace(_NUMBERED, "("))
    if found is None or not _KEYWORDS.isdisjoint(words):
        return False
    return not _is_in_parentheses(found["right"] or "")


def _is_in_parentheses(text: str) -> bool:
    """Whether the first bracket of a side is closed by its last."""
    depth = 0
    for place, letter in enumerate(text if text.startswith("(") else ""):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0:
            return place == len(text) - 1
    return False
