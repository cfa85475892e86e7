"""srcad: gradients of MindSpore-style Cells as readable NumPy modules.

The eager API is MindSpore's: ``Tensor``, ``Parameter``, ``Cell``, ``nn``, ``ops``.
``grad``, ``value_and_grad`` and ``GradOperation`` compile a gradient from source, keep
it on disk, and run it; they are imported when they are first used.
"""

from typing import Any

from srcad import dtypes, nn, ops
from srcad.cell import Cell
from srcad.context import (
    GRAPH_MODE,
    PYNATIVE_MODE,
    get_context,
    jit,
    mutable,
    set_context,
)
from srcad.dtypes import (
    bfloat16,
    bool_,
    complex64,
    complex128,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
)
from srcad.ops._operator import defbprop
from srcad.parameter import Parameter, ParameterTuple
from srcad.random_state import get_seed, set_seed
from srcad.tensor import Tensor, from_numpy, is_tensor, tensor

_LAZY = {
    "GradOperation": "srcad.gradient",
    "alias_mindspore": "srcad.alias",
    "get_grad": "srcad.gradient",
    "grad": "srcad.gradient",
    "value_and_grad": "srcad.gradient",
}

dtype = dtypes


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        import importlib

        return getattr(importlib.import_module(_LAZY[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "GRAPH_MODE",
    "PYNATIVE_MODE",
    "Cell",
    "GradOperation",
    "Parameter",
    "ParameterTuple",
    "Tensor",
    "alias_mindspore",
    "bfloat16",
    "bool_",
    "complex64",
    "complex128",
    "defbprop",
    "dtype",
    "dtypes",
    "float16",
    "float32",
    "float64",
    "from_numpy",
    "get_context",
    "get_grad",
    "get_seed",
    "grad",
    "int8",
    "int16",
    "int32",
    "int64",
    "is_tensor",
    "jit",
    "mutable",
    "nn",
    "ops",
    "set_context",
    "set_seed",
    "tensor",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "value_and_grad",
]
