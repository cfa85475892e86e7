"""MindSpore's ``mint.nn.functional``."""

from __future__ import annotations

from typing import Any

from srcad import ops
from srcad.ops import (
    binary_cross_entropy_with_logits,
    cross_entropy,
    elu,
    gelu,
    l1_loss,
    layer_norm,
    mse_loss,
    relu,
    relu6,
    sigmoid,
    silu,
    softplus,
    tanh,
)
from srcad.ops import dense as linear

__all__ = [
    "binary_cross_entropy_with_logits",
    "cross_entropy",
    "dropout",
    "elu",
    "gelu",
    "l1_loss",
    "layer_norm",
    "leaky_relu",
    "linear",
    "log_softmax",
    "mse_loss",
    "relu",
    "relu6",
    "sigmoid",
    "silu",
    "smooth_l1_loss",
    "softmax",
    "softplus",
    "tanh",
]


def dropout(input: Any, p: float = 0.5, training: bool = True) -> Any:
    """Return ``input`` with elements set to zero with probability ``p``."""
    return ops.dropout(input, p, training)


def leaky_relu(input: Any, negative_slope: float = 0.01) -> Any:
    """Return ``input`` where it is positive, ``negative_slope * input`` elsewhere."""
    return ops.leaky_relu(input, negative_slope)


def log_softmax(input: Any, dim: int = -1, *, dtype: Any = None) -> Any:
    """Return the logarithm of the softmax along ``dim``."""
    return ops.log_softmax(input if dtype is None else ops.cast(input, dtype), dim)


def softmax(input: Any, dim: int = -1, *, dtype: Any = None) -> Any:
    """Return the softmax along ``dim``."""
    return ops.softmax(input if dtype is None else ops.cast(input, dtype), dim)


def smooth_l1_loss(
    input: Any, target: Any, reduction: str = "mean", beta: float = 1.0
) -> Any:
    """Return the Huber loss with its quadratic part up to ``beta``, over ``beta``."""
    return ops.smooth_l1_loss(input, target, beta, reduction)
