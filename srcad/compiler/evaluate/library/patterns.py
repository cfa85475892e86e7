"""``re.sub`` with a function that says what stands in the place of a match; read as
source."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import re

from srcad.compiler.evaluate.calls.builtin_table import reads


def replaced(pattern, repl, string, count=0):
    """``pattern.subn(repl, string, count)``."""
    parts, end, made = [], 0, 0
    for match in pattern.finditer(string):
        if count and made == count:
            break
        parts.append(string[end : match.start()])
        part = repl(match)
        if part is not None:
            parts.append(part)
        end = match.end()
        made += 1
    parts.append(string[end:])
    return string[:0].join(parts), made


def replaced_alone(pattern, repl, string, count=0):
    """``pattern.sub(repl, string, count)``."""
    return replaced(pattern, repl, string, count)[0]


@reads(re.sub)
def sub(pattern, repl, string, count=0, flags=0):
    """By the method of the pattern, which looks at what ``repl`` is."""
    return re.compile(pattern, flags).sub(repl, string, count)


@reads(re.subn)
def subn(pattern, repl, string, count=0, flags=0):
    """The same, and how many were replaced."""
    return re.compile(pattern, flags).subn(repl, string, count)
