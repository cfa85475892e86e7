"""What is added of a branch that gives zero on one side is added on the other side.

In a backward half a path that a value was not computed on gives it a zero cotangent:

    if condition:                       if condition:
        dy = ...                            dx[i] += 2.0 * ...
    else:                       =>
        dy = 0.0
    dx[i] += 2.0 * dy
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.substitution import (
    Substitution,
    replaced,
    substitute,
    with_blocks,
)
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Exit,
    If,
    Lit,
    Op,
    Operation,
    Value,
    array_aval,
    is_none,
    used_values,
)

# Zero where the argument at one of these places is, whatever the others are.
_LINEAR = {
    **dict.fromkeys(("multiply", "matmul"), (0, 1)),
    **dict.fromkeys(("divide", "negative", "sum", "astype", "present", "copy"), (0,)),
    **dict.fromkeys(("reshape", "transpose", "expand_dims", "squeeze"), (0,)),
    **dict.fromkeys(("broadcast_to", "unbroadcast", "getitem"), (0,)),
}
# Zero where both arguments are.
_BOTH = ("add", "subtract")
# So many operations may be done on either side, so as not to be on a path of one.
_MOST_TWICE = 8
# To what is at the first of these places, what is at the others is added.
_ADDING = {"add": (0, 1), "subtract": (0,), "add_at": (0,)}


def sink_additions(block: Block) -> Block:
    """The body of a function with additions moved into the branches that they depend
    on."""
    return _sunk(block, block.params)


def _sunk(block: Block, given: Collection[Value]) -> Block:
    """The same of a block of a function that is ``given`` these."""
    ops = tuple(with_blocks(op, lambda one: _sunk(one, given)) for op in block.ops)
    if any(new is not old for new, old in zip(ops, block.ops, strict=True)):
        block = replace(block, ops=ops)
    while True:
        new = _once(block, given)
        if new is None:
            return block
        block = new


def _once(block: Block, given: Collection[Value]) -> Block | None:
    zeros = zero_values(block)
    for place, op in enumerate(block.ops):
        if not isinstance(op, If) or op.catches:
            continue
        both = [(side, zero_values(side, zeros)) for side in (op.then, op.orelse)]
        alike: dict[tuple[int, ...], list[Value]] = {}
        for k, result in enumerate(op.results):
            nothing = [is_zero(side.results[k], known) for side, known in both]
            inside = any(_is_zero_inside(side, side.results[k]) for side, _ in both)
            if all(nothing) or not (any(nothing) or inside):
                continue
            adding = tuple(which for which in (0, 1) if not nothing[which])
            alike.setdefault(adding, []).append(result)
        for adding, results in alike.items():
            groups = [results, *([one] for one in results if len(results) > 1)]
            for starts in groups:
                sunk = _Sinking(block, given, zeros, place, op, starts, adding).result()
                if sunk is not None:
                    return sunk
    return None


def _is_zero_inside(block: Block, atom: Atom) -> bool:
    """Whether a branch in a block gives zero on one side."""
    for op in block.ops:
        if isinstance(op, If) and atom in op.results:
            k = op.results.index(atom)
            return any(
                is_zero(side.results[k], zero_values(side))
                or _is_zero_inside(side, side.results[k])
                for side in (op.then, op.orelse)
            )
    return False


def zero_values(block: Block, known: Collection[Value] = ()) -> set[Value]:
    """The values that are zero everywhere."""
    found = set(known)
    for op in block.ops:
        if isinstance(op, If) and op.results:
            sides = [(side.results, zero_values(side)) for side in (op.then, op.orelse)]
            for k, result in enumerate(op.results):
                ends = [(results[k], zeros) for results, zeros in sides]
                if all(is_none(end) or is_zero(end, zeros) for end, zeros in ends):
                    found.add(result)
        if isinstance(op, Op) and (
            op.primitive == "zeros_of"
            or (op.primitive == "full" and is_zero(op.args[1], found))
            or (op.primitive == "present" and op.args[0] in found)
        ):
            found.add(op.result)
    return found


def is_zero(atom: Atom, zeros: set[Value]) -> bool:
    if isinstance(atom, Lit):
        return type(atom.value) in (int, float) and atom.value == 0
    return atom in zeros


@dataclass(slots=True)
class _Sinking:
    """Results of a branch, and the operations that lead from them to sums; ``given`` is
    what the function is, ``zeros`` are the values of the block that are zero.

    ``adding`` are the sides on which they are something: one, or both where they are
    zero on a path of one of them. ``totals`` are the sums, with what they are where
    nothing is added; ``between`` is what is computed from one, before something is
    added to that. ``made`` is what makes the values of the block.
    """

    block: Block
    given: Collection[Value]
    zeros: set[Value]
    place: int
    branch: If
    starts: list[Value]
    adding: tuple[int, ...]
    moved: list[Op | If] = field(default_factory=list)
    totals: dict[Value, Atom] = field(default_factory=dict)
    between: list[Op] = field(default_factory=list)
    made: dict[Atom, Operation] = field(default_factory=dict)

    def result(self) -> Block | None:
        """The block after the change; None where it cannot be made."""
        if not self._collect() or not self.totals:
            return None
        if len(self.adding) > 1 and len(self.moved) > _MOST_TWICE:
            return None
        before = self._needed()
        while isinstance(before, Op):
            self._move_along(before)
            before = self._needed()
        if before is None:
            return None
        gone = {id(op) for op in (*before, *self.moved)}
        after = [op for op in self.block.ops[self.place + 1 :] if id(op) not in gone]
        read = {a for a in self.block.results if isinstance(a, Value)}
        read.update(value for op in after for value in used_values(op))
        made = [one for op in self.moved for one in op.results]
        sums = {*self.totals, *(op.result for op in self.between)}
        kept = [one for one in made if one in sums and one in read]
        ops = (*self.block.ops[: self.place], *before, self._branch(kept), *after)
        return replace(self.block, ops=ops)

    def _collect(self) -> bool:
        """Whether everything that reads the results leads to a sum."""
        zero = set(self.starts)
        for op in self.block.ops[self.place + 1 :]:
            if isinstance(op, Exit):
                return False
            if not zero & set(used_values(op)):
                continue
            if isinstance(op, If) and self._chooses(op, zero):
                zero.update(op.results)
                self.moved.append(op)
                continue
            if not isinstance(op, Op):
                return False
            places = [k for k, arg in enumerate(op.args) if arg in zero]
            if not self._adds(op, places):
                if not self._is_linear(op, places):
                    return False
                zero.add(op.result)
            self.moved.append(op)
        return not any(atom in zero for atom in self.block.results)

    def _chooses(self, op: If, zero: set[Value]) -> bool:
        """Whether a branch gives nothing else than what is zero where this is."""
        sides = (op.then, op.orelse)
        ends = [end for side in sides for end in side.results]
        plain = not op.catches and not any(side.ops for side in sides)
        return (
            plain
            and op.condition not in zero
            and all(end in zero or is_zero(end, self.zeros) for end in ends)
        )

    def _is_linear(self, op: Op, places: list[int]) -> bool:
        """Whether an operation gives zero where what is at these places is."""
        if op.primitive == "where":
            others = [k for k in (1, 2) if k not in places]
            return 0 not in places and all(
                is_zero(op.args[k], self.zeros) for k in others
            )
        if op.primitive in _BOTH and places == [0, 1]:
            return True
        return places in [[k] for k in _LINEAR.get(op.primitive, ())]

    def _adds(self, op: Op, places: list[int]) -> bool:
        """Whether an operation adds what is at these places to something else."""
        if op.primitive == "setitem" and self._is_clear(op.args[0], op):
            adding: tuple[int, ...] = (0,)
        else:
            adding = _ADDING.get(op.primitive, ())
        bases = [k for k in adding if k not in places]
        if len(places) != 1 or not bases or places[0] > 1:
            return False
        base = op.args[bases[0]]
        if base.aval != op.result.aval:
            return False
        known = self.totals.get(base) if isinstance(base, Value) else None
        self.totals[op.result] = base if known is None else known
        return True

    def _move_along(self, op: Op) -> None:
        """Move what is computed from a sum as well."""
        self.between.append(op)
        gone = {id(one) for one in (*self.moved, op)}
        self.moved = [
            one
            for one in self.block.ops[self.place + 1 :]
            if isinstance(one, Op | If) and id(one) in gone
        ]

    def _is_clear(self, array: Atom, op: Op) -> bool:
        """Whether an array is zero where something is written."""
        if not self.made:
            self.made = {one: op for op in self.block.ops for one in op.results}
        while array not in self.zeros:
            written = self.made.get(array)
            if not isinstance(written, Op) or not _are_apart(written, op):
                return False
            array = written.args[0]
        return True

    def _needed(self) -> list[Op] | Op | None:
        """What is computed after the branch, and is read by what is moved into it; the
        first operation of it that reads a sum that is moved."""
        moved = {one for op in self.moved for one in op.results}
        made = {
            value: op
            for op in self.block.ops[self.place :]
            for value in op.results
            if value not in moved
        }
        found: dict[int, Op] = {}

        def enter(value: Value) -> bool:
            op = made.get(value)
            if not isinstance(op, Op):
                return op is None
            found[id(op)] = op
            return all(map(enter, used_values(op)))

        # What the branch gives besides is there at the end of each side.
        known = {*self.branch.results, *moved}
        read = (value for op in self.moved for value in used_values(op))
        if not all(enter(value) for value in read if value not in known):
            return None
        for op in found.values():
            if not moved.isdisjoint(used_values(op)):
                return op if len(op.results) == 1 else None
        return [
            op
            for op in self.block.ops[self.place :]
            if isinstance(op, Op) and id(op) in found
        ]

    def _branch(self, kept: list[Value]) -> If:
        """The branch that adds up itself."""
        op = self.branch
        sides = [op.then, op.orelse]
        rest = [k for k, result in enumerate(op.results) if result not in self.starts]
        for which, side in enumerate(sides):
            ends_as = self._added if which in self.adding else self._left_out
            ops, ends = ends_as(side, kept)
            ends = [*(side.results[place] for place in rest), *ends]
            sides[which] = Block((), (*side.ops, *ops), tuple(ends))
            if which in self.adding:
                sides[which] = _sunk(sides[which], self.given)
        results = (*(op.results[place] for place in rest), *kept)
        return replace(op, then=sides[0], orelse=sides[1], results=results)

    def _added(
        self, side: Block, kept: list[Value]
    ) -> tuple[list[Operation], list[Atom]]:
        """What is done at the end of the side that something is added on."""
        mapping: Substitution = dict(
            zip(self.branch.results, side.results, strict=True)
        )
        zeros, ops = zero_values(side, self.zeros), list[Operation]()
        for one in self.moved:
            if isinstance(one, If):
                results = tuple(map(replace, one.results))
                ops.append(replace(_with(one, mapping), results=results))
                mapping.update(zip(one.results, results, strict=True))
                continue
            args = tuple(replaced(arg, mapping) for arg in one.args)
            alone = one.primitive in ("add", "subtract") and is_zero(args[0], zeros)
            if alone and args[1].aval == one.result.aval:
                if one.primitive == "add":
                    mapping[one.result] = args[1]
                    continue
                one, args = replace(one, primitive="negative"), args[1:]
            fresh = replace(one.result)
            ops.append(replace(one, args=args, results=(fresh,)))
            mapping[one.result] = fresh
        return ops, [replaced(total, mapping) for total in kept]

    def _left_out(
        self, side: Block, kept: list[Value]
    ) -> tuple[list[Operation], list[Atom]]:
        """The same of the other side: the sums are what they are without it. What was a
        new array stays one beside those that a function is given."""
        mapping: Substitution = dict(
            zip(self.branch.results, side.results, strict=True)
        )
        builder, ends = Builder(phase=self.branch.phase), list[Atom]()
        for op in self.moved:
            if isinstance(op, If):
                continue
            if op.result in self.totals:
                mapping[op.result] = replaced(self.totals[op.result], mapping)
            elif op in self.between:
                args = tuple(replaced(arg, mapping) for arg in op.args)
                mapping[op.result] = fresh = replace(op.result)
                builder.ops.append(replace(op, args=args, results=(fresh,)))
        for total in kept:
            end = replaced(total, mapping)
            is_given = end in self.given and array_aval(end).ndim > 0
            ends.append(builder.emit("copy", end) if is_given else end)
        return builder.ops, ends


def _with(op: If, mapping: Substitution) -> If:
    """A branch that reads other values."""
    then, orelse = (substitute(block, mapping) for block in (op.then, op.orelse))
    condition = replaced(op.condition, mapping)
    return replace(op, condition=condition, then=then, orelse=orelse)


def _are_apart(first: Op, second: Op) -> bool:
    """Whether two writes are at other places, which are known."""
    if first.primitive not in ("setitem", "add_at"):
        return False
    places = [one.attribute("index").entries for one in (first, second)]
    known = all(type(k) is int and k >= 0 for entries in places for k in entries)
    return known and len(places[0]) == len(places[1]) and places[0] != places[1]
