"""NumPy's functions: each a primitive, or one of ``numpy_library`` in terms of them."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from srcad.compiler.avals import Aval, ShapeAval
from srcad.compiler.ir import Atom, Lit, array_aval
from srcad.compiler.lowering import numpy_library
from srcad.compiler.lowering.calls import call_directly, dtype_of, refuse_unknown
from srcad.compiler.lowering.expressions import static
from srcad.compiler.lowering.frame import Frame
from srcad.compiler.lowering.functions import inline
from srcad.compiler.lowering.lists import is_list_box, joined, stacked
from srcad.compiler.lowering.methods import array_attribute
from srcad.compiler.lowering.mixed_precision import on_arrays
from srcad.compiler.lowering.objects import Box, has_box, is_number, is_parameter
from srcad.compiler.lowering.operators import emit_elementwise
from srcad.compiler.lowering.session import ConstantArray
from srcad.compiler.primitives import PRIMITIVES, UFUNCS
from srcad.compiler.shapes import DtypeError, ShapeError, normal_axes

Handler = Callable[[Frame, list[Any], dict[str, Any], ast.AST], Any]
TABLE: dict[Any, Handler] = {}

_NAMES = {
    "add": "add",
    "subtract": "subtract",
    "multiply": "multiply",
    "divide": "divide",
    "true_divide": "divide",
    "floor_divide": "floor_divide",
    "mod": "remainder",
    "remainder": "remainder",
    "power": "power",
    "negative": "negative",
    "less": "less",
    "less_equal": "less_equal",
    "greater": "greater",
    "greater_equal": "greater_equal",
    "equal": "equal",
    "not_equal": "not_equal",
    "bitwise_and": "bitwise_and",
    "bitwise_or": "bitwise_or",
    "bitwise_xor": "bitwise_xor",
    "invert": "invert",
    "left_shift": "left_shift",
    "right_shift": "right_shift",
    "matmul": "matmul",
    "where": "where",
    "abs": "absolute",
    **{name: name for name in UFUNCS},
}
# Those that lift integers to a floating dtype.
_FLOATING = {
    *("exp", "expm1", "exp2", "log", "log1p", "log2", "log10", "sqrt", "cbrt"),
    *("sin", "cos", "tan", "arcsin", "arccos", "arctan", "arctan2", "hypot"),
    *("sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "logaddexp"),
}


def numpy_handler(callee: Any) -> Handler | None:
    """How a call of this NumPy function is evaluated; None if it is none of them."""
    try:
        return TABLE.get(callee)
    except TypeError:
        return None


def _register(function: Any, handler: Handler) -> None:
    if function not in TABLE:
        TABLE[function] = handler


def _elementwise(name: str, function: Any) -> Handler:
    def handler(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        if not has_box(args) and not has_box(keywords) and all(map(is_plain, args)):
            return plain(call_directly(frame, function, args, keywords, node))
        dtype = keywords.pop("dtype", None)
        if name == "where" and len(args) == 1:
            refuse_unknown(frame, np.nonzero, args, node)
        if keywords or (name == "where" and len(args) != 3):
            given = " and ".join(f"`{word}`" for word in keywords)
            frame.refuse(
                "SRC012",
                f"this form of `np.{name}` is not supported",
                node,
                label=f"{given} cannot be given" if given else "",
                help="give the operands alone, and assign the result",
            )
        items = [number(frame, item, node) for item in args]
        if name in _FLOATING:
            items = [_floating(frame, item) for item in items]
        result = emit_elementwise(frame, name, *items)
        return result if dtype is None else cast_to(frame, result, dtype)

    return handler


def _floating(frame: Frame, item: Any) -> Any:
    """MindSpore lifts integers to float32."""
    aval = frame.session.atom(item).aval
    if isinstance(aval, Aval) and aval.tensor and not aval.is_float:
        return cast_to(frame, item, "float32")
    return item


def is_plain(item: Any) -> bool:
    return isinstance(item, bool | int | float | np.generic)


def plain(item: Any) -> Any:
    """A NumPy number computed at compile time, as a number of Python."""
    return item.item() if isinstance(item, np.float64 | np.bool_) else item


def number(frame: Frame, item: Any, node: ast.AST) -> Any:
    """The argument of an array function: lists and tuples become arrays."""
    if is_list_box(item):
        return stacked(frame, item, 0)
    if is_number(item) or is_parameter(item):
        return item
    if isinstance(item, tuple | list):
        return frame.session.box(array_of(frame, item, node))
    frame.refuse(
        "SRC013",
        f"a {type(item).__name__} cannot be used as an array",
        node,
        help="arrays are made of numbers, and of tuples and lists of these",
    )


def as_array(frame: Frame, item: Any, node: ast.AST) -> Atom:
    return frame.session.atom(number(frame, item, node))


for _name, _primitive in _NAMES.items():
    _register(getattr(np, _name), _elementwise(_primitive, getattr(np, _name)))


def _signature(function: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Bind the arguments to named parameters, then call the handler with them."""

    def register(handler: Callable[..., Any]) -> Callable[..., Any]:
        own = list(inspect.signature(handler).parameters.values())[2:]
        bare = inspect.Parameter.empty
        parameters = inspect.Signature([one.replace(annotation=bare) for one in own])

        def wrapped(
            frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
        ) -> Any:
            try:
                bound = parameters.bind(*args, **keywords)
            except TypeError as error:
                name = f"np.{function.__name__}"
                frame.refuse(
                    "SRC012",
                    f"this form of `{name}` is not supported",
                    node,
                    label=str(error),
                    help=f"what is supported is `{name}{parameters}`",
                )
            return handler(frame, node, *bound.args, **bound.kwargs)

        _register(function, wrapped)
        return handler

    return register


def axis_of(frame: Frame, axis: Any, aval: Aval, node: ast.AST) -> tuple[int, ...]:
    """The axes meant, sorted and not negative."""
    axis = static(frame, axis, node)
    if axis is not None and not isinstance(axis, int | tuple | list | np.integer):
        raise ShapeError(f"an axis is an int, not {axis!r}")
    return normal_axes(axis, aval.ndim)


def _reduction(name: str) -> None:
    function = getattr(np, name)

    def handler(
        frame: Frame,
        node: ast.AST,
        a: Any,
        axis: Any = None,
        dtype: Any = None,
        out: Any = None,
        keepdims: Any = False,
    ) -> Any:
        if out is not None:
            help = "assign the result, as in `y[:] = ...`"
            message = f"`out` of `np.{name}` is not supported"
            frame.refuse("SRC012", message, node, help=help)
        if (
            not has_box(a)
            and not has_box(axis)
            and (isinstance(a, tuple | list) or is_plain(a))
            and not keepdims
        ):
            return plain(call_directly(frame, function, [a], {"axis": axis}, node))
        array = as_array(frame, a, node)
        axes = axis_of(frame, axis, array_aval(array), node)
        if name in ("argmax", "argmin"):
            axes_value: Any = None if axis is None else axes[0]
            value = frame.session.builder.emit(
                name, array, axis=axes_value, keepdims=bool(keepdims)
            )
            return frame.session.box(value)
        same = name in ("sum", "mean", "max", "min", "prod")
        if same and not array_aval(array).ndim and array_aval(array).is_float:
            return frame.session.box(array)
        value = frame.session.builder.emit(
            name, array, axis=axes, keepdims=bool(keepdims)
        )
        result = frame.session.box(value)
        return result if dtype is None else cast_to(frame, result, dtype)

    handler.__name__ = name
    _signature(function)(handler)


for _name in ("sum", "mean", "max", "min", "prod", "any", "all", "argmax", "argmin"):
    _reduction(_name)
_register(np.amax, TABLE[np.max])
_register(np.amin, TABLE[np.min])


@_signature(np.cumsum)
def _cumsum(frame: Frame, node: ast.AST, a: Any, axis: Any = None) -> Any:
    array = as_array(frame, a, node)
    if axis is None:
        array = frame.session.builder.emit("reshape", array, shape_atom(frame, -1))
        axis = 0
    (axis,) = axis_of(frame, axis, array_aval(array), node)
    return frame.session.box(frame.session.builder.emit("cumsum", array, axis=axis))


def cast_to(frame: Frame, item: Any, dtype: Any) -> Any:
    """``x.astype(dtype)``; always a new array."""
    name = dtype_of(dtype)
    if name is None:
        raise DtypeError(f"{_described(dtype)} is not a dtype")
    session = frame.session
    if session.float_dtype and np.dtype(name).kind == "f":
        name = session.float_dtype
    atom = session.atom(item)
    aval = array_aval(atom)
    if aval.dtype == name and not aval.weak:
        return copy_of(frame, item) if not aval.tensor else session.wrap(atom)
    return session.box(session.builder.emit("astype", atom, dtype=name))


def make_tensor(
    frame: Frame, kind: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """``Tensor(array, dtype)`` of a run-time array: a copy that counts as a Tensor."""
    if getattr(kind, "__srcad_parameter__", False):
        help = "make it in `__init__`; it is written with `ops.assign`"
        frame.refuse("SRC012", "a Parameter of run-time values", node, help=help)
    session = frame.session
    dtype = args[1] if len(args) > 1 else keywords.get("dtype")
    value = as_array(frame, args[0] if args else keywords["input_data"], node)
    if dtype is not None:
        value = session.atom(cast_to(frame, session.box(value), dtype))
    copy = session.builder.emit("copy", value)
    copy.aval = replace(array_aval(copy), tensor=True)
    return session.box(copy)


def copy_of(frame: Frame, item: Any) -> Any:
    """A copy: a new value in a new box, free of what the old one is a view of."""
    session = frame.session
    atom = session.atom(item)
    if array_aval(atom).ndim == 0:
        return session.box(atom)
    return session.box(session.builder.emit("copy", atom))


def shape_atom(frame: Frame, shape: Any) -> Atom:
    """A shape as an atom: of an int, or of a tuple of ints and boxes."""
    session = frame.session
    if isinstance(shape, Box) and isinstance(shape.aval, ShapeAval):
        return shape.value
    parts = shape if isinstance(shape, tuple | list) else (shape,)
    for part in parts:
        if isinstance(part, Box) and (
            not isinstance(part.aval, Aval) or part.aval.is_float or part.aval.ndim
        ):
            raise ShapeError("a shape is made of ints")
    return session.builder.emit("make_shape", *(session.atom(part) for part in parts))


def _fill(name: str, value: Any, like: bool) -> None:
    function = getattr(np, name)

    def handler(
        frame: Frame, node: ast.AST, a: Any, *rest: Any, dtype: Any = None, **extra: Any
    ) -> Any:
        fill, rest = (rest[0], rest[1:]) if value is None else (value, rest)
        if value is None and "fill_value" in extra:
            fill = extra.pop("fill_value")
        dtype = rest[0] if rest else dtype
        session = frame.session
        tensor = False
        if like:
            array = as_array(frame, a, node)
            aval = array_aval(array)
            shape, tensor = session.builder.shape(array), aval.tensor
            chosen = aval.dtype if dtype is None else dtype_of(dtype)
        else:
            shape = shape_atom(frame, a)
            chosen = "float64" if dtype is None else dtype_of(dtype)
            if dtype is None and value is None:
                chosen = np.asarray(fill).dtype.name if is_plain(fill) else "float64"
        if chosen is None:
            raise DtypeError(f"{_described(dtype)} is not a dtype")
        if session.float_dtype and np.dtype(chosen).kind == "f":
            chosen = session.float_dtype
        atom = session.atom(fill)
        return session.box(session.builder.full(shape, atom, chosen, tensor))

    handler.__name__ = name
    _signature(function)(handler)


for _name, _value in (("zeros", 0), ("ones", 1), ("empty", 0), ("full", None)):
    _fill(_name, _value, like=False)
    _fill(f"{_name}_like", _value, like=True)


@_signature(np.arange)
def _arange(frame: Frame, node: ast.AST, *bounds: Any, dtype: Any = None) -> Any:
    name = dtype_of(dtype) if dtype is not None else None
    if name is None:
        floating = any(array_aval(frame.session.atom(b)).is_float for b in bounds)
        name = "float64" if floating else "int64"
    atoms = [frame.session.atom(b) for b in bounds]
    value = frame.session.builder.emit("arange", *atoms, dtype=name, tensor=False)
    return frame.session.box(value)


@_signature(np.reshape)
def _reshape(frame: Frame, node: ast.AST, a: Any, shape: Any, order: str = "C") -> Any:
    array, target = as_array(frame, a, node), shape_atom(frame, shape)
    if order != "C":
        help = "transpose it before, and after: that is what the order F does"
        frame.refuse("SRC012", "another order than C is not supported", node, help=help)
    return view_of(frame, a, array, "reshape", target)


def view_of(
    frame: Frame,
    source: Any,
    array: Atom,
    primitive: str,
    *rest: Atom,
    **attributes: Any,
) -> Any:
    """The box of a view of ``source``, whose value is ``array``."""
    session = frame.session
    if isinstance(source, Box) and not array_aval(array).tensor:
        return session.view(source, array, primitive, *rest, **attributes)
    return session.box(session.builder.emit(primitive, array, *rest, **attributes))


def transpose(frame: Frame, item: Any, axes: tuple[int, ...]) -> Any:
    array = frame.session.atom(item)
    if axes == tuple(range(len(axes))):
        return item if isinstance(item, Box) else frame.session.box(array)
    return view_of(frame, item, array, "transpose", axes=axes)


@_signature(np.transpose)
def _transpose(frame: Frame, node: ast.AST, a: Any, axes: Any = None) -> Any:
    a = number(frame, a, node)
    rank = array_aval(frame.session.atom(a)).ndim
    order = tuple(range(rank))[::-1] if axes is None else tuple(k % rank for k in axes)
    if sorted(order) != list(range(rank)):
        raise ShapeError(f"axes {axes} do not fit an array of rank {rank}")
    return transpose(frame, a, order)


@_signature(np.expand_dims)
def _expand_dims(frame: Frame, node: ast.AST, a: Any, axis: Any) -> Any:
    array = as_array(frame, a, node)
    axes = axis if isinstance(axis, tuple | list) else (axis,)
    rank = array_aval(array).ndim + len(axes)
    order = normal_axes(tuple(axes), rank)
    return view_of(frame, a, array, "expand_dims", axis=order)


@_signature(np.squeeze)
def _squeeze(frame: Frame, node: ast.AST, a: Any, axis: Any = None) -> Any:
    array = as_array(frame, a, node)
    aval = array_aval(array)
    if axis is None:
        axes = _unit_axes(frame, aval)
    else:
        axes = axis_of(frame, axis, aval, node)
    return view_of(frame, a, array, "squeeze", axis=axes)


def _unit_axes(frame: Frame, aval: Aval) -> tuple[int, ...]:
    """The axes of size 1. A named size becomes that of the call that is compiled for;
    ahead of time there is none, and a named size counts as another than 1."""
    for dim in aval.shape:
        frame.session.builder.sizes.settle(dim)
    return tuple(k for k, dim in enumerate(aval.shape) if dim == 1)


@_signature(np.broadcast_to)
def _broadcast_to(frame: Frame, node: ast.AST, array: Any, shape: Any) -> Any:
    value, target = as_array(frame, array, node), shape_atom(frame, shape)
    return view_of(frame, array, value, "broadcast_to", target)


@_signature(np.concatenate)
def _concatenate(frame: Frame, node: ast.AST, arrays: Any, axis: Any = 0) -> Any:
    if is_list_box(arrays):
        return joined(frame, arrays, axis)
    atoms = [as_array(frame, item, node) for item in _several(frame, arrays, node)]
    (axis,) = axis_of(frame, axis, array_aval(atoms[0]), node)
    return frame.session.box(
        frame.session.builder.emit("concatenate", *atoms, axis=axis)
    )


@_signature(np.stack)
def _stack(frame: Frame, node: ast.AST, arrays: Any, axis: Any = 0) -> Any:
    if is_list_box(arrays):
        return stacked(frame, arrays, axis)
    atoms = [as_array(frame, item, node) for item in _several(frame, arrays, node)]
    rank = array_aval(atoms[0]).ndim + 1
    (axis,) = normal_axes(axis, rank)
    return frame.session.box(frame.session.builder.emit("stack", *atoms, axis=axis))


def _several(frame: Frame, arrays: Any, node: ast.AST) -> list[Any]:
    if isinstance(arrays, tuple | list) and arrays:
        return list(arrays)
    frame.refuse(
        "SRC013",
        "a tuple or list of arrays is needed here",
        node,
        label=f"gets {_described(arrays)}",
        help="as in `np.concatenate([x, y])`",
    )


def _described(item: Any) -> str:
    return str(item.aval) if isinstance(item, Box) else f"{item!r}"


def array_of(frame: Frame, items: Any, node: ast.AST, dtype: str | None = None) -> Atom:
    """An array of a nested list; of numbers alone it is a constant."""
    session = frame.session
    if not has_box(items):
        array = np.asarray(items, dtype=dtype)
        if session.float_dtype and array.dtype.kind == "f":
            array = array.astype(session.float_dtype)
        return session.builder.emit(
            "constant", array=ConstantArray(array), tensor=False
        )
    atoms = [as_array(frame, item, node) for item in items]
    kinds = {array_aval(a).dtype for a in atoms if not array_aval(a).weak}
    if dtype is None:
        dtype = np.result_type(*kinds).name if kinds else None
    if dtype is not None:
        atoms = [
            a if isinstance(a, Lit) else session.builder.cast(a, dtype) for a in atoms
        ]
    return session.builder.emit("stack", *atoms, axis=0)


@_signature(np.array)
def _array(
    frame: Frame, node: ast.AST, object: Any, dtype: Any = None, copy: Any = True
) -> Any:
    name = None if dtype is None else dtype_of(dtype)
    if is_list_box(object):
        object = stacked(frame, object, 0)
        return object if name is None else cast_to(frame, object, name)
    if isinstance(object, tuple | list):
        return frame.session.box(array_of(frame, object, node, name))
    if is_plain(object):
        return frame.session.box(array_of(frame, object, node, name))
    if name is not None:
        return cast_to(frame, object, name)
    return copy_of(frame, object)


@_signature(np.asarray)
def _asarray(frame: Frame, node: ast.AST, a: Any, dtype: Any = None) -> Any:
    name = None if dtype is None else dtype_of(dtype)
    if is_list_box(a):
        a = stacked(frame, a, 0)
    if isinstance(a, tuple | list) or is_plain(a):
        return frame.session.box(array_of(frame, a, node, name))
    if name is not None and array_aval(frame.session.atom(a)).dtype != name:
        return cast_to(frame, a, name)
    return a


@_signature(np.copy)
def _copy(frame: Frame, node: ast.AST, a: Any) -> Any:
    return copy_of(frame, number(frame, a, node))


@_signature(np.shape)
def _shape(frame: Frame, node: ast.AST, a: Any) -> Any:
    return array_attribute(frame, number(frame, a, node), "shape", node)


@_signature(np.ndim)
def _ndim(frame: Frame, node: ast.AST, a: Any) -> Any:
    return array_aval(as_array(frame, a, node)).ndim


def _library(function: Any, definition: Any) -> None:
    """A function of NumPy that is defined in Python in ``numpy_library``."""

    def handler(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        if not has_box(args) and not has_box(keywords):
            if all(is_plain(a) or isinstance(a, str | tuple | list) for a in args):
                return plain(call_directly(frame, function, args, keywords, node))
        with on_arrays(frame.session):
            return inline(frame, definition, args, keywords, node)

    _register(function, handler)


for _function, _definition in numpy_library.DEFINITIONS.items():
    _library(_function, _definition)


def _number_class(kind: Any) -> None:
    def handler(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        if has_box(args):
            return cast_to(frame, args[0], kind)
        return call_directly(frame, kind, args, keywords, node)

    _register(kind, handler)


for _dtype in ("float16", "float32", "float64", "int8", "int16", "int32", "int64"):
    _number_class(getattr(np, _dtype))
_number_class(np.bool_)

assert all(name in PRIMITIVES for name in _NAMES.values())
