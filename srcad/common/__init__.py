"""MindSpore's ``common``: another path to dtypes, Tensors, Parameters, initializers."""

import srcad.ops  # noqa: F401 - gives Tensors their methods
from srcad.common import dtype, initializer, parameter, seed, tensor
from srcad.common.api import jit, jit_class, lazy_inline, ms_class, ms_function, mutable
from srcad.common.dtype import (
    bfloat16,
    bool_,
    complex64,
    complex128,
    dtype_to_nptype,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    pytype_to_dtype,
    uint8,
    uint16,
    uint32,
    uint64,
)
from srcad.common.parameter import Parameter, ParameterTuple
from srcad.common.seed import get_seed, set_seed
from srcad.common.tensor import Tensor, from_numpy, is_tensor
from srcad.custom_function import _Function

__all__ = [
    "Parameter",
    "ParameterTuple",
    "Tensor",
    "_Function",
    "bfloat16",
    "bool_",
    "complex64",
    "complex128",
    "dtype",
    "dtype_to_nptype",
    "float16",
    "float32",
    "float64",
    "from_numpy",
    "get_seed",
    "initializer",
    "int8",
    "int16",
    "int32",
    "int64",
    "is_tensor",
    "jit",
    "jit_class",
    "lazy_inline",
    "ms_class",
    "ms_function",
    "mutable",
    "parameter",
    "pytype_to_dtype",
    "seed",
    "set_seed",
    "tensor",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
]
