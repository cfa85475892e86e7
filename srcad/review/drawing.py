"""Random arrays for a module, the same in every process: drawn by name, from a seed."""

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

# How floating inputs and integers are drawn, one after the other, until what a module
# gives is finite: standard normal numbers, then where logarithms are at home.
ATTEMPTS: tuple[tuple[float, float] | None, ...] = (None, (0.1, 0.9))


def drawn(
    arguments: Sequence[Mapping[str, Any]],
    attempt: Sequence[Any],
    seed: int,
) -> dict[str, dict[str, Any]]:
    """Arrays by group and name; the attempt says how floats are drawn (``ATTEMPTS``),
    and between which numbers integers.

    Each argument says ``group``, ``name``, ``dtype``, ``shape``, and may say ``range``,
    ``drawn_as``, the name that it had, and ``through``, a dtype that the numbers are
    rounded to.
    """
    found: dict[str, dict[str, Any]] = {}
    for one in arguments:
        name = one.get("drawn_as", one["name"])
        random = np.random.default_rng([seed, zlib.crc32(name.encode())])
        value = _drawn(one, random, *attempt)
        found.setdefault(one["group"], {})[one["name"]] = value
    return found


def _drawn(
    one: Mapping[str, Any],
    random: np.random.Generator,
    floats: Sequence[float] | None,
    integers: Sequence[int],
) -> Any:
    dtype, shape = one["dtype"], tuple(one["shape"])
    plain = dtype in ("float", "int", "bool", "complex")
    kind = np.dtype(dtype).kind
    bounds = one.get("range")
    value: Any
    if kind == "b":
        value = random.random(shape) < 0.5
    elif kind in "iu":
        low, high = bounds or integers
        value = random.integers(int(low), max(int(high), int(low) + 1), shape)
    else:
        bounds = bounds or floats
        if bounds is None:
            value = random.standard_normal(shape)
        else:
            low, high = bounds
            value = random.uniform(low, high, shape)
        if kind == "c":
            value = value + 1j * random.standard_normal(shape)
        if one["group"] == "params" and len(shape) > 1:
            value = value / np.sqrt(max(shape[-1], 1))
        through = np.complex128 if kind == "c" else np.float64
        value = np.asarray(value).astype(one.get("through") or through)
    array = np.asarray(value).astype(dtype)
    return array.item() if plain else array


def cotangent(leaf: Any, random: np.random.Generator) -> Any:
    """Random numbers like a floating output, zeros like any other."""
    array = np.asarray(leaf)
    if array.dtype.kind != "f":
        return np.zeros_like(array)[()]
    value = np.asarray(random.standard_normal(array.shape)).astype(array.dtype)
    return value if isinstance(leaf, np.ndarray) else value[()]
