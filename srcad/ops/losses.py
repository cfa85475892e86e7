"""Loss functions.

``reduction`` is "mean", "sum" or "none"; ValueError for anything else.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.ops._promotion import same_dtype
from srcad.ops.activations import log_softmax, softmax

__all__ = [
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "cosine_similarity",
    "cross_entropy",
    "huber_loss",
    "kl_div",
    "l1_loss",
    "margin_ranking_loss",
    "mse_loss",
    "nll_loss",
    "smooth_l1_loss",
    "softmax_cross_entropy_with_logits",
]


def check_reduction(name: str, reduction: str) -> None:
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(
            f"For '{name}', the 'reduction' must be one of 'none', 'mean' and 'sum', "
            f"but got {reduction!r}."
        )


def check_axes(name: str, input: Any, target: Any, probabilities: bool = False) -> None:
    wanted = input.ndim if probabilities else input.ndim - 1
    if target.ndim != wanted:
        raise ValueError(
            f"For '{name}', the 'target' of an 'input' with {input.ndim} axes must "
            f"have {wanted}, but got {target.ndim}."
        )


def reduced(loss: Any, reduction: str) -> Any:
    if reduction == "mean":
        return np.mean(loss)
    if reduction == "sum":
        return np.sum(loss)
    return loss


# --------------------------------------------------------------------- classification


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
    probabilities (floats, the shape of ``input``). ``weight``, ``(C,)``, scales each
    class. Indices equal to ``ignore_index`` count for nothing. ``label_smoothing``
    mixes the target with the uniform distribution.

    ``reduction="none"`` gives the shape of ``input`` without C; ``"sum"`` their sum;
    ``"mean"`` divides that by the sum of the weights of the targets (for probabilities,
    by their number). Raises ValueError for another reduction, and where ``target`` has
    another number of axes.
    """
    check_reduction("cross_entropy", reduction)
    axis = 0 if input.ndim == 1 else 1
    check_axes("cross_entropy", input, target, target.dtype.kind == "f")
    if target.dtype.kind == "f":
        return _against_probabilities(
            log_softmax(input, axis), target, weight, reduction, label_smoothing
        )
    counted = target != ignore_index
    index = np.where(counted, target, 0)
    picked = log_likelihood(input, index, axis)
    weights = _weights(counted, index, weight, input.dtype)
    loss = -picked * weights
    if label_smoothing > 0:
        smooth = _smooth(log_softmax(input, axis), weight, axis) * counted
        share = label_smoothing / input.shape[axis]
        loss = (1 - label_smoothing) * loss + share * smooth
    return _reduced_by_weights(loss, weights, reduction)


@operator
def log_likelihood(logits: Any, index: Any, axis: int) -> Any:
    """Return ``log_softmax(logits)`` at one index of ``axis`` for each sample."""
    log_probabilities = log_softmax(logits, axis)
    return _picked(log_probabilities, index, axis)


@log_likelihood.defbprop
def log_likelihood_bprop(
    logits: Any, index: Any, axis: Any, out: Any, dout: Any
) -> Any:
    """By the logits, the derivative is the index as a one-hot vector less softmax."""
    classes = np.arange(logits.shape[axis])
    classes = np.reshape(classes, (-1,) + (1,) * (logits.ndim - 1 - axis))
    # An index below 0 counts from the end, here as in the indexing above.
    hot = np.expand_dims(index, axis) % logits.shape[axis] == classes
    probabilities = np.exp(log_softmax(logits, axis))
    return np.expand_dims(dout, axis) * (hot - probabilities), None, None


def _picked(values: Any, index: Any, axis: int) -> Any:
    """The values at one index of ``axis`` for each sample."""
    if values.ndim == 1:
        return values[index]
    if values.ndim == 2:
        return values[np.arange(values.shape[0]), index]
    place = np.expand_dims(index, axis)
    return np.squeeze(np.take_along_axis(values, place, axis=axis), axis=axis)


def _weights(counted: Any, index: Any, weight: Any, dtype: Any) -> Any:
    """The weight of each sample; 0 for those that do not count."""
    if weight is None:
        return counted.astype(dtype)
    return np.take(weight, index, axis=0) * counted


def _smooth(log_probabilities: Any, weight: Any, axis: int) -> Any:
    """The loss of each sample against all classes at once."""
    if weight is not None:
        weight = _along_classes(weight, log_probabilities.ndim)
        log_probabilities = log_probabilities * weight
    return -np.sum(log_probabilities, axis=axis)


def _reduced_by_weights(loss: Any, weights: Any, reduction: str) -> Any:
    if reduction == "mean":
        total_weight = np.sum(weights)
        return np.sum(loss) / total_weight
    return reduced(loss, reduction)


def _against_probabilities(
    log_probabilities: Any,
    target: Any,
    weight: Any,
    reduction: str,
    label_smoothing: float,
) -> Any:
    axis = 0 if log_probabilities.ndim == 1 else 1
    if label_smoothing > 0:
        classes = log_probabilities.shape[axis]
        target = target * (1 - label_smoothing) + label_smoothing / classes
    terms = log_probabilities * target
    if weight is not None:
        terms = terms * _along_classes(weight, terms.ndim)
    return reduced(-np.sum(terms, axis=axis), reduction)


@operator
def nll_loss(
    inputs: Any,
    target: Any,
    weight: Any = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Any:
    """Return the negative log likelihood of class indices ``target``.

    ``inputs`` holds logarithms of probabilities; the rest is as for ``cross_entropy``.
    """
    check_reduction("nll_loss", reduction)
    check_axes("nll_loss", inputs, target)
    axis = 0 if inputs.ndim == 1 else 1
    counted = target != ignore_index
    index = np.where(counted, target, 0)
    weights = _weights(counted, index, weight, inputs.dtype)
    loss = -_picked(inputs, index, axis) * weights
    if label_smoothing > 0:
        smooth = _smooth(inputs, weight, axis) * counted
        share = label_smoothing / inputs.shape[axis]
        loss = (1 - label_smoothing) * loss + share * smooth
    return _reduced_by_weights(loss, weights, reduction)


@operator
def total_weight(target: Any, weight: Any, ignore_index: int) -> Any:
    """Return the sum of the weights of the class indices that count."""
    counted = target != ignore_index
    return np.sum(np.take(weight, np.where(counted, target, 0), axis=0) * counted)


def _along_classes(weight: Any, ndim: int) -> Any:
    """The weights of the classes, shaped to multiply logits of rank ``ndim``."""
    if ndim < 3:
        return weight
    return np.reshape(weight, (1, -1) + (1,) * (ndim - 2))


@operator
def softmax_cross_entropy_with_logits(logits: Any, labels: Any) -> Any:
    """Return ``(loss, its gradient)`` for each row of ``(N, C)`` logits.

    ``labels`` holds probabilities, of the same shape; the loss is ``(N,)``. The second
    output is ``softmax(logits) - labels``.
    """
    loss = -np.sum(labels * log_softmax(logits, -1), axis=-1)
    return loss, softmax(logits, -1) - labels


@operator
def binary_cross_entropy(
    logits: Any, labels: Any, weight: Any = None, reduction: str = "mean"
) -> Any:
    """Return the cross entropy of probabilities ``logits`` against ``labels``.

    Both have one shape and values in ``[0, 1]``; logarithms are kept above -100.
    ``weight`` broadcasts and scales each term.
    """
    check_reduction("binary_cross_entropy", reduction)
    loss = -(
        labels * np.log(_above_zero(logits))
        + (1 - labels) * np.log(_above_zero(1 - logits))
    )
    return reduced(loss if weight is None else loss * weight, reduction)


def _above_zero(p: Any) -> Any:
    """Probabilities, 1e-12 more where they are below; the derivative is 1, so that one
    that is 0 and should not be is driven away."""
    return p + np.where(p < 1e-12, 1e-12, 0).astype(p.dtype)


@operator
def binary_cross_entropy_with_logits(
    input: Any,
    target: Any,
    weight: Any = None,
    pos_weight: Any = None,
    reduction: str = "mean",
) -> Any:
    """Return the cross entropy of ``sigmoid(input)`` against ``target``.

    ``weight`` scales each term, ``pos_weight`` those of the positive class; both
    broadcast.
    """
    check_reduction("binary_cross_entropy_with_logits", reduction)
    negative_log = np.logaddexp(0, -input)
    if pos_weight is not None:
        negative_log = ((pos_weight - 1) * target + 1) * negative_log
    loss = (1 - target) * input + negative_log
    return reduced(loss if weight is None else loss * weight, reduction)


@operator
def kl_div(logits: Any, labels: Any, reduction: str = "mean") -> Any:
    """Return the divergence of ``labels`` from ``logits``, which holds logarithms.

    Terms with a label of 0 count for 0. ``reduction`` may also be "batchmean": the sum
    divided by the size of the first axis.
    """
    positive = labels > 0
    logarithm = np.log(np.where(positive, labels, 1))
    loss = np.where(positive, labels * (logarithm - logits), 0)
    if reduction == "batchmean":
        return np.sum(loss) / logits.shape[0]
    check_reduction("kl_div", reduction)
    return reduced(loss, reduction)


# ------------------------------------------------------------------------- regression


@operator
def mse_loss(input: Any, target: Any, reduction: str = "mean") -> Any:
    """Return the squared differences."""
    check_reduction("mse_loss", reduction)
    input, target = same_dtype(input, target)
    return reduced(np.square(input - target), reduction)


@operator
def l1_loss(input: Any, target: Any, reduction: str = "mean") -> Any:
    """Return the absolute differences."""
    check_reduction("l1_loss", reduction)
    input, target = same_dtype(input, target)
    return reduced(np.abs(input - target), reduction)


@operator
def smooth_l1_loss(
    input: Any, target: Any, beta: float = 1.0, reduction: str = "none"
) -> Any:
    """Return ``d^2 / (2 beta)`` where ``|d| < beta`` and ``|d| - beta / 2`` elsewhere.

    ``d`` is the difference: Girshick 2015, section 2.3. Raises ValueError for a
    ``beta`` that is not positive.
    """
    check_reduction("smooth_l1_loss", reduction)
    if beta <= 0:
        raise ValueError(f"For 'smooth_l1_loss', beta must be positive, got {beta}.")
    input, target = same_dtype(input, target)
    distance = np.abs(input - target)
    near = np.square(input - target) * (0.5 / beta)
    return reduced(np.where(distance < beta, near, distance - 0.5 * beta), reduction)


@operator
def huber_loss(
    input: Any, target: Any, reduction: str = "mean", delta: float = 1.0
) -> Any:
    """Return ``d^2 / 2`` where ``|d| <= delta``, ``delta (|d| - delta / 2)`` elsewhere.

    ``d`` is the difference: Huber 1964.
    """
    check_reduction("huber_loss", reduction)
    input, target = same_dtype(input, target)
    distance = np.abs(input - target)
    near = 0.5 * np.square(input - target)
    far = delta * (distance - 0.5 * delta)
    return reduced(np.where(distance <= delta, near, far), reduction)


@operator
def cosine_similarity(x1: Any, x2: Any, dim: int = 1, eps: float = 1e-08) -> Any:
    """Return the cosine of the angle between vectors along ``dim``.

    The product of their lengths is taken for at least ``eps``.
    """
    product = np.sum(x1 * x2, axis=dim)
    squares = np.sum(np.square(x1), axis=dim) * np.sum(np.square(x2), axis=dim)
    return product / np.sqrt(np.maximum(squares, eps * eps))


@operator
def margin_ranking_loss(
    input1: Any,
    input2: Any,
    target: Any,
    margin: float = 0.0,
    reduction: str = "mean",
) -> Any:
    """Return ``max(-target (input1 - input2) + margin, 0)``; ``target`` is 1 or -1."""
    check_reduction("margin_ranking_loss", reduction)
    return reduced(np.maximum(-target * (input1 - input2) + margin, 0), reduction)
