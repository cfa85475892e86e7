"""``scipy.optimize.nnls``: least squares of what is not negative.

What is 0 stays there, and the others solve the normal equations among themselves: the
derivative is that of these equations, as long as the same ones are 0.
C. Lawson and R. Hanson, Solving Least Squares Problems (1995), chapter 23.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np
from scipy import optimize

from srcad.compiler.evaluate.intrinsics import (
    emit,
    implicit,
    is_known,
    mismatch,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy.rows import name_of
from srcad.compiler.evaluate.scipy.solving import of_array
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text, primitive, shown
from srcad.compiler.ir.shapes import Args, Attributes, result_of
from srcad.compiler.ir.sizes import Sizes
from srcad.compiler.ir.types import array_aval


def _found(args: Args, _: Attributes, sizes: Sizes) -> Aval:
    matrix, right = (array_aval(atom) for atom in args)
    sizes.same(matrix.shape[0], right.shape[0], "Incompatible dimensions.")
    return result_of(args, matrix.shape[1:], "float64")


_NAME = name_of("scipy.optimize", optimize.nnls)
primitive(
    _NAME,
    _found,
    lambda a, b, maxiter: optimize.nnls(a, b, maxiter=maxiter)[0],
    "none",
    raises=True,
    function=_NAME,
    library="scipy.optimize",
    word="x",
    text=lambda op: Text(op.args, shown(op, maxiter=None), item=0),
)


@defines(optimize.nnls, arrays="A b")
def nnls(A, b, *, maxiter=None):
    if A.ndim != 2 or b.ndim != 1:
        mismatch("it takes a matrix and a vector")
    if not is_known(maxiter):
        unsupported("`maxiter` is known before")
    A, b = np.asarray(A, np.float64), np.asarray(b, np.float64)
    x = emit(_NAME, A, b, maxiter=maxiter)
    free = x > 0

    def equation(x):
        return np.where(free, A.T @ (A @ x - b), x)

    x = implicit(equation, x, of_array)
    return x, np.linalg.norm(A @ x - b)
