"""Element-wise functions, each with its partial derivatives."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
from math import factorial, pi
from typing import Any

import numpy as np

from srcad.compiler.evaluate.agreement import classes_of
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import (
    above,
    below,
    dtype_of,
    emit,
    is_known,
    larger,
    root,
    smaller,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.registry import (
    TABLE,
    Handler,
    Unsupported,
    at_compile_time,
    computed,
    entry,
    refuse_given,
    register,
)
from srcad.compiler.evaluate.numpy.values import (
    as_array,
    cast_to,
    copy_of,
    dtype_name,
    may_be_pythons,
    number,
    of_own_dtype,
)
from srcad.compiler.evaluate.operations.operators import emit_elementwise
from srcad.compiler.ir import shapes
from srcad.compiler.ir.avals import PYTHON_CLASSES
from srcad.compiler.ir.numbers import NARROW
from srcad.compiler.ir.primitives import MODULUS, OPERATORS, primitive
from srcad.compiler.ir.shapes import DtypeError
from srcad.compiler.ir.types import array_aval


def elementwise(
    function: Any, /, *partials: str, floating: bool = False, **more: Any
) -> None:
    """Enter a function of NumPy, with an expression for each partial derivative.

    Without any it has none, or zero almost everywhere. A ``floating`` one lifts
    integers to a floating dtype. What ``more`` may say is in ``Primitive``.
    """
    infer, name = shapes.elementwise(function), function.__name__
    primitive(name, infer, function, partials or "none", elementwise=True, **more)
    called(function, name, floating)


def called(function: Any, name: str, floating: bool = False) -> None:
    """A call of a function of NumPy is a primitive; so is what its ``outer`` does."""
    register(function, _handler(name, function, floating))
    if isinstance(function, np.ufunc) and function.signature is None:
        if (function.nin, function.nout) == (2, 1):
            register(function.outer, _outer(function))


def _handler(name: str, function: Any, floating: bool) -> Handler:
    def handler(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        if at_compile_time(args, keywords):
            return computed(frame, function, args, keywords, node)
        keywords = dict(keywords)
        dtype = keywords.pop("dtype", None)
        refuse_given(**keywords)
        if len(args) != getattr(function, "nin", len(args)):
            raise Unsupported(f"it takes {function.nin} arguments here")
        items = [number(frame, item, node) for item in args]
        if floating:
            items = [_floating(frame, item) for item in items]
        if name in OPERATORS:
            items = _of_numpy(frame, items)
        if dtype is None:
            return emit_elementwise(frame, name, *items)
        items = _in_dtype(frame, function, items, dtype)
        return cast_to(frame, emit_elementwise(frame, name, *items), dtype)

    return handler


def _in_dtype(frame: Frame, function: Any, items: list[Any], dtype: Any) -> list[Any]:
    """The operands of a ufunc as it computes with them where its result is to be of
    ``dtype``. Raises DtypeError where NumPy casts no operand so."""
    avals = [array_aval(frame.session.atom(item)) for item in items]
    given = [
        _OF_PYTHON.get(a.dtype, np.dtype(a.dtype)) if a.weak else np.dtype(a.dtype)
        for a in avals
    ]
    wanted = (*(None for _ in given), np.dtype(dtype_name(dtype)))
    try:
        loop = function.resolve_dtypes((*given, None), signature=wanted)
    except TypeError as error:
        raise DtypeError(str(error)) from None
    return [
        cast_to(frame, item, one) if aval.dtype != one else item
        for item, aval, one in zip(items, avals, loop, strict=False)
    ]


# What stands for a number of Python, whose dtype is that of what it meets.
_OF_PYTHON: dict[str, Any] = {"float64": float, "int64": int, "complex128": complex}


def _of_numpy(frame: Frame, items: list[Any]) -> list[Any]:
    """The operands; where all may be numbers of Python, one becomes one of NumPy's:
    what Python's own operator gives is a number of Python again."""
    avals = [frame.session.atom(item).aval for item in items]
    classes = [classes_of(item) & {*PYTHON_CLASSES.values()} for item in items]
    pythons = [a.weak or bool(c) for a, c in zip(avals, classes, strict=True)]
    if not all(pythons) or any(aval.tensor for aval in avals):
        return items
    sure = [k for k, c in enumerate(classes) if not c or may_be_pythons(items[k])]
    if not sure or any(aval.dtype in NARROW for aval in avals):
        return items
    cast = cast_to(frame, items[sure[0]], avals[sure[0]].dtype)
    return [cast if k == sure[0] else item for k, item in enumerate(items)]


def _floating(frame: Frame, item: Any) -> Any:
    """MindSpore lifts integers to float32."""
    aval = frame.session.atom(item).aval
    if aval.tensor and not aval.is_float:
        return cast_to(frame, item, "float32", asked=False)
    return item


def _outer(function: Any) -> Handler:
    def handler(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        refuse_given(**keywords)
        left, right = (of_own_dtype(frame, item, node) for item in args)
        rank = array_aval(frame.session.atom(right)).ndim
        array = frame.session.atom(left)
        axes = tuple(range(array_aval(array).ndim, array_aval(array).ndim + rank))
        wide = frame.session.builder.emit("expand_dims", array, axis=axes)
        return TABLE[function](frame, [frame.session.box(wide), right], {}, node)

    return handler


for _name in OPERATORS:
    if _name != "invert":
        called(getattr(np, _name), _name)

# ------------------------------------------------------------ exponentials, logarithms

elementwise(np.exp, "out", floating=True, math="exp", analytic=True)
elementwise(
    np.exp2, f"out * {0.6931471805599453}", floating=True, math="exp2", analytic=True
)
elementwise(np.expm1, "out + 1", floating=True, math="expm1", analytic=True)
elementwise(np.log, "1 / x", floating=True, math="log", analytic=True)
elementwise(
    np.log2,
    f"1 / (x * {0.6931471805599453})",
    floating=True,
    math="log2",
    analytic=True,
)
elementwise(
    np.log10,
    f"1 / (x * {2.302585092994046})",
    floating=True,
    math="log10",
    analytic=True,
)
elementwise(np.log1p, "1 / (x + 1)", floating=True, math="log1p", analytic=True)
elementwise(np.logaddexp, "np.exp(x - out)", "np.exp(y - out)", floating=True)
elementwise(np.logaddexp2, "np.exp2(x - out)", "np.exp2(y - out)", floating=True)

# ----------------------------------------------------------------------- roots, squares

elementwise(np.sqrt, "0.5 / out", floating=True, math="sqrt", analytic=True)
elementwise(np.cbrt, "1 / (3 * out * out)", floating=True, math="cbrt")
elementwise(np.square, "2 * x", exact="all", analytic=True)
# The root of a sum of squares. At 0 a norm has no slope; 0 is what is taken, as in
# PyTorch.
primitive(
    "root",
    shapes.elementwise(np.sqrt),
    np.sqrt,
    ("0.5 / np.where(out == 0, np.inf, out)",),
    elementwise=True,
    function="np.sqrt",
)
register(root, _handler("root", np.sqrt, floating=True))
elementwise(
    np.hypot,
    "x / np.where(out == 0, np.inf, out)",
    "y / np.where(out == 0, np.inf, out)",
    floating=True,
    promotes=True,
    math="hypot",
)

# ------------------------------------------------------------------------- trigonometry

elementwise(np.sin, "np.cos(x)", floating=True, math="sin", analytic=True)
elementwise(np.cos, "-np.sin(x)", floating=True, math="cos", analytic=True)
elementwise(np.tan, "1 + out * out", floating=True, math="tan", analytic=True)
elementwise(
    np.arcsin, "1 / np.sqrt(1 - x * x)", floating=True, math="asin", analytic=True
)
elementwise(
    np.arccos, "-1 / np.sqrt(1 - x * x)", floating=True, math="acos", analytic=True
)
elementwise(np.arctan, "1 / (1 + x * x)", floating=True, math="atan", analytic=True)
elementwise(
    np.arctan2,
    "y / (x * x + y * y)",
    "-(x / (x * x + y * y))",
    floating=True,
    promotes=True,
    widens=True,
    math="atan2",
)
elementwise(np.sinh, "np.cosh(x)", floating=True, math="sinh", analytic=True)
elementwise(np.cosh, "np.sinh(x)", floating=True, math="cosh", analytic=True)
elementwise(np.tanh, "1 - out * out", floating=True, math="tanh", analytic=True)
elementwise(
    np.arcsinh, "1 / np.sqrt(x * x + 1)", floating=True, math="asinh", analytic=True
)
# Of a complex number it is not the root of the product.
elementwise(
    np.arccosh,
    "1 / (np.sqrt(x - 1) * np.sqrt(x + 1)) if np.iscomplexobj(x) "
    "else 1 / np.sqrt(x * x - 1)",
    floating=True,
    math="acosh",
    analytic=True,
)
elementwise(np.arctanh, "1 / (1 - x * x)", floating=True, math="atanh", analytic=True)

# The derivative of sin(pi x) / (pi x): as a power series, and as it stands.
_SERIES = "x * ("
for _k in range(1, 7):
    _factor = (-1) ** _k * 2 * _k * pi ** (2 * _k) / factorial(2 * _k + 1)
    _SERIES += f"{_factor}" + (" + x * x * (" if _k < 6 else ")" * 6)
_QUOTIENT = "(np.cos(np.pi * x) - out) / (x + (x == 0))"
# Near 0 the quotient loses all its digits: there it is the series.
elementwise(
    np.sinc, f"np.where(np.abs(x) < 0.1, {_SERIES}, {_QUOTIENT})", floating=True
)


@defines(np.deg2rad, np.radians, arrays="x")
def deg2rad(x):
    return x * (np.pi / 180)


@defines(np.rad2deg, np.degrees, arrays="x")
def rad2deg(x):
    return x * (180 / np.pi)


# --------------------------------------------------------- the greater, signs, rounding


def _extreme(stands: Any, function: Any, *partials: str, word: str) -> None:
    """Enter a function of ours that NumPy's ``function`` computes."""
    name = stands.__name__
    infer, written = shapes.elementwise(function), f"np.{function.__name__}"
    primitive(
        name,
        infer,
        function,
        partials,
        elementwise=True,
        function=written,
        promotes=True,
        word=word,
        exact="all",
    )
    register(stands, _handler(name, function, False))


# Where the two are equal the first takes all.
elementwise(np.maximum, "x >= y", "x < y", promotes=True, word="max", exact="all")
elementwise(np.minimum, "x <= y", "x > y", promotes=True, word="min", exact="all")
elementwise(np.fmax, "(x >= y) | np.isnan(y)", "(x < y) | np.isnan(x)")
elementwise(np.fmin, "(x <= y) | np.isnan(y)", "(x > y) | np.isnan(x)")
# Of MindSpore's own, each takes half there; of relu and its kin the second takes all.
_extreme(
    larger,
    np.maximum,
    "np.where(x == y, 0.5, x > y)",
    "np.where(x == y, 0.5, x < y)",
    word="max",
)
_extreme(
    smaller,
    np.minimum,
    "np.where(x == y, 0.5, x < y)",
    "np.where(x == y, 0.5, x > y)",
    word="min",
)
_extreme(above, np.maximum, "x > y", "x <= y", word="max")
_extreme(below, np.minimum, "x < y", "x >= y", word="min")
elementwise(np.abs, MODULUS, function="np.abs", word="abs", analytic=True, exact="all")
elementwise(
    np.copysign,
    "np.where(np.signbit(x) == np.signbit(y), 1.0, -1.0)",
    "0",
    jumps=True,
)
elementwise(np.heaviside, "0", "x == 0")
elementwise(np.fmod, "1", "-np.trunc(x / y)", jumps=True)
elementwise(np.sign)
elementwise(np.signbit)
elementwise(np.floor)
elementwise(np.ceil)
elementwise(np.trunc)
elementwise(np.rint)


@defines(
    np.clip,
    method="min=None, max=None, out=None, *, where=True, casting='same_kind', "
    "order='K', dtype=None, subok=True, signature=None",
    shared=True,
)
def clip(a, a_min=None, a_max=None, *, min=None, max=None):
    low = a_min if min is None else min
    high = a_max if max is None else max
    if low is None:
        return np.positive(a) if high is None else np.minimum(a, high)
    if high is None:
        return np.maximum(a, low)
    return np.minimum(np.maximum(a, low), high)


@defines(np.round, np.around, method="decimals=0, out=None", shared=True)
def around(a, decimals=0):
    if a.dtype.kind in "iu" and decimals >= 0:
        return np.astype(a, a.dtype)
    if decimals == 0:
        return np.rint(a)
    scale = 10.0 ** abs(decimals)
    if decimals < 0:
        return np.rint(a / scale) * scale
    return np.rint(a * scale) / scale


@defines(np.fix, arrays="x")
def fix(x):
    return np.trunc(x)


@defines(np.fabs, arrays="x")
def fabs(x):
    return np.abs(np.rint(x) if x.dtype.kind in "biu" else x)


@defines(np.float_power, arrays="x1 x2")
def float_power(x1, x2):
    return np.power(np.asarray(x1, np.float64), x2)


register(np.float_power.outer, _outer(np.float_power))


@defines(np.divmod, arrays="x1 x2")
def divmod(x1, x2):
    return x1 // x2, x1 % x2


@defines(np.modf, arrays="x")
def modf(x):
    whole = np.trunc(x)
    return x - whole, whole


@defines(np.reciprocal, arrays="x", analytic=True)
def reciprocal(x):
    if dtype_of(x).kind in "biu":
        unsupported("of integers it divides as integers: write `1 // x`")
    return np.divide(1, x)


@entry(np.positive)
def _positive(frame: Frame, node: ast.AST, x: Any) -> Any:
    return copy_of(frame, number(frame, x, node))


# ------------------------------------------------------------------ conditions, choices

elementwise(np.isfinite, analytic=True, jumps=False)
elementwise(np.isnan, analytic=True, jumps=False)
elementwise(np.isinf, analytic=True, jumps=False)
elementwise(np.logical_xor)
elementwise(np.logical_and, word="condition")
elementwise(np.logical_or, word="condition")
elementwise(np.logical_not, word="condition")


def where_bprop(condition, x, y, out, dout):
    return None, np.where(condition, dout, 0), np.where(condition, 0, dout)


primitive(
    "where",
    shapes.elementwise(np.where),
    np.where,
    where_bprop,
    elementwise=True,
    number=False,
    promotes=True,
    analytic=True,
)


@entry(np.invert)
def _invert(frame: Frame, node: ast.AST, x: Any) -> Any:
    boolean = array_aval(as_array(frame, x, node)).dtype == "bool"
    return emit_elementwise(
        frame, "logical_not" if boolean else "invert", number(frame, x, node)
    )


@entry(np.where)
def _where(
    frame: Frame, node: ast.AST, condition: Any, x: Any = None, y: Any = None
) -> Any:
    if (x is None) != (y is None):
        raise Unsupported("it takes both choices, or none of them")
    if x is None:
        return TABLE[np.nonzero](frame, [condition], {}, node)
    items = [number(frame, item, node) for item in (condition, x, y)]
    return emit_elementwise(frame, "where", *items)


@defines(np.select, arrays="", analytic=True)
def select(condlist, choicelist, default=0):
    result = default
    for condition, choice in reversed(list(zip(condlist, choicelist, strict=True))):
        numbers = is_known((choice, result))
        result = np.where(condition, choice, result)
        if numbers:
            # Numbers of Python leave the dtype to the arrays.
            result = np.astype(result, np.result_type(*choicelist, default))
    return result


primitive(
    "nan_to_num",
    shapes.elementwise(np.nan_to_num),
    np.nan_to_num,
    ("np.isfinite(x)",),
    elementwise=True,
)


@defines(np.nan_to_num, arrays="x")
def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    if not copy:
        found = np.nan_to_num(x, True, nan, posinf, neginf)
        if x.ndim:
            x[...] = found
        return x if x.ndim else found
    if nan == 0.0 and posinf is None and neginf is None:
        return emit("nan_to_num", x)
    limits = np.finfo(x.dtype)
    high = float(limits.max) if posinf is None else posinf
    low = float(limits.min) if neginf is None else neginf
    finite = np.where(x == -np.inf, low, np.where(x == np.inf, high, x))
    return np.astype(np.where(np.isnan(x), nan, finite), x.dtype)
