"""Operators that rearrange elements."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator


@operator
def transpose(input: Any, input_perm: Any) -> Any:
    """Return ``input`` with its axes in the order ``input_perm``."""
    return np.transpose(input, input_perm)
