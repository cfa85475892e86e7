"""NumPy's functions on Tensors, with MindSpore's arguments, as tables.

Each row is an operator over NumPy; those of ``CREATING`` make a Tensor of no Tensor.
:mod:`srcad.ops._forwarding` reads them; ``operators.pyi`` tells type checkers of them.
"""

import numpy as np

from srcad.dtypes import float32
from srcad.mixed_precision import Precision
from srcad.numpy._defaults import as_width, single, spaced
from srcad.numpy._places import (
    common,
    counted_points,
    raveled,
    unraveled,
    width_of,
    without,
)
from srcad.ops._forwarding import forwarding_functions
from srcad.ops._operator import operator
from srcad.ops.precision import enter_precisions

ROWS = """
append(arr, values, axis: int | None = None) -> np.append(arr, values, axis)
    Return ``values`` behind ``arr``, both with one axis for None.
argwhere(a) -> np.argwhere(a)
    Return the places of what is not 0, one a row.
array_equal(a1, a2, equal_nan=False)
    -> np.asarray(np.array_equal(a1, a2, equal_nan=equal_nan))
    Return whether two arrays have one shape and the same elements.
array_equiv(a1, a2) -> np.asarray(np.array_equiv(a1, a2))
    Return whether one array is the same as the other one repeated.
array_split(x, indices_or_sections, axis=0)
    -> tuple(np.array_split(x, indices_or_sections, axis))
    Return pieces along ``axis``, the first ones longer where they do not fit.
average(x, axis=None, weights=None, returned=False)
    -> np.average(x, axis, weights, returned)
    Return the mean over ``axis``, weighed; ``returned`` with the sum of the weights.
bincount(x, weights=None, minlength=0, length: int | None = None)
    -> np.bincount(x, weights, minlength if length is None else length)[:length]
    .astype(width_of(weights))
    Return how often each integer is there, or the sum of its weights.
broadcast_arrays(*args) -> list(np.broadcast_arrays(*args))
    Return arrays repeated to one shape.
cbrt(x, dtype=None) -> as_width(np.cbrt(x), dtype)
    Return the cube roots.
choose(a, choices, mode="clip") -> np.choose(a, choices, mode=mode)
    Return of each place the choice that an index says.
convolve(a, v, mode="full") -> np.convolve(a, v, mode)
    Return the convolution of two vectors.
corrcoef(x, y=None, rowvar=True, dtype=None)
    -> as_width(np.corrcoef(x, y, rowvar), dtype or x.dtype)
    Return the correlations of the rows.
correlate(a, v, mode="valid") -> np.correlate(a, v, mode)
    Return the sums of products of two vectors that move along each other.
count_nonzero(x, axis=None, keepdims=False)
    -> np.asarray(np.count_nonzero(x, axis, keepdims=keepdims), np.int32)
    Return how many elements are not 0.
cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None,
    dtype=None)
    -> as_width(np.cov(m, y, rowvar, bias, ddof, fweights, aweights), dtype or m.dtype)
    Return the covariances of the rows.
cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None)
    -> np.cross(a, b, axisa, axisb, axisc, axis)
    Return the cross products.
diag(v, k=0) -> np.diag(v, k)
    Return a matrix with a vector on a diagonal, or the diagonal of a matrix.
diagflat(v, k=0) -> np.diagflat(v, k)
    Return a matrix with all elements on a diagonal.
digitize(x, bins, right=False) -> np.digitize(x, bins, right).astype(np.int32)
    Return the intervals that elements are in.
divmod(x1, x2, dtype=None) -> tuple(as_width(one, dtype) for one in np.divmod(x1, x2))
    Return ``(x1 // x2, x1 % x2)``.
dsplit(x, indices_or_sections) -> tuple(np.dsplit(x, indices_or_sections))
    Return pieces along axis 2.
dstack(tup) -> np.dstack(tup)
    Return arrays joined along axis 2.
ediff1d(ary, to_end=None, to_begin=None) -> np.ediff1d(ary, to_end, to_begin)
    Return the differences of neighbours, of all elements in turn.
float_power(x1, x2, dtype=None)
    -> as_width(np.float_power(x1, x2), dtype or single(x1.dtype))
    Return ``x1 ** x2`` in floats.
gcd(x1, x2, dtype=None) -> as_width(np.gcd(x1, x2), dtype)
    Return the greatest common divisors.
gradient(f, *varargs, axis=None, edge_order=1)
    -> np.gradient(f, *varargs, axis=axis, edge_order=edge_order)
    Return the slopes by differences along each axis.
histogram(a, bins=10, range=None, weights=None, density=False)
    -> tuple(one.astype(width_of(a, weights))
    for one in np.histogram(a, bins, range, density, weights))
    Return how many elements are in each bin, or their weights, and the edges.
histogram2d(x, y, bins=10, range=None, weights=None, density=False)
    -> tuple(one.astype(width_of(x, y, weights))
    for one in np.histogram2d(x, y, bins, range, density, weights))
    Return how many points are in each bin, and the edges along both axes.
histogram_bin_edges(a, bins=10, range=None, weights=None)
    -> np.histogram_bin_edges(a, bins, range, weights).astype(width_of(a))
    Return the edges of bins.
histogramdd(sample, bins=10, range=None, weights=None, density=False)
    -> counted_points(np.histogramdd(sample, bins, range, density, weights),
    width_of(sample, weights))
    Return how many points are in each bin, and a list of the edges.
hsplit(x, indices_or_sections) -> tuple(np.hsplit(x, indices_or_sections))
    Return pieces along axis 1.
in1d(ar1, ar2, invert=False) -> np.isin(np.ravel(ar1), ar2, invert=invert)
    Return which elements, in a row, are among others.
interp(x, xp, fp, left=None, right=None) -> np.interp(x, xp, fp, left, right)
    Return a piecewise linear function at ``x``.
intersect1d(ar1, ar2, assume_unique=False, return_indices=False)
    -> common(np.ravel(ar1), np.ravel(ar2), return_indices)
    Return in order what is in both, with its places in both where these are wanted.
isin(element, test_elements, invert=False)
    -> np.isin(element, test_elements, invert=invert)
    Return which elements are among others.
lcm(x1, x2, dtype=None) -> as_width(np.lcm(x1, x2), dtype)
    Return the least common multiples.
meshgrid(*xi, indexing="xy") -> list(np.meshgrid(*xi, indexing=indexing))
    Return the coordinates of the points of a grid.
ix_(*args) -> np.ix_(*args)
    Return vectors as the indices of a grid.
multi_dot(arrays) -> np.linalg.multi_dot(arrays)
    Return the product of matrices.
nancumsum(a, axis: int | None = None, dtype=None)
    -> as_width(np.nancumsum(a, axis), dtype)
    Return the running sums of what is a number.
nanmax(a, axis=None, dtype=None, keepdims=False)
    -> as_width(np.nanmax(a, axis, keepdims=keepdims), dtype)
    Return the largest element that is a number.
nanmean(a, axis=None, dtype=None, keepdims=False)
    -> as_width(np.nanmean(a, axis, keepdims=keepdims), dtype)
    Return the mean of what is a number.
nanmin(a, axis=None, dtype=None, keepdims=False)
    -> as_width(np.nanmin(a, axis, keepdims=keepdims), dtype)
    Return the smallest element that is a number.
nanstd(a, axis=None, dtype=None, ddof=0, keepdims=False)
    -> as_width(np.nanstd(a, axis, ddof=ddof, keepdims=keepdims), dtype)
    Return the standard deviation of what is a number.
nansum(a, axis=None, dtype=None, keepdims=False)
    -> as_width(np.nansum(a, axis, keepdims=keepdims), dtype)
    Return the sum of what is a number.
nanvar(a, axis=None, dtype=None, ddof=0, keepdims=False)
    -> as_width(np.nanvar(a, axis, ddof=ddof, keepdims=keepdims), dtype)
    Return the variance of what is a number.
norm(x, ord=None, axis=None, keepdims=False) -> np.linalg.norm(x, ord, axis, keepdims)
    Return a norm of vectors or matrices.
pad(arr, pad_width, mode="constant", *, constant_values=0)
    -> np.pad(arr, pad_width, mode, constant_values=constant_values)
    if mode == "constant" else np.pad(arr, pad_width, mode)
    Return an array with more around it.
polyadd(a1, a2) -> np.polyadd(a1, a2)
    Return the sum of two polynomials.
polyder(p, m=1) -> np.polyder(p, m)
    Return the derivative of a polynomial.
polyint(p, m=1, k=None) -> np.polyint(p, m, k)
    Return the integral of a polynomial.
polymul(a1, a2) -> np.polymul(a1, a2)
    Return the product of two polynomials.
polysub(a1, a2) -> np.polysub(a1, a2)
    Return the difference of two polynomials.
polyval(p, x) -> np.polyval(p, x)
    Return a polynomial at ``x``.
ptp(x, axis=None, keepdims=False) -> np.ptp(x, axis, keepdims=keepdims)
    Return the largest less the smallest element.
repeat(a, repeats, axis: int | None = None) -> np.repeat(a, repeats, axis)
    Return each element several times.
rollaxis(x, axis: int, start=0) -> np.rollaxis(x, axis, start)
    Return an axis moved back to before ``start``.
searchsorted(a, v, side="left", sorter=None)
    -> np.searchsorted(a if sorter is None else a[sorter], v, side).astype(np.int32)
    Return where elements would have to stand among these, which are in order.
ravel_multi_index(multi_index, dims, mode="clip", order="C")
    -> raveled(multi_index, dims, mode, order).astype(single_width)
    Return places in a shape as numbers of elements, which are float32 in MindSpore.
setdiff1d(ar1, ar2, assume_unique=False)
    -> without(np.ravel(ar1), np.ravel(ar2), assume_unique)
    Return what is in the first and not in the second.
select(condlist, choicelist, default=0) -> np.select(condlist, choicelist, default)
    Return of each place the first choice whose condition holds.
split(x, indices_or_sections, axis=0) -> tuple(np.split(x, indices_or_sections, axis))
    Return equal pieces along ``axis``.
tril_indices_from(arr, k=0)
    -> tuple(one.astype(int32) for one in np.tril_indices_from(arr, k))
    Return the places of the lower triangle of a matrix.
triu_indices_from(arr, k=0)
    -> tuple(one.astype(int32) for one in np.triu_indices_from(arr, k))
    Return the places of the upper triangle of a matrix.
unravel_index(indices, shape, order="C") -> unraveled(indices, shape, order)
    Return numbers of elements as places in a shape; the last one for what is beyond.
unwrap(p, discont=3.141592653589793, axis=-1) -> np.unwrap(p, discont, axis)
    Return angles without jumps of a whole turn.
vander(x, N: int | None = None, increasing=False) -> np.vander(x, N, increasing)
    Return the powers of a vector, a column each.
vsplit(x, indices_or_sections) -> tuple(np.vsplit(x, indices_or_sections))
    Return pieces along axis 0.
"""

CREATING = """
bartlett(M: int) -> np.bartlett(M).astype(single_width)
    Return the triangle window.
blackman(M: int) -> np.blackman(M).astype(single_width)
    Return the Blackman window.
diag_indices(n: int, ndim: int = 2) -> (np.arange(n, dtype=int32),) * ndim
    Return the places of the diagonal.
hamming(M: int) -> np.hamming(M).astype(single_width)
    Return the Hamming window.
hanning(M: int) -> np.hanning(M).astype(single_width)
    Return the Hann window.
indices(dimensions, dtype=int32) -> list(np.indices(dimensions, dtype))
    Return of each place its indices, an array for each axis.
empty(shape, dtype=float32) -> np.zeros(shape, dtype)
    Return a Tensor of a shape, all 0 here.
geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0)
    -> as_width(np.geomspace(start, stop, num, endpoint, None, axis), dtype or float32)
    Return numbers from ``start`` to ``stop``, each the same multiple of the last.
identity(n: int, dtype=float32) -> np.eye(n, dtype=dtype)
    Return the unit matrix.
linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0)
    -> spaced(np.linspace(start, stop, num, endpoint, True, None, axis), dtype, retstep)
    Return numbers from ``start`` to ``stop``, evenly apart; ``retstep`` with how far.
logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0)
    -> as_width(np.logspace(start, stop, num, endpoint, base, None, axis),
    dtype or float32)
    Return the powers of ``base`` by ``linspace``.
tri(N: int, M: int | None = None, k=0, dtype=float32) -> np.tri(N, M, k, dtype=dtype)
    Return ones up to a diagonal, zeros above.
tril_indices(n: int, k=0, m: int | None = None)
    -> tuple(one.astype(int32) for one in np.tril_indices(n, k, m))
    Return the places of a lower triangle.
triu_indices(n: int, k=0, m: int | None = None)
    -> tuple(one.astype(int32) for one in np.triu_indices(n, k, m))
    Return the places of an upper triangle.
"""

_SPACE = {"np": np, "as_width": as_width, "single": single, "spaced": spaced}
_SPACE |= {"common": common, "counted_points": counted_points, "raveled": raveled}
_SPACE |= {"unraveled": unraveled, "without": without, "width_of": width_of}
_SPACE |= {"float32": float32, "int32": np.int32, "single_width": np.float32}
__all__: list[str] = []
for _rows, _creates in ((ROWS, False), (CREATING, True)):
    _file = f"{__file__} {'creating' if _creates else 'over arrays'}"
    for _name, _one in forwarding_functions(_rows, _SPACE, _file, __name__).items():
        globals()[_name] = operator(creates=_creates)(_one)
        __all__ += [_name]

# MindSpore composes these of operators that its level "auto" casts.
enter_precisions(
    "srcad.numpy",
    {
        Precision.UNKNOWN: """
            operators: cbrt convolve corrcoef cov float_power gradient multi_dot nanmean
                nanstd nanvar norm polyder polyint polymul polyval unwrap
        """
    },
)
