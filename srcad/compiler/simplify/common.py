"""Common subexpressions: the same primitive of the same atoms is computed once.

A backward half may use what the forward half computed (it becomes a residual); an
operation is never moved out of a branch or a loop. Reads of an array are of a value,
never of a storage, so writes do not matter here.
"""

from __future__ import annotations

from typing import Any

from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.costs import is_cheap
from srcad.compiler.ir.lists import GIVES_LIST
from srcad.compiler.ir.substitution import (
    Substitution,
    replaced,
    with_args,
    with_blocks,
)
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Op,
    Operation,
    Value,
    contexts_of,
    with_body,
)
from srcad.compiler.simplify.lists import tables_in

# What was computed before, by what it was computed of.
_Known = dict[Any, tuple[Value, ...]]
_NEVER = (
    *("copy", "setitem", "add_at", "full", "eye", "present"),
    *GIVES_LIST,
)


def share_common(block: Block) -> Block:
    """Replace what was computed before, here or in a surrounding block."""
    return _share(block, {}, {}, tables_in(block))


def _share(
    block: Block, known: _Known, mapping: Substitution, tables: set[Atom]
) -> Block:
    known, mapping = dict(known), dict(mapping)
    ops: list[Operation] = []
    for op in block.ops:
        op = with_blocks(op, lambda b: _share(b, known, mapping, tables))
        op = with_args(op, mapping)
        if isinstance(op, Op) and not (_is_apart(op) and tables.isdisjoint(op.results)):
            key = _key(op)
            found = known.get(key)
            if found is not None:
                for result, other in zip(op.results, found, strict=True):
                    if result.named and not other.named:
                        other.hint, other.named = result.hint, True
                    mapping[result] = other
                continue
            known[key] = op.results
        ops.append(op)
    results = tuple(replaced(atom, mapping) for atom in block.results)
    return with_body(block, ops, results)


def _is_apart(op: Op) -> bool:
    """Whether it is computed each time. The cotangent of each cast of an integer that
    has one is cut, and not that of all of them together."""
    given = op.args[0].aval if op.primitive == "astype" else None
    cut = isinstance(given, Aval) and given.exact
    return op.primitive in _NEVER or (cut and op.result.aval.is_inexact)


def _key(op: Op) -> tuple[Any, ...]:
    # What is cheap is computed again in the other half rather than kept for it.
    phase = op.phase if is_cheap(op) else 0
    return (op.primitive, op.args, op.attributes, phase, contexts_of(op))
