"""What a module keeps from its forward half for its backward half, line by line."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from srcad.paragraphs.halves import Half


@dataclass(frozen=True, slots=True)
class Residual:
    """One value that is kept: ``name`` is what ``backward`` calls it.

    ``kept`` is how ``forward`` returns it. ``made`` is the line of ``forward`` that
    makes it, None for what was there before: ``holds`` says then what it is, "input" or
    "parameter", and is "" otherwise. ``needed`` are the lines of ``backward`` that read
    it.
    """

    name: str
    kept: str
    holds: str
    made: int | None
    needed: tuple[int, ...]


def residuals_of(forward: Half, backward: Half) -> list[Residual]:
    """Return the residuals of a pair of halves, in the order in which they are kept."""
    kept = _kept(forward.node)
    unpacked = _unpacked(backward.node)
    if unpacked is None or len(unpacked[0]) != len(kept):
        # Read as a whole: it has no names of its own.
        unpacked = [ast.unparse(one) for one in kept], backward.first
    names, row = unpacked
    found = []
    for name, expression in zip(names, kept, strict=True):
        made, holds = _origin(forward.node, expression)
        needed = sorted(set(_reads(backward.node, name, row)))
        found.append(
            Residual(name, ast.unparse(expression), holds, made, tuple(needed))
        )
    return found


def is_several(forward: Half) -> bool:
    """Whether the residuals are a tuple, and not one value as it is."""
    value = _returned(forward.node)
    return isinstance(value, ast.Tuple)


def _returned(node: ast.FunctionDef) -> ast.expr | None:
    """Return what ``forward`` returns beside its output."""
    match node.body[-1]:
        case ast.Return(ast.Tuple([_, residuals, *_])):
            return residuals
    return None


def _kept(node: ast.FunctionDef) -> list[ast.expr]:
    value = _returned(node)
    if isinstance(value, ast.Tuple):
        return value.elts
    if value is None or (isinstance(value, ast.Constant) and value.value is None):
        return []
    return [value]


def _unpacked(node: ast.FunctionDef) -> tuple[list[str], int] | None:
    """Return the names that ``residuals`` is unpacked into, and where that ends."""
    word = node.args.args[0].arg if node.args.args else ""
    for statement in node.body:
        match statement:
            case ast.Assign([ast.Name(name)], ast.Name(read)) if read == word:
                return [name], statement.end_lineno or statement.lineno
            case ast.Assign([ast.Tuple(parts)], ast.Name(read)) if read == word:
                names = [ast.unparse(part) for part in parts]
                return names, statement.end_lineno or statement.lineno
    # One value, which is called as it is handed over.
    return ([word], node.lineno) if word else None


def _origin(node: ast.FunctionDef, expression: ast.expr) -> tuple[int | None, str]:
    """Return the line that makes a value, or what it is where it was there before."""
    root = expression
    while isinstance(root, ast.Attribute | ast.Subscript | ast.Call):
        root = root.func if isinstance(root, ast.Call) else root.value
    plain = root is expression
    if not isinstance(root, ast.Name):
        return expression.lineno, ""
    made: int | None = None
    for statement in ast.walk(node):
        if isinstance(statement, ast.Assign) and root.id in _bound(statement):
            if _is_parameter(statement, root.id):
                return (None, "parameter") if plain else (expression.lineno, "")
            # A list that a loop fills is made where it is empty.
            made = statement.lineno if made is None else max(made, statement.lineno)
    if made is not None:
        return made, ""
    return (None, "input") if plain else (expression.lineno, "")


def _bound(statement: ast.Assign) -> set[str]:
    return {
        inner.id
        for target in statement.targets
        for inner in ast.walk(target)
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
    }


def _is_parameter(statement: ast.Assign, name: str) -> bool:
    """Whether a name is bound to an item of ``params``, in a row of such."""
    (target,), value = statement.targets, statement.value
    pairs = [(target, value)]
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = list(zip(target.elts, value.elts, strict=False))
    for left, right in pairs:
        if isinstance(left, ast.Name) and left.id == name:
            if isinstance(right, ast.ListComp):
                # Those of layers of one kind.
                right = right.elt
            return (
                isinstance(right, ast.Subscript)
                and isinstance(right.value, ast.Name)
                and right.value.id.rstrip("_") == "params"
            )
    return False


def _reads(node: ast.FunctionDef, name: str, after: int) -> Iterator[int]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and inner.id == name and inner.lineno > after:
            yield inner.lineno
