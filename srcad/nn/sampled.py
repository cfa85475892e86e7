"""The softmax over the labels and a few sampled classes: Jean et al. 2015."""

from __future__ import annotations

from typing import Any

from srcad import ops
from srcad.dtypes import int32
from srcad.nn.losses import LossBase

__all__ = ["SampledSoftmaxLoss"]


class SampledSoftmaxLoss(LossBase):
    """The cross entropy of labels among a few classes.

    These are ``num_sampled`` ones that are drawn evenly in each call, and differ; not
    the labels, with ``remove_accidental_hits``. A ``seed`` above 0 has a stream of its
    own, which goes on from call to call; with 0 it is that of ``set_seed``. Or they are
    ``sampled_values``: the classes, how often each label and how often each class is
    expected among them.

    Raises ValueError for counts that do not fit each other, and for other than three
    ``sampled_values``, TypeError where they are no tuple or list.
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
        if not isinstance(sampled_values, (tuple, list, type(None))):
            raise TypeError("For 'SampledSoftmaxLoss', 'sampled_values' is a tuple.")
        if sampled_values is not None and len(sampled_values) != 3:
            raise ValueError("For 'SampledSoftmaxLoss', 'sampled_values' are three.")
        self.num_sampled = num_sampled
        self.num_classes = num_classes
        self.num_true = num_true
        self.sampled_values = sampled_values
        self.remove_accidental_hits = remove_accidental_hits
        self.seed = seed
        counts = num_true, num_sampled, True, num_classes
        self.sampler = ops.UniformCandidateSampler(
            *counts, seed, remove_accidental_hits
        )

    def construct(self, weights: Any, biases: Any, labels: Any, logits: Any) -> Any:
        """Return the loss of each sample.

        ``weights`` is ``(classes, size)``, ``biases`` ``(classes,)``, ``labels``
        ``(batch, num_true)`` and ``logits``, the input, ``(batch, size)``.
        """
        labels = ops.cast(ops.reshape(labels, (-1, self.num_true)), int32)
        values = self.sampled_values
        if values is None:
            values = self.sampler(labels)
        sampled, label_counts, sampled_counts = values
        rows = ops.gather(weights, labels, 0)
        true = ops.sum(ops.expand_dims(logits, 1) * rows, 2)
        true = true + ops.gather(biases, labels, 0) - ops.log(label_counts)
        others = ops.matmul(logits, ops.gather(weights, sampled, 0).swapaxes(0, 1))
        others = others + ops.gather(biases, sampled, 0) - ops.log(sampled_counts)
        shares = ops.softmax(ops.concat((true, others), 1), 1)
        logs = ops.log(shares[:, : self.num_true] + 1e-20)
        return -ops.mean(logs, 1)
