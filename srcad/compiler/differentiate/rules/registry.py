"""The one table of derivative rules; the package imports the families that fill it.

A primitive has partial derivatives (element-wise ones), or a ``bprop``, or is listed
as having no derivative; ``reverse`` itself knows control flow and indexing. One that
is in none of these is unknown, and refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from srcad.compiler.ir.lists import LIST_NUMBERS, LIST_PRIMITIVES
from srcad.compiler.ir.primitives import PRIMITIVES

PARTIALS: dict[str, tuple[str, ...]] = {}
BPROPS: dict[str, Callable[..., Any]] = {}
NO_DERIVATIVE: set[str] = set()
# Known to reverse mode itself, which threads cotangents of arrays through them.
STRUCTURAL = {
    *("getitem", "setitem", "add_at", "present", "reversed", "copy"),
    *("residuals", "residual"),
    *(name for name in LIST_PRIMITIVES if name not in LIST_NUMBERS),
}
# A kernel brings its own ``bprop`` along, or is refused; a foreign call always does.
CARRIED = {"kernel", "foreign"}


def _free(name: str) -> None:
    if name not in PRIMITIVES:
        raise ValueError(f"there is no primitive {name!r}")
    if name in PARTIALS or name in BPROPS or name in NO_DERIVATIVE:
        raise ValueError(f"{name!r} has a rule already")


def define_partials(table: Mapping[str, str | tuple[str, ...]]) -> None:
    """Partial derivatives of element-wise primitives.

    One expression of NumPy for each argument, in terms of the arguments ``x``, ``y``
    and of the result ``out``; the string "0" says that there is none.
    """
    for name, partials in table.items():
        _free(name)
        PARTIALS[name] = (partials,) if isinstance(partials, str) else partials


def defines(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a ``bprop`` for a primitive.

    It takes the arguments, ``out``, ``dout`` and the attributes as keywords, and gives
    one cotangent for each argument (None for one that has none).
    """
    _free(name)

    def register(bprop: Callable[..., Any]) -> Callable[..., Any]:
        BPROPS[name] = bprop
        return bprop

    return register


def define_none(*names: str) -> None:
    """Primitives that have no derivative, or zero almost everywhere."""
    for name in names:
        _free(name)
        NO_DERIVATIVE.add(name)


def has_no_derivative(name: str) -> bool:
    """Whether the primitive is known to pass no gradient on."""
    return name in NO_DERIVATIVE
