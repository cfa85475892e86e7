"""The fast path of a call: for arrays and numbers by position, beside a module in use.

What a call of one form needs is worked out once, after a first such call by the slow
path (``GradientFunction``): where the cotangents stand, which sizes must agree.
What is left for each call is the guards, the module's two halves, and wrapping.
Whatever is special (hooks, a cotangent of the caller's, keywords, generators, live
objects) takes the slow path.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import FunctionType, MethodType
from typing import Any

import numpy as np

from srcad.compiler.reading import protocol
from srcad.compiler.reading.checks import Check
from srcad.compiler.reading.engines import NUMPY
from srcad.compiler.reading.outputs import restored
from srcad.compiler.reading.sizes import Size, sum_in
from srcad.context import hooks_are_ignored
from srcad.gradient.arrays import cotangent, wrapped
from srcad.gradient.modules import FAST_PATHS, Module
from srcad.gradient.options import Options
from srcad.gradient.sens import like
from srcad.tensor import Tensor

MISSED = object()
_MOST = 8
_VARIADIC = 0x04 | 0x08
# What a module is made for, with its value.
_KNOWN = (int, bool, str, type(None))
_ONE = np.float64(1.0)


@dataclass(slots=True, eq=False)
class FastPath:
    """A module with what is known of all calls of one form.

    ``places`` are those of the wanted cotangents among what ``backward`` gives;
    ``fixed`` and ``equal`` are sizes that must be a number, or one another, each the
    place of an array (inputs, then captured ones) and an axis; ``sums`` must be the sum
    of others, so many times each, and a number.
    """

    check: Check
    forms: dict[str, Any]
    forward: Any
    backward: Any
    compiled: Any
    parameters: tuple[str, ...]
    captured: tuple[str, ...]
    gives_parameters: bool
    places: tuple[int, ...]
    fixed: tuple[tuple[int, int, int], ...]
    equal: tuple[tuple[int, int, int, int], ...]
    sums: tuple[tuple[int, int, tuple[tuple[int, int, int], ...], int], ...]
    described: Any
    tensors: bool
    plain_numbers: bool

    def run(self, function: Any, options: Options, arrays: list[Any]) -> Any:
        """What the call gives; ``MISSED`` where the module does not fit it."""
        found = self.check(function, self.forms)
        if found is None:
            return MISSED
        values = list(arrays)
        count = len(self.parameters)
        if self.captured:
            held = [_array_of(item) for item in found[count:]]
            arrays = arrays + held
        for place, axis, size in self.fixed:
            if arrays[place].shape[axis] != size:
                return MISSED
        for place, axis, other, its in self.equal:
            if arrays[place].shape[axis] != arrays[other].shape[its]:
                return MISSED
        for place, axis, terms, rest in self.sums:
            parts = (arrays[one].shape[its] * k for one, its, k in terms)
            if arrays[place].shape[axis] != sum(parts, rest):
                return MISSED
        if count:
            names = zip(self.parameters, found, strict=False)
            values.append({name: one._array for name, one in names})
        if self.captured:
            values.append(dict(zip(self.captured, held, strict=True)))
        if self.compiled is not None:
            both = self.compiled(*values)
            if both is not None:
                out, given = both
                return self._given(options, out, given, found)
        out, residuals = self.forward(*values)
        dout = _ONE if type(out) is np.float64 else like(out, 1)
        if self.plain_numbers and type(out) is float:
            # Python's floats are quicker; what is given back is NumPy's all the same.
            given = map(np.float64, self.backward(residuals, 1.0))
            return self._given(options, out, tuple(given), found)
        given = self.backward(residuals, dout)
        return self._given(options, out, given, found)

    def _given(
        self, options: Options, out: Any, given: Any, found: Sequence[Any]
    ) -> Any:
        by_key: dict[str, Any] = {}
        if self.gives_parameters:
            given, by_key = given
        return self._arranged(options, out, given, by_key, found)

    def _arranged(
        self,
        options: Options,
        out: Any,
        given: Sequence[Any],
        by_key: dict[str, Any],
        found: Sequence[Any],
    ) -> Any:
        tensors = self.tensors
        result: Any = tuple([_wrapped(given[k], tensors) for k in self.places])
        if not options.get_all and len(result) == 1:
            (result,) = result
        if options.weights is not None:
            second = self._weights(options, by_key, found)
            only = options.position is None and not options.get_all
            result = second if only else (result, second)
        if options.with_value:
            return restored(wrapped(out, tensors), self.described), result
        return result

    def _weights(
        self, options: Options, by_key: dict[str, Any], found: Sequence[Any]
    ) -> Any:
        names = {id(p): n for n, p in zip(self.parameters, found, strict=False)}
        second = []
        for parameter in options.weight_list():
            array = by_key.get(names.get(id(parameter), ""))
            if array is None:
                array = np.zeros_like(parameter.asnumpy())
            second.append(Tensor.of_array(np.array(array)))
        whole = isinstance(options.weights, tuple)
        return tuple(second) if whole else second[0]


def _wrapped(array: Any, tensors: bool) -> Any:
    """An array of its own, as a Tensor where there were Tensors."""
    if tensors and isinstance(array, np.ndarray | np.generic):
        return Tensor.of_array(np.array(array))
    return wrapped(cotangent(array), tensors)


def _array_of(item: Any) -> Any:
    return item if type(item) is np.ndarray else np.asarray(_plain(item))


def _plain(item: Any) -> Any:
    return item.asnumpy() if hasattr(item, "asnumpy") else item


def key_of(function: Any, options: Options, args: tuple[Any, ...]) -> Any:
    """What calls of one form have in common, and their arrays; None for a call that
    takes the slow path."""
    called, count = function, len(args)
    if hasattr(type(function), "construct"):
        called = protocol.construct(function)
        count += called is type(function).construct
    if type(called) is MethodType:
        called, count = called.__func__, count + 1
    if type(called) is not FunctionType:
        return None
    code = called.__code__
    if code.co_argcount != count or code.co_kwonlyargcount or code.co_flags & _VARIADIC:
        return None
    if options.sens_param or options.has_aux or options.return_ids:
        return None
    weights = options.weights
    key: list[Any] = [
        code,
        options.position,
        options.get_all,
        options.with_value,
        weights is None,
        hooks_are_ignored(),
        options.engine,
        options.memory,
    ]
    arrays: list[Any] = []
    kinds = set()
    for item in args:
        kind = type(item)
        kinds.add(kind)
        key.append(kind)
        if kind in _KNOWN:
            key.append(item)
            continue
        array = item
        if kind is Tensor:
            if item._hooks:
                return None
            array = item._array
        elif kind is not np.ndarray and kind is not float:
            return None
        if kind is not float:
            key.append(array.dtype)
            key.append(array.ndim)
        arrays.append(array)
    if Tensor in kinds and float in kinds:
        # Beside a Tensor, a number is known at compile time.
        return None
    return tuple(key), arrays


def taken(function: Any, options: Options, key: Any, arrays: list[Any]) -> Any:
    """What a call gives by a fast path; ``MISSED`` where none fits."""
    known = FAST_PATHS.get(key, ())
    for place, one in enumerate(known):
        result = one.run(function, options, arrays)
        if result is not MISSED:
            if place:
                FAST_PATHS[key] = [one, *(other for other in known if other is not one)]
            return result
    return MISSED


def remember(
    key: Any,
    module: Module,
    forms: dict[str, Any],
    wanted: Sequence[str],
    weights: Sequence[Any] | None,
    tensors: bool,
    engine: str,
) -> None:
    """Let the next calls of this form take the fast path, if they can."""
    manifest = module.manifest
    special = (
        not manifest["reusable"]
        or module.draws
        or manifest["live"]
        or manifest["ignores_hooks"]
        or manifest["integers"]
        or manifest["nested"]
        or manifest["updates"]
        or any(name not in module.wrt for name in wanted)
        or any(parameter._hooks for parameter in weights or ())
    )
    if special:
        return
    words = [*module.signature.values(), *module.captured.values()]
    order = module.wrt
    made = FastPath(
        module.check,
        forms,
        module.module.forward,
        module.module.backward,
        getattr(module.module, "compiled", None) if engine != NUMPY else None,
        module.parameters,
        tuple(module.captured),
        module.gives_parameters,
        tuple(order.index(name) for name in wanted),
        *_size_checks(words),
        manifest.get("output"),
        tensors,
        manifest["plain_numbers"] and not module.gives_parameters,
    )
    FAST_PATHS[key] = [made, *FAST_PATHS.get(key, ())][:_MOST]


def _size_checks(words: Sequence[tuple[str, ...]]) -> tuple[Any, Any, Any]:
    """The sizes that must be numbers, those that must be equal, and those that must be
    sums of others."""
    fixed: list[tuple[int, int, int]] = []
    equal: list[tuple[int, int, int, int]] = []
    sums: list[tuple[int, int, Size]] = []
    first: dict[str, tuple[int, int]] = {}
    for place, sizes in enumerate(words):
        for axis, word in enumerate(sizes):
            if word.isdigit():
                fixed.append((place, axis, int(word)))
            elif total := sum_in(word):
                sums.append((place, axis, total))
            elif word in first:
                equal.append((place, axis, *first[word]))
            else:
                first[word] = place, axis
    whole = [
        (place, axis, tuple((*first[name], k) for name, k in size.terms), size.constant)
        for place, axis, size in sums
    ]
    return tuple(fixed), tuple(equal), tuple(whole)
