"""Programs of which another tool gave a wrong gradient, and how each is tried.

A grave names the thread in which that was reported: ``owner/repository#number``. The
programs are written anew, over NumPy. Of MindSpore, whose threads are not on GitHub, it
is a merge request, or the release whose notes tell of it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Grave:
    """A program, where it was reported, and what it is tried with.

    Its gradient is compared with finite differences; with ``expected`` where those say
    nothing, or by its sum alone where its parts are a matter of convention. With
    ``refused`` it has to be refused with that code.
    """

    program: Callable[..., Any]
    source: str
    arguments: tuple[Any, ...]
    expected: list[Any] | None = None
    sums: float | None = None
    refused: str = ""

    @property
    def name(self) -> str:
        return f"{self.source}-{self.program.__name__}"


GRAVES: list[Grave] = []


def grave(source: str, *arguments: Any, **options: Any) -> Callable[[Any], Any]:
    """Register a program with the arguments that it is tried with."""

    def register(program: Any) -> Any:
        GRAVES.append(Grave(program, source, arguments, **options))
        return program

    return register


def slopes(program: Any, arguments: tuple[Any, ...], position: int) -> Any:
    """Finite differences of the sum of all results, by one argument."""
    start = np.asarray(arguments[position], dtype=float)

    def at(flat: Any) -> float:
        moved = flat.reshape(start.shape)
        given = list(arguments)
        kind = type(arguments[position])
        given[position] = moved if kind is np.ndarray else kind(moved)
        return float(np.sum(program(*given)))

    found = np.zeros(start.size)
    for k in range(start.size):
        unit = np.zeros(start.size)
        unit[k] = 1.0
        # Richardson: (4 D(h / 2) - D(h)) / 3 has an error of fourth order.
        pairs = [
            (at(start.ravel() + h * unit) - at(start.ravel() - h * unit)) / (2 * h)
            for h in (5e-4, 1e-3)
        ]
        found[k] = (4 * pairs[0] - pairs[1]) / 3
    return found.reshape(start.shape)
