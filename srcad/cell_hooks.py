"""The hooks of a Cell: registering them, and running the forward ones.

The four kinds and what each is called with:

- ``register_forward_pre_hook(hook)``: ``hook(cell, inputs)`` before ``construct``.
- ``register_forward_hook(hook)``: ``hook(cell, inputs, output)`` after it.
- ``register_backward_pre_hook(hook)``: ``hook(cell, grad_output)`` with the gradient
  that arrives at the Cell.
- ``register_backward_hook(hook)``: ``hook(cell, grad_input, grad_output)`` with the
  gradient that arrives and the one that leaves, both tuples.

``inputs`` is the tuple of positional arguments. A hook that returns None changes
nothing. The backward kinds are compiled into a gradient and never run in an eager call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from srcad.hooks import HookHandle, Hooks, check_hook, registering

__all__ = ["HookRegistration"]

Hook = Callable[..., Any]


class HookRegistration:
    """The part of Cell that keeps hooks: see the module's docstring."""

    _forward_pre_hooks: Hooks
    _forward_hooks: Hooks
    _backward_pre_hooks: Hooks
    _backward_hooks: Hooks
    _hooks_with_kwargs: set[int]

    def _init_hooks(self) -> None:
        self._forward_pre_hooks = Hooks()
        self._forward_hooks = Hooks()
        self._backward_pre_hooks = Hooks()
        self._backward_hooks = Hooks()
        # The registration numbers of hooks that are called with the keyword arguments.
        self._hooks_with_kwargs = set()

    def _has_hooks(self) -> bool:
        return bool(
            self._forward_pre_hooks
            or self._forward_hooks
            or self._backward_pre_hooks
            or self._backward_hooks
        )

    @registering
    def register_forward_pre_hook(
        self, hook_fn: Hook, *, prepend: bool = False, with_kwargs: bool = False
    ) -> HookHandle:
        """Run ``hook_fn(cell, inputs)`` before ``construct``, and return a handle.

        The hook returns None to keep the inputs, a tuple of new ones, or one bare
        input. With ``with_kwargs`` it is called as ``hook_fn(cell, inputs, kwargs)``
        and returns None or ``(inputs, kwargs)``. With ``prepend`` it runs before those
        registered earlier.

        Raises TypeError where ``hook_fn`` is not callable.
        """
        return self._register(self._forward_pre_hooks, hook_fn, prepend, with_kwargs)

    @registering
    def register_forward_hook(
        self, hook_fn: Hook, *, prepend: bool = False, with_kwargs: bool = False
    ) -> HookHandle:
        """Run ``hook_fn(cell, inputs, output)`` after ``construct``; return a handle.

        What the hook returns, unless it is None, takes the output's place. With
        ``with_kwargs`` it is called as ``hook_fn(cell, inputs, kwargs, output)``.

        Raises TypeError where ``hook_fn`` is not callable.
        """
        return self._register(self._forward_hooks, hook_fn, prepend, with_kwargs)

    @registering
    def register_backward_pre_hook(self, hook_fn: Hook) -> HookHandle:
        """Run ``hook_fn(cell, grad_output)`` as a gradient arrives; return a handle.

        The hook returns None, or the gradient to use in place of the one it got (a
        tuple, or a bare one). Raises TypeError where ``hook_fn`` is not callable.
        """
        return self._register(self._backward_pre_hooks, hook_fn)

    @registering
    def register_backward_hook(self, hook_fn: Hook) -> HookHandle:
        """Run ``hook_fn(cell, grad_input, grad_output)`` in a gradient.

        ``grad_input`` is the gradient that arrives at the Cell, ``grad_output`` the one
        that leaves it; both are tuples. The hook returns None, or the gradient to leave
        in place of ``grad_output``. Returns a handle. Raises TypeError where
        ``hook_fn`` is not callable.
        """
        return self._register(self._backward_hooks, hook_fn)

    def _register(
        self,
        hooks: Hooks,
        hook_fn: Hook,
        prepend: bool = False,
        with_kwargs: bool = False,
    ) -> HookHandle:
        check_hook(hook_fn)
        handle = HookHandle.register(hooks, hook_fn, prepend)
        if with_kwargs:
            self._hooks_with_kwargs.add(handle.number)
        return handle

    def _run_forward_pre_hooks(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        # A copy: a hook may register or remove hooks.
        for number, hook in list(self._forward_pre_hooks.items()):
            if number in self._hooks_with_kwargs:
                result = hook(self, args, kwargs)
                if result is None:
                    continue
                if not (isinstance(result, tuple) and len(result) == 2):
                    raise RuntimeError(
                        "A forward pre-hook registered with with_kwargs=True returns "
                        f"None or (args, kwargs), but got {result}."
                    )
                args, kwargs = result
            else:
                result = hook(self, args)
                if result is not None:
                    args = result if isinstance(result, tuple) else (result,)
        return args, kwargs

    def _run_forward_hooks(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], output: Any
    ) -> Any:
        for number, hook in list(self._forward_hooks.items()):
            if number in self._hooks_with_kwargs:
                result = hook(self, args, kwargs, output)
            else:
                result = hook(self, args, output)
            if result is not None:
                output = result
        return output
