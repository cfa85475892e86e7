"""Loops as operators: ``WhileLoop``, ``ForiLoop`` and ``Scan``.

They are the loops of Python that MindSpore's documentation writes them as.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from srcad.ops._primitive import Primitive

__all__ = ["ForiLoop", "Scan", "WhileLoop"]


def _check(name: str, function: Any) -> None:
    if not callable(function):
        raise TypeError(
            f"For '{name}', a function is expected, but got {type(function).__name__}."
        )


class WhileLoop(Primitive):
    """A loop for as long as a condition holds."""

    def __call__(
        self,
        cond_func: Callable[[Any], Any],
        loop_func: Callable[[Any], Any],
        init_val: Any,
    ) -> Any:
        """Return what ``loop_func`` has made of ``init_val`` when the condition of it
        does not hold any more.

        Raises TypeError where one of both is no function.
        """
        _check("WhileLoop", cond_func)
        _check("WhileLoop", loop_func)
        value = init_val
        while cond_func(value):
            value = loop_func(value)
        return value


class ForiLoop(Primitive):
    """A loop over the integers between two bounds."""

    def __call__(
        self,
        lower: Any,
        upper: Any,
        loop_func: Callable[[Any, Any], Any],
        init_val: Any,
        unroll: bool = True,
    ) -> Any:
        """Return what ``value = loop_func(k, value)`` has made of ``init_val``.

        ``unroll`` is for compilers alone. Raises TypeError where it is no function.
        """
        _check("ForiLoop", loop_func)
        value = init_val
        for k in range(int(lower), int(upper)):
            value = loop_func(k, value)
        return value


class Scan(Primitive):
    """A loop over the elements of a list, which keeps what each of them gives."""

    def __call__(
        self,
        loop_func: Callable[[Any, Any], Any],
        init: Any,
        xs: Any,
        length: int | None = None,
        unroll: bool = True,
    ) -> tuple[Any, list[Any]]:
        """Return what is carried on in the end, and the list of the other results.

        ``loop_func`` gets what is carried and an element, and returns both. For ``xs``
        None there are ``length`` elements, each None; ``unroll`` is for compilers
        alone. Raises TypeError where there is no function, list, or length.
        """
        _check("Scan", loop_func)
        if xs is None:
            if not isinstance(length, int):
                raise TypeError("For 'Scan', 'length' must be an int without 'xs'.")
            xs = [None] * length
        if not isinstance(xs, (list, tuple)):
            raise TypeError(
                f"For 'Scan', 'xs' must be a list, but got {type(xs).__name__}."
            )
        carry, kept = init, []
        for x in xs:
            carry, y = loop_func(carry, x)
            kept.append(y)
        return carry, kept
