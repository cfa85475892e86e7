"""What an operator is: a plain NumPy function, callable on Tensors and on ndarrays.

    @operator
    def relu(input):
        return np.maximum(input, 0)

    @relu.defbprop                       # optional
    def relu_bprop(input, out, dout):
        return (dout * (out > 0),)

An eager call takes the ndarrays out of its Tensors, runs the function, and makes
Tensors of the ndarrays that come back; without a Tensor among the arguments, ndarrays
stay ndarrays. dtype objects reach the function as NumPy dtypes. Nothing is recorded:
the compiler reads the source of ``__wrapped__`` (and of ``__srcad_bprop__``, where
there is one), inlines it and differentiates it.

``@operator(creates=True)`` marks a function that makes an array out of no array
(``zeros``, ``eye``): an eager call gives a Tensor whatever it is called with.

``@kernel(shape=...)`` marks a function that is not inlined but printed, whole, into the
modules that use it (convolution, pooling, erf), with the functions of its own file that
it calls. It may use all of NumPy, and has a bprop, made of kernels and operators, so
that its derivative has one too. ``shape`` is called with the kernel's own arguments,
each array replaced by its shape, and gives the shape of the result, whose dtype is that
of the first array. A size in it may be None: then it is known at run time alone.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any, Generic, ParamSpec, TypeVar, overload

import numpy as np

from srcad.array_arithmetic import narrowed
from srcad.mixed_precision import Precision, is_automatic, operating
from srcad.tensor import Tensor, has_tensor, unwrap, wrap

__all__ = ["Operator", "defbprop", "kernel", "operator", "unwrap", "wrap"]

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])


def _weak(value: Any) -> Any:
    """Return a Python number for a NumPy scalar: next to a Tensor both count alike."""
    return value.item() if isinstance(value, np.generic) else value


def _unwrapped(args: Any, kwargs: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """What an operator's function is called with: ndarrays and Python's numbers."""
    arrays = unwrap(tuple(_weak(arg) for arg in args))
    return arrays, {name: unwrap(_weak(arg)) for name, arg in kwargs.items()}


def _chosen(kept: bool, own: Any, cast: Any) -> Any:
    return own if kept else cast


def _apart(result: Any, operands: tuple[Any, ...]) -> Any:
    """A result without the operands that are handed back untouched: copies of them.

    Only `is` finds these; what is a view of one is copied where it becomes a Tensor.
    """
    if isinstance(result, np.ndarray):
        return result.copy() if _stands_in(result, operands) else result
    if type(result) in (tuple, list):
        return type(result)([_apart(part, operands) for part in result])
    return result


def _stands_in(array: np.ndarray[Any, Any], items: Iterable[Any]) -> bool:
    return any(
        item is array or (type(item) in (tuple, list) and _stands_in(array, item))
        for item in items
    )


def _dtypes(value: Any) -> list[np.dtype[Any]]:
    """The dtypes of the Tensors in nested arguments."""
    if isinstance(value, Tensor):
        return [value.asnumpy().dtype]
    if isinstance(value, dict):
        value = tuple(value.values())
    if not isinstance(value, (tuple, list)):
        return []
    return [dtype for part in value for dtype in _dtypes(part)]


class Operator(Generic[P, R]):
    """A callable operator.

    What the compiler relies on: ``__wrapped__`` (the function over arrays),
    ``__srcad_operator__`` (True), ``__srcad_bprop__`` (its rule, or None),
    ``__srcad_creates__``, ``__srcad_kernel__`` (None, or the shape function of a
    kernel), ``__srcad_precision__`` (at level "auto": None for that of the operands),
    ``__srcad_kept__`` (the arguments that are not cast then), ``__name__`` and
    ``__doc__``.
    """

    __srcad_operator__ = True
    __wrapped__: Callable[P, R]
    __name__: str

    def __init__(
        self,
        function: Callable[P, R],
        creates: bool = False,
        shape: Callable[..., Any] | None = None,
    ) -> None:
        functools.update_wrapper(self, function)
        self.__srcad_bprop__: Callable[..., Any] | None = None
        self.__srcad_creates__ = creates
        self.__srcad_kernel__ = shape
        self.__srcad_precision__: Precision | None = None
        self.__srcad_kept__: tuple[str, ...] = ()

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        function = self.__wrapped__
        if not (self.__srcad_creates__ or has_tensor(args) or has_tensor([kwargs])):
            return function(*unwrap(args), **unwrap(kwargs))
        with operating(self.__srcad_precision__, lambda: _dtypes((args, kwargs))):
            arrays, named = _unwrapped(args, kwargs)
        if self.__srcad_kept__ and is_automatic():
            own, own_named = _unwrapped(args, kwargs)
            names = self.__wrapped__.__code__.co_varnames
            kept = [name in self.__srcad_kept__ for name in names]
            arrays = tuple(map(_chosen, kept, own, arrays))
            named |= {k: own_named[k] for k in named if k in self.__srcad_kept__}
        result = function(*arrays, **named)
        result = _apart(result, (*arrays, *named.values()))
        if not self.__srcad_creates__:
            result = narrowed(result, (arrays, named))
        wrapped: R = wrap(result)
        return wrapped

    def defbprop(self, rule: F) -> F:
        """Register ``rule(*parameters, out, dout)``, to stand for the derivative.

        The rule returns one cotangent for each parameter of the function, None for
        those that have none. Raises ValueError where there is a rule already.
        """
        if self.__srcad_bprop__ is not None:
            raise ValueError(f"{self.__name__} already has a bprop.")
        self.__srcad_bprop__ = rule
        return rule

    def __repr__(self) -> str:
        return f"<srcad operator {self.__name__}>"

    def __reduce__(self) -> str:
        return self.__qualname__  # type: ignore[attr-defined]


@overload
def operator(function: Callable[P, R]) -> Operator[P, R]: ...
@overload
def operator(
    *, creates: bool = False
) -> Callable[[Callable[P, R]], Operator[P, R]]: ...
def operator(
    function: Callable[P, R] | None = None, *, creates: bool = False
) -> Operator[P, R] | Callable[[Callable[P, R]], Operator[P, R]]:
    """Make an operator of a function over NumPy arrays: see the module's docstring."""
    if function is None:
        return lambda function: Operator(function, creates)
    return Operator(function, creates)


def kernel(
    shape: Callable[..., Any],
) -> Callable[[Callable[P, R]], Operator[P, R]]:
    """Make a kernel of a function over NumPy arrays: see the module's docstring."""
    return lambda function: Operator(function, shape=shape)


def defbprop(
    function: Callable[..., Any], like: Callable[..., Any] | None = None
) -> Callable[[F], F]:
    """Return a decorator that registers a rule for ``function``.

    The rule has the form of a Cell's ``bprop`` without ``self``: it takes the inputs,
    ``out`` and ``dout``, and returns a tuple with one cotangent for each input, of its
    shape and dtype (None for one that has none). Its source is read, so it is written
    over NumPy and srcad's operators, and may call ``function`` again.

    The source of a Python function is read as well, and the rule stands for its
    derivative. Any other callable (a C function, a ufunc, an object) is called by its
    importable name in the generated module. Its result is taken to be that of an
    element-wise function: as its inputs broadcast, and floating. Where it is not,
    ``like`` is a function over NumPy of the same inputs whose result has the shape and
    the dtype of ``function``'s; with ``like`` a Python function is called by its name,
    too.

    Raises ValueError where ``function`` has another rule already, TypeError where it
    cannot be called, is a Cell, or is an operator, which is its own ``like``, and where
    the rule is no function of Python.
    """
    if not callable(function):
        raise TypeError(f"A {type(function).__name__} cannot be called.")
    if getattr(function, "__srcad_cell__", False) is True:
        raise TypeError("A Cell has its rule as a method: define its `bprop`.")
    if isinstance(function, Operator):
        if like is not None:
            raise TypeError("An operator is read: it takes no `like`.")
        return function.defbprop
    # Late, for a quick start: what only computes with operators needs no compiler.
    from srcad.compiler.reading import user_rules

    if isinstance(function, np.ufunc) and _is_primitive(function):
        raise ValueError(f"{function.__name__} already has a bprop.")

    def register(rule: F) -> F:
        user_rules.define(function, rule, like)
        return rule

    return register


def _is_primitive(ufunc: np.ufunc) -> bool:
    """Whether the compiler has a rule for a ufunc."""
    # Late, for a quick start: other callables do not ask for all of the compiler.
    from srcad.compiler.evaluate import dispatch

    # Late, for a quick start, too: it fills the tables.
    from srcad.compiler.evaluate.entry import evaluator  # noqa: F401

    return dispatch.numpy_handler(ufunc) is not None
