"""Applying a rule: its source is lowered where the adjoint is being built."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from typing import Any

from srcad.compiler.builder import Builder
from srcad.compiler.ir import Atom, Lit, Op, Value, is_none
from srcad.compiler.lowering.frame import Frame
from srcad.compiler.lowering.functions import Placeholder, activate
from srcad.compiler.lowering.kernels import KernelCall
from srcad.compiler.lowering.objects import Box, leaves
from srcad.compiler.lowering.operators import emit_elementwise
from srcad.compiler.lowering.session import Session
from srcad.compiler.rules import registry
from srcad.compiler.source import Source, source_of, underlying

_VARIADIC = ("concatenate", "stack")


def apply_rule(
    builder: Builder, op: Op, dout: Atom, wanted: list[bool]
) -> list[Atom | None] | None:
    """The cotangents of the arguments of ``op``; None where no rule is known."""
    registry.has_no_derivative(op.primitive)
    session = Session(builder)
    if op.primitive == "kernel":
        return _kernel(session, op, dout)
    if op.primitive in registry.PARTIALS:
        return _partials(session, op, dout, wanted)
    bprop = registry.BPROPS.get(op.primitive)
    if bprop is None:
        return None
    items = [_enter(session, atom) for atom in op.args]
    if op.primitive in _VARIADIC:
        items = [tuple(items)]
    result = _enter(session, op.result)
    args = [*items, result, _enter(session, dout)]
    return run_bprop(session, bprop, args, dict(op.attributes))


def _kernel(session: Session, op: Op, dout: Atom) -> list[Atom | None] | None:
    """A kernel's own ``bprop``, with its arguments in their form."""
    call: KernelCall = op.attribute("call")
    if call.bprop is None:
        return None
    items = call.fill(tuple(_enter(session, atom) for atom in op.args))
    args = [*items, _enter(session, op.result), _enter(session, dout)]
    plain = underlying(call.bprop)
    assert plain is not None
    names = plain.__code__.co_varnames[: plain.__code__.co_argcount]
    parts = activate(session, plain, source_of(plain), dict(zip(names, args, strict=True)))
    found: list[Atom | None] = [None] * len(op.args)
    for form, part in zip(call.arguments, parts, strict=True):
        if part is None:
            continue
        for leaf, item in zip(leaves(form), leaves(part), strict=True):
            if isinstance(leaf, Placeholder) and item is not None:
                found[leaf.position] = session.atom(item)
    return found


def run_bprop(
    session: Session, bprop: Callable[..., Any], args: list[Any], keywords: Any
) -> list[Atom | None]:
    """Lower a ``bprop`` and give its results as atoms."""
    plain = underlying(bprop)
    assert plain is not None
    names = plain.__code__.co_varnames[: plain.__code__.co_argcount]
    bound = {**dict(zip(names, args, strict=True)), **keywords}
    parts = activate(session, plain, source_of(plain), bound)
    return [None if part is None else session.atom(part) for part in parts]


def _enter(session: Session, atom: Atom) -> Any:
    return atom.value if isinstance(atom, Lit) else session.box(atom)


@functools.cache
def _expression(text: str) -> Source:
    node = ast.parse(f"lambda: {text}", mode="eval").body
    assert isinstance(node, ast.Lambda)
    return Source(node, "<rule>", (f"lambda: {text}\n",), library=True)


def _partials(
    session: Session, op: Op, dout: Atom, wanted: list[bool]
) -> list[Atom | None]:
    """``dx = dout * partial``, for each argument."""
    import numpy as np

    from srcad.compiler.lowering.expressions import evaluate

    names = dict(zip("xyz", (_enter(session, atom) for atom in op.args), strict=False))
    names["out"] = _enter(session, op.result)
    parts: list[Atom | None] = []
    for text, flag in zip(registry.PARTIALS[op.primitive], wanted, strict=True):
        if not flag or text == "0":
            parts.append(None)
            continue
        source = _expression(text)
        frame = Frame(session, source, dict(names), {"np": np})
        assert isinstance(source.node, ast.Lambda)
        partial = evaluate(frame, source.node.body)
        parts.append(_times(frame, dout, partial))
    return parts


def _times(frame: Frame, dout: Atom, partial: Any) -> Atom:
    if not isinstance(partial, Box):
        if partial == 1:
            return dout
        if partial == -1:
            return frame.session.builder.emit("negative", dout)
    left = _enter(frame.session, dout)
    result = emit_elementwise(frame, "multiply", left, partial)
    return frame.session.atom(result)


def is_missing(atom: Atom | None) -> bool:
    return atom is None or is_none(atom)


def as_value(atom: Atom) -> Value:
    assert isinstance(atom, Value)
    return atom
