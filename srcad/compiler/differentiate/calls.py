"""The adjoint of ``Call``: by a rule of its own, or a pair of functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from srcad.compiler.differentiate.adjoints import adjoint_of
from srcad.compiler.differentiate.cotangents import Cotangents
from srcad.compiler.differentiate.custom import custom_halves
from srcad.compiler.differentiate.recursion import marked, recursive_halves
from srcad.compiler.evaluate.calls.call_sizes import in_this_call
from srcad.compiler.evaluate.calls.hooks import BackwardHooks
from srcad.compiler.evaluate.calls.rule_parts import bprop_parts, placed_parts
from srcad.compiler.evaluate.calls.tracing import Placeholder, Rule
from srcad.compiler.evaluate.kinds import leaves, rebuilt
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.avals import Aval, carries_gradient, cotangent_aval
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.origins import Origin
from srcad.compiler.ir.types import (
    Atom,
    Call,
    Flags,
    Function,
    Halves,
    Operation,
    Value,
)
from srcad.compiler.reading.sizes import Dim

if TYPE_CHECKING:
    from srcad.compiler.differentiate.adjoints import Reverse


@adjoint_of(Call)
def reverse_call(
    reverse: Reverse, op: Call, cotangents: Cotangents, builder: Builder
) -> list[Operation]:
    """Append the adjoint of a call; gives what stands for the call itself."""
    douts = [cotangents.take(result) for result in op.results]
    if all(dout is None for dout in douts):
        return [primal_call(op)]
    if op.function.hooks is not None:
        return _by_hooks(reverse, op, douts, cotangents, builder)
    if op.function.inline:
        return _by_rule(reverse, op, douts, cotangents, builder)
    if op.function.rule is not None:
        return _by_user_rule(reverse, op, douts, cotangents, builder)
    return _by_pair(reverse, op, douts, cotangents, builder)


def primal_call(op: Call) -> Call:
    """A call of which nothing is differentiated, in the forward half."""
    recursion = op.function.recursion
    if not op.function.itself or recursion is None:
        return op
    # There the function is another one: what it was is called by its own name.
    assert recursion.making is not None
    return replace(op, function=recursion.making.primal)


def _by_rule(
    reverse: Reverse,
    op: Call,
    douts: list[Atom | None],
    cotangents: Cotangents,
    builder: Builder,
) -> list[Operation]:
    """An operator with a ``bprop``: the rule is lowered, the call kept for inlining."""
    rule = op.function.rule
    assert isinstance(rule, Rule)
    session = Session(builder, arrays=rule.arrays, derived=True)
    session.varied = reverse.varied
    parts = lower_rule(session, rule, op.args, op.results, douts)
    for target, part in parts:
        cotangents.accumulate(builder, target, part)
    return [op]


def lower_rule(
    session: Session,
    rule: Rule,
    args: tuple[Atom, ...],
    results: tuple[Value, ...],
    douts: list[Atom | None],
) -> list[tuple[Atom, Atom]]:
    """The cotangents that a ``bprop`` gives, each with what it is the cotangent of."""

    def fill(form: Any, atoms: Any) -> Any:
        def one(leaf: Any) -> Any:
            if isinstance(leaf, Placeholder):
                atom = atoms[leaf.position]
                return session.wrap(atom)
            return leaf

        return rebuilt(form, (one(leaf) for leaf in leaves(form)))

    filled = [
        session.builder.zeros_like(result) if dout is None else dout
        for result, dout in zip(results, douts, strict=True)
    ]
    inputs = [fill(form, args) for form in rule.arguments]
    out, dout = fill(rule.output, results), fill(rule.output, filled)
    parts = _rule_parts(session, rule, [*inputs, out, dout])
    wide = tuple(a.aval.shape for a in results if isinstance(a.aval, Aval))
    pairs: list[tuple[Atom, Atom]] = []
    for place, part in placed_parts(session, rule.arguments, tuple(parts)):
        if rule.contract is not None:
            rule.contract.check_part(args[place], part, wide)
        pairs.append((args[place], part))
    return pairs


def _rule_parts(session: Session, rule: Rule, args: list[Any]) -> Any:
    if rule.native is not None:
        return rule.native(session, args[:-2], args[-2], args[-1])
    assert rule.bprop is not None
    return bprop_parts(session, rule.bprop, args)


def _by_user_rule(
    reverse: Reverse,
    op: Call,
    douts: list[Atom | None],
    cotangents: Cotangents,
    builder: Builder,
) -> list[Operation]:
    """A Cell with a ``bprop``: a call of it, as a function of its own."""
    pair = custom_halves(op.function, reverse.sizes)
    filled = [
        builder.zeros_like(result) if dout is None else dout
        for result, dout in zip(op.results, douts, strict=True)
    ]
    results = _fresh_results(pair.forward)
    own = tuple(results[: len(op.results)])
    forward = Call(
        pair.forward,
        op.args,
        (*op.results, *results[len(own) :]),
        op.origin,
        label=op.label,
    )
    args = (*results[len(own) :], *filled)
    parts = _fresh_results(pair.backward)
    builder.ops.append(
        Call(pair.backward, tuple(args), tuple(parts), op.origin, builder.phase)
    )
    for place, part in zip(pair.targets, parts, strict=True):
        _name_after(part, op.args[place])
        cotangents.accumulate(builder, op.args[place], part)
    return [forward]


def _name_after(part: Value, target: Atom) -> None:
    """A cotangent is called after what is handed over, not as it is in the callee."""
    word = target.hint if isinstance(target, Value) else ""
    part.primal, part.hint, part.named = None, f"d{word}" if word else "", False


def _fresh_results(function: Function) -> list[Value]:
    return [
        Value(
            atom.aval,
            atom.hint if isinstance(atom, Value) else "",
            primal=atom.primal if isinstance(atom, Value) else None,
        )
        for atom in function.body.results
    ]


def _have_sizes_of_call(
    residuals: Sequence[Value], op: Call, forward: Function, forms: Mapping[str, Dim]
) -> None:
    """Let what a call keeps have sizes of its own: those of another one may differ."""
    inside = [atom.aval for atom in (*forward.body.params, *forward.body.results)]
    outside = [atom.aval for atom in (*op.args, *op.results)]
    kept = [value.aval for value in residuals]
    inside = inside[: len(outside)]
    for value, aval in zip(
        residuals, in_this_call(inside, outside, kept, forms, True), strict=True
    ):
        value.aval = aval


def _by_pair(
    reverse: Reverse,
    op: Call,
    douts: list[Atom | None],
    cotangents: Cotangents,
    builder: Builder,
) -> list[Operation]:
    """A function without a rule: its forward and backward halves, made once."""
    wrt = tuple(atom in reverse.varied for atom in op.args)
    new, parts = _pair_calls(reverse, op, wrt, douts, builder, op.origin)
    for target, part in parts:
        cotangents.accumulate(builder, target, part)
    return [new]


def _by_hooks(
    reverse: Reverse,
    op: Call,
    douts: list[Atom | None],
    cotangents: Cotangents,
    builder: Builder,
) -> list[Operation]:
    """A Cell with backward hooks: they see what arrives at it and what leaves it."""
    hooks = op.function.hooks
    assert isinstance(hooks, BackwardHooks)
    origin = builder.origin = hooks.told(op.origin)
    session = Session(builder, derived=True)
    given = [session.wrap(atom) for atom in hooks.given(op.args)]
    outputs = len(op.results) - op.function.updates
    filled = [
        builder.zeros_like(result) if dout is None else dout
        for result, dout in zip(op.results[:outputs], douts, strict=False)
        if carries_gradient(result.aval)
    ]
    arriving = hooks.arriving(
        session, tuple(session.wrap(atom) for atom in filled), given
    )
    atoms = iter([session.atom(item) for item in arriving])
    changed: list[Atom | None] = [
        next(atoms) if carries_gradient(result.aval) and k < outputs else None
        for k, result in enumerate(op.results)
    ]
    wrt = tuple(
        carries_gradient(atom.aval) if k < hooks.inputs else atom in reverse.varied
        for k, atom in enumerate(op.args)
    )
    new, parts = _pair_calls(reverse, op, wrt, changed, builder, origin)
    count = sum(wrt[: hooks.inputs])
    gradients = tuple(session.wrap(part) for _, part in parts[:count])
    leaving = hooks.leaving(session, arriving, gradients, given)
    for (target, _), item in zip(parts[:count], leaving, strict=True):
        cotangents.accumulate(builder, target, session.atom(item))
    for target, part in parts[count:]:
        cotangents.accumulate(builder, target, part)
    return [new]


def _halves(reverse: Reverse, function: Function, wrt: Flags, outputs: Flags) -> Halves:
    """The forward and the backward half, made once."""
    known = function.derived.halves
    if (wrt, outputs) not in known:
        first, second = reverse.halves(function, wrt, outputs)
        forward = replace(first, inline=function.inline)
        backward = replace(second, inline=function.inline, forward=forward)
        known[wrt, outputs] = Halves(forward, backward, marked(wrt), outputs)
    return known[wrt, outputs]


def _pair_calls(
    reverse: Reverse,
    op: Call,
    wrt: Flags,
    douts: list[Atom | None],
    builder: Builder,
    origin: Origin | None,
) -> tuple[Operation, list[tuple[Atom, Atom]]]:
    """Append the call of the backward half; gives that of the forward half, and each
    cotangent with what it is the cotangent of."""
    function = op.function
    outputs = tuple(dout is not None for dout in douts)
    make = _halves if function.recursion is None else recursive_halves
    halves = make(reverse, function, wrt, outputs)
    forward, backward = halves.forward, halves.backward
    results = _fresh_results(forward)[len(op.results) :]
    if function.recursion is None:
        _have_sizes_of_call(results, op, forward, reverse.sizes.reading.forms)
    wanted = zip(op.results, douts, halves.outputs, strict=True)
    given = [
        builder.zeros_like(result) if dout is None else dout
        for result, dout, flag in wanted
        if flag
    ]
    args = (*results, *given)
    outs = (*op.results, *results)
    new = Call(forward, op.args, outs, op.origin, op.phase, op.label)
    parts = _fresh_results(backward)
    targets = [op.args[place] for place in halves.targets]
    for part, target in zip(parts, targets, strict=True):
        if function.recursion is not None:
            part.aval = cotangent_aval(target.aval)
        elif isinstance(part.aval, Aval) and isinstance(target.aval, Aval):
            # The function knows it by sizes of its own.
            part.aval = replace(part.aval, shape=target.aval.shape)
        _name_after(part, target)
    builder.ops.append(Call(backward, args, tuple(parts), origin, builder.phase))
    return new, list(zip(targets, parts, strict=True))
