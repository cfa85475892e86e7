"""Names of iterators: an iterator has nothing left when it has been gone through.

While a loop is tried out the evaluation goes through one again and again, so that it is
the text that says how often the program does.
"""

from __future__ import annotations

import ast
import functools

from srcad.compiler.evaluate.ast_queries import identifiers, names, nodes


@functools.lru_cache(maxsize=4096)
def read_once(definition: ast.AST, name: str) -> bool:
    """Whether a name is bound in a function, and read at one place of it, which no loop
    comes back to without binding it anew."""
    for part in ast.walk(definition):
        repeated = _repeated(part)
        if name in _read(repeated) and name not in _bound(repeated):
            return False
    given = [part.arg for part in nodes(definition, ast.arg)]
    reads = [part.id for part in names(definition, ast.Load, ast.Del)]
    return name in (*given, *_bound([definition])) and reads.count(name) == 1


def _repeated(part: ast.AST) -> list[ast.AST]:
    """What a loop executes again and again; nothing of what is none."""
    match part:
        case ast.For(body=body):
            return [*body]
        case ast.While(test, body):
            return [test, *body]
        case ast.DictComp(key, value, [first, *rest]):
            return [key, value, *first.ifs, *rest]
        case (
            ast.ListComp(item, [first, *rest])
            | ast.SetComp(item, [first, *rest])
            | ast.GeneratorExp(item, [first, *rest])
        ):
            return [item, *first.ifs, *rest]
    return []


def _read(parts: list[ast.AST]) -> set[str]:
    return {name for part in parts for name in identifiers(part, ast.Load, ast.Del)}


def _bound(parts: list[ast.AST]) -> set[str]:
    return {name for part in parts for name in identifiers(part, ast.Store)}
