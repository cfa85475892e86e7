"""Losses of margins, distances and likelihoods; ``reduction`` as in ``losses``."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcad.compiler.evaluate.intrinsics import larger
from srcad.ops._operator import operator
from srcad.ops.losses import check_reduction, reduced

__all__ = [
    "cosine_embedding_loss",
    "gaussian_nll_loss",
    "hinge_embedding_loss",
    "multi_margin_loss",
    "multilabel_margin_loss",
    "multilabel_soft_margin_loss",
    "soft_margin_loss",
    "triplet_margin_loss",
]


@operator
def cosine_embedding_loss(
    input1: Any,
    input2: Any,
    target: Any,
    margin: float = 0.0,
    reduction: str = "mean",
) -> Any:
    """Return ``1 - cos`` where ``target`` is 1, ``max(cos - margin, 0)`` where -1.

    ``cos`` is that of the angle between the vectors along axis 1. Raises ValueError for
    a ``margin`` outside of [-1, 1].
    """
    check_reduction("cosine_embedding_loss", reduction)
    if not -1 <= margin <= 1:
        raise ValueError(
            "For 'cosine_embedding_loss', the value of 'margin' should be in [-1, 1], "
            f"but got {margin}."
        )
    squares = np.sum(np.square(input1), axis=1), np.sum(np.square(input2), axis=1)
    cosine = np.sum(input1 * input2, axis=1) / (
        np.sqrt(squares[0]) * np.sqrt(squares[1])
    )
    far = np.where(target == -1, np.maximum(cosine - margin, 0), 0)
    return reduced(np.where(target == 1, 1 - cosine, far), reduction)


@operator
def gaussian_nll_loss(
    x: Any,
    target: Any,
    var: Any,
    full: bool = False,
    eps: float = 1e-6,
    reduction: str = "mean",
) -> Any:
    """Return ``(log v + (x - target)^2 / v) / 2`` with ``v`` at least ``eps``.

    ``full`` adds ``log(2 pi) / 2``. Raises ValueError for an ``eps`` that is not
    positive.
    """
    check_reduction("gaussian_nll_loss", reduction)
    if eps <= 0:
        raise ValueError(
            f"For 'gaussian_nll_loss', 'eps' must be a positive float, but got {eps}."
        )
    if var.ndim == x.ndim - 1:
        var = np.expand_dims(var, -1)
    variance = np.maximum(var, eps)
    loss = 0.5 * (np.log(variance) + np.square(x - target) / variance)
    if full:
        loss = loss + 0.5 * math.log(2 * math.pi)
    return reduced(loss, reduction)


@operator
def hinge_embedding_loss(
    inputs: Any, targets: Any, margin: float = 1.0, reduction: str = "mean"
) -> Any:
    """Return ``inputs`` where the target is 1, ``max(margin - inputs, 0)`` where -1."""
    check_reduction("hinge_embedding_loss", reduction)
    far = np.where(targets < 0, larger(margin - inputs, 0), 0)
    return reduced(np.where(targets > 0, inputs, far), reduction)


@operator
def multi_margin_loss(
    input: Any,
    target: Any,
    p: int = 1,
    margin: float = 1.0,
    weight: Any = None,
    reduction: str = "mean",
) -> Any:
    """Return the mean over the other classes of ``max(margin - x_t + x_j, 0)^p``.

    ``input`` is ``(N, C)``, ``target`` ``(N,)``, ``weight`` ``(C,)``, of the target's
    class. Raises ValueError for a ``p`` other than 1 and 2.
    """
    check_reduction("multi_margin_loss", reduction)
    if p not in (1, 2):
        raise ValueError(f"For 'multi_margin_loss', 'p' must be 1 or 2, but got {p}.")
    picked = np.take_along_axis(input, np.expand_dims(target, 1), axis=1)
    terms = np.maximum(0, margin - picked + input)
    if p == 2:
        terms = terms * terms
    if weight is not None:
        terms = terms * np.expand_dims(np.take(weight, target, axis=0), 1)
    others = np.expand_dims(target, 1) != np.arange(input.shape[1])
    loss = np.sum(np.where(others, terms, 0), axis=1) / input.shape[1]
    return reduced(loss, reduction)


@operator
def multilabel_margin_loss(input: Any, target: Any, reduction: str = "mean") -> Any:
    """Return the sum of ``max(1 - x_t + x_j, 0)`` over targets and others, over C.

    ``input`` is ``(N, C)`` or ``(C,)``; ``target``, of that shape, holds the classes of
    a sample, and -1 behind the last.
    """
    check_reduction("multilabel_margin_loss", reduction)
    if input.ndim == 1:
        input, target = np.expand_dims(input, 0), np.expand_dims(target, 0)
        loss = _over_labels(input, target)
        return reduced(loss if reduction != "none" else loss[0], reduction)
    return reduced(_over_labels(input, target), reduction)


def _over_labels(input: Any, target: Any) -> Any:
    listed = np.cumsum((target < 0).astype(np.int32), axis=1) == 0
    places = np.where(listed, target, 0)
    classes = np.arange(input.shape[1])
    hits = np.expand_dims(places, 2) == classes
    is_target = np.any(hits & np.expand_dims(listed, 2), axis=1)
    picked = np.expand_dims(np.take_along_axis(input, places, axis=1), 2)
    terms = np.maximum(1 - picked + np.expand_dims(input, 1), 0)
    counted = np.expand_dims(listed, 2) & ~np.expand_dims(is_target, 1)
    return np.sum(np.where(counted, terms, 0), axis=(1, 2)) / input.shape[1]


@operator
def multilabel_soft_margin_loss(
    input: Any, target: Any, weight: Any = None, reduction: str = "mean"
) -> Any:
    """Return the mean over the last axis of the cross entropy of ``sigmoid(input)``."""
    check_reduction("multilabel_soft_margin_loss", reduction)
    loss = target * np.logaddexp(0, -input) + (1 - target) * np.logaddexp(0, input)
    if weight is not None:
        loss = loss * weight
    return reduced(np.mean(loss, axis=-1), reduction)


@operator
def soft_margin_loss(input: Any, target: Any, reduction: str = "mean") -> Any:
    """Return ``log(1 + exp(-target input))``; ``target`` is 1 or -1."""
    check_reduction("soft_margin_loss", reduction)
    return reduced(np.logaddexp(0, -target * input), reduction)


@operator
def triplet_margin_loss(
    anchor: Any,
    positive: Any,
    negative: Any,
    margin: float = 1.0,
    p: int = 2,
    eps: float = 1e-6,
    swap: bool = False,
    reduction: str = "mean",
) -> Any:
    """Return ``max(d(anchor, positive) - d(anchor, negative) + margin, 0)``.

    ``d`` is the ``p``-norm of the difference, ``eps`` added to it, along the last axis.
    With ``swap`` the negative counts from the nearer of the two: Balntas et al. 2016.
    """
    check_reduction("triplet_margin_loss", reduction)
    near = _distance(anchor, positive, p, eps)
    far = _distance(anchor, negative, p, eps)
    if swap:
        far = np.minimum(far, _distance(positive, negative, p, eps))
    return reduced(np.maximum(near - far + margin, 0), reduction)


def _distance(first: Any, second: Any, p: int, eps: float) -> Any:
    powers = np.abs(first - second + eps) ** p
    return np.sum(powers, axis=-1) ** (1 / p)
