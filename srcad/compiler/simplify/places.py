"""Places in an array that are known to be one, or to be two: ``h[k]``, ``h[k + 1]``.

A place is the integers by which an element is selected, or all that one index of the
first axes selects: each is a number, or a value and what is added to it. Places from
the end of an axis are those from its start, of an axis of another size; so two are
known to differ only where both are known to be counted from the start.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeAlias

from srcad.compiler.ir.index import Index, Ref, is_integer
from srcad.compiler.ir.types import Atom, Block, Lit, Loop, Op, Value, walk
from srcad.compiler.simplify.rewriting import Context, fits, rewrites

# What is counted from, ``None`` for the start of the axis, and how far.
Step: TypeAlias = "tuple[Value | None, int]"
Place: TypeAlias = "tuple[Step, ...]"
# So many writes are gone back over.
_MOST = 16


def counts(loop: Loop) -> bool:
    """Whether the index of a loop is never less than 0."""
    start, _, step = loop.bounds or (Lit(-1), Lit(0), Lit(0))
    return all(
        isinstance(one, Lit) and is_integer(one.value) and one.value >= least
        for one, least in ((start, 0), (step, 1))
    )


def indices(block: Block) -> set[Value]:
    """The indices of loops that are never less than 0."""
    loops = (op for op in walk(block) if isinstance(op, Loop) and counts(op))
    return {op.index for op in loops if op.index is not None}


def place_of(op: Op, made: Mapping[Value, Op]) -> Place | None:
    """The place that a read or a write is of; None where it is not plain."""
    index: Index = op.attribute("index")
    rest = op.args[1:] if op.primitive == "getitem" else op.args[2:]
    found: list[Step] = []
    for entry in index.entries:
        atom = rest[entry.position] if isinstance(entry, Ref) else entry
        if isinstance(atom, Value) and not (
            atom.aval.is_integer and not atom.aval.shape
        ):
            return None
        step = (
            _step(atom, made)
            if isinstance(atom, Value)
            else (None, atom.value if isinstance(atom, Lit) else atom)
        )
        if not is_integer(step[1]):
            return None
        found.append(step)  # type: ignore[arg-type]
    return tuple(found) or None


def _step(atom: Value, made: Mapping[Value, Op]) -> Step:
    op, further = made.get(atom), 0
    while op is not None and op.primitive == "add":
        left, right = op.args
        if not isinstance(left, Value) or not isinstance(right, Lit):
            break
        further += right.value
        atom, op = left, made.get(left)
    return atom, further


def apart(one: Place, other: Place, known: Collection[Value]) -> bool:
    """Whether two places are known to have no element in common; ``known`` are indices
    that are never less than 0."""
    return any(
        base is from_ and first != second and min(first, second) >= 0
        for (base, first), (from_, second) in zip(one, other, strict=False)
        if base is None or _is_of(base, known)
    )


def _is_of(value: Value | None, known: Collection[Value]) -> bool:
    """Whether a value is one of those, or was recorded of one."""
    while value is not None:
        if value in known:
            return True
        value = value.source
    return False


# y[i] = v; y[j] = w; y[i]  is  v  where i and j are two places
@rewrites("getitem")
def _read_after_write(context: Context, op: Op) -> Atom | None:
    place = place_of(op, context.definitions)
    array = op.args[0]
    for _ in range(_MOST if place is not None else 0):
        write = context.definition(array, "setitem")
        write = write or context.definition(array, "add_at")
        written = place_of(write, context.definitions) if write else None
        if write is None or place is None or written is None:
            return None
        if written == place:
            value = write.args[1]
            known = write.primitive == "setitem" and not isinstance(value, Lit)
            number = known and context.may_be_number(value)
            return value if known and fits(value, op.result) and not number else None
        if not apart(place, written, context.indices):
            return None
        array = write.args[0]
    return None


def all_known(places: Iterable[Place | None], known: Collection[Value]) -> bool:
    """Whether any two of some places are known to be one, or to be two."""
    found: list[Place] = []
    for place in places:
        if place is None:
            return False
        if place not in found:
            if not all(apart(place, other, known) for other in found):
                return False
            found.append(place)
    return True
