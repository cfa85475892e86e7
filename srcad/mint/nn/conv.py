"""The convolutions of ``mint.nn``: ``(N, C, ...)``, or without the batch axis.

``padding`` is an int, one for each axis, "valid" or "same" (for a stride of 1), and
``padding_mode`` what stands there: "zeros", or, of the input, what a mirror shows
("reflect"), the edge ("replicate") or the other end ("circular"). Raises ValueError for
others, and for channels that are no multiples of ``groups``.
"""

from __future__ import annotations

from typing import Any

from srcad import nn, ops
from srcad.dtypes import DType, float32
from srcad.mint.nn import functional
from srcad.nn.conv import _Conv as _WithParameters
from srcad.ops.convolutions import per_axis

__all__ = ["Conv1d", "Conv2d", "Conv3d", "ConvTranspose2d"]

MODES = ("zeros", "reflect", "replicate", "circular")


class _Conv(_WithParameters):
    """What they share; ``weight`` is ``(out, in / groups, ...)``."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        dtype: DType | None = None,
    ) -> None:
        windows = (kernel_size, stride, "pad", 0, dilation)
        inits = (None, None, dtype or float32)
        super().__init__(in_channels, out_channels, *windows, groups, bias, *inits)
        if padding_mode not in MODES:
            raise ValueError(
                f"For '{self.cls_name}', padding_mode is one of {MODES}, but got "
                f"{padding_mode!r}."
            )
        if isinstance(padding, str):
            if padding not in ("valid", "same"):
                raise ValueError(
                    f"For '{self.cls_name}', no padding is called {padding!r}."
                )
            if padding == "same" and self.stride != (1,) * self.rank:
                raise ValueError("padding='same' is for a stride of 1.")
        if not isinstance(padding, str):
            padding = per_axis(padding, self.rank)
        self.padding = padding
        self.padding_mode = padding_mode
        self.groups = groups

    def _framed(self, input: Any) -> Any:
        """The input, with more of itself around it."""
        pads: list[int] = []
        for axis in range(self.rank):
            total = self.dilation[axis] * (self.kernel_size[axis] - 1)
            if self.padding == "same":
                pair = [total // 2, total - total // 2]
            elif self.padding == "valid":
                pair = [0, 0]
            else:
                pair = [self.padding[axis]] * 2
            pads = pair + pads
        return ops.pad(input, pads, self.padding_mode)

    def _convolved(self, convolve: Any, input: Any) -> Any:
        padding = self.padding
        if self.padding_mode != "zeros":
            input, padding = self._framed(input), 0
        steps = (self.stride, padding, self.dilation, self.groups)
        return convolve(input, self.weight, self.bias, *steps)


class Conv1d(_Conv):
    """Convolution over one axis."""

    rank = 1

    def construct(self, input: Any) -> Any:
        """Return ``(N, out_channels, L')`` for ``(N, in_channels, L)``."""
        return self._convolved(functional.conv1d, input)


class Conv2d(_Conv):
    """Convolution over two axes."""

    def construct(self, input: Any) -> Any:
        """Return ``(N, out_channels, H', W')`` for ``(N, in_channels, H, W)``."""
        return self._convolved(functional.conv2d, input)


class Conv3d(_Conv):
    """Convolution over three axes."""

    rank = 3

    def construct(self, input: Any) -> Any:
        """Return ``(N, out_channels, D', H', W')``."""
        return self._convolved(functional.conv3d, input)


class ConvTranspose2d(nn.Conv2dTranspose):
    """The transpose of a convolution over two axes: its gradient, run forward.

    ``weight`` is ``(in_channels, out_channels / groups, kh, kw)``. Raises ValueError
    for a ``padding_mode`` other than "zeros".
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Any = 1,
        padding_mode: str = "zeros",
        dtype: DType | None = None,
    ) -> None:
        if padding_mode != "zeros":
            raise ValueError("For 'ConvTranspose2d', padding_mode must be 'zeros'.")
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            "pad",
            0,
            output_padding,
            dilation,
            groups,
            bias,
            dtype=dtype or float32,
        )
        self.padding = per_axis(padding, 2)
        self.groups = groups

    def construct(self, input: Any, output_size: Any = None) -> Any:
        """Return ``(N, out_channels, H', W')``; ValueError for an ``output_size``."""
        if output_size is not None:
            raise ValueError("For 'ConvTranspose2d', give output_padding instead.")
        steps = (self.stride, self.padding, self.output_padding)
        return functional.conv_transpose2d(
            input, self.weight, self.bias, *steps, self.groups, self.dilation
        )
