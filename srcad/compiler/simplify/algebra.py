"""Rewrites of single operations. The equation stands above each.

A rewrite never gives an array of another shape or dtype, and never makes more work.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from srcad.compiler.avals import Aval, OptionalAval, ShapeAval
from srcad.compiler.builder import Builder
from srcad.compiler.index import Index
from srcad.compiler.ir import (
    Atom,
    Block,
    If,
    Lit,
    Op,
    Operation,
    Substitution,
    Value,
    replaced,
    with_args,
    with_blocks,
)
from srcad.compiler.primitives import PRIMITIVES
from srcad.compiler.shapes import ShapeError, Sizes


@dataclass(slots=True)
class _Context:
    """The definitions seen so far, and a builder for what a rewrite makes."""

    builder: Builder
    definitions: dict[Value, Op] = field(default_factory=dict)

    def definition(self, atom: Atom, primitive: str) -> Op | None:
        op = self.definitions.get(atom) if isinstance(atom, Value) else None
        return op if op is not None and op.primitive == primitive else None

    def nameless(self, atom: Atom, primitive: str) -> Op | None:
        """The definition, unless the value has a name that a reader knows it by."""
        op = self.definition(atom, primitive)
        if op is None or op.result.named:
            return None
        primal = op.result.primal
        return None if primal is not None and primal.named else op


Rewrite = Callable[[_Context, Op], Atom | None]
_REWRITES: dict[str, list[Rewrite]] = {}


def _rewrites(*names: str) -> Callable[[Rewrite], Rewrite]:
    def register(rewrite: Rewrite) -> Rewrite:
        for name in names:
            _REWRITES.setdefault(name, []).append(rewrite)
        return rewrite

    return register


def simplify_algebra(block: Block) -> Block:
    """Apply the rewrites to every operation of the block, inside and out."""
    return _simplify(block, {}, {})


def _simplify(block: Block, definitions: dict[Value, Op], outer: Substitution) -> Block:
    mapping = dict(outer)
    context = _Context(Builder(), dict(definitions))
    ops = context.builder.ops
    for op in block.ops:
        op = with_blocks(op, lambda b: _simplify(b, context.definitions, mapping))
        op = with_args(op, mapping)
        if isinstance(op, If) and isinstance(op.condition, Lit):
            _splice(op, ops, context, mapping)
            continue
        if isinstance(op, Op):
            found = _rewritten(context, op)
            if found is not None:
                _take_name(op.result, found)
                mapping[op.result] = found
                continue
            context.definitions[op.result] = op
        ops.append(op)
    results = tuple(replaced(atom, mapping) for atom in block.results)
    return replace(block, ops=tuple(ops), results=results)


def _take_name(old: Value, new: Atom) -> None:
    if not isinstance(new, Value):
        return
    if old.named and not new.named:
        new.hint, new.named = old.hint, True
    if new.primal is None and not new.named:
        new.primal = old.primal


def _splice(
    op: If, ops: list[Operation], context: _Context, mapping: Substitution
) -> None:
    """``if True: a else: b`` is ``a``."""
    assert isinstance(op.condition, Lit)
    block = op.then if op.condition.value else op.orelse
    ops.extend(block.ops)
    context.definitions.update(
        {inner.result: inner for inner in block.ops if isinstance(inner, Op)}
    )
    mapping.update(zip(op.results, block.results, strict=True))


def _rewritten(context: _Context, op: Op) -> Atom | None:
    builder = context.builder
    builder.origin, builder.phase = op.origin, op.phase
    for rewrite in _REWRITES.get(op.primitive, ()):
        mark = len(builder.ops)
        found = rewrite(context, op)
        if found is not None:
            for made in builder.ops[mark:]:
                assert isinstance(made, Op)
                context.definitions[made.result] = made
            return found
        del builder.ops[mark:]
    return _folded(op) or _without_broadcast(context, op)


def _folded(op: Op) -> Lit | None:
    """Numbers of Python are computed now."""
    if not op.args or not all(isinstance(arg, Lit) for arg in op.args):
        return None
    aval = op.result.aval
    if not isinstance(aval, Aval) or not aval.weak or op.attributes:
        return None
    values = [arg.value for arg in op.args if isinstance(arg, Lit)]
    try:
        return Lit(PRIMITIVES[op.primitive].evaluate(*values))
    except (ArithmeticError, ValueError):
        return None


def _same_kind(op: Op, atom: Atom) -> bool:
    """Whether ``atom`` can stand for the result."""
    return fits(atom, op.result)


def fits(atom: Atom, result: Value) -> bool:
    """Whether ``atom`` has the dtype and the shape of ``result``."""
    have, want = atom.aval, result.aval
    if isinstance(have, Aval) and isinstance(want, Aval):
        weak = have.weak and not want.weak
        return have.dtype == want.dtype and have.shape == want.shape and not weak
    return have == want


def _is(atom: Atom, number: float) -> bool:
    return (
        isinstance(atom, Lit)
        and not isinstance(atom.value, bool)
        and isinstance(atom.value, int | float)
        and atom.value == number
    )


def _is_zeros(context: _Context, atom: Atom) -> bool:
    full = context.definition(atom, "full")
    return _is(atom, 0) or (full is not None and _is(full.args[1], 0))


# x + 0 = 0 + x = x
@_rewrites("add")
def _add_zero(context: _Context, op: Op) -> Atom | None:
    for zero, other in (op.args, op.args[::-1]):
        if _is_zeros(context, zero) and _same_kind(op, other):
            return other
    return None


# x + (-y) = x - y;  (-y) + x = x - y
@_rewrites("add")
def _add_negative(context: _Context, op: Op) -> Atom | None:
    left, right = op.args
    for one, other in ((left, right), (right, left)):
        negative = context.nameless(other, "negative")
        if negative is not None and isinstance(one, Value):
            return context.builder.emit("subtract", one, negative.args[0])
    return None


# x - 0 = x
@_rewrites("subtract")
def _subtract_zero(context: _Context, op: Op) -> Atom | None:
    if _is_zeros(context, op.args[1]) and _same_kind(op, op.args[0]):
        return op.args[0]
    return None


# x - (-y) = x + y
@_rewrites("subtract")
def _subtract_negative(context: _Context, op: Op) -> Atom | None:
    left, right = op.args
    negative = context.nameless(right, "negative")
    if negative is None or not isinstance(left, Value):
        return None
    return context.builder.emit("add", left, negative.args[0])


# sum(-x) = -sum(x), and likewise for the mean
@_rewrites("sum", "mean")
def _sum_of_negative(context: _Context, op: Op) -> Atom | None:
    negative = context.nameless(op.args[0], "negative")
    if negative is None:
        return None
    total = context.builder.emit(op.primitive, negative.args[0], **dict(op.attributes))
    return context.builder.emit("negative", total)


# (x + a) - b = x + (a - b) for whole numbers
@_rewrites("subtract", "add")
def _whole_numbers(context: _Context, op: Op) -> Atom | None:
    left, right = op.args
    aval = op.result.aval
    if not isinstance(right, Lit) or not isinstance(aval, Aval):
        return None
    if aval.dtype != "int64" or not aval.weak or not isinstance(right.value, int):
        return None
    for name, sign in (("add", 1), ("subtract", -1)):
        inner = context.definition(left, name)
        if inner is None or not isinstance(inner.args[1], Lit):
            continue
        shift = sign * inner.args[1].value
        shift += right.value if op.primitive == "add" else -right.value
        if shift == 0:
            return inner.args[0]
        word = "add" if shift > 0 else "subtract"
        return context.builder.emit(word, inner.args[0], Lit(abs(shift)))
    return None


# x * 1 = 1 * x = x;  x / 1 = x
@_rewrites("multiply", "divide")
def _times_one(context: _Context, op: Op) -> Atom | None:
    left, right = op.args
    if _is(right, 1) and _same_kind(op, left):
        return left
    if op.primitive == "multiply" and _is(left, 1) and _same_kind(op, right):
        return right
    return None


# x * -1 = -1 * x = -x
@_rewrites("multiply")
def _times_minus_one(context: _Context, op: Op) -> Atom | None:
    for one, other in (op.args, op.args[::-1]):
        if _is(one, -1) and _same_kind(op, other):
            return context.builder.emit("negative", other)
    return None


# -(-x) = x
@_rewrites("negative")
def _double_negative(context: _Context, op: Op) -> Atom | None:
    inner = context.nameless(op.args[0], "negative")
    return None if inner is None else inner.args[0]


# (-x) * y = -(x * y);  x * (-y) = -(x * y);  likewise for /
@_rewrites("multiply", "divide")
def _negative_factor(context: _Context, op: Op) -> Atom | None:
    for place, arg in enumerate(op.args):
        inner = context.nameless(arg, "negative")
        if inner is not None:
            args = list(op.args)
            args[place] = inner.args[0]
            product = context.builder.emit(op.primitive, *args)
            return context.builder.emit("negative", product)
    return None


# x * (1 / y) = (1 / y) * x = x / y
@_rewrites("multiply")
def _times_reciprocal(context: _Context, op: Op) -> Atom | None:
    for one, other in (op.args, op.args[::-1]):
        inner = context.definition(one, "divide")
        if inner is not None and _is(inner.args[0], 1):
            result = context.builder.emit("divide", other, inner.args[1])
            return result if fits(result, op.result) else None
    return None


# x * (a / y) = x * a / y, and a * x / y for a number a
@_rewrites("multiply")
def _times_quotient(context: _Context, op: Op) -> Atom | None:
    left, right = op.args
    inner = context.nameless(right, "divide")
    if inner is None:
        return None
    above = inner.args[0]
    if isinstance(above, Lit):
        scaled = context.builder.emit("multiply", above, left)
    elif above.aval == inner.result.aval:
        scaled = context.builder.emit("multiply", left, above)
    else:
        return None
    result = context.builder.emit("divide", scaled, inner.args[1])
    return result if fits(result, op.result) else None


# x ** 1 = x;  x ** -1 = 1 / x
@_rewrites("power")
def _small_power(context: _Context, op: Op) -> Atom | None:
    base, power = op.args
    if _is(power, 1) and _same_kind(op, base):
        return base
    if _is(power, -1):
        result = context.builder.emit("divide", Lit(1), base)
        return result if fits(result, op.result) else None
    return None


# x * (a * y) = a * x * y for a number a
@_rewrites("multiply")
def _number_first(context: _Context, op: Op) -> Atom | None:
    left, right = op.args
    inner = context.definition(right, "multiply")
    if inner is None or isinstance(left, Lit) or not isinstance(inner.args[0], Lit):
        return None
    scaled = context.builder.emit("multiply", inner.args[0], left)
    result = context.builder.emit("multiply", scaled, inner.args[1])
    return result if fits(result, op.result) else None


# transpose(transpose(x, a), b) = transpose(x, a[b])
@_rewrites("transpose")
def _transposes(context: _Context, op: Op) -> Atom | None:
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
@_rewrites("transpose")
def _transposed_product(context: _Context, op: Op) -> Atom | None:
    product = context.definition(op.args[0], "matmul")
    if product is None or op.attribute("axes") != (1, 0):
        return None
    left, right = product.args
    if not any(context.definition(arg, "transpose") for arg in (left, right)):
        return None
    if any(not isinstance(a.aval, Aval) or a.aval.ndim != 2 for a in (left, right)):
        return None
    turned = [context.builder.emit("transpose", a, axes=(1, 0)) for a in (right, left)]
    return context.builder.emit("matmul", *turned)


# squeeze(expand_dims(x, a), a) = expand_dims(squeeze(x, a), a) = x
@_rewrites("squeeze", "expand_dims")
def _expand_squeeze(context: _Context, op: Op) -> Atom | None:
    if not op.attribute("axis"):
        return op.args[0]
    other = "expand_dims" if op.primitive == "squeeze" else "squeeze"
    inner = context.definition(op.args[0], other)
    if inner is not None and inner.attribute("axis") == op.attribute("axis"):
        return inner.args[0]
    return None


# reshape(x, shape of x) = x, and likewise broadcast_to and unbroadcast
@_rewrites("reshape", "broadcast_to", "unbroadcast")
def _same_shape(context: _Context, op: Op) -> Atom | None:
    return op.args[0] if _same_kind(op, op.args[0]) else None


# broadcast_to(x[None], s) = broadcast_to(x, s)
@_rewrites("broadcast_to")
def _broadcast_leading(context: _Context, op: Op) -> Atom | None:
    wide = _leading(context, op.args[0])
    if wide is None:
        return None
    return context.builder.emit("broadcast_to", wide.args[0], op.args[1])


# reshape(reshape(x, s), t) = reshape(x, t)
@_rewrites("reshape")
def _reshapes(context: _Context, op: Op) -> Atom | None:
    inner = context.definition(op.args[0], "reshape")
    if inner is None:
        return None
    result = context.builder.emit("reshape", inner.args[0], op.args[1])
    return result if fits(result, op.result) else None


# x.astype(dtype of x) = x
@_rewrites("astype")
def _same_dtype(context: _Context, op: Op) -> Atom | None:
    return op.args[0] if _same_kind(op, op.args[0]) else None


# (s[0], s[1], ...) = s
@_rewrites("make_shape")
def _whole_shape(context: _Context, op: Op) -> Atom | None:
    source: Atom | None = None
    for axis, arg in enumerate(op.args):
        part = context.definition(arg, "size_of")
        if part is None or part.attribute("axis") != axis:
            return None
        if source is not None and part.args[0] != source:
            return None
        source = part.args[0]
    aval = source.aval if source is not None else None
    if isinstance(aval, ShapeAval) and len(aval.dims) == len(op.args):
        return source
    return None


# (a, b, ...)[k] is its part k
@_rewrites("size_of")
def _part_of_shape(context: _Context, op: Op) -> Atom | None:
    made = context.definition(op.args[0], "make_shape")
    return None if made is None else made.args[op.attribute("axis")]


# zeros; zeros[i] += v  is  zeros; zeros[i] = v  where i names no place twice
@_rewrites("add_at")
def _add_to_zeros(context: _Context, op: Op) -> Atom | None:
    array, value, *rest = op.args
    index: Index = op.attribute("index")
    full = context.definition(array, "full")
    if full is None or not _is(full.args[1], 0) or index.repeats(tuple(rest)):
        return None
    if isinstance(value, Lit):
        return None
    return context.builder.emit("setitem", array, value, *rest, index=index)


# zeros[i] = 0 changes nothing
@_rewrites("setitem")
def _zero_in_zeros(context: _Context, op: Op) -> Atom | None:
    if _is_zeros(context, op.args[0]) and _is(op.args[1], 0):
        return op.args[0]
    return None


# list(reversed(list(reversed(x)))) = x
@_rewrites("reversed")
def _reversed_twice(context: _Context, op: Op) -> Atom | None:
    inner = context.definition(op.args[0], "reversed")
    return None if inner is None else inner.args[0]


# What is no optional value is there.
@_rewrites("present", "is_none")
def _not_optional(context: _Context, op: Op) -> Atom | None:
    if isinstance(op.args[0].aval, OptionalAval):
        return None
    return op.args[0] if op.primitive == "present" else Lit(False)


# zeros_of(x) of an array is plain zeros
@_rewrites("zeros_of")
def _plain_zeros(context: _Context, op: Op) -> Atom | None:
    if isinstance(op.args[0].aval, Aval):
        return context.builder.zeros_like(op.args[0])
    return None


# not not x = x for a bool
@_rewrites("not")
def _double_not(context: _Context, op: Op) -> Atom | None:
    inner = context.definition(op.args[0], "not")
    if inner is None:
        return None
    aval = inner.args[0].aval
    same = isinstance(aval, Aval) and aval.dtype == "bool" and not aval.shape
    return inner.args[0] if same else None


def _leading(context: _Context, atom: Atom) -> Op | None:
    wide = context.definition(atom, "expand_dims")
    if wide is None:
        return None
    axes = wide.attribute("axis")
    return wide if axes == tuple(range(len(axes))) else None


def _without_broadcast(context: _Context, op: Op) -> Atom | None:
    """``f(broadcast_to(x, s), y) = f(x, y)`` where ``y`` broadcasts ``x`` anyway.

    The same goes for new leading axes, ``f(x[None], y) = f(x, y)``.
    """
    if not PRIMITIVES[op.primitive].elementwise or len(op.args) < 2:
        return None
    for place, arg in enumerate(op.args):
        wide = context.definition(arg, "broadcast_to") or _leading(context, arg)
        if wide is None:
            continue
        args: list[Any] = list(op.args)
        args[place] = wide.args[0]
        try:
            aval = PRIMITIVES[op.primitive].infer(tuple(args), {}, Sizes({}))
        except ShapeError:
            continue
        want = op.result.aval
        if isinstance(want, Aval) and (aval.shape, aval.dtype) == (
            want.shape,
            want.dtype,
        ):
            return context.builder.emit(op.primitive, *args)
    return None
