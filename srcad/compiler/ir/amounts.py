"""How many bytes values are, and how long operations take, for given sizes.

A size that nobody gives, or that data decide, is taken to be ``USUAL``. The unit of
time is that of a sum of two numbers in an array; all of it is an estimate, which only
has to tell what is cheap from what is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import singledispatchmethod
from math import prod

import numpy as np

from srcad.compiler.ir.avals import (
    AnyAval,
    Aval,
    OptionalAval,
    SequenceAval,
    TupleAval,
)
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.sharing import is_view
from srcad.compiler.ir.sizes import alternatives
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    If,
    Lit,
    Loop,
    Op,
    Operation,
    Value,
)
from srcad.compiler.reading.sizes import Dim

USUAL = 32
# Of a statement, whatever its arrays are.
_STATEMENT = 500
# How many sums of numbers one element takes.
_SUM, _FUNCTION = 1, 20
_WORK = dict.fromkeys(("negative", "absolute", "square", "logical_not"), _SUM)
_WORK |= {"divide": 3, "where": 3, "power": _FUNCTION}
# A product takes its time for so many terms at once.
_TERMS_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Amounts:
    """Amounts for ``sizes``, the numbers for names of sizes; ``lengths`` are those of
    lists that are known."""

    sizes: Mapping[str, int]
    lengths: Mapping[Atom, int] = field(default_factory=dict)

    def size(self, dim: Dim) -> int:
        """A size as a number, never below 0."""
        if isinstance(dim, int):
            return dim
        words = alternatives(dim)
        if len(words) > 1:
            return max(int(w) if w.isdigit() else self._named(w) for w in words)
        terms = (factor * self._named(name) for name, factor in dim.terms)
        return max(0, dim.constant + sum(terms))

    def _named(self, name: str) -> int:
        return self.sizes.get(name, USUAL)

    def elements(self, aval: AnyAval) -> int:
        """How many numbers a value holds; of a list, one of its elements."""
        if isinstance(aval, SequenceAval):
            return self.elements(aval.element)
        return prod(map(self.size, aval.shape))

    def bytes(self, aval: AnyAval) -> int:
        """The bytes of arrays; a list has ``USUAL`` elements. What is a number of
        Python, or no array at all, is of no account beside one."""
        match aval:
            case Aval():
                itemsize = 0 if aval.weak else np.dtype(aval.dtype).itemsize
                return self.elements(aval) * itemsize
            case SequenceAval(element):
                return USUAL * self.bytes(element)
            case OptionalAval(inner):
                return self.bytes(inner)
            case TupleAval(parts):
                return sum(map(self.bytes, parts))
        return 0

    def trips(self, loop: Loop) -> int:
        """How often a loop runs."""
        if loop.bounds is None:
            lists = (atom for atom, _ in loop.sequences)
            found = [self.lengths[one] for one in lists if one in self.lengths]
            return min(found, default=USUAL)
        start, stop, step = map(self._number, loop.bounds)
        if start is None or stop is None or not step:
            return USUAL
        return len(range(start, stop, step))

    def _number(self, atom: Atom) -> int | None:
        """A number that is known, or that is a size."""
        if isinstance(atom, Lit):
            return atom.value if isinstance(atom.value, int) else None
        dim = atom.aval.size
        return None if dim is None else self.size(dim)

    @singledispatchmethod
    def work(self, op: Operation) -> int:
        """How long an operation takes."""
        return _STATEMENT

    @work.register
    def _(self, op: Op) -> int:
        if any(is_view(op, result) for result in op.results):
            return 1
        given = [self.elements(atom.aval) for atom in op.args if _is_array(atom)]
        made = sum(self.elements(one.aval) for one in op.results)
        row = PRIMITIVES[op.primitive]
        if row.cheap:
            return 1
        if op.primitive == "matmul":
            left = op.args[0].aval.shape
            terms = self.size(left[-1]) if left else 1
            return _STATEMENT + made * (1 + terms // _TERMS_AT_ONCE)
        usual = _FUNCTION if row.elementwise and len(op.args) == 1 else _SUM
        most = max([made, *given])
        if not row.elementwise and row.raises:
            # A decomposition, a product of several arrays: as of a matrix.
            usual = max(_FUNCTION, int(most**0.5))
        return _STATEMENT + most * _WORK.get(op.primitive, usual)

    @work.register
    def _(self, op: Loop) -> int:
        return self.trips(op) * self._block(op.body)

    @work.register
    def _(self, op: If) -> int:
        return max(self._block(op.then), self._block(op.orelse))

    @work.register
    def _(self, op: Call) -> int:
        return self._block(op.function.body)

    def _block(self, block: Block) -> int:
        return sum(map(self.work, block.ops)) + _STATEMENT


def _is_array(atom: Atom) -> bool:
    return isinstance(atom, Value) and bool(atom.aval.shape)
