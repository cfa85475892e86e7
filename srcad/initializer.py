"""Initializers: how the first values of a Parameter are drawn.

Values come from srcad's generator (``set_seed``), not from ``np.random``.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcad.dtypes import DType, float32, numpy_dtype
from srcad.random_state import generator
from srcad.tensor import Tensor

__all__ = [
    "Constant",
    "HeNormal",
    "HeUniform",
    "Initializer",
    "Normal",
    "One",
    "TruncatedNormal",
    "Uniform",
    "XavierNormal",
    "XavierUniform",
    "Zero",
    "initializer",
]

Array = np.ndarray[Any, Any]


class Initializer:
    """Draws an array of a given shape and dtype."""

    def draw(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """Return a fresh array; every subclass defines it."""
        raise NotImplementedError

    def __call__(self, array: Array) -> Array:
        """Fill ``array`` in place, as MindSpore's initializers do."""
        array[...] = self.draw(array.shape, array.dtype)
        return array


class Zero(Initializer):
    """All zeros."""

    def draw(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """Return zeros."""
        return np.zeros(shape, dtype)


class One(Initializer):
    """All ones."""

    def draw(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """Return ones."""
        return np.ones(shape, dtype)


class Constant(Initializer):
    """One value everywhere."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def draw(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """Return the value, ``shape`` times."""
        return np.full(shape, self.value, dtype)


class Normal(Initializer):
    """The normal distribution ``N(mean, sigma^2)``."""

    def __init__(self, sigma: float = 0.01, mean: float = 0.0) -> None:
        self.sigma = sigma
        self.mean = mean

    def draw(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """Draw from the distribution."""
        return generator().normal(self.mean, self.sigma, shape).astype(dtype)


class TruncatedNormal(Initializer):
    """The normal distribution, redrawn outside ``[a, b]`` standard deviations."""

    def __init__(
        self, sigma: float = 0.01, mean: float = 0.0, a: float = -2.0, b: float = 2.0
    ) -> None:
        self.sigma = sigma
        self.mean = mean
        self.a = a
        self.b = b

    def draw(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """Draw from the distribution."""
        values = generator().standard_normal(shape)
        while (outside := (values < self.a) | (values > self.b)).any():
            redrawn = generator().standard_normal(shape)
            values = np.where(outside, redrawn, values)
        return np.asarray(self.mean + self.sigma * values).astype(dtype)


class Uniform(Initializer):
    """The uniform distribution on ``[-scale, scale]``."""

    def __init__(self, scale: float = 0.07) -> None:
        self.scale = scale

    def draw(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """Draw from the distribution."""
        return generator().uniform(-self.scale, self.scale, shape).astype(dtype)


class XavierUniform(Initializer):
    """``U(-b, b)``, ``b = gain sqrt(6 / (fan_in + fan_out))``: Glorot & Bengio 2010."""

    def __init__(self, gain: float = 1) -> None:
        self.gain = gain

    def draw(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """Draw from the distribution."""
        fan_in, fan_out = fans(shape)
        bound = self.gain * math.sqrt(6.0 / (fan_in + fan_out))
        return generator().uniform(-bound, bound, shape).astype(dtype)


class XavierNormal(Initializer):
    """``N(0, s^2)``, ``s^2 = 2 gain^2 / (fan_in + fan_out)``: Glorot & Bengio 2010."""

    def __init__(self, gain: float = 1) -> None:
        self.gain = gain

    def draw(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """Draw from the distribution."""
        fan_in, fan_out = fans(shape)
        sigma = self.gain * math.sqrt(2.0 / (fan_in + fan_out))
        return generator().normal(0.0, sigma, shape).astype(dtype)


class _He(Initializer):
    def __init__(
        self,
        negative_slope: float = 0,
        mode: str = "fan_in",
        nonlinearity: str = "leaky_relu",
    ) -> None:
        if mode not in ("fan_in", "fan_out"):
            raise ValueError(
                f"For '{type(self).__name__}', mode should be 'fan_in' or 'fan_out', "
                f"but got {mode!r}."
            )
        self.negative_slope = negative_slope
        self.mode = mode
        self.nonlinearity = nonlinearity

    def deviation(self, shape: tuple[int, ...]) -> float:
        """The standard deviation, ``gain / sqrt(fan)``: He et al. 2015."""
        fan = fans(shape)[0 if self.mode == "fan_in" else 1]
        return calculate_gain(self.nonlinearity, self.negative_slope) / math.sqrt(fan)


class HeUniform(_He):
    """``U(-b, b)``, ``b = gain sqrt(3 / fan)``: He et al. 2015."""

    def draw(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """Draw from the distribution."""
        bound = math.sqrt(3.0) * self.deviation(shape)
        return generator().uniform(-bound, bound, shape).astype(dtype)


class HeNormal(_He):
    """``N(0, s^2)``, ``s = gain / sqrt(fan)``: He et al. 2015."""

    def draw(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """Draw from the distribution."""
        return generator().normal(0.0, self.deviation(shape), shape).astype(dtype)


def fans(shape: tuple[int, ...]) -> tuple[int, int]:
    """Return ``(fan_in, fan_out)`` of a weight of shape ``(out, in, *kernel)``.

    Raises ValueError for fewer than two axes.
    """
    if len(shape) < 2:
        raise ValueError(
            "fan_in and fan_out can not be computed for a tensor with fewer than 2 "
            f"dimensions, but got dimension {len(shape)}."
        )
    kernel = math.prod(shape[2:])
    return shape[1] * kernel, shape[0] * kernel


def calculate_gain(nonlinearity: str, negative_slope: float = 0) -> float:
    """Return the gain that keeps the variance through a nonlinearity.

    Raises ValueError for an unknown one.
    """
    gains = {
        "linear": 1.0,
        "sigmoid": 1.0,
        "tanh": 5.0 / 3,
        "relu": math.sqrt(2.0),
        "leaky_relu": math.sqrt(2.0 / (1 + negative_slope**2)),
    }
    if nonlinearity.startswith(("conv", "dense")):
        return 1.0
    if nonlinearity not in gains:
        raise ValueError(f"{nonlinearity!r} is not a nonlinearity with a known gain.")
    return gains[nonlinearity]


_ALIASES: dict[str, type[Initializer]] = {
    "zero": Zero,
    "zeros": Zero,
    "one": One,
    "ones": One,
    "normal": Normal,
    "truncatednormal": TruncatedNormal,
    "truncated_normal": TruncatedNormal,
    "uniform": Uniform,
    "xavier_uniform": XavierUniform,
    "xavieruniform": XavierUniform,
    "xavier_normal": XavierNormal,
    "xaviernormal": XavierNormal,
    "he_uniform": HeUniform,
    "heuniform": HeUniform,
    "he_normal": HeNormal,
    "henormal": HeNormal,
}


def initializer(init: Any, shape: Any = None, dtype: DType = float32) -> Tensor:
    """Return a Tensor of ``shape`` and ``dtype``, filled as ``init`` says.

    ``init`` is an initializer's name (``"ones"``, ``"normal"``, ``"XavierUniform"``),
    an Initializer, a number, or a Tensor (whose elements are taken, in ``dtype``).

    Raises ValueError for an unknown name or a Tensor of another shape, TypeError for
    anything else.
    """
    if isinstance(init, Tensor):
        if shape is not None and tuple(shape) != init.shape:
            raise ValueError(
                f"The shape of the 'init' tensor is {init.shape}, expected {shape}."
            )
        return Tensor(init, dtype)
    if isinstance(init, str):
        if init.lower() not in _ALIASES:
            raise ValueError(f"The class corresponding to '{init}' was not found.")
        init = _ALIASES[init.lower()]()
    elif isinstance(init, (int, float)):
        init = Constant(init)
    if not isinstance(init, Initializer):
        raise TypeError(
            "For 'initializer', the type of the 'init' argument should be 'Tensor', "
            f"'number', 'string' or 'initializer', but got {type(init)}."
        )
    size = (shape,) if isinstance(shape, int) else tuple(shape)
    return Tensor.of_array(np.asarray(init.draw(size, numpy_dtype(dtype))))
