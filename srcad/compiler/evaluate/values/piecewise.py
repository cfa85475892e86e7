"""Cubic splines of SciPy that were made before."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import is_known, unsupported
from srcad.compiler.evaluate.kinds import kind_where
from srcad.compiler.evaluate.numpy.registry import inlined, refused_as
from srcad.compiler.evaluate.numpy.unknown import name_of
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.operations.attributes import python_attribute
from srcad.compiler.evaluate.values.records import Other
from srcad.compiler.reading.captured import Captured


def pieces(coefficients, points, extrapolate, x, nu=0, extrapolated=None):
    """``spline(x, nu, extrapolate)``; coefficients of the highest power come first."""
    extrapolate = extrapolate if extrapolated is None else extrapolated
    if coefficients.ndim != 2 or extrapolate not in (True, False):
        unsupported("one of several values at a point, or periodic, is not supported")
    if not is_known(nu) or nu < 0:
        unsupported("the order of a derivative is a whole number")
    at = np.asarray(x, np.float64)
    place = np.searchsorted(points, at, side="right") - 1
    place = np.clip(place, 0, points.shape[0] - 2)
    along, count = at - points[place], coefficients.shape[0]
    value = np.zeros_like(at)
    for k in range(count - nu):
        factor = 1
        for j in range(nu):
            factor = factor * (count - 1 - k - j)
        value = value * along + factor * coefficients[k][place]
    if extrapolate:
        return value
    return np.where((at >= points[0]) & (at <= points[-1]), value, np.nan)


def is_interpolator(name: str) -> Callable[[type], bool]:
    """A test for the classes of ``scipy.interpolate`` that derive from the one of this
    name."""

    def test(kind: type) -> bool:
        named = [one.__name__ for one in kind.__mro__]
        return name in named and str(kind.__module__).startswith("scipy.interpolate")

    return test


# Its points increase.
@kind_where(is_interpolator("CubicHermiteSpline"))
class Spline(Other):
    """A polynomial between each two points; these, and what they are multiplied by, are
    read from outside."""

    def call(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        keywords = {_WORDS.get(word, word): item for word, item in keywords.items()}
        held = callee
        if hasattr(callee, "_delegate_to"):  # from SciPy 1.18 on
            held = python_attribute(frame, callee, "_delegate_to", node)
        given = [self._array(frame, held, word, node) for word in ("c", "x")]
        given.append(python_attribute(frame, held, "extrapolate", node))
        with refused_as(frame, name_of(callee), node):
            return inlined(frame, pieces, [*given, *args], node, keywords)

    def _array(self, frame: Frame, item: Any, word: str, node: ast.AST) -> Box:
        """An array of the spline; newer ones have a property for it."""
        inner = f"_{word}" if hasattr(type(item), f"_{word}") else word
        found = python_attribute(frame, item, inner, node)
        if type(found) is Captured:
            return frame.session.parameter_box(found)
        return frame.session.literal_box(found)


_WORDS = {"extrapolate": "extrapolated"}
