"""Activation functions. Shapes and floating dtypes are kept."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator


@operator
def relu(input: Any, inplace: bool = False) -> Any:
    """Return ``max(input, 0)``, element by element."""
    return np.maximum(input, 0)


@relu.defbprop
def relu_bprop(input: Any, inplace: Any, out: Any, dout: Any) -> Any:
    """Where ``input`` is 0 the derivative is 0, as in MindSpore."""
    return dout * (out > 0), None


@operator
def softmax(input: Any, axis: int = -1) -> Any:
    """Return ``exp(input) / sum(exp(input))`` along ``axis``."""
    exponential = np.exp(input - np.max(input, axis=axis, keepdims=True))
    return exponential / np.sum(exponential, axis=axis, keepdims=True)


@softmax.defbprop
def softmax_bprop(input: Any, axis: Any, out: Any, dout: Any) -> Any:
    """The product with the Jacobian ``diag(out) - out out^T``, row by row."""
    return out * (dout - np.sum(dout * out, axis=axis, keepdims=True)), None


@operator
def log_softmax(logits: Any, axis: int = -1) -> Any:
    """Return ``log(softmax(logits))`` along ``axis``, without overflow."""
    shifted = logits - np.max(logits, axis=axis, keepdims=True)
    return shifted - np.log(np.sum(np.exp(shifted), axis=axis, keepdims=True))


@log_softmax.defbprop
def log_softmax_bprop(logits: Any, axis: Any, out: Any, dout: Any) -> Any:
    """The product with the Jacobian ``I - 1 softmax^T``, row by row."""
    return dout - np.exp(out) * np.sum(dout, axis=axis, keepdims=True), None
