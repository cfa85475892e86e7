"""Activation layers. Shapes and floating dtypes are kept."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad import ops
from srcad.cell import Cell
from srcad.dtypes import float32
from srcad.initializer import initializer
from srcad.nn.checking import check_bool, check_positive_int
from srcad.parameter import Parameter
from srcad.tensor import Tensor


class ReLU(Cell):
    """``max(x, 0)``."""

    def construct(self, input: Any) -> Any:
        """Return the result."""
        return ops.relu(input)


class ReLU6(Cell):
    """``min(max(x, 0), 6)``."""

    def construct(self, x: Any) -> Any:
        """Return the result."""
        return ops.relu6(x)


class LeakyReLU(Cell):
    """``x`` where it is positive and ``alpha * x`` elsewhere."""

    def __init__(self, alpha: float = 0.2) -> None:
        super().__init__()
        self.alpha = alpha

    def construct(self, x: Any) -> Any:
        """Return the result."""
        return ops.leaky_relu(x, self.alpha)


class RReLU(Cell):
    """``x`` where it is positive and ``a * x`` elsewhere; ``a`` is drawn each time."""

    def __init__(self, lower: float = 1 / 8, upper: float = 1 / 3) -> None:
        super().__init__()
        self.lower = lower
        self.upper = upper

    def construct(self, x: Any) -> Any:
        """Return the result."""
        return ops.rrelu(x, self.lower, self.upper)


class PReLU(Cell):
    """``x`` where it is positive and ``w * x`` elsewhere; ``w`` is trained.

    ``channel`` is 1, or the number of channels (axis 1), each with a ``w`` of its own.
    Raises ValueError for a Tensor ``w`` of another shape.
    """

    def __init__(self, channel: int = 1, w: Any = 0.25) -> None:
        super().__init__()
        check_positive_int("PReLU", channel=channel)
        if isinstance(w, list):
            w = Tensor(np.array(w, np.float32))
        self.w = Parameter(initializer(w, (channel,), float32), name="a")

    def construct(self, x: Any) -> Any:
        """Return the result."""
        return ops.prelu(x, self.w)


class ELU(Cell):
    """``x`` where it is positive and ``alpha (e^x - 1)`` elsewhere."""

    def __init__(self, alpha: float = 1.0) -> None:
        super().__init__()
        self.alpha = alpha

    def construct(self, input_x: Any) -> Any:
        """Return the result."""
        return ops.elu(input_x, self.alpha)


class CELU(Cell):
    """``max(x, 0) + min(alpha (e^(x / alpha) - 1), 0)``."""

    def __init__(self, alpha: float = 1.0) -> None:
        super().__init__()
        self.alpha = alpha

    def construct(self, x: Any) -> Any:
        """Return the result."""
        return ops.celu(x, self.alpha)


class SeLU(Cell):
    """The scaled exponential linear unit."""

    def construct(self, input_x: Any) -> Any:
        """Return the result."""
        return ops.selu(input_x)


class Sigmoid(Cell):
    """``1 / (1 + e^(-x))``."""

    def construct(self, input: Any) -> Any:
        """Return the result."""
        return ops.sigmoid(input)


class LogSigmoid(Cell):
    """``log(sigmoid(x))``."""

    def construct(self, x: Any) -> Any:
        """Return the result."""
        return ops.logsigmoid(x)


class Tanh(Cell):
    """The hyperbolic tangent."""

    def construct(self, input: Any) -> Any:
        """Return the result."""
        return ops.tanh(input)


class Softmax(Cell):
    """``e^x / sum(e^x)`` along ``axis``."""

    def __init__(self, axis: int = -1) -> None:
        super().__init__()
        if not isinstance(axis, (int, tuple)):
            raise TypeError(
                "For 'Softmax', the type of 'axis' must be int or tuple, but got "
                f"{type(axis).__name__}."
            )
        self.axis = axis

    def construct(self, input: Any) -> Any:
        """Return the result."""
        return ops.softmax(input, self.axis)


class LogSoftmax(Cell):
    """``log(softmax(x))`` along ``axis``."""

    def __init__(self, axis: int = -1) -> None:
        super().__init__()
        self.axis = axis

    def construct(self, x: Any) -> Any:
        """Return the result."""
        return ops.log_softmax(x, self.axis)


class Softmin(Cell):
    """``softmax(-x)`` along ``axis``."""

    def __init__(self, axis: int = -1) -> None:
        super().__init__()
        self.axis = axis

    def construct(self, x: Any) -> Any:
        """Return the result."""
        return ops.softmin(x, self.axis)


class Softplus(Cell):
    """``log(1 + e^x)``."""

    def construct(self, x: Any) -> Any:
        """Return the result."""
        return ops.softplus(x)


class Softsign(Cell):
    """``x / (1 + |x|)``."""

    def construct(self, x: Any) -> Any:
        """Return the result."""
        return ops.softsign(x)


class GELU(Cell):
    """``x`` times the normal distribution function; its tanh form by default."""

    def __init__(self, approximate: bool = True) -> None:
        super().__init__()
        check_bool("GELU", approximate=approximate)
        self.approximate = "tanh" if approximate else "none"

    def construct(self, x: Any) -> Any:
        """Return the result."""
        return ops.gelu(x, self.approximate)


class SiLU(Cell):
    """``x * sigmoid(x)``."""

    def construct(self, x: Any) -> Any:
        """Return the result."""
        return ops.silu(x)


class Mish(Cell):
    """``x * tanh(softplus(x))``."""

    def construct(self, input_x: Any) -> Any:
        """Return the result."""
        return ops.mish(input_x)


class HSwish(Cell):
    """``x * hardsigmoid(x)``."""

    def construct(self, input: Any) -> Any:
        """Return the result."""
        return ops.hardswish(input)


class HSigmoid(Cell):
    """``(x + 3) / 6``, brought into ``[0, 1]``."""

    def construct(self, input: Any) -> Any:
        """Return the result."""
        return ops.hardsigmoid(input)


class Hardtanh(Cell):
    """``x`` brought into ``[min_val, max_val]``."""

    def __init__(self, min_val: float = -1.0, max_val: float = 1.0) -> None:
        super().__init__()
        self.min_val = min_val
        self.max_val = max_val

    def construct(self, x: Any) -> Any:
        """Return the result."""
        return ops.hardtanh(x, self.min_val, self.max_val)


class HShrink(Cell):
    """``x`` where ``|x| > lambd`` and 0 elsewhere."""

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd

    def construct(self, input_x: Any) -> Any:
        """Return the result."""
        return ops.hardshrink(input_x, self.lambd)


class SoftShrink(Cell):
    """``x`` drawn towards 0 by ``lambd``, and 0 within that of it."""

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd

    def construct(self, input: Any) -> Any:
        """Return the result."""
        return ops.softshrink(input, self.lambd)


class Tanhshrink(Cell):
    """``x - tanh(x)``."""

    def construct(self, x: Any) -> Any:
        """Return the result."""
        return ops.tanhshrink(x)


class Threshold(Cell):
    """``x`` where it is above ``threshold`` and ``value`` elsewhere."""

    def __init__(self, threshold: float, value: float) -> None:
        super().__init__()
        self.threshold = threshold
        self.value = value

    def construct(self, input_x: Any) -> Any:
        """Return the result."""
        return ops.threshold(input_x, self.threshold, self.value)


class GLU(Cell):
    """The first half along ``axis`` times the sigmoid of the second."""

    def __init__(self, axis: int = -1) -> None:
        super().__init__()
        self.dim = axis

    def construct(self, x: Any) -> Any:
        """Return the result, of half the size along the axis."""
        return ops.glu(x, self.dim)


_ACTIVATIONS: dict[str, type[Cell]] = {
    "softmin": Softmin,
    "softmax": Softmax,
    "softshrink": SoftShrink,
    "softsign": Softsign,
    "logsoftmax": LogSoftmax,
    "relu": ReLU,
    "relu6": ReLU6,
    "silu": SiLU,
    "tanh": Tanh,
    "tanhshrink": Tanhshrink,
    "gelu": GELU,
    "mish": Mish,
    "elu": ELU,
    "celu": CELU,
    "sigmoid": Sigmoid,
    "prelu": PReLU,
    "leakyrelu": LeakyReLU,
    "hardtanh": Hardtanh,
    "hswish": HSwish,
    "hsigmoid": HSigmoid,
    "logsigmoid": LogSigmoid,
    "selu": SeLU,
    "hshrink": HShrink,
    "threshold": Threshold,
}


def get_activation(name: str | None, prim_name: str | None = None) -> Cell | None:
    """Return a new activation layer by its name in lower case; None for None.

    Raises KeyError for an unknown name.
    """
    if name is None:
        return None
    if name not in _ACTIVATIONS:
        raise KeyError(
            f"The 'name' must be in {sorted(_ACTIVATIONS)}, but got {name!r}."
        )
    return _ACTIVATIONS[name]()
