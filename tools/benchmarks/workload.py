"""What a workload is: a function, its gradient by hand, and inputs of two sizes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Draw = Callable[[np.random.Generator], tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Workload:
    """``by_hand`` gives the value and the gradients by the arguments ``wrt``, as a
    careful person writes them; ``sizes`` draw the arguments."""

    name: str
    function: Callable[..., Any]
    by_hand: Callable[..., tuple[Any, tuple[Any, ...]]]
    wrt: tuple[int, ...]
    sizes: dict[str, Draw]


WORKLOADS: list[Workload] = []


def workload(
    by_hand: Callable[..., Any], wrt: tuple[int, ...], **sizes: Draw
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Enter a function with its gradient by hand."""

    def enter(function: Callable[..., Any]) -> Callable[..., Any]:
        name = function.__name__
        WORKLOADS.append(Workload(name, function, by_hand, wrt, sizes))
        return function

    return enter
