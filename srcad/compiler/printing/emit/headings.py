"""Comments that head paragraphs: the statement that the code under it came from.

A heading is left out where the code says the same, and where a heading above says it
already: of the statement that holds this block, or of the paragraph before.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache

from codegen.description import Comment
from srcad.compiler.ir.origins import Origin
from srcad.compiler.printing.emit.lines import first_line


@dataclass(slots=True)
class Headings:
    """The headings of the statements that hold what is being written."""

    above: list[str] = field(default_factory=list)

    @contextmanager
    def inside(self, origin: Origin | None) -> Iterator[None]:
        """While the blocks of a statement are written."""
        self.above.append(origin.shown if origin is not None else "")
        try:
            yield
        finally:
            self.above.pop()

    def close(
        self, body: list[ast.stmt], paragraph: list[ast.stmt], origin: Origin | None
    ) -> None:
        """Add a paragraph to a body, under its heading."""
        if not paragraph:
            return
        text = origin.shown if origin is not None else ""
        comments = (node.text for node in reversed(body) if isinstance(node, Comment))
        before = next(comments, None)
        if not text or text in self.above or _is_said(paragraph, text):
            body.append(Comment(""))
        elif before != text:
            body.append(Comment(text))
        body.extend(paragraph)


def _is_said(paragraph: list[ast.stmt], text: str) -> bool:
    """Whether a statement of the paragraph says what the heading would."""
    wanted = _normal(text)
    return any(_as_text(node) == wanted for node in paragraph)


def _as_text(node: ast.stmt) -> str:
    """A statement in one form; of a compound one the first line."""
    return "" if isinstance(node, Comment) else first_line(node)


@lru_cache(maxsize=1024)
def _normal(text: str) -> str:
    """A heading in the same form; what is returned is assigned to ``out``."""
    text = text.removeprefix("el") if text.startswith("elif ") else text
    for whole in (text, text + " pass"):
        try:
            (node,) = ast.parse(whole).body
        except (SyntaxError, ValueError):
            continue
        if isinstance(node, ast.Return) and node.value is not None:
            node = ast.Assign([ast.Name("out", ast.Store())], node.value)
        return _as_text(node)
    return text
