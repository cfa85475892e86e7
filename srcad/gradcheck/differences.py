"""Central differences of a module's ``forward``, one argument at a time.

The difference quotient is taken output by output and summed afterwards, so that outputs
that an element does not reach add no rounding error to it.
"""

import copy
import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import numpy as np

from srcad.compiler.reading.kinds import is_random_generator
from srcad.gradcheck.trees import copied, float_leaves, map_leaves

TOLERANCE = 1e-6
# Of an engine that adds up in another order, relative to the largest element.
ENGINE_TOLERANCE = 1e-9
_EPSILON = float(np.finfo(np.float64).eps)
_STEP = _EPSILON ** (1 / 3)
# Where the usual step disagrees: smaller ones step over fewer kinks, larger ones lose
# fewer digits. A wrong gradient agrees with none of them.
_FACTORS = (1.0, 1 / 30, 30.0, 1 / 1000, 1000.0)


@dataclass(frozen=True, slots=True)
class ArgumentError:
    """How far the gradient of one argument is from finite differences, at worst.

    ``relative_error`` is infinite where one of the two is not a number. ``index`` is
    the place in the array (empty for a random direction through all of it).
    """

    name: str
    relative_error: float
    index: tuple[int, ...] = ()
    analytic: float = 0.0
    numeric: float = 0.0
    checked: int = 0
    sizes: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Point:
    """A module and the arguments it is called with.

    ``draws`` says that it takes a generator of ours behind the ``params``.
    """

    module: ModuleType
    inputs: Mapping[str, Any]
    params: Mapping[str, Any]
    captured: Mapping[str, Any]
    live: tuple[Any, ...] = ()
    draws: bool = False

    def forward(self) -> Any:
        """Return the primal: the first of what ``forward`` gives."""
        return _call(self.module.forward, self)[0]

    def residuals(self) -> Any:
        """Return what ``forward`` keeps."""
        return _call(self.module.forward, self)[1]

    @property
    def is_random(self) -> bool:
        """Whether the module takes a random generator."""
        return self.draws or any(is_random_generator(type(one)) for one in self.live)

    def gradients(self, dout: Any) -> Any:
        """Return ``grads`` of ``value_and_grad``."""
        return self.both(dout)[1]

    def both(self, dout: Any) -> Any:
        """Return what ``value_and_grad`` gives."""
        return _call(self.module.value_and_grad, self, dout=dout)

    def halves(self, dout: Any) -> Any:
        """Return the same by ``forward`` and ``backward``."""
        out, residuals, *updates = _call(self.module.forward, self)
        if dout is None:
            dout = map_leaves(out, lambda leaf: np.ones_like(leaf)[()])
        return out, self.module.backward(residuals, dout), *updates

    def parameter_name(self, key: str) -> str:
        """Return what a parameter is called among all arguments."""
        return f"params[{key!r}]" if key in self.inputs else key

    def argument(self, name: str) -> Any:
        """Return the value of an input or a parameter."""
        named = {self.parameter_name(key): value for key, value in self.params.items()}
        return self.inputs[name] if name in self.inputs else named[name]

    def moved(self, name: str, value: Any) -> "Point":
        """Return the point with another value of one argument."""
        if name in self.inputs:
            return replace(self, inputs={**self.inputs, name: value})
        (key,) = (key for key in self.params if self.parameter_name(key) == name)
        return replace(self, params={**self.params, key: value})


def _call(function: Callable[..., Any], point: Point, **named: Any) -> Any:
    """Call a function of a module: inputs, then ``params`` and ``rng`` if it has them,
    then the objects that it is given, and ``captured``.

    Ours gain a ``_`` where the user has taken the name, so they are told by position.
    """
    arguments: list[Any] = [copied(value) for value in point.inputs.values()]
    rest = list(inspect.signature(function).parameters)[len(point.inputs) :]
    for name in rest:
        if name.rstrip("_") == "params":
            arguments.append({k: copied(value) for k, value in point.params.items()})
        elif point.draws and name.rstrip("_") == "rng":
            arguments.append(np.random.default_rng(0))
        else:
            break
    # Each call draws the same numbers.
    arguments.extend(
        copy.deepcopy(one) if is_random_generator(type(one)) else one
        for one in point.live
    )
    if point.captured:
        arguments.append(dict(point.captured))
    dout = {name: named["dout"] for name in rest if name.rstrip("_") in named}
    return function(*arguments, **dout)


def argument_error(
    name: str,
    gradient: Any,
    point: Point,
    dout: Any,
    random: np.random.Generator,
    samples: int,
) -> ArgumentError:
    """Return the worst disagreement over the elements of one argument.

    ``gradient`` is the cotangent under test, of the argument's shape; ``dout`` the
    cotangent of the output that it belongs to.
    """
    value, gradient = map(_wide, (point.argument(name), gradient))
    scale = float(np.max(np.abs(gradient), initial=0.0))
    squares = sum(float(np.sum(v * v)) for v in _weighted(point.forward(), dout))
    noise = 32 * _EPSILON * math.sqrt(squares)
    worst = ArgumentError(name, 0.0)
    directions = _directions(value, random, samples)
    for index, direction in directions:
        analytic = float(np.sum(gradient * direction).real)
        # An element may be small beside the others, but not a direction through all.
        floor = 1e-3 * scale if index is not None else scale
        size = float(np.max(np.abs(value * (direction != 0)), initial=1.0))

        def quotient(step: float, direction: Any = direction) -> float:
            return _quotient(point, name, value, direction, step, dout)

        error, numeric = _best(analytic, quotient, _STEP * size, floor, noise)
        if error > worst.relative_error or worst.checked == 0:
            worst = ArgumentError(name, error, index or (), analytic, numeric, 1)
    return replace(worst, checked=len(directions))


def dot_product_error(
    gradients: Sequence[tuple[str, Any]],
    point: Point,
    dout: Any,
    random: np.random.Generator,
) -> float:
    """Return how far ``<J v, dout>`` is from ``<v, Jᵀ dout>``, relative to the larger,
    for one random direction ``v`` through all arguments at once."""
    moved = []
    for name, gradient in gradients:
        value = _wide(point.argument(name))
        direction = np.asarray(random.standard_normal(value.shape))
        if np.iscomplexobj(value):
            direction = direction + 1j * random.standard_normal(value.shape)
        moved.append((name, value, direction, _wide(gradient)))
    analytic = float(sum(np.sum(g * v).real for _, _, v, g in moved))
    sums = (float(np.sum(np.abs(g * v))) for _, _, v, g in moved)
    size = max((float(np.max(np.abs(x), initial=1.0)) for _, x, _, _ in moved))
    squares = sum(float(np.sum(v * v)) for v in _weighted(point.forward(), dout))

    def quotient(step: float) -> float:
        outs = [_along(point, moved, sign * step).forward() for sign in (1.0, -1.0)]
        parts = zip(*map(float_leaves, (*outs, dout)), strict=True)
        return float(sum(np.sum((a - b) * w) for a, b, w in parts)) / (2 * step)

    noise = 32 * _EPSILON * math.sqrt(squares)
    return _best(analytic, quotient, _STEP * size, 1e-3 * sum(sums), noise)[0]


def _wide(array: Any) -> Any:
    """An array in float64, or in complex128."""
    return np.asarray(array, complex if np.iscomplexobj(array) else float)


def _along(point: Point, moved: Sequence[Any], step: float) -> Point:
    """The point with every argument moved along its direction."""
    for name, value, direction, _ in moved:
        new = value + step * direction
        scalar = isinstance(point.argument(name), float)
        point = point.moved(name, float(new) if scalar else new)
    return point


def _best(
    analytic: float,
    quotient: Callable[[float], float],
    usual: float,
    floor: float,
    noise: float,
) -> tuple[float, float]:
    """Return (relative error, difference quotient) at the step that agrees best."""
    best = lenient = (math.inf, math.nan)
    for factor in _FACTORS:
        step = usual * factor
        numeric = quotient(step)
        apart = abs(analytic - numeric)
        wide = max(abs(analytic), abs(numeric), floor, 1e-300)
        error = apart / wide if math.isfinite(apart) else math.inf
        best = min(best, (error, numeric))
        if error <= TOLERANCE / 10:
            break
        # Rounding of the outputs is forgiven where it is small: not at short steps,
        # where it would excuse anything.
        if factor >= 1 and math.isfinite(apart):
            lenient = min(lenient, (max(apart - noise / step, 0.0) / wide, numeric))
    return best if best[0] <= TOLERANCE else lenient


def _directions(
    value: np.ndarray, random: np.random.Generator, samples: int
) -> list[tuple[tuple[int, ...] | None, np.ndarray]]:
    """Return (index, direction) for what is looked at; a random one has no index."""
    count = value.size
    chosen = np.arange(count)
    if count > samples:
        chosen = np.sort(random.choice(count, samples, replace=False))
    found: list[tuple[tuple[int, ...] | None, np.ndarray]] = []
    for flat in chosen:
        index = tuple(int(i) for i in np.unravel_index(flat, value.shape))
        direction = np.zeros(value.shape)
        direction[index] = 1.0
        found.append((index, direction))
    if count > samples:
        for _ in range(2):
            found.append((None, random.standard_normal(value.shape)))
    if np.iscomplexobj(value):
        found += [(index, 1j * direction) for index, direction in found]
    return found


def _quotient(
    point: Point, name: str, value: Any, direction: Any, step: float, dout: Any
) -> float:
    """Return the central difference of ``sum(out * dout)`` along a direction."""
    above, below = value + step * direction, value - step * direction
    scalar = isinstance(point.argument(name), float)
    high, low = (
        point.moved(name, float(moved) if scalar else moved).forward()
        for moved in (above, below)
    )
    # What was added after rounding, not what was meant to be.
    along = np.sum((above - below) * np.conj(direction)).real
    actual = float(along / np.sum(np.abs(direction) ** 2))
    parts = zip(float_leaves(high), float_leaves(low), float_leaves(dout), strict=True)
    return float(sum(np.sum((a - b) * weight) for a, b, weight in parts)) / actual


def _weighted(out: Any, dout: Any) -> list[Any]:
    return [a * b for a, b in zip(float_leaves(out), float_leaves(dout), strict=True)]
