"""Python literals as a person writes them: strings, bytes, numbers, docstrings.

The same text on every Python: nothing here asks ``repr`` or ``unicodedata``, whose
answers for rare characters change with the version of the Unicode tables.
"""

import math
import re
from collections.abc import Sequence

QUOTES = ('"', "'", '"""', "'''")

# What a reader cannot see, or would see as something else: controls, odd spaces and
# joiners, bidirectional marks, surrogates, private use, byte order marks, tags.
_INVISIBLE = re.compile(
    "[\x00-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180e"
    "\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ud800-\uf8ff\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\uffff\U0001d173-\U0001d17a\U000e0000-\U0010ffff]"
)
_SHORT_ESCAPES = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def string_literal(value: str, avoid: Sequence[str] = ()) -> str:
    """Return ``value`` as a literal on one line, in double quotes where that is fair.

    ``avoid`` lists the quotes of the f-strings around the literal: on Python 3.11 an
    expression in an f-string may hold neither its quotes nor a backslash. Where that
    cannot be had, the literal with the fewest escapes is returned all the same.
    """
    for quote in _preferred_quotes(value, avoid):
        literal = quote + escape(value, quote) + quote
        if not avoid or fits_in_f_string(literal, avoid):
            return literal
    quote = _preferred_quotes(value, ())[0]
    return quote + escape(value, quote) + quote


def bytes_literal(value: bytes) -> str:
    """Return ``value`` as a literal, in double quotes where that is fair."""
    text = value.decode("latin-1")
    quote = _preferred_quotes(text, ())[0]
    body = "".join(
        character if character.isascii() else f"\\x{ord(character):02x}"
        for character in escape(text, quote)
    )
    return f"b{quote}{body}{quote}"


def number_literal(value: float) -> str:
    """Return a finite, non-negative int or float: ``1e-5``, not ``1e-05``, and
    ``1e9``, not nine zeros."""
    if isinstance(value, int):
        return int.__repr__(value)
    text = float.__repr__(value)
    if whole := re.fullmatch(r"(\d)(\d*?)(0{6,})\.0", text):
        first, others, zeros = whole.groups()
        point = f".{others}" if others else ""
        return f"{first}{point}e{len(others) + len(zeros)}"
    return re.sub(r"e\+?(-?)0*", r"e\1", text)


def is_negative(value: float) -> bool:
    """Say whether a number prints with a minus sign, negative zero included."""
    return value < 0 or (isinstance(value, float) and math.copysign(1.0, value) < 0)


def escape(text: str, quote: str) -> str:
    """Return ``text`` with what may not stand between two ``quote`` escaped."""
    escaped = _escape_within(text, quote)
    trailing = len(text) - len(text.rstrip(quote[0]))
    if trailing % len(quote):  # a quote is left that would join the closing ones
        escaped = escaped[:-1] + "\\" + quote[0]
    return escaped


def fits_in_f_string(text: str, avoid: Sequence[str]) -> bool:
    """Say whether ``text`` may be an expression in f-strings quoted with ``avoid``."""
    return not any(mark in text for mark in ("\\", "#", "\n", *avoid))


def docstring_lines(text: str) -> list[str]:
    """Return the lines of a docstring literal, quotes included, without indentation.

    ``text`` may be indented as in a source file: what every line after the first has
    in common is taken off. One line stands between its quotes; the closing quotes of
    several stand on a line of their own.
    """
    lines = _clean(text)
    if len(lines) == 1:
        return ['"""' + escape(lines[0], '"""') + '"""']
    first, *others = (_escape_within(line, '"""') for line in lines)
    return ['"""' + first, *others, '"""']


def _clean(text: str) -> list[str]:
    """Return the lines without common indentation and without blank ends."""
    lines = re.split(r"\r\n|\r|\n", text.expandtabs())
    margin = min(
        (len(line) - len(line.lstrip(" ")) for line in lines[1:] if line.strip(" ")),
        default=0,
    )
    lines = [
        lines[0].strip(" "),
        *(line[margin:].rstrip(" ") for line in lines[1:]),
    ]
    while len(lines) > 1 and not lines[-1]:
        lines.pop()
    while len(lines) > 1 and not lines[0]:
        lines.pop(0)
    return lines


def _preferred_quotes(value: str, avoid: Sequence[str]) -> list[str]:
    """Return single-line quotes to try, best first: double unless that escapes more."""
    quotes = [quote for quote in QUOTES[:2] if quote not in avoid]
    quotes.sort(key=value.count)  # stable: double quotes win a tie
    if avoid:
        quotes += [quote for quote in QUOTES[2:] if quote not in avoid]
    return quotes or [QUOTES[0]]


def _escape_within(text: str, quote: str) -> str:
    text = _INVISIBLE.sub(_escape_invisible, text.replace("\\", "\\\\"))
    return text.replace(quote, "".join("\\" + mark for mark in quote))


def _escape_invisible(match: re.Match[str]) -> str:
    character = match.group()
    if character in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[character]
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
