"""The base class of operators written as classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["Primitive", "constexpr", "prim_attr_register"]


class Primitive:
    """An operator with hyper-parameters: a constructor that keeps them, a ``__call__``.

    A user's own may also define ``bprop(self, *inputs, out, dout)``.
    """

    __srcad_primitive__ = True

    def __init__(self, name: str = "") -> None:
        self.name = name or type(self).__name__

    def add_prim_attr(self, name: str, value: Any) -> Primitive:
        """Set an attribute, and return the operator."""
        setattr(self, name, value)
        return self

    def init_prim_io_names(self, inputs: Any, outputs: Any) -> None:
        """Do nothing: srcad reads the names of inputs off the source."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Compute the outputs; every subclass defines it."""
        raise NotImplementedError(f"{type(self).__name__} defines no __call__.")

    def __repr__(self) -> str:
        settings = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({settings})"


def prim_attr_register(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the constructor it decorates, as it is."""
    return function


def constexpr(
    fn: Callable[..., Any] | None = None,
    get_instance: bool = True,
    name: str | None = None,
    reuse_result: bool = True,
    check: bool = True,
) -> Callable[..., Any]:
    """Return the function it decorates, as it is: the compiler finds constants."""
    if fn is None:
        return lambda function: constexpr(function)
    return fn
