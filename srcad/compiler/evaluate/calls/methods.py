"""Attributes and methods of run-time arrays.

A Tensor's are those of its class: an operator, which is called, or a function, whose
source is read. They differ from NumPy's in names of arguments, in dtypes and in what
they give (``sort``, ``max``, ``split``). In the body of an operator a Tensor is the
ndarray under it.
"""

from __future__ import annotations

import ast
import functools
import inspect
import math
import operator
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from srcad.compiler.evaluate import dispatch
from srcad.compiler.evaluate.agreement import is_unsure
from srcad.compiler.evaluate.calls import functions
from srcad.compiler.evaluate.calls.array_methods import array_method
from srcad.compiler.evaluate.calls.hooks import register_on_value
from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.numpy.registry import METHODS
from srcad.compiler.evaluate.numpy.strided import is_in_a_row
from srcad.compiler.evaluate.numpy.values import transpose
from srcad.compiler.evaluate.objects import BoundMethod, Box, Flat, MethodCall
from srcad.compiler.evaluate.operations.iterator_library import each
from srcad.compiler.evaluate.operations.operators import (
    apply_binary,
    shape_parts,
    whole,
)
from srcad.compiler.evaluate.refusals import refuse_dtype, written_out_instead
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.wording import suggested
from srcad.compiler.ir.avals import PYTHON_CLASSES, AnyAval
from srcad.compiler.ir.types import array_aval
from srcad.compiler.reading import protocol
from srcad.compiler.reading.lookup import CallOf, find_attribute
from srcad.compiler.reading.origins import is_function
from srcad.compiler.reading.protocol import mark

_ATTRIBUTES = ("shape", "ndim", "size", "dtype", "T", "itemsize", "nbytes")
# Methods that are taken as functions, as in `sorted(places, key=x.__getitem__)`.
_BY_NAME: dict[str, Callable[..., Any]] = {
    "__getitem__": operator.getitem,
    "__setitem__": operator.setitem,
    "__len__": len,
    **{
        f"__{prefix}{word}__": getattr(operator, f"{prefix}{word}")
        for word in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul")
        for prefix in ("", "i")
    },
}
# Methods of the ints of Python that arrays have not.
_OF_INTS: dict[str, Callable[..., Any]] = {"bit_length": int.bit_length}
# Methods of a Tensor whose source is not read.
_KNOWN = ("copy", "dim", "item", "register_hook")
# What would take the array out of what is differentiated, or change it.
_REFUSED = {
    **dict.fromkeys(("asnumpy", "numpy", "tolist"), "compute with the array itself"),
    "assign_value": "write `x[...] = value`",
    "set_dtype": "write `x.astype(dtype)`, which is another Tensor",
    "strides": "they are known of a copy with one axis: `x.ravel().copy()`",
    "resize": "use `x.reshape(...)`, or make another array",
    # PyTorch's names.
    "detach": "write `ops.stop_gradient(x)`",
    "requires_grad_": "what is differentiated is said by `grad`",
    "backward": "call `srcad.grad(f)(x)`",
    **dict.fromkeys(("cuda", "cpu", "device"), "arrays are NumPy's: leave it out"),
}


def sees_tensor(session: Session, aval: AnyAval) -> bool:
    """Whether a run-time value is met as a Tensor, not as the ndarray under it."""
    return aval.tensor and not session.arrays


def is_shared(name: str) -> bool:
    """Whether a Tensor has a method as an ndarray has it; of the others of an ndarray
    it has its own, or none."""
    return name in METHODS and METHODS[name].shared


def has_attribute(frame: Frame, owner: Any, name: str, node: ast.AST) -> Any:
    """``hasattr`` of an object that may be a run-time array: a bool, or a condition of
    run time."""
    there = is_there(frame, owner, name, node)
    if there is not NotImplemented:
        return there
    return functions.inline(frame, gives_attribute, [owner, name], {}, node)


def is_there(frame: Frame, owner: Any, name: str, node: ast.AST) -> Any:
    """Whether there is an attribute; NotImplemented where a method of the user's says
    so."""
    lost = frame.session.lost.get((id(owner), name))
    if lost is not None:
        raise lost.with_traceback(None)
    known = kind_of(owner).has_attribute(frame, owner, name, node)
    if known is not NotImplemented:
        return known
    try:
        found = find_attribute(frame.session.door, owner, name)
    except AttributeError:
        return False
    if is_unsure(found):
        frame.needs_static(f"whether an object has `{name}` must be known", node)
    return NotImplemented if isinstance(found, CallOf) else True


def gives_attribute(owner: Any, name: str) -> bool:
    try:
        getattr(owner, name)
    except AttributeError:
        return False
    return True


def gives_its_objects(cls: type, name: str) -> bool:
    """Whether the objects of a class have an attribute by it."""
    return any(name in vars(one) for one in cls.__mro__)


def asked_if_parameter(frame: Frame, box: Box, node: ast.AST) -> None:
    """It matters whether an array is a Parameter, which the caller knows; refused where
    what asks is not evaluated there, or is given what nobody here knows."""
    session = frame.session
    if box.parameter:
        session.leave_apart()
    given = box.is_input and session.apart is None and not frame.source.library
    if box.parameter or given:
        message = "whether this is a Parameter is not known"
        help = "ask outside, and hand over the answer"
        frame.refuse("SRC012", message, node, "is an argument here", help)


def has_of_array(frame: Frame, box: Box, name: str, node: ast.AST) -> bool:
    """Whether an array or a number of run time has an attribute."""
    there = array_has(frame, box.aval, name)
    if not there and name in _OF_PARAMETERS and sees_tensor(frame.session, box.aval):
        asked_if_parameter(frame, box, node)
    return there


# What Tensors do not have.
_OF_PARAMETERS = (
    *("is_unnamed", "layerwise_parallel", "name", "parallel_optimizer"),
    *("requires_grad", "requires_grad_", "set_data", "value"),
)


def array_has(frame: Frame, aval: AnyAval, name: str) -> bool:
    """The same, of what is known of it."""
    if aval.weak and not frame.source.library:
        return gives_its_objects(PYTHON_CLASSES[aval.dtype], name)
    if is_shared(name) or name in _ATTRIBUTES:
        return True
    if sees_tensor(frame.session, aval):
        return gives_its_objects(protocol.tensor_class(), name)
    if aval.is_scalar:
        dtype = np.dtype(aval.dtype).type
        same = gives_its_objects(np.ndarray, name)
        if gives_its_objects(dtype, name) != same:
            message = f"whether this has `{name}` is not known"
            raise NeedsStatic(message, label="may be a number, or an array of rank 0")
    return gives_its_objects(np.ndarray, name)


@dispatch.array_attribute.answered
def array_attribute(frame: Frame, box: Box, name: str, node: ast.AST) -> Any:
    """``x.shape``, ``x.T``, ``x.sum`` and so on."""
    session, aval = frame.session, box.aval
    if not aval.is_numeric:
        frame.refuse("SRC013", f"{aval} has no attribute `{name}`", node)
    if name == "dtype" and not frame.source.library:
        refuse_dtype(frame, box, node)
    if name in _ATTRIBUTES or (name == "data" and sees_tensor(session, aval)):
        return _attribute(frame, box, aval, name, node)
    if name in ("flat", "real", "imag") and not sees_tensor(session, aval):
        # Of a Tensor the parts are methods.
        if name == "flat":
            iterator = functions.inline(frame, each, [box, ()], {}, node)
            return Flat(box, iterator)
        if aval.is_complex:
            return session.view(box, box.value, name)
        if aval.weak:
            kind = float if aval.is_float else int
            return kind(0) if name == "imag" else whole(frame, box, node)
        imaginary = name == "imag"
        return session.box(session.builder.zeros_like(box.value)) if imaginary else box
    if name == "strides" and is_in_a_row(frame, box):
        return (np.dtype(aval.dtype).itemsize,)
    own = _tensor_member(session, aval, name)
    if isinstance(own, property):
        return functions.inline(frame, own.fget, [box], {}, node)
    known = is_shared(name) or is_function(own)
    if known or (name in METHODS and not sees_tensor(session, aval)):
        return BoundMethod(box, name)
    if name == "mT" and aval.ndim > 1:
        order = (*range(aval.ndim - 2), aval.ndim - 1, aval.ndim - 2)
        return transpose(frame, box, order)
    if name in _BY_NAME and not aval.weak:
        return functools.partial(_BY_NAME[name], box)
    if name in _OF_INTS and aval.weak and (aval.is_integer or aval.is_bool):
        return functools.partial(_OF_INTS[name], box)
    if box.parameter:
        session.leave_apart()
    written_out_instead(frame, box, node)
    _refuse(frame, aval, name, "attribute", node)


def refuse_of_python(frame: Frame, box: Box, name: str, node: ast.AST) -> None:
    """Refuse to ask a number of Python for what an array has."""
    aval = box.aval
    if not aval.weak or aval.tensor:
        return
    kind = PYTHON_CLASSES[aval.dtype]
    seen = not frame.session.arrays and not frame.source.library
    if seen and not hasattr(kind, name):
        message = f"'{kind.__name__}' object has no attribute '{name}'"
        frame.refuse("SRC021", f"AttributeError: {message}", node)


def _attribute(frame: Frame, box: Box, aval: AnyAval, name: str, node: ast.AST) -> Any:
    """What an array and a Tensor both have."""
    session = frame.session
    if name != "dtype":
        session.left.ask(box.value)
    match name:
        case "shape":
            if aval.is_fixed:
                return tuple(aval.shape)
            return shape_parts(frame, session.builder.emit("shape", box.value))
        case "ndim":
            return aval.ndim
        case "dtype":
            dtype = np.dtype(aval.dtype)
            return protocol.as_dtype(dtype) if sees_tensor(session, aval) else dtype
        case "size":
            return _size(frame, box)
        case "itemsize":
            return np.dtype(aval.dtype).itemsize
        case "nbytes":
            width = np.dtype(aval.dtype).itemsize
            return apply_binary(frame, "multiply", _size(frame, box), width, node)
        case "T" if aval.ndim > 1 or not sees_tensor(session, aval):
            return transpose(frame, box, tuple(range(aval.ndim))[::-1])
    return box


def _size(frame: Frame, box: Box) -> Any:
    session = frame.session
    aval = array_aval(box.value)
    if aval.is_fixed:
        return math.prod(aval.shape)
    if aval.ndim == 1:
        return session.box(session.builder.size(box.value, 0))
    shape = session.builder.shape(box.value)
    return session.box(session.builder.emit("prod_of", shape))


def _tensor_member(session: Session, aval: AnyAval, name: str) -> Any:
    """A method or property of the Tensor class, whose source is read."""
    if name in _REFUSED or name.startswith("_") or not sees_tensor(session, aval):
        return None
    return inspect.getattr_static(protocol.tensor_class(), name, None)


def _names_of_arrays() -> set[str]:
    return {*dir(np.ndarray), *dir(protocol.tensor_class())} - set(_REFUSED)


# What a value of run time may be an object of, but for a Tensor.
_CLASSES = (np.ndarray, np.float64, np.complex128, np.int64, float, int, complex)
_NAMES = frozenset(name for kind in _CLASSES for name in dir(kind))


def _refuse(
    frame: Frame, aval: AnyAval, name: str, what: str, node: ast.AST
) -> NoReturn:
    if name not in _NAMES and not sees_tensor(frame.session, aval):
        if frame.session.handlers.await_one(AttributeError):
            with frame.raises(node, AttributeError):
                raise AttributeError(f"there is no attribute '{name}'")
    frame.refuse(
        "SRC012",
        f"the {what} `{name}` of an array is not supported",
        node,
        help=_REFUSED.get(name) or suggested(name, _names_of_arrays()),
    )


def call_method(
    frame: Frame, method: BoundMethod, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """A method of a run-time value."""
    call = MethodCall(method.name, args, keywords, node)
    return kind_of(method.owner).method(frame, method.owner, call)


def _as_numpy_spells(own: Any, keywords: Keywords) -> bool:
    """Whether a method is called as an ndarray's: the array may be of either kind."""
    given = inspect.signature(own).parameters
    return "keepdims" in keywords and "keepdims" not in given


def call_of_array(frame: Frame, box: Box, call: MethodCall) -> Any:
    """A method of a run-time array: a Tensor's own where it is one, then NumPy's."""
    session, aval = frame.session, box.aval
    name, args, keywords, node = call
    own = _tensor_member(session, aval, name)
    if is_function(own) and name in _KNOWN:
        given = functions.bind_arguments(frame, own, [box, *args], keywords, node)
        if name == "dim":
            return aval.ndim
        if name == "register_hook":
            return register_on_value(frame, box, given["hook"], node)
    elif is_function(own):
        if is_shared(name) and _as_numpy_spells(own, keywords):
            return array_method(frame, box, call)
        operator = mark(own, "__srcad_method_of__")
        if operator is not None:
            return dispatch.call(frame, operator, [box, *args], keywords, node)
        return functions.inline(frame, own, [box, *args], keywords, node)
    return array_method(frame, box, call)
