"""How the compiler meets Cells, Parameters and Tensors, without importing them."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any


def is_cell(item: Any) -> bool:
    """Whether an object is a Cell: it has a ``construct`` that can be read."""
    return getattr(item, "__srcad_cell__", False) is True and not isinstance(item, type)


def innermost(function: Any) -> Any:
    """The function that a gradient (of a gradient ...) is taken of."""
    while getattr(function, "__srcad_gradient__", False) is True:
        function = function.function
    return function


@dataclass(frozen=True, slots=True)
class CellHooks:
    """The hooks of a Cell, each kind in the order in which they run."""

    forward_pre: tuple[Any, ...]
    forward: tuple[Any, ...]
    backward_pre: tuple[Any, ...]
    backward: tuple[Any, ...]


def active_hooks(cell: Any, enabled: bool) -> CellHooks | None:
    """The hooks of a Cell; None where it has none, or they are ignored."""
    kinds = ("forward_pre", "forward", "backward_pre", "backward")
    found = [tuple(getattr(cell, f"_{kind}_hooks", {}).values()) for kind in kinds]
    return CellHooks(*found) if enabled and any(found) else None


def parameters(cell: Any) -> list[tuple[str, Any]]:
    """The parameters of a Cell with their names, by attribute path."""
    return list(cell.parameters_and_names())


def tensor_class() -> Any:
    """The Tensor class, whose methods are read; None where it is not imported."""
    module = sys.modules.get("srcad.tensor")
    return getattr(module, "Tensor", None)
