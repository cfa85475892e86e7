"""The text of a kernel as a generated module holds it: whole functions, no annotations.

``kernel_functions(function)`` gives ``{name: text}`` for the kernel and the functions
of its own file that it calls, each after those it calls itself. The texts need nothing
but ``np``. Comments and docstrings stay; decorators and type annotations go.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from types import FunctionType
from typing import Any

__all__ = ["kernel_functions"]


def kernel_functions(function: FunctionType) -> dict[str, str]:
    """Return name to text, in the order in which they can be defined."""
    texts: dict[str, str] = {}
    _collect(function, texts)
    return texts


def _collect(function: FunctionType, texts: dict[str, str]) -> None:
    lines, _ = inspect.getsourcelines(function)
    source = textwrap.dedent("".join(lines))
    definition = ast.parse(source).body[0]
    assert isinstance(definition, ast.FunctionDef)
    for node in ast.walk(definition):
        if isinstance(node, ast.Name) and node.id != function.__name__:
            called = _same_file(function, node.id)
            if called is not None and called.__name__ not in texts:
                _collect(called, texts)
    texts[function.__name__] = _plain_text(source, definition)


def _same_file(function: FunctionType, name: str) -> FunctionType | None:
    """The function that a name of ``function``'s own file stands for, if it is one."""
    found: Any = function.__globals__.get(name)
    found = getattr(found, "__wrapped__", found)
    if isinstance(found, FunctionType) and found.__module__ == function.__module__:
        return found
    return None


def _plain_text(source: str, definition: ast.FunctionDef) -> str:
    """The text from ``def`` on, with the annotations cut out."""
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def position(line: int, column: int) -> int:
        # ast counts columns in bytes of UTF-8.
        prefix = lines[line - 1].encode()[:column].decode()
        return starts[line - 1] + len(prefix)

    cuts: list[tuple[int, int]] = []
    arguments = definition.args
    for arg in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        if arg.annotation is not None:
            first = position(arg.lineno, arg.col_offset) + len(arg.arg)
            cuts.append((first, _end(arg.annotation, position)))
    if definition.returns is not None:
        after = _end(definition.returns, position)
        arrow = source.rindex("->", 0, after)
        cuts.append((len(source[:arrow].rstrip()), after))
    for node in ast.walk(definition):
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            first = _end(node.target, position)
            cuts.append((first, _end(node.annotation, position)))
    text = source
    for first, last in sorted(cuts, reverse=True):
        text = text[:first] + text[last:]
    return text[position(definition.lineno, definition.col_offset) :]


def _end(node: ast.expr, position: Any) -> int:
    end: int = position(node.end_lineno, node.end_col_offset)
    return end
