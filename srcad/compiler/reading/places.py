"""Where what is differentiated is defined: the place of what has none of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError, Span, span_of_line
from srcad.compiler.reading import protocol
from srcad.compiler.reading.source import source_of, underlying


def span_of(function: Any) -> Span | None:
    """The definition of a function, or of a Cell's ``construct``; None without one."""
    inner = protocol.innermost(function)
    plain = underlying(type(inner).construct if protocol.is_cell(inner) else inner)
    if plain is None:
        return None
    try:
        source = source_of(plain)
    except CompileError:
        return None
    return span_of_line(source.path, source.lines, source.node.lineno)


def placed(error: CompileError, function: Any) -> CompileError:
    """The error of a compilation: what has no place in it is at the definition, as is
    what a lambda computes."""
    found = error.diagnostics
    if all(one.span for one in found):
        return error
    span = span_of(function)
    return CompileError(replace(one, span=one.span or span) for one in found)
