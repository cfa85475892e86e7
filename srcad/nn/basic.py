"""Small layers over one operator each."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad import ops
from srcad.cell import Cell
from srcad.dtypes import DType, float32
from srcad.ops.reductions import reduced_sum
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


class _PadNd(Cell):
    """Elements around the last axes: an int, or (before, after) from the last one on.

    Raises TypeError for other paddings, ValueError for an odd number or too many.
    """

    axes = 1
    mode = "constant"

    def __init__(self, padding: Any, value: float = 0.0) -> None:
        super().__init__()
        if isinstance(padding, int):
            padding = (padding,) * (2 * self.axes)
        if not isinstance(padding, (tuple, list)):
            raise TypeError(
                f"For '{self.cls_name}', 'padding' must be an int or a tuple, but got "
                f"{type(padding).__name__}."
            )
        if len(padding) % 2 or len(padding) > 2 * self.axes:
            raise ValueError(
                f"For '{self.cls_name}', 'padding' has (before, after) for at most "
                f"{self.axes} axes, but got {padding}."
            )
        self.padding = tuple(padding)
        self.value = value

    def construct(self, x: Any) -> Any:
        """Return the result."""
        if self.mode == "constant":
            return ops.pad(x, self.padding, "constant", self.value)
        return ops.pad(x, self.padding, self.mode)


class ConstantPad1d(_PadNd):
    """One value around the last axis."""

    def __init__(self, padding: Any, value: float) -> None:
        super().__init__(padding, value)


class ConstantPad2d(ConstantPad1d):
    """One value around the last two axes."""

    axes = 2


class ConstantPad3d(ConstantPad1d):
    """One value around the last three axes."""

    axes = 3


class ZeroPad2d(_PadNd):
    """Zeros around the last two axes: an int, or (left, right, top, bottom)."""

    axes = 2

    def __init__(self, padding: Any) -> None:
        super().__init__(padding)


class ReflectionPad1d(_PadNd):
    """Mirrored elements around the last axis, without the edge again."""

    mode = "reflect"

    def __init__(self, padding: Any) -> None:
        super().__init__(padding)


class ReflectionPad2d(ReflectionPad1d):
    """Mirrored elements around the last two axes: see ZeroPad2d."""

    axes = 2


class ReplicationPad1d(_PadNd):
    """The elements of the edge, again, around the last axis."""

    mode = "replicate"

    def __init__(self, padding: Any) -> None:
        super().__init__(padding)


class ReplicationPad2d(ReplicationPad1d):
    """The elements of the edge, again, around the last two axes."""

    axes = 2


class ReflectionPad3d(ReflectionPad1d):
    """Mirrored elements around the last three axes."""

    axes = 3


class ReplicationPad3d(ReplicationPad1d):
    """The elements of the edge, again, around the last three axes."""

    axes = 3


class L1Regularizer(Cell):
    """``scale`` times the sum of the absolute values; ValueError for one below 0."""

    def __init__(self, scale: float) -> None:
        super().__init__()
        if not 0 < scale < float("inf"):
            raise ValueError(
                f"For 'L1Regularizer', the 'scale' must be positive, but got {scale}."
            )
        self.scale = scale

    def construct(self, weights: Any) -> Any:
        """Return the penalty, without axes."""
        return self.scale * ops.sum(ops.abs(weights))


class Norm(Cell):
    """The root of the sum of squares over ``axis``; all axes for ``()``."""

    def __init__(self, axis: Any = (), keep_dims: bool = False) -> None:
        super().__init__()
        self.axis = axis
        self.keep_dims = keep_dims

    def construct(self, x: Any) -> Any:
        """Return the norm."""
        return ops.sqrt(reduced_sum(ops.square(x), self.axis, self.keep_dims))


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
