"""Layers around others: a convolution or a dense layer with what follows it, and one
layer for all steps of time."""

from __future__ import annotations

from typing import Any

from srcad import ops
from srcad.cell import Cell
from srcad.nn.activations import LeakyReLU, get_activation
from srcad.nn.conv import Conv2d
from srcad.nn.dense import Dense
from srcad.nn.normalization import BatchNorm1d, BatchNorm2d

__all__ = ["Conv2dBnAct", "DenseBnAct", "TimeDistributed"]


class _Followed(Cell):
    """A layer, and behind it normalisation and an activation, if there are any."""

    def _follow(
        self, normalization: Any, has_bn: bool, activation: Any, alpha: float
    ) -> None:
        self.has_bn = has_bn
        self.has_act = activation is not None
        if has_bn:
            self.batchnorm = normalization
        if activation == "leakyrelu":
            activation = LeakyReLU(alpha)
        elif isinstance(activation, str):
            activation = get_activation(activation)
        self.activation = activation

    def _followed(self, x: Any) -> Any:
        if self.has_bn:
            x = self.batchnorm(x)
        return self.activation(x) if self.has_act else x


class Conv2dBnAct(_Followed):
    """A convolution, batch normalisation and an activation."""

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
        weight_init: Any = "normal",
        bias_init: Any = "zeros",
        has_bn: bool = False,
        momentum: float = 0.997,
        eps: float = 1e-5,
        activation: Any = None,
        alpha: float = 0.2,
        after_fake: bool = True,
    ) -> None:
        super().__init__()
        self.conv = Conv2d(
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
        )
        made = BatchNorm2d(out_channels, eps, momentum) if has_bn else None
        self._follow(made, has_bn, activation, alpha)
        self.after_fake = after_fake

    def construct(self, x: Any) -> Any:
        """Return what the last of them gives."""
        return self._followed(self.conv(x))


class DenseBnAct(_Followed):
    """A dense layer, batch normalisation and an activation."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: Any = "normal",
        bias_init: Any = "zeros",
        has_bias: bool = True,
        has_bn: bool = False,
        momentum: float = 0.9,
        eps: float = 1e-5,
        activation: Any = None,
        alpha: float = 0.2,
        after_fake: bool = True,
    ) -> None:
        super().__init__()
        self.dense = Dense(in_channels, out_channels, weight_init, bias_init, has_bias)
        made = BatchNorm1d(out_channels, eps, momentum) if has_bn else None
        self._follow(made, has_bn, activation, alpha)
        self.after_fake = after_fake

    def construct(self, x: Any) -> Any:
        """Return what the last of them gives."""
        return self._followed(self.dense(x))


class TimeDistributed(Cell):
    """One layer for each slice along ``time_axis``.

    With ``reshape_with_axis`` that axis and the one of time are one axis of what the
    layer is called with, once.
    """

    def __init__(
        self, layer: Any, time_axis: int, reshape_with_axis: int | None = None
    ) -> None:
        if not callable(layer):
            raise TypeError(
                "For 'TimeDistributed', the 'layer' must be Cell, but got "
                f"{type(layer).__name__}."
            )
        super().__init__()
        self.layer = layer
        self.time_axis = time_axis
        self.reshape_with_axis = reshape_with_axis

    def construct(self, inputs: Any) -> Any:
        """Return the outputs, with the axis of time where it was."""
        rank = inputs.ndim
        time = self.time_axis % rank
        if self.reshape_with_axis is None:
            found = [self.layer(one) for one in ops.unstack(inputs, time)]
            return ops.stack(found, time)
        other = self.reshape_with_axis % rank
        moved = other + 1 if time > other else other - 1
        if other == rank - 1:
            moved = rank - 2
        # MindSpore's order: the later of the two axes in front of the earlier one.
        first, last = min(moved, time), max(moved, time)
        order = [k for k in range(rank) if k != last]
        order.insert(first, last)
        inputs = ops.transpose(inputs, tuple(order))
        place, sizes = min(moved, other), inputs.shape
        merged = (*sizes[:place], -1, *sizes[place + 2 :])
        outputs = self.layer(ops.reshape(inputs, merged))
        apart = (*outputs.shape[:place], *sizes[place : place + 2])
        return ops.reshape(outputs, (-1, *apart[1:], *outputs.shape[place + 1 :]))
