"""Splines of SciPy, by knots and coefficients, that were made before."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.dispatch import Args, Keywords, call
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_where
from srcad.compiler.evaluate.numpy.registry import inlined, refused_as
from srcad.compiler.evaluate.numpy.unknown import name_of
from srcad.compiler.evaluate.objects import BoundMethod, MethodCall
from srcad.compiler.evaluate.operations.attributes import python_attribute
from srcad.compiler.evaluate.scipy.splines import (
    Basis,
    Fitted,
    Patches,
    between_ends,
)
from srcad.compiler.evaluate.values.piecewise import is_interpolator
from srcad.compiler.evaluate.values.records import Other
from srcad.compiler.reading.captured import Captured


class MadeBefore(Other):
    """Something of SciPy whose arrays are read from outside."""

    def made(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        """What is called in its place."""
        raise NotImplementedError

    def call(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        with refused_as(frame, name_of(callee), node):
            made = self.made(frame, callee, node)
            return call(frame, made, args, keywords, node)

    def read(self, frame: Frame, item: Any, word: str, node: ast.AST) -> Any:
        """An attribute of it, whose arrays are values of run time."""
        found = python_attribute(frame, item, word, node)
        return _boxed(frame, frame.session.door.whole(found))


def _boxed(frame: Frame, found: Any) -> Any:
    if isinstance(found, tuple | list):
        return tuple(_boxed(frame, one) for one in found)
    if type(found) is Captured:
        return frame.session.parameter_box(found)
    return frame.session.literal_box(found) if hasattr(found, "shape") else found


@kind_where(is_interpolator("UnivariateSpline"))
class Univariate(MadeBefore):
    """What a fit of FITPACK has made."""

    def made(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        knots, coefficients, degree = self.read(frame, item, "_eval_args", node)
        ext = python_attribute(frame, item, "ext", node)
        return Fitted(knots, coefficients, degree, ext)

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        if name == "integral":
            return BoundMethod(item, name)
        return super().attribute(frame, item, name, node)

    def method(self, frame: Frame, item: Any, call: MethodCall) -> Any:
        with refused_as(frame, name_of(item), call.node):
            made = self.made(frame, item, call.node)
            words = ("knots", "coefficients", "degree")
            given = {**call.keywords, **dict(zip(words, made[:3], strict=True))}
            return inlined(frame, between_ends, call.args, call.node, given)


@kind_where(is_interpolator("BSpline"))
class OfBasis(MadeBefore):
    """A sum of B-splines; newer ones have properties for their arrays."""

    def made(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        words = [f"_{w}" if hasattr(item, f"_{w}") else w for w in ("t", "c")]
        words += ["k", "extrapolate", "axis"]
        return Basis(*(self.read(frame, item, word, node) for word in words))


@kind_where(is_interpolator("BivariateSpline"))
@kind_where(is_interpolator("_DerivedBivariateSpline"))
class Bivariate(MadeBefore):
    """What a fit of FITPACK has made of two variables, or a derivative of that."""

    def made(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        *knots, coefficients = self.read(frame, item, "tck", node)
        degrees = python_attribute(frame, item, "degrees", node)
        return Patches(tuple(knots), coefficients, tuple(degrees))

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        if name == "ev":
            return BoundMethod(item, name)
        return super().attribute(frame, item, name, node)

    def method(self, frame: Frame, item: Any, call: MethodCall) -> Any:
        keywords = {**call.keywords, "grid": False}
        keywords = {_WORDS.get(word, word): one for word, one in keywords.items()}
        return self.call(frame, item, call.args, keywords, call.node)


_WORDS = {"xi": "x", "yi": "y"}
