"""From a request to a module's text: out of the store where nothing that was read has
changed, compiled and formatted otherwise."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import codegen
from codegen.digest import package_digest, text_digest
from codegen.loading import load
from codegen.store import Entry, Store
from srcad.compiler.driver import Compilation, Request, compile_request
from srcad.compiler.fingerprint import fingerprint, reference
from srcad.compiler.source import definition_text


@dataclass(frozen=True, slots=True)
class Built:
    """A module's text, what it was made from, and whether it was in the store.

    ``live`` are the objects that it is to be given, known where it was just compiled.
    """

    text: str
    manifest: Mapping[str, Any]
    cached: bool
    entry: Entry | None = None
    live: tuple[Any, ...] = ()

    def load(self) -> ModuleType:
        """Import the module; it is executed once, and only if it is whole.

        One that imports what may have changed since is executed anew.
        """
        name = f"srcad_generated_{text_digest(self.text)[-16:]}"
        known = sys.modules.get(name)
        if known is not None and not self.manifest["globals"]:
            return known
        return load(self.entry if self.entry is not None else self.text, name)


def build(request: Request, store: Store | None) -> Built:
    """Build the module that a request asks for.

    Raises CompileError for what cannot be differentiated; then nothing is written.
    """
    if store is None:
        return generate(request)
    key = request_key(request)
    entry = store.get(key)
    if entry is not None and is_current(entry.manifest):
        if has_sizes_of(request, entry.manifest):
            return Built(entry.text, entry.manifest, True, entry)
        # Made for another size of what had to be known: each has a module of its own.
        key = _sized_key(key, request, entry.manifest)
        entry = store.get(key)
        if entry is not None and is_current(entry.manifest):
            if has_sizes_of(request, entry.manifest):
                return Built(entry.text, entry.manifest, True, entry)
    built = generate(request)
    if not is_reusable(built.manifest):
        return built
    entry = store.put(key, built.text, built.manifest)
    return Built(entry.text, entry.manifest, False, entry, built.live)


def has_sizes_of(request: Request, manifest: Mapping[str, Any]) -> bool:
    """Whether a module that knows some of the sizes knows those of the request."""
    hints = dict(request.hints)
    known = settled_sizes(request, manifest)
    return all(hints.get(name) == size for name, size in known.items())


def settled_sizes(request: Request, manifest: Mapping[str, Any]) -> dict[str, int]:
    """The sizes that have a name in the request and are a number in its module."""
    known = {}
    for (_, aval), text in zip(request.inputs, manifest["inputs"], strict=True):
        words = text.partition("[")[2].rstrip("]").split(", ")
        for dim, word in zip(aval.shape, words, strict=False):
            if not isinstance(dim, int) and word.isdigit():
                known[str(dim)] = int(word)
    return known


def _sized_key(key: str, request: Request, manifest: Mapping[str, Any]) -> str:
    hints = dict(request.hints)
    sizes = [[name, hints.get(name)] for name in settled_sizes(request, manifest)]
    digest = text_digest(json.dumps([key, sizes]))[-16:]
    return key[: -len(digest)] + digest


def is_reusable(manifest: Mapping[str, Any]) -> bool:
    """Whether a module can be used again: all that it is given can be found anew, and
    to evaluate its source has done nothing else."""
    return bool(manifest["reusable"]) and None not in manifest["live"]


def generate(request: Request) -> Built:
    """Compile, print and format."""
    from codegen.formatting import format_module
    from codegen.printing import print_module

    compilation = compile_request(request)
    assert isinstance(compilation, Compilation)
    text = format_module(print_module(compilation.module))
    manifest = dict(compilation.manifest)
    manifest["texts"] = [
        [source.path, source.name, text_digest(source.text)]
        for source in compilation.sources
        if not source.library
    ]
    return Built(text, manifest, False, live=compilation.live)


def is_current(manifest: Mapping[str, Any]) -> bool:
    """Whether every text that was read still reads the same, and every global too."""
    for path, name, digest in manifest["texts"]:
        text = definition_text(path, name)
        if text is None or text_digest(text) != digest:
            return False
    return globals_hold(manifest)


def globals_hold(manifest: Mapping[str, Any]) -> bool:
    """Whether what was read from modules is still what it was."""
    return all(
        name in space and digest(space[name]) == value
        for kind, digest in (("globals", fingerprint), ("names", reference))
        for module, name, value in manifest[kind]
        for space in (vars(sys.modules[module]) if module in sys.modules else {},)
    )


def request_key(request: Request) -> str:
    """The key of a request in the store."""
    parts = {
        "environment": environment(),
        "function": fingerprint(request.function),
        "path": _path_of(request.function),
        "inputs": [[name, str(aval), aval.tensor] for name, aval in request.inputs],
        "static": [[name, fingerprint(item)] for name, item in request.static],
        "forms": fingerprint(request.forms),
        "wrt": request.wrt,
        "label": request.label,
        "order": request.order,
        "hooks": request.hooks,
        "live": request.live,
        "integers": request.integers,
        "float_dtype": request.float_dtype,
        "pattern": _pattern(request),
    }
    return (
        text_digest(json.dumps(parts, sort_keys=True))[-16:]
        + text_digest(json.dumps(parts))[-16:]
    )


def _pattern(request: Request) -> list[Any]:
    """Which sizes are equal, and which are 1: all that a module depends on."""
    values = sorted({size for _, size in request.hints})
    return [[name, size == 1, values.index(size)] for name, size in request.hints]


@functools.cache
def environment() -> str:
    """A digest of everything that shapes the output besides the request."""
    root = Path(__file__).resolve().parent
    other = Path(codegen.__file__).resolve().parent
    versions = [f"{name} {version(name)}" for name in ("numpy", "astor", "black")]
    return " ".join([package_digest(root), package_digest(other), *versions])


def _path_of(function: Any) -> str:
    kind = function if hasattr(function, "__code__") else type(function)
    module = sys.modules.get(getattr(kind, "__module__", "") or "")
    return str(getattr(module, "__file__", "") or "")
