"""The finder on ``sys.meta_path``, and the modules it serves.

An ``AliasModule`` looks a name up in the modules of srcad that answer for its path
(``srcad.alias.paths``); ``missing`` stands for what they lack. It is not srcad's own
module, because ``srcad.nn`` must not answer to names that it lacks. A name that is set
on it (``mock.patch("mindspore.ops.relu")``) is its own until it is deleted.
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


class AliasModule(ModuleType):
    """A module ``mindspore.<path>``, answered by modules of srcad."""

    _srcad_path: str
    _srcad_sources: tuple[ModuleType, ...]

    def __init__(self, name: str) -> None:
        super().__init__(name, f"``{name}``, answered by srcad.")
        self._srcad_path = name.partition(".")[2]
        self._srcad_sources = tuple(
            importlib.import_module(source)
            for source in paths.sources(self._srcad_path)
        )
        if self._srcad_sources:
            # Where a generated module imports from what the user imports from here.
            self.__srcad_home__ = self._srcad_sources[0].__name__
        if not self._srcad_path:
            self.__version__ = VERSION

    def __getattr__(self, name: str) -> Any:
        if name == "__all__":
            return _public(self._srcad_sources)
        if name.startswith(("__", *_PROBES)):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        found = self._srcad_holders(name)
        if found:
            return getattr(found[0], name)
        inside = f"{self._srcad_path}.{name}".lstrip(".")
        if paths.is_known(inside):
            return importlib.import_module(f"{ROOT}.{inside}")
        return missing(f"{self.__name__}.{name}")

    def __setattr__(self, name: str, value: Any) -> None:
        # Importing `mindspore.common.mutable` binds it here, where MindSpore has the
        # function of that name.
        if isinstance(value, AliasModule) and self._srcad_holders(name):
            return
        super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*_public(self._srcad_sources), *vars(self)})

    def _srcad_holders(self, name: str) -> list[ModuleType]:
        """Return the modules of srcad that have a name.

        A module in one does not count: that is a matter of srcad's own layout.
        """
        return [
            source
            for source in self._srcad_sources
            if not isinstance(getattr(source, name, source), ModuleType)
        ]


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
