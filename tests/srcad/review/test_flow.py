"""Statements of goldens, swapped at random: those of which the class says that they may
be have to give the same, to the bit."""

import ast
import random

import pytest

from srcad.review import Setting
from srcad.review.classes import Class, class_of
from srcad.review.compared import compare
from srcad.review.modules import parsed
from tests.srcad.review.conftest import GOLDEN

SHELL = ("value_and_grad", "check", "ones_like", "check_like", "load_captured")
RANGES = {
    "eccentricity": (0.0, 0.9),
    "mean_anomaly": (0.1, 3.0),
    "target": (0, 10),
    "index": (0, 3),
}


def swaps(text, source, count):
    """Texts of a module in which two statements of a block are in each other's place."""
    tree = ast.parse(text)
    places = [
        (node.body, k, j)
        for function in tree.body
        if isinstance(function, ast.FunctionDef) and function.name not in SHELL
        for node in ast.walk(function)
        if isinstance(getattr(node, "body", None), list)
        for k in range(len(node.body) - 1)
        for j in range(k + 1, min(k + 3, len(node.body)))
        if not isinstance(node.body[j], ast.Return)
    ]
    head = text[: text.index('"""')]
    for body, k, j in source.sample(places, min(count, len(places))):
        body[k], body[j] = body[j], body[k]
        yield head + ast.unparse(tree)
        body[k], body[j] = body[j], body[k]


def tried(names, count):
    """How many swaps are of the text alone; each of them is run."""
    source, found = random.Random(1), 0
    for name in names:
        text = (GOLDEN / f"{name}.py").read_text()
        for swapped in swaps(text, source, count):
            old, new = parsed(text), parsed(swapped)
            kind = class_of(old, new)
            assert kind is not Class.RENAME
            if kind is Class.ORDER:
                found += 1
                numbers = compare(old, new, Setting(ranges=RANGES)).numbers
                assert numbers.bitwise, f"{name}: {numbers}\n{swapped}"
    return found


@pytest.mark.long
def test_some_statements_may_be_swapped():
    assert tried(["digits_classifier", "language/writing"], 8) > 1


@pytest.mark.long
def test_statements_of_all_goldens():
    paths = sorted(
        path for path in GOLDEN.rglob("*.py") if path.parent.name != "compiled"
    )
    names = [path.relative_to(GOLDEN).with_suffix("").as_posix() for path in paths]
    # Its loop goes on for ever where a tolerance is drawn below zero.
    names.remove("language/while_loop")
    assert tried(names, 4) > 20
