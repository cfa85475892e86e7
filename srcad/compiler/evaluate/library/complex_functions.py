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

from srcad.compiler.evaluate.dispatch import HANDLERS, Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.library.math_functions import called_itself, defined
from srcad.compiler.evaluate.library.standard_library import refuse_axes
from srcad.compiler.evaluate.numpy.registry import inlined
from srcad.compiler.ir.avals import COMPLEX
from srcad.compiler.ir.types import array_aval


def scalar(frame: Frame, item: Any, node: ast.AST) -> Any:
    """A number, in the manner of ``cmath``; refused for an array."""
    refuse_axes(frame, array_aval(frame.session.atom(item)), "cmath", node)
    return item


# The derivative of each, in its argument and in what it gives.
for _function, _derivative in {
    cmath.exp: "out",
    cmath.sqrt: "0.5 / out",
    cmath.log: "1 / x",
    cmath.log10: f"{1 / math.log(10)} / x",
    cmath.sin: "cmath.cos(x)",
    cmath.cos: "-cmath.sin(x)",
    cmath.tan: "1 + out * out",
    cmath.sinh: "cmath.cosh(x)",
    cmath.cosh: "cmath.sinh(x)",
    cmath.tanh: "1 - out * out",
    cmath.asin: "1 / cmath.cos(out)",
    cmath.acos: "-1 / cmath.sin(out)",
    cmath.atan: "1 / (1 + x * x)",
    cmath.asinh: "1 / cmath.cosh(out)",
    cmath.acosh: "1 / cmath.sinh(out)",
    cmath.atanh: "1 / (1 - x * x)",
}.items():
    called_itself(_function, (_derivative,), COMPLEX, scalar, analytic=True)


_of_one = HANDLERS[cmath.log]


def _log(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
    if len(args) != 2:
        return _of_one(frame, args, named, node)
    items = [scalar(frame, item, node) for item in args]
    return inlined(frame, to_base, items, node)


HANDLERS[cmath.log] = _log


def to_base(x, base):
    return cmath.log(x) / cmath.log(base)


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
