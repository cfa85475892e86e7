"""Optimizers: called with the gradients, they update the Parameters."""

from srcad.nn.optim.adam import (
    Adam,
    AdaMax,
    AdamOffload,
    AdamWeightDecay,
    Lamb,
    LazyAdam,
)
from srcad.nn.optim.adaptive import (
    FTRL,
    Adadelta,
    Adagrad,
    ProximalAdagrad,
    RMSProp,
    Rprop,
)
from srcad.nn.optim.momentum import ASGD, SGD, Momentum
from srcad.nn.optim.optimizer import Optimizer
from srcad.nn.optim.scaled import LARS, AdaFactor

__all__ = [
    "ASGD",
    "FTRL",
    "LARS",
    "SGD",
    "AdaFactor",
    "AdaMax",
    "Adadelta",
    "Adagrad",
    "Adam",
    "AdamOffload",
    "AdamWeightDecay",
    "Lamb",
    "LazyAdam",
    "Momentum",
    "Optimizer",
    "ProximalAdagrad",
    "RMSProp",
    "Rprop",
]
