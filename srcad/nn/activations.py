"""Activation layers."""

from __future__ import annotations

from typing import Any

from srcad import ops
from srcad.cell import Cell


class ReLU(Cell):
    """``max(x, 0)``, element by element."""

    def construct(self, input: Any) -> Any:
        """Return the result, of the input's shape and dtype."""
        return ops.relu(input)
