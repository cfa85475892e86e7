"""Names of iterators: an iterator has nothing left when it has been gone through.

While a loop is tried out the evaluation goes through one again and again, so that it is
the text that says how often the program does.
"""

from __future__ import annotations

import ast
import functools


@functools.lru_cache(maxsize=4096)
def read_once(definition: ast.AST, name: str) -> bool:
    """Whether a name is bound in a function, and read at one place of it, which no loop
    comes back to without binding it anew."""
    bound = read = 0
    for part in ast.walk(definition):
        if isinstance(part, ast.arg):
            bound += part.arg == name
        elif isinstance(part, ast.Name) and part.id == name:
            stored = isinstance(part.ctx, ast.Store)
            bound, read = bound + stored, read + (not stored)
        elif isinstance(part, _LOOPS):
            inside = [one for one in _repeated(part) if _names(one, name)]
            if inside and not any(
                isinstance(one.ctx, ast.Store)
                for repeated in _repeated(part)
                for one in _names(repeated, name)
            ):
                return False
    return bound > 0 and read == 1


_LOOPS = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _repeated(loop: ast.AST) -> list[ast.AST]:
    """What a loop executes again and again."""
    if isinstance(loop, ast.For):
        return list(loop.body)
    if isinstance(loop, ast.While):
        return [loop.test, *loop.body]
    first, *rest = loop.generators  # type: ignore[attr-defined]
    parts = [getattr(loop, word, None) for word in ("elt", "key", "value")]
    return [*(part for part in parts if part is not None), *first.ifs, *rest]


def _names(part: ast.AST, name: str) -> list[ast.Name]:
    found = (one for one in ast.walk(part) if isinstance(one, ast.Name))
    return [one for one in found if one.id == name]
