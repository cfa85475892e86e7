"""Copies of blocks and operations that bind values of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from srcad.compiler.ir.types import (
    Atom,
    Block,
    Exit,
    If,
    Operation,
    Substitution,
    Value,
    replaced,
    with_args,
    with_blocks,
)


def fresh(value: Value, mapping: Mapping[Value, Atom]) -> Value:
    """A new value that looks the same; what it refers to is mapped as well."""

    def mapped(other: Value | None) -> Value | None:
        new = mapping.get(other, other) if other is not None else None
        return new if isinstance(new, Value) else other

    return Value(
        value.aval,
        value.hint,
        value.named,
        mapped(value.primal),
        mapped(value.source),
    )


def clone(block: Block, mapping: Mapping[Value, Atom]) -> Block:
    """A copy that binds fresh values, with free values replaced by ``mapping``."""
    return _clone(block, dict(mapping))


def _clone(block: Block, local: Substitution) -> Block:
    """``clone``, entering every new value in ``local``: values are unique."""

    def renew(values: tuple[Value, ...]) -> tuple[Value, ...]:
        # One by one: a parameter may refer to one before it.
        for value in values:
            local[value] = fresh(value, local)
        return tuple(cast(Value, local[value]) for value in values)

    params = renew(block.params)
    ops: list[Operation] = []
    for op in block.ops:
        ops.append(clone_op(op, local))
    results = tuple(replaced(atom, local) for atom in block.results)
    return Block(params, tuple(ops), results)


def clone_op(op: Operation, local: Substitution) -> Operation:
    """A copy of ``op`` that binds fresh values, which it enters in ``local``."""
    new = with_args(with_blocks(op, lambda inner: _clone(inner, local)), local)
    results = tuple(fresh(value, local) for value in op.results)
    local.update(zip(op.results, results, strict=True))
    return with_results(new, dict(zip(op.results, results, strict=True)))


def with_results(op: Operation, new: Mapping[Value, Value]) -> Operation:
    """``op`` with some of its results bound to other values."""
    match op:
        case Exit():
            return op
        case If() if op.catches:
            flag = replaced(op.condition, new)
            results = tuple(new.get(one, one) for one in op.results)
            return replace(op, condition=flag, results=results)
        case _:
            return replace(op, results=tuple(new.get(one, one) for one in op.results))
