"""Methods that rearrange, cast, read and repeat: operators of ``srcad.ops``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from srcad import dtypes

if TYPE_CHECKING:
    # srcad.ops, which is made of Tensors, sets this name when it is imported.
    import srcad.ops as ops

__all__ = ["ShapeMethods"]


def _sizes(sizes: tuple[Any, ...]) -> Any:
    """``f(2, 3)`` and ``f((2, 3))`` mean the same."""
    if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)):
        return tuple(sizes[0])
    return sizes


class ShapeMethods:
    """Shapes, axes, dtypes, indices. Nothing shares memory with the Tensor."""

    ndim: Any
    shape: Any
    dtype: Any

    # ----------------------------------------------------------- shapes and axes

    @property
    def T(self) -> Any:
        """The Tensor with its axes reversed."""
        return ops.transpose(self, tuple(range(self.ndim))[::-1])

    @property
    def mT(self) -> Any:
        """The Tensor with its last two axes exchanged."""
        return ops.swapaxes(self, -1, -2)

    def t(self) -> Any:
        """Return the transpose of a matrix; a vector as it is."""
        return ops.t(self)

    def reshape(self, *shape: Any) -> Any:
        """Return the Tensor with another shape; one size may be -1."""
        return ops.reshape(self, _sizes(shape))

    def view(self, *shape: Any) -> Any:
        """Return the Tensor with another shape; one size may be -1."""
        return ops.reshape(self, _sizes(shape))

    def view_as(self, other: Any) -> Any:
        """Return the Tensor with the shape of another."""
        return ops.reshape(self, other.shape)

    def reshape_as(self, other: Any) -> Any:
        """Return the Tensor with the shape of another."""
        return ops.reshape(self, other.shape)

    def flatten(
        self, order: str = "C", *, start_dim: int = 0, end_dim: int = -1
    ) -> Any:
        """Return the Tensor with the axes ``start_dim`` to ``end_dim`` made one."""
        return ops.flatten(self, order, start_dim=start_dim, end_dim=end_dim)

    def ravel(self) -> Any:
        """Return the Tensor with one axis."""
        return ops.reshape(self, (-1,))

    def transpose(self, *axes: Any) -> Any:
        """Return the Tensor with its axes in another order; reversed without one."""
        if not axes:
            return ops.transpose(self, tuple(range(self.ndim))[::-1])
        return ops.transpose(self, _sizes(axes))

    def permute(self, *axis: Any) -> Any:
        """Return the Tensor with its axes in another order."""
        return ops.transpose(self, _sizes(axis))

    def swapaxes(self, axis0: int, axis1: int) -> Any:
        """Return the Tensor with two axes exchanged."""
        return ops.swapaxes(self, axis0, axis1)

    swapdims = swapaxes

    def movedim(self, source: Any, destination: Any) -> Any:
        """Return the Tensor with the axes ``source`` moved to ``destination``."""
        return ops.movedim(self, source, destination)

    def expand_dims(self, axis: int) -> Any:
        """Return the Tensor with a new axis of size 1."""
        return ops.expand_dims(self, axis)

    def unsqueeze(self, dim: int) -> Any:
        """Return the Tensor with a new axis of size 1."""
        return ops.expand_dims(self, dim)

    def squeeze(self, axis: Any = None) -> Any:
        """Return the Tensor without axes (None: all) of size 1."""
        return ops.squeeze(self, axis)

    def broadcast_to(self, shape: Any) -> Any:
        """Return the Tensor repeated to ``shape``; -1 keeps a size."""
        return ops.broadcast_to(self, shape)

    def expand(self, *size: Any) -> Any:
        """Return the Tensor repeated to a shape; -1 keeps a size."""
        return ops.broadcast_to(self, _sizes(size))

    def expand_as(self, other: Any) -> Any:
        """Return the Tensor repeated to the shape of another."""
        return ops.expand_as(self, other)

    # ------------------------------------------------------ repeating and cutting

    def tile(self, *dims: Any) -> Any:
        """Return the Tensor repeated whole, so many times along each axis."""
        return ops.tile(self, _sizes(dims))

    def repeat(self, repeats: Any, axis: Any = None) -> Any:
        """Return the Tensor with each element repeated along ``axis`` (None: flat)."""
        return ops.repeat_interleave(self, repeats, axis)

    def repeat_interleave(self, repeats: Any, dim: Any = None) -> Any:
        """Return the Tensor with each element repeated along ``dim`` (None: flat)."""
        return ops.repeat_interleave(self, repeats, dim)

    def split(self, split_size_or_sections: Any, axis: int = 0) -> Any:
        """Return a tuple of pieces: see ``ops.split``."""
        return ops.split(self, split_size_or_sections, axis)

    def chunk(self, chunks: int, axis: int = 0) -> Any:
        """Return a tuple of at most ``chunks`` pieces."""
        return ops.chunk(self, chunks, axis)

    def unbind(self, dim: int = 0) -> Any:
        """Return a tuple of the slices along ``dim``."""
        return ops.unstack(self, dim)

    def narrow(self, axis: int, start: int, length: int) -> Any:
        """Return ``length`` slices along ``axis`` from ``start`` on."""
        return ops.narrow(self, axis, start, length)

    def flip(self, dims: Any) -> Any:
        """Return the Tensor with the order along ``dims`` reversed."""
        return ops.flip(self, dims)

    def roll(self, shifts: Any, dims: Any = None) -> Any:
        """Return the Tensor shifted along ``dims``, what leaves coming back."""
        return ops.roll(self, shifts, dims)

    def tril(self, diagonal: int = 0) -> Any:
        """Return the Tensor with zeros above the diagonal."""
        return ops.tril(self, diagonal)

    def triu(self, diagonal: int = 0) -> Any:
        """Return the Tensor with zeros below the diagonal."""
        return ops.triu(self, diagonal)

    # ------------------------------------------------------------ reading by index

    def gather(self, input_indices: Any, axis: int, batch_dims: int = 0) -> Any:
        """Return the slices along ``axis`` at ``input_indices``."""
        return ops.gather(self, input_indices, axis, batch_dims)

    def take(self, indices: Any, axis: Any = None) -> Any:
        """Return the slices along ``axis`` (None: flat) at ``indices``."""
        if axis is None:
            return ops.gather(ops.reshape(self, (-1,)), indices, 0)
        return ops.gather(self, indices, axis)

    def gather_elements(self, dim: int, index: Any) -> Any:
        """Return the elements at ``index`` along ``dim``."""
        return ops.gather_elements(self, dim, index)

    def gather_nd(self, indices: Any) -> Any:
        """Return the elements at index tuples."""
        return ops.gather_nd(self, indices)

    def index_select(self, axis: int, index: Any) -> Any:
        """Return the slices along ``axis`` at a vector of indices."""
        return ops.index_select(self, axis, index)

    def masked_select(self, mask: Any) -> Any:
        """Return the elements where ``mask`` holds, flat."""
        return ops.masked_select(self, mask)

    def nonzero(self) -> Any:
        """Return the int64 indices of the elements that are not 0, one a row."""
        return ops.nonzero(self)

    # ----------------------------------------------------------- casting and making

    def astype(self, dtype: Any, copy: bool = True) -> Any:
        """Return the Tensor cast to ``dtype``; a cast to an integer has no gradient."""
        return ops.cast(self, dtypes.numpy_dtype(dtype))

    def to(self, dtype: Any) -> Any:
        """Return the Tensor cast to ``dtype``."""
        return ops.cast(self, dtypes.numpy_dtype(dtype))

    def type_as(self, other: Any) -> Any:
        """Return the Tensor cast to the dtype of another."""
        return ops.cast(self, other.dtype)

    def float(self) -> Any:
        """Return the Tensor cast to float32."""
        return ops.cast(self, dtypes.float32)

    def half(self) -> Any:
        """Return the Tensor cast to float16."""
        return ops.cast(self, dtypes.float16)

    def double(self) -> Any:
        """Return the Tensor cast to float64."""
        return ops.cast(self, dtypes.float64)

    def int(self) -> Any:
        """Return the Tensor cast to int32."""
        return ops.cast(self, dtypes.int32)

    def long(self) -> Any:
        """Return the Tensor cast to int64."""
        return ops.cast(self, dtypes.int64)

    def bool(self) -> Any:
        """Return the Tensor cast to bool."""
        return ops.cast(self, dtypes.bool_)

    def new_zeros(self, size: Any, dtype: Any = None) -> Any:
        """Return zeros of this dtype."""
        return ops.zeros(size, self.dtype if dtype is None else dtype)

    def new_ones(self, size: Any, dtype: Any = None) -> Any:
        """Return ones of this dtype."""
        return ops.ones(size, self.dtype if dtype is None else dtype)
