"""How a Tensor shows itself: ``repr`` in MindSpore's format, number by number.

``Tensor(shape=[2, 3], dtype=Float32, value= ...)``: floats in scientific notation with
eight digits (four for float16), integers padded to the widest, more than six elements
along an axis (1000 for one axis alone) cut to the first and the last three, and lines
of one axis broken after twelve floats or bools and 24 integers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["tensor_repr"]

Array = np.ndarray[Any, Any]

EDGE = 3  # elements kept at each end of an axis that is cut
AXIS_LIMIT = 2 * EDGE
VECTOR_LIMIT = 1000
PER_LINE = {"f": 12, "b": 12, "i": 24, "u": 24, "c": 24}


def tensor_repr(array: Array, dtype: object) -> str:
    """Return the ``repr`` of a Tensor over ``array``, its dtype shown as ``dtype``."""
    separator = "\n" if array.ndim > 1 else " "
    return (
        f"Tensor(shape={list(array.shape)}, dtype={dtype}, "
        f"value={separator}{_value(array)})"
    )


def _value(array: Array) -> str:
    if array.size == 0:
        return ""
    if array.ndim == 0:
        return _scalar(array.item(), array.dtype)
    if array.ndim == 1 and array.size > VECTOR_LIMIT:
        array_shown = np.concatenate([array[:EDGE], array[-EDGE:]])
    else:
        array_shown = array
    width = 0
    if array.dtype.kind in "iuc":
        width = max(len(_complex_or_int(item)) for item in _shown(array_shown))
    return _block(array, array.ndim, width)


def _shown(array: Array) -> list[Any]:
    """The elements that are printed, flat."""
    for axis, size in enumerate(array.shape):
        if array.ndim > 1 and size > AXIS_LIMIT:
            array = np.take(array, [*range(EDGE), *range(size - EDGE, size)], axis)
    return [item.item() for item in array.ravel()]


def _scalar(item: Any, dtype: np.dtype[Any]) -> str:
    if dtype.kind == "f":
        return f"{item:g}"
    return _complex_or_int(item)


def _complex_or_int(item: Any) -> str:
    if isinstance(item, complex):
        return f"{item.real:g}{item.imag:+g}j"
    return str(item)


def _element(item: Any, dtype: np.dtype[Any], width: int) -> str:
    match dtype.kind:
        case "f" if dtype.itemsize == 2:
            return f"{item:11.4e}"
        case "f":
            return f"{item:15.8e}"
        case "b":
            return f"{item!s:>5}"
        case _:
            return f"{_complex_or_int(item):>{width}}"


def _row(array: Array, width: int, vector: bool, start: int = 0) -> str:
    parts: list[str] = []
    break_after = PER_LINE[array.dtype.kind]
    for offset, item in enumerate(array.tolist()):
        last = offset == array.size - 1
        text = _element(item, array.dtype, width) + ("" if last else ", ")
        index = start + offset
        if vector and array.size > EDGE and (index + 1) % break_after == 0:
            text += "\n "
        parts.append(text)
    return "".join(parts)


def _block(array: Array, rank: int, width: int) -> str:
    """One pair of brackets and what stands in it; ``rank`` is the whole Tensor's."""
    depth = rank - array.ndim
    size = array.shape[0]
    limit = VECTOR_LIMIT if rank == 1 else AXIS_LIMIT
    if array.ndim == 1:
        if size <= limit:
            return f"[{_row(array, width, rank == 1)}]"
        first = _row(array[:EDGE], width, rank == 1)
        last = _row(array[-EDGE:], width, rank == 1, size - EDGE)
        return f"[{first} ... {last}]"
    newline = "\n" + " " * (depth + 1)
    if size <= limit:
        return f"[{f',{newline}'.join(_block(part, rank, width) for part in array)}]"
    blocks = [
        [_block(p, rank, width) for p in array[e]]
        for e in (slice(EDGE), slice(-EDGE, None))
    ]
    first, last = (f",{newline}".join(part) for part in blocks)
    return f"[{first},{newline}...{newline}{last}]"
