"""What a family of cases is, and what becomes of one case.

A family draws a case from a seed, judges it, describes it and writes it down as a
program that stands alone. Equal seeds give equal cases. ``judge`` is called in a
process of its own, which has a time to end in: what raises there is a crash, and what
does not end is a hang.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

GOOD, REFUSED, VOID = "good", "refused", "void"
WRONG, CRASH, HANG = "wrong", "crash", "hang"
KNOWN = "known"
FAILURES = (WRONG, CRASH, HANG)
SECONDS = 90


@dataclass(frozen=True)
class Verdict:
    """``what`` became of a case.

    ``code`` is that of the diagnostic that it was refused with, or the class of what
    was raised, and ``message`` what is said of it. A case is void where nothing can be
    said: the program itself raises, or is not smooth there.
    """

    what: str
    code: str = ""
    message: str = ""

    @property
    def failed(self) -> bool:
        """Whether srcad is at fault."""
        return self.what in FAILURES

    @property
    def kind(self) -> str:
        """What makes two failures look alike: the last line without its numbers."""
        last = self.message.strip().split("\n")[-1]
        text = "".join(letter for letter in last if not letter.isdigit())
        return f"{self.what} {self.code}: {text[:60]}"


@dataclass(frozen=True)
class Family:
    """``draw`` gives a case, ``judge`` says what becomes of it in an empty folder.

    ``title`` says in a line what the case is, ``reproducer`` is a program that shows
    it. A case may take ``seconds``. What is ``known``, and waits to be mended, is
    counted and does not fail. A family that is not ``settled`` still finds faults that
    nobody has mended, and is hunted in by its name alone.
    """

    name: str
    doc: str
    draw: Callable[[random.Random], Any]
    judge: Callable[[Any, Path], Verdict]
    title: Callable[[Any], str]
    reproducer: Callable[[Any], str]
    seconds: int = SECONDS
    known: tuple[str, ...] = ()
    settled: bool = True

    def case(self, seed: int, number: int) -> Any:
        """The case of a number in the sequence of a seed."""
        return self.draw(random.Random(f"{self.name} {seed} {number}"))
