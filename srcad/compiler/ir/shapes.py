"""Shape rules: the abstract value that each kind of primitive gives.

Every rule takes the argument atoms, the attributes and a :class:`Sizes`, and raises
:class:`ShapeError` with a text for the user where the shapes do not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from srcad.compiler.ir.avals import PYTHON_CLASSES, Aval, ShapeAval
from srcad.compiler.ir.index import Index, Ref
from srcad.compiler.ir.sizes import ShapeError, Sizes, is_varying, unknown_size
from srcad.compiler.ir.types import Atom, Lit, array_aval
from srcad.compiler.reading.sizes import (
    Dim,
    is_natural,
    least,
    named_size,
    size_product,
    size_sum,
)


class DtypeError(ShapeError):
    """Dtypes do not fit."""

    code = "SRC017"


Args = tuple[Atom, ...]
Attributes = Mapping[str, Any]
Rule = Callable[[Args, Attributes, Sizes], Any]


def broadcast_shapes(shapes: list[tuple[Dim, ...]], sizes: Sizes) -> tuple[Dim, ...]:
    """The shape that all of ``shapes`` broadcast to."""
    rank = max((len(shape) for shape in shapes), default=0)
    out: list[Dim] = [1] * rank
    for shape in shapes:
        offset = rank - len(shape)
        for axis, dim in enumerate(shape):
            out[offset + axis] = sizes.broadcast(out[offset + axis], dim)
    return tuple(out)


def is_tensor(args: Args) -> bool:
    """Whether one of the atoms descends from a Tensor."""
    return any(a.aval.tensor for a in args)


def result_of(args: Args, shape: tuple[Dim, ...], dtype: str | None = None) -> Aval:
    """An array, of the arguments' common dtype if of no other."""
    if dtype is None:
        dtype = np.result_type(*(example(atom) for atom in args)).name
    return Aval(dtype, shape, tensor=is_tensor(args))


def example(atom: Atom) -> Any:
    """A number of the atom's dtype, weak where the atom is."""
    if isinstance(atom, Lit):
        return atom.value
    aval = array_aval(atom)
    if aval.weak:
        return PYTHON_CLASSES[aval.dtype](1)
    return _one(aval.dtype)


@cache
def _one(dtype: str) -> Any:
    """A one of a dtype, made once: it is asked for at each operation."""
    one = np.ones((), dtype)
    one.flags.writeable = False
    return one


def elementwise(function: Callable[..., Any], written: str = "") -> Rule:
    """Broadcast the shapes; NumPy itself says the dtype. ``written`` is what a function
    of another library is called."""

    def rule(args: Args, attributes: Attributes, sizes: Sizes) -> Aval:
        with np.errstate(all="ignore"):
            try:
                result = function(*map(example, args))
            except TypeError as error:
                given = " and ".join(array_aval(atom).dtype for atom in args)
                name = written or f"np.{function.__name__}"
                message = f"`{name}` is not defined for {given}"
                raise DtypeError(message) from error
            except ZeroDivisionError:
                result = function(*(type(example(a))(1) for a in args))
        shape = broadcast_shapes([array_aval(a).shape for a in args], sizes)
        number = isinstance(result, bool | int | float | complex)
        if number and not isinstance(result, np.generic) and not shape:
            return Aval(np.dtype(type(result)).name, weak=True)
        dtype, loose = np.asarray(result).dtype.name, _is_loose(args, shape)
        return Aval(dtype, shape, tensor=is_tensor(args), loose=loose)

    return rule


def _is_loose(args: Args, shape: tuple[Dim, ...]) -> bool:
    """Whether an elementwise function may give a number instead of an array: one of its
    arguments may be one, and none that is none has the shape of the result."""
    avals = [array_aval(atom) for atom in args]
    loose = [aval for aval in avals if aval.loose]
    return bool(loose) and all(one.loose or one.shape != shape for one in avals)


def normal_axes(axis: Any, rank: int) -> tuple[int, ...]:
    """``axis`` (None, an int or several) as sorted non-negative ints."""
    if axis is None:
        return tuple(range(rank))
    axes = axis if isinstance(axis, tuple | list) else (axis,)
    for one in axes:
        if isinstance(one, bool) or not isinstance(one, int | np.integer):
            raise ShapeError(f"an axis is an int, not {one!r}")
        if not -rank <= one < rank:
            raise ShapeError(f"axis {one} is out of range for rank {rank}")
    found = tuple(sorted(int(one) % rank for one in axes))
    if len(set(found)) != len(found):
        raise ShapeError(f"the axes {axes} name one axis several times")
    return found


def like_first(args: Args, _: Attributes, __: Sizes) -> Any:
    """The abstract value of the first argument, no longer a weak number."""
    aval = args[0].aval
    return replace(aval, weak=False, size=None) if isinstance(aval, Aval) else aval


def cast(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    aval = array_aval(args[0])
    return Aval(attributes["dtype"], aval.shape, tensor=aval.tensor, loose=aval.loose)


def shape_of(args: Args, _: Attributes, __: Sizes) -> ShapeAval:
    return ShapeAval(array_aval(args[0]).shape)


def size_of(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    aval = args[0].aval
    assert isinstance(aval, ShapeAval)
    return Aval("int64", weak=True, size=aval.dims[attributes["axis"]])


def make_shape(args: Args, _: Attributes, __: Sizes) -> ShapeAval:
    return ShapeAval(tuple(dim_of(atom) for atom in args))


def dim_of(atom: Atom) -> Dim:
    """The symbolic value of an int atom; a name of its own where it has none."""
    if isinstance(atom, Lit):
        return int(atom.value)
    aval = array_aval(atom)
    if aval.size is None:
        # From now on this value is known by the size; another value has another.
        aval = replace(aval, size=unknown_size(atom.hint))
        atom.aval = aval
    assert aval.size is not None
    return aval.size


def settled(aval: Aval) -> Aval:
    """One element of a list: sizes that vary are of its own."""
    shape = (unknown_size("") if is_varying(dim) else dim for dim in aval.shape)
    return replace(aval, shape=tuple(shape))


def target_dims(atom: Atom) -> tuple[Dim, ...]:
    aval = atom.aval
    assert isinstance(aval, ShapeAval)
    return aval.dims


def filled(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    return Aval(attributes["dtype"], target_dims(args[0]), tensor=attributes["tensor"])


def total(dims: tuple[Dim, ...]) -> Dim | None:
    """The product of sizes, where it is known."""
    out: Dim | None = 1
    for dim in dims:
        out = size_product(out, dim) if out is not None else None
    return out


def broadcast_to(args: Args, _: Attributes, __: Sizes) -> Aval:
    aval = array_aval(args[0])
    return Aval(aval.dtype, target_dims(args[1]), tensor=aval.tensor)


def common_dtype(args: Args) -> str:
    """The dtype that holds all arguments, where none of them is weak."""
    return np.result_type(*(array_aval(a).dtype for a in args)).name


def slice_size(dim: Dim, part: slice) -> Dim:
    """The size of ``range(dim)[part]``; that of bounds that may be out of it, or the
    wrong way round, is one of its own."""
    start, stop, step = part.start, part.stop, part.step
    if (start, stop, step) in ((None, None, None), (0, None, None), (None, None, -1)):
        return dim
    known = all(b is None or isinstance(b, int) for b in (start, stop, step))
    if known and isinstance(dim, int):
        return len(range(dim)[slice(start, stop, step)])
    if known and step in (None, 1):
        first = start or 0
        if stop is not None and 0 <= stop <= first:
            return 0
        if first >= 0 and (stop is None or stop < 0):
            return _all_but(dim, first - (stop or 0))
        if stop is None or first == 0:
            count = abs(stop or first)
            whole = count <= (least(dim) or 0)
            return count if whole else named_size(f"len(range({dim})[:{count}])")
    if not known and step in (None, 1):
        first, last = start or 0, dim if stop is None else stop
        length = size_sum(last, first, -1)
        if all(map(is_natural, (first, length, size_sum(dim, last, -1)))):
            return length
    words = ":".join("" if b is None else str(b) for b in (start, stop, step))
    return named_size(f"len(range({dim})[{words}])")


def _all_but(dim: Dim, count: int) -> Dim:
    """``dim - count``, or 0 where that is negative: the size of ``x[count:]``."""
    if count == 0:
        return dim
    if count <= (least(dim) or 0):
        return size_sum(dim, -count)
    return named_size(f"len(range({dim})[{count}:])")


def getitem(args: Args, attributes: Attributes, sizes: Sizes) -> Aval:
    aval = array_aval(args[0])
    shape = indexed_shape(aval, attributes["index"], args[1:], sizes)
    return Aval(aval.dtype, shape, tensor=aval.tensor)


def indexed_shape(
    aval: Aval, index: Index, args: Args, sizes: Sizes
) -> tuple[Dim, ...]:
    """The shape of ``x[index]``, by NumPy's rules of indexing."""
    if index.axes(args) > aval.ndim:
        raise ShapeError(f"{index.axes(args)} indices for {aval}, of rank {aval.ndim}")
    entries = index.expanded(aval.ndim, args)
    shape: list[Dim] = []
    advanced: list[tuple[Dim, ...]] = []
    places: list[int] = []
    axis = 0
    for entry in entries:
        if entry is None:
            shape.append(1)
            continue
        if isinstance(entry, slice):
            part, whole = _known(entry, args), aval.shape[axis]
            shape.append(slice_size(whole, part))
            sizes.note_slice(shape[-1], whole, part)
        elif isinstance(entry, int):
            dim = aval.shape[axis]
            if isinstance(dim, int) and not -dim <= entry < dim:
                message = f"IndexError: index {entry} is out of range for size {dim}"
                raise ShapeError(message)
            if index.has_arrays(args):
                advanced.append(())
                places.append(len(shape))
        else:
            which = array_aval(args[entry.position])
            if which.dtype == "bool" and which.ndim:
                advanced.append((unknown_size("count"),))
                places.append(len(shape))
                axis += which.ndim
                continue
            if index.has_arrays(args):
                advanced.append(which.shape)
                places.append(len(shape))
        axis += 1
    if advanced:
        together = broadcast_shapes(advanced, sizes)
        at = places[0] if index.adjacent() else 0
        shape[at:at] = together
    return tuple(shape)


def _known(part: slice, args: Args) -> slice:
    def bound(entry: Any) -> Any:
        if isinstance(entry, Ref):
            return dim_of(args[entry.position])
        return entry

    return slice(bound(part.start), bound(part.stop), bound(part.step))
