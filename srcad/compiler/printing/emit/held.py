"""What a half holds while it runs, for sizes that are all the same: an estimate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from srcad.compiler.ir.amounts import Amounts
from srcad.compiler.ir.avals import Aval, ResidualsAval
from srcad.compiler.ir.sharing import is_view, shares_storage
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Function,
    Loop,
    Op,
    Operation,
    Value,
)

_AMOUNTS = Amounts({})


@dataclass(frozen=True, slots=True)
class Held:
    """The ``bytes`` of the arrays of a half by their names, the array that a view is a
    part of (``bases``), and the bytes of the residuals that it was given, ``kept``."""

    bytes: Mapping[str, int]
    bases: Mapping[str, str]
    kept: int

    @classmethod
    def of(cls, body: Block, names: Mapping[Value, str], kept: int) -> Held:
        """That of a body whose variables have ``names``."""
        bases: dict[Value, Value] = {}
        for op in body.ops:
            base = _base(op)
            if base is not None:
                bases[op.results[0]] = bases.get(base, base)
        amounts: dict[str, int] = {}
        for value, word in names.items():
            if isinstance(value.aval, Aval) and value.aval.shape:
                own = 0 if value in bases else _AMOUNTS.bytes(value.aval)
                amounts[word] = max(own, amounts.get(word, 0))
        found = {
            names[view]: names[base]
            for view, base in bases.items()
            if view in names and base in names and names[view] != names[base]
        }
        return cls(amounts, found, kept)


def kept_bytes(forward: Function) -> int:
    """The bytes of the residuals of a forward half, besides its arguments."""
    return _bytes_of(forward.body, forward.body.results[forward.outputs :])


def _bytes_of(block: Block, atoms: Iterable[Atom]) -> int:
    made = {one: op for op in block.ops for one in op.results}
    found: dict[Value, None] = {}
    for atom in atoms:
        while isinstance(atom, Value) and (base := _base(made.get(atom))) is not None:
            atom = base
        if isinstance(atom, Value) and atom in made:
            found[atom] = None
    return sum(_made_by(made[value], value) for value in found)


def _made_by(op: Operation, value: Value) -> int:
    """The bytes of what an operation has made."""
    if isinstance(op, Loop) and value in op.results[op.carries :]:
        end = op.body.results[op.results.index(value)]
        return _AMOUNTS.trips(op) * _bytes_of(op.body, (end,))
    if isinstance(op, Call) and isinstance(value.aval, ResidualsAval):
        return kept_bytes(op.function)
    return _AMOUNTS.bytes(value.aval)


def _base(op: Operation | None) -> Value | None:
    """What the result of an operation is a view of."""
    if not isinstance(op, Op) or not is_view(op, op.results[0]):
        return None
    base = op.args[0]
    return base if shares_storage(op) and isinstance(base, Value) else None
