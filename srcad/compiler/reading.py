"""What a compilation has read: all that a module has to be built anew for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from srcad.compiler.source import Source


@dataclass(slots=True, eq=False)
class Reading:
    """Sources in the order in which they were read; hyper-parameters; globals.

    ``facts`` are attributes of Cells by their path, ``globals_read`` constants of
    modules: (module, name, fingerprint), ``names_read`` functions, classes and modules
    by their names: (module, name, what they are).

    ``ignores_hooks`` says that hooks were met that do not run, ``nested`` that a
    gradient is taken inside, ``reads_hooks`` that it has hooks of Parameters, which may
    change with what they hold. ``registered`` is what takes back each hook that was
    registered or removed on a live object: a registration inside of what is compiled.
    ``streams`` are the generators that were called.
    """

    sources: dict[Source, None] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    globals_read: set[tuple[str, str, str]] = field(default_factory=set)
    names_read: set[tuple[str, str, str]] = field(default_factory=set)
    ignores_hooks: bool = False
    nested: bool = False
    reads_hooks: bool = False
    registered: list[Callable[[], None]] = field(default_factory=list)
    streams: list[Any] = field(default_factory=list)

    def take_back(self, mark: int = 0) -> None:
        """Take back what was done to live objects, the last first."""
        while len(self.registered) > mark:
            self.registered.pop()()

    def close(self) -> None:
        """End the generators that were not consumed to their end."""
        for stream in self.streams:
            stream.close()
