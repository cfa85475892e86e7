"""The calls of NumPy's functions in the tests, made with another tool's ``numpy``.

Every call of ``tests/srcad/compiler/evaluate/*/*_rows.py`` is made on both sides, with
``np`` there as it is and here as the other tool's: value and gradient. Where a number
differs by more than 1e-7, finite differences decide who is right.
"""

from __future__ import annotations

import types
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.srcad.compiler.derivatives import (
    check,
    choices,
    draw,
    generate,
    leaves,
)
from tests.srcad.compiler.evaluate.all_rows import ROWS
from tests.srcad.compiler.evaluate.numpy.numpy_rows import Row

TOLERANCE = 1e-7


@dataclass(frozen=True, slots=True)
class Oracle:
    """Another tool: its ``numpy``, its gradient, what its containers are in Python.

    ``value_and_grad(function, places)`` gives a function of arrays to the value and the
    gradients by the arguments at these places. ``plain`` makes tuples of containers.
    """

    name: str
    numpy: Any
    value_and_grad: Callable[..., Any]
    plain: Callable[[Any], Any] = lambda item: item


class Recording:
    """A module that keeps the names that are asked of it, below ``path``."""

    def __init__(self, module: Any, names: set[str], path: str = "np") -> None:
        self._module, self._names, self._path = module, names, path

    def __getattr__(self, word: str) -> Any:
        name = f"{self._path}.{word}"
        self._names.add(name)
        found = getattr(self._module, word)
        if isinstance(found, types.ModuleType):
            return Recording(found, self._names, name)
        return found


def with_numpy(function: Any, module: Any) -> Any:
    """The same function, in which ``np`` is another module."""
    around = {**function.__globals__, "np": module}
    code, defaults = function.__code__, function.__defaults__
    return types.FunctionType(code, around, function.__name__, defaults)


def floating(item: Any) -> bool:
    """Whether something is an array, or a number, with a gradient."""
    kind = getattr(getattr(item, "dtype", None), "kind", None)
    return (kind or np.asarray(getattr(item, "_value", item)).dtype.kind) == "f"


def compared(row: Row, oracle: Oracle, names: set[str]) -> str:
    """What came of one row: "agrees", "differs", or why the oracle has no answer.

    The names that the call asks of NumPy are added to ``names``.
    """
    module = generate(row.function, row.inputs)
    random = np.random.default_rng(0)
    sizes = next(choices(module.inputs, row.options.get("sizes", {}), False))
    given = draw(module.inputs, sizes, random, row.options.get("values", {}))
    out, residuals = module.call(given)
    ours = [leaf for leaf in leaves(out) if floating(leaf)]
    weights = [random.standard_normal(np.shape(leaf)) for leaf in ours]
    wrt = [name for name in given if floating(given[name])]
    theirs = with_numpy(row.function, Recording(oracle.numpy, names))

    def loss(*floats: Any) -> Any:
        arguments = {**given, **dict(zip(wrt, floats, strict=True))}
        found = theirs(*arguments.values())
        parts = [leaf for leaf in leaves(_plain(found, oracle)) if floating(leaf)]
        pairs = zip(parts, weights, strict=True)
        return sum(oracle.numpy.sum(p * w) for p, w in pairs)

    try:
        value, gradients = oracle.value_and_grad(loss, tuple(range(len(wrt))))(
            *(np.array(given[name]) for name in wrt)
        )
    except Exception as error:
        return _cannot(oracle, error)
    want = sum(float(np.sum(o * w)) for o, w in zip(ours, weights, strict=True))
    found = module.gradients(residuals, _weights_like(out, iter(weights)))
    pairs = [(value, want)]
    pairs += [(g, found[name]) for g, name in zip(gradients, wrt, strict=True)]
    if all(_close(*pair) for pair in pairs):
        without = [leaf for leaf in leaves(out) if not floating(leaf)]
        return _same_values(without, lambda: theirs(*given.values()), oracle)
    options = {k: v for k, v in row.options.items() if k != "at_one"}
    try:
        check(row.function, row.inputs, orders=(1,), at_one=False, **options)
    except AssertionError:
        return "differs"
    return f"{oracle.name}: differs from finite differences, too"


def _cannot(oracle: Oracle, error: Exception) -> str:
    said = str(error).split("\n")[0]
    return f"{oracle.name}: {type(error).__name__}: {said}"


def _same_values(ours: list[Any], call: Callable[[], Any], oracle: Oracle) -> str:
    """The same of results that have no gradient: integers, bools, complex numbers."""
    if not ours:
        return "agrees"
    try:
        every = leaves(_plain(call(), oracle))
    except Exception as error:
        return _cannot(oracle, error)
    found = [leaf for leaf in every if not floating(leaf)]
    same = [
        np.shape(one) == np.shape(other) and np.allclose(one, np.asarray(other), 1e-9)
        for one, other in zip(ours, found, strict=True)
    ]
    return "agrees" if all(same) else "differs"


def _plain(item: Any, oracle: Oracle) -> Any:
    """Nested results as tuples, also those that the oracle has in a box."""
    item = oracle.plain(item)
    if isinstance(item, tuple | list):
        return tuple(_plain(part, oracle) for part in item)
    return item


def _weights_like(out: Any, weights: Any) -> Any:
    if isinstance(out, tuple | list):
        parts = [_weights_like(part, weights) for part in out]
        return tuple(parts) if isinstance(out, tuple) else parts
    return next(weights) if floating(out) else np.zeros(np.shape(out))


def _close(one: Any, other: Any) -> bool:
    scale = float(np.max(np.abs(other), initial=1.0))
    return bool(np.all(np.abs(np.asarray(one) - other) <= TOLERANCE * scale))


def compare_rows(
    oracle: Oracle, words: list[str], more: Sequence[Row] = ()
) -> tuple[int, set[str]]:
    """Compare the calls whose names have a word, or all of them; tell what differs.
    ``more`` are made besides those of the tests.

    Gives the number that differ and the names of NumPy's functions in those that agree.
    What the oracle cannot do is counted, and told of where words are given.
    """
    warnings.simplefilter("ignore")
    every = [*ROWS, *more]
    rows = [row for row in every if not words or any(w in row.name for w in words)]
    counts = {"agrees": 0, "differs": 0, oracle.name: 0}
    agreed: set[str] = set()
    for row in rows:
        names: set[str] = set()
        result = compared(row, oracle, names)
        counts[result.split(":")[0]] += 1
        if result == "agrees":
            agreed |= names
        if result == "differs" or (words and result != "agrees"):
            print(f"{row.name}: {result}")
    print(
        f"{len(rows)} calls: {counts['agrees']} agree, {counts['differs']} differ, "
        f"{counts[oracle.name]} are not for {oracle.name}"
    )
    return counts["differs"], agreed
