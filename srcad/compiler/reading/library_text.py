"""The text of a library, of which a few functions are read: not all of it is parsed,
nor compiled.

A statement at the top of a file ends where the next one begins, at a line that is not
indented. What does not parse by itself (such a line stands in a string, in brackets, in
front of ``else``) is found in the whole text. What a file is compiled to, Python has
stored beside it, with the time and the size of the text.
"""

from __future__ import annotations

import ast
import functools
import importlib.util
import marshal
import os
import sys
from types import CodeType

from srcad.compiler.reading.private_names import with_private_names

_HEADER = 16


def file_of(code: CodeType) -> str:
    """The file that a code object is of; also where Python was built with the module in
    it, whose text lies in a file all the same."""
    path = code.co_filename
    if not path.startswith("<frozen "):
        return path
    module = sys.modules.get(path.removeprefix("<frozen ").removesuffix(">"))
    return getattr(module, "__file__", None) or path


def definition_at(
    lines: tuple[str, ...], name: str, line: int
) -> ast.FunctionDef | None:
    """The function of that name whose first line, or decorator, stands there; None
    where that takes the whole text to say."""
    if not 0 < line <= len(lines):
        return None
    first, last = _statement_around(lines, line)
    found = _definitions(lines[first:last], first).get((name, line), [])
    return found[0] if len(found) == 1 else None


def _statement_around(lines: tuple[str, ...], line: int) -> tuple[int, int]:
    first = line - 1
    while first > 0 and not _begins(lines[first]):
        first -= 1
    last = first
    while last < len(lines) and lines[last].startswith("@"):
        last = _next(lines, last)
    return first, _next(lines, last)


def _next(lines: tuple[str, ...], place: int) -> int:
    """Where the next statement begins."""
    place += 1
    while place < len(lines) and not _begins(lines[place]):
        place += 1
    return place


def _begins(line: str) -> bool:
    return line[:1].isidentifier() or line.startswith("@")


@functools.lru_cache(maxsize=1024)
def _definitions(
    lines: tuple[str, ...], above: int
) -> dict[tuple[str, int], list[ast.FunctionDef]]:
    """The functions of a statement with so many lines above it."""
    text = "".join(lines)
    try:
        tree = with_private_names(ast.parse("\n" * above + text), text)
    except SyntaxError:
        return {}
    found: dict[tuple[str, int], list[ast.FunctionDef]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            above_it = [decorator.lineno for decorator in node.decorator_list]
            place = node.name, min([node.lineno, *above_it])
            found.setdefault(place, []).append(node)
    return found


def stored_code(path: str) -> CodeType | None:
    """What Python has stored that a file is compiled to; None where that is missing, or
    is of another text."""
    try:
        now = os.stat(path)
        with open(importlib.util.cache_from_source(path), "rb") as file:
            data = file.read()
    except (OSError, NotImplementedError):
        return None
    words = [int.from_bytes(data[k : k + 4], "little") for k in range(4, _HEADER, 4)]
    own = data[:4] == importlib.util.MAGIC_NUMBER
    if not own or words != [
        0,
        int(now.st_mtime) & 0xFFFFFFFF,
        now.st_size & 0xFFFFFFFF,
    ]:
        return None
    code = marshal.loads(data[_HEADER:])
    return code if isinstance(code, CodeType) else None
