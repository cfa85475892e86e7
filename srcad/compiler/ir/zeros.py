"""What is zeros whatever the arrays are, followed through calls, branches and loops.

A product with zeros is none: of an infinity it is no number.
"""

from __future__ import annotations

from collections.abc import Iterable

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

# Those that give zeros where the first operand is zeros, and where all are.
_OF_ONE = frozenset(
    ("astype", "broadcast_to", "copy", "expand_dims", "getitem", "negative", "reshape")
    + ("squeeze", "sum", "transpose")
)
_OF_ALL = frozenset(("add", "concatenate", "stack", "subtract"))
_WRITES = frozenset(("add_at", "setitem"))


def zero_results(body: Block) -> list[bool]:
    """Which results of a block are zeros, whatever its parameters are."""
    return _results(body, [False] * len(body.params))


def _results(body: Block, given: Iterable[bool]) -> list[bool]:
    """The same where the parameters that are ``given`` are zeros."""
    pairs = zip(body.params, given, strict=True)
    return _yielded(body, {param for param, is_zero in pairs if is_zero})


def _yielded(block: Block, zeros: set[Value]) -> list[bool]:
    for op in block.ops:
        found = _of(op, zeros)
        zeros.update(
            value for value, zero in zip(op.results, found, strict=False) if zero
        )
    return [_is_zero(atom, zeros) for atom in block.results]


def _is_zero(atom: Atom, zeros: set[Value]) -> bool:
    if isinstance(atom, Lit):
        return isinstance(atom.value, int | float) and atom.value == 0
    return atom in zeros


def _of(op: Operation, zeros: set[Value]) -> list[bool]:
    """Which results of an operation are zeros."""
    match op:
        case Op():
            return [_of_op(op, zeros)]
        case If():
            sides = (_yielded(side, set(zeros)) for side in (op.then, op.orelse))
            return [one and other for one, other in zip(*sides, strict=True)]
        case Loop():
            return _of_loop(op, zeros)
        case Call() if op.function.is_plain and not op.function.itself:
            given = [_is_zero(atom, zeros) for atom in op.args]
            return _results(op.function.body, given)
    return []


def _of_op(op: Op, zeros: set[Value]) -> bool:
    name, places = op.primitive, [_is_zero(arg, zeros) for arg in op.args]
    if name == "full":
        return places[1]
    if name in _OF_ONE:
        return places[0]
    if name in _OF_ALL:
        return all(places)
    return name == "zeros_of" or (name in _WRITES and all(places[:2]))


def _of_loop(op: Loop, zeros: set[Value]) -> list[bool]:
    """A carry that starts as zeros stays so where each iteration leaves it so."""
    carried = [_is_zero(start, zeros) for start in op.starts]
    while True:
        inside = {p for p, zero in zip(op.carry_params, carried, strict=True) if zero}
        left = _yielded(op.body, zeros | inside)[: op.carries]
        stay = [was and now for was, now in zip(carried, left, strict=True)]
        if stay == carried:
            return carried
        carried = stay
