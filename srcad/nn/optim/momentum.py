"""Optimizers that go along the gradient, or along a mean of the last ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.dtypes import float32
from srcad.nn.checking import check_bool, check_float
from srcad.nn.optim.optimizer import Array, Optimizer, put
from srcad.parameter import Parameter, ParameterTuple
from srcad.tensor import Tensor

__all__ = ["ASGD", "SGD", "Momentum"]


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
        momentum, dampening = _as_float(momentum), _as_float(dampening)
        check_float("SGD", least=0, momentum=momentum, dampening=dampening)
        check_bool("SGD", nesterov=nesterov)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError(
                "For 'SGD', nesterov needs a positive momentum and no dampening."
            )
        self.momentum = Parameter(Tensor(momentum, float32), "momentum", False)
        self.dampening = dampening
        self.nesterov = nesterov
        self.accum = self._state("accum")
        self.stat = self._state("stat", "ones")

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
        momentum = float(self.momentum)
        if not momentum:
            return value - rate * slope
        # MindSpore notes here, not by the step, that a Parameter was never updated.
        first = self.stat[index].asnumpy() > 0
        entering = np.where(first, slope, (1 - self.dampening) * slope)
        velocity = momentum * self.accum[index].asnumpy() + entering
        put(self.accum[index], velocity)
        put(self.stat[index], np.zeros_like(value))
        if self.nesterov:
            return value - rate * (slope + momentum * velocity)
        return value - rate * velocity


def _as_float(value: Any) -> Any:
    return float(value) if type(value) is int else value


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
        check_float("Momentum", momentum=momentum)
        if momentum < 0:
            raise ValueError(f"For 'Momentum', momentum is negative: {momentum}.")
        check_bool("Momentum", use_nesterov=use_nesterov)
        self.momentum = Parameter(Tensor(momentum, float32), "momentum", False)
        self.use_nesterov = use_nesterov
        self.moments = self._state("moments")

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
        momentum = float(self.momentum)
        velocity = momentum * self.moments[index].asnumpy() + slope
        put(self.moments[index], velocity)
        if self.use_nesterov:
            return value - rate * (slope + momentum * velocity)
        return value - rate * velocity


class ASGD(Optimizer):
    """Averaged stochastic gradient descent: Polyak and Juditsky 1992.

    ``ax`` has the averages, from step ``t0`` on.
    """

    def __init__(
        self,
        params: Any,
        learning_rate: Any = 0.1,
        lambd: float = 1e-4,
        alpha: float = 0.75,
        t0: float = 1e6,
        weight_decay: float = 0.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay)
        check_float("ASGD", lambd=lambd, alpha=alpha, t0=t0)
        self.lambd = lambd
        self.alpha = alpha
        self.t0 = t0
        self.mu = self._numbers("mu_", 1.0)
        self.eta = self._numbers("eta_", 0.0)
        self.ax = self._state("ax_")

    def _numbers(self, prefix: str, value: float) -> ParameterTuple:
        return ParameterTuple(
            Parameter(Tensor(value, float32), prefix + parameter.name, False)
            for parameter in self.parameters
        )

    def updated(
        self,
        index: int,
        step: int,
        value: Array,
        slope: Array,
        rate: float,
        decay: float,
    ) -> Array:
        """Return ``(1 - lambd eta) value - eta g``."""
        eta = rate if step == 1 else float(self.eta[index])
        value = value * (1 - self.lambd * eta) - eta * slope
        mu, mean = float(self.mu[index]), self.ax[index].asnumpy()
        put(self.ax[index], value if mu == 1 else mean + (value - mean) * mu)
        put(self.eta[index], rate / (1 + self.lambd * rate * step) ** self.alpha)
        put(self.mu[index], 1 / max(1, step - self.t0))
        return value
