"""Statements that are too long for a line: which part of one becomes its own.

All names count as equally long, so that what is folded into what does not depend on
what the user calls things, nor on how deep the statement stands.
"""

from __future__ import annotations

import ast

from srcad.compiler.ir.types import Atom, Call, Op, Value
from srcad.compiler.printing.emit.lines import width
from srcad.compiler.printing.emit.writer import Writer
from srcad.compiler.printing.schedule import is_separable

_LONGEST = 76
# Of which a part has a name in the library's own source.
_LONGEST_WITH_NAMES = 64


def is_long(writer: Writer, item: Op | Call, node: ast.stmt) -> bool:
    """Whether a statement, of an operation, is better two."""
    found = width(node)
    if found <= _LONGEST_WITH_NAMES:
        return False
    named = any(part.hint for part in _separable(writer, item.args))
    return named or found > _LONGEST


def largest_part(writer: Writer, item: Op | Call) -> Value | None:
    """The part of a statement that leaves two of about equal length.

    One that has a name comes first: in the library's own source, or as the cotangent
    that more is added to.
    """
    widths = {part: width(writer.atom(part)) for part in _separable(writer, item.args)}
    whole = sum(width(writer.atom(arg)) for arg in item.args)
    ranked = sorted(
        (not _has_name(part), max(found, whole - found), k)
        for k, (part, found) in enumerate(widths.items())
    )
    return list(widths)[ranked[0][2]] if ranked else None


def _separable(writer: Writer, atoms: tuple[Atom, ...]) -> list[Value]:
    """The operations in an expression that could be statements of their own."""
    found: list[Value] = []
    for atom in atoms:
        op = writer.plan.folded.get(atom) if isinstance(atom, Value) else None
        if op is not None:
            if is_separable(op):
                found.append(op.results[0])
            found.extend(_separable(writer, op.args))
    return found


def _has_name(value: Value) -> bool:
    primal = value.primal
    return bool(value.hint) or (primal is not None and primal.named)
