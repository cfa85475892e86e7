"""Compare NumPy's functions with HIPS/autograd: values and gradients.

    python tools/oracles/compare_with_autograd.py [WORD...]

Every call of ``tests/srcad/compiler/evaluate/*_rows.py`` is made on both sides, with
``np`` there as it is and here as ``autograd.numpy``. What autograd cannot do is
counted, and told of where a WORD is given, which chooses the calls whose names have it.
Then autograd's own list is gone through: each of its primitives that NumPy has under
this name is in srcad's table, or in its list of those that are not, with the reason.

Where a number differs by more than 1e-7, finite differences decide who is right. Needs
autograd beside srcad, and exits 1 where it is autograd, or a name is missing.
"""

import sys
import types
import warnings
from typing import Any

import autograd
import autograd.numpy as anp
import numpy as np
from autograd.builtins import SequenceBox
from autograd.core import primitive_vjps

from srcad.compiler.evaluate.evaluator import numpy as families
from srcad.compiler.evaluate.numpy.without import REASONS
from tests.srcad.compiler.derivatives import (
    check,
    choices,
    draw,
    generate,
    leaves,
)
from tests.srcad.compiler.evaluate.all_rows import ROWS
from tests.srcad.compiler.evaluate.numpy_rows import Row

TOLERANCE = 1e-7


def with_autograd(function: Any) -> Any:
    """The same function, in which ``np`` is autograd's."""
    around = {**function.__globals__, "np": anp}
    code, defaults = function.__code__, function.__defaults__
    return types.FunctionType(code, around, function.__name__, defaults)


def floating(item: Any) -> bool:
    """Whether something is an array, or a number, with a gradient."""
    return np.asarray(getattr(item, "_value", item)).dtype.kind == "f"


def weighted(out: Any, weights: list[np.ndarray]) -> Any:
    """A number that all of the result goes into."""
    parts = [leaf for leaf in leaves(_unboxed(out)) if floating(leaf)]
    return sum(anp.sum(p * w) for p, w in zip(parts, weights, strict=True))


def _unboxed(item: Any) -> Any:
    """Nested results as tuples, also those that autograd has in a box."""
    several = isinstance(item, tuple | list | SequenceBox)
    return tuple(map(_unboxed, item)) if several else item


def compared(row: Row) -> str:
    """What came of one row: "agrees", "differs", or why autograd has no answer."""
    module = generate(row.function, row.inputs)
    random = np.random.default_rng(0)
    sizes = next(choices(module.inputs, row.options.get("sizes", {}), False))
    given = draw(module.inputs, sizes, random, row.options.get("values", {}))
    out, residuals = module.call(given)
    ours = [leaf for leaf in leaves(out) if floating(leaf)]
    weights = [random.standard_normal(np.shape(leaf)) for leaf in ours]
    names = [name for name in given if floating(given[name])]
    theirs = with_autograd(row.function)

    def loss(*floats: Any) -> Any:
        arguments = {**given, **dict(zip(names, floats, strict=True))}
        return weighted(theirs(*arguments.values()), weights)

    places = tuple(range(len(names)))
    try:
        value, gradients = autograd.value_and_grad(loss, places)(
            *(np.array(given[name]) for name in names)
        )
    except Exception as error:
        return f"autograd: {type(error).__name__}: {error}"
    want = sum(float(np.sum(o * w)) for o, w in zip(ours, weights, strict=True))
    douts = iter(weights)
    mapped = _weights_like(out, douts)
    found = module.gradients(residuals, mapped)
    pairs = [(value, want)]
    pairs += [(g, found[name]) for g, name in zip(gradients, names, strict=True)]
    if all(_close(*pair) for pair in pairs):
        return "agrees"
    options = {k: v for k, v in row.options.items() if k != "at_one"}
    try:
        check(row.function, row.inputs, orders=(1,), at_one=False, **options)
    except AssertionError:
        return "differs"
    return "autograd: differs from finite differences, too"


def _weights_like(out: Any, weights: Any) -> Any:
    if isinstance(out, tuple | list):
        parts = [_weights_like(part, weights) for part in out]
        return tuple(parts) if isinstance(out, tuple) else parts
    return next(weights) if floating(out) else np.zeros(np.shape(out))


def _close(one: Any, other: Any) -> bool:
    scale = float(np.max(np.abs(other), initial=1.0))
    return bool(np.all(np.abs(np.asarray(one) - other) <= TOLERANCE * scale))


def unknown_names() -> list[str]:
    """Names of autograd's primitives that NumPy has, and srcad knows nothing of."""
    found = []
    for primitive in primitive_vjps:
        word = primitive.__name__
        module = next((m for m in (np, np.linalg, np.fft) if hasattr(m, word)), None)
        if module is None or not callable(getattr(module, word)):
            continue
        name = f"{module.__name__.replace('numpy', 'np')}.{word}"
        if families.numpy_handler(getattr(module, word)) is None:
            if name not in REASONS:
                found.append(name)
    return sorted(set(found))


def main(words: list[str]) -> int:
    """Compare the calls that are asked for, and tell what differs."""
    warnings.simplefilter("ignore")
    rows = [row for row in ROWS if not words or any(w in row.name for w in words)]
    counts = {"agrees": 0, "differs": 0, "autograd": 0}
    for row in rows:
        result = compared(row)
        counts[result.split(":")[0]] += 1
        if result == "differs" or (words and result != "agrees"):
            print(f"{row.name}: {result}")
    missing = [] if words else unknown_names()
    for name in missing:
        print(f"{name}: autograd has it, srcad knows nothing of it")
    print(
        f"{len(rows)} calls: {counts['agrees']} agree, {counts['differs']} differ, "
        f"{counts['autograd']} are not for autograd"
    )
    return 1 if counts["differs"] or missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
