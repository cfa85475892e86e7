"""The forward half of a module, run, and its backward half, to be run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from codegen.undisturbed import undisturbed
from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.reading.engines import NUMPY
from srcad.context import warn_ignored_hooks, warn_once
from srcad.gradient.arrays import apart, array_of, cotangent
from srcad.gradient.call import PrimalCall
from srcad.gradient.modules import Handed, Module
from srcad.gradient.tensor_hooks import has_hooks, hooked
from srcad.parameter import Parameter
from srcad.random_state import generator
from srcad.tensor import Tensor

_SEVERAL = "With engine='numba', several cotangents in `sens` are for NumPy."
_IN_INTEGERS = (
    "The gradient by an integer Tensor, and through a cast of floats to integers, is "
    "computed in integers, as MindSpore does: each term of it is cut."
)


def arguments_of(
    call: PrimalCall,
    module: Module,
    handed: Handed,
    random: Callable[[], np.random.Generator] = generator,
) -> list[Any]:
    """What the ``forward`` of a module is given for a call.

    Only a module that draws asks for a generator: to import ``numpy.random`` takes
    longer than to find a module in the store.
    """
    values = [call.arrays[name] for name in module.inputs]
    if handed.parameters:
        named = handed.parameters.items()
        values.append({name: one.asnumpy() for name, one in named})
    if module.draws:
        values.append(random())
    values.extend(handed.live)
    if handed.captured:
        values.append(handed.captured)
    return values


@dataclass(slots=True)
class Pullback:
    """What is left of a call: its output, and a map from ``dout`` to the cotangents.

    ``wanted`` names the inputs whose cotangents it gives, ``weights`` are the
    Parameters, None where none are asked for. By another ``engine`` than NumPy both
    halves run at once, for the cotangent ``sens`` (None: ones) alone. ``memory`` is how
    many percent of its residuals the module may keep, ``aux`` says that only the first
    output is differentiated, ``apart`` that the caller may write into an input or into
    the output before the map is used: what it reads of them is copied.
    """

    call: PrimalCall
    wanted: list[str]
    weights: Sequence[Parameter] | None
    out: Any = None
    engine: str = NUMPY
    sens: Any = None
    memory: int = 100
    aux: bool = False
    apart: bool = False
    _module: Module = field(init=False, repr=False)
    _handed: Handed = field(init=False, repr=False)
    _residuals: Any = field(init=False, repr=False, default=None)
    _given: Any = field(init=False, repr=False, default=None)

    def __post_init__(self) -> None:
        with_weights = self.weights is not None
        self._module, self._handed = self.call.module(
            self.wanted, with_weights, self.engine, self.memory, self._whole(), self.aux
        )
        self._check_nested()
        parameters = self._handed.parameters
        values = arguments_of(self.call, self._module, self._handed)
        if self._module.manifest["ignores_hooks"]:
            warn_ignored_hooks()
        if self._module.manifest["integers"]:
            warn_once(_IN_INTEGERS)
        for message in self._module.manifest["fresh_hooks"]:
            warn_once(message)
        if self._compiled(values):
            return
        self.out, self._residuals, *updates = self._module.module.forward(*values)
        if self.apart:
            self._residuals = apart(self._residuals, (values, self.out))
        for name, array in updates[0].items() if updates else ():
            parameters[name].set_data(Tensor(np.asarray(array)))

    def _whole(self) -> bool:
        """Whether some weight is trainable and of integers."""
        return any(
            one.requires_grad and np.dtype(one.asnumpy().dtype).kind in "iu"
            for one in self.weights or ()
        )

    def _compiled(self, values: list[Any]) -> bool:
        """Run both halves at once, where the module can."""
        compiled = getattr(self._module.module, "compiled", None)
        if self.engine == NUMPY or compiled is None:
            return False
        dout = None
        if self.sens is not None:
            if isinstance(self.sens, tuple | list | dict):
                warn_once(_SEVERAL)
                return False
            # An array without axes becomes a number.
            dout = np.asarray(array_of(self.sens))[()]
        core = self._module.module.core
        if getattr(core, "overloads", True):
            found = compiled(*values, dout=dout)
        else:  # Numba compiles it first.
            found = undisturbed(partial(compiled, dout=dout), *values)
        if found is None:
            return False
        self.out, self._given = found
        return True

    def _check_nested(self) -> None:
        """Refuse hooks of inputs whose gradient is taken inside of the function."""
        if not self._module.manifest["nested"]:
            return
        for name, item in self.call.inputs.items():
            if has_hooks(item):
                message = f"the Tensor given as `{name}` has hooks"
                note = "a gradient is taken inside of what is differentiated"
                help = "remove them, or register them on a Tensor that is computed"
                diagnostic = Diagnostic("SRC012", message, note=note, help=help)
                raise CompileError(diagnostic)

    @property
    def module(self) -> Module:
        """The module that was run."""
        return self._module

    @property
    def described(self) -> Any:
        """Which classes the output is of; see ``srcad.compiler.reading.records``."""
        return self._module.manifest.get("output")

    def __call__(self, dout: Any) -> tuple[dict[str, Any], dict[int, Any]]:
        """The cotangents by input name, and by the Parameters' ids.

        What a gradient cannot reach (an integer, a Parameter that is not read or not
        trainable) has zeros.
        """
        given = self._given
        if given is None:
            given = self._module.module.backward(self._residuals, dout)
        by_key: dict[str, Any] = {}
        if self._module.gives_parameters:
            given, by_key = given
        inputs = self.call.inputs
        by_name = dict(zip(self._module.wrt, given, strict=True))
        for name in self.wanted:
            if name not in by_name:
                by_name[name] = np.zeros_like(self.call.arrays[name])
            if self._module.manifest["integers"]:
                # A sum of fewer bits has 64 in NumPy.
                dtype = np.asarray(self.call.arrays[name]).dtype
                by_name[name] = np.asarray(by_name[name], dtype)
            by_name[name] = hooked(inputs[name], cotangent(by_name[name]))
        keys = {id(one): key for key, one in self._handed.parameters.items()}
        by_parameter = {}
        for parameter in self.weights or ():
            array = by_key.get(keys.get(id(parameter), ""))
            if array is None:
                array = np.zeros_like(parameter.asnumpy())
            elif self._module.manifest["integers"]:
                array = np.asarray(array, parameter.asnumpy().dtype)
            by_parameter[id(parameter)] = hooked(parameter, array)
        return by_name, by_parameter
