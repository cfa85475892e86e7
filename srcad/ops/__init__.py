"""MindSpore's operators: functions (``ops.relu``) and classes (``ops.ReLU()``)."""

from typing import Any

from srcad.ops._operator import defbprop, operator
from srcad.ops._primitive import Primitive
from srcad.ops.activations import log_softmax, relu, softmax
from srcad.ops.arithmetic import add, div, mul, sub
from srcad.ops.control import cast, stop_gradient
from srcad.ops.linear import matmul
from srcad.ops.losses import cross_entropy
from srcad.ops.primitives import MatMul, ReLU, Softmax
from srcad.ops.shapes import transpose

_FROM_GRADIENT = ("GradOperation", "grad", "value_and_grad")


def __getattr__(name: str) -> Any:
    # srcad.gradient brings the compiler, which an eager program never needs.
    if name in _FROM_GRADIENT:
        import srcad.gradient

        return getattr(srcad.gradient, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "GradOperation",
    "MatMul",
    "Primitive",
    "ReLU",
    "Softmax",
    "add",
    "cast",
    "cross_entropy",
    "defbprop",
    "div",
    "grad",
    "log_softmax",
    "matmul",
    "mul",
    "operator",
    "relu",
    "softmax",
    "stop_gradient",
    "sub",
    "transpose",
    "value_and_grad",
]
