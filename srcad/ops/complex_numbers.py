"""Tensors of complex numbers: made of real ones, and taken apart again.

The gradient by a complex Tensor is that of NumPy's functions (docs/numpy.md): its real
and its imaginary part are the slopes by the real and by the imaginary part.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.ops._promotion import as_floating, same_dtype

__all__ = ["angle", "conj", "imag", "polar", "real", "view_as_real"]


@operator
def complex_number(real: Any, imag: Any) -> Any:
    """Return ``real + 1j * imag``: complex64 of float32, complex128 of float64.

    Raises TypeError where the dtypes differ.
    """
    if real.dtype != imag.dtype:
        raise TypeError(
            "For 'Complex', the dtypes of 'real' and 'imag' must be the same, but got "
            f"{real.dtype} and {imag.dtype}."
        )
    return real + 1j * imag


@operator
def polar(abs: Any, angle: Any) -> Any:
    """Return the complex numbers of these absolute values and angles in radians."""
    size, turned = same_dtype(as_floating(abs), as_floating(angle))
    return size * np.cos(turned) + 1j * (size * np.sin(turned))


@operator
def real(input: Any) -> Any:
    """Return the real parts."""
    return np.real(input)


@operator
def imag(input: Any) -> Any:
    """Return the imaginary parts; of real numbers zeros."""
    return np.imag(input)


@operator
def conj(input: Any) -> Any:
    """Return the conjugates; real numbers are their own."""
    return np.conj(input)


@operator
def angle(input: Any) -> Any:
    """Return the angles in radians, in ``(-pi, pi]``."""
    return np.angle(input)


@operator
def view_as_real(input: Any) -> Any:
    """Return the real and the imaginary parts along a new last axis.

    Raises TypeError for real numbers.
    """
    if input.dtype.kind != "c":
        raise TypeError(
            f"For 'view_as_real', the input must be complex, but got {input.dtype}."
        )
    return np.stack((np.real(input), np.imag(input)), axis=-1)


@operator
def complex_abs(x: Any) -> Any:
    """Return the absolute values, which are real."""
    return np.abs(x)
