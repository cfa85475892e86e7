"""The layers of ``mint.nn`` that call a function by their settings, as a table.

:mod:`srcad.ops._forwarding` reads it; ``layers.pyi`` tells type checkers of them.
"""

# Written by tools/stubs.py.

from typing import Any

from srcad.cell import Cell

class AdaptiveAvgPool1d(Cell):
    """The means of as many even windows along the last axis."""

    def __init__(self: Any, output_size: Any) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class AdaptiveAvgPool2d(Cell):
    """The means of as many even windows along the last two axes."""

    def __init__(self: Any, output_size: Any) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class AdaptiveAvgPool3d(Cell):
    """The means of as many even windows along the last three axes."""

    def __init__(self: Any, output_size: Any) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class AdaptiveMaxPool1d(Cell):
    """The maxima of as many even windows along the last axis."""

    def __init__(self: Any, output_size: Any, return_indices: bool = False) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class AdaptiveMaxPool2d(Cell):
    """The maxima of as many even windows along the last two axes."""

    def __init__(self: Any, output_size: Any, return_indices: bool = False) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class AvgPool1d(Cell):
    """The means of windows along the last axis."""

    def __init__(
        self: Any,
        kernel_size: Any,
        stride: Any = None,
        padding: int = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class AvgPool2d(Cell):
    """The means of windows along the last two axes."""

    def __init__(
        self: Any,
        kernel_size: Any,
        stride: Any = None,
        padding: int = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: Any = None,
    ) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class AvgPool3d(Cell):
    """The means of windows along the last three axes."""

    def __init__(
        self: Any,
        kernel_size: Any,
        stride: Any = None,
        padding: int = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: Any = None,
    ) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class BCELoss(Cell):
    """The cross entropy of probabilities."""

    def __init__(self: Any, weight: Any = None, reduction: str = "mean") -> None: ...
    def construct(self: Any, input: Any, target: Any) -> Any: ...

class BCEWithLogitsLoss(Cell):
    """The cross entropy of the sigmoids of the input."""

    def __init__(
        self: Any, weight: Any = None, reduction: str = "mean", pos_weight: Any = None
    ) -> None: ...
    def construct(self: Any, input: Any, target: Any) -> Any: ...

class CosineEmbeddingLoss(Cell):
    """How far pairs are from alike (``target`` 1) or from unlike (-1)."""

    def __init__(self: Any, margin: float = 0.0, reduction: str = "mean") -> None: ...
    def construct(self: Any, input1: Any, input2: Any, target: Any) -> Any: ...

class ELU(Cell):
    """The exponential linear unit."""

    def __init__(self: Any, alpha: float = 1.0, inplace: bool = False) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class Flatten(Cell):
    """The axes from ``start_dim`` to ``end_dim`` as one."""

    def __init__(self: Any, start_dim: int = 1, end_dim: int = -1) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class Fold(Cell):
    """The patches of ``Unfold`` added up again."""

    def __init__(
        self: Any,
        output_size: Any,
        kernel_size: Any,
        dilation: int = 1,
        padding: int = 0,
        stride: int = 1,
    ) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class GELU(Cell):
    """``x Phi(x)``; with ``approximate="tanh"``, by the formula with tanh."""

    def __init__(self: Any, approximate: str = "none") -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class GLU(Cell):
    """``a * sigmoid(b)`` of the halves along ``dim``."""

    def __init__(self: Any, dim: int = -1) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class Hardshrink(Cell):
    """What is not within ``lambd`` of zero, and zero elsewhere."""

    def __init__(self: Any, lambd: float = 0.5) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class Hardsigmoid(Cell):
    """``(x + 3) / 6``, brought into ``[0, 1]``."""

    def __init__(self: Any) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class Hardswish(Cell):
    """``x * hardsigmoid(x)``."""

    def __init__(self: Any) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class Hardtanh(Cell):
    """The input brought into ``[min_val, max_val]``."""

    def __init__(
        self: Any, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False
    ) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class KLDivLoss(Cell):
    """The divergence of the target from the input, which is logarithms."""

    def __init__(
        self: Any, reduction: str = "mean", log_target: bool = False
    ) -> None: ...
    def construct(self: Any, input: Any, target: Any) -> Any: ...

class LogSigmoid(Cell):
    """The logarithm of the sigmoid."""

    def __init__(self: Any) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class LogSoftmax(Cell):
    """The logarithm of the softmax along ``dim``."""

    def __init__(self: Any, dim: Any = None) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class MaxPool2d(Cell):
    """The maxima of windows along the last two axes."""

    def __init__(
        self: Any,
        kernel_size: int = 1,
        stride: Any = None,
        padding: int = 0,
        dilation: int = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class MaxUnpool2d(Cell):
    """The way back from maxima with their places; zeros elsewhere."""

    def __init__(
        self: Any, kernel_size: Any, stride: Any = None, padding: int = 0
    ) -> None: ...
    def construct(
        self: Any, input: Any, indices: Any, output_size: Any = None
    ) -> Any: ...

class Mish(Cell):
    """``x * tanh(softplus(x))``."""

    def __init__(self: Any) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class PixelShuffle(Cell):
    """``(..., C r^2, H, W)`` as ``(..., C, H r, W r)``."""

    def __init__(self: Any, upscale_factor: Any) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class ReLU6(Cell):
    """``min(max(x, 0), 6)``."""

    def __init__(self: Any, inplace: bool = False) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class SELU(Cell):
    """The scaled exponential linear unit."""

    def __init__(self: Any) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class SiLU(Cell):
    """``x * sigmoid(x)``."""

    def __init__(self: Any, inplace: bool = False) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class SmoothL1Loss(Cell):
    """The Huber loss with its quadratic part up to ``beta``, over ``beta``."""

    def __init__(self: Any, reduction: str = "mean", beta: float = 1.0) -> None: ...
    def construct(self: Any, input: Any, target: Any) -> Any: ...

class SoftMarginLoss(Cell):
    """``log(1 + exp(-target * input))``."""

    def __init__(self: Any, reduction: str = "mean") -> None: ...
    def construct(self: Any, input: Any, target: Any) -> Any: ...

class Softmax(Cell):
    """The softmax along ``dim``."""

    def __init__(self: Any, dim: Any = None) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class Softshrink(Cell):
    """The input drawn towards zero by ``lambd``."""

    def __init__(self: Any, lambd: float = 0.5) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class Threshold(Cell):
    """The input where it is above ``threshold``, ``value`` elsewhere."""

    def __init__(
        self: Any, threshold: Any, value: Any, inplace: bool = False
    ) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class Unfold(Cell):
    """The patches of ``(N, C, H, W)``, one a column."""

    def __init__(
        self: Any,
        kernel_size: Any,
        dilation: int = 1,
        padding: int = 0,
        stride: int = 1,
    ) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class Upsample(Cell):
    """``(N, C, ...)`` with other sizes behind the channels."""

    def __init__(
        self: Any,
        size: Any = None,
        scale_factor: Any = None,
        mode: str = "nearest",
        align_corners: Any = None,
        recompute_scale_factor: Any = None,
    ) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class UpsamplingBilinear2d(Cell):
    """``(N, C, H, W)`` in another size, linear between the elements."""

    def __init__(self: Any, size: Any = None, scale_factor: Any = None) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

class UpsamplingNearest2d(Cell):
    """``(N, C, H, W)`` in another size, by the nearest elements."""

    def __init__(self: Any, size: Any = None, scale_factor: Any = None) -> None: ...
    def construct(self: Any, input: Any) -> Any: ...

def upsampling_bilinear2d(input: Any, size: Any, scale_factor: Any) -> Any:
    """Return ``(N, C, H, W)`` in another size, the corners on the corners."""
