"""Settings of layers, schedules and optimizers that have to be of a type or range.

Raises TypeError for another type and ValueError for a value out of range, as MindSpore
does, naming the owner and the setting.
"""

from __future__ import annotations

from typing import Any

__all__ = ["check_bool", "check_float", "check_positive_int"]


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
