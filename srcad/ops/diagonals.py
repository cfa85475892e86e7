"""Bands of diagonals of matrices, the last two axes, packed as rows of one length.

``k`` is the number of a diagonal (0 is the main one, those above are positive), or the
lowest and the highest of a band. A band is packed with the highest diagonal first.
Those that are shorter than the longest one stand at one end of their row: ``align``
says first for those above the main one and then for those below whether it is the
``RIGHT`` or the ``LEFT`` end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator

__all__ = ["matrix_diag", "matrix_diag_part", "matrix_set_diag"]

_ALIGNS = ("RIGHT_LEFT", "LEFT_RIGHT", "LEFT_LEFT", "RIGHT_RIGHT")


@operator
def matrix_diag(
    x: Any,
    k: Any = 0,
    num_rows: Any = -1,
    num_cols: Any = -1,
    padding_value: Any = 0,
    align: str = "RIGHT_LEFT",
) -> Any:
    """Return matrices with a packed band, and ``padding_value`` elsewhere.

    They have as many rows and columns as are asked for, else no more than they need,
    and if both are left out as many rows as columns. Raises ValueError where the band
    does not fit.
    """
    low, high = _band(k)
    length = x.shape[-1]
    least = length - min(high, 0), length + max(low, 0)
    rows, columns = int(num_rows), int(num_cols)
    if rows == -1 and columns == -1:
        rows = columns = max(least)
    elif rows == -1:
        rows = least[0]
    elif columns == -1:
        columns = least[1]
    short = rows < least[0] or columns < least[1]
    if short or (rows != least[0] and columns != least[1]):
        raise ValueError(
            "For 'matrix_diag', the number of rows or columns does not fit 'k' and 'x'."
        )
    inside, place = _places(rows, columns, low, high, length, align)
    return np.where(inside, _spread(x, k, place), padding_value).astype(x.dtype)


@operator
def matrix_diag_part(
    x: Any, k: Any = 0, padding_value: Any = 0, align: str = "RIGHT_LEFT"
) -> Any:
    """Return the packed band, ``padding_value`` where a diagonal is shorter."""
    low, high = _band(k)
    rows, columns = x.shape[-2], x.shape[-1]
    number = np.expand_dims(high - np.arange(high - low + 1), 1)
    longest = _longest(rows, columns, low, high)
    step = np.arange(longest) - _indent(number, rows, columns, longest, align)
    row, column = step - np.minimum(number, 0), step + np.maximum(number, 0)
    inside = (step >= 0) & (row < rows) & (column < columns)
    place = np.where(inside, row * columns + column, 0)
    flat = np.reshape(x, (*x.shape[:-2], rows * columns))
    found = np.where(inside, np.take(flat, place, axis=-1), padding_value)
    return (found if _is_band(k) else found[..., 0, :]).astype(x.dtype)


@operator
def matrix_set_diag(
    x: Any, diagonal: Any, k: Any = 0, align: str = "RIGHT_LEFT"
) -> Any:
    """Return ``x`` with a packed band in the place of its own."""
    low, high = _band(k)
    rows, columns = x.shape[-2], x.shape[-1]
    inside, place = _places(rows, columns, low, high, diagonal.shape[-1], align)
    return np.where(inside, _spread(diagonal, k, place), x).astype(x.dtype)


def _is_band(k: Any) -> bool:
    """Whether more than one diagonal is meant."""
    return np.ndim(k) == 1 and len(k) == 2


def _band(k: Any) -> tuple[int, int]:
    """The lowest and the highest diagonal."""
    if np.ndim(k) == 0:
        return int(k), int(k)
    return int(k[0]), int(k[-1])


def _longest(rows: int, columns: int, low: int, high: int) -> int:
    return min(rows + min(high, 0), columns - max(low, 0))


def _indent(number: Any, rows: int, columns: int, longest: int, align: str) -> Any:
    """How far from the left the diagonals of these numbers begin in their rows."""
    if align not in _ALIGNS:
        raise ValueError(f"The value of 'align' must be in {_ALIGNS}, but got {align}.")
    above, below = align.split("_")
    own = np.minimum(rows + np.minimum(number, 0), columns - np.maximum(number, 0))
    right = np.where(number >= 0, above == "RIGHT", below == "RIGHT")
    return np.where(right, longest - own, 0)


def _places(
    rows: int, columns: int, low: int, high: int, longest: int, align: str
) -> tuple[Any, Any]:
    """Of each element of a matrix whether it is in the band, and its place there."""
    row, column = np.expand_dims(np.arange(rows), 1), np.arange(columns)
    number = column - row
    step = np.minimum(row, column) + _indent(number, rows, columns, longest, align)
    inside = (number >= low) & (number <= high)
    return inside, np.where(inside, (high - number) * longest + step, 0)


def _spread(packed: Any, k: Any, place: Any) -> Any:
    """The elements of a packed band at these places."""
    if not _is_band(k):
        return np.take(packed, place, axis=-1)
    before, count, longest = packed.shape[:-2], packed.shape[-2], packed.shape[-1]
    return np.take(np.reshape(packed, (*before, count * longest)), place, axis=-1)
