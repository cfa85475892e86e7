"""Statements as text: what ``ast.unparse`` gives."""

import ast
from pathlib import Path

import pytest

from srcad.compiler.printing.emit.lines import NAME_LENGTH, first_line, width

ROOT = Path(__file__).parents[4]
FILES = sorted((ROOT / "golden").rglob("*.py"))[::6]
RARE = ["f(*x, **y)", "x = u'a' + b'b'.decode()", "x = {1: [a for a in b]}", "(x, y)"]


def statements(text):
    simple = ast.Assign, ast.AugAssign, ast.Expr, ast.Return
    nodes = list(ast.walk(ast.parse(text)))
    return [one for one in nodes if isinstance(one, (*simple, ast.For, ast.If))]


def check(node):
    if isinstance(node, ast.For | ast.If):
        node.body, node.orelse = [ast.Pass()], []
    text = ast.unparse(node)
    assert first_line(node) == text.split("\n")[0]
    if "\n" not in text:
        names = [one.id for one in ast.walk(node) if isinstance(one, ast.Name)]
        longer = sum(len(word) - NAME_LENGTH for word in names if word != "np")
        assert width(node) == len(text) - longer


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_statements_of_modules_are_as_python_writes_them(path):
    for node in statements(path.read_text()):
        check(node)


@pytest.mark.parametrize(
    "text",
    [
        *RARE,
        "x = -(a * b) ** -c + (a ** b) ** c",
        "x = not (a or b) and (c if d else e)",
        "x = (a < b) < c",
        "a, (b, c) = x[1:, None, ::2], x[(1,):], 3 .real, 1e300 * 1e10",
        "x[i] += a @ (b @ c) - (d - e), *f",
    ],
)
def test_what_is_rare_is_as_python_writes_it(text):
    for node in statements(text):
        check(node)
