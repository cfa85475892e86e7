"""In-place writes: copies are put where a write would change what is still read.

In the IR an array that is written is a new value. Printed, the write happens in
place, so the old value must not be read again: neither itself, nor through a view,
nor from a list, nor by the caller that it belongs to. Where it is, a copy is made: of
a view where it is taken, of an array that a loop starts from before the loop, else of
the array before the write.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from srcad.compiler.ir.lists import GIVES_LIST
from srcad.compiler.ir.sharing import (
    Aliases,
    depth,
    has_storage,
    is_broadcast_view,
    is_list,
    is_mutable,
    is_view,
    is_write,
    shares_storage,
    written,
)
from srcad.compiler.ir.substitution import (
    Substitution,
    substitute,
    with_args,
    with_blocks,
)
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Function,
    Loop,
    Op,
    Operation,
    Value,
    blocks_of,
    bound_values,
    definitions,
    direct_args,
    free_values,
    operations,
    used_values,
    walk,
)
from srcad.compiler.printing.overlaps import copy_of, without_overlaps


@dataclass(frozen=True, slots=True)
class _Conflict:
    """A write, the blocks around it, and the values that it would spoil."""

    write: Op
    loops: tuple[Loop, ...]
    spoiled: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Later:
    """The values that are read after a place in a block: there, by ``last`` (where each
    value is read last), or ``around`` the block; ``again`` are those that the next
    iteration of a loop reads."""

    last: dict[Value, int]
    place: int
    around: Later | None
    again: frozenset[Value] = frozenset()

    @classmethod
    def of(cls, block: Block, around: Later | None) -> Later:
        """What is read after the first operation of a block."""
        last: dict[Value, int] = {}
        for place, op in enumerate(block.ops):
            last.update(dict.fromkeys(used_values(op), place))
        results = (atom for atom in block.results if isinstance(atom, Value))
        last.update(dict.fromkeys(results, len(block.ops)))
        return cls(last, 0, around)

    def __contains__(self, value: Value) -> bool:
        if self.last.get(value, -1) > self.place or value in self.again:
            return True
        return self.around is not None and value in self.around

    def without(self, value: Value) -> Later:
        """The same, but for what this block reads of a value."""
        last = {other: k for other, k in self.last.items() if other is not value}
        return replace(self, last=last)


# An operation, its block and place there, what is read after it, the loops around it,
# and what is read after the block.
Visit = tuple[Operation, Block, int, Later, tuple[Loop, ...], Later | None]


@dataclass(slots=True)
class Finder:
    """Looks for writes that would change what is read later."""

    aliases: Aliases
    owned_elsewhere: set[Value]
    broadcast_views: set[Value]
    own_lists: frozenset[Value]
    repeated: frozenset[Value]
    order: dict[Value, int] = field(default_factory=dict)
    known_put_backs: dict[Block, list[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, body: Block, own_lists: frozenset[Value]) -> Finder:
        """One that knows what may share storage in a body."""
        order: dict[Value, int] = {}
        _number(body, order)
        broadcast_views = {op.results[0] for op in walk(body) if is_broadcast_view(op)}
        aliases = Aliases(body)
        again = _repeated(body, aliases)
        return cls(aliases, _unowned(body), broadcast_views, own_lists, again, order)

    def first(self, body: Block) -> _Conflict | None:
        """The first write of a body that is not safe."""
        for op, block, k, later, loops, live_after in self.visits(body, None, ()):
            if is_write(op):
                assert isinstance(op, Op)
                own = _put_back(block, k, self.put_backs(block))
                if own is not None and own not in self.owned_elsewhere:
                    if live_after is None or own not in live_after:
                        later = later.without(own)
                found = self.spoiled(op, later, loops)
                if found:
                    return _Conflict(op, loops, tuple(found))
        return None

    def put_backs(self, block: Block) -> list[int]:
        """Where a block puts back what it has changed in place."""
        if block not in self.known_put_backs:
            self.known_put_backs[block] = _put_backs(block)
        return self.known_put_backs[block]

    def visits(
        self, block: Block, live_after: Later | None, loops: tuple[Loop, ...]
    ) -> Iterator[Visit]:
        """All operations, in order."""
        reads = Later.of(block, live_after)
        for k, op in enumerate(block.ops):
            later = replace(reads, place=k)
            yield op, block, k, later, loops, live_after
            for inner in blocks_of(op):
                outside, nested = later, loops
                if isinstance(op, Loop):
                    outside = replace(later, again=frozenset(free_values(op.body)))
                    nested = (*loops, op)
                yield from self.visits(inner, outside, nested)

    def spoiled(self, op: Op, later: Later, loops: tuple[Loop, ...]) -> list[Value]:
        """What a write would change that is read ``later``, or is somebody else's."""
        array = op.args[0]
        if not isinstance(array, Value):
            return []
        recorded = self._recorded(array, loops)
        if recorded:
            return recorded
        limit = self.order[op.results[-1]]
        broadcast = self.broadcast_views & self.aliases.origins(array)
        own = self.own_lists if is_list(array.aval) else frozenset()
        foreign = self.owned_elsewhere - own
        return [
            value
            for value in self.aliases.members(array)
            if value not in op.results
            and (
                value in broadcast
                or (
                    self.order.get(value, limit) < limit
                    and (value in later or value in foreign)
                )
            )
        ]

    def _recorded(self, array: Value, loops: tuple[Loop, ...]) -> list[Value]:
        """What earlier iterations recorded, or later ones go through once more, and a
        write now would change."""
        if is_list(array.aval):
            return []
        again = self.repeated & self.aliases.origins(array)
        if again:
            elements = [param for loop in loops for param in loop.element_params]
            if any(again & self.aliases.origins(param) for param in elements):
                return [array]
        return [
            end
            for loop in loops
            for end in loop.body.results[loop.carries :]
            if isinstance(end, Value)
            and has_storage(end.aval)
            and self.aliases.of_earlier(loop, self.aliases.origins(end))
            & self.aliases.origins(array)
        ]


def _repeated(body: Block, aliases: Aliases) -> frozenset[Value]:
    """What stands in a list that a loop records more than once: what is not made in
    each of its iterations, or a view of that."""
    found: set[Value] = set()
    for loop in operations(body, Loop):
        bound, made = bound_values(loop.body), definitions(loop.body.ops)
        for end in loop.body.results[loop.carries :]:
            while isinstance(end, Value) and end in made and is_view(made[end], end):
                end = made[end].args[0]
            if isinstance(end, Value) and end not in bound and has_storage(end.aval):
                found |= aliases.origins(end)
    return frozenset(found)


def _put_back(block: Block, k: int, put_backs: list[int]) -> Value | None:
    """``xs`` where the operation at ``k`` changes ``xs[i]``, which is put back there,
    at one of ``put_backs``.

    Nothing else may read ``xs`` after the change.
    """
    changed = block.ops[k].results[-1]
    places = [place for place in put_backs if place > k]
    if not places or not is_list(changed.aval):
        return None
    writes = {
        op.args[0]: written(op)
        for op in block.ops
        if isinstance(op, Op) and is_write(op)
    }
    for place in places:
        xs, x, *_ = direct_args(block.ops[place])
        last: Atom = changed
        while last is not x and last in writes:
            last = writes[last]
        if last is not x:
            continue
        assert isinstance(xs, Value)
        others = (*block.ops[k + 1 : place], *block.ops[place + 1 :])
        read = any(xs in used_values(one) for one in others)
        return None if read or xs in block.results else xs
    return None


def _put_backs(block: Block) -> list[int]:
    """Where a block has ``xs[i] = x`` of what ``xs[i]`` has become in place."""
    found = [
        place
        for place, op in enumerate(block.ops)
        if isinstance(op, Op) and op.primitive == "list_set" and is_list(op.result.aval)
    ]
    if not found:
        return []
    made = definitions(block.ops)
    return [
        place for place in found if _is_put_back(direct_args(block.ops[place]), made)
    ]


def _is_put_back(args: tuple[Atom, ...], made: Mapping[Value, Op]) -> bool:
    xs, x, place = args
    read = made.get(x) if isinstance(x, Value) and is_list(x.aval) else None
    while read is not None and is_write(read):
        source = read.args[0]
        read = made.get(source) if isinstance(source, Value) else None
    return (
        read is not None and read.primitive == "list_get" and read.args == (xs, place)
    )


def _without_put_backs(block: Block) -> Block:
    """What was changed in place, and stands in a list, need not be put there again."""
    ops: list[Operation] = []
    put_backs = _put_backs(block)
    for place, op in enumerate(block.ops):
        if place in put_backs:
            assert isinstance(op, Op)
            ops.append(replace(op, primitive="list_keep"))
        else:
            ops.append(with_blocks(op, _without_put_backs))
    return replace(block, ops=tuple(ops))


def _number(block: Block, order: dict[Value, int]) -> None:
    for value in block.params:
        order[value] = len(order)
    for op in block.ops:
        for inner in blocks_of(op):
            _number(inner, order)
        for value in op.results:
            order[value] = len(order)


def make_writes_safe(
    function: Function, own_lists: frozenset[Value] = frozenset()
) -> Function:
    """The function with copies, so that every write may be printed in place.

    ``own_lists`` are parameters that are lists made for it: of elements that are the
    caller's, but lists that nobody else has.
    """
    body = without_overlaps(function.body)
    tried: set[Value] = set()
    for _ in range(10_000):
        finder = Finder.of(body, own_lists)
        conflict = finder.first(body)
        if conflict is None:
            return replace(function, body=_without_put_backs(body))
        body = _mend(body, conflict, finder, tried)
    raise AssertionError("writes cannot be made safe")


def _unowned(block: Block) -> set[Value]:
    """What may not be written: the caller's arrays, and lists that share a variable."""
    found = set(block.params)
    for op in walk(block):
        if isinstance(op, Loop) and len(set(op.body.results[op.carries :])) > 1:
            # Lists of tuples, of which each value is one part.
            found.update(op.results[op.carries :])
    return found


def _mend(body: Block, conflict: _Conflict, finder: Finder, tried: set[Value]) -> Block:
    views = _copyable_views(body, conflict)
    if views:
        return _copy_after(body, views)
    taken = _taken_out(body, conflict, finder.aliases) - tried
    if taken:
        tried |= taken
        return _copy_after(body, taken)
    if written(conflict.write) not in tried:
        # It may be in there in another way as well.
        tried.add(written(conflict.write))
        copied = _copied_in(body, conflict, finder.aliases)
        if copied is not None and _is_mended(copied, conflict, finder.own_lists):
            return copied
    loop = _loop_to_copy_before(conflict, finder, tried)
    if loop is not None:
        place, target = loop
        tried.add(target.carry_params[place])
        return _copy_start(body, target, place)
    return _copy_before(body, conflict.write)


def _is_mended(body: Block, conflict: _Conflict, own_lists: frozenset[Value]) -> bool:
    """Whether the first write of a body that is not safe is another one by now."""
    found = Finder.of(body, own_lists).first(body)
    return found is None or written(found.write) is not written(conflict.write)


def _taken_out(body: Block, conflict: _Conflict, aliases: Aliases) -> set[Value]:
    """The lists that were taken out of a list that a change of them would spoil: they
    may stand in it a second time."""
    array = conflict.write.args[0]
    if not isinstance(array, Value) or not is_list(array.aval):
        return set()
    if any(depth(value.aval) <= depth(array.aval) for value in conflict.spoiled):
        return set()
    changed = aliases.lists(array)
    pops = (op.results for op in walk(body) if isinstance(op, Op) and is_write(op))
    taken = (element for element, *rest in pops if rest and is_list(element.aval))
    return {element for element in taken if aliases.lists(element) & changed}


def _copied_in(body: Block, conflict: _Conflict, aliases: Aliases) -> Block | None:
    """The body with copies of a list put into what a change of it would spoil; None
    where it is not so that they meet."""
    array = conflict.write.args[0]
    if not isinstance(array, Value) or not is_list(array.aval):
        return None
    changed = aliases.lists(array)
    if any(aliases.lists(value) & changed for value in conflict.spoiled):
        return None

    def is_put(op: Op, arg: Value) -> bool:
        return (
            op.primitive in GIVES_LIST
            and is_list(arg.aval)
            and depth(arg.aval) == depth(op.results[-1].aval) - 1
            and bool(aliases.lists(arg) & changed)
        )

    found: list[Op] = []

    def copied(block: Block) -> Block:
        ops: list[Operation] = []
        put_backs = _put_backs(block)
        for place, op in enumerate(block.ops):
            if isinstance(op, Op) and place not in put_backs:
                mapping: Substitution = {}
                for arg in op.args:
                    if isinstance(arg, Value) and is_put(op, arg):
                        copy = copy_of(arg, op)
                        copy.result.hint, copy.result.primal = "", None
                        found.append(copy)
                        ops.append(copy)
                        mapping[arg] = copy.result
                op = with_args(op, mapping)
            ops.append(with_blocks(op, copied))
        return replace(block, ops=tuple(ops))

    result = copied(body)
    return result if found else None


def _copyable_views(body: Block, conflict: _Conflict) -> set[Value]:
    """The spoiled values that are views, taken of the array and read later."""
    made = definitions(walk(body))
    ancestors = set()
    atom: Atom = conflict.write.args[0]
    while isinstance(atom, Value) and atom in made and shares_storage(made[atom]):
        ancestors.add(atom)
        atom = made[atom].args[0]
    views = {
        value
        for value in conflict.spoiled
        if value in made and is_view(made[value], value) and value not in ancestors
    }
    # Where something else is spoiled as well, copies of the views are in vain.
    return views if len(views) == len(set(conflict.spoiled)) else set()


def _loop_to_copy_before(
    conflict: _Conflict, finder: Finder, tried: set[Value]
) -> tuple[int, Loop] | None:
    """The outermost loop that carries the array in from what is spoiled; what is
    ``tried`` comes from elsewhere as well."""
    chosen: tuple[int, Loop] | None = None
    for loop in reversed(conflict.loops):
        inside = {*loop.body.params, *(v for op in walk(loop.body) for v in op.results)}
        if any(value in inside for value in conflict.spoiled):
            break
        places = [
            k
            for k, start in enumerate(loop.starts)
            if isinstance(start, Value)
            and is_mutable(start.aval)
            and loop.carry_params[k] not in tried
            and any(finder.aliases.spoils(start, value) for value in conflict.spoiled)
        ]
        if not places:
            break
        chosen = (places[0], loop)
    return chosen


def _copy_start(block: Block, loop: Loop, place: int) -> Block:
    ops: list[Operation] = []
    for op in block.ops:
        if op is loop:
            copy = copy_of(loop.starts[place], op)
            param = loop.carry_params[place]
            copy.result.hint, copy.result.named = param.hint, param.named
            copy.result.primal = param.primal
            starts = list(loop.starts)
            starts[place] = copy.result
            ops.extend((copy, replace(loop, starts=tuple(starts))))
        else:
            ops.append(with_blocks(op, lambda inner: _copy_start(inner, loop, place)))
    return replace(block, ops=tuple(ops))


def _copy_before(block: Block, write: Op) -> Block:
    ops: list[Operation] = []
    for op in block.ops:
        if op is write:
            copy = copy_of(write.args[0], op)
            result = written(write)
            copy.result.hint, copy.result.named = result.hint, result.named
            copy.result.primal = result.primal
            ops.extend((copy, replace(write, args=(copy.result, *write.args[1:]))))
        else:
            ops.append(with_blocks(op, lambda inner: _copy_before(inner, write)))
    return replace(block, ops=tuple(ops))


def _copy_after(block: Block, views: set[Value]) -> Block:
    """Every one of ``views`` is copied where it is taken, and the copy is used."""
    ops: list[Operation] = []
    mapping: Substitution = {}
    for op in block.ops:
        op = with_blocks(op, lambda inner: _copy_after(inner, views))
        op = with_args(with_blocks(op, lambda b: substitute(b, mapping)), mapping)
        ops.append(op)
        for value in op.results:
            if value in views:
                copy = copy_of(value, op)
                copy.result.named = value.named
                value.named = False
                ops.append(copy)
                mapping[value] = copy.result
    results = tuple(
        mapping.get(a, a) if isinstance(a, Value) else a for a in block.results
    )
    return replace(block, ops=tuple(ops), results=results)
