"""The cotangent of the output: what the caller gives as ``sens``, or ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.gradient.arrays import array_of


def cotangent_of(out: Any, sens: Any, has_aux: bool) -> Any:
    """``sens``, checked against the output, or ones."""
    if sens is not None:
        if has_aux and isinstance(out, tuple) and not isinstance(sens, tuple | list):
            _check_sens(out[0], sens)
            return (_plain(out[0], sens), *(like(part, 0) for part in out[1:]))
        _check_sens(out, sens)
        return _plain(out, sens)
    if has_aux and isinstance(out, tuple):
        return (like(out[0], 1), *(like(part, 0) for part in out[1:]))
    return like(out, 1)


def _plain(out: Any, sens: Any) -> Any:
    """Arrays in the structure of the output."""
    if isinstance(out, dict):
        return {key: _plain(part, sens[key]) for key, part in out.items()}
    if isinstance(out, tuple | list):
        pairs = zip(out, sens, strict=True)
        parts = [_plain(part, one) for part, one in pairs]
        return parts if isinstance(out, list) else tuple(parts)
    return array_of(sens)


def _check_sens(out: Any, sens: Any) -> None:
    if isinstance(out, dict):
        if not isinstance(sens, dict) or list(sens) != list(out):
            raise ValueError(f"sens must be a dict with the keys {list(out)}.")
        out, sens = tuple(out.values()), tuple(sens.values())
    if isinstance(out, tuple | list):
        if not isinstance(sens, tuple | list) or len(sens) != len(out):
            kind = type(out).__name__
            raise ValueError(f"sens must be a {kind} of {len(out)} Tensors.")
        for part, one in zip(out, sens, strict=True):
            _check_sens(part, one)
        return
    array = np.asarray(array_of(sens))
    if array.shape != np.shape(out):
        raise ValueError(
            f"The shape of sens must be {np.shape(out)}, but got {array.shape}."
        )
    if array.dtype != np.asarray(out).dtype:
        raise TypeError(
            f"The dtype of sens must be {np.asarray(out).dtype}, but got {array.dtype}."
        )


def like(out: Any, value: int) -> Any:
    """The structure of the output, with ``value`` everywhere in its arrays."""
    if isinstance(out, tuple):
        return tuple(like(part, value) for part in out)
    if isinstance(out, list):
        return [like(part, value) for part in out]
    if isinstance(out, dict):
        return {key: like(part, value) for key, part in out.items()}
    if np.ndim(out):
        return np.full_like(out, value)
    return np.asarray(out).dtype.type(value)
