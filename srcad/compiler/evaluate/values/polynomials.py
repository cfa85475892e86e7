"""Polynomials whose coefficients are known, as functions: objects of ``np.polynomial``,
and ``np.poly1d``."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np
from numpy.polynomial._polybase import ABCPolyBase

from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_where
from srcad.compiler.evaluate.numpy.polynomials import polyval
from srcad.compiler.evaluate.numpy.registry import inlined, refused_as
from srcad.compiler.evaluate.numpy.series import at_mapped
from srcad.compiler.evaluate.numpy.unknown import name_of
from srcad.compiler.evaluate.operations.attributes import python_attribute
from srcad.compiler.evaluate.values.records import Other


@kind_where(lambda cls: issubclass(cls, ABCPolyBase))
class Series(Other):
    """Its domain is mapped to its window, then the sum is computed."""

    def call(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        if not has_box(args):
            return super().call(frame, callee, args, keywords, node)
        words = ("_val", "coef", "domain", "window")
        parts = [python_attribute(frame, callee, word, node) for word in words]
        with refused_as(frame, name_of(type(callee)), node):
            return inlined(frame, at_mapped, [*parts, *args], node, keywords)


@kind_where(lambda cls: issubclass(cls, np.poly1d))
class OfPowers(Other):
    """The highest power comes first."""

    def call(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        if not has_box(args):
            return super().call(frame, callee, args, keywords, node)
        coefficients = python_attribute(frame, callee, "_coeffs", node)
        with refused_as(frame, name_of(type(callee)), node):
            return inlined(frame, polyval, [coefficients, *args], node, keywords)
