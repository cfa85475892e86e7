"""Applying a rule: its source is lowered where the adjoint is being built."""

from __future__ import annotations

import ast
import functools
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.evaluate.calls.foreign import ForeignCall
from srcad.compiler.evaluate.calls.kernels import KernelCall
from srcad.compiler.evaluate.calls.rule_parts import (
    bprop_parts,
    checked_parts,
    placed_parts,
)
from srcad.compiler.evaluate.dispatch import evaluate
from srcad.compiler.evaluate.frame import Frame, LibraryError
from srcad.compiler.evaluate.objects import Box, aval_of
from srcad.compiler.evaluate.operations.operators import emit_elementwise
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.origins import span_of_origin
from srcad.compiler.ir.primitives import ARGUMENTS, PRIMITIVES, UNKNOWN
from srcad.compiler.ir.types import Atom, Lit, Op, Value, array_aval
from srcad.compiler.reading.source import Source


def apply_rule(
    builder: Builder,
    op: Op,
    douts: list[Atom | None],
    wanted: list[bool],
    number: Value | None = None,
    chosen: bool = False,
    unused: bool = False,
) -> list[Atom | None] | None:
    """The cotangents of the arguments of ``op``; None where no rule is known.

    ``douts`` are those of its results; ``number`` is its result as a float of Python's,
    where the program has that. They are ``chosen`` where they may be infinite; the
    result may be ``unused`` where it is no number.
    """
    session = Session(builder, arrays=True)
    pairs = zip(op.args, wanted, strict=True)
    session.varied = {arg for arg, flag in pairs if flag and isinstance(arg, Value)}
    row = PRIMITIVES[op.primitive]
    if row.results > 1:
        return _several(session, op, douts)
    (dout,) = douts
    assert dout is not None
    if op.primitive == "kernel":
        return _kernel(session, op, dout)
    if op.primitive == "foreign":
        return _foreign(session, op, dout)
    if isinstance(row.derivative, tuple):
        times = functools.partial(_times, chosen=chosen, unused=unused)
        return _partials(session, op, dout, wanted, row.derivative, number, times)
    if not callable(row.derivative):
        return None
    out = _enter(session, op.result)
    return _of_bprop(session, op, out, _enter(session, dout))


def _several(
    session: Session, op: Op, douts: list[Atom | None]
) -> list[Atom | None] | None:
    """Of several results the rule gets tuples."""
    if not callable(PRIMITIVES[op.primitive].derivative):
        return None
    out = tuple(_enter(session, result) for result in op.results)
    given = (None if dout is None else _enter(session, dout) for dout in douts)
    return _of_bprop(session, op, out, tuple(given))


def _of_bprop(session: Session, op: Op, out: Any, dout: Any) -> list[Atom | None]:
    """What the rule of a primitive gives."""
    row = PRIMITIVES[op.primitive]
    assert callable(row.derivative)
    items = [_enter(session, atom) for atom in op.args]
    if row.variadic:
        items = [tuple(items)]
    args = [*items, out, dout]
    parts = bprop_parts(session, row.derivative, args, dict(op.attributes))
    return [None if part is None else session.atom(part) for part in parts]


def _kernel(session: Session, op: Op, dout: Atom) -> list[Atom | None] | None:
    """A kernel's own ``bprop``, with its arguments in their form."""
    call: KernelCall = op.attribute("call")
    if call.bprop is None:
        return None
    items = call.fill(tuple(_enter(session, atom) for atom in op.args))
    args = [*items, _enter(session, op.result), _enter(session, dout)]
    parts = bprop_parts(session, call.bprop, args)
    found: list[Atom | None] = [None] * len(op.args)
    for place, part in placed_parts(session, call.arguments, parts):
        found[place] = part
    return found


def _foreign(session: Session, op: Op, dout: Atom) -> list[Atom | None] | None:
    """The user's ``bprop`` of a function that is called by its name."""
    call: ForeignCall = op.attribute("call")
    if call.rule.bprop is None:
        return None
    items = call.fill(tuple(_enter(session, atom) for atom in op.args))
    given = [*items, _enter(session, op.result), _enter(session, dout)]
    contract = call.contract()
    parts = checked_parts(session, contract, given)
    found: list[Atom | None] = [None] * len(op.args)
    wide = (array_aval(op.result).shape,)
    for place, part in placed_parts(session, call.arguments, parts):
        contract.check_part(op.args[place], part, wide)
        found[place] = part
    return found


def _enter(session: Session, atom: Atom) -> Any:
    return atom.value if isinstance(atom, Lit) else session.box(atom)


@functools.cache
def _expression(text: str) -> Source:
    node = ast.parse(f"lambda: {text}", mode="eval").body
    assert isinstance(node, ast.Lambda)
    return Source(node, "<rule>", (f"lambda: {text}\n",), library=True)


def _partials(
    session: Session,
    op: Op,
    dout: Atom,
    wanted: list[bool],
    texts: tuple[str, ...],
    number: Value | None,
    times: Callable[[Frame, Atom, Any], Atom],
) -> list[Atom | None]:
    """``dx = dout * partial``, by ``times``, for each argument.

    A ``number`` of Python's, which ``math`` gives, is as good as what NumPy would, but
    where it divides: there it might be an exception.
    """
    names = dict(
        zip(ARGUMENTS, (_enter(session, atom) for atom in op.args), strict=False)
    )
    of_numbers = all(array_aval(arg).weak for arg in op.args)
    divides = any("/" in text for text in texts)
    out = op.result if number is None or divides or not of_numbers else number
    names["out"] = _enter(session, out)
    parts: list[Atom | None] = []
    for text, flag in zip(texts, wanted, strict=True):
        if not flag or text == "0":
            parts.append(None)
            continue
        if text == UNKNOWN:
            raise _unknown(op, len(parts))
        source = _expression(text)
        frame = Frame(session, source, dict(names), _modules(op))
        assert isinstance(source.node, ast.Lambda)
        try:
            partial = evaluate(frame, source.node.body)
        except LibraryError as error:
            partial = _of_numbers(text, op)
            if partial is None:
                span = span_of_origin(op.origin)
                label = "has no derivative there"
                raise CompileError(
                    replace(one, span=span, label=label) for one in error.diagnostics
                ) from None
        parts.append(times(frame, dout, partial))
    return parts


def _of_numbers(text: str, op: Op) -> float | None:
    """A partial derivative that is made of known numbers, as NumPy computes it, which
    divides by zero; None for any other."""
    given = dict(zip(ARGUMENTS, op.args, strict=False))
    names = {one.id for one in ast.walk(ast.parse(text)) if isinstance(one, ast.Name)}
    known = {
        name: np.float64(atom.value)
        for name in names
        if isinstance(atom := given.get(name), Lit) and not isinstance(atom.value, str)
    }
    if len(known) < len(names):
        return None
    with np.errstate(all="ignore"):
        return float(eval(text, {}, known))


def _modules(op: Op) -> dict[str, Any]:
    """The modules that the partial derivatives of a primitive are written in."""
    library = PRIMITIVES[op.primitive].library
    if not library:
        return {"np": np}
    return {"np": np, library.rpartition(".")[2]: sys.modules[library]}


def _unknown(op: Op, place: int) -> CompileError:
    row = PRIMITIVES[op.primitive]
    word = ("first", "second", "third", "fourth")[place]
    name = f"{row.library.partition('.')[0]}.{row.function}"
    message = f"the derivative of `{name}` by its {word} argument is not known"
    help = "keep it out of what is differentiated, as a number or with `wrt`"
    span = span_of_origin(op.origin)
    return CompileError(Diagnostic("SRC014", message, span, help=help))


def _times(frame: Frame, dout: Atom, partial: Any, chosen: bool, unused: bool) -> Atom:
    """``dout * partial``; ``np.where(partial, dout, 0)`` of a bool where it is
    ``chosen``; 0 where it is ``unused``, and the partial derivative is no number."""
    if not isinstance(partial, Box):
        if partial == 1:
            return dout
        if partial == -1:
            return frame.session.builder.emit("negative", dout)
    left = _enter(frame.session, dout)
    if chosen and aval_of(partial).is_bool:
        result = emit_elementwise(frame, "where", partial, left, 0)
    else:
        result = emit_elementwise(frame, "multiply", left, partial)
        if unused and isinstance(partial, Box):
            known = emit_elementwise(frame, "isfinite", partial)
            used = emit_elementwise(frame, "not_equal", left, 0)
            there = emit_elementwise(frame, "logical_or", known, used)
            result = emit_elementwise(frame, "where", there, result, 0)
    return frame.session.atom(result)
