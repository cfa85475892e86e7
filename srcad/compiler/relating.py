"""Sizes that turn out to be related while a request is compiled.

A named size that is another one, or a number, is replaced by it wherever it stands: in
the inputs of the request, and among the sizes of captured arrays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from srcad.compiler.avals import Dim, Size, named_size
from srcad.compiler.shapes import is_name

if TYPE_CHECKING:
    from srcad.compiler.driver import Request


def taken_names(request: Request) -> frozenset[str]:
    """The names of sizes that the inputs of a request have."""
    shapes = [aval.shape for _, aval in request.inputs]
    dims = [dim for shape in shapes for dim in shape if isinstance(dim, Size)]
    return frozenset(name for dim in dims for name, _ in dim.terms)


def ordered(inputs: frozenset[str], name: str, dim: Dim) -> tuple[str, Dim]:
    """The size that goes, and the one that stays: rather that of an input than that of
    a captured array, which is known only when the array is read."""
    if isinstance(dim, Size) and is_name(dim):
        other = dim.terms[0][0]
        if name in inputs and other not in inputs:
            return other, named_size(name)
    return name, dim


def with_fixed(fixed: Mapping[str, Dim], name: str, dim: Dim) -> dict[str, Dim]:
    """The sizes that are known to be others, and one more."""
    return {word: _mapped(one, name, dim) for word, one in fixed.items()} | {name: dim}


def with_size(request: Request, name: str, dim: Dim) -> Request:
    """The request with a size that turned out to be another one, or a number."""
    inputs = tuple(
        (word, replace(aval, shape=tuple(_mapped(d, name, dim) for d in aval.shape)))
        for word, aval in request.inputs
    )
    hints = tuple((word, size) for word, size in request.hints if word != name)
    return replace(request, inputs=inputs, hints=hints)


def _mapped(one: Dim, name: str, dim: Dim) -> Dim:
    return dim if one == named_size(name) else one
