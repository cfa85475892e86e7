"""Arrays that may be numbers: ``total = 0`` and then ``total = total + row``.

What NumPy broadcasts has the rank of an array in the IR from the start. Printed, it is
the number that the program has, which has no attributes of an array.
"""

from __future__ import annotations

from srcad.compiler.avals import Aval
from srcad.compiler.ir import Atom, Block, If, Loop, Op, Value
from srcad.compiler.primitives import PRIMITIVES


def numbers_of(body: Block) -> frozenset[Value]:
    """The values of a function that have a rank, and may be a number of Python."""
    found: set[Value] = set()
    _enter(body, found)
    return frozenset(found)


def _enter(block: Block, found: set[Value]) -> None:
    def may_be(atom: Atom) -> bool:
        return atom in found or (isinstance(atom.aval, Aval) and not atom.aval.ndim)

    def note(value: Value, atom: Atom) -> None:
        if isinstance(value.aval, Aval) and value.aval.ndim and may_be(atom):
            found.add(value)

    for op in block.ops:
        match op:
            case Op():
                elementwise = PRIMITIVES[op.primitive].elementwise
                if elementwise and all(map(may_be, op.args)):
                    note(op.result, op.args[0])
            case If():
                for side in (op.then, op.orelse):
                    _enter(side, found)
                    for result, end in zip(op.results, side.results, strict=True):
                        note(result, end)
            case Loop():
                for param, start in zip(op.carry_params, op.starts, strict=True):
                    note(param, start)
                _enter(op.body, found)
                for k, result in enumerate(op.results[: op.carries]):
                    # Where no iteration is made.
                    note(result, op.starts[k])
