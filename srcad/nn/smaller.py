"""Layers that call one operator or two: windows, shapes, parts of a matrix, moments."""

from __future__ import annotations

from typing import Any

from srcad import ops
from srcad.cell import Cell
from srcad.parameter import Parameter

__all__ = [
    "LRN",
    "AdaptiveAvgPool1d",
    "AdaptiveAvgPool3d",
    "AdaptiveMaxPool1d",
    "AdaptiveMaxPool2d",
    "ChannelShuffle",
    "ClipByNorm",
    "DiGamma",
    "FastGelu",
    "IGamma",
    "LBeta",
    "LGamma",
    "Moments",
    "ParameterUpdate",
    "Range",
    "ReduceLogSumExp",
    "Roll",
    "Softmax2d",
    "Tril",
    "Triu",
    "Unflatten",
]


class AdaptiveAvgPool1d(Cell):
    """The means of as many even windows along the last axis."""

    def __init__(self, output_size: int) -> None:
        super().__init__()
        self.output_size = output_size

    def construct(self, input: Any) -> Any:
        """Return ``(N, C, output_size)``."""
        return ops.adaptive_avg_pool1d(input, self.output_size)


class AdaptiveAvgPool3d(Cell):
    """The means of as many even windows along the last three axes."""

    def __init__(self, output_size: Any) -> None:
        super().__init__()
        self.output_size = output_size

    def construct(self, input: Any) -> Any:
        """Return ``(N, C, *output_size)``."""
        return ops.adaptive_avg_pool3d(input, self.output_size)


class AdaptiveMaxPool1d(Cell):
    """The largest elements of as many even windows along the last axis."""

    def __init__(self, output_size: int) -> None:
        super().__init__()
        self.output_size = output_size

    def construct(self, x: Any) -> Any:
        """Return ``(N, C, output_size)``."""
        return ops.adaptive_max_pool1d(x, self.output_size)


class AdaptiveMaxPool2d(Cell):
    """The largest elements of as many even windows along the last two axes.

    Raises ValueError for ``return_indices``.
    """

    def __init__(self, output_size: Any, return_indices: bool = False) -> None:
        super().__init__()
        self.output_size = output_size
        self.return_indices = return_indices

    def construct(self, input: Any) -> Any:
        """Return ``(N, C, *output_size)``."""
        return ops.adaptive_max_pool2d(input, self.output_size, self.return_indices)


class ChannelShuffle(Cell):
    """The channels of some groups in turn: see ``ops.channel_shuffle``."""

    def __init__(self, groups: int) -> None:
        super().__init__()
        self.groups = groups

    def construct(self, x: Any) -> Any:
        """Return the result, of the same shape."""
        return ops.channel_shuffle(x, self.groups)


class ClipByNorm(Cell):
    """What has a norm over ``axis``, or of all, above one: scaled down to it."""

    def __init__(self, axis: Any = None) -> None:
        super().__init__()
        self.axis = axis

    def construct(self, x: Any, clip_norm: Any) -> Any:
        """Return the result, of the same shape."""
        squares = ops.sum(ops.square(x), self.axis, True)
        there = squares > 0
        norm = ops.sqrt(ops.where(there, squares, 1.0))
        return x * clip_norm / ops.maximum(ops.where(there, norm, 0.0), clip_norm)


class FastGelu(Cell):
    """``x * sigmoid(1.702 x)``."""

    def construct(self, x: Any) -> Any:
        """Return the result, element by element."""
        return ops.fast_gelu(x)


class LRN(Cell):
    """Local response normalisation: see ``ops.lrn``."""

    def __init__(
        self,
        depth_radius: int = 5,
        bias: float = 1.0,
        alpha: float = 1.0,
        beta: float = 0.5,
        norm_region: str = "ACROSS_CHANNELS",
    ) -> None:
        super().__init__()
        self.depth_radius = depth_radius
        self.bias = bias
        self.alpha = alpha
        self.beta = beta
        self.norm_region = norm_region

    def construct(self, input_x: Any) -> Any:
        """Return the result, of the same shape."""
        settings = (self.depth_radius, self.bias, self.alpha, self.beta)
        return ops.lrn(input_x, *settings, self.norm_region)


class Moments(Cell):
    """The mean and the variance over ``axis``, all axes for None."""

    def __init__(self, axis: Any = None, keep_dims: bool | None = None) -> None:
        super().__init__()
        self.axis = () if axis is None else axis
        self.keep_dims = bool(keep_dims)

    def construct(self, x: Any) -> Any:
        """Return ``(mean, variance)``."""
        mean = ops.mean(x, self.axis, True)
        variance = ops.mean(ops.square(x - mean), self.axis, self.keep_dims)
        return mean if self.keep_dims else ops.mean(x, self.axis), variance


class Range(Cell):
    """``start, start + delta, ...`` below ``limit``; one argument is the limit."""

    def __init__(self, start: Any, limit: Any = None, delta: Any = 1) -> None:
        super().__init__()
        if delta == 0:
            raise ValueError("For 'Range', the 'delta' must not be 0.")
        if limit is None:
            start, limit = 0, start
        self.start = start
        self.limit = limit
        self.delta = delta

    def construct(self) -> Any:
        """Return the numbers, int32 or float32."""
        numbers = (self.start, self.limit, self.delta)
        floating = any(isinstance(one, float) for one in numbers)
        found = ops.arange(self.start, self.limit, self.delta)
        return found.astype("float32" if floating else "int32")


class ReduceLogSumExp(Cell):
    """``log(sum(exp(x)))`` over ``axis``."""

    def __init__(self, axis: Any, keep_dims: bool = False) -> None:
        super().__init__()
        self.axis = axis
        self.keep_dims = keep_dims

    def construct(self, x: Any) -> Any:
        """Return the result."""
        return ops.logsumexp(x, self.axis, self.keep_dims)


class Roll(Cell):
    """The elements moved along some axes, and in again at the other end."""

    def __init__(self, shift: Any, axis: Any) -> None:
        super().__init__()
        self.shift = shift
        self.axis = axis

    def construct(self, input_x: Any) -> Any:
        """Return the result, of the same shape."""
        return ops.roll(input_x, self.shift, self.axis)


class Softmax2d(Cell):
    """The softmax over the channels of ``(N, C, H, W)`` or ``(C, H, W)``."""

    def construct(self, x: Any) -> Any:
        """Return the result, of the same shape."""
        return ops.softmax(x, -3)


class Tril(Cell):
    """The lower triangles of matrices."""

    def construct(self, x: Any, k: int = 0) -> Any:
        """Return them up to the ``k``-th diagonal, zeros above."""
        return ops.tril(x, k)


class Triu(Cell):
    """The upper triangles of matrices."""

    def construct(self, x: Any, k: int = 0) -> Any:
        """Return them from the ``k``-th diagonal on, zeros below."""
        return ops.triu(x, k)


class Unflatten(Cell):
    """One axis as several."""

    def __init__(self, axis: int, unflattened_size: Any) -> None:
        super().__init__()
        self.axis = axis
        self.unflattened_size = unflattened_size

    def construct(self, input_x: Any) -> Any:
        """Return the result."""
        axis = self.axis % input_x.ndim
        before, after = input_x.shape[:axis], input_x.shape[axis + 1 :]
        return input_x.reshape((*before, *self.unflattened_size, *after))


class DiGamma(Cell):
    """The derivative of the logarithm of the gamma function."""

    def construct(self, x: Any) -> Any:
        """Return it of each element."""
        return ops.digamma(x)


class LGamma(Cell):
    """The logarithm of the gamma function."""

    def construct(self, x: Any) -> Any:
        """Return it of each element."""
        return ops.lgamma(x)


class IGamma(Cell):
    """The regularised incomplete gamma function."""

    def construct(self, a: Any, x: Any) -> Any:
        """Return it for pairs of elements."""
        return ops.igamma(a, x)


class LBeta(Cell):
    """The logarithm of the beta function."""

    def construct(self, x: Any, y: Any) -> Any:
        """Return it for pairs of elements."""
        return ops.lgamma(x) + ops.lgamma(y) - ops.lgamma(x + y)


class ParameterUpdate(Cell):
    """What gives a Parameter other elements; TypeError for what is none."""

    def __init__(self, param: Any) -> None:
        super().__init__(auto_prefix=False)
        if not isinstance(param, Parameter):
            raise TypeError(
                "For 'ParameterUpdate', 'param' must be 'Parameter', but got "
                f"{type(param)}."
            )
        self._param = param

    def construct(self, x: Any) -> Any:
        """Assign ``x``, and return it."""
        ops.assign(self._param, x)
        return x
