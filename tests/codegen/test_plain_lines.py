"""What black leaves as it is."""

import ast
from pathlib import Path

import pytest

from codegen.formatting import LINE_LENGTH, _black, format_module
from codegen.plain_lines import plain_runs
from codegen.printing import print_statements
from tests.sampling import sampled

GOLDENS = sorted((Path(__file__).parents[2] / "golden").rglob("*.py"))

PLAIN = [
    "y = x + 1",
    "x[i, 1:] += (a * b).sum(axis=-1, keepdims=True)",
    'w = params["fc1.weight"]',
    "a, b = f(x.T @ -y, None, 1e-05)",
    "residuals.append((x, y))",
    "h = np.zeros((4,), dtype=np.float32)",
    "x = np.where(a >= 0.5, ~b, x[:, None])",
    'x = np.einsum("ij,ij->i", x, y)',
    'w = [params[f"blocks.{i}.fc1.weight"] for i in range(24)]',
    'w = [params[f"{i}.weight"] for i in range(9, 2, -1)]',
]
OTHERS = [
    "y = x ** 2",
    "y = (x + 1)",
    "y = x[i + 1:]",
    "y = f(x,)",
    "y  =  x",
    "y = f( x )",
    "y = 'a'",
    "y = 0XFF + 1E5",
    "y = not (x)",
    "return x",
    "del x",
    "y = x; z = x",
    "y = x  # why",
    "y = {1:2}",
    "y = lambda x:x",
    "y = [i  for i in range(3)]",
    "y = [i if i else 1 for i in range(3)]",
    'y = [x[f"{i!r:>{x}}"] for i in range(3)]',
    "y = (i for i in range(3))",
    "y = " + "x + " * 30 + "x",
]


def module(*lines: str) -> str:
    return "def f(x):\n" + "".join(f"    {line}\n" for line in lines) + "    return x\n"


def plain(text: str) -> list[str]:
    lines = text.splitlines()
    return [
        one for r in plain_runs(text, LINE_LENGTH) for one in lines[r.start : r.stop]
    ]


@pytest.mark.parametrize("line", PLAIN)
def test_a_plain_line_is_what_black_makes_of_it(line):
    assert plain(module(line)) == [f"    {line}"]
    assert _black(module(line)) == module(line)


@pytest.mark.parametrize("line", OTHERS)
def test_what_black_may_write_otherwise_is_not_plain(line):
    assert plain(module(line)) == []
    assert format_module(module(line)) == _black(module(line))


def test_lines_of_texts_and_of_brackets_are_none():
    text = module('"""', "y = x", '"""', "y = g(", "y, 1", ")", "if x: y = x")
    assert plain(text) == []


def test_lines_side_by_side_are_one_run():
    runs = plain_runs(module("a = x", "b = a", "", "c = b"), LINE_LENGTH)
    assert [(run.start, run.stop) for run in runs] == [(1, 3), (4, 5)]


@pytest.mark.parametrize(
    "path", sampled(GOLDENS, 4, pytest.mark.long), ids=lambda path: path.stem
)
def test_a_module_is_what_black_makes_of_it(path):
    """Printed anew, so that nothing of black's is left in it."""
    statements = ast.parse(path.read_text()).body
    printed = "\n".join(print_statements([one]) for one in statements)
    assert format_module(printed) == _black(printed)
