"""Optimizers by two moments of the gradient: Adam and its kin."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.dtypes import float32
from srcad.nn.checking import check_bool, check_float
from srcad.nn.optim.optimizer import Array, Optimizer, put
from srcad.parameter import Parameter
from srcad.tensor import Tensor

__all__ = ["AdaMax", "Adam", "AdamOffload", "AdamWeightDecay", "Lamb", "LazyAdam"]


class _Moments(Optimizer):
    """What they share: the decay rates and the two moments of each Parameter."""

    names = ("moment1", "moment2")

    def _take(self, beta1: float, beta2: float, eps: float) -> None:
        check_float(self.cls_name, above=0, below=1, beta1=beta1, beta2=beta2)
        check_float(self.cls_name, above=0, eps=eps)
        self.beta1 = beta1
        self.beta2 = beta2
        self.eps = eps
        object.__setattr__(self, "_first", self._state(self.names[0]))
        object.__setattr__(self, "_second", self._state(self.names[1]))

    def _powers(self, *shape: int) -> None:
        """The powers of the decay rates, which MindSpore's checkpoints hold."""
        self.beta1_power = _one("beta1_power", *shape)
        self.beta2_power = _one("beta2_power", *shape)

    def begin_step(self, step: int) -> None:
        """Keep the powers of the decay rates."""
        for name, beta in (("beta1_power", self.beta1), ("beta2_power", self.beta2)):
            power = getattr(self, name, None)
            if power is not None:
                put(power, np.full(power.shape, beta**step))

    def _moments(self, index: int, slope: Array) -> tuple[Array, Array]:
        """Return the moments of a Parameter with this gradient among them."""
        first, second = self._first[index], self._second[index]
        mean = self.beta1 * first.asnumpy() + (1 - self.beta1) * slope
        square = self.beta2 * second.asnumpy() + (1 - self.beta2) * slope * slope
        put(first, mean)
        put(second, square)
        return mean, square


def _one(name: str, *shape: int) -> Parameter:
    return Parameter(Tensor(np.ones(shape), float32), name, False)


class Adam(_Moments):
    """Adaptive moments, with bias correction: Kingma and Ba 2015, algorithm 1.

    ``eps`` is added to the root before the correction, as in MindSpore. With
    ``use_amsgrad`` the second moment never falls: Reddi et al. 2018. ``use_lazy`` and
    ``use_offload`` are about sparse gradients and devices, and change nothing here.
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
        use_amsgrad: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        unknown = sorted({*kwargs} - {"use_lazy", "use_offload"})
        if unknown:
            raise KeyError(f"For 'Adam', invalid keys are passed as kwargs: {unknown}.")
        check_bool(
            self.cls_name,
            use_locking=use_locking,
            use_nesterov=use_nesterov,
            use_amsgrad=use_amsgrad,
            **kwargs,
        )
        lazy, offload = kwargs.get("use_lazy"), kwargs.get("use_offload")
        if (lazy and offload) or (use_amsgrad and (lazy or offload)):
            raise ValueError(
                "For 'Adam', only one of 'use_lazy', 'use_offload' and 'use_amsgrad' "
                "can be True."
            )
        self._powers()
        self.use_nesterov = use_nesterov
        self.use_amsgrad = use_amsgrad
        self._take(beta1, beta2, eps)
        self.moment1, self.moment2 = self._first, self._second
        if use_amsgrad:
            self.vhat = self._state("vhat")

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
        first, second = self._moments(index, slope)
        if self.use_amsgrad:
            second = np.maximum(self.vhat[index].asnumpy(), second)
            put(self.vhat[index], second)
        rate = rate * (1 - self.beta2**step) ** 0.5 / (1 - self.beta1**step)
        if self.use_nesterov:
            first = self.beta1 * first + (1 - self.beta1) * slope
        return value - rate * first / (np.sqrt(second) + self.eps)


class LazyAdam(Adam):
    """Adam, which leaves rows alone that a sparse gradient has not: none is here."""

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
        super().__init__(
            params,
            learning_rate,
            beta1,
            beta2,
            eps,
            use_locking,
            use_nesterov,
            weight_decay,
            loss_scale,
        )


class AdamOffload(LazyAdam):
    """Adam, computed on the host, where everything is computed here."""


class AdamWeightDecay(_Moments):
    """Adam without bias correction, the decay apart: Loshchilov and Hutter 2019."""

    decays_apart = True
    names = ("adam_m", "adam_v")

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
        self._take(beta1, beta2, eps)
        self.moments1, self.moments2 = self._first, self._second

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
        first, second = self._moments(index, slope)
        return value - rate * (first / (np.sqrt(second) + self.eps) + decay * value)


class Lamb(_Moments):
    """Adam with the decay apart, and a step as long as the layer's weights ask for.

    You et al. 2020, algorithm 2; a norm of 0 leaves the step as it is.
    """

    decays_apart = True
    names = ("lamb_m", "lamb_v")

    def __init__(
        self,
        params: Any,
        learning_rate: Any,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-6,
        weight_decay: float = 0.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay)
        self._take(beta1, beta2, eps)
        self.moments1, self.moments2 = self._first, self._second

    def updated(
        self,
        index: int,
        step: int,
        value: Array,
        slope: Array,
        rate: float,
        decay: float,
    ) -> Array:
        """Return ``value - rate |value| / |u| u``."""
        first, second = self._moments(index, slope)
        first = first / (1 - self.beta1**step)
        second = second / (1 - self.beta2**step)
        update = first / (np.sqrt(second) + self.eps) + decay * value
        weights, length = np.linalg.norm(value), np.linalg.norm(update)
        trust = weights / length if weights > 0 and length > 0 else 1.0
        return np.asarray(value - rate * trust * update)


class AdaMax(_Moments):
    """Adam by the largest slope in the place of the second moment.

    Kingma and Ba 2015, algorithm 2.
    """

    def __init__(
        self,
        params: Any,
        learning_rate: Any = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        loss_scale: float = 1.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        self.beta1_power = _one("beta1_power", 1)
        self._take(beta1, beta2, eps)
        self.moment1, self.moment2 = self._first, self._second

    def updated(
        self,
        index: int,
        step: int,
        value: Array,
        slope: Array,
        rate: float,
        decay: float,
    ) -> Array:
        """Return ``value - rate' m / (v + eps)``."""
        first, largest = self._first[index], self._second[index]
        mean = self.beta1 * first.asnumpy() + (1 - self.beta1) * slope
        most = np.maximum(self.beta2 * largest.asnumpy(), np.abs(slope))
        put(first, mean)
        put(largest, most)
        return np.asarray(
            value - rate / (1 - self.beta1**step) * mean / (most + self.eps)
        )
