"""Loss layers of margins, distances and overlaps: most call an operator of one name."""

from __future__ import annotations

import math
from typing import Any

from srcad import ops
from srcad.dtypes import int32
from srcad.nn.activations import get_activation
from srcad.nn.checking import check_bool, check_float
from srcad.nn.losses import LossBase
from srcad.ops.reductions import reduced_sum
from srcad.tensor import Tensor


class RMSELoss(LossBase):
    """The root of the mean of the squared differences."""

    def __init__(self) -> None:
        super().__init__()

    def construct(self, logits: Any, label: Any) -> Any:
        """Return the loss."""
        return ops.sqrt(ops.mse_loss(logits, label))


class MAELoss(LossBase):
    """The absolute differences."""

    def construct(self, logits: Any, label: Any) -> Any:
        """Return the loss."""
        return self.get_loss(ops.abs(logits - label))


class MarginRankingLoss(LossBase):
    """See ``ops.margin_ranking_loss``."""

    def __init__(self, margin: float = 0.0, reduction: str = "mean") -> None:
        super().__init__(reduction)
        self.margin = margin

    def construct(self, input1: Any, input2: Any, target: Any) -> Any:
        """Return the loss."""
        return ops.margin_ranking_loss(
            input1, input2, target, self.margin, self.reduction
        )


class SoftMarginLoss(LossBase):
    """See ``ops.soft_margin_loss``."""

    def construct(self, logits: Any, labels: Any) -> Any:
        """Return the loss."""
        return ops.soft_margin_loss(logits, labels, self.reduction)


class CosineEmbeddingLoss(LossBase):
    """See ``ops.cosine_embedding_loss``. Raises ValueError for a margin beyond 1."""

    def __init__(self, margin: float = 0.0, reduction: str = "mean") -> None:
        super().__init__(reduction)
        if not -1 <= margin <= 1:
            raise ValueError(
                "For 'CosineEmbeddingLoss', the 'margin' must be in [-1, 1], but got "
                f"{margin}."
            )
        self.margin = margin

    def construct(self, logits_x1: Any, logits_x2: Any, labels: Any) -> Any:
        """Return the loss."""
        return ops.cosine_embedding_loss(
            logits_x1, logits_x2, labels, self.margin, self.reduction
        )


class GaussianNLLLoss(LossBase):
    """See ``ops.gaussian_nll_loss``."""

    def __init__(
        self, *, full: bool = False, eps: float = 1e-6, reduction: str = "mean"
    ) -> None:
        super().__init__(reduction)
        if eps <= 0:
            raise ValueError(f"For 'GaussianNLLLoss', eps must be positive, got {eps}.")
        self.full = full
        self.eps = eps

    def construct(self, logits: Any, labels: Any, var: Any) -> Any:
        """Return the loss."""
        return ops.gaussian_nll_loss(
            logits, labels, var, self.full, self.eps, self.reduction
        )


class PoissonNLLLoss(LossBase):
    """The negative log likelihood of a Poisson distribution.

    ``exp(x) - t x``, or without ``log_input`` ``x - t log(x + eps)``; ``full`` adds
    Stirling's approximation of ``log t!`` where ``t`` is above 1.
    """

    def __init__(
        self,
        log_input: bool = True,
        full: bool = False,
        eps: float = 1e-8,
        reduction: str = "mean",
    ) -> None:
        super().__init__(reduction)
        self.log_input = log_input
        self.full = full
        self.eps = eps

    def construct(self, input: Any, target: Any) -> Any:
        """Return the loss."""
        target = ops.cast(target, input.dtype)
        if self.log_input:
            loss = ops.exp(input) - target * input
        else:
            loss = input - target * ops.log(input + self.eps)
        if self.full:
            many = target > 1
            count = ops.where(many, target, 1.0)
            half = 0.5 * math.log(2 * math.pi)
            stirling = (count + 0.5) * ops.log(count) - count + half
            loss = loss + ops.where(many, stirling, 0.0)
        return self.get_loss(loss)


class HingeEmbeddingLoss(LossBase):
    """See ``ops.hinge_embedding_loss``."""

    def __init__(self, margin: float = 1.0, reduction: str = "mean") -> None:
        super().__init__(reduction)
        self.margin = margin

    def construct(self, logits: Any, labels: Any) -> Any:
        """Return the loss."""
        return ops.hinge_embedding_loss(logits, labels, self.margin, self.reduction)


class MultiLabelSoftMarginLoss(LossBase):
    """See ``ops.multilabel_soft_margin_loss``."""

    def __init__(self, weight: Tensor | None = None, reduction: str = "mean") -> None:
        super().__init__(reduction)
        self.weight = weight

    def construct(self, x: Any, target: Any) -> Any:
        """Return the loss."""
        return ops.multilabel_soft_margin_loss(x, target, self.weight, self.reduction)


class MultiMarginLoss(LossBase):
    """See ``ops.multi_margin_loss``."""

    def __init__(
        self,
        p: int = 1,
        margin: float = 1.0,
        reduction: str = "mean",
        weight: Tensor | None = None,
    ) -> None:
        super().__init__(reduction)
        self.p = p
        self.margin = margin
        self.weight = weight

    def construct(self, x: Any, target: Any, weight: Any = None) -> Any:
        """Return the loss."""
        if self.weight is not None:
            weight = self.weight
        return ops.multi_margin_loss(
            x, target, self.p, self.margin, weight, self.reduction
        )


class MultilabelMarginLoss(LossBase):
    """See ``ops.multilabel_margin_loss``."""

    def construct(self, x: Any, target: Any) -> Any:
        """Return the loss."""
        return ops.multilabel_margin_loss(x, target, self.reduction)


class TripletMarginLoss(LossBase):
    """See ``ops.triplet_margin_loss``; a margin of the constructor counts first."""

    def __init__(
        self,
        p: int = 2,
        swap: bool = False,
        eps: float = 1e-6,
        reduction: str = "mean",
        margin: float = 1.0,
    ) -> None:
        super().__init__(reduction)
        self.p = p
        self.swap = swap
        self.eps = eps
        self.margin = margin

    def construct(self, x: Any, positive: Any, negative: Any, margin: Any = 1.0) -> Any:
        """Return the loss."""
        if self.margin != 1.0:
            margin = self.margin
        return ops.triplet_margin_loss(
            x, positive, negative, margin, self.p, self.eps, self.swap, self.reduction
        )


class TripletMarginWithDistanceLoss(LossBase):
    """The triplet loss with a distance of one's own, by default that of the rows."""

    def __init__(
        self,
        distance_function: Any = None,
        swap: bool = False,
        reduction: str = "mean",
        margin: float = 1.0,
    ) -> None:
        super().__init__(reduction)
        check_bool("TripletMarginWithDistanceLoss", swap=swap)
        check_float("TripletMarginWithDistanceLoss", margin=margin)
        self.distance_function = distance_function or _apart
        self.swap = swap
        self.margin = margin

    def construct(self, x: Any, positive: Any, negative: Any) -> Any:
        """Return the loss."""
        near = self.distance_function(x, positive)
        far = self.distance_function(x, negative)
        if self.swap:
            far = ops.minimum(far, self.distance_function(positive, negative))
        return self.get_loss(ops.maximum(near - far + self.margin, 0))


def _apart(x: Any, y: Any) -> Any:
    return ops.norm(x - y, None, 1)


class CTCLoss(LossBase):
    """Connectionist temporal classification: see ``ops.ctc_loss``."""

    def __init__(
        self, blank: int = 0, reduction: str = "mean", zero_infinity: bool = False
    ) -> None:
        super().__init__(reduction)
        self.blank = blank
        self.zero_infinity = zero_infinity

    def construct(
        self, log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any
    ) -> Any:
        """Return the loss of ``(T, N, C)`` or ``(T, C)``."""
        if log_probs.ndim == 2:
            log_probs = ops.expand_dims(log_probs, 1)
            targets = ops.expand_dims(targets, 0)
        loss, _ = ops.ctc_loss(
            log_probs,
            targets,
            input_lengths,
            target_lengths,
            self.blank,
            self.reduction,
            self.zero_infinity,
        )
        return loss


class DiceLoss(LossBase):
    """``1 - 2 sum(x y) / (sum(x^2) + sum(y^2) + smooth)``: Milletari et al. 2016."""

    def __init__(self, smooth: float = 1e-5) -> None:
        super().__init__()
        if smooth <= 0:
            raise ValueError(f"For 'DiceLoss', smooth must be positive, got {smooth}.")
        self.smooth = smooth

    def construct(self, logits: Any, label: Any) -> Any:
        """Return the loss, without axes."""
        return _dice(logits, label, self.smooth)


def _dice(logits: Any, label: Any, smooth: float) -> Any:
    both = reduced_sum(ops.square(logits)) + reduced_sum(ops.square(label))
    return 1 - 2 * reduced_sum(logits * label) / (both + smooth)


class MultiClassDiceLoss(LossBase):
    """The mean of the Dice loss of each class, along axis 1.

    ``weights`` is ``(C, 1)``; ``activation``, a name or a Cell, comes first.
    """

    def __init__(
        self,
        weights: Tensor | None = None,
        ignore_indiex: int | None = None,
        activation: Any = "softmax",
    ) -> None:
        super().__init__()
        if weights is not None and weights.ndim != 2:
            raise ValueError(
                "For 'MultiClassDiceLoss', the dimension of 'weights' must be 2, but "
                f"got {weights.ndim}."
            )
        self.weights = weights
        self.ignore_indiex = ignore_indiex
        if isinstance(activation, str):
            activation = get_activation(activation)
        self.activation = activation

    def construct(self, logits: Any, label: Any) -> Any:
        """Return the loss."""
        if self.activation is not None:
            logits = self.activation(logits)
        total = 0.0
        for index in range(label.shape[1]):
            if index != self.ignore_indiex:
                loss = _dice(logits[:, index], label[:, index], 1e-5)
                if self.weights is not None:
                    loss = loss * self.weights[index]
                total = total + loss
        return total / label.shape[1]


class FocalLoss(LossBase):
    """The cross entropy of logits times ``(1 - probability)^gamma``: Lin et al. 2017.

    ``logits`` are ``(N, C, ...)``; ``labels`` are of that shape, or ``(N, 1, ...)``
    with the indices of the classes. ``weight`` is ``(C,)``.
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        gamma: float = 2.0,
        reduction: str = "mean",
    ) -> None:
        super().__init__(reduction)
        if weight is not None and weight.ndim != 1:
            raise ValueError(
                "For 'FocalLoss', the dimension of 'weight' must be 1, but got "
                f"{weight.ndim}."
            )
        self.weight = weight
        self.gamma = gamma

    def construct(self, logits: Any, labels: Any) -> Any:
        """Return the loss; for "none" the mean over what comes behind the classes."""
        samples, classes = logits.shape[0], logits.shape[1]
        picks = labels.shape[1] == 1 and classes != 1
        logits = ops.reshape(logits, (samples, classes, -1))
        labels = ops.reshape(labels, (samples, labels.shape[1], -1))
        logarithm = ops.log_softmax(logits, 1)
        probability = ops.exp(logarithm)
        if self.weight is not None:
            logarithm = logarithm * ops.reshape(self.weight, (1, -1, 1))
        loss = -ops.pow(1.0 - probability, self.gamma) * logarithm
        if not picks:
            return self.get_loss(ops.mean(loss * labels, -1))
        loss = ops.gather_elements(loss, 1, ops.cast(labels, int32))
        return self.get_loss(ops.mean(ops.squeeze(loss, 1), 1))
