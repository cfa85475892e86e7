"""Where the forward and the backward half run over the same iterations.

A *region* is a block of the forward half and the block of the backward half that reads
what the former keeps: the bodies of the two functions, and inside of them the bodies of
a loop and of the loop that goes through its lists. What a region computes once, in its
forward block, can be computed again in its backward block.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from srcad.compiler.ir.amounts import Amounts
from srcad.compiler.ir.avals import (
    AnyAval,
    Aval,
    OptionalAval,
    SequenceAval,
    ShapeAval,
    TupleAval,
)
from srcad.compiler.ir.sharing import is_list, is_view, shares_storage
from srcad.compiler.ir.types import (
    Block,
    Call,
    Exit,
    Function,
    If,
    Loop,
    Op,
    Operation,
    Value,
    contexts_of,
    free_values,
    used_values,
)

# Of the primitives on lists, those that read one; the others change it.
_READS_LIST = (
    *("list_get", "list_join", "list_len", "list_stack", "list_sum", "list_fsum"),
    "shape",
)
_NEVER = ("foreign", "residual", "residuals")
# What may be put round a statement a second time.
_HARMLESS = ("np.errstate(", "warnings.simplefilter(")


@dataclass(slots=True, eq=False)
class Region:
    """``kept`` has what the backward block is given for each value that it gets of the
    forward one; ``there`` has what it has anyway. ``times`` is how often the region
    runs, ``loops`` are those in it that are gone through."""

    forward: Block
    backward: Block
    kept: dict[Value, Value]
    times: int = 1
    loops: list[LoopRegion] = field(default_factory=list)
    there: dict[Value, Value] = field(default_factory=dict)

    def regions(self) -> Iterator[Region]:
        """This one and those inside of it, the outer ones first."""
        yield self
        for inner in self.loops:
            yield from inner.region.regions()

    @property
    def lists(self) -> set[Value]:
        """The lists that loops of this region hand over."""
        return {one for inner in self.loops for one in inner.lists.values()}


@dataclass(slots=True, eq=False)
class LoopRegion:
    """A loop, the one that goes through its lists, and what is in them.

    ``lists`` are those of the forward loop by their elements' values in its body;
    ``backwards`` says whether they are read from their ends, ``counts`` whether they
    alone say how often the second loop runs.
    """

    region: Region
    first: Loop
    second: Loop
    lists: dict[Value, Value]
    backwards: bool
    counts: bool


def region_of(
    forward: Block, backward: Block, kept: dict[Value, Value], amounts: Amounts
) -> Region:
    """The region of two blocks, with those inside of it."""
    return _region(forward, backward, kept, amounts, 1)


def _region(
    forward: Block,
    backward: Block,
    kept: dict[Value, Value],
    amounts: Amounts,
    times: int,
) -> Region:
    region = Region(forward, backward, kept, times)
    used = {value for op in forward.ops for value in used_values(op)}
    for op in forward.ops:
        if isinstance(op, Loop):
            found = _loop_region(op, region, used, amounts)
            if found is not None:
                region.loops.append(found)
    return region


def _loop_region(
    loop: Loop, region: Region, used: set[Value], amounts: Amounts
) -> LoopRegion | None:
    """The regions of a loop of which one loop, and nothing else, reads the lists."""
    given: dict[Value, Value] = {}
    body = loop.body
    made = {v for op in body.ops for v in op.results} | set(body.params)
    ends, results = body.results[loop.carries :], loop.results[loop.carries :]
    for end, result in zip(ends, results, strict=True):
        alone = isinstance(end, Value) and end in made and ends.count(end) == 1
        if alone and result in region.kept and result not in used:
            given[result] = end  # type: ignore[assignment]
    if not given:
        return None
    second = _reader(region, [region.kept[result] for result in given])
    if second is None:
        return None
    read = {atom: k for k, (atom, _) in enumerate(second.sequences)}
    flags = {second.sequences[read[region.kept[one]]][1] for one in given}
    if len(flags) != 1:
        return None
    elements = {
        end: second.element_params[read[region.kept[one]]] for one, end in given.items()
    }
    times = region.times * amounts.trips(loop)
    inner = _region(body, second.body, elements, amounts, times)
    if _is_mirrored(loop, second):
        assert loop.index is not None
        assert second.index is not None
        inner.there[loop.index] = second.index
    lists = {end: one for one, end in given.items()}
    counts = second.bounds is None and len(second.sequences) == len(lists)
    return LoopRegion(inner, loop, second, lists, flags.pop(), counts)


def _is_mirrored(loop: Loop, second: Loop) -> bool:
    """Whether one loop runs backwards over what the other one runs over."""
    same = loop.bounds is not None and loop.bounds == second.bounds
    return same and loop.reverse != second.reverse


def _reader(region: Region, lists: list[Value]) -> Loop | None:
    """The one loop that reads some lists, each once and as a sequence; None where
    something else does."""
    found: Loop | None = None
    for op in region.backward.ops:
        uses = set(used_values(op)).intersection(lists)
        if not uses:
            continue
        if not isinstance(op, Loop) or found is not None or len(uses) != len(lists):
            return None
        sequences = [atom for atom, _ in op.sequences]
        others = {*free_values(op.body), *op.starts, *(op.bounds or ())}
        if any(sequences.count(one) != 1 or one in others for one in lists):
            return None
        found = op
    return None if set(lists) & set(region.backward.results) else found


# ------------------------------------------------------------------------ what is pure


def is_pure(op: Operation, seen: frozenset[Function] = frozenset()) -> bool:
    """Whether an operation gives the same again, to the bit, and does nothing else.

    No random number, nothing that is opaque or is called by its name, nothing that
    changes a list, no attempt that may be left by an exception.
    """
    if any(not word.startswith(_HARMLESS) for word in contexts_of(op)):
        return False
    match op:
        case Op():
            return _is_pure_primitive(op)
        case If():
            return not op.catches and _are_pure((op.then, op.orelse), seen)
        case Loop():
            return _are_pure((op.body,), seen)
        case Exit():
            return True
        case Call(function):
            plain = function.splice is None and function.hooks is None
            plain = plain and function.recursion is None and not function.itself
            if not plain or function in seen:
                return False
            return _are_pure((function.body,), seen | {function})
    return False


def _are_pure(blocks: tuple[Block, ...], seen: frozenset[Function]) -> bool:
    return all(is_pure(op, seen) for block in blocks for op in block.ops)


def _is_pure_primitive(op: Op) -> bool:
    if op.primitive in _NEVER:
        return False
    if not all(is_plain(atom.aval) for atom in op.args if isinstance(atom, Value)):
        return False
    lists = any(is_list(one.aval) for one in (*op.args, *op.results))
    return not lists or op.primitive in _READS_LIST


def is_plain(aval: AnyAval) -> bool:
    """Whether a value is made of numbers, arrays and shapes."""
    match aval:
        case SequenceAval(element):
            return is_plain(element)
        case OptionalAval(inner):
            return is_plain(inner)
        case TupleAval(parts):
            return all(map(is_plain, parts))
    return isinstance(aval, Aval | ShapeAval)


def base_of(op: Operation | None) -> Value | None:
    """The value that an operation's result is a part of, where it is no new array."""
    if not isinstance(op, Op) or not is_view(op, op.results[0]):
        return None
    base = op.args[0]
    return base if shares_storage(op) and isinstance(base, Value) else None
