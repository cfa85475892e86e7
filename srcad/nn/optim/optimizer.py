"""The base class of optimizers, a user's own included.

``parameters`` is a list of Parameters, or of dicts ``{"params": [...], "lr": ...,
"weight_decay": ..., "grad_centralization": ...}`` that give a group settings of its
own; ``{"order_params": [...]}`` among them says in which order the gradients come.
``learning_rate`` is a number, a Tensor, a sequence with one number a step, or a
function (or Cell) of the step.

``weight_decay`` adds that multiple of each Parameter to its gradient. Without groups it
spares those with "beta" or "gamma" in their names, as in MindSpore. ``loss_scale``
divides the gradients. What an optimizer keeps from step to step is Parameters of its
own, so that a checkpoint holds it.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from srcad import ops
from srcad.cell import Cell
from srcad.dtypes import float32, int32
from srcad.nn.learning_rate_schedule import AtStep
from srcad.parameter import Parameter, ParameterTuple
from srcad.tensor import Tensor

__all__ = ["Array", "Optimizer", "opt_init_args_register"]

Array = np.ndarray[Any, Any]
KEYS = ("params", "lr", "weight_decay", "order_params", "grad_centralization")


def opt_init_args_register(fn: Callable[..., None]) -> Callable[..., None]:
    """Keep what a constructor is given, in ``init_args``, its learning rate apart."""

    @functools.wraps(fn)
    def constructor(self: Any, *args: Any, **kwargs: Any) -> None:
        bound = inspect.signature(fn).bind(self, *args, **kwargs)
        bound.apply_defaults()
        given = dict(list(bound.arguments.items())[1:])
        given.pop("params", None)
        rate = given.pop("learning_rate", None)
        fn(self, *args, **kwargs)
        self.init_learning_rate = None if isinstance(rate, Cell) else rate
        self.init_args = given

    return constructor


class Optimizer(Cell):
    """Keeps the Parameters, their settings and the step; see the module's docstring.

    Raises TypeError and ValueError for settings of another type or out of range, and
    KeyError for unknown keys of a group.
    """

    decays_apart = False  # whether `updated` applies the weight decay by itself

    def __init__(
        self,
        learning_rate: Any,
        parameters: Any,
        weight_decay: Any = 0.0,
        loss_scale: float = 1.0,
    ) -> None:
        super().__init__(auto_prefix=False)
        groups = _checked_groups(self.cls_name, parameters)
        if isinstance(loss_scale, bool) or not isinstance(loss_scale, (int, float)):
            raise TypeError(
                f"For '{self.cls_name}', the type of 'loss_scale' must be float, but "
                f"got {type(loss_scale).__name__}."
            )
        if loss_scale <= 0:
            raise ValueError(
                f"For '{self.cls_name}', loss_scale must be positive: {loss_scale}."
            )
        self.loss_scale = float(loss_scale)
        self.need_scale = self.loss_scale != 1.0
        self.reciprocal_scale = Tensor(1.0 / self.loss_scale, float32)
        self.global_step = Parameter(Tensor([0], int32), "global_step", False)
        self.is_group = "params" in groups[0]
        self.is_group_lr = any("lr" in group for group in groups)
        self._target = "CPU"
        self._unique = True
        self.map_ = ops.Map()
        self.hyper_map = ops.HyperMap()
        self.assignadd = ops.assign_add
        self.global_step_increase_tensor = Tensor([1], int32)
        self._take_groups(groups, learning_rate, weight_decay)

    def _take_groups(self, groups: Any, learning_rate: Any, weight_decay: Any) -> None:
        """Keep each Parameter with its rate, its decay and its centralization."""
        common_rate = _rate(self.cls_name, learning_rate, "learning_rate")
        settings = []
        for number, group in enumerate(_without_order(groups)):
            rate = common_rate
            if "lr" in group:
                name = f"learning_rate_group_{number}"
                rate = _rate(self.cls_name, group["lr"], name)
            decay = _decay(self.cls_name, group.get("weight_decay", weight_decay))
            central = group.get("grad_centralization", False)
            if not isinstance(central, bool):
                raise TypeError("For 'Optimizer', grad_centralization must be a bool.")
            for parameter in group["params"] if self.is_group else [group["one"]]:
                settings.append((parameter, rate, decay, central))
        settings = _ordered(settings, groups)
        # A plain attribute: the network's Parameters do not become the optimizer's.
        parameters = ParameterTuple(item[0] for item in settings)
        object.__setattr__(self, "parameters", parameters)
        object.__setattr__(self, "_parameters", parameters)
        self.param_length = len(parameters)
        # Which Parameters are this process's to update: all.
        self.optim_filter = (True,) * len(parameters)
        self.use_parallel = False
        rates = [item[1] for item in settings]
        self.dynamic_lr = any(isinstance(rate, Cell) for rate in rates)
        if not self.is_group_lr:
            self.learning_rate = common_rate
        else:
            own = {id(rate): rate for rate in rates if isinstance(rate, Parameter)}
            self._kept_rates = ParameterTuple(own.values())
            object.__setattr__(self, "learning_rate", tuple(rates))
        self._take_decays(settings, weight_decay)

    def _take_decays(self, settings: Any, weight_decay: Any) -> None:
        decays = [item[2] for item in settings]
        if self.is_group:
            flags = [isinstance(decay, Cell) or decay > 0 for decay in decays]
            self.weight_decay = tuple(map(self._kept_decay, decays))
        else:
            names = [parameter.name for parameter in self.parameters]
            flags = ["beta" not in name and "gamma" not in name for name in names]
            self.weight_decay = self._kept_decay(decays[0])
        self.decay_flags = tuple(flags)
        self.grad_centralization_flags = tuple(item[3] for item in settings)
        self.dynamic_weight_decay = any(isinstance(decay, Cell) for decay in decays)
        self.exec_weight_decay = any(
            isinstance(decay, Cell) or decay > 0 for decay in decays
        )

    def _kept_decay(self, decay: Any) -> Any:
        """A Cell as it is, a number as a Tensor: for the gradient of a scaled loss."""
        if isinstance(decay, Cell):
            return decay
        return Tensor(decay * self.loss_scale, float32)

    # ---------------------------------------------------------------- what they ask

    @property
    def target(self) -> str:
        """Where Parameters are updated: "CPU"."""
        return self._target

    @target.setter
    def target(self, value: str) -> None:
        self._set_base_target(value)

    def _set_base_target(self, value: Any) -> None:
        if not isinstance(value, str):
            raise TypeError(
                "For 'Optimizer', the property 'target' must be string, but got "
                f"{type(value)}."
            )
        if value != "CPU":
            raise ValueError(
                "For 'Optimizer', the property 'target' must be 'CPU' in the 'CPU' "
                f"environment, but got {value!r}."
            )
        self._target = value

    @property
    def unique(self) -> bool:
        """Kept for MindSpore's sake: gradients are never sparse here."""
        return self._unique

    @unique.setter
    def unique(self, value: bool) -> None:
        if not isinstance(value, bool):
            raise TypeError(
                "For 'Optimizer', the property 'unique' must be bool, but got "
                f"{type(value)}."
            )
        self._unique = value

    def get_lr(self) -> Any:
        """Return the rate of this step, or a tuple with one for each Parameter."""
        if self.is_group_lr:
            return tuple(self._now(rate) for rate in self.learning_rate)
        return self._now(self.learning_rate)

    def get_weight_decay(self) -> Any:
        """Return the decay of this step; with groups one for each Parameter."""
        if self.is_group:
            return tuple(map(self._decay_now, self.weight_decay))
        return self._decay_now(self.weight_decay)

    def _decay_now(self, decay: Any) -> Any:
        now = self._now(decay)
        return now * self.loss_scale if isinstance(decay, Cell) else now

    def get_lr_parameter(self, param: Any) -> Any:
        """Return the rate of a Parameter as it is kept; a list for a list.

        Raises ValueError for a Parameter of somebody else's.
        """
        several = isinstance(param, list)
        found = []
        places = [id(parameter) for parameter in self.parameters]
        for one in param if several else [param]:
            if id(one) not in places:
                raise ValueError(
                    f"For 'get_lr_parameter', the parameter {one.name} is not in "
                    "optimizer."
                )
            rates = self.learning_rate
            found.append(rates[places.index(id(one))] if self.is_group_lr else rates)
        return found if several else found[0]

    def _now(self, setting: Any) -> Any:
        if isinstance(setting, Cell):
            value = setting(self.global_step)
            return value.reshape(()) if isinstance(value, Tensor) else value
        return setting

    def _is_dynamic_lr_or_weight_decay(self) -> bool:
        return self.dynamic_lr or self.dynamic_weight_decay

    # ------------------------------------------------------ what gradients go through

    def flatten_gradients(self, gradients: Any) -> Any:
        """Return the gradients: Parameters are never flattened here."""
        return gradients

    def _grad_sparse_indices_deduplicate(self, gradients: Any) -> Any:
        return gradients

    def decay_weight(self, gradients: Any) -> Any:
        """Return the gradients with the weight decay added, as a tuple."""
        if not self.exec_weight_decay:
            return gradients
        return tuple(
            gradient + parameter * self._decay_at(index) if flag else gradient
            for index, (gradient, parameter, flag) in enumerate(
                zip(gradients, self.parameters, self.decay_flags, strict=True)
            )
        )

    def _decay_at(self, index: int) -> float:
        """The decay of one Parameter in this step, for the gradient as it comes."""
        decay = self.get_weight_decay()
        return float(decay[index] if self.is_group else decay)

    def gradients_centralization(self, gradients: Any) -> Any:
        """Return the gradients, those of groups that want it less their means.

        Over all axes but the first; as in MindSpore only where the second axis is a
        multiple of 16. Yong et al. 2020.
        """
        return tuple(
            gradient - gradient.mean(tuple(range(1, gradient.ndim)), True)
            if flag and gradient.ndim > 1 and gradient.shape[1] % 16 == 0
            else gradient
            for gradient, flag in zip(
                gradients, self.grad_centralization_flags, strict=True
            )
        )

    def scale_grad(self, gradients: Any) -> Any:
        """Return the gradients of the loss itself, without ``loss_scale``."""
        if not self.need_scale:
            return gradients
        return tuple(gradient * (1.0 / self.loss_scale) for gradient in gradients)

    # --------------------------------------------------------------------- a step

    def _state(self, prefix: str, init: Any = "zeros") -> ParameterTuple:
        """One Parameter of the form of each Parameter, kept from step to step."""
        return self.parameters.clone(prefix=prefix, init=init)

    def construct(self, gradients: Sequence[Tensor]) -> bool:
        """Update every Parameter by its gradient, in order; return True.

        Raises ValueError where there are more or fewer gradients than Parameters.
        """
        if len(gradients) != len(self.parameters):
            raise ValueError(
                f"For '{self.cls_name}', there are {len(self.parameters)} parameters "
                f"and {len(gradients)} gradients."
            )
        if not self.decays_apart:
            gradients = self.decay_weight(gradients)
        gradients = self.scale_grad(self.gradients_centralization(gradients))
        rates = self.get_lr()
        decays = [self._decay_apart(index) for index in range(self.param_length)]
        step = int(self.global_step.asnumpy()[0]) + 1
        self.global_step.set_data(Tensor([step], int32))
        self.begin_step(step)
        for index, (parameter, gradient) in enumerate(
            zip(self.parameters, gradients, strict=True)
        ):
            rate = float(rates[index] if self.is_group_lr else rates)
            value = parameter.asnumpy()
            slope = gradient.asnumpy().astype(value.dtype)
            put(parameter, self.updated(index, step, value, slope, rate, decays[index]))
        return True

    def _decay_apart(self, index: int) -> float:
        if self.decays_apart and self.decay_flags[index]:
            return self._decay_at(index) / self.loss_scale
        return 0.0

    def begin_step(self, step: int) -> None:
        """Do what is done once in a step, before the Parameters' own updates."""

    def updated(
        self,
        index: int,
        step: int,
        value: Array,
        slope: Array,
        rate: float,
        decay: float,
    ) -> Array:
        """Return the new value of Parameter ``index`` in step 1, 2, ...

        ``decay`` is for those who apply it by themselves. Every subclass defines this
        or ``construct``.
        """
        raise NotImplementedError


def put(parameter: Parameter, array: Any) -> None:
    """Give a Parameter other elements."""
    parameter.set_data(Tensor.of_array(np.asarray(array)))


def _checked_groups(owner: str, parameters: Any) -> list[dict[str, Any]]:
    """Return the groups; of Parameters alone one for each, ``{"one": parameter}``."""
    if parameters is None:
        raise ValueError(f"For '{owner}', the argument parameters can not be None.")
    if not isinstance(parameters, Iterable):
        raise TypeError(
            f"For '{owner}', the argument parameters must be Iterable type, but got "
            f"{type(parameters)}."
        )
    items = list(parameters)
    if not items:
        raise ValueError(f"For '{owner}', there are no parameters.")
    if all(isinstance(item, Parameter) for item in items):
        return [{"one": item} for item in items]
    if not all(isinstance(item, dict) for item in items):
        raise TypeError(
            f"For '{owner}', all elements of the argument 'parameters' must be "
            "'Parameter' or 'dict'."
        )
    for group in items:
        unknown = [key for key in group if key not in KEYS]
        if unknown:
            raise KeyError(
                f"For '{owner}', the key in group params must be one of {KEYS}, but "
                f"got {unknown}."
            )
    return _with_lists(owner, items)


def _with_lists(owner: str, groups: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the groups with their Parameters in lists, the order's at the end."""
    found, orders = [], []
    for group in groups:
        if "order_params" in group:
            if len(group) > 1:
                raise ValueError(
                    f"For '{owner}', a group with 'order_params' has no other key."
                )
            orders.append({"order_params": list(group["order_params"])})
            continue
        members = list(group["params"])
        if not members:
            raise ValueError(f"For '{owner}', there are no parameters in a group.")
        for member in members:
            if not isinstance(member, Parameter):
                raise TypeError(
                    f"For '{owner}', the element in group parameters must be Parameter "
                    f"type, but got {type(member)}."
                )
        found.append({**group, "params": members})
    if not found:
        raise ValueError(f"For '{owner}', there are no parameters.")
    return found + orders


def _without_order(groups: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [group for group in groups if "order_params" not in group]


def _ordered(settings: list[Any], groups: list[dict[str, Any]]) -> list[Any]:
    """Return the settings in the order that a group asks for.

    Raises RuntimeError for a Parameter in two groups, ValueError where the order names
    others.
    """
    by_name = {setting[0].name: setting for setting in settings}
    if len(by_name) != len(settings) and "params" in groups[0]:
        raise RuntimeError("For 'Optimizer', a parameter is in several groups.")
    order = groups[-1].get("order_params")
    if not order:
        return settings
    if sorted(item.name for item in order) != sorted(by_name):
        raise ValueError(
            "For 'Optimizer', the order parameters must be the group parameters, each "
            "once."
        )
    return [by_name[item.name] for item in order]


def _rate(owner: str, given: Any, name: str) -> Any:
    """Return a learning rate as it is kept: a Parameter, or a Cell of the step."""
    if isinstance(given, bool):
        raise TypeError(f"For '{owner}', the learning rate must not be a bool.")
    if isinstance(given, (int, float)):
        if given < 0:
            raise ValueError(
                f"For '{owner}', the learning rate must not be negative: {given}."
            )
        return Parameter(Tensor(float(given), float32), name, False)
    if isinstance(given, Cell):
        return given
    if isinstance(given, Tensor) and given.ndim > 1:
        raise ValueError(
            f"For '{owner}', the learning rate must have 0 or 1 dimensions, but got "
            f"{given.ndim}."
        )
    if isinstance(given, Tensor) and given.ndim == 0:
        return Parameter(Tensor(float(given), float32), name, False)
    if isinstance(given, Iterable) or callable(given):
        return AtStep(given, name)
    raise TypeError(
        f"For '{owner}', the argument 'learning_rate' must be int, float, Tensor, "
        f"Iterable or LearningRateSchedule, but got {type(given)}."
    )


def _decay(owner: str, given: Any) -> Any:
    if isinstance(given, Cell):
        return given
    if isinstance(given, bool) or not isinstance(given, (int, float)):
        raise TypeError(
            f"For '{owner}', the argument 'weight_decay' must be int, float or Cell, "
            f"but got {type(given)}."
        )
    if given < 0:
        raise ValueError(f"For '{owner}', weight_decay must not be negative: {given}.")
    return float(given)
