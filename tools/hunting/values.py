"""What a value is replaced with, and what replaced functions do.

Every list is in a fixed order and depends on the value alone.
"""

from __future__ import annotations

import copy
import math
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from srcad import Parameter, Tensor

Change = tuple[str, Any]


def alternatives(value: Any, strings: list[str]) -> Iterator[Change]:
    """What may stand in the place of a value, each with the kind of change.

    ``strings`` are those that the program mentions.
    """
    match value:
        case bool():
            yield from (("the other bool", not value), ("1 for True", int(value)))
            yield from (("1.0 for True", float(value)), ("None", None))
        case int() if type(value) is int:
            yield from (("another number", value + 1), ("another number", value - 1))
            yield from (("a float", float(value)), ("a NumPy number", np.int64(value)))
            if value in (0, 1):
                yield "True for 1", bool(value)
        case float() if type(value) is float:
            yield from _floats(value)
        case np.generic():
            number: Any = value
            yield from (("another number", number + 1), ("no array", number.item()))
            yield "another dtype", number.astype(np.float32)
        case str():
            others = [text for text in strings if text != value]
            yield from (("another string", text) for text in others[:4])
            yield "another string", value + "_"
        case None:
            yield from (("a number for None", 2.0), ("False for None", False))
        case np.ndarray():
            yield from _arrays(value)
        case Parameter():
            yield from _parameters(value)
        case Tensor():
            for change, array in _arrays(value.asnumpy()):
                if isinstance(array, np.ndarray):
                    yield change, Tensor(array)
            yield "a Parameter for a Tensor", Parameter(value)
        case _:
            yield from _objects(value)


def _objects(value: Any) -> Iterator[Change]:
    match value:
        case list() | tuple():
            yield from _sequences(value)
        case set() | frozenset() | dict():
            yield "an equal one", copy.copy(value)
        case types.FunctionType():
            yield "another function", doubled(value)
        case property() if value.fget is not None:
            yield "another function", property(doubled(value.fget))
        case staticmethod() | classmethod():
            yield "another function", type(value)(doubled(value.__func__))
        case type():
            pass
        case _ if getattr(value, "__srcad_cell__", False):
            yield "a copy", copy.deepcopy(value)
        case _ if hasattr(value, "__dict__") and not isinstance(
            value, types.ModuleType
        ):
            yield "an equal one", copy.copy(value)


def _floats(value: float) -> Iterator[Change]:
    yield "another number", value * 1.5 + 0.25
    yield "minus it", -value
    yield "zero", 0.0
    yield "-0.0", -0.0
    yield "nan", math.nan
    yield "a NumPy number", np.float64(value)
    yield "a float32 number", np.float32(value)
    yield "an array of rank 0", np.array(value)
    if value.is_integer():
        yield "an int", int(value)
    if value == 1:
        yield "True for 1.0", True
    yield "None", None


def _arrays(value: Any) -> Iterator[Change]:
    yield "other elements", moved(value)
    if value.dtype.kind == "f":
        yield "another dtype", value.astype(np.float32 if value.itemsize > 4 else float)
    else:
        yield "another dtype", value.astype(np.float64)
    yield "an equal one", value.copy()
    yield "another rank", value[None]
    if value.ndim:
        yield "another size", np.concatenate([value, value[-1:]])
        yield "another size", value[:1].copy()
        yield "other strides", np.repeat(value, 2, axis=0)[::2]
        yield "a list for an array", value.tolist()
    fixed = value.copy()
    fixed.flags.writeable = False
    yield "a read-only one", fixed


def moved(value: Any) -> Any:
    """Other elements of the dtype."""
    if value.dtype.kind == "b":
        return ~value
    return value + np.arange(1, value.size + 1).reshape(value.shape).astype(value.dtype)


def _parameters(value: Any) -> Iterator[Change]:
    other = value.clone()
    yield "an equal one", other
    another = value.clone()
    another.set_data(Tensor(moved(value.asnumpy())))
    yield "other elements", another
    fixed = value.clone()
    fixed.requires_grad = not value.requires_grad
    yield "the other requires_grad", fixed
    yield "a Tensor for a Parameter", Tensor(value.asnumpy())


def _sequences(value: Any) -> Iterator[Change]:
    if hasattr(value, "_fields"):
        return
    kind, parts = type(value), list(value)
    yield "an equal one", kind(parts)
    yield "a tuple for a list", (tuple if isinstance(value, list) else list)(parts)
    if parts:
        yield "longer", kind([*parts, parts[-1]])
        yield "shorter", kind(parts[:-1])
        yield "another order", kind(parts[::-1])


# --------------------------------------------------------------------------- functions


def doubled(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that gives twice as much."""

    def run(*arguments: Any, **keywords: Any) -> Any:
        return function(*arguments, **keywords) * 2.0

    return run


def tripled_input(self: Any, inputs: Any) -> Any:
    """A forward pre-hook."""
    return inputs[0] * 3.0


def halved_output(self: Any, inputs: Any, output: Any) -> Any:
    """A forward hook."""
    return output * 0.5


def doubled_gradient(self: Any, gradient: Any, *more: Any) -> Any:
    """A hook of either kind of backward hooks."""
    given = more[0] if more else gradient
    return given[0] * 2.0


def doubled_cotangent(gradient: Any) -> Any:
    """A hook of a Tensor."""
    return gradient * 2.0


def rule_of_one(v: Any, out: Any, dout: Any) -> Any:
    """A rule for functions of one argument."""
    return (dout * 7.0,)


def rule_of_two(v: Any, w: Any, out: Any, dout: Any) -> Any:
    """A rule for functions of two arguments."""
    return dout * 7.0, None
