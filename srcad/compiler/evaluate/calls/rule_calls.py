"""Calls of what has a rule: operators, the user's functions and primitives."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.evaluate.calls.cells import (
    positional_form,
    rule_method_of,
    snake_case,
    with_given,
    without_given,
)
from srcad.compiler.evaluate.calls.foreign import call_foreign, contract_of
from srcad.compiler.evaluate.calls.functions import activate, bind_arguments
from srcad.compiler.evaluate.calls.kernels import call_kernel
from srcad.compiler.evaluate.calls.rule_parts import bprop_parts, checked_parts
from srcad.compiler.evaluate.calls.tracing import (
    Rule,
    append_call,
    argument_form,
    trace,
)
from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, leaves, rebuilt
from srcad.compiler.evaluate.objects import aval_of, box_of, is_array_box, is_parameter
from srcad.compiler.evaluate.operations.mixed_precision import (
    cast_tensors,
    dtype_of_operator,
    on_arrays,
)
from srcad.compiler.evaluate.operations.special import readable
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.avals import carries_gradient
from srcad.compiler.reading import protocol
from srcad.compiler.reading.lookup import method_of
from srcad.compiler.reading.origins import is_function
from srcad.compiler.reading.protocol import mark
from srcad.compiler.reading.source import function_behind, source_of
from srcad.compiler.reading.user_rules import UserRule


def call_operator(
    frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """An operator, or a function with a rule: inlined, with its ``bprop`` if any."""
    session = frame.session
    operator = mark(callee, "__srcad_operator__") is True
    if operator and not session.arrays:
        given = [aval_of(leaf) for leaf in leaves((args, keywords))]
        precision = mark(callee, "__srcad_precision__")
        dtype = dtype_of_operator(session, precision, given)
        if dtype is not None:
            args, keywords = _cast_arguments(session, callee, args, keywords, dtype)
        born = session.serial
        with on_arrays(session):
            result = call_operator(frame, callee, args, keywords, node)
        result = rebuilt(result, map(protocol.as_dtype, leaves(result)))
        creates = mark(callee, "__srcad_creates__") is True
        if creates or any(aval.tensor for aval in given):
            operands = [leaf for leaf in leaves((args, keywords)) if has_box(leaf)]
            apart = [_apart(session, leaf, operands) for leaf in leaves(result)]
            result = rebuilt(result, iter(apart))
            _mark_tensors(result, born)
        return result
    if mark(callee, "__srcad_kernel__") is not None:
        return call_kernel(frame, callee, args, keywords, node)
    plain = function_behind(callee)
    bprop = callee.__srcad_bprop__
    names = bind_arguments(frame, plain, args, keywords, node)
    source = source_of(plain)
    stops = mark(callee, "__srcad_stops__") is True
    exact = source.library and not stops
    # The body of an exact one says the same of integers.
    if bprop is None or not is_active(session, names, whole=not exact):
        return activate(session, plain, source, names, frame, node)
    traced = trace(
        session,
        callee.__name__,
        names,
        lambda inside: activate(session, plain, source, inside, frame, node),
    )
    form = argument_form(names)
    rule = Rule(bprop, form, traced.output, arrays=operator, exact=exact, stops=stops)
    traced.function = replace(traced.function, rule=rule, inline=True)
    return append_call(session, traced)


def _apart(session: Session, leaf: Any, operands: list[Any]) -> Any:
    """A result of an operator on Tensors, which shares no memory with an operand."""
    given = any(leaf is operand for operand in operands)
    if not is_array_box(leaf) and not (given and leaf.aval.tensor):
        return leaf
    if given and not leaf.aval.tensor:
        return session.box(session.builder.emit("copy", leaf.value))
    return session.box(leaf.value)


def _cast_arguments(
    session: Session, callee: Any, args: Args, keywords: Keywords, dtype: str
) -> tuple[list[Any], dict[str, Any]]:
    """What an operator is called with, cast; at level "auto" some keep their dtype."""
    automatic = session.precision.automatic is not None
    kept = (mark(callee, "__srcad_kept__") or ()) if automatic else ()
    plain = function_behind(callee)

    def cast(name: str, item: Any) -> Any:
        return item if name in kept else cast_tensors(session, item, dtype)

    names = plain.__code__.co_varnames if kept else ("",) * len(args)
    args = [cast(name, item) for name, item in zip(names, args, strict=False)]
    return args, {name: cast(name, item) for name, item in keywords.items()}


def _mark_tensors(result: Any, born: int) -> None:
    """What an operator has made counts as Tensors, numbers of Python excepted."""
    for leaf in leaves(result):
        box = box_of(leaf)
        made = box.serial > born and box.view is None
        if made and box.aval.is_numeric and not box.aval.weak:
            box.own.refine(box.aval.but(tensor=True))


def is_active(session: Session, names: Any, whole: bool = True) -> bool:
    """Whether a gradient may flow through one of the arguments; ``whole`` says that
    one of integers counts, where it is differentiated by integers."""
    carries = session.carries if whole else carries_gradient
    return any(is_parameter(leaf) or carries(aval_of(leaf)) for leaf in leaves(names))


def call_with_rule(
    frame: Frame, rule: UserRule, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """A callable that the user gave a rule: read, or called by its name."""
    function: Any = rule.function
    if rule.like is not None or not (is_function(function) and readable(function)):
        return call_foreign(frame, rule, args, keywords, node)
    session, source = frame.session, source_of(function)
    names = bind_arguments(frame, function, args, keywords, node)

    def body(inside: dict[str, Any]) -> Any:
        return activate(session, function, source, inside, frame, node)

    if not is_active(session, names):
        return body(names)
    contract = contract_of(rule, function.__qualname__)

    def native(inner: Session, given: list[Any], out: Any, dout: Any) -> list[Any]:
        return list(checked_parts(inner, contract, [*given, out, dout]))

    traced = trace(session, function.__name__.strip("<>"), names, body)
    form = positional_form(function, names)
    own = Rule(None, form, traced.output, native=native, contract=contract)
    traced.function = replace(traced.function, rule=own, inline=True)
    return append_call(session, traced)


def call_primitive(
    frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """A user's primitive with a ``bprop``: inlined, with that as its rule."""
    session = frame.session
    kind = type(callee)
    call: Any = method_of(session.door, callee, "__call__")
    rule_method_of(session, callee)
    names = bind_arguments(frame, call, [callee, *args], keywords, node)
    inputs = without_given(call, names, 1)
    source = source_of(call)

    def body(inside: dict[str, Any]) -> Any:
        bound = with_given(call, (callee,), inside)
        return activate(session, call, source, bound, frame, node)

    def native(inner: Session, given: list[Any], out: Any, dout: Any) -> list[Any]:
        parts = bprop_parts(inner, kind.bprop, [callee, *given, out, dout])
        if not isinstance(parts, tuple) or len(parts) != len(given):
            rule = source_of(kind.bprop)
            count = f"a tuple of {len(given)} cotangents"
            message = f"`{kind.__name__}.bprop` does not return {count}"
            raise CompileError(Diagnostic("SRC018", message, rule.span(rule.node)))
        return list(parts)

    traced = trace(session, snake_case(kind.__name__), inputs, body)
    rule = Rule(None, argument_form(inputs), traced.output, native=native)
    traced.function = replace(traced.function, rule=rule, inline=True)
    return append_call(session, traced)
