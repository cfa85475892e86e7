"""What is computed where no gradient is recorded: it has none.

A context manager that srcad has marked so (MindSpore's ``_no_grad``) is one. Every
result made inside is handed on by a function whose ``bprop`` gives nothing, to any
order; what only passes through keeps its gradient, as it is no result of the block.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from srcad.compiler.evaluate.ast_queries import nodes
from srcad.compiler.evaluate.calls.tracing import Rule, argument_form, trace
from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import held
from srcad.compiler.evaluate.numpy.registry import register
from srcad.compiler.evaluate.objects import Box, aval_of
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.cloning import with_results
from srcad.compiler.ir.origins import Origin
from srcad.compiler.ir.types import Call, Operation, Value


@contextmanager
def detached(frame: Frame, node: ast.With) -> Iterator[None]:
    """What is evaluated inside has no gradient afterwards."""
    for part in nodes(node, ast.Yield, ast.YieldFrom):
        message = "a `yield` where no gradient is recorded is not supported"
        help = "give the values outside of this `with`"
        frame.refuse("SRC011", message, part, help=help)
    session = frame.session
    builder, born = session.builder, session.serial
    mark, written = len(builder.ops), len(session.journal)
    yield
    assert session.builder is builder
    _refuse_writes(frame, born, written, node)
    cut: list[Operation] = []
    for op in builder.ops[mark:]:
        new = {
            value: replace(value) for value in op.results if session.carries(value.aval)
        }
        cut.append(with_results(op, new) if new else op)
        pairs = new.items()
        cut += [_stop(session, b, a, op.origin, op.phase) for a, b in pairs]
    builder.ops[mark:] = cut


def _held(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    """What the library takes as a constant."""
    session, (item,) = frame.session, args
    before = session.atom(item)
    if before.is_literal:
        return item
    after, builder = Value(before.aval, before.hint), session.builder
    origin, phase = builder.origin, builder.phase
    builder.ops.append(_stop(session, before, after, origin, phase))
    return session.box(after)


register(held, _held)


def _stop(
    session: Session,
    before: Value,
    after: Value,
    origin: Origin | None,
    phase: int,
) -> Call:
    """``after = before``, without a cotangent of ``before``."""
    inputs = {"value": Box(before, 0)}
    traced = trace(session, "detached", inputs, lambda inside: inside["value"])
    form = argument_form(inputs)
    rule = Rule(None, form, traced.output, native=lambda *_: [None], stops=True)
    function = replace(traced.function, rule=rule, inline=True)
    return Call(function, (before,), (after,), origin, phase)


def _refuse_writes(frame: Frame, born: int, mark: int, node: ast.With) -> None:
    """Refuse writes into what has a gradient outside: whether it keeps that is
    another matter than what is written."""
    session = frame.session
    parameters = {
        id(box): session.parameters[name][0]
        for name, box in session.parameter_boxes.items()
    }
    for place in session.written_since(mark):
        if not session.carries(aval_of(place)):
            continue
        parameter = parameters.get(id(place))
        if parameter is None and place.serial > born:
            continue
        if getattr(parameter, "requires_grad", True):
            frame.refuse(
                "SRC015",
                "this `with` writes, without a gradient, into what may have one",
                node,
                help="compute a new array inside; give a Parameter that is only "
                "written `requires_grad=False`",
            )
