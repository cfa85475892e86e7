"""Classes of loss functions."""

from __future__ import annotations

from typing import Any

from srcad.ops import losses, reductions
from srcad.ops._primitive import Primitive
from srcad.ops.precision import composed_otherwise

__all__ = [
    "BCEWithLogitsLoss",
    "BinaryCrossEntropy",
    "KLDivLoss",
    "L2Loss",
    "NLLLoss",
    "SigmoidCrossEntropyWithLogits",
    "SmoothL1Loss",
    "SparseSoftmaxCrossEntropyWithLogits",
]


class SparseSoftmaxCrossEntropyWithLogits(Primitive):
    """The mean cross entropy of ``(N, C)`` logits against class indices.

    Raises ValueError for ``is_grad``.
    """

    def __init__(self, is_grad: bool = False) -> None:
        if is_grad:
            raise ValueError("is_grad=True is not supported: use srcad.grad.")
        self.is_grad = is_grad

    def __call__(self, logits: Any, labels: Any) -> Any:
        """Return the loss, without axes."""
        return losses.cross_entropy(composed_otherwise(logits), labels)


class SigmoidCrossEntropyWithLogits(Primitive):
    """The cross entropy of ``sigmoid(logits)`` against labels, element by element."""

    def __call__(self, logits: Any, label: Any) -> Any:
        """Return the losses."""
        return losses.binary_cross_entropy_with_logits(logits, label, reduction="none")


class BCEWithLogitsLoss(Primitive):
    """The cross entropy of ``sigmoid(logits)`` against labels."""

    def __init__(self, reduction: str = "mean") -> None:
        self.reduction = reduction

    def __call__(
        self, input: Any, target: Any, weight: Any = None, pos_weight: Any = None
    ) -> Any:
        """Return the loss."""
        return losses.binary_cross_entropy_with_logits(
            input, target, weight, pos_weight, self.reduction
        )


class BinaryCrossEntropy(Primitive):
    """The cross entropy of probabilities against labels."""

    def __init__(self, reduction: str = "mean") -> None:
        self.reduction = reduction

    def __call__(self, input: Any, target: Any, weight: Any = None) -> Any:
        """Return the loss."""
        return losses.binary_cross_entropy(input, target, weight, self.reduction)


class SmoothL1Loss(Primitive):
    """Squares near 0 and absolute differences beyond ``beta``."""

    def __init__(self, beta: float = 1.0, reduction: str = "none") -> None:
        self.beta = beta
        self.reduction = reduction

    def __call__(self, prediction: Any, target: Any) -> Any:
        """Return the loss."""
        return losses.smooth_l1_loss(prediction, target, self.beta, self.reduction)


class KLDivLoss(Primitive):
    """The divergence of labels from logarithms of probabilities."""

    def __init__(self, reduction: str = "mean") -> None:
        self.reduction = reduction

    def __call__(self, logits: Any, labels: Any) -> Any:
        """Return the loss."""
        return losses.kl_div(logits, labels, self.reduction)


class NLLLoss(Primitive):
    """The negative log likelihood of class indices."""

    def __init__(self, reduction: str = "mean", ignore_index: int = -100) -> None:
        self.reduction = reduction
        self.ignore_index = ignore_index

    def __call__(self, logits: Any, labels: Any, weight: Any) -> Any:
        """Return ``(loss, the sum of the weights of the labels)``."""
        loss = losses.nll_loss(
            logits, labels, weight, self.ignore_index, self.reduction
        )
        return loss, losses.total_weight(labels, weight, self.ignore_index)


class L2Loss(Primitive):
    """Half the sum of squares."""

    def __call__(self, input_x: Any) -> Any:
        """Return the loss, without axes."""
        return reductions.reduced_sum(input_x * input_x) / 2
