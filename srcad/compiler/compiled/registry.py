"""The table of what prints operations that are no part of a loop nest."""

from __future__ import annotations

from collections.abc import Callable

from srcad.compiler.compiled.writer import Writer
from srcad.compiler.ir.types import Op

Printer = Callable[[Writer, Op], None]
PRINTERS: dict[str, Printer] = {}


def prints(*names: str) -> Callable[[Printer], Printer]:
    """Enter a function as the printer of primitives."""

    def enter(function: Printer) -> Printer:
        PRINTERS.update(dict.fromkeys(names, function))
        return function

    return enter
