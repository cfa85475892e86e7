"""Operations on one element, or on numbers: Numba's expressions for them.

A core does not raise. Where NumPy or Python might, or would give something that the
types of a core cannot hold, a guard stands before: a condition on which the core gives
up and the NumPy module says what is to be said.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from srcad.compiler.compiled.forms import NotCompiled
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.shapes import example
from srcad.compiler.ir.types import Lit, Op, Value, array_aval

DTYPES = ("bool", "int8", "int16", "int32", "int64", "uint8", "float32", "float64")

# Functions of NumPy that Numba has of numbers as well.
_FUNCTIONS = (
    "exp exp2 expm1 log log2 log10 log1p logaddexp sqrt cbrt hypot sin cos tan "
    "arcsin arccos arctan arctan2 sinh cosh tanh arcsinh arccosh arctanh maximum "
    "minimum fmax fmin copysign fmod sign signbit floor ceil trunc rint isfinite "
    "isnan isinf"
)
_SYMBOLS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/"}
_BITS = {"bitwise_and": "&", "bitwise_or": "|", "bitwise_xor": "^"}
_COMPARISONS = {
    "less": "<",
    "less_equal": "<=",
    "greater": ">",
    "greater_equal": ">=",
    "equal": "==",
    "not_equal": "!=",
}
# The name of the operation that hands its argument on, broadcast or summed up.
COPY = "copy"


@dataclass(frozen=True, slots=True)
class Operand:
    """An expression of a dtype; a literal's ``value`` is known."""

    text: str
    dtype: str
    weak: bool
    value: object = None


@dataclass(frozen=True, slots=True)
class Element:
    """An expression; ``guards`` are conditions on which the core gives up, of
    ``parts``: names with what they are bound to before."""

    text: str
    guards: tuple[str, ...] = ()


def literal(value: object) -> str:
    """A number as Numba reads it."""
    if isinstance(value, bool | np.bool_):
        return str(bool(value))
    if isinstance(value, int | np.integer):
        if not -(2**62) < int(value) < 2**62:
            raise NotCompiled("an integer of more than 62 bits")
        return str(int(value))
    if isinstance(value, float | np.floating):
        number = float(value)
        if number != number:
            return "np.nan"
        if number in (np.inf, -np.inf):
            return "np.inf" if number > 0 else "-np.inf"
        return repr(number)
    raise NotCompiled(f"the constant {value!r}")


def operand(atom: Value | Lit, text: str) -> Operand:
    """An atom that is written as ``text``."""
    aval = array_aval(atom)
    value = atom.value if isinstance(atom, Lit) else None
    return Operand(text, checked(aval.dtype), aval.weak, value)


def checked(dtype: str) -> str:
    """A dtype that a core computes in."""
    if dtype not in DTYPES:
        raise NotCompiled(f"the dtype {dtype}")
    return dtype


def cast(one: Operand, dtype: str) -> str:
    """An operand in another dtype."""
    checked(dtype)
    if one.value is not None and dtype == "float64":
        return literal(float(one.value))  # type: ignore[arg-type]
    if one.value is not None and dtype == "int64" and isinstance(one.value, int):
        return literal(int(one.value))
    if one.dtype == dtype and one.value is None:
        return one.text
    if dtype == "bool":
        return f"({one.text} != 0)"
    return f"np.{dtype}({one.text})"


# What is called after something else than what NumPy's function is.
_WRITTEN = {
    "root": "sqrt",
    "absolute": "abs",
    "larger": "maximum",
    "above": "maximum",
    "smaller": "minimum",
    "below": "minimum",
}


def element(op: Op, args: list[Operand]) -> Element:
    """The expression of an element-wise operation."""
    aval = array_aval(op.result)
    name, dtype = op.primitive, checked(aval.dtype)
    make = _MAKERS.get(name)
    if make is not None:
        return make(op, aval, args)
    if name in _SYMBOLS or name == "negative":
        return _arithmetic(name, aval, args)
    if name in _COMPARISONS:
        first, second = (cast(one, common_dtype(op)) for one in args)
        return Element(f"{first} {_COMPARISONS[name]} {second}")
    if name in _BITS:
        first, second = (cast(one, dtype) for one in args)
        return Element(_as(f"{first} {_BITS[name]} {second}", dtype))
    word = _WRITTEN.get(name, name)
    if word in _FUNCTIONS.split():
        inner = dtype if dtype != "bool" else common_dtype(op)
        given = ", ".join(cast(one, inner) for one in args)
        # One of a number of bits may come out in another.
        return Element(_as(f"np.{word}({given})", dtype))
    raise NotCompiled(f"`np.{name}`")


def common_dtype(op: Op) -> str:
    """The dtype that NumPy compares the arguments in."""
    try:
        dtype = np.result_type(*map(example, op.args)).name
    except OverflowError:
        raise NotCompiled(f"`{op.primitive}` of so large an integer") from None
    return checked(dtype)


def _as(text: str, dtype: str) -> str:
    """An expression whose dtype Numba may widen: what has fewer bits is cut again."""
    if dtype in ("float64", "bool", "int64"):
        return text
    return f"np.{dtype}({text})"


def _arithmetic(name: str, aval: Aval, args: list[Operand]) -> Element:
    dtype = aval.dtype
    given = [cast(one, dtype) for one in args]
    if dtype == "bool":
        word = {"add": "or", "multiply": "and"}.get(name)
        if word is None:
            raise NotCompiled(f"`{name}` of booleans")
        return Element(f"({given[0]} {word} {given[1]})")
    if name == "negative":
        return Element(_as(f"-{given[0]}", dtype))
    text = _as(f"{given[0]} {_SYMBOLS[name]} {given[1]}", dtype)
    guards: tuple[str, ...] = ()
    if name == "divide" and not aval.shape and not args[1].value:
        # 1.0 / 0.0 is inf or an exception, as the operands are NumPy's or Python's.
        guards = (f"{given[1]} == 0",)
    if aval.weak and dtype == "int64" and name != "divide":
        guards = _whole(given, _SYMBOLS[name])
    return Element(text, guards)


def _whole(given: list[str], symbol: str) -> tuple[str, ...]:
    """Python's integers have no end; a loop's index and a size stay far from it."""
    first, second = given
    return (f"abs(float({first}) {symbol} float({second})) > 4e18",)


def _power(op: Op, aval: Aval, args: list[Operand]) -> Element:
    dtype = aval.dtype
    base, exponent = args
    first, second = cast(base, dtype), cast(exponent, dtype)
    if dtype == "bool":
        raise NotCompiled("a power of booleans")
    known = exponent.value
    if isinstance(known, int | float) and known in (2, 3, 4):
        # Small powers are products, as in NumPy's own text.
        count = int(known)
        bounds: tuple[str, ...] = ()
        if aval.weak and dtype == "int64":
            bounds = (f"abs(float({first})) > {int(4e18 ** (1 / count))}",)
        return Element(_as(" * ".join([first] * count), dtype), bounds)
    if dtype.startswith("float"):
        text = _as(f"np.power({first}, {second})", dtype)
        if aval.shape:
            return Element(text)
        # Python raises of 0.0 ** -1 and 10.0 ** 400, and (-1.0) ** 0.5 is complex.
        return Element(text, (f"not np.isfinite({text})",))
    guards: tuple[str, ...] = (f"{second} < 0",)
    if aval.weak:
        guards += (f"abs(float({first}) ** float({second})) > 4e18",)
    return Element(_as(f"{first} ** {second}", dtype), guards)


def _division(op: Op, aval: Aval, args: list[Operand]) -> Element:
    dtype = aval.dtype
    if dtype == "bool":
        raise NotCompiled(f"`{op.primitive}` of booleans")
    first, second = (cast(one, dtype) for one in args)
    if dtype.startswith("float"):
        text = _as(f"np.{op.primitive}({first}, {second})", dtype)
        sure = aval.shape or args[1].value
        return Element(text, () if sure else (f"{second} == 0",))
    symbol = "//" if op.primitive == "floor_divide" else "%"
    guards = () if args[1].value else (f"{second} == 0",)
    return Element(_as(f"{first} {symbol} {second}", dtype), guards)


def _choice(op: Op, aval: Aval, args: list[Operand]) -> Element:
    condition = cast(args[0], "bool")
    first, second = (cast(one, aval.dtype) for one in args[1:])
    return Element(f"({first} if {condition} else {second})")


def _one_of_two(op: Op, aval: Aval, args: list[Operand]) -> Element:
    """Python's max and min of numbers of one type."""
    if len({one.dtype for one in args}) > 1:
        raise NotCompiled("`max` and `min` of numbers of several types")
    first, second = (cast(one, aval.dtype) for one in args)
    symbol = ">" if op.primitive == "greatest" else "<"
    return Element(f"({second} if {second} {symbol} {first} else {first})")


def _logical(op: Op, aval: Aval, args: list[Operand]) -> Element:
    given = [cast(one, "bool") for one in args]
    if op.primitive in ("not", "logical_not"):
        return Element(f"(not {given[0]})")
    words = {"logical_and": "and", "logical_or": "or", "logical_xor": "!="}
    return Element(f"({given[0]} {words[op.primitive]} {given[1]})")


def _absolute(op: Op, aval: Aval, args: list[Operand]) -> Element:
    given = cast(args[0], aval.dtype)
    return Element(_as(f"abs({given})", aval.dtype))


def _int(op: Op, aval: Aval, args: list[Operand]) -> Element:
    (one,) = args
    if not one.dtype.startswith("float"):
        return Element(cast(one, "int64"))
    return Element(f"int({one.text})", (f"not abs({one.text}) < 4e18",))


def _cast(op: Op, aval: Aval, args: list[Operand]) -> Element:
    (one,) = args
    if one.dtype.startswith("float") and aval.dtype not in ("float32", "float64"):
        if aval.dtype == "bool":
            return Element(cast(one, "bool"))
        # What an integer cannot hold is something else on each machine.
        limit = float(np.iinfo(aval.dtype).max)
        guard = f"not abs({one.text}) < {limit}"
        return Element(f"np.{aval.dtype}({one.text})", (guard,))
    return Element(cast(one, aval.dtype))


def _float(op: Op, aval: Aval, args: list[Operand]) -> Element:
    """A float of Python's; what Python's ``math`` gives stands in it, or raises."""
    (one,) = args
    made = one.dtype.startswith("float") and one.value is None
    guards = (f"not np.isfinite({one.text})",) if made else ()
    return Element(cast(one, aval.dtype), guards)


def _same(op: Op, aval: Aval, args: list[Operand]) -> Element:
    return Element(cast(args[0], aval.dtype))


def _square(op: Op, aval: Aval, args: list[Operand]) -> Element:
    given = cast(args[0], aval.dtype)
    return Element(_as(f"{given} * {given}", aval.dtype))


def _finite(op: Op, aval: Aval, args: list[Operand]) -> Element:
    (one,) = args
    if not aval.is_float:
        return Element(one.text)
    most = f"np.{aval.dtype}({float(np.finfo(aval.dtype).max)!r})"
    x, zero = one.text, cast(Operand("0.0", "float64", True, 0.0), aval.dtype)
    large = f"({most} if {x} > 0 else -{most})"
    inner = f"({zero} if {x} != {x} else {large})"
    return Element(f"({x} if abs({x}) <= {most} else {inner})")


def _invert(op: Op, aval: Aval, args: list[Operand]) -> Element:
    if aval.dtype == "bool":
        return Element(f"(not {args[0].text})")
    return Element(_as(f"~{cast(args[0], aval.dtype)}", aval.dtype))


_MAKERS: dict[str, Callable[[Op, Aval, list[Operand]], Element]] = {
    "power": _power,
    "floor_divide": _division,
    "remainder": _division,
    "where": _choice,
    "greatest": _one_of_two,
    "least": _one_of_two,
    "not": _logical,
    "logical_not": _logical,
    "logical_and": _logical,
    "logical_or": _logical,
    "logical_xor": _logical,
    "magnitude": _absolute,
    "absolute": _absolute,
    "float": _float,
    "int": _int,
    "bool": _same,
    "astype": _cast,
    "square": _square,
    "nan_to_num": _finite,
    "invert": _invert,
    COPY: _same,
    "broadcast_to": _same,
}


def is_elementwise(op: Op) -> bool:
    """Whether an element of the result is made of one element of each argument."""
    if op.primitive in ("astype", COPY, "broadcast_to"):
        return True
    return PRIMITIVES[op.primitive].elementwise
