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
    "Dirac",
    "HeNormal",
    "HeUniform",
    "Identity",
    "Initializer",
    "Normal",
    "One",
    "Orthogonal",
    "Sparse",
    "TruncatedNormal",
    "Uniform",
    "VarianceScaling",
    "XavierNormal",
    "XavierUniform",
    "Zero",
    "initializer",
]

Array = np.ndarray[Any, Any]


class Initializer:
    """Draws an array of a given shape and dtype.

    A subclass defines ``draw``, or, as MindSpore's do, ``_initialize``, which fills an
    array of zeros in place.
    """

    def __init__(self, **settings: Any) -> None:
        self.settings = settings

    def draw(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """Return a fresh array."""
        array = np.zeros(shape, dtype)
        self._initialize(array)
        return array

    def _initialize(self, arr: Array) -> None:
        raise NotImplementedError("An initializer needs to implement `_initialize`.")

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


class VarianceScaling(Initializer):
    """A variance of ``scale / fan``; ``mode`` is "fan_in", "fan_out" or "fan_avg".

    ``distribution`` is "truncated_normal" (at two standard deviations, widened for it),
    "untruncated_normal" or "uniform". Raises ValueError for another of these, and for a
    ``scale`` that is not positive.
    """

    def __init__(
        self,
        scale: float = 1.0,
        mode: str = "fan_in",
        distribution: str = "truncated_normal",
    ) -> None:
        if scale <= 0:
            raise ValueError(
                "For VarianceScaling initializer, the argument 'scale' must be greater "
                f"than 0, but got {scale}."
            )
        if mode not in ("fan_in", "fan_out", "fan_avg"):
            raise ValueError(
                "For VarianceScaling initializer, the argument 'mode' must be fan_in, "
                f"fan_out or fan_avg, but got {mode}."
            )
        known = ("uniform", "truncated_normal", "untruncated_normal")
        if distribution not in known:
            raise ValueError(
                "For VarianceScaling initializer, the argument 'distribution' must be "
                f"one of {known}, but got {distribution}."
            )
        self.scale = scale
        self.mode = mode
        self.distribution = distribution

    def draw(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """Draw from the distribution."""
        fan_in, fan_out = fans(shape)
        sizes = {"fan_in": fan_in, "fan_out": fan_out}
        variance = self.scale / max(1, sizes.get(self.mode, (fan_in + fan_out) / 2))
        if self.distribution == "uniform":
            return Uniform(math.sqrt(3 * variance)).draw(shape, dtype)
        if self.distribution == "untruncated_normal":
            return Normal(math.sqrt(variance)).draw(shape, dtype)
        # 0.8796 is the standard deviation of the normal distribution cut at 2.
        return TruncatedNormal(math.sqrt(variance) / 0.87962566103423978).draw(
            shape, dtype
        )


class Orthogonal(Initializer):
    """A (semi-)orthogonal matrix times ``gain``, the axes but the first made one.

    Saxe et al. 2014. Raises ValueError for fewer than two axes.
    """

    def __init__(self, gain: float = 1.0) -> None:
        self.gain = gain

    def draw(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """Draw, evenly among the orthogonal matrices."""
        if len(shape) < 2:
            raise ValueError(
                "For Orthogonal initializer, the dimension of the initialized tensor "
                f"should be no less than 2, but got {len(shape)}."
            )
        rows, columns = shape[0], math.prod(shape[1:])
        drawn = generator().standard_normal((max(rows, columns), min(rows, columns)))
        matrix, upper = np.linalg.qr(drawn)
        matrix = matrix * np.sign(np.diagonal(upper))
        turned = matrix.T if rows < columns else matrix
        return (self.gain * turned).reshape(shape).astype(dtype)


class Dirac(Initializer):
    """The identity as a convolution of 3, 4 or 5 axes, in ``groups`` of channels.

    Raises ValueError for another number of axes or channels that are no multiple.
    """

    def __init__(self, groups: int = 1) -> None:
        self.groups = groups

    def draw(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """Return ones in the middle of the kernels that pass a channel on."""
        if len(shape) not in (3, 4, 5):
            raise ValueError(
                "For Dirac initializer, only support to initialize tensor with "
                f"dimension of 3, 4 or 5, but got {len(shape)}."
            )
        if shape[0] % self.groups:
            raise ValueError(
                "For Dirac initializer, the first dimension of the initialized tensor "
                f"must be divisible by groups, but got {shape[0]} and {self.groups}."
            )
        array = np.zeros(shape, dtype)
        middle = tuple(size // 2 for size in shape[2:])
        size = shape[0] // self.groups
        for group in range(self.groups):
            for channel in range(min(size, shape[1])):
                array[(group * size + channel, channel, *middle)] = 1
        return array


class _OfMatrix(Initializer):
    def _check(self, shape: tuple[int, ...]) -> None:
        if len(shape) != 2:
            raise ValueError(
                f"For {type(self).__name__} initializer, the dimension of the "
                f"initialized tensor should be 2, but got {len(shape)}."
            )


class Identity(_OfMatrix):
    """The identity matrix. Raises ValueError for what is no matrix."""

    def draw(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """Return ones on the diagonal."""
        self._check(shape)
        return np.eye(shape[0], shape[1], dtype=dtype)


class Sparse(_OfMatrix):
    """``N(0, sigma^2)``, that share of each column zeros: Martens 2010.

    Raises ValueError for what is no matrix.
    """

    def __init__(self, sparsity: float, sigma: float = 0.01) -> None:
        self.sparsity = sparsity
        self.sigma = sigma

    def draw(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """Draw from the distribution, and which are zeros."""
        self._check(shape)
        array = generator().normal(0.0, self.sigma, shape)
        zeros = math.ceil(self.sparsity * shape[0])
        for column in range(shape[1]):
            array[generator().permutation(shape[0])[:zeros], column] = 0
        return array.astype(dtype)


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


def fan_of(shape: tuple[int, ...], mode: str) -> int:
    """Return what ``mode`` names, "fan_in" or "fan_out", of a weight of this shape.

    Raises ValueError for another mode.
    """
    mode = mode.lower()
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"mode should be 'fan_in' or 'fan_out', but got {mode!r}.")
    return fans(shape)[0 if mode == "fan_in" else 1]


def gain_of(nonlinearity: str, param: Any = None) -> float:
    """Return ``calculate_gain``, whose slope is 0.01 where none is given.

    Raises ValueError for a slope that is no number.
    """
    if param is None:
        param = 0.01
    elif isinstance(param, bool) or not isinstance(param, (int, float)):
        raise ValueError(f"the negative slope is a number, but got {param!r}.")
    return calculate_gain(nonlinearity, param)


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
    "variancescaling": VarianceScaling,
    "orthogonal": Orthogonal,
    "dirac": Dirac,
    "identity": Identity,
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
