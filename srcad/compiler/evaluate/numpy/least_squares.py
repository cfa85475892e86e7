"""Least squares: a solution, residuals, the rank and the singular values."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from srcad.compiler.evaluate.intrinsics import emit, mismatch, wants
from srcad.compiler.evaluate.numpy.decompositions import (
    avals_of,
    least,
    real_aval,
    turned,
)
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.linalg import check_cut, cuts, pseudo_inverse
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text, primitive
from srcad.compiler.ir.shapes import Args, Attributes
from srcad.compiler.ir.sizes import ShapeError, Sizes, unknown_size
from srcad.compiler.ir.types import array_aval


class LstsqResult(NamedTuple):
    """What ``np.linalg.lstsq`` gives."""

    x: Any
    residuals: Any
    rank: Any
    s: Any


def _lstsq(args: Args, _: Attributes, sizes: Sizes) -> tuple[Aval, ...]:
    matrix, right = array_aval(args[0]).shape, array_aval(args[1]).shape
    if len(matrix) != 2 or len(right) not in (1, 2):
        raise ShapeError("it takes a matrix, and a vector or a matrix")
    rows, columns = matrix
    sizes.same(rows, right[0], "the sizes differ")
    # As many residuals as right sides, or none: as the rank is.
    shapes = (columns, *right[1:]), (unknown_size("count"),), (least(rows, columns),)
    x, residuals, s = avals_of(args, *shapes)
    return x, real_aval(residuals), Aval("int64", (), tensor=x.tensor), real_aval(s)


def lstsq_bprop(a, b, rcond, out, dout, *, cut):
    dx, dresiduals, _, ds = dout
    da, db = np.zeros_like(a, out[0].dtype), None
    x, right = out[0], b
    if b.ndim == 1:
        x, right = np.expand_dims(x, -1), np.expand_dims(b, -1)
        dx = None if dx is None else np.expand_dims(dx, -1)
    error = right - a @ x
    if dresiduals is not None:
        db = np.zeros_like(right, out[0].dtype)
    if cut and wants(a):
        check_cut(out[3], rcond)
    if dx is not None:
        # x = pinv(a) @ b, where the rank does not change.
        inverse = pseudo_inverse(a, rcond, cut)
        db = turned(inverse) @ dx
        outside = np.conj(dx) - inverse @ (a @ np.conj(dx))
        da = np.conj(error) @ turned(inverse @ np.conj(db)) - db @ turned(x)
        da = da + turned(inverse) @ np.conj(x) @ turned(outside)
    if dresiduals is not None and out[1].shape[0] != 0:
        # The error is orthogonal to what x may change.
        derror = 2 * np.conj(error) * np.reshape(dresiduals, (1, right.shape[1]))
        db = db + derror
        da = da - derror @ turned(x)
    if ds is not None:
        u, _, vt = np.linalg.svd(a, full_matrices=False)
        da = da + np.conj((u * ds) @ vt)
    if db is not None and b.ndim == 1:
        db = np.squeeze(db, -1)
    return da, db, None


primitive(
    "lstsq",
    _lstsq,
    lambda a, b, rcond, cut: np.linalg.lstsq(a, b, rcond),
    lstsq_bprop,
    function="np.linalg.lstsq",
    results=4,
    raises=True,
    word="solution residuals rank singular_values",
    text=lambda op: Text(op.args[:2], {"rcond": op.args[2]}),
    analytic=True,
)


def of_least_squares(a, b, rcond, cut):
    """What NumPy finds; where singular values are ``cut`` off, that is looked at."""
    return emit("lstsq", a, b, rcond, cut=cut)


@defines(np.linalg.lstsq, arrays="a b", analytic=True)
def lstsq(a, b, rcond=None):
    if a.ndim != 2:
        mismatch("linear algebra needs a matrix")
    cut = rcond is not None and cuts(rcond)
    if rcond is None:
        floating = a.dtype.kind in "fc" and b.dtype.kind in "fc"
        dtype = np.result_type(a.dtype, b.dtype) if floating else np.float64
        rcond = max(a.shape[0], a.shape[1]) * float(np.finfo(dtype).eps)
    return LstsqResult(*of_least_squares(a, b, rcond, cut))
