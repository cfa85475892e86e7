"""How much memory calls take at most, as NumPy and Python ask for it."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from typing import Any


def peak(function: Callable[[], Any]) -> int:
    """The bytes that a call takes at most, besides what was there before it.

    It is called once before, so that what is made but once does not count.
    """
    function()
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        function()
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
