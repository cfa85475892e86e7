"""Classes of segments, sizes and sums: see the functions of the same names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from srcad.ops import arithmetic, elementwise, gathering, reductions, resizing, segments
from srcad.ops._operator import operator
from srcad.ops._primitive import Primitive
from srcad.ops.precision import composed_otherwise

__all__ = [
    "AddN",
    "EmbeddingLookup",
    "Identity",
    "InsertGradientOf",
    "LpNorm",
    "ResizeBilinear",
    "ResizeBilinearV2",
    "ResizeNearestNeighbor",
    "UnsortedSegmentMax",
    "UnsortedSegmentMin",
    "UnsortedSegmentProd",
    "UnsortedSegmentSum",
]


class AddN(Primitive):
    """``addn`` as a class."""

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Any) -> Any:
        """Return the sum."""
        return arithmetic.addn(x)


@operator
def _copied(x: Any) -> Any:
    return x.copy()


class Identity(Primitive):
    """A copy of the input."""

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Any) -> Any:
        """Return the copy."""
        return _copied(x)


class InsertGradientOf(Primitive):
    """The input itself, whose gradient goes through ``f``."""

    def __init__(self, f: Callable[[Any], Any]) -> None:
        super().__init__()
        if not callable(f):
            raise TypeError("For 'InsertGradientOf', 'f' must be a function.")
        self.f = f

    def __call__(self, x: Any) -> Any:
        """Return ``x``."""
        return _copied(x)

    def bprop(self, x: Any, out: Any, dout: Any) -> Any:
        """Return what ``f`` makes of the gradient."""
        return (self.f(dout),)


class LpNorm(Primitive):
    """The ``p``-norm over ``axis``: ``(sum |x|^p)^(1/p)``, at least ``epsilon``."""

    def __init__(
        self,
        axis: Any,
        p: int = 2,
        keep_dims: bool = False,
        epsilon: float = 1e-12,
    ) -> None:
        super().__init__()
        self.axis = axis
        self.p = p
        self.keep_dims = keep_dims
        self.epsilon = epsilon

    def __call__(self, input: Any) -> Any:
        """Return the norm."""
        input = composed_otherwise(input)
        powers = arithmetic.pow(elementwise.abs(input), self.p)
        total = reductions.sum(powers, self.axis, self.keep_dims)
        return arithmetic.maximum(arithmetic.pow(total, 1 / self.p), self.epsilon)


class UnsortedSegmentSum(Primitive):
    """See ``unsorted_segment_sum``."""

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_x: Any, segment_ids: Any, num_segments: int) -> Any:
        """Return the sums."""
        return segments.unsorted_segment_sum(input_x, segment_ids, num_segments)


class UnsortedSegmentProd(Primitive):
    """See ``unsorted_segment_prod``."""

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_x: Any, segment_ids: Any, num_segments: int) -> Any:
        """Return the products."""
        return segments.unsorted_segment_prod(input_x, segment_ids, num_segments)


class UnsortedSegmentMax(Primitive):
    """See ``unsorted_segment_max``."""

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Any, segment_ids: Any, num_segments: int) -> Any:
        """Return the largest entries."""
        return segments.unsorted_segment_max(x, segment_ids, num_segments)


class UnsortedSegmentMin(Primitive):
    """See ``unsorted_segment_min``."""

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Any, segment_ids: Any, num_segments: int) -> Any:
        """Return the least entries."""
        return segments.unsorted_segment_min(x, segment_ids, num_segments)


class EmbeddingLookup(Primitive):
    """Rows of a table at ``indices - offset``, zeros where that is outside of it."""

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_params: Any, input_indices: Any, offset: int) -> Any:
        """Return ``(*indices.shape, *rows)``."""
        return gathering.rows_or_zeros(input_params, input_indices - offset)


class ResizeBilinearV2(Primitive):
    """See ``resize_bilinear``."""

    def __init__(
        self, align_corners: bool = False, half_pixel_centers: bool = False
    ) -> None:
        super().__init__()
        self.align_corners = align_corners
        self.half_pixel_centers = half_pixel_centers

    def __call__(self, x: Any, size: Any) -> Any:
        """Return ``(N, C, *size)``."""
        return resizing.resize_bilinear(
            x, size, self.align_corners, self.half_pixel_centers
        )


class ResizeBilinear(Primitive):
    """See ``resize_bilinear``."""

    def __init__(
        self,
        size: Any,
        align_corners: bool = False,
        half_pixel_centers: bool = False,
    ) -> None:
        super().__init__()
        self.size = size
        self.align_corners = align_corners
        self.half_pixel_centers = half_pixel_centers

    def __call__(self, x: Any) -> Any:
        """Return ``(N, C, *size)``."""
        return resizing.resize_bilinear(
            x, self.size, self.align_corners, self.half_pixel_centers
        )


class ResizeNearestNeighbor(Primitive):
    """See ``resize_nearest_neighbor``."""

    def __init__(self, size: Any, align_corners: bool = False) -> None:
        super().__init__()
        self.size = size
        self.align_corners = align_corners

    def __call__(self, x: Any) -> Any:
        """Return ``(N, C, *size)``."""
        return resizing.resize_nearest_neighbor(x, self.size, self.align_corners)
