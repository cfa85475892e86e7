"""Functions that cores call; each is printed into the module once, where it is used."""

from __future__ import annotations

import re
from collections.abc import Iterable

from srcad.compiler.compiled.window_helpers import WINDOW_HELPERS

# In its place, a short row is gone through without a call.
_EXTREME = '''def {name}_of(row):
    """Return the {word} number of a row, nan where there is one: of a long row that of
    four parts, side by side."""
    a = row[0]
    if row.size <= 32:
        for i in range(row.size):
            a = row[i] if (row[i] {sign} a) | (row[i] != row[i]) else a
        return a
    unordered = 0
    for i in range(row.size):
        unordered += row[i] != row[i]
    if unordered > 0:
        return row.dtype.type(np.nan)
    b = c = d = a
    for i in range(row.size // 4):
        a = row[4 * i] if row[4 * i] {sign} a else a
        b = row[4 * i + 1] if row[4 * i + 1] {sign} b else b
        c = row[4 * i + 2] if row[4 * i + 2] {sign} c else c
        d = row[4 * i + 3] if row[4 * i + 3] {sign} d else d
    for i in range(row.size - row.size % 4, row.size):
        a = row[i] if row[i] {sign} a else a
    a, c = b if b {sign} a else a, d if d {sign} c else c
    return c if c {sign} a else a
'''

HELPERS = {
    "bounds": '''def bounds(k, size, low, high):
    """Return where a slice begins or ends that is written with ``k``."""
    if k < 0:
        k += size
    return min(max(k, low), high)
''',
    "dot": '''def dot(a, b):
    """Return ``a @ b`` of two vectors."""
    if a.size > 64:
        return np.dot(a, b)
    total = a.dtype.type(0)
    for i in range(a.size):
        total += a[i] * b[i]
    return total
''',
    "times": '''def times(a, b, out):
    """Write ``a @ b`` of a matrix and a vector into ``out``: by loops where it is
    small, by BLAS where it is not."""
    rows, inner = a.shape
    if rows * inner > 256:
        np.dot(a, b, out)
        return
    for i in range(rows):
        total = a.dtype.type(0)
        for k in range(inner):
            total += a[i, k] * b[k]
        out[i] = total
''',
    "product": '''def product(a, b, out):
    """Write ``a @ b`` of two matrices into ``out``: by loops where it is small, by
    BLAS where it is not."""
    (rows, inner), columns = a.shape, b.shape[1]
    if rows * inner * columns > 256:
        np.dot(a, b, out)
        return
    for i in range(rows):
        for j in range(columns):
            out[i, j] = 0
        for k in range(inner):
            item = a[i, k]
            for j in range(columns):
                out[i, j] += item * b[k, j]
''',
    "sum_of": '''def sum_of(row):
    """Return the sum, several parts of it at a time."""
    total = row.dtype.type(0)
    for i in range(row.size):
        total += row[i]
    return total
''',
    "max_of": _EXTREME.format(name="max", word="greatest", sign=">"),
    "min_of": _EXTREME.format(name="min", word="least", sign="<"),
    "exp_parts": '''def exp_parts(x):
    """Return k and e to the r, less 1, where x is k log(2) and a small rest r, of which
    the power series is taken; k stands in the last bits of a number."""
    # Added to so large a number, the multiple of log(2) stands in its last bits.
    shifted = x * 1.4426950408889634 + 6755399441055744.0
    k = shifted - 6755399441055744.0
    r = x - k * 0.6931471803691238
    r = r - k * 1.9082149292705877e-10
    series = 1 / 6227020800
    series = series * r + 1 / 479001600
    series = series * r + 1 / 39916800
    series = series * r + 1 / 3628800
    series = series * r + 1 / 362880
    series = series * r + 1 / 40320
    series = series * r + 1 / 5040
    series = series * r + 1 / 720
    series = series * r + 1 / 120
    series = series * r + 1 / 24
    series = series * r + 1 / 6
    series = series * r + 0.5
    return np.float64(shifted).view(np.int64), series * r * r + r
''',
    "exp_of": '''def exp_of(x):
    """Return e to the x, off by at most 1 unit in the last place."""
    x = 709.8 if x > 709.8 else x
    x = -745.2 if x < -745.2 else x
    k, less = exp_parts(x)
    # The power of 2, in two halves: either is a number for sure.
    half = (k << 32) >> 33
    rest = ((k << 32) >> 32) - half
    first = np.int64((half + 1023) << 52).view(np.float64)
    second = np.int64((rest + 1023) << 52).view(np.float64)
    return (less + 1.0) * first * second
''',
    "log_of": '''def log_of(x):
    """Return the natural logarithm, off by at most 1 unit in the last place: that of
    the power of 2 in x and of the rest, as the library fdlibm has it."""
    tiny = x < 2.2250738585072014e-308
    bits = np.float64(x * 18014398509481984.0 if tiny else x).view(np.int64)
    power = (bits - 4604544271217802189) >> 52
    f = np.int64(bits - (power << 52)).view(np.float64) - 1.0
    k = np.float64(power) - (54.0 if tiny else 0.0)
    s = f / (2.0 + f)
    z = s * s
    series = 0.1479819860511658591
    series = series * z + 0.1531383769920937332
    series = series * z + 0.1818357216161805012
    series = series * z + 0.2222219843214978396
    series = series * z + 0.2857142874366239149
    series = series * z + 0.3999999999940941908
    series = series * z + 0.6666666666666735130
    half = 0.5 * f * f
    small = s * (half + series * z) + k * 1.90821492927058770002e-10
    found = k * 6.93147180369123816490e-01 - ((half - small) - f)
    found = np.inf if x == np.inf else found
    found = -np.inf if x == 0.0 else found
    return found if x >= 0.0 else np.nan
''',
    "tanh_of": '''def tanh_of(x):
    """Return the hyperbolic tangent, off by at most 3 units in the last place: with
    e to the 2x, less 1, as e it is e / (e + 2). There is no branch on x."""
    y = 2.0 * abs(x)
    y = 45.0 if y > 45.0 else y
    k, less = exp_parts(y)
    whole = (k << 32) >> 32
    power = np.int64((whole + 1023) << 52).view(np.float64)
    e = power * less + (power - 1.0)
    found = np.float64(e / (e + 2.0)).view(np.int64)
    sign = np.float64(x).view(np.int64) & np.int64(-(2**63))
    return np.int64(found | sign).view(np.float64)
''',
    "grown": '''def grown(column, size):
    """Return a longer array that begins with ``column``."""
    longer = np.empty(max(size, 2 * column.size), column.dtype)
    longer[: column.size] = column
    return longer
''',
    **WINDOW_HELPERS,
}


# What may be computed in another order, or with fewer roundings, and still be as exact.
# Numba hands this on to what is called, unless that says for itself.
FAST = {
    "exp_parts": '"contract"',
    "exp_of": '"contract"',
    "log_of": '"contract"',
    "tanh_of": '"contract"',
    "sum_of": '"reassoc", "nsz"',
    "dot": '"contract", "reassoc", "nsz"',
    "times": '"contract", "reassoc", "nsz"',
}


def called_by(names: Iterable[str]) -> frozenset[str]:
    """Helpers, and those that they call."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            called = re.findall(r"(?<!\.)\b(\w+)\(", HELPERS[name])
            waiting.extend(HELPERS.keys() & set(called))
    return frozenset(found)


def call_blas(names: Iterable[str]) -> bool:
    """Whether any of these helpers calls BLAS, which Numba reaches by way of SciPy."""
    return any("np.dot(" in HELPERS[name] for name in names)


def helper_texts(names: Iterable[str]) -> list[str]:
    """The texts of helpers, in order."""
    texts = []
    for name in sorted(names):
        options = 'error_model="numpy"'
        if name in FAST:
            options += f", fastmath={{{FAST[name]}}}"
        if name in ("max_of", "min_of", "place_of"):
            options += ", forceinline=True"
        texts.append(f"@numba.njit({options})\n{HELPERS[name]}")
    return texts
