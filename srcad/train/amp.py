"""Mixed precision: networks in float16, and the scale of their loss."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, MethodType
from typing import Any

import numpy as np

from srcad import nn, ops
from srcad.cell import Cell
from srcad.dtypes import DType, float16, float32, int32
from srcad.parameter import Parameter
from srcad.tensor import Tensor

__all__ = [
    "DynamicLossScaleManager",
    "DynamicLossScaler",
    "FixedLossScaleManager",
    "LossScaleManager",
    "LossScaler",
    "StaticLossScaler",
    "all_finite",
    "auto_mixed_precision",
    "custom_mixed_precision",
    "get_black_list",
    "get_white_list",
]

# What is computed in single precision under "O2": its sums are over many numbers.
NORMALISATIONS = (nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d, nn.LayerNorm)
# What is computed in half precision under "O1": products of many numbers.
PRODUCTS = (
    *(nn.Conv1d, nn.Conv2d, nn.Conv3d, nn.Conv1dTranspose, nn.Conv2dTranspose),
    *(nn.Conv3dTranspose, nn.Dense, nn.LSTMCell, nn.RNNCell, nn.GRUCell),
)


class _InSingle(Cell):
    """A network whose outputs are cast to float32."""

    def __init__(self, network: Cell) -> None:
        super().__init__(auto_prefix=False)
        self._backbone = network

    def construct(self, *inputs: Any) -> Any:
        """Return the outputs, floats in float32."""
        return _single(self._backbone(*inputs))


class _OfFunction(Cell):
    """A function as a Cell."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(auto_prefix=False)
        self.function = function

    def construct(self, *inputs: Any, **keywords: Any) -> Any:
        """Return what the function returns."""
        return self.function(*inputs, **keywords)


def _single(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return tuple(_single(part) for part in value)
    return ops.cast(value, float32) if value.dtype.kind == "f" else value


class WithSingleLossCell(nn.WithLossCell):
    """The loss of a network whose floating outputs and labels are float32."""

    def construct(self, data: Any, label: Any) -> Any:
        """Return the loss."""
        return self._loss_fn(_single(self._backbone(data)), _single(label))


def auto_mixed_precision(
    network: Any, amp_level: str = "O0", dtype: DType = float16
) -> Any:
    """Return the network, computing in ``dtype`` where the level says.

    "O0" leaves it as it is; "O1" computes in ``dtype`` in convolutions, dense layers
    and recurrent cells, whose outputs are float32 again; "O2" everywhere but in batch
    and layer normalisations, "O3" everywhere; outputs are float32.

    "auto" casts operator by operator (``srcad.ops.precision``) and gives outputs in
    what they were computed in; there the network may be a function, and what comes back
    is a Cell. What ``to_float`` says of a Cell goes first.

    Raises ValueError for other levels and for a dtype that is not float16 (NumPy has no
    bfloat16), TypeError for what is no Cell.
    """
    if amp_level == "auto" and isinstance(network, (FunctionType, MethodType)):
        network = _OfFunction(network)
    if not isinstance(network, Cell):
        raise TypeError("The network type should be Cell.")
    if amp_level not in ("O0", "O1", "O2", "O3", "auto"):
        raise ValueError(
            f"The amp level {amp_level!r} is not supported: it is 'O0' to 'O3' or "
            "'auto'."
        )
    if dtype != float16:
        raise ValueError(f"The dtype should be mstype.float16, but got {dtype}.")
    if amp_level == "auto":
        network._auto_dtype = dtype
        return network
    if amp_level == "O1":
        return custom_mixed_precision(network, white_list=list(PRODUCTS), dtype=dtype)
    if amp_level == "O0":
        return network
    network.to_float(dtype)
    if amp_level == "O2":
        for _, cell in network.cells_and_names():
            if isinstance(cell, NORMALISATIONS):
                cell.to_float(float32)
    return _InSingle(network)


def custom_mixed_precision(
    network: Cell,
    *,
    white_list: list[type] | None = None,
    black_list: list[type] | None = None,
    dtype: DType = float16,
) -> Cell:
    """Return the network, computing in ``dtype`` in some of its layers.

    In those of ``white_list``, whose outputs are float32 again; or in all but those of
    ``black_list``. Raises TypeError for what is no list of Cells' classes, ValueError
    for both lists and for none.
    """
    if not isinstance(network, Cell):
        raise TypeError("The network type should be Cell.")
    if (white_list is None) == (black_list is None):
        raise ValueError("One of 'white_list' and 'black_list' must be provided.")
    kinds = black_list if white_list is None else white_list
    if not isinstance(kinds, list) or not all(
        isinstance(kind, type) and issubclass(kind, Cell) for kind in kinds
    ):
        raise TypeError("The lists have classes of Cells; operators cannot be named.")
    if white_list is not None and isinstance(network, tuple(white_list)):
        return _InSingle(network.to_float(dtype))
    if white_list is not None:
        _wrap(network, tuple(white_list), dtype)
        return network
    network.to_float(dtype)
    for _, cell in network.cells_and_names():
        if isinstance(cell, tuple(kinds)):
            cell.to_float(float32)
    return _InSingle(network)


def _wrap(parent: Cell, kinds: tuple[type, ...], dtype: DType) -> None:
    """Put layers of these kinds into Cells that cast what comes out of them."""
    for name, cell in parent.name_cells().items():
        if isinstance(cell, kinds):
            parent.insert_child_to_cell(name, _InSingle(cell.to_float(dtype)))
            if hasattr(parent, "_cells_changed"):
                parent._cells_changed()
        else:
            _wrap(cell, kinds, dtype)


def get_white_list() -> list[type]:
    """Return the layers that "O1" computes in half precision."""
    return list(PRODUCTS)


def get_black_list() -> list[type]:
    """Return the layers that "O2" computes in single precision."""
    return list(NORMALISATIONS)


# ------------------------------------------------------------------------ loss scales


def all_finite(inputs: Any) -> Tensor:
    """Return whether all numbers in Tensors, or tuples or lists of them, are finite."""
    if isinstance(inputs, (tuple, list)):
        return Tensor(all(bool(all_finite(one)) for one in inputs))
    return Tensor(bool(np.isfinite(inputs.asnumpy()).all()))


def _mapped(inputs: Any, factor: float) -> Any:
    if isinstance(inputs, (tuple, list)):
        return tuple(_mapped(one, factor) for one in inputs)
    return inputs * ops.cast(Tensor(factor, float32), inputs.dtype)


class LossScaler:
    """The base class: a scale that multiplies losses and divides gradients."""

    def __init__(self, scale_value: float) -> None:
        if isinstance(scale_value, bool) or not isinstance(scale_value, (int, float)):
            raise TypeError("The argument 'scale_value' must be a number.")
        if scale_value < 1:
            raise ValueError(
                f"The argument 'scale_value' must be > 1, but got {scale_value}"
            )
        value = Tensor(float(scale_value), float32)
        self.scale_value = Parameter(value, "scale_value", False)

    def scale(self, inputs: Any) -> Any:
        """Return Tensors, or tuples of them, times the scale."""
        return _mapped(inputs, float(self.scale_value))

    def unscale(self, inputs: Any) -> Any:
        """Return Tensors, or tuples of them, divided by the scale."""
        return _mapped(inputs, 1.0 / float(self.scale_value))

    def adjust(self, grads_finite: Any) -> bool:
        """Change the scale after a step; return whether it may change."""
        raise NotImplementedError


class StaticLossScaler(LossScaler):
    """A scale that stays."""

    def adjust(self, grads_finite: Any) -> bool:
        """Return False."""
        return False


class DynamicLossScaler(LossScaler):
    """A scale that falls by a factor with an overflow and rises after many steps."""

    def __init__(
        self, scale_value: float, scale_factor: int, scale_window: int
    ) -> None:
        super().__init__(scale_value)
        for name, value in (("factor", scale_factor), ("window", scale_window)):
            if not isinstance(value, int) or value < 1:
                raise ValueError(f"'scale_{name}' must be a positive int: {value}.")
        self.scale_factor = scale_factor
        self.scale_window = scale_window
        self.counter = Parameter(Tensor(0, int32), "counter", False)

    def adjust(self, grads_finite: Any) -> bool:
        """Change the scale; return True."""
        scale, count = float(self.scale_value), int(self.counter)
        finite = bool(grads_finite)
        if not finite:
            scale = max(1.0, scale / self.scale_factor)
        elif count == self.scale_window - 1:
            higher = np.float32(scale) * np.float32(self.scale_factor)
            scale = float(higher) if np.isfinite(higher) else scale
        count = (count + 1) % self.scale_window if finite else 0
        self.scale_value.set_data(Tensor(scale, float32))
        self.counter.set_data(Tensor(count, int32))
        return True


class LossScaleManager:
    """The base class of what a Model asks for the scale of its loss."""

    def get_loss_scale(self) -> float:
        """Return the scale."""
        raise NotImplementedError

    def update_loss_scale(self, overflow: bool) -> None:
        """Change the scale after a step."""
        raise NotImplementedError

    def get_update_cell(self) -> Cell | None:
        """Return the Cell that changes the scale; None for gradients that are kept."""
        raise NotImplementedError


class FixedLossScaleManager(LossScaleManager):
    """A scale that stays; without ``drop_overflow_update`` every step counts.

    The optimizer then has to have the same ``loss_scale``.
    """

    def __init__(
        self, loss_scale: float = 128.0, drop_overflow_update: bool = True
    ) -> None:
        if loss_scale < 1:
            raise ValueError(f"The argument 'loss_scale' must be >= 1: {loss_scale}.")
        self._loss_scale = loss_scale
        self._drop_overflow_update = drop_overflow_update

    def get_loss_scale(self) -> float:
        """Return the scale."""
        return self._loss_scale

    def get_drop_overflow_update(self) -> bool:
        """Return whether steps with an overflow are left out."""
        return self._drop_overflow_update

    def update_loss_scale(self, overflow: bool) -> None:
        """Do nothing."""

    def get_update_cell(self) -> Cell | None:
        """Return the Cell, None where every step counts."""
        if not self._drop_overflow_update:
            return None
        return nn.FixedLossScaleUpdateCell(self._loss_scale)


class DynamicLossScaleManager(LossScaleManager):
    """A scale that falls by a factor with an overflow and rises after many steps."""

    def __init__(
        self,
        init_loss_scale: float = 2**24,
        scale_factor: float = 2,
        scale_window: int = 2000,
    ) -> None:
        if init_loss_scale < 1 or scale_factor <= 0 or scale_window < 1:
            raise ValueError(
                "For 'DynamicLossScaleManager', init_loss_scale is at least 1, "
                "scale_factor positive and scale_window at least 1, but got "
                f"{init_loss_scale}, {scale_factor} and {scale_window}."
            )
        self.loss_scale = init_loss_scale
        self.scale_factor = scale_factor
        self.scale_window = scale_window
        self.cur_iter = 1
        self.last_overflow_iter = 0

    def get_loss_scale(self) -> float:
        """Return the scale."""
        return self.loss_scale

    def get_drop_overflow_update(self) -> bool:
        """Return True."""
        return True

    def update_loss_scale(self, overflow: bool) -> None:
        """Change the scale after a step."""
        if overflow:
            self.loss_scale = max(self.loss_scale / self.scale_factor, 1)
            self.last_overflow_iter = self.cur_iter
        elif (self.cur_iter - self.last_overflow_iter) % self.scale_window == 0:
            self.loss_scale *= self.scale_factor
        self.cur_iter += 1

    def get_update_cell(self) -> Cell:
        """Return the Cell that changes the scale."""
        return nn.DynamicLossScaleUpdateCell(
            self.loss_scale, self.scale_factor, self.scale_window
        )
