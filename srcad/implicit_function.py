"""What a search of the user's own has found, and its derivative."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from srcad.compiler.evaluate.intrinsics import implicit as solution

__all__ = ["implicit"]


def implicit(function: Callable[[Any], Any], x: Any) -> Any:
    """Return ``x``, at which ``function`` is zero, however it was found.

    ``x`` is a float or an array of floats, or a Tensor, and ``function(x)`` has its
    shape; what else the function reads is what ``x`` depends on. The derivative is that
    of the implicit function theorem, ``-(df/dx)^-1 df/dp``: it is as exact as ``x`` is,
    to any order, and nothing of the search is differentiated. NumPy raises LinAlgError
    where the Jacobian of the function is singular.

    Raises ValueError where the function gives another shape, and TypeError where ``x``
    is not made of floats.

        def root(p):
            x = search(p)
            return srcad.implicit(lambda x: x**3 + p[0] * x - p[1], x)
    """
    if np.asarray(x).dtype.kind != "f":
        raise TypeError("`implicit` takes a float or an array of floats.")
    if np.shape(function(x)) != np.shape(x):
        raise ValueError("The function of `implicit` must give the shape of `x`.")
    return solution(function, x, _rule)


def _rule(pull: Any, x: Any, dx: Any) -> Any:
    """``-J^T w = dx``, with the Jacobian row by row."""
    if np.ndim(x) == 0:
        return -dx / pull(1.0)
    size, dtype = np.size(x), np.asarray(x).dtype
    jacobian = np.zeros((size, size), dtype)
    for k, row in enumerate(np.eye(size, dtype=dtype)):
        jacobian[k] = np.ravel(pull(np.reshape(row, np.shape(x))))
    return -np.reshape(np.linalg.solve(jacobian.T, np.ravel(dx)), np.shape(x))
