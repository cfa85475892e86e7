"""The programs that are mutated: modules under ``programs``, imported from a copy.

A program's module defines ``function``, a function or a Cell. It may define

* ``INPUTS``, a tuple of arguments (by default one array of three numbers),
* ``weights``, a function that gives Parameters whose gradients are asked for (by
  default those of ``function``, where it is a Cell),
* ``ARGV``, ``ENVIRONMENT`` and ``FILES``, literals: what is in ``sys.argv``, in
  ``os.environ`` and in the current folder when it is imported,
* ``REFUSED``, the code with which it has to be refused,
* ``SURROGATE``, True where its gradient is not its derivative, on purpose,
* ``STATEFUL``, True where a call may change what the next one gives.

It is copied into a folder, where its text may be edited, with the modules that it
imports: those whose name begins with an underscore.
"""

from __future__ import annotations

import ast
import importlib
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from srcad import Parameter

PROGRAMS = Path(__file__).parent / "programs"
SETTINGS = ("ARGV", "ENVIRONMENT", "FILES", "REFUSED", "SURROGATE", "STATEFUL")


def names(folder: Path) -> list[str]:
    """The programs in a folder."""
    return sorted(p.stem for p in folder.glob("*.py") if not p.stem.startswith("_"))


@dataclass(frozen=True)
class Subject:
    """A program in the folder where it is run; imported by ``load``."""

    name: str
    source: Path
    folder: Path

    @property
    def path(self) -> Path:
        """The copy."""
        return self.folder / f"{self.name}.py"

    @property
    def module(self) -> ModuleType:
        """The module, imported."""
        return sys.modules[self.name]

    @property
    def function(self) -> Any:
        """What is differentiated, as the module has it now."""
        return self.module.function

    @property
    def inputs(self) -> tuple[Any, ...]:
        """The arguments."""
        default = (np.array([0.5, -1.25, 2.0]),)
        return getattr(self.module, "INPUTS", default)

    @property
    def weights(self) -> list[Any]:
        """The Parameters whose gradients are asked for."""
        if hasattr(self.module, "weights"):
            found = [w for w in self.module.weights() if isinstance(w, Parameter)]
            return list({id(one): one for one in found}.values())
        if getattr(self.function, "__srcad_cell__", False):
            return list(self.function.trainable_params())
        return []

    def text(self) -> str:
        """The program as it stands in the project."""
        return (self.source / f"{self.name}.py").read_text()

    def settings(self) -> dict[str, Any]:
        """What it says of itself before it is imported."""
        found: dict[str, Any] = {"ARGV": [self.name], "ENVIRONMENT": {}, "FILES": {}}
        for statement in ast.parse(self.text()).body:
            match statement:
                case ast.Assign([ast.Name(name)], value) if name in SETTINGS:
                    found[name] = ast.literal_eval(value)
        return found

    def prepare(self) -> None:
        """Write the copies, and set what the import depends on."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for path in (self.source / f"{self.name}.py", *self.source.glob("_[a-z]*.py")):
            (self.folder / path.name).write_bytes(path.read_bytes())
        settings = self.settings()
        for name, text in settings["FILES"].items():
            (self.folder / name).write_text(text)
        os.environ.update(settings["ENVIRONMENT"])
        sys.argv[:] = settings["ARGV"]
        os.chdir(self.folder)
        sys.dont_write_bytecode = True

    def load(self) -> None:
        """Import the copy, as it is by now."""
        sys.path.insert(0, str(self.folder))
        importlib.invalidate_caches()
        importlib.import_module(self.name)

    def own(self, item: Any) -> bool:
        """Whether a function or a class is of the program, or of what it imports."""
        module = sys.modules.get(getattr(item, "__module__", None) or "")
        return module is not None and self.holds(module)

    def wrote(self, function: Any) -> bool:
        """Whether the code of a function stands in a file of the program."""
        return Path(function.__code__.co_filename).parent == self.folder

    def holds(self, module: ModuleType) -> bool:
        """Whether a module is the program's, or one that it imports of the folder."""
        path = getattr(module, "__file__", None)
        return path is not None and Path(path).parent == self.folder
