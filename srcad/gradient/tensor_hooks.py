"""The hooks of Tensors and Parameters, run on the gradients that a call gives."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.tensor import Tensor, is_tensor


def has_hooks(item: Any) -> bool:
    """Whether this is a Tensor with hooks."""
    return is_tensor(item) and bool(item._hooks)


def hooked(item: Any, gradient: Any) -> Any:
    """The gradient of a Tensor after its hooks, in the order of their registration.

    Each gets the gradient as a Tensor and returns None, or one to use in its place:
    TypeError for no Tensor or another dtype, ValueError for another shape.
    """
    if not has_hooks(item):
        return gradient
    # A copy: a hook may remove itself.
    for hook in list(item._hooks.values()):
        result = hook(Tensor(np.asarray(gradient)))
        if result is not None:
            gradient = _checked(hook, result, np.asarray(gradient))
    return gradient


def _checked(hook: Any, result: Any, old: np.ndarray[Any, Any]) -> Any:
    name = getattr(hook, "__qualname__", None) or type(hook).__qualname__
    if not is_tensor(result):
        raise TypeError(
            f"The hook {name} must return a Tensor or None, but got "
            f"{type(result).__name__}."
        )
    new = result.asnumpy()
    if new.shape != old.shape:
        raise ValueError(
            f"The hook {name} gives a gradient of shape {new.shape} in the place of "
            f"one of shape {old.shape}."
        )
    if new.dtype != old.dtype:
        raise TypeError(
            f"The hook {name} gives a gradient of dtype {new.dtype} in the place of "
            f"one of dtype {old.dtype}."
        )
    return new
