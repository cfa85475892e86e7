"""Classes of operators that call a function with their settings, as a table.

:mod:`srcad.ops._forwarding` reads it; ``rows.pyi`` tells type checkers of them.
"""

from typing import Any

from srcad.dtypes import float32, int32, int64
from srcad.ops import (
    activations,
    arithmetic,
    blocks,
    colours,
    complex_numbers,
    convolutions,
    creation,
    ctc,
    deformable,
    diagonals,
    formulas,
    fourier,
    gathering,
    layout,
    linear,
    margin_losses,
    matrices,
    numbers,
    orders,
    reductions,
    renamed,
    resizing,
    segments,
    shapes,
    special,
    uniques,
    windows,
    writing,
)
from srcad.ops._forwarding import forwarding_primitives
from srcad.ops._primitive import Primitive
from srcad.ops.primitives import pieces

ROWS = """
ApproximateEqual(tolerance=1e-05)(x, y) -> approximate_equal(x, y, self.tolerance)
    Whether elements differ by less than a tolerance.
Bucketize(boundaries)(input) -> bucketize(input, self.boundaries)
    The buckets that elements are in.
CeLU(alpha=1.0)(x) -> celu(x, self.alpha)
    ``max(0, x) + min(0, alpha (e^(x / alpha) - 1))``.
Cdist(p=2.0)(x1, x2) -> cdist(x1, x2, self.p)
    The distances of the rows of two matrices.
Cholesky(upper=False)(input_x) -> cholesky(input_x, self.upper)
    The Cholesky factor.
CholeskyInverse(upper=False)(input_x) -> cholesky_inverse(input_x, self.upper)
    The inverse of a matrix of which the Cholesky factor is given.
CholeskySolve(upper=False)(x1, x2) -> cholesky_solve(x1, x2, self.upper)
    The solution of a system of which the Cholesky factor is given.
Cross(dim=-65530)(input, other)
    -> cross(input, other, None if self.dim == -65530 else self.dim)
    The cross products along an axis.
CumProd(exclusive=False, reverse=False)(x, axis)
    -> running_products(x, axis, self.exclusive, self.reverse)
    The running products along an axis.
Cummax(axis: int)(input) -> cummax(input, self.axis)
    The running maxima along an axis, and where they are.
Cummin(axis: int)(input) -> cummin(input, self.axis)
    The running minima along an axis, and where they are.
DepthToSpace(block_size: int)(input_x) -> to_space(input_x, self.block_size)
    Blocks of pixels, made of channels.
DiagPart()(input_x) -> diagonal_of_matrix(input_x)
    The diagonal of a matrix.
FillDiagonal(fill_value, wrap=False)(input_x)
    -> input_x.fill_diagonal(self.fill_value, self.wrap)
    A copy with a number on the main diagonal.
FillV2()(shape, value) -> full(tuple(shape), value, dtype=value.dtype)
    A number everywhere.
FloatStatus()(x) -> float_status(x)
    Whether an element is infinite or NaN: one number, 1 or 0.
GLU(axis=-1)(x) -> glu(x, self.axis)
    One half, times the logistic function of the other one.
Gelu()(x) -> gelu(x, "tanh")
    The tanh approximation of ``x`` times the normal distribution function.
HShrink(lambd=0.5)(input) -> hardshrink(input, self.lambd)
    The elements that are larger in size than a bound; 0 for the others.
IndexAdd(axis: int, use_lock=True, check_index_bound=True)(x, indices, y)
    -> index_add(x, indices, y, self.axis)
    ``x`` with ``y`` added at the indices along an axis.
InplaceAdd(indices)(x, v) -> inplace_add(x, v, self.indices)
    ``x`` with ``v`` added to rows.
InplaceSub(indices)(x, v) -> inplace_sub(x, v, self.indices)
    ``x`` with ``v`` taken from rows.
InplaceUpdate(indices)(x, v) -> inplace_update(x, v, self.indices)
    ``x`` with ``v`` in the place of rows.
Histogram(bins=100, min=0.0, max=0.0)(x)
    -> histc(x, self.bins, self.min, self.max)
    How many elements are in each of equal bins.
InTopK(k: int)(x1, x2) -> intopk(x1, x2, self.k)
    Whether the class is among the most likely ones.
IndexPut(accumulate=0)(x1, x2, indices)
    -> x1.index_put(tuple(indices), x2, bool(self.accumulate))
    A copy with values at, or added to, the elements at indices.
IsClose(rtol=1e-05, atol=1e-08, equal_nan=False)(input, other)
    -> isclose(input, other, self.rtol, self.atol, self.equal_nan)
    Whether elements are nearly the same.
LRN(depth_radius=5, bias=1.0, alpha=1.0, beta=0.5, norm_region="ACROSS_CHANNELS")(x)
    -> lrn(x, self.depth_radius, self.bias, self.alpha, self.beta, self.norm_region)
    Local response normalisation.
LogSpace(steps=10, base=10, dtype=float32)(start, end)
    -> logspace(start, end, self.steps, self.base, dtype=self.dtype)
    Powers, their exponents evenly spaced.
Logit(eps=-1.0)(input) -> logit(input, None if self.eps < 0 else self.eps)
    ``log(x / (1 - x))``, of what is brought into ``[eps, 1 - eps]``.
MatrixSolve(adjoint=False)(matrix, rhs) -> matrix_solve(matrix, rhs, self.adjoint)
    The solution of a linear system.
MatrixTriangularSolve(lower=True, adjoint=False)(matrix, rhs)
    -> matrix_solve(tril(matrix) if self.lower else triu(matrix), rhs, self.adjoint)
    The solution of a linear system, of one triangle of its matrix.
MatrixPower(n: int)(x) -> matrix_power(x, self.n)
    Powers of matrices.
Meshgrid(indexing="xy")(inputs) -> meshgrid(*inputs, indexing=self.indexing)
    The coordinates of the points of a grid.
MirrorPad(mode="REFLECT")(input_x, paddings) -> mirror_pad(input_x, paddings, self.mode)
    An array with its mirror image around it.
MultiMarginLoss(p=1, margin=1.0, reduction="mean")(x, target, weight=None)
    -> multi_margin_loss(x, target, self.p, self.margin, weight, self.reduction)
    The hinge loss of classes.
Mvlgamma(p: int)(x) -> mvlgamma(x, self.p)
    The logarithm of the multivariate gamma function.
NanToNum(nan=None, posinf=None, neginf=None)(input)
    -> nan_to_num(input, self.nan, self.posinf, self.neginf)
    Numbers in the place of NaN and infinities.
Pack(axis=0)(input_x) -> stack(input_x, self.axis)
    Tensors joined along a new axis.
Padding(pad_dim_size=8)(x) -> padding(x, self.pad_dim_size)
    Zeros behind the only element of the last axis.
Pdist(p=2.0)(x) -> pdist(x, self.p)
    The distances of each row and each later one.
Qr(full_matrices=False)(x) -> qr(x, "complete" if self.full_matrices else "reduced")
    The QR decomposition.
Quantile(dim=None, keep_dims=False)(input, q)
    -> quantile(input, q, self.dim, self.keep_dims)
    Quantiles, linear between elements.
ReduceStd(axis=(), unbiased=True, keep_dims=False)(x)
    -> (std(x, None if self.axis == () else self.axis, int(self.unbiased),
    self.keep_dims), mean(x, None if self.axis == () else self.axis, self.keep_dims))
    The standard deviation and the mean.
Renorm(p, dim: int, maxnorm)(input) -> renorm(input, self.p, self.dim, self.maxnorm)
    Slices along an axis, scaled to a norm that is not larger.
ReverseSequence(seq_dim: int, batch_dim=0)(x, seq_lengths)
    -> reverse_sequence(x, seq_lengths, self.seq_dim, self.batch_dim)
    Sequences with their first elements in reverse order.
Roll(shifts, dims=None)(input) -> roll(input, self.shifts, self.dims)
    Elements moved along axes.
SearchSorted(dtype=int64, right=False)(sorted_sequence, values, sorter=None)
    -> searchsorted(sorted_sequence, values, out_int32=self.dtype == int32,
    right=self.right, sorter=sorter)
    Where elements would have to stand among these, which are in order.
SoftMarginLoss(reduction="mean")(input, target)
    -> soft_margin_loss(input, target, self.reduction)
    ``log(1 + exp(-target input))``.
SoftShrink(lambd=0.5)(input) -> softshrink(input, self.lambd)
    The elements brought nearer to 0 by a bound.
SpaceToDepth(block_size: int)(input_x) -> to_depth(input_x, self.block_size)
    Channels, made of blocks of pixels.
Svd(full_matrices=False, compute_uv=True)(input)
    -> svd(input, self.full_matrices, self.compute_uv)
    The singular value decomposition.
TensorScatterElements(axis=0, reduction="none")(data, indices, updates)
    -> tensor_scatter_elements(data, indices, updates, self.axis, self.reduction)
    ``data`` with elements written along an axis.
Tril(diagonal=0)(x) -> tril(x, self.diagonal)
    The lower triangle, zeros above.
TrilIndices(row: int, col: int, offset=0, dtype=int32)()
    -> tril_indices(self.row, self.col, self.offset, dtype=self.dtype)
    The places of a lower triangle.
TripletMarginLoss(p=2, swap=False, eps=1e-06, reduction="mean")(x, positive, negative,
    margin)
    -> triplet_margin_loss(x, positive, negative, float(margin), self.p, self.eps,
    self.swap, self.reduction)
    How much nearer one sample is than another one.
Triu(diagonal=0)(input) -> triu(input, self.diagonal)
    The upper triangle, zeros below.
TriuIndices(row: int, col: int, offset=0, dtype=int32)()
    -> triu_indices(self.row, self.col, self.offset, dtype=self.dtype)
    The places of an upper triangle.
Unpack(axis=0)(input_x) -> unstack(input_x, self.axis)
    The slices along an axis, without it.
AccumulateNV2()(x) -> addn(x)
    The sum of Tensors of one shape.
BatchToSpace(block_size: int, crops)(input_x)
    -> batch_to_space_nd(input_x, [self.block_size] * 2, self.crops)
    Images, made of those that each have a pixel of all blocks.
Bincount()(array, size, weights) -> bincount(array, weights, int(size))
    The sums of the weights of each number.
Col2Im(kernel_size, dilation=1, padding=0, stride=1)(x, output_size)
    -> fold(x, output_size, self.kernel_size, self.dilation, self.padding, self.stride)
    Images, the sums of patches.
ConjugateTranspose()(x, perm) -> transpose(conj(x), perm)
    The conjugates, with the axes in another order.
CountNonZero(dims=None)(x) -> count_nonzero(x, () if self.dims is None else self.dims)
    How many elements are not 0.
CumulativeLogsumexp(exclusive=False, reverse=False)(x, axis)
    -> running_logsumexp(x, axis, self.exclusive, self.reverse)
    The logarithms of the running sums of exponentials.
EuclideanNorm(keep_dims=False)(x, axes)
    -> vector_norm(x, 2, tuple_of(axes), self.keep_dims)
    The Euclidean norm along axes.
Fills()(x, value) -> fills(x, value)
    A number everywhere.
Im2Col(ksizes, strides=1, dilations=1, pads=0)(x)
    -> patches_of(x, self.ksizes, self.strides, self.dilations, self.pads)
    The patches of images, ``(N, C, kh kw, L)``.
LerpScalar()(input, end, weight) -> lerp(input, end, weight)
    What is so far on the way from one to another.
LogSoftmaxExt()(input, dim=None, dtype=None)
    -> log_softmax(input if dtype is None else input.astype(dtype),
    -1 if dim is None else dim)
    The logarithms of the softmax.
MatrixDiagPartV3(align="RIGHT_LEFT")(x, k, padding_value)
    -> matrix_diag_part(x, k, padding_value, self.align)
    The diagonals of matrices.
MatrixDiagV3(align="RIGHT_LEFT")(x, k, num_rows, num_cols, padding_value)
    -> matrix_diag(x, k, num_rows, num_cols, padding_value, self.align)
    Matrices with these diagonals.
MatrixExp()(input) -> matrix_exp(input)
    The exponentials of matrices.
MatrixSetDiagV3(align="RIGHT_LEFT")(x, diagonal, k)
    -> matrix_set_diag(x, diagonal, k, self.align)
    Matrices with other diagonals.
Median(global_median=False, axis=0, keep_dims=False, ignore_nan=False)(x)
    -> median_of(x, self.global_median, self.axis, self.keep_dims, self.ignore_nan)
    The median along an axis, or of all elements, and where it is.
NuclearNorm(dim=None, keepdim=False)(x)
    -> matrix_norm(x, "nuc", (0, 1) if self.dim is None else self.dim, self.keepdim)
    The sums of the singular values.
NthElement(reverse=False)(input, n) -> nth_element(input, int(n), self.reverse)
    The n-th smallest along the last axis, from 0, or the n-th largest.
ResizeLinear1D(coordinate_transformation_mode="align_corners")(x, size)
    -> interpolate(x, size, None, "linear",
    self.coordinate_transformation_mode == "align_corners")
    Vectors of another size, linear between the elements.
RmsNorm(epsilon=1e-06)(x, gamma) -> rms_norm(x, gamma, self.epsilon)
    Root mean square normalisation, and the scale.
SegmentMax()(input_x, segment_ids) -> segment_max(input_x, segment_ids)
    The largest entries of segments, whose numbers are in order.
SegmentMean()(input_x, segment_ids) -> segment_mean(input_x, segment_ids)
    The means of segments, whose numbers are in order.
SegmentMin()(input_x, segment_ids) -> segment_min(input_x, segment_ids)
    The least entries of segments, whose numbers are in order.
SegmentProd()(input_x, segment_ids) -> segment_prod(input_x, segment_ids)
    The products of segments, whose numbers are in order.
SegmentSum()(input_x, segment_ids) -> segment_sum(input_x, segment_ids)
    The sums of segments, whose numbers are in order.
SpaceToBatch(block_size: int, paddings)(input_x)
    -> space_to_batch_nd(input_x, [self.block_size] * 2, self.paddings)
    The pixels of blocks as images of their own.
SplitV(size_splits, split_dim: int, num_split: int)(input_x)
    -> split(input_x, list(self.size_splits), self.split_dim)
    Pieces of these sizes along an axis.
STFT(n_fft: int, hop_length: int, win_length: int, normalized, onesided,
    return_complex)(x, window)
    -> stft(x, self.n_fft, self.hop_length, self.win_length, window, False, "REFLECT",
    self.normalized, self.onesided, self.return_complex)
    The transforms of windows of a signal.
TransposeView()(input, input_perm) -> transpose(input, input_perm)
    The axes in another order.
UnravelIndex()(indices, dims) -> unravel_index(indices, dims)
    The coordinates of places in a flattened array, a row for each axis.
AdjustHue()(image, delta) -> adjusted_hue(image, delta)
    Colours ``(..., 3)`` with their hue turned by a share of the circle.
AdjustSaturation()(image, scale) -> adjusted_saturation(image, scale)
    Colours ``(..., 3)`` with their saturation multiplied.
HSVToRGB()(input_images) -> hsv_to_rgb(input_images)
    Red, green and blue, of hue, saturation and value.
RGBToHSV()(images) -> rgb_to_hsv(images)
    Hue, saturation and value, of red, green and blue.
AdaptiveMaxPool3D()(x, output_size)
    -> largest_of_windows(x, tuple_of(output_size))
    The largest elements of as many windows, and their places.
BartlettWindow(periodic=True, dtype=float32)(window_length)
    -> bartlett_window(reshape(window_length, ()), self.periodic, dtype=self.dtype)
    The triangular window.
BlackmanWindow(periodic=True, dtype=float32)(window_length)
    -> blackman_window(reshape(window_length, ()), self.periodic, dtype=self.dtype)
    Blackman's window.
CTCGreedyDecoder(merge_repeated=True)(inputs, sequence_length)
    -> ctc_greedy_decoder(inputs, sequence_length, self.merge_repeated)
    The likeliest classes, without blanks.
CTCLossV2(blank=0, reduction="none", zero_infinity=False)(log_probs, targets,
    input_lengths, target_lengths)
    -> ctc_loss(log_probs, targets, input_lengths, target_lengths, self.blank,
    self.reduction, self.zero_infinity)
    The loss of Graves et al. 2006, and the forward probabilities.
DeformableOffsets(strides, pads, ksize, dilations=(1, 1, 1, 1), data_format="NCHW",
    deformable_groups=1, modulated=True)(x, offsets)
    -> deformable_offsets(channels_first("DeformableOffsets", x, self.data_format),
    offsets, self.strides, self.pads, self.ksize, self.dilations,
    self.deformable_groups, self.modulated)
    What windows find whose places are moved.
EqualCount()(x, y) -> reshape(cast((x == y).sum(), x.dtype), (1,))
    How many elements are equal.
HammingWindow(periodic=True, alpha=0.54, beta=0.46, dtype=float32)(window_length)
    -> hamming_window(reshape(window_length, ()), self.periodic, self.alpha,
    self.beta, dtype=self.dtype)
    Hamming's window.
InplaceIndexAdd(axis: int)(var, indices, updates)
    -> inplace_index_add(var, indices, updates, self.axis)
    The variable, with slices added to.
InplaceUpdateV2()(x, indices, v) -> inplace_update(x, v, indices)
    ``x`` with ``v`` in the place of rows.
LowerBound(out_type=int32)(sorted_x, values)
    -> cast((expand_dims(sorted_x, 1) < expand_dims(values, 2)).sum(-1),
    self.out_type)
    Where elements would have to stand in their row, before those that are equal.
LSTM(input_size: int, hidden_size: int, num_layers: int, has_bias: bool,
    bidirectional: bool, dropout: float, proj_size=0)(input, h, c, w)
    -> lstm_of_one_weight(input, h, c, w, self.has_bias,
    (self.num_layers, self.bidirectional, self.proj_size),
    (self.input_size, self.hidden_size))
    One layer of a long short-term memory: ``(out, h, c, reserve, state)``.
ListDiff(out_idx=int32)(x, y) -> with_places(left_out(x, y), self.out_idx)
    The elements that another vector has not, and their places.
ParallelConcat()(values) -> concat(values, 0)
    Tensors joined along their first axis.
ResizeBicubic(align_corners=False, half_pixel_centers=False)(image, size)
    -> resize_bicubic(image, tuple_of(size), self.align_corners,
    self.half_pixel_centers)
    Images of another size, cubic between the elements.
ResizeNearestNeighborV2(align_corners=False, half_pixel_centers=False)(image, size)
    -> resize_nearest(image, tuple_of(size), self.align_corners,
    self.half_pixel_centers)
    Images of another size, each element that of a place nearby.
ScatterNonAliasingAdd()(input_x, indices, updates)
    -> scatter_nd_add(input_x, indices, updates)
    The variable, with elements added to.
ScatterAddWithAxis(axis=0)(input_x, indices, updates)
    -> tensor_scatter_elements(input_x, indices, updates, self.axis, "add")
    The Tensor with elements added to along an axis.
SelectView()(input, input_indices, axis)
    -> squeeze(narrow(input, axis, input_indices, 1), axis)
    A slice, without its axis.
TransposeExtView()(input, dim0, dim1) -> swapaxes(input, dim0, dim1)
    The Tensor with two axes exchanged.
TridiagonalMatMul()(superdiag, maindiag, subdiag, rhs)
    -> tridiagonal_product(superdiag, maindiag, subdiag, rhs)
    Matrices with three diagonals times others.
UniqueConsecutive(return_inverse=False, return_counts=False, dim=None)(input)
    -> unique_consecutive(input, self.return_inverse, self.return_counts, self.dim)
    The elements that differ from the one before.
UpperBound(out_type=int32)(sorted_x, values)
    -> cast((expand_dims(sorted_x, 1) <= expand_dims(values, 2)).sum(-1),
    self.out_type)
    Where elements would have to stand in their row, behind those that are equal.
"""

_FAMILIES: tuple[Any, ...] = (
    *(activations, arithmetic, convolutions, creation, formulas, gathering, layout),
    *(linear, margin_losses, matrices, numbers, orders, reductions, shapes, special),
    *(uniques, writing, blocks, complex_numbers, diagonals, fourier, resizing),
    *(ctc, windows),
)


_SEGMENTS = tuple(f"segment_{one}" for one in ("sum", "prod", "mean", "max", "min"))

_SPACE = {name: vars(one)[name] for one in _FAMILIES for name in one.__all__}
_SPACE |= {name: vars(segments)[name] for name in _SEGMENTS}
_SPACE |= {
    name: vars(pieces)[name]
    for name in (
        *("running_products", "running_logsumexp", "to_depth", "to_space"),
        *("diagonal_of_matrix", "tuple_of", "patches_of", "median_of", "nth_element"),
        *("unravel_index", "channels_first", "largest_of_windows", "float_status"),
        *("lstm_of_one_weight", "left_out", "tridiagonal_product", "with_places"),
    )
}
_COLOURS = ("rgb_to_hsv", "hsv_to_rgb", "adjusted_hue", "adjusted_saturation")
_SPACE |= {name: vars(colours)[name] for name in _COLOURS}
_SPACE |= {"deformable_offsets": deformable.deformable_offsets}
_SPACE |= {name: vars(resizing)[name] for name in ("resize_bicubic", "resize_nearest")}
_SPACE |= {
    name: vars(renamed)[name]
    for name in (
        *("fills", "inplace_index_add", "intopk", "matrix_solve", "padding"),
        "pdist",
    )
}
_SPACE |= {"float32": float32, "int32": int32, "int64": int64, "Primitive": Primitive}
_MADE = forwarding_primitives(ROWS, _SPACE, __file__, __name__)
globals().update(_MADE)

__all__ = list(_MADE)
