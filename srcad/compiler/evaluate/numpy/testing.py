"""What ``np.testing`` asserts of numbers, as ``assert`` would: an AssertionError where
run time finds that it does not hold. It says what was asked, and shows no arrays."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.intrinsics import unsupported
from srcad.compiler.evaluate.numpy.definitions import defines


def check_every(x, y, holds, header, err_msg):
    """Raise where something does not hold of each pair, or no pairs are made."""
    if x.ndim > 0 and y.ndim > 0 and x.shape != y.shape:
        raise AssertionError(f"{header}\n{err_msg}\n(shapes mismatch)")
    if not np.all(holds(x, y)):
        raise AssertionError(f"{header}\n{err_msg}")


def alike(x, y, nan=True):
    """Which numbers are equal, or are both none."""
    same = x == y
    return same | (np.isnan(x) & np.isnan(y)) if nan else same


def near(x, y, limit, nan=True):
    """Which are alike, or are both finite and no further apart than a limit says."""
    finite = np.isfinite(x) & np.isfinite(y)
    return alike(x, y, nan) | (finite & limit(np.abs(x - y * 1.0), np.abs(y)))


def check_real(x, y, strict=False):
    """Refuse what the functions below do not ask."""
    if strict:
        unsupported("`strict` is not supported")
    if x.dtype.kind == "c" or y.dtype.kind == "c":
        unsupported("it takes real numbers here")


@defines(np.testing.assert_allclose, arrays="actual desired")
def assert_allclose(
    actual,
    desired,
    rtol=1e-7,
    atol=0,
    equal_nan=True,
    err_msg="",
    verbose=True,
    *,
    strict=False,
):
    check_real(actual, desired, strict)
    check_every(
        actual,
        desired,
        lambda x, y: near(x, y, lambda d, size: d <= atol + rtol * size, equal_nan),
        f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}",
        err_msg,
    )


@defines(np.testing.assert_array_almost_equal, arrays="actual desired")
def assert_array_almost_equal(actual, desired, decimal=6, err_msg="", verbose=True):
    check_real(actual, desired)
    check_every(
        actual,
        desired,
        lambda x, y: near(x, y, lambda d, _: d < 1.5 * 10.0**-decimal),
        f"Arrays are not almost equal to {decimal} decimals",
        err_msg,
    )


@defines(np.testing.assert_almost_equal, arrays="actual desired")
def assert_almost_equal(actual, desired, decimal=7, err_msg="", verbose=True):
    np.testing.assert_array_almost_equal(actual, desired, decimal, err_msg)


@defines(np.testing.assert_array_equal, arrays="actual desired")
def assert_array_equal(actual, desired, err_msg="", verbose=True, *, strict=False):
    check_real(actual, desired, strict)
    check_every(actual, desired, alike, "Arrays are not equal", err_msg)


@defines(np.testing.assert_array_less, arrays="x y")
def assert_array_less(x, y, err_msg="", verbose=True, *, strict=False):
    check_real(x, y, strict)
    check_every(
        x,
        y,
        lambda x, y: (x < y) | (np.isnan(x) & np.isnan(y)),
        "Arrays are not strictly ordered `x < y`",
        err_msg,
    )
