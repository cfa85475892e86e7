"""How the compiler meets Cells, Parameters and Tensors, without importing them."""

from __future__ import annotations

import sys
from typing import Any


def is_cell(item: Any) -> bool:
    """Whether an object is a Cell: it has a ``construct`` that can be read."""
    return getattr(item, "__srcad_cell__", False) is True and not isinstance(item, type)


def innermost(function: Any) -> Any:
    """The function that a gradient (of a gradient ...) is taken of."""
    while getattr(function, "__srcad_gradient__", False) is True:
        function = function.function
    return function


def parameters(cell: Any) -> list[tuple[str, Any]]:
    """The parameters of a Cell with their names, by attribute path."""
    return list(cell.parameters_and_names())


def tensor_class(cell: Any) -> Any:
    """The Tensor class that belongs to a Cell's framework, whose methods are read."""
    module = sys.modules.get("srcad.tensor")
    return getattr(module, "Tensor", None)
