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
    last: dict[str, int] = {}
    ends: list[int] = []
    assigned: list[str] = []
    for place, statement in enumerate(body):
        if isinstance(statement, Comment):
            ends.append(place)
            continue
        assigned += _assigned(statement)
        for node in ast.walk(statement):
            if isinstance(node, ast.Name):
                last[node.id] = place
    found: list[ast.stmt] = []
    for place, statement in enumerate(body):
        if place in ends[:-1]:
            begin = max((end for end in ends if end < place), default=-1)
            gone = [
                word
                for word in dict.fromkeys(assigned)
                if word in arrays and begin < last[word] < place
            ]
            if gone:
                targets: list[ast.expr] = [ast.Name(word, ast.Del()) for word in gone]
                found.append(ast.Delete(targets))
        found.append(statement)
    return found


def _assigned(statement: ast.stmt) -> list[str]:
    """The name that an assignment gives a new value to."""
    if not isinstance(statement, ast.Assign):
        return []
    return [one.id for one in statement.targets if isinstance(one, ast.Name)]
