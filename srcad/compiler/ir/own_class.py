"""Numbers of NumPy's that are known at compile time, in double precision.

``np.float64(0.1)`` is a literal of its own class: it gives way to no array, and what is
computed of it and of a number of Python is NumPy's. Where nothing hangs on that, it is
written as a number of Python.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from srcad.compiler.ir.builder import NAMING
from srcad.compiler.ir.numbers import KEEPING_CLASS, is_python
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.primitives.core import OPERATORS
from srcad.compiler.ir.shapes import is_tensor
from srcad.compiler.ir.sizes import ShapeError, Sizes
from srcad.compiler.ir.substitution import with_blocks
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Function,
    Lit,
    Op,
    Value,
    array_aval,
    as_python,
    is_numpys,
    walk,
)


def settled(
    name: str, attributes: Mapping[str, Any], args: tuple[Atom, ...], known: _Known
) -> tuple[Atom, ...]:
    """The arguments, with numbers of Python's for such ones where the result is the
    same. ``known`` may be numbers of Python's, whatever their dtype says."""
    if not any(map(is_numpys, args)):
        return args
    plain = tuple(map(as_python, args))
    if is_tensor(args) or name in NAMING or name == "tensordot":
        return plain
    if name in KEEPING_CLASS or not (PRIMITIVES[name].elementwise or name == "stack"):
        return args
    others = [one for one in args if not is_numpys(one)]
    if name in OPERATORS and all(is_python(one, known) for one in others):
        return args
    if name in OPERATORS and plain[0] is not args[0] and plain[0].aval.is_complex:
        # One of Python's computes with a float64 itself.
        return args if all(one.aval.is_scalar for one in others) else plain
    return plain if _inferred(name, attributes, plain, args) else args


_Known = Collection[Atom]


def _inferred(name: str, attributes: Any, *given: tuple[Atom, ...]) -> bool:
    """Whether a primitive gives the same of these arguments and of those."""
    infer = PRIMITIVES[name].infer
    try:
        first, *others = (
            infer(tuple(map(_scalar, args)), attributes, Sizes({})) for args in given
        )
    except ShapeError:
        return False
    return all(one == first for one in others)


def _scalar(atom: Atom) -> Atom:
    if isinstance(atom, Lit):
        return atom
    return Value(replace(array_aval(atom), shape=(), size=None))


def in_words_of_python(function: Function, known: _Known) -> Function:
    """The function, with numbers of Python's wherever these do as well."""
    atoms = (atom for op in walk(function.body) for atom in _args(op))
    if not any(map(is_numpys, atoms)):
        return function
    return replace(function, body=_block(function.body, known))


def _args(op: Any) -> tuple[Atom, ...]:
    return op.args if isinstance(op, Op) else ()


def _block(block: Block, known: _Known) -> Block:
    ops = []
    for op in block.ops:
        op = with_blocks(op, lambda inner: _block(inner, known))
        if isinstance(op, Op):
            args = settled(op.primitive, dict(op.attributes), op.args, known)
            op = op if args is op.args else replace(op, args=args)
        ops.append(op)
    return replace(block, ops=tuple(ops))
