"""The fully connected layer."""

from __future__ import annotations

import math
from typing import Any

from srcad import ops
from srcad.cell import Cell
from srcad.dtypes import DType, float32
from srcad.initializer import HeUniform, Uniform, initializer
from srcad.parameter import Parameter


class Dense(Cell):
    """``x weight^T + bias``, and an activation where one is given.

    ``weight`` is ``(out_channels, in_channels)``, ``bias`` ``(out_channels,)``. Without
    ``weight_init`` and ``bias_init`` both are drawn from ``U(-b, b)`` with
    ``b = 1 / sqrt(in_channels)``.

    Raises ValueError for channels below 1 or initial Tensors of another shape,
    TypeError where ``activation`` is neither a Cell, a function nor a known name.
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: Any = None,
        bias_init: Any = None,
        has_bias: bool = True,
        activation: Any = None,
        dtype: DType = float32,
    ) -> None:
        super().__init__()
        if in_channels < 1 or out_channels < 1:
            raise ValueError(
                "For 'Dense', in_channels and out_channels must be at least 1, but got "
                f"{in_channels} and {out_channels}."
            )
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.has_bias = has_bias
        # He et al.'s uniform bound with a slope of sqrt(5) is 1 / sqrt(in_channels).
        if weight_init is None:
            weight_init = HeUniform(math.sqrt(5))
        if bias_init is None:
            bias_init = Uniform(1 / math.sqrt(in_channels))
        shape = (out_channels, in_channels)
        self.weight = Parameter(initializer(weight_init, shape, dtype), name="weight")
        if has_bias:
            bias = initializer(bias_init, (out_channels,), dtype)
            self.bias = Parameter(bias, name="bias")
        self.activation = activation
        self.activation_flag = activation is not None

    def construct(self, x: Any) -> Any:
        """Return ``(..., out_channels)`` for ``x`` of shape ``(..., in_channels)``."""
        x = ops.matmul(x, self.weight.T)
        if self.has_bias:
            x = x + self.bias
        if self.activation_flag:
            x = self.activation(x)
        return x

    def extend_repr(self) -> str:
        """Return the sizes."""
        return (
            f"input_channels={self.in_channels}, output_channels={self.out_channels}, "
            f"has_bias={self.has_bias}"
        )
