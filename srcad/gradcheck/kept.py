"""What a module keeps between its halves, for arguments of a few elements."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from srcad.build import Built, handed_by
from srcad.compiler.request import Request
from srcad.gradcheck.check import Check, choices
from srcad.gradcheck.differences import Point

_MORE = 7  # by how much each size is larger the second time


@dataclass(frozen=True, slots=True)
class Kept:
    """What one residual is: ``form`` such as ``float32[batch, 64]``, and its bytes.

    Of a list, ``form`` says how many items it has and what they are. What only looks at
    the storage of a value before it has 0 bytes of its own.
    """

    form: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Measured:
    """The residuals of one call of ``forward``, in order, and the sizes it was for.

    ``reason`` says why nothing could be measured; ``kept`` is empty then.
    """

    sizes: Mapping[str, int]
    kept: tuple[Kept, ...] = ()
    reason: str = ""

    @property
    def bytes(self) -> int:
        """The bytes of all of them together."""
        return sum(one.bytes for one in self.kept)


def example(
    request: Request,
    built: Built,
    chosen: dict[str, int],
    ranges: Mapping[str, tuple[float, float]] | None = None,
) -> Point:
    """Return arguments at which the primal is finite, in the dtypes of the request.

    They are the same each time. Raises what the module raises where there are none.
    """
    check = Check(request, built.load(), dict(ranges or {}), 1, 0)
    given = handed_by(request, built)
    check.live, check.draws = given.live, built.manifest["draws"]
    check.captured = dict(given.captured)
    check.parameters = given.parameters
    check.params = {name: one.asnumpy() for name, one in given.parameters.items()}
    with np.errstate(all="ignore"):
        point = check.finite_point(chosen)
    avals = dict(request.inputs)
    inputs = {
        name: value.astype(avals[name].dtype)
        if isinstance(value, np.ndarray)
        else value
        for name, value in point.inputs.items()
    }
    return replace(point, inputs=inputs)


def usual_sizes(
    request: Request, sizes: Mapping[str, int] | None = None
) -> dict[str, int]:
    """Return a number for each named size of a request: those given, or small ones."""
    return choices([aval for _, aval in request.inputs], sizes or {})[0]


def measure(
    request: Request,
    built: Built,
    several: bool,
    *,
    sizes: Mapping[str, int] | None = None,
    ranges: Mapping[str, tuple[float, float]] | None = None,
) -> Measured:
    """Run ``forward`` once for the usual sizes and say what it keeps.

    With named sizes it is run for larger ones as well, which tells their names in the
    shapes. ``several`` says that the residuals are a tuple of values.
    """
    chosen = usual_sizes(request, sizes)
    try:
        first = _residuals(example(request, built, chosen, ranges), several)
    except Exception as error:
        text = " ".join(f"{type(error).__name__}: {error}".split())
        return Measured(chosen, reason=f"`forward` could not be run: {text}")
    larger = {name: size + _MORE for name, size in chosen.items()}
    second: list[Any] = first
    if larger:
        try:
            second = _residuals(example(request, built, larger, ranges), several)
        except Exception:
            larger = {}  # defined for some sizes alone: the numbers are shown
            second = first
    names = {(size, larger[name]): name for name, size in chosen.items() if larger}
    return Measured(chosen, kept_of(first, second, names))


def kept_of(
    values: Sequence[Any],
    larger: Sequence[Any] = (),
    names: Mapping[tuple[int, int], str] | None = None,
) -> tuple[Kept, ...]:
    """Return what residuals are; ``larger`` are the same for larger sizes, ``names``
    the names of sizes by what they are in both."""
    seen: set[int] = set()
    return tuple(
        Kept(_form(one, other, names or {}), _bytes(one, seen))
        for one, other in zip(values, larger or values, strict=True)
    )


def _residuals(point: Point, several: bool) -> list[Any]:
    with np.errstate(all="ignore"):
        residuals = point.residuals()
    if several:
        return list(residuals)
    return [] if residuals is None else [residuals]


def _form(value: Any, other: Any, names: Mapping[tuple[int, int], str]) -> str:
    """Return what a value is; ``other`` is the same one for larger sizes."""
    if isinstance(value, np.ndarray | np.generic):
        theirs = np.shape(other)
        if len(theirs) != value.ndim:
            theirs = value.shape
        pairs = zip(value.shape, theirs, strict=True)
        dims = [names.get(pair, str(pair[0])) for pair in pairs]
        return f"{value.dtype}[{', '.join(dims)}]"
    if isinstance(value, tuple):
        others = other if isinstance(other, tuple) else value
        others = others if len(others) == len(value) else value
        pairs_of = zip(value, others, strict=True)
        inner = [_form(one, two, names) for one, two in pairs_of]
        return f"({', '.join(inner)})"
    if isinstance(value, list):
        if not value:
            return "empty list"
        theirs_first = other[0] if isinstance(other, list) and other else value[0]
        return f"list of {len(value)} × {_form(value[0], theirs_first, names)}"
    return "None" if value is None else type(value).__name__


def _bytes(value: Any, seen: set[int]) -> int:
    """Return the bytes that a value holds and no value before it does."""
    if isinstance(value, np.ndarray):
        base: Any = value
        while isinstance(base.base, np.ndarray):
            base = base.base
        if id(base) in seen:
            return 0
        seen.add(id(base))
        return math.prod(base.shape) * base.itemsize
    if isinstance(value, tuple | list):
        return sum(_bytes(one, seen) for one in value)
    if isinstance(value, dict):
        return sum(_bytes(one, seen) for one in value.values())
    if isinstance(value, np.generic):
        return int(value.nbytes)
    # A number of Python is of no account beside an array.
    return 0
