"""Rewrites of transposes, shapes and writes. The equation stands above each.

A rewrite never gives an array of another shape or dtype, and never makes more work.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from srcad.compiler.ir.avals import Aval, OptionalAval, ShapeAval
from srcad.compiler.ir.index import Index, Ref
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.types import NONE, Atom, Lit, Op, Value, array_aval
from srcad.compiler.simplify.rewriting import (
    Context,
    fits,
    is_number,
    is_zeros,
    leading,
    rewrites,
    same_kind,
)


# transpose(transpose(x, a), b) = transpose(x, a[b])
@rewrites("transpose")
def _transposes(context: Context, op: Op) -> Atom | None:
    axes = op.attribute("axes")
    if axes == tuple(range(len(axes))):
        return op.args[0]
    inner = context.definition(op.args[0], "transpose")
    if inner is None:
        return None
    composed = tuple(inner.attribute("axes")[k] for k in axes)
    if composed == tuple(range(len(axes))):
        return inner.args[0]
    return context.builder.emit("transpose", inner.args[0], axes=composed)


# (a @ b).T = b.T @ a.T where that undoes a transpose
@rewrites("transpose")
def _transposed_product(context: Context, op: Op) -> Atom | None:
    product = context.definition(op.args[0], "matmul")
    if product is None or op.attribute("axes") != (1, 0):
        return None
    left, right = product.args
    if not any(context.definition(arg, "transpose") for arg in (left, right)):
        return None
    if any(a.aval.ndim != 2 for a in (left, right)):
        return None
    turned = [context.builder.emit("transpose", a, axes=(1, 0)) for a in (right, left)]
    return context.builder.emit("matmul", *turned)


# (a[:, None] * b).T = b[:, None] * a
@rewrites("transpose")
def _transposed_outer_product(context: Context, op: Op) -> Atom | None:
    product = context.read_once(op.args[0], "multiply")
    if product is None or op.attribute("axes") != (1, 0) or op.phase == 0:
        return None
    column, row = product.args
    wide = context.definition(column, "expand_dims")
    if wide is None or wide.attribute("axis") != (1,) or array_aval(row).ndim != 1:
        return None
    turned = context.builder.emit("expand_dims", row, axis=(1,))
    return context.builder.emit("multiply", turned, wide.args[0])


# shape(f(x, y)) = shape(x) where f is element-wise, and x not broadcast, nor a number
@rewrites("shape")
def _shape_of_elementwise(context: Context, op: Op) -> Atom | None:
    (array,) = op.args
    made = context.definitions.get(array) if isinstance(array, Value) else None
    if made is None or not PRIMITIVES[made.primitive].elementwise or made.result.named:
        return None
    want = array_aval(made.result)
    for arg in made.args:
        loose = arg.aval.loose and not want.loose
        if isinstance(arg, Value) and want.shape and not loose:
            if arg.aval.shape == want.shape:
                return context.builder.emit("shape", arg)
    return None


# shape(full(s, c)) = s
@rewrites("shape")
def _shape_of_filled(context: Context, op: Op) -> Atom | None:
    full = context.definition(op.args[0], "full")
    if full is None or full.result.named or full.args[0].aval != op.result.aval:
        return None
    return full.args[0]


# reshape(full((), c), s) = full(s, c): a number has no methods of an array
@rewrites("reshape", "expand_dims")
def _reshaped_number(context: Context, op: Op) -> Atom | None:
    full, aval = context.definition(op.args[0], "full"), op.result.aval
    number = op.args[0] if full is None else full.args[1]
    if not isinstance(number, Lit) or not isinstance(aval, Aval):
        return None
    if not aval.is_fixed:
        return None
    shape = context.builder.emit("make_shape", *map(Lit, aval.shape))
    return context.builder.full(shape, number, aval.dtype, aval.tensor)


# x[:, None] = expand_dims(x, 1)
@rewrites("getitem")
def _new_axes(context: Context, op: Op) -> Atom | None:
    array, *rest = op.args
    index: Index = op.attribute("index")
    if rest or not index.only_adds_axes or not array_aval(array).ndim:
        return None
    entries = index.expanded(array_aval(array).ndim, ())
    axes = tuple(k for k, one in enumerate(entries) if one is None)
    return context.builder.emit("expand_dims", array, axis=axes) if axes else None


# squeeze(expand_dims(x, a), a) = expand_dims(squeeze(x, a), a) = x
@rewrites("squeeze", "expand_dims")
def _expand_squeeze(context: Context, op: Op) -> Atom | None:
    if not op.attribute("axis"):
        return op.args[0]
    other = "expand_dims" if op.primitive == "squeeze" else "squeeze"
    inner = context.definition(op.args[0], other)
    if inner is not None and inner.attribute("axis") == op.attribute("axis"):
        return inner.args[0]
    return None


# reshape(x, shape of x) = x, and likewise broadcast_to and unbroadcast
@rewrites("reshape", "broadcast_to", "unbroadcast")
def _same_shape(context: Context, op: Op) -> Atom | None:
    shape = array_aval(op.result).shape
    if op.phase == 0 and shape and all(dim == 1 for dim in shape):
        # Of `count = 0.0` and `count = (count + v).reshape(-1)` it is a number.
        return None
    return op.args[0] if same_kind(op, op.args[0]) else None


# broadcast_to(x[None], s) = broadcast_to(x, s)
@rewrites("broadcast_to")
def _broadcast_leading(context: Context, op: Op) -> Atom | None:
    wide = leading(context, op.args[0])
    if wide is None:
        return None
    return context.builder.emit("broadcast_to", wide.args[0], op.args[1])


# reshape(reshape(x, s), t) = reshape(x, t)
@rewrites("reshape")
def _reshapes(context: Context, op: Op) -> Atom | None:
    inner = context.definition(op.args[0], "reshape")
    if inner is None:
        return None
    turned = context.definition(inner.args[0], "transpose")
    if turned is not None and context.uses.get(inner.result, 0) > 1:
        return None  # It is copied once: what is reshaped then is a view.
    result = context.builder.emit("reshape", inner.args[0], op.args[1])
    return result if fits(result, op.result) else None


# sum(x, a, keepdims=True).reshape(s) = sum(x, a)  where that is of shape s
@rewrites("reshape", "squeeze", exact=False)
def _sum_without_axes(context: Context, op: Op) -> Atom | None:
    total = context.read_once(op.args[0], "sum")
    if total is None or not total.attribute("keepdims") or not op.result.aval.shape:
        return None
    axes = total.attribute("axis")
    plain = context.builder.emit("sum", total.args[0], axis=axes, keepdims=False)
    return plain if fits(plain, op.result) else None


# x.astype(dtype of x) = x
@rewrites("astype")
def _same_dtype(context: Context, op: Op) -> Atom | None:
    (item,) = op.args
    if not same_kind(op, item) or (item.aval.is_scalar and context.may_be_number(item)):
        return None
    return item


# c.astype(dtype) = c  of that dtype, of one number that floats hold
@rewrites("astype")
def _of_constant(context: Context, op: Op) -> Atom | None:
    made, dtype = context.definition(op.args[0], "constant"), op.attribute("dtype")
    if made is None or array_aval(op.result).ndim or np.dtype(dtype).kind != "f":
        return None
    held = made.attribute("array")
    if held.array.dtype.kind not in "iuf":
        return None
    with np.errstate(all="ignore"):
        array = held.array.astype(dtype)
    if not np.isfinite(array):
        return None
    tensor = made.attribute("tensor")
    return context.builder.emit(
        "constant", array=replace(held, array=array), tensor=tensor
    )


# (s[0], s[1], 3, ...) = s  where the last of its sizes is known to be 3
@rewrites("make_shape")
def _whole_shape(context: Context, op: Op) -> Atom | None:
    parts = [context.definition(arg, "size_of") for arg in op.args]
    source = next((part.args[0] for part in parts if part is not None), None)
    aval = None if source is None else source.aval
    if not isinstance(aval, ShapeAval) or len(aval.dims) != len(parts):
        return None
    for axis, (arg, part) in enumerate(zip(op.args, parts, strict=True)):
        if part is None:
            same = isinstance(arg, Lit) and arg.value == aval.dims[axis]
        else:
            same = part.args[0] == source and part.attribute("axis") == axis
        if not same:
            return None
    return source


# shape(sum(x, a))[k] = shape(x)[j], which the derivative of the sum reads anyway
@rewrites("size_of", exact=False)
def _size_of_reduced(context: Context, op: Op) -> Atom | None:
    shape = context.definition(op.args[0], "shape")
    total = None if shape is None else context.nameless(shape.args[0], "sum")
    if total is None:
        return None
    axes = total.attribute("axis")
    kept = [k for k in range(array_aval(total.args[0]).ndim) if k not in axes]
    axis = op.attribute("axis")
    if not total.attribute("keepdims"):
        axis = kept[axis]
    elif axis not in kept:
        return None
    return context.builder.size(total.args[0], axis)


# (a, b, ...)[k] is its part k
@rewrites("size_of")
def _part_of_shape(context: Context, op: Op) -> Atom | None:
    made = context.definition(op.args[0], "make_shape")
    return None if made is None else made.args[op.attribute("axis")]


# s[0] * s[1] * ... = prod(s)
@rewrites("multiply", exact=False)
def _whole_size(context: Context, op: Op) -> Atom | None:
    factors: list[Atom] = [op.result]
    parts: list[Op] = []
    while factors:
        factor = factors.pop()
        product = op if factor is op.result else context.definition(factor, "multiply")
        part = context.definition(factor, "size_of")
        if product is not None:
            factors += product.args
        elif part is not None:
            parts.append(part)
        else:
            return None
    shape = parts[0].args[0]
    axes = sorted(part.attribute("axis") for part in parts if part.args[0] is shape)
    aval = shape.aval
    if not isinstance(aval, ShapeAval) or axes != list(range(len(aval.dims))):
        return None
    return context.builder.emit("prod_of", shape) if len(axes) == len(parts) else None


# n + m = 2 * n;  k * n + m = (k + 1) * n   of ints of Python, where n and m are one, or
# equal sizes: the places of parts in an array
@rewrites("add", exact=False)
def _multiple_of_size(context: Context, op: Op) -> Atom | None:
    left, right = op.args
    whole, count = op.result.aval, 1
    if not (whole.weak and whole.is_integer and isinstance(right, Value)):
        return None
    product = context.definition(left, "multiply")
    if product is not None and isinstance(product.args[0], Lit):
        count, left = product.args[0].value, product.args[1]
    if not (_are_equal(left, right) and isinstance(count, int)):
        return None
    made = context.builder.emit("multiply", Lit(count + 1), left)
    if not same_kind(op, made):
        return None
    made.aval = whole
    return made


def _are_equal(one: Atom, other: Atom) -> bool:
    """Whether two numbers are one, or the same size."""
    size = array_aval(one).size
    known = size is not None and "?" not in str(size)
    return one is other or (known and size == array_aval(other).size)


# x[arange(n), i], and x[arange(n)[:, None], arange(m), i] of a matrix i, select no
# element twice
@rewrites("add_at", "setitem")
def _in_different_rows(context: Context, op: Op) -> Atom | None:
    array, value, *rest = op.args
    index: Index = op.attribute("index")
    if not index.repeats(tuple(rest)):
        return None
    shapes = {arg: array_aval(arg).shape for arg in rest if array_aval(arg).ndim}
    counted = {_counted_axis(context, arg): shapes[arg] for arg in shapes}
    for axis in range(-1, -1 - max(map(len, shapes.values())), -1):
        sizes = {shape[axis] for shape in shapes.values() if len(shape) >= -axis} - {1}
        # Else the rows that are counted might be one, for several elements.
        alike = len(sizes) < 2 and not any("?" in str(size) for size in sizes)
        if not alike or (sizes and axis not in counted):
            return None
        if sizes and counted[axis][axis] not in sizes:
            return None
    distinct = replace(index, distinct=True)
    return context.builder.emit(op.primitive, array, value, *rest, index=distinct)


def _counted_axis(context: Context, atom: Atom) -> int | None:
    """The axis, from the last, along which an array holds 0, 1, 2 and so on."""
    shape = array_aval(atom).shape
    made = context.definition(_widened(context, atom)[0], "arange")
    if made is None or array_aval(made.result).dtype not in ("int32", "int64"):
        return None
    axes = [k - len(shape) for k, size in enumerate(shape) if size != 1]
    return axes[0] if len(axes) == len(made.args) == 1 else None


def _widened(context: Context, atom: Atom) -> tuple[Atom, set[int]]:
    """What an array shows with new axes, and which these are."""
    wide = context.definition(atom, "expand_dims")
    return (atom, set()) if wide is None else (wide.args[0], {*wide.attribute("axis")})


# squeeze(x[a[:, None], b[:, None]], 1) = x[a, b]
@rewrites("squeeze")
def _read_without_axes(context: Context, op: Op) -> Atom | None:
    read = context.read_once(op.args[0], "getitem")
    index = read.attribute("index") if read is not None else Index(())
    if read is None or not all(isinstance(one, Ref) for one in index.entries):
        return None
    if not array_aval(op.result).ndim:
        return None  # An element is no array.
    places: list[Atom] = []
    # The axes that are selected in part are the first ones, those of places together.
    others = array_aval(read.args[0]).ndim - index.axes(read.args[1:])
    for place in read.args[1:]:
        missing = array_aval(read.result).ndim - others - array_aval(place).ndim
        gone = {k - missing for k in op.attribute("axis")} - set(range(-missing, 0))
        source, added = _widened(context, place) if gone else (place, set[int]())
        if not gone <= added or array_aval(place).dtype == "bool":
            return None
        rest = tuple(k - sum(one < k for one in gone) for k in sorted(added - gone))
        if rest:
            source = context.builder.emit("expand_dims", source, axis=rest)
        places.append(source)
    result = context.builder.getitem(read.args[0], index, *places)
    return result if fits(result, op.result) else None


# zeros; zeros[i] += v  is  zeros; zeros[i] = v  where i names no place twice
@rewrites("add_at")
def _add_to_zeros(context: Context, op: Op) -> Atom | None:
    array, value, *rest = op.args
    index: Index = op.attribute("index")
    full = context.definition(array, "full")
    if full is None or not is_number(full.args[1], 0) or index.repeats(tuple(rest)):
        return None
    if isinstance(value, Lit):
        return None
    return context.builder.emit("setitem", array, value, *rest, index=index)


# zeros[i] = 0 changes nothing
@rewrites("setitem")
def _zero_in_zeros(context: Context, op: Op) -> Atom | None:
    if is_zeros(context, op.args[0]) and is_number(op.args[1], 0):
        return op.args[0]
    return None


# list(reversed(list(reversed(x)))) = x
@rewrites("reversed")
def _reversed_twice(context: Context, op: Op) -> Atom | None:
    inner = context.definition(op.args[0], "reversed")
    return None if inner is None else inner.args[0]


# What is no optional value is there.
@rewrites("present", "is_none")
def _not_optional(context: Context, op: Op) -> Atom | None:
    if isinstance(op.args[0].aval, OptionalAval):
        return None
    return op.args[0] if op.primitive == "present" else Lit(False)


# zeros_of(x) of an array is plain zeros; zeros_of(None) = None
@rewrites("zeros_of")
def _plain_zeros(context: Context, op: Op) -> Atom | None:
    if op.args[0] == NONE:
        return NONE
    if isinstance(op.args[0].aval, Aval):
        return context.builder.zeros_like(op.args[0])
    return None


# not not x = x for a bool
@rewrites("not")
def _double_not(context: Context, op: Op) -> Atom | None:
    inner = context.definition(op.args[0], "not")
    if inner is None:
        return None
    aval = inner.args[0].aval
    same = aval.is_bool and not aval.shape
    return inner.args[0] if same else None
