"""The public functions that make gradient functions, and pick out of what they give."""

from __future__ import annotations

from typing import Any

from srcad.compiler.reading import protocol
from srcad.compiler.reading.engines import NUMBA, NUMPY
from srcad.gradient.function import GradientFunction
from srcad.gradient.options import (
    Options,
    check_flags,
    checked_engine,
    checked_memory,
    checked_position,
    checked_weights,
    not_callable,
)


def _make(
    fn: Any,
    grad_position: Any,
    weights: Any,
    has_aux: bool,
    return_ids: bool,
    sens_param: bool,
    with_value: bool,
    engine: str,
    memory: str | None,
) -> GradientFunction:
    if not callable(fn):
        raise not_callable(fn)
    check_flags(has_aux=has_aux, return_ids=return_ids, sens_param=sens_param)
    if grad_position is None and weights is None:
        raise ValueError(
            "`grad_position` and `weight` can not be None at the same time."
        )
    position = checked_position(grad_position)
    weights = checked_weights(weights)
    engine = checked_engine(engine)
    if engine == NUMBA and has_aux:
        raise ValueError("has_aux is not supported with engine='numba'.")
    options = Options(
        position,
        weights,
        has_aux,
        return_ids,
        sens_param,
        with_value,
        engine=engine,
        memory=checked_memory(memory, engine),
    )
    return GradientFunction(fn, options)


def grad(
    fn: Any,
    grad_position: int | tuple[int, ...] | None = 0,
    weights: Any = None,
    has_aux: bool = False,
    return_ids: bool = False,
    sens_param: bool = False,
    engine: str = NUMPY,
    memory: str | None = None,
) -> GradientFunction:
    """Return a function that gives the gradient of ``fn``.

    ``fn`` is a Cell or a Python function of arrays. Where it has several outputs their
    gradients add up. ``grad_position`` says for which arguments (a method's are counted
    behind ``self``, also where this decorates it): an int gives one array, a tuple a
    tuple (the 1-tuple is unwrapped). ``weights`` adds Parameters: one,
    or a list of them. With ``has_aux`` only the first output is differentiated and the
    others are given back; with ``sens_param`` the last argument of the call is the
    cotangent of the output. Every gradient has the shape and dtype of its argument.

    With ``engine="numba"`` the module is compiled for this machine, in seconds and once
    a process, where Numba has all that it needs; where not, a warning says what, and
    NumPy computes. Results are the same up to rounding, exceptions the same; several
    outputs cannot be told apart by ``has_aux`` then.

    With ``memory="50%"`` the backward half gets at most half of the bytes that it gets
    else, besides the arguments themselves, for the sizes of the call that the module is
    made for; what is cheapest is computed again, to the same bits.

    Raises TypeError, ValueError or RuntimeError for arguments of another form,
    ImportError where the engine is not installed, and CompileError where the source
    cannot be differentiated.
    """
    options = (weights, has_aux, return_ids, sens_param, False, engine, memory)
    return _make(fn, grad_position, *options)


def value_and_grad(
    fn: Any,
    grad_position: int | tuple[int, ...] | None = 0,
    weights: Any = None,
    has_aux: bool = False,
    return_ids: bool = False,
    sens_param: bool = False,
    engine: str = NUMPY,
    memory: str | None = None,
) -> GradientFunction:
    """Like ``grad``, giving ``(output, gradient)``."""
    options = (weights, has_aux, return_ids, sens_param, True, engine, memory)
    return _make(fn, grad_position, *options)


def get_grad(gradients: Any, identifier: Any) -> Any:
    """Pick a gradient out of those with ids, by the position or the Parameter."""
    wanted = identifier if isinstance(identifier, int) else identifier.name
    stack = [gradients]
    while stack:
        item = stack.pop()
        if isinstance(item, tuple | list):
            if len(item) == 2 and isinstance(item[0], int | str):
                if item[0] == wanted:
                    return item[1]
            else:
                stack.extend(item)
    raise RuntimeError(f"There is no gradient of {wanted!r} in the given gradients.")


class GradOperation:
    """MindSpore's higher-order function: ``GradOperation(get_all=True)(net)(x, y)``.

    Without options: the gradient of the first input. ``get_all``: of all inputs, as a
    tuple. ``get_by_list``: of Parameters, given as the second argument (by default all
    trainable ones of the Cell). ``sens_param``: the last argument of the call is the
    cotangent of the output.
    """

    # A call of it is computed at compile time.
    __srcad_static__ = True

    def __init__(
        self, get_all: bool = False, get_by_list: bool = False, sens_param: bool = False
    ) -> None:
        check_flags(get_all=get_all, get_by_list=get_by_list, sens_param=sens_param)
        self.get_all = get_all
        self.get_by_list = get_by_list
        self.sens_param = sens_param

    def __call__(self, fn: Any, weights: Any = None) -> GradientFunction:
        """Return the gradient function of ``fn``."""
        if not callable(fn):
            raise not_callable(fn)
        if self.get_by_list and weights is None:
            cell = protocol.innermost(fn)
            if not protocol.is_cell(cell):
                raise TypeError(
                    "With get_by_list=True the weights can only be left out for a Cell."
                )
            weights = cell.trainable_params()
        weights = checked_weights(weights)
        position = None if self.get_by_list and not self.get_all else 0
        options = Options(
            position if not self.get_all else 0,
            weights if self.get_by_list else None,
            sens_param=self.sens_param,
            get_all=self.get_all,
        )
        return GradientFunction(fn, options)


_made_at_compile_time: list[Any] = [grad, value_and_grad, get_grad]
for _function in _made_at_compile_time:
    _function.__srcad_static__ = True
