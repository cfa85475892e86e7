"""Hook registration: the handle that a registration returns, and the checks of a hook.

A Cell or a Tensor keeps its hooks in dicts, registration number to function, in the
order in which they run. Every registration has a number of its own, so the same
function registered twice runs twice, and each handle removes exactly its own
registration.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable
from typing import Any

__all__ = ["HookHandle", "check_hook", "registering"]

Hook = Callable[..., Any]


def registering(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark what changes hooks: inside of ``construct`` it does so at every run."""
    function.__srcad_registers__ = True  # type: ignore[attr-defined]
    return function


class HookHandle:
    """What a registration returns: ``remove()`` takes the hook back."""

    __srcad_handle__ = True
    _numbers = itertools.count()

    def __init__(self, hooks: Hooks, number: int) -> None:
        # Weak: a handle that is kept as an attribute must not keep a Cell alive.
        self._hooks = weakref.ref(hooks)
        self.number = number

    @classmethod
    def register(cls, hooks: Hooks, hook: Hook, prepend: bool = False) -> HookHandle:
        """Add ``hook`` at the end of ``hooks``, or in front, and return its handle."""
        number = next(cls._numbers)
        if prepend:
            later = dict(hooks)
            hooks.clear()
            hooks[number] = hook
            hooks.update(later)
        else:
            hooks[number] = hook
        return cls(hooks, number)

    @registering
    def remove(self) -> None:
        """Take the hook back. A second call, or one without the Cell, does nothing."""
        hooks = self._hooks()
        if hooks is not None:
            hooks.pop(self.number, None)

    def withdraw(self) -> Callable[[], None]:
        """Remove the hook, and return what puts it back in its place."""
        hooks = self._hooks()
        before = dict(hooks or {})
        self.remove()

        def put_back() -> None:
            if hooks is not None:
                hooks.clear()
                hooks.update(before)

        return put_back

    def __deepcopy__(self, memo: dict[int, Any]) -> HookHandle:
        hooks = self._hooks()
        copied = memo.get(id(hooks)) if hooks is not None else None
        return HookHandle(copied if copied is not None else Hooks(), self.number)


class Hooks(dict[int, Hook]):
    """Registration number to hook, in the order in which they run."""

    __slots__ = ("__weakref__",)


def check_hook(hook: object) -> None:
    """Raise TypeError where ``hook`` cannot be called."""
    if not callable(hook):
        raise TypeError(
            f"Expected a callable hook function, but got {type(hook).__name__}."
        )
