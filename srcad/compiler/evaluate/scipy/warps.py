"""``scipy.ndimage``: arrays at points between their elements, moved, larger, turned.

What is beyond the ends is what SciPy's modes say. Where a spline is not smooth, its
derivative is that of the piece that SciPy takes.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from scipy import ndimage, special

from srcad.compiler.evaluate.intrinsics import axis_in, fixed, is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy.neighbours import (
    check_places,
    decided,
    like,
    one_each,
)
from srcad.compiler.evaluate.scipy.splined import along, beyond, prepared, taps


def check_input(input, output, order, mode):
    check_places(input, output)
    if not is_known(order):
        unsupported("`order` is known before")
    decided("mode", mode)
    for size in input.shape:
        fixed(size)
    if 0 in input.shape:
        unsupported("the array is not empty here")


def at_points(c, points, counts, order, mode, cval, npad):
    """The spline along the first axes at points, given as a coordinate for each."""
    rest = c.ndim - len(counts)
    each = [
        taps(at, count, order, mode, npad)
        for at, count in zip(points, counts, strict=True)
    ]
    total = 0.0
    for corner in itertools.product(*each):
        part, weight = c[tuple([place for place, _, _ in corner])], 1.0
        for _, one, there in corner:
            weight = weight * one
            if there is not None:
                part = np.where(behind(there, rest), part, cval)
        total = total + part * (weight if order == 0 else behind(weight, rest))
    if mode != "constant":
        return total
    outside: Any = False
    for at, count in zip(points, counts, strict=True):
        outside = outside | beyond(at, count)
    return np.where(behind(outside, rest), cval, total)


def behind(x, count):
    """With so many axes more behind."""
    return np.reshape(x, (*x.shape, *[1] * count)) if count else x


@defines(ndimage.map_coordinates, arrays="input coordinates")
def map_coordinates(
    input,
    coordinates,
    output=None,
    order=3,
    mode="constant",
    cval=0.0,
    prefilter=True,
):
    check_input(input, output, order, mode)
    if coordinates.ndim < 2:
        raise RuntimeError("input and output rank must be > 0")
    fixed(coordinates.shape[0])
    if coordinates.shape[0] != input.ndim:
        raise RuntimeError("invalid shape for coordinate array")
    at = np.asarray(coordinates, np.float64)
    c, npad = prepared(input, order, mode, cval, prefilter, range(input.ndim))
    points = [at[k] for k in range(input.ndim)]
    made = at_points(c, points, input.shape, order, mode, cval, npad)
    return like(made, input)


# ---------------------------------------------------------------- along each axis alone


def axis_by_axis(input, points, order, mode, cval, prefilter):
    """The spline at all points that have these coordinates along the axes."""
    c, npad = prepared(input, order, mode, cval, prefilter, range(input.ndim))
    outside: Any = False
    for axis in range(input.ndim):
        at, count = points[axis], input.shape[axis]
        c = along(c, at, axis, count, order, mode, cval, npad)
        if mode == "constant":
            shape = [1] * input.ndim
            shape[axis] = -1
            outside = outside | np.reshape(beyond(at, count), shape)
    made = np.where(outside, cval, c) if mode == "constant" else c
    return like(made, input)


@defines(ndimage.shift, arrays="input")
def shift(
    input, shift, output=None, order=3, mode="constant", cval=0.0, prefilter=True
):
    check_input(input, output, order, mode)
    shifts = one_each(shift, input.ndim)
    points = [np.arange(input.shape[k]) - shifts[k] for k in range(input.ndim)]
    return axis_by_axis(input, points, order, mode, cval, prefilter)


@defines(ndimage.zoom, arrays="input")
def zoom(
    input,
    zoom,
    output=None,
    order=3,
    mode="constant",
    cval=0.0,
    prefilter=True,
    *,
    grid_mode=False,
):
    check_input(input, output, order, mode)
    if not is_known(zoom) or not is_known(grid_mode):
        unsupported("`zoom` and `grid_mode` are known before")
    zooms = one_each(zoom, input.ndim)
    if prefilter and all(one == 1 for one in zooms):
        return np.copy(input)
    points, less = [], 0 if grid_mode else 1
    for one, count in zip(zooms, input.shape, strict=True):
        size = round(count * float(one))
        ratio = (count - less) / (size - less) if size != less else 1.0
        if grid_mode:
            points.append((np.arange(size) + 0.5) * ratio - 0.5)
        else:
            points.append(np.arange(size) * ratio)
    return axis_by_axis(input, points, order, mode, cval, prefilter)


# ------------------------------------------------------------------------------ turned


@defines(ndimage.affine_transform, arrays="input matrix offset")
def affine_transform(
    input,
    matrix,
    offset=0.0,
    output_shape=None,
    output=None,
    order=3,
    mode="constant",
    cval=0.0,
    prefilter=True,
):
    check_input(input, output, order, mode)
    if not is_known(output_shape):
        unsupported("`output_shape` is known before")
    rank, shape = input.ndim, input.shape if output_shape is None else output_shape
    for size in matrix.shape:
        fixed(size)
    matrix, offset = np.asarray(matrix, np.float64), np.asarray(offset, np.float64)
    if matrix.shape in ((rank, rank + 1), (rank + 1, rank + 1)):
        if matrix.shape[0] == rank + 1 and np.any(
            matrix[rank] != np.eye(rank + 1)[rank]
        ):
            raise ValueError("the bottom row of a homogeneous matrix is 0, ..., 0, 1")
        matrix, offset = matrix[:rank, :rank], matrix[:rank, rank]
    if matrix.ndim == 1:
        matrix = np.diag(matrix)
    if matrix.shape != (rank, len(shape)) or offset.shape not in ((), (rank,)):
        raise RuntimeError("affine matrix has wrong number of rows or columns")
    offset = np.broadcast_to(offset, (rank,))
    c, npad = prepared(input, order, mode, cval, prefilter, range(rank))
    points = under(matrix, offset, shape)
    made = at_points(c, points, input.shape, order, mode, cval, npad)
    return like(made, input)


def under(matrix, offset, shape):
    """Where the elements of an array of this shape come from."""
    places = np.ogrid[tuple([slice(0, size) for size in shape])]
    points = []
    for k in range(len(offset)):
        at = offset[k]
        for j, place in enumerate(places):
            at = at + matrix[k, j] * place
        points.append(np.broadcast_to(at, shape))
    return points


@defines(ndimage.rotate, arrays="input")
def rotate(
    input,
    angle,
    axes=(1, 0),
    reshape=True,
    output=None,
    order=3,
    mode="constant",
    cval=0.0,
    prefilter=True,
):
    check_input(input, output, order, mode)
    if input.ndim < 2:
        raise ValueError("input array should be at least 2D")
    if not is_known(axes) or len(axes) != 2:
        raise ValueError("axes should contain exactly two values")
    if reshape and not is_known(angle):
        unsupported("where it makes another shape, the angle is known before")
    plane = sorted([axis_in(one, input.ndim) for one in axes])
    cos, sin = special.cosdg(angle), special.sindg(angle)
    counts = [input.shape[axis] for axis in plane]
    shape = turned_shape(cos, sin, *counts) if reshape else counts
    half = [(size - 1) / 2 for size in shape]
    matrix = [[cos, sin], [-sin, cos]]
    offset = [
        (counts[k] - 1) / 2 - (matrix[k][0] * half[0] + matrix[k][1] * half[1])
        for k in range(2)
    ]
    rows = np.moveaxis(input, plane, (0, 1))
    c, npad = prepared(rows, order, mode, cval, prefilter, (0, 1))
    points = under(np.asarray(matrix), offset, shape)
    made = at_points(c, points, counts, order, mode, cval, npad)
    return like(np.moveaxis(made, (0, 1), plane), input)


def turned_shape(cos, sin, rows, columns):
    """How large a plane is that holds all that was turned."""
    ends = [
        (0.0, first * columns, second * rows, second * rows + first * columns)
        for first, second in ((sin, cos), (cos, -sin))
    ]
    return [int(max(one) - min(one) + 0.5) for one in ends]
