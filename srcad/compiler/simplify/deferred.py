"""Products that a backward loop adds up, as one product after the loop.

The gradient of a weight that each iteration reads is a sum of products. What these are
made of is collected, and multiplied at once; nothing else reads the sum meanwhile.

    for h, dz in ...:                   for h, dz in ...:
        dw += h.T @ dz                      hs.append(h)
        db += dz.sum(axis=0)                dzs.append(dz)
                                =>      if len(hs) > 0:
                                            dz_rows = np.concatenate(dzs)
                                            dw = np.concatenate(hs).T @ dz_rows
                                            db = dz_rows.sum(axis=0)

Likewise ``dw += dz[:, None] * h`` is ``dw = np.array(dzs).T @ np.array(hs)``. The terms
are added up in another order. Each factor is made by the iteration, and is a vector or
a matrix: what is collected is of the size of what the iterations have kept anyway.

So a sum stays in the loop that gets products of several cotangents in an iteration, as
the weights in the four stages of a Runge-Kutta step: the backward half would keep as
many as the forward one has. With rows enough that took two and a half times as long,
and three times the memory; with a single row, adding takes a sixth longer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace

from srcad.compiler.ir.avals import Aval, SequenceAval
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.numbers import numbers_of
from srcad.compiler.ir.substitution import with_blocks
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Function,
    If,
    Lit,
    Loop,
    Op,
    Operation,
    Value,
    array_aval,
    blocks_of,
    bound_values,
    contexts_of,
    definitions,
    direct_args,
    walk,
    with_body,
)
from srcad.compiler.simplify.dead import remove_dead


@dataclass(frozen=True, slots=True)
class _Sum:
    """``a.T @ b``, a product of the rows of two factors, that ``added`` adds or
    subtracts; without ``a`` the sum of the rows of ``b``."""

    a: Value | None
    b: Value
    added: Op


@dataclass(frozen=True, slots=True)
class _Given:
    """What may be a number, and what loops give that go through rows in order."""

    numbers: Collection[Value]
    ordered: Collection[Value]


@dataclass(slots=True)
class _Body:
    """What is asked of the body of a loop."""

    made: dict[Value, Op]
    bound: dict[Value, None]
    reads: Counter[Atom]
    numbers: Collection[Value]

    @classmethod
    def of(cls, body: Block, numbers: Collection[Value]) -> _Body:
        inner = (block for op in walk(body) for block in blocks_of(op))
        reads = Counter(atom for block in (body, *inner) for atom in block.results)
        reads.update(atom for op in walk(body) for atom in direct_args(op))
        return cls(definitions(body.ops), bound_values(body), reads, numbers)

    def once(self, atom: Atom, primitive: str) -> Op | None:
        """The operation that makes what is read at one place alone."""
        op = self.made.get(atom) if isinstance(atom, Value) else None
        known = op is not None and op.primitive == primitive
        return op if known and self.reads[atom] == 1 else None

    def factor(self, atom: Atom, rank: int) -> Value | None:
        """A factor that each iteration has one of its own of."""
        if not isinstance(atom, Value) or atom not in self.bound:
            return None
        if atom in self.numbers or not isinstance(atom.aval, Aval):
            return None
        made = self.made.get(atom)
        if made is not None and made.primitive in ("list_join", "list_stack"):
            return None
        return atom if array_aval(atom).ndim == rank else None


def defer_products(
    function: Function, known: Collection[Value], ordered: Collection[Value] = ()
) -> Function:
    """The function with the products of its loops made after these.

    ``known`` are what may be numbers among the residuals (see ``numbers_of``). The rows
    are in the order of the forward half where a loop gives what is ``ordered``: so the
    sums have the same bits, whatever is recorded in an array.
    """
    given = _Given(numbers_of(function.body, known), ordered)
    body = _block(function.body, given)
    return function if body is function.body else replace(function, body=body)


def _block(block: Block, given: _Given) -> Block:
    ops: list[Operation] = []
    zeros: set[Atom] = set()
    for op in block.ops:
        op = with_blocks(op, lambda inner: _block(inner, given))
        if isinstance(op, Op) and op.primitive == "full" and op.args[1] == Lit(0):
            zeros.add(op.result)
        ops.extend(_deferred(op, given, zeros) if isinstance(op, Loop) else (op,))
    return with_body(block, ops, block.results)


def _deferred(op: Loop, given: _Given, zeros: Collection[Atom]) -> list[Operation]:
    """What stands for a loop, and gives the same results."""
    leaves = op.stop is not None or op.has_exit
    if leaves or not op.phase:
        return [op]
    body = _Body.of(op.body, given.numbers)
    found = {k: _products(op, k, body) for k in range(op.carries)}
    found = {k: terms for k, terms in found.items() if not _is_much(terms, body)}
    factors = {
        factor: term.added
        for terms in found.values()
        for term in terms
        if term.a is not None
        for factor in (term.a, term.b)
    }
    # The rows of what is not collected anyway are added as they come.
    sums = {
        k: terms
        for k, terms in found.items()
        if terms and all(term.b in factors for term in terms)
    }
    backwards = any(result in given.ordered for result in op.results)
    return _collecting(op, sums, factors, zeros, backwards) if factors else [op]


def _products(loop: Loop, k: int, body: _Body) -> list[_Sum]:
    """The terms that an iteration adds to what it carries; none where it does more."""
    found: list[_Sum] = []
    param, end = loop.carry_params[k], loop.body.results[k]
    if body.reads[param] != 1 or not _alike(loop.starts[k], param):
        return []
    while end is not param:
        op = body.once(end, "add") or body.once(end, "subtract")
        if op is None or not _alike(op.result, param):
            return []
        if contexts_of(op) != contexts_of(loop):
            return []
        end, term = op.args
        if op.primitive == "add" and term is param:
            end, term = term, end
        parts = _product(term, body) or _rows(term, body)
        if parts is None or not _alike(term, param):
            return []
        a, b = parts
        found.insert(0, _Sum(a, b, op))
    return found


def _is_much(terms: list[_Sum], body: _Body) -> bool:
    """Whether an iteration multiplies several matrices by others for one sum; one and
    its negative come from the same cotangent."""
    found = set[Atom]()
    for term in terms:
        made = body.made.get(term.b)
        if term.a is not None and array_aval(term.b).ndim == 2:
            negated = made is not None and made.primitive == "negative"
            found.add(made.args[0] if made is not None and negated else term.b)
    return len(found) > 1


def _alike(one: Atom, other: Value) -> bool:
    """Whether both are floating arrays of one dtype and shape."""
    have, want = one.aval, other.aval
    if isinstance(one, Lit) or not isinstance(have, Aval) or not isinstance(want, Aval):
        return False
    return want.is_float and (have.dtype, have.shape) == (want.dtype, want.shape)


def _product(term: Atom, body: _Body) -> tuple[Value | None, Value] | None:
    """``a`` and ``b`` of ``a.T @ b``, or of ``a[:, None] * b``."""
    product, rank = body.once(term, "matmul"), 2
    turned = body.once(product.args[0], "transpose") if product else None
    if product is None:
        product, rank = body.once(term, "multiply"), 1
        turned = body.once(product.args[0], "expand_dims") if product else None
        if turned is not None and turned.attribute("axis") != (1,):
            return None
    if product is None or turned is None:
        return None
    a, b = body.factor(turned.args[0], rank), body.factor(product.args[1], rank)
    return None if a is None or b is None else (a, b)


def _rows(term: Atom, body: _Body) -> tuple[Value | None, Value] | None:
    """``b`` of ``b.sum(axis=0)``; or it is the only row itself."""
    total = body.once(term, "sum")
    if total is not None and total.attributes == (("axis", (0,)), ("keepdims", False)):
        b = body.factor(total.args[0], 2)
    else:
        b = body.factor(term, 1)
    return None if b is None else (None, b)


def _collecting(
    op: Loop,
    sums: dict[int, list[_Sum]],
    factors: dict[Value, Op],
    zeros: Collection[Atom],
    backwards: bool,
) -> list[Operation]:
    """A loop that collects the factors, and after it the sums."""
    builder = Builder(phase=op.phase, origin=op.origin)
    empty = [builder.emit("list_of") for _ in factors]
    made = definitions(op.body.ops)
    words = {value: _word(value, made.get(value)) for value in factors}
    params = [_list_of(value, words[value]) for value in factors]
    inside, ends = Builder(phase=op.phase), dict[Value, Value]()
    for one in op.body.ops:
        inside.ops.append(one)
        inside.origin = one.origin
        for param, (value, added) in zip(params, factors.items(), strict=True):
            if added is one:
                ends[value] = inside.emit("list_append", param, value, hint=param.hint)
    lists = {value: _list_of(value, words[value]) for value in factors}
    kept = [k for k in range(op.carries) if k not in sums]
    head = op.body.params[:1] if op.bounds is not None else ()
    body = inside.block(
        (*head, *(op.carry_params[k] for k in kept), *params, *op.element_params),
        (
            *(op.body.results[k] for k in kept),
            *(ends[value] for value in factors),
            *op.body.results[op.carries :],
        ),
    )
    loop = replace(
        op,
        starts=(*(op.starts[k] for k in kept), *empty),
        body=remove_dead(body),
        results=(
            *(op.results[k] for k in kept),
            *lists.values(),
            *op.results[op.carries :],
        ),
    )
    builder.ops.append(loop)
    _add_up(builder, op, sums, lists, zeros, backwards)
    return builder.ops


def _list_of(value: Value, word: str) -> Value:
    return Value(SequenceAval(value.aval), f"{word}s", named=True)


def _word(value: Value, made: Op | None) -> str:
    """``dz`` of the cotangent of ``z``; of what has no name that of its statement."""
    orders, named = 0, value
    while not named.named and (named.primal or named.source) is not None:
        orders += named.primal is not None
        named = named.primal or named.source or named
    if named.named:
        return f"{'d' * orders}{named.hint}"
    target = made.origin.target if made is not None and made.origin else ""
    return f"{'d' * orders}{target or 'factor'}"


def _add_up(
    builder: Builder,
    op: Loop,
    sums: dict[int, list[_Sum]],
    lists: dict[Value, Value],
    zeros: Collection[Atom],
    backwards: bool,
) -> None:
    """Append the sums; they stay as they were where there was no iteration."""
    count = builder.emit("list_len", next(iter(lists.values())))
    some = builder.emit("greater", count, Lit(0))
    inner = builder.inner()
    # Those that each have another size are no array.
    dims = (dim for value in lists for dim in array_aval(value).shape)
    backwards = backwards and not any("?" in str(dim) for dim in dims)
    joined: dict[Value, Value] = {}
    for value, xs in lists.items():
        ordered = inner.emit("reversed", xs, hint=xs.hint) if backwards else xs
        joined[value] = _joined(inner, value, ordered)
    totals: list[Atom] = []
    for k, terms in sums.items():
        total = op.starts[k]
        for term in terms:
            part = joined[term.b]
            if term.a is None:
                part = inner.emit("sum", part, axis=(0,), keepdims=False)
            else:
                turned = inner.emit("transpose", joined[term.a], axes=(1, 0))
                part = inner.emit("matmul", turned, part)
            if total not in zeros:
                part = inner.emit(term.added.primitive, total, part)
            elif term.added.primitive == "subtract":
                part = inner.emit("negative", part)
            part.aval, part.primal = op.results[k].aval, op.results[k].primal
            total = part
        totals.append(total)
    then = inner.block((), totals)
    orelse = Block((), (), tuple(op.starts[k] for k in sums))
    results = tuple(op.results[k] for k in sums)
    builder.ops.append(If(some, then, orelse, results, op.origin, op.phase))


def _joined(builder: Builder, value: Value, xs: Value) -> Value:
    """The rows of all that was collected, in one matrix."""
    if array_aval(value).ndim == 1:
        rows = builder.emit("list_stack", xs, axis=0, length=None, array=True)
    else:
        rows = builder.emit("list_join", xs, axis=0)
    rows.hint = f"{xs.hint[:-1]}_rows"
    return rows
