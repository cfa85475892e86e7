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
from srcad.random_state import set_seed
from srcad.tensor import tensor

__all__ = [
    "COMPATIBLE",
    "LAX",
    "STRICT",
    "JitConfig",
    "_no_grad",
    "_pynative_executor",
    "cell_attr_register",
    "jit",
    "jit_class",
    "lazy_inline",
    "manual_seed",
    "ms_class",
    "ms_function",
    "mutable",
    "no_inline",
    "recompute",
    "set_deterministic",
    "set_device",
    "set_recursion_limit",
    "synchronize",
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


def no_inline(fn: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """Return the function it decorates."""
    return no_inline if fn is None else fn


class JitConfig:
    """Settings of MindSpore's graph compiler, kept in ``jit_config_dict``."""

    def __init__(
        self,
        jit_level: str = "",
        exc_mode: str = "auto",
        jit_syntax_level: str = "",
        debug_level: str = "RELEASE",
        infer_boost: str = "off",
        **kwargs: Any,
    ) -> None:
        if jit_level not in ("", "O0", "O1", "O2"):
            raise ValueError(f"For 'JitConfig', no jit_level is {jit_level!r}.")
        self.jit_config_dict = {
            "jit_level": jit_level,
            "exc_mode": exc_mode,
            "jit_syntax_level": jit_syntax_level,
            "debug_level": debug_level,
            "infer_boost": infer_boost,
            **kwargs,
        }


RECOMPUTE_OPTIONS = ("use_reentrant", "output_recompute", "early_stop", "context_fn")


def recompute(block: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Return ``block(*args)``: ``memory=`` says what is computed again, not where."""
    given = {k: v for k, v in kwargs.items() if k not in RECOMPUTE_OPTIONS}
    return block(*args, **given)


# How much of Python MindSpore's graph compiler takes.
STRICT, COMPATIBLE, LAX = 0, 1, 2


def synchronize() -> None:
    """Return at once: there is nothing to wait for."""


def manual_seed(seed: int) -> None:
    """Start the one generator anew: ``set_seed``."""
    set_seed(seed)


def set_deterministic(deterministic: bool) -> None:
    """Do nothing but refuse what is no bool: srcad is deterministic."""
    if not isinstance(deterministic, bool):
        raise TypeError(f"A bool is expected, but got {deterministic!r}.")


def set_recursion_limit(recursion_limit: int = 1000) -> None:
    """Do nothing but refuse what is no positive int: Python's own limit holds."""
    if isinstance(recursion_limit, bool) or not isinstance(recursion_limit, int):
        raise TypeError(f"An int is expected, but got {recursion_limit!r}.")
    if recursion_limit <= 0:
        raise ValueError(f"The limit must be positive, but got {recursion_limit}.")


class _no_grad(ContextDecorator):  # the name is MindSpore's
    """A block, or a function, that records no gradients: what it computes has none."""

    __srcad_detaches__ = True  # what the compiler looks for: eager code records nothing

    def __enter__(self) -> None:
        return None

    def __exit__(self, *error: Any) -> None:
        return None
