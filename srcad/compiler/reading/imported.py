"""What is imported beside what a text is compiled to; and where the text is."""

from __future__ import annotations
import __future__

import ast
import functools
import importlib.machinery
import linecache
import os
import sys
import zipimport
import zlib
from collections.abc import Mapping
from pathlib import Path
from types import CodeType
from typing import Any

import numpy as np

from srcad.compiler.reading.library_text import file_of, stored_code

# Whose functions are read as their own text says, and never shown in an error.
_FOLDERS = (Path(__file__).resolve().parents[2], Path(np.__file__).resolve().parent)
_LIBRARIES = tuple(str(folder) + os.sep for folder in _FOLDERS)

# Python's own loaders, which compile a module from its text alone.
_LOADERS = (importlib.machinery.SourceFileLoader, zipimport.zipimporter)


def lines_around(
    code: CodeType, space: Mapping[str, Any] | None = None
) -> tuple[str, ...]:
    """The lines of the text that a code object is of; none where nobody knows them.

    Where no file has them, as in a zip file, the loader of the module may, whose names
    are in ``space``. ``exec``, ``eval`` and ``python -c`` call all texts ``<string>``.
    From Python 3.13 on ``linecache`` knows that of ``python -c``, which is not the text
    of the others.
    """
    path = file_of(code)
    known = dict(space) if space and _is_of_a_zip_file(path, space) else None
    try:
        lines = tuple(linecache.getlines(path, known))
    except zlib.error:
        return ()  # the zip file is another one by now
    return lines if path != "<string>" or code in codes_in(path, lines, code) else ()


def _is_of_a_zip_file(path: str, space: Mapping[str, Any]) -> bool:
    """Whether a file is that of a module with these names, which a zip file holds."""
    loader = type(space.get("__loader__"))
    return loader is zipimport.zipimporter and space.get("__file__") == path


@functools.lru_cache(maxsize=1024)
def is_of_library_file(path: str) -> bool:
    """Whether a file is one of srcad or of NumPy."""
    return str(Path(path).resolve()).startswith(_LIBRARIES) if path else False


@functools.lru_cache(maxsize=1024)
def is_imported(path: str) -> bool:
    """Whether a file is a module that Python's own loader has compiled."""
    if path.startswith("<"):
        return False
    # The user's modules are among the last.
    for module in reversed(list(sys.modules.values())):
        if getattr(module, "__file__", None) == path:
            loader = getattr(module, "__loader__", None)
            return type(loader) in _LOADERS
    return False


def is_of_a_text_alone(path: str) -> bool:
    """Whether a path's functions are compiled from the text that is known of it: that
    of a module, or of no file, as a cell of a notebook is."""
    entry: tuple[Any, ...] | None = linecache.cache.get(path)
    return is_imported(path) or entry is None or entry[1] is None


def codes_in(path: str, lines: tuple[str, ...], code: CodeType) -> list[CodeType]:
    """Every code object that a text is compiled to as ``code`` was, whose
    ``__future__`` may be that of an earlier cell; none where it cannot be."""
    return _codes_in(path, lines, code.co_flags & __future__.annotations.compiler_flag)


@functools.lru_cache(maxsize=256)
def _codes_in(path: str, lines: tuple[str, ...], flags: int) -> list[CodeType]:
    stored = stored_code(path) if is_of_library_file(path) else None
    flags |= ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    try:
        text = "".join(lines)
        queue = [stored or compile(text, path, "exec", flags, dont_inherit=True)]
    except SyntaxError:
        return []
    for code in queue:
        queue.extend(item for item in code.co_consts if isinstance(item, CodeType))
    return queue


def same_code(first: CodeType, second: CodeType) -> bool:
    """Whether two code objects do the same, wherever they stand."""
    if first.co_code != second.co_code or len(first.co_consts) != len(second.co_consts):
        return False
    for words in ("co_names", "co_varnames", "co_freevars", "co_cellvars"):
        if getattr(first, words) != getattr(second, words):
            return False
    return all(map(_same_constant, first.co_consts, second.co_consts))


def _same_constant(first: Any, second: Any) -> bool:
    if isinstance(first, CodeType) and isinstance(second, CodeType):
        return same_code(first, second)
    if isinstance(first, frozenset) and isinstance(second, frozenset):
        return first == second
    return type(first) is type(second) and repr(first) == repr(second)
