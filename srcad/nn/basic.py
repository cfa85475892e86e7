"""Small layers over one operator each."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad import ops
from srcad.cell import Cell
from srcad.dtypes import DType, float32
from srcad.ops.shapes import padded_from_inside


class Identity(Cell):
    """The input itself."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def construct(self, x: Any) -> Any:
        """Return ``x``."""
        return x


class Flatten(Cell):
    """The axes from ``start_dim`` to ``end_dim`` made one."""

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def construct(self, x: Any) -> Any:
        """Return the result; of the default axes ``(N, -1)``."""
        return ops.flatten(x, start_dim=self.start_dim, end_dim=self.end_dim)


class Pad(Cell):
    """Elements added around the input; ``paddings`` is (before, after) for each axis.

    ``mode`` is "CONSTANT" (zeros), "REFLECT" or "SYMMETRIC" (with the edge twice).
    Raises ValueError for another one.
    """

    def __init__(self, paddings: Any, mode: str = "CONSTANT") -> None:
        super().__init__()
        if mode not in ("CONSTANT", "REFLECT", "SYMMETRIC"):
            raise ValueError(
                "For 'Pad', the 'mode' must be 'CONSTANT', 'REFLECT' or 'SYMMETRIC', "
                f"but got {mode!r}."
            )
        self.paddings = tuple(tuple(pair) for pair in paddings)
        self.mode = mode

    def construct(self, x: Any) -> Any:
        """Return the result."""
        return _padded(x, self.paddings, self.mode)


@ops.operator
def _padded(x: Any, paddings: Any, mode: str) -> Any:
    if mode == "CONSTANT":
        return np.pad(x, paddings)
    return padded_from_inside(x, paddings, mode.lower())


class ZeroPad2d(Cell):
    """Zeros around the last two axes: an int, or (left, right, top, bottom)."""

    def __init__(self, padding: Any) -> None:
        super().__init__()
        self.padding = (padding,) * 4 if isinstance(padding, int) else tuple(padding)

    def construct(self, x: Any) -> Any:
        """Return the result."""
        return ops.pad(x, self.padding)


class ReflectionPad2d(Cell):
    """Mirrored elements around the last two axes: see ZeroPad2d."""

    def __init__(self, padding: Any) -> None:
        super().__init__()
        self.padding = (padding,) * 4 if isinstance(padding, int) else tuple(padding)

    def construct(self, x: Any) -> Any:
        """Return the result."""
        return ops.pad(x, self.padding, "reflect")


class Norm(Cell):
    """The root of the sum of squares over ``axis``; all axes for ``()``."""

    def __init__(self, axis: Any = (), keep_dims: bool = False) -> None:
        super().__init__()
        self.axis = axis
        self.keep_dims = keep_dims

    def construct(self, x: Any) -> Any:
        """Return the norm."""
        return ops.sqrt(ops.sum(ops.square(x), self.axis, self.keep_dims))


class OneHot(Cell):
    """``on_value`` where a new axis of size ``depth`` equals the index."""

    def __init__(
        self,
        axis: int = -1,
        depth: int = 1,
        on_value: float = 1.0,
        off_value: float = 0.0,
        dtype: DType = float32,
    ) -> None:
        super().__init__()
        self.axis = axis
        self.depth = depth
        self.on_value = on_value
        self.off_value = off_value
        self.dtype = dtype

    def construct(self, indices: Any) -> Any:
        """Return the result, of ``dtype``."""
        hot = ops.one_hot(indices, self.depth, self.on_value, self.off_value, self.axis)
        return ops.cast(hot, self.dtype)


class MatMul(Cell):
    """The product of matrices; each operand may be transposed first."""

    def __init__(self, transpose_x1: bool = False, transpose_x2: bool = False) -> None:
        super().__init__()
        self.transpose_x1 = transpose_x1
        self.transpose_x2 = transpose_x2

    def construct(self, x1: Any, x2: Any) -> Any:
        """Return the product."""
        if self.transpose_x1:
            x1 = x1.swapaxes(-1, -2)
        if self.transpose_x2:
            x2 = x2.swapaxes(-1, -2)
        return ops.matmul(x1, x2)
