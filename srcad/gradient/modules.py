"""The backward modules in use: found in this process, in the store, or compiled."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from codegen.store import Store
from srcad.build import Built, globals_hold
from srcad.compiler import protocol
from srcad.compiler.driver import Request


@cache
def default_store() -> Store:
    """The store on disk that gradient functions share."""
    return Store()


@dataclass(slots=True)
class Module:
    """A built module, and the sizes that it takes."""

    module: Any
    inputs: tuple[str, ...]
    signature: dict[str, tuple[str, ...]]
    parameters: tuple[str, ...]
    gives_parameters: bool
    draws: bool
    manifest: Mapping[str, Any]

    def fits(self, arrays: dict[str, Any]) -> bool:
        """Whether it was made for such sizes, and for what globals are by now."""
        if not globals_hold(self.manifest):
            return False
        sizes: dict[str, int] = {}
        for name, words in self.signature.items():
            for word, have in zip(words, np.shape(arrays[name]), strict=True):
                want = int(word) if word.isdigit() else sizes.setdefault(word, have)
                if want != have:
                    return False
        return True


# The modules in use in this process, by all that they depend on but the sizes.
MODULES: dict[Any, list[Module]] = {}


def opened(built: Built, request: Request) -> Module:
    """Import a built module."""
    module = built.load()
    inputs = tuple(name for name, _ in request.inputs)
    sizes = (tuple(_sizes(text)) for text in built.manifest["inputs"])
    signature = dict(zip(inputs, sizes, strict=True))
    parameters = tuple(built.manifest["parameters"])
    gives = bool(parameters) and "parameters" in built.manifest["wrt"]
    names = inspect.signature(module.forward).parameters
    return Module(
        module,
        inputs,
        signature,
        parameters,
        gives,
        any(name.rstrip("_") == "rng" for name in list(names)[len(inputs) :]),
        built.manifest,
    )


def _sizes(text: str) -> list[str]:
    inside = text.partition("[")[2].rstrip("]")
    return inside.split(", ") if inside else []


def label_of(function: Any) -> str:
    """What the header of its module names as the source of a function."""
    function = protocol.innermost(function)
    named = function if hasattr(function, "__qualname__") else type(function)
    if inspect.isbuiltin(named):
        return f"{named.__module__}::{named.__qualname__}"
    module = inspect.getsourcefile(inspect.unwrap(named)) or "<unknown>"
    path = module.replace("\\", "/").rpartition("/")[2]
    return f"{path}::{named.__qualname__.replace('<locals>.', '')}"
