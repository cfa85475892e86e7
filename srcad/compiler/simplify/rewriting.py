"""What the rewrites of single operations have in common: context and registry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.costs import is_cheap
from srcad.compiler.ir.numbers import numbers_of
from srcad.compiler.ir.types import Atom, Block, Lit, Op, Operation, Value, contexts_of


@dataclass(slots=True)
class Context:
    """The definitions seen so far, and a builder for what a rewrite makes.

    ``uses`` counts how often each value was read when the pass began, ``rewritten``
    the rewrites of the pass; ``counters`` are indices of loops that are 1 or more,
    ``indices`` those that are 0 or more.
    ``quotients`` are found by what is divided, and by what. ``whole`` is all that the
    pass is given.
    """

    builder: Builder
    uses: dict[Value, int]
    rewritten: Counter[str]
    whole: Block
    definitions: dict[Value, Op] = field(default_factory=dict)
    quotients: dict[tuple[Atom, Atom], Value] = field(default_factory=dict)
    counters: set[Atom] = field(default_factory=set)
    indices: set[Value] = field(default_factory=set)
    numbers: list[frozenset[Value]] = field(default_factory=list)

    def inner(self) -> Context:
        """The context of a block inside, with a builder of its own."""
        return replace(
            self,
            builder=Builder(self.builder.sizes),
            definitions=dict(self.definitions),
            quotients=dict(self.quotients),
        )

    def may_be_number(self, atom: Atom) -> bool:
        """Whether what has axes may be a number of Python, which has none."""
        if not self.numbers:
            self.numbers.append(numbers_of(self.whole))
        return atom.aval.loose or atom in self.numbers[0]

    def define(self, ops: Iterable[Operation]) -> None:
        """Note what operations define."""
        for op in ops:
            if isinstance(op, Op):
                self.definitions.update(dict.fromkeys(op.results, op))
                if op.primitive == "divide":
                    left, right = op.args
                    self.quotients.setdefault((left, right), op.result)

    def definition(self, atom: Atom, primitive: str) -> Op | None:
        op = self.definitions.get(atom) if isinstance(atom, Value) else None
        if op is None or op.primitive != primitive:
            return None
        # What NumPy warns of in one context is not computed in another.
        origin = self.builder.origin
        here = origin.contexts if origin is not None else ()
        moves = is_cheap(op) or primitive == "full" or contexts_of(op) == here
        return op if moves else None

    def nameless(self, atom: Atom, primitive: str) -> Op | None:
        """The definition, unless the value has a name that a reader knows it by."""
        op = self.definition(atom, primitive)
        if op is None or op.result.named:
            return None
        primal = op.result.primal
        return None if primal is not None and primal.named else op

    def read_once(self, atom: Atom, primitive: str) -> Op | None:
        """The definition of what is read here alone and is no variable of the user's.

        It may be a sum on the way to a cotangent: nobody sees it but the reader.
        """
        op = self.definition(atom, primitive)
        if op is None or op.result.named or self.uses.get(op.result) != 1:
            return None
        return op


# What stands for the result: for each of them, where there are several.
Found = Atom | tuple[Atom, ...] | None
Rewrite = Callable[[Context, Op], Found]
REWRITES: dict[str, list[Rewrite]] = {}


def rewrites(*names: str, exact: bool = True) -> Callable[[Rewrite], Rewrite]:
    """Register a rewrite of some primitives.

    ``exact`` says that every bit of the result stays; what the user has written is
    rewritten in no other way.
    """

    def register(rewrite: Rewrite) -> Rewrite:
        def in_derivatives(context: Context, op: Op) -> Found:
            return rewrite(context, op) if op.phase else None

        for name in names:
            REWRITES.setdefault(name, []).append(rewrite if exact else in_derivatives)
        return rewrite

    return register


def same_kind(op: Op, atom: Atom) -> bool:
    """Whether ``atom`` can stand for the result."""
    return fits(atom, op.result)


def fits(atom: Atom, result: Value) -> bool:
    """Whether ``atom`` stands for ``result``, and is no number of Python where that is
    one of NumPy's."""
    have, want = atom.aval, result.aval
    if isinstance(have, Aval) and isinstance(want, Aval):
        return have.stands_for(want) and not (have.weak and not want.weak)
    return have == want


def is_number(atom: Atom, number: float) -> bool:
    """Whether an atom is this number, of Python's: of NumPy's its class is needed."""
    return (
        isinstance(atom, Lit)
        and not isinstance(atom.value, bool | np.generic)
        and isinstance(atom.value, int | float)
        and atom.value == number
    )


def is_zeros(context: Context, atom: Atom) -> bool:
    full = context.definition(atom, "full")
    return is_number(atom, 0) or (full is not None and is_number(full.args[1], 0))


def leading(context: Context, atom: Atom) -> Op | None:
    wide = context.definition(atom, "expand_dims")
    if wide is None:
        return None
    axes = wide.attribute("axis")
    return wide if axes == tuple(range(len(axes))) else None
