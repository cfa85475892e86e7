"""The finder on ``sys.meta_path``, and the modules it serves.

An ``AliasModule`` holds nothing of its own: a name is looked up in the modules of srcad
that answer for its path (``srcad.alias.paths``), and setting one sets it there, so that
``mindspore.nn`` behaves as ``srcad.nn`` itself would. They are two objects because
``srcad.nn`` must not answer to names that it lacks.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from srcad.alias import paths
from srcad.alias.missing import missing

__all__ = ["ROOT", "VERSION", "AliasModule", "Finder"]

ROOT = "mindspore"
# The release whose behaviour srcad follows: scripts compare `mindspore.__version__`.
VERSION = "2.10.0"

# What IPython asks of every object before it shows it.
_PROBES = ("_repr_", "_ipython_", "_ipy")
_ABSENT = object()


class AliasModule(ModuleType):
    """A module ``mindspore.<path>``, answered by modules of srcad."""

    def __init__(self, name: str) -> None:
        super().__init__(name, f"``{name}``, answered by srcad.")
        path = name.partition(".")[2]
        space = self.__dict__
        space["_srcad_path"] = path
        space["_srcad_children"] = {}
        space["_srcad_sources"] = tuple(
            importlib.import_module(source) for source in paths.sources(path)
        )
        if not path:
            space["__version__"] = VERSION

    def __getattr__(self, name: str) -> Any:
        if name == "__all__":
            return _public(self._srcad_sources)
        if name.startswith("__") or name.startswith(_PROBES):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        inside = f"{self._srcad_path}.{name}".lstrip(".")
        if paths.is_known(inside):
            return importlib.import_module(f"{ROOT}.{inside}")
        for source in self._srcad_sources:
            found = getattr(source, name, _ABSENT)
            # A module of srcad's is a matter of its own layout.
            if found is not _ABSENT and not isinstance(found, ModuleType):
                return found
        if name in self._srcad_children:
            return self._srcad_children[name]
        return missing(f"{self.__name__}.{name}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("__") and name.endswith("__"):
            super().__setattr__(name, value)
        elif isinstance(value, AliasModule) or not self._srcad_sources:
            self._srcad_children[name] = value
        else:
            setattr(self._srcad_sources[0], name, value)

    def __delattr__(self, name: str) -> None:
        if name in self._srcad_children:
            del self._srcad_children[name]
        elif self._srcad_sources and hasattr(self._srcad_sources[0], name):
            delattr(self._srcad_sources[0], name)
        else:
            super().__delattr__(name)

    def __dir__(self) -> list[str]:
        return sorted({*_public(self._srcad_sources), *self._srcad_children})


class Finder(MetaPathFinder, Loader):
    """Finds ``mindspore`` and everything under it, and loads AliasModules."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Return the spec of a package for each of these names, None for others."""
        if fullname.partition(".")[0] != ROOT:
            return None
        return ModuleSpec(fullname, self, origin="srcad", is_package=True)

    def create_module(self, spec: ModuleSpec) -> AliasModule:
        """Return a module for the spec."""
        return AliasModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: the module looks its names up."""

    def __repr__(self) -> str:
        return "<the alias of MindSpore, from srcad>"


def _public(modules: Sequence[ModuleType]) -> list[str]:
    """Return the public names of some modules: those in ``__all__``."""
    return sorted({name for module in modules for name in module.__all__})
