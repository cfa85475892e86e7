"""Powers of Python's floats that have to be real.

Of a negative float Python makes a complex number where the exponent is no integer, and
goes on with that. Nothing after it was compiled for one: a power with a known exponent
above 0 is printed as ``math.pow``, which raises. Where a handler might catch that,
Python's own stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.types import (
    Atom,
    Block,
    If,
    Lit,
    Op,
    Value,
    blocks_of,
    definitions,
    walk,
)

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
    if op.primitive != "power" or op.phase:
        return False
    base, exponent = op.args
    known = [one.aval for one in (base, exponent) if isinstance(one.aval, Aval)]
    if len(known) < 2 or not all(aval.weak and not aval.shape for aval in known):
        return False
    # Of 0 to a negative power ``math.pow`` raises another error.
    if not isinstance(exponent, Lit) or exponent.value <= 0:
        return False
    broken = exponent.value != exponent.value // 1
    return broken and not known[0].is_complex and not _is_not_negative(base, made)


def _is_not_negative(atom: Atom, made: Mapping[Value, Op]) -> bool:
    if isinstance(atom, Lit):
        return bool(atom.value >= 0)
    op = made.get(atom) if isinstance(atom, Value) else None
    if op is None:
        return False
    args = op.args
    if op.primitive == "power" and isinstance(args[1], Lit):
        if args[1].value % 2 == 0:
            return True
        args = args[:1]
    square = op.primitive == "multiply" and args[0] is args[1]
    if square or op.primitive in _NEVER_NEGATIVE:
        return True
    found = [_is_not_negative(arg, made) for arg in args]
    if op.primitive == "maximum":
        return any(found)
    return op.primitive in _KEEPING and all(found)
