"""Activation functions. Shapes and floating dtypes are kept.

Where a function has a kink, its derivative there is MindSpore's: the one that its bprop
states, and its body as well, which may be differentiated in the bprop's place.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcad.compiler.evaluate.intrinsics import above, below, larger, smaller
from srcad.ops._operator import operator
from srcad.ops._promotion import as_floating, cast_to
from srcad.ops.kernels import error_function

__all__ = [
    "celu",
    "elu",
    "gelu",
    "glu",
    "hard_sigmoid",
    "hard_swish",
    "hardshrink",
    "hardsigmoid",
    "hardswish",
    "hardtanh",
    "leaky_relu",
    "log_sigmoid",
    "log_softmax",
    "logsigmoid",
    "mish",
    "prelu",
    "relu",
    "relu6",
    "selu",
    "sigmoid",
    "silu",
    "softmax",
    "softmin",
    "softplus",
    "softshrink",
    "softsign",
    "swish",
    "tanhshrink",
    "threshold",
]


@operator
def relu(input: Any, inplace: bool = False) -> Any:
    """Return ``max(input, 0)``. Raises ValueError for ``inplace``."""
    if inplace:
        raise ValueError("For 'relu', inplace=True is not supported.")
    return above(input, 0)


@relu.defbprop
def relu_bprop(input: Any, inplace: Any, out: Any, dout: Any) -> Any:
    """At 0 the derivative is 0."""
    return dout * (out > 0), None


@operator
def relu6(x: Any) -> Any:
    """Return ``min(max(x, 0), 6)``."""
    return np.minimum(above(x, 0), 6)


@relu6.defbprop
def relu6_bprop(x: Any, out: Any, dout: Any) -> Any:
    """At 0 the derivative is 0, at 6 it is 1."""
    return (dout * ((x > 0) & (x <= 6)),)


@operator
def leaky_relu(input: Any, alpha: float = 0.2) -> Any:
    """Return ``input`` where it is positive and ``alpha * input`` elsewhere."""
    if alpha <= 1:
        return larger(alpha * input, input)
    return smaller(alpha * input, input)


@leaky_relu.defbprop
def leaky_relu_bprop(input: Any, alpha: Any, out: Any, dout: Any) -> Any:
    """At 0 the derivative is the mean of those on both sides."""
    above = np.where(input > 0, 1, (1 + alpha) / 2)
    return dout * np.where(input < 0, alpha, above), None


@operator
def prelu(input: Any, weight: Any) -> Any:
    """Return ``input`` where it is positive and ``weight * input`` elsewhere.

    ``weight`` has one element, or one for each channel (axis 1 of ``input``).
    """
    if input.ndim == 0:
        weight = np.reshape(weight, ())
    if input.ndim > 2 and weight.ndim == 1:
        weight = np.reshape(weight, (-1,) + (1,) * (input.ndim - 2))
    return np.where(input > 0, input, weight * input)


@operator
def elu(input_x: Any, alpha: float = 1.0) -> Any:
    """Return ``x`` where it is positive and ``alpha (e^x - 1)`` elsewhere."""
    lower = alpha * np.expm1(np.minimum(input_x, 0))
    return np.where(input_x > 0, input_x, lower)


@elu.defbprop
def elu_bprop(input_x: Any, alpha: Any, out: Any, dout: Any) -> Any:
    """Below 0 the derivative is ``alpha e^x``, which is ``out + alpha``."""
    return dout * np.where(input_x > 0, 1, out + alpha), None


@operator
def celu(x: Any, alpha: float = 1.0) -> Any:
    """Return ``max(x, 0) + min(alpha (e^(x / alpha) - 1), 0)``: Barron 2017."""
    lower = alpha * np.expm1(np.minimum(x, 0) / alpha)
    return np.where(x > 0, x, lower)


@celu.defbprop
def celu_bprop(x: Any, alpha: Any, out: Any, dout: Any) -> Any:
    """Below 0 the derivative is ``e^(x / alpha)``, which is ``out / alpha + 1``."""
    return dout * np.where(x > 0, 1, out / alpha + 1), None


@operator
def selu(input_x: Any) -> Any:
    """Return the scaled exponential linear unit: Klambauer et al. 2017, section 2."""
    scale, alpha = 1.0507009873554805, 1.6732632423543772
    lower = alpha * np.expm1(np.minimum(input_x, 0))
    return scale * np.where(input_x >= 0, input_x, lower)


@selu.defbprop
def selu_bprop(input_x: Any, out: Any, dout: Any) -> Any:
    """Below 0 the derivative is ``out + scale * alpha``."""
    scale, scale_alpha = 1.0507009873554805, 1.7580993408473766
    return (dout * np.where(input_x >= 0, scale, out + scale_alpha),)


@operator
def sigmoid(input: Any) -> Any:
    """Return ``1 / (1 + e^(-input))``."""
    return 1 / (1 + np.exp(-as_floating(input)))


@sigmoid.defbprop
def sigmoid_bprop(input: Any, out: Any, dout: Any) -> Any:
    """The derivative is ``out (1 - out)``."""
    return (dout * out * (1 - out),)


@operator
def logsigmoid(x: Any) -> Any:
    """Return ``log(sigmoid(x))``, without overflow."""
    return -np.logaddexp(0, -x)


@logsigmoid.defbprop
def logsigmoid_bprop(x: Any, out: Any, dout: Any) -> Any:
    """The derivative is ``sigmoid(-x)``, which is ``1 - e^out``."""
    return (dout * -np.expm1(out),)


@operator
def softplus(input: Any, beta: float = 1, threshold: float = 20) -> Any:
    """Return ``log(1 + e^(beta * input)) / beta``, without overflow.

    Where ``beta * input`` is above ``threshold`` it is ``input`` itself.
    """
    smooth = np.logaddexp(0, beta * input) / beta
    return np.where(beta * input > threshold, input, smooth)


@softplus.defbprop
def softplus_bprop(input: Any, beta: Any, threshold: Any, out: Any, dout: Any) -> Any:
    """The derivative is ``sigmoid(beta * input)``, which is ``1 - e^(-beta * out)``.

    Above the threshold it is 1.
    """
    slope = np.where(beta * input > threshold, 1, -np.expm1(-beta * out))
    return dout * slope, None, None


@operator
def silu(input: Any) -> Any:
    """Return ``input * sigmoid(input)``."""
    return input * sigmoid(input)


@operator
def mish(x: Any) -> Any:
    """Return ``x * tanh(softplus(x))``: Misra 2019."""
    return x * np.tanh(np.logaddexp(0, x))


@operator
def gelu(input: Any, approximate: str = "none") -> Any:
    """Return ``input`` times the normal distribution function: Hendrycks, Gimpel 2016.

    ``approximate="tanh"`` gives their approximation. Raises ValueError for any other
    value than that and ``"none"``.
    """
    if approximate not in ("none", "tanh"):
        raise ValueError(
            "For ops.gelu, approximate value should be either 'none' or 'tanh', but "
            f"got {approximate}."
        )
    if approximate == "tanh":
        inner = math.sqrt(2 / math.pi) * (input + 0.044715 * (input * input * input))
        return 0.5 * input * (1 + np.tanh(inner))
    return 0.5 * input * (1 + error_function(input / math.sqrt(2)))


@operator
def hardsigmoid(input: Any) -> Any:
    """Return ``(input + 3) / 6``, brought into ``[0, 1]``."""
    return below(above(input + 3, 0), 6) / 6


@hardsigmoid.defbprop
def hardsigmoid_bprop(input: Any, out: Any, dout: Any) -> Any:
    """Between -3 and 3 the derivative is 1 / 6, elsewhere 0."""
    return (dout * ((input > -3) & (input < 3)) / 6,)


@operator
def hardswish(input: Any) -> Any:
    """Return ``input * hardsigmoid(input)``: Howard et al. 2019, section 5.2."""
    return input * np.minimum(np.maximum(input + 3, 0), 6) / 6


@hardswish.defbprop
def hardswish_bprop(input: Any, out: Any, dout: Any) -> Any:
    """Between -3 and 3, and there, the derivative is ``(2 * input + 3) / 6``."""
    inside = (2 * input + 3) / 6
    return (dout * np.where(np.abs(input) <= 3, inside, input > 3),)


@operator
def hardtanh(input: Any, min_val: float = -1.0, max_val: float = 1.0) -> Any:
    """Return ``input`` brought into ``[min_val, max_val]``."""
    return smaller(larger(input, min_val), max_val)


@hardtanh.defbprop
def hardtanh_bprop(input: Any, min_val: Any, max_val: Any, out: Any, dout: Any) -> Any:
    """At the bounds the derivative is 1 / 2, beyond them 0."""
    ways = np.sign(input - min_val) + np.sign(max_val - input)
    return dout * ways / 2, None, None


@operator
def hardshrink(input: Any, lambd: float = 0.5) -> Any:
    """Return ``input`` where ``|input| > lambd`` and 0 elsewhere."""
    return np.where(np.abs(input) > lambd, input, 0)


@operator
def softshrink(input: Any, lambd: float = 0.5) -> Any:
    """Return ``input`` drawn towards 0 by ``lambd``, and 0 within that of it."""
    return np.where(np.abs(input) > lambd, input - np.sign(input) * lambd, 0)


@operator
def softsign(x: Any) -> Any:
    """Return ``x / (1 + |x|)``."""
    return x / (1 + np.abs(x))


@operator
def tanhshrink(input: Any) -> Any:
    """Return ``input - tanh(input)``."""
    return input - np.tanh(input)


@operator
def threshold(input: Any, thr: float, value: float) -> Any:
    """Return ``input`` where it is above ``thr`` and ``value`` elsewhere."""
    return np.where(input > thr, input, value)


@operator
def glu(x: Any, axis: int = -1) -> Any:
    """Return the first half of ``x`` along ``axis`` times the sigmoid of the second.

    Raises ValueError where the axis has an odd number of elements.
    """
    first, second = np.split(x, 2, axis=axis)
    return first * sigmoid(second)


@operator
def softmax(input: Any, axis: int = -1, *, dtype: Any = None) -> Any:
    """Return ``e^input / sum(e^input)`` along ``axis``, without overflow.

    With ``dtype`` it is that of the input cast to it.
    """
    if dtype is not None:
        input = cast_to(input, dtype)
    exponential = np.exp(input - np.max(input, axis=axis, keepdims=True))
    return exponential / np.sum(exponential, axis=axis, keepdims=True)


@softmax.defbprop
def softmax_bprop(input: Any, axis: Any, dtype: Any, out: Any, dout: Any) -> Any:
    """The product with the Jacobian ``diag(out) - out out^T``, row by row."""
    dinput = out * (dout - np.sum(dout * out, axis=axis, keepdims=True))
    return dinput if dtype is None else cast_to(dinput, input.dtype), None, None


@operator
def softmin(x: Any, axis: int = -1, *, dtype: Any = None) -> Any:
    """Return ``softmax(-x)`` along ``axis``, of ``x`` cast to ``dtype``."""
    return softmax(-(x if dtype is None else cast_to(x, dtype)), axis)


@operator
def log_softmax(logits: Any, axis: int = -1) -> Any:
    """Return ``log(softmax(logits))`` along ``axis``, without overflow."""
    shifted = logits - np.max(logits, axis=axis, keepdims=True)
    return shifted - np.log(np.sum(np.exp(shifted), axis=axis, keepdims=True))


@log_softmax.defbprop
def log_softmax_bprop(logits: Any, axis: Any, out: Any, dout: Any) -> Any:
    """The product with the Jacobian ``I - 1 softmax^T``, row by row."""
    return dout - np.exp(out) * np.sum(dout, axis=axis, keepdims=True), None


hard_sigmoid, hard_swish, swish, log_sigmoid = hardsigmoid, hardswish, silu, logsigmoid
