"""Metrics of classes and of probabilities: see :mod:`srcad.train.metrics`."""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np

from srcad.train.metrics import Metric, plain

__all__ = [
    "F1",
    "ConfusionMatrix",
    "CosineSimilarity",
    "Dice",
    "Fbeta",
    "Perplexity",
    "Precision",
    "Recall",
    "Top1CategoricalAccuracy",
    "Top5CategoricalAccuracy",
    "TopKCategoricalAccuracy",
    "auc",
]

EVAL_TYPES = ("classification", "multilabel")


def is_one_hot(data: Any) -> bool:
    """Whether there is one 1 along axis 1, and zeros otherwise."""
    return bool(
        data.ndim > 1 and (data**2 == data).all() and (data.sum(axis=1) == 1).all()
    )


class _Counts(Metric):
    """How many samples of each class were predicted, are there, and both."""

    def __init__(self, eval_type: str = "classification") -> None:
        if eval_type not in EVAL_TYPES:
            raise TypeError(
                f"The argument 'eval_type' must be in {EVAL_TYPES}, but got "
                f"{eval_type!r}."
            )
        self._type = eval_type
        super().__init__()

    def clear(self) -> None:
        """Forget all batches."""
        self._classes = 0
        self._counts: list[Any] = []

    def update(self, *inputs: Any) -> None:
        """Take outputs ``(N, C, ...)`` and labels, indices or one-hot.

        Of "multilabel" both are zeros and ones. Raises ValueError for shapes and
        values that do not fit, and for another number of classes.
        """
        outputs, labels = self._two(inputs)
        if self._type == "multilabel":
            hot, hits = self._of_labels(outputs, labels)
        else:
            hot, hits = self._of_classes(outputs, labels)
        found = (hot * hits).sum(0), hits.sum(0), hot.sum(0)
        if self._type == "multilabel" or not self._counts:
            self._counts.append(found)
        else:
            kept = self._counts[0]
            self._counts[0] = tuple(a + b for a, b in zip(kept, found, strict=True))

    def _of_classes(self, outputs: Any, labels: Any) -> tuple[Any, Any]:
        if outputs.ndim == labels.ndim and is_one_hot(labels):
            labels = labels.argmax(axis=1)
        if labels.shape != (outputs.shape[0], *outputs.shape[2:]):
            raise ValueError(
                f"Outputs of shape {outputs.shape} do not fit labels of shape "
                f"{labels.shape}."
            )
        self._same_classes(outputs)
        if labels.max() >= self._classes:
            raise ValueError(f"A label is none of {self._classes} classes.")
        eye = np.eye(self._classes)
        return eye[labels.reshape(-1)], eye[outputs.argmax(axis=1).reshape(-1)]

    def _of_labels(self, outputs: Any, labels: Any) -> tuple[Any, Any]:
        if outputs.shape != labels.shape:
            raise ValueError(f"The shapes {outputs.shape} and {labels.shape} differ.")
        if not ((outputs**2 == outputs).all() and (labels**2 == labels).all()):
            raise ValueError("Of multilabel, all elements are 0 or 1.")
        self._same_classes(outputs)
        both = (
            np.swapaxes(one, 1, 0).reshape(self._classes, -1)
            for one in (labels, outputs)
        )
        hot, hits = both
        return hot, hits

    def _same_classes(self, outputs: Any) -> None:
        if self._classes not in (0, outputs.shape[1]):
            raise ValueError(
                f"There were {self._classes} classes, and now {outputs.shape[1]}."
            )
        self._classes = outputs.shape[1]

    def _share(self, average: bool, of: int) -> Any:
        """True positives over the counts of one kind: 1 predicted, 2 there."""
        if not isinstance(average, bool):
            raise TypeError(f"The argument 'average' is a bool, but got {average!r}.")
        if not self._counts:
            raise RuntimeError(f"The number of samples of {type(self).__name__} is 0.")
        tiny = sys.float_info.min
        shares = [found[0] / (found[of] + tiny) for found in self._counts]
        result = np.concatenate(shares)
        return result.mean() if average else result


class Precision(_Counts):
    """The share of what was predicted that is there, for each class."""

    def eval(self, average: bool = False) -> Any:
        """Return the shares, or their mean; of "multilabel" for each sample."""
        return self._share(average, 1)


class Recall(_Counts):
    """The share of what is there that was predicted, for each class."""

    def eval(self, average: bool = False) -> Any:
        """Return the shares, or their mean; of "multilabel" for each sample."""
        return self._share(average, 2)


class Fbeta(_Counts):
    """The harmonic mean of precision and recall, which counts ``beta`` times."""

    def __init__(self, beta: float) -> None:
        super().__init__()
        if not beta > 0:
            raise ValueError(
                "For 'Fbeta', the argument 'beta' must be greater than 0, but got "
                f"{beta}."
            )
        self.beta = beta

    def eval(self, average: bool = False) -> Any:
        """Return one number for each class, or their mean."""
        self._share(average, 1)
        hits, predicted, there = self._counts[0]
        square = self.beta**2
        below = square * there + predicted + sys.float_info.min
        result = (1.0 + square) * hits / below
        return result.mean() if average else result


class F1(Fbeta):
    """The harmonic mean of precision and recall."""

    def __init__(self) -> None:
        super().__init__(1.0)


class TopKCategoricalAccuracy(Metric):
    """The share of samples whose label is among the ``k`` largest outputs."""

    def __init__(self, k: int) -> None:
        if not isinstance(k, int):
            raise TypeError(f"The type of the argument 'k' is int, not {type(k)}.")
        if k < 1:
            raise ValueError(f"The argument 'k' must be at least 1, but got {k}.")
        self.k = k
        super().__init__()

    def update(self, *inputs: Any) -> None:
        """Take outputs ``(N, C)`` and labels."""
        outputs, labels = self._two(inputs)
        if outputs.ndim == labels.ndim and is_one_hot(labels):
            labels = labels.argmax(axis=1)
        best = np.argsort(-outputs, axis=1)[:, : self.k]
        self._add((best == labels.reshape(-1, 1)).any(axis=1))


class Top1CategoricalAccuracy(TopKCategoricalAccuracy):
    """The share of samples whose largest output is the label's."""

    def __init__(self) -> None:
        super().__init__(1)


class Top5CategoricalAccuracy(TopKCategoricalAccuracy):
    """The share of samples whose label is among the five largest outputs."""

    def __init__(self) -> None:
        super().__init__(5)


class ConfusionMatrix(Metric):
    """How often each class (a row) was taken for each (a column).

    ``normalize`` divides: by "target", the sum of a row; "prediction", of a column; or
    "all". Of two classes outputs may be probabilities of the second, above
    ``threshold``.
    """

    def __init__(
        self, num_classes: int, normalize: str = "no_norm", threshold: float = 0.5
    ) -> None:
        if normalize not in ("target", "prediction", "all", "no_norm"):
            raise ValueError(f"For 'ConfusionMatrix', no norm is {normalize!r}.")
        self.num_classes = num_classes
        self.normalize = normalize
        self.threshold = threshold
        super().__init__()

    def clear(self) -> None:
        """Forget all batches."""
        self.confusion_matrix = np.zeros((self.num_classes, self.num_classes))
        self._seen = False

    def update(self, *inputs: Any) -> None:
        """Take outputs, ``(N, C, ...)`` or ``(N, ...)``, and labels ``(N, ...)``."""
        outputs, labels = self._two(inputs)
        if outputs.ndim not in (labels.ndim, labels.ndim + 1):
            raise ValueError(f"Shapes {outputs.shape} and {labels.shape} do not fit.")
        if outputs.ndim == labels.ndim + 1:
            outputs = outputs.argmax(axis=1)
        elif outputs.dtype.kind == "f":
            outputs = (outputs >= self.threshold).astype(int)
        pairs = (labels.reshape(-1) * self.num_classes + outputs.reshape(-1)).astype(
            int
        )
        counts = np.bincount(pairs, minlength=self.num_classes**2)
        self.confusion_matrix += counts.reshape(self.num_classes, self.num_classes)
        self._seen = True

    def eval(self) -> Any:
        """Return the matrix; NaN of what was never there is 0."""
        if not self._seen:
            raise RuntimeError("Call the 'update' method before calling 'eval'.")
        matrix = self.confusion_matrix.astype(float)
        if self.normalize == "no_norm":
            return matrix
        axis = {"target": 1, "prediction": 0, "all": None}[self.normalize]
        total = matrix.sum(axis=axis, keepdims=True)
        return np.divide(matrix, total, out=np.zeros_like(matrix), where=total != 0)


class Perplexity(Metric):
    """The exponential of the mean of minus the logarithms of the labels' shares."""

    def __init__(self, ignore_label: int | None = None) -> None:
        if ignore_label is not None and not isinstance(ignore_label, int):
            raise TypeError("For 'Perplexity', 'ignore_label' is an int.")
        self.ignore_label = ignore_label
        super().__init__()

    def update(self, *inputs: Any) -> None:
        """Take probabilities ``(..., C)`` and labels ``(...)``."""
        outputs, labels = self._two(inputs)
        if labels.size != outputs.size // outputs.shape[-1]:
            raise RuntimeError(f"Shapes {outputs.shape} and {labels.shape} differ.")
        labels = labels.reshape(-1).astype(int)
        rows = outputs.reshape(-1, outputs.shape[-1])
        shares = rows[np.arange(labels.size), labels]
        if self.ignore_label is not None:
            shares = shares[labels != self.ignore_label]
        self._add(-np.log(np.maximum(1e-10, shares)))

    def eval(self) -> float:
        """Return the perplexity."""
        return math.exp(super().eval())


class CosineSimilarity(Metric):
    """The similarity of every sample of the last batch to every other."""

    def __init__(
        self,
        similarity: str = "cosine",
        reduction: str = "none",
        zero_diagonal: bool = True,
    ) -> None:
        if similarity not in ("dot", "cosine"):
            raise ValueError(f"No similarity is called {similarity!r}.")
        if reduction not in ("none", "sum", "mean"):
            raise ValueError(f"No reduction is called {reduction!r}.")
        self.similarity = similarity
        self.reduction = reduction
        self.zero_diagonal = zero_diagonal
        super().__init__()

    def clear(self) -> None:
        """Forget the batch."""
        self._matrix: Any = None

    def update(self, *inputs: Any) -> None:
        """Take vectors ``(N, C)``."""
        vectors = plain(inputs[0])
        if self.similarity == "cosine":
            vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        self._matrix = vectors @ vectors.T

    def eval(self) -> Any:
        """Return ``(N, N)``, or its sums or means along the last axis."""
        if self._matrix is None:
            raise RuntimeError("Please call the 'update' method before 'eval'.")
        matrix = self._matrix.copy()
        if self.zero_diagonal:
            np.fill_diagonal(matrix, 0)
        if self.reduction == "none":
            return matrix
        return matrix.mean(-1) if self.reduction == "mean" else matrix.sum(-1)


class Dice(Metric):
    """Twice what outputs and labels have in common, over what both have."""

    def __init__(self, smooth: float = 1e-5) -> None:
        if not smooth > 0:
            raise ValueError(f"For 'Dice', 'smooth' must be positive: {smooth}.")
        self.smooth = smooth
        super().__init__()

    def update(self, *inputs: Any) -> None:
        """Take outputs and labels of one shape; a batch counts as many as it has."""
        outputs, labels = self._two(inputs)
        if outputs.shape != labels.shape:
            raise ValueError(f"The shapes {outputs.shape} and {labels.shape} differ.")
        both = np.dot(outputs.ravel(), labels.ravel())
        each = (outputs.ravel() ** 2).sum() + (labels.ravel() ** 2).sum()
        self._sum += 2 * float(both) / float(each + self.smooth)
        self._count += labels.shape[0]


def auc(x: Any, y: Any, reorder: bool = False) -> float:
    """Return the area under ``y`` over ``x``, which rises or falls, by trapezoids.

    ``reorder`` puts the points in order first. Raises TypeError for what is no array,
    ValueError for points in no order, for fewer than two and for two lengths.
    """
    if not isinstance(x, np.ndarray) or not isinstance(y, np.ndarray):
        raise TypeError("For 'auc', 'x' and 'y' are NumPy arrays.")
    x, y = x.ravel(), y.ravel()
    if x.size != y.size or x.size < 2:
        raise ValueError(f"For 'auc', there are {x.size} and {y.size} points.")
    if reorder:
        order = np.lexsort((y, x))
        x, y = x[order], y[order]
    steps = np.diff(x)
    if (steps < 0).any() and (steps > 0).any():
        raise ValueError("For 'auc', 'x' must be increasing or decreasing.")
    area = float((steps * (y[1:] + y[:-1])).sum() / 2)
    return -area if (steps < 0).any() else area
