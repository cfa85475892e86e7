"""Compare NumPy's functions with JAX: values and gradients, in float64.

    python tools/oracles/compare_with_jax.py [WORD...]

What is called is said in ``numpy_rows.py``, with ``np`` for ``jax.numpy``, and in
``jax_rows.py``. What JAX cannot do (it writes into no array, and asks no array for its
value) is counted, and told of where a WORD is given, which chooses the calls whose
names have it. Then the names are gone through that ``jax.numpy`` and NumPy both have:
each is in a call that agrees, or in srcad's list of what has no derivative, or below.

Needs jax beside srcad, and exits 1 where a number differs, or a name is in none.
"""

import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax_rows import ROWS
from numpy_rows import Oracle, compare_rows

from srcad.compiler.evaluate.numpy.without import REASONS

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")

JAX = Oracle("jax", jnp, jax.value_and_grad)

# What is not compared, and why.
NOT_COMPARED = {
    **dict.fromkeys(
        ("np.fill_diagonal", "np.place", "np.put", "np.put_along_axis"),
        "it writes into an array, and JAX's gives another one",
    ),
    **dict.fromkeys(
        ("np.nextafter", "np.spacing"), "JAX does not know that it has no derivative"
    ),
    "np.histogramdd": "JAX asks for the value of its edges",
    "np.roots": "JAX has no derivative of the eigenvalues of a matrix that may be any",
    "np.linalg.eig": "JAX's vectors have another phase, which the gradient depends on",
}


def names() -> list[str]:
    """The functions that both have, as a user of NumPy writes them."""
    spaces = {"np": (np, jnp)}
    spaces["np.linalg"], spaces["np.fft"] = (np.linalg, jnp.linalg), (np.fft, jnp.fft)
    return [
        f"{path}.{word}"
        for path, (ours, theirs) in spaces.items()
        for word in dir(theirs)
        if not word.startswith("_") and callable(getattr(ours, word, None))
        if not isinstance(getattr(ours, word), type)
    ]


def main(words: list[str]) -> int:
    """Compare the calls that are asked for, and tell what differs."""
    different, agreed = compare_rows(JAX, words, ROWS)
    if words:
        return int(different > 0)
    both = names()
    missing = [
        name
        for name in both
        if name not in agreed and name not in REASONS and name not in NOT_COMPARED
    ]
    for name in missing:
        print(f"{name}: no call of it agrees with JAX's")
    print(
        f"{len(agreed & set(both))} of the {len(both)} functions that both have agree"
    )
    return int(different > 0 or bool(missing))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
