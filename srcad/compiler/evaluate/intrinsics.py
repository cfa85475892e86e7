"""Functions that the library calls and the compiler does itself.

What they do here is what they do where the library runs as it stands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def emit(primitive: str, *arrays: Any, **attributes: Any) -> Any:
    """The primitive of this name, of arrays and of what is known at compile time.

    One with several results gives a tuple of them."""
    raise NotImplementedError(primitive)


def is_known(item: Any) -> bool:
    """Whether an object is known at compile time; so it is where this runs."""
    return True


def certain(condition: Any) -> bool:
    """Whether a condition is known to hold at compile time, of constant arrays too."""
    return bool(condition)


def differ(size: Any, other: Any) -> Any:
    """Whether two sizes differ; known at compile time where they are one size."""
    return size != other


def negative(count: Any) -> Any:
    """Whether a count is negative; known at compile time of a sum of sizes."""
    return count < 0


def filled(a: Any) -> bool:
    """Whether an array is known at compile time to have elements."""
    return bool(np.size(a))


def dtype_of(item: Any) -> Any:
    """The dtype of the array that NumPy makes of an object; refused where a path that
    run time takes decides it."""
    return np.asarray(item).dtype


def wants(x: Any) -> bool:
    """Whether a rule is asked for the cotangent of this argument."""
    return True


def places(cotangent: Any) -> Any:
    """False where the program surely reads nothing of what this is the cotangent of,
    True elsewhere; None where it may read all of it."""
    return None


def perhaps_real(whole: Any, source: Any) -> Any:
    """``whole``, or its real part where no number of ``source`` has an imaginary
    part."""
    return whole if np.any(np.imag(source)) else np.real(whole)


def fixed(size: Any) -> None:
    """Take a size as the number that it is in this call; refused where it has none."""


def viewed(a: Any, index: Any) -> Any:
    """``a[index]`` where NumPy gives a view of those elements, not a copy."""
    return a[index]


def axis_in(axis: Any, rank: int) -> Any:
    """An axis as it is counted from the front; refused where there is none."""
    return axis % rank


def root(x: Any) -> Any:
    """``np.sqrt(x)`` of a sum of squares, whose derivative at 0 is taken to be 0."""
    return np.sqrt(x)


def larger(x: Any, y: Any) -> Any:
    """``np.maximum``, whose cotangent is halved where the two are equal."""
    return np.maximum(x, y)


def smaller(x: Any, y: Any) -> Any:
    """``np.minimum``, whose cotangent is halved where the two are equal."""
    return np.minimum(x, y)


def above(x: Any, y: Any) -> Any:
    """``np.maximum``, whose cotangent is that of ``y`` where the two are equal."""
    return np.maximum(x, y)


def below(x: Any, y: Any) -> Any:
    """``np.minimum``, whose cotangent is that of ``y`` where the two are equal."""
    return np.minimum(x, y)


def mismatch(message: str) -> None:
    """Refuse the call that is being read: shapes, or axes, do not fit."""
    raise ValueError(message)


def unsupported(message: str) -> None:
    """Refuse the call that is being read; the compiler knows this function."""
    raise NotImplementedError(message)


def held(x: Any) -> Any:
    """``x``, as a constant of the derivative: what it depends on gets nothing of it."""
    return x


def solved(
    path: str,
    functions: Any,
    like: Any,
    given: Any,
    options: Any,
    result: str = "",
    constraints: Any = (),
) -> Any:
    """What the solver of this path in SciPy finds for functions of one argument.

    ``functions`` has them by SciPy's names, each with the one of the user's that it is
    called after; behind the first one stand ``given`` in the call, then the others and
    ``options`` by name. What it finds is ``like`` this, and a constant of the
    derivative. Where ``result`` says what is asked for of what SciPy gives, as in
    ``.x`` or ``[0]``, RuntimeError is raised where the solver says that it has failed.
    ``constraints`` have a ``kind``, limits, and the words of their own functions.
    """
    raise NotImplementedError(path)


def aside(function: Callable[[Any], Any], x: Any) -> Any:
    """``function(x)``, in a function of the module that is there if that is read."""
    return function(x)


def parameter_count(function: Callable[..., Any]) -> int:
    """How many parameters a function has behind its first; refused where it is not
    known."""
    raise NotImplementedError


def slope(function: Callable[[Any], Any], x: Any) -> Any:
    """The gradient at ``x`` of a function whose value is one number."""
    raise NotImplementedError


def implicit(function: Callable[[Any], Any], x: Any, rule: Callable[..., Any]) -> Any:
    """``x``, as what makes a function zero, whatever the function closes over.

    ``rule(pull, x, dx)`` gives the cotangent of the function's value, of that of ``x``;
    ``pull`` gives the cotangent of ``x`` of one of the function's value. The derivative
    is that of the implicit function theorem, to any order.
    """
    return x


def integrated(
    functions: Any, span: Any, y0: Any, t_eval: Any, options: Any
) -> tuple[Any, Any, Any]:
    """The times and the states that SciPy's ``solve_ivp`` finds, and what solved it.

    ``functions`` are those of ``(t, y)``, as in ``solved``. Times and states are
    constants of the derivative; RuntimeError is raised where SciPy gives up.
    """
    raise NotImplementedError


def trajectory(
    system: Any, y: Any, times: Any, start: Any, y0: Any, options: Any
) -> Any:
    """``y``, as the solution at ``times`` of what ``integrated`` has solved from ``y0``
    at ``start``.

    The derivative is that of the equation: its adjoint is solved backwards by the same
    method. It is one of the first order.
    """
    return y


def quadrature(
    path: str, functions: Any, x: Any, limits: Any, options: Any
) -> tuple[Any, Any]:
    """The integral between ``limits`` that SciPy's function of this path finds, of a
    function of what is like ``x``, and the error that it estimates.

    ``functions`` are as in ``solved``. The derivative is that of Leibniz's rule, to any
    order; the error is a constant of it.
    """
    raise NotImplementedError(path)
