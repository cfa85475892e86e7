"""MindSpore's ``mint.nn.functional``."""

from __future__ import annotations

from srcad.mint.nn.renamed import (
    dropout,
    leaky_relu,
    log_softmax,
    smooth_l1_loss,
    softmax,
)
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
