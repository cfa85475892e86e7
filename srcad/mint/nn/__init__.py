"""MindSpore's ``mint.nn``: layers under PyTorch's names for the arguments."""

from __future__ import annotations

from typing import Any

from srcad import nn
from srcad.dtypes import DType, float32
from srcad.mint.nn import functional
from srcad.nn import (
    BCEWithLogitsLoss,
    CrossEntropyLoss,
    Identity,
    L1Loss,
    MSELoss,
    NLLLoss,
    ReLU,
    ReLU6,
    Sigmoid,
    SiLU,
    Tanh,
)

__all__ = [
    "GELU",
    "BCEWithLogitsLoss",
    "CrossEntropyLoss",
    "Dropout",
    "Flatten",
    "Identity",
    "L1Loss",
    "Linear",
    "LogSoftmax",
    "MSELoss",
    "NLLLoss",
    "ReLU",
    "ReLU6",
    "SiLU",
    "Sigmoid",
    "SmoothL1Loss",
    "Softmax",
    "Tanh",
    "functional",
]


class SmoothL1Loss(nn.SmoothL1Loss):
    """``nn.SmoothL1Loss``, which is the mean here."""

    def __init__(self, reduction: str = "mean", beta: float = 1.0) -> None:
        super().__init__(beta, reduction)


class Linear(nn.Dense):
    """``x @ weight.T + bias``: ``nn.Dense`` under other names."""

    def __init__(
        self,
        in_features: int,
        out_features: int,
        bias: bool = True,
        weight_init: Any = None,
        bias_init: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__(
            in_features,
            out_features,
            weight_init,
            bias_init,
            has_bias=bias,
            dtype=dtype or float32,
        )
        self.in_features = in_features
        self.out_features = out_features


class Dropout(nn.Dropout):
    """Sets elements to zero with probability ``p`` while training."""

    def __init__(self, p: float = 0.5) -> None:
        super().__init__(p=p)


class Softmax(nn.Softmax):
    """The softmax along ``dim``."""

    def __init__(self, dim: int = -1) -> None:
        super().__init__(axis=dim)


class LogSoftmax(nn.LogSoftmax):
    """The logarithm of the softmax along ``dim``."""

    def __init__(self, dim: int = -1) -> None:
        super().__init__(axis=dim)


class GELU(nn.GELU):
    """``x Phi(x)``; with ``approximate="tanh"``, by the formula with tanh."""

    def __init__(self, approximate: str = "none") -> None:
        super().__init__(approximate=approximate == "tanh")


class Flatten(nn.Flatten):
    """The axes from ``start_dim`` to ``end_dim`` as one."""
