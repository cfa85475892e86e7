"""Classes of operators that call a function with their settings, as a table.

:mod:`srcad.ops._forwarding` reads it; ``rows.pyi`` tells type checkers of them.
"""

# Written by tools/stubs.py.

from typing import Any

from srcad.ops._primitive import Primitive

__all__ = [
    "GLU",
    "LRN",
    "LSTM",
    "STFT",
    "AccumulateNV2",
    "AdaptiveMaxPool3D",
    "AdjustHue",
    "AdjustSaturation",
    "ApproximateEqual",
    "BartlettWindow",
    "BatchToSpace",
    "Bincount",
    "BlackmanWindow",
    "Bucketize",
    "CTCGreedyDecoder",
    "CTCLossV2",
    "Cdist",
    "CeLU",
    "Cholesky",
    "CholeskyInverse",
    "CholeskySolve",
    "Col2Im",
    "ConjugateTranspose",
    "CountNonZero",
    "Cross",
    "CumProd",
    "Cummax",
    "Cummin",
    "CumulativeLogsumexp",
    "DeformableOffsets",
    "DepthToSpace",
    "DiagPart",
    "EqualCount",
    "EuclideanNorm",
    "FillDiagonal",
    "FillV2",
    "Fills",
    "FloatStatus",
    "Gelu",
    "HSVToRGB",
    "HShrink",
    "HammingWindow",
    "Histogram",
    "Im2Col",
    "InTopK",
    "IndexAdd",
    "IndexPut",
    "InplaceAdd",
    "InplaceIndexAdd",
    "InplaceSub",
    "InplaceUpdate",
    "InplaceUpdateV2",
    "IsClose",
    "LerpScalar",
    "ListDiff",
    "LogSoftmaxExt",
    "LogSpace",
    "Logit",
    "LowerBound",
    "MatrixDiagPartV3",
    "MatrixDiagV3",
    "MatrixExp",
    "MatrixPower",
    "MatrixSetDiagV3",
    "MatrixSolve",
    "MatrixTriangularSolve",
    "Median",
    "Meshgrid",
    "MirrorPad",
    "MultiMarginLoss",
    "Mvlgamma",
    "NanToNum",
    "NthElement",
    "NuclearNorm",
    "Pack",
    "Padding",
    "ParallelConcat",
    "Pdist",
    "Qr",
    "Quantile",
    "RGBToHSV",
    "ReduceStd",
    "Renorm",
    "ResizeBicubic",
    "ResizeLinear1D",
    "ResizeNearestNeighborV2",
    "ReverseSequence",
    "RmsNorm",
    "Roll",
    "ScatterAddWithAxis",
    "ScatterNonAliasingAdd",
    "SearchSorted",
    "SegmentMax",
    "SegmentMean",
    "SegmentMin",
    "SegmentProd",
    "SegmentSum",
    "SelectView",
    "SoftMarginLoss",
    "SoftShrink",
    "SpaceToBatch",
    "SpaceToDepth",
    "SplitV",
    "Svd",
    "TensorScatterElements",
    "TransposeExtView",
    "TransposeView",
    "TridiagonalMatMul",
    "Tril",
    "TrilIndices",
    "TripletMarginLoss",
    "Triu",
    "TriuIndices",
    "UniqueConsecutive",
    "Unpack",
    "UnravelIndex",
    "UpperBound",
]

class AccumulateNV2(Primitive):
    """The sum of Tensors of one shape."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class AdaptiveMaxPool3D(Primitive):
    """The largest elements of as many windows, and their places."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, x: Any, output_size: Any) -> Any: ...

class AdjustHue(Primitive):
    """Colours ``(..., 3)`` with their hue turned by a share of the circle."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, image: Any, delta: Any) -> Any: ...

class AdjustSaturation(Primitive):
    """Colours ``(..., 3)`` with their saturation multiplied."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, image: Any, scale: Any) -> Any: ...

class ApproximateEqual(Primitive):
    """Whether elements differ by less than a tolerance."""

    def __init__(self: Any, tolerance: float = 1e-05) -> None: ...
    def __call__(self: Any, x: Any, y: Any) -> Any: ...

class BartlettWindow(Primitive):
    """The triangular window."""

    def __init__(self: Any, periodic: bool = True, dtype: Any = ...) -> None: ...
    def __call__(self: Any, window_length: Any) -> Any: ...

class BatchToSpace(Primitive):
    """Images, made of those that each have a pixel of all blocks."""

    def __init__(self: Any, block_size: int, crops: Any) -> None: ...
    def __call__(self: Any, input_x: Any) -> Any: ...

class Bincount(Primitive):
    """The sums of the weights of each number."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, array: Any, size: Any, weights: Any) -> Any: ...

class BlackmanWindow(Primitive):
    """Blackman's window."""

    def __init__(self: Any, periodic: bool = True, dtype: Any = ...) -> None: ...
    def __call__(self: Any, window_length: Any) -> Any: ...

class Bucketize(Primitive):
    """The buckets that elements are in."""

    def __init__(self: Any, boundaries: Any) -> None: ...
    def __call__(self: Any, input: Any) -> Any: ...

class CTCGreedyDecoder(Primitive):
    """The likeliest classes, without blanks."""

    def __init__(self: Any, merge_repeated: bool = True) -> None: ...
    def __call__(self: Any, inputs: Any, sequence_length: Any) -> Any: ...

class CTCLossV2(Primitive):
    """The loss of Graves et al. 2006, and the forward probabilities."""

    def __init__(
        self: Any, blank: int = 0, reduction: str = "none", zero_infinity: bool = False
    ) -> None: ...
    def __call__(
        self: Any, log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any
    ) -> Any: ...

class Cdist(Primitive):
    """The distances of the rows of two matrices."""

    def __init__(self: Any, p: float = 2.0) -> None: ...
    def __call__(self: Any, x1: Any, x2: Any) -> Any: ...

class CeLU(Primitive):
    """``max(0, x) + min(0, alpha (e^(x / alpha) - 1))``."""

    def __init__(self: Any, alpha: float = 1.0) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class Cholesky(Primitive):
    """The Cholesky factor."""

    def __init__(self: Any, upper: bool = False) -> None: ...
    def __call__(self: Any, input_x: Any) -> Any: ...

class CholeskyInverse(Primitive):
    """The inverse of a matrix of which the Cholesky factor is given."""

    def __init__(self: Any, upper: bool = False) -> None: ...
    def __call__(self: Any, input_x: Any) -> Any: ...

class CholeskySolve(Primitive):
    """The solution of a system of which the Cholesky factor is given."""

    def __init__(self: Any, upper: bool = False) -> None: ...
    def __call__(self: Any, x1: Any, x2: Any) -> Any: ...

class Col2Im(Primitive):
    """Images, the sums of patches."""

    def __init__(
        self: Any,
        kernel_size: Any,
        dilation: int = 1,
        padding: int = 0,
        stride: int = 1,
    ) -> None: ...
    def __call__(self: Any, x: Any, output_size: Any) -> Any: ...

class ConjugateTranspose(Primitive):
    """The conjugates, with the axes in another order."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, x: Any, perm: Any) -> Any: ...

class CountNonZero(Primitive):
    """How many elements are not 0."""

    def __init__(self: Any, dims: Any = None) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class Cross(Primitive):
    """The cross products along an axis."""

    def __init__(self: Any, dim: int = -65530) -> None: ...
    def __call__(self: Any, input: Any, other: Any) -> Any: ...

class CumProd(Primitive):
    """The running products along an axis."""

    def __init__(self: Any, exclusive: bool = False, reverse: bool = False) -> None: ...
    def __call__(self: Any, x: Any, axis: Any) -> Any: ...

class Cummax(Primitive):
    """The running maxima along an axis, and where they are."""

    def __init__(self: Any, axis: int) -> None: ...
    def __call__(self: Any, input: Any) -> Any: ...

class Cummin(Primitive):
    """The running minima along an axis, and where they are."""

    def __init__(self: Any, axis: int) -> None: ...
    def __call__(self: Any, input: Any) -> Any: ...

class CumulativeLogsumexp(Primitive):
    """The logarithms of the running sums of exponentials."""

    def __init__(self: Any, exclusive: bool = False, reverse: bool = False) -> None: ...
    def __call__(self: Any, x: Any, axis: Any) -> Any: ...

class DeformableOffsets(Primitive):
    """What windows find whose places are moved."""

    def __init__(
        self: Any,
        strides: Any,
        pads: Any,
        ksize: Any,
        dilations: Any = ...,
        data_format: str = "NCHW",
        deformable_groups: int = 1,
        modulated: bool = True,
    ) -> None: ...
    def __call__(self: Any, x: Any, offsets: Any) -> Any: ...

class DepthToSpace(Primitive):
    """Blocks of pixels, made of channels."""

    def __init__(self: Any, block_size: int) -> None: ...
    def __call__(self: Any, input_x: Any) -> Any: ...

class DiagPart(Primitive):
    """The diagonal of a matrix."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, input_x: Any) -> Any: ...

class EqualCount(Primitive):
    """How many elements are equal."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, x: Any, y: Any) -> Any: ...

class EuclideanNorm(Primitive):
    """The Euclidean norm along axes."""

    def __init__(self: Any, keep_dims: bool = False) -> None: ...
    def __call__(self: Any, x: Any, axes: Any) -> Any: ...

class FillDiagonal(Primitive):
    """A copy with a number on the main diagonal."""

    def __init__(self: Any, fill_value: Any, wrap: bool = False) -> None: ...
    def __call__(self: Any, input_x: Any) -> Any: ...

class FillV2(Primitive):
    """A number everywhere."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, shape: Any, value: Any) -> Any: ...

class Fills(Primitive):
    """A number everywhere."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, x: Any, value: Any) -> Any: ...

class FloatStatus(Primitive):
    """Whether an element is infinite or NaN: one number, 1 or 0."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class GLU(Primitive):
    """One half, times the logistic function of the other one."""

    def __init__(self: Any, axis: int = -1) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class Gelu(Primitive):
    """The tanh approximation of ``x`` times the normal distribution function."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class HSVToRGB(Primitive):
    """Red, green and blue, of hue, saturation and value."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, input_images: Any) -> Any: ...

class HShrink(Primitive):
    """The elements that are larger in size than a bound; 0 for the others."""

    def __init__(self: Any, lambd: float = 0.5) -> None: ...
    def __call__(self: Any, input: Any) -> Any: ...

class HammingWindow(Primitive):
    """Hamming's window."""

    def __init__(
        self: Any,
        periodic: bool = True,
        alpha: float = 0.54,
        beta: float = 0.46,
        dtype: Any = ...,
    ) -> None: ...
    def __call__(self: Any, window_length: Any) -> Any: ...

class Histogram(Primitive):
    """How many elements are in each of equal bins."""

    def __init__(
        self: Any, bins: int = 100, min: float = 0.0, max: float = 0.0
    ) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class Im2Col(Primitive):
    """The patches of images, ``(N, C, kh kw, L)``."""

    def __init__(
        self: Any, ksizes: Any, strides: int = 1, dilations: int = 1, pads: int = 0
    ) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class InTopK(Primitive):
    """Whether the class is among the most likely ones."""

    def __init__(self: Any, k: int) -> None: ...
    def __call__(self: Any, x1: Any, x2: Any) -> Any: ...

class IndexAdd(Primitive):
    """``x`` with ``y`` added at the indices along an axis."""

    def __init__(
        self: Any, axis: int, use_lock: bool = True, check_index_bound: bool = True
    ) -> None: ...
    def __call__(self: Any, x: Any, indices: Any, y: Any) -> Any: ...

class IndexPut(Primitive):
    """A copy with values at, or added to, the elements at indices."""

    def __init__(self: Any, accumulate: int = 0) -> None: ...
    def __call__(self: Any, x1: Any, x2: Any, indices: Any) -> Any: ...

class InplaceAdd(Primitive):
    """``x`` with ``v`` added to rows."""

    def __init__(self: Any, indices: Any) -> None: ...
    def __call__(self: Any, x: Any, v: Any) -> Any: ...

class InplaceIndexAdd(Primitive):
    """The variable, with slices added to."""

    def __init__(self: Any, axis: int) -> None: ...
    def __call__(self: Any, var: Any, indices: Any, updates: Any) -> Any: ...

class InplaceSub(Primitive):
    """``x`` with ``v`` taken from rows."""

    def __init__(self: Any, indices: Any) -> None: ...
    def __call__(self: Any, x: Any, v: Any) -> Any: ...

class InplaceUpdate(Primitive):
    """``x`` with ``v`` in the place of rows."""

    def __init__(self: Any, indices: Any) -> None: ...
    def __call__(self: Any, x: Any, v: Any) -> Any: ...

class InplaceUpdateV2(Primitive):
    """``x`` with ``v`` in the place of rows."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, x: Any, indices: Any, v: Any) -> Any: ...

class IsClose(Primitive):
    """Whether elements are nearly the same."""

    def __init__(
        self: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
    ) -> None: ...
    def __call__(self: Any, input: Any, other: Any) -> Any: ...

class LRN(Primitive):
    """Local response normalisation."""

    def __init__(
        self: Any,
        depth_radius: int = 5,
        bias: float = 1.0,
        alpha: float = 1.0,
        beta: float = 0.5,
        norm_region: str = "ACROSS_CHANNELS",
    ) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class LSTM(Primitive):
    """One layer of a long short-term memory: ``(out, h, c, reserve, state)``."""

    def __init__(
        self: Any,
        input_size: int,
        hidden_size: int,
        num_layers: int,
        has_bias: bool,
        bidirectional: bool,
        dropout: float,
        proj_size: int = 0,
    ) -> None: ...
    def __call__(self: Any, input: Any, h: Any, c: Any, w: Any) -> Any: ...

class LerpScalar(Primitive):
    """What is so far on the way from one to another."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, input: Any, end: Any, weight: Any) -> Any: ...

class ListDiff(Primitive):
    """The elements that another vector has not, and their places."""

    def __init__(self: Any, out_idx: Any = ...) -> None: ...
    def __call__(self: Any, x: Any, y: Any) -> Any: ...

class LogSoftmaxExt(Primitive):
    """The logarithms of the softmax."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, input: Any, dim: Any = None, dtype: Any = None) -> Any: ...

class LogSpace(Primitive):
    """Powers, their exponents evenly spaced."""

    def __init__(
        self: Any, steps: int = 10, base: int = 10, dtype: Any = ...
    ) -> None: ...
    def __call__(self: Any, start: Any, end: Any) -> Any: ...

class Logit(Primitive):
    """``log(x / (1 - x))``, of what is brought into ``[eps, 1 - eps]``."""

    def __init__(self: Any, eps: float = -1.0) -> None: ...
    def __call__(self: Any, input: Any) -> Any: ...

class LowerBound(Primitive):
    """Where elements would have to stand in their row, before those that are equal."""

    def __init__(self: Any, out_type: Any = ...) -> None: ...
    def __call__(self: Any, sorted_x: Any, values: Any) -> Any: ...

class MatrixDiagPartV3(Primitive):
    """The diagonals of matrices."""

    def __init__(self: Any, align: str = "RIGHT_LEFT") -> None: ...
    def __call__(self: Any, x: Any, k: Any, padding_value: Any) -> Any: ...

class MatrixDiagV3(Primitive):
    """Matrices with these diagonals."""

    def __init__(self: Any, align: str = "RIGHT_LEFT") -> None: ...
    def __call__(
        self: Any, x: Any, k: Any, num_rows: Any, num_cols: Any, padding_value: Any
    ) -> Any: ...

class MatrixExp(Primitive):
    """The exponentials of matrices."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, input: Any) -> Any: ...

class MatrixPower(Primitive):
    """Powers of matrices."""

    def __init__(self: Any, n: int) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class MatrixSetDiagV3(Primitive):
    """Matrices with other diagonals."""

    def __init__(self: Any, align: str = "RIGHT_LEFT") -> None: ...
    def __call__(self: Any, x: Any, diagonal: Any, k: Any) -> Any: ...

class MatrixSolve(Primitive):
    """The solution of a linear system."""

    def __init__(self: Any, adjoint: bool = False) -> None: ...
    def __call__(self: Any, matrix: Any, rhs: Any) -> Any: ...

class MatrixTriangularSolve(Primitive):
    """The solution of a linear system, of one triangle of its matrix."""

    def __init__(self: Any, lower: bool = True, adjoint: bool = False) -> None: ...
    def __call__(self: Any, matrix: Any, rhs: Any) -> Any: ...

class Median(Primitive):
    """The median along an axis, or of all elements, and where it is."""

    def __init__(
        self: Any,
        global_median: bool = False,
        axis: int = 0,
        keep_dims: bool = False,
        ignore_nan: bool = False,
    ) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class Meshgrid(Primitive):
    """The coordinates of the points of a grid."""

    def __init__(self: Any, indexing: str = "xy") -> None: ...
    def __call__(self: Any, inputs: Any) -> Any: ...

class MirrorPad(Primitive):
    """An array with its mirror image around it."""

    def __init__(self: Any, mode: str = "REFLECT") -> None: ...
    def __call__(self: Any, input_x: Any, paddings: Any) -> Any: ...

class MultiMarginLoss(Primitive):
    """The hinge loss of classes."""

    def __init__(
        self: Any, p: int = 1, margin: float = 1.0, reduction: str = "mean"
    ) -> None: ...
    def __call__(self: Any, x: Any, target: Any, weight: Any = None) -> Any: ...

class Mvlgamma(Primitive):
    """The logarithm of the multivariate gamma function."""

    def __init__(self: Any, p: int) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class NanToNum(Primitive):
    """Numbers in the place of NaN and infinities."""

    def __init__(
        self: Any, nan: Any = None, posinf: Any = None, neginf: Any = None
    ) -> None: ...
    def __call__(self: Any, input: Any) -> Any: ...

class NthElement(Primitive):
    """The n-th smallest along the last axis, from 0, or the n-th largest."""

    def __init__(self: Any, reverse: bool = False) -> None: ...
    def __call__(self: Any, input: Any, n: Any) -> Any: ...

class NuclearNorm(Primitive):
    """The sums of the singular values."""

    def __init__(self: Any, dim: Any = None, keepdim: bool = False) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class Pack(Primitive):
    """Tensors joined along a new axis."""

    def __init__(self: Any, axis: int = 0) -> None: ...
    def __call__(self: Any, input_x: Any) -> Any: ...

class Padding(Primitive):
    """Zeros behind the only element of the last axis."""

    def __init__(self: Any, pad_dim_size: int = 8) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class ParallelConcat(Primitive):
    """Tensors joined along their first axis."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, values: Any) -> Any: ...

class Pdist(Primitive):
    """The distances of each row and each later one."""

    def __init__(self: Any, p: float = 2.0) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class Qr(Primitive):
    """The QR decomposition."""

    def __init__(self: Any, full_matrices: bool = False) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class Quantile(Primitive):
    """Quantiles, linear between elements."""

    def __init__(self: Any, dim: Any = None, keep_dims: bool = False) -> None: ...
    def __call__(self: Any, input: Any, q: Any) -> Any: ...

class RGBToHSV(Primitive):
    """Hue, saturation and value, of red, green and blue."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, images: Any) -> Any: ...

class ReduceStd(Primitive):
    """The standard deviation and the mean."""

    def __init__(
        self: Any, axis: Any = ..., unbiased: bool = True, keep_dims: bool = False
    ) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class Renorm(Primitive):
    """Slices along an axis, scaled to a norm that is not larger."""

    def __init__(self: Any, p: Any, dim: int, maxnorm: Any) -> None: ...
    def __call__(self: Any, input: Any) -> Any: ...

class ResizeBicubic(Primitive):
    """Images of another size, cubic between the elements."""

    def __init__(
        self: Any, align_corners: bool = False, half_pixel_centers: bool = False
    ) -> None: ...
    def __call__(self: Any, image: Any, size: Any) -> Any: ...

class ResizeLinear1D(Primitive):
    """Vectors of another size, linear between the elements."""

    def __init__(
        self: Any, coordinate_transformation_mode: str = "align_corners"
    ) -> None: ...
    def __call__(self: Any, x: Any, size: Any) -> Any: ...

class ResizeNearestNeighborV2(Primitive):
    """Images of another size, each element that of a place nearby."""

    def __init__(
        self: Any, align_corners: bool = False, half_pixel_centers: bool = False
    ) -> None: ...
    def __call__(self: Any, image: Any, size: Any) -> Any: ...

class ReverseSequence(Primitive):
    """Sequences with their first elements in reverse order."""

    def __init__(self: Any, seq_dim: int, batch_dim: int = 0) -> None: ...
    def __call__(self: Any, x: Any, seq_lengths: Any) -> Any: ...

class RmsNorm(Primitive):
    """Root mean square normalisation, and the scale."""

    def __init__(self: Any, epsilon: float = 1e-06) -> None: ...
    def __call__(self: Any, x: Any, gamma: Any) -> Any: ...

class Roll(Primitive):
    """Elements moved along axes."""

    def __init__(self: Any, shifts: Any, dims: Any = None) -> None: ...
    def __call__(self: Any, input: Any) -> Any: ...

class STFT(Primitive):
    """The transforms of windows of a signal."""

    def __init__(
        self: Any,
        n_fft: int,
        hop_length: int,
        win_length: int,
        normalized: Any,
        onesided: Any,
        return_complex: Any,
    ) -> None: ...
    def __call__(self: Any, x: Any, window: Any) -> Any: ...

class ScatterAddWithAxis(Primitive):
    """The Tensor with elements added to along an axis."""

    def __init__(self: Any, axis: int = 0) -> None: ...
    def __call__(self: Any, input_x: Any, indices: Any, updates: Any) -> Any: ...

class ScatterNonAliasingAdd(Primitive):
    """The variable, with elements added to."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, input_x: Any, indices: Any, updates: Any) -> Any: ...

class SearchSorted(Primitive):
    """Where elements would have to stand among these, which are in order."""

    def __init__(self: Any, dtype: Any = ..., right: bool = False) -> None: ...
    def __call__(
        self: Any, sorted_sequence: Any, values: Any, sorter: Any = None
    ) -> Any: ...

class SegmentMax(Primitive):
    """The largest entries of segments, whose numbers are in order."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, input_x: Any, segment_ids: Any) -> Any: ...

class SegmentMean(Primitive):
    """The means of segments, whose numbers are in order."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, input_x: Any, segment_ids: Any) -> Any: ...

class SegmentMin(Primitive):
    """The least entries of segments, whose numbers are in order."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, input_x: Any, segment_ids: Any) -> Any: ...

class SegmentProd(Primitive):
    """The products of segments, whose numbers are in order."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, input_x: Any, segment_ids: Any) -> Any: ...

class SegmentSum(Primitive):
    """The sums of segments, whose numbers are in order."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, input_x: Any, segment_ids: Any) -> Any: ...

class SelectView(Primitive):
    """A slice, without its axis."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, input: Any, input_indices: Any, axis: Any) -> Any: ...

class SoftMarginLoss(Primitive):
    """``log(1 + exp(-target input))``."""

    def __init__(self: Any, reduction: str = "mean") -> None: ...
    def __call__(self: Any, input: Any, target: Any) -> Any: ...

class SoftShrink(Primitive):
    """The elements brought nearer to 0 by a bound."""

    def __init__(self: Any, lambd: float = 0.5) -> None: ...
    def __call__(self: Any, input: Any) -> Any: ...

class SpaceToBatch(Primitive):
    """The pixels of blocks as images of their own."""

    def __init__(self: Any, block_size: int, paddings: Any) -> None: ...
    def __call__(self: Any, input_x: Any) -> Any: ...

class SpaceToDepth(Primitive):
    """Channels, made of blocks of pixels."""

    def __init__(self: Any, block_size: int) -> None: ...
    def __call__(self: Any, input_x: Any) -> Any: ...

class SplitV(Primitive):
    """Pieces of these sizes along an axis."""

    def __init__(
        self: Any, size_splits: Any, split_dim: int, num_split: int
    ) -> None: ...
    def __call__(self: Any, input_x: Any) -> Any: ...

class Svd(Primitive):
    """The singular value decomposition."""

    def __init__(
        self: Any, full_matrices: bool = False, compute_uv: bool = True
    ) -> None: ...
    def __call__(self: Any, input: Any) -> Any: ...

class TensorScatterElements(Primitive):
    """``data`` with elements written along an axis."""

    def __init__(self: Any, axis: int = 0, reduction: str = "none") -> None: ...
    def __call__(self: Any, data: Any, indices: Any, updates: Any) -> Any: ...

class TransposeExtView(Primitive):
    """The Tensor with two axes exchanged."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, input: Any, dim0: Any, dim1: Any) -> Any: ...

class TransposeView(Primitive):
    """The axes in another order."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, input: Any, input_perm: Any) -> Any: ...

class TridiagonalMatMul(Primitive):
    """Matrices with three diagonals times others."""

    def __init__(self: Any) -> None: ...
    def __call__(
        self: Any, superdiag: Any, maindiag: Any, subdiag: Any, rhs: Any
    ) -> Any: ...

class Tril(Primitive):
    """The lower triangle, zeros above."""

    def __init__(self: Any, diagonal: int = 0) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class TrilIndices(Primitive):
    """The places of a lower triangle."""

    def __init__(
        self: Any, row: int, col: int, offset: int = 0, dtype: Any = ...
    ) -> None: ...
    def __call__(self: Any) -> Any: ...

class TripletMarginLoss(Primitive):
    """How much nearer one sample is than another one."""

    def __init__(
        self: Any,
        p: int = 2,
        swap: bool = False,
        eps: float = 1e-06,
        reduction: str = "mean",
    ) -> None: ...
    def __call__(
        self: Any, x: Any, positive: Any, negative: Any, margin: Any
    ) -> Any: ...

class Triu(Primitive):
    """The upper triangle, zeros below."""

    def __init__(self: Any, diagonal: int = 0) -> None: ...
    def __call__(self: Any, input: Any) -> Any: ...

class TriuIndices(Primitive):
    """The places of an upper triangle."""

    def __init__(
        self: Any, row: int, col: int, offset: int = 0, dtype: Any = ...
    ) -> None: ...
    def __call__(self: Any) -> Any: ...

class UniqueConsecutive(Primitive):
    """The elements that differ from the one before."""

    def __init__(
        self: Any,
        return_inverse: bool = False,
        return_counts: bool = False,
        dim: Any = None,
    ) -> None: ...
    def __call__(self: Any, input: Any) -> Any: ...

class Unpack(Primitive):
    """The slices along an axis, without it."""

    def __init__(self: Any, axis: int = 0) -> None: ...
    def __call__(self: Any, input_x: Any) -> Any: ...

class UnravelIndex(Primitive):
    """The coordinates of places in a flattened array, a row for each axis."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, indices: Any, dims: Any) -> Any: ...

class UpperBound(Primitive):
    """Where elements would have to stand in their row, behind those that are equal."""

    def __init__(self: Any, out_type: Any = ...) -> None: ...
    def __call__(self: Any, sorted_x: Any, values: Any) -> Any: ...
