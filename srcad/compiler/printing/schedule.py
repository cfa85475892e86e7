"""What is printed as a statement, and what is folded into the expression that uses it.

A value that is used once, by the same statement of the user's, and that has no name
of its own becomes part of a larger expression; sizes, transposes and the like always
do. Lists that a loop produces become one ``append`` of a tuple, as early as its parts
are known.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TypeAlias

from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.lists import POPS
from srcad.compiler.ir.origins import Origin
from srcad.compiler.ir.sharing import Aliases, is_list, is_mutable, is_write, written
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Exit,
    Function,
    If,
    Loop,
    Op,
    Opaque,
    Operation,
    Value,
    array_aval,
    blocks_of,
    contexts_of,
    direct_args,
    used_values,
)
from srcad.compiler.printing.order import handed_round
from srcad.compiler.printing.packing import returned_lists
from srcad.compiler.printing.raising_order import RaisingOrder

# Printed in their place however often they are used.
_ALWAYS = ("make_shape", "shape", "prod_of", "size_of", "present", "is_none")
# Those that do not make an expression longer to read.
_FREE = (*_ALWAYS, "transpose")
_CHEAP_WORDS = ("transpose", "expand_dims", "squeeze", "not", "arange")
# What an element that a list loses is a part of: `dh + dhs.pop()`.
_TAKING = ("add", "copy")
_MOST_OPERATIONS = 8


@dataclass(frozen=True, slots=True, eq=False)
class Append:
    """Record ``atoms`` in the lists ``lists`` (which are one list of tuples)."""

    lists: tuple[Value, ...]
    atoms: tuple[Atom, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Unpack:
    """Take the residuals of a call apart: ``results`` are those at ``places``."""

    args: tuple[Atom, ...]
    places: tuple[int, ...]
    results: tuple[Value, ...]
    origin: Origin | None


Item: TypeAlias = Operation | Append | Unpack


@dataclass(slots=True)
class Schedule:
    """``folded`` maps a value to the operation that is printed in its place; ``unread``
    are elements that a list loses, and results beside others, that nobody gets;
    ``counts`` says how often a value is read;
    ``returned`` are lists that are variables of their own."""

    folded: dict[Value, Op] = field(default_factory=dict)
    items: dict[Block, list[Item]] = field(default_factory=dict)
    apart: Set[Value] = frozenset()
    returned: Set[Value] = frozenset()
    unread: set[Value] = field(default_factory=set)
    counts: Mapping[Value, int] = field(default_factory=dict)

    def atoms(self, *atoms: Atom) -> dict[Value, None]:
        """The values that are read when these atoms are printed."""
        found: dict[Value, None] = {}
        for atom in atoms:
            if isinstance(atom, Value):
                op = self.folded.get(atom)
                if op is None:
                    found[atom] = None
                else:
                    found.update(self.atoms(*op.args))
        return found

    def pops(self, *atoms: Atom) -> list[Op]:
        """The lists that lose an element when these atoms are printed."""
        ops = (self.folded.get(atom) for atom in atoms if isinstance(atom, Value))
        return [pop for op in ops if op is not None for pop in self.pops_of(op)]

    def pops_of(self, op: Op) -> list[Op]:
        """The same for the expression of an operation."""
        inside = self.pops(*op.args)
        return [*inside, op] if op.primitive == "list_pop" else inside

    def bound(self, item: Operation | Unpack) -> tuple[Value, ...]:
        """The values that are there when an item has been printed."""
        results = tuple(value for value in item.results if value not in self.unread)
        if not isinstance(item, Op):
            return results
        return (*results, *(written(pop) for pop in self.pops(*item.args)))


@dataclass(slots=True)
class _Uses:
    body: Block
    counts: dict[Value, int] = field(default_factory=dict)
    users: dict[Value, tuple[Block, int]] = field(default_factory=dict)
    stops: dict[Atom, Loop] = field(default_factory=dict)
    round: set[Value] = field(default_factory=set)
    written: set[Atom] = field(default_factory=set)
    writes: dict[Block, list[tuple[int, list[Value]]]] = field(default_factory=dict)

    def enter(self, block: Block) -> None:
        for place, op in enumerate(block.ops):
            for atom in direct_args(op):
                self._use(atom, block, place)
            if is_write(op):
                self.written.add(direct_args(op)[0])
            for inner in blocks_of(op):
                self.enter(inner)
            if isinstance(op, Loop):
                self.round |= handed_round(op)
            if isinstance(op, Loop) and op.stop is not None:
                self._use(op.stop, op.body, len(op.body.ops))
                self.stops[op.stop] = op
        for atom in block.results:
            self._use(atom, block, len(block.ops))
        changes = ((place, self._changed(op)) for place, op in enumerate(block.ops))
        self.writes[block] = [one for one in changes if one[1]]

    def _changed(self, op: Operation) -> list[Value]:
        """What an operation, or one inside of it, writes."""
        if is_write(op) and isinstance(op, Op):
            return [written(op)]
        blocks = blocks_of(op)
        return [one for b in blocks for _, some in self.writes[b] for one in some]

    def has_writes(self, block: Block) -> bool:
        return any(is_write(block.ops[place]) for place, _ in self.writes[block])

    def arrays_written(self) -> list[Value]:
        """The values that a write changes, but for lists."""
        values = (one for one in self.written if isinstance(one, Value))
        return [one for one in values if not is_list(one.aval)]

    def _use(self, atom: Atom, block: Block, place: int) -> None:
        if isinstance(atom, Value):
            self.counts[atom] = self.counts.get(atom, 0) + 1
            self.users[atom] = (block, place)


@dataclass(slots=True, init=False)
class Scheduling:
    """What is known of a function whatever is folded in it."""

    function: Function
    uses: _Uses
    aliases: Aliases
    order: RaisingOrder

    def __init__(self, function: Function, awaited: bool = False) -> None:
        self.function = function
        self.order = RaisingOrder.of(function, awaited)
        self.uses = _Uses(function.body)
        self.uses.enter(function.body)
        self.aliases = Aliases(function.body)

    def plan(self, apart: Set[Value] = frozenset()) -> Schedule:
        """Decide what is folded, and where lists are appended to.

        ``apart`` are values that are to be statements of their own where possible.
        """
        while True:
            returned, counts = returned_lists(self.function), self.uses.counts
            plan = Schedule(apart=apart, returned=returned, counts=counts)
            _fold_block(self.function.body, plan, self.uses, self.aliases)
            late = self.order.late(plan.folded)
            if late <= apart:
                break
            apart = apart | late
        _itemise(self.function.body, plan, None)
        return plan


def _fold_block(block: Block, plan: Schedule, uses: _Uses, aliases: Aliases) -> None:
    for place, op in enumerate(block.ops):
        for inner in blocks_of(op):
            _fold_block(inner, plan, uses, aliases)
        if not isinstance(op, Op):
            continue
        if op.primitive in POPS and op.results[0] not in uses.counts:
            plan.unread.add(op.results[0])
        elif len(op.results) > 1 and not is_write(op):
            plan.unread.update(one for one in op.results if one not in uses.counts)
        elif _folds(block, place, op, plan, uses, aliases):
            plan.folded[op.results[0]] = op


def _pops_in_place(
    block: Block, place: int, op: Op, plan: Schedule, uses: _Uses, aliases: Aliases
) -> bool:
    """Whether the lists that an expression takes elements off may lose them where it is
    read: once, by a sum or a copy that is a variable, with nothing before that looks at
    these lists."""
    lists = [written(pop) for pop in plan.pops_of(op)]
    if not lists:
        return True
    value = op.results[0]
    home = _reader(block, value, uses) if uses.counts.get(value) == 1 else None
    reader = block.ops[home] if home is not None and home < len(block.ops) else None
    if home is None or not isinstance(reader, Op) or reader.primitive not in _TAKING:
        return False
    if not reader.result.named and reader.result.primal is None:
        return False
    later = block.ops[place + 1 : home + 1]
    read = {v for one in later for v in used_values(one)} - {value}
    return not any(
        is_list(one.aval) and any(aliases.may_be(one, xs) for xs in lists)
        for one in read
    )


def _folds(
    block: Block, place: int, op: Op, plan: Schedule, uses: _Uses, aliases: Aliases
) -> bool:
    value = op.results[0]
    if not _pops_in_place(block, place, op, plan, uses, aliases):
        return False
    if op.primitive == "constant":
        # Each place where it is folded makes an array of its own: none may be written.
        if value.named and array_aval(value).ndim and uses.counts.get(value, 0) > 1:
            return False
        return not any(aliases.overlap(one, value) for one in uses.arrays_written())
    if op.primitive in ("present", "make_shape", "is_none"):
        return value not in plan.apart
    if op.primitive == "residual":
        return False
    if op.primitive == "residuals" and uses.counts.get(value) == 1:
        return True
    if op.primitive in _ALWAYS and not value.named:
        return True
    count = uses.counts.get(value, 0)
    if (is_write(op) and op.primitive != "list_pop") or count == 0:
        return False
    if value in plan.apart or value in uses.written:
        return False
    if value in uses.round and _size(op, plan) < _MOST_OPERATIONS:
        return not _crosses(block, place, value, uses, aliases, op, plan)
    if op.primitive == "reversed" and value in plan.returned and count == 1:
        return _reader(block, value, uses) == len(block.ops)
    if value.named:
        return False
    if _is_index_arithmetic(op) and not _crosses(
        block, place, value, uses, aliases, op, plan
    ):
        return True
    still = not uses.has_writes(block) or _is_view_of_unwritten(op, plan, uses, aliases)
    if op.primitive in _CHEAP_WORDS and still:
        if count == 1 or _is_plain_transpose(op, plan):
            return _reader(block, value, uses) is not None or count > 1
    if count != 1 or (_is_cotangent(value) and not _is_partial_sum(op, block, uses)):
        return False
    if value.hint and _size(op, plan, _FREE if op.phase else _ALWAYS) > 2:
        return False
    home = _reader(block, value, uses)
    if home is None:
        return False
    if op.primitive == "full" and home == len(block.ops):
        # A cotangent of zeros is returned, and a number handed on, as it is.
        return block is uses.body or not array_aval(value).shape
    if value in uses.stops:
        if changed_before_test(uses.stops[value], plan.atoms(*op.args)):
            return False
        return not _crosses(block, place, value, uses, aliases, op, plan)
    return _same_statement(op, block, home, plan) and not _crosses(
        block, place, value, uses, aliases, op, plan
    )


def _is_cotangent(value: Value) -> bool:
    """Whether a value has a name as the cotangent of what the user named."""
    return value.primal is not None and value.primal.named


def _is_partial_sum(op: Op, block: Block, uses: _Uses) -> bool:
    """Whether a cotangent is only added to, by the same statement, to be complete; or
    copied, to be written."""
    place = _reader(block, op.results[0], uses)
    reader = block.ops[place] if place is not None and place < len(block.ops) else None
    return (
        isinstance(reader, Op)
        and reader.primitive in ("add", "subtract", "copy")
        and reader.origin == op.origin
        and reader.result.primal is op.results[0].primal
    )


def changed_before_test(loop: Loop, read: Iterable[Value]) -> bool:
    """Whether a loop carries on something else than what its ``stop`` reads.

    What is carried is assigned at the end of the body, and then it is left or not.
    """
    pairs = zip(loop.carry_params, loop.body.results, strict=False)
    changing = {param for param, result in pairs if result is not param}
    return any(value in changing for value in read)


def _is_plain_transpose(op: Op, plan: Schedule) -> bool:
    """Whether an operation only transposes: nothing is computed each time."""
    source = op.args[0]
    made = plan.folded.get(source) if isinstance(source, Value) else None
    return op.primitive == "transpose" and (made is None or not is_separable(made))


def _is_view_of_unwritten(
    op: Op, plan: Schedule, uses: _Uses, aliases: Aliases
) -> bool:
    """Whether an operation transposes what no write may change: what is computed in its
    place might have to be computed before one."""
    if op.primitive != "transpose" or op.args[0] in plan.folded:
        return False
    return not any(aliases.overlap(one, op.result) for one in uses.arrays_written())


def is_separable(op: Op) -> bool:
    """Whether an operation that is folded could be a statement of its own."""
    if op.primitive in (*_ALWAYS, *_CHEAP_WORDS, "constant", "negative"):
        return False
    return not _is_index_arithmetic(op)


def _is_index_arithmetic(op: Op) -> bool:
    aval = op.results[0].aval
    return (
        op.primitive in ("add", "subtract", "multiply", "negative")
        and isinstance(aval, Aval)
        and aval.weak
        and aval.dtype == "int64"
    )


def _reader(block: Block, value: Value, uses: _Uses) -> int | None:
    """Where in the same block the value is used; None if inside another block."""
    user, place = uses.users[value]
    return place if user is block else None


def _same_statement(op: Op, block: Block, place: int, plan: Schedule) -> bool:
    if place >= len(block.ops):
        return False
    reader = block.ops[place]
    if isinstance(reader, Loop):
        return _size(op, plan) <= 3 and contexts_of(reader) == contexts_of(op)
    if isinstance(reader, If | Exit):
        return reader.origin == op.origin and _size(op, plan) <= _MOST_OPERATIONS
    if isinstance(reader, Opaque):
        return reader.origin == op.origin
    if isinstance(reader, Call):
        return reader.origin == op.origin and _size(op, plan) <= 3
    return reader.origin == op.origin and _size(op, plan, _FREE) < _MOST_OPERATIONS


def _size(op: Op, plan: Schedule, free: tuple[str, ...] = _ALWAYS) -> int:
    """How many operations the expression would hold, but for the ``free`` ones."""
    return 1 + sum(
        _size(plan.folded[arg], plan, free)
        for arg in op.args
        if isinstance(arg, Value)
        and arg in plan.folded
        and plan.folded[arg].primitive not in free
    )


def _crosses(
    block: Block,
    place: int,
    value: Value,
    uses: _Uses,
    aliases: Aliases,
    op: Op,
    plan: Schedule,
) -> bool:
    """Whether something between the definition and the use writes what it reads."""
    home = _reader(block, value, uses)
    read = [arg for arg in plan.atoms(*op.args) if is_mutable(arg.aval)]
    if not read:
        return False
    stop = len(block.ops) if home is None else home
    writes = uses.writes[block]
    for where, values in writes[bisect_right(writes, place, key=itemgetter(0)) :]:
        if where >= stop:
            break
        if any(aliases.spoils(v, arg) for v in values for arg in read):
            return True
    return False


def _itemise(block: Block, plan: Schedule, loop: Loop | None) -> None:
    items: list[Item] = []
    for op in block.ops:
        if isinstance(op, Op) and op.primitive == "residual":
            items.append(_joined(op, items))
        elif not (isinstance(op, Op) and op.results[0] in plan.folded):
            items.append(op)
    for op in block.ops:
        for inner in blocks_of(op):
            _itemise(inner, plan, op if isinstance(op, Loop) else None)
    if loop is not None and len(loop.results) > loop.carries:
        for append in [*appends(loop, block, plan)][::-1]:
            items.insert(_append_place(items, append, plan), append)
    plan.items[block] = items


def appends(loop: Loop, block: Block, plan: Schedule) -> Iterator[Append]:
    """What is recorded in an iteration: a list of tuples, and what is returned."""
    pairs = zip(
        loop.results[loop.carries :], block.results[loop.carries :], strict=True
    )
    together: list[tuple[Value, Atom]] = []
    for value, atom in pairs:
        if value in plan.returned:
            yield Append((value,), (atom,))
        else:
            together.append((value, atom))
    if together:
        lists, atoms = zip(*together, strict=True)
        yield Append(lists, atoms)


def _joined(op: Op, items: list[Item]) -> Unpack:
    """The reading of one residual, with those just before it."""
    last = items[-1] if items else None
    places, results = (op.attribute("place"),), op.results
    if isinstance(last, Unpack) and last.args == op.args:
        items.pop()
        places, results = (*last.places, *places), (*last.results, *results)
    return Unpack(op.args, places, results, op.origin)


def _append_place(items: list[Item], append: Append, plan: Schedule) -> int:
    """The first place where all is known and no exit follows."""
    needed = plan.atoms(*append.atoms)
    place = 0
    for k, item in enumerate(items):
        if isinstance(item, Append):
            continue
        if isinstance(item, Exit) or any(v in needed for v in item.results):
            place = k + 1
    return place
