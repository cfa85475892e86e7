"""Interpolators of SciPy over grids, that were made before."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.dispatch import Args, Keywords, call
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_where
from srcad.compiler.evaluate.numpy.registry import refused_as
from srcad.compiler.evaluate.numpy.unknown import name_of
from srcad.compiler.evaluate.operations.attributes import python_attribute
from srcad.compiler.evaluate.scipy.grids import Grid
from srcad.compiler.evaluate.values.piecewise import is_interpolator
from srcad.compiler.evaluate.values.records import Other


@kind_where(is_interpolator("RegularGridInterpolator"))
class Interpolator(Other):
    """What ``RegularGridInterpolator`` has made: its points and values are read from
    outside."""

    def call(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        words = ("_grid", "_values", "method", "bounds_error", "fill_value")
        given = [python_attribute(frame, callee, word, node) for word in words]
        with refused_as(frame, name_of(callee), node):
            return call(frame, Grid(*given), args, keywords, node)
