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

from srcad import array_arithmetic, dtypes
from srcad.array_arithmetic import COMPARISONS, narrowed
from srcad.array_data import NUMBERS, Sizes, array_of, blank
from srcad.hooks import HookHandle, Hooks, check_hook, registering
from srcad.mixed_precision import OF_SYMBOLS, array_for_computing, operating
from srcad.tensor_methods import TensorMethods
from srcad.tensor_printing import tensor_repr

__all__ = [
    "Tensor",
    "from_numpy",
    "has_tensor",
    "is_tensor",
    "tensor",
    "unwrap",
    "wrap",
]

Array = np.ndarray[Any, Any]
Operator = Callable[["Tensor", Any], "Tensor"]


def _operators(word: str, ufunc: np.ufunc) -> tuple[Operator, Operator]:
    """Return the methods that Python calls for an operator: ``__add__, __radd__``."""

    def straight(self: Tensor, other: Any) -> Tensor:
        return _arithmetic(ufunc, self, other)

    def reflected(self: Tensor, other: Any) -> Tensor:
        return _arithmetic(ufunc, other, self)

    for name, method in ((f"__{word}__", straight), (f"__r{word}__", reflected)):
        method.__name__, method.__qualname__ = name, f"Tensor.{name}"
    return straight, reflected


def _comparing(word: str, ufunc: np.ufunc) -> Callable[[Any, Any], Any]:
    """Return the method that Python calls for a comparison: ``__eq__``."""

    def compare(self: Tensor, other: Any) -> Any:
        return _comparison(ufunc, self, other)

    compare.__name__, compare.__qualname__ = f"__{word}__", f"Tensor.__{word}__"
    return compare


class Tensor(TensorMethods):
    """An n-dimensional array with MindSpore's interface.

    ``input_data`` is a Tensor, an ndarray, a Python number or a nested list or tuple of
    them; it is copied. Without ``dtype`` an ndarray or a NumPy scalar keeps its own,
    Python floats (and lists with a float in them) become float32, ints int64, bools
    bool. In place of data, ``shape`` and ``init`` (an Initializer) say what to draw.

    Raises TypeError for anything else, and for lists that are not rectangular.
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
            array = blank(shape, dtypes.numpy_dtype(dtype))
        else:
            array = array_of(_plain(input_data), dtype)
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
        array = self._array
        return array.sizes if isinstance(array, Sizes) else array.shape

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

    def hooks(self) -> list[Callable[..., Any]]:
        """Return the hooks, in order."""
        return list(self._hooks.values())

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

    def __round__(self) -> Tensor:
        return Tensor.of_array(np.round(array_for_computing(self)))

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
            return _apply_ufunc(ufunc, method, inputs, keywords)
        return result

    def __array_function__(
        self, function: Callable[..., Any], types: Any, args: Any, keywords: Any
    ) -> Any:
        return _apply(function, args, keywords)

    def __deepcopy__(self, memo: dict[int, Any]) -> Tensor:
        return self.copy()

    # ----------------------------------------------------------------- arithmetic

    __add__, __radd__ = _operators("add", np.add)
    __sub__, __rsub__ = _operators("sub", np.subtract)
    __mul__, __rmul__ = _operators("mul", np.multiply)
    __truediv__, __rtruediv__ = _operators("truediv", np.true_divide)
    __floordiv__, __rfloordiv__ = _operators("floordiv", np.floor_divide)
    __mod__, __rmod__ = _operators("mod", np.mod)
    __pow__, __rpow__ = _operators("pow", np.power)
    __matmul__, __rmatmul__ = _operators("matmul", np.matmul)
    __and__, __rand__ = _operators("and", np.bitwise_and)
    __or__, __ror__ = _operators("or", np.bitwise_or)
    __xor__, __rxor__ = _operators("xor", np.bitwise_xor)

    def __neg__(self) -> Tensor:
        return Tensor.of_array(np.asarray(np.negative(array_for_computing(self))))

    def __pos__(self) -> Tensor:
        return self.copy()

    def __abs__(self) -> Tensor:
        return Tensor.of_array(np.asarray(np.abs(array_for_computing(self))))

    def __invert__(self) -> Tensor:
        return Tensor.of_array(np.asarray(np.invert(self._array)))

    __eq__ = _comparing("eq", np.equal)
    __ne__ = _comparing("ne", np.not_equal)
    __lt__ = _comparing("lt", np.less)
    __le__ = _comparing("le", np.less_equal)
    __gt__ = _comparing("gt", np.greater)
    __ge__ = _comparing("ge", np.greater_equal)


# -------------------------------------------------------------------- construction


def _plain(data: Any) -> Any:
    """Return what was given with ndarrays in the place of Tensors."""
    if isinstance(data, (list, tuple)):
        return [_plain(item) for item in data]
    return np.asarray(data.asnumpy(), order="C") if isinstance(data, Tensor) else data


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
        return array_of(_plain(value))
    return None


def _arithmetic(ufunc: np.ufunc, left: Any, right: Any) -> Tensor:
    with operating(OF_SYMBOLS.get(ufunc.__name__), list):
        left, right = _operand(left), _operand(right)
    if left is None or right is None:
        return NotImplemented
    return Tensor.of_array(array_arithmetic.arithmetic(ufunc, left, right))


def _comparison(ufunc: np.ufunc, left: Any, right: Any) -> Any:
    left, right = _operand(left), _operand(right)
    if left is None or right is None:
        return NotImplemented
    return Tensor.of_array(array_arithmetic.comparison(ufunc, left, right))


# --------------------------------------------------- what takes ndarrays, of Tensors


def unwrap(value: Any) -> Any:
    """Return ``value`` with ndarrays for Tensors and NumPy dtypes for dtype objects.

    Tuples, lists and dicts are gone through; anything else stays as it is.
    """
    if isinstance(value, Tensor):
        return array_for_computing(value)
    if isinstance(value, dtypes.DType):
        return value.dtype
    if type(value) in (tuple, list):
        return type(value)([unwrap(item) for item in value])
    if isinstance(value, tuple):  # a ParameterTuple, a named tuple
        return tuple(unwrap(item) for item in value)
    if type(value) is dict:
        return {key: unwrap(item) for key, item in value.items()}
    return value


def wrap(value: Any) -> Any:
    """Return ``value`` with Tensors for ndarrays and dtype objects for NumPy dtypes.

    A Tensor never shares its memory with an operand of the call that made it, so a
    result that is a view is copied.
    """
    if isinstance(value, np.ndarray):
        return Tensor.of_array(value if value.base is None else value.copy())
    if isinstance(value, np.generic):
        return Tensor.of_array(np.asarray(value))
    if isinstance(value, np.dtype):
        return dtypes.dtype_of(value)
    if type(value) in (tuple, list):
        return type(value)([wrap(item) for item in value])
    return value


def has_tensor(values: Any) -> bool:
    """Whether a Tensor stands among ``values`` or in their tuples, lists and dicts."""
    return any(
        isinstance(value, Tensor)
        or (
            isinstance(value, (tuple, list, dict))
            and has_tensor(value.values() if isinstance(value, dict) else value)
        )
        for value in values
    )


def _apply(function: Callable[..., Any], args: Any, keywords: dict[str, Any]) -> Any:
    """Return what a function of NumPy gives for arguments with Tensors in them."""
    arrays, named = unwrap(tuple(args)), unwrap(keywords)
    result = function(*arrays, **named)
    for given, array in _pairs(keywords.get("out"), named.get("out")):
        if result is array:
            return given
    return wrap(narrowed(result, (arrays, named)))


def _pairs(given: Any, arrays: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(given, tuple):
        yield from zip(given, arrays, strict=True)
    elif given is not None:
        yield given, arrays


def _apply_ufunc(
    ufunc: np.ufunc, method: str, inputs: tuple[Any, ...], keywords: dict[str, Any]
) -> Any:
    """The same for a ufunc or a method of one, such as ``np.add.reduce``."""
    if method == "__call__" and ufunc.nin == 1 and not keywords:
        return wrap(array_arithmetic.elementwise(ufunc, unwrap(inputs[0])))
    return _apply(getattr(ufunc, method), inputs, keywords)


class _TensorModule(types.ModuleType):
    """``srcad.tensor`` is this module, and MindSpore's function of the same name."""

    def __call__(self, *args: Any, **kwargs: Any) -> Tensor:
        return tensor(*args, **kwargs)


sys.modules[__name__].__class__ = _TensorModule
