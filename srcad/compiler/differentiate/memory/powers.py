"""Powers whose last bit depends on how they are printed.

``x ** 3`` of a derivative is printed as ``x * x * x`` where ``x`` is a variable, and as
a power where it is an expression; ``float(np.exp(x))`` as ``math.exp(x)`` where NumPy's
result is no variable. What is kept is one. So that other residuals give the same bits,
the products are written out where there were some, and what remains in doubt is left as
it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from srcad.compiler.ir.costs import is_cheap
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.substitution import with_blocks
from srcad.compiler.ir.types import (
    Block,
    Lit,
    Op,
    Operation,
    Value,
    array_aval,
    blocks_of,
    definitions,
    direct_args,
    walk,
)


def is_delicate(op: Operation, made: dict[Value, Op]) -> bool:
    """Whether it depends on what else is kept how an operation is printed."""
    base = op.args[0] if isinstance(op, Op) and op.args else None
    if not isinstance(op, Op) or not isinstance(base, Value) or base.named:
        return False
    if base not in made:
        return False
    if op.primitive == "float":
        return bool(PRIMITIVES[made[base].primitive].math)
    power = op.args[1] if op.primitive == "power" else None
    # A cube of the program is a power wherever it stands.
    doubtful = (2,) * base.aval.weak + (3,) * bool(op.phase)
    return isinstance(power, Lit) and power.value in doubtful


# x ** 3 = x * x * x
def written_out(block: Block) -> Block:
    """The block with products in the place of powers that are printed so."""
    made = definitions(walk(block))
    uses = Counter(atom for op in walk(block) for atom in direct_args(op))
    inner = (part for op in walk(block) for part in blocks_of(op))
    for part in (block, *inner):
        uses.update(part.results)
    several = {one for one, count in uses.items() if count > 1}
    return _written_out(block, made, several)


def _written_out(
    block: Block, made: dict[Value, Op], several: Collection[object]
) -> Block:
    ops: list[Operation] = []
    for op in block.ops:
        op = with_blocks(op, lambda one: _written_out(one, made, several))
        power = isinstance(op, Op) and op.primitive == "power"
        if isinstance(op, Op) and power and is_delicate(op, made):
            base, count = op.args
            assert isinstance(base, Value)
            same = array_aval(base).dtype == array_aval(op.result).dtype
            if same and base in several and not is_cheap(made[base]):
                ops.extend(_products(op, base, 3 if count == Lit(3) else 2))
                continue
        ops.append(op)
    return replace(block, ops=tuple(ops))


def _products(op: Op, base: Value, count: int) -> list[Op]:
    """The products of a power, the last of which gives what the power gave."""
    ops: list[Op] = []
    left = base
    for k in range(2, count + 1):
        result = op.result if k == count else Value(op.result.aval)
        product = replace(
            op,
            primitive="multiply",
            args=(left, base),
            attributes=(),
            results=(result,),
        )
        ops.append(product)
        left = result
    return ops
