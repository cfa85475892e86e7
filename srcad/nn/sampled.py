"""The softmax over the labels and a few sampled classes: Jean et al. 2015."""

from __future__ import annotations

from typing import Any

from srcad import ops
from srcad.dtypes import int32
from srcad.nn.losses import LossBase

__all__ = ["SampledSoftmaxLoss"]


class SampledSoftmaxLoss(LossBase):
    """The cross entropy of labels among ``sampled_values``.

    These are the classes, how often each label and how often each class is expected
    among them; without them the loss cannot be computed: classes are not sampled here.

    Raises ValueError for counts that do not fit each other, and without samples,
    TypeError where they are no tuple or list.
    """

    def __init__(
        self,
        num_sampled: int,
        num_classes: int,
        num_true: int = 1,
        sampled_values: Any = None,
        remove_accidental_hits: bool = True,
        seed: int = 0,
        reduction: str = "none",
    ) -> None:
        super().__init__(reduction)
        if num_true < 1 or seed < 0 or max(num_sampled, num_true) > num_classes:
            raise ValueError(
                "For 'SampledSoftmaxLoss', 'num_true' is at least 1, and neither it "
                "nor 'num_sampled' is above 'num_classes'."
            )
        if sampled_values is None:
            raise ValueError(
                "For 'SampledSoftmaxLoss', 'sampled_values' must be given."
            )
        if not isinstance(sampled_values, (tuple, list)):
            raise TypeError("For 'SampledSoftmaxLoss', 'sampled_values' is a tuple.")
        if len(sampled_values) != 3:
            raise ValueError("For 'SampledSoftmaxLoss', 'sampled_values' are three.")
        self.num_true = num_true
        self.sampled_values = sampled_values

    def construct(self, weights: Any, biases: Any, labels: Any, logits: Any) -> Any:
        """Return the loss of each sample.

        ``weights`` is ``(classes, size)``, ``biases`` ``(classes,)``, ``labels``
        ``(batch, num_true)`` and ``logits``, the input, ``(batch, size)``.
        """
        sampled, label_counts, sampled_counts = self.sampled_values
        labels = ops.cast(ops.reshape(labels, (-1, self.num_true)), int32)
        rows = ops.gather(weights, labels, 0)
        true = ops.sum(ops.expand_dims(logits, 1) * rows, 2)
        true = true + ops.gather(biases, labels, 0) - ops.log(label_counts)
        others = ops.matmul(logits, ops.gather(weights, sampled, 0).swapaxes(0, 1))
        others = others + ops.gather(biases, sampled, 0) - ops.log(sampled_counts)
        shares = ops.softmax(ops.concat((true, others), 1), 1)
        logs = ops.log(shares[:, : self.num_true] + 1e-20)
        return -ops.mean(logs, 1)
