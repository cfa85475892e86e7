"""Calls of NumPy's functions that JAX can make, beside those of the tests.

Those of the tests are of another kind for these functions (one test for all ufuncs), or
write into arrays, or give a matrix that is not symmetric to ``eigh``, of which JAX
takes the mean with its transpose.
"""

import numpy as np

from tests.srcad.compiler.cases.case import apart, positive
from tests.srcad.compiler.evaluate.numpy.numpy_rows import X2, Row, adding_to

ROWS: list[Row] = []
row = adding_to(ROWS)


def inside(random, shape):
    """Between -0.9 and 0.9."""
    return random.uniform(-0.9, 0.9, shape)


def above_one(random, shape):
    """Between 1.1 and 3."""
    return random.uniform(1.1, 3.0, shape)


def small(random, shape):
    """Integers from 0 to 6."""
    return random.integers(0, 7, shape)


INTEGERS = X2, *2 * ["int64[n, m]"]
WITHIN, ABOVE, GREATER = {"x": inside}, {"x": positive}, {"x": above_one}
APART, SMALL = {"x": apart}, {"k": small, "n": small}

row(lambda x: (np.arcsin(x), np.asin(x)), X2, values=WITHIN)
row(lambda x: (np.arccos(x), np.acos(x)), X2, values=WITHIN)
row(lambda x: (np.arctanh(x), np.atanh(x)), X2, values=WITHIN)
row(lambda x: (np.arccosh(x), np.acosh(x)), X2, values=GREATER)
row(lambda x: (np.arctan(x), np.atan(x)), X2)
row(lambda x: (np.arcsinh(x), np.asinh(x)), X2)
row(lambda x: (np.sin(x), np.cos(x), np.tan(x)), X2, values=WITHIN)
row(lambda x: (np.sinh(x), np.cosh(x), np.tanh(x)), X2)
row(lambda x: (np.exp(x), np.exp2(x), np.expm1(x)), X2)
row(lambda x: (np.log(x), np.log2(x), np.log10(x), np.log1p(x)), X2, values=ABOVE)
row(lambda x: (np.sqrt(x), np.cbrt(x), np.reciprocal(x)), X2, values=ABOVE)
row(lambda x: (np.square(x), np.negative(x), np.positive(x)), X2)
row(lambda x: (np.abs(x), np.absolute(x), np.fabs(x)), X2, values=APART)
row(
    lambda x, y: (np.divide(x, y), np.pow(x, y)),
    X2,
    X2,
    values={**ABOVE, "y": positive},
)
row(lambda x, y: (np.atan2(x, y), np.hypot(x, y)), X2, X2, values=APART)
row(lambda x: (np.floor(x), np.ceil(x), np.trunc(x)), X2, values=APART)
row(lambda x: (np.rint(x), np.around(x), np.sign(x)), X2, values=APART)
row(lambda x, y: np.floor_divide(x, y), X2, X2, values={**APART, "y": positive})
row(lambda x, y: np.remainder(x, y), X2, X2, values={**APART, "y": positive})
row(lambda x: (np.copy(x), np.asarray(x) * x, np.astype(x, np.float64)), X2)
row(lambda x: x + np.zeros((3, 4)), "float64[3, 4]")
row(lambda x: (np.imag(x), np.conjugate(x)), X2)
row(lambda x: np.linalg.matrix_transpose(x), X2)
row(lambda x: np.compress(np.array([True, False, True]), x, axis=0), "float64[3, m]")
row(lambda x: x[np.ix_(np.array([0, 2]), np.array([1, 0]))], "float64[3, 4]")

# What has no gradient stands beside what has one.
row(lambda x, y: (x * y, np.equal(x, y), np.not_equal(x, y)), X2, X2)
row(lambda x, y: (x * y, np.less(x, y), np.less_equal(x, y)), X2, X2)
row(lambda x, y: (x * y, np.greater(x, y), np.greater_equal(x, y)), X2, X2)
row(lambda x: (x * x, np.isfinite(x), np.isinf(x), np.isnan(x), np.signbit(x)), X2)
row(lambda x: (x * x, np.logical_not(x > 0)), X2)
row(lambda x, y: (x * y, np.logical_or(x > 0, y > 0)), X2, X2)
row(lambda x, y: (x * y, np.logical_xor(x > 0, y > 0)), X2, X2)
row(
    lambda x, k, n: (x * k, np.bitwise_and(k, n), np.bitwise_or(k, n)),
    *INTEGERS,
    values=SMALL,
)
row(
    lambda x, k, n: (x * k, np.bitwise_xor(k, n), np.isin(k, n)),
    *INTEGERS,
    values=SMALL,
)
row(lambda x, k, n: (x * n, np.bitwise_not(k), np.invert(n)), *INTEGERS, values=SMALL)
row(lambda x, k, n: (x * n, np.bitwise_invert(k)), *INTEGERS, values=SMALL)
row(
    lambda x, k, n: (x, np.left_shift(k, n), np.right_shift(k, n)),
    *INTEGERS,
    values=SMALL,
)
row(lambda x, k, n: (x, np.bitwise_left_shift(k, n)), *INTEGERS, values=SMALL)
row(lambda x, k, n: (x, np.bitwise_right_shift(k, n)), *INTEGERS, values=SMALL)
row(lambda x, y: (x, np.nextafter(x, y), np.spacing(x)), X2, X2)

row(lambda x: np.linalg.eigvalsh(x + x.T), "float64[n, n]")
row(lambda x: np.linalg.eigh(x + x.T)[1] ** 2, "float64[n, n]")
row(
    lambda x: np.linalg.eigvals(x + x.T + np.diag(np.arange(3.0))).real.sum(),
    "float64[3, 3]",
)
row(lambda x: np.abs(np.fft.fft2(x)) ** 2, X2)
row(lambda x: np.abs(np.fft.ifft(x)) ** 2, X2)
row(lambda x: np.abs(np.fft.ifft2(x)) ** 2, X2)
row(lambda x: np.abs(np.fft.ifftn(x)) ** 2, X2)
row(lambda x: np.fft.hfft(np.fft.ihfft(x) * (1 + 2j)), "float64[6]")
row(lambda x: np.fft.irfft2(np.fft.rfft2(x) ** 2), "float64[4, 6]")
row(lambda x: np.fft.irfftn(np.fft.rfftn(x) ** 2), "float64[4, 6]")
