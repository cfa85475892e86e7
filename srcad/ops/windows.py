"""Windows of signals: NumPy's, and the periodic ones, which repeat without a seam.

The length is a number or a Tensor without axes. A periodic window is the one that is
an element longer, without its last element.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator

__all__ = [
    "bartlett_window",
    "blackman_window",
    "hamming_window",
    "hann_window",
    "kaiser_window",
]


def _window(shape: Any, length: Any, periodic: bool, dtype: Any) -> Any:
    """Return the window that ``shape`` gives for a length. ValueError for negatives."""
    count = int(length)
    if count < 0:
        raise ValueError(f"A window has no negative length, but got {count}.")
    if count < 2:
        return np.ones(count, dtype)
    if not periodic:
        return shape(count).astype(dtype)
    return shape(count + 1)[:-1].astype(dtype)


@operator(creates=True)
def bartlett_window(
    window_length: Any, periodic: bool = True, *, dtype: Any = None
) -> Any:
    """Return the triangular window; float32 by default."""
    dtype = np.float32 if dtype is None else dtype
    return _window(np.bartlett, window_length, periodic, dtype)


@operator(creates=True)
def blackman_window(
    window_length: Any, periodic: bool = True, *, dtype: Any = None
) -> Any:
    """Return Blackman's window; float32 by default."""
    dtype = np.float32 if dtype is None else dtype
    return _window(np.blackman, window_length, periodic, dtype)


@operator(creates=True)
def hann_window(window_length: Any, periodic: bool = True, *, dtype: Any = None) -> Any:
    """Return Hann's window; float64 by default."""
    dtype = np.float64 if dtype is None else dtype
    return _window(np.hanning, window_length, periodic, dtype)


@operator(creates=True)
def hamming_window(
    window_length: Any,
    periodic: bool = True,
    alpha: float = 0.54,
    beta: float = 0.46,
    *,
    dtype: Any = None,
) -> Any:
    """Return ``alpha - beta cos``, Hamming's window; float32 by default."""

    def shape(count: Any) -> Any:
        return alpha - beta * np.cos(2 * np.pi * np.arange(count) / (count - 1))

    return _window(
        shape, window_length, periodic, np.float32 if dtype is None else dtype
    )


@operator(creates=True)
def kaiser_window(
    window_length: Any, periodic: bool = True, beta: float = 12.0, *, dtype: Any = None
) -> Any:
    """Return Kaiser's window; float64 by default."""

    def shape(count: Any) -> Any:
        return np.kaiser(count, beta)

    return _window(
        shape, window_length, periodic, np.float64 if dtype is None else dtype
    )
