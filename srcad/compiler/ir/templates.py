"""Texts of Python with holes in them, which other expressions are put into."""

from __future__ import annotations

import ast
from collections.abc import Sequence


def hole(position: int) -> str:
    """The name that stands for an expression in a template."""
    return f"__{position}__"


def filled(text: str, parts: Sequence[ast.expr]) -> ast.stmt:
    """The statement that a template comes to with ``parts`` in its holes."""
    (statement,) = ast.parse(text).body
    places = {hole(k): part for k, part in enumerate(parts)}
    filler = _Filler(places)
    filler.visit(statement)
    return statement


class _Filler(ast.NodeTransformer):
    def __init__(self, places: dict[str, ast.expr]) -> None:
        self.places = places

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.places.get(node.id, node)
