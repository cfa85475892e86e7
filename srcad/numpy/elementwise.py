"""NumPy's functions element by element, with the ``dtype`` of their result, as a table.

What is a list or a tuple is a Tensor of it first. :mod:`srcad.ops._forwarding` reads
the table; ``elementwise.pyi`` tells type checkers of it.
"""

from srcad import ops
from srcad.numpy._defaults import in_dtype, of
from srcad.ops._forwarding import forwarding_functions
from srcad.ops.precision import composed_otherwise

ROWS = """
abs(x, dtype=None) -> in_dtype(ops.abs(of(x)), dtype)
    Return ``|x|``; the derivative at 0 is 0.
absolute(x, dtype=None) -> in_dtype(ops.absolute(of(x)), dtype)
    Return ``|x|``; the derivative at 0 is 0.
add(x1, x2, dtype=None) -> in_dtype(ops.add(of(x1), of(x2)), dtype)
    Return ``x1 + x2``.
arccos(input, dtype=None) -> in_dtype(ops.arccos(of(input)), dtype)
    Return the angle in radians whose cosine is ``input``.
arccosh(x, dtype=None) -> in_dtype(ops.arccosh(of(x)), dtype)
    Return the inverse hyperbolic cosine; NaN below 1.
arcsin(x, dtype=None) -> in_dtype(ops.arcsin(of(x)), dtype)
    Return the angle in radians whose sine is ``x``.
arcsinh(x, dtype=None) -> in_dtype(ops.arcsinh(of(x)), dtype)
    Return the inverse hyperbolic sine.
arctan(x, dtype=None) -> in_dtype(ops.arctan(of(x)), dtype)
    Return the angle in radians whose tangent is ``x``.
arctan2(x1, x2, dtype=None) -> in_dtype(ops.atan2(of(x1), of(x2)), dtype)
    Return the angle of the points ``(x2, x1)``.
arctanh(x, dtype=None) -> in_dtype(ops.arctanh(of(x)), dtype)
    Return the inverse hyperbolic tangent; NaN outside ``[-1, 1]``.
bitwise_and(x1, x2, dtype=None) -> in_dtype(ops.bitwise_and(of(x1), of(x2)), dtype)
    Return the bits that both integers have.
bitwise_not(x, dtype=None) -> in_dtype(ops.invert(of(x)), dtype)
    Return the integers with every bit turned.
bitwise_or(x1, x2, dtype=None) -> in_dtype(ops.bitwise_or(of(x1), of(x2)), dtype)
    Return the bits that one of the integers has.
bitwise_xor(x1, x2, dtype=None) -> in_dtype(ops.bitwise_xor(of(x1), of(x2)), dtype)
    Return the bits that just one of the integers has.
ceil(x, dtype=None) -> in_dtype(ops.ceil(of(x)), dtype)
    Return the smallest integers that are not smaller, in the same dtype.
clip(x, xmin, xmax, dtype=None)
    -> in_dtype(ops.clip_by_value(of(x), of(xmin), of(xmax)), dtype)
    Return ``x`` with its elements brought into ``[xmin, xmax]``.
copysign(x1, x2, dtype=None) -> in_dtype(ops.copysign(of(x1), of(x2)), dtype)
    Return ``abs(x1)`` with the sign of ``x2``.
cos(x, dtype=None) -> in_dtype(ops.cos(of(x)), dtype)
    Return the cosine; ``x`` in radians.
cosh(x, dtype=None) -> in_dtype(ops.cosh(of(x)), dtype)
    Return the hyperbolic cosine.
deg2rad(x, dtype=None) -> in_dtype(ops.deg2rad(of(x)), dtype)
    Return degrees as radians.
divide(x1, x2, dtype=None) -> in_dtype(ops.divide(of(x1), of(x2)), dtype)
    Return ``x1 / x2``; of integers a float32.
equal(x1, x2, dtype=None) -> in_dtype(ops.equal(of(x1), of(x2)), dtype)
    Return the bools ``x1 == x2``.
exp(x, dtype=None) -> in_dtype(ops.exp(of(x)), dtype)
    Return ``e^x``.
exp2(x, dtype=None) -> in_dtype(ops.exp2(of(x)), dtype)
    Return ``2^x``.
expm1(x, dtype=None) -> in_dtype(ops.expm1(of(x)), dtype)
    Return ``e^x - 1``, exact near 0.
fabs(x, dtype=None) -> in_dtype(ops.abs(of(x)), dtype)
    Return the absolute values.
floor(x, dtype=None) -> in_dtype(ops.floor(of(x)), dtype)
    Return the largest integers that are not larger, in the same dtype.
floor_divide(x1, x2, dtype=None) -> in_dtype(ops.floor_divide(of(x1), of(x2)), dtype)
    Return ``x1 // x2``, rounded down.
fmod(x1, x2, dtype=None) -> in_dtype(ops.fmod(of(x1), of(x2)), dtype)
    Return what is left of a division, with the sign of ``x1``.
greater(x1, x2, dtype=None) -> in_dtype(ops.greater(of(x1), of(x2)), dtype)
    Return the bools ``x1 > x2``.
greater_equal(x1, x2, dtype=None) -> in_dtype(ops.greater_equal(of(x1), of(x2)), dtype)
    Return the bools ``x1 >= x2``.
heaviside(x1, x2, dtype=None) -> in_dtype(ops.heaviside(of(x1), of(x2)), dtype)
    Return 0 below 0, ``x2`` at 0 and 1 above.
hypot(x1, x2, dtype=None) -> in_dtype(ops.hypot(of(x1), of(x2)), dtype)
    Return ``sqrt(x1^2 + x2^2)``.
invert(x, dtype=None) -> in_dtype(ops.invert(of(x)), dtype)
    Return the integers with every bit turned.
isfinite(x, dtype=None) -> in_dtype(ops.isfinite(of(x)), dtype)
    Return whether each element is neither infinite nor NaN.
isinf(x, dtype=None) -> in_dtype(ops.isinf(of(x)), dtype)
    Return whether each element is infinite.
isnan(x, dtype=None) -> in_dtype(ops.isnan(of(x)), dtype)
    Return whether each element is NaN.
less(x1, x2, dtype=None) -> in_dtype(ops.less(of(x1), of(x2)), dtype)
    Return the bools ``x1 < x2``.
less_equal(x1, x2, dtype=None) -> in_dtype(ops.less_equal(of(x1), of(x2)), dtype)
    Return the bools ``x1 <= x2``.
log(x, dtype=None) -> in_dtype(ops.log(of(x)), dtype)
    Return the natural logarithm; NaN below 0.
log10(x, dtype=None) -> in_dtype(ops.log10(of(x)), dtype)
    Return the logarithm to base 10.
log1p(x, dtype=None) -> in_dtype(ops.log1p(composed_otherwise(of(x))), dtype)
    Return ``log(1 + x)``.
log2(x, dtype=None) -> in_dtype(ops.log2(of(x)), dtype)
    Return the logarithm to base 2.
logaddexp(x1, x2, dtype=None) -> in_dtype(ops.logaddexp(of(x1), of(x2)), dtype)
    Return ``log(exp(x1) + exp(x2))``, without overflow.
logaddexp2(x1, x2, dtype=None) -> in_dtype(ops.logaddexp2(of(x1), of(x2)), dtype)
    Return ``log2(2 ** x1 + 2 ** x2)``, without overflow.
logical_and(x1, x2, dtype=None) -> in_dtype(ops.logical_and(of(x1), of(x2)), dtype)
    Return whether both are true (not zero), element by element.
logical_not(a, dtype=None) -> in_dtype(ops.logical_not(of(a)), dtype)
    Return whether each element is zero.
logical_or(x1, x2, dtype=None) -> in_dtype(ops.logical_or(of(x1), of(x2)), dtype)
    Return whether one is true (not zero), element by element.
logical_xor(x1, x2, dtype=None) -> in_dtype(ops.logical_xor(of(x1), of(x2)), dtype)
    Return whether exactly one is true (not zero), element by element.
matmul(x1, x2, dtype=None) -> in_dtype(ops.matmul(of(x1), of(x2)), dtype)
    Return the matrix product, with NumPy's rules for vectors and batches.
maximum(x1, x2, dtype=None) -> in_dtype(ops.maximum(of(x1), of(x2)), dtype)
    Return the larger of the two, element by element.
minimum(x1, x2, dtype=None) -> in_dtype(ops.minimum(of(x1), of(x2)), dtype)
    Return the smaller of the two, element by element.
mod(x1, x2, dtype=None) -> in_dtype(ops.remainder(of(x1), of(x2)), dtype)
    Return what is left of a division, with the sign of ``x2``.
multiply(x1, x2, dtype=None) -> in_dtype(ops.multiply(of(x1), of(x2)), dtype)
    Return ``x1 * x2``.
negative(a, dtype=None) -> in_dtype(ops.negative(of(a)), dtype)
    Return ``-a``.
not_equal(x1, x2, dtype=None) -> in_dtype(ops.not_equal(of(x1), of(x2)), dtype)
    Return the bools ``x1 != x2``.
positive(a, dtype=None) -> in_dtype(ops.positive(of(a)), dtype)
    Return ``a``.
power(x1, x2, dtype=None) -> in_dtype(ops.pow(of(x1), of(x2)), dtype)
    Return ``x1 ** exponent``.
rad2deg(x, dtype=None) -> in_dtype(ops.rad2deg(of(x)), dtype)
    Return radians as degrees.
radians(x, dtype=None) -> in_dtype(ops.deg2rad(of(x)), dtype)
    Return the angles in radians.
reciprocal(x, dtype=None) -> in_dtype(ops.reciprocal(composed_otherwise(of(x))), dtype)
    Return ``1 / x``.
remainder(x1, x2, dtype=None) -> in_dtype(ops.remainder(of(x1), of(x2)), dtype)
    Return the remainder of ``x1 // x2``, of the sign of ``x2``.
rint(x, dtype=None) -> in_dtype(ops.round(of(x)), dtype)
    Return the nearest integers, of two the even one.
sign(x, dtype=None) -> in_dtype(ops.sign(of(x)), dtype)
    Return -1, 0 or 1, in the same dtype.
signbit(x, dtype=None) -> in_dtype(ops.signbit(of(x)), dtype)
    Return where the sign is negative, that of zeros too.
sin(x, dtype=None) -> in_dtype(ops.sin(of(x)), dtype)
    Return the sine; ``x`` in radians.
sinh(x, dtype=None) -> in_dtype(ops.sinh(of(x)), dtype)
    Return the hyperbolic sine.
sqrt(x, dtype=None) -> in_dtype(ops.sqrt(of(x)), dtype)
    Return the square root; NaN below 0.
square(x, dtype=None) -> in_dtype(ops.square(of(x)), dtype)
    Return ``x^2``.
subtract(x1, x2, dtype=None) -> in_dtype(ops.subtract(of(x1), of(x2)), dtype)
    Return ``x1 - x2``.
tan(x, dtype=None) -> in_dtype(ops.tan(of(x)), dtype)
    Return the tangent; ``x`` in radians.
tanh(x, dtype=None) -> in_dtype(ops.tanh(of(x)), dtype)
    Return the hyperbolic tangent.
true_divide(x1, x2, dtype=None) -> in_dtype(ops.true_divide(of(x1), of(x2)), dtype)
    Return ``x1 / x2``; of integers a float32.
trunc(x, dtype=None) -> in_dtype(ops.trunc(of(x)), dtype)
    Return the integer parts, in the same dtype.
"""

_SPACE = {"ops": ops, "of": of, "in_dtype": in_dtype}
_SPACE["composed_otherwise"] = composed_otherwise
globals().update(forwarding_functions(ROWS, _SPACE, __file__, __name__))
