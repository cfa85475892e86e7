"""The old module beside the new one, line by line."""

import difflib
from collections.abc import Iterator

from srcad.paragraphs.halves import Half, halves_of
from srcad.view.text import coloured, indent_class

Row = tuple[int | None, int | None]


def changes(old: str, new: str, kind: str) -> str:
    """Return a table of the halves of one kind: old | new.

    Raises SyntaxError where one of the texts is no Python.
    """
    sides = [_rows_of(text, kind) for text in (old, new)]
    texts = [text.split("\n") for text in (old, new)]
    shown = [coloured(text) for text in (old, new)]
    lines = [[texts[k][row - 1] for row in sides[k]] for k in (0, 1)]
    body = []
    for left, right, same in _aligned(*lines):
        cells = []
        for k, index in enumerate((left, right)):
            side = ("old", "new")[k]
            if index is None:
                cells.append(f'<td class="{side} none"></td>')
                continue
            row = sides[k][index]
            word, text = "" if same else ("del", "ins")[k], shown[k][row - 1]
            text = f"<{word}>{text}</{word}>" if word else text
            indent = indent_class(texts[k][row - 1])
            cells.append(
                f'<td class="{side} {word}"><code class="{indent}">{text}</code></td>'
            )
        state = "same" if same else "changed"
        body.append(f'<tr class="{state}">{"".join(cells)}</tr>')
    return (
        f'<table class="changes"><thead><tr><th scope="col">old {kind}</th>'
        f'<th scope="col">new {kind}</th></tr></thead><tbody>{"".join(body)}'
        "</tbody></table>"
    )


def _rows_of(text: str, kind: str) -> list[int]:
    halves: list[Half] = [half for half in halves_of(text) if half.kind == kind]
    return [row for half in halves for row in range(half.first, half.last + 1)]


def _aligned(
    old: list[str], new: list[str]
) -> Iterator[tuple[int | None, int | None, bool]]:
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for what, a, b, c, d in matcher.get_opcodes():
        if what == "equal":
            for k in range(b - a):
                yield a + k, c + k, True
            continue
        for k in range(max(b - a, d - c)):
            left = a + k if a + k < b else None
            right = c + k if c + k < d else None
            yield left, right, False
