"""Gradient checks: a generated module against finite differences of its own primal.

``gradcheck`` builds a request in float64, draws random inputs, and compares what
``value_and_grad`` gives with central differences of ``forward``, once for each way of
choosing the named sizes: all of them above 1, then each of them at 1. The primal itself
is compared with the user's own code, run eagerly, where that can be run.
"""

import contextlib
import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import numpy as np

from codegen.store import Store
from srcad.build import build, handed_by
from srcad.compiler.ir.avals import Aval
from srcad.compiler.reading.arguments import as_called, filled
from srcad.compiler.reading.engines import NUMPY
from srcad.compiler.request import Request
from srcad.gradcheck.differences import (
    ENGINE_TOLERANCE,
    TOLERANCE,
    ArgumentError,
    Point,
    argument_error,
    dot_product_error,
)
from srcad.gradcheck.trees import (
    as_arrays,
    copied,
    float_leaves,
    leaves,
    map_leaves,
    random_like,
    relative_difference,
)

_SIZES = (3, 5, 4, 6, 2)  # of named sizes, one after the other


@dataclass(frozen=True, slots=True)
class Report:
    """What a gradient check found.

    ``arguments`` has the worst case of each input and parameter; ``primal_error`` is
    the relative difference from the eager run, None where that could not be made.
    ``dot_product`` is the relative difference of ``<J v, w>`` by differences and
    ``<v, Jᵀ w>`` by the module, along one direction through all arguments at once.
    ``failures`` are texts for what went wrong otherwise, ``notes`` for what was left
    out, ``not_run`` for why the eager run could not be made. With ``surrogate``, the
    errors of the arguments do not count.
    """

    label: str
    seed: int
    tolerance: float
    arguments: tuple[ArgumentError, ...]
    primal_error: float | None
    failures: tuple[str, ...]
    notes: tuple[str, ...]
    surrogate: bool = False
    dot_product: float | None = None
    not_run: tuple[str, ...] = ()

    @property
    def worst(self) -> ArgumentError | None:
        """The argument that is furthest off, or None where none was checked."""
        return max(self.arguments, key=lambda a: a.relative_error, default=None)

    @property
    def passed(self) -> bool:
        """Whether nothing failed, and every gradient is within the tolerance."""
        close = all(a.relative_error <= self.tolerance for a in self.arguments)
        return not self.failures and (close or self.surrogate)


def gradcheck(
    request: Request,
    store: Store | None = None,
    seed: int = 0,
    *,
    sizes: Mapping[str, int] | None = None,
    ranges: Mapping[str, tuple[float, float]] | None = None,
    tolerance: float = TOLERANCE,
    samples: int = 100,
    surrogate: bool = False,
) -> Report:
    """Compare the gradients of a request with finite differences, in float64.

    ``sizes`` fixes named sizes (3, 5, 4, ... otherwise); each is also tried at 1.
    ``ranges`` bounds the values of inputs: uniform from low up to high, instead of a
    standard normal, and for integers instead of 0 up to the smallest size in the
    signature. At most ``samples`` elements of an array are looked at one by one, a
    larger array also along two random directions. Raises CompileError where the
    request does not compile.
    """
    built = build(replace(request, float_dtype="float64"), store)
    check = Check(request, built.load(), dict(ranges or {}), samples, seed)
    given = handed_by(request, built)
    check.live, check.draws = given.live, built.manifest["draws"]
    check.captured = {key: _in_float64(one) for key, one in given.captured.items()}
    check.parameters = given.parameters
    for chosen in choices([aval for _, aval in request.inputs], sizes or {}):
        check.run(chosen)
    notes = list(dict.fromkeys(check.notes))
    if request.engine != NUMPY and built.manifest["not_compiled"]:
        what = built.manifest["not_compiled"]
        notes.append(f"computed by NumPy: Numba has no {what}")
    if surrogate:
        notes.append("a surrogate: its `bprop` is not compared with the derivative")
    return Report(
        label=request.label,
        seed=seed,
        tolerance=tolerance,
        arguments=tuple(check.worst.values()),
        primal_error=check.primal_error,
        failures=tuple(dict.fromkeys(check.failures)),
        notes=tuple(notes),
        not_run=tuple(dict.fromkeys(check.not_run)),
        surrogate=surrogate,
        dot_product=check.dot_product,
    )


class Check:
    """One module under test, and what has been found so far."""

    def __init__(
        self,
        request: Request,
        module: ModuleType,
        ranges: dict[str, tuple[float, float]],
        samples: int,
        seed: int,
    ) -> None:
        self.request = request
        self.module = module
        self.ranges = ranges
        self.samples = samples
        self.seed = seed
        self.params: dict[str, Any] = {}
        self.parameters: dict[str, Any] = {}
        self.captured: dict[str, Any] = {}
        self.live: tuple[Any, ...] = ()
        self.draws = False
        self.worst: dict[str, ArgumentError] = {}
        self.primal_error: float | None = None
        self.dot_product: float | None = None
        self.failures: list[str] = []
        self.notes: list[str] = []
        self.not_run: list[str] = []

    def run(self, sizes: dict[str, int]) -> None:
        """Check at one choice of sizes."""
        where = f" at {_shown(sizes)}" if sizes else ""
        # Read anew each time: an eager run may have changed a moving average.
        self.params = {
            name: _in_float64(one.asnumpy()) for name, one in self.parameters.items()
        }
        try:
            with np.errstate(all="ignore"):
                point = self.finite_point(sizes)
                self.compare_primal(point)
                self.compare_gradients(point, sizes)
        except _Undefined as reason:
            self.notes.append(f"not defined{where}: {reason}")
        except _Failure as reason:
            self.failures.append(f"{reason}{where}")
        except Exception as error:
            self.failures.append(f"raises {type(error).__name__}: {error}{where}")

    def finite_point(self, sizes: dict[str, int]) -> Point:
        """Return random arguments at which the primal is finite.

        Floating inputs without a range are tried as standard normal numbers, then
        between 0.1 and 0.9, where logarithms and square roots are at home. Integers
        are tried below the smallest size that the signature spells out, then, in case
        they index an axis with a named size, below that too.
        """
        raised: Exception | None = None
        for floats in (None, (0.1, 0.9)):
            for integers in _limits(self.module.SIGNATURE, sizes):
                inputs = self.draw(sizes, floats, integers)
                held = self.captured, self.live, self.draws
                point = Point(self.module, inputs, self.params, *held)
                try:
                    out = point.forward()
                except Exception as error:
                    raised = error
                    continue
                if all(np.isfinite(leaf).all() for leaf in float_leaves(out)):
                    return point
        if raised is not None:
            if 1 in sizes.values() and self.eager(inputs, False) is None:
                raise _Undefined(f"{type(raised).__name__}: {raised}") from raised
            raise raised
        raise _Failure(
            "the primal is not finite at random inputs (`ranges` in the target's "
            "configuration says where it is defined)"
        )

    def draw(
        self,
        sizes: dict[str, int],
        floats: tuple[float, float] | None,
        integers: tuple[float, float],
    ) -> dict[str, Any]:
        """Return a value for each input, within its range or the usual bounds."""
        inputs = {}
        for name, aval in self.request.inputs:
            # The same name gets the same stream. Not hash(): it changes with the
            # process.
            random = np.random.default_rng([self.seed, zlib.crc32(name.encode())])
            shape = tuple(_value_of(dim, sizes) for dim in aval.shape)
            if aval.is_float:
                bounds = self.ranges.get(name, floats)
                drawn: Any = (
                    random.standard_normal(shape)
                    if bounds is None
                    else random.uniform(*bounds, shape)
                )
                value = np.asarray(drawn, np.float64)
            elif aval.is_complex:
                parts = random.standard_normal((2, *shape))
                value = np.asarray(parts[0] + 1j * parts[1])
            elif aval.dtype == "bool":
                value = np.asarray(random.random(shape) < 0.5)
            else:
                low, high = self.ranges.get(name, integers)
                value = np.asarray(random.integers(int(low), int(high), shape))
                value = value.astype(aval.dtype)
            inputs[name] = value.item() if aval.weak else value
        return inputs

    def eager(self, inputs: Mapping[str, Any], noted: bool = True) -> Any:
        """Return what the user's own code gives, None where it cannot be run."""
        call: Any = self.request.function
        given = {name: copied(value) for name, value in inputs.items()}
        named = {name: filled(form, given) for name, form in self.request.forms}
        args, keywords = as_called(call, named or given)
        try:
            return as_arrays(call(*args, **keywords))
        except Exception as error:
            reason = f"{type(error).__name__}: {error}".splitlines()[0]
            if noted:
                self.not_run.append(f"the user's own code could not be run: {reason}")
            return None

    def compare_primal(self, point: Point) -> None:
        """Compare ``forward`` with the user's own code."""
        if self.request.order != 1:
            return
        if point.is_random:
            self.notes.append("random: not compared with the user's own code")
            return
        theirs = self.eager(point.inputs)
        if theirs is None:
            return
        ours, others = leaves(point.forward()), leaves(theirs)
        if [np.shape(leaf) for leaf in ours] != [np.shape(leaf) for leaf in others]:
            shapes = [np.shape(leaf) for leaf in ours], [np.shape(v) for v in others]
            raise _Failure(f"forward gives shapes {shapes[0]}, eager {shapes[1]}")
        error = max(
            (relative_difference(a, b) for a, b in zip(ours, others, strict=True)),
            default=0.0,
        )
        self.primal_error = max(self.primal_error or 0.0, error)
        single = any(np.asarray(leaf).dtype == np.float32 for leaf in others)
        if not error <= (1e-4 if single else 1e-5):
            raise _Failure(f"forward is off the eager run by {error:.1e}")

    def compare_gradients(self, point: Point, sizes: dict[str, int]) -> None:
        """Compare ``value_and_grad`` with finite differences, argument by argument."""
        random = np.random.default_rng([self.seed, 1])
        point = replace(point, params=_perturbed(point.params, random))
        self.compare_with_plain_run(point, random)
        dout = map_leaves(point.forward(), lambda leaf: random_like(leaf, random))
        self.compare_engines(point, dout)
        gradients = list(self.gradients(point, dout))
        for name, gradient in gradients:
            value = point.argument(name)
            if np.shape(gradient) != np.shape(value):
                raise _Failure(
                    f"the cotangent of `{name}` has shape {np.shape(gradient)} "
                    f"instead of {np.shape(value)}"
                )
            found = argument_error(name, gradient, point, dout, random, self.samples)
            found = replace(found, sizes=sizes)
            before = self.worst.setdefault(name, found)
            checked = max(before.checked, found.checked)
            worse = max(before, found, key=lambda item: item.relative_error)
            self.worst[name] = replace(worse, checked=checked)
        if gradients:
            apart = dot_product_error(gradients, point, dout, random)
            self.dot_product = max(self.dot_product or 0.0, apart)

    def compare_engines(self, point: Point, dout: Any) -> None:
        """Compare ``value_and_grad`` with the module's own halves, where another engine
        computes it: for ones, and for a cotangent that is given."""
        if not hasattr(self.module, "compiled"):
            return
        for given in (None, dout):
            expected = leaves(point.halves(given))
            for one, other in zip(leaves(point.both(given)), expected, strict=True):
                error = relative_difference(one, other)
                if not error <= ENGINE_TOLERANCE and np.isfinite(other).all():
                    raise _Failure(f"the core is off the two halves by {error:.1e}")

    def compare_with_plain_run(self, point: Point, random: np.random.Generator) -> None:
        """Compare ``forward``, whose differences are taken, with the user's own code,
        at this point and at one beside it."""
        if self.request.order != 1 or point.is_random or self.primal_error is None:
            return
        inputs = {
            name: value + 1e-3 * random.standard_normal(np.shape(value))
            if isinstance(value, np.ndarray) and value.dtype.kind in "fc"
            else value
            for name, value in point.inputs.items()
        }
        for one in (point, replace(point, inputs=inputs)):
            with _holding(self.parameters, one.params):
                theirs = self.eager(one.inputs)
            if theirs is None:
                return
            pairs = zip(leaves(one.forward()), leaves(theirs), strict=True)
            error = max((relative_difference(a, b) for a, b in pairs), default=0.0)
            single = any(np.asarray(v).dtype == np.float32 for v in leaves(theirs))
            if not error <= (1e-4 if single else 1e-5) and math.isfinite(error):
                raise _Failure(f"forward is off the plain run by {error:.1e}")

    def gradients(self, point: Point, dout: Any) -> Iterator[tuple[str, Any]]:
        """Yield the cotangents that the module gives, with their arguments' names."""
        gradients = point.gradients(dout)
        wrt = self.request.wrt
        names = [
            name
            for name, aval in self.request.inputs
            if (aval.is_inexact if wrt is None else name in wrt)
        ]
        parameters: Mapping[str, Any] = {}
        if len(gradients) == 2 and isinstance(gradients[1], dict):
            gradients, parameters = gradients
        if len(gradients) != len(names):
            raise _Failure(
                f"value_and_grad gives {len(gradients)} cotangents of inputs "
                f"instead of {len(names)}"
            )
        yield from zip(names, gradients, strict=True)
        for key, gradient in parameters.items():
            yield point.parameter_name(key), gradient


class _Failure(Exception):
    """The check fails for a reason that is not an exception in the module."""


class _Undefined(Exception):
    """The function is not defined at these sizes."""


@contextlib.contextmanager
def _holding(
    parameters: Mapping[str, Any], values: Mapping[str, Any]
) -> Iterator[None]:
    """Let Parameters hold other arrays for a while."""
    before = {name: parameters[name].asnumpy() for name in values}
    try:
        for name in before:
            parameters[name]._array = np.array(values[name])
        yield
    finally:
        for name, array in before.items():
            parameters[name]._array = array


def _in_float64(array: Any) -> Any:
    """A copy of an array, in float64 where it is floating."""
    value = np.array(array)
    return value.astype(np.float64) if value.dtype.kind == "f" else value


def _perturbed(
    params: Mapping[str, Any], random: np.random.Generator
) -> dict[str, Any]:
    """Return parameters moved a little, so that none of them is all zeros or ones."""
    moved = {}
    for name, value in params.items():
        moved[name] = value
        if value.dtype.kind == "f":
            scale = 0.1 * max(float(np.std(value)), 0.1)
            moved[name] = value + scale * random.standard_normal(value.shape)
    return moved


def choices(avals: Sequence[Aval], fixed: Mapping[str, int]) -> list[dict[str, int]]:
    """Return the sizes to check at: the usual ones, then each at 1, then all at 1."""
    names: list[str] = []
    for aval in avals:
        for dim in aval.shape:
            if not isinstance(dim, int):
                names += [name for name, _ in dim.terms if name not in names]
    usual = {
        name: fixed.get(name, _SIZES[index % len(_SIZES)])
        for index, name in enumerate(names)
    }
    choices = [usual, *({**usual, name: 1} for name in names), dict.fromkeys(names, 1)]
    return [choice for i, choice in enumerate(choices) if choice not in choices[:i]]


def _value_of(dim: Any, sizes: Mapping[str, int]) -> int:
    if isinstance(dim, int):
        return dim
    return int(sum(sizes[name] * factor for name, factor in dim.terms) + dim.constant)


def _limits(
    signature: Mapping[str, Any], sizes: Mapping[str, int]
) -> list[tuple[int, int]]:
    """Return ranges for class indices: below the sizes in the signature.

    Axes of length 1 are left out where they are written as 1: nobody indexes them.
    """
    written = {leaf for leaf in leaves(signature) if isinstance(leaf, int)} - {0, 1}
    smallest = [min(found) for found in (written, written | {*sizes.values()}) if found]
    return [(0, limit) for limit in dict.fromkeys(smallest)] or [(0, 2)]


def _shown(sizes: Mapping[str, int]) -> str:
    return ", ".join(f"{name}={value}" for name, value in sizes.items())
