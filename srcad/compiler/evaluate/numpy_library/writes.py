"""Where functions that write into an array write."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.numpy_library.definitions import axis_in, unsupported
from srcad.compiler.evaluate.numpy_library.parts import places_along


def along_axis(arr, indices, axis):
    """The index of ``np.put_along_axis``."""
    if axis is None:
        unsupported("an axis is needed here")
    return places_along(arr, indices, axis_in(axis, arr.ndim))


def on_the_diagonal(a):
    """The index of the main diagonal."""
    index = np.arange(min(a.shape[0], a.shape[1]))
    return index, index
