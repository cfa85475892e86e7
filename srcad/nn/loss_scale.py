"""Training in half precision: losses that are scaled so that slopes do not vanish.

Micikevicius et al. 2018. A step whose gradients are not finite is left out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad import ops
from srcad.cell import Cell
from srcad.dtypes import float32, int32
from srcad.nn.wrap import TrainOneStepCell
from srcad.parameter import Parameter
from srcad.tensor import Tensor

__all__ = [
    "DynamicLossScaleUpdateCell",
    "FixedLossScaleUpdateCell",
    "TrainOneStepWithLossScaleCell",
]


class DynamicLossScaleUpdateCell(Cell):
    """A scale that falls by a factor with an overflow and rises after many steps."""

    def __init__(
        self, loss_scale_value: float, scale_factor: float, scale_window: int
    ) -> None:
        super().__init__()
        self.loss_scale_value = loss_scale_value
        self.scale_factor = scale_factor
        self.scale_window = scale_window
        step, last = Tensor(1, int32), Tensor(0, int32)
        self.cur_iter = Parameter(step, "current_iterator_step", False)
        self.last_overflow_iter = Parameter(last, "last_overflow_iterator_step", False)

    def get_loss_scale(self) -> float:
        """Return the first scale."""
        return self.loss_scale_value

    def construct(self, loss_scale: Any, overflow: Any) -> Any:
        """Change the Parameter ``loss_scale``; return ``overflow``."""
        step, last = int(self.cur_iter), int(self.last_overflow_iter)
        scale, over = float(loss_scale), bool(overflow)
        if over:
            scale = max(scale / self.scale_factor, 1.0)
        grows = step - last >= self.scale_window
        if grows and not over:
            scale = scale * self.scale_factor
        if over or grows:
            self.last_overflow_iter.set_data(Tensor(step, int32))
        loss_scale.set_data(Tensor(np.full(loss_scale.shape, scale), float32))
        self.cur_iter.set_data(Tensor(step + 1, int32))
        return overflow


class FixedLossScaleUpdateCell(Cell):
    """A scale that stays."""

    def __init__(self, loss_scale_value: float) -> None:
        super().__init__()
        self.loss_scale_value = loss_scale_value

    def get_loss_scale(self) -> float:
        """Return the scale."""
        return self.loss_scale_value

    def construct(self, loss_scale: Any, overflow: Any) -> Any:
        """Return ``overflow``."""
        return overflow


class _Scaled(Cell):
    """The loss of a network times a scale, and the loss."""

    def __init__(self, network: Cell) -> None:
        super().__init__(auto_prefix=False)
        self.network = network

    def construct(self, scale: Any, *inputs: Any) -> Any:
        """Return both."""
        loss = self.network(*inputs)
        return loss * ops.cast(scale.reshape(()), loss.dtype), loss


class TrainOneStepWithLossScaleCell(TrainOneStepCell):
    """One step of training with a scaled loss.

    ``scale_sense`` is a Cell that says how the scale changes, or a Tensor with one
    element. Raises TypeError for anything else, ValueError for more elements.
    """

    def __init__(self, network: Cell, optimizer: Any, scale_sense: Any) -> None:
        super().__init__(network, optimizer)
        self.loss_scaling_manager = None
        if isinstance(scale_sense, Cell):
            self.loss_scaling_manager = scale_sense
            first = Tensor(float(scale_sense.get_loss_scale()), float32)
        elif isinstance(scale_sense, Tensor):
            if scale_sense.shape not in ((), (1,)):
                raise ValueError(
                    "For 'TrainOneStepWithLossScaleCell', the shape of 'scale_sense' "
                    f"must be (1,) or (), but got {scale_sense.shape}."
                )
            first = scale_sense
        else:
            raise TypeError(
                "For 'TrainOneStepWithLossScaleCell', the 'scale_sense' must be Cell "
                f"or Tensor, but got {type(scale_sense)}."
            )
        self.scale_sense = Parameter(first, "scale_sense", False)
        self.scaled = ops.value_and_grad(
            _Scaled(network), None, optimizer.parameters, has_aux=True
        )

    def set_sense_scale(self, sens: Tensor) -> None:
        """Change the scale. Raises TypeError for what is no Tensor."""
        if not isinstance(sens, Tensor):
            raise TypeError(
                "For 'TrainOneStepWithLossScaleCell', the type of 'sens' must be "
                f"Tensor, but got {type(sens)}."
            )
        self.scale_sense.set_data(sens)

    def construct(self, *inputs: Any) -> Any:
        """Return the loss of before, whether gradients were not finite, the scale.

        The Parameters are updated where they were.
        """
        scale = Tensor(self.scale_sense)
        (_, loss), gradients = self.scaled(scale, *inputs)
        factor = float(scale.asnumpy().reshape(()))
        slopes = tuple(
            Tensor.of_array(gradient.asnumpy() / np.float32(factor))
            for gradient in gradients
        )
        over = not all(np.isfinite(slope.asnumpy()).all() for slope in slopes)
        overflow = Tensor(over)
        if self.loss_scaling_manager is not None:
            self.loss_scaling_manager(self.scale_sense, overflow)
        if not over:
            self.optimizer(slopes)
        return loss, overflow, Tensor(self.scale_sense)
