"""What is asked of the compiler."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from srcad.compiler.ir.avals import Aval
from srcad.compiler.reading import protocol
from srcad.compiler.reading.engines import NUMPY
from srcad.compiler.reading.protocol import mark

# What stands for the trainable Parameters among the names of inputs.
PARAMETERS = "parameters"


@dataclass(frozen=True, slots=True)
class Request:
    """What to compile.

    ``function`` is a Cell or a Python function, ``inputs`` the abstract values of its
    arguments. ``wrt`` names inputs, and "parameters"; None stands for every floating
    input and the trainable parameters. ``label`` is what the header names as source.
    ``order`` 2 gives the gradient of the gradient. ``float_dtype`` replaces every
    floating dtype, for checks in float64. ``hints`` are the sizes of the call that the
    module is made for. ``static`` are arguments that are known at compile time, or
    ``forms`` describes all arguments, in order (see
    ``srcad.compiler.reading.arguments``).
    ``hooks`` False leaves hooks out; ``live`` says that the module runs beside the
    objects that it is made from, so that it can be given them. ``integers`` are
    integer inputs that are differentiated by all the same, and "parameters" where those
    of integers are; ``without_axes`` are inputs that are arrays of rank 0, and no
    numbers. ``parameters`` are all Parameters of the Cell, where a person is told of
    those that nothing reads. ``allow`` are the
    libraries besides NumPy that the module may import; None stands for all of them.
    ``engine`` says what the module computes with. ``memory`` is how many percent of the
    residuals' bytes there may be, for ``sizes``, else for those of ``hints``.
    ``aux`` says that the first output alone is differentiated.
    """

    function: Any
    inputs: tuple[tuple[str, Aval], ...]
    wrt: tuple[str, ...] | None
    label: str
    order: int = 1
    float_dtype: str | None = None
    hints: tuple[tuple[str, int], ...] = ()
    static: tuple[tuple[str, Any], ...] = ()
    hooks: bool = True
    live: bool = False
    integers: tuple[str, ...] = ()
    without_axes: tuple[str, ...] = ()
    forms: tuple[tuple[str, Any], ...] = ()
    parameters: tuple[tuple[str, Aval], ...] = ()
    allow: tuple[str, ...] | None = None
    engine: str = NUMPY
    memory: int = 100
    sizes: tuple[tuple[str, int], ...] = ()
    aux: bool = False


def subject_of(function: Any) -> str:
    """What a function is called in messages and in the docstring of its module."""
    if mark(function, "__srcad_gradient__") is True:
        return f"the gradient of {subject_of(function.function)}"
    if protocol.is_cell(function):
        return f"{type(function).__name__}.construct"
    return str(getattr(function, "__name__", "function"))


def with_float_dtype(aval: Aval, dtype: str | None) -> Aval:
    """What is known of an input where floating arrays are to have another dtype."""
    if dtype is None or aval.weak:
        return aval
    if aval.is_complex:
        # With real and imaginary part of that dtype; there is none for float16.
        complex_dtype = np.result_type(dtype, np.complex64).name
        return replace(aval, dtype=complex_dtype)
    return replace(aval, dtype=dtype) if aval.is_float else aval
