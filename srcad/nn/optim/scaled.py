"""Optimizers whose step is as long as a layer's weights ask for: AdaFactor, LARS."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from srcad.dtypes import float16, float32
from srcad.initializer import initializer
from srcad.nn.checking import check_bool, check_float
from srcad.nn.optim.optimizer import Array, Optimizer, put
from srcad.parameter import Parameter, ParameterTuple
from srcad.tensor import Tensor

__all__ = ["LARS", "AdaFactor"]


class AdaFactor(Optimizer):
    """Adam with the second moments of matrices as a row and a column: Shazeer 2018.

    Without ``learning_rate`` it is ``min(0.01, 1 / sqrt(step))`` (``relative_step``;
    with ``warmup_init`` ``1e-6 step`` in the place of 0.01). ``scale_parameter``
    multiplies it by the root mean square of the Parameter, at least ``eps[1]``. A step
    whose own is above ``clip_threshold`` is shortened. ``compression`` keeps moments in
    float16. Raises ValueError for settings that do not go together or are out of range,
    and for groups with a decay of their own.
    """

    def __init__(
        self,
        params: Any,
        learning_rate: Any = None,
        eps: tuple[float, float] = (1e-30, 1e-3),
        clip_threshold: float = 1.0,
        decay_rate: float = 0.8,
        beta1: float | None = 0.9,
        weight_decay: float = 0.0,
        scale_parameter: bool = True,
        relative_step: bool = True,
        warmup_init: bool = False,
        compression: bool = False,
        loss_scale: float = 1.0,
    ) -> None:
        if (learning_rate is None) != relative_step:
            raise ValueError(
                "For 'AdaFactor', either a learning_rate is given or relative_step is "
                f"True, but got {learning_rate} and {relative_step}."
            )
        if warmup_init and not relative_step:
            raise ValueError("warmup_init requires relative_step=True")
        plain = learning_rate is None or isinstance(learning_rate, (int, float))
        super().__init__(learning_rate or 0.0, params, 0.0, loss_scale)
        if self.is_group and self.exec_weight_decay:
            raise ValueError("For 'AdaFactor', groups have no weight_decay.")
        if not isinstance(eps, (tuple, list)) or len(eps) != 2:
            raise ValueError("eps must have 2 value: (eps1, eps2).")
        check_float("AdaFactor", least=0, eps1=eps[0], eps2=eps[1])
        check_float("AdaFactor", above=0, clip_threshold=clip_threshold)
        check_float("AdaFactor", above=0, below=1, decay_rate=decay_rate)
        check_float("AdaFactor", least=0, below=1, weight_decay=weight_decay)
        flags = {"scale_parameter": scale_parameter, "relative_step": relative_step}
        check_bool("AdaFactor", compression=compression, **flags)
        self.eps = tuple(eps)
        self.clip_threshold = clip_threshold
        self.decay_rate = decay_rate
        self.beta1 = beta1 or 0.0
        self.factor_decay = weight_decay
        # MindSpore's: a schedule is taken as it is.
        self.scale_parameter = scale_parameter and plain
        self.relative_step = relative_step
        self.warmup_init = warmup_init
        self.compression = compression
        if self.beta1 > 0:
            self.exp_avg = self._state("exp_avg")
        self._factors()
        self.step = Parameter(Tensor([0.0], float32), "afactor_step", False)

    def _factors(self) -> None:
        """The second moments: of a matrix its rows and columns, of a vector all."""
        rows, columns, whole = [], [], []
        for one in self.parameters:
            shape, matrix = one.shape, one.ndim > 1
            narrow = float16 if self.compression and not matrix else one.dtype

            def kept(word: str, sizes: Any, dtype: Any, name: str = one.name) -> Any:
                zeros = initializer("zeros", sizes, dtype)
                return Parameter(zeros, f"exp_avg_sq{word}_{name}", False)

            rows.append(kept("_row", shape[:-1] if matrix else (1,), one.dtype))
            column = (*shape[:-2], shape[-1]) if matrix else (1,)
            columns.append(kept("_col", column, one.dtype))
            whole.append(kept("", (1,) if matrix else shape, narrow))
        self.exp_avg_sq_row = ParameterTuple(rows)
        self.exp_avg_sq_col = ParameterTuple(columns)
        self.exp_avg_sq = ParameterTuple(whole)

    def begin_step(self, step: int) -> None:
        """Keep the step, as MindSpore's checkpoints do."""
        put(self.step, np.array([step]))

    def updated(
        self,
        index: int,
        step: int,
        value: Array,
        slope: Array,
        rate: float,
        decay: float,
    ) -> Array:
        """Return ``value - rate' u``, where ``u`` is no longer than the threshold."""
        kept = 1.0 - step**-self.decay_rate
        if self.relative_step:
            least = 1e-6 * step if self.warmup_init else 1e-2
            rate = min(least, step**-0.5)
        if self.scale_parameter:
            rate = rate * max(self.eps[1], _root_mean_square(value))
        update = slope / np.sqrt(self._second(index, kept, slope))
        update = update / max(1.0, _root_mean_square(update) / self.clip_threshold)
        update = rate * update
        if self.beta1 > 0:
            mean = self.exp_avg[index]
            update = self.beta1 * mean.asnumpy() + (1 - self.beta1) * update
            put(mean, update)
        return value * (1 - rate * self.factor_decay) - update

    def _second(self, index: int, kept: float, slope: Array) -> Array:
        """The second moments of a gradient, as they are after it."""
        squares = slope * slope + self.eps[0]
        if slope.ndim < 2:
            whole = self.exp_avg_sq[index]
            put(whole, kept * whole.asnumpy() + (1 - kept) * squares)
            return whole.asnumpy().astype(slope.dtype)
        row, column = self.exp_avg_sq_row[index], self.exp_avg_sq_col[index]
        put(row, kept * row.asnumpy() + (1 - kept) * squares.mean(-1))
        put(column, kept * column.asnumpy() + (1 - kept) * squares.mean(-2))
        rows = row.asnumpy()
        shares = rows / rows.mean(-1, keepdims=True)
        return np.asarray(shares[..., None] * column.asnumpy()[..., None, :])


def _root_mean_square(array: Array) -> float:
    return float(np.sqrt(np.mean(np.square(array))))


def _no_bias(parameter: Parameter) -> bool:
    return "LayerNorm" not in parameter.name and "bias" not in parameter.name


class LARS(Optimizer):
    """Another optimizer, given gradients as long as the layer's weights ask for.

    You et al. 2017: of each Parameter that ``lars_filter`` takes, the gradient and its
    weight decay together, times ``coefficient |w| / (|g| + decay |w| + epsilon)``; with
    ``use_clip`` that over the learning rate, at most 1. Others keep theirs, without the
    decay. Raises TypeError for what is no optimizer, ValueError for one that applies
    its decay by itself.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        epsilon: float = 1e-5,
        coefficient: float = 0.001,
        use_clip: bool = False,
        lars_filter: Callable[[Parameter], bool] = _no_bias,
    ) -> None:
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"For 'LARS', no optimizer is {type(optimizer)}.")
        check_float("LARS", epsilon=epsilon, coefficient=coefficient)
        check_bool("LARS", use_clip=use_clip)
        if optimizer.decays_apart:
            raise ValueError(
                f"For 'LARS', {optimizer.cls_name} applies its weight decay by itself."
            )
        super().__init__(0.0, list(optimizer.parameters))
        self.opt = optimizer
        self.epsilon = epsilon
        self.coefficient = coefficient
        self.use_clip = use_clip
        self.lars_flag = tuple(bool(lars_filter(one)) for one in optimizer.parameters)
        # The decay is applied here, before the step is measured, and not again.
        self._decays = optimizer.exec_weight_decay
        optimizer.exec_weight_decay = False

    def construct(self, gradients: Sequence[Tensor]) -> bool:
        """Update every Parameter by the other optimizer; return True."""
        rates = self.opt.get_lr() if self.use_clip else 0.0
        scale = self.opt.loss_scale
        found = []
        for index, gradient in enumerate(gradients):
            slope = gradient.asnumpy().astype(np.float64) / scale
            if self.lars_flag[index]:
                rate = rates[index] if isinstance(rates, tuple) else rates
                slope = self._scaled(index, slope, float(rate))
            found.append(Tensor((slope * scale).astype(gradient.asnumpy().dtype)))
        return self.opt(tuple(found))

    def _scaled(self, index: int, slope: Array, rate: float) -> Array:
        weights = self.opt.parameters[index].asnumpy().astype(np.float64)
        decay = 0.0
        if self._decays and self.opt.decay_flags[index]:
            decay = self.opt._decay_at(index) / self.opt.loss_scale
        length = float(np.linalg.norm(weights))
        below = float(np.linalg.norm(slope)) + decay * length + self.epsilon
        trust = self.coefficient * length / below
        if self.use_clip:
            trust = min(trust / rate, 1.0)
        return np.asarray(trust * (slope + decay * weights))
