"""The tree that Cells form: how a Cell keeps its Parameters and sub-cells.

A Parameter or Cell becomes part of a Cell by being set as an attribute. Setting a
sub-cell names its Parameters by their path from there (``fc1.weight``).
"""

from __future__ import annotations

from typing import Any

from srcad.parameter import Parameter, ParameterTuple
from srcad.tensor import Tensor

__all__ = ["CellTree", "is_cell"]


class CellTree:
    """The part of Cell that keeps Parameters and sub-cells."""

    _cells: dict[str, Any]
    _params: dict[str, Any]
    _auto_prefix: bool
    _names_checked: bool
    _numbered: int
    _buffers: dict[str, bool]

    def _init_tree(self, auto_prefix: bool) -> None:
        object.__setattr__(self, "_cells", {})
        object.__setattr__(self, "_params", {})
        object.__setattr__(self, "_auto_prefix", auto_prefix)
        object.__setattr__(self, "_numbered", 0)
        object.__setattr__(self, "_buffers", {})

    def _check_initialised(self) -> None:
        if "_cells" not in self.__dict__:
            raise AttributeError(
                f"For 'Cell', the method '__init__' of {type(self).__name__} must call "
                "super().__init__() before anything else."
            )

    # ---------------------------------------------------------------- attributes

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, Parameter):
            self._check_initialised()
            self._names_checked = False
            self.__dict__.pop(name, None)
            self.insert_param_to_cell(name, value)
            self._shadow(name, value)
        elif is_cell(value):
            self._check_initialised()
            self._names_checked = False
            self.__dict__.pop(name, None)
            if self._auto_prefix:
                value.update_parameters_name(name + ".")
            self.insert_child_to_cell(name, value)
            self._shadow(name, value)
        elif isinstance(value, (tuple, list)) and _all_parameters(value):
            self._check_initialised()
            self._set_parameters(name, value)
        elif name in self.__dict__.get("_params", ()):
            self._overwrite_parameter(name, value)
        elif name in self.__dict__.get("_cells", ()):
            if value is not None:
                raise TypeError(
                    f"Sub cell '{name}' already exists in network, can not assign this "
                    f"type: '{type(value)}' as a cell."
                )
            self._cells[name] = None
            self._shadow(name, None)
        else:
            object.__setattr__(self, name, value)

    __setattr__.__srcad_sets_members__ = True  # type: ignore[attr-defined]

    def _shadow(self, name: str, value: Any) -> None:
        """Let ``self.cells = CellList(...)`` hide the method of that name."""
        if hasattr(type(self), name):
            self.__dict__[name] = value

    def _set_parameters(self, name: str, parameters: Any) -> None:
        """Take a tuple or list of Parameters as one attribute; hold each of a tuple."""
        if isinstance(parameters, ParameterTuple):
            for parameter in parameters:
                if parameter.is_unnamed:
                    object.__setattr__(self, "_numbered", self._numbered + 1)
                    parameter.name = f"{parameter.name}${self._numbered}"
                self._params[parameter.name] = parameter
        object.__setattr__(self, name, parameters)

    def _overwrite_parameter(self, name: str, value: Any) -> None:
        """A Tensor set where a Parameter stands gives the Parameter its elements."""
        if isinstance(value, Tensor) and self._params[name] is not None:
            self._params[name].set_data(value)
        elif value is None:
            self._params[name] = None
            self._shadow(name, None)
        else:
            raise TypeError(
                f"Parameter '{name}' already exists in network, can not assign this "
                f"type: '{type(value)}' as a parameter."
            )

    def __getattr__(self, name: str) -> Any:
        for held in ("_params", "_cells"):
            members = self.__dict__.get(held, {})
            if name in members:
                return members[name]
        raise AttributeError(
            f"The '{type(self).__name__}' object has no attribute '{name}'."
        )

    __getattr__.__srcad_finds_members__ = True  # type: ignore[attr-defined]

    def __delattr__(self, name: str) -> None:
        for held in ("_params", "_cells"):
            if name in self.__dict__.get(held, {}):
                del self.__dict__[held][name]
                self.__dict__.pop(name, None)
                return
        object.__delattr__(self, name)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._params, *self._cells})

    def insert_param_to_cell(
        self,
        param_name: str,
        param: Parameter | None,
        check_name_contain_dot: bool = True,
    ) -> None:
        """Hold ``param`` under ``param_name``, which also names it if it has no name.

        Raises KeyError for an empty name, one with a dot or one of another attribute,
        TypeError for what is no Parameter.
        """
        if not param_name:
            raise KeyError("For 'insert_param_to_cell', 'param_name' can not be empty.")
        if check_name_contain_dot and "." in param_name:
            raise KeyError(
                "For 'insert_param_to_cell', 'param_name' can not contain '.', but got "
                f"'{param_name}'."
            )
        if param_name in self.__dict__ or param_name in self._cells:
            raise KeyError(f"Duplicated parameter name '{param_name}'.")
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(
                "For 'insert_param_to_cell', 'param' must be a Parameter, but got "
                f"{type(param).__name__}."
            )
        if param is not None and param.is_unnamed:
            param.name = param_name
        self._params[param_name] = param

    def register_buffer(
        self, name: str, tensor: Tensor | None, persistent: bool = True
    ) -> None:
        """Hold a Tensor that is a part of the state and no Parameter, as an attribute.

        Raises TypeError for a name that is no string and what is no Tensor or None,
        KeyError for an empty name, one with a dot or one of another attribute.
        """
        self._check_initialised()
        if not isinstance(name, str):
            raise TypeError(
                f"buffer name should be a string.But got this type: {type(name)}"
            )
        if not name or "." in name:
            raise KeyError(f"A buffer can not be called '{name}'.")
        if hasattr(self, name) and name not in self._buffers:
            raise KeyError(f"attribute '{name}' already exists")
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(
                f"cannot assign '{type(tensor)}' object to buffer '{name}' (mindspore "
                "Tensor or None required)"
            )
        self._buffers[name] = persistent
        object.__setattr__(self, name, tensor)

    def insert_child_to_cell(self, child_name: str, child_cell: CellTree) -> None:
        """Hold ``child_cell`` under ``child_name``.

        Raises KeyError for a name that another attribute has.
        """
        if not child_name or "." in child_name:
            raise KeyError(f"A sub-cell can not be called '{child_name}'.")
        if child_name in self.__dict__ or child_name in self._params:
            raise KeyError(f"Duplicate child name '{child_name}'.")
        self._cells[child_name] = child_cell


def is_cell(value: Any) -> bool:
    """Whether a value is a Cell: its class says so, not the object."""
    return getattr(type(value), "__srcad_cell__", False) is True


def _all_parameters(values: Any) -> bool:
    return len(values) > 0 and all(isinstance(value, Parameter) for value in values)
