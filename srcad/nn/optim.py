"""Optimizers: called with the gradients, they update the Parameters.

``params`` is a list of Parameters, or of dicts ``{"params": [...], "lr": ...,
"weight_decay": ...}`` that give a group settings of its own. ``learning_rate`` is a
number, a Tensor, a sequence with one number a step, or a function (or Cell) of the
step. ``weight_decay`` adds that multiple of each Parameter to its gradient;
``loss_scale`` divides the gradients. Raises ValueError for values out of range, and for
no parameters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from srcad.cell import Cell
from srcad.dtypes import int32
from srcad.parameter import Parameter, ParameterTuple
from srcad.tensor import Tensor

Array = np.ndarray[Any, Any]


class Optimizer(Cell):
    """The base class: keeps the Parameters, their settings and the step."""

    def __init__(
        self,
        learning_rate: Any,
        parameters: Any,
        weight_decay: float = 0.0,
        loss_scale: float = 1.0,
    ) -> None:
        super().__init__(auto_prefix=False)
        if weight_decay < 0 or loss_scale <= 0:
            raise ValueError(
                f"For '{self.cls_name}', weight_decay must not be negative and "
                f"loss_scale must be positive: {weight_decay}, {loss_scale}."
            )
        groups = [
            group if isinstance(group, dict) else {"params": [group]}
            for group in parameters
        ]
        settings = [
            (
                parameter,
                group.get("lr", learning_rate),
                group.get("weight_decay", weight_decay),
            )
            for group in groups
            for parameter in group["params"]
        ]
        if not settings:
            raise ValueError(f"For '{self.cls_name}', there are no parameters.")
        self.learning_rate = learning_rate
        self.loss_scale = loss_scale
        self.global_step = Parameter(Tensor(0, int32), "global_step", False)
        # A plain tuple: the network's Parameters do not become the optimizer's.
        object.__setattr__(
            self, "parameters", ParameterTuple(item[0] for item in settings)
        )
        object.__setattr__(self, "_settings", settings)

    def _slots(self) -> list[Array]:
        """Zeros in the form of each Parameter, kept from step to step."""
        return [np.zeros_like(item[0].asnumpy()) for item in self._settings]

    def construct(self, gradients: Sequence[Tensor]) -> bool:
        """Update every Parameter by its gradient, in order; return True.

        Raises ValueError where there are more or fewer gradients than Parameters.
        """
        if len(gradients) != len(self._settings):
            raise ValueError(
                f"For '{self.cls_name}', there are {len(self._settings)} parameters "
                f"and {len(gradients)} gradients."
            )
        step = int(self.global_step.asnumpy())
        for index, gradient in enumerate(gradients):
            parameter, learning_rate, decay = self._settings[index]
            value = parameter.asnumpy()
            slope = gradient.asnumpy().astype(value.dtype) / self.loss_scale
            rate = _rate_at(learning_rate, step)
            updated = self.updated(index, step, value, slope, rate, decay)
            parameter.set_data(Tensor.of_array(np.asarray(updated)))
        self.global_step.set_data(Tensor(step + 1, int32))
        return True

    def updated(
        self,
        index: int,
        step: int,
        value: Array,
        slope: Array,
        rate: float,
        decay: float,
    ) -> Array:
        """Return the new value of Parameter ``index``; every subclass defines it."""
        raise NotImplementedError


def _rate_at(learning_rate: Any, step: int) -> float:
    if isinstance(learning_rate, Tensor):
        array = learning_rate.asnumpy()
        return float(array if array.ndim == 0 else array[min(step, array.size - 1)])
    if callable(learning_rate):
        return float(learning_rate(Tensor(step, int32)))
    if isinstance(learning_rate, Sequence):
        return float(learning_rate[min(step, len(learning_rate) - 1)])
    return float(learning_rate)


class SGD(Optimizer):
    """Stochastic gradient descent, with momentum: ``v = u v + (1 - dampening) g``.

    The first step takes ``v = g``; with ``nesterov`` the update is ``g + u v``.
    """

    def __init__(
        self,
        params: Any,
        learning_rate: Any = 0.1,
        momentum: float = 0.0,
        dampening: float = 0.0,
        weight_decay: float = 0.0,
        nesterov: bool = False,
        loss_scale: float = 1.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError(
                "For 'SGD', nesterov needs a positive momentum and no dampening."
            )
        self.momentum = momentum
        self.dampening = dampening
        self.nesterov = nesterov
        self._velocities = self._slots()

    def updated(
        self,
        index: int,
        step: int,
        value: Array,
        slope: Array,
        rate: float,
        decay: float,
    ) -> Array:
        """Return ``value - rate * v``."""
        slope = slope + decay * value
        if not self.momentum:
            return value - rate * slope
        velocity = self._velocities[index]
        entering = slope if step == 0 else (1 - self.dampening) * slope
        velocity = self.momentum * velocity + entering
        self._velocities[index] = velocity
        if self.nesterov:
            return value - rate * (slope + self.momentum * velocity)
        return value - rate * velocity


class Momentum(Optimizer):
    """``v = u v + g``, ``value -= rate v`` (Nesterov: ``rate (g + u v)``)."""

    def __init__(
        self,
        params: Any,
        learning_rate: Any,
        momentum: float,
        weight_decay: float = 0.0,
        loss_scale: float = 1.0,
        use_nesterov: bool = False,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        if momentum < 0:
            raise ValueError(f"For 'Momentum', momentum is negative: {momentum}.")
        self.momentum = momentum
        self.use_nesterov = use_nesterov
        self._velocities = self._slots()

    def updated(
        self,
        index: int,
        step: int,
        value: Array,
        slope: Array,
        rate: float,
        decay: float,
    ) -> Array:
        """Return ``value - rate * v``."""
        slope = slope + decay * value
        velocity = self.momentum * self._velocities[index] + slope
        self._velocities[index] = velocity
        if self.use_nesterov:
            return value - rate * (slope + self.momentum * velocity)
        return value - rate * velocity


class Adam(Optimizer):
    """Adaptive moments, with bias correction: Kingma and Ba 2015, algorithm 1.

    ``eps`` is added to the root before the correction, as in MindSpore.
    """

    def __init__(
        self,
        params: Any,
        learning_rate: Any = 1e-3,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-8,
        use_locking: bool = False,
        use_nesterov: bool = False,
        weight_decay: float = 0.0,
        loss_scale: float = 1.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        _check_betas(self.cls_name, beta1, beta2, eps)
        self.beta1 = beta1
        self.beta2 = beta2
        self.eps = eps
        self.use_nesterov = use_nesterov
        self._first = self._slots()
        self._second = self._slots()

    def updated(
        self,
        index: int,
        step: int,
        value: Array,
        slope: Array,
        rate: float,
        decay: float,
    ) -> Array:
        """Return ``value - rate' m / (sqrt(v) + eps)``."""
        slope = slope + decay * value
        first = self.beta1 * self._first[index] + (1 - self.beta1) * slope
        second = self.beta2 * self._second[index] + (1 - self.beta2) * slope * slope
        self._first[index], self._second[index] = first, second
        rate = rate * (1 - self.beta2 ** (step + 1)) ** 0.5
        rate = rate / (1 - self.beta1 ** (step + 1))
        if self.use_nesterov:
            first = self.beta1 * first + (1 - self.beta1) * slope
        return value - rate * first / (np.sqrt(second) + self.eps)


class AdamWeightDecay(Optimizer):
    """Adam without bias correction, the decay apart: Loshchilov and Hutter 2019."""

    def __init__(
        self,
        params: Any,
        learning_rate: Any = 1e-3,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-6,
        weight_decay: float = 0.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay)
        _check_betas(self.cls_name, beta1, beta2, eps)
        self.beta1 = beta1
        self.beta2 = beta2
        self.eps = eps
        self._first = self._slots()
        self._second = self._slots()

    def updated(
        self,
        index: int,
        step: int,
        value: Array,
        slope: Array,
        rate: float,
        decay: float,
    ) -> Array:
        """Return ``value - rate (m / (sqrt(v) + eps) + decay value)``."""
        first = self.beta1 * self._first[index] + (1 - self.beta1) * slope
        second = self.beta2 * self._second[index] + (1 - self.beta2) * slope * slope
        self._first[index], self._second[index] = first, second
        return value - rate * (first / (np.sqrt(second) + self.eps) + decay * value)


def _check_betas(name: str, beta1: float, beta2: float, eps: float) -> None:
    if not (0 < beta1 < 1 and 0 < beta2 < 1 and eps > 0):
        raise ValueError(
            f"For '{name}', beta1 and beta2 are in (0, 1) and eps is positive, but got "
            f"{beta1}, {beta2} and {eps}."
        )
