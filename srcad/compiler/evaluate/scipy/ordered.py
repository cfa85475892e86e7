"""``scipy.ndimage``: filters that put neighbours in order, and what is said of regions.

A filter gives one of the neighbours, which gets all of the cotangent.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import math

import numpy as np
from scipy import ndimage

from srcad.compiler.evaluate.intrinsics import (
    certain,
    emit,
    fixed,
    is_known,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy.neighbours import (
    axes_among,
    check_places,
    decided,
    extended,
    one_each,
)
from srcad.compiler.evaluate.scipy.rows import name_of
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import primitive
from srcad.compiler.ir.shapes import Args, Attributes, result_of
from srcad.compiler.ir.sizes import Sizes
from srcad.compiler.ir.types import array_aval


def neighbours(input, size, footprint, output, mode, cval, origin, axes):
    """The elements in the window about each, along a last axis."""
    check_places(input, output)
    if not is_known(size):
        unsupported("`size` is known before")
    decided("origin", origin)
    if size is None and footprint is None:
        raise RuntimeError("no footprint or filter size provided")
    axes = list(axes_among(axes, input.ndim))
    if axes != sorted(axes):
        unsupported("`axes` are in order here")
    places = None
    if footprint is not None:
        sizes, places = places_in(np.asarray(footprint), len(axes))
    else:
        sizes = tuple([int(one) for one in one_each(size, len(axes))])
    modes = one_each(mode, len(axes))
    if len(set(modes)) != 1:
        unsupported("`mode` is one for all axes here")
    origins = one_each(origin, len(axes))
    x = extended(input, sizes, axes, origins, modes[0], cval)
    windows = np.lib.stride_tricks.sliding_window_view(x, sizes, tuple(axes))
    rows = np.reshape(windows, (*input.shape, math.prod(sizes)))
    if places is None:
        return rows, math.prod(sizes)
    return rows[..., places], len(places)


def places_in(footprint, rank):
    """The shape of a window, and which of its elements are looked at."""
    if footprint.ndim != rank:
        raise RuntimeError("footprint array has incorrect shape.")
    for size in footprint.shape:
        fixed(size)
    flat, places = np.ravel(footprint), []
    for k in range(flat.shape[0]):
        if certain(flat[k] != 0):
            places.append(k)
        elif not certain(flat[k] == 0):
            unsupported("`footprint` is known before")
    if not places:
        raise ValueError("all-zero footprint is not supported.")
    return footprint.shape, places


def ranked(found, rank):
    rows, count = found
    place = rank + count if rank < 0 else rank
    if place < 0 or place >= count:
        raise RuntimeError("rank not within filter footprint size")
    return np.sort(rows, axis=-1)[..., place]


@defines(ndimage.rank_filter, arrays="input")
def rank_filter(
    input,
    rank,
    size=None,
    footprint=None,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    *,
    axes=None,
):
    if not is_known(rank):
        unsupported("`rank` is known before")
    found = neighbours(input, size, footprint, output, mode, cval, origin, axes)
    return ranked(found, int(rank))


@defines(ndimage.median_filter, arrays="input")
def median_filter(
    input,
    size=None,
    footprint=None,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    *,
    axes=None,
):
    found = neighbours(input, size, footprint, output, mode, cval, origin, axes)
    return ranked(found, found[1] // 2)


@defines(ndimage.percentile_filter, arrays="input")
def percentile_filter(
    input,
    percentile,
    size=None,
    footprint=None,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    *,
    axes=None,
):
    if not is_known(percentile):
        unsupported("`percentile` is known before")
    found = neighbours(input, size, footprint, output, mode, cval, origin, axes)
    part = percentile + 100.0 if percentile < 0 else percentile
    if part < 0 or part > 100:
        raise RuntimeError("invalid percentile")
    count = found[1]
    return ranked(found, count - 1 if part == 100.0 else int(count * part / 100.0))


@defines(ndimage.maximum_filter, arrays="input")
def maximum_filter(
    input,
    size=None,
    footprint=None,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    *,
    axes=None,
):
    found = neighbours(input, size, footprint, output, mode, cval, origin, axes)
    return ranked(found, found[1] - 1)


@defines(ndimage.minimum_filter, arrays="input")
def minimum_filter(
    input,
    size=None,
    footprint=None,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    *,
    axes=None,
):
    found = neighbours(input, size, footprint, output, mode, cval, origin, axes)
    return ranked(found, 0)


# -------------------------------------------------------------------------- regions


def _labelled(args: Args, _: Attributes, __: Sizes) -> tuple[Aval, ...]:
    found = result_of(args[:1], array_aval(args[0]).shape, "int32")
    return found, result_of(args[:1], (), "int64")


_LABEL = name_of("scipy.ndimage", ndimage.label)
primitive(
    _LABEL,
    _labelled,
    ndimage.label,
    "none",
    results=2,
    number=True,
    raises=True,
    function=_LABEL,
    library="scipy.ndimage",
    word="labels count",
)


@defines(ndimage.label, arrays="input")
def label(input, structure=None, output=None):
    if output is not None:
        unsupported("assign the result, it takes no `output` here")
    if input.ndim == 0 or input.dtype.kind == "c":
        unsupported("it takes an array of real numbers here")
    if structure is None:
        return emit("ndimage.label", input)
    structure = np.asarray(structure)
    if structure.ndim != input.ndim:
        raise RuntimeError("structure and input must have equal rank")
    for size in structure.shape:
        fixed(size)
    if structure.shape != (3,) * input.ndim:
        raise ValueError("structure dimensions must be equal to 3")
    return emit("ndimage.label", input, structure)


def of_regions(input, labels, index):
    """The sums over regions: all, those with a label, or those of some labels."""
    if labels is None:
        if index is not None:
            unsupported("without labels there is no `index`")
        return np.sum(input)
    labels = np.asarray(labels)
    if index is None:
        return np.sum(np.where(labels > 0, input, 0))
    index = np.asarray(index)
    if index.ndim == 0:
        return np.sum(np.where(labels == index, input, 0))
    there = np.expand_dims(index, tuple(range(-input.ndim, 0))) == labels
    whole = np.where(there, np.asarray(input, np.float64), 0.0)
    return np.sum(whole, axis=tuple(range(-input.ndim, 0)))


@defines(ndimage.sum_labels, arrays="input labels index")
def sum_labels(input, labels=None, index=None):
    return of_regions(input, labels, index)


@defines(ndimage.mean, arrays="input labels index")
def mean(input, labels=None, index=None):
    counts = of_regions(np.ones(input.shape), labels, index)
    return np.asarray(of_regions(input, labels, index), np.float64) / counts


@defines(ndimage.center_of_mass, arrays="input labels index")
def center_of_mass(input, labels=None, index=None):
    for size in input.shape:
        fixed(size)
    whole, x = of_regions(input, labels, index), np.asarray(input, np.float64)
    found = []
    for axis, size in enumerate(input.shape):
        shape = [1] * x.ndim
        shape[axis] = size
        places = np.reshape(np.arange(size), shape)
        found.append(of_regions(x * places, labels, index) / whole)
    if whole.ndim == 0:
        return tuple(found)
    fixed(whole.shape[0])
    return [tuple([one[k] for one in found]) for k in range(whole.shape[0])]
