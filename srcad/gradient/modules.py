"""The backward modules in use: found in this process, in the store, or compiled."""

from __future__ import annotations

import inspect
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import BuiltinMethodType, MethodType
from typing import Any

import numpy as np

from codegen.store import Store
from srcad.build import Built, globals_hold
from srcad.compiler import protocol
from srcad.compiler.driver import Request
from srcad.compiler.fingerprint import fingerprint
from srcad.compiler.reachable import reachable_cells, reachable_objects
from srcad.compiler.source import underlying


@cache
def default_store() -> Store:
    """The store on disk that gradient functions share."""
    return Store()


@dataclass(frozen=True, slots=True)
class Live:
    """The objects that a module is given, which were met when it was compiled.

    They are the right ones for as long as the function reaches the very same objects,
    and, these left aside, would be compiled in the same way: a list that a hook appends
    to may grow.
    """

    items: tuple[Callable[[], Any], ...]
    without: frozenset[int]
    reached: list[int]
    digest: str

    @classmethod
    def of(cls, function: Any, items: tuple[Any, ...]) -> Live:
        """Remember them, without keeping the user's Cells and functions alive."""
        owners = [getattr(item, "__self__", None) for item in items]
        held = [one for one in owners if isinstance(one, list | dict | set)]
        hooks = [item for item in items if not protocol.is_cell(item)]
        without = frozenset(map(id, (*hooks, *held)))
        return cls(
            tuple(map(_weakly, items)),
            without,
            reachable_objects(function, without),
            fingerprint(function, without),
        )

    @property
    def is_alive(self) -> bool:
        """Whether none of them is gone."""
        return all(one() is not None for one in self.items)

    def holds(self, function: Any) -> bool:
        """Whether they are those that the module is to be given."""
        return (
            self.is_alive
            and reachable_objects(function, self.without) == self.reached
            and fingerprint(function, self.without) == self.digest
        )


def _weakly(item: Any) -> Callable[[], Any]:
    # A bound method is made anew whenever it is looked up: nobody else keeps it.
    if isinstance(item, MethodType | BuiltinMethodType):
        return lambda: item
    try:
        return weakref.ref(item)
    except TypeError:
        return lambda: item


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
    live: Live | None = None

    def given(self, function: Any) -> list[Any]:
        """The objects for the last arguments of ``forward``."""
        if self.live is not None:
            return [one() for one in self.live.items]
        paths = self.manifest["live"]
        if not paths:
            return []
        cells = dict(protocol.cells(protocol.innermost(function)))
        return [cells[path] for path in paths]

    @property
    def wrt(self) -> list[str]:
        """The inputs whose cotangents it gives."""
        return [name for name in self.manifest["wrt"] if name in self.inputs]

    def fits(self, function: Any, arrays: dict[str, Any]) -> bool:
        """Whether it was made for such sizes, and for what globals are by now."""
        if not globals_hold(self.manifest):
            return False
        if self.live is not None and not self.live.holds(function):
            return False
        sizes: dict[str, int] = {}
        for name, words in self.signature.items():
            for word, have in zip(words, np.shape(arrays[name]), strict=True):
                want = int(word) if word.isdigit() else sizes.setdefault(word, have)
                if want != have:
                    return False
        return True


# The modules in use in this process, by all that they depend on but the sizes. Those
# that are given objects are found by their function and by what else they depend on.
MODULES: dict[Any, list[Module]] = {}
_MOST_LIVE = 8


def found(key: Any, function: Any, arrays: dict[str, Any]) -> Module | None:
    """A module in use that fits."""
    for module in MODULES.get(key, ()):
        if module.fits(function, arrays):
            return module
    return None


def kept(key: Any, module: Module) -> None:
    """Use the module from now on."""
    known = MODULES.setdefault(key, [])
    if module.live is not None:
        alive = [one for one in known if one.live is None or one.live.is_alive]
        known[:] = alive[-_MOST_LIVE:]
    known.append(module)


def opened(built: Built, request: Request) -> Module:
    """Import a built module."""
    live = None
    if None in built.manifest["live"]:
        live = Live.of(request.function, built.live)
    module = built.load()
    _show_own_bprops(module, request.function)
    inputs = tuple(name for name, _ in request.inputs)
    sizes = (tuple(_sizes(text)) for text in built.manifest["inputs"])
    signature = dict(zip(inputs, sizes, strict=True))
    parameters = tuple(built.manifest["parameters"])
    gives = bool(parameters) and "parameters" in built.manifest["wrt"]
    return Module(
        module,
        inputs,
        signature,
        parameters,
        gives,
        built.manifest["draws"],
        built.manifest,
        live,
    )


def _show_own_bprops(module: Any, function: Any) -> None:
    """Let an error in a ``bprop`` show the user's own file: the text is the same."""
    own = [
        kind
        for kind in vars(module).values()
        if "bprop" in getattr(kind, "__dict__", ())
    ]
    if not own:
        return
    methods = [getattr(type(cell), "bprop", None) for cell in reachable_cells(function)]
    for kind in own:
        copied = kind.bprop
        for method in filter(None, map(underlying, filter(None, methods))):
            if _code(method) == _code(copied):
                copied.__code__ = method.__code__


def _code(function: Any) -> Any:
    code = function.__code__
    return code.co_name, code.co_code, code.co_names, code.co_varnames


def _sizes(text: str) -> list[str]:
    inside = text.partition("[")[2].rstrip("]")
    return inside.split(", ") if inside else []


def label_of(function: Any) -> str:
    """What the header of its module names as the source of a function."""
    function = protocol.innermost(function)
    named = function if hasattr(function, "__qualname__") else type(function)
    try:
        module = inspect.getsourcefile(inspect.unwrap(named)) or "<unknown>"
    except TypeError:
        # A C function, a ufunc.
        module = getattr(named, "__module__", None) or "builtins"
        return f"{module}::{named.__qualname__}"
    path = module.replace("\\", "/").rpartition("/")[2]
    return f"{path}::{named.__qualname__.replace('<locals>.', '')}"
