"""What a function of the IR carries along for the phases after it.

The classes are those of ``evaluate``; here is what the IR itself asks of them.
"""

from __future__ import annotations

from typing import Any, Protocol

from srcad.compiler.ir.origins import Origin


class DerivativeRule(Protocol):
    """How a function is differentiated: by a ``bprop``, not through its body."""

    @property
    def owner(self) -> Any:
        """The Cell whose method it is; None for an operator."""

    @property
    def exact(self) -> bool:
        """Whether the body may as well be differentiated in its place."""

    @property
    def form(self) -> Any:
        """What is equal of two rules of which one may stand for the other."""


class SplicedMethod(Protocol):
    """The user's method that is printed in the place of a body."""

    @property
    def inputs(self) -> int:
        """How many of its parameters are inputs of the function."""


class GradientHooks(Protocol):
    """The hooks round a function's adjoint."""

    @property
    def inputs(self) -> int:
        """How many parameters of the function are inputs of the Cell."""

    def told(self, origin: Origin | None) -> Origin | None:
        """The origin of a call, with the hooks' names for the reader."""
