"""MindSpore's ``common.api``: ``jit`` under its several names, and the executor.

Decorators that only tell MindSpore's graph compiler how to go about its work give back
what they decorate.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ContextDecorator
from typing import Any, TypeVar

from srcad.cell import cell_attr_register
from srcad.context import _pynative_executor, jit, mutable, set_device
from srcad.tensor import tensor

__all__ = [
    "_no_grad",
    "_pynative_executor",
    "cell_attr_register",
    "jit",
    "jit_class",
    "lazy_inline",
    "ms_class",
    "ms_function",
    "mutable",
    "set_device",
    "tensor",
]

Decorated = TypeVar("Decorated")

ms_function = jit  # its name before MindSpore 2.0


def jit_class(cls: type[Decorated]) -> type[Decorated]:
    """Return the class it decorates: the compiler reads any class's methods."""
    return cls


ms_class = jit_class  # its name before MindSpore 2.0


def lazy_inline(
    fn: Callable[..., Any] | None = None,
    attrs: Any = None,
    policy: str | None = None,
) -> Callable[..., Any]:
    """Return the constructor it decorates: equal Cells share their code anyway."""
    if fn is None:
        return lambda function: lazy_inline(function)
    return fn


class _no_grad(ContextDecorator):  # the name is MindSpore's
    """A block, or a function, that records no gradients: what it computes has none."""

    __srcad_detaches__ = True  # what the compiler looks for: eager code records nothing

    def __enter__(self) -> None:
        return None

    def __exit__(self, *error: Any) -> None:
        return None
