"""Random operators, all made of two sources: ``uniform_source``, ``normal_source``.

An eager call of a source draws from srcad's generator (``srcad.set_seed``). In a
generated module the same call draws from the module's explicit ``rng`` argument: the
compiler replaces a call of ``f`` with ``__srcad_random__ = "method"`` by
``rng.method(shape)``. Everything else here is ordinary arithmetic on what they give.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.random_state import generator

__all__ = [
    "bernoulli",
    "choice_with_mask",
    "dropout",
    "dropout1d",
    "dropout2d",
    "dropout3d",
    "laplace",
    "multinomial",
    "normal",
    "rand",
    "rand_like",
    "randint",
    "randint_like",
    "randn",
    "randn_like",
    "random_categorical",
    "randperm",
    "rrelu",
    "shuffle",
    "standard_laplace",
    "standard_normal",
    "uniform",
    "uniform_candidate_sampler",
]


def uniform_source(shape: Any) -> Any:
    """Return float64 numbers drawn evenly from ``[0, 1)``."""
    return generator().random(shape)


def normal_source(shape: Any) -> Any:
    """Return float64 numbers drawn from the standard normal distribution."""
    return generator().standard_normal(shape)


uniform_source.__srcad_random__ = "random"  # type: ignore[attr-defined]
normal_source.__srcad_random__ = "standard_normal"  # type: ignore[attr-defined]


def _check_probability(name: str, p: float) -> None:
    if not 0 <= p <= 1:
        raise ValueError(f"For '{name}', p must be in [0, 1], but got {p}.")


@operator
def dropout(input: Any, p: float = 0.5, training: bool = True, seed: Any = None) -> Any:
    """Return ``input`` with elements set to 0, each with probability ``p``.

    The others are divided by ``1 - p``. With ``training=False`` the input comes back as
    it is. ``seed`` has no effect. Raises ValueError for ``p`` outside ``[0, 1]``.
    """
    _check_probability("dropout", p)
    if not training or p == 0:
        return input
    if p == 1:
        return np.zeros_like(input)
    mask = uniform_source(input.shape) >= p
    return input * mask / (1 - p)


def dropped_channels(input: Any, keep_prob: float, axes: int) -> Any:
    """The input with whole channels dropped, and the mask, of the input's shape."""
    drawn = uniform_source((*input.shape[:2], *(1,) * axes))
    mask = np.broadcast_to(drawn < keep_prob, input.shape)
    if keep_prob == 0:
        return input * mask, mask
    return input * mask / keep_prob, mask


@operator
def dropout2d_with_mask(x: Any, keep_prob: float) -> Any:
    """Return ``(out, mask)``: channels of ``(N, C, H, W)`` kept with ``keep_prob``.

    What is kept is divided by ``keep_prob``. The bools ``mask`` have the shape of x.
    Raises ValueError for another rank.
    """
    if x.ndim != 4:
        raise ValueError(f"For 'Dropout2D', x must be of rank 4, but got {x.ndim}.")
    return dropped_channels(x, keep_prob, 2)


@operator
def dropout3d_with_mask(x: Any, keep_prob: float) -> Any:
    """Return ``(out, mask)``: channels of ``(N, C, D, H, W)`` kept with ``keep_prob``.

    Raises ValueError for another rank.
    """
    if x.ndim != 5:
        raise ValueError(f"For 'Dropout3D', x must be of rank 5, but got {x.ndim}.")
    return dropped_channels(x, keep_prob, 3)


@operator
def dropout_with_mask(x: Any, keep_prob: float) -> Any:
    """Return ``(out, mask)``: elements kept with ``keep_prob``, divided by it.

    ``mask`` is uint8 of the shape of x; MindSpore packs it into bits instead.
    """
    mask = uniform_source(x.shape) < keep_prob
    return x * mask / keep_prob, mask.astype(np.uint8)


@operator
def dropout1d(input: Any, p: float = 0.5, training: bool = True) -> Any:
    """Return ``(N, C, L)`` or ``(C, L)`` with channels set to 0 with probability ``p``.

    Raises ValueError for another rank.
    """
    _check_probability("dropout1d", p)
    if not training or p == 0:
        return input
    if input.ndim not in (2, 3):
        message = (
            f"For 'dropout1d', input must be of rank 2 or 3, but got {input.ndim}."
        )
        raise ValueError(message)
    batch = input.reshape(-1, *input.shape[-2:])
    return dropped_channels(batch, 1 - p, 1)[0].reshape(input.shape)


@operator
def dropout2d(input: Any, p: float = 0.5, training: bool = True) -> Any:
    """Return ``(N, C, H, W)`` with whole channels set to 0 with probability ``p``."""
    _check_probability("dropout2d", p)
    if not training or p == 0:
        return input
    return dropout2d_with_mask(input, 1 - p)[0]


@operator
def dropout3d(input: Any, p: float = 0.5, training: bool = True) -> Any:
    """Return ``(N, C, D, H, W)`` with channels set to 0 with probability ``p``."""
    _check_probability("dropout3d", p)
    if not training or p == 0:
        return input
    return dropout3d_with_mask(input, 1 - p)[0]


@operator(creates=True)
def standard_normal(shape: Any, seed: Any = None) -> Any:
    """Return float32 numbers of the standard normal distribution."""
    return normal_source(shape).astype(np.float32)


@operator(creates=True)
def normal(shape: Any, mean: Any, stddev: Any, seed: Any = None) -> Any:
    """Return float32 numbers of the normal distribution ``N(mean, stddev^2)``."""
    return (normal_source(shape) * stddev + mean).astype(np.float32)


@operator(creates=True)
def standard_laplace(shape: Any, seed: Any = None) -> Any:
    """Return float32 numbers from the Laplace distribution of mean 0 and scale 1."""
    place = uniform_source(shape) - 0.5
    size = np.log(np.maximum(1 - 2 * np.abs(place), 2.0**-53))
    return (-np.sign(place) * size).astype(np.float32)


def laplace(shape: Any, mean: Any, lambda_param: Any, seed: Any = None) -> Any:
    """Return numbers from the Laplace distribution of this mean and scale."""
    return standard_laplace(shape) * lambda_param + mean


@operator(creates=True)
def uniform(
    shape: Any, minval: Any, maxval: Any, seed: Any = None, dtype: Any = None
) -> Any:
    """Return numbers drawn evenly from ``[minval, maxval)``; float32 by default."""
    drawn = uniform_source(shape) * (maxval - minval) + minval
    return drawn.astype(np.float32 if dtype is None else dtype)


def whole(size: Any) -> Any:
    """``f(2, 3)`` and ``f((2, 3))`` mean the same."""
    if len(size) == 1 and isinstance(size[0], (tuple, list)):
        return tuple(size[0])
    return size


@operator(creates=True)
def rand(*size: Any, dtype: Any = None, seed: Any = None) -> Any:
    """Return float32 numbers drawn evenly from ``[0, 1)``."""
    return uniform_source(whole(size)).astype(np.float32 if dtype is None else dtype)


@operator(creates=True)
def randn(*size: Any, dtype: Any = None, seed: Any = None) -> Any:
    """Return float32 numbers of the standard normal distribution."""
    return normal_source(whole(size)).astype(np.float32 if dtype is None else dtype)


@operator(creates=True)
def randint(
    low: int, high: int, size: Any, seed: Any = None, *, dtype: Any = None
) -> Any:
    """Return integers drawn evenly from ``[low, high)``; int64 by default."""
    drawn = np.floor(uniform_source(size) * (high - low)) + low
    return drawn.astype(np.int64 if dtype is None else dtype)


@operator
def randint_like(
    input: Any, low: int, high: int, seed: Any = None, *, dtype: Any = None
) -> Any:
    """Return integers drawn evenly from ``[low, high)``, in the shape of ``input``."""
    drawn = np.floor(uniform_source(input.shape) * (high - low)) + low
    return drawn.astype(input.dtype if dtype is None else dtype)


@operator(creates=True)
def randperm(n: int, seed: Any = 0, offset: Any = 0, dtype: Any = None) -> Any:
    """Return the integers below ``n`` in a random order; int64 by default."""
    order = np.argsort(uniform_source((n,)))
    return order.astype(np.int64 if dtype is None else dtype)


@operator
def shuffle(x: Any, seed: Any = None) -> Any:
    """Return the slices along the first axis in a random order."""
    return np.take(x, np.argsort(uniform_source((x.shape[0],))), axis=0)


@operator
def rand_like(input: Any, seed: Any = None, *, dtype: Any = None) -> Any:
    """Return numbers drawn evenly from ``[0, 1)``, in the shape of ``input``."""
    drawn = uniform_source(input.shape)
    return drawn.astype(input.dtype if dtype is None else dtype)


@operator
def randn_like(input: Any, seed: Any = None, *, dtype: Any = None) -> Any:
    """Return standard normal numbers in the shape of ``input``."""
    drawn = normal_source(input.shape)
    return drawn.astype(input.dtype if dtype is None else dtype)


@operator
def bernoulli(input: Any, p: Any = 0.5, seed: Any = None) -> Any:
    """Return 1 with probability ``p`` and 0 otherwise, in the form of ``input``."""
    return (uniform_source(input.shape) < p).astype(input.dtype)


@operator
def rrelu(input: Any, lower: float = 1 / 8, upper: float = 1 / 3) -> Any:
    """Return ``input``, its negative elements times numbers from ``[lower, upper)``.

    At 0 the derivative is 0. Raises ValueError where ``lower`` is larger than
    ``upper``.
    """
    if lower > upper:
        raise ValueError(
            f"For 'rrelu', lower must not be larger than upper, but got {lower} and "
            f"{upper}."
        )
    slopes = lower + (upper - lower) * uniform_source(input.shape)
    slopes = np.where(input < 0, slopes.astype(input.dtype), np.sign(input))
    return input * slopes


# ------------------------------------------------------------ a few of many classes


@operator
def multinomial(
    input: Any, num_samples: Any, replacement: bool = True, seed: Any = None
) -> Any:
    """Return int32 numbers of classes, drawn by the weights along the last axis.

    ``input`` is a vector or a matrix of weights that are not negative; the result has
    ``num_samples`` in the place of the classes. Without ``replacement`` no class is
    drawn twice, and those of no weight last. Raises ValueError where there are too few.
    """
    count, classes = int(num_samples), input.shape[-1]
    if input.ndim not in (1, 2) or (not replacement and count > classes):
        raise ValueError(
            f"For 'multinomial', {count} samples cannot be drawn of weights of the "
            f"shape {input.shape}."
        )
    if not replacement:
        # An exponential variable of this rate is the least with this probability.
        waiting = -np.log1p(-uniform_source(input.shape)) / np.where(
            input > 0, input, 1
        )
        order = np.argsort(np.where(input > 0, waiting, np.inf), axis=-1, stable=True)
        return order[..., :count].astype(np.int32)
    shares = np.cumsum(input, axis=-1)
    drawn = uniform_source((*input.shape[:-1], count)) * shares[..., -1:]
    below = shares[..., None, :] <= drawn[..., None]
    return np.sum(below, axis=-1).astype(np.int32)


@operator
def random_categorical(
    logits: Any, num_sample: int, seed: int = 0, dtype: Any = None
) -> Any:
    """Return ``(batch, num_sample)`` numbers of classes, of ``(batch, classes)`` logits
    of their probabilities; int64 by default."""
    weights = np.exp(logits - np.max(logits, axis=-1, keepdims=True))
    drawn = multinomial(weights, num_sample)
    return drawn.astype(np.int64 if dtype is None else dtype)


@operator
def choice_with_mask(input_x: Any, count: int = 256, seed: Any = None) -> Any:
    """Return ``(places, mask)``: ``count`` places of true elements, in a random order.

    ``places`` is int32 of the shape ``(count, input_x.ndim)``. Where there are fewer,
    the last ones are 0, and the bools ``mask`` are False.
    """
    flat = np.reshape(input_x, (-1,))
    keys = np.where(flat, uniform_source(flat.shape), 2.0)
    order = np.argsort(np.concatenate((keys, np.full(count, 3.0))))[:count]
    mask = np.arange(count) < np.sum(flat)
    order = np.where(mask, order, 0)
    places = []
    for size in input_x.shape[::-1]:
        places.append(order % size)
        order = order // size
    return np.stack(places[::-1], axis=1).astype(np.int32), mask


@operator(creates=True)
def uniform_integers(shape: Any, minval: Any, maxval: Any) -> Any:
    """Return int32 numbers drawn evenly from ``[minval, maxval)``."""
    drawn = np.floor(uniform_source(shape) * (maxval - minval)) + minval
    return drawn.astype(np.int32)


@operator
def uniform_candidate_sampler(
    true_classes: Any,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int = 0,
    remove_accidental_hits: bool = False,
) -> Any:
    """Return classes below ``range_max``, and how often each is expected among them.

    These are the ``num_sampled`` classes, in the dtype of ``true_classes``; and float32
    numbers, how often the true classes are expected, in their shape, and how often the
    sampled ones. ``unique`` ones are drawn until there are enough;
    ``remove_accidental_hits`` leaves true classes out of these, where others suffice.
    A ``seed`` above 0 draws the same ones in each call.

    Raises ValueError for counts that do not fit, TypeError for true classes that are no
    whole numbers.
    """
    draw = np.random.default_rng(seed).random if seed else uniform_source
    return candidates(
        true_classes,
        (num_true, num_sampled, range_max),
        unique,
        remove_accidental_hits,
        draw,
    )


@operator
def candidates_of_a_stream(
    true_classes: Any, counts: Any, unique: bool, without_true: bool, generator: Any
) -> Any:
    """Return the same, drawn from a generator of one's own."""
    return candidates(true_classes, counts, unique, without_true, generator.random)


def check_candidates(
    num_true: int, num_sampled: int, range_max: int, unique: bool
) -> None:
    """Raise ValueError for counts that do not fit each other."""
    if min(num_true, num_sampled, range_max) < 1:
        raise ValueError(
            "For 'UniformCandidateSampler', the counts must be positive, but got "
            f"{num_true}, {num_sampled} and {range_max}."
        )
    if unique and num_sampled > range_max:
        raise ValueError(
            "For 'UniformCandidateSampler', the value of num_sampled should be <= "
            f"value of range_max: {range_max}, but got {num_sampled}."
        )


def candidates(
    true_classes: Any, counts: Any, unique: bool, without_true: bool, draw: Any
) -> Any:
    """The classes, and how often these and the true ones are expected."""
    num_true, num_sampled, range_max = counts
    check_candidates(num_true, num_sampled, range_max, unique)
    if true_classes.dtype.kind != "i":
        raise TypeError("For 'UniformCandidateSampler', 'true_classes' are int.")
    if true_classes.ndim != 2 or true_classes.shape[1] != num_true:
        raise ValueError(
            "For 'UniformCandidateSampler', the shape of 'true_classes' is "
            f"(batch, {num_true})."
        )
    if unique:
        sampled, expected = distinct(
            true_classes, num_sampled, range_max, without_true, draw
        )
    else:
        sampled = np.floor(draw((num_sampled,)) * range_max)
        expected = num_sampled / range_max
    return (
        sampled.astype(true_classes.dtype),
        np.full(true_classes.shape, expected, np.float32),
        np.full((num_sampled,), expected, np.float32),
    )


def distinct(
    true_classes: Any, num_sampled: int, range_max: int, without_true: bool, draw: Any
) -> Any:
    """As if classes were drawn one after the other until there are enough that differ:
    in any order, and with as many in vain as there would be."""
    taken = np.zeros(range_max, bool)
    if without_true:
        taken[np.ravel(true_classes)] = True
        taken = taken & (range_max - np.sum(taken) >= num_sampled)
    sampled = np.argsort(np.where(taken, 1.0, draw((range_max,))))[:num_sampled]
    # How many are drawn until the next one is new is of a geometric distribution.
    fresh = (range_max - np.sum(taken) - np.arange(num_sampled)) / range_max
    again = np.minimum(1 - fresh, 1 - 1e-15)
    logarithms = np.log(np.where(again > 0, again, 0.5))
    vain = np.floor(np.log1p(-draw((num_sampled,))) / logarithms)
    tries = num_sampled + np.sum(np.where(again > 0, vain, 0.0))
    if range_max == 1:
        return sampled, 1.0
    return sampled, -np.expm1(tries * np.log1p(-1 / range_max))
