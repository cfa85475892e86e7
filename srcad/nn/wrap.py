"""Cells around a network: with a loss, with its gradient, with an optimizer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from srcad import ops
from srcad.cell import Cell
from srcad.dtypes import float32
from srcad.parameter import ParameterTuple


@contextmanager
def no_init_parameters() -> Iterator[None]:
    """A block, or a function, in which Cells are made, as everywhere else: what a
    checkpoint will replace is drawn all the same."""
    yield


class WithLossCell(Cell):
    """``loss_fn(backbone(data), label)``."""

    def __init__(self, backbone: Cell, loss_fn: Callable[..., Any]) -> None:
        super().__init__(auto_prefix=False)
        self._backbone = backbone
        self._loss_fn = loss_fn

    @property
    def backbone_network(self) -> Cell:
        """The network."""
        backbone: Cell = self._backbone
        return backbone

    def construct(self, data: Any, label: Any) -> Any:
        """Return the loss."""
        return self._loss_fn(self._backbone(data), label)


class WithEvalCell(Cell):
    """``(loss, outputs, label)``, for evaluation.

    With ``add_cast_fp32`` the outputs and a floating label are float32. Raises
    TypeError where that is no bool.
    """

    def __init__(
        self, network: Cell, loss_fn: Callable[..., Any], add_cast_fp32: bool = False
    ) -> None:
        super().__init__(auto_prefix=False)
        if not isinstance(add_cast_fp32, bool):
            raise TypeError(
                "For 'WithEvalCell', add_cast_fp32 must be a bool, but got "
                f"{type(add_cast_fp32).__name__}."
            )
        self._network = network
        self._loss_fn = loss_fn
        self.add_cast_fp32 = add_cast_fp32

    def construct(self, data: Any, label: Any) -> Any:
        """Return the loss, the outputs and the label."""
        outputs = self._network(data)
        if self.add_cast_fp32:
            outputs = ops.cast(outputs, float32)
            if label.dtype.kind == "f":
                label = ops.cast(label, float32)
        return self._loss_fn(outputs, label), outputs, label


class ForwardValueAndGrad(Cell):
    """The outputs of a network and its gradient.

    The gradient is by the inputs (``get_all``) or the first one, by ``weights``
    (``get_by_list``), or both, as for ``GradOperation``; with ``sens_param`` the last
    argument of a call is the gradient of the outputs.
    """

    def __init__(
        self,
        network: Cell,
        weights: Any = None,
        get_all: bool = False,
        get_by_list: bool = False,
        sens_param: bool = False,
    ) -> None:
        super().__init__(auto_prefix=False)
        self.network = network
        if weights is None and get_by_list:
            weights = network.trainable_params()
        self.weights = weights
        self.get_by_list = get_by_list
        self.gradient = ops.GradOperation(get_all, get_by_list, sens_param)
        self.sens_param = sens_param

    def construct(self, *inputs: Any) -> Any:
        """Return ``(outputs, gradient)``."""
        outputs = self.network(*(inputs[:-1] if self.sens_param else inputs))
        if self.get_by_list:
            weights = ParameterTuple(self.weights)
            return outputs, self.gradient(self.network, weights)(*inputs)
        return outputs, self.gradient(self.network)(*inputs)


class WithGradCell(Cell):
    """The gradient of a network, with its loss if there is one, by its Parameters.

    ``sens``, where it is given, is the gradient of the outputs.
    """

    def __init__(self, network: Cell, loss_fn: Any = None, sens: Any = None) -> None:
        super().__init__(auto_prefix=False)
        self.network = network
        self.loss_fn = loss_fn
        self.weights = ParameterTuple(network.trainable_params())
        self.gradient = ops.GradOperation(False, True, sens is not None)
        self.sens = sens
        self.network_with_loss = network
        if loss_fn is not None:
            self.network_with_loss = WithLossCell(network, loss_fn)
        self.network_with_loss.set_train()

    def construct(self, *inputs: Any) -> Any:
        """Return the gradient."""
        given = inputs if self.sens is None else (*inputs, self.sens)
        return self.gradient(self.network_with_loss, self.weights)(*given)


class TrainOneStepCell(Cell):
    """One step of training: the loss, its gradient by the Parameters, the update.

    ``network`` returns the loss; ``sens`` scales the gradient (ValueError for 0). With
    ``return_grad`` a call returns ``(loss, {Parameter name: gradient})``.
    """

    def __init__(
        self,
        network: Cell,
        optimizer: Any,
        sens: float | None = None,
        return_grad: bool = False,
    ) -> None:
        super().__init__(auto_prefix=False)
        if sens == 0:
            raise ValueError("For 'TrainOneStepCell', sens must not be 0.")
        self.network = network
        self.network.set_grad()
        self.optimizer = optimizer
        self.weights = tuple(optimizer.parameters)
        self.sens = sens
        self.return_grad = return_grad
        self.value_and_grad = ops.value_and_grad(network, None, optimizer.parameters)

    def construct(self, *inputs: Any) -> Any:
        """Update the Parameters and return the loss of before."""
        loss, gradients = self.value_and_grad(*inputs)
        if self.sens is not None:
            gradients = tuple(gradient * self.sens for gradient in gradients)
        self.optimizer(gradients)
        if self.return_grad:
            names = [parameter.name for parameter in self.weights]
            return loss, dict(zip(names, gradients, strict=True))
        return loss
