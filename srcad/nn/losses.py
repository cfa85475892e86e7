"""Loss layers: the functions of the same names in ``srcad.ops``.

``reduction`` is "mean", "sum" or "none"; ValueError for anything else.
"""

from __future__ import annotations

from typing import Any

from srcad import ops
from srcad.cell import Cell
from srcad.dtypes import int32, int64
from srcad.nn.checking import check_bool
from srcad.ops.precision import composed_otherwise
from srcad.ops.reductions import reduced_sum
from srcad.tensor import Tensor


class LossBase(Cell):
    """The base class of losses, a user's own included: keeps ``reduction``."""

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__()
        if reduction not in ("mean", "sum", "none"):
            raise ValueError(
                f"For '{self.cls_name}', the 'reduction' must be 'mean', 'sum' or "
                f"'none', but got {reduction!r}."
            )
        self.reduction = reduction

    def get_loss(self, x: Any, weights: Any = 1.0) -> Any:
        """Return ``x * weights``, reduced."""
        x = x * weights
        if self.reduction == "mean":
            return ops.mean(x)
        if self.reduction == "sum":
            return reduced_sum(x)
        return x


class SoftmaxCrossEntropyWithLogits(LossBase):
    """The cross entropy of logits ``(N, C)``.

    The labels are class indices ``(N,)`` with ``sparse``, else probabilities ``(N,
    C)``.
    """

    def __init__(self, sparse: bool = False, reduction: str = "none") -> None:
        super().__init__(reduction)
        check_bool("SoftmaxCrossEntropyWithLogits", sparse=sparse)
        self.sparse = sparse

    def construct(self, logits: Any, labels: Any) -> Any:
        """Return the loss: ``(N,)`` for "none", else without axes."""
        logits = composed_otherwise(logits)
        if self.sparse:
            if labels.dtype not in (int32, int64):
                raise TypeError(
                    "For 'SoftmaxCrossEntropyWithLogits', sparse labels must be int32 "
                    f"or int64, but got {labels.dtype}."
                )
            loss = ops.cross_entropy(logits, labels, reduction="none")
        else:
            loss = -ops.sum(labels * ops.log_softmax(logits, -1), -1)
        return self.get_loss(loss)


class CrossEntropyLoss(LossBase):
    """The cross entropy of logits: see ``ops.cross_entropy``."""

    def __init__(
        self,
        weight: Tensor | None = None,
        ignore_index: int = -100,
        reduction: str = "mean",
        label_smoothing: float = 0.0,
    ) -> None:
        super().__init__(reduction)
        if isinstance(ignore_index, float):
            raise TypeError("For 'CrossEntropyLoss', the 'ignore_index' must be int.")
        if not 0 <= label_smoothing <= 1:
            raise ValueError(
                "For 'CrossEntropyLoss', the 'label_smoothing' must be in [0, 1], but "
                f"got {label_smoothing}."
            )
        self.weight = weight
        self.ignore_index = ignore_index
        self.label_smoothing = label_smoothing

    def construct(self, logits: Any, labels: Any) -> Any:
        """Return the loss."""
        return ops.cross_entropy(
            logits,
            labels,
            self.weight,
            self.ignore_index,
            self.reduction,
            self.label_smoothing,
        )


class NLLLoss(LossBase):
    """The negative log likelihood: see ``ops.nll_loss``."""

    def __init__(
        self,
        weight: Tensor | None = None,
        ignore_index: int = -100,
        reduction: str = "mean",
    ) -> None:
        super().__init__(reduction)
        self.weight = weight
        self.ignore_index = ignore_index

    def construct(self, logits: Any, labels: Any) -> Any:
        """Return the loss."""
        return ops.nll_loss(
            logits, labels, self.weight, self.ignore_index, self.reduction
        )


class MSELoss(LossBase):
    """The squared differences."""

    def construct(self, logits: Any, labels: Any) -> Any:
        """Return the loss."""
        return ops.mse_loss(logits, labels, self.reduction)


class L1Loss(LossBase):
    """The absolute differences."""

    def construct(self, logits: Any, labels: Any) -> Any:
        """Return the loss."""
        return ops.l1_loss(logits, labels, self.reduction)


class SmoothL1Loss(LossBase):
    """Squares near 0 and absolute differences beyond ``beta``."""

    def __init__(self, beta: float = 1.0, reduction: str = "none") -> None:
        super().__init__(reduction)
        if not isinstance(beta, (int, float)):
            raise TypeError(
                "For 'SmoothL1Loss', the type of 'beta' must be float, but got "
                f"{type(beta).__name__}."
            )
        self.beta = beta

    def construct(self, logits: Any, labels: Any) -> Any:
        """Return the loss."""
        return ops.smooth_l1_loss(logits, labels, self.beta, self.reduction)


class HuberLoss(LossBase):
    """Squares near 0 and absolute differences beyond ``delta``."""

    def __init__(self, reduction: str = "mean", delta: float = 1.0) -> None:
        super().__init__(reduction)
        self.delta = delta

    def construct(self, logits: Any, labels: Any) -> Any:
        """Return the loss."""
        return ops.huber_loss(logits, labels, self.reduction, self.delta)


class BCELoss(LossBase):
    """The cross entropy of probabilities."""

    def __init__(self, weight: Tensor | None = None, reduction: str = "mean") -> None:
        super().__init__(reduction)
        self.weight = weight

    def construct(self, logits: Any, labels: Any) -> Any:
        """Return the loss."""
        return ops.binary_cross_entropy(logits, labels, self.weight, self.reduction)


class BCEWithLogitsLoss(LossBase):
    """The cross entropy of the sigmoid of logits."""

    def __init__(
        self,
        reduction: str = "mean",
        weight: Tensor | None = None,
        pos_weight: Tensor | None = None,
    ) -> None:
        super().__init__(reduction)
        self.weight = weight
        self.pos_weight = pos_weight

    def construct(self, logits: Any, labels: Any) -> Any:
        """Return the loss."""
        return ops.binary_cross_entropy_with_logits(
            logits, labels, self.weight, self.pos_weight, self.reduction
        )


class KLDivLoss(Cell):
    """The divergence of labels from logarithms: see ``ops.kl_div``."""

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__()
        self.reduction = reduction

    def construct(self, logits: Any, labels: Any) -> Any:
        """Return the loss."""
        return ops.kl_div(logits, labels, self.reduction)
