"""Sizes that turn out to be related while a request is compiled.

A named size that is another one, a number, or a sum of others, is replaced by it where
it stands: in the inputs of the request, and among the sizes of captured arrays. Then
the request is compiled anew: a number may be folded. Where names alone have met, what
was lowered is what it would be again, with one name for both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeGuard

from srcad.compiler.ir.avals import (
    AnyAval,
    Aval,
    OptionalAval,
    ResidualsAval,
    SequenceAval,
    ShapeAval,
    TupleAval,
)
from srcad.compiler.ir.calls import reached
from srcad.compiler.ir.sizes import Sizes, SizesRelated, is_name
from srcad.compiler.ir.types import (
    Block,
    Function,
    Op,
    Value,
    blocks_of,
    operations,
    walk,
)
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


def with_one_name(request: Request, function: Function, sizes: Sizes) -> Request:
    """The request with one name for sizes of inputs that have met, which the function,
    that was lowered of it, then has as well. Begins anew where others were found, sums
    or numbers."""
    reading = sizes.reading
    new, found = settled(request, {}, reading.taken, reading.related)
    names = {k: d for k, d in found.items() if isinstance(d, Size) and is_name(d)}
    again = reading.nested or bool(reading.forms)
    again |= not found.keys() == names.keys() <= reading.taken
    if again or not renamed(function, names):
        raise SizesRelated
    reading.related.clear()
    return new


def renamed(function: Function, names: Mapping[str, Size]) -> bool:
    """Give sizes other names in a function that has just been lowered.

    Says whether that could be done: not where a size is named after several, or is
    compared, and not for a function of which more is known than its body.
    """
    renaming = _Renaming(names)
    values: list[tuple[Value, AnyAval]] = []
    for one in reached(function):
        derived = one.derived
        if one.recursion is not None or derived.halves or derived.ruled:
            return False
        for value in _values(one.body):
            new = renaming.aval(value.aval)
            if new is None:
                return False
            values.append((value, new))
        if any(map(renaming.is_decided, operations(one.body, Op))):
            return False
    for value, new in values:
        value.aval = new
    return True


def _values(block: Block) -> Iterator[Value]:
    """Every value that is bound in a block, and in those inside."""
    yield from block.params
    for op in walk(block):
        yield from op.results
        for inner in blocks_of(op):
            yield from inner.params


class _Renaming:
    """The abstract values with sizes of other names; None where one has none."""

    def __init__(self, names: Mapping[str, Size]) -> None:
        self._names = names
        self._words = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")

    def aval(self, aval: AnyAval) -> AnyAval | None:
        match aval:
            case Aval(shape=shape, size=size):
                dims = self._dims(shape)
                size = size if size is None else self._dim(size)
                if dims is None or (size is None and aval.size is not None):
                    return None
                return replace(aval, shape=dims, size=size)
            case ShapeAval(dims):
                renamed = self._dims(dims)
                return None if renamed is None else ShapeAval(renamed)
            case SequenceAval(element):
                inner = self.aval(element)
                return None if inner is None else replace(aval, element=inner)
            case OptionalAval(element):
                inner = self.aval(element)
                return None if inner is None else replace(aval, inner=inner)
            case TupleAval() | ResidualsAval():
                return None
        return aval

    def is_decided(self, op: Op) -> bool:
        """Whether an operation asks of sizes what may be known of them by now."""
        given = [arg.aval for arg in op.args]
        made = [one.aval for one in op.results]
        if not all(map(_is_size, given)) or not any(isinstance(a, Aval) for a in made):
            return False
        changed = any(self.aval(aval) != aval for aval in given)
        return changed and not any(map(_is_size, made))

    def _dims(self, dims: Iterable[Dim]) -> tuple[Dim, ...] | None:
        found = [self._dim(dim) for dim in dims]
        return None if None in found else tuple(d for d in found if d is not None)

    def _dim(self, dim: Dim) -> Dim | None:
        if isinstance(dim, int):
            return dim
        total: Dim = dim.constant
        for name, factor in dim.terms:
            other = self._names.get(name)
            if other is None and self._words.search(name):
                return None
            total = size_sum(total, other or named_size(name), factor)
        return total if isinstance(total, Size) else None


def _is_size(aval: AnyAval) -> bool:
    return isinstance(aval, Aval) and aval.size is not None


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
