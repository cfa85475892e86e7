"""Powers of Python's floats that have to be real.

Of a negative float Python makes a complex number where the exponent is no integer, and
goes on with that. Nothing after it was compiled for one: a power with a known exponent
above 0 is printed as ``math.pow``, which raises. Where a handler might catch that,
Python's own stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from srcad.compiler.ir.types import (
    Atom,
    Block,
    If,
    Lit,
    Op,
    Value,
    array_aval,
    blocks_of,
    definitions,
    walk,
)
from srcad.compiler.simplify.raising import is_of_no_negative

# Of what is not negative, neither are these.
_KEEPING = ("add", "multiply", "divide", "minimum", "power")
_NEVER_NEGATIVE = ("magnitude", "absolute")


def real_powers(body: Block) -> frozenset[Op]:
    """The powers in the forward half whose base may be negative."""
    made = definitions(walk(body))
    return frozenset(op for op in _outside(body) if _may_be_complex(op, made))


def _outside(block: Block) -> Iterator[Op]:
    """The operations of a block but for those of its attempts."""
    for op in block.ops:
        if isinstance(op, Op):
            yield op
        elif not isinstance(op, If) or not op.catches:
            for inner in blocks_of(op):
                yield from _outside(inner)


def _may_be_complex(op: Op, made: Mapping[Value, Op]) -> bool:
    # Of 0 to a negative power ``math.pow`` raises another error.
    if op.phase or not is_of_no_negative(op):
        return False
    base = array_aval(op.args[0])
    of_python = base.weak and not base.shape and not base.is_complex
    return of_python and not _is_not_negative(op.args[0], made)


def _is_not_negative(atom: Atom, made: Mapping[Value, Op]) -> bool:
    if isinstance(atom, Lit):
        return bool(atom.value >= 0)
    op = made.get(atom) if isinstance(atom, Value) else None
    if op is None:
        return False
    args = op.args
    if op.primitive == "power" and isinstance(args[1], Lit):
        if args[1].value in (2, 4, 6):
            return True
        args = args[:1]
    square = op.primitive == "multiply" and args[0] is args[1]
    if square or op.primitive in _NEVER_NEGATIVE:
        return True
    found = [_is_not_negative(arg, made) for arg in args]
    if op.primitive == "maximum":
        return any(found)
    return op.primitive in _KEEPING and all(found)
