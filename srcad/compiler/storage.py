"""In-place writes: copies are put where a write would change what is still read.

In the IR an array that is written is a new value. Printed, the write happens in
place, so the old value must not be read again: neither itself, nor through a view,
nor from a list, nor by the caller that it belongs to. Where it is, a copy is made: of
a view where it is taken, of an array that a loop starts from before the loop, else of
the array before the write.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from srcad.compiler.avals import (
    AnyAval,
    Aval,
    OptionalAval,
    ResidualsAval,
    SequenceAval,
)
from srcad.compiler.builder import Builder
from srcad.compiler.index import Index, reads_view
from srcad.compiler.ir import (
    Atom,
    Block,
    Call,
    Function,
    If,
    Loop,
    Op,
    Opaque,
    Operation,
    Substitution,
    Value,
    blocks_of,
    free_values,
    substitute,
    used_values,
    walk,
    with_args,
    with_blocks,
)
from srcad.compiler.lists import GIVES_LIST
from srcad.compiler.primitives import PRIMITIVES


class Aliases:
    """Where the storage of each value may have been made.

    The origins of a value are the operations (or parameters) that may have made its
    storage; two values may share storage where they have an origin in common. What
    an earlier iteration of a loop made is another origin than what this one makes.
    """

    def __init__(self, block: Block) -> None:
        self._earlier: dict[tuple[Value, int], Value] = {}
        self._origins: dict[Value, frozenset[Value]] = {}
        # The same for lists themselves; the origins of a list are its elements'.
        self._lists: dict[Value, frozenset[Value]] = {}
        self._changed = True
        while self._changed:
            self._changed = False
            self._enter(block)
        self._members: dict[Value, list[Value]] = {}
        for value, origins in self._origins.items():
            for origin in origins:
                self._members.setdefault(origin, []).append(value)

    def origins(self, value: Value) -> frozenset[Value]:
        return self._origins.get(value, frozenset((value,)))

    def lists(self, value: Value) -> frozenset[Value]:
        return self._lists.get(value, frozenset((value,)))

    def overlap(self, first: Value, second: Value) -> bool:
        """Whether the two may share storage."""
        return bool(self.origins(first) & self.origins(second))

    def may_be(self, first: Value, second: Value) -> bool:
        """Whether one of the two may be the other, or a part of it."""
        if is_list(first.aval) and is_list(second.aval):
            return bool(self.lists(first) & self.lists(second))
        return has_storage(first.aval) and self.overlap(first, second)

    def spoils(self, written: Value, other: Value) -> bool:
        """Whether a write that gave ``written`` may change ``other``."""
        if is_list(written.aval):
            return is_list(other.aval) and bool(self.lists(written) & self.lists(other))
        return self.overlap(written, other)

    def members(self, value: Value) -> list[Value]:
        """The values that a write to this one may change, itself included."""
        if is_list(value.aval):
            others = dict.fromkeys((value, *self.lists(value), *self._lists))
            return [other for other in others if self.spoils(value, other)]
        found = {
            other: None
            for origin in sorted(self.origins(value), key=id)
            for other in (origin, *self._members.get(origin, ()))
        }
        return list(found)

    def _flow(self, target: Value, *sources: Atom) -> None:
        """The storage of ``target`` may be that of any of ``sources``."""
        if is_list(target.aval):
            self._flow_list(target, *sources)
        self._flow_elements(target, *sources)

    def _flow_list(self, target: Value, *sources: Atom) -> None:
        lists = [s for s in sources if isinstance(s, Value) and is_list(s.aval)]
        found = frozenset[Value]().union(*map(self.lists, lists))
        self._set_lists(target, found | self._lists.get(target, frozenset()))

    def _set_lists(self, target: Value, found: frozenset[Value]) -> None:
        if found != self._lists.get(target, frozenset()):
            self._lists[target] = found
            self._changed = True

    def _flow_elements(self, target: Value, *sources: Atom) -> None:
        """What is inside of ``target``, or is it, may be that of ``sources``."""
        if not has_storage(target.aval):
            return
        found = frozenset[Value]()
        for source in sources:
            if isinstance(source, Value) and has_storage(source.aval):
                found |= self.origins(source)
        self._add(target, found)

    def _add(self, target: Value, origins: frozenset[Value]) -> None:
        found = self._origins.get(target, frozenset()) | origins
        if found != self._origins.get(target, frozenset()):
            self._origins[target] = found
            self._changed = True

    def _enter(self, block: Block) -> None:
        for op in block.ops:
            if isinstance(op, Loop):
                for k, param in enumerate(op.carry_params):
                    self._flow(param, op.starts[k])
                for param, (atom, _) in zip(
                    op.element_params, op.sequences, strict=True
                ):
                    self._flow(param, atom)
            for inner in blocks_of(op):
                self._enter(inner)
            self._enter_op(op)

    def _carry(self, op: Loop, k: int, end: Atom) -> None:
        """What the next iteration starts with is what an earlier one made."""
        param = op.carry_params[k]
        if not isinstance(end, Value):
            return
        if is_list(param.aval):
            found = self._lists.get(param, frozenset())
            found |= self.of_earlier(op, self.lists(end))
            self._set_lists(param, found)
        if has_storage(param.aval):
            self._add(param, self.of_earlier(op, self.origins(end)))

    def of_earlier(self, op: Loop, origins: frozenset[Value]) -> frozenset[Value]:
        """The origins, as the iterations after this one see them."""
        inside = {v for part in walk(op.body) for v in part.results}
        return frozenset(
            self._earlier.setdefault((origin, id(op)), Value(origin.aval))
            if origin in inside and not _is_broadcast(op.body, origin)
            else origin
            for origin in origins
        )

    def _enter_op(self, op: Operation) -> None:
        match op:
            case Op() if op.primitive in _HOLDING or (
                op.primitive == "copy" and is_list(op.result.aval)
            ):
                # A new list, of the same elements; what is put into one joins them.
                self._flow_elements(op.result, *op.args)
                if is_write(op):
                    self._flow_list(op.result, op.args[0])
            case Op() if shares_storage(op):
                held = op.args if op.primitive == "residuals" else op.args[:1]
                self._flow(op.result, *held)
            case If():
                for block in (op.then, op.orelse):
                    for atom, result in zip(block.results, op.results, strict=True):
                        self._flow(result, atom)
            case Loop():
                for k, end in enumerate(op.body.results):
                    if k < op.carries:
                        self._carry(op, k, end)
                        self._flow(op.results[k], op.starts[k], end)
                    else:
                        self._flow_elements(op.results[k], end)
                        # The lists of one loop are one variable when printed.
                        self._flow_list(op.results[k], op.results[op.carries])
            case Call() | Opaque():
                for result in op.results:
                    # Its own storage, or that of an argument.
                    self._origins.setdefault(result, frozenset((result,)))
                    self._flow(result, *op.args)


def shared_storage(body: Block) -> list[tuple[int, int | Value]]:
    """The results of a function that may be the storage of a parameter (by position)
    or of a value from outside."""
    aliases = Aliases(body)
    sources: dict[int | Value, Value] = dict(enumerate(body.params))
    sources.update({value: value for value in free_values(body)})
    return [
        (place, source)
        for place, result in enumerate(body.results)
        for source, value in sources.items()
        if isinstance(result, Value) and aliases.may_be(result, value)
    ]


def is_list(aval: AnyAval) -> bool:
    """Whether a value is a list, or None at run time."""
    if isinstance(aval, OptionalAval):
        return is_list(aval.inner)
    return isinstance(aval, SequenceAval)


# Primitives whose result holds what their arguments hold (or are).
_HOLDING = (*GIVES_LIST, "list_get")


def has_storage(aval: AnyAval) -> bool:
    """Whether a value of this kind can be changed in place; numbers cannot."""
    match aval:
        case Aval():
            return aval.ndim > 0
        case SequenceAval(element):
            return has_storage(element)
        case OptionalAval(inner):
            return has_storage(inner)
        case ResidualsAval():
            return True
    return False


def is_mutable(aval: AnyAval) -> bool:
    """Whether a write may change a value of this kind."""
    return has_storage(aval) or is_list(aval)


def shares_storage(op: Op) -> bool:
    """Whether the result is, or may be, the storage of the first argument."""
    kind = PRIMITIVES[op.primitive].storage
    if kind == "view" and op.primitive == "getitem":
        index: Index = op.attribute("index")
        aval = op.result.aval
        assert isinstance(aval, Aval)
        return reads_view(index, aval.ndim, op.args[1:])
    # What is read from its end is one variable, however often that is done.
    return kind != "fresh" or op.primitive == "reversed"


def is_write(op: Operation) -> bool:
    return isinstance(op, Op) and PRIMITIVES[op.primitive].storage == "write"


@dataclass(frozen=True, slots=True)
class _Conflict:
    """A write, the blocks around it, and the values that it would spoil."""

    write: Op
    loops: tuple[Loop, ...]
    spoiled: tuple[Value, ...]


@dataclass(slots=True)
class _Finder:
    """Looks for the first write that would change what is read later."""

    aliases: Aliases
    owned_elsewhere: set[Value]
    order: dict[Value, int] = field(default_factory=dict)

    def first(
        self, block: Block, live_after: set[Value], loops: tuple[Loop, ...]
    ) -> _Conflict | None:
        live = live_after | {a for a in block.results if isinstance(a, Value)}
        after: list[set[Value]] = []
        for op in reversed(block.ops):
            after.append(set(live))
            live.update(used_values(op))
        for op, later in zip(block.ops, reversed(after), strict=True):
            if is_write(op):
                assert isinstance(op, Op)
                found = self._spoiled(op, later, loops)
                if found:
                    return _Conflict(op, loops, tuple(found))
            for inner in blocks_of(op):
                outside = set(later)
                nested = loops
                if isinstance(op, Loop):
                    outside |= set(free_values(op.body))
                    nested = (*loops, op)
                conflict = self.first(inner, outside, nested)
                if conflict is not None:
                    return conflict
        return None

    def _spoiled(
        self, op: Op, later: set[Value], loops: tuple[Loop, ...]
    ) -> list[Value]:
        array = op.args[0]
        if not isinstance(array, Value):
            return []
        recorded = self._recorded(array, loops)
        if recorded:
            return recorded
        limit = self.order[op.result]
        return [
            value
            for value in self.aliases.members(array)
            if value is not op.result
            and self.order.get(value, limit) < limit
            and (value in later or value in self.owned_elsewhere)
        ]

    def _recorded(self, array: Value, loops: tuple[Loop, ...]) -> list[Value]:
        """What earlier iterations recorded, and a write now would change."""
        if is_list(array.aval):
            return []
        return [
            end
            for loop in loops
            for end in loop.body.results[loop.carries :]
            if isinstance(end, Value)
            and has_storage(end.aval)
            and self.aliases.of_earlier(loop, self.aliases.origins(end))
            & self.aliases.origins(array)
        ]


def _number(block: Block, order: dict[Value, int]) -> None:
    for value in block.params:
        order[value] = len(order)
    for op in block.ops:
        for inner in blocks_of(op):
            _number(inner, order)
        for value in op.results:
            order[value] = len(order)


def make_writes_safe(function: Function) -> Function:
    """The function with copies, so that every write may be printed in place."""
    body = function.body
    for _ in range(10_000):
        order: dict[Value, int] = {}
        _number(body, order)
        finder = _Finder(Aliases(body), _unowned(body), order)
        conflict = finder.first(body, set(), ())
        if conflict is None:
            return replace(function, body=body)
        body = _mend(body, conflict, finder)
    raise AssertionError("writes cannot be made safe")


def _is_broadcast(block: Block, value: Value) -> bool:
    return any(
        isinstance(op, Op) and op.result is value and op.primitive == "broadcast_to"
        for op in walk(block)
    )


def _unowned(block: Block) -> set[Value]:
    """What may not be written: the caller's arrays, constants, broadcast views."""
    found = set(block.params)
    for op in walk(block):
        if isinstance(op, Loop) and len(set(op.body.results[op.carries :])) > 1:
            # Lists of tuples, of which each value is one part.
            found.update(op.results[op.carries :])
        if isinstance(op, Op) and op.primitive == "broadcast_to":
            aval = op.args[0].aval
            if isinstance(aval, Aval) and aval.ndim:
                found.add(op.result)
    return found


def _mend(body: Block, conflict: _Conflict, finder: _Finder) -> Block:
    views = _copyable_views(body, conflict)
    if views:
        return _copy_after(body, views)
    loop = _loop_to_copy_before(conflict, finder)
    if loop is not None:
        place, target = loop
        return _copy_start(body, target, place)
    return _copy_before(body, conflict.write)


def _copyable_views(body: Block, conflict: _Conflict) -> set[Value]:
    """The spoiled values that are views, taken of the array and read later."""
    made = {op.result: op for op in walk(body) if isinstance(op, Op)}
    ancestors = set()
    atom: Atom = conflict.write.args[0]
    while isinstance(atom, Value) and atom in made and shares_storage(made[atom]):
        ancestors.add(atom)
        atom = made[atom].args[0]
    views = {
        value
        for value in conflict.spoiled
        if value in made
        and PRIMITIVES[made[value].primitive].storage == "view"
        and value not in ancestors
    }
    # Where something else is spoiled as well, copies of the views are in vain.
    return views if len(views) == len(set(conflict.spoiled)) else set()


def _loop_to_copy_before(
    conflict: _Conflict, finder: _Finder
) -> tuple[int, Loop] | None:
    """The outermost loop that carries the array in from what is spoiled."""
    chosen: tuple[int, Loop] | None = None
    for loop in reversed(conflict.loops):
        inside = set(loop.body.params) | {
            v for op in walk(loop.body) for v in op.results
        }
        if any(value in inside for value in conflict.spoiled):
            break
        places = [
            k
            for k, start in enumerate(loop.starts)
            if isinstance(start, Value)
            and is_mutable(start.aval)
            and any(finder.aliases.spoils(start, value) for value in conflict.spoiled)
        ]
        if not places:
            break
        chosen = (places[0], loop)
    return chosen


def _copy_op(array: Atom, near: Operation) -> Op:
    builder = Builder(phase=near.phase, origin=near.origin)
    result = builder.emit("copy", array)
    if isinstance(array, Value):
        result.hint, result.primal = array.hint, array.primal
    (op,) = builder.ops
    assert isinstance(op, Op)
    return op


def _copy_start(block: Block, loop: Loop, place: int) -> Block:
    ops: list[Operation] = []
    for op in block.ops:
        if op is loop:
            copy = _copy_op(loop.starts[place], op)
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
            copy = _copy_op(write.args[0], op)
            result = write.result
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
                copy = _copy_op(value, op)
                copy.result.named = value.named
                value.named = False
                ops.append(copy)
                mapping[value] = copy.result
    results = tuple(
        mapping.get(a, a) if isinstance(a, Value) else a for a in block.results
    )
    return replace(block, ops=tuple(ops), results=results)
