"""Settings of layers, schedules and optimizers that have to be of a type or range.

Raises TypeError for another type and ValueError for a value out of range, as MindSpore
does, naming the owner and the setting.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.compiler.evaluate.intrinsics import is_known

__all__ = ["check_bool", "check_float", "check_positive_int", "check_sizes"]


def check_bool(owner: str, **settings: Any) -> None:
    """Refuse what is no bool."""
    for name, value in settings.items():
        if not isinstance(value, bool):
            raise TypeError(
                f"For '{owner}', the type of '{name}' must be bool, but got "
                f"{type(value).__name__}."
            )


def check_positive_int(owner: str, **settings: Any) -> None:
    """Refuse what is no int above 0."""
    for name, value in settings.items():
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(
                f"For '{owner}', the '{name}' must be int, but got "
                f"{type(value).__name__}."
            )
        if value <= 0:
            raise ValueError(
                f"For '{owner}', the '{name}' must be positive, but got {value}."
            )


def check_sizes(owner: str, least: int = 1, **settings: Any) -> None:
    """Refuse what is neither an int nor a tuple or list of ints, or below ``least``.

    A size of an input, which a layer that is made in ``construct`` may have been given,
    is not known where the layer is compiled, and is not looked at.
    """
    for name, value in settings.items():
        for one in value if isinstance(value, (tuple, list)) else (value,):
            if not is_known(one):
                continue
            if isinstance(one, bool) or not isinstance(one, (int, np.integer)):
                raise TypeError(
                    f"For '{owner}', the '{name}' must be an int or a tuple of ints, "
                    f"but got {type(one).__name__}."
                )
            if one < least:
                raise ValueError(
                    f"For '{owner}', the '{name}' must be at least {least}, but got "
                    f"{value}."
                )


def check_float(
    owner: str,
    above: float | None = None,
    least: float | None = None,
    below: float | None = None,
    **settings: Any,
) -> None:
    """Refuse what is no float, or not in the open or closed range."""
    for name, value in settings.items():
        if not isinstance(value, float):
            raise TypeError(
                f"For '{owner}', the '{name}' must be float, but got "
                f"{type(value).__name__}."
            )
        inside = above is None or value > above
        inside = inside and (least is None or value >= least)
        if not inside or not (below is None or value < below):
            raise ValueError(
                f"For '{owner}', the '{name}' is out of range, but got {value}."
            )
