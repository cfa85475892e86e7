"""Matrix products."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.ops._promotion import same_dtype


@operator
def matmul(input: Any, other: Any) -> Any:
    """Return the matrix product, with NumPy's rules for vectors and batches.

    ``(..., m, k)`` by ``(..., k, n)`` gives ``(..., m, n)``. Raises ValueError where
    the sizes do not fit.
    """
    input, other = same_dtype(input, other)
    return np.matmul(input, other)
