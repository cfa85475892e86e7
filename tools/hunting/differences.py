"""The gradients of a compiled program against finite differences of its plain run."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad import Tensor
from tests.srcad.compiler.programs.checking import agrees

from .outcomes import leaves
from .subjects import Subject


def disagreement(subject: Subject, gradients: tuple[Any, ...]) -> str:
    """How the gradients differ from slopes along one direction; "" where they agree.

    Nothing is said of programs that are not in float64, nor near a kink.
    """
    inputs = leaves(subject.inputs)
    weights = subject.weights
    arrays = [*(np.asarray(x) for x in inputs), *(w.asnumpy() for w in weights)]
    floats = [a.dtype.kind == "f" for a in arrays[: len(inputs)]]
    wanted = [a for a, f in zip(arrays, floats, strict=False) if f]
    wanted += arrays[len(inputs) :]
    if len(wanted) != len(gradients) or not all(map(_is_double, wanted)):
        return ""
    if not all(map(_is_double, gradients)):
        return ""
    random = np.random.default_rng(0)
    moves = [np.asarray(random.standard_normal(a.shape)) for a in wanted]
    # The gradient of a Parameter that is not trained is zero, whatever the slope.
    for move, weight in zip(moves[::-1], weights[::-1], strict=False):
        move *= weight.requires_grad
    analytic = 0.0
    for gradient, move, array in zip(gradients, moves, wanted, strict=True):
        if gradient.shape != array.shape:
            return f"a gradient has shape {gradient.shape}, its input {array.shape}"
        analytic += float(np.sum(gradient * move))
    starts = [a.copy() for a in wanted]

    def at(step: float) -> float:
        moved = [s + step * m for s, m in zip(starts, moves, strict=True)]
        for parameter, array in zip(weights[::-1], moved[::-1], strict=False):
            parameter.set_data(Tensor(array))
        arguments = _arguments(subject.inputs, moved)
        with np.errstate(all="ignore"):
            results = leaves(subject.function(*arguments))
        return sum(float(np.sum(leaf)) for leaf in results)

    if not np.isfinite(at(0.0)) or not np.isfinite(analytic):
        return ""
    verdict = agrees(analytic, at)
    at(0.0)
    return verdict or ""


def _is_double(array: Any) -> bool:
    return array.dtype == np.float64


def _arguments(inputs: tuple[Any, ...], moved: list[Any]) -> list[Any]:
    """The arguments with other arrays in the place of those of floats."""
    left = iter(moved)
    arguments: list[Any] = []
    for item in inputs:
        if isinstance(item, Tensor) and item.asnumpy().dtype.kind == "f":
            arguments.append(Tensor(next(left)))
        elif isinstance(item, float):
            arguments.append(float(next(left)))
        elif isinstance(item, np.ndarray) and item.dtype.kind == "f":
            arguments.append(next(left))
        else:
            arguments.append(item)
    return arguments
