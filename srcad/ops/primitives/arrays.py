"""Classes that rearrange, reduce, read and draw."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.dtypes import float32, int32
from srcad.ops import creation, gathering, linear, random, reductions, shapes
from srcad.ops._primitive import Primitive
from srcad.tensor import Tensor

__all__ = [
    "ArgMaxWithValue",
    "ArgMinWithValue",
    "Argmax",
    "Argmin",
    "BroadcastTo",
    "Concat",
    "CumSum",
    "Einsum",
    "Gather",
    "InvertPermutation",
    "OneHot",
    "Pad",
    "Range",
    "ReduceAll",
    "ReduceAny",
    "ReduceMax",
    "ReduceMean",
    "ReduceMin",
    "ReduceProd",
    "ReduceSum",
    "ReverseV2",
    "ScalarToTensor",
    "Sort",
    "Split",
    "Squeeze",
    "Stack",
    "StandardNormal",
    "StridedSlice",
    "TopK",
    "UniformCandidateSampler",
    "UniformReal",
    "Unstack",
    "reduce_max",
    "reduce_mean",
    "reduce_min",
    "reduce_sum",
]

# ------------------------------------------------------------------------- reductions


class _Reduction(Primitive):
    def __init__(self, keep_dims: bool = False) -> None:
        self.keep_dims = keep_dims


class ReduceSum(_Reduction):
    """The sum over the axes ``axis``; all of them for ``()``.

    With ``skip_mode``, none of them for ``()``.
    """

    def __init__(self, keep_dims: bool = False, skip_mode: bool = False) -> None:
        super().__init__(keep_dims)
        self.skip_mode = skip_mode

    def __call__(self, x: Any, axis: Any = ()) -> Any:
        """Return the result."""
        if self.skip_mode and axis == ():
            return x
        return reductions.reduced_sum(x, axis, self.keep_dims)


class ReduceMean(_Reduction):
    """The mean over the axes ``axis``; all of them for ``()``."""

    def __call__(self, x: Any, axis: Any = ()) -> Any:
        """Return the result."""
        return reductions.mean(x, axis, self.keep_dims)


class ReduceMax(_Reduction):
    """The largest over the axes ``axis``; all of them for ``()``."""

    def __call__(self, x: Any, axis: Any = ()) -> Any:
        """Return the result."""
        return reductions.amax(x, axis, self.keep_dims)


class ReduceMin(_Reduction):
    """The smallest over the axes ``axis``; all of them for ``()``."""

    def __call__(self, x: Any, axis: Any = ()) -> Any:
        """Return the result."""
        return reductions.amin(x, axis, self.keep_dims)


class ReduceProd(_Reduction):
    """The product over the axes ``axis``; all of them for ``()``."""

    def __call__(self, x: Any, axis: Any = ()) -> Any:
        """Return the result."""
        return reductions.prod(x, axis, self.keep_dims)


class ReduceAll(_Reduction):
    """Whether all are true over the axes ``axis``; all of them for ``()``."""

    def __call__(self, x: Any, axis: Any = ()) -> Any:
        """Return the result."""
        return reductions.all(x, axis, self.keep_dims)


class ReduceAny(_Reduction):
    """Whether some are true over the axes ``axis``; all of them for ``()``."""

    def __call__(self, x: Any, axis: Any = ()) -> Any:
        """Return the result."""
        return reductions.any(x, axis, self.keep_dims)


def reduce_sum(x: Any, axis: Any = ()) -> Any:
    """Return ``ReduceSum()(x, axis)``."""
    return ReduceSum()(x, axis)


def reduce_mean(x: Any, axis: Any = ()) -> Any:
    """Return ``ReduceMean()(x, axis)``."""
    return ReduceMean()(x, axis)


def reduce_max(x: Any, axis: Any = ()) -> Any:
    """Return ``ReduceMax()(x, axis)``."""
    return ReduceMax()(x, axis)


def reduce_min(x: Any, axis: Any = ()) -> Any:
    """Return ``ReduceMin()(x, axis)``."""
    return ReduceMin()(x, axis)


class CumSum(Primitive):
    """Running sums; ``exclusive`` of the element itself, in ``reverse`` order."""

    def __init__(self, exclusive: bool = False, reverse: bool = False) -> None:
        self.exclusive = exclusive
        self.reverse = reverse

    def __call__(self, input: Any, axis: int) -> Any:
        """Return the sums along ``axis``."""
        x = shapes.flip(input, axis) if self.reverse else input
        sums = reductions.cumsum(x, axis)
        if self.exclusive:
            sums = sums - x
        return shapes.flip(sums, axis) if self.reverse else sums


# ------------------------------------------------------------------ places and orders


class Argmax(Primitive):
    """The index of the first largest element along ``axis``."""

    def __init__(self, axis: int = -1, output_type: Any = int32) -> None:
        self.axis = axis
        self.output_type = output_type

    def __call__(self, input_x: Any) -> Any:
        """Return the index, in ``output_type``."""
        return shapes.cast(reductions.argmax(input_x, self.axis), self.output_type)


class Argmin(Primitive):
    """The index of the first smallest element along ``axis``."""

    def __init__(self, axis: int = -1, output_type: Any = int32) -> None:
        self.axis = axis
        self.output_type = output_type

    def __call__(self, input_x: Any) -> Any:
        """Return the index, in ``output_type``."""
        return shapes.cast(reductions.argmin(input_x, self.axis), self.output_type)


class ArgMaxWithValue(Primitive):
    """The first largest element along ``axis``, and where it stands."""

    def __init__(self, axis: int = 0, keep_dims: bool = False) -> None:
        self.axis = axis
        self.keep_dims = keep_dims

    def __call__(self, input: Any) -> Any:
        """Return ``(int64 index, values)``."""
        values, index = reductions.max(input, self.axis, self.keep_dims)
        return index, values


class ArgMinWithValue(Primitive):
    """The first smallest element along ``axis``, and where it stands."""

    def __init__(self, axis: int = 0, keep_dims: bool = False) -> None:
        self.axis = axis
        self.keep_dims = keep_dims

    def __call__(self, input: Any) -> Any:
        """Return ``(int64 index, values)``."""
        values, index = reductions.min(input, self.axis, self.keep_dims)
        return index, values


class TopK(Primitive):
    """The ``k`` largest elements along the last axis.

    They come in order: ``sorted=False`` allows any.
    """

    def __init__(self, sorted: bool = True) -> None:
        self.sorted = sorted

    def __call__(self, input_x: Any, k: int) -> Any:
        """Return ``(values, int32 indices)``."""
        return reductions.topk(input_x, k)


class Sort(Primitive):
    """The elements in order along ``axis``."""

    def __init__(self, axis: int = -1, descending: bool = False) -> None:
        self.axis = axis
        self.descending = descending

    def __call__(self, x: Any) -> Any:
        """Return ``(elements, int32 indices)``."""
        return reductions.sort(x, self.axis, self.descending)


# -------------------------------------------------------------- joining and cutting


class Concat(Primitive):
    """Tensors joined along an axis that they have."""

    def __init__(self, axis: int = 0) -> None:
        self.axis = axis

    def __call__(self, tensors: Any) -> Any:
        """Return them joined."""
        return shapes.concat(tensors, self.axis)


class Stack(Primitive):
    """Tensors joined along a new axis."""

    def __init__(self, axis: int = 0) -> None:
        self.axis = axis

    def __call__(self, input_x: Any) -> Any:
        """Return them joined."""
        return shapes.stack(input_x, self.axis)


class Unstack(Primitive):
    """The slices along an axis; ``num``, where given, must be their number."""

    def __init__(self, axis: int = 0, num: Any = None) -> None:
        self.axis = axis
        self.num = num

    def __call__(self, input_x: Any) -> Any:
        """Return a tuple of the slices. Raises ValueError for another ``num``."""
        if self.num is not None and self.num != input_x.shape[self.axis]:
            raise ValueError(f"For 'Unstack', num {self.num} is not the axis's size.")
        return shapes.unstack(input_x, self.axis)


class Split(Primitive):
    """``output_num`` equal pieces along an axis."""

    def __init__(self, axis: int = 0, output_num: int = 1) -> None:
        self.axis = axis
        self.output_num = output_num

    def __call__(self, input_x: Any) -> Any:
        """Return a tuple of the pieces. Raises ValueError where they are not equal."""
        return shapes.equal_pieces(input_x, self.output_num, self.axis)


class Squeeze(Primitive):
    """The input without the axes ``axis`` (``()``: all) of size 1."""

    def __init__(self, axis: Any = ()) -> None:
        self.axis = axis

    def __call__(self, input: Any) -> Any:
        """Return the result. Raises ValueError for an axis of another size."""
        return shapes.squeeze(input, self.axis)


class BroadcastTo(Primitive):
    """The input repeated to ``shape``; -1 keeps the size of an axis."""

    def __init__(self, shape: Any) -> None:
        self.shape = shape

    def __call__(self, input: Any) -> Any:
        """Return the result."""
        return shapes.broadcast_to(input, self.shape)


class ReverseV2(Primitive):
    """The input with the order along the axes ``axis`` reversed."""

    def __init__(self, axis: Any) -> None:
        self.axis = axis

    def __call__(self, input: Any) -> Any:
        """Return the result."""
        return shapes.flip(input, self.axis)


class Pad(Primitive):
    """Zeros around the input; ``paddings`` is (before, after) for each axis."""

    def __init__(self, paddings: Any) -> None:
        self.paddings = paddings

    def __call__(self, input_x: Any) -> Any:
        """Return the result."""
        flat = [size for pair in reversed(self.paddings) for size in pair]
        return shapes.pad(input_x, flat)


class StridedSlice(Primitive):
    """``x[begin:end:strides]``, axis by axis.

    A bit k of ``begin_mask`` or ``end_mask`` lets axis k run from its start or to its
    end; one of ``shrink_axis_mask`` takes a single slice and drops the axis. Raises
    ValueError for the other masks.
    """

    def __init__(
        self,
        begin_mask: int = 0,
        end_mask: int = 0,
        ellipsis_mask: int = 0,
        new_axis_mask: int = 0,
        shrink_axis_mask: int = 0,
    ) -> None:
        if ellipsis_mask or new_axis_mask:
            raise ValueError(
                "For 'StridedSlice', ellipsis_mask and new_axis_mask are not supported."
            )
        self.begin_mask = begin_mask
        self.end_mask = end_mask
        self.shrink_axis_mask = shrink_axis_mask

    def __call__(self, input_x: Any, begin: Any, end: Any, strides: Any) -> Any:
        """Return the slice."""
        index: list[Any] = []
        for axis in range(len(begin)):
            if self.shrink_axis_mask >> axis & 1:
                index.append(begin[axis])
                continue
            first = None if self.begin_mask >> axis & 1 else begin[axis]
            last = None if self.end_mask >> axis & 1 else end[axis]
            index.append(slice(first, last, strides[axis]))
        return input_x[tuple(index)]


# ------------------------------------------------------------ reading and creating


class Gather(Primitive):
    """The slices along an axis at given indices."""

    def __init__(self, batch_dims: int = 0) -> None:
        self.batch_dims = batch_dims

    def __call__(self, input_params: Any, input_indices: Any, axis: int) -> Any:
        """Return the slices."""
        return gathering.gather(input_params, input_indices, axis, self.batch_dims)


class OneHot(Primitive):
    """One value where a new axis equals the index, another elsewhere."""

    def __init__(self, axis: int = -1) -> None:
        self.axis = axis

    def __call__(self, indices: Any, depth: int, on_value: Any, off_value: Any) -> Any:
        """Return the result, of the dtype of ``on_value``."""
        return gathering.one_hot(indices, depth, on_value, off_value, self.axis)


class Range(Primitive):
    """``start, start + delta, ...`` below ``limit``; ``maxlen`` has no effect.

    MindSpore makes room for that many elements.
    """

    def __init__(self, maxlen: int = 1000000) -> None:
        self.maxlen = maxlen

    def __call__(self, start: Any, limit: Any, delta: Any) -> Any:
        """Return the numbers."""
        return creation.arange(start, limit, delta)


class ScalarToTensor(Primitive):
    """A Python number as a Tensor."""

    def __call__(self, input_x: Any, dtype: Any = float32) -> Any:
        """Return a Tensor without axes."""
        return creation.fill(dtype, (), input_x)


class Einsum(Primitive):
    """The sum of products that ``equation`` (Einstein's notation) describes."""

    def __init__(self, equation: str) -> None:
        self.equation = equation

    def __call__(self, x: Any) -> Any:
        """Return the sum, for a tuple of operands."""
        return linear.einsum(self.equation, *x)


class StandardNormal(Primitive):
    """float32 numbers of the standard normal distribution; the seeds have no effect."""

    def __init__(self, seed: int = 0, seed2: int = 0) -> None:
        self.seed = seed
        self.seed2 = seed2

    def __call__(self, shape: Any) -> Any:
        """Return numbers of this shape."""
        return random.standard_normal(shape)


class UniformCandidateSampler(Primitive):
    """Classes, and how often each is expected among them.

    A ``seed`` above 0 has a stream of its own, which goes on from call to call. Raises
    ValueError for counts that do not fit.
    """

    def __init__(
        self,
        num_true: int,
        num_sampled: int,
        unique: bool,
        range_max: int,
        seed: int = 0,
        remove_accidental_hits: bool = False,
    ) -> None:
        random.check_candidates(num_true, num_sampled, range_max, unique)
        self.counts = num_true, num_sampled, range_max
        self.unique = unique
        self.seed = seed
        self.remove_accidental_hits = remove_accidental_hits
        self.generator = np.random.default_rng(seed) if seed else None

    def __call__(self, true_classes: Any) -> Any:
        """Return what ``uniform_candidate_sampler`` returns."""
        hits = self.remove_accidental_hits
        if self.generator is not None:
            return random.candidates_of_a_stream(
                true_classes, self.counts, self.unique, hits, self.generator
            )
        true, sampled, most = self.counts
        return random.uniform_candidate_sampler(
            true_classes, true, sampled, self.unique, most, 0, hits
        )


class UniformReal(Primitive):
    """float32 numbers drawn evenly from ``[0, 1)``; the seeds have no effect."""

    def __init__(self, seed: int = 0, seed2: int = 0) -> None:
        self.seed = seed
        self.seed2 = seed2

    def __call__(self, shape: Any) -> Any:
        """Return numbers of this shape."""
        return random.uniform(shape, 0, 1)


class InvertPermutation(Primitive):
    """The permutation that undoes another; a tuple of ints."""

    def __call__(self, input_x: Any) -> Any:
        """Return a tuple, of a tuple."""
        order = input_x.asnumpy() if isinstance(input_x, Tensor) else input_x
        return tuple(int(place) for place in np.argsort(order))
