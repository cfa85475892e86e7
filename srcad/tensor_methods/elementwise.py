"""Element-wise methods: each is the operator of the same name in ``srcad.ops``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # srcad.ops, which is made of Tensors, sets this name when it is imported.
    import srcad.ops as ops

__all__ = ["ElementwiseMethods"]


class ElementwiseMethods:
    """Functions of one operand, arithmetic, comparison, logic, selection."""

    def abs(self) -> Any:
        """Return ``|x|``."""
        return ops.abs(self)

    def neg(self) -> Any:
        """Return ``-x``."""
        return ops.neg(self)

    def negative(self) -> Any:
        """Return ``-x``."""
        return ops.negative(self)

    def square(self) -> Any:
        """Return ``x^2``."""
        return ops.square(self)

    def sqrt(self) -> Any:
        """Return the square root."""
        return ops.sqrt(self)

    def rsqrt(self) -> Any:
        """Return ``1 / sqrt(x)``."""
        return ops.rsqrt(self)

    def reciprocal(self) -> Any:
        """Return ``1 / x``."""
        return ops.reciprocal(self)

    def exp(self) -> Any:
        """Return ``e^x``."""
        return ops.exp(self)

    def expm1(self) -> Any:
        """Return ``e^x - 1``."""
        return ops.expm1(self)

    def log(self) -> Any:
        """Return the natural logarithm."""
        return ops.log(self)

    def log1p(self) -> Any:
        """Return ``log(1 + x)``."""
        return ops.log1p(self)

    def log2(self) -> Any:
        """Return the logarithm to base 2."""
        return ops.log2(self)

    def log10(self) -> Any:
        """Return the logarithm to base 10."""
        return ops.log10(self)

    def sin(self) -> Any:
        """Return the sine."""
        return ops.sin(self)

    def cos(self) -> Any:
        """Return the cosine."""
        return ops.cos(self)

    def tan(self) -> Any:
        """Return the tangent."""
        return ops.tan(self)

    def asin(self) -> Any:
        """Return the inverse sine."""
        return ops.asin(self)

    def acos(self) -> Any:
        """Return the inverse cosine."""
        return ops.acos(self)

    def atan(self) -> Any:
        """Return the inverse tangent."""
        return ops.atan(self)

    def sinh(self) -> Any:
        """Return the hyperbolic sine."""
        return ops.sinh(self)

    def cosh(self) -> Any:
        """Return the hyperbolic cosine."""
        return ops.cosh(self)

    def tanh(self) -> Any:
        """Return the hyperbolic tangent."""
        return ops.tanh(self)

    def sigmoid(self) -> Any:
        """Return ``1 / (1 + e^(-x))``."""
        return ops.sigmoid(self)

    def relu(self) -> Any:
        """Return ``max(x, 0)``."""
        return ops.relu(self)

    def erf(self) -> Any:
        """Return the error function."""
        return ops.erf(self)

    def erfc(self) -> Any:
        """Return ``1 - erf(x)``."""
        return ops.erfc(self)

    def floor(self) -> Any:
        """Return the elements rounded down."""
        return ops.floor(self)

    def ceil(self) -> Any:
        """Return the elements rounded up."""
        return ops.ceil(self)

    def trunc(self) -> Any:
        """Return the integer parts."""
        return ops.trunc(self)

    def round(self) -> Any:
        """Return the nearest integers."""
        return ops.round(self)

    def sign(self) -> Any:
        """Return -1, 0 or 1."""
        return ops.sign(self)

    def isnan(self) -> Any:
        """Return whether each element is NaN."""
        return ops.isnan(self)

    def isfinite(self) -> Any:
        """Return whether each element is finite."""
        return ops.isfinite(self)

    def isinf(self) -> Any:
        """Return whether each element is infinite."""
        return ops.isinf(self)

    def logical_not(self) -> Any:
        """Return whether each element is zero."""
        return ops.logical_not(self)

    def bitwise_not(self) -> Any:
        """Return ``~x``."""
        return ops.bitwise_not(self)

    def add(self, other: Any) -> Any:
        """Return ``x + other``."""
        return ops.add(self, other)

    def sub(self, other: Any) -> Any:
        """Return ``x - other``."""
        return ops.sub(self, other)

    def subtract(self, other: Any) -> Any:
        """Return ``x - other``."""
        return ops.subtract(self, other)

    def mul(self, other: Any) -> Any:
        """Return ``x * other``."""
        return ops.mul(self, other)

    def multiply(self, other: Any) -> Any:
        """Return ``x * other``."""
        return ops.multiply(self, other)

    def true_divide(self, other: Any) -> Any:
        """Return ``x / other``."""
        return ops.true_divide(self, other)

    def floor_divide(self, other: Any) -> Any:
        """Return ``x // other``."""
        return ops.floor_divide(self, other)

    def remainder(self, other: Any) -> Any:
        """Return ``x % other``."""
        return ops.remainder(self, other)

    def fmod(self, other: Any) -> Any:
        """Return the remainder of the division towards zero."""
        return ops.fmod(self, other)

    def pow(self, exponent: Any) -> Any:
        """Return ``x ** exponent``."""
        return ops.pow(self, exponent)

    def maximum(self, other: Any) -> Any:
        """Return the larger element."""
        return ops.maximum(self, other)

    def minimum(self, other: Any) -> Any:
        """Return the smaller element."""
        return ops.minimum(self, other)

    def atan2(self, other: Any) -> Any:
        """Return the angle of the point ``(other, x)``."""
        return ops.atan2(self, other)

    def eq(self, other: Any) -> Any:
        """Return ``x == other``."""
        return ops.eq(self, other)

    def equal(self, other: Any) -> Any:
        """Return ``x == other``."""
        return ops.equal(self, other)

    def ne(self, other: Any) -> Any:
        """Return ``x != other``."""
        return ops.ne(self, other)

    def not_equal(self, other: Any) -> Any:
        """Return ``x != other``."""
        return ops.not_equal(self, other)

    def lt(self, other: Any) -> Any:
        """Return ``x < other``."""
        return ops.lt(self, other)

    def less(self, other: Any) -> Any:
        """Return ``x < other``."""
        return ops.less(self, other)

    def le(self, other: Any) -> Any:
        """Return ``x <= other``."""
        return ops.le(self, other)

    def less_equal(self, other: Any) -> Any:
        """Return ``x <= other``."""
        return ops.less_equal(self, other)

    def gt(self, other: Any) -> Any:
        """Return ``x > other``."""
        return ops.gt(self, other)

    def greater(self, other: Any) -> Any:
        """Return ``x > other``."""
        return ops.greater(self, other)

    def ge(self, other: Any) -> Any:
        """Return ``x >= other``."""
        return ops.ge(self, other)

    def greater_equal(self, other: Any) -> Any:
        """Return ``x >= other``."""
        return ops.greater_equal(self, other)

    def logical_and(self, other: Any) -> Any:
        """Return whether both are true."""
        return ops.logical_and(self, other)

    def logical_or(self, other: Any) -> Any:
        """Return whether one is true."""
        return ops.logical_or(self, other)

    def logical_xor(self, other: Any) -> Any:
        """Return whether exactly one is true."""
        return ops.logical_xor(self, other)

    def bitwise_and(self, other: Any) -> Any:
        """Return ``x & other``."""
        return ops.bitwise_and(self, other)

    def bitwise_or(self, other: Any) -> Any:
        """Return ``x | other``."""
        return ops.bitwise_or(self, other)

    def bitwise_xor(self, other: Any) -> Any:
        """Return ``x ^ other``."""
        return ops.bitwise_xor(self, other)

    def div(self, other: Any, *, rounding_mode: Any = None) -> Any:
        """Return ``x / other``, rounded as ``rounding_mode`` says."""
        return ops.div(self, other, rounding_mode)

    divide = div

    def isclose(
        self,
        other: Any,
        rtol: float = 1e-05,
        atol: float = 1e-08,
        equal_nan: bool = False,
    ) -> Any:
        """Return whether ``|x - other| <= atol + rtol * |other|``."""
        return ops.isclose(self, other, rtol, atol, equal_nan)

    def clamp(self, min: Any = None, max: Any = None) -> Any:
        """Return the elements brought into ``[min, max]``."""
        return ops.clamp(self, min, max)

    def clip(self, min: Any = None, max: Any = None) -> Any:
        """Return the elements brought into ``[min, max]``."""
        return ops.clamp(self, min, max)

    def where(self, condition: Any, y: Any) -> Any:
        """Return the elements where ``condition`` holds and ``y`` elsewhere."""
        return ops.where(condition, self, y)

    def select(self, condition: Any, y: Any) -> Any:
        """Return the elements where the bools hold and ``y`` elsewhere."""
        return ops.select(condition, self, y)

    def masked_fill(self, mask: Any, value: Any) -> Any:
        """Return the elements with ``value`` where ``mask`` is True."""
        return ops.masked_fill(self, mask, value)

    def softmax(self, axis: int = -1) -> Any:
        """Return ``e^x / sum(e^x)`` along ``axis``."""
        return ops.softmax(self, axis)

    def log_softmax(self, axis: int = -1) -> Any:
        """Return ``log(softmax(x))`` along ``axis``."""
        return ops.log_softmax(self, axis)

    def lerp(self, end: Any, weight: Any) -> Any:
        """Return ``x + weight * (end - x)``."""
        return ops.lerp(self, end, weight)

    def fill(self, value: Any) -> Any:
        """Return a Tensor of this shape and dtype, all ``value``."""
        return ops.full_like(self, value)
