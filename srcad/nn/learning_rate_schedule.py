"""Learning rates as Cells of the step: ``schedule(global_step)``.

Raises TypeError for a rate that is no float and ValueError for one out of range.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcad import ops
from srcad.cell import Cell
from srcad.dtypes import float32
from srcad.nn.checking import check_bool, check_float, check_positive_int
from srcad.parameter import Parameter
from srcad.tensor import Tensor

__all__ = [
    "AtStep",
    "CosineDecayLR",
    "ExponentialDecayLR",
    "InverseDecayLR",
    "LearningRateSchedule",
    "NaturalExpDecayLR",
    "PolynomialDecayLR",
    "WarmUpLR",
]


class LearningRateSchedule(Cell):
    """The base class, a user's own schedules included."""

    def construct(self, global_step: Any) -> Any:
        """Return the rate at a step; every subclass defines it."""
        raise NotImplementedError


class AtStep(LearningRateSchedule):
    """One rate for each step, the last one from there on; or a function of the step."""

    def __init__(self, rates: Any, name: str = "learning_rate") -> None:
        super().__init__()
        self.function = rates if callable(rates) else None
        if not callable(rates):
            listed = rates.asnumpy() if isinstance(rates, Tensor) else list(rates)
            values = Tensor(np.asarray(listed, np.float32))
            self.rates = Parameter(values, name, False)

    def construct(self, global_step: Any) -> Any:
        """Return the rate at ``global_step``, a Tensor with one element."""
        if self.function is not None:
            return self.function(global_step.reshape(()))
        return self.rates[min(int(global_step), self.rates.shape[0] - 1)]


class _Decaying(LearningRateSchedule):
    def __init__(
        self,
        learning_rate: float,
        decay_rate: float,
        decay_steps: int,
        is_stair: bool = False,
    ) -> None:
        super().__init__()
        check_positive_int(self.cls_name, decay_steps=decay_steps)
        check_float(
            self.cls_name, above=0, learning_rate=learning_rate, decay_rate=decay_rate
        )
        check_bool(self.cls_name, is_stair=is_stair)
        self.learning_rate = learning_rate
        self.decay_rate = decay_rate
        self.decay_steps = decay_steps
        self.is_stair = is_stair

    def _share(self, global_step: Any) -> Any:
        share = ops.cast(global_step, float32) / self.decay_steps
        return ops.floor(share) if self.is_stair else share


class ExponentialDecayLR(_Decaying):
    """``learning_rate decay_rate^(step / decay_steps)``; in stairs if ``is_stair``."""

    def construct(self, global_step: Any) -> Any:
        """Return the rate."""
        return self.learning_rate * ops.pow(self.decay_rate, self._share(global_step))


class NaturalExpDecayLR(_Decaying):
    """``learning_rate e^(-decay_rate step)``; in stairs if ``is_stair``."""

    def construct(self, global_step: Any) -> Any:
        """Return the rate."""
        step = ops.cast(global_step, float32)
        if self.is_stair:
            step = ops.floor(step / self.decay_steps) * self.decay_steps
        return self.learning_rate * ops.exp(-self.decay_rate * step)


class InverseDecayLR(_Decaying):
    """``learning_rate / (1 + decay_rate step / decay_steps)``."""

    def construct(self, global_step: Any) -> Any:
        """Return the rate."""
        return self.learning_rate / (1 + self.decay_rate * self._share(global_step))


class CosineDecayLR(LearningRateSchedule):
    """Half a period of the cosine, from ``max_lr`` to ``min_lr`` in ``decay_steps``.

    Loshchilov and Hutter 2017, without restarts.
    """

    def __init__(self, min_lr: float, max_lr: float, decay_steps: int) -> None:
        super().__init__()
        check_float(self.cls_name, least=0, min_lr=min_lr)
        check_float(self.cls_name, above=0, max_lr=max_lr)
        check_positive_int(self.cls_name, decay_steps=decay_steps)
        if min_lr >= max_lr:
            raise ValueError(
                "For 'CosineDecayLR', the 'max_lr' must be greater than the 'min_lr', "
                f"but got 'max_lr' value: {max_lr}, 'min_lr' value: {min_lr}."
            )
        self.min_lr = min_lr
        self.delta = 0.5 * (max_lr - min_lr)
        self.decay_steps = decay_steps

    def construct(self, global_step: Any) -> Any:
        """Return the rate."""
        step = ops.cast(ops.minimum(global_step, self.decay_steps), float32)
        angle = math.pi * (step / self.decay_steps + 0.5)
        return self.min_lr + self.delta * (1.0 + ops.sin(angle))


class PolynomialDecayLR(LearningRateSchedule):
    """From ``learning_rate`` to ``end_learning_rate``, by a power of what is left.

    With ``update_decay_steps`` the steps begin anew, twice, three times as many.
    """

    def __init__(
        self,
        learning_rate: float,
        end_learning_rate: float,
        decay_steps: int,
        power: float,
        update_decay_steps: bool = False,
    ) -> None:
        super().__init__()
        check_float(self.cls_name, above=0, learning_rate=learning_rate, power=power)
        check_float(self.cls_name, least=0, end_learning_rate=end_learning_rate)
        check_positive_int(self.cls_name, decay_steps=decay_steps)
        check_bool(self.cls_name, update_decay_steps=update_decay_steps)
        self.end_learning_rate = end_learning_rate
        self.diff_learning_rate = learning_rate - end_learning_rate
        self.decay_steps = decay_steps
        self.power = power
        self.update_decay_steps = update_decay_steps

    def construct(self, global_step: Any) -> Any:
        """Return the rate."""
        step = ops.cast(global_step, float32)
        steps = self.decay_steps
        if self.update_decay_steps:
            steps = steps * ops.maximum(ops.ceil(step / steps), 1)
        else:
            step = ops.minimum(step, steps)
        left = ops.pow(1.0 - step / steps, self.power)
        return self.diff_learning_rate * left + self.end_learning_rate


class WarmUpLR(LearningRateSchedule):
    """From 0 to ``learning_rate`` in ``warmup_steps``, in a straight line."""

    def __init__(self, learning_rate: float, warmup_steps: int) -> None:
        super().__init__()
        check_float(self.cls_name, least=0, learning_rate=learning_rate)
        check_positive_int(self.cls_name, warmup_steps=warmup_steps)
        self.learning_rate = learning_rate
        self.warmup_steps = warmup_steps

    def construct(self, global_step: Any) -> Any:
        """Return the rate."""
        step = ops.cast(ops.minimum(global_step, self.warmup_steps), float32)
        return self.learning_rate * (step / self.warmup_steps)
