"""Programs of lines with places in them, put together at random."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Templates:
    """What bodies of functions are made of.

    `{a}`, `{b}` and `{c}` stand for three of the ``names``, whichever, and each key of
    ``words`` for one of its texts. In ``blocks`` a line `{inner}` stands for statements
    that are indented once, and `{deeper}` for such that are twice.
    """

    statements: Sequence[str]
    blocks: Sequence[str]
    words: Mapping[str, Sequence[str]]
    names: str = "abc"

    def body(self, source: random.Random) -> str:
        """Some statements and blocks, indented once."""
        parts = [
            self._block(source, 2) if source.random() < 0.7 else self._one(source)
            for _ in range(2 + source.randrange(2))
        ]
        return indented("\n".join(parts), 4)

    def _block(self, source: random.Random, depth: int) -> str:
        lines = self._filled(source, source.choice(self.blocks)).split("\n")
        for k, line in enumerate(lines):
            if line not in ("{inner}", "{deeper}"):
                continue
            more = [self._one(source) for _ in range(1 + source.randrange(3))]
            if depth > 1 and source.random() < 0.25:
                more.append(self._block(source, depth - 1))
            lines[k] = indented("\n".join(more), 4 if line == "{inner}" else 8)
        return "\n".join(lines)

    def _one(self, source: random.Random) -> str:
        return self._filled(source, source.choice(self.statements))

    def _filled(self, source: random.Random, text: str) -> str:
        for place, texts in self.words.items():
            text = text.replace(place, source.choice(texts))
        for place, name in zip("abc", source.sample(self.names, 3), strict=True):
            text = text.replace("{" + place + "}", name)
        return text


def indented(text: str, width: int) -> str:
    """The text, further to the right."""
    return "\n".join(" " * width + line for line in text.split("\n"))
