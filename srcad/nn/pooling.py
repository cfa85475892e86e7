"""Pooling layers, in layout ``(N, C, ...)``; the batch axis may be missing.

``pad_mode`` is "valid", "same" (``ceil(size / stride)`` elements come out) or "pad"
(``padding`` on both sides). ValueError for another one.
"""

from __future__ import annotations

from typing import Any

from srcad import ops
from srcad.cell import Cell
from srcad.nn.checking import check_sizes
from srcad.ops.convolutions import (
    avg_pool_nd,
    check_layout,
    explicit_padding,
    max_pool_nd,
    per_axis,
)
from srcad.ops.unpooling import max_pool_with_places


class _Pool(Cell):
    rank = 2

    def __init__(
        self,
        kernel_size: Any = 1,
        stride: Any = 1,
        pad_mode: str = "valid",
        padding: Any = 0,
        ceil_mode: bool = False,
    ) -> None:
        super().__init__()
        if pad_mode.lower() not in ("valid", "same", "pad"):
            raise ValueError(
                f"For '{self.cls_name}', pad_mode must be 'valid', 'same' or 'pad', "
                f"but got {pad_mode!r}."
            )
        if padding != 0 and pad_mode.lower() != "pad":
            raise ValueError(
                f"For '{self.cls_name}', padding must be zero unless pad_mode is 'pad'."
            )
        check_sizes(self.cls_name, kernel_size=kernel_size, stride=stride)
        for name, value in (("kernel_size", kernel_size), ("stride", stride)):
            if isinstance(value, (tuple, list)) and len(value) not in (1, self.rank):
                raise ValueError(
                    f"For '{self.cls_name}', the '{name}' has one int for each of "
                    f"{self.rank} axes, but got {value}."
                )
        self.kernel_size = kernel_size
        self.stride = stride
        self.pad_mode = pad_mode.upper()
        self.padding = padding
        self.ceil_mode = ceil_mode

    def _windows(self) -> tuple[Any, Any, str, Any, bool]:
        """How the windows lie, as the functions that pool take it."""
        return (
            per_axis(self.kernel_size, self.rank),
            per_axis(self.stride, self.rank),
            self.pad_mode.lower(),
            self.padding,
            self.ceil_mode,
        )

    def extend_repr(self) -> str:
        """Return the hyper-parameters."""
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, "
            f"pad_mode={self.pad_mode}"
        )


class _MaxPool(_Pool):
    """The maxima of windows."""

    def __init__(
        self,
        kernel_size: Any = 1,
        stride: Any = 1,
        pad_mode: str = "valid",
        padding: Any = 0,
        dilation: Any = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ) -> None:
        super().__init__(kernel_size, stride, pad_mode, padding, ceil_mode)
        check_sizes(self.cls_name, dilation=dilation)
        self.dilation = per_axis(dilation, self.rank)
        self.return_indices = return_indices
        self._placed = return_indices or self.dilation != (1,) * self.rank
        if self._placed and self.pad_mode == "SAME":
            raise ValueError(
                f"For '{self.cls_name}', return_indices and dilation go with the "
                "pad_mode 'pad' or 'valid'."
            )

    def construct(self, x: Any) -> Any:
        """Return the maxima; with ``return_indices`` a tuple with their places."""
        if not self._placed:
            return max_pool_nd(x, *self._windows())
        window, stride, _, padding, ceil_mode = self._windows()
        pairs = explicit_padding(padding, self.rank)
        found = max_pool_with_places(x, window, stride, pairs, self.dilation, ceil_mode)
        return found if self.return_indices else found[0]


class _AvgPool(_Pool):
    """The means of windows.

    With "pad", padding counts as zeros unless ``count_include_pad`` is False.
    ``divisor_override``, unless None, is what the sums are divided by (ValueError for
    0).
    """

    def __init__(
        self,
        kernel_size: Any = 1,
        stride: Any = 1,
        pad_mode: str = "valid",
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: Any = None,
    ) -> None:
        super().__init__(kernel_size, stride, pad_mode, padding, ceil_mode)
        if divisor_override is not None and divisor_override == 0:
            raise ValueError(
                f"For '{self.cls_name}', divisor_override must not be zero."
            )
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override

    def construct(self, x: Any) -> Any:
        """Return the means."""
        return avg_pool_nd(
            x, *self._windows(), self.count_include_pad, self.divisor_override
        )


class MaxPool1d(_MaxPool):
    """The maxima of windows over one axis."""

    rank = 1


class MaxPool2d(_MaxPool):
    """The maxima of windows over two axes; ``data_format`` is "NCHW" (ValueError)."""

    rank = 2

    def __init__(
        self,
        kernel_size: Any = 1,
        stride: Any = 1,
        pad_mode: str = "valid",
        padding: Any = 0,
        dilation: Any = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
        data_format: str = "NCHW",
    ) -> None:
        check_layout("MaxPool2d", data_format)
        super().__init__(
            kernel_size, stride, pad_mode, padding, dilation, return_indices, ceil_mode
        )


class MaxPool3d(_MaxPool):
    """The maxima of windows over three axes."""

    rank = 3


class AvgPool1d(_AvgPool):
    """The means of windows over one axis."""

    rank = 1

    def __init__(
        self,
        kernel_size: Any = 1,
        stride: Any = 1,
        pad_mode: str = "valid",
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ) -> None:
        super().__init__(
            kernel_size, stride, pad_mode, padding, ceil_mode, count_include_pad
        )


class AvgPool2d(_AvgPool):
    """The means of windows over two axes; ``data_format`` is "NCHW" (ValueError)."""

    rank = 2

    def __init__(
        self,
        kernel_size: Any = 1,
        stride: Any = 1,
        pad_mode: str = "valid",
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: Any = None,
        data_format: str = "NCHW",
    ) -> None:
        check_layout("AvgPool2d", data_format)
        super().__init__(
            kernel_size,
            stride,
            pad_mode,
            padding,
            ceil_mode,
            count_include_pad,
            divisor_override,
        )


class AvgPool3d(_AvgPool):
    """The means of windows over three axes."""

    rank = 3


class AdaptiveAvgPool2d(Cell):
    """The means of as many even windows as ``output_size`` says."""

    def __init__(self, output_size: Any) -> None:
        super().__init__()
        self.output_size = output_size

    def construct(self, input: Any) -> Any:
        """Return ``(N, C, *output_size)``."""
        return ops.adaptive_avg_pool2d(input, self.output_size)
