"""Functions of functions: ``HyperMap``, ``Map``, ``MultitypeFuncGraph``."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from srcad import dtypes
from srcad.parameter import Parameter
from srcad.tensor import Tensor

__all__ = [
    "HyperMap",
    "Map",
    "MultitypeFuncGraph",
    "Partial",
    "add_flags",
    "partial",
]

partial = functools.partial


def add_flags(fn: Any = None, **flags: Any) -> Any:
    """Return a function as it is: flags tell MindSpore's graph compiler something."""
    return fn


class Partial:
    """``Partial()(function, *args)`` is ``partial(function, *args)``."""

    def __call__(self, function: Callable[..., Any], *args: Any) -> Any:
        """Return the function with its first arguments given."""
        return functools.partial(function, *args)


class Map:
    """Applies ``ops`` to the elements of sequences, position by position."""

    def __init__(
        self, ops: Callable[..., Any] | None = None, reverse: bool = False
    ) -> None:
        self.ops = ops
        self.reverse = reverse

    def __call__(self, *args: Any) -> Any:
        """Return a tuple (of lists, a list) of results.

        Without ``ops`` in the constructor, the first argument is the function.
        """
        function, sequences = _function_and_rest(self.ops, args)
        results = [function(*items) for items in zip(*sequences, strict=True)]
        return results if isinstance(sequences[0], list) else tuple(results)


class HyperMap:
    """Applies ``ops`` to the leaves of nested tuples and lists of one structure."""

    def __init__(
        self, ops: Callable[..., Any] | None = None, reverse: bool = False
    ) -> None:
        self.ops = ops
        self.reverse = reverse

    def __call__(self, *args: Any) -> Any:
        """Return the results in that structure.

        Without ``ops`` in the constructor, the first argument is the function.
        """
        function, structures = _function_and_rest(self.ops, args)
        return _map_nested(function, structures)


def _function_and_rest(
    function: Callable[..., Any] | None, args: tuple[Any, ...]
) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    if function is not None:
        return function, args
    return args[0], args[1:]


def _map_nested(function: Callable[..., Any], structures: tuple[Any, ...]) -> Any:
    first = structures[0]
    if not isinstance(first, (tuple, list)):
        return function(*structures)
    results = [_map_nested(function, items) for items in zip(*structures, strict=True)]
    return results if isinstance(first, list) else tuple(results)


class MultitypeFuncGraph:
    """A function chosen by the types of its arguments.

    ``register("Tensor", "Number")`` decorates the function for those types; a dtype
    object such as ``srcad.float32`` stands for a Tensor or number of that dtype.
    """

    def __init__(self, name: str, read_value: bool = False) -> None:
        self.name = name
        self._functions: list[tuple[tuple[Any, ...], Callable[..., Any]]] = []

    def register(self, *type_names: Any) -> Callable[..., Any]:
        """Return a decorator that takes a function for arguments of these types."""

        def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
            self._functions.append((type_names, function))
            return function

        return decorate

    def __call__(self, *args: Any) -> Any:
        """Call the first function that was registered for the arguments' types.

        Raises ValueError where there is none.
        """
        return self.choose(*args)(*args)

    def choose(self, *args: Any) -> Callable[..., Any]:
        """Return the function that a call with ``args`` would run."""
        for types, function in self._functions:
            if len(types) == len(args) and all(map(_is_of_type, args, types)):
                return function
        found = ", ".join(type(arg).__name__ for arg in args)
        raise ValueError(
            f"For 'MultitypeFuncGraph', cannot find fn match given args. Got "
            f"{self.name}({found})."
        )


_TYPES: dict[str, Any] = {
    "Tensor": Tensor,
    "Number": (int, float, complex),
    "Float": float,
    "Int": int,
    "Bool": bool,
    "String": str,
    "Tuple": tuple,
    "List": list,
    "Dictionary": dict,
    "Function": Callable,
    "Parameter": Parameter,
    "NoneType": type(None),
}


def _is_of_type(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, dtypes.DType):
        return getattr(value, "dtype", None) == wanted
    if wanted in ("Function", "function"):
        return callable(value)
    return isinstance(value, _TYPES.get(wanted, ()))
