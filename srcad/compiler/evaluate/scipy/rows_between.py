"""Rows of an array at the points of ``interp1d``: one of them, or between two."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from srcad.compiler.evaluate.intrinsics import is_known, unsupported

# The side from which a place is found among the points, or among the middles between
# them, and how many before it the row is.
PLACES: dict[str, Any] = {
    "previous": ("right", 1),
    "next": ("left", 0),
    "nearest": ("left", 0),
    "nearest-up": ("right", 0),
}


def refuse_outside(x, at, fill):
    """Raise for what is outside of the points, where nothing is said of it."""
    if fill is not None:
        return
    if np.any(at < x[0]):
        raise ValueError("A value in x_new is below the interpolation range.")
    if np.any(at > x[-1]):
        raise ValueError("A value in x_new is above the interpolation range.")


def of_rows(x, y, kind, axis, fill, is_sorted):
    """What ``interp1d`` makes of values along an axis."""
    if x.ndim != 1:
        raise ValueError("the x array must have exactly one dimension.")
    if kind in ("cubic", "quadratic"):
        unsupported(f"with `kind={kind!r}`, `y` has one axis here")
    if x.shape[0] != y.shape[axis]:
        raise ValueError("x and y arrays must be equal in length along the axis.")
    rows = floating(y)
    if axis:
        rows = np.moveaxis(rows, axis, 0)
    if not is_sorted:
        order = np.argsort(x, stable=True)
        x, rows = x[order], rows[order]
    if is_known(fill) and isinstance(fill, str):
        if fill != "extrapolate":
            unsupported("`fill_value` is 'extrapolate', or numbers")
        # Beyond the last point there is no next one, and so on.
        if kind == "previous":
            fill = np.nan, rows[-1]
        elif kind == "next":
            fill = rows[0], np.nan
    return Rows(x, rows, kind, axis, fill)


class Rows(NamedTuple):
    """Rows at points: the one that is meant, or what lies between two."""

    x: Any
    rows: Any
    kind: Any
    axis: Any
    fill: Any

    def __call__(self, x):
        at = floating(np.asarray(x))
        refuse_outside(self.x, at, self.fill)
        behind = self.rows.ndim - 1
        value = self.between(at) if self.kind == "linear" else self.chosen(at)
        value = self.filled(at, value, behind)
        if self.axis == 0 or at.ndim == 0:
            return value
        places = tuple(range(at.ndim))
        return np.moveaxis(value, places, tuple(place + self.axis for place in places))

    def chosen(self, at):
        side, before = PLACES[self.kind]
        points = self.x
        if self.kind in ("nearest", "nearest-up"):
            points = points[1:] / 2.0 + points[:-1] / 2.0
        place = np.searchsorted(points, at, side=side) - before
        return self.rows[np.clip(place, 0, self.x.shape[0] - 1)]

    def between(self, at):
        place = np.clip(np.searchsorted(self.x, at), 1, self.x.shape[0] - 1)
        left, low = self.x[place - 1], self.rows[place - 1]
        share = (at - left) / (self.x[place] - left)
        return over(share, self.rows.ndim - 1) * (self.rows[place] - low) + low

    def filled(self, at, value, behind):
        fill = self.fill
        if fill is None or (is_known(fill) and isinstance(fill, str)):
            return value
        below, above = fill if isinstance(fill, tuple) else (fill, fill)
        under, beyond = over(at < self.x[0], behind), over(at > self.x[-1], behind)
        found = np.where(under, below, np.where(beyond, above, value))
        return np.astype(found, value.dtype)


def floating(item):
    return item if item.dtype.kind in "fc" else np.asarray(item, np.float64)


def over(item, behind):
    """What holds of places, beside the rows at them."""
    return np.expand_dims(item, tuple(range(-behind, 0))) if behind else item
