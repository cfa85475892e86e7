"""A call of the function that is differentiated, and the module that fits it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from srcad.build import build, form_text
from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.ir.avals import FLOAT, Aval
from srcad.compiler.reading import protocol
from srcad.compiler.reading.arguments import by_name, form_of, leaf_names
from srcad.compiler.reading.engines import NUMPY
from srcad.compiler.reading.sizes import named_size
from srcad.compiler.request import PARAMETERS, Request, subject_of
from srcad.context import hooks_are_ignored, warn_once
from srcad.gradient.arrays import array_of, is_input, kind_of, leaves
from srcad.gradient.leaves import check_kinds, check_wanted
from srcad.gradient.modules import (
    COMPILING,
    Handed,
    Module,
    code_of,
    default_store,
    found,
    kept,
    label_of,
    opened,
)
from srcad.gradient.recompiles import noticed
from srcad.gradient.sizes import tell_sizes
from srcad.tensor import is_tensor


@dataclass(frozen=True, slots=True)
class PrimalCall:
    """The arguments of a call, by name, and those of them that are run-time inputs.

    ``forms`` says where the inputs stand in the arguments, ``arrays`` are their values,
    ``tensors`` whether there is a Tensor among them.
    """

    function: Any
    named: dict[str, Any]
    forms: dict[str, Any]
    inputs: dict[str, Any]
    arrays: dict[str, Any] = field(repr=False)
    tensors: bool

    @classmethod
    def of(
        cls, function: Any, args: tuple[Any, ...], keywords: dict[str, Any]
    ) -> PrimalCall:
        """The call ``function(*args, **keywords)``."""
        named = by_name(function, args, keywords)
        check_kinds(named)
        numbers = not any(map(is_tensor, leaves(named)))
        forms, inputs = form_of(named, lambda item: is_input(item, numbers))
        arrays = {name: array_of(item) for name, item in inputs.items()}
        tensors = any(map(is_tensor, inputs.values()))
        return cls(function, named, forms, inputs, arrays, tensors)

    def differentiable(self, all_of_them: bool) -> list[str]:
        """The arguments that may be differentiated by: inputs, and what holds inputs.

        Of a call with Tensors, numbers and tuples, lists and dicts of Tensors are left
        out, as in MindSpore. In a call without Tensors, what is asked for by its place
        and has no gradient is an error (see ``check_wanted``), and not left out.
        """
        if not (self.tensors or all_of_them):
            return list(self.named)
        return [
            name
            for name, item in self.named.items()
            if name in self.inputs
            or (leaf_names(self.forms[name]) and not (self.tensors and _is_bare(item)))
        ]

    def check_wanted(self, names: Iterable[str]) -> None:
        """Refuse arguments whose gradient is asked for and that have none."""
        for name in names:
            if self.tensors and leaf_names(self.forms[name]):
                continue
            if name not in self.inputs or not self._has_gradient(name):
                check_wanted(self.named[name], name, self.tensors)

    def module(
        self,
        wanted: list[str],
        parameters: bool,
        engine: str = NUMPY,
        memory: int = 100,
        whole: bool = False,
        aux: bool = False,
    ) -> tuple[Module, Handed]:
        """The module for these inputs, in use or built now, and what it is handed.

        ``wanted`` are the inputs whose cotangents it gives; ``parameters`` says whether
        it gives those of the trainable Parameters, ``engine`` what it computes with,
        ``memory`` how many percent of its residuals it may keep, ``whole`` whether
        Parameters of integers are among those that are asked for, ``aux`` whether only
        the first output is differentiated.
        """
        integers = tuple(n for n in wanted if self._is_whole(n))
        floating = tuple(n for n in wanted if self._has_gradient(n) or n in integers)
        integers += (PARAMETERS,) if whole else ()
        key = (
            code_of(self.function),
            tuple((n, kind_of(item)) for n, item in self.arrays.items()),
            tuple((n, form_text(form)) for n, form in self.forms.items()),
            floating,
            integers,
            parameters,
            self.tensors,
            self._without_axes(),
            hooks_are_ignored(),
            engine,
            memory,
            aux,
        )
        fitting = found(key, self.function, self.forms, self.arrays)
        if fitting is not None:
            return fitting
        with COMPILING:
            fitting = found(key, self.function, self.forms, self.arrays)
            if fitting is not None:
                return fitting
            request = self._request(floating, integers, parameters, engine, memory)
            request = replace(request, aux=aux)
            try:
                built = build(request, default_store())
            except CompileError as error:
                tell_sizes(error, self.arrays)
                raise
            noticed(key, request, built, default_store())
            if built.manifest["not_compiled"]:
                warn_once(_not_compiled(request, built.manifest["not_compiled"]))
            module, handed = opened(built, request)
            if module.manifest["reusable"]:
                kept(key, module)
        return module, handed

    def _has_gradient(self, name: str) -> bool:
        """Whether the module gives a cotangent; a ``bprop`` may say an integer's."""
        if np.asarray(self.arrays[name]).dtype.kind in "fc":
            return True
        cell = self.function
        if not protocol.is_cell(cell) or not hasattr(type(cell), "bprop"):
            return False
        hooked = protocol.hooks(cell) is not None and not hooks_are_ignored()
        return not hooked and protocol.float_dtype(cell) is None

    def _is_whole(self, name: str) -> bool:
        """Whether an input is an integer Tensor, which MindSpore differentiates by."""
        kind = np.asarray(self.arrays[name]).dtype.kind
        return self.tensors and kind in "iu" and not self._has_gradient(name)

    def _without_axes(self) -> tuple[str, ...]:
        """The inputs of rank 0 that are arrays, into which ``x += 1`` writes."""
        return tuple(
            name
            for name, item in self.inputs.items()
            if isinstance(item, np.ndarray) and not item.ndim
        )

    def _request(
        self,
        floating: tuple[str, ...],
        integers: tuple[str, ...],
        parameters: bool,
        engine: str,
        memory: int,
    ) -> Request:
        inputs: list[tuple[str, Aval]] = []
        hints: list[tuple[str, int]] = []
        for name, array in self.arrays.items():
            if isinstance(array, float):
                inputs.append((name, FLOAT))
                continue
            sizes = [f"{name}{axis}" for axis in range(array.ndim)]
            hints.extend(zip(sizes, array.shape, strict=True))
            shape = tuple(named_size(size) for size in sizes)
            inputs.append((name, Aval(array.dtype.name, shape, tensor=self.tensors)))
        return Request(
            self.function,
            tuple(inputs),
            (*floating, *((PARAMETERS,) if parameters else ())),
            label_of(self.function),
            hints=tuple(hints),
            forms=tuple(self.forms.items()),
            hooks=not hooks_are_ignored(),
            live=True,
            integers=integers,
            without_axes=self._without_axes(),
            engine=engine,
            memory=memory,
        )


def _not_compiled(request: Request, what: str) -> str:
    """Said once of a function that another engine cannot compute."""
    name = subject_of(request.function)
    return f"`{name}` is computed by NumPy: Numba has no {what}."


def _is_bare(item: Any) -> bool:
    """Whether an object is a tuple, a list or a dict, and of no class of the user's."""
    return type(item) in (tuple, list, dict)
