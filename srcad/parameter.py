"""Parameter and ParameterTuple: named Tensors that training updates."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from srcad import dtypes
from srcad.initializer import initializer
from srcad.tensor import Tensor

__all__ = ["Parameter", "ParameterTuple"]

UNNAMED = "Parameter"


class Parameter(Tensor):
    """A Tensor with a name, held by Cells and updated by training.

    ``default_input`` is a Tensor (one made by ``initializer`` included), an ndarray, a
    Python number or a nested list; its elements are copied. A Python int gives int32, a
    float float32. Without ``name``, the attribute of the Cell that holds it names it.

    Raises TypeError for other data, ValueError for a bool or a name that is no string.
    """

    __srcad_parameter__ = True
    name: str

    def __init__(
        self,
        default_input: Any,
        name: str | None = None,
        requires_grad: bool = True,
        layerwise_parallel: bool = False,
        parallel_optimizer: bool = True,
    ) -> None:
        if isinstance(default_input, (bool, np.bool_)):
            raise ValueError("Parameter data can not be `bool`")
        if not isinstance(default_input, (Tensor, int, float, np.ndarray, list)):
            raise TypeError(
                "The type of the argument 'default_input' must be in ['Tensor', 'int', "
                "'float', 'numpy.ndarray', 'list'], but got type "
                f"{type(default_input)}."
            )
        dtype = dtypes.int32 if type(default_input) is int else None
        super().__init__(default_input, dtype)
        self.name = name  # type: ignore[assignment]
        self.requires_grad = requires_grad
        self.layerwise_parallel = layerwise_parallel
        self.parallel_optimizer = parallel_optimizer

    def requires_grad_(self, requires_grad: bool = True) -> None:
        """Say whether training computes a gradient by the Parameter."""
        self.requires_grad = requires_grad

    def __setattr__(self, attribute: str, value: Any) -> None:
        if attribute == "name":
            value = _checked_name(value)
        elif attribute == "requires_grad" and not isinstance(value, (bool, np.bool_)):
            raise TypeError(
                f"The argument `requires_grad` must be bool, but got {type(value)}."
            )
        object.__setattr__(self, attribute, value)

    @property
    def is_unnamed(self) -> bool:
        """Whether neither a name was given nor a Cell has given one."""
        return self.name == UNNAMED

    @property
    def data(self) -> Parameter:
        """The Parameter itself, as in MindSpore."""
        return self

    def value(self) -> Tensor:
        """Return a Tensor of the Parameter's elements."""
        return self.copy()

    def set_data(self, data: Any, slice_shape: bool = False) -> Parameter:
        """Take the elements of ``data``, cast to this dtype, and return the Parameter.

        ``data`` is a Tensor of the Parameter's shape, what ``initializer`` gives, or,
        for a Parameter without axes, a number. ``slice_shape=True`` allows another
        shape.

        Raises TypeError for other data and ValueError where the shapes differ.
        """
        if not isinstance(data, (Tensor, int, float)):
            raise TypeError(
                "Parameter data must be [`Tensor`, `int`, `float`] or inherit from "
                f"`Tensor`, but got {type(data)}."
            )
        array = np.asarray(data.asnumpy() if isinstance(data, Tensor) else data)
        if array.shape != self.shape and not slice_shape:
            raise ValueError(
                f"Can not change the shape of Parameter which has been initialized: "
                f"{self.name} has shape {self.shape}, and the data has {array.shape}."
            )
        self._array = array.astype(self._array.dtype)
        return self

    def clone(self, init: Any = "same") -> Parameter:
        """Return a Parameter of the same name, dtype, shape and flags.

        ``init`` is ``"same"`` for the same elements, or what ``initializer`` takes.
        """
        data: Any = Tensor(self)
        if not (isinstance(init, str) and init == "same"):
            data = initializer(init, self.shape, self.dtype)
        return Parameter(
            data,
            None if self.is_unnamed else self.name,
            self.requires_grad,
            self.layerwise_parallel,
            self.parallel_optimizer,
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> Parameter:
        copied = self.clone()
        copied._hooks.update(self._hooks)
        memo[id(self)] = copied
        return copied

    def __repr__(self) -> str:
        return (
            f"Parameter (name={self.name}, shape={self.shape}, dtype={self.dtype}, "
            f"requires_grad={self.requires_grad})"
        )

    __str__ = __repr__

    def __format__(self, specification: str) -> str:
        return format(repr(self), specification)


def _checked_name(name: Any) -> str:
    if name is None:
        return UNNAMED
    if not isinstance(name, str):
        raise ValueError(
            "The type of the Parameter's name should be 'string' or 'None', but got "
            f"{type(name)}."
        )
    return name.strip() or UNNAMED


class ParameterTuple(tuple[Parameter, ...]):
    """A tuple of Parameters with different names.

    Raises TypeError for what is no Parameter, ValueError for two of one name.
    """

    __srcad_structure__ = True

    def __new__(cls, iterable: Iterable[Parameter]) -> ParameterTuple:
        """Make the tuple of what ``iterable`` gives."""
        parameters = tuple(iterable)
        names: dict[str, Parameter] = {}
        for parameter in parameters:
            if not isinstance(parameter, Parameter):
                raise TypeError(
                    "For ParameterTuple initialization, 'ParameterTuple' input should "
                    f"be 'Parameter' collection, but got {type(parameter).__name__}."
                )
            same = names.setdefault(parameter.name, parameter)
            if same is not parameter and not parameter.is_unnamed:
                raise ValueError(
                    f"The value {parameter}, its name '{parameter.name}' already "
                    "exists. Please set a unique name for the parameter."
                )
        return super().__new__(cls, parameters)

    def clone(self, prefix: str, init: Any = "same") -> ParameterTuple:
        """Return clones of all Parameters, each named ``prefix.name``.

        ``init`` is as for ``Parameter.clone``. Raises TypeError where ``prefix`` is no
        string.
        """
        if not isinstance(prefix, str):
            raise TypeError(f"prefix must be a str, but got {type(prefix).__name__}.")
        clones = []
        for parameter in self:
            clone = parameter.clone(init)
            clone.name = f"{prefix}.{parameter.name}"
            clones.append(clone)
        return ParameterTuple(clones)
