"""Compare NumPy's functions with HIPS/autograd: values and gradients.

    python tools/oracles/compare_with_autograd.py [WORD...]

What is called is said in ``numpy_rows.py``; ``np`` is ``autograd.numpy``. What autograd
cannot do is counted, and told of where a WORD is given, which chooses the calls whose
names have it. Then autograd's own list is gone through: each of its primitives that
NumPy has under this name is in srcad's table, or in its list of those that are not,
with the reason.

Needs autograd beside srcad, and exits 1 where a number differs, or a name is missing.
"""

import sys
from typing import Any

import autograd
import autograd.numpy as anp
import numpy as np
from autograd.builtins import SequenceBox
from autograd.core import primitive_vjps
from numpy_rows import Oracle, compare_rows

from srcad.compiler.evaluate.entry.evaluator import numpy as families
from srcad.compiler.evaluate.numpy.without import REASONS


def unboxed(item: Any) -> Any:
    """A tuple of what autograd has in a box."""
    return tuple(item) if isinstance(item, SequenceBox) else item


AUTOGRAD = Oracle("autograd", anp, autograd.value_and_grad, unboxed)


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
    different, _ = compare_rows(AUTOGRAD, words)
    missing = [] if words else unknown_names()
    for name in missing:
        print(f"{name}: autograd has it, srcad knows nothing of it")
    return 1 if different or missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
