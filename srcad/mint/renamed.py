"""The operators of ``mint`` whose arguments PyTorch calls by other names, as a table.

:mod:`srcad.ops._forwarding` reads it; ``renamed.pyi`` tells type checkers of them.
"""

from srcad import ops
from srcad.ops._forwarding import forwarding_functions

ROWS = """
div(input, other, *, rounding_mode: str | None = None)
    -> ops.div(input, other, rounding_mode)
    Return ``input / other``, rounded to zero ("trunc") or down ("floor").
mean(input, dim=None, keepdim=False, *, dtype=None)
    -> ops.mean(input if dtype is None else ops.cast(input, dtype), dim, keepdim)
    Return the mean over the axes ``dim``.
prod(input, dim=None, keepdim=False, *, dtype=None)
    -> ops.prod(input, dim, keepdim, dtype)
    Return the product over the axis ``dim``.
all(input, dim=None, keepdim=False) -> ops.all(input, dim, keepdim)
    Return whether all elements are true, over the axes ``dim``.
any(input, dim=None, keepdim=False) -> ops.any(input, dim, keepdim)
    Return whether an element is true, over the axes ``dim``.
argmin(input, dim: int | None = None, keepdim=False) -> ops.argmin(input, dim, keepdim)
    Return the index of the smallest element along ``dim``, or of all.
var(input, dim=None, *, correction=1, keepdim=False)
    -> ops.var(input, dim, correction, keepdim)
    Return the variance over ``dim``, dividing by the count less ``correction``.
std(input, dim=None, *, correction=1, keepdim=False)
    -> ops.std(input, dim, correction, keepdim)
    Return the square root of ``var``.
cumsum(input, dim: int, dtype=None) -> ops.cumsum(input, dim, dtype)
    Return the running sums along ``dim``.
softmax(input, dim: int, *, dtype=None)
    -> ops.softmax(input if dtype is None else ops.cast(input, dtype), dim)
    Return the softmax along ``dim``.
cat(tensors, dim=0) -> ops.concat(tensors, dim)
    Return the Tensors joined along ``dim``.
concat(tensors, dim=0) -> ops.concat(tensors, dim)
    Return the Tensors joined along ``dim``.
stack(tensors, dim=0) -> ops.stack(tensors, dim)
    Return the Tensors joined along a new axis ``dim``.
split(tensor, split_size_or_sections, dim=0)
    -> ops.split(tensor, split_size_or_sections, dim)
    Return a tuple of pieces along ``dim``.
chunk(input, chunks: int, dim=0) -> ops.chunk(input, chunks, dim)
    Return about ``chunks`` equal pieces along ``dim``.
narrow(input, dim: int, start: int, length: int)
    -> ops.narrow(input, dim, start, length)
    Return ``length`` elements from ``start`` on, along ``dim``.
unbind(input, dim=0) -> ops.unbind(input, dim)
    Return the slices along ``dim``, without that axis.
index_select(input, dim: int, index) -> ops.index_select(input, dim, index)
    Return the slices along ``dim`` that ``index`` names.
permute(input, dims) -> ops.permute(input, dims)
    Return ``input`` with its axes in the order ``dims``.
transpose(input, dim0: int, dim1: int) -> ops.swapaxes(input, dim0, dim1)
    Return ``input`` with two axes exchanged.
squeeze(input, dim=None) -> ops.squeeze(input, dim)
    Return ``input`` without its unit axes, or without those of ``dim``.
flatten(input, start_dim=0, end_dim=-1)
    -> ops.flatten(input, start_dim=start_dim, end_dim=end_dim)
    Return ``input`` with the axes from ``start_dim`` to ``end_dim`` as one.
sort(input, *, dim=-1, descending=False, stable=False)
    -> ops.sort(input, dim, descending)
    Return ``(elements in order, their indices)`` along ``dim``.
topk(input, k: int, dim=-1, largest=True, sorted=True)
    -> ops.topk(input, k, dim, largest, sorted)
    Return ``(values, indices)`` of the ``k`` largest elements along ``dim``.
"""

globals().update(forwarding_functions(ROWS, {"ops": ops}, __file__, __name__))
