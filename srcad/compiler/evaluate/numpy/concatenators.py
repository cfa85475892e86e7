"""``np.r_``, ``np.c_``, ``np.mgrid`` and ``np.ogrid``; elements counted in a row."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.intrinsics import is_known, unsupported
from srcad.compiler.evaluate.numpy.making import with_axes


def joined(axis, ndmin, trans1d, key):
    """``np.r_[key]``, where ``np.r_`` has these attributes."""
    items = []
    for item in key if isinstance(key, tuple) else (key,):
        if isinstance(item, str):
            axis, ndmin, trans1d = directive(item, axis, ndmin, trans1d)
        else:
            items.append(numbers(item) if isinstance(item, slice) else item)
    # A number of Python leaves the dtype to the others.
    items = [item if is_known(item) else np.asarray(item) for item in items]
    items = [np.asarray(item) if isinstance(item, list) else item for item in items]
    dtype = np.result_type(*items)
    parts = []
    for item in items:
        made = with_axes(np.asarray(item, dtype), ndmin)
        given = np.ndim(item)
        parts.append(standing(made, trans1d, given) if given else made)
    return np.concatenate(parts, axis)


def directive(text, axis, ndmin, trans1d):
    """What a text in front says: ``"axis,ndmin,trans1d"``."""
    words = text.split(",")
    if not words[0].lstrip("-").isdigit():
        unsupported("it gives no matrices")
    given = [int(word) for word in words] + [None, None]
    ndmin = ndmin if given[1] is None else given[1]
    trans1d = trans1d if given[2] is None else given[2]
    return given[0], ndmin, trans1d


def standing(array, trans1d, given):
    """The array, with the axes that it was given at the place that is meant."""
    rank, missing = array.ndim, array.ndim - given
    if missing <= 0:
        return array
    start = trans1d + missing + 1 if trans1d < 0 else trans1d
    axes = list(range(missing))
    return np.transpose(array, axes[:start] + list(range(missing, rank)) + axes[start:])


def numbers(item):
    """The numbers of a slice; with an imaginary step, as many as that says."""
    start = 0 if item.start is None else item.start
    step = 1 if item.step is None else item.step
    if isinstance(step, complex):
        return np.linspace(start, item.stop, int(abs(step)))
    return np.arange(start, item.stop, step)


def in_a_grid(sparse, key):
    """``np.mgrid[key]``; ``np.ogrid[key]`` where it is sparse."""
    if not isinstance(key, tuple):
        return numbers(key)
    lines = [numbers(item) for item in key]
    found = np.meshgrid(*lines, indexing="ij", sparse=sparse)
    return tuple(found) if sparse else np.stack(found)


# ----------------------------------------------------------------- elements in a row


def chosen(x, key):
    """``x.flat[key]``."""
    return np.ravel(x)[key]


def places_of(x, key):
    """The positions that a subscript of ``x.flat`` means."""
    if isinstance(key, slice):
        if is_known(x.shape):
            return list(range(np.size(x)))[key]
        return np.arange(np.size(x))[key]
    return key


def every_index(shape):
    """``np.ndindex(shape)``."""
    if not shape:
        yield ()
        return
    for k in range(shape[0]):
        for rest in every_index(shape[1:]):
            yield (k, *rest)


def every_element(arr):
    """``np.ndenumerate(arr)``."""
    for index in every_index(arr.shape):
        yield index, arr[index]


def as_lists(x):
    """``x.tolist()``."""
    if x.ndim == 0:
        return as_number(x)
    return [as_lists(row) for row in x]


def as_number(x):
    """A number of Python's."""
    if x.dtype.kind == "f":
        return float(x)
    if x.dtype.kind == "c":
        return complex(x)
    return bool(x) if x.dtype.kind == "b" else int(x)
