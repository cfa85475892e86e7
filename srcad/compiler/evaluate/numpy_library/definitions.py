"""The table of the library: which function of NumPy is which function of Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, slots=True)
class Definition:
    """A function of Python, and which of its parameters are arrays.

    Lists and numbers given for those are arrays when the function gets them.
    """

    function: Callable[..., Any]
    arrays: tuple[str, ...]


DEFINITIONS: dict[Any, Definition] = {}


def defines(*functions: Any, arrays: str = "a") -> Callable[[Any], Any]:
    """Enter the definition of functions of NumPy.

    ``arrays`` names the parameters that are arrays. Of NumPy's parameters a definition
    has those that are supported.
    """

    def enter(definition: Any) -> Any:
        for function in functions:
            assert function not in DEFINITIONS, function
            DEFINITIONS[function] = Definition(definition, tuple(arrays.split()))
        return definition

    return enter


def is_known(item: Any) -> bool:
    """Whether an object is known at compile time; so it is where this runs."""
    return True


def viewed(a: Any, index: Any) -> Any:
    """``a[index]`` where NumPy gives a view of those elements, not a copy."""
    return a[index]


def axis_in(axis: Any, rank: int) -> Any:
    """An axis as it is counted from the front; refused where there is none."""
    return axis % rank


def root(x: Any) -> Any:
    """``np.sqrt(x)`` of a sum of squares, whose derivative at 0 is taken to be 0."""
    return np.sqrt(x)


def unsupported(message: str) -> None:
    """Refuse the call that is being read; the compiler knows this function."""
    raise NotImplementedError(message)
