"""The dtype objects: ``srcad.float32`` and its fellows.

``print`` shows one as MindSpore does (``Float32``); NumPy takes one wherever it takes a
dtype (``np.zeros(3, srcad.float32)``, ``array.astype(srcad.float32)``), so code that
runs on Tensors runs on ndarrays too. ``bfloat16`` and the other types that NumPy lacks
can be named and compared; an array of one cannot be made (TypeError).
"""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["DType", "dtype_of", "dtype_to_nptype", "numpy_dtype", "pytype_to_dtype"]


class DType:
    """A MindSpore dtype. ``__srcad_dtype__`` is the name of NumPy's counterpart."""

    __slots__ = ("__srcad_dtype__", "display", "name")

    def __init__(self, name: str, display: str, numpy_name: str | None) -> None:
        self.name = name
        self.display = display
        self.__srcad_dtype__ = numpy_name

    @property
    def dtype(self) -> np.dtype[Any]:
        """NumPy's counterpart. ``np.dtype(srcad.float32)`` asks for this attribute."""
        if self.__srcad_dtype__ is None:
            raise TypeError(f"NumPy has no counterpart of the dtype {self.display}.")
        return np.dtype(self.__srcad_dtype__)

    @property
    def kind(self) -> str:
        """NumPy's letter for the kind of dtype: "f", "i", "u", "b" or "c"."""
        return self.dtype.kind

    @property
    def itemsize(self) -> int:
        """Bytes per element."""
        return self.dtype.itemsize

    @property
    def is_floating_point(self) -> bool:
        """Whether the dtype is a real floating one."""
        return self.display.startswith(("Float", "BFloat"))

    @property
    def is_complex(self) -> bool:
        """Whether the dtype is complex."""
        return self.display.startswith("Complex")

    @property
    def is_signed(self) -> bool:
        """Whether the dtype has negative values."""
        return not self.display.startswith(("UInt", "Bool"))

    def __str__(self) -> str:
        return self.display

    def __repr__(self) -> str:
        return f"mindspore.{self.name}"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, DType):
            return self.name == other.name
        if isinstance(other, np.dtype):
            return self.__srcad_dtype__ == other.name
        if isinstance(other, type) and issubclass(other, np.generic):
            return self.__srcad_dtype__ == np.dtype(other).name
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        return _by_name, (self.name,)


bool_ = DType("bool", "Bool", "bool")
int8 = DType("int8", "Int8", "int8")
int16 = DType("int16", "Int16", "int16")
int32 = DType("int32", "Int32", "int32")
int64 = DType("int64", "Int64", "int64")
uint8 = DType("uint8", "UInt8", "uint8")
uint16 = DType("uint16", "UInt16", "uint16")
uint32 = DType("uint32", "UInt32", "uint32")
uint64 = DType("uint64", "UInt64", "uint64")
float16 = DType("float16", "Float16", "float16")
float32 = DType("float32", "Float32", "float32")
float64 = DType("float64", "Float64", "float64")
bfloat16 = DType("bfloat16", "BFloat16", None)
complex64 = DType("complex64", "Complex64", "complex64")
complex128 = DType("complex128", "Complex128", "complex128")
string = DType("string_", "String", None)

# MindSpore's other names for the same objects.
half, float_, single, double = float16, float32, float32, float64
short, int_, long, byte, ubyte = int16, int32, int64, int8, uint8
intc, intp, uintp, uintc, ushort = int32, int64, uint64, uint32, uint16
cfloat, cdouble = complex64, complex128

number_type = (
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    float16,
    float32,
    float64,
    complex64,
    complex128,
)
int_type = (int8, int16, int32, int64)
uint_type = (uint8, uint16, uint32, uint64)
float_type = (float16, float32, float64)

_NAMED = {dtype.name: dtype for dtype in (bool_, *number_type, bfloat16, string)}
_OF_NUMPY = {
    dtype.dtype: dtype for dtype in (bool_, *number_type) if dtype.__srcad_dtype__
}
_OF_PYTHON = {bool: bool_, int: int64, float: float64, complex: complex128}


def _by_name(name: str) -> DType:
    """Return the dtype object of this name: copies and pickles give the same one."""
    return _NAMED[name]


def dtype_of(dtype: Any) -> DType:
    """Return the dtype object of a NumPy dtype (or of anything NumPy takes for one).

    Raises TypeError for a NumPy dtype that MindSpore lacks.
    """
    if isinstance(dtype, DType):
        return dtype
    try:
        return _OF_NUMPY[np.dtype(dtype)]
    except KeyError:
        raise TypeError(f"MindSpore has no dtype {np.dtype(dtype)}.") from None


def numpy_dtype(dtype: Any) -> np.dtype[Any]:
    """Return NumPy's dtype for a dtype object, a NumPy dtype, a Python type or a name.

    Raises TypeError for what NumPy lacks.
    """
    if isinstance(dtype, DType):
        return dtype.dtype
    return np.dtype(dtype)


def dtype_to_nptype(type_: DType) -> type[Any]:
    """Return NumPy's scalar class for a dtype object (``np.float32`` for float32)."""
    return type_.dtype.type


def pytype_to_dtype(obj: type) -> DType:
    """Return the dtype object for a Python or NumPy scalar class.

    Raises NotImplementedError for any other class.
    """
    if obj in _OF_PYTHON:
        return _OF_PYTHON[obj]
    if issubclass(obj, np.generic):
        return dtype_of(obj)
    raise NotImplementedError(f"Unsupported convert type {obj} to MindSpore type.")
