"""``del``: arrays of a half that nobody reads any more, where memory is limited.

They stand at the end of the paragraph that reads them last, in one statement. Without a
limit there are none: they are not worth the lines. Before a ``return`` they would be
without effect.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence

from codegen.description import Comment


def freed(body: Sequence[ast.stmt], arrays: Collection[str]) -> list[ast.stmt]:
    """The statements of a function, with ``del`` of those of its ``arrays`` that it
    assigns on every path, behind the paragraph that mentions them last. The last
    paragraph is the ``return``."""
    paragraphs: list[list[ast.stmt]] = [[]]
    last: dict[str, int] = {}
    assigned: dict[str, None] = {}
    for statement in body:
        if isinstance(statement, Comment):
            paragraphs.append([])
        paragraphs[-1].append(statement)
        assigned.update(dict.fromkeys(_assigned(statement)))
        for node in ast.walk(statement):
            if isinstance(node, ast.Name):
                last[node.id] = len(paragraphs) - 1
    gone: list[list[ast.expr]] = [[] for _ in paragraphs]
    for word in assigned:
        if word in arrays and last[word] < len(paragraphs) - 2:
            gone[last[word]].append(ast.Name(word, ast.Del()))
    for paragraph, targets in zip(paragraphs, gone, strict=True):
        if targets:
            paragraph.append(ast.Delete(targets))
    return [statement for paragraph in paragraphs for statement in paragraph]


def _assigned(statement: ast.stmt) -> list[str]:
    """The name that an assignment gives a new value to."""
    if not isinstance(statement, ast.Assign):
        return []
    return [one.id for one in statement.targets if isinstance(one, ast.Name)]
