"""Sums of products in a backward half: products of matrices, or ``einsum``.

    (a * b).sum(axis=0)                       =>  np.einsum("ij,ij->j", a, b)
    (a[..., None] * b).sum(axis=0)            =>  np.einsum("ij,ijk->jk", a, b)
    (a[:, None] * b).sum(axis=0)              =>  a @ b
    (a[:, :, None] * b[:, None]).sum(axis=0)  =>  a.T @ b
    (a * c).sum(axis=0)                       =>  a.sum(axis=0) * c
    (2 * a * b).sum(axis=0)                   =>  2 * np.einsum("ij,ij->j", a, b)

``c`` has no axis that is summed over. The array of the products is not made, which
takes half of the time. The last axis stays: along the others NumPy adds one array to
the next, as ``einsum`` does, and along the last one more precisely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import reduce
from string import ascii_lowercase

from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.numbers import numbers_of
from srcad.compiler.ir.substitution import with_blocks
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Function,
    Lit,
    Op,
    Operation,
    Value,
    array_aval,
    blocks_of,
    contexts_of,
    direct_args,
    walk,
    with_body,
)
from srcad.compiler.simplify.dead import remove_dead

_LETTERS = ascii_lowercase[ascii_lowercase.index("i") :]


@dataclass(frozen=True, slots=True)
class _Factor:
    """An array, and the letters of its axes among those of the product."""

    atom: Atom
    letters: str


@dataclass(slots=True)
class _Pass:
    """What is asked of the function."""

    reads: Counter[Atom]
    numbers: Collection[Value]
    made: dict[Atom, Op] = field(default_factory=dict)

    def product(self, atom: Atom, op: Op) -> Op | None:
        """The product that ``op`` alone reads."""
        made = self.made.get(atom)
        if made is None or made.primitive != "multiply" or self.reads[atom] != 1:
            return None
        if not made.phase or made.result.named or contexts_of(made) != contexts_of(op):
            return None
        return made


def contract(function: Function, known: Collection[Value]) -> Function:
    """The function with its sums of products contracted.

    ``known`` are what may be numbers among the residuals (see ``numbers_of``).
    """
    inner = (block for op in walk(function.body) for block in blocks_of(op))
    reads = Counter(a for block in (function.body, *inner) for a in block.results)
    reads.update(atom for op in walk(function.body) for atom in direct_args(op))
    given = _Pass(reads, numbers_of(function.body, known))
    body = _block(function.body, given)
    if body is function.body:
        return function
    return replace(function, body=remove_dead(body))


def _block(block: Block, given: _Pass) -> Block:
    ops: list[Operation] = []
    for op in block.ops:
        op = with_blocks(op, lambda inner: _block(inner, given))
        found = _contracted(op, given) if isinstance(op, Op) else None
        ops.extend(found or (op,))
        if isinstance(op, Op):
            given.made.update(dict.fromkeys(op.results, op))
    return with_body(block, ops, block.results)


def _contracted(op: Op, given: _Pass) -> list[Operation] | None:
    """What stands for a sum of products, and gives the same value."""
    if op.primitive != "sum" or not op.phase or op.attribute("keepdims"):
        return None
    product, axes = given.product(op.args[0], op), op.attribute("axis")
    want = op.result.aval
    if product is None or not isinstance(want, Aval) or not want.shape:
        return None
    letters = _LETTERS[: array_aval(product.result).ndim]
    if len(letters) - 1 in axes or want.dtype not in ("float32", "float64"):
        return None
    scales: list[Atom] = []
    factors: list[_Factor] = []
    if not _take(product, letters, given, scales, factors) or len(factors) != 2:
        return None
    builder = Builder(phase=op.phase, origin=op.origin)
    summed = "".join(letters[axis] for axis in axes)
    total = _total(builder, factors, letters, summed, axes)
    if total is None:
        return None
    # Numbers first, then scalars: an array is multiplied once.
    scales.sort(key=lambda scale: not isinstance(scale, Lit))
    if scales:
        scale = reduce(lambda one, two: builder.emit("multiply", one, two), scales)
        total = builder.emit("multiply", scale, total)
    have = array_aval(total)
    if (have.shape, have.dtype) != (want.shape, want.dtype):
        return None
    *ops, last = builder.ops
    assert isinstance(last, Op)
    return [*ops, replace(last, results=op.results)]


def _take(
    product: Op,
    letters: str,
    given: _Pass,
    scales: list[Atom],
    factors: list[_Factor],
) -> bool:
    """Note the factors of a product, scalars apart; False where one is in the way."""
    shape = array_aval(product.result).shape
    scaled = any(map(_is_scalar, product.args))
    for arg in product.args:
        inner = given.product(arg, product)
        if _is_scalar(arg):
            scales.append(arg)
        elif inner is not None and (scaled or any(map(_is_scalar, inner.args))):
            rest = letters[len(letters) - array_aval(arg).ndim :]
            if not _take(inner, rest, given, scales, factors):
                return False
        else:
            factor = _factor(arg, letters, given)
            places = [letters.index(one) for one in factor.letters]
            dims = tuple(shape[place] for place in places)
            aval = array_aval(factor.atom)
            same = aval.dtype == array_aval(product.result).dtype
            if factor.atom in given.numbers or aval.shape != dims or not same:
                return False
            factors.append(factor)
    return True


def _is_scalar(atom: Atom) -> bool:
    return isinstance(atom, Lit) or not array_aval(atom).shape


def _factor(atom: Atom, letters: str, given: _Pass) -> _Factor:
    """A factor without the axes that were made for it."""
    rank = array_aval(atom).ndim
    letters = letters[len(letters) - rank :]
    wide = given.made.get(atom)
    if wide is None or wide.primitive != "expand_dims":
        return _Factor(atom, letters)
    new = wide.attribute("axis")
    kept = "".join(one for axis, one in enumerate(letters) if axis not in new)
    return _Factor(wide.args[0], kept)


def _total(
    builder: Builder,
    factors: list[_Factor],
    letters: str,
    summed: str,
    axes: tuple[int, ...],
) -> Atom | None:
    """The sum of the products of two factors."""
    kept = "".join(one for one in letters if one not in summed)
    for one, other in (factors, factors[::-1]):
        if set(summed) & set(other.letters):
            continue
        if one.letters != letters or not kept.endswith(other.letters):
            return None
        total = builder.emit("sum", one.atom, axis=axes, keepdims=False)
        return builder.emit("multiply", total, other.atom)
    if set(kept) - set("".join(factor.letters for factor in factors)):
        return None
    for one, other in (factors, factors[::-1]):
        if len(summed) > 1 or other.letters != summed + kept[-1:]:
            continue
        if (one.letters, kept) == (summed, kept[-1:]):
            return builder.emit("matmul", one.atom, other.atom)
        if one.letters == summed + kept[:1] and len(kept) == 2:
            turned = builder.emit("transpose", one.atom, axes=(1, 0))
            return builder.emit("matmul", turned, other.atom)
    inputs = ",".join(factor.letters for factor in factors)
    atoms = [factor.atom for factor in factors]
    return builder.emit("einsum", *atoms, subscripts=f"{inputs}->{kept}")
