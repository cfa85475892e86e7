"""Optimizers whose steps adapt to the sizes of past gradients."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.nn.checking import check_bool, check_float
from srcad.nn.optim.optimizer import Array, Optimizer, put

__all__ = ["FTRL", "Adadelta", "Adagrad", "ProximalAdagrad", "RMSProp", "Rprop"]


class Adagrad(Optimizer):
    """``value -= rate g / sqrt(sum g^2)``: Duchi et al. 2011.

    The sum starts with ``accum``; without ``update_slots`` it stays.
    """

    def __init__(
        self,
        params: Any,
        accum: float = 0.1,
        learning_rate: Any = 0.001,
        update_slots: bool = True,
        loss_scale: float = 1.0,
        weight_decay: float = 0.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        check_float(self.cls_name, least=0, accum=accum)
        check_bool(self.cls_name, update_slots=update_slots)
        self.update_slots = update_slots
        self.accum = self._state("accum", accum)

    def updated(
        self,
        index: int,
        step: int,
        value: Array,
        slope: Array,
        rate: float,
        decay: float,
    ) -> Array:
        """Return ``value - rate g / sqrt(sum)``."""
        total = self.accum[index].asnumpy()
        if self.update_slots:
            total = total + slope * slope
            put(self.accum[index], total)
        return np.asarray(value - rate * slope / np.sqrt(total))


class ProximalAdagrad(Optimizer):
    """Adagrad with penalties ``l1 |value|`` and ``l2 value^2``: Duchi & Singer 2009."""

    def __init__(
        self,
        params: Any,
        accum: float = 0.1,
        learning_rate: Any = 0.001,
        l1: float = 0.0,
        l2: float = 0.0,
        use_locking: bool = False,
        loss_scale: float = 1.0,
        weight_decay: float = 0.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        check_float(self.cls_name, least=0, accum=accum, l1=l1, l2=l2)
        check_bool(self.cls_name, use_locking=use_locking)
        self.l1 = l1
        self.l2 = l2
        self.accum = self._state("accum", accum)

    def updated(
        self,
        index: int,
        step: int,
        value: Array,
        slope: Array,
        rate: float,
        decay: float,
    ) -> Array:
        """Return Adagrad's value, drawn towards 0."""
        total = self.accum[index].asnumpy() + slope * slope
        put(self.accum[index], total)
        rates = rate / np.sqrt(total)
        value = value - rates * slope
        left = np.abs(value)
        if self.l1 > 0:
            left = np.maximum(left - rates * self.l1, 0)
        return np.asarray(np.sign(value) * left / (1 + self.l2 * rates))


class Adadelta(Optimizer):
    """A step by the root mean squares of updates over gradients: Zeiler 2012."""

    def __init__(
        self,
        params: Any,
        learning_rate: Any = 1.0,
        rho: float = 0.9,
        epsilon: float = 1e-6,
        loss_scale: float = 1.0,
        weight_decay: float = 0.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        check_float(self.cls_name, least=0, rho=rho, epsilon=epsilon)
        if rho > 1:
            raise ValueError(f"For 'Adadelta', rho must be in [0, 1], but got {rho}.")
        self.rho = rho
        self.epsilon = epsilon
        self.accum = self._state("accum", 0)
        self.accum_update = self._state("accum_update", 0)

    def updated(
        self,
        index: int,
        step: int,
        value: Array,
        slope: Array,
        rate: float,
        decay: float,
    ) -> Array:
        """Return ``value - rate u``."""
        squares, updates = self.accum[index], self.accum_update[index]
        mean = self.rho * squares.asnumpy() + (1 - self.rho) * slope * slope
        past = updates.asnumpy()
        update = np.sqrt(past + self.epsilon) / np.sqrt(mean + self.epsilon) * slope
        put(squares, mean)
        put(updates, self.rho * past + (1 - self.rho) * update * update)
        return np.asarray(value - rate * update)


class RMSProp(Optimizer):
    """A step by the root of the mean square of the gradients: Hinton 2012.

    With ``centered`` by their standard deviation: Graves 2013, equations 38 to 45.
    """

    def __init__(
        self,
        params: Any,
        learning_rate: Any = 0.1,
        decay: float = 0.9,
        momentum: float = 0.0,
        epsilon: float = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        loss_scale: float = 1.0,
        weight_decay: float = 0.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        check_float(self.cls_name, least=0, decay=decay, momentum=momentum)
        check_float(self.cls_name, above=0, epsilon=epsilon)
        check_bool(self.cls_name, use_locking=use_locking, centered=centered)
        self.decay = decay
        self.momentum = momentum
        self.epsilon = epsilon
        self.centered = centered
        if centered:
            self.mg = self._state("mean_grad")
        self.ms = self._state("mean_square", "ones")
        self.moment = self._state("moment")

    def updated(
        self,
        index: int,
        step: int,
        value: Array,
        slope: Array,
        rate: float,
        decay: float,
    ) -> Array:
        """Return ``value - m``, ``m = momentum m + rate g / sqrt(square + eps)``."""
        kept = self.decay
        square = kept * self.ms[index].asnumpy() + (1 - kept) * slope * slope
        put(self.ms[index], square)
        spread = square
        if self.centered:
            mean = kept * self.mg[index].asnumpy() + (1 - kept) * slope
            put(self.mg[index], mean)
            spread = square - mean * mean
        update = self.momentum * self.moment[index].asnumpy()
        update = update + rate * slope / np.sqrt(spread + self.epsilon)
        put(self.moment[index], update)
        return np.asarray(value - update)


class Rprop(Optimizer):
    """Steps by the signs of the gradients alone: Riedmiller and Braun 1993.

    A step grows by ``etas[1]`` while a sign stays and shrinks by ``etas[0]`` where it
    changes, within ``step_sizes``.
    """

    def __init__(
        self,
        params: Any,
        learning_rate: Any = 0.1,
        etas: tuple[float, float] = (0.5, 1.2),
        step_sizes: tuple[float, float] = (1e-6, 50.0),
        weight_decay: float = 0.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay)
        for name, pair in (("etas", etas), ("step_sizes", step_sizes)):
            if not isinstance(pair, tuple):
                raise TypeError(f"For 'Rprop', {name} must be a tuple.")
            if len(pair) != 2:
                raise ValueError(f"For 'Rprop', {name} must have two elements.")
        check_float("Rprop", above=0, below=1, etaminus=etas[0])
        check_float("Rprop", above=1, etaplus=etas[1])
        check_float("Rprop", step_size_min=step_sizes[0], step_size_max=step_sizes[1])
        if step_sizes[0] > step_sizes[1]:
            raise ValueError("For 'Rprop', the largest step is below the smallest.")
        self.etaminus, self.etaplus = etas
        self.step_size_min, self.step_size_max = step_sizes
        self.prev = self._state("prev")
        self.step_size = self._state("step_size")

    def updated(
        self,
        index: int,
        step: int,
        value: Array,
        slope: Array,
        rate: float,
        decay: float,
    ) -> Array:
        """Return ``value - sign(g) step``; ``g`` counts as 0 where its sign changed."""
        sizes = self.step_size[index].asnumpy()
        if step == 1:
            sizes = np.full_like(value, rate)
        same = np.sign(slope * self.prev[index].asnumpy())
        factor = np.where(same > 0, self.etaplus, np.where(same < 0, self.etaminus, 1))
        sizes = np.clip(sizes * factor, self.step_size_min, self.step_size_max)
        slope = np.where(same < 0, 0, slope)
        put(self.prev[index], slope)
        put(self.step_size[index], sizes)
        return np.asarray(value - np.sign(slope) * sizes)


class FTRL(Optimizer):
    """Follow the regularised leader, for sparse weights: McMahan et al. 2013.

    Takes no group of its own rate and no rate that changes: ValueError. The weight
    decay is for all Parameters, whatever they are called.
    """

    def __init__(
        self,
        params: Any,
        initial_accum: float = 0.1,
        learning_rate: float = 0.001,
        lr_power: float = -0.5,
        l1: float = 0.0,
        l2: float = 0.0,
        use_locking: bool = False,
        loss_scale: float = 1.0,
        weight_decay: float = 0.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        if self.dynamic_lr or self.is_group_lr:
            raise ValueError(
                "For 'FTRL', dynamic learning rate and group learning rate are not "
                "supported."
            )
        check_float("FTRL", least=0, initial_accum=initial_accum, l1=l1, l2=l2)
        check_float("FTRL", above=0, learning_rate=learning_rate)
        check_float("FTRL", lr_power=lr_power)
        check_bool("FTRL", use_locking=use_locking)
        if lr_power > 0:
            raise ValueError(f"For 'FTRL', lr_power is positive: {lr_power}.")
        self.l1 = l1
        self.l2 = l2
        self.lr_power = lr_power
        self.moments = self._state("moments", initial_accum)
        self.linear = self._state("linear")
        if not self.is_group:
            self.decay_flags = (True,) * self.param_length

    def updated(
        self,
        index: int,
        step: int,
        value: Array,
        slope: Array,
        rate: float,
        decay: float,
    ) -> Array:
        """Return the minimum of the losses so far, linear, and of the penalties."""
        past = self.moments[index].asnumpy()
        total = past + slope * slope
        powers = total**-self.lr_power, past**-self.lr_power
        linear = self.linear[index].asnumpy() + slope
        linear = linear - (powers[0] - powers[1]) / rate * value
        put(self.moments[index], total)
        put(self.linear[index], linear)
        curvature = powers[0] / rate + 2 * self.l2
        near = np.clip(linear, -self.l1, self.l1) - linear
        return np.asarray(np.where(np.abs(linear) > self.l1, near / curvature, 0))
