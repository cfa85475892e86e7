"""Metrics of an evaluation: ``clear``, ``update`` with each batch, then ``eval``.

``set_indexes([2, 1])`` says which of a network's outputs a metric takes, in order.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from srcad.tensor import Tensor

__all__ = ["MAE", "MSE", "Accuracy", "Loss", "Metric", "plain", "rearrange_inputs"]


def rearrange_inputs(func: Callable[..., Any]) -> Callable[..., Any]:
    """Let ``update`` take the inputs that the metric's ``indexes`` say."""

    @functools.wraps(func)
    def wrapper(self: Any, *inputs: Any) -> Any:
        return func(self, *self._chosen(inputs))

    return wrapper


class Metric:
    """The base class; a call is ``clear``, ``update`` and ``eval`` in one."""

    _indexes: list[int] | None = None

    def __init__(self) -> None:
        self.clear()

    @property
    def indexes(self) -> list[int] | None:
        """Which of a network's outputs are taken; None for outputs and label."""
        return self._indexes

    def set_indexes(self, indexes: list[int]) -> Metric:
        """Say which outputs are taken; return the metric. ValueError for no ints."""
        if not isinstance(indexes, list) or not all(
            isinstance(one, int) for one in indexes
        ):
            raise ValueError(
                "For 'set_indexes', the argument 'indexes' must be a list of ints, but "
                f"got {indexes!r}."
            )
        self._indexes = indexes
        return self

    def _chosen(self, inputs: Any) -> Any:
        if not self.indexes:
            return inputs
        return tuple(inputs[place] for place in self.indexes)

    def _two(self, inputs: Any) -> tuple[Any, Any]:
        """Outputs and labels as arrays; ValueError where there are not two."""
        inputs = self._chosen(inputs)
        if len(inputs) != 2:
            raise ValueError(
                f"For '{type(self).__name__}.update', it needs 2 inputs (predicted "
                f"value, true value), but got {len(inputs)}."
            )
        outputs, labels = map(plain, inputs)
        return outputs, labels

    def clear(self) -> None:
        """Forget all batches."""
        self._sum, self._count = 0.0, 0

    def update(self, *inputs: Any) -> None:
        """Take a batch; every subclass defines it."""
        raise NotImplementedError

    def eval(self) -> Any:
        """Return the mean over what was seen; RuntimeError where that is nothing."""
        if self._count == 0:
            raise RuntimeError(f"The number of samples of {type(self).__name__} is 0.")
        return self._sum / self._count

    def __call__(self, *inputs: Any) -> Any:
        self.clear()
        self.update(*inputs)
        return self.eval()

    def _add(self, values: Any) -> None:
        self._sum += float(np.sum(values))
        self._count += int(np.size(values))


def plain(value: Any) -> Any:
    """Return an array of a Tensor, an array or a list."""
    return value.asnumpy() if isinstance(value, Tensor) else np.asarray(value)


class Accuracy(Metric):
    """The share of samples whose largest output is the label's.

    Labels are indices ``(N,)`` or one-hot ``(N, C)``; of "multilabel" each entry has to
    be as the label is, outputs rounded.
    """

    def __init__(self, eval_type: str | None = "classification") -> None:
        super().__init__()
        if eval_type not in ("classification", "multilabel"):
            raise TypeError(f"{eval_type!r} is no type of Accuracy.")
        self._type = eval_type

    def update(self, *inputs: Any) -> None:
        """Take outputs and labels."""
        outputs, labels = self._two(inputs)
        if self._type == "multilabel":
            hits = np.round(outputs) == labels
            self._add(hits.reshape(len(hits), -1).all(axis=1))
            return
        if labels.ndim == outputs.ndim:
            labels = labels.argmax(axis=1)
        self._add(outputs.argmax(axis=1) == labels)


class Loss(Metric):
    """The mean of the losses of all batches."""

    def update(self, *inputs: Any) -> None:
        """Take a loss."""
        self._add(np.mean(plain(inputs[0])))


class MSE(Metric):
    """The mean of the squared differences."""

    def update(self, *inputs: Any) -> None:
        """Take outputs and labels."""
        outputs, labels = self._two(inputs)
        self._add((outputs - labels) ** 2)


class MAE(Metric):
    """The mean of the absolute differences."""

    def update(self, *inputs: Any) -> None:
        """Take outputs and labels."""
        outputs, labels = self._two(inputs)
        self._add(np.abs(outputs - labels))
