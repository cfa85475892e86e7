"""The methods that are operators: ``tensor.exp()`` for ``ops.exp(tensor)``.

Operators are made of Tensors, so a Tensor's class cannot be made of operators.
:mod:`srcad.ops.methods` attaches them to its base class here when ``srcad.ops`` is
imported, which every name of ``srcad`` sees to. ``tensor_methods.pyi`` tells type
checkers of them; ``tools/stubs.py`` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import FunctionType
from typing import Any

__all__ = ["TensorMethods", "attach"]


class TensorMethods:
    """What operators have attached."""


def attach(methods: Mapping[str, Any]) -> None:
    """Give every Tensor methods and properties, by their names.

    Raises ValueError for a name that is taken.
    """
    for name, method in methods.items():
        if name in vars(TensorMethods):
            raise ValueError(f"A Tensor has a method `{name}` already.")
        if isinstance(method, FunctionType):
            # Where it is found: errors name it, and pickles.
            method.__module__, method.__qualname__ = "srcad.tensor", f"Tensor.{name}"
        setattr(TensorMethods, name, method)
