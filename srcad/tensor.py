"""Tensor: MindSpore's, over exactly one ndarray.

A Tensor computes eagerly and records nothing; gradients come from generated modules.
Arithmetic follows MindSpore's dtype promotion (:mod:`srcad.compiler.ir.promotion`),
NumPy's broadcasting, and gives Tensors; so do NumPy's own functions of a Tensor.
``tensor[i]`` is a view, as in MindSpore: writing to it writes to the Tensor. ``x += y``
binds a new Tensor to ``x``.
"""

from __future__ import annotations

import operator
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import srcad.tensor_numpy as tensor_numpy
from srcad import dtypes
from srcad.compiler.ir.promotion import (
    PromotionError,
    floating_dtype,
    promote,
    promote_with_scalar,
)
from srcad.hooks import HookHandle, Hooks, check_hook, registering
from srcad.mixed_precision import array_for_computing
from srcad.tensor_methods import TensorMethods
from srcad.tensor_printing import tensor_repr

__all__ = ["Tensor", "from_numpy", "is_tensor", "tensor"]

Array = np.ndarray[Any, Any]
NUMBERS = (bool, int, float, complex)
COMPARISONS = (
    *(np.equal, np.not_equal),
    *(np.less, np.less_equal, np.greater, np.greater_equal),
)


class Tensor(TensorMethods):
    """An n-dimensional array with MindSpore's interface.

    ``input_data`` is a Tensor, an ndarray, a Python number or a nested list or tuple of
    them; it is copied. Without ``dtype`` an ndarray or a NumPy scalar keeps its own,
    Python floats (and lists with a float in them) become float32, ints int64, bools
    bool. In place of data, ``shape`` and ``init`` (an Initializer) say what to draw.

    Raises TypeError for anything else, ValueError for lists that are not rectangular.
    """

    __srcad_tensor__ = True
    _array: Array
    _hooks: Hooks

    def __init__(
        self,
        input_data: Any = None,
        dtype: dtypes.DType | None = None,
        shape: Any = None,
        init: Any = None,
        const_arg: bool = False,
    ) -> None:
        if init is not None:
            size = (shape,) if isinstance(shape, int) else tuple(shape)
            array = init.draw(size, dtypes.numpy_dtype(dtype or dtypes.float32))
        elif input_data is None and shape is not None and dtype is not None:
            array = np.zeros(shape, dtypes.numpy_dtype(dtype))
        else:
            array = _array_of(input_data, dtype)
        self._array = array
        self.const_arg = const_arg
        self._hooks = Hooks()

    @classmethod
    def of_array(cls, array: Array) -> Tensor:
        """Return a Tensor over ``array`` itself, not over a copy of it."""
        result = Tensor.__new__(Tensor)
        result._array = array
        result.const_arg = False
        result._hooks = Hooks()
        return result

    @staticmethod
    def from_numpy(array: Array) -> Tensor:
        """Return a Tensor that shares the memory of ``array``."""
        return from_numpy(array)

    # ---------------------------------------------------------------- what it is

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of the axes."""
        return self._array.shape

    @property
    def dtype(self) -> dtypes.DType:
        """The dtype object, such as ``srcad.float32``."""
        return dtypes.dtype_of(self._array.dtype)

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self._array.ndim

    @property
    def size(self) -> int:
        """The number of elements."""
        return self._array.size

    @property
    def itemsize(self) -> int:
        """Bytes per element."""
        return self._array.itemsize

    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""
        return self._array.nbytes

    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes from one element to the next, for each axis."""
        return self._array.strides

    def asnumpy(self) -> Array:
        """Return the ndarray under the Tensor; the two share their memory."""
        return self._array

    numpy = asnumpy

    def item(self, *index: int) -> Any:
        """Return one element as a Python number. Raises ValueError for several."""
        return self._array.item(*index)

    def tolist(self) -> Any:
        """Return the elements as nested lists of Python numbers."""
        return self._array.tolist()

    def dim(self) -> int:
        """Return the number of axes."""
        return self._array.ndim

    def copy(self) -> Tensor:
        """Return a Tensor of the same elements in memory of its own."""
        return Tensor.of_array(self._array.copy())

    def init_data(self, *args: Any, **kwargs: Any) -> Tensor:
        """Return the Tensor: it holds its data from the start."""
        return self

    def assign_value(self, value: Tensor) -> Tensor:
        """Take the elements of ``value``, cast to this dtype, and return the Tensor.

        Raises ValueError where the shapes differ.
        """
        array = value.asnumpy() if isinstance(value, Tensor) else np.asarray(value)
        if array.shape != self.shape:
            raise ValueError(
                f"Can not assign a value of shape {array.shape} to a Tensor of shape "
                f"{self.shape}."
            )
        self._array = array.astype(self._array.dtype)
        return self

    def set_dtype(self, dtype: dtypes.DType) -> Tensor:
        """Cast the Tensor itself to ``dtype`` and return it."""
        self._array = self._array.astype(dtypes.numpy_dtype(dtype))
        return self

    @registering
    def register_hook(self, hook: Callable[..., Any]) -> Any:
        """Register ``hook(gradient)`` for when this Tensor's gradient is computed.

        The hook may return a gradient to use in place of the one it got. It is part of
        what a gradient is compiled from; an eager call computes no gradient and never
        runs it. Raises TypeError where ``hook`` is not callable.
        """
        check_hook(hook)
        return HookHandle.register(self._hooks, hook)

    # --------------------------------------------------------------- as in Python

    def __repr__(self) -> str:
        return tensor_repr(self._array, self.dtype)

    def __str__(self) -> str:
        return str(self._array)

    def __format__(self, specification: str) -> str:
        if self.ndim == 0:
            return format(self._array.item(), specification)
        return format(str(self), specification)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return np.array(self._array, dtype=dtype, copy=copy)

    def __len__(self) -> int:
        if self.ndim == 0:
            raise TypeError("Not support len of a 0-D tensor")
        return len(self._array)

    def __iter__(self) -> Iterator[Tensor]:
        if self.ndim == 0:
            raise TypeError("iteration over a 0-d tensor")
        return (self[index] for index in range(len(self._array)))

    def __contains__(self, item: Any) -> bool:
        return bool(np.any(self._array == _operand(item)))

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        return bool(self._one_element())

    def __int__(self) -> int:
        return int(self._one_element())

    def __float__(self) -> float:
        return float(self._one_element())

    def __complex__(self) -> complex:
        return complex(self._one_element())

    def __index__(self) -> int:
        item = self._one_element()
        if not isinstance(item, int):
            raise TypeError("only integer tensors of a single element are an index")
        return operator.index(item)

    def _one_element(self) -> Any:
        if self.size != 1:
            raise ValueError(
                f"The tensor should have only one element, but got {self.size}, "
                "more than one element is ambiguous."
            )
        return self._array.item()

    def __getitem__(self, index: Any) -> Tensor:
        return Tensor.of_array(np.asarray(self._array[_index(index)]))

    def __setitem__(self, index: Any, value: Any) -> None:
        if not isinstance(
            value, (Tensor, np.ndarray, np.generic, *NUMBERS, list, tuple)
        ):
            raise TypeError(f"A Tensor's element can not be a {type(value).__name__}.")
        if not self._array.flags.writeable:
            self._array = self._array.copy()
        array = value.asnumpy() if isinstance(value, Tensor) else np.asarray(value)
        self._array[_index(index)] = array.astype(self._array.dtype)

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any
    ) -> Any:
        result: Any = NotImplemented
        if method == "__call__" and (ufunc.nin, ufunc.nout) == (2, 1) and not keywords:
            of_two = _comparison if ufunc in COMPARISONS else _arithmetic
            result = of_two(ufunc, *inputs)
        if result is NotImplemented:
            return tensor_numpy.apply_ufunc(ufunc, method, inputs, keywords)
        return result

    def __array_function__(
        self, function: Callable[..., Any], types: Any, args: Any, keywords: Any
    ) -> Any:
        return tensor_numpy.apply(function, args, keywords)

    def __deepcopy__(self, memo: dict[int, Any]) -> Tensor:
        return self.copy()

    # ----------------------------------------------------------------- arithmetic

    def __add__(self, other: Any) -> Tensor:
        return _arithmetic(np.add, self, other)

    def __radd__(self, other: Any) -> Tensor:
        return _arithmetic(np.add, other, self)

    def __sub__(self, other: Any) -> Tensor:
        return _arithmetic(np.subtract, self, other)

    def __rsub__(self, other: Any) -> Tensor:
        return _arithmetic(np.subtract, other, self)

    def __mul__(self, other: Any) -> Tensor:
        return _arithmetic(np.multiply, self, other)

    def __rmul__(self, other: Any) -> Tensor:
        return _arithmetic(np.multiply, other, self)

    def __truediv__(self, other: Any) -> Tensor:
        return _arithmetic(np.true_divide, self, other)

    def __rtruediv__(self, other: Any) -> Tensor:
        return _arithmetic(np.true_divide, other, self)

    def __floordiv__(self, other: Any) -> Tensor:
        return _arithmetic(np.floor_divide, self, other)

    def __rfloordiv__(self, other: Any) -> Tensor:
        return _arithmetic(np.floor_divide, other, self)

    def __mod__(self, other: Any) -> Tensor:
        return _arithmetic(np.mod, self, other)

    def __rmod__(self, other: Any) -> Tensor:
        return _arithmetic(np.mod, other, self)

    def __pow__(self, other: Any) -> Tensor:
        return _arithmetic(np.power, self, other)

    def __rpow__(self, other: Any) -> Tensor:
        return _arithmetic(np.power, other, self)

    def __matmul__(self, other: Any) -> Tensor:
        return _arithmetic(np.matmul, self, other)

    def __rmatmul__(self, other: Any) -> Tensor:
        return _arithmetic(np.matmul, other, self)

    def __and__(self, other: Any) -> Tensor:
        return _arithmetic(np.bitwise_and, self, other)

    def __rand__(self, other: Any) -> Tensor:
        return _arithmetic(np.bitwise_and, other, self)

    def __or__(self, other: Any) -> Tensor:
        return _arithmetic(np.bitwise_or, self, other)

    def __ror__(self, other: Any) -> Tensor:
        return _arithmetic(np.bitwise_or, other, self)

    def __xor__(self, other: Any) -> Tensor:
        return _arithmetic(np.bitwise_xor, self, other)

    def __rxor__(self, other: Any) -> Tensor:
        return _arithmetic(np.bitwise_xor, other, self)

    def __neg__(self) -> Tensor:
        return Tensor.of_array(np.asarray(np.negative(array_for_computing(self))))

    def __pos__(self) -> Tensor:
        return self.copy()

    def __abs__(self) -> Tensor:
        return Tensor.of_array(np.asarray(np.abs(array_for_computing(self))))

    def __invert__(self) -> Tensor:
        return Tensor.of_array(np.asarray(np.invert(self._array)))

    def __eq__(self, other: object) -> Any:
        return _comparison(np.equal, self, other)

    def __ne__(self, other: object) -> Any:
        return _comparison(np.not_equal, self, other)

    def __lt__(self, other: Any) -> Tensor:
        return _comparison(np.less, self, other)

    def __le__(self, other: Any) -> Tensor:
        return _comparison(np.less_equal, self, other)

    def __gt__(self, other: Any) -> Tensor:
        return _comparison(np.greater, self, other)

    def __ge__(self, other: Any) -> Tensor:
        return _comparison(np.greater_equal, self, other)


# -------------------------------------------------------------------- construction


def _array_of(data: Any, dtype: dtypes.DType | None) -> Array:
    """Return a fresh ndarray of what was given to ``Tensor``."""
    if isinstance(data, Tensor):
        array = data.asnumpy().copy()
    elif isinstance(data, (np.ndarray, np.generic)):
        array = np.array(data)
    elif isinstance(data, NUMBERS):
        array = np.array(data, np.float32) if type(data) is float else np.array(data)
    elif isinstance(data, (list, tuple)):
        array = np.array(_plain(data))
        if array.dtype == np.float64:
            # Straight from the Python floats where one rounding is all there is.
            array = array.astype(np.float32) if dtype is None else array
    else:
        raise TypeError(
            "For 'Tensor', the type of 'input_data' should be one of Tensor, ndarray, "
            f"list, tuple, float, int, bool, complex, but got {type(data).__name__}."
        )
    if dtype is not None:
        array = _cast(array, dtypes.numpy_dtype(dtype))
    dtypes.dtype_of(array.dtype)
    return array


def _cast(array: Array, dtype: np.dtype[Any]) -> Array:
    """The array in another dtype; an error where its numbers have none in it."""
    if array.dtype.kind == "c" and dtype.kind not in "cb":
        raise TypeError(f"A complex number cannot become {dtype}: take its real part.")
    if array.dtype.kind == "f" and dtype.kind in "iu":
        limits = np.iinfo(dtype)
        # A limit of 64 bits is rounded up where it becomes a float.
        fits = (array >= limits.min) & (array < float(limits.max) + 1.0)
        if not fits.all():
            raise ValueError(f"{array[~fits].flat[0]} cannot become {dtype}.")
    return array.astype(dtype)


def _plain(data: Any) -> Any:
    """Return nested lists with ndarrays in the place of Tensors."""
    if isinstance(data, (list, tuple)):
        return [_plain(item) for item in data]
    return data.asnumpy() if isinstance(data, Tensor) else data


def from_numpy(array: Array) -> Tensor:
    """Return a Tensor that shares the memory of ``array``."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"from_numpy takes an ndarray, but got {type(array).__name__}.")
    return Tensor.of_array(array)


def tensor(
    input_data: Any = None, dtype: dtypes.DType | None = None, **kwargs: Any
) -> Tensor:
    """Return ``Tensor(input_data, dtype)``: MindSpore's function of the same name."""
    return Tensor(input_data, dtype, **kwargs)


def is_tensor(obj: object) -> bool:
    """Whether ``obj`` is a Tensor."""
    return isinstance(obj, Tensor)


# ---------------------------------------------------------------------- arithmetic


def _index(index: Any) -> Any:
    """Return an index that NumPy takes: ndarrays for Tensors, at any depth."""
    if isinstance(index, Tensor):
        return index.asnumpy()
    if isinstance(index, tuple):
        return tuple(_index(item) for item in index)
    if isinstance(index, list):
        return [_index(item) for item in index]
    if isinstance(index, slice):
        bounds = (index.start, index.stop, index.step)
        return slice(*(int(b) if isinstance(b, Tensor) else b for b in bounds))
    return index


def _operand(value: Any) -> Any:
    """Return an ndarray or a Python number, None for what is no operand."""
    if isinstance(value, Tensor):
        return array_for_computing(value)
    if isinstance(value, np.ndarray):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, NUMBERS):
        return value
    if isinstance(value, (list, tuple)):
        return _array_of(value, None)
    return None


def _common_dtype(left: Any, right: Any) -> np.dtype[Any]:
    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        return promote(left.dtype, right.dtype)
    if isinstance(left, np.ndarray):
        return promote_with_scalar(left.dtype, type(right))
    return promote_with_scalar(right.dtype, type(left))


def _arithmetic(ufunc: np.ufunc, left: Any, right: Any) -> Tensor:
    left, right = _operand(left), _operand(right)
    if left is None or right is None:
        return NotImplemented
    dtype = _common_dtype(left, right)
    if tensor_numpy.is_floating(ufunc, dtype):
        dtype = floating_dtype(dtype)
    if dtype.kind == "b" and ufunc is np.subtract:
        ufunc = np.logical_xor  # NumPy refuses; MindSpore subtracts modulo 2
    if dtype.kind == "b" and ufunc in (np.mod, np.power):
        raise TypeError(f"{ufunc.__name__} of two bools is not supported.")
    left, right = np.asarray(left).astype(dtype), np.asarray(right).astype(dtype)
    result = np.asarray(ufunc(left, right))
    if dtype.kind == "b" and ufunc is np.floor_divide:
        result = result.astype(dtype)
    return Tensor.of_array(result)


def _comparison(ufunc: np.ufunc, left: Any, right: Any) -> Any:
    left, right = _operand(left), _operand(right)
    if left is None or right is None:
        return NotImplemented
    try:
        dtype = _common_dtype(left, right)
        left, right = np.asarray(left).astype(dtype), np.asarray(right).astype(dtype)
    except PromotionError:
        pass  # a comparison has no dtype to settle; NumPy's answer is exact
    return Tensor.of_array(np.asarray(ufunc(left, right)))


class _TensorModule(types.ModuleType):
    """``srcad.tensor`` is this module, and MindSpore's function of the same name."""

    def __call__(self, *args: Any, **kwargs: Any) -> Tensor:
        return tensor(*args, **kwargs)


sys.modules[__name__].__class__ = _TensorModule
