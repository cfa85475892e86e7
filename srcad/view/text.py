"""Code as HTML: escaped, coloured, and with characters that hide made visible.

What cannot be seen, or turns round the order of what can (U+202E and its kind), may
make code read as another than the one that runs. Each is shown as its number.
"""

import html
import io
import keyword
import re
import tokenize
import unicodedata
from collections import Counter

# Of no width, or blank, though Unicode counts them as letters, marks or symbols.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_BLANK |= frozenset(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10))))
_HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
_INDENT = re.compile(r" *")
_DEEPEST = 40
_CLASSES = {
    tokenize.STRING: "s",
    tokenize.NUMBER: "n",
    tokenize.COMMENT: "c",
    **{
        getattr(tokenize, name): "s"
        for name in ("FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END")
        if hasattr(tokenize, name)
    },
}


def is_hidden(character: str) -> bool:
    """Whether a character is not seen, or changes the order of those around it."""
    if character in "\t\n ":
        return False
    category = unicodedata.category(character)
    return category in (*_HIDDEN, "Zs") or character in _BLANK


def hidden_in(text: str) -> Counter[str]:
    """Count the characters of a text that are not seen."""
    if text.isascii() and not _controls(text):
        return Counter()
    return Counter(filter(is_hidden, text))


def label_of(character: str) -> str:
    """Return ``U+202E RIGHT-TO-LEFT OVERRIDE``."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".strip()


def escaped(text: str) -> str:
    """Return text for HTML, in an element or in a quoted attribute's place.

    Hidden characters are elements of their own; use ``plain`` for attributes.
    """
    if text.isascii() and not _controls(text):
        return html.escape(text)
    parts = []
    for character in text:
        if is_hidden(character):
            number = f"U+{ord(character):04X}"
            title = html.escape(label_of(character))
            parts.append(
                f'<mark class="hidden-character" title="{title}">{number}</mark>'
            )
        else:
            parts.append(html.escape(character))
    return "".join(parts)


def plain(text: str) -> str:
    """Return text for a quoted attribute: a hidden character is its number."""
    shown = (f"U+{ord(c):04X}" if is_hidden(c) else c for c in text)
    return html.escape("".join(shown))


def inline(text: str) -> str:
    """Return prose in which what stands between backticks is code."""
    parts = re.split(r"`+([^`]+)`+", text)
    shown = [
        f"<code>{escaped(part)}</code>" if k % 2 else escaped(part)
        for k, part in enumerate(parts)
    ]
    return "".join(shown)


def coloured(text: str) -> list[str]:
    """Return the lines of a Python text as HTML, each complete in itself."""
    lines = text.split("\n")
    spans: list[list[tuple[int, int, str]]] = [[] for _ in lines]
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            kind = _CLASSES.get(token.type, "")
            if token.type == tokenize.NAME and keyword.iskeyword(token.string):
                kind = "k"
            if kind:
                _add(spans, lines, token.start, token.end, kind)
    except (tokenize.TokenError, SyntaxError, UnicodeEncodeError):
        pass  # what is no Python has the colours that it got so far
    return [_line(line, found) for line, found in zip(lines, spans, strict=True)]


def indent_class(line: str) -> str:
    """Return the class of a line's indentation, by which its rest is wrapped."""
    found = _INDENT.match(line)
    depth = len(found[0]) if found else 0
    return f"i{min(depth // 4 * 4, _DEEPEST)}"


def _controls(text: str) -> bool:
    return not text.replace("\n", "").replace("\t", "").isprintable()


def _add(
    spans: list[list[tuple[int, int, str]]],
    lines: list[str],
    start: tuple[int, int],
    end: tuple[int, int],
    kind: str,
) -> None:
    for row in range(start[0], min(end[0], len(lines)) + 1):
        first = start[1] if row == start[0] else 0
        last = end[1] if row == end[0] else len(lines[row - 1])
        if last > first:
            spans[row - 1].append((first, last, kind))


def _line(line: str, spans: list[tuple[int, int, str]]) -> str:
    parts, at = [], 0
    for first, last, kind in sorted(spans):
        if first < at:
            continue
        parts.append(escaped(line[at:first]))
        parts.append(f'<span class="{kind}">{escaped(line[first:last])}</span>')
        at = last
    return "".join([*parts, escaped(line[at:])])
