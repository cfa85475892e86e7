"""The base class of operators written as classes."""

from __future__ import annotations

from typing import Any

__all__ = ["Primitive"]


class Primitive:
    """An operator with hyper-parameters: a constructor that keeps them, a ``__call__``.

    A user's own may also define ``bprop(self, *inputs, out, dout)``.
    """

    __srcad_primitive__ = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Compute the outputs; every subclass defines it."""
        raise NotImplementedError(f"{type(self).__name__} defines no __call__.")

    def __repr__(self) -> str:
        settings = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({settings})"
