"""``grad``, ``value_and_grad``, ``GradOperation``: MindSpore's, on generated modules.

The first call with arrays of some dtypes and ranks compiles a backward module (or finds
it in the store) and imports it; every call runs it. There is no other gradient path.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from codegen.store import Store
from srcad.build import Built, build, globals_hold
from srcad.compiler.arguments import by_name, form_of
from srcad.compiler.avals import FLOAT, Aval, named_size
from srcad.compiler.driver import Request
from srcad.compiler.fingerprint import fingerprint
from srcad.compiler.reachable import reachable_parameters
from srcad.context import hooks_are_ignored
from srcad.parameter import Parameter
from srcad.random_state import generator
from srcad.tensor import Tensor, is_tensor

__all__ = ["GradOperation", "GradientFunction", "get_grad", "grad", "value_and_grad"]


@cache
def default_store() -> Store:
    """The store on disk that gradient functions share."""
    return Store()


@dataclass(frozen=True, slots=True)
class _Options:
    """What a gradient function gives; see ``grad``."""

    position: int | tuple[int, ...] | None = 0
    weights: tuple[Parameter, ...] | Parameter | None = None
    has_aux: bool = False
    return_ids: bool = False
    sens_param: bool = False
    with_value: bool = False
    get_all: bool = False


@dataclass(slots=True)
class _Module:
    """A built module, and the sizes that it takes."""

    module: Any
    inputs: tuple[str, ...]
    signature: dict[str, tuple[str, ...]]
    parameters: tuple[str, ...]
    gives_parameters: bool
    draws: bool
    manifest: Mapping[str, Any]

    def fits(self, arrays: dict[str, Any]) -> bool:
        """Whether it was made for such sizes, and for what globals are by now."""
        if not globals_hold(self.manifest):
            return False
        sizes: dict[str, int] = {}
        for name, words in self.signature.items():
            for word, have in zip(words, np.shape(arrays[name]), strict=True):
                want = int(word) if word.isdigit() else sizes.setdefault(word, have)
                if want != have:
                    return False
        return True


# The modules in use in this process, by all that they depend on but the sizes.
_MODULES: dict[Any, list[_Module]] = {}


@dataclass(frozen=True, slots=True)
class GradientFunction:
    """A function that gives the gradient of another; made by ``grad``."""

    function: Any
    options: _Options

    __srcad_gradient__ = True

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        args, sens = self.split_sens(args, keywords)
        call = self.bind(args, keywords)
        numbers = not any(map(is_tensor, _leaves(call)))
        forms, inputs = form_of(call, lambda item: _is_input(item, numbers))
        tensors = self._gives_tensors(inputs)
        arrays = {n: _array(item) for n, item in inputs.items()}
        wanted = self.wanted(list(call), list(inputs))
        module = self._module(forms, arrays, wanted, tensors)
        values = [arrays[name] for name in module.inputs]
        if module.parameters:
            values.append(self._parameter_arrays(module))
        if module.draws:
            values.append(generator())
        out, residuals, *updates = module.module.forward(*values)
        dout = _cotangent(out, sens, self.options.has_aux)
        gradients = module.module.backward(residuals, dout)
        if updates:
            self._apply(updates[0])
        by_name, by_parameter = self._gradients(module, wanted, inputs, gradients)
        return self.arrange(
            list(call),
            wanted,
            {name: _wrapped(array, tensors) for name, array in by_name.items()},
            {key: Tensor(np.asarray(array)) for key, array in by_parameter.items()},
            _wrapped(out, tensors),
        )

    def _gives_tensors(self, inputs: dict[str, Any]) -> bool:
        """Whether arrays are given back as Tensors."""
        if any(map(is_tensor, inputs.values())):
            return True
        return not inputs and self.options.weights is not None

    def _apply(self, updates: dict[str, Any]) -> None:
        """Give the Parameters that the function writes their new values."""
        parameters = dict(reachable_parameters(self.function))
        for name, array in updates.items():
            parameters[name].set_data(Tensor(np.asarray(array)))

    def split_sens(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """The function's arguments, and the cotangent of its output (or None)."""
        if not self.options.sens_param:
            return args, None
        if "sens" in keywords:
            return args, keywords.pop("sens")
        if not args:
            raise TypeError("With sens_param=True the last argument is the sens.")
        return args[:-1], args[-1]

    def bind(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> dict[str, Any]:
        """The arguments by their names; those of ``*args`` are numbered."""
        return by_name(self.function, args, keywords)

    def wanted(self, names: list[str], inputs: list[str]) -> list[str]:
        """The inputs whose gradient is asked for, in the order asked."""
        if self.options.get_all:
            return [name for name in names if name in inputs]
        position = self.options.position
        if position is None:
            return []
        places = (position,) if isinstance(position, int) else position
        for place in places:
            if place >= len(names):
                raise RuntimeError(
                    f"grad_position {place} is out of range for {len(names)} inputs."
                )
        return [names[place] for place in places if names[place] in inputs]

    def _module(
        self,
        forms: dict[str, Any],
        arrays: dict[str, Any],
        wanted: list[str],
        tensors: bool,
    ) -> _Module:
        floating = tuple(n for n in wanted if np.asarray(arrays[n]).dtype.kind == "f")
        key = (
            fingerprint(self.function),
            tuple((n, _kind(item)) for n, item in arrays.items()),
            fingerprint(forms),
            floating,
            self.options.weights is not None,
            tensors,
            hooks_are_ignored(),
        )
        known = _MODULES.setdefault(key, [])
        for module in known:
            if module.fits(arrays):
                return module
        request = self._request(forms, arrays, floating, tensors)
        module = _opened(build(request, default_store()), request)
        known.append(module)
        return module

    def _request(
        self,
        forms: dict[str, Any],
        arrays: dict[str, Any],
        floating: tuple[str, ...],
        tensors: bool,
    ) -> Request:
        inputs: list[tuple[str, Aval]] = []
        hints: list[tuple[str, int]] = []
        for name, array in arrays.items():
            if isinstance(array, float):
                inputs.append((name, FLOAT))
                continue
            sizes = [f"{name}{axis}" for axis in range(array.ndim)]
            hints.extend(zip(sizes, array.shape, strict=True))
            shape = tuple(named_size(size) for size in sizes)
            inputs.append((name, Aval(array.dtype.name, shape, tensor=tensors)))
        wrt = list(floating)
        if self.options.weights is not None:
            wrt.append("parameters")
        label = _label(self.function)
        return Request(
            self.function,
            tuple(inputs),
            tuple(wrt),
            label,
            hints=tuple(hints),
            forms=tuple(forms.items()),
            hooks=not hooks_are_ignored(),
        )

    def _parameter_arrays(self, module: _Module) -> dict[str, Any]:
        return {
            name: parameter.asnumpy()
            for name, parameter in reachable_parameters(self.function)
            if name in module.parameters
        }

    def _gradients(
        self, module: _Module, wanted: list[str], inputs: dict[str, Any], gradients: Any
    ) -> tuple[dict[str, Any], dict[int, Any]]:
        """The arrays that ``backward`` gave, by input name and by Parameter.

        What a gradient cannot reach (an integer, a Parameter that is not read or not
        trainable) has zeros.
        """
        by_key: dict[str, Any] = {}
        if module.gives_parameters:
            gradients, by_key = gradients
        floating = [n for n in inputs if n in wanted and _kind(inputs[n])[0][0] == "f"]
        by_name = dict(zip(floating, gradients, strict=True))
        for name in wanted:
            if name not in by_name:
                by_name[name] = np.zeros_like(_array(inputs[name]))
        keys = {id(p): key for key, p in reachable_parameters(self.function)}
        by_parameter = {}
        for parameter in self.weight_list():
            array = by_key.get(keys.get(id(parameter), ""))
            if array is None:
                array = np.zeros_like(parameter.asnumpy())
            by_parameter[id(parameter)] = array
        return by_name, by_parameter

    def weight_list(self) -> list[Parameter]:
        """The Parameters whose gradients are asked for."""
        weights = self.options.weights
        if weights is None:
            return []
        if isinstance(weights, Parameter):
            return [weights]
        return list(weights)

    def arrange(
        self,
        names: list[str],
        wanted: list[str],
        by_name: dict[str, Any],
        by_parameter: dict[int, Any],
        out: Any,
    ) -> Any:
        """The gradients (and the output) in the form that the options ask for."""
        result = self._arranged(names, wanted, by_name, by_parameter)
        options = self.options
        if options.has_aux and not (isinstance(out, tuple) and len(out) > 1):
            raise ValueError(
                "With has_aux=True the function must give several outputs, the first "
                "of which is differentiated."
            )
        if options.with_value:
            return out, result
        return (result, tuple(out[1:])) if options.has_aux else result

    def _arranged(
        self,
        names: list[str],
        wanted: list[str],
        by_name: dict[str, Any],
        by_parameter: dict[int, Any],
    ) -> Any:
        options = self.options

        def identified(identifier: Any, item: Any) -> Any:
            return (identifier, item) if options.return_ids else item

        first: Any = tuple(identified(names.index(n), by_name[n]) for n in wanted)
        if not options.get_all and len(first) == 1:
            (first,) = first
        if options.weights is None:
            return first
        second: Any = tuple(
            identified(p.name, by_parameter[id(p)]) for p in self.weight_list()
        )
        if isinstance(options.weights, Parameter):
            (second,) = second
        only = options.position is None and not options.get_all
        return second if only else (first, second)


def _opened(built: Built, request: Request) -> _Module:
    module = built.load()
    inputs = tuple(name for name, _ in request.inputs)
    sizes = (tuple(_sizes(text)) for text in built.manifest["inputs"])
    signature = dict(zip(inputs, sizes, strict=True))
    parameters = tuple(built.manifest["parameters"])
    gives = bool(parameters) and "parameters" in built.manifest["wrt"]
    names = inspect.signature(module.forward).parameters
    return _Module(
        module,
        inputs,
        signature,
        parameters,
        gives,
        "rng" in list(names)[len(inputs) :],
        built.manifest,
    )


def _sizes(text: str) -> list[str]:
    inside = text.partition("[")[2].rstrip("]")
    return inside.split(", ") if inside else []


def _cell_of(function: Any) -> Any:
    while isinstance(function, GradientFunction):
        function = function.function
    return function if getattr(function, "__srcad_cell__", False) else None


def _label(function: Any) -> str:
    while isinstance(function, GradientFunction):
        function = function.function
    named = function if hasattr(function, "__qualname__") else type(function)
    module = inspect.getsourcefile(inspect.unwrap(named)) or "<unknown>"
    path = module.replace("\\", "/").rpartition("/")[2]
    return f"{path}::{named.__qualname__.replace('<locals>.', '')}"


def _is_input(item: Any, numbers: bool) -> bool:
    """Whether an argument is a run-time input: a float is one where no Tensor is."""
    if isinstance(item, Tensor | np.ndarray | np.generic):
        return True
    return isinstance(item, float) and numbers


def _leaves(item: Any) -> Iterator[Any]:
    if isinstance(item, tuple | list):
        for part in item:
            yield from _leaves(part)
    elif isinstance(item, dict):
        yield from _leaves(list(item.values()))
    else:
        yield item


def _array(item: Any) -> Any:
    if isinstance(item, Tensor):
        return item.asnumpy()
    return item if isinstance(item, float) else np.asarray(item)


def _kind(item: Any) -> tuple[str, int]:
    if isinstance(item, float) and not isinstance(item, np.generic):
        return "float", 0
    array = _array(item)
    return array.dtype.name, array.ndim


def _wrapped(item: Any, tensors: bool) -> Any:
    """Arrays as Tensors, if there were Tensors among the arguments."""
    if isinstance(item, tuple):
        return tuple(_wrapped(part, tensors) for part in item)
    if isinstance(item, list):
        return [_wrapped(part, tensors) for part in item]
    if isinstance(item, dict):
        return {key: _wrapped(part, tensors) for key, part in item.items()}
    if tensors and isinstance(item, np.ndarray | np.generic | float):
        return Tensor(np.asarray(item))
    return item


def _cotangent(out: Any, sens: Any, has_aux: bool) -> Any:
    """``sens``, checked against the output, or ones."""
    if sens is not None:
        if has_aux and isinstance(out, tuple) and not isinstance(sens, tuple | list):
            _check_sens(out[0], sens)
            return (_plain(sens), *(_like(part, 0) for part in out[1:]))
        _check_sens(out, sens)
        return _plain(sens)
    if has_aux and isinstance(out, tuple):
        return (_like(out[0], 1), *(_like(part, 0) for part in out[1:]))
    return _like(out, 1)


def _plain(item: Any) -> Any:
    if isinstance(item, tuple | list):
        return tuple(_plain(part) for part in item)
    return _array(item)


def _check_sens(out: Any, sens: Any) -> None:
    if isinstance(out, tuple):
        if not isinstance(sens, tuple | list) or len(sens) != len(out):
            raise ValueError(f"sens must be a tuple of {len(out)} Tensors.")
        for part, one in zip(out, sens, strict=True):
            _check_sens(part, one)
        return
    array = np.asarray(_array(sens))
    if array.shape != np.shape(out):
        raise ValueError(
            f"The shape of sens must be {np.shape(out)}, but got {array.shape}."
        )
    if array.dtype != np.asarray(out).dtype:
        raise TypeError(
            f"The dtype of sens must be {np.asarray(out).dtype}, but got {array.dtype}."
        )


def _like(out: Any, value: int) -> Any:
    if isinstance(out, tuple):
        return tuple(_like(part, value) for part in out)
    if isinstance(out, list):
        return [_like(part, value) for part in out]
    if isinstance(out, dict):
        return {key: _like(part, value) for key, part in out.items()}
    if np.ndim(out):
        return np.full_like(out, value)
    return np.asarray(out).dtype.type(value)


def _check_flags(**flags: Any) -> None:
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise TypeError(f"{name} must be a bool, but got {type(value).__name__}.")


def _checked_position(position: Any) -> Any:
    places: Sequence[Any]
    if position is None:
        places = ()
    elif isinstance(position, int) and not isinstance(position, bool):
        places = (position,)
    elif isinstance(position, tuple):
        places = position
        if not places:
            raise RuntimeError("grad_position can not be an empty tuple.")
        if len(set(places)) != len(places):
            raise ValueError("There are duplicate positions in grad_position.")
    else:
        raise TypeError(
            f"grad_position must be int or tuple, but got {type(position).__name__}."
        )
    for place in places:
        if not isinstance(place, int) or isinstance(place, bool):
            raise TypeError("The elements of grad_position must be int.")
        if place < 0:
            raise ValueError("grad_position must be >= 0.")
    return position


def _checked_weights(weights: Any) -> Any:
    if weights is None or isinstance(weights, Parameter):
        return weights
    if isinstance(weights, list | tuple):
        for item in weights:
            if not isinstance(item, Parameter):
                raise TypeError(
                    f"The weights must be Parameters, but got {type(item).__name__}."
                )
        return tuple(weights)
    raise TypeError(
        "weights must be a Parameter, a ParameterTuple or a list of Parameters, but "
        f"got {type(weights).__name__}."
    )


def _not_callable(fn: Any) -> TypeError:
    return TypeError(f"fn must be a function or a Cell, but got {type(fn).__name__}.")


def _make(
    fn: Any,
    grad_position: Any,
    weights: Any,
    has_aux: bool,
    return_ids: bool,
    sens_param: bool,
    with_value: bool,
) -> GradientFunction:
    if not callable(fn):
        raise _not_callable(fn)
    _check_flags(has_aux=has_aux, return_ids=return_ids, sens_param=sens_param)
    if grad_position is None and weights is None:
        raise ValueError(
            "`grad_position` and `weight` can not be None at the same time."
        )
    position = _checked_position(grad_position)
    weights = _checked_weights(weights)
    options = _Options(position, weights, has_aux, return_ids, sens_param, with_value)
    return GradientFunction(fn, options)


def grad(
    fn: Any,
    grad_position: int | tuple[int, ...] | None = 0,
    weights: Any = None,
    has_aux: bool = False,
    return_ids: bool = False,
    sens_param: bool = False,
) -> GradientFunction:
    """Return a function that gives the gradient of ``fn``.

    ``fn`` is a Cell or a Python function of arrays. Where it has several outputs their
    gradients add up. ``grad_position`` says for which arguments: an int gives one
    array, a tuple a tuple (the 1-tuple is unwrapped). ``weights`` adds Parameters: one,
    or a list of them. With ``has_aux`` only the first output is differentiated and the
    others are given back; with ``sens_param`` the last argument of the call is the
    cotangent of the output. Every gradient has the shape and dtype of its argument.

    Raises TypeError, ValueError or RuntimeError for arguments of another form, and
    CompileError where the source cannot be differentiated.
    """
    return _make(fn, grad_position, weights, has_aux, return_ids, sens_param, False)


def value_and_grad(
    fn: Any,
    grad_position: int | tuple[int, ...] | None = 0,
    weights: Any = None,
    has_aux: bool = False,
    return_ids: bool = False,
    sens_param: bool = False,
) -> GradientFunction:
    """Like ``grad``, giving ``(output, gradient)``."""
    return _make(fn, grad_position, weights, has_aux, return_ids, sens_param, True)


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
        _check_flags(get_all=get_all, get_by_list=get_by_list, sens_param=sens_param)
        self.get_all = get_all
        self.get_by_list = get_by_list
        self.sens_param = sens_param

    def __call__(self, fn: Any, weights: Any = None) -> GradientFunction:
        """Return the gradient function of ``fn``."""
        if not callable(fn):
            raise _not_callable(fn)
        if self.get_by_list and weights is None:
            cell = _cell_of(fn)
            if cell is None:
                raise TypeError(
                    "With get_by_list=True the weights can only be left out for a Cell."
                )
            weights = cell.trainable_params()
        weights = _checked_weights(weights)
        position = None if self.get_by_list and not self.get_all else 0
        options = _Options(
            position if not self.get_all else 0,
            weights if self.get_by_list else None,
            sens_param=self.sens_param,
            get_all=self.get_all,
        )
        return GradientFunction(fn, options)


_made_at_compile_time: list[Any] = [grad, value_and_grad, get_grad]
for _function in _made_at_compile_time:
    _function.__srcad_static__ = True
