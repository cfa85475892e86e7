"""The methods of Tensors that write random numbers into them: ``x.normal_()``.

They draw as all random operators do (``srcad.set_seed``), and give the Tensor back.
Raises ValueError for a ``generator``, and what ``written`` does.
"""

from __future__ import annotations

from typing import Any

from srcad.ops import elementwise, random
from srcad.ops.in_place import written

__all__ = ["DRAWN", "seedless"]


def seedless(given: Any, generator: Any) -> Any:
    """Return ``given``. Raises ValueError for a generator: ``set_seed`` alone seeds."""
    if generator is not None:
        raise ValueError("No generator can be given: set_seed seeds all numbers.")
    return given


def normal_(self: Any, mean: Any = 0, std: Any = 1, *, generator: Any = None) -> Any:
    """Draw from the normal distribution ``N(mean, std^2)``."""
    return written(seedless(self, generator), random.randn_like(self) * std + mean)


def uniform_(self: Any, from_: Any = 0, to: Any = 1, *, generator: Any = None) -> Any:
    """Draw evenly from ``[from_, to)``."""
    drawn = random.rand_like(seedless(self, generator)) * (to - from_) + from_
    return written(self, drawn)


def bernoulli_(self: Any, p: Any = 0.5, *, generator: Any = None) -> Any:
    """Draw 1 with probability ``p`` and 0 otherwise."""
    return written(self, random.bernoulli(seedless(self, generator), p))


def exponential_(self: Any, lambd: Any = 1, *, generator: Any = None) -> Any:
    """Draw from the exponential distribution of the rate ``lambd``."""
    drawn = random.rand_like(seedless(self, generator))
    return written(self, elementwise.log1p(-drawn) / -lambd)


DRAWN = (normal_, uniform_, bernoulli_, exponential_)
