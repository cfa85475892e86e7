"""``vjp`` and ``jacrev``: MindSpore's, on the same generated modules as ``grad``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.reading.arguments import cotangents_in, leaf_names
from srcad.compiler.reading.outputs import restored
from srcad.gradient.arrays import is_input, wrapped
from srcad.gradient.call import PrimalCall
from srcad.gradient.function import GradientFunction
from srcad.gradient.options import (
    Options,
    check_flags,
    checked_position,
    checked_weights,
    not_callable,
)
from srcad.gradient.pullback import Pullback
from srcad.gradient.sens import cotangent_of, like
from srcad.parameter import Parameter
from srcad.tensor import Tensor

_NOT_COMPILED = "`{}` inside of what is differentiated or generated is not supported"


@dataclass(frozen=True, slots=True)
class PullbackFunction:
    """What ``vjp`` gives: cotangents of the output in, those of the inputs out."""

    pullback: Pullback
    weights: Any
    has_aux: bool

    _srcad_message = _NOT_COMPILED.format("vjp")

    def __call__(self, *cotangents: Any) -> Any:
        """Return the cotangents of the inputs, as a tuple; see ``vjp``.

        There is one cotangent for each output, one by one or in a tuple. Raises
        ValueError where they are too many, too few or of another shape, TypeError for
        another dtype.
        """
        several = isinstance(self.pullback.out, tuple) and not self.has_aux
        if len(cotangents) == 1 and (several or isinstance(cotangents[0], tuple)):
            (cotangents,) = cotangents
        expected = len(self.pullback.out) if several else 1
        if not isinstance(cotangents, tuple) or len(cotangents) != expected:
            raise ValueError(
                f"The function takes {expected} cotangents, one for each output."
            )
        sens = cotangents if several else cotangents[0]
        dout = cotangent_of(self.pullback.out, sens, self.has_aux)
        by_name, by_parameter = self.pullback(dout)
        tensors = self.pullback.call.tensors
        inputs = tuple(wrapped(by_name[n], tensors) for n in self.pullback.wanted)
        if self.weights is None:
            return inputs
        given = [self.weights] if isinstance(self.weights, Parameter) else self.weights
        parts = tuple(Tensor(np.asarray(by_parameter[id(p)])) for p in given)
        return inputs, parts[0] if isinstance(self.weights, Parameter) else parts


def vjp(fn: Any, *inputs: Any, weights: Any = None, has_aux: bool = False) -> Any:
    """Return ``(output, function)``; ``function`` maps ``v`` to the product ``v J``.

    ``fn`` is a Cell or a Python function of arrays, ``inputs`` are its arguments.
    ``function(v)`` takes a cotangent of the output's shape and dtype (several outputs:
    one for each, or a tuple) and always returns a tuple, one cotangent for each input.
    With ``weights``, a Parameter or a list of them, it returns ``(inputs, weights)``.
    With ``has_aux`` only the first output is differentiated; the others come third: one
    alone, several as a tuple.
    ``function`` gives what the product is at the inputs and Parameters of this call,
    whatever is written into them, or into the output, before it is called.

    Raises TypeError for inputs that are no arrays, ValueError where ``has_aux`` is
    asked for and there is one output, and CompileError where the source cannot be
    differentiated.
    """
    if not callable(fn):
        raise not_callable(fn)
    check_flags(has_aux=has_aux)
    if not all(is_input(item, True) for item in inputs):
        raise TypeError("The inputs of vjp must be Tensors or arrays.")
    chosen = checked_weights(weights)
    parameters = [chosen] if isinstance(chosen, Parameter) else chosen
    try:
        call = PrimalCall.of(fn, inputs, {})
        call.check_wanted(call.inputs)
        pullback = Pullback(
            call, list(call.inputs), parameters, aux=has_aux, apart=True
        )
    except CompileError as error:
        raise error.with_traceback(None) from None
    function = PullbackFunction(pullback, chosen, has_aux)
    out = wrapped(pullback.out, call.tensors)
    if not has_aux:
        return out, function
    first, *aux = _with_aux(out)
    return first, function, aux[0] if len(aux) == 1 else tuple(aux)


@dataclass(frozen=True, slots=True)
class JacobianFunction:
    """A function that gives the Jacobian of another; made by ``jacrev``."""

    gradient: GradientFunction

    _srcad_message = _NOT_COMPILED.format("jacrev")

    def __get__(self, instance: Any, owner: Any = None) -> JacobianFunction:
        """That of a method, bound as the method is."""
        return replace(self, gradient=self.gradient.__get__(instance, owner))

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        """Return the Jacobian at these arguments."""
        try:
            return self._run(args, keywords)
        except CompileError as error:
            raise error.with_traceback(None) from None

    def _run(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        gradient = self.gradient
        call = PrimalCall.of(gradient.function, args, keywords)
        try:
            wanted = gradient.wanted(list(call.named), call.differentiable(False))
        except RuntimeError as error:
            raise ValueError(str(error)) from None
        call.check_wanted(wanted)
        forms = [call.forms[name] for name in wanted]
        names = [n for form in forms for n in leaf_names(form)]
        pullback = Pullback(call, names, None, aux=gradient.options.has_aux)
        if not gradient.options.has_aux:
            jacobian = self._of(pullback, forms, pullback.out, lambda dout: dout)
            return restored(jacobian, pullback.described)
        out, *aux = _with_aux(pullback.out)
        zeros = [like(part, 0) for part in aux]
        jacobian = self._of(pullback, forms, out, lambda dout: (dout, *zeros))
        given = wrapped(tuple(aux), call.tensors)
        return jacobian, given[0] if len(given) == 1 else given

    def _of(
        self,
        pullback: Pullback,
        forms: Sequence[Any],
        out: Any,
        whole: Callable[[Any], Any],
    ) -> Any:
        """The Jacobians of ``out``, in its structure.

        ``whole`` puts a cotangent of ``out`` into one of the whole output.
        """
        if isinstance(out, dict):
            return {
                key: self._of(pullback, forms, part, _inside(whole, out, key))
                for key, part in out.items()
            }
        if isinstance(out, tuple | list):
            parts = [
                self._of(pullback, forms, part, _inside(whole, out, place))
                for place, part in enumerate(out)
            ]
            return parts if isinstance(out, list) else tuple(parts)
        return self._of_array(pullback, forms, np.asarray(out), whole)

    def _of_array(
        self,
        pullback: Pullback,
        forms: Sequence[Any],
        out: np.ndarray[Any, Any],
        whole: Callable[[Any], Any],
    ) -> Any:
        """The Jacobian of one array: for each argument, in its structure, of the shape
        of its arrays behind that of ``out``.

        One row for each element, by its cotangent of the basis.
        """
        found: dict[str, list[Any]] = {name: [] for name in pullback.wanted}
        for basis in _basis(out):
            by_name, _ = pullback(whole(basis))
            for name, row in by_name.items():
                found[name].append(np.asarray(row))
        by_leaf: dict[str, Any] = {}
        for name, rows in found.items():
            array = np.asarray(pullback.call.arrays[name])
            shape = (*out.shape, *array.shape)
            stacked = np.array(rows, array.dtype).reshape(shape)
            by_leaf[name] = wrapped(stacked, pullback.call.tensors)
        jacobians = [cotangents_in(form, by_leaf) for form in forms]
        return jacobians[0] if len(jacobians) == 1 else tuple(jacobians)


def jacrev(
    fn: Any, grad_position: int | tuple[int, ...] = 0, has_aux: bool = False
) -> JacobianFunction:
    """Return a function that gives the Jacobian of ``fn``, by reverse mode.

    The Jacobian by one argument has the shape ``out.shape + argument.shape`` and the
    argument's dtype; by a tuple, a list, a dict or a dataclass it has its structure,
    with one Jacobian for each float or array in it. ``grad_position`` says by which
    arguments: an int gives one Jacobian, a tuple a tuple (the 1-tuple is unwrapped).
    Several outputs give a tuple of these (a list, a dict, a dataclass: one of these).
    With ``has_aux`` only the first output is differentiated, and the others are given
    back behind the Jacobian: one alone, several as a tuple. The backward half runs once
    for each element of the output.

    Raises TypeError or ValueError for arguments of another form, and CompileError where
    the source cannot be differentiated.
    """
    if not callable(fn):
        raise not_callable(fn)
    check_flags(has_aux=has_aux)
    if grad_position is None:
        raise TypeError("grad_position must be int or tuple, but got NoneType.")
    position = checked_position(grad_position)
    return JacobianFunction(GradientFunction(fn, Options(position, has_aux=has_aux)))


def _inside(whole: Callable[[Any], Any], around: Any, place: Any) -> Any:
    """``whole`` for what stands at ``place`` in ``around``; the rest has zeros."""

    def put(dout: Any) -> Any:
        zeros = like(around, 0)
        if isinstance(around, tuple):
            return whole((*zeros[:place], dout, *zeros[place + 1 :]))
        zeros[place] = dout
        return whole(zeros)

    return put


def _basis(out: np.ndarray[Any, Any]) -> Iterator[Any]:
    """The arrays of the shape of ``out`` that are 1 in one place and 0 elsewhere."""
    for place in np.ndindex(out.shape):
        basis = np.zeros_like(out)
        basis[place] = 1
        yield basis if out.ndim else basis[()]


def _with_aux(out: Any) -> tuple[Any, ...]:
    if not (isinstance(out, tuple) and len(out) > 1):
        raise ValueError(
            "With has_aux=True the function must give several outputs, the first of "
            "which is differentiated."
        )
    return out


vjp._srcad_message = PullbackFunction._srcad_message  # type: ignore[attr-defined]
jacrev._srcad_message = JacobianFunction._srcad_message  # type: ignore[attr-defined]
