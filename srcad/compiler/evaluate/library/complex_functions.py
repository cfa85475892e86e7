"""Functions of Python's ``cmath``, of run-time numbers: the module calls them itself.

They give a complex number of Python, or raise, where NumPy's would give a number of
NumPy's, or infinity. The derivatives are those of analytic functions.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
import cmath
import math
from typing import Any

import numpy as np

from srcad.compiler.evaluate.calls.builtin_table import Arguments, Keywords, builtin
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box
from srcad.compiler.evaluate.library.math_functions import defined
from srcad.compiler.evaluate.library.standard_library import refuse_axes
from srcad.compiler.evaluate.numpy.registry import inlined
from srcad.compiler.evaluate.operations.direct import call_directly
from srcad.compiler.ir.avals import COMPLEX
from srcad.compiler.ir.primitives import primitive
from srcad.compiler.ir.types import array_aval


def scalar(frame: Frame, item: Any, node: ast.AST) -> Any:
    """A number, in the manner of ``cmath``; refused for an array."""
    refuse_axes(frame, array_aval(frame.session.atom(item)), "cmath", node)
    return item


def analytic(function: Any, bprop: Any) -> None:
    """Enter a function of one number that gives a complex one."""
    word = f"cmath.{function.__name__}"
    primitive(
        word,
        lambda args, _, __: COMPLEX,
        function,
        bprop,
        function=word,
        library="cmath",
        raises=True,
        word=function.__name__,
        analytic=True,
    )

    @builtin(function)
    def handler(frame: Frame, args: Arguments, named: Keywords, node: ast.AST) -> Any:
        if not has_box([args, named]):
            return call_directly(frame, function, args, named, node)
        items = [scalar(frame, item, node) for item in args]
        if len(items) == 2 and function is cmath.log:
            return inlined(frame, to_base, items, node)
        if len(items) != 1 or named:
            help = f"write `{word}(x)`"
            message = f"TypeError: {word}() takes exactly one argument"
            frame.refuse("SRC021", message, node, help=help)
        atom = frame.session.atom(items[0])
        return frame.session.box(frame.session.builder.emit(word, atom))


def to_base(x, base):
    return cmath.log(x) / cmath.log(base)


def exp_bprop(x, out, dout):
    return (dout * out,)


def sqrt_bprop(x, out, dout):
    return (dout / (2 * out),)


def log_bprop(x, out, dout):
    return (dout / x,)


def log10_bprop(x, out, dout):
    return (dout / (math.log(10) * x),)


def sin_bprop(x, out, dout):
    return (dout * cmath.cos(x),)


def cos_bprop(x, out, dout):
    return (-dout * cmath.sin(x),)


def tan_bprop(x, out, dout):
    return (dout * (1 + out * out),)


def sinh_bprop(x, out, dout):
    return (dout * cmath.cosh(x),)


def cosh_bprop(x, out, dout):
    return (dout * cmath.sinh(x),)


def tanh_bprop(x, out, dout):
    return (dout * (1 - out * out),)


def asin_bprop(x, out, dout):
    return (dout / cmath.cos(out),)


def acos_bprop(x, out, dout):
    return (-dout / cmath.sin(out),)


def atan_bprop(x, out, dout):
    return (dout / (1 + x * x),)


def asinh_bprop(x, out, dout):
    return (dout / cmath.cosh(out),)


def acosh_bprop(x, out, dout):
    return (dout / cmath.sinh(out),)


def atanh_bprop(x, out, dout):
    return (dout / (1 - x * x),)


analytic(cmath.exp, exp_bprop)
analytic(cmath.sqrt, sqrt_bprop)
analytic(cmath.log, log_bprop)
analytic(cmath.log10, log10_bprop)
analytic(cmath.sin, sin_bprop)
analytic(cmath.cos, cos_bprop)
analytic(cmath.tan, tan_bprop)
analytic(cmath.sinh, sinh_bprop)
analytic(cmath.cosh, cosh_bprop)
analytic(cmath.tanh, tanh_bprop)
analytic(cmath.asin, asin_bprop)
analytic(cmath.acos, acos_bprop)
analytic(cmath.atan, atan_bprop)
analytic(cmath.asinh, asinh_bprop)
analytic(cmath.acosh, acosh_bprop)
analytic(cmath.atanh, atanh_bprop)

# ------------------------------------------------------------------ in terms of others


@defined(cmath.phase, scalar)
def phase(z):
    return math.atan2(np.imag(z), np.real(z))


@defined(cmath.polar, scalar)
def polar(z):
    return float(abs(z)), cmath.phase(z)


@defined(cmath.rect, scalar)
def rect(r, phi):
    return complex(r * math.cos(phi), r * math.sin(phi))


@defined(cmath.isfinite, scalar)
def isfinite(z):
    return math.isfinite(np.real(z)) and math.isfinite(np.imag(z))


@defined(cmath.isnan, scalar)
def isnan(z):
    return math.isnan(np.real(z)) or math.isnan(np.imag(z))


@defined(cmath.isinf, scalar)
def isinf(z):
    return math.isinf(np.real(z)) or math.isinf(np.imag(z))


@defined(cmath.isclose, scalar)
def isclose(a, b, *, rel_tol=1e-9, abs_tol=0.0):
    if a == b:
        return True
    if cmath.isinf(a) or cmath.isinf(b):
        return False
    return abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)
