"""Dead code: operations whose results nobody reads, and what control flow carries.

Prints stay; so do exits, and in an attempt what may raise. A loop keeps at least one
thing that says how often it runs.
"""

from __future__ import annotations

from dataclasses import replace

from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    If,
    Loop,
    Op,
    Opaque,
    Operation,
    Value,
    blocks_of,
    contexts_of,
    used_values,
    walk,
    with_body,
)
from srcad.compiler.simplify.raising import may_raise


def remove_dead(block: Block, attempt: bool = False) -> Block:
    """The block without what its results and its prints do not need.

    ``attempt`` says that it is waited for what raises in it.
    """
    live = {atom for atom in block.results if isinstance(atom, Value)}
    kept: list[Operation] = []
    for op in reversed(block.ops):
        match op:
            case Op() | Call() if live.isdisjoint(op.results):
                stays = isinstance(op, Call) and _has_effect(op)
                if not stays and not (attempt and _raises(op)):
                    continue
            case Op("list_pop") if op.results[1] not in live:
                op = _read_only(op)
            case If():
                op = _narrow_if(op, live, attempt)
                if not op.results and not _stays(op, attempt):
                    continue
            case Loop():
                op = _narrow_loop(op, live, attempt)
                if live.isdisjoint(op.results) and not _stays(op, attempt):
                    continue
        kept.append(op)
        live.update(used_values(op))
    return with_body(block, kept[::-1], block.results)


# x = xs.pop(k), and xs is not read any more  is  x = xs[k]
def _read_only(op: Op) -> Op:
    return replace(op, primitive="list_get", attributes=(), results=op.results[:1])


def _raises(op: Operation) -> bool:
    return may_raise(op) or bool(contexts_of(op))


def _stays(op: If | Loop, attempt: bool) -> bool:
    """Whether something in an operation is done, whoever reads its results."""
    return any(
        isinstance(part, Opaque)
        or (isinstance(part, Call) and _has_effect(part))
        or (attempt and _raises(part))
        for block in blocks_of(op)
        for part in walk(block)
    )


def _has_effect(op: Call) -> bool:
    if op.function.recursion is not None:
        return op.function.recursion.effects
    return any(
        isinstance(part, Opaque) or (isinstance(part, Call) and _has_effect(part))
        for part in walk(op.function.body)
    )


def _narrow_if(op: If, live: set[Value], attempt: bool) -> If:
    kept = {op.condition} if op.catches else set()
    keep = [k for k, v in enumerate(op.results) if v in live or v in kept]

    def narrowed(block: Block) -> Block:
        results = tuple(block.results[k] for k in keep)
        return remove_dead(with_body(block, block.ops, results), inside)

    inside = attempt or bool(op.catches)
    then, orelse = narrowed(op.then), narrowed(op.orelse)
    if then is op.then and orelse is op.orelse:
        return op
    results = tuple(op.results[k] for k in keep)
    return replace(op, then=then, orelse=orelse, results=results)


def _narrow_loop(op: Loop, live: set[Value], attempt: bool) -> Loop:
    """The loop without carries and elements that neither it nor others need."""
    produced = [k for k in range(op.carries, len(op.results)) if op.results[k] in live]
    needed = _needed_carries(op, live, produced, attempt)
    results = tuple(op.body.results[k] for k in (*needed, *produced))
    extra: tuple[Atom, ...] = () if op.stop is None else (op.stop,)
    swept = remove_dead(with_body(op.body, op.body.ops, (*results, *extra)), attempt)
    body = with_body(swept, swept.ops, results)
    used = _inside(body, op.stop)
    head = op.body.params[:1] if op.bounds is not None else ()
    carries = tuple(op.carry_params[k] for k in needed)
    elements = [k for k, param in enumerate(op.element_params) if param in used]
    if not elements and op.bounds is None and op.sequences:
        elements = [0]
    params = (*head, *carries, *(op.element_params[k] for k in elements))
    kept = (*needed, *produced)
    if body is op.body and params == op.body.params:
        return op
    return replace(
        op,
        starts=tuple(op.starts[k] for k in needed),
        sequences=tuple(op.sequences[k] for k in elements),
        body=replace(body, params=params),
        results=tuple(op.results[k] for k in kept),
    )


def _inside(body: Block, stop: Atom | None) -> set[Value]:
    used: set[Value] = {atom for atom in body.results if isinstance(atom, Value)}
    if isinstance(stop, Value):
        used.add(stop)
    for op in body.ops:
        used.update(used_values(op))
    return used


def _needed_carries(
    op: Loop, live: set[Value], produced: list[int], attempt: bool
) -> list[int]:
    """The carries that are live after the loop, or feed what is."""
    needed = {k for k in range(op.carries) if op.results[k] in live}
    # Where all are, sweeping the body once more would double the time at each depth.
    while len(needed) < op.carries:
        wanted: list[Atom] = [op.body.results[k] for k in (*needed, *produced)]
        if op.stop is not None:
            wanted.append(op.stop)
        body = with_body(op.body, op.body.ops, tuple(wanted))
        swept = remove_dead(body, attempt)
        used = _inside(swept, None)
        grown = needed | {k for k, p in enumerate(op.carry_params) if p in used}
        if grown == needed:
            break
        needed = grown
    return sorted(needed)
