"""Functions of Python's ``math`` that NumPy has not, or has otherwise, of run-time
numbers. The module calls those of ``math`` itself."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
import math
from typing import Any

import numpy as np

from srcad.compiler.evaluate.calls.builtin_table import builtin
from srcad.compiler.evaluate.calls.kernels import emit_kernel
from srcad.compiler.evaluate.dispatch import HANDLERS, Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box
from srcad.compiler.evaluate.library.standard_library import number
from srcad.compiler.evaluate.numpy.registry import inlined
from srcad.compiler.evaluate.objects import aval_of, box_of
from srcad.compiler.evaluate.operations.direct import call_directly
from srcad.compiler.evaluate.operations.operators import is_whole, whole
from srcad.compiler.evaluate.refusals import refuse_unknown
from srcad.compiler.ir.avals import FLOAT, INT
from srcad.compiler.ir.primitives import primitive


def polygamma(order, x):
    """Give the derivative of this order of the digamma function.

    By recurrence from 15 on, where the asymptotic series has 16 digits (NIST Digital
    Library of Mathematical Functions, 5.5.2 and 5.15.8).
    """
    sign = -1.0 if order % 2 == 0 else 1.0
    total = 0.0
    while x < 15 + order:
        total += sign * math.factorial(order) / x ** (order + 1)
        x += 1
    if order == 0:
        series = math.log(x) - 0.5 / x
    else:
        series = math.factorial(order - 1) / x**order
        series = sign * (series + 0.5 * math.factorial(order) / x ** (order + 1))
    # The Bernoulli numbers B_2, B_4, ..., B_16.
    numbers = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510)
    for k, bernoulli in enumerate(numbers):
        power = 2 * k + 2
        factor = math.factorial(power + order - 1) / math.factorial(power)
        series += sign * bernoulli * factor / x ** (power + order)
    return total + series


def polygamma_bprop(order, x, out, dout):
    return None, dout * polygamma(order + 1, x)


@builtin(polygamma)
def _polygamma(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
    given = dict(zip(("order", "x"), args, strict=True))
    return emit_kernel(frame, polygamma, polygamma_bprop, given, FLOAT)


# ------------------------------------------------------------ what the module calls


def called_itself(
    function: Any,
    derivative: Any,
    gives: Any,
    argument: Any,
    count: int = 1,
    **more: Any,
) -> None:
    """Enter a function of numbers that gives one: ``derivative`` is what a primitive
    has, ``gives`` what is known of the result, ``argument`` makes an argument one, of
    which there are as many as a ``bprop`` says, or ``count``."""
    library, name = function.__module__, function.__name__
    word = f"{library}.{name}"
    more |= {"function": word, "library": library, "raises": True, "word": name}
    primitive(word, lambda *_: gives, function, derivative, **more)
    if callable(derivative):
        count = derivative.__code__.co_argcount - 2

    @builtin(function)
    def handler(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
        if not has_box([args, named]):
            return call_directly(frame, function, args, named, node)
        if len(args) != count or named:
            message = f"`{word}` takes {count} argument{'s' * (count > 1)} here"
            frame.refuse("SRC012", message, node, help="give numbers, without keywords")
        atoms = [frame.session.atom(argument(frame, item, node)) for item in args]
        return frame.session.box(frame.session.builder.emit(word, *atoms))


def erf_bprop(x, out, dout):
    return (dout * (2 / math.sqrt(math.pi)) * math.exp(-x * x),)


def erfc_bprop(x, out, dout):
    return (-dout * (2 / math.sqrt(math.pi)) * math.exp(-x * x),)


def gamma_bprop(x, out, dout):
    return (dout * out * polygamma(0, x),)


def lgamma_bprop(x, out, dout):
    return (dout * polygamma(0, x),)


def remainder_bprop(x, y, out, dout):
    # x - n * y, with the nearest whole n.
    return dout, -dout * np.rint((x - out) / y)


def nextafter_bprop(x, y, out, dout):
    return dout, None


for _function, _derivative in {
    math.erf: erf_bprop,
    math.erfc: erfc_bprop,
    math.gamma: gamma_bprop,
    math.lgamma: lgamma_bprop,
    math.remainder: remainder_bprop,
    math.nextafter: nextafter_bprop,
    math.ulp: "none",
}.items():
    called_itself(_function, _derivative, FLOAT, number)


def _is_whole(item: Any) -> bool:
    """Whether an object is one whole number, whatever run time knows of it."""
    box, aval = box_of(item), aval_of(item)
    known = isinstance(item, int | np.integer)
    return known or (is_whole(item) and not (aval.tensor or box.classes or box.holds))


def _of_whole_numbers(function: Any, count: int) -> None:
    """Enter a function of so many whole numbers; of others it has no rule."""
    called_itself(function, "none", INT, lambda frame, item, node: item, count)
    of_these = HANDLERS[function]

    @builtin(function)
    def handler(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
        if named or len(args) != count or not all(map(_is_whole, args)):
            refuse_unknown(frame, function, [*args, *named.values()], node)
        return of_these(frame, args, named, node)


for _function, _count in {
    math.factorial: 1,
    math.isqrt: 1,
    math.comb: 2,
    math.perm: 2,
    math.gcd: 2,
    math.lcm: 2,
}.items():
    _of_whole_numbers(_function, _count)


def _of_all(function: Any) -> None:
    """Let a function of two whole numbers be one of as many as there are."""
    of_two = HANDLERS[function]

    @builtin(function)
    def handler(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
        if not has_box([args, named]):
            return call_directly(frame, function, args, named, node)
        if named or len(args) == 2:
            return of_two(frame, args, named, node)
        found, *rest = args if len(args) > 1 else [*args, *args]
        for one in rest:
            found = of_two(frame, [found, one], {}, node)
        return found


_of_all(math.gcd)
_of_all(math.lcm)


@builtin(int.bit_length)
def _bit_length(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
    if not has_box([args, named]):
        return call_directly(frame, int.bit_length, args, named, node)
    aval = aval_of(args[0])
    known = aval.weak and (aval.is_bool or _is_whole(args[0]))
    if len(args) != 1 or named or not known:
        refuse_unknown(frame, int.bit_length, [*args, *named.values()], node)
    atom = frame.session.atom(whole(frame, args[0], node))
    return frame.session.box(frame.session.builder.emit("bit_length", atom))


# ------------------------------------------------------------------ in terms of NumPy


# The definitions of functions of ``math`` and ``cmath``, for those who list them.
DEFINED: dict[Any, Any] = {}


def defined(function: Any, argument: Any = number) -> Any:
    """The definition in Python of a function of ``math``, or of one whose arguments are
    made numbers otherwise."""

    def enter(definition: Any) -> Any:
        @builtin(function)
        def handler(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
            if not has_box([args, named]):
                return call_directly(frame, function, args, named, node)
            items = [argument(frame, item, node) for item in args]
            return inlined(frame, definition, items, node, named)

        DEFINED[function] = definition
        return definition

    return enter


@defined(math.modf)
def modf(x):
    fraction, whole = np.modf(x)
    return float(fraction), float(whole)


@defined(math.frexp)
def frexp(x):
    mantissa, exponent = np.frexp(x)
    return float(mantissa), int(exponent)


@defined(math.isclose)
def isclose(a, b, *, rel_tol=1e-9, abs_tol=0.0):
    if a == b:
        return True
    if math.isinf(a) or math.isinf(b):
        return False
    return abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)


@defined(math.degrees)
def degrees(x):
    return x * (180 / math.pi)


@defined(math.radians)
def radians(x):
    return x * (math.pi / 180)


@defined(math.dist, lambda frame, item, node: item)
def dist(p, q):
    if len(p) != len(q):
        raise ValueError("both points must have the same number of dimensions")
    return math.hypot(*[a - b for a, b in zip(p, q, strict=True)])


@builtin(math.ldexp)
def _ldexp(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
    if not has_box(args):
        return call_directly(frame, math.ldexp, args, named, node)
    x, exponent = args
    return inlined(frame, ldexp, [number(frame, x, node), exponent], node)


def ldexp(x, i):
    return float(np.ldexp(x, i))


DEFINED[math.ldexp] = ldexp
