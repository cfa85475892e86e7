"""The two halves as a plan has them: other residuals, and what is computed again."""

from __future__ import annotations

from dataclasses import replace

from srcad.compiler.differentiate.memory.choice import Plan
from srcad.compiler.differentiate.memory.regions import LoopRegion, Region
from srcad.compiler.differentiate.memory.units import Units
from srcad.compiler.ir.avals import SequenceAval
from srcad.compiler.ir.cloning import clone_op
from srcad.compiler.ir.substitution import Substitution, substitute
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Loop,
    Operation,
    Value,
    free_values,
    used_values,
)


class Rewriting:
    """Makes the blocks of a region anew, and those of the regions inside of it.

    ``mapping`` has what stands in the backward half for a value of the forward one.
    """

    def __init__(self, units: Units, plan: Plan) -> None:
        self.units = units
        self.stored = [value for unit in plan.stored for value in unit.values]
        self.again = {unit.op for unit in plan.again}
        self.order = {value: (k, 0) for value, k in units.order.items()}
        self.mapping: Substitution = {}
        # And what is handed over for it.
        self.given: dict[Value, Value] = {}

    def halves(self, region: Region) -> tuple[Block, Block, list[Value]]:
        """The blocks of a region, and the values that it keeps, in order of definition.

        The backward block has the parameters that it had; what is kept is free in it.
        """
        params = region.forward.params if region is self.units.root else ()
        self.mapping.update(region.there)
        here = [one for one in self.stored if self.units.homes[one] is region]
        for value in (*params, *here):
            self.mapping[value] = self.given[value] = self._given(region, value)
        copies = [
            clone_op(op, self.mapping) for op in region.forward.ops if op in self.again
        ]
        forward, backward = region.forward, region.backward
        lists: list[Value] = []
        for inner in region.loops:
            first, second = self._loops(inner, region)
            forward = _exchanged(forward, inner.first, first)
            backward = _exchanged(backward, inner.second, second)
            lists += first.results[first.carries :]
        other = {
            given: self.mapping[value]
            for value, given in region.kept.items()
            if value in self.mapping and self.mapping[value] is not given
        }
        backward = _placed(substitute(backward, other), copies)
        read = free_values(replace(backward, params=()))
        found = dict.fromkeys((*here, *lists))
        kept = [one for one in found if self.mapping.get(one) in read]
        kept.sort(key=self.order.__getitem__)
        arguments = [one for one in params if self.mapping[one] in read]
        return forward, backward, [*arguments, *kept]

    def _given(self, region: Region, value: Value) -> Value:
        """The parameter of the backward block that a value that is kept is."""
        found = region.kept.get(value)
        if found is None and region is self.units.root:
            return value
        return found or Value(value.aval, value.hint, value.named, source=value)

    def _loops(self, inner: LoopRegion, outer: Region) -> tuple[Loop, Loop]:
        """A loop with other lists, and the one that goes through them."""
        forward, backward, kept = self.halves(inner.region)
        if inner.counts and not kept:
            kept = [one for one in self.stored if self.units.homes[one] is inner.region]
        first, second = inner.first, inner.second
        carries = first.carries
        ends, results = list(first.body.results), list(first.results)
        dropped = set(inner.lists.values())
        pairs = [
            (end, one)
            for end, one in zip(ends[carries:], results[carries:], strict=True)
            if one not in dropped
        ]
        places = {atom: k for k, (atom, _) in enumerate(second.sequences)}
        gone = {places[outer.kept[one]] for one in dropped}
        left = [k for k in range(len(second.sequences)) if k not in gone]
        sequences = [second.sequences[k] for k in left]
        elements = [second.element_params[k] for k in left]
        for k, value in enumerate(kept):
            listed = inner.lists.get(value)
            if listed is None:
                listed = Value(SequenceAval(value.aval))
                self.order[listed] = (self.order[results[-1]][0], k + 1)
                self.units.homes[listed] = outer
            given = self._given(outer, listed)
            self.mapping[listed] = self.given[listed] = given
            pairs.append((value, listed))
            sequences.append((given, inner.backwards))
            elements.append(self.given[value])
        body = replace(forward, results=(*ends[:carries], *(end for end, _ in pairs)))
        head = len(second.body.params) - len(second.element_params)
        params = (*backward.params[:head], *elements)
        return (
            replace(
                first,
                body=body,
                results=(*results[:carries], *(one for _, one in pairs)),
            ),
            replace(
                second,
                sequences=tuple(sequences),
                body=replace(backward, params=params),
            ),
        )


def _exchanged(block: Block, op: Operation, new: Operation) -> Block:
    ops = tuple(new if one is op else one for one in block.ops)
    return replace(block, ops=ops)


def _placed(block: Block, copies: list[Operation]) -> Block:
    """Put what is computed again before the statement that reads it first."""
    first: dict[Atom, int] = {}

    def note(op: Operation, place: int) -> None:
        for value in used_values(op):
            first[value] = min(place, first.get(value, place))

    begin = 0
    for place, op in enumerate(block.ops):
        if op.origin is None or op.origin != block.ops[begin].origin:
            begin = place
        note(op, begin)
    end = len(block.ops)
    before: dict[int, list[Operation]] = {}
    for copy in reversed(copies):
        place = min((first.get(one, end) for one in copy.results), default=end)
        note(copy, place)
        before.setdefault(place, []).append(copy)
    ops: list[Operation] = []
    for place in range(end + 1):
        ops.extend(reversed(before.get(place, [])))
        ops.extend(block.ops[place : place + 1])
    return replace(block, ops=tuple(ops))
