"""``import mindspore``, answered by srcad.

``alias_mindspore()`` puts a finder on ``sys.meta_path`` that serves ``mindspore`` and
every path under it. What srcad has is served as it is: ``mindspore.nn.Conv2d is
srcad.nn.Conv2d``. What srcad lacks can be imported, subclassed and used as a decorator,
and raises ``MissingNameError``, naming it, only when it is run. The consequence is that
``hasattr(mindspore, name)`` holds for every name.

A MindSpore that is installed is never shadowed unless that is asked for.
"""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType, TracebackType
from typing import Any

from srcad.alias.finder import ROOT, Finder
from srcad.alias.missing import MissingNameError

__all__ = ["Alias", "MissingNameError", "alias_mindspore", "installed_mindspore"]


class Alias:
    """The alias while it is in force; what ``alias_mindspore`` returns.

    ``remove()``, or leaving a ``with`` block, takes it back: later imports find what
    they found before. What was imported stays usable.
    """

    def __init__(self, set_aside: dict[str, Any]) -> None:
        self._finder = Finder()
        self._set_aside = set_aside
        sys.meta_path.insert(0, self._finder)

    def remove(self) -> None:
        """Take the alias back. A second call does nothing."""
        if self._finder in sys.meta_path:
            sys.meta_path.remove(self._finder)
            _take_modules()
            sys.modules.update(self._set_aside)

    def __enter__(self) -> Alias:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.remove()


class _Standing(Alias):
    """What a second ``alias_mindspore()`` returns: the first one's to take back."""

    def __init__(self) -> None:
        pass

    def remove(self) -> None:
        """Do nothing: an earlier call put the alias in force."""


def alias_mindspore(replace: bool = False) -> Alias:
    """Let ``import mindspore`` and every path under it be answered by srcad.

    Raises RuntimeError where there is a real MindSpore, imported or only installed.
    With ``replace=True`` it is shadowed instead: its modules are set aside (objects
    that were taken out of them stay what they are), and come back with ``remove()``.
    """
    if any(isinstance(finder, Finder) for finder in sys.meta_path):
        return _Standing()
    real = installed_mindspore()
    if real is not None and not replace:
        raise RuntimeError(
            f"`mindspore` is installed here ({real}), and srcad does not shadow it "
            "unless asked: alias_mindspore(replace=True)."
        )
    return Alias(_take_modules())


def installed_mindspore() -> str | None:
    """Return where a real MindSpore is that an import would find, or None."""
    found = sys.modules.get(ROOT)
    if isinstance(found, ModuleType):
        return getattr(found, "__file__", None) or "imported already"
    spec: ModuleSpec | None = find_spec(ROOT)
    # A folder without __init__.py, such as a checkout's, is no package to import from.
    return None if spec is None or spec.origin is None else spec.origin


def _take_modules() -> dict[str, Any]:
    """Take ``mindspore`` and all under it out of ``sys.modules``, and return them."""
    taken = [name for name in sys.modules if name.partition(".")[0] == ROOT]
    return {name: sys.modules.pop(name) for name in taken}
