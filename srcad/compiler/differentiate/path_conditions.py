"""Which values are None where a branch's condition selects a side.

What one side of a branch alone gives is None on the other. That is known in the block
of the branch, and in every loop that reads both the condition and the value back from
lists, in the same iteration. There a zero cotangent needs no array.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from srcad.compiler.ir.types import Atom, Block, If, Loop, Value, is_none, walk

Missing = dict[tuple[Atom, int], set[Value]]


@dataclass(slots=True)
class _Lists:
    """Where the elements of lists come from.

    ``ends`` gives the value that a list records; ``origins`` the value that an element
    was at first; ``ways`` the loop whose iterations a loop repeats, and whether it does
    so from the last.
    """

    ends: dict[Atom, tuple[Atom, Loop]] = field(default_factory=dict)
    origins: dict[Atom, Atom] = field(default_factory=dict)
    ways: dict[Loop, tuple[Loop, bool]] = field(default_factory=dict)

    def origin(self, atom: Atom) -> Atom:
        return self.origins.get(atom, atom)

    def enter(self, op: Loop) -> list[tuple[Value, tuple[Loop, bool]]]:
        """Note a loop; gives its elements, each with the iterations it is from."""
        elements: list[tuple[Value, tuple[Loop, bool]]] = []
        for element, (atom, backwards) in zip(
            op.element_params, op.sequences, strict=True
        ):
            if atom in self.ends:
                end, maker = self.ends[atom]
                root, way = self.ways[maker]
                self.origins[element] = self.origin(end)
                elements.append((element, (root, way != backwards)))
        ways = {way for _, way in elements}
        # Where the lists disagree, the loop's iterations are its own.
        self.ways[op] = ways.pop() if len(ways) == 1 else (op, False)
        for result, end in zip(op.results, op.body.results, strict=True):
            self.ends[result] = end, op
        return elements


def missing_values(body: Block) -> Missing:
    """For a condition and a side (0 where it is true), the values that are None."""
    found: Missing = {}
    known: Missing = {}
    lists = _Lists()
    for op in walk(body):
        match op:
            case If():
                for which, block in enumerate((op.then, op.orelse)):
                    pairs = zip(block.results, op.results, strict=True)
                    names = {result for atom, result in pairs if is_none(atom)}
                    found.setdefault((op.condition, which), set()).update(names)
                    origin = lists.origin(op.condition)
                    known.setdefault((origin, which), set()).update(names)
            case Loop():
                elements = lists.enter(op)
                for condition, way in elements:
                    for which in (0, 1):
                        names = known.get((lists.origin(condition), which), set())
                        found[condition, which] = {
                            element
                            for element, other in elements
                            if other == way and lists.origin(element) in names
                        }
    return found
