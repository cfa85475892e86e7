"""What stands at the top of a core: sizes, and all that is asked of sizes alone.

Each place where a core gives up is code for whatever lives there, so what is asked of
the arguments' sizes, wherever that turns out to be needed, is asked at once, before
anything is made.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

# Divided by what may be 0.
_DIVIDES = re.compile(r"(//|%) (?![1-9])")


@dataclass(slots=True)
class Settled:
    """Names of sizes that are never bound anew, what has been computed of these alone
    by its text, and the conditions on which a core gives up."""

    names: set[str] = field(default_factory=set)
    known: dict[str, str] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    # Names with expressions, and conditions without, in order.
    steps: list[tuple[str, str]] = field(default_factory=list)

    def holds(self, text: str) -> bool:
        """Whether an expression is of these names alone, and of any."""
        words = re.findall(r"\b[A-Za-z_]\w*\b(?!\()", text)
        return bool(words) and self.names.issuperset(words)

    def bind(self, word: str, text: str) -> None:
        """Compute ``text``, under a name."""
        self.names.add(word)
        self.known[text] = word
        self.steps.append((word, text))

    def refuse(self, condition: str) -> None:
        """Give up where the condition holds."""
        if condition not in self.asked:
            self.asked.add(condition)
            self.steps.append(("", condition))

    def lines(self, give_up: str) -> list[str]:
        """The statements: what divides stands behind all that was asked before."""
        found: list[str] = []
        waiting: list[str] = []

        def ask() -> None:
            if waiting:
                found.extend([f"if {' or '.join(waiting)}:", f"    {give_up}"])
                waiting.clear()

        for word, text in self.steps:
            if not word:
                waiting.append(f"({text})" if " and " in text else text)
                continue
            if _DIVIDES.search(text):
                ask()
            found.append(f"{word} = {text}")
        ask()
        return found
