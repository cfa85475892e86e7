"""Operators about gradients and state rather than numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import srcad.tensor as tensors
from srcad.hooks import check_hook
from srcad.ops._operator import operator
from srcad.ops._primitive import Primitive
from srcad.ops.in_place import written
from srcad.parameter import Parameter

__all__ = [
    "Assign",
    "AssignAdd",
    "AssignSub",
    "Depend",
    "HookBackward",
    "Print",
    "ReduceOp",
    "assign",
    "assign_add",
    "assign_sub",
    "depend",
    "identity",
    "mixed_precision_cast",
    "print_",
    "stop_gradient",
]


@operator
def stop_gradient(value: Any) -> Any:
    """Return ``value``; its gradient is zero."""
    return value


@stop_gradient.defbprop
def stop_gradient_bprop(value: Any, out: Any, dout: Any) -> Any:
    """No cotangent goes back."""
    return (None,)


# What the compiler looks for: the rule is not the derivative, but nothing.
stop_gradient.__srcad_stops__ = True  # type: ignore[attr-defined]


@operator
def identity(x: Any) -> Any:
    """Return ``x``."""
    return x


@operator
def depend(value: Any, expr: Any) -> Any:
    """Return ``value``. Python's order of evaluation is the order that counts."""
    return value


def mixed_precision_cast(dst_dtype: Any, x: Any) -> Any:
    """Return the floating Tensors of nested tuples and lists cast to a dtype.

    Lists become tuples; what is no floating Tensor comes back as it is.
    """
    if isinstance(x, (tuple, list)):
        return tuple([mixed_precision_cast(dst_dtype, part) for part in x])
    if isinstance(x, tensors.Tensor) and x.dtype.kind == "f":
        return x.astype(dst_dtype)
    return x


def print_(*input_x: Any) -> None:
    """Print Tensors and text, in the order of the program."""
    print(*input_x)


class Print(Primitive):
    """``print_`` as a class."""

    def __call__(self, *args: Any) -> None:
        """Print the arguments."""
        print_(*args)


class ReduceOp:
    """The names of the ways in which processes add up what they have."""

    SUM = "sum"
    MAX = "max"
    MIN = "min"
    PROD = "prod"


# ------------------------------------------------------------------------- state


def assign(variable: Any, value: Any) -> Any:
    """Give ``variable`` the elements of ``value``, cast to its dtype, and return it.

    ``variable`` is a Parameter or a Tensor, ``value`` a Tensor or a number of the same
    shape. Raises ValueError where the shapes differ, and TypeError for another
    ``variable`` or where a Tensor of integers would take floats. In a compiled gradient
    a Parameter is updated, once, after the call, and a Tensor is written as
    ``variable[...] = value`` writes it.
    """
    if not isinstance(value, tensors.Tensor):
        value = tensors.Tensor(value)
    if isinstance(variable, Parameter):
        return _update(variable, value)
    if not isinstance(variable, tensors.Tensor):
        raise TypeError(
            "For 'Assign', the first argument must be a Parameter or a Tensor, but got "
            f"{type(variable).__name__}."
        )
    return written(variable, value)


def _update(variable: Any, value: Any) -> Any:
    """``assign`` of a Parameter."""
    if value.shape != variable.shape:
        raise ValueError(
            "For 'Assign', 'value' must have the same shape as 'variable', but got "
            f"{value.shape} and {variable.shape}."
        )
    return variable.set_data(value)


# What the compiler looks for: a call of this function writes a Parameter.
_update.__srcad_assign__ = True  # type: ignore[attr-defined]


def assign_add(variable: Any, value: Any) -> Any:
    """Add ``value`` to ``variable``, in its dtype, and return it: see ``assign``."""
    return assign(variable, variable + value)


def assign_sub(variable: Any, value: Any) -> Any:
    """Take ``value`` from ``variable``, in its dtype, and return it."""
    return assign(variable, variable - value)


class Assign(Primitive):
    """``assign`` as a class."""

    def __call__(self, variable: Any, value: Any) -> Any:
        """Return the variable, after the assignment."""
        return assign(variable, value)


class AssignAdd(Primitive):
    """``assign_add`` as a class."""

    def __call__(self, variable: Any, value: Any) -> Any:
        """Return the variable, after the assignment."""
        return assign_add(variable, value)


class AssignSub(Primitive):
    """``assign_sub`` as a class."""

    def __call__(self, variable: Any, value: Any) -> Any:
        """Return the variable, after the assignment."""
        return assign_sub(variable, value)


class Depend(Primitive):
    """``depend`` as a class."""

    def __call__(self, value: Any, expr: Any) -> Any:
        """Return ``value``."""
        return depend(value, expr)


# ------------------------------------------------------------------------- hooks


class HookBackward(Primitive):
    """Hands its inputs on, and calls a hook with the gradients that come back.

    ``hook_fn`` gets a tuple, one gradient for each input, and returns None, a tuple or
    one bare gradient to use in place of them. An eager call computes no gradient and
    never runs it. Raises TypeError where ``hook_fn`` is not callable.
    """

    __srcad_hook_backward__ = True

    def __init__(self, hook_fn: Callable[..., Any], cell_id: str = "") -> None:
        check_hook(hook_fn)
        self.hook_fn = hook_fn
        self.cell_id = cell_id

    def __call__(self, *inputs: Any) -> Any:
        """Return the input, or a tuple of several."""
        return inputs[0] if len(inputs) == 1 else inputs
