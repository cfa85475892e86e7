"""What the text of a function is, and what its names mean beside it."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

from codegen.digest import text_digest
from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.reading.source import source_of, underlying


def code_of(function: Any) -> str:
    """The text of a function, and the module in which its names are looked up."""
    plain = underlying(function)
    space = {} if plain is None else plain.__globals__
    name = space.get("__name__")
    module = sys.modules.get(name) if isinstance(name, str) else None
    # Another dict may have the name of a module, and hold other things.
    own = "" if module is not None and vars(module) is space else " that is no module"
    return f"code {text_of(function)} in {name}{own}"


def _names_around(code: CodeType) -> list[str]:
    """The names in a text that mean something else by what is around it."""
    private = {name for one in _codes(code) for name in one.co_names if _MANGLED(name)}
    return [*code.co_freevars, *sorted(private)]


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function and of those defined in it."""
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _codes(one)


# ``__name`` in a class: ``_Class__name``.
_MANGLED = re.compile(r"_[^_].*__.*[^_]_?$").match


def text_of(function: Any) -> str:
    """A digest of the source of a function, with the names in it that are not those of
    its module; "" where there is none."""
    plain = underlying(function)
    text = "" if plain is None else _text_of_code(plain, plain.__code__)
    if plain is None or not text:
        return ""
    return " ".join([text, *_names_around(plain.__code__)])


def _text_of_code(function: FunctionType, code: CodeType) -> str:
    try:
        source = source_of(function)
        # Several lambdas may stand on one line.
        whole = not isinstance(source.node, ast.Lambda)
        return text_digest(source.text if whole else ast.unparse(source.node))
    except CompileError:
        return ""
