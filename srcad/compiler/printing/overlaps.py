"""A view that is put into the array that it is a view of is copied before.

NumPy copies element by element into one axis, from its start or from its end, also
where both overlap: ``M[:, 3] = M[1]`` reads ``M[1, 3]`` when it has been written. In
the IR a write reads what was there before it. (Into more than one axis, and where both
have one distance between elements, NumPy itself does so.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.index import Index, Ref
from srcad.compiler.ir.origins import span_of_origin
from srcad.compiler.ir.sharing import Aliases, has_storage, is_write
from srcad.compiler.ir.substitution import with_blocks
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Op,
    Operation,
    Value,
    array_aval,
    definitions,
    walk,
)

Entry = int | slice | Ref | None


def copy_of(array: Atom, near: Operation) -> Op:
    """The operation that copies an array where another one is.

    Raises CompileError for a set: the elements of a copy may have another order.
    """
    if array.aval.is_set:
        message = "what this set was before it is changed is needed later"
        help = "take a copy of it before: `before = s.copy()`"
        span = span_of_origin(near.origin)
        raise CompileError(Diagnostic("SRC013", message, span, help=help))
    builder = Builder(phase=near.phase, origin=near.origin)
    result = builder.emit("copy", array)
    if isinstance(array, Value):
        result.hint, result.primal = array.hint, array.primal
    (op,) = builder.ops
    assert isinstance(op, Op)
    return op


def without_overlaps(body: Block) -> Block:
    """The body with copies of what overlaps the place that it is put into."""
    made = definitions(walk(body))
    writes = [op for op in walk(body) if isinstance(op, Op) and _may_clash(op, made)]
    if not writes:
        return body
    aliases = Aliases(body)
    found = {op for op in writes if _share(aliases, *op.args[:2])}
    return _copied(body, found) if found else body


def _share(aliases: Aliases, array: Atom, value: Atom) -> bool:
    if not isinstance(array, Value) or not isinstance(value, Value):
        return False
    return bool(aliases.origins(array) & aliases.origins(value))


def _copied(block: Block, writes: set[Op]) -> Block:
    ops: list[Operation] = []
    for op in block.ops:
        if op in writes:
            assert isinstance(op, Op)
            copy = copy_of(op.args[1], op)
            ops.append(copy)
            op = replace(op, args=(op.args[0], copy.result, *op.args[2:]))
        ops.append(with_blocks(op, lambda inner: _copied(inner, writes)))
    return replace(block, ops=tuple(ops))


def _may_clash(op: Op, made: Mapping[Value, Op]) -> bool:
    """Whether a write puts an array of one axis into one axis, so that places which
    both have are not known to be met in an order that does no harm."""
    if op.primitive != "setitem":
        return False
    value = op.args[1]
    if not isinstance(value, Value) or not has_storage(value.aval):
        return False
    into = _entries(op, 2)
    if into is None or array_aval(value).ndim != 1 or _axis(into) is None:
        return False
    source = made.get(value)
    if source is None or source.primitive != "getitem":
        return True
    if _before(source.args[0], made) is not _before(op.args[0], made):
        return True
    out_of = _entries(source, 1)
    if out_of is None or len(out_of) != len(into) or _axis(out_of) is None:
        return True
    axis, other = _axis(into), _axis(out_of)
    one, two = _named(into, op.args[2:]), _named(out_of, source.args[1:])
    if axis == other:
        return _step(into, axis) != _step(out_of, axis)
    # A[:, i] = A[i]: the one place that both have is the same of both.
    crossed = len(into) == 2 and one == two[::-1] and slice(None) in one
    return not crossed


def _entries(op: Op, behind: int) -> list[Entry] | None:
    """What an index has for each axis; None where it does not select a part."""
    index: Index = op.attribute("index")
    args = op.args[behind:]
    if index.has_arrays(args):
        return None
    return index.expanded(array_aval(op.args[0]).ndim, args)


def _axis(entries: list[Entry]) -> int | None:
    """The one axis that is left by an index; None for none, or several."""
    kept = [k for k, one in enumerate(entries) if isinstance(one, slice) or one is None]
    return kept[0] if len(kept) == 1 else None


def _named(entries: list[Entry], args: tuple[Atom, ...]) -> list[object]:
    """The same with the values that are referred to."""
    return [args[one.position] if isinstance(one, Ref) else one for one in entries]


def _step(entries: list[Entry], axis: int | None) -> object:
    entry = None if axis is None else entries[axis]
    step = entry.step if isinstance(entry, slice) else None
    return 1 if step is None else step


def _before(array: Atom, made: Mapping[Value, Op]) -> Atom:
    """An array as it was before all writes."""
    while isinstance(array, Value) and array in made and is_write(made[array]):
        array = made[array].args[0]
    return array
