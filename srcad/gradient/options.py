"""What a gradient function is asked for, checked as MindSpore checks it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from srcad.compiler.reading.engines import ENGINES, NUMBA, NUMPY, percentage
from srcad.parameter import Parameter


@dataclass(frozen=True, slots=True)
class Options:
    """What a gradient function gives; see ``grad``."""

    position: int | tuple[int, ...] | None = 0
    weights: tuple[Parameter, ...] | Parameter | None = None
    has_aux: bool = False
    return_ids: bool = False
    sens_param: bool = False
    with_value: bool = False
    get_all: bool = False
    engine: str = NUMPY
    memory: int = 100

    def weight_list(self) -> list[Parameter]:
        """The Parameters whose gradients are asked for."""
        if self.weights is None:
            return []
        if isinstance(self.weights, Parameter):
            return [self.weights]
        return list(self.weights)


def check_flags(**flags: Any) -> None:
    """Raise TypeError for a flag that is no bool."""
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise TypeError(f"{name} must be a bool, but got {type(value).__name__}.")


def checked_engine(engine: Any) -> str:
    """What modules compute with; ValueError for no engine, ImportError for one that is
    not installed."""
    if engine not in ENGINES:
        words = " or ".join(map(repr, ENGINES))
        raise ValueError(f"engine must be {words}, but got {engine!r}.")
    if engine == NUMBA and not all(map(find_spec, ("numba", "scipy"))):
        raise ImportError(
            "engine='numba' needs Numba and SciPy: pip install 'srcad[numba]'"
        )
    return str(engine)


def checked_memory(memory: Any, engine: str) -> int:
    """``"50%"`` as 50; None, for all, as 100. ValueError or TypeError for anything
    else, and for an engine whose module keeps nothing between halves."""
    if memory is None:
        return 100
    if not isinstance(memory, str):
        raise TypeError(f"memory must be a str, but got {type(memory).__name__}.")
    share = percentage(memory)
    if share is None:
        raise ValueError(f"memory must be a percentage like '50%', but got {memory!r}.")
    if share < 100 and engine == NUMBA:
        raise ValueError(f"memory={memory!r} is not supported with engine='numba'.")
    return share


def checked_position(position: Any) -> Any:
    """``grad_position``; TypeError, ValueError or RuntimeError for another form."""
    places: Sequence[Any]
    if position is None:
        places = ()
    elif isinstance(position, int) and not isinstance(position, bool):
        places = (position,)
    elif isinstance(position, tuple):
        places = position
        if not places:
            raise RuntimeError("grad_position can not be an empty tuple.")
        if len(set(places)) != len(places):
            raise ValueError("There are duplicate positions in grad_position.")
    else:
        raise TypeError(
            f"grad_position must be int or tuple, but got {type(position).__name__}."
        )
    for place in places:
        if not isinstance(place, int) or isinstance(place, bool):
            raise TypeError("The elements of grad_position must be int.")
        if place < 0:
            raise ValueError("grad_position must be >= 0.")
    return position


def checked_weights(weights: Any) -> Any:
    """None, a Parameter, or a tuple of them; TypeError for anything else."""
    if weights is None or isinstance(weights, Parameter):
        return weights
    if isinstance(weights, list | tuple):
        for item in weights:
            if not isinstance(item, Parameter):
                raise TypeError(
                    f"The weights must be Parameters, but got {type(item).__name__}."
                )
        return tuple(weights)
    raise TypeError(
        "weights must be a Parameter, a ParameterTuple or a list of Parameters, but "
        f"got {type(weights).__name__}."
    )


def not_callable(fn: Any) -> TypeError:
    """The error for what is no function."""
    return TypeError(f"fn must be a function or a Cell, but got {type(fn).__name__}.")
