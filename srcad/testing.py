"""What tests of rules need: ``check_rule`` proves a rule of the user's.

    @srcad.defbprop(expit)
    def expit_bprop(x, out, dout):
        return (dout * out * (1 - out),)

    def test_expit():
        srcad.testing.check_rule(expit, np.array([-1.5, 0.2, 3.0]))

The function is compiled as any program that calls it is. Its values, its gradients with
a cotangent that is not all ones, and the gradients of these are compared with central
differences in float64; then single precision, arrays that are views with other strides,
and, of a function that works element by element, other ranks, axes of size 1 that
broadcast, and arrays without elements.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import srcad.gradient as gradients
from srcad.cell import Cell
from srcad.compiler.reading import user_rules

__all__ = ["RuleCase", "RuleReport", "check_rule"]

Array = np.ndarray[Any, Any]
_STEP = float(np.finfo(np.float64).eps) ** (1 / 3)
# The shapes of a function of one array, and pairs of shapes that broadcast.
_RANKS: tuple[tuple[int, ...], ...] = ((), (3,), (2, 3), (2, 1, 3))
_PAIRS = (((4,), (3, 4)), ((3, 1), (1, 4)), ((), (2, 3)), ((2, 1, 3), (4, 1)))
_EMPTY: tuple[tuple[int, ...], ...] = ((0,), (2, 0))


@dataclass(frozen=True, slots=True)
class RuleCase:
    """One thing that was looked at.

    ``error`` is the largest difference, relative to the largest number that it is
    among, and ``allowed`` how large it may be; ``problem`` says what else is wrong, or
    is empty. With ``left_out`` the function itself refused the arguments, and nothing
    was compared.
    """

    name: str
    error: float = 0.0
    allowed: float = 0.0
    problem: str = ""
    left_out: bool = False

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        # An error that is no number is none that is small.
        return not self.problem and self.error <= self.allowed

    def __str__(self) -> str:
        if self.left_out:
            return f"{self.name}: left out, the function refuses it"
        found = self.problem or f"relative error {self.error:.1e}"
        return f"{self.name}: {'ok' if self.passed else 'FAILED'}, {found}"


@dataclass(frozen=True, slots=True)
class RuleReport:
    """All that was looked at."""

    function: str
    cases: tuple[RuleCase, ...]

    @property
    def failures(self) -> tuple[RuleCase, ...]:
        """What is wrong."""
        return tuple(case for case in self.cases if not case.passed)

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.failures

    def __str__(self) -> str:
        lines = [f"the rule of {self.function}:", *map(str, self.cases)]
        return "\n  ".join(lines)


def check_rule(
    function: Callable[..., Any],
    *arguments: Any,
    wrt: Sequence[int] | None = None,
    elementwise: bool | None = None,
    tolerance: float = 1e-6,
    seed: int = 0,
) -> RuleReport:
    """Prove the rule of a function, and of its second derivative; return a report.

    ``arguments`` are an example: arrays and floats, by which it is differentiated
    (``wrt`` says by which others than all), and anything else, which stays. Their
    values should lie inside of where the function is defined and away from kinks;
    other arrays are drawn from them. ``elementwise`` is found by trying, unless given.

    Raises AssertionError with the whole report where something is wrong, ValueError
    where the function has no rule, or nothing to differentiate by.
    """
    if not _has_rule(function):
        raise ValueError(
            f"{_name(function)} has no rule: give it one with srcad.defbprop, or a "
            "bprop, if it is a Cell."
        )
    floats = [k for k, one in enumerate(arguments) if _is_float(one)]
    places = tuple(floats if wrt is None else wrt)
    if not places or any(k not in floats for k in places):
        raise ValueError(f"There are floats at {floats}, and not at all of {places}.")
    random = np.random.default_rng(seed)
    check = _Check(function, arguments, places, random, tolerance)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", gradients.RecompileWarning)
        if elementwise is None:
            elementwise = check.is_elementwise()
        cases = tuple(check.cases(elementwise))
    report = RuleReport(_name(function), cases)
    if not report.passed:
        raise AssertionError(str(report))
    return report


def _has_rule(function: Any) -> bool:
    if isinstance(function, Cell):
        return hasattr(function, "bprop")
    if getattr(function, "__srcad_operator__", False):
        return function.__srcad_bprop__ is not None
    rule = user_rules.rule_of(function)
    return rule is not None and rule.bprop is not None


def _name(function: Any) -> str:
    return str(getattr(function, "__name__", type(function).__name__))


def _is_float(value: Any) -> bool:
    return isinstance(value, float) or (
        isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind == "f"
    )


def _leaves(value: Any) -> list[Any]:
    """The arrays of a result, which may be a tuple of them."""
    return list(value) if isinstance(value, (tuple, list)) else [value]


def _apart(found: Any, expected: Any, least: float = 0.0) -> float:
    """The largest difference, relative to the largest number, and to ``least``."""
    found, expected = np.asarray(found, float), np.asarray(expected, float)
    if found.shape != expected.shape:
        return float("inf")
    if not found.size:
        return 0.0
    largest = max(least, float(np.abs(expected).max())) or 1.0
    return float(np.abs(found - expected).max()) / largest


def _visible(value: float) -> float:
    """How large a slope is that differences of such values show to all digits."""
    return 1e-3 * abs(value) + 1e-4


class _Check:
    """A function, its example, and the numbers that are drawn."""

    def __init__(
        self,
        function: Callable[..., Any],
        example: tuple[Any, ...],
        places: tuple[int, ...],
        random: np.random.Generator,
        tolerance: float,
    ) -> None:
        self.function = function
        self.places = places
        self.floats = [k for k, one in enumerate(example) if _is_float(one)]
        self.random = random
        self.tolerance = tolerance
        self.example = tuple(
            _in_double(one) if _is_float(one) else one for one in example
        )

    # ------------------------------------------------------------ what is looked at

    def cases(self, elementwise: bool) -> Iterator[RuleCase]:
        """All of it, one after the other."""
        try:
            self.function(*self.example)
        except Exception as error:
            yield _broken("example", error)
            return
        yield from self.derivatives("example", self.example)
        yield from self.directions()
        if any(isinstance(self.example[k], np.ndarray) for k in self.places):
            yield self.single_precision()
            yield from self.views()
        if not elementwise:
            yield from self.without_elements()
            return
        for shapes in self.shapes():
            given = self.drawn(shapes)
            name = "shapes " + " and ".join(map(str, shapes))
            empty = any(0 in shape for shape in shapes)
            yield from self.derivatives(name, given, 1 if empty else 2)

    def shapes(self) -> Iterator[tuple[tuple[int, ...], ...]]:
        """The shapes of the arguments of a function that works element by element."""
        count = len(self.floats)
        for shape in (*_RANKS, *_EMPTY):
            yield (shape,) * count
        if count > 1:
            for pair in _PAIRS:
                for order in (pair, pair[::-1]):
                    yield tuple(itertools.islice(itertools.cycle(order), count))

    def drawn(self, shapes: Sequence[tuple[int, ...]]) -> tuple[Any, ...]:
        """The example with arrays of other shapes, of its own numbers."""
        given = list(self.example)
        for k, shape in zip(self.floats, shapes, strict=True):
            values = np.ravel(self.example[k])
            given[k] = self.random.choice(values, shape) if values.size else values
            given[k] = np.asarray(given[k], np.float64).reshape(shape)
        return tuple(given)

    def is_elementwise(self) -> bool:
        """Whether each element of the result is made of those at its place."""
        for shapes in (((3,),), ((2, 3), (3,))):
            chosen = tuple(itertools.islice(itertools.cycle(shapes), len(self.floats)))
            given = self.drawn(chosen)
            first = tuple(
                one.reshape(-1)[:1] if k in self.floats else one
                for k, one in enumerate(given)
            )
            try:
                out, alone = self.function(*given), self.function(*first)
            except Exception:
                return False
            if isinstance(out, (tuple, list)):
                return False
            if np.shape(out) != np.broadcast_shapes(*chosen):
                return False
            if not np.allclose(np.ravel(out)[:1], alone, equal_nan=True):
                return False
        return True

    # --------------------------------------------------------------- the derivatives

    def weights(self, given: tuple[Any, ...]) -> list[Array]:
        """A cotangent of the result, no two elements alike."""
        leaves = _leaves(self.function(*given))
        return [self.random.uniform(0.5, 1.5, np.shape(leaf)) for leaf in leaves]

    def total(self, weights: list[Array]) -> Callable[..., Any]:
        """The weighed sum of the result: a function that can be compiled."""
        function, single = self.function, len(weights) == 1

        def weighed(*arguments: Any) -> Any:
            out = function(*arguments)
            if single and not isinstance(out, (tuple, list)):
                return np.sum(out * weights[0])
            total = 0.0
            for k in range(len(weights)):
                total = total + np.sum(out[k] * weights[k])
            return total

        return weighed

    def slopes(self, program: Callable[..., Any], given: tuple[Any, ...]) -> list[Any]:
        """What the compiled gradient gives, one for each place."""
        found = gradients.grad(program, self.places)(*given)
        return list(found) if len(self.places) > 1 else [found]

    def derivatives(
        self, name: str, given: tuple[Any, ...], orders: int = 2
    ) -> Iterator[RuleCase]:
        """The first and the second derivative against central differences."""
        try:
            weights = self.weights(given)
        except Exception:
            yield RuleCase(name, left_out=True)
            return
        program = self.total(weights)
        yield self.compared(f"{name}, gradient", program, given)
        if orders == 2:
            yield self.compared(
                f"{name}, second derivative", self.again(program, given), given
            )

    def again(
        self, program: Callable[..., Any], given: tuple[Any, ...]
    ) -> Callable[..., Any]:
        """A weighed sum of the gradient, as a function that can be compiled."""
        places, several = self.places, len(self.places) > 1
        weights = [self.random.uniform(0.5, 1.5, np.shape(given[k])) for k in places]
        first = gradients.grad(program, places)

        def weighed(*arguments: Any) -> Any:
            found = first(*arguments)
            if not several:
                return np.sum(found * weights[0])
            total = 0.0
            for k in range(len(weights)):
                total = total + np.sum(found[k] * weights[k])
            return total

        return weighed

    def compared(
        self, name: str, program: Callable[..., Any], given: tuple[Any, ...]
    ) -> RuleCase:
        """The gradient of a program, element by element."""
        try:
            found = self.slopes(program, given)
        except Exception as error:
            return _broken(name, error)
        worst, least = 0.0, _visible(float(program(*given)))
        for k, slope in zip(self.places, found, strict=True):
            expected = np.zeros(np.shape(given[k]))
            for place in np.ndindex(*expected.shape):
                expected[place] = self.difference(program, given, k, place)
            if np.shape(slope) != expected.shape:
                text = f"{np.shape(slope)}, not {expected.shape}"
                return RuleCase(name, problem=f"cotangent {k} has the shape {text}")
            # A NaN is kept: it is larger than nothing.
            worst = float(np.maximum(worst, _apart(slope, expected, least)))
        return RuleCase(name, worst, self.tolerance)

    def difference(
        self, program: Callable[..., Any], given: tuple[Any, ...], k: int, place: Any
    ) -> float:
        """The central difference along one element of one argument."""
        ends, steps = [], []
        for sign in (1.0, -1.0):
            moved = np.array(given[k], np.float64)
            step = _STEP * max(1.0, abs(float(moved[place])))
            moved[place] += sign * step
            steps.append(float(moved[place]))
            value = moved if isinstance(given[k], np.ndarray) else float(moved)
            ends.append(float(program(*given[:k], value, *given[k + 1 :])))
        return (ends[0] - ends[1]) / (steps[0] - steps[1])

    def directions(self) -> Iterator[RuleCase]:
        """``<J v, w> = <v, J^T w>``, and that the rule is linear in ``dout``."""
        first, second = self.weights(self.example), self.weights(self.example)
        both = [2 * a - 3 * b for a, b in zip(first, second, strict=True)]
        programs = [self.total(one) for one in (first, second, both)]
        try:
            found = [self.slopes(one, self.example) for one in programs]
        except Exception as error:
            yield _broken("linear in dout", error)
            return
        linear = max(
            _apart(c, 2 * np.asarray(a) - 3 * np.asarray(b))
            for a, b, c in zip(*found, strict=True)
        )
        yield RuleCase("linear in dout", linear, 1e-9)
        along = [self.random.uniform(-1, 1, np.shape(slope)) for slope in found[0]]
        ends = []
        for sign in (1.0, -1.0):
            moved = list(self.example)
            for k, v in zip(self.places, along, strict=True):
                moved[k] = moved[k] + sign * _STEP * v
                moved[k] = float(moved[k]) if np.ndim(v) == 0 else moved[k]
            ends.append(float(programs[0](*moved)))
        pairs = zip(along, found[0], strict=True)
        product = sum(float(np.sum(v * slope)) for v, slope in pairs)
        difference = (ends[0] - ends[1]) / (2 * _STEP)
        least = _visible(float(programs[0](*self.example)))
        off = _apart(product, difference, least)
        yield RuleCase("dot-product test", off, self.tolerance)

    # ------------------------------------------------------------- dtypes and layouts

    def single_precision(self) -> RuleCase:
        """In float32 the gradient is float32, and about the same."""
        name = "float32"
        given = tuple(
            np.float32(one) if _is_float(one) else one for one in self.example
        )
        try:
            weights = self.weights(given)
        except Exception:
            return RuleCase(name, left_out=True)
        single = [weight.astype(np.float32) for weight in weights]
        try:
            found = self.slopes(self.total(single), given)
        except Exception as error:
            return _broken(name, error)
        exact = self.slopes(self.total(weights), self.example)
        for k, slope in zip(self.places, found, strict=True):
            if isinstance(given[k], np.ndarray) and slope.dtype != np.float32:
                return RuleCase(name, problem=f"cotangent {k} is of {slope.dtype}")
        errors = [_apart(a, b) for a, b in zip(found, exact, strict=True)]
        # Half of the digits of the dtype are enough.
        return RuleCase(name, max(errors), 3e-4)

    def views(self) -> Iterator[RuleCase]:
        """Arrays that do not lie in one piece give what their copies give."""
        program = self.total(self.weights(self.example))
        try:
            expected = self.slopes(program, self.example)
        except Exception:
            return  # Told already.
        for name, view in (("every second element", _spread), ("turned", _turned)):
            given = tuple(
                view(one) if k in self.floats and isinstance(one, np.ndarray) else one
                for k, one in enumerate(self.example)
            )
            before = [np.array(one) for one in given if isinstance(one, np.ndarray)]
            try:
                found = self.slopes(program, given)
            except Exception as error:
                yield _broken(f"strides: {name}", error)
                continue
            after = [one for one in given if isinstance(one, np.ndarray)]
            pairs = zip(before, after, strict=True)
            problem = ""
            if any(_apart(a, b) for a, b in pairs):
                problem = "an argument is another one after the call"
            errors = [_apart(a, b) for a, b in zip(found, expected, strict=True)]
            yield RuleCase(f"strides: {name}", max(errors), 1e-9, problem)

    def without_elements(self) -> Iterator[RuleCase]:
        """The example without elements along its first axis, where there is one."""
        given = tuple(
            one[:0] if isinstance(one, np.ndarray) and one.ndim else one
            for one in self.example
        )
        if any(isinstance(given[k], np.ndarray) for k in self.places):
            yield from self.derivatives("no elements", given, orders=1)


def _broken(name: str, error: Exception) -> RuleCase:
    return RuleCase(name, problem=f"{type(error).__name__}: {error}")


def _in_double(value: Any) -> Any:
    return value.astype(np.float64) if isinstance(value, np.ndarray) else float(value)


def _spread(array: Array) -> Array:
    """The same elements, with others between them."""
    if array.ndim == 0:
        return array
    wide = np.zeros((*array.shape[:-1], 2 * array.shape[-1]), array.dtype)
    wide[..., ::2] = array
    return wide[..., ::2]


def _turned(array: Array) -> Array:
    """The same elements, the first axis running fastest and backwards."""
    copied = np.array(array.T[..., ::-1], order="C")
    return copied[..., ::-1].T if array.ndim else array
