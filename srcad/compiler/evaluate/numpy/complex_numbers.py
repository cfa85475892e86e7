"""Complex numbers: their parts, and what of NumPy is known to hold of them.

A cotangent ``c`` of a complex number ``z`` says that the result changes by the real
part of ``c * dz``. So the rule of an analytic function is what it is for real numbers,
and a real number takes the real part of its cotangent (``differentiate.cotangents``).
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from srcad.compiler.evaluate.dispatch import array_attribute
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import emit, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.registry import entry, inlined, method
from srcad.compiler.evaluate.numpy.values import cast_to, copy_of, number
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.operations.operators import whole
from srcad.compiler.ir import shapes
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import primitive
from srcad.compiler.ir.types import array_aval

# ---------------------------------------------------------------- the parts of a number


def real_bprop(x, out, dout):
    return (dout,)


def imag_bprop(x, out, dout):
    return (dout * -1j,)


def conjugate_bprop(x, out, dout):
    return (np.conj(dout),)


_real, _imag = shapes.elementwise(np.real), shapes.elementwise(np.imag)
primitive("real", _real, np.real, real_bprop, storage="view", analytic=True)
primitive("imag", _imag, np.imag, imag_bprop, storage="view", analytic=True)
primitive(
    "conjugate",
    shapes.elementwise(np.conjugate),
    np.conjugate,
    conjugate_bprop,
    elementwise=True,
    analytic=True,
    function="np.conj",
    word="conj",
)


@entry(np.real)
def _real_part(frame: Frame, node: ast.AST, val: Any) -> Any:
    return array_attribute(frame, _boxed(frame, val, node), "real", node)


@entry(np.imag)
def _imaginary_part(frame: Frame, node: ast.AST, val: Any) -> Any:
    return array_attribute(frame, _boxed(frame, val, node), "imag", node)


def _boxed(frame: Frame, item: Any, node: ast.AST) -> Box:
    item = number(frame, item, node)
    return (
        item if isinstance(item, Box) else frame.session.box(frame.session.atom(item))
    )


@entry(np.conjugate)
def _conjugate(frame: Frame, node: ast.AST, x: Any) -> Any:
    """Of real numbers the function makes a new array, unlike the method."""
    box = _boxed(frame, x, node)
    aval = array_aval(box.value)
    if aval.is_complex or aval.is_bool:
        return frame.session.box(frame.session.builder.emit("conjugate", box.value))
    if frame.source.library:
        return box
    return (
        cast_to(frame, box, aval.dtype, asked=False)
        if aval.weak
        else copy_of(frame, box)
    )


def _conjugate_method(frame: Frame, node: ast.AST, box: Box) -> Any:
    aval = array_aval(box.value)
    if not aval.is_complex:
        return whole(frame, box, node)
    if aval.weak:
        return inlined(frame, conjugate_of, [box], node)
    return frame.session.box(frame.session.builder.emit("conjugate", box.value))


def conjugate_of(z):
    """``z.conjugate()`` of a number of Python."""
    return complex(z.real, -z.imag)


for _name in ("conj", "conjugate"):
    method(_name, "")(_conjugate_method)


# What `sqrtm` gives is real or complex, as its values are.
primitive(
    "is_complex",
    lambda args, attributes, sizes: Aval("bool", ()),
    np.iscomplexobj,
    "none",
    number=True,
    function="np.iscomplexobj",
    word="condition",
)


def is_complex(x):
    """Whether the numbers of an array are complex, at run time."""
    return emit("is_complex", x)


@entry(np.iscomplexobj)
def _iscomplexobj(frame: Frame, node: ast.AST, x: Any) -> Any:
    return array_aval(_boxed(frame, x, node).value).is_complex


@entry(np.isrealobj)
def _isrealobj(frame: Frame, node: ast.AST, x: Any) -> Any:
    return not array_aval(_boxed(frame, x, node).value).is_complex


@defines(np.isreal, arrays="x", analytic=True)
def isreal(x):
    return np.imag(x) == 0


@defines(np.iscomplex, arrays="x", analytic=True)
def iscomplex(x):
    return np.imag(x) != 0


@defines(np.real_if_close, analytic=True)
def real_if_close(a, tol=100):
    if np.iscomplexobj(a):
        unsupported("whether the result is complex depends on the data")
    return a


@defines(np.angle, arrays="z", analytic=True)
def angle(z, deg=False):
    if np.iscomplexobj(z):
        turned = np.arctan2(z.imag, z.real)
        return turned * (180 / np.pi) if deg else turned
    turned = np.astype(np.where(np.signbit(z), 180.0 if deg else np.pi, 0.0), z.dtype)
    return np.where(np.isnan(z), np.nan, turned)
