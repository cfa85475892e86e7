"""What an edit of the source changes in a module: what the edit is about, no more."""

import ast
import difflib
import re

import pytest

from codegen.formatting import format_module
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.printing.test_texts import program_of

PLAIN = """
import numpy as np


def f(x):
    y = np.sin(x)
    y = np.exp(y) * y
    z = y.sum() * x
    y = np.tanh(y * z)
    return y * z
"""

LOOP = """
import numpy as np


def f(x):
    z = np.zeros(3)
    total = 0.0
    for row in x:
        y = np.tanh(row + z)
        z = y * z + row
        total = total + (y * z).sum()
    return total
"""

BLOCK = """
from srcad import nn, ops


class Block(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm((8,))
        self.q, self.k, self.v = nn.Dense(8, 8), nn.Dense(8, 8), nn.Dense(8, 8)
        self.up, self.down = nn.Dense(8, 32), nn.Dense(32, 8)

    def construct(self, x):
        y = self.norm(x)
        scores = ops.matmul(self.q(y), self.k(y).transpose(0, 2, 1)) / 8**0.5
        z = ops.matmul(ops.softmax(scores, axis=-1), self.v(y))
        y = x + z
        return y + self.down(ops.gelu(self.up(y)))
"""

BRANCH = """
import numpy as np


def f(x, shift):
    y = np.tanh(x)
    norm = np.sqrt((x * x).sum())
    if norm > 1.0:
        z = x / norm
    else:
        z = np.exp(x)
    total = np.zeros(3)
    for row in z:
        total = total * np.sin(row)
    return total * y.sum() * shift
"""

PROGRAMS = {
    "plain": (PLAIN, ["float64[n]"]),
    "loop": (LOOP, ["float64[n, 3]"]),
    "block": (BLOCK, ["float32[batch, time, 8]"]),
}


def text_of(source, inputs, folder, name):
    return generate(program_of(source, folder, name), inputs).text


@pytest.mark.parametrize("name", ["plain", "block"])
def test_a_line_that_is_added_changes_no_other(name, tmp_path):
    source, inputs = PROGRAMS[name]
    first = re.search(r"(?m)^( +)y = .*\n", source)
    longer = source.replace(first[0], f"{first[0]}{first[1]}y = y * 3.0\n")
    before = halves(text_of(source, inputs, tmp_path, "before"))
    after = halves(text_of(longer, inputs, tmp_path, "after"))
    changes = [line for line in difflib.ndiff(before, after) if line[0] in "+-"]
    assert changes
    assert all(re.search(r"\bd?y\b", line) for line in changes), changes
    # A value that is kept, or its cotangent, may have another name for its old one.
    assert len(changes) <= 8, changes


ADDED = {
    "a branch": "    if shift > 0.0:\n        y = y * shift\n",
    "a loop": "    for part in shift * y:\n        y = y * part.sum()\n",
}


@pytest.mark.parametrize("added", ADDED)
def test_a_statement_that_is_added_renames_no_other(added, tmp_path):
    inputs = ["float64[n, 3]", "float64[]"]
    place = "    norm ="
    longer = BRANCH.replace(place, f"{ADDED[added]}{place}")
    before = halves(text_of(BRANCH, inputs, tmp_path, "before"))
    after = halves(text_of(longer, inputs, tmp_path, "after"))
    gone = [line for line in before if line not in after]
    # What becomes of ``y``, and where it comes from.
    assert gone
    assert all(re.search(r"\bd?y\b|dout_sum", line) for line in gone), gone
    assert "    if norm_condition:" in after
    assert "    for i, total, total_sin in reversed(total_residuals):" in after


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_name_that_is_longer_is_all_that_changes(name, tmp_path):
    source, inputs = PROGRAMS[name]
    longer = re.sub(r"\bz\b", "z_of_another_length", source)
    before = text_of(source, inputs, tmp_path, "before")
    after = text_of(longer, inputs, tmp_path, "after")
    renamed = re.sub(r"\b(d?)z(?=\b|_)", r"\1z_of_another_length", before)
    assert tree_of(renamed) == tree_of(after)


def tree_of(text):
    module = ast.parse(text)
    return [ast.dump(node) for node in module.body if isinstance(node, ast.FunctionDef)]


def halves(text):
    """The lines of the two halves, without blank ones and comments."""
    code = format_module(text)
    code = code[code.index("\ndef forward(") : code.index("\ndef value_and_grad(")]
    return [line for line in code.split("\n") if line.strip() and "#" not in line]
