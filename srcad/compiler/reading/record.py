"""What a compilation has read: all that a module has to be built anew for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from srcad.compiler.avals import Dim, named_size
from srcad.compiler.reading.door import Door
from srcad.compiler.source import Source


@dataclass(slots=True, eq=False)
class Reading:
    """Sources in the order in which they were read, and what came through the door.

    ``facts`` are attributes of Cells by their path, as the docstring lists them.

    ``ignores_hooks`` says that hooks were met that do not run, ``nested`` that a
    gradient is taken inside, ``reads_hooks`` that it has hooks of Parameters, which may
    change with what they hold. ``registered`` is what takes back each hook that was
    registered or removed on a live object: a registration inside of what is compiled.
    ``streams`` are the generators that were called. ``captured_sizes`` names the sizes
    of captured arrays, by path; ``hints`` are what named sizes are in this call, and
    ``fixed`` those of captured arrays that turned out to be other ones, or numbers.
    """

    sources: dict[Source, None] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    door: Door = field(default_factory=lambda: Door(None))
    ignores_hooks: bool = False
    nested: bool = False
    reads_hooks: bool = False
    registered: list[Callable[[], None]] = field(default_factory=list)
    hints: dict[str, int] = field(default_factory=dict)
    fixed: dict[str, Any] = field(default_factory=dict)
    captured_sizes: dict[Any, tuple[str, ...]] = field(default_factory=dict)
    streams: list[Any] = field(default_factory=list)

    def unrecorded(self, live: Sequence[Any]) -> str:
        """Why a module cannot be used a second time, which is handed the objects
        ``live``; "" where it can."""
        if self.door.unrecorded:
            return self.door.unrecorded
        if self.registered:
            return "a hook is registered or removed inside of it"
        if self.reads_hooks:
            return "a Parameter has hooks, which may change with what they hold"
        for item in live:
            if id(item) not in self.door.paths:
                what = f"an object of the class {type(item).__name__}"
                return f"it is handed {what}, which was found by no path"
        return ""

    def size_of(self, name: str) -> Dim:
        """The size of a captured array that is called ``name``."""
        found: Dim = named_size(name)
        while str(found) in self.fixed:
            found = self.fixed[str(found)]
        return found

    def take_back(self, mark: int = 0) -> None:
        """Take back what was done to live objects, the last first."""
        while len(self.registered) > mark:
            self.registered.pop()()

    def close(self) -> None:
        """End the generators that were not consumed to their end."""
        for stream in self.streams:
            stream.close()
