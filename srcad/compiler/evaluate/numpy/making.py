"""Making arrays: of numbers, of lists, of other arrays."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import unsupported
from srcad.compiler.evaluate.kinds import has_box, leaves
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.registry import (
    Unsupported,
    entry,
    inlined,
    method,
    of_numpy,
    register,
)
from srcad.compiler.evaluate.numpy.values import (
    array_of,
    as_array,
    cast_to,
    copy_of,
    dtype_name,
    emitted,
    holding,
    is_plain,
    number,
    of_rank_0,
    of_rows,
    shape_atom,
)
from srcad.compiler.evaluate.objects import (
    Box,
    aval_of,
    box_of,
    is_without_axes,
    is_written_in_place,
)
from srcad.compiler.evaluate.operations.direct import call_directly
from srcad.compiler.evaluate.refusals import refuse_dtype
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.storage.list_arrays import stacked
from srcad.compiler.evaluate.storage.list_items import is_list_box, is_run_time_list
from srcad.compiler.evaluate.undecided import has_apart, of_a_path
from srcad.compiler.ir.avals import Aval, number_in
from srcad.compiler.ir.primitives import Text, shown
from srcad.compiler.ir.shapes import (
    Args,
    Attributes,
    dim_of,
    example,
)
from srcad.compiler.ir.sizes import Sizes
from srcad.compiler.ir.types import Atom, Op, array_aval


def _filled(
    frame: Frame, shape: Atom, fill: Any, dtype: Any, tensor: bool = False
) -> Any:
    session = frame.session
    name = dtype_name(dtype)
    if session.precision.dtype and np.dtype(name).kind == "f":
        name = session.precision.dtype
    atom = session.atom(fill)
    return holding(session.box(session.builder.full(shape, atom, name, tensor)))


def _of_numbers(session: Session, box: Any, given: Any) -> Any:
    """An array whose dtype is that of what is ``given``; it says of which classes the
    numbers may be, where these decide that."""
    items = [box_of(leaf) for leaf in leaves(given)]
    classes = frozenset[type]().union(*(item.classes for item in items))
    if not classes or not isinstance(box, Box):
        return box
    least: list[Any] = []
    most: list[Any] = []
    for leaf, item in zip(leaves(given), items, strict=True):
        known = number_in(aval_of(leaf))
        kinds = [np.dtype(known.dtype) if known.is_numeric else np.asarray(leaf).dtype]
        kinds += map(np.dtype, item.classes)
        least.append(min(kinds, key=lambda kind: "biufc".index(kind.kind)))
        most.append(np.result_type(*kinds))
    dtype = array_aval(box.value).dtype
    if np.result_type(*least) != dtype or np.result_type(*most) != dtype:
        box.made_of = classes
        session.decided.add(box.value)
    return box


def _fill(function: Any, like: Any, value: int) -> None:
    @entry(function)
    def _(
        frame: Frame, node: ast.AST, shape: Any, dtype: Any = None, order: Any = "C"
    ) -> Any:
        dtype = "float64" if dtype is None else dtype
        return _filled(frame, shape_atom(frame, shape), value, dtype)

    @entry(like)
    def _(
        frame: Frame,
        node: ast.AST,
        a: Any,
        dtype: Any = None,
        order: Any = "K",
        subok: Any = True,
        shape: Any = None,
    ) -> Any:
        return _full_like(frame, node, a, value, dtype, order, subok, shape)


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
    if dtype is not None:
        return _filled(frame, shape_atom(frame, shape), fill, dtype)
    dtype = array_aval(frame.session.atom(fill)).dtype
    made = _filled(frame, shape_atom(frame, shape), fill, dtype)
    return _of_numbers(frame.session, made, fill_value)


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
    frame.session.left.ask(array)
    aval = array_aval(array)
    builder = frame.session.builder
    target = builder.shape(array) if shape is None else shape_atom(frame, shape)
    fill = number(frame, fill_value, node)
    if dtype is None and box_of(a).made_of and type(fill) is not int:
        refuse_dtype(frame, box_of(a), node)
    made = _filled(frame, target, fill, dtype or aval.dtype, aval.tensor)
    if dtype is None and array in of_a_path(frame):
        frame.session.decided.add(made.value)
    return made


_fill(np.zeros, np.zeros_like, 0)
_fill(np.ones, np.ones_like, 1)
_fill(np.empty, np.empty_like, 0)


@defines(np.ix_, arrays="")
def ix_(*args):
    return tuple(
        np.reshape(places_in(one), (1,) * k + (-1,) + (1,) * (len(args) - k - 1))
        for k, one in enumerate(args)
    )


def places_in(item):
    """Positions along an axis; of a mask, those of what is true."""
    places = np.asarray(item)
    if places.ndim != 1:
        raise ValueError("Cross index must be 1 dimensional")
    return np.nonzero(places)[0] if places.dtype.kind == "b" else places


@defines(np.meshgrid, arrays="", analytic=True)
def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    if not copy:
        unsupported("it makes copies here")
    arrays = [np.ravel(one) for one in xi]
    swapped = indexing == "xy" and len(arrays) > 1
    places = list(range(len(arrays)))
    if swapped:
        places[0], places[1] = 1, 0
    open_ = []
    for array, place in zip(arrays, places, strict=True):
        others = tuple(k for k in range(len(arrays)) if k != place)
        open_.append(np.expand_dims(array, others) if others else array)
    if sparse:
        return tuple(open_)
    shape = [one.shape[0] for one in arrays]
    if swapped:
        shape[0], shape[1] = shape[1], shape[0]
    return tuple(np.broadcast_to(one, tuple(shape)).copy() for one in open_)


# ---------------------------------------------------------------------------- matrices


def _ones(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    rows, columns = map(dim_of, args)
    return Aval(attributes["dtype"], (rows, columns), tensor=False)


def _eye_text(op: Op) -> Text:
    rows, columns = array_aval(op.result).shape
    keywords = shown(op, k=0)
    if op.attribute("dtype") != "float64":
        keywords["dtype"] = np.dtype(op.attribute("dtype"))
    return Text(op.args[:1] if rows == columns else op.args, keywords)


of_numpy(np.eye, _ones, "none", cheap=True, text=_eye_text)


@entry(np.eye)
def _eye(
    frame: Frame, node: ast.AST, N: Any, M: Any = None, k: Any = 0, dtype: Any = float
) -> Any:
    if has_box(k):
        return inlined(frame, eye_at, [N, M, k, dtype], node)
    rows = frame.session.atom(N)
    columns = rows if M is None else frame.session.atom(M)
    name = dtype_name(float if dtype is None else dtype)
    return emitted(frame, "eye", rows, columns, k=int(k), dtype=name)


def eye_at(N, M, k, dtype):
    """``np.eye`` where run time says which diagonal is meant."""
    if np.asarray(k).dtype.kind not in "iu" or np.ndim(k):
        unsupported("`k` is a whole number")
    rows, columns = np.arange(N), np.arange(N if M is None else M)
    return np.astype(np.expand_dims(rows, 1) + k == columns, dtype or float)


@entry(np.identity)
def _identity(frame: Frame, node: ast.AST, n: Any, dtype: Any = float) -> Any:
    return _eye(frame, node, n, None, 0, dtype)


@defines(np.tri, arrays="")
def tri(N, M=None, k=0, dtype=float):
    rows = np.expand_dims(np.arange(N), 1)
    columns = np.arange(N if M is None else M)
    if k:
        rows = rows + k
    return np.astype(columns <= rows, dtype)


@defines(np.tril_indices, arrays="")
def tril_indices(n, k=0, m=None):
    return np.nonzero(np.tri(n, m, k, np.bool_))


@defines(np.triu_indices, arrays="")
def triu_indices(n, k=0, m=None):
    return np.nonzero(~np.tri(n, m, k - 1, np.bool_))


@defines(np.diag_indices, arrays="")
def diag_indices(n, ndim=2):
    return (np.arange(n),) * ndim


# ----------------------------------------------------------- arrays of what there is


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
        made = _array(frame, node, object, dtype, copy=copy)
        return inlined(frame, with_axes, [made, ndmin], node)
    if copy is not True:
        return _asarray(frame, node, object, dtype, copy=copy)
    if _without_numbers(object) and dtype is None:
        return np.array(object)
    name = None if dtype is None else dtype_name(dtype)
    rows = of_rows(frame, object, node) if is_list_box(object) else None
    apart = name is not None and has_apart(frame, [object])
    if isinstance(rows, list):
        made = _array(frame, node, rows, None if apart else dtype)
        return cast_to(frame, made, name) if apart else made
    if rows is not None:
        given = name if name and apart else True
        made = stacked(frame, rows, 0, array=given)
        made = made if name is None else cast_to(frame, made, name)
    elif is_run_time_list(object):
        made = number(frame, object, node)
        made = made if name is None else cast_to(frame, made, name)
    elif isinstance(object, tuple | list) or is_plain(object):
        made = holding(frame.session.box(array_of(frame, object, node, name)))
    else:
        item = number(frame, _none_is_nan(object, name), node)
        made = copy_of(frame, item) if name is None else cast_to(frame, item, name)
        made = holding(made)
    return made if name is not None else _of_numbers(frame.session, made, object)


def _none_is_nan(item: Any, name: str | None) -> Any:
    """What NumPy makes an array of floats of: of None it is NaN."""
    floats = item is None and name is not None and np.dtype(name).kind == "f"
    return np.nan if floats else item


def _without_numbers(items: Any) -> bool:
    """Whether an array of some items is one of texts, or of None, which are known."""
    known = isinstance(items, tuple | list) and not has_box(items)
    return known and {type(leaf) for leaf in leaves(items)} in ({str}, {type(None)})


def with_axes(array, ndmin):
    """The array with new axes in front, ``ndmin`` in all."""
    return np.reshape(array, (1,) * (ndmin - np.ndim(array)) + np.shape(array))


@entry(np.asfortranarray)
def _asfortranarray(frame: Frame, node: ast.AST, a: Any, dtype: Any = None) -> Any:
    if array_aval(as_array(frame, a, node)).ndim > 1:
        help = 'write `np.copy(x, order="F")`, or the array itself'
        raise Unsupported("whether it copies depends on how the array lies", help)
    return _ascontiguousarray(frame, node, a, dtype)


@entry(np.ascontiguousarray)
def _ascontiguousarray(frame: Frame, node: ast.AST, a: Any, dtype: Any = None) -> Any:
    made = _asarray(frame, node, a, dtype)
    atom = frame.session.atom(made)
    if not array_aval(atom).ndim:
        return emitted(frame, "expand_dims", atom, axis=(0,))
    return _in_order_of_c(frame, made) if made is a else made


def _in_order_of_c(frame: Frame, made: Any) -> Any:
    """An array itself or, where it does not lie side by side, a copy."""
    if not isinstance(made, Box) or made.is_input:
        return made
    session, atom = frame.session, frame.session.atom(made)
    rank = array_aval(atom).ndim
    if not rank or (rank == 1 and made.view is None):
        return made
    if made.view is not None and made.view.read_only:
        # What NumPy does not let one write lies apart; here it was read into an array.
        atom = session.builder.emit("copy", atom)
    # How it lies is not known: as with `reshape`, it may be one or the other.
    return session.view(made, atom, "reshape", session.builder.shape(atom))


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
    if copy is True or copy is False:  # and no mode, which code of SciPy gives
        made = (
            _array(frame, node, a, dtype) if copy else _asarray(frame, node, a, dtype)
        )
        if not copy and made is not a:
            raise Unsupported("this copies, which NumPy refuses with `copy=False`")
        return made
    if order in ("F", "C"):
        made = _asarray(frame, node, a, dtype)
        if order == "F" and array_aval(as_array(frame, made, node)).ndim > 1:
            return _asfortranarray(frame, node, made)
        return _in_order_of_c(frame, made) if made is a else made
    if _without_numbers(a) and dtype is None:
        return np.asarray(a)
    name = None if dtype is None else dtype_name(dtype)
    if isinstance(a, tuple | list) or is_plain(a):
        made = holding(frame.session.box(array_of(frame, a, node, name)))
        return made if name is not None else _of_numbers(frame.session, made, a)
    if name is not None and has_apart(frame, [a]) and is_list_box(a):
        return _array(frame, node, a, dtype)
    item = number(frame, _none_is_nan(a, name), node)
    atom = frame.session.atom(item)
    if name is not None and array_aval(atom).dtype != name:
        return holding(cast_to(frame, item, name))
    if frame.source.library or array_aval(atom).ndim or is_written_in_place(item):
        return item
    made = holding(frame.session.box(of_rank_0(frame, atom)))
    return made if name is not None else _of_numbers(frame.session, made, a)


@entry(np.copy)
def _copy(frame: Frame, node: ast.AST, a: Any, order: Any = "K") -> Any:
    np.copy(0.0, order)  # raises where there is no such order
    return holding(copy_of(frame, number(frame, a, node)))


@method("copy", "order='C'", shared=True)
def _copy_method(frame: Frame, node: ast.AST, box: Box, order: Any = "C") -> Any:
    np.copy(0.0, order)
    new = copy_of(frame, box)
    new.holds = is_without_axes(box)
    return new


@defines(np.fromiter, arrays="")
def fromiter(iter, dtype, count=-1):
    items = list(iter)
    if count > len(items):
        raise ValueError("iterator too short")
    return np.array(items if count < 0 else items[:count], dtype=dtype)


# ------------------------------------------------------------------------------ dtypes


_PARTS = "a complex number of two is `complex(real, imag)`"


def _number_class(kind: Any) -> None:
    def handler(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        if has_box(args):
            if len(args) != 1 or keywords:
                raise Unsupported("one number is cast here", _PARTS)
            return cast_to(frame, args[0], kind)
        return call_directly(frame, kind, args, keywords, node)

    register(kind, handler)


for _dtype in ("float16", "float32", "float64", "int8", "int16", "int32", "int64"):
    _number_class(getattr(np, _dtype))
for _dtype in ("complex64", "complex128"):
    _number_class(getattr(np, _dtype))
_number_class(np.bool_)


@entry(np.astype)
def _astype(
    frame: Frame, node: ast.AST, x: Any, dtype: Any, *, copy: Any = True
) -> Any:
    item = number(frame, x, node)
    if not isinstance(item, Box):
        return cast_to(frame, item, dtype)
    return _astype_method(frame, node, item, dtype, copy=copy)


@method(
    "astype", "dtype, order='K', casting='unsafe', subok=True, copy=True", shared=True
)
def _astype_method(
    frame: Frame,
    node: ast.AST,
    box: Box,
    dtype: Any,
    order: Any = "K",
    casting: Any = "unsafe",
    subok: Any = True,
    copy: Any = True,
) -> Any:
    if isinstance(copy, Box):
        raise Unsupported("`copy` must be known at compile time")
    new = cast_to(frame, box, dtype)
    have, want = array_aval(box.value), array_aval(frame.session.atom(new))
    if not np.can_cast(have.dtype, want.dtype, casting):
        raise TypeError(
            f"Cannot cast array data from dtype('{have.dtype}') to "
            f"dtype('{want.dtype}') according to the rule '{casting}'"
        )
    if have.dtype == want.dtype and not have.weak and not copy:
        return box
    new.holds = is_without_axes(box)
    return new


@entry(np.result_type)
def _result_type(frame: Frame, node: ast.AST, *arrays: Any) -> Any:
    return np.result_type(
        *(example(as_array(frame, a, node)) if has_box(a) else a for a in arrays)
    )
