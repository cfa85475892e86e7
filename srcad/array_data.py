"""The ndarray of what a Tensor is made of: numbers, nested lists, other arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad import dtypes

__all__ = ["NUMBERS", "Sizes", "array_of", "blank"]

Array = np.ndarray[Any, Any]
NUMBERS = (bool, int, float, complex)


def array_of(data: Any, dtype: dtypes.DType | None = None) -> Array:
    """Return a fresh ndarray of an ndarray, a number or nested lists of them.

    Raises TypeError for anything else, and for lists that are not rectangular.
    """
    if isinstance(data, (np.ndarray, np.generic)):
        array = np.array(data)
    elif isinstance(data, NUMBERS):
        narrow = dtype is None and type(data) is float
        array = np.array(data, np.float32 if narrow else None)
    elif isinstance(data, (list, tuple)):
        try:
            array = np.array(data)
        except ValueError as error:
            raise TypeError(f"For 'Tensor', the input_data {error}.") from None
        if array.dtype == np.float64:
            # Straight from the Python floats where one rounding is all there is.
            array = array.astype(np.float32) if dtype is None else array
    else:
        raise TypeError(
            "For 'Tensor', the type of 'input_data' should be one of Tensor, ndarray, "
            f"list, tuple, float, int, bool, complex, but got {type(data).__name__}."
        )
    if dtype is not None:
        array = _cast(array, dtypes.numpy_dtype(dtype))
    dtypes.dtype_of(array.dtype)
    return array


class Sizes(np.ndarray[Any, Any]):
    """The ndarray of a Tensor that is a shape and no data: ``Tensor(shape=[None, 3])``.

    What computes with the Tensor raises TypeError; ``sizes`` has -1 for None.
    """

    sizes: tuple[int, ...]

    @staticmethod
    def of(shape: Any, dtype: np.dtype[Any]) -> Sizes:
        """Return an empty array that knows of the sizes."""
        array = np.zeros((0,) * len(shape), dtype).view(Sizes)
        array.sizes = tuple(-1 if size is None else size for size in shape)
        return array


def blank(shape: Any, dtype: np.dtype[Any]) -> Array:
    """Return zeros of a shape, or what stands for it where a size is None."""
    sizes = shape if isinstance(shape, (tuple, list)) else (shape,)
    return (Sizes.of if None in sizes or -1 in sizes else np.zeros)(sizes, dtype)


def _cast(array: Array, dtype: np.dtype[Any]) -> Array:
    """Return the array in another dtype; an error where its numbers have none in it."""
    if array.dtype.kind == "c" and dtype.kind not in "cb":
        raise TypeError(f"A complex number cannot become {dtype}: take its real part.")
    if array.dtype.kind == "f" and dtype.kind in "iu":
        limits = np.iinfo(dtype)
        # A limit of 64 bits is rounded up where it becomes a float.
        fits = (array >= limits.min) & (array < float(limits.max) + 1.0)
        if not fits.all():
            raise ValueError(f"{array[~fits].flat[0]} cannot become {dtype}.")
    return array.astype(dtype)
