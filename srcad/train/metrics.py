"""Metrics of an evaluation: ``clear``, ``update`` with each batch, then ``eval``."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.tensor import Tensor

__all__ = ["MAE", "MSE", "Accuracy", "Loss", "Metric", "get_metrics"]


class Metric:
    """The base class; a call is ``clear``, ``update`` and ``eval`` in one."""

    def __init__(self) -> None:
        self.clear()

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


def _plain(value: Any) -> Any:
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
        outputs, labels = map(_plain, inputs)
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
        self._add(np.mean(_plain(inputs[0])))


class MSE(Metric):
    """The mean of the squared differences."""

    def update(self, *inputs: Any) -> None:
        """Take outputs and labels."""
        self._add((_plain(inputs[0]) - _plain(inputs[1])) ** 2)


class MAE(Metric):
    """The mean of the absolute differences."""

    def update(self, *inputs: Any) -> None:
        """Take outputs and labels."""
        self._add(np.abs(_plain(inputs[0]) - _plain(inputs[1])))


_NAMES: dict[str, type[Metric]] = {
    "accuracy": Accuracy,
    "acc": Accuracy,
    "loss": Loss,
    "mse": MSE,
    "MSE": MSE,
    "mae": MAE,
    "MAE": MAE,
}


def get_metrics(given: Any) -> dict[str, Metric]:
    """Return name to metric, of a dict of these or a set of names.

    Raises KeyError for an unknown name.
    """
    if given is None:
        return {}
    if isinstance(given, dict):
        return dict(given)
    unknown = [name for name in given if name not in _NAMES]
    if unknown:
        raise KeyError(f"Unknown Metric: {unknown}.")
    return {name: _NAMES[name]() for name in given}
