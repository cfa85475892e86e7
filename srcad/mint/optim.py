"""MindSpore's ``mint.optim``: optimizers under PyTorch's names for the arguments.

``params`` is a list of Parameters, or of dicts ``{"params": [...], "lr": ..., ...}``
whose other keys are settings of the group's own. ``param_groups`` has the groups with
all settings; a group's ``lr`` is a Parameter, which may be assigned to. What is kept
from step to step is Parameters of the optimizer's own. The steps are those of PyTorch.

Raises TypeError and ValueError for settings of another type or out of range, for
Parameters in two groups, and for keys that are no settings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from srcad.cell import Cell
from srcad.dtypes import float32
from srcad.nn.checking import check_bool
from srcad.nn.optim.optimizer import Array, put
from srcad.parameter import Parameter, ParameterTuple
from srcad.tensor import Tensor

__all__ = ["SGD", "Adam", "AdamW", "FusedAdamW"]


class _Optimizer(Cell):
    """The groups, and a step of each Parameter in the order of the groups."""

    def __init__(self, params: Any, defaults: dict[str, Any]) -> None:
        super().__init__(auto_prefix=False)
        if not isinstance(params, Iterable) or isinstance(params, (Tensor, dict)):
            raise TypeError(
                f"For '{self.cls_name}', params must be Iterable, but got "
                f"{type(params)}."
            )
        given = list(params)
        if not given:
            raise ValueError(f"For '{self.cls_name}', params must not be empty.")
        if not any(isinstance(one, dict) for one in given):
            given = [{"params": given}]
        self.defaults = defaults
        self.state_step = Parameter(Tensor([0.0], float32), "state_step", False)
        groups = [self._group(k, group, defaults) for k, group in enumerate(given)]
        members = [one for group in groups for one in group["params"]]
        if len({id(one) for one in members}) != len(members):
            raise ValueError("some parameters appear in more than one parameter group.")
        # Plain attributes: the network's Parameters do not become the optimizer's.
        object.__setattr__(self, "param_groups", groups)
        object.__setattr__(self, "parameters", ParameterTuple(members))
        self.lrs = ParameterTuple(group["lr"] for group in groups)

    def _group(self, number: int, group: Any, defaults: dict[str, Any]) -> Any:
        """A group with all settings, its rate as a Parameter."""
        if not isinstance(group, dict):
            raise TypeError("Param group must be a dict.")
        unknown = sorted({*group} - {"params", *defaults})
        if unknown:
            raise ValueError(f"For '{self.cls_name}', no setting is called {unknown}.")
        members = group["params"]
        members = [members] if isinstance(members, Parameter) else list(members)
        for one in members:
            if not isinstance(one, Parameter):
                raise TypeError(
                    "Optimizer can only optimize Parameters, but one of the params is "
                    f"{type(one)}."
                )
        whole = {**defaults, **group, "params": members}
        rate = whole["lr"]
        if isinstance(rate, bool) or not isinstance(rate, (int, float, Tensor)):
            raise TypeError(f"The learning rate is a number, but got {type(rate)}.")
        self._check(whole)
        start = Tensor(float(rate), float32)
        whole["lr"] = Parameter(start, f"learning_rate_group_{number}", False)
        return whole

    def _check(self, group: dict[str, Any]) -> None:
        """Raise where a group's settings do not fit."""
        for name in ("lr", "weight_decay"):
            if isinstance(group[name], bool) or float(group[name]) < 0:
                raise ValueError(f"Invalid {name} value: {group[name]}")
        check_bool(self.cls_name, maximize=group["maximize"])

    def _kept(self, prefix: str) -> ParameterTuple:
        return self.parameters.clone(prefix=prefix, init="zeros")

    def construct(self, gradients: Sequence[Tensor]) -> bool:
        """Update every Parameter by its gradient, in order; return True.

        Raises ValueError where there are more or fewer gradients than Parameters.
        """
        if len(gradients) != len(self.parameters):
            raise ValueError(
                f"For '{self.cls_name}', there are {len(self.parameters)} parameters "
                f"and {len(gradients)} gradients."
            )
        step = int(self.state_step.asnumpy()[0]) + 1
        put(self.state_step, np.array([step]))
        index = 0
        for group in self.param_groups:
            for parameter in group["params"]:
                value = parameter.asnumpy()
                slope = gradients[index].asnumpy().astype(value.dtype)
                slope = -slope if group["maximize"] else slope
                put(parameter, self._updated(index, step, value, slope, group))
                index += 1
        return True

    def _updated(
        self, index: int, step: int, value: Array, slope: Array, group: Any
    ) -> Array:
        """Return the new value of Parameter ``index`` in step 1, 2, ..."""
        raise NotImplementedError


class SGD(_Optimizer):
    """Stochastic gradient descent with momentum: ``v = u v + (1 - dampening) g``.

    The first step takes ``v = g``; with ``nesterov`` the update is ``g + u v``.
    """

    def __init__(
        self,
        params: Any,
        lr: Any,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
    ) -> None:
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "dampening": dampening,
            "weight_decay": weight_decay,
            "nesterov": nesterov,
            "maximize": maximize,
        }
        super().__init__(params, defaults)
        self.momentum_buf = self._kept("momentum_buf")

    def _check(self, group: dict[str, Any]) -> None:
        super()._check(group)
        check_bool("SGD", nesterov=group["nesterov"])
        if group["momentum"] < 0:
            raise ValueError(f"Invalid momentum value: {group['momentum']}")
        if group["nesterov"] and (group["momentum"] <= 0 or group["dampening"] != 0):
            raise ValueError(
                "For 'SGD', nesterov needs a positive momentum and no dampening."
            )

    def _updated(
        self, index: int, step: int, value: Array, slope: Array, group: Any
    ) -> Array:
        rate, momentum = float(group["lr"]), group["momentum"]
        slope = slope + group["weight_decay"] * value
        if not momentum:
            return value - rate * slope
        kept = self.momentum_buf[index]
        velocity = slope
        if step > 1:
            entering = (1 - group["dampening"]) * slope
            velocity = momentum * kept.asnumpy() + entering
        put(kept, velocity)
        if group["nesterov"]:
            velocity = slope + momentum * velocity
        return value - rate * velocity


class Adam(_Optimizer):
    """Adaptive moments, with bias correction: Kingma and Ba 2015, algorithm 1.

    ``eps`` is added after the correction. With ``amsgrad`` the second moment never
    falls: Reddi et al. 2018.
    """

    decay_apart = False

    def __init__(
        self,
        params: Any,
        lr: Any = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
    ) -> None:
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "amsgrad": amsgrad,
            "maximize": maximize,
        }
        super().__init__(params, defaults)
        self.exp_avg = self._kept("exp_avg")
        self.exp_avg_sq = self._kept("exp_avg_sq")
        if any(group["amsgrad"] for group in self.param_groups):
            self.max_exp_avg_sq = self._kept("max_exp_avg_sq")

    def _check(self, group: dict[str, Any]) -> None:
        super()._check(group)
        check_bool(self.cls_name, amsgrad=group["amsgrad"])
        betas = group["betas"]
        if not isinstance(betas, tuple) or len(betas) != 2:
            raise TypeError(f"For '{self.cls_name}', betas is a tuple of two floats.")
        for place, beta in enumerate(betas):
            if not 0.0 <= beta < 1.0:
                raise ValueError(f"Invalid beta parameter at index {place}: {beta}")
        if group["eps"] < 0:
            raise ValueError(f"Invalid epsilon value: {group['eps']}")

    def _updated(
        self, index: int, step: int, value: Array, slope: Array, group: Any
    ) -> Array:
        rate, (beta1, beta2) = float(group["lr"]), group["betas"]
        if self.decay_apart:
            value = value * (1 - rate * group["weight_decay"])
        else:
            slope = slope + group["weight_decay"] * value
        mean = beta1 * self.exp_avg[index].asnumpy() + (1 - beta1) * slope
        square = beta2 * self.exp_avg_sq[index].asnumpy() + (1 - beta2) * slope * slope
        put(self.exp_avg[index], mean)
        put(self.exp_avg_sq[index], square)
        if group["amsgrad"]:
            square = np.maximum(self.max_exp_avg_sq[index].asnumpy(), square)
            put(self.max_exp_avg_sq[index], square)
        root = np.sqrt(square) / (1 - beta2**step) ** 0.5 + group["eps"]
        return value - rate / (1 - beta1**step) * mean / root


class AdamW(Adam):
    """Adam with the decay apart from the gradient: Loshchilov and Hutter 2019."""

    decay_apart = True

    def __init__(
        self,
        params: Any,
        lr: Any = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
    ) -> None:
        settings = (lr, betas, eps, weight_decay, amsgrad)
        super().__init__(params, *settings, maximize=maximize)


class FusedAdamW(AdamW):
    """AdamW, which on other devices updates all Parameters at once."""
