"""NumPy's functions on Tensors, with MindSpore's arguments, as tables.

Each row is an operator over NumPy; those of ``CREATING`` make a Tensor of no Tensor.
:mod:`srcad.ops._forwarding` reads them; ``operators.pyi`` tells type checkers of them.
"""

# Written by tools/stubs.py.

from typing import Any

__all__ = [
    "append",
    "argwhere",
    "array_equal",
    "array_equiv",
    "array_split",
    "average",
    "bartlett",
    "bincount",
    "blackman",
    "broadcast_arrays",
    "cbrt",
    "choose",
    "convolve",
    "corrcoef",
    "correlate",
    "count_nonzero",
    "cov",
    "cross",
    "diag",
    "diag_indices",
    "diagflat",
    "digitize",
    "divmod",
    "dsplit",
    "dstack",
    "ediff1d",
    "empty",
    "float_power",
    "gcd",
    "geomspace",
    "gradient",
    "hamming",
    "hanning",
    "histogram",
    "histogram2d",
    "histogram_bin_edges",
    "histogramdd",
    "hsplit",
    "identity",
    "in1d",
    "indices",
    "interp",
    "intersect1d",
    "isin",
    "ix_",
    "lcm",
    "linspace",
    "logspace",
    "meshgrid",
    "multi_dot",
    "nancumsum",
    "nanmax",
    "nanmean",
    "nanmin",
    "nanstd",
    "nansum",
    "nanvar",
    "norm",
    "pad",
    "polyadd",
    "polyder",
    "polyint",
    "polymul",
    "polysub",
    "polyval",
    "ptp",
    "ravel_multi_index",
    "repeat",
    "rollaxis",
    "searchsorted",
    "select",
    "setdiff1d",
    "split",
    "tri",
    "tril_indices",
    "tril_indices_from",
    "triu_indices",
    "triu_indices_from",
    "unravel_index",
    "unwrap",
    "vander",
    "vsplit",
]

def append(arr: Any, values: Any, axis: int | None = None) -> Any:
    """Return ``values`` behind ``arr``, both with one axis for None."""

def argwhere(a: Any) -> Any:
    """Return the places of what is not 0, one a row."""

def array_equal(a1: Any, a2: Any, equal_nan: bool = False) -> Any:
    """Return whether two arrays have one shape and the same elements."""

def array_equiv(a1: Any, a2: Any) -> Any:
    """Return whether one array is the same as the other one repeated."""

def array_split(x: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """Return pieces along ``axis``, the first ones longer where they do not fit."""

def average(
    x: Any, axis: Any = None, weights: Any = None, returned: bool = False
) -> Any:
    """Return the mean over ``axis``, weighed; ``returned`` with the sum of the weights."""

def bartlett(M: int) -> Any:
    """Return the triangle window."""

def bincount(
    x: Any, weights: Any = None, minlength: int = 0, length: int | None = None
) -> Any:
    """Return how often each integer is there, or the sum of its weights."""

def blackman(M: int) -> Any:
    """Return the Blackman window."""

def broadcast_arrays(*args: Any) -> Any:
    """Return arrays repeated to one shape."""

def cbrt(x: Any, dtype: Any = None) -> Any:
    """Return the cube roots."""

def choose(a: Any, choices: Any, mode: str = "clip") -> Any:
    """Return of each place the choice that an index says."""

def convolve(a: Any, v: Any, mode: str = "full") -> Any:
    """Return the convolution of two vectors."""

def corrcoef(x: Any, y: Any = None, rowvar: bool = True, dtype: Any = None) -> Any:
    """Return the correlations of the rows."""

def correlate(a: Any, v: Any, mode: str = "valid") -> Any:
    """Return the sums of products of two vectors that move along each other."""

def count_nonzero(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return how many elements are not 0."""

def cov(
    m: Any,
    y: Any = None,
    rowvar: bool = True,
    bias: bool = False,
    ddof: Any = None,
    fweights: Any = None,
    aweights: Any = None,
    dtype: Any = None,
) -> Any:
    """Return the covariances of the rows."""

def cross(
    a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: Any = None
) -> Any:
    """Return the cross products."""

def diag(v: Any, k: int = 0) -> Any:
    """Return a matrix with a vector on a diagonal, or the diagonal of a matrix."""

def diag_indices(n: int, ndim: int = 2) -> Any:
    """Return the places of the diagonal."""

def diagflat(v: Any, k: int = 0) -> Any:
    """Return a matrix with all elements on a diagonal."""

def digitize(x: Any, bins: Any, right: bool = False) -> Any:
    """Return the intervals that elements are in."""

def divmod(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return ``(x1 // x2, x1 % x2)``."""

def dsplit(x: Any, indices_or_sections: Any) -> Any:
    """Return pieces along axis 2."""

def dstack(tup: Any) -> Any:
    """Return arrays joined along axis 2."""

def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    """Return the differences of neighbours, of all elements in turn."""

def empty(shape: Any, dtype: Any = ...) -> Any:
    """Return a Tensor of a shape, all 0 here."""

def float_power(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return ``x1 ** x2`` in floats."""

def gcd(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return the greatest common divisors."""

def geomspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    dtype: Any = None,
    axis: int = 0,
) -> Any:
    """Return numbers from ``start`` to ``stop``, each the same multiple of the last."""

def gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """Return the slopes by differences along each axis."""

def hamming(M: int) -> Any:
    """Return the Hamming window."""

def hanning(M: int) -> Any:
    """Return the Hann window."""

def histogram(
    a: Any,
    bins: int = 10,
    range: Any = None,
    weights: Any = None,
    density: bool = False,
) -> Any:
    """Return how many elements are in each bin, or their weights, and the edges."""

def histogram2d(
    x: Any,
    y: Any,
    bins: int = 10,
    range: Any = None,
    weights: Any = None,
    density: bool = False,
) -> Any:
    """Return how many points are in each bin, and the edges along both axes."""

def histogram_bin_edges(
    a: Any, bins: int = 10, range: Any = None, weights: Any = None
) -> Any:
    """Return the edges of bins."""

def histogramdd(
    sample: Any,
    bins: int = 10,
    range: Any = None,
    weights: Any = None,
    density: bool = False,
) -> Any:
    """Return how many points are in each bin, and a list of the edges."""

def hsplit(x: Any, indices_or_sections: Any) -> Any:
    """Return pieces along axis 1."""

def identity(n: int, dtype: Any = ...) -> Any:
    """Return the unit matrix."""

def in1d(ar1: Any, ar2: Any, invert: bool = False) -> Any:
    """Return which elements, in a row, are among others."""

def indices(dimensions: Any, dtype: Any = ...) -> Any:
    """Return of each place its indices, an array for each axis."""

def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None) -> Any:
    """Return a piecewise linear function at ``x``."""

def intersect1d(
    ar1: Any, ar2: Any, assume_unique: bool = False, return_indices: bool = False
) -> Any:
    """Return in order what is in both, with its places in both where these are wanted."""

def isin(element: Any, test_elements: Any, invert: bool = False) -> Any:
    """Return which elements are among others."""

def ix_(*args: Any) -> Any:
    """Return vectors as the indices of a grid."""

def lcm(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return the least common multiples."""

def linspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: Any = None,
    axis: int = 0,
) -> Any:
    """Return numbers from ``start`` to ``stop``, evenly apart; ``retstep`` with how far."""

def logspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    base: float = 10.0,
    dtype: Any = None,
    axis: int = 0,
) -> Any:
    """Return the powers of ``base`` by ``linspace``."""

def meshgrid(*xi: Any, indexing: str = "xy") -> Any:
    """Return the coordinates of the points of a grid."""

def multi_dot(arrays: Any) -> Any:
    """Return the product of matrices."""

def nancumsum(a: Any, axis: int | None = None, dtype: Any = None) -> Any:
    """Return the running sums of what is a number."""

def nanmax(a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """Return the largest element that is a number."""

def nanmean(a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """Return the mean of what is a number."""

def nanmin(a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """Return the smallest element that is a number."""

def nanstd(
    a: Any, axis: Any = None, dtype: Any = None, ddof: int = 0, keepdims: bool = False
) -> Any:
    """Return the standard deviation of what is a number."""

def nansum(a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """Return the sum of what is a number."""

def nanvar(
    a: Any, axis: Any = None, dtype: Any = None, ddof: int = 0, keepdims: bool = False
) -> Any:
    """Return the variance of what is a number."""

def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    """Return a norm of vectors or matrices."""

def pad(
    arr: Any, pad_width: Any, mode: str = "constant", *, constant_values: int = 0
) -> Any:
    """Return an array with more around it."""

def polyadd(a1: Any, a2: Any) -> Any:
    """Return the sum of two polynomials."""

def polyder(p: Any, m: int = 1) -> Any:
    """Return the derivative of a polynomial."""

def polyint(p: Any, m: int = 1, k: Any = None) -> Any:
    """Return the integral of a polynomial."""

def polymul(a1: Any, a2: Any) -> Any:
    """Return the product of two polynomials."""

def polysub(a1: Any, a2: Any) -> Any:
    """Return the difference of two polynomials."""

def polyval(p: Any, x: Any) -> Any:
    """Return a polynomial at ``x``."""

def ptp(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the largest less the smallest element."""

def ravel_multi_index(
    multi_index: Any, dims: Any, mode: str = "clip", order: str = "C"
) -> Any:
    """Return places in a shape as numbers of elements, which are float32 in MindSpore."""

def repeat(a: Any, repeats: Any, axis: int | None = None) -> Any:
    """Return each element several times."""

def rollaxis(x: Any, axis: int, start: int = 0) -> Any:
    """Return an axis moved back to before ``start``."""

def searchsorted(a: Any, v: Any, side: str = "left", sorter: Any = None) -> Any:
    """Return where elements would have to stand among these, which are in order."""

def select(condlist: Any, choicelist: Any, default: int = 0) -> Any:
    """Return of each place the first choice whose condition holds."""

def setdiff1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> Any:
    """Return what is in the first and not in the second."""

def split(x: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """Return equal pieces along ``axis``."""

def tri(N: int, M: int | None = None, k: int = 0, dtype: Any = ...) -> Any:
    """Return ones up to a diagonal, zeros above."""

def tril_indices(n: int, k: int = 0, m: int | None = None) -> Any:
    """Return the places of a lower triangle."""

def tril_indices_from(arr: Any, k: int = 0) -> Any:
    """Return the places of the lower triangle of a matrix."""

def triu_indices(n: int, k: int = 0, m: int | None = None) -> Any:
    """Return the places of an upper triangle."""

def triu_indices_from(arr: Any, k: int = 0) -> Any:
    """Return the places of the upper triangle of a matrix."""

def unravel_index(indices: Any, shape: Any, order: str = "C") -> Any:
    """Return numbers of elements as places in a shape; the last one for what is beyond."""

def unwrap(p: Any, discont: float = 3.141592653589793, axis: int = -1) -> Any:
    """Return angles without jumps of a whole turn."""

def vander(x: Any, N: int | None = None, increasing: bool = False) -> Any:
    """Return the powers of a vector, a column each."""

def vsplit(x: Any, indices_or_sections: Any) -> Any:
    """Return pieces along axis 0."""
