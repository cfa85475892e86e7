"""What a call gives: a value and gradients, a refusal, or an error; and comparing them.

Two compilations of one program in one state give the same module, so their outcomes are
equal to the bit. A plain run is compared with the usual tolerances.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import srcad
from srcad import CompileError, Tensor

from .subjects import Subject

VALUE, REFUSED, RAISED = "value", "refused", "raised"
TOLERANCES = {"float16": 1e-2, "float32": 1e-4}


@dataclass(frozen=True)
class Outcome:
    """``what`` a call gave: ``outputs`` and ``gradients``, or the ``error`` raised."""

    what: str
    outputs: tuple[Any, ...] = ()
    gradients: tuple[Any, ...] = ()
    error: str = ""
    message: str = ""

    def __str__(self) -> str:
        if self.what != VALUE:
            return f"{self.what} {self.error}: {self.message}"
        values, gradients = (
            ", ".join(np.array2string(np.asarray(leaf), precision=8) for leaf in part)
            for part in (self.outputs, self.gradients)
        )
        return f"value {values}; gradients {gradients}"


def leaves(item: Any) -> list[Any]:
    """The numbers and arrays of nested tuples, lists, dicts and records, in order."""
    if dataclasses.is_dataclass(item) and not isinstance(item, type):
        item = [getattr(item, field.name) for field in dataclasses.fields(item)]
    if isinstance(item, dict):
        item = list(item.values())
    if isinstance(item, tuple | list):
        return [leaf for part in item for leaf in leaves(part)]
    if isinstance(item, Tensor):
        return [item.asnumpy()]
    return [] if item is None else [item]


def attempted(function: Callable[[], tuple[Any, Any]]) -> Outcome:
    """What becomes of a function that gives outputs and gradients."""
    try:
        with np.errstate(all="ignore"):
            out, gradients = function()
    except CompileError as error:
        code = error.diagnostics[0].code
        return Outcome(REFUSED, error=code, message=str(error).split("\n")[0])
    except Exception as error:
        return Outcome(RAISED, error=type(error).__name__, message=str(error)[:200])
    return Outcome(VALUE, _copied(out), _copied(gradients))


def _copied(item: Any) -> tuple[Any, ...]:
    return tuple(np.array(leaf) for leaf in leaves(item))


def compiled(subject: Subject) -> Outcome:
    """What srcad gives for a program as it is now."""

    def run() -> tuple[Any, Any]:
        positions = tuple(range(len(subject.inputs))) or None
        weights = subject.weights or None
        function = srcad.value_and_grad(subject.function, positions, weights)
        result: tuple[Any, Any] = function(*subject.inputs)
        return result

    return attempted(run)


def plain(subject: Subject) -> Outcome:
    """What the program itself gives."""
    return attempted(lambda: (subject.function(*subject.inputs), ()))


# -------------------------------------------------------------------------- comparison


def same(one: Outcome, two: Outcome) -> bool:
    """Whether two calls gave the same, to the bit; two refusals are the same."""
    if one.what != two.what:
        return False
    if one.what == RAISED:
        return one.error == two.error
    return _all(_identical, one.outputs, two.outputs) and _all(
        _identical, one.gradients, two.gradients
    )


def _all(test: Callable[[Any, Any], bool], one: Any, two: Any) -> bool:
    return len(one) == len(two) and all(map(test, one, two))


def _identical(one: Any, two: Any) -> bool:
    if one.dtype != two.dtype or one.shape != two.shape:
        return False
    if one.dtype.kind not in "fc":
        return np.array_equal(one, two)
    signs = np.signbit(one.real) == np.signbit(two.real)
    return np.array_equal(one, two, equal_nan=True) and bool(
        np.all(signs | np.isnan(one))
    )


def close(out: Outcome, run: Outcome) -> bool:
    """Whether a compiled primal gave what the plain run gave."""
    return _all(_near, out.outputs, run.outputs)


def _near(one: Any, two: Any) -> bool:
    if one.shape != two.shape:
        return False
    names = (one.dtype.name, two.dtype.name)
    tolerance = max(TOLERANCES.get(name, 1e-9) for name in names)
    return np.allclose(one, two, rtol=tolerance, atol=tolerance, equal_nan=True)
