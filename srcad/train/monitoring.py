"""Callbacks that follow a number from epoch to epoch, and one that calls functions."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from srcad.dtypes import float32
from srcad.parameter import Parameter
from srcad.tensor import Tensor
from srcad.train.callbacks import Callback, RunContext, loss_of

__all__ = [
    "EarlyStopping",
    "LambdaCallback",
    "LearningRateScheduler",
    "ReduceLROnPlateau",
]

# What is better where it is smaller.
SMALLER = ("eval_loss", "loss", "mae", "MAE", "mse", "MSE", "perplexity")


class _Monitor(Callback):
    """A number of each epoch: "loss", or a metric of the evaluation in ``fit``."""

    def __init__(
        self, monitor: str, patience: int, verbose: bool, mode: str, min_delta: float
    ) -> None:
        if not isinstance(monitor, str):
            raise TypeError(f"'monitor' is a str, but got {type(monitor)}.")
        if isinstance(patience, bool) or not isinstance(patience, int) or patience < 0:
            raise ValueError(f"'patience' is an int of at least 0: {patience!r}.")
        if mode not in ("auto", "min", "max"):
            raise ValueError(f"mode should be 'auto', 'min' or 'max', but got {mode}.")
        self.monitor = monitor
        self.patience = patience
        self.verbose = verbose
        self.mode = mode
        self.min_delta = abs(min_delta)
        self._smaller = mode == "min" or (mode == "auto" and monitor in SMALLER)
        self._begin()

    def _begin(self) -> None:
        self.wait = 0
        self.best = math.inf if self._smaller else -math.inf

    def is_improvement(self, now: float, before: float) -> bool:
        """Whether a number is better than another one by more than ``min_delta``."""
        if self._smaller:
            return now < before - self.min_delta
        return now > before + self.min_delta

    def on_train_begin(self, run_context: RunContext) -> None:
        """Begin anew."""
        self._begin()

    def _value(self, run_context: RunContext) -> float | None:
        """The number of this epoch; None, with a warning, where there is none."""
        args = run_context.original_args()
        if self.monitor == "loss":
            return loss_of(args.net_outputs)
        found = args.get("eval_results") or {}
        if self.monitor not in found:
            warnings.warn(
                f"{type(self).__name__} follows {self.monitor!r}, which is not "
                f"available: there are {sorted({'loss', *found})}.",
                stacklevel=2,
            )
            return None
        value = np.asarray(found[self.monitor])
        if value.shape != ():
            raise ValueError(f"{type(self).__name__} follows a single number.")
        return float(value)


class EarlyStopping(_Monitor):
    """Ends training after ``patience`` epochs in which the number was no better.

    Better is less for losses, else more (``mode`` "min" or "max" says), by more than
    ``min_delta``, than the best and than ``baseline``, where there is one.
    ``restore_best_weights`` gives the network that of the best epoch back.
    """

    def __init__(
        self,
        monitor: str = "eval_loss",
        min_delta: float = 0,
        patience: int = 0,
        verbose: bool = False,
        mode: str = "auto",
        baseline: float | None = None,
        restore_best_weights: bool = False,
    ) -> None:
        super().__init__(monitor, patience, verbose, mode, min_delta)
        self.baseline = baseline
        self.restore_best_weights = restore_best_weights
        self.stopped_epoch = 0

    def _begin(self) -> None:
        super()._begin()
        self.stopped_epoch = 0
        self._weights: list[Any] | None = None

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """Look at the number; ask for the end where it is due."""
        value = self._value(run_context)
        if value is None:
            return
        args = run_context.original_args()
        parameters = list(args.train_network.get_parameters())
        self.wait += 1
        better = self.is_improvement(value, self.best)
        if self.restore_best_weights and (better or self._weights is None):
            self._weights = [one.asnumpy().copy() for one in parameters]
        if better:
            self.best = value
            if self.baseline is None or self.is_improvement(value, self.baseline):
                self.wait = 0
        if self.wait >= self.patience:
            self.stopped_epoch = args.cur_epoch_num
            run_context.request_stop()
            if self._weights is not None:
                if self.verbose:
                    print("Restoring model weights from the end of the best epoch.")
                for one, array in zip(parameters, self._weights, strict=True):
                    one.set_data(Tensor.of_array(array))

    def on_train_end(self, run_context: RunContext) -> None:
        """Say when it ended."""
        if self.stopped_epoch > 0 and self.verbose:
            print(f"Epoch {self.stopped_epoch:05d}: early stopping")


class ReduceLROnPlateau(_Monitor):
    """Multiplies the learning rate after epochs in which the number was no better.

    By ``factor``, down to ``min_lr``; then ``cooldown`` epochs do not count. Raises
    ValueError for a rate that changes by itself, and for groups.
    """

    def __init__(
        self,
        monitor: str = "eval_loss",
        factor: float = 0.1,
        patience: int = 10,
        verbose: bool = False,
        mode: str = "auto",
        min_delta: float = 1e-4,
        cooldown: int = 0,
        min_lr: float = 0,
    ) -> None:
        super().__init__(monitor, patience, verbose, mode, min_delta)
        if not 0 < factor < 1:
            raise ValueError(f"'factor' is between 0 and 1, but got {factor}.")
        self.factor = factor
        self.cooldown = cooldown
        self.min_lr = min_lr

    def _begin(self) -> None:
        super()._begin()
        self.cooldown_counter = 0

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """Look at the number; change the rate where it is due."""
        args = run_context.original_args()
        rate = getattr(args.optimizer, "learning_rate", None)
        if not isinstance(rate, Parameter):
            raise ValueError(
                "ReduceLROnPlateau does not support dynamic learning rate and group "
                "learning rate."
            )
        value = self._value(run_context)
        if value is None:
            return
        if self.cooldown_counter > 0:
            self.cooldown_counter -= 1
            self.wait = 0
        if self.is_improvement(value, self.best):
            self.best, self.wait = value, 0
        elif self.cooldown_counter <= 0:
            self.wait += 1
            if self.wait >= self.patience:
                self._reduce(rate, args.cur_epoch_num)
                self.cooldown_counter, self.wait = self.cooldown, 0

    def _reduce(self, rate: Parameter, epoch: int) -> None:
        if float(rate) <= self.min_lr:
            return
        lower = max(float(rate) * self.factor, self.min_lr)
        rate.set_data(Tensor(lower, float32))
        if self.verbose:
            print(
                f"Epoch {epoch:05d}: ReduceLROnPlateau reducing learning rate to "
                f"{lower}."
            )


class LearningRateScheduler(Callback):
    """Gives the optimizer the rate that a function of rate and step says."""

    def __init__(self, learning_rate_function: Callable[[float, int], float]) -> None:
        self.learning_rate_function = learning_rate_function

    def step_end(self, run_context: RunContext) -> None:
        """Change the rate; ValueError for one that changes by itself, and groups."""
        args = run_context.original_args()
        rate = getattr(args.optimizer, "learning_rate", None)
        if not isinstance(rate, Parameter):
            raise ValueError("LearningRateScheduler needs one learning rate, a number.")
        wanted = self.learning_rate_function(float(rate), args.cur_step_num)
        rate.set_data(Tensor(float(wanted), float32))

    def on_eval_step_end(self, run_context: RunContext) -> None:
        """Do nothing: an evaluation has no rate."""


class LambdaCallback(Callback):
    """Calls functions, each with the ``run_context``, at the times of its arguments."""

    def __init__(
        self,
        on_train_epoch_begin: Any = None,
        on_train_epoch_end: Any = None,
        on_train_step_begin: Any = None,
        on_train_step_end: Any = None,
        on_train_begin: Any = None,
        on_train_end: Any = None,
        on_eval_epoch_begin: Any = None,
        on_eval_epoch_end: Any = None,
        on_eval_step_begin: Any = None,
        on_eval_step_end: Any = None,
        on_eval_begin: Any = None,
        on_eval_end: Any = None,
    ) -> None:
        for name, function in list(locals().items()):
            if name.startswith("on_"):
                setattr(self, name, function or _nothing)


def _nothing(run_context: RunContext) -> None:
    """Do nothing."""
