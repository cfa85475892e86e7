"""What a module's text may hold to run on Python 3.9 and on NumPy 1.26 as on the newest.

``numpy_names.txt`` lists the names that are in both NumPys: a module that says
``np.acos`` runs with the newest alone, one that says ``np.in1d`` with the oldest.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import numpy as np

OLDEST_PYTHON = (3, 9)


def _listed() -> dict[str, frozenset[str]]:
    """The names by what they are names of: ``np``, ``np.linalg``, ``array``."""
    text = (Path(__file__).parent / "numpy_names.txt").read_text()
    found: dict[str, list[str]] = {}
    for word in text.split():
        if word.endswith(":"):
            names = found.setdefault(word[:-1], [])
        else:
            names.append(word)
    return {owner: frozenset(names) for owner, names in found.items()}


LISTED = _listed()
# Attributes that arrays have now, and had not: `x.mT`.
NEW_IN_ARRAYS = {name for name in dir(np.ndarray) if not name.startswith("_")} - LISTED[
    "array"
]


def unportable(text: str) -> list[str]:
    """What in a module's text would not run everywhere; SyntaxError for the grammar."""
    tree = ast.parse(text, feature_version=OLDEST_PYTHON)
    return sorted(set(_unportable(tree)))


def _unportable(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            owner = _dotted(node.value)
            if node.attr in NEW_IN_ARRAYS:
                yield f".{node.attr}"
            if owner in LISTED and node.attr not in LISTED[owner]:
                yield f"{owner}.{node.attr}"
        elif isinstance(node, ast.ImportFrom) and node.module in ("numpy", "np"):
            yield from (
                f"np.{alias.name}"
                for alias in node.names
                if alias.name not in LISTED["np"]
            )
        elif isinstance(node, ast.Call):
            yield from _newer_arguments(node)


def _dotted(node: ast.expr) -> str:
    """A name such as ``np.linalg``; "" of what is none."""
    if isinstance(node, ast.Attribute):
        owner = _dotted(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return node.id if isinstance(node, ast.Name) else ""


def _newer_arguments(call: ast.Call) -> Iterator[str]:
    """Arguments of built-in functions that came after Python 3.9."""
    names = {keyword.arg for keyword in call.keywords}
    if isinstance(call.func, ast.Name) and call.func.id == "zip" and "strict" in names:
        yield "zip(strict=...)"
