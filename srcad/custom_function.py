"""MindSpore's ``_Function``: a forward and a backward with a context between them.

    class Scaled(_Function):
        @staticmethod
        def forward(ctx, x, factor):
            ctx.save_for_backward(x)
            return x * factor

        @staticmethod
        def backward(ctx, dout):
            return dout * 3, None

    y = Scaled.apply(x, 2.0)

It is a Cell with a ``bprop``, which runs ``forward`` again to fill the context: what is
computed twice in a module is computed once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from srcad.cell import Cell

__all__ = ["_Function", "custom_vjp"]


class Context:
    """What ``forward`` leaves for ``backward``, and any attribute of the user's."""

    __srcad_plain__ = True  # an object with attributes, made while it is evaluated

    def __init__(self) -> None:
        self.saved_tensors: tuple[Any, ...] = ()

    def save_for_backward(self, *tensors: Any) -> None:
        """Keep Tensors, for ``saved_tensors``."""
        self.saved_tensors = tensors


class _Function:  # the name is MindSpore's
    """The base class: a subclass defines ``forward`` and ``backward``."""

    @staticmethod
    def forward(ctx: Any, *args: Any, **kwargs: Any) -> Any:
        """Compute the outputs; every subclass defines it."""
        raise NotImplementedError("forward function should be customized.")

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        """Return a cotangent for each input, None for those that have none."""
        raise NotImplementedError("backward function should be customized.")

    @classmethod
    def apply(cls, *args: Any) -> Any:
        """Call ``forward``, with ``backward`` as its derivative."""
        return _Applied(cls)(*args)


class _Applied(Cell):
    """One call of a ``_Function``."""

    def __init__(self, function: type[_Function]) -> None:
        super().__init__(auto_prefix=False)
        self.function = function

    def construct(self, *args: Any) -> Any:
        """Return what ``forward`` gives."""
        return self.function.forward(Context(), *args)

    def bprop(self, *args: Any) -> Any:
        """Return what ``backward`` gives, as a tuple."""
        ctx = Context()
        self.function.forward(ctx, *args[:-2])
        dout = args[-1]
        if not isinstance(dout, tuple):
            dout = (dout,)
        cotangents = self.function.backward(ctx, *dout)
        return cotangents if isinstance(cotangents, tuple) else (cotangents,)


class CustomVjp(Cell):
    """A function whose derivative ``defbwd`` takes: ``bwd(*inputs, out, dout)``."""

    def __init__(self, fwd: Callable[..., Any]) -> None:
        super().__init__()
        self.fwd = fwd
        self.bwd: Callable[..., Any] | None = None

    def defbwd(self, bwd: Callable[..., Any]) -> None:
        """Keep the derivative."""
        self.bwd = bwd

    def construct(self, *args: Any) -> Any:
        """Return what the function gives."""
        return self.fwd(*args)

    def bprop(self, *args: Any) -> Any:
        """Return what the derivative gives."""
        assert self.bwd is not None
        return self.bwd(*args)


def custom_vjp(fn: Callable[..., Any] | None = None) -> Any:
    """Return the function as a Cell whose ``defbwd`` takes its derivative."""
    return CustomVjp if fn is None else CustomVjp(fn)
