"""A Cell with a ``bprop`` of the user's: its pair of functions.

The forward half keeps the inputs and the outputs; the backward half is the user's
method, printed verbatim, and lowered as well, so that its results can be checked and
its own derivative be taken.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from srcad.compiler.avals import Aval, carries_gradient
from srcad.compiler.builder import Builder
from srcad.compiler.diagnostics import CompileError, Diagnostic, Span
from srcad.compiler.ir import Atom, Function, Value, array_aval
from srcad.compiler.lowering.functions import Rule, activate
from srcad.compiler.lowering.objects import Box, leaves, rebuilt
from srcad.compiler.lowering.functions import Placeholder
from srcad.compiler.lowering.session import Session
from srcad.compiler.reverse import cotangent_aval
from srcad.compiler.shapes import Sizes
from srcad.compiler.source import Source, source_of, underlying


@dataclass(frozen=True, slots=True)
class Pair:
    """The two halves, and the arguments that the backward half's results belong to."""

    forward: Function
    backward: Function
    targets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Splice:
    """How the backward half is printed: a call of the user's method.

    ``guards`` are the targets whose cotangent's shape is only known at run time.
    """

    rule: Rule
    inputs: int
    guards: tuple[int, ...]


def custom_pair(function: Function, sizes: Sizes) -> Pair:
    """The pair for a function with a user's rule; made once for each function."""
    if "custom" not in function.cache:
        function.cache["custom"] = _make(function, sizes)
    pair: Pair = function.cache["custom"]
    return pair


def _make(function: Function, sizes: Sizes) -> Pair:
    rule = function.rule
    assert isinstance(rule, Rule)
    body = function.body
    if function.updates:
        message = f"`{function.label}` has a `bprop` and writes Parameters"
        help = "write them in another Cell"
        raise CompileError(Diagnostic("SRC018", message, help=help))
    outs = body.results
    kept = (*body.params, *outs)
    forward_body = type(body)(body.params, body.ops, (*outs, *kept))
    forward = Function(
        f"{function.name}_forward",
        forward_body,
        len(outs),
        label=function.label,
        role="forward",
    )
    backward, targets = _backward(function, rule, sizes)
    return Pair(forward, backward, targets)


def _backward(
    function: Function, rule: Rule, sizes: Sizes
) -> tuple[Function, tuple[int, ...]]:
    body = function.body
    inputs = [_param(p) for p in body.params]
    outs = [_param(a) for a in body.results]
    douts = [
        Value(cotangent_aval(a.aval), f"d{p.hint}" if p.hint else "dout", primal=p)
        for a, p in zip(body.results, outs, strict=True)
    ]
    if len(douts) == 1:
        douts[0].hint, douts[0].named, douts[0].primal = "dout", True, None
    session = Session(Builder(sizes))
    parts = lowered_bprop(session, rule, inputs, outs, douts)
    targets, results, guards = [], [], []
    for place, value in enumerate(inputs):
        if not carries_gradient(value.aval):
            continue
        part = parts.get(place)
        atom: Atom = session.builder.zeros_like(value) if part is None else part
        if part is not None and array_aval(part).shape != array_aval(value).shape:
            guards.append(len(targets))
        if isinstance(atom, Value):
            atom.primal = atom.primal or value
        targets.append(place)
        results.append(atom)
    block = session.builder.block((*inputs, *outs, *douts), results)
    splice = Splice(rule, len(inputs), tuple(guards))
    backward = Function(
        f"{function.name}_backward",
        block,
        len(results),
        label=function.label,
        role="backward",
        splice=splice,
    )
    return backward, tuple(targets)


def _param(atom: Atom) -> Value:
    hint = atom.hint if isinstance(atom, Value) else ""
    return Value(cotangent_aval(atom.aval), hint or "out", named=True)


def lowered_bprop(
    session: Session,
    rule: Rule,
    inputs: list[Value],
    outs: list[Value],
    douts: list[Value],
) -> dict[int, Atom]:
    """Evaluate the user's method; the cotangents by the place of their input.

    CompileError (SRC018) where what it returns is not a tuple with one part for each
    input, of the input's dtype.
    """
    plain = underlying(rule.bprop)
    assert plain is not None
    source = source_of(plain)

    def fill(form: Any, atoms: list[Value]) -> Any:
        def one(leaf: Any) -> Any:
            return session.box(atoms[leaf.position]) if isinstance(leaf, Placeholder) else leaf

        return rebuilt(form, (one(leaf) for leaf in leaves(form)))

    given = [rule.owner] if rule.owner is not None else []
    given += [fill(form, inputs) for form in rule.arguments]
    given += [fill(rule.output, outs), fill(rule.output, douts)]
    names = _bind(plain, given, source)
    result = activate(session, plain, source, names)
    if not isinstance(result, tuple):
        _refuse(source, rule, "does not return a tuple", "write `return (dx,)`")
    if len(result) != len(rule.arguments):
        message = f"returns {len(result)} cotangents for {len(rule.arguments)} inputs"
        _refuse(source, rule, message, "return one for each input of `construct`")
    parts: dict[int, Atom] = {}
    for form, part in zip(rule.arguments, result, strict=True):
        if part is None:
            continue
        for leaf, item in zip(leaves(form), leaves(part), strict=True):
            if isinstance(leaf, Placeholder) and item is not None:
                atom = session.atom(item)
                _check(source, rule, inputs[leaf.position], atom)
                parts[leaf.position] = atom
    return parts


def _bind(plain: Any, given: list[Any], source: Source) -> dict[str, Any]:
    import inspect

    try:
        bound = inspect.signature(plain).bind(*given)
    except TypeError as error:
        raise CompileError(
            Diagnostic("SRC018", f"`bprop`: {error}", _span(source))
        ) from None
    return dict(bound.arguments)


def _check(source: Source, rule: Rule, value: Value, atom: Atom) -> None:
    if not isinstance(atom.aval, Aval) or not isinstance(value.aval, Aval):
        return
    if not value.aval.is_float:
        return
    have, want = atom.aval, value.aval
    if have.dtype != want.dtype and not have.weak:
        message = f"gives `d{value.hint}` the dtype {have.dtype}; it must be {want.dtype}"
        _refuse(source, rule, message, f"cast it: `.astype({value.hint}.dtype)`")
    fixed = all(isinstance(d, int) for d in (*have.shape, *want.shape))
    if have.ndim != want.ndim or (fixed and have.shape != want.shape):
        message = f"gives `d{value.hint}` as {have}; it must be {want}"
        _refuse(source, rule, message, "give each cotangent the shape of its input")


def _refuse(source: Source, rule: Rule, message: str, help: str) -> None:
    owner = type(rule.owner).__name__ if rule.owner is not None else "the rule"
    span = _return_span(source)
    raise CompileError(
        Diagnostic("SRC018", f"`{owner}.bprop` {message}", span, help=help)
    )


def _span(source: Source) -> Span:
    return source.span(source.node)


def _return_span(source: Source) -> Span:
    returns = [n for n in ast.walk(source.node) if isinstance(n, ast.Return)]
    return source.span(returns[-1]) if returns else _span(source)


def is_box(item: object) -> bool:
    return isinstance(item, Box)
