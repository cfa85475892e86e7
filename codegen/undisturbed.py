"""Long computations of Python, without what the interpreter does besides."""

import gc
from collections.abc import Callable
from typing import Any

# Words of the stack of Python's frames: a megabyte, of which no page is touched before
# it is used.
_WORDS = 1 << 17


def undisturbed(function: Callable[..., Any], /, *args: Any) -> Any:
    """Return ``function(*args)``, computed without a look for cycles and with all of
    its frames side by side.

    What a compilation makes lives until its end, and to go through it again and again
    takes a sixth of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        return _on_one_chunk(function, *args)
    finally:
        if enabled:
            gc.enable()


def _on_one_chunk(function: Callable[..., Any], /, *args: Any) -> Any:
    """Call a function, whose calls find room behind this frame.

    CPython keeps frames in chunks of 16 KB, and gives a chunk back to the system when
    its first frame ends. Where a loop stands at the end of one, each call in it asks
    for the next one and gives it back, which takes longer than what most functions do.
    A frame that says that it is large gets a chunk that is larger still.
    """
    return function(*args)


_on_one_chunk.__code__ = _on_one_chunk.__code__.replace(co_stacksize=_WORDS)
