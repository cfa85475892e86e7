"""Dead code: operations whose results nobody reads, and what control flow carries.

Prints stay; so do exits. A loop keeps at least one thing that says how often it runs.
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
    used_values,
    walk,
    with_body,
)


def remove_dead(block: Block) -> Block:
    """The block without what its results and its prints do not need."""
    live = {atom for atom in block.results if isinstance(atom, Value)}
    return _sweep(block, live)


def _sweep(block: Block, live: set[Value]) -> Block:
    kept: list[Operation] = []
    for op in reversed(block.ops):
        match op:
            case Op() | Call() if not any(v in live for v in op.results):
                if not (isinstance(op, Call) and _has_effect(op)):
                    continue
            case Op("list_pop") if op.results[1] not in live:
                op = _read_only(op)
            case If():
                op = _narrow_if(op, live)
                if not op.results and not _prints(op):
                    continue
            case Loop():
                op = narrow_loop(op, live)
                if not any(v in live for v in op.results) and not _prints(op):
                    continue
        kept.append(op)
        live.update(used_values(op))
    return with_body(block, kept[::-1], block.results)


# x = xs.pop(k), and xs is not read any more  is  x = xs[k]
def _read_only(op: Op) -> Op:
    return replace(op, primitive="list_get", attributes=(), results=op.results[:1])


def _prints(op: Operation) -> bool:
    inner = [b for b in (getattr(op, "then", None), getattr(op, "orelse", None)) if b]
    if isinstance(op, Loop):
        inner = [op.body]
    return any(
        isinstance(part, Opaque) or (isinstance(part, Call) and _has_effect(part))
        for block in inner
        for part in walk(block)
    )


def _has_effect(op: Call) -> bool:
    if op.function.recursion is not None:
        return op.function.recursion.effects
    return any(
        isinstance(part, Opaque) or (isinstance(part, Call) and _has_effect(part))
        for part in walk(op.function.body)
    )


def _narrow_if(op: If, live: set[Value]) -> If:
    keep = [k for k, value in enumerate(op.results) if value in live]

    def narrowed(block: Block) -> Block:
        results = tuple(block.results[k] for k in keep)
        return remove_dead(with_body(block, block.ops, results))

    then, orelse = narrowed(op.then), narrowed(op.orelse)
    if then is op.then and orelse is op.orelse:
        return op
    results = tuple(op.results[k] for k in keep)
    return replace(op, then=then, orelse=orelse, results=results)


def narrow_loop(op: Loop, live: set[Value]) -> Loop:
    """The loop without carries and elements that neither it nor others need."""
    produced = [k for k in range(op.carries, len(op.results)) if op.results[k] in live]
    needed = _needed_carries(op, live, produced)
    results = tuple(op.body.results[k] for k in (*needed, *produced))
    extra: tuple[Atom, ...] = () if op.stop is None else (op.stop,)
    swept = remove_dead(with_body(op.body, op.body.ops, (*results, *extra)))
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


def _needed_carries(op: Loop, live: set[Value], produced: list[int]) -> list[int]:
    """The carries that are live after the loop, or feed what is."""
    needed = {k for k in range(op.carries) if op.results[k] in live}
    # Where all are, sweeping the body once more would double the time at each depth.
    while len(needed) < op.carries:
        wanted: list[Atom] = [op.body.results[k] for k in (*needed, *produced)]
        if op.stop is not None:
            wanted.append(op.stop)
        swept = remove_dead(with_body(op.body, op.body.ops, tuple(wanted)))
        used = _inside(swept, None)
        grown = needed | {k for k, p in enumerate(op.carry_params) if p in used}
        if grown == needed:
            break
        needed = grown
    return sorted(needed)
