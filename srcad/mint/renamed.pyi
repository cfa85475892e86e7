"""The operators of ``mint`` whose arguments PyTorch calls by other names, as a table.

:mod:`srcad.ops._forwarding` reads it; ``renamed.pyi`` tells type checkers of them.
"""

# Written by tools/stubs.py.

from typing import Any

def all(input: Any, dim: Any = None, keepdim: bool = False) -> Any:
    """Return whether all elements are true, over the axes ``dim``."""

def any(input: Any, dim: Any = None, keepdim: bool = False) -> Any:
    """Return whether an element is true, over the axes ``dim``."""

def argmin(input: Any, dim: int | None = None, keepdim: bool = False) -> Any:
    """Return the index of the smallest element along ``dim``, or of all."""

def cat(tensors: Any, dim: int = 0) -> Any:
    """Return the Tensors joined along ``dim``."""

def chunk(input: Any, chunks: int, dim: int = 0) -> Any:
    """Return about ``chunks`` equal pieces along ``dim``."""

def concat(tensors: Any, dim: int = 0) -> Any:
    """Return the Tensors joined along ``dim``."""

def cumsum(input: Any, dim: int, dtype: Any = None) -> Any:
    """Return the running sums along ``dim``."""

def div(input: Any, other: Any, *, rounding_mode: str | None = None) -> Any:
    """Return ``input / other``, rounded to zero ("trunc") or down ("floor")."""

def flatten(input: Any, start_dim: int = 0, end_dim: int = -1) -> Any:
    """Return ``input`` with the axes from ``start_dim`` to ``end_dim`` as one."""

def index_select(input: Any, dim: int, index: Any) -> Any:
    """Return the slices along ``dim`` that ``index`` names."""

def mean(
    input: Any, dim: Any = None, keepdim: bool = False, *, dtype: Any = None
) -> Any:
    """Return the mean over the axes ``dim``."""

def narrow(input: Any, dim: int, start: int, length: int) -> Any:
    """Return ``length`` elements from ``start`` on, along ``dim``."""

def permute(input: Any, dims: Any) -> Any:
    """Return ``input`` with its axes in the order ``dims``."""

def prod(
    input: Any, dim: Any = None, keepdim: bool = False, *, dtype: Any = None
) -> Any:
    """Return the product over the axis ``dim``."""

def softmax(input: Any, dim: int, *, dtype: Any = None) -> Any:
    """Return the softmax along ``dim``."""

def sort(
    input: Any, *, dim: int = -1, descending: bool = False, stable: bool = False
) -> Any:
    """Return ``(elements in order, their indices)`` along ``dim``."""

def split(tensor: Any, split_size_or_sections: Any, dim: int = 0) -> Any:
    """Return a tuple of pieces along ``dim``."""

def squeeze(input: Any, dim: Any = None) -> Any:
    """Return ``input`` without its unit axes, or without those of ``dim``."""

def stack(tensors: Any, dim: int = 0) -> Any:
    """Return the Tensors joined along a new axis ``dim``."""

def std(
    input: Any, dim: Any = None, *, correction: int = 1, keepdim: bool = False
) -> Any:
    """Return the square root of ``var``."""

def topk(
    input: Any, k: int, dim: int = -1, largest: bool = True, sorted: bool = True
) -> Any:
    """Return ``(values, indices)`` of the ``k`` largest elements along ``dim``."""

def transpose(input: Any, dim0: int, dim1: int) -> Any:
    """Return ``input`` with two axes exchanged."""

def unbind(input: Any, dim: int = 0) -> Any:
    """Return the slices along ``dim``, without that axis."""

def var(
    input: Any, dim: Any = None, *, correction: int = 1, keepdim: bool = False
) -> Any:
    """Return the variance over ``dim``, dividing by the count less ``correction``."""
