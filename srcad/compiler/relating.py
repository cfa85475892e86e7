"""Sizes that turn out to be related while a request is compiled.

A named size that is another one, a number, or a sum of others, is replaced by it where
it stands: in the inputs of the request, and among the sizes of captured arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeGuard

from srcad.compiler.ir.sizes import is_name
from srcad.compiler.reading.sizes import Dim, Size, named_size, size_sum, solved

if TYPE_CHECKING:
    from srcad.compiler.request import Request


def taken_names(request: Request) -> frozenset[str]:
    """The names of sizes that the inputs of a request have."""
    shapes = [aval.shape for _, aval in request.inputs]
    dims = [dim for shape in shapes for dim in shape if isinstance(dim, Size)]
    return frozenset(name for dim in dims for name, _ in dim.terms)


def settled(
    request: Request,
    fixed: Mapping[str, Dim],
    inputs: frozenset[str],
    related: Iterable[tuple[str, Dim]],
) -> tuple[Request, dict[str, Dim]]:
    """The request, and the sizes that are known to be others, after what was found.

    Sizes of captured arrays go before those of inputs, of which ``inputs`` are the
    names: a captured array has none until it is read.
    """
    found = dict(fixed)
    for name, dim in related:
        one, other = _known(named_size(name), found), _known(dim, found)
        if one == other:
            continue
        if not all(isinstance(dim, int) or is_name(dim) for dim in (one, other)):
            # A sum of sizes: it may say another size than the one that was found.
            pair = solved(one, other, inputs)
            found.update([] if pair is None else [pair])
            continue
        if not isinstance(one, Size) or (_is_of(one, inputs) and _is_name(other)):
            one, other = other, one
        assert isinstance(one, Size)
        found[one.terms[0][0]] = other
    found = {name: _known(dim, found) for name, dim in found.items()}
    return with_sizes(request, found), found


def _known(dim: Dim, found: dict[str, Dim]) -> Dim:
    """What a size is known to be in the end; the way there is shortened."""
    if isinstance(dim, int):
        return dim
    total: Dim = dim.constant
    for name, factor in dim.terms:
        if name in found:
            found[name] = _known(found[name], found)
        total = size_sum(total, found.get(name, named_size(name)), factor)
    return total


def _is_name(dim: Dim) -> TypeGuard[Size]:
    return isinstance(dim, Size) and is_name(dim)


def _is_of(dim: Size, names: frozenset[str]) -> bool:
    return dim.terms[0][0] in names


def with_sizes(request: Request, found: Mapping[str, Dim]) -> Request:
    """The request with the sizes that turned out to be other ones, or numbers."""

    def known(dim: Dim) -> Dim:
        return _known(dim, dict(found))

    inputs = tuple(
        (word, replace(aval, shape=tuple(map(known, aval.shape))))
        for word, aval in request.inputs
    )
    hints = tuple((word, size) for word, size in request.hints if word not in found)
    return replace(request, inputs=inputs, hints=hints)
