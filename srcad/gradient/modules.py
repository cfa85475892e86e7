"""The backward modules in use: found in this process, in the store, or compiled."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from codegen.codes import compiled
from codegen.store import Store
from srcad.build import Built, Handed, handed, handed_by, paths_of
from srcad.compiler.reading import protocol
from srcad.compiler.reading.checks import Check, check_of
from srcad.compiler.reading.guards import Guard
from srcad.compiler.reading.reachable import reachable_cells
from srcad.compiler.reading.sizes import Fitting
from srcad.compiler.reading.source import underlying
from srcad.compiler.request import Request


@cache
def default_store() -> Store:
    """The store on disk that gradient functions share."""
    return Store()


@dataclass(slots=True, eq=False)
class Module:
    """A built module, with what it depends on: its guards and the sizes it takes.

    ``check`` gives the objects that it is handed (Parameters, captured arrays, live
    objects, in this order), or None where a guard does not hold.
    """

    module: Any
    inputs: tuple[str, ...]
    signature: dict[str, tuple[str, ...]]
    parameters: tuple[str, ...]
    captured: dict[str, tuple[str, ...]]
    gives_parameters: bool
    draws: bool
    manifest: Mapping[str, Any]
    guards: tuple[Guard, ...]
    check: Check

    @property
    def wrt(self) -> list[str]:
        """The inputs whose cotangents it gives."""
        return [name for name in self.manifest["wrt"] if name in self.inputs]

    def handed(
        self, function: Any, arguments: Mapping[str, Any], arrays: Mapping[str, Any]
    ) -> Handed | None:
        """What it is handed for this call; None where it does not fit."""
        found = self.check(function, arguments)
        if found is None:
            return None
        held = handed(self.manifest, found)
        fitting = Fitting()
        for signature, given in (
            (self.signature, arrays),
            (self.captured, held.captured),
        ):
            for name, words in signature.items():
                if not fitting.fits(words, np.shape(given[name])):
                    return None
        return held if fitting.sums_fit() else None


# The modules in use in this process, by what can be told of a call without looking into
# an object; those used last first.
class _Modules(dict[Any, list[Module]]):
    def clear(self) -> None:
        super().clear()
        FAST_PATHS.clear()


# By the form of a call, what is known of all such calls (see ``fast_path``).
FAST_PATHS: dict[Any, list[Any]] = {}
MODULES: dict[Any, list[Module]] = _Modules()
_MOST = 8
# Only one thread compiles, and a list of modules is replaced as a whole.
COMPILING = threading.RLock()


def found(
    key: Any,
    function: Any,
    arguments: Mapping[str, Any],
    arrays: Mapping[str, Any],
) -> tuple[Module, Handed] | None:
    """A module in use that fits, and what it is handed."""
    known = MODULES.get(key, ())
    for place, module in enumerate(known):
        handed = module.handed(function, arguments, arrays)
        if handed is not None:
            if place:
                MODULES[key] = [module, *(one for one in known if one is not module)]
            return module, handed
    return None


def kept(key: Any, module: Module) -> None:
    """Use the module from now on."""
    MODULES[key] = [module, *MODULES.get(key, ())][:_MOST]


def opened(built: Built, request: Request) -> tuple[Module, Handed]:
    """Import a built module; it is handed what it was just built beside."""
    codes = built.codes(default_store())
    code_for = compiled if codes is None else codes
    module = built.load(code_for)
    _show_own_bprops(module, request.function)
    manifest, paths = built.manifest, paths_of(built.manifest)
    inputs = tuple(name for name, _ in request.inputs)
    signature = dict(zip(inputs, map(sizes_in, manifest["inputs"]), strict=True))
    sizes = map(sizes_in, manifest["captured_sizes"])
    parameters = tuple(manifest["parameters"])
    made = Module(
        module,
        inputs,
        signature,
        parameters,
        dict(zip(manifest["captured"], sizes, strict=True)),
        bool(parameters) and "parameters" in manifest["wrt"],
        manifest["draws"],
        manifest,
        built.guards,
        check_of(built.guards, paths, code_for),
    )
    if codes is not None:
        codes.keep()
    return made, handed_by(request, built, paths)


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


def sizes_in(text: str) -> tuple[str, ...]:
    """The words of the sizes in ``float32[batch, 3]``."""
    inside = text.partition("[")[2].rstrip("]")
    return tuple(inside.split(", ")) if inside else ()


def code_of(function: Any) -> Any:
    """What all functions of one definition have in common."""
    gradients = 0
    while getattr(function, "__srcad_gradient__", False) is True:
        function, gradients = function.function, gradients + 1
    called = protocol.construct(function) if protocol.is_cell(function) else function
    plain = underlying(called)
    own = type(function) if plain is None else plain.__code__
    return own, gradients


def label_of(function: Any) -> str:
    """What the header of its module names as the source of a function."""
    function = protocol.innermost(function)
    named = function if hasattr(function, "__qualname__") else type(function)
    try:
        module = inspect.getsourcefile(inspect.unwrap(named)) or "<unknown>"
    except OSError:
        # A class of a notebook, or of `python -c`, stands in a module without a file.
        called = named.construct if protocol.is_cell(function) else named.__call__
        plain = underlying(called)
        module = "<unknown>" if plain is None else plain.__code__.co_filename
    except TypeError:
        # A C function, a ufunc.
        module = getattr(named, "__module__", None) or "builtins"
        return _in_a_line(f"{module}::{named.__qualname__}")
    path = module.replace("\\", "/").rpartition("/")[2]
    return _in_a_line(f"{path}::{named.__qualname__.replace('<locals>.', '')}")


def _in_a_line(text: str) -> str:
    """A name that was set, or a path, may have line breaks in it."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
