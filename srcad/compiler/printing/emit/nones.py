"""The variables whose None nobody sees.

A value that is there on some paths only is None on the others. Where it is read on its
own paths alone, an assignment of None would say nothing: it is left out.
"""

from __future__ import annotations

from srcad.compiler.ir.avals import OptionalAval
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Function,
    If,
    Loop,
    Op,
    Opaque,
    Value,
    blocks_of,
    direct_args,
    walk,
)
from srcad.compiler.printing.naming import Names
from srcad.compiler.simplify.unbound import is_read


def seen_as_none(function: Function, names: Names) -> set[Value]:
    """One value of each variable that is read where it may be None."""
    found: set[Value] = set()
    _block(function.body, names, found)
    _note(function.body.results, names, found)
    for members in names.webs.members.values():
        if any(isinstance(v.aval, OptionalAval) and v.aval.told for v in members):
            found.add(names.webs.root(members[0]))
    return found


def holding_none(function: Function, names: Names, seen: set[Value]) -> set[Value]:
    """One value of each variable that is None on some path: assigned, or handed on."""
    found = set(seen)
    while True:
        before = len(found)
        for op in walk(function.body):
            pairs: list[tuple[Atom, Value]] = []
            match op:
                case If():
                    for side in (op.then, op.orelse):
                        pairs += zip(side.results, op.results, strict=True)
                case Loop():
                    for params in (op.carry_params, op.results):
                        pairs += zip(op.starts, params, strict=False)
                        pairs += zip(op.body.results, params, strict=False)
            for source, target in pairs:
                if isinstance(source, Value) and names.webs.root(source) in found:
                    if isinstance(source.aval, OptionalAval):
                        found.add(names.webs.root(target))
        if len(found) == before:
            return found


def _block(block: Block, names: Names, found: set[Value]) -> None:
    for op in block.ops:
        match op:
            case Op() if op.primitive == "present":
                pass
            case Opaque() if is_read(op):
                pass
            case If():
                for side in (op.then, op.orelse):
                    _hand_on(side.results, op.results, names, found)
            case Loop():
                heads = (*(op.bounds or ()), *(atom for atom, _ in op.sequences))
                _note(heads, names, found)
                _hand_on(op.starts, op.carry_params, names, found)
                ends = op.body.results
                _hand_on(ends[: op.carries], op.carry_params, names, found)
                _note(ends[op.carries :], names, found)
            case _:
                _note(direct_args(op), names, found)
        for inner in blocks_of(op):
            _block(inner, names, found)


def _hand_on(
    sources: tuple[Atom, ...],
    targets: tuple[Value, ...],
    names: Names,
    found: set[Value],
) -> None:
    """What stays in its variable is not read."""
    for source, target in zip(sources, targets, strict=True):
        if not names.same(source, target):
            _note((source,), names, found)


def _note(atoms: tuple[Atom, ...], names: Names, found: set[Value]) -> None:
    for atom in atoms:
        if isinstance(atom, Value) and isinstance(atom.aval, OptionalAval):
            found.add(names.webs.root(atom))
