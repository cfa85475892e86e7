"""What an attempt waits for: exceptions, as a module names them."""

from __future__ import annotations

from dataclasses import dataclass

# The template of what raises again what an attempt has caught.
RAISE_AGAIN = "raise {0}"


class Caught:
    """What an attempt gives for the exception that it has caught, where it has."""

    def __repr__(self) -> str:
        return "CAUGHT"


CAUGHT = Caught()


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
