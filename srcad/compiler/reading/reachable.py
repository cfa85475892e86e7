"""The Parameters that a function can read, with the names they have in its module.

Those of a Cell have MindSpore's names, by attribute path. A plain function reaches
Cells and Parameters through its closure, its globals and its defaults, and a Cell may
hold some in lists that MindSpore does not look into. These are names alone: which
Parameters a module takes, and where they are found, the door records.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from srcad.compiler.reading import protocol
from srcad.compiler.reading.protocol import in_mro, mark
from srcad.compiler.reading.source import receivers, underlying
from srcad.compiler.reading.structures import words_and_parts

_LIBRARY = ("srcad", "numpy", "codegen", "builtins")


@dataclass(frozen=True, slots=True)
class Names:
    """The names of the Parameters that a function can read, and the paths of the Cells
    in it if it is one, by their ids."""

    parameters: dict[int, str]
    cells: dict[int, str]

    @classmethod
    def of(cls, function: Any) -> Names:
        """Those of a Cell or a function, as it is now."""
        root = protocol.innermost(function)
        named = {id(p): name for name, p in reachable_parameters(root)}
        cells = protocol.cells(root) if protocol.is_cell(root) else []
        return cls(named, {id(part): path for path, part in cells})


def reachable_parameters(function: Any) -> list[tuple[str, Any]]:
    """The Parameters of a Cell or a function, each once, in a fixed order."""
    root = protocol.innermost(function)
    names: dict[str, Any] = {}
    for path, parameter in _walk(root):
        name = found = path or parameter.name
        count = 1
        while found in names:
            count += 1
            found = f"{name}_{count}"
        names[found] = parameter
    return list(names.items())


def reachable_cells(function: Any) -> list[Any]:
    """The Cells that a function can reach, itself if it is one."""
    seen: dict[int, Any] = {}
    kinds: set[type] = set()
    stack = [protocol.innermost(function)]
    while stack:
        item = stack.pop()
        if item is None or isinstance(item, _LEAVES) or id(item) in seen:
            continue
        seen[id(item)] = item
        stack.extend(_parts(item, kinds))
    return [item for item in seen.values() if protocol.is_cell(item)]


def _walk(root: Any) -> Iterator[tuple[str, Any]]:
    """Every Parameter under an item, with its path in its Cell ("" outside of one)."""
    seen: set[int] = set()
    # Cells in one whose Parameters were met.
    inner: set[int] = set()
    kinds: set[type] = set()
    stack = [iter((root,))]
    while stack:
        for item in stack[-1]:
            if id(item) in seen or item is None or isinstance(item, _LEAVES):
                continue
            seen.add(id(item))
            if mark(item, "__srcad_parameter__") is True:
                yield "", item
                continue
            if protocol.is_cell(item) and id(item) not in inner:
                inner.update(map(id, _as_usual(item)))
                for name, parameter in protocol.parameters(item):
                    if id(parameter) not in seen:
                        seen.add(id(parameter))
                        yield name, parameter
            stack.append(_parts(item, kinds))
            break
        else:
            stack.pop()


def _as_usual(cell: Any) -> Iterator[Any]:
    """The Cells in a Cell that have no way of their own to say what they hold."""
    usual: dict[type, bool] = {}
    for _, one in protocol.cells(cell):
        kind = type(one)
        if kind not in usual:
            usual[kind] = _is_library(kind.parameters_and_names)
        if usual[kind]:
            yield one


_WITHOUT_PARTS = {bool, int, float, str, type(None), set, frozenset}
_LEAVES = (
    *(bool, int, float, complex, str, bytes, np.ndarray, np.generic),
    *(types.ModuleType, types.BuiltinFunctionType, type),
)


def _parts(item: Any, kinds: set[type]) -> Iterator[Any]:
    """What an item holds, or reads when it is called, but for the methods of a class
    of which there was another object; the class is then one of ``kinds``."""
    if isinstance(item, list | tuple | dict):
        yield from (part for _, part in words_and_parts(item))
    elif isinstance(item, types.MethodType):
        yield item.__self__
        yield item.__func__
    elif isinstance(item, functools.partial):
        yield from (item.func, item.args, item.keywords)
    elif isinstance(item, types.FunctionType):
        yield from receivers(item)
        yield from _read_by(item)
    elif protocol.is_cell(item):
        yield from _attributes(item, kinds)
    elif mark(item, "__srcad_gradient__") is True:
        yield item.function
    elif mark(item, "__srcad_hook_backward__") is True:
        yield item.hook_fn
    elif mark(item, "__srcad_tensor__") is True:
        yield from protocol.tensor_hooks(item)
    elif not _is_library(type(item)):
        yield from _attributes(item, kinds)


def _attributes(item: Any, kinds: set[type]) -> Iterator[Any]:
    """What an object holds, and the methods that a call of it runs."""
    for one in (protocol.own_dict(item) or {}).values():
        if type(one) in _WITHOUT_PARTS:
            continue
        if not isinstance(one, dict) or dict.__len__(one):
            yield one
    if type(item) in kinds:
        return
    kinds.add(type(item))
    for name in ("construct", "__call__", "bprop"):
        method = in_mro(type(item), name)
        if isinstance(method, types.FunctionType):
            yield method


def _is_library(item: Any) -> bool:
    return str(item.__module__).partition(".")[0] in _LIBRARY


def _read_by(function: types.FunctionType) -> Iterator[Any]:
    plain = underlying(function) or function
    if _is_library(plain):
        return
    for cell in plain.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:
            continue
    for name in _names(plain.__code__):
        if name in plain.__globals__:
            yield plain.__globals__[name]
    yield from plain.__defaults__ or ()
    yield from (plain.__kwdefaults__ or {}).values()


@functools.lru_cache(maxsize=4096)
def _names(code: types.CodeType) -> tuple[str, ...]:
    """The names that code, and the functions defined in it, may read from globals."""
    found = dict.fromkeys(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found.update(dict.fromkeys(_names(constant)))
    return tuple(found)
