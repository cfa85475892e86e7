"""The operators of ``mint.nn.functional`` that have other arguments there, as a table.

:mod:`srcad.ops._forwarding` reads it; ``renamed.pyi`` tells type checkers of them.
"""

# Written by tools/stubs.py.

from typing import Any

def dropout(input: Any, p: float = 0.5, training: bool = True) -> Any:
    """Return ``input`` with elements set to zero with probability ``p``."""

def leaky_relu(input: Any, negative_slope: float = 0.01) -> Any:
    """Return ``input`` where it is positive, ``negative_slope * input`` elsewhere."""

def log_softmax(input: Any, dim: int = -1, *, dtype: Any = None) -> Any:
    """Return the logarithm of the softmax along ``dim``."""

def smooth_l1_loss(
    input: Any, target: Any, reduction: str = "mean", beta: float = 1.0
) -> Any:
    """Return the Huber loss with its quadratic part up to ``beta``, over ``beta``."""

def softmax(input: Any, dim: int = -1, *, dtype: Any = None) -> Any:
    """Return the softmax along ``dim``."""
