"""Powers of Python's floats that have to be real.

Of a negative float Python makes a complex number where the exponent is no integer, and
goes on with that. Nothing after it was compiled for one: a power with a known exponent
above 0 is printed as ``math.pow``, which raises. Where a handler might catch that,
Python's own stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from srcad.compiler.ir.types import (
    Atom,
    Block,
    If,
    Lit,
    Op,
    array_aval,
    blocks_of,
    walk,
)
from srcad.compiler.simplify.raising import is_of_no_negative

# Of what is not negative, neither are these.
_KEEPING = ("add", "multiply", "divide", "minimum", "power")
_NEVER_NEGATIVE = ("magnitude", "absolute")


def real_powers(body: Block) -> frozenset[Op]:
    """The powers in the forward half whose base may be negative."""
    known: set[Atom] = set()
    for op in walk(body):  # in the order in which they are done
        if isinstance(op, Op) and _is_not_negative(op, known):
            known.update(op.results)
    return frozenset(op for op in _outside(body) if _may_be_complex(op, known))


def _outside(block: Block) -> Iterator[Op]:
    """The operations of a block but for those of its attempts."""
    for op in block.ops:
        if isinstance(op, Op):
            yield op
        elif not isinstance(op, If) or not op.catches:
            for inner in blocks_of(op):
                yield from _outside(inner)


def _may_be_complex(op: Op, known: Set[Atom]) -> bool:
    # Of 0 to a negative power ``math.pow`` raises another error.
    if op.phase or not is_of_no_negative(op):
        return False
    base = array_aval(op.args[0])
    of_python = base.weak and not base.shape and not base.is_complex
    return of_python and not _is_known(op.args[0], known)


def _is_known(atom: Atom, known: Set[Atom]) -> bool:
    """Whether an operand is not negative; a complex number is neither."""
    if isinstance(atom, Lit):
        return not isinstance(atom.value, complex) and bool(atom.value >= 0)
    return atom in known


def _is_not_negative(op: Op, known: Set[Atom]) -> bool:
    """The same of what an operation gives, of what is known of its operands."""
    args = op.args
    if op.primitive == "power" and isinstance(args[1], Lit):
        if args[1].value in (2, 4, 6):
            return True
        args = args[:1]
    square = op.primitive == "multiply" and args[0] is args[1]
    if square or op.primitive in _NEVER_NEGATIVE:
        return True
    if op.primitive == "maximum":
        return any(_is_known(arg, known) for arg in args)
    return op.primitive in _KEEPING and all(_is_known(arg, known) for arg in args)
