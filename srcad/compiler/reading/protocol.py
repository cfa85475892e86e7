"""How the compiler meets Cells, Parameters and Tensors, without importing them."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from types import MethodType
from typing import Any

import numpy as np

_UNMARKED = (type(None), bool, int, float, complex, str, bytes, tuple, list, dict)


def mark(item: Any, name: str) -> Any:
    """What srcad has marked an object with: an attribute of its class, or of a function
    itself; None where it has no such mark. No ``__getattr__`` of the user's runs."""
    kind = type(item)
    if kind in _UNMARKED:
        return None
    if isinstance(item, type):
        ours = kind is type or str(kind.__module__).partition(".")[0] == "srcad"
        return getattr(item, name, None) if ours else in_mro(item, name)
    if kind is MethodType:
        return mark(item.__func__, name)
    found = getattr(kind, name, None) if type(kind) is type else mark(kind, name)
    if found is not None:
        own = hasattr(type(found), "__get__")
        return getattr(item, name, None) if own else found
    try:
        space = object.__getattribute__(item, "__dict__")
    except AttributeError:
        return None
    return space.get(name) if isinstance(space, dict) else None


def in_mro(kind: type, name: str) -> Any:
    """What a class or a base of it has under a name; no class of the class is asked."""
    return next((vars(b)[name] for b in kind.__mro__ if name in vars(b)), None)


def defines(kind: type, name: str) -> bool:
    """Whether a class or a base of it has something under a name; no class of the
    class is asked, as Python itself asks none for its special methods."""
    return any(name in vars(base) for base in kind.__mro__)


def is_marked(item: Any, name: str) -> bool:
    """Whether an object has a mark, and is no class with it."""
    return mark(item, name) is True and not isinstance(item, type)


def is_cell(item: Any) -> bool:
    """Whether an object is a Cell: it has a ``construct`` that can be read."""
    return is_marked(item, "__srcad_cell__")


def is_cell_class(item: Any) -> bool:
    """Whether an object is a class of Cells."""
    return mark(item, "__srcad_cell__") is True and isinstance(item, type)


def construct(cell: Any) -> Any:
    """What a call of a Cell runs: its own ``construct``, where it was given one, or
    that of its class, unbound."""
    return getattr(cell, "__dict__", {}).get("construct", type(cell).construct)


def innermost(function: Any) -> Any:
    """The function that a gradient (of a gradient ...) is taken of."""
    while mark(function, "__srcad_gradient__") is True:
        function = function.function
    return function


@dataclass(frozen=True, slots=True)
class CellHooks:
    """The hooks of a Cell, each kind in the order in which they run.

    The forward ones are pairs: the hook, and whether it gets the keyword arguments.
    """

    forward_pre: tuple[tuple[Any, bool], ...]
    forward: tuple[tuple[Any, bool], ...]
    backward_pre: tuple[Any, ...]
    backward: tuple[Any, ...]


def hooks(cell: Any) -> CellHooks | None:
    """The hooks of a Cell; None where it has none."""
    kinds = ("forward_pre", "forward", "backward_pre", "backward")
    found = [getattr(cell, f"_{kind}_hooks", {}) for kind in kinds]
    if not any(found):
        return None
    more = getattr(cell, "_hooks_with_kwargs", ())
    pre, forward = (tuple((h, n in more) for n, h in d.items()) for d in found[:2])
    return CellHooks(pre, forward, *(tuple(kind.values()) for kind in found[2:]))


def tensor_hooks(tensor: Any) -> tuple[Any, ...]:
    """The hooks of a Tensor or a Parameter, in the order in which they run."""
    return tuple(getattr(tensor, "_hooks", {}).values())


def cells(cell: Any) -> list[tuple[str, Any]]:
    """A Cell and all Cells in it with their names, by attribute path."""
    return list(cell.cells_and_names())


def name_of(inner: Any, cell: Any) -> str | None:
    """The name that a Cell has in another one, by attribute path; None where it is not
    in it."""
    for name, one in cell.cells_and_names():
        if one is inner:
            return str(name)
    return None


def float_dtype(cell: Any) -> str | None:
    """The dtype that ``to_float`` has given a Cell, by its name; None without."""
    name = getattr(getattr(cell, "_float_dtype", None), "__srcad_dtype__", None)
    return name if isinstance(name, str) else None


@dataclass(frozen=True, slots=True)
class Automatic:
    """Level "auto" of mixed precision: the dtypes of operators on its two lists."""

    half: str
    single: str = "float32"


def automatic(cell: Any) -> Automatic | None:
    """The level "auto" that a Cell was given; None without."""
    name = getattr(getattr(cell, "_auto_dtype", None), "__srcad_dtype__", None)
    return Automatic(name) if isinstance(name, str) else None


def precision_of_symbol(name: str) -> Any:
    """What level "auto" computes ``**`` and ``@`` in, by the primitive's name."""
    module: Any = sys.modules.get("srcad.mixed_precision")
    return None if module is None else module.OF_SYMBOLS.get(name)


def computing_in(dtype: str | Automatic | None) -> AbstractContextManager[None]:
    """Let what is computed at compile time be computed in the dtype that a Cell asks
    for."""
    module: Any = sys.modules.get("srcad.mixed_precision")
    if module is None:
        return nullcontext()
    if isinstance(dtype, Automatic):
        wish = module.Automatic(np.dtype(dtype.half), np.dtype(dtype.single))
    else:
        wish = None if dtype is None else np.dtype(dtype)
    found: AbstractContextManager[None] = module.computing_in(wish)
    return found


def parameters(cell: Any) -> list[tuple[str, Any]]:
    """The parameters of a Cell with their names, by attribute path."""
    return list(cell.parameters_and_names())


def as_dtype(item: Any) -> Any:
    """The dtype object for a dtype of NumPy; anything else as it is."""
    module = sys.modules.get("srcad.dtypes")
    if module is None or not isinstance(item, np.dtype):
        return item
    return module.dtype_of(item)


def tensor_class() -> Any:
    """The Tensor class, whose methods are read; None where it is not imported."""
    module = sys.modules.get("srcad.tensor")
    return getattr(module, "Tensor", None)


def own_dict(owner: Any) -> dict[str, Any] | None:
    """The attributes of an object; None where it has no place for them."""
    try:
        found: Any = object.__getattribute__(owner, "__dict__")
    except AttributeError:
        return None
    return found if isinstance(found, dict) else None
