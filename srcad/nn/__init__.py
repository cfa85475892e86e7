"""MindSpore's layers: every one is a Cell whose ``construct`` the compiler reads."""

from srcad.cell import Cell
from srcad.nn.activations import ReLU
from srcad.nn.dense import Dense

__all__ = ["Cell", "Dense", "ReLU"]
