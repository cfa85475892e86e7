"""The methods of Tensors that write into them: ``x.add_(y)``.

They compute as the methods without the underscore, write that as ``x[...] = ...`` does,
in the dtype of the Tensor, and give the Tensor back. A Tensor of integers takes no
floats (TypeError), and none takes another shape (ValueError).
"""

from __future__ import annotations

from typing import Any

__all__ = ["IN_PLACE", "written"]

_ORDER = "biufc"


def add_(self: Any, other: Any, *, alpha: Any = 1) -> Any:
    """Add ``alpha * other``."""
    return written(self, self + (other if alpha == 1 else other * alpha))


def sub_(self: Any, other: Any, *, alpha: Any = 1) -> Any:
    """Subtract ``alpha * other``."""
    return written(self, self - (other if alpha == 1 else other * alpha))


def mul_(self: Any, other: Any) -> Any:
    """Multiply by ``other``."""
    return written(self, self * other)


def div_(self: Any, other: Any, *, rounding_mode: Any = None) -> Any:
    """Divide by ``other``, rounded as ``rounding_mode`` says."""
    return written(self, self.div(other, rounding_mode=rounding_mode))


def floor_divide_(self: Any, other: Any) -> Any:
    """Divide by ``other``, rounded down."""
    return written(self, self.floor_divide(other))


def remainder_(self: Any, other: Any) -> Any:
    """Take the remainder of the division by ``other``."""
    return written(self, self.remainder(other))


def copy_(self: Any, src: Any, non_blocking: bool = False) -> Any:
    """Copy another Tensor, which is broadcast and cast."""
    self[...] = src
    return self


def fill_(self: Any, value: Any) -> Any:
    """Set all elements to a number."""
    self[...] = value
    return self


def zero_(self: Any) -> Any:
    """Set all elements to 0."""
    self[...] = 0
    return self


def clamp_(self: Any, min: Any = None, max: Any = None) -> Any:
    """Bring the elements into ``[min, max]``."""
    return written(self, self.clamp(min, max))


def masked_fill_(self: Any, mask: Any, value: Any) -> Any:
    """Set the elements where ``mask`` holds to a number."""
    return written(self, self.masked_fill(mask, value))


def exp_(self: Any) -> Any:
    """Take the exponentials."""
    return written(self, self.exp())


def log_(self: Any) -> Any:
    """Take the natural logarithms."""
    return written(self, self.log())


def floor_(self: Any) -> Any:
    """Round down."""
    return written(self, self.floor())


def sigmoid_(self: Any) -> Any:
    """Take the logistic function."""
    return written(self, self.sigmoid())


def sign_(self: Any) -> Any:
    """Take the signs."""
    return written(self, self.sign())


def tanh_(self: Any) -> Any:
    """Take the hyperbolic tangents."""
    return written(self, self.tanh())


def written(tensor: Any, value: Any) -> Any:
    """Write into all elements, where the dtype and the shape allow it."""
    if _ORDER.index(value.dtype.kind) > _ORDER.index(tensor.dtype.kind):
        raise TypeError(
            f"A Tensor of {tensor.dtype} cannot hold what is computed: {value.dtype}."
        )
    if value.shape != tensor.shape:
        raise ValueError(
            f"A Tensor of shape {tensor.shape} cannot hold what is computed, of shape "
            f"{value.shape}."
        )
    tensor[...] = value
    return tensor


IN_PLACE = (
    *(add_, sub_, mul_, div_, floor_divide_, remainder_, copy_, fill_, zero_),
    *(clamp_, masked_fill_, exp_, log_, floor_, sigmoid_, sign_, tanh_),
)
