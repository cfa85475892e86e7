"""What is the same in every iteration of a loop is computed before it.

    for x in xs:                        w_exp = np.exp(w)
        h = np.tanh(x * np.exp(w))  =>  for x in xs:
                                            h = np.tanh(x * w_exp)

It is kept once, in the place of once for each iteration, and differentiated once. Only
what raises nothing is moved, since a loop may have no iterations. What is written into
or put into a list is computed anew, and arithmetic on numbers (``0.5 * dt``) is left
where it is read.
"""

from __future__ import annotations

from dataclasses import replace

from srcad.compiler.ir.avals import Aval, ShapeAval
from srcad.compiler.ir.costs import is_cheap
from srcad.compiler.ir.lists import GIVES_LIST
from srcad.compiler.ir.origins import Origin
from srcad.compiler.ir.primitives import OPERATORS, PRIMITIVES
from srcad.compiler.ir.sharing import is_view, is_write
from srcad.compiler.ir.substitution import with_blocks
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Loop,
    Op,
    Operation,
    bound_values,
    contexts_of,
    operations,
    with_body,
)
from srcad.compiler.simplify.lists import tables_in
from srcad.compiler.simplify.raising import may_raise

# These views are written where they are read, and so are their cotangents.
_FREE = ("transpose", "expand_dims", "squeeze", "broadcast_to")
_OF_NOTHING = ("sum", "matmul", "reshape", "shape", "size_of", "make_shape")
_NEVER = ("copy", "full", "present", *GIVES_LIST)


def hoist(block: Block) -> Block:
    """The block with what does not change in its loops before them."""
    return _hoisted(block, tables_in(block))


def _hoisted(block: Block, tables: set[Atom]) -> Block:
    ops: list[Operation] = []
    for op in block.ops:
        op = with_blocks(op, lambda inner: _hoisted(inner, tables))
        if isinstance(op, Loop):
            moved = _steady(op, tables)
            if moved:
                place = _place(ops, op, moved)
                # With the half that the loop is of.
                ops[place:place] = [replace(one, phase=op.phase) for one in moved]
                inside = [one for one in op.body.ops if one not in moved]
                op = replace(op, body=with_body(op.body, inside, op.body.results))
        ops.append(op)
    return with_body(block, ops, block.results)


def _place(ops: list[Operation], loop: Loop, moved: list[Op]) -> int:
    """Where what is moved goes: before what is made for the loop alone."""
    needed = {arg for op in moved for arg in op.args}
    place = len(ops)
    while place and _of(ops[place - 1]) == _of(loop):
        if not needed.isdisjoint(ops[place - 1].results):
            break
        place -= 1
    return place


def _of(op: Operation) -> tuple[Origin | None, int]:
    """The statement that an operation is of, and the half."""
    return op.origin, op.phase


def _steady(loop: Loop, tables: set[Atom]) -> list[Op]:
    """Operations of a loop that give the same in each iteration, and are worth to be
    moved, with what they are computed of."""
    changing = bound_values(loop.body)
    apart = _arrays_of_their_own(loop.body, tables)
    steady: list[Op] = []
    for op in loop.body.ops:
        may_be = isinstance(op, Op) and (_may_be_moved(op) or op.results[0] in tables)
        if isinstance(op, Op) and may_be and apart.isdisjoint(op.results):
            if not any(arg in changing for arg in op.args):
                steady.append(op)
                for result in op.results:
                    del changing[result]
    moved: list[Op] = []
    needed: set[Atom] = set()
    for op in reversed(steady):
        worth = op.results[0] in tables or _is_worth(op)
        if worth or not needed.isdisjoint(op.results):
            moved.insert(0, op)
            needed.update(op.args)
    return moved


def _arrays_of_their_own(body: Block, tables: set[Atom]) -> set[Atom]:
    """What each iteration needs anew: what is written into, or put into a list, itself
    or as a view."""
    apart: set[Atom] = set()
    for op in reversed(list(operations(body, Op))):
        seen = any(result in apart and is_view(op, result) for result in op.results)
        if seen or is_write(op):
            apart.add(op.args[0])
        if op.primitive in GIVES_LIST and tables.isdisjoint(op.results):
            apart.update(op.args)
    return apart


def _may_be_moved(op: Op) -> bool:
    atoms = (*op.args, *op.results)
    arrays = all(isinstance(one.aval, Aval | ShapeAval) for one in atoms)
    return (
        arrays
        and op.primitive not in _NEVER
        and not is_write(op)
        and not contexts_of(op)
        and not may_raise(op)
        and (_is_of_nothing(op) or all(map(_has_elements, op.args)))
    )


def _is_of_nothing(op: Op) -> bool:
    """Whether it gives something of no elements, too, as a maximum does not."""
    views = any(is_view(op, result) for result in op.results)
    return PRIMITIVES[op.primitive].elementwise or views or op.primitive in _OF_NOTHING


def _has_elements(atom: Atom) -> bool:
    dims = atom.aval.shape if isinstance(atom.aval, Aval) else ()
    return all(isinstance(dim, int) and dim > 0 for dim in dims)


def _is_worth(op: Op) -> bool:
    if is_cheap(op) or op.primitive in _FREE:
        return False
    if op.primitive in OPERATORS:
        return not op.result.aval.is_scalar
    return not any(one.aval.weak for one in op.results)
