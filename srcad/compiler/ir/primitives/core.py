"""Primitives of the language itself: operators, indexing, shapes, what may be None."""

# The rules are read like any other program.
# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from srcad.compiler.ir import shapes
from srcad.compiler.ir.avals import (
    BOOL,
    FLOAT,
    INT,
    Aval,
    OptionalAval,
    ResidualsAval,
    SequenceAval,
)
from srcad.compiler.ir.lists import LIST_NUMBERS, LIST_PRIMITIVES, POPS, copied
from srcad.compiler.ir.primitives.table import primitive

# ------------------------------------------------------------------- Python's operators

# The function, the partial derivatives, the arguments by which MindSpore has one in
# integers, and what a temporary is called after.
_Row = tuple[Callable[..., Any], Any, Any, str]
_ARITHMETIC: dict[str, _Row] = {
    "add": (operator.add, ("1", "1"), "all", "sum"),
    "subtract": (operator.sub, ("1", "-1"), "all", "difference"),
    "multiply": (operator.mul, ("y", "x"), "all", "product"),
    "divide": (operator.truediv, ("1 / y", "-out / y"), (), "quotient"),
    "floor_divide": (operator.floordiv, "none", (), "quotient"),
    "remainder": (operator.mod, ("1", "-(x // y)"), "all", ""),
    "power": (
        operator.pow,
        # Neither 0 * 0 ** -1 nor 0 * log(0): a number keeps these out of the text.
        ("y * x ** (y - (y != 0))", "out * np.log(x + (x == 0))"),
        (0,),
        "",
    ),
}
_OTHERS: dict[str, _Row] = {
    "negative": (operator.neg, ("-1",), "all", ""),
    "invert": (operator.invert, "none", (), ""),
    "bitwise_and": (operator.and_, "none", (), ""),
    "bitwise_or": (operator.or_, "none", (), ""),
    "bitwise_xor": (operator.xor, "none", (), ""),
    "left_shift": (operator.lshift, "none", (), ""),
    "right_shift": (operator.rshift, "none", (), ""),
    "less": (operator.lt, "none", (), "condition"),
    "less_equal": (operator.le, "none", (), "condition"),
    "greater": (operator.gt, "none", (), "condition"),
    "greater_equal": (operator.ge, "none", (), "condition"),
    "equal": (operator.eq, "none", (), "condition"),
    "not_equal": (operator.ne, "none", (), "condition"),
}
# What holds of complex numbers as well.
_ANALYTIC = (
    *("add", "subtract", "multiply", "divide", "power", "negative"),
    *("equal", "not_equal"),
)
OPERATORS = {name: row[0] for name, row in (_ARITHMETIC | _OTHERS).items()}

for _name, (_function, _partials, _exact, _word) in (_ARITHMETIC | _OTHERS).items():
    primitive(
        _name,
        shapes.elementwise(_function),
        _function,
        _partials,
        elementwise=True,
        exact=_exact,
        word=_word,
        promotes=_name in _ARITHMETIC,
        widens=_name == "power",
        analytic=_name in _ANALYTIC,
    )


def _not(x: Any) -> bool:
    return not x


# Python's `not` on a number; on an array it is written np.logical_not.
_of_one = shapes.elementwise(_not)
primitive("not", _of_one, _not, "none", elementwise=True, word="condition")


def _either(x: Any, y: Any) -> Any:
    """A number of the dtype that holds both."""
    if isinstance(x, np.ndarray) or isinstance(y, np.ndarray):
        return np.maximum(x, y)
    return x if type(x) is type(y) else x + y


# Python's `max(x, y)` and `min(x, y)` of two numbers: one of them, with its own type;
# the first where neither is greater, NaN included. What is not given has no slope, also
# where the cotangent is infinite: `math.sqrt(max(x, 0.0))`.
def greatest_bprop(x, y, out, dout):
    return (dout if not x < y else 0.0, dout if x < y else 0.0)


def least_bprop(x, y, out, dout):
    return (dout if not x > y else 0.0, dout if x > y else 0.0)


_of_two = shapes.elementwise(_either)
primitive("greatest", _of_two, max, greatest_bprop, word="max", elementwise=True)
primitive("least", _of_two, min, least_bprop, word="min", elementwise=True)
# Python's `abs(x)` of a float is one of Python's.
_magnitude = shapes.elementwise(abs)
# Of a complex number the derivative is taken to be 0 at 0, as that of a real one is.
MODULUS = (
    "np.conj(x) / np.where(out == 0, 1, out) if np.iscomplexobj(x) else np.sign(x)"
)
primitive(
    "magnitude",
    _magnitude,
    abs,
    (MODULUS,),
    word="abs",
    elementwise=True,
    analytic=True,
)
# Python's `float(x)` and `int(x)`.
primitive("float", lambda args, _, __: FLOAT, float, ("1",), elementwise=True)
primitive("int", lambda args, _, __: INT, int, "none", elementwise=True)
primitive("bool", lambda args, _, __: BOOL, bool, "none", elementwise=True)
primitive("bit_length", lambda *_: INT, int.bit_length, "none", word="bits")
# Python's `round(x, digits)` of a float, whose decimal digits are exact.
primitive("rounded", lambda args, _, __: FLOAT, round, "none", elementwise=True)

# ------------------------------------------------------------ dtypes, shapes, constants


def astype_bprop(x, out, dout, *, dtype):
    # The driver casts to the dtype of x.
    return (dout,)


def _cast(x: Any, dtype: str) -> Any:
    return np.asarray(x).astype(dtype)


primitive(
    "astype", shapes.cast, _cast, astype_bprop, exact=(0,), word="cast", analytic=True
)
primitive("copy", shapes.like_first, copied, exact="all", analytic=True)
primitive("shape", shapes.shape_of, np.shape, "none", cheap=True, analytic=True)
primitive(
    "size_of",
    shapes.size_of,
    lambda shape, axis: shape[axis],
    "none",
    cheap=True,
    word="size",
)
primitive("make_shape", shapes.make_shape, lambda *sizes: sizes, "none", cheap=True)


def _size(args: Any, _: Any, __: Any) -> Aval:
    size = shapes.total(shapes.target_dims(args[0]))
    return Aval("int64", weak=True, size=size)


primitive("prod_of", _size, lambda shape: int(np.prod(shape)), "none", cheap=True)


def full_bprop(shape, value, out, dout, *, dtype, tensor):
    return None, dout


def _full(shape: Any, value: Any, dtype: str, tensor: bool) -> Any:
    return np.full(shape, value, dtype)


primitive("full", shapes.filled, _full, full_bprop, word="array", analytic=True)


def _infer_constant(_: Any, attributes: Any, __: Any) -> Any:
    array = attributes["array"].array
    return Aval(array.dtype.name, array.shape, tensor=attributes["tensor"])


primitive(
    "constant", _infer_constant, lambda array, tensor: array.array, "none", cheap=True
)


def unbroadcast(x: Any, shape: tuple[int, ...]) -> Any:
    """``x`` summed over the axes along which ``shape`` was broadcast to it; ``x``
    itself where there are none."""
    x = np.asarray(x)
    if x.shape == tuple(shape):
        return x
    x = x.sum(axis=tuple(range(x.ndim - len(shape))))
    axes = tuple(k for k, size in enumerate(shape) if size == 1 != x.shape[k])
    return x.sum(axis=axes, keepdims=True) if axes else x


def unbroadcast_bprop(x, shape, out, dout):
    return np.broadcast_to(dout, x.shape), None


primitive(
    "unbroadcast",
    shapes.broadcast_to,
    unbroadcast,
    unbroadcast_bprop,
    storage="view",
    exact="all",
    analytic=True,
)

# ----------------------------------------------------------------------------- indexing


def setitem(x: Any, value: Any, *args: Any, index: Any) -> Any:
    """A copy of ``x`` with ``x[index] = value``."""
    x = np.array(x)
    x[index.bind(args)] = value
    return x


def add_at(x: Any, value: Any, *args: Any, index: Any) -> Any:
    """A copy of ``x`` with ``value`` added at ``index``, once for each occurrence."""
    x = np.array(x)
    np.add.at(x, index.bind(args), value)
    return x


def _getitem(x: Any, *args: Any, index: Any) -> Any:
    return x[index.bind(args)]


primitive("getitem", shapes.getitem, _getitem, storage="view", analytic=True)
primitive(
    "setitem", shapes.like_first, setitem, storage="write", word="array", analytic=True
)
primitive(
    "add_at", shapes.like_first, add_at, storage="write", word="array", analytic=True
)

# -------------------------------------------------------------- lists, what may be None


def _reversed(sequence: list[Any]) -> list[Any]:
    return sequence[::-1]


primitive(
    "reversed", lambda args, _, __: args[0].aval, _reversed, cheap=True, analytic=True
)
for _name, (_infer, _run, _storage) in LIST_PRIMITIVES.items():
    _rule: Any = "none" if _name in LIST_NUMBERS else None
    _raises = _name in ("list_get", "list_pop", "list_index")
    _results = 2 if _name in POPS else 1
    _more: Any = {
        "storage": _storage,
        "raises": _raises,
        "results": _results,
        "analytic": True,
    }
    primitive(_name, _infer, _run, _rule, **_more)


def element_aval(sequence: Any) -> Any:
    """The abstract value of the elements of a list value."""
    assert isinstance(sequence, SequenceAval)
    return sequence.element


def zeros_of(x: Any) -> Any:
    """Zeros in the form of ``x``: of a list a list, of None None."""
    if x is None:
        return None
    if isinstance(x, list):
        return [zeros_of(element) for element in x]
    return np.zeros_like(x)


primitive("zeros_of", shapes.like_first, zeros_of, "none", analytic=True)
primitive(
    "is_none",
    lambda args, _, __: BOOL,
    lambda x: x is None,
    "none",
    cheap=True,
    word="condition",
    analytic=True,
)


def _unwrapped(args: Any, _: Any, __: Any) -> Any:
    aval = args[0].aval
    return aval.inner if isinstance(aval, OptionalAval) else aval


# An optional value where it is known to be there; printed as the value itself.
primitive(
    "present",
    _unwrapped,
    lambda x: x,
    storage="view",
    cheap=True,
    exact="all",
    analytic=True,
)

# ---------------------------------------------------------------------------- functions


def _kept(_: Any, attributes: Any, __: Any) -> ResidualsAval:
    return ResidualsAval(attributes["form"])


def _residual(args: Any, attributes: Any, _: Any) -> Any:
    assert isinstance(args[0].aval, ResidualsAval)
    return args[0].aval.form.parts[attributes["place"]]


# What a call of a recursive function keeps, as one tuple; and a part of one.
primitive("residuals", _kept, lambda *parts, form: parts, storage="view", analytic=True)
primitive(
    "residual",
    _residual,
    lambda kept, place: kept[place],
    storage="view",
    analytic=True,
)


def _of_call(_: Any, attributes: Any, __: Any) -> Any:
    return attributes["call"].aval


def _run_kernel(*items: Any, call: Any) -> Any:
    return call.function(*call.fill(items))


def _run_foreign(*items: Any, call: Any) -> Any:
    return call.rule.function(*call.fill(items))


# A function that is printed into the module whole (``evaluate.kernels``), and one that
# is called by its name (``evaluate.foreign``); each brings its own rule along.
primitive("kernel", _of_call, _run_kernel)
primitive("foreign", _of_call, _run_foreign)
