"""Rewrites of sums, products and powers. The equation stands above each.

A rewrite never gives an array of another shape or dtype, and never makes more work.
One that may round otherwise is left to what the user has not written.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.types import Atom, Lit, Op, Value, array_aval
from srcad.compiler.simplify.rewriting import (
    Context,
    fits,
    is_number,
    is_zeros,
    rewrites,
    same_kind,
)


# x + 0 = 0 + x = x
@rewrites("add")
def _add_zero(context: Context, op: Op) -> Atom | None:
    for zero, other in (op.args, op.args[::-1]):
        if is_zeros(context, zero) and same_kind(op, other):
            return other
    return None


# x + (-y) = x - y;  (-y) + x = x - y
@rewrites("add")
def _add_negative(context: Context, op: Op) -> Atom | None:
    left, right = op.args
    for one, other in ((left, right), (right, left)):
        negative = context.nameless(other, "negative") or _summand(context, op, other)
        if negative is not None and isinstance(one, Value):
            return context.builder.emit("subtract", one, negative.args[0])
    return None


def _summand(context: Context, op: Op, atom: Atom) -> Op | None:
    """``-y``, where it is a sum to be by the statement that adds to it alone."""
    negative = context.read_once(atom, "negative")
    return negative if negative and negative.origin == op.origin else None


# x * full(s, c) = full(s, c) * x = c * x, and x where c is 1;  a * ones = full(s, a)
@rewrites("multiply")
def _times_full(context: Context, op: Op) -> Atom | None:
    for one, other in (op.args, op.args[::-1]):
        full = context.definition(one, "full")
        if full is None or not isinstance(full.args[1], Lit):
            continue
        if same_kind(op, other) and _holds(full, array_aval(other).dtype):
            if is_number(full.args[1], 1):
                return other
            return context.builder.emit("multiply", full.args[1], other)
        if isinstance(other, Lit) and is_number(full.args[1], 1):
            made = context.builder.emit(
                "full", full.args[0], other, **dict(full.attributes)
            )
            return made if same_kind(op, made) else None
    return None


def _holds(full: Op, dtype: str) -> bool:
    """Whether an array has the very number that it is filled with, beside one of a
    dtype: 0.1 is another one in single precision, 2.7 among integers, 2 among bools."""
    own, number = full.attribute("dtype"), full.args[1]
    assert isinstance(number, Lit)
    floating = np.dtype(own).kind in "fc"
    if floating and own == dtype:
        return True
    try:
        with np.errstate(all="ignore"):
            return bool(np.full((), number.value, own).item() == number.value)
    except (OverflowError, TypeError, ValueError):
        return False  # it raises where the module runs, as it does without one


# x - 0 = x
@rewrites("subtract")
def _subtract_zero(context: Context, op: Op) -> Atom | None:
    if is_zeros(context, op.args[1]) and same_kind(op, op.args[0]):
        return op.args[0]
    return None


# x - (-y) = x + y
@rewrites("subtract")
def _subtract_negative(context: Context, op: Op) -> Atom | None:
    left, right = op.args
    negative = context.nameless(right, "negative")
    if negative is None or not isinstance(left, Value):
        return None
    return context.builder.emit("add", left, negative.args[0])


# sum(-x) = -sum(x), and likewise for the mean
@rewrites("sum", "mean")
def _sum_of_negative(context: Context, op: Op) -> Atom | None:
    negative = context.nameless(op.args[0], "negative")
    if negative is None:
        return None
    total = context.builder.emit(op.primitive, negative.args[0], **dict(op.attributes))
    return context.builder.emit("negative", total)


# mean(x) = sum(x) / n  of n doubles in a row: to the bit, and ``mean`` is slow Python
@rewrites("mean")
def _mean_of_a_row(context: Context, op: Op) -> Atom | None:
    (row,) = op.args
    aval = array_aval(row)
    if aval.ndim != 1 or aval.dtype != "float64" or context.may_be_number(row):
        return None
    total = context.builder.emit("sum", row, **dict(op.attributes))
    mean = context.builder.emit("divide", total, context.builder.size(row, 0))
    return mean if fits(mean, op.result) else None


# -(x - y) = y - x
@rewrites("negative")
def _negative_difference(context: Context, op: Op) -> Atom | None:
    inner = context.read_once(op.args[0], "subtract")
    if inner is None:
        return None
    left, right = inner.args
    return context.builder.emit("subtract", right, left)


# -(x * (y - z)) = x * (z - y);  -((y - z) * x) = (z - y) * x
@rewrites("negative")
def _negative_product(context: Context, op: Op) -> Atom | None:
    product = context.read_once(op.args[0], "multiply")
    if product is None:
        return None
    for place, arg in enumerate(product.args):
        inner = context.read_once(arg, "subtract")
        if inner is not None:
            args = list(product.args)
            args[place] = context.builder.emit("subtract", *inner.args[::-1])
            return context.builder.emit("multiply", *args)
    return None


# f(-x) = -f(x) where f only moves elements
@rewrites("expand_dims", "squeeze", "reshape", "transpose", "broadcast_to", "astype")
def _moved_negative(context: Context, op: Op) -> Atom | None:
    negative = context.read_once(op.args[0], "negative")
    if negative is None or not _is_floating(op.result):
        return None
    rest = op.args[1:]
    attributes = dict(op.attributes)
    moved = context.builder.emit(op.primitive, negative.args[0], *rest, **attributes)
    return context.builder.emit("negative", moved)


def _is_floating(value: Value) -> bool:
    return value.aval.is_float


# x + x = 2 * x
@rewrites("add")
def _doubled(context: Context, op: Op) -> Atom | None:
    left, right = op.args
    written = op.phase == 0 and not _is_cotangent(left)
    if left is not right or written or not _is_floating(op.result):
        return None
    return context.builder.emit("multiply", Lit(2), left)


# (a + x) + x = (x + a) + x = a + 2 * x
@rewrites("add", exact=False)
def _added_twice(context: Context, op: Op) -> Atom | None:
    left, right = op.args
    total = context.read_once(left, "add")
    if total is None or not _is_cotangent(right):
        return None
    for one, other in (total.args, total.args[::-1]):
        if other is right and isinstance(one, Value):
            twice = context.builder.emit("multiply", Lit(2), right)
            result = context.builder.emit("add", one, twice)
            return result if fits(result, op.result) else None
    return None


# -x - x = -(2 * x)
@rewrites("subtract")
def _subtracted_twice(context: Context, op: Op) -> Atom | None:
    left, right = op.args
    negative = context.read_once(left, "negative")
    if negative is None or negative.args[0] is not right or not _is_cotangent(right):
        return None
    twice = context.builder.emit("multiply", Lit(2), right)
    return context.builder.emit("negative", twice)


# (a - x) - x = a - 2 * x
@rewrites("subtract", exact=False)
def _subtracted_again(context: Context, op: Op) -> Atom | None:
    left, right = op.args
    total = context.read_once(left, "subtract")
    if total is None or total.args[1] is not right or not _is_cotangent(right):
        return None
    if not isinstance(total.args[0], Value) or not same_kind(op, total.args[0]):
        return None
    twice = context.builder.emit("multiply", Lit(2), right)
    return context.builder.emit("subtract", total.args[0], twice)


def _is_cotangent(atom: Atom) -> bool:
    """Whether a value is floating and none of the user's own variables."""
    return isinstance(atom, Value) and not atom.named and _is_floating(atom)


# (x + a) - b = x + (a - b) for whole numbers
@rewrites("subtract", "add")
def _whole_numbers(context: Context, op: Op) -> Atom | None:
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


# k - (k != 0) = k - 1 where k counts from 1
@rewrites("subtract")
def _less_one(context: Context, op: Op) -> Atom | None:
    counter, truth = op.args
    unequal = context.definition(truth, "not_equal")
    if unequal is None or unequal.args != (counter, Lit(0)):
        return None
    if counter not in context.counters:
        return None
    result = context.builder.emit("subtract", counter, Lit(1))
    return result if fits(result, op.result) else None


# (x == x) = True;  (x != x) = False, of whole numbers
@rewrites("equal", "not_equal")
def _compared_with_itself(context: Context, op: Op) -> Atom | None:
    left, right = op.args
    if left != right or not left.aval.is_scalar or not left.aval.is_whole:
        return None
    return Lit(op.primitive == "equal") if op.result.aval.weak else None


# x * 1 = 1 * x = x;  x / 1 = x
@rewrites("multiply", "divide")
def _times_one(context: Context, op: Op) -> Atom | None:
    left, right = op.args
    if is_number(right, 1) and same_kind(op, left):
        return left
    if op.primitive == "multiply" and is_number(left, 1) and same_kind(op, right):
        return right
    return None


# x * -1 = -1 * x = -x
@rewrites("multiply")
def _times_minus_one(context: Context, op: Op) -> Atom | None:
    for one, other in (op.args, op.args[::-1]):
        if is_number(one, -1) and same_kind(op, other):
            return context.builder.emit("negative", other)
    return None


# -(-x) = x
@rewrites("negative")
def _double_negative(context: Context, op: Op) -> Atom | None:
    inner = context.nameless(op.args[0], "negative")
    return None if inner is None else inner.args[0]


# (-x) * y = -(x * y);  x * (-y) = -(x * y);  likewise for /
@rewrites("multiply", "divide")
def _negative_factor(context: Context, op: Op) -> Atom | None:
    for place, arg in enumerate(op.args):
        inner = context.nameless(arg, "negative")
        if inner is not None:
            args = list(op.args)
            args[place] = inner.args[0]
            product = context.builder.emit(op.primitive, *args)
            return context.builder.emit("negative", product)
    return None


# x * (1 / y) = (1 / y) * x = x / y where 1 / y is not needed anyway
@rewrites("multiply", exact=False)
def _times_reciprocal(context: Context, op: Op) -> Atom | None:
    for one, other in (op.args, op.args[::-1]):
        inner = context.read_once(one, "divide")
        if inner is not None and is_number(inner.args[0], 1):
            result = context.builder.emit("divide", other, inner.args[1])
            return result if fits(result, op.result) else None
    return None


# x * q / y = x * q * q where q is 1 / y
@rewrites("divide", exact=False)
def _quotient_again(context: Context, op: Op) -> Atom | None:
    above, below = op.args
    product = context.read_once(above, "multiply")
    for factor in product.args if product is not None else (above,):
        inner = context.definition(factor, "divide")
        if inner is None or not is_number(inner.args[0], 1):
            continue
        if inner.args[1] is below:
            result = context.builder.emit("multiply", above, factor)
            return result if fits(result, op.result) else None
    return None


# x / (a / y) / y = x / a, also where a / y leaves the range of floats
@rewrites("divide", exact=False)
def _divided_by_quotient(context: Context, op: Op) -> Atom | None:
    above, below = op.args
    outer = context.read_once(above, "divide")
    inner = context.definition(outer.args[1], "divide") if outer is not None else None
    if outer is None or inner is None or inner.args[1] is not below:
        return None
    if isinstance(below, Lit):
        return None
    result = context.builder.emit("divide", outer.args[0], inner.args[0])
    return result if fits(result, op.result) else None


# x / d * d = x for a determinant d, which the inverse of the matrix is read beside
@rewrites("multiply", exact=False)
def _by_a_determinant(context: Context, op: Op) -> Atom | None:
    left, right = op.args
    quotient = context.definition(left, "divide")
    if quotient is None or quotient.args[1] is not right:
        return None
    if context.definition(right, "det") is None:
        return None
    return quotient.args[0] if fits(quotient.args[0], op.result) else None


# x * (a / y) = x * a / y, and a * x / y for a number a
@rewrites("multiply", exact=False)
def _times_quotient(context: Context, op: Op) -> Atom | None:
    left, right = op.args
    inner = context.read_once(right, "divide")
    if inner is None or context.nameless(right, "divide") is None:
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
@rewrites("power")
def _small_power(context: Context, op: Op) -> Atom | None:
    base, power = op.args
    if is_number(power, 1) and same_kind(op, base):
        return base
    if is_number(power, -1):
        result = context.builder.emit("divide", Lit(1), base)
        return result if fits(result, op.result) else None
    return None


# x * (a * y) = a * x * y for a number a
@rewrites("multiply", exact=False)
def _number_first(context: Context, op: Op) -> Atom | None:
    left, right = op.args
    inner = context.nameless(right, "multiply")
    if inner is None or isinstance(left, Lit) or not isinstance(inner.args[0], Lit):
        return None
    scaled = context.builder.emit("multiply", inner.args[0], left)
    result = context.builder.emit("multiply", scaled, inner.args[1])
    return result if fits(result, op.result) else None


# x * a = a * x for a number a, in what the user has not written
@rewrites("multiply")
def _number_before(context: Context, op: Op) -> Atom | None:
    left, right = op.args
    if op.phase == 0 or not isinstance(right, Lit) or isinstance(left, Lit):
        return None
    return context.builder.emit("multiply", right, left)


# a * (b * x) = (a * b) * x for numbers whose product is exact
@rewrites("multiply", exact=False)
def _two_numbers(context: Context, op: Op) -> Atom | None:
    number, product = op.args
    inner = context.read_once(product, "multiply")
    if inner is None or not isinstance(inner.args[0], Lit):
        return None
    both = _exact_product(number, inner.args[0])
    if both is None:
        return None
    result = context.builder.emit("multiply", both, inner.args[1])
    return result if fits(result, op.result) else None


def _exact_product(one: Atom, two: Atom) -> Lit | None:
    values = [n.value for n in (one, two) if isinstance(n, Lit)]
    if len(values) < 2 or not all(type(v) in (int, float) for v in values):
        return None
    if not all(math.isfinite(v) for v in values):
        return None
    number = values[0] * values[1]
    exact = Fraction(values[0]) * Fraction(values[1])
    if not math.isfinite(number) or Fraction(number) != exact:
        return None
    return Lit(int(number) if number == int(number) else number)


# a * (x * y) = (a * x) * y for a number a, and likewise for /
@rewrites("multiply", exact=False)
def _number_of_product(context: Context, op: Op) -> Atom | None:
    number, product = op.args
    inner = context.read_once(product, "multiply")
    inner = inner or context.read_once(product, "divide")
    if inner is None or not isinstance(number, Lit):
        return None
    left, right = inner.args
    if isinstance(left, Lit) or isinstance(right, Lit):
        return None
    scaled = context.builder.emit("multiply", number, left)
    result = context.builder.emit(inner.primitive, scaled, right)
    return result if fits(result, op.result) else None


# -a * x = -(a * x) for a number a
@rewrites("multiply")
def _negative_number(context: Context, op: Op) -> Atom | None:
    number, other = op.args
    if op.phase == 0 or not isinstance(number, Lit) or isinstance(other, Lit):
        return None
    if type(number.value) not in (int, float) or number.value >= 0:
        return None
    product = context.builder.emit("multiply", Lit(-number.value), other)
    return context.builder.emit("negative", product)
