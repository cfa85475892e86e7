"""``RegularGridInterpolator`` of SciPy, which is not needed to read of it."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import numpy as np

from srcad.compiler.evaluate.intrinsics import unsupported


class Grid(NamedTuple):
    """The points along each axis, and the values where these cross.

    ``fill`` stands outside of them; None if the outermost pieces go on there.
    """

    points: Any
    values: Any
    method: Any
    bounds_error: Any
    fill: Any

    def __call__(self, xi, method=None):
        if (self.method if method is None else method) != "linear":
            unsupported("`method` is 'linear' here")
        at = coordinates(xi, len(self.points))
        outside = at[0] != at[0]
        for k, one in enumerate(at):
            low, high = self.points[k][0], self.points[k][-1]
            if self.bounds_error:
                if not np.all((low <= one) & (one <= high)):
                    raise ValueError("One of the requested xi is out of bounds")
            outside = outside | (one < low) | (one > high)
        value = between(self.points, self.values, at)
        if self.bounds_error or self.fill is None:
            return value
        return np.where(trailing(outside, value), self.fill, value)


def coordinates(xi, count):
    """The coordinates along each axis of what is asked for."""
    if isinstance(xi, tuple) and len(xi) != 1:
        if len(xi) != count:
            raise ValueError("the sample points xi have another number of dimensions")
        return np.broadcast_arrays(*[np.asarray(one, np.float64) for one in xi])
    xi = np.asarray(xi[0] if isinstance(xi, tuple) else xi, np.float64)
    if xi.ndim == 1:
        xi = np.reshape(xi, (-1, count))
    if xi.shape[-1] != count:
        raise ValueError("the sample points xi have another number of dimensions")
    return [xi[..., k] for k in range(count)]


def between(points, values, at):
    """The sum over the corners of the cell around, each weighted by its distance."""
    sides = []
    for one, grid in zip(at, points, strict=True):
        place = np.searchsorted(grid, one, side="right") - 1
        place = np.clip(place, 0, grid.shape[0] - 2)
        along = (one - grid[place]) / (grid[place + 1] - grid[place])
        sides.append(((place, 1 - along), (place + 1, along)))
    total = 0.0
    for corner in itertools.product(*sides):
        weight = 1.0
        for _, part in corner:
            weight = weight * part
        term = values[tuple(place for place, _ in corner)]
        total = total + term * trailing(weight, term)
    return total


def trailing(x, like):
    """With as many axes as ``like``, of which the last ones are new."""
    missing = like.ndim - x.ndim
    return x[(..., *(None,) * missing)] if missing else x
