"""Convolution layers, in layout ``(N, C, ...)``.

``pad_mode`` is "same" (``ceil(size / stride)`` elements come out), "valid" (no padding)
or "pad" (``padding``: an int, or (before, after) for each axis, flat). Without
``weight_init`` and ``bias_init`` both are drawn from ``U(-b, b)``, ``b = 1 /
sqrt(fan_in)``.

Raises ValueError for channels that are no multiples of ``group``, for another
``pad_mode`` and for padding without "pad".
"""

from __future__ import annotations

import math
from typing import Any

from srcad import ops
from srcad.cell import Cell
from srcad.dtypes import DType, float32
from srcad.initializer import HeUniform, Uniform, fans, initializer
from srcad.nn.checking import check_bool, check_sizes
from srcad.ops.convolutions import (
    check_layout,
    conv_transpose,
    per_axis,
    resolved_padding,
)
from srcad.ops.precision import composed_otherwise
from srcad.parameter import Parameter
from srcad.tensor import Tensor


class _Conv(Cell):
    """What the convolutions share: hyper-parameters and Parameters."""

    rank = 2
    transposed = False
    data_format = "NCHW"
    # The axes of size 1 that stand before those of the window.
    before: tuple[int, ...] = ()

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any,
        pad_mode: str,
        padding: Any,
        dilation: Any,
        group: int,
        has_bias: bool,
        weight_init: Any,
        bias_init: Any,
        dtype: DType,
    ) -> None:
        super().__init__()
        channels = {"in_channels": in_channels, "out_channels": out_channels}
        check_sizes(self.cls_name, group=group, **channels)
        windows = {"kernel_size": kernel_size, "stride": stride, "dilation": dilation}
        check_sizes(self.cls_name, **windows)
        check_bool(self.cls_name, has_bias=has_bias)
        for name, value in windows.items():
            if isinstance(value, (tuple, list)) and len(value) not in (1, self.rank):
                raise TypeError(
                    f"For '{self.cls_name}', the '{name}' has one int for each of "
                    f"{self.rank} axes, but got {value}."
                )
        if in_channels % group or out_channels % group:
            raise ValueError(
                f"For '{self.cls_name}', in_channels {in_channels} and out_channels "
                f"{out_channels} must be multiples of group {group}."
            )
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = self.before + per_axis(kernel_size, self.rank)
        self.stride = self.before + per_axis(stride, self.rank)
        self.pad_mode = pad_mode
        self.padding = padding
        self.dilation = self.before + per_axis(dilation, self.rank)
        self.group = group
        self.has_bias = has_bias
        resolved_padding(pad_mode, padding, self.rank)
        check_sizes(self.cls_name, 0, padding=padding)
        given = len(padding) if isinstance(padding, (tuple, list)) else 2 * self.rank
        if given not in (1, 2 * self.rank):
            raise ValueError(
                f"For '{self.cls_name}', the 'padding' has two ints for each of "
                f"{self.rank} axes, but got {padding}."
            )
        shape = (out_channels, in_channels // group, *self.kernel_size)
        if self.transposed:
            shape = (in_channels, out_channels // group, *self.kernel_size)
        if self.before and isinstance(weight_init, Tensor):
            weight_init = weight_init.expand_dims(2)
        # He et al.'s uniform bound with a slope of sqrt(5) is 1 / sqrt(fan_in).
        if weight_init is None:
            weight_init = HeUniform(math.sqrt(5))
        if bias_init is None:
            bias_init = Uniform(1 / math.sqrt(fans(shape)[0]))
        self.weight = Parameter(initializer(weight_init, shape, dtype), name="weight")
        self.bias = None
        if has_bias:
            bias = initializer(bias_init, (out_channels,), dtype)
            self.bias = Parameter(bias, name="bias")

    def extend_repr(self) -> str:
        """Return the hyper-parameters."""
        return (
            f"input_channels={self.in_channels}, output_channels={self.out_channels}, "
            f"kernel_size={self.kernel_size}, stride={self.stride}, "
            f"pad_mode={self.pad_mode}, padding={self.padding}, "
            f"dilation={self.dilation}, group={self.group}, has_bias={self.has_bias}"
        )


class Conv1d(_Conv):
    """Convolution over one axis.

    ``weight`` is ``(out_channels, in_channels / group, 1, window)``, as in MindSpore,
    and ``weight_init`` without the 1.
    """

    rank = 1
    before = (1,)

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        pad_mode: str = "same",
        padding: Any = 0,
        dilation: Any = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Any = None,
        bias_init: Any = None,
        dtype: DType = float32,
    ) -> None:
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            pad_mode,
            padding,
            dilation,
            group,
            has_bias,
            weight_init,
            bias_init,
            dtype,
        )

    def construct(self, x: Any) -> Any:
        """Return ``(N, out_channels, L')`` for ``(N, in_channels, L)``."""
        return ops.conv1d(
            x,
            ops.squeeze(self.weight, 2),
            self.bias,
            self.stride[1:],
            self.pad_mode,
            self.padding,
            self.dilation[1:],
            self.group,
        )


class Conv2d(_Conv):
    """Convolution over two axes."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        pad_mode: str = "same",
        padding: Any = 0,
        dilation: Any = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Any = None,
        bias_init: Any = None,
        data_format: str = "NCHW",
        dtype: DType = float32,
    ) -> None:
        check_layout("Conv2d", data_format)
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            pad_mode,
            padding,
            dilation,
            group,
            has_bias,
            weight_init,
            bias_init,
            dtype,
        )

    @property
    def conv2d(self) -> ops.Conv2D:
        """The operator: ``conv2d(x, weight)``."""
        return ops.Conv2D(
            self.out_channels,
            self.kernel_size,
            pad_mode=self.pad_mode,
            pad=self.padding,
            stride=self.stride,
            dilation=self.dilation,
            group=self.group,
        )

    def construct(self, x: Any) -> Any:
        """Return ``(N, out_channels, H', W')`` for ``(N, in_channels, H, W)``."""
        return ops.conv2d(
            x,
            self.weight,
            self.bias,
            self.stride,
            self.pad_mode,
            self.padding,
            self.dilation,
            self.group,
        )


class Conv3d(_Conv):
    """Convolution over three axes."""

    rank = 3
    data_format = "NCDHW"

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        pad_mode: str = "same",
        padding: Any = 0,
        dilation: Any = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Any = None,
        bias_init: Any = None,
        data_format: str = "NCDHW",
        dtype: DType = float32,
    ) -> None:
        check_layout("Conv3d", data_format, "NCDHW")
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            pad_mode,
            padding,
            dilation,
            group,
            has_bias,
            weight_init,
            bias_init,
            dtype,
        )

    def construct(self, x: Any) -> Any:
        """Return ``(N, out_channels, D', H', W')``."""
        return ops.conv3d(
            x,
            self.weight,
            self.bias,
            self.stride,
            self.pad_mode,
            self.padding,
            self.dilation,
            self.group,
        )


class Conv2dTranspose(_Conv):
    """The transpose of a convolution over two axes: its gradient, run forward.

    ``weight`` is ``(in_channels, out_channels / group, kh, kw)``.
    """

    transposed = True

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        pad_mode: str = "same",
        padding: Any = 0,
        output_padding: Any = 0,
        dilation: Any = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Any = None,
        bias_init: Any = None,
        dtype: DType = float32,
    ) -> None:
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            pad_mode,
            padding,
            dilation,
            group,
            has_bias,
            weight_init,
            bias_init,
            dtype,
        )
        self.output_padding = output_padding

    def construct(self, x: Any) -> Any:
        """Return ``(N, out_channels, H', W')`` for ``(N, in_channels, H, W)``."""
        return conv_transpose(
            x,
            self.weight,
            self.bias,
            self.stride,
            self.pad_mode,
            self.padding,
            self.output_padding,
            self.dilation,
            self.group,
        )


class Conv3dTranspose(_Conv):
    """The transpose of a convolution over three axes: its gradient, run forward."""

    rank = 3
    transposed = True
    data_format = "NCDHW"

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        pad_mode: str = "same",
        padding: Any = 0,
        dilation: Any = 1,
        group: int = 1,
        output_padding: Any = 0,
        has_bias: bool = False,
        weight_init: Any = None,
        bias_init: Any = None,
        data_format: str = "NCDHW",
        dtype: DType = float32,
    ) -> None:
        check_layout("Conv3dTranspose", data_format, "NCDHW")
        windows = (kernel_size, stride, pad_mode, padding, dilation)
        inits = (weight_init, bias_init, dtype)
        super().__init__(in_channels, out_channels, *windows, group, has_bias, *inits)
        self.output_padding = output_padding

    def construct(self, x: Any) -> Any:
        """Return ``(N, out_channels, D', H', W')``."""
        return conv_transpose(
            x,
            self.weight,
            self.bias,
            self.stride,
            self.pad_mode,
            self.padding,
            self.output_padding,
            self.dilation,
            self.group,
        )


class Conv1dTranspose(_Conv):
    """The transpose of a convolution over one axis: its gradient, run forward.

    ``weight`` is ``(in_channels, out_channels / group, 1, window)``, as in MindSpore,
    and ``weight_init`` without the 1.
    """

    rank = 1
    before = (1,)
    transposed = True

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        pad_mode: str = "same",
        padding: Any = 0,
        dilation: Any = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Any = None,
        bias_init: Any = None,
        dtype: DType = float32,
    ) -> None:
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            pad_mode,
            padding,
            dilation,
            group,
            has_bias,
            weight_init,
            bias_init,
            dtype,
        )

    def construct(self, x: Any) -> Any:
        """Return ``(N, out_channels, L')`` for ``(N, in_channels, L)``."""
        return conv_transpose(
            composed_otherwise(x),
            ops.squeeze(self.weight, 2),
            self.bias,
            self.stride[1:],
            self.pad_mode,
            self.padding,
            0,
            self.dilation[1:],
            self.group,
        )
