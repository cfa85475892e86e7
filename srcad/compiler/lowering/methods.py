"""Attributes and methods of run-time arrays."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from srcad.compiler.avals import Aval
from srcad.compiler.ir import Lit, Value
from srcad.compiler.lowering import functions
from srcad.compiler.lowering.frame import Frame
from srcad.compiler.lowering.objects import BoundMethod, Box, is_parameter
from srcad.compiler.lowering.operators import apply_binary, shape_parts

# Methods that are the NumPy function of the same name, applied to the array.
_SAME_AS_FUNCTION = (
    *("sum", "mean", "max", "min", "prod", "any", "all", "argmax", "argmin", "cumsum"),
    *("reshape", "transpose", "swapaxes", "squeeze", "repeat", "ravel", "round"),
    *("var", "std", "clip", "dot", "take", "trace", "diagonal"),
)
_OWN = ("astype", "copy", "flatten", "item", "view", "fill", "asnumpy", "tolist")
_ATTRIBUTES = ("shape", "ndim", "size", "dtype", "T", "real", "flat", "nbytes")


def has_attribute(owner: Any, name: str) -> bool:
    """``hasattr`` of an object that may be a run-time array."""
    if not isinstance(owner, Box) and not is_parameter(owner):
        return hasattr(owner, name)
    if name in _SAME_AS_FUNCTION or name in _ATTRIBUTES or name in _OWN:
        return True
    return hasattr(np.ndarray, name)


def array_attribute(frame: Frame, owner: Any, name: str, node: ast.AST) -> Any:
    """``x.shape``, ``x.T``, ``x.sum`` and so on."""
    session = frame.session
    box = owner if isinstance(owner, Box) else session.box(session.atom(owner))
    aval = box.aval
    if not isinstance(aval, Aval):
        frame.refuse("SRC013", f"{aval} has no attribute `{name}`", node)
    match name:
        case "shape":
            if all(isinstance(dim, int) for dim in aval.shape):
                return tuple(aval.shape)
            return shape_parts(frame, session.builder.emit("shape", box.value))
        case "ndim":
            return aval.ndim
        case "dtype":
            return np.dtype(aval.dtype)
        case "size":
            return _size(frame, box, node)
        case "T":
            from srcad.compiler.lowering.numpy_table import transpose

            return transpose(frame, box, tuple(range(aval.ndim))[::-1])
        case "real" | "data":
            return box
    if name in _SAME_AS_FUNCTION or name in _OWN or _tensor_method(frame, aval, name):
        return BoundMethod(box, name)
    frame.refuse("SRC012", f"the attribute `{name}` of an array is not supported", node)


def _size(frame: Frame, box: Box, node: ast.AST) -> Any:
    parts = array_attribute(frame, box, "shape", node)
    total: Any = 1
    for part in parts:
        total = (
            part
            if total == 1 and not isinstance(total, Box)
            else apply_binary(frame, "multiply", total, part, node)
        )
    return total


def _tensor_method(frame: Frame, aval: Aval, name: str) -> Any:
    """A method of the Tensor class, whose source is read."""
    kind = frame.session.functions.get("tensor_class")
    return getattr(kind, name, None) if kind is not None and aval.tensor else None


def call_method(
    frame: Frame,
    method: BoundMethod,
    args: list[Any],
    keywords: dict[str, Any],
    node: ast.AST,
) -> Any:
    """A method of a run-time array."""
    from srcad.compiler.lowering.numpy_table import cast_to, copy_of, numpy_handler

    box, name, session = method.owner, method.name, frame.session
    aval = box.aval
    if name == "astype":
        return cast_to(frame, box, args[0] if args else keywords["dtype"])
    if name == "copy":
        return copy_of(frame, box)
    if name == "flatten":
        flat = session.builder.emit("reshape", box.value, _flat_shape(frame))
        return copy_of(frame, session.box(flat))
    if name == "item" and not args and not aval.ndim:
        return box
    own = _tensor_method(frame, aval, name)
    if (
        name in ("reshape", "transpose")
        and args
        and not isinstance(args[0], tuple | list)
    ):
        args = [tuple(args)]
    if name in _SAME_AS_FUNCTION and hasattr(np, name):
        handler = numpy_handler(getattr(np, name))
        if handler is not None:
            return handler(frame, [box, *args], keywords, node)
    if own is not None:
        return functions.inline(frame, own, [box, *args], keywords, node)
    frame.refuse("SRC012", f"the method `{name}` of an array is not supported", node)


def _flat_shape(frame: Frame) -> Value:
    return frame.session.builder.emit("make_shape", Lit(-1))
