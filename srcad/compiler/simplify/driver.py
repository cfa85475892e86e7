"""The simplification passes, in order, until nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.calls import functions_of
from srcad.compiler.ir.numbers import numbers_of
from srcad.compiler.ir.substitution import with_blocks
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Function,
    Lit,
    Opaque,
    Value,
    walk,
)
from srcad.compiler.simplify.algebra import simplify_algebra
from srcad.compiler.simplify.branches import follow_attempts, join_branches
from srcad.compiler.simplify.collected import collect_in_arrays
from srcad.compiler.simplify.common import share_common
from srcad.compiler.simplify.contractions import contract
from srcad.compiler.simplify.dead import remove_dead
from srcad.compiler.simplify.dead_carries import without_dead_carries
from srcad.compiler.simplify.deferred import defer_products
from srcad.compiler.simplify.hoisting import hoist
from srcad.compiler.simplify.inline import inline_calls
from srcad.compiler.simplify.loops import simplify_loops
from srcad.compiler.simplify.recorded import counted_loops, record_in_arrays
from srcad.compiler.simplify.signs import without_signs
from srcad.compiler.simplify.sinking import sink_additions
from srcad.compiler.simplify.written_once import write_places_once

_ROUNDS = 8
_Step: TypeAlias = Callable[[Function, dict[int, Function]], Function]


def simplify(function: Function, inline: bool = False, exact: bool = False) -> Function:
    """The same function, smaller.

    ``inline`` says that operators with rules of their own, which reverse mode has to
    see as calls, are wanted no longer; ``exact`` that those still are whose rule gives
    something else than the derivative of their body.
    """
    block = inline_calls(function.body, exact) if inline else function.body
    before = -1
    for _ in range(_ROUNDS):
        given = block
        block, changed = _once(block)
        if block is given:
            break
        size = sum(1 for _ in walk(block))
        if size == before and not changed:
            break
        before = size
    return replace(function, body=block)


def _once(block: Block) -> tuple[Block, bool]:
    block = remove_dead(block)
    block, changed = simplify_algebra(block)
    block = join_branches(follow_attempts(simplify_loops(block)))
    return remove_dead(share_common(hoist(block))), changed


def on_their_paths(function: Function) -> Function:
    """A function that computes cotangents, and is differentiated again: what a path
    does not use has none there."""
    new = simplify(function)
    body = sink_additions(join_branches(new.body))
    return new if body is new.body else replace(new, body=remove_dead(body))


def finish(forward: Function, backward: Function) -> tuple[Function, Function]:
    """The two halves with nothing left to inline in them, or in what they call."""
    done: dict[int, Function] = {}
    forward = _finished(forward, done)
    return forward, _finished(backward, done, outermost=True)


def _finished(
    function: Function, done: dict[int, Function], outermost: bool = False
) -> Function:
    if id(function) in done:
        return done[id(function)]
    new = _with_inner(function, done, _finished)
    if any(one.inline for op in walk(new.body) for one in functions_of(op)):
        new = with_distinct(simplify(new, inline=True))
    if function.role == "backward" and function.splice is None:
        body = without_signs(sink_additions(join_branches(new.body)))
        if body is not new.body:
            new = replace(new, body=remove_dead(body))
    if function.forward is not None:
        forward = _finished(function.forward, done)
        if forward is not function.forward:
            new = replace(new, forward=forward)
        if function.splice is None and function.recursion is None:
            new = without_dead_carries(new, forward)
        if function.splice is None:
            known = numbers_of(forward.body)
            new = write_places_once(new, forward)
            ordered = counted_loops(forward, new) if outermost else ()
            new = contract(defer_products(new, known, ordered), known)
    done[id(function)] = new
    return new


def _with_inner(function: Function, done: dict[int, Function], step: _Step) -> Function:
    """The function with what ``step`` makes of those that it calls."""
    calls = [one for op in walk(function.body) for one in functions_of(op)]
    inner = {id(one): step(one, done) for one in calls if not one.inline}
    if all(inner.get(id(one), one) is one for one in calls):
        return function
    return replace(function, body=_calling(function.body, inner))


def collect(forward: Function, backward: Function) -> tuple[Function, Function]:
    """The two halves with arrays for what loops collect, in them and what they call.

    Nothing is cut anew afterwards.
    """
    found = record_in_arrays(forward, backward)
    done: dict[int, Function] = {}
    forward = _collected(found.forward, done)
    return forward, _collected(found.backward, done, found.arrays)


def _collected(
    function: Function,
    done: dict[int, Function],
    recorded: Mapping[Atom, Value] | None = None,
) -> Function:
    if id(function) in done:
        return done[id(function)]
    new = _with_inner(function, done, _collected)
    if function.forward is not None:
        forward = _collected(function.forward, done)
        if forward is not function.forward:
            new = replace(new, forward=forward)
        if function.splice is None:
            new = collect_in_arrays(new, numbers_of(forward.body), recorded)
    done[id(function)] = new
    return new


def _calling(block: Block, inner: dict[int, Function]) -> Block:
    ops = []
    for op in block.ops:
        op = with_blocks(op, lambda one: _calling(one, inner))
        called = tuple(inner.get(id(one), one) for one in functions_of(op))
        if isinstance(op, Call):
            op = replace(op, function=called[0])
        elif isinstance(op, Opaque) and called:
            op = replace(op, functions=called)
        ops.append(op)
    return replace(block, ops=tuple(ops))


def with_distinct(function: Function) -> Function:
    """The residuals are as many values as they were: the callers read that many."""
    if function.role != "forward":
        return function
    body = function.body
    builder = Builder(ops=list(body.ops))
    results = list(body.results)
    for place in range(function.outputs, len(results)):
        atom = results[place]
        if isinstance(atom, Lit) or atom in results[function.outputs : place]:
            results[place] = builder.emit("present", atom)
    return replace(function, body=builder.block(body.params, results))
