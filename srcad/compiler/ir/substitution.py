"""Operations and blocks with other values, or other blocks, in them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import TypeAlias

from srcad.compiler.ir.types import (
    Atom,
    Block,
    Exit,
    If,
    Loop,
    Operation,
    Value,
    direct_args,
    with_body,
)

Substitution: TypeAlias = dict[Value, Atom]


def replaced(atom: Atom, mapping: Mapping[Value, Atom]) -> Atom:
    """``atom``, or what stands for it in ``mapping``."""
    return mapping.get(atom, atom) if isinstance(atom, Value) else atom


def with_blocks(op: Operation, transform: Callable[[Block], Block]) -> Operation:
    """``op`` with every block that it holds transformed.

    The transform may rename what a block binds; a loop's ``stop`` follows.
    """
    match op:
        case If():
            then, orelse = transform(op.then), transform(op.orelse)
            if then is op.then and orelse is op.orelse:
                return op
            return replace(op, then=then, orelse=orelse)
        case Loop():
            if op.stop is None:
                body = transform(op.body)
                return op if body is op.body else replace(op, body=body)
            results = op.body.results
            body = transform(replace(op.body, results=(*results, op.stop)))
            stop = body.results[-1]
            return replace(op, body=replace(body, results=body.results[:-1]), stop=stop)
    return op


def with_args(op: Operation, mapping: Mapping[Value, Atom]) -> Operation:
    """``op`` with its own atoms replaced; the blocks it holds are left alone."""
    if not mapping or all(replaced(a, mapping) is a for a in direct_args(op)):
        return op

    def atoms(some: tuple[Atom, ...]) -> tuple[Atom, ...]:
        return tuple(replaced(atom, mapping) for atom in some)

    match op:
        case If() if op.catches:
            return op
        case If() | Exit():
            return replace(op, condition=replaced(op.condition, mapping))
        case Loop():
            bounds = None
            if op.bounds is not None:
                start, stop, step = atoms(op.bounds)
                bounds = (start, stop, step)
            return replace(
                op,
                bounds=bounds,
                starts=atoms(op.starts),
                sequences=tuple((replaced(a, mapping), r) for a, r in op.sequences),
            )
        case _:
            return replace(op, args=atoms(op.args))


def substitute(block: Block, mapping: Mapping[Value, Atom]) -> Block:
    """The block with free values replaced, at every depth; bound ones stay."""
    if not mapping:
        return block
    ops = tuple(
        with_args(with_blocks(op, lambda inner: substitute(inner, mapping)), mapping)
        for op in block.ops
    )
    results = tuple(replaced(atom, mapping) for atom in block.results)
    return with_body(block, ops, results)


def without(block: Block, dropped: Collection[Operation]) -> Block:
    """A block without some of its operations, and of those in the blocks inside."""
    ops = tuple(
        with_blocks(op, lambda inner: without(inner, dropped))
        for op in block.ops
        if op not in dropped
    )
    return replace(block, ops=ops)
