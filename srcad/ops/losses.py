"""Loss functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.ops.activations import log_softmax

_REDUCTIONS = ("none", "mean", "sum")


@operator
def cross_entropy(
    input: Any,
    target: Any,
    weight: Any = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Any:
    """Return the cross entropy of logits ``input`` against ``target``.

    ``input`` is ``(C,)``, ``(N, C)`` or ``(N, C, d1, ...)``, floating. ``target`` holds
    either class indices (integers, the shape of ``input`` without the axis C) or
    probabilities (the shape and dtype of ``input``). ``weight``, ``(C,)``, scales each
    class. Indices equal to ``ignore_index`` count for nothing. ``label_smoothing``, from
    0 to 1, mixes the target with the uniform distribution.

    ``reduction="none"`` gives the shape of ``input`` without C; ``"sum"`` their sum;
    ``"mean"`` divides that by the sum of the weights of the targets (by N times d1 times
    ... for probabilities). Raises ValueError for another reduction, for a smoothing
    outside its range and for shapes that do not fit.
    """
    if reduction not in _REDUCTIONS:
        raise ValueError(f"reduction must be one of {_REDUCTIONS}, but got {reduction}")
    axis = 0 if input.ndim == 1 else 1
    log_probabilities = log_softmax(input, axis)
    if np.issubdtype(target.dtype, np.floating):
        return _probabilities(
            log_probabilities, target, weight, axis, reduction, label_smoothing
        )
    return _indices(
        log_probabilities,
        target,
        weight,
        axis,
        ignore_index,
        reduction,
        label_smoothing,
    )


def _probabilities(
    log_probabilities: Any,
    target: Any,
    weight: Any,
    axis: int,
    reduction: str,
    label_smoothing: float,
) -> Any:
    """The cross entropy against a distribution for each sample."""
    classes = log_probabilities.shape[axis]
    if label_smoothing > 0:
        target = target * (1 - label_smoothing) + label_smoothing / classes
    terms = log_probabilities * target
    if weight is not None:
        terms = terms * _along_class_axis(weight, terms.ndim)
    loss = -np.sum(terms, axis=axis)
    if reduction == "none":
        return loss
    if reduction == "sum":
        return np.sum(loss)
    return np.mean(loss)


def _indices(
    log_probabilities: Any,
    target: Any,
    weight: Any,
    axis: int,
    ignore_index: int,
    reduction: str,
    label_smoothing: float,
) -> Any:
    """The cross entropy against one class for each sample."""
    classes = log_probabilities.shape[axis]
    counted = target != ignore_index
    index = np.where(counted, target, 0)
    picked = np.take_along_axis(
        log_probabilities, np.expand_dims(index, axis), axis=axis
    )
    picked = np.squeeze(picked, axis=axis)
    if weight is None:
        weights = counted.astype(log_probabilities.dtype)
    else:
        weights = weight[index] * counted
    loss = -picked * weights
    if reduction == "sum":
        loss = np.sum(loss)
    elif reduction == "mean":
        loss = np.sum(loss) / np.sum(weights)
    if label_smoothing > 0:
        if weight is not None:
            log_probabilities = log_probabilities * _along_class_axis(
                weight, log_probabilities.ndim
            )
        smooth = -np.sum(log_probabilities, axis=axis) * counted
        if reduction == "sum":
            smooth = np.sum(smooth)
        elif reduction == "mean":
            smooth = np.sum(smooth) / np.sum(weights)
        loss = (1 - label_smoothing) * loss + label_smoothing / classes * smooth
    return loss


def _along_class_axis(weight: Any, ndim: int) -> Any:
    """The weights of the classes, shaped to multiply logits of rank ``ndim``."""
    if ndim < 3:
        return weight
    return np.reshape(weight, (1, -1) + (1,) * (ndim - 2))
