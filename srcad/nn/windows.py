"""Pooling with places, by other norms, and patches: layers over one operator each."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad import ops
from srcad.cell import Cell

__all__ = [
    "AdaptiveMaxPool3d",
    "LPPool1d",
    "LPPool2d",
    "MaxUnpool1d",
    "MaxUnpool2d",
    "MaxUnpool3d",
    "Unfold",
]


class AdaptiveMaxPool3d(Cell):
    """The maxima of as many even windows along the last three axes."""

    def __init__(self, output_size: Any, return_indices: bool = False) -> None:
        super().__init__()
        self.output_size = output_size
        self.return_indices = return_indices

    def construct(self, input: Any) -> Any:
        """Return ``(N, C, *output_size)``; with ``return_indices`` a tuple of two."""
        return ops.adaptive_max_pool3d(input, self.output_size, self.return_indices)


class _MaxUnpool(Cell):
    def __init__(self, kernel_size: Any, stride: Any = None, padding: Any = 0) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding


class MaxUnpool1d(_MaxUnpool):
    """The way back from maxima with their places in ``(N, C, L)``."""

    def construct(self, x: Any, indices: Any, output_size: Any = None) -> Any:
        """Return the maxima at their places, zeros elsewhere."""
        settings = (self.kernel_size, self.stride, self.padding)
        return ops.max_unpool1d(x, indices, *settings, output_size)


class MaxUnpool2d(_MaxUnpool):
    """The way back from maxima with their places in ``(N, C, H, W)``."""

    def construct(self, x: Any, indices: Any, output_size: Any = None) -> Any:
        """Return the maxima at their places, zeros elsewhere."""
        settings = (self.kernel_size, self.stride, self.padding)
        return ops.max_unpool2d(x, indices, *settings, output_size)


class MaxUnpool3d(_MaxUnpool):
    """The way back from maxima with their places in ``(N, C, D, H, W)``."""

    def construct(self, x: Any, indices: Any, output_size: Any = None) -> Any:
        """Return the maxima at their places, zeros elsewhere."""
        settings = (self.kernel_size, self.stride, self.padding)
        return ops.max_unpool3d(x, indices, *settings, output_size)


class _LPPool(Cell):
    def __init__(
        self,
        norm_type: float,
        kernel_size: Any,
        stride: Any = None,
        ceil_mode: bool = False,
    ) -> None:
        super().__init__()
        self.norm_type = norm_type
        self.kernel_size = kernel_size
        self.stride = stride
        self.ceil_mode = ceil_mode


class LPPool1d(_LPPool):
    """``(sum(x^p))^(1/p)`` of windows over one axis."""

    def construct(self, x: Any) -> Any:
        """Return ``(N, C, L')``."""
        settings = (self.norm_type, self.kernel_size, self.stride, self.ceil_mode)
        return ops.lp_pool1d(x, *settings)


class LPPool2d(_LPPool):
    """``(sum(x^p))^(1/p)`` of windows over two axes."""

    def construct(self, x: Any) -> Any:
        """Return ``(N, C, H', W')``."""
        settings = (self.norm_type, self.kernel_size, self.stride, self.ceil_mode)
        return ops.lp_pool2d(x, *settings)


class Unfold(Cell):
    """Patches of images, each one column of channels.

    ``ksizes``, ``strides`` and ``rates`` (the steps inside of a patch) are
    ``(1, rows, columns, 1)``; ``padding`` is "valid" or "same" (``ceil(size / stride)``
    patches). The elements of a patch come by row, column and channel. Raises TypeError
    and ValueError for others.
    """

    def __init__(
        self, ksizes: Any, strides: Any, rates: Any, padding: str = "valid"
    ) -> None:
        super().__init__()
        given = {"ksize": ksizes, "stride": strides, "rate": rates}
        for name, value in given.items():
            if not isinstance(value, (tuple, list)):
                raise TypeError(f"For 'Unfold', '{name}s' is a tuple: {value!r}.")
            middle = value[1:3]
            if len(value) != 4 or value[0] != 1 or value[3] != 1:
                raise ValueError(
                    f"For 'Unfold' the format of '{name}s' must be [1, {name}_row, "
                    f"{name}_col, 1], but got {value}."
                )
            if not all(type(one) is int and one > 0 for one in middle):
                raise ValueError(
                    f"For 'Unfold' the '{name}s' must be positive, but got {value}."
                )
        if padding.lower() not in ("valid", "same"):
            raise ValueError(f"For 'Unfold', no padding is called {padding!r}.")
        self.ksizes = tuple(ksizes[1:3])
        self.strides = tuple(strides[1:3])
        self.rates = tuple(rates[1:3])
        self.padding = padding.lower()

    def construct(self, input_x: Any) -> Any:
        """Return ``(N, rows columns C, H', W')`` for ``(N, C, H, W)``."""
        return _patches(input_x, self.ksizes, self.strides, self.rates, self.padding)


@ops.operator
def _patches(x: Any, window: Any, stride: Any, rate: Any, padding: str) -> Any:
    pairs, counts = [], []
    for axis in range(2):
        size, reach = x.shape[2 + axis], rate[axis] * (window[axis] - 1) + 1
        total: Any = 0
        if padding == "same":
            wanted = -(-size // stride[axis])
            total = max((wanted - 1) * stride[axis] + reach - size, 0)
        pairs.append((total // 2, total - total // 2))
        counts.append((size + total - reach) // stride[axis] + 1)
    x = np.pad(x, [(0, 0), (0, 0), *pairs])
    rows = np.arange(window[0])[:, None] * rate[0] + np.arange(counts[0]) * stride[0]
    columns = np.arange(window[1])[:, None] * rate[1] + np.arange(counts[1]) * stride[1]
    # (N, C, kh, kw, H', W')
    found = x[:, :, rows[:, None, :, None], columns[None, :, None, :]]
    found = np.transpose(found, (0, 2, 3, 1, 4, 5))
    area = window[0] * window[1] * x.shape[1]
    return np.reshape(found, (x.shape[0], area, counts[0], counts[1]))
