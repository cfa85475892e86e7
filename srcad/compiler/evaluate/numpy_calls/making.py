"""Making arrays: of numbers, of lists, of other arrays."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from srcad.compiler.evaluate.direct import call_directly
from srcad.compiler.evaluate.dispatch import array_attribute
from srcad.compiler.evaluate.dtype_names import dtype_of
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.lists import is_list_box, stacked
from srcad.compiler.evaluate.numpy_calls.registry import (
    Unsupported,
    entry,
    refuse_given,
    register,
)
from srcad.compiler.evaluate.numpy_calls.values import (
    array_of,
    as_array,
    cast_to,
    copy_of,
    described,
    is_plain,
    number,
    of_rank_0,
    shape_atom,
)
from srcad.compiler.evaluate.objects import Box, is_written_in_place
from srcad.compiler.evaluate.values import has_box
from srcad.compiler.ir.shapes import DtypeError, example
from srcad.compiler.ir.types import Atom, array_aval


def _filled(
    frame: Frame, shape: Atom, fill: Any, dtype: Any, tensor: bool = False
) -> Any:
    session = frame.session
    name = dtype_of(dtype)
    if name is None:
        raise DtypeError(f"{described(dtype)} is not a dtype")
    if session.float_dtype and np.dtype(name).kind == "f":
        name = session.float_dtype
    atom = session.atom(fill)
    return holding(session.box(session.builder.full(shape, atom, name, tensor)))


def holding(box: Any) -> Any:
    """An array that is made here: one without axes is written in place as well."""
    box.holds = not array_aval(box.value).ndim
    return box


def _fill(name: str, value: int) -> None:
    def plain(
        frame: Frame, node: ast.AST, shape: Any, dtype: Any = None, order: Any = "C"
    ) -> Any:
        dtype = "float64" if dtype is None else dtype
        return _filled(frame, shape_atom(frame, shape), value, dtype)

    def like(
        frame: Frame,
        node: ast.AST,
        a: Any,
        dtype: Any = None,
        order: Any = "K",
        subok: Any = True,
        shape: Any = None,
    ) -> Any:
        return _full_like(frame, node, a, value, dtype, order, subok, shape)

    entry(getattr(np, name))(plain)
    entry(getattr(np, f"{name}_like"))(like)


for _name, _value in (("zeros", 0), ("ones", 1), ("empty", 0)):
    _fill(_name, _value)


@entry(np.full)
def _full(
    frame: Frame,
    node: ast.AST,
    shape: Any,
    fill_value: Any,
    dtype: Any = None,
    order: Any = "C",
) -> Any:
    fill = number(frame, fill_value, node)
    if dtype is None:
        dtype = array_aval(frame.session.atom(fill)).dtype
    return _filled(frame, shape_atom(frame, shape), fill, dtype)


@entry(np.full_like)
def _full_like(
    frame: Frame,
    node: ast.AST,
    a: Any,
    fill_value: Any,
    dtype: Any = None,
    order: Any = "K",
    subok: Any = True,
    shape: Any = None,
) -> Any:
    array = as_array(frame, a, node)
    aval = array_aval(array)
    builder = frame.session.builder
    target = builder.shape(array) if shape is None else shape_atom(frame, shape)
    fill = number(frame, fill_value, node)
    dtype = aval.dtype if dtype is None else dtype
    return _filled(frame, target, fill, dtype, aval.tensor)


@entry(np.arange)
def _arange(
    frame: Frame,
    node: ast.AST,
    start: Any,
    stop: Any = None,
    step: Any = None,
    dtype: Any = None,
    **extra: Any,
) -> Any:
    refuse_given(**{k: item for k, item in extra.items() if k != "device"})
    bounds = [start] if stop is None else [start, stop]
    if stop is not None and step is not None:
        bounds.append(step)
    elif step is not None:
        bounds = [0, start, step]
    atoms = [frame.session.atom(bound) for bound in bounds]
    name = dtype_of(dtype) if dtype is not None else None
    if name is None:
        floating = any(array_aval(atom).is_float for atom in atoms)
        name = "float64" if floating else "int64"
    value = frame.session.builder.emit("arange", *atoms, dtype=name, tensor=False)
    return frame.session.box(value)


@entry(np.linspace)
def _linspace(
    frame: Frame,
    node: ast.AST,
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: Any = True,
    retstep: Any = False,
    dtype: Any = None,
    axis: Any = 0,
) -> Any:
    if retstep:
        raise Unsupported("the argument `retstep` is not supported")
    atoms = [frame.session.atom(item) for item in (start, stop, num)]
    name = dtype_of(dtype) if dtype is not None else None
    if name is None:
        name = np.linspace(example(atoms[0]), example(atoms[1]), 2).dtype.name
    if np.dtype(name).kind != "f":
        raise Unsupported("it gives floating numbers here")
    value = frame.session.builder.emit(
        "linspace", *atoms, endpoint=bool(endpoint), dtype=name
    )
    return frame.session.box(value)


@entry(np.eye)
def _eye(
    frame: Frame,
    node: ast.AST,
    N: Any,
    M: Any = None,
    k: Any = 0,
    dtype: Any = float,
) -> Any:
    rows = frame.session.atom(N)
    columns = rows if M is None else frame.session.atom(M)
    if has_box(k):
        raise Unsupported("which diagonal is meant must be known at compile time")
    value = frame.session.builder.emit(
        "eye", rows, columns, k=int(k), dtype=dtype_of(dtype)
    )
    return frame.session.box(value)


@entry(np.identity)
def _identity(frame: Frame, node: ast.AST, n: Any, dtype: Any = float) -> Any:
    return _eye(frame, node, n, None, 0, dtype)


@entry(np.array)
def _array(
    frame: Frame,
    node: ast.AST,
    object: Any,
    dtype: Any = None,
    *,
    copy: Any = True,
    order: Any = "K",
    subok: Any = False,
    ndmin: Any = 0,
) -> Any:
    if ndmin != 0:
        raise Unsupported("the argument `ndmin` is not supported")
    if copy is not True:
        return _asarray(frame, node, object, dtype)
    name = None if dtype is None else dtype_of(dtype)
    if is_list_box(object):
        object = stacked(frame, object, 0, array=True)
        return object if name is None else cast_to(frame, object, name)
    if isinstance(object, tuple | list) or is_plain(object):
        return holding(frame.session.box(array_of(frame, object, node, name)))
    item = number(frame, object, node)
    made = copy_of(frame, item) if name is None else cast_to(frame, item, name)
    return holding(made)


@entry(np.ascontiguousarray)
def _ascontiguousarray(frame: Frame, node: ast.AST, a: Any, dtype: Any = None) -> Any:
    made = _asarray(frame, node, a, dtype)
    # An array that is a view need not be contiguous: of those a copy is made.
    view = made is a and isinstance(made, Box) and not made.is_input
    return copy_of(frame, made) if view else made


@entry(np.asarray, np.asanyarray)
def _asarray(
    frame: Frame,
    node: ast.AST,
    a: Any,
    dtype: Any = None,
    order: Any = None,
    *,
    copy: Any = None,
) -> Any:
    if copy:
        return _array(frame, node, a, dtype)
    name = None if dtype is None else dtype_of(dtype)
    if isinstance(a, tuple | list) or is_plain(a):
        return holding(frame.session.box(array_of(frame, a, node, name)))
    item = number(frame, a, node)
    atom = frame.session.atom(item)
    if name is not None and array_aval(atom).dtype != name:
        return holding(cast_to(frame, item, name))
    if frame.source.library or array_aval(atom).ndim or is_written_in_place(item):
        return item
    return holding(frame.session.box(of_rank_0(frame, atom)))


@entry(np.copy)
def _copy(frame: Frame, node: ast.AST, a: Any, order: Any = "K") -> Any:
    return holding(copy_of(frame, number(frame, a, node)))


@entry(np.shape)
def _shape(frame: Frame, node: ast.AST, a: Any) -> Any:
    if is_plain(a):
        return ()
    return array_attribute(frame, number(frame, a, node), "shape", node)


@entry(np.ndim)
def _ndim(frame: Frame, node: ast.AST, a: Any) -> Any:
    return array_aval(as_array(frame, a, node)).ndim


def _number_class(kind: Any) -> None:
    def handler(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        if has_box(args):
            return cast_to(frame, args[0], kind)
        return call_directly(frame, kind, args, keywords, node)

    register(kind, handler)


for _dtype in ("float16", "float32", "float64", "int8", "int16", "int32", "int64"):
    _number_class(getattr(np, _dtype))
_number_class(np.bool_)


@entry(np.astype)
def _astype(
    frame: Frame, node: ast.AST, x: Any, dtype: Any, *, copy: Any = True
) -> Any:
    return cast_to(frame, number(frame, x, node), dtype)


@entry(np.result_type)
def _result_type(frame: Frame, node: ast.AST, *arrays: Any) -> Any:
    return np.result_type(
        *(example(as_array(frame, a, node)) if has_box(a) else a for a in arrays)
    )


@entry(np.isrealobj)
def _isrealobj(frame: Frame, node: ast.AST, x: Any) -> Any:
    return True


@entry(np.iscomplexobj)
def _iscomplexobj(frame: Frame, node: ast.AST, x: Any) -> Any:
    return False
