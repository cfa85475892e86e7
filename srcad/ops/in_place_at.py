"""The methods of Tensors that write at indices: ``x.index_add_(dim, index, source)``.

As MindSpore documents them (its CPU has no kernels for them). They give the Tensor
back; of an index that is there twice the last one counts, where nothing is added. What
is written has the Tensor's dtype (TypeError) and fits the indices (ValueError).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.tensor import Tensor

__all__ = ["AT_INDICES"]


@operator
def index_copied(x: Any, dim: int, index: Any, source: Any) -> Any:
    """Return ``x`` with the slices of ``source`` at ``index`` along ``dim``."""
    out = np.moveaxis(x, dim, 0).copy()
    out[index] = np.moveaxis(source, dim, 0)
    return np.moveaxis(out, 0, dim)


@operator
def index_put(x: Any, indices: Any, values: Any, accumulate: bool) -> Any:
    """Return ``x`` with ``values`` at (or added at) the places of all ``indices``."""
    out = x.copy()
    if accumulate:
        np.add.at(out, tuple(indices), values)
    else:
        out[tuple(indices)] = values
    return out


@operator
def put(x: Any, index: Any, source: Any, accumulate: bool) -> Any:
    """Return ``x`` with ``source`` at the places of all, counted along one axis."""
    flat = np.reshape(x, (-1,)).copy()
    if accumulate:
        np.add.at(flat, np.reshape(index, (-1,)), np.reshape(source, (-1,)))
    else:
        flat[np.reshape(index, (-1,))] = np.reshape(source, (-1,))
    return np.reshape(flat, x.shape)


@operator
def diagonal_filled(x: Any, value: Any, wrap: bool) -> Any:
    """Return ``x`` with ``value`` on the main diagonal; with ``wrap`` it goes on below
    the square of a tall matrix, after one row that is left out."""
    places = [
        np.reshape(np.arange(x.shape[k]), (-1,) + (1,) * (x.ndim - 1 - k))
        for k in range(x.ndim)
    ]
    first = places[0] % (x.shape[1] + 1) if wrap and x.ndim == 2 else places[0]
    there = first == places[1]
    for place in places[2:]:
        there = there & (first == place)
    return np.where(there, value, x).astype(x.dtype)


@operator
def scattered(x: Any, dim: int, index: Any, src: Any, reduce: Any) -> Any:
    """Return ``x`` with ``src`` at ``index`` along ``dim``: in its place, added to what
    is there, or multiplied by it."""
    dim = dim % x.ndim
    counts = [
        np.reshape(np.arange(index.shape[k]), (-1,) + (1,) * (x.ndim - 1 - k))
        for k in range(x.ndim)
    ]
    places = tuple(
        index if k == dim else np.broadcast_to(count, index.shape)
        for k, count in enumerate(counts)
    )
    if reduce == "multiply":
        return multiplied(x, dim, index, places, src)
    out = x.copy()
    if reduce == "add":
        np.add.at(out, places, src)
    else:
        out[places] = src
    return out


def multiplied(x: Any, dim: int, index: Any, places: Any, src: Any) -> Any:
    """The same by places of all, counted along one axis."""
    if np.any((index < 0) | (index >= x.shape[dim])):
        raise IndexError(f"an index is out of the {x.shape[dim]} along axis {dim}")
    flat, count = np.reshape(x, (-1,)).copy(), 0
    for place, size in zip(places, x.shape, strict=True):
        count = count * size + place
    factors = np.broadcast_to(src, index.shape)
    np.multiply.at(flat, np.reshape(count, (-1,)), np.reshape(factors, (-1,)))
    return np.reshape(flat, x.shape)


def addmm_(self: Any, mat1: Any, mat2: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
    """Take ``beta * self + alpha * (mat1 @ mat2)``."""
    _check_dtype("addmm_", self, mat1)
    _check_dtype("addmm_", self, mat2)
    if (mat1.shape[0], mat2.shape[1]) != self.shape:
        raise ValueError(f"For 'addmm_', the product has not the shape {self.shape}.")
    self[...] = self.addmm(mat1, mat2, beta=beta, alpha=alpha)
    return self


def fill_diagonal_(self: Any, fill_value: Any, wrap: bool = False) -> Any:
    """Set the main diagonal to a number; with ``wrap`` of a tall matrix all of them."""
    if self.ndim < 2 or (self.ndim > 2 and len(set(self.shape)) > 1):
        raise ValueError(
            "For 'fill_diagonal_', the Tensor is a matrix, or has more axes of one "
            f"size, but its shape is {self.shape}."
        )
    self[...] = diagonal_filled(self, fill_value, wrap)
    return self


def index_add_(self: Any, dim: int, index: Any, source: Any, *, alpha: Any = 1) -> Any:
    """Add ``alpha * source`` to the slices ``index`` along ``dim``."""
    _check_slices("index_add_", self, dim, index, source)
    self[...] = self.index_add(dim, index, source, alpha=alpha)
    return self


def index_copy_(self: Any, dim: int, index: Any, tensor: Any) -> Any:
    """Copy ``tensor`` to the slices ``index`` along ``dim``."""
    _check_slices("index_copy_", self, dim, index, tensor)
    self[...] = index_copied(self, dim, index, tensor)
    return self


def index_fill_(self: Any, dim: int, index: Any, value: Any) -> Any:
    """Set the slices ``index`` along ``dim`` to a number, or a Tensor of one."""
    if not -self.ndim <= dim < self.ndim or index.ndim > 1:
        raise ValueError("For 'index_fill_', there is no such axis or slice.")
    if isinstance(value, Tensor) and value.ndim:
        raise ValueError("For 'index_fill_', the value is a number.")
    self[...] = self.index_fill(dim, index, value)
    return self


def index_put_(self: Any, indices: Any, values: Any, accumulate: bool = False) -> Any:
    """Set, or add to, the elements ``self[indices]``; ``indices`` is a tuple."""
    if not isinstance(indices, (tuple, list)):
        raise TypeError("For 'index_put_', the indices are a tuple or a list.")
    if len(indices) > self.ndim:
        raise ValueError("For 'index_put_', there are more indices than axes.")
    _check_dtype("index_put_", self, values)
    self[...] = index_put(self, tuple(indices), values, accumulate)
    return self


def masked_scatter_(self: Any, mask: Any, source: Any) -> Any:
    """Set the elements where ``mask`` holds to those of ``source``, in turn."""
    _check_dtype("masked_scatter_", self, source)
    self[...] = self.masked_scatter(mask, source)
    return self


def put_(self: Any, index: Any, source: Any, accumulate: bool = False) -> Any:
    """Set, or add to, the elements at the places ``index``, counted along one axis."""
    _check_dtype("put_", self, source)
    if index.size != source.size:
        raise ValueError("For 'put_', there are as many elements as indices.")
    self[...] = put(self, index, source, accumulate)
    return self


def scatter_(
    self: Any, dim: int, index: Any, src: Any, *, reduce: str | None = None
) -> Any:
    """Set the elements at ``index`` along ``dim`` to those of ``src``, or to a number.

    ``reduce`` is "add" or "multiply" where they are added or multiplied.
    """
    if reduce not in (None, "add", "multiply"):
        raise ValueError("For 'scatter_', reduce is None, 'add' or 'multiply'.")
    src = _cut("scatter_", self, dim, index, src)
    self[...] = scattered(self, dim, index, src, reduce)
    return self


def scatter_add_(self: Any, dim: int, index: Any, src: Any) -> Any:
    """Add the elements of ``src`` to those at ``index`` along ``dim``."""
    src = _cut("scatter_add_", self, dim, index, src)
    self[...] = scattered(self, dim, index, src, "add")
    return self


def _check_dtype(name: str, tensor: Any, other: Any) -> None:
    if other.dtype != tensor.dtype:
        raise TypeError(
            f"For '{name}', the dtypes are equal, but got {tensor.dtype} and "
            f"{other.dtype}."
        )


def _check_slices(name: str, tensor: Any, dim: int, index: Any, source: Any) -> None:
    _check_dtype(name, tensor, source)
    if not -tensor.ndim <= dim < tensor.ndim:
        raise ValueError(f"For '{name}', there is no axis {dim}.")
    dim = dim % tensor.ndim
    if index.ndim != 1 or source.ndim != tensor.ndim:
        raise ValueError(f"For '{name}', the index has one axis, and the source all.")
    if source.shape != (*tensor.shape[:dim], index.shape[0], *tensor.shape[dim + 1 :]):
        raise ValueError(
            f"For '{name}', {index.shape[0]} slices of a Tensor of shape "
            f"{tensor.shape} are not of shape {source.shape}."
        )


def _cut(name: str, tensor: Any, dim: int, index: Any, src: Any) -> Any:
    """What is written: as much of it as there are indices."""
    if not -tensor.ndim <= dim < tensor.ndim:
        raise ValueError(f"For '{name}', there is no axis {dim}.")
    if not isinstance(src, Tensor):
        return src
    _check_dtype(name, tensor, src)
    sizes = [
        several <= min(many, own) if k != dim % tensor.ndim else several <= many
        for k, (several, many, own) in enumerate(
            zip(index.shape, src.shape, tensor.shape, strict=True)
        )
    ]
    if not all(sizes):
        raise ValueError(
            f"For '{name}', indices of shape {index.shape} do not fit {src.shape} and "
            f"{tensor.shape}."
        )
    return src[tuple(slice(0, size) for size in index.shape)]


AT_INDICES = (
    *(addmm_, fill_diagonal_, index_add_, index_copy_, index_fill_, index_put_),
    *(masked_scatter_, put_, scatter_, scatter_add_),
)
