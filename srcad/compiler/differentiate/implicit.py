"""Derivatives of what makes a function zero: the implicit function theorem.

Where ``f(x, p) = 0``, a cotangent ``dx`` of ``x`` is one ``w`` of ``f(x, p)``, with
``-(df/dx)^T w = dx``, and that gives the cotangent of ``p``. How ``w`` is found is a
rule in Python, which is lowered with the function's own pullback.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import Any

from srcad.compiler.differentiate.nested import _vjp
from srcad.compiler.differentiate.reverse import differentiate
from srcad.compiler.evaluate import dispatch
from srcad.compiler.evaluate.calls.rule_parts import bprop_parts
from srcad.compiler.evaluate.calls.solvers import closed
from srcad.compiler.evaluate.calls.tracing import (
    Rule,
    append_call,
    argument_form,
    trace,
)
from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import implicit, slope
from srcad.compiler.evaluate.kinds import kind
from srcad.compiler.evaluate.numpy.registry import register
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.values.records import Other
from srcad.compiler.ir.avals import carries_gradient
from srcad.compiler.ir.substitution import substitute
from srcad.compiler.ir.types import Atom, Block, Call, Function, Value
from srcad.compiler.simplify.inline import inlined


@dataclass(frozen=True, slots=True, eq=False)
class Pullback:
    """Cotangents of a function's value in, those of its parameters out."""

    function: Function
    wanted: tuple[bool, ...]

    def parts(self, session: Session, cotangent: Any) -> list[Any]:
        """One for each parameter, None for what has no gradient."""
        builder, block = session.builder, self.function.body
        results = tuple(Value(atom.aval) for atom in block.results)
        atoms: tuple[Atom, ...] = (session.atom(cotangent),)
        made, found = inlined(
            Call(self.function, atoms, results, builder.origin, builder.phase)
        )
        builder.ops.extend(made)
        given = iter([session.wrap(found[one]) for one in results])
        return [next(given) if flag else None for flag in self.wanted]


@kind(Pullback)
class _Pullback(Other):
    """In a rule: what gives the cotangent of ``x``."""

    def run(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        return callee.parts(frame.session, args[0])[0]


def pullback(session: Session, function: Function, args: list[Atom]) -> Pullback:
    """The pullback of a function at these arguments, whose value is computed here."""
    builder, params = session.builder, function.body.params
    wanted = tuple(carries_gradient(param.aval) for param in params)
    joint = differentiate(function, wanted, (True,), builder.sizes).body
    mapping = dict(zip(joint.params[: len(params)], args, strict=True))
    body = substitute(Block((), joint.ops, joint.results), mapping)
    builder.ops.extend(
        replace(op, phase=builder.phase) for op in body.ops if op.phase == 0
    )
    rest = tuple(op for op in body.ops if op.phase != 0)
    block = Block(joint.params[len(params) :], rest, body.results[1:])
    return Pullback(Function("pullback", block, 0), wanted)


def _implicit(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    """``x``, with the rule of the theorem."""
    session, (function, x, rule) = frame.session, args
    found = closed(frame, [function], ["solved"], {"x": x}, node)
    (made,), outside = found.functions, found.outside
    inputs = {"x": x} | {
        f"p{k}": session.wrap(value) for k, value in enumerate(outside)
    }

    def native(inner: Session, given: list[Any], out: Any, dout: Any) -> list[Any]:
        atoms = [inner.atom(item) for item in (out, *given[1:])]
        pull = pullback(inner, made, atoms)
        _, *parts = pull.parts(inner, bprop_parts(inner, rule, [pull, out, dout]))
        return [None, *parts]

    traced = trace(session, "solution", inputs, lambda inside: inside["x"])
    own = Rule(None, argument_form(inputs), traced.output, native=native)
    traced.function = replace(traced.function, rule=own, inline=True)
    return append_call(session, traced)


def _slope(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    """The gradient of a function that is given, in the place of the call."""
    session, (function, x) = frame.session, args

    def body(inside: dict[str, Any]) -> Any:
        return dispatch.call(frame, function, [inside["x"]], {}, node)

    traced = trace(session, "inner", {"x": x}, body, differentiated=True)
    flags = (True,) + (False,) * (len(traced.args) - 1)
    _, (found,) = _vjp(frame, traced, flags, None, False, node)
    return found


register(implicit, _implicit)
register(slope, _slope)
