"""What an attempt waits for: exceptions, as a module names them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Catch:
    """The classes of exceptions that a handler is for, as the module names them, with
    the lines that import them, and what the flag is where it has caught one."""

    kinds: tuple[type[BaseException], ...]
    names: tuple[str, ...]
    imports: tuple[str, ...]
    mark: bool | int

    def __str__(self) -> str:
        return f"{' | '.join(self.names)} as {self.mark}"
