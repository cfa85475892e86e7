"""The one random generator of eager calls, seeded by ``set_seed``.

Weights and dropout masks are drawn from it. It is NumPy's PCG64, so a seed gives the
same numbers on every machine; they are not the numbers that MindSpore draws for that
seed.
"""

from __future__ import annotations

import numpy as np

__all__ = ["generator", "get_seed", "set_seed"]

_state: dict[str, np.random.Generator | int | None] = {"generator": None, "seed": None}


def set_seed(seed: int) -> None:
    """Start the generator anew from ``seed``.

    NumPy's global generator is seeded too, as MindSpore does. Raises TypeError for what
    is no int and ValueError for a negative one.
    """
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise TypeError(f"The argument 'seed' must be type of int, but got {seed!r}.")
    if seed < 0:
        raise ValueError(f"The argument 'seed' must be at least 0, but got {seed}.")
    np.random.seed(seed % 2**32)
    _state["seed"] = seed
    _state["generator"] = np.random.default_rng(seed)


def get_seed() -> int | None:
    """Return the seed that was set last, or None."""
    seed = _state["seed"]
    return seed if isinstance(seed, int) else None


def generator() -> np.random.Generator:
    """Return the generator; without a seed it starts from the system's entropy."""
    current = _state["generator"]
    if not isinstance(current, np.random.Generator):
        current = np.random.default_rng()
        _state["generator"] = current
    return current
