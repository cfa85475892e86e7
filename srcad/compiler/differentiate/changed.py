"""What is written into: the arrays and lists that are not as they were.

The backward half may read again what stays as it is. A list that it keeps is the object
that the forward half goes on with, so all counts that may be one with what is changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from srcad.compiler.ir.avals import AnyAval, Aval, OptionalAval, SequenceAval
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.sharing import is_list
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    If,
    Loop,
    Op,
    Operation,
    walk,
)


def changed_values(block: Block) -> set[Atom]:
    """The arrays and lists that a block writes into, and those that become one of
    these, or have a part of their storage in common with one."""
    sources: dict[Atom, list[Atom]] = {}
    queue: list[Atom] = []
    for op in walk(block):
        for source, target in _flows(op):
            if _has_storage(source) and _has_storage(target):
                sources.setdefault(target, []).append(source)
        if isinstance(op, Op) and PRIMITIVES[op.primitive].storage == "write":
            queue.append(op.args[0])
        elif isinstance(op, Call):
            queue.extend(atom for atom in op.args if is_list(atom.aval))
    changed: set[Atom] = set()
    while queue:
        atom = queue.pop()
        if atom not in changed:
            changed.add(atom)
            queue.extend(sources.get(atom, ()))
    return changed


def _flows(op: Operation) -> Iterator[tuple[Atom, Atom]]:
    """What becomes what: by a loop, by the paths of a branch, as a part of a list, as a
    view. What holds arrays or lists has them in common with what is made of it."""
    match op:
        case Loop():
            ends = op.body.results
            yield from zip(ends, op.results, strict=True)
            for start, param, *both in zip(
                op.starts, op.carry_params, ends, op.results, strict=False
            ):
                yield from ((start, param), (both[0], param), (start, both[1]))
            for param, (sequence, _) in zip(
                op.element_params, op.sequences, strict=True
            ):
                yield sequence, param
        case If():
            yield from zip(op.then.results, op.results, strict=True)
            yield from zip(op.orelse.results, op.results, strict=True)
        case Call():
            yield from ((arg, result) for arg in op.args for result in op.results)
        case Op():
            row = PRIMITIVES[op.primitive]
            values = [one for one in (*op.args, *op.results) if _has_storage(one)]
            listed = [one for one in values if is_list(one.aval)]
            if not listed and row.storage == "fresh":
                return
            yield from ((arg, result) for arg in op.args for result in op.results)
            if len(values) > len(listed) or any(map(_is_nested, listed)):
                yield from ((result, arg) for arg in op.args for result in op.results)


def _has_storage(atom: Atom) -> bool:
    return _is_stored(_there(atom.aval))


def _is_stored(aval: AnyAval) -> bool:
    return isinstance(aval, SequenceAval) or (isinstance(aval, Aval) and aval.ndim > 0)


def _is_nested(atom: Atom) -> bool:
    """Whether a list holds lists or arrays."""
    aval = _there(atom.aval)
    return isinstance(aval, SequenceAval) and _is_stored(_there(aval.element))


def _there(aval: AnyAval) -> AnyAval:
    return aval.inner if isinstance(aval, OptionalAval) else aval
