"""The sizes of what a function of the IR is given, and of what its calls give.

Cells that are alike are one function. So what the caller knows of a size that run time
finds, which other sizes it may be, is not told: layers that are called one after the
other would differ in that. And sizes that the function finds at run time are others at
each call: of ``x[x > 0]`` those that are positive. Each call has its own, but for those
that are what the caller says they are: sizes of what the function is given, and parts
of these (``Reading.forms``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from srcad.compiler.ir.avals import AnyAval, Aval, OptionalAval, SequenceAval, ShapeAval
from srcad.compiler.ir.sizes import alternatives, is_varying, larger, unknown_size
from srcad.compiler.reading.sizes import Dim, Size, named_size, size_product, size_sum

# A size that run time finds, in the name of one.
FOUND = re.compile(r"\?\D*?\d+")


def for_any(avals: Sequence[AnyAval], forms: Mapping[str, Dim]) -> list[AnyAval]:
    """What a function is told of what it is given: where a size is one of several, that
    it is some size, unless something else has one of these.

    ``forms`` are the names of sizes that are known in this call.
    """
    dims = dict.fromkeys(dim for aval in avals for dim in _dims(aval))
    sizes = [dim for dim in dims if isinstance(dim, Size)]
    several = [dim for dim in sizes if len(alternatives(dim)) > 1]
    if not several:
        return [*avals]
    met = Counter(part for dim in sizes for part in set(FOUND.findall(str(dim))))
    wider: dict[Dim, Dim] = {}
    for dim in several:
        parts = FOUND.findall(str(dim))
        if parts and str(dim) not in forms and all(met[part] == 1 for part in parts):
            wider[dim] = unknown_size("")
    return [_widened(aval, wider) for aval in avals]


def _widened(aval: AnyAval, wider: Mapping[Dim, Dim]) -> AnyAval:
    if wider.keys().isdisjoint(aval.shape):
        return aval
    return aval.but(shape=tuple(wider.get(dim, dim) for dim in aval.shape))


def in_this_call(
    params: Sequence[AnyAval],
    given: Sequence[AnyAval],
    results: Sequence[AnyAval],
    forms: Mapping[str, Dim],
    again: bool,
) -> list[AnyAval]:
    """What a call gives whose function has these ``params`` and ``results``.

    ``forms`` are the names of sizes that are the same in every call; of the first one,
    that is not made ``again``, all are.
    """
    call = _Call(forms, again)
    for param, aval in zip(params, given, strict=True):
        for inner, outer in zip(_dims(param), _dims(aval), strict=False):
            call.enter(inner, outer)
    return [call.aval(aval) for aval in results]


def _dims(aval: AnyAval) -> tuple[Dim, ...]:
    match aval:
        case SequenceAval(element):
            return _dims(element)
        case OptionalAval(inner):
            return _dims(inner)
        case ShapeAval(dims):
            return dims
    return aval.shape if aval.size is None else (aval.size,)


@dataclass(slots=True)
class _Call:
    """``sizes`` are what the names of the function stand for here."""

    forms: Mapping[str, Dim]
    again: bool
    sizes: dict[str, Dim] = field(default_factory=dict)

    def enter(self, inner: Dim, outer: Dim) -> None:
        """Note a size of what the function is given."""
        if isinstance(inner, Size):
            for name, _ in inner.terms if inner == outer else ():
                for part in (name, *alternatives(named_size(name))):
                    self.sizes.setdefault(part, named_size(part))
            if len(inner.terms) == 1 and inner == named_size(inner.terms[0][0]):
                self.sizes.setdefault(inner.terms[0][0], outer)

    def aval(self, aval: AnyAval) -> AnyAval:
        """A result in the sizes of the caller."""
        match aval:
            case Aval():
                shape = tuple(map(self.dim, aval.shape))
                size = None if aval.size is None else self.dim(aval.size)
                return replace(aval, shape=shape, size=size)
            case SequenceAval(element):
                return replace(aval, element=self.aval(element))
            case OptionalAval(inner):
                return replace(aval, inner=self.aval(inner))
            case ShapeAval(dims):
                return replace(aval, dims=tuple(map(self.dim, dims)))
        return aval

    def dim(self, dim: Dim) -> Dim:
        """A size of the function in those of the caller."""
        if isinstance(dim, int):
            return dim
        total: Dim = dim.constant
        for name, factor in dim.terms:
            part = size_product(self._named(name), factor)
            assert part is not None
            total = size_sum(total, part)
        return total

    def _named(self, name: str) -> Dim:
        known = named_size(name)
        if "?" not in name or name in self.forms or is_varying(known):
            return known
        if name not in self.sizes:
            parts = alternatives(known)
            own = unknown_size("") if self.again else known
            several = len(parts) > 1
            self.sizes[name] = (
                reduce(larger, map(self._named, parts)) if several else own
            )
        return self.sizes[name]
