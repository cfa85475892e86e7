"""Process-wide settings, as MindSpore has them: the execution mode, and ``jit``.

srcad runs eagerly in either mode and compiles gradients in the same way; what the mode
changes is that hooks of Cells are ignored, with one warning, in graph mode and under
``@jit``.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any

__all__ = [
    "GRAPH_MODE",
    "PYNATIVE_MODE",
    "get_context",
    "jit",
    "mutable",
    "set_context",
    "set_device",
    "static",
    "warn_ignored_hooks",
    "warn_once",
]

GRAPH_MODE = 0
PYNATIVE_MODE = 1

_settings: dict[str, Any] = {
    "mode": PYNATIVE_MODE,
    "device_target": "CPU",
    "device_id": 0,
    "save_graphs": False,
    "max_call_depth": 1000,
}
_said: set[str] = set()
_state = {"jit_depth": 0, "warned": False}


def set_context(**settings: Any) -> None:
    """Change settings; what srcad has no use for is kept for ``get_context``.

    ``mode`` is GRAPH_MODE (0) or PYNATIVE_MODE (1); ValueError for another. Only
    ``device_target="CPU"`` exists; ValueError for another.
    """
    if settings.get("mode", PYNATIVE_MODE) not in (GRAPH_MODE, PYNATIVE_MODE):
        raise ValueError(
            "For 'context.set_context', the argument 'mode' should be "
            "context.GRAPH_MODE (0) or context.PYNATIVE_MODE (1), but got "
            f"{settings['mode']}."
        )
    if settings.get("device_target", "CPU") != "CPU":
        raise ValueError(
            f"srcad runs on the CPU; device_target can not be "
            f"{settings['device_target']!r}."
        )
    _settings.update(settings)


def set_device(device_target: str, device_id: int = 0) -> None:
    """Keep the device for ``get_context``. Raises ValueError for another than "CPU"."""
    set_context(device_target=device_target, device_id=device_id)


def get_context(attr_key: str) -> Any:
    """Return one setting. Raises ValueError for an unknown one."""
    if attr_key not in _settings:
        raise ValueError(
            f"For 'context.get_context', there is no setting {attr_key!r}."
        )
    return _settings[attr_key]


def hooks_are_ignored() -> bool:
    """Whether the calls made now ignore the hooks of Cells: graph mode, or ``@jit``."""
    return _settings["mode"] == GRAPH_MODE or _state["jit_depth"] > 0


def warn_ignored_hooks() -> None:
    """Warn that hooks do not run in graph mode, once in a process."""
    if not _state["warned"]:
        _state["warned"] = True
        warnings.warn(
            "Hooks of Cells are ignored in graph mode and inside functions decorated "
            "with @jit.",
            stacklevel=3,
        )


def warn_once(message: str) -> None:
    """Warn of what a user is told once in a process."""
    if message not in _said:
        _said.add(message)
        warnings.warn(message, stacklevel=4)


def mutable(input_data: Any, dynamic_len: bool = False) -> Any:
    """Return ``input_data`` as it is: no argument is taken for constant."""
    return input_data


class _Executor:
    """MindSpore's asynchronous executor: here a call is done when it returns."""

    def sync(self) -> None:
        """Return at once: there is nothing to wait for."""


_pynative_executor = _Executor()


def jit(
    function: Callable[..., Any] | None = None, *args: Any, **options: Any
) -> Callable[..., Any]:
    """Return ``function`` to be run as it is, with hooks of Cells ignored inside.

    MindSpore compiles such a function to a graph; srcad's eager calls need no
    compiling. ``__wrapped__`` is the function, whose source a gradient is compiled
    from. The options are accepted and have no effect.
    """
    if not callable(function):
        return lambda decorated: jit(decorated, *args, **options)

    @functools.wraps(function)
    def run(*arguments: Any, **named: Any) -> Any:
        _state["jit_depth"] += 1
        try:
            return function(*arguments, **named)
        finally:
            _state["jit_depth"] -= 1

    run.__srcad_jit__ = run  # type: ignore[attr-defined]
    return run


def static(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function as pure: where its arguments are known, it may run once, while a
    gradient is compiled.

    What it gives may depend on its arguments and its own text alone. Without the mark
    a function of the user's is read, never run: so what it reads besides (a global, an
    attribute, a file) is noticed when it changes, or refused. Where an argument is
    known at run time only, a marked function is read like any other. TypeError for
    what is no function.
    """
    if not callable(function):
        raise TypeError(f"static marks a function, not a {type(function).__name__}.")
    function.__srcad_static__ = True  # type: ignore[attr-defined]
    return function
