"""Activity: which values depend, differentiably, on the inputs asked for."""

from __future__ import annotations

from collections.abc import Iterable

from srcad.compiler.differentiate.shifts import shifts
from srcad.compiler.evaluate import dispatch
from srcad.compiler.ir.avals import (
    carries_gradient,
    is_complex,
)
from srcad.compiler.ir.primitives import without_derivative
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Exit,
    Flags,
    Function,
    If,
    Loop,
    Op,
    Opaque,
    Operation,
    Value,
    walk,
)


@dispatch.varied_values.answered
def varied_values(block: Block, varied: set[Value]) -> set[Value]:
    """``varied`` and every value in the block that depends on one of them."""
    found = set(varied)
    _mark_block(block, found)
    return found


def _mark_block(block: Block, varied: set[Value]) -> None:
    unmoved = shifts(block)
    for op in block.ops:
        if unmoved.isdisjoint(op.results):
            _mark(op, varied)


def _mark(op: Operation, varied: set[Value]) -> None:
    match op:
        case Op():
            if not without_derivative(op.primitive) and _any(op.args, varied):
                for result in op.results:
                    _add(result, varied)
        case If():
            for block in (op.then, op.orelse):
                _mark_block(block, varied)
                for atom, result in zip(block.results, op.results, strict=True):
                    if atom in varied:
                        _add(result, varied)
        case Loop():
            _mark_loop(op, varied)
        case Call():
            pattern = tuple(atom in varied for atom in op.args)
            for flag, result in zip(
                varied_results(op.function, pattern), op.results, strict=True
            ):
                if flag:
                    _add(result, varied)
        case Opaque():
            # It cannot be differentiated: where that is asked for it is refused.
            if not op.constant and _any(op.args, varied):
                for result in op.results:
                    _add(result, varied)
        case Exit():
            pass


def _any(atoms: tuple[Atom, ...], varied: set[Value]) -> bool:
    return any(atom in varied for atom in atoms)


def _add(value: Value, varied: set[Value]) -> None:
    if carries_gradient(value.aval):
        varied.add(value)


def _mark_loop(op: Loop, varied: set[Value]) -> None:
    for start, param in zip(op.starts, op.carry_params, strict=True):
        if start in varied:
            _add(param, varied)
    for (atom, _), param in zip(op.sequences, op.element_params, strict=True):
        if atom in varied:
            _add(param, varied)
    while True:
        before = len(varied)
        _mark_block(op.body, varied)
        for end, param in zip(op.body.results, op.carry_params, strict=False):
            if end in varied:
                _add(param, varied)
        if len(varied) == before:
            break
    for k, result in enumerate(op.results):
        start_varies = k < op.carries and op.starts[k] in varied
        if start_varies or op.body.results[k] in varied:
            _add(result, varied)


def varied_results(function: Function, pattern: Flags) -> Flags:
    """Which results of a function depend on the arguments marked in ``pattern``."""
    if function.itself and function.recursion is not None:
        return tuple(any(pattern) and flag for flag in function.recursion.varied)
    known = function.derived.varied
    if pattern not in known:
        body = function.body
        inputs = {
            param
            for param, flag in zip(body.params, pattern, strict=True)
            if flag and carries_gradient(param.aval)
        }
        if function.rule is not None:
            count = len(body.results) - function.updates
            flags = tuple(
                bool(inputs) and carries_gradient(atom.aval) and k < count
                for k, atom in enumerate(body.results)
            )
        elif function.recursion is not None:
            _, flags = recursive_activity(function, pattern)
        else:
            found = varied_values(body, inputs)
            flags = tuple(atom in found for atom in body.results)
        known[pattern] = flags
    return known[pattern]


def without_floats(results: Iterable[Atom]) -> str:
    """What results are that have no gradient, none of them; "" where one has, or where
    all of them are constants, whose gradient is zero."""
    atoms = list(results)
    values = dict.fromkeys(str(one.aval) for one in atoms if isinstance(one, Value))
    if any(carries_gradient(atom.aval) for atom in atoms) or not values:
        return ""
    return f"{' and '.join(values)}, which has no gradient"


OF_COMPLEX = "return its real part, its imaginary part or its magnitude"


def complex_results(results: Iterable[Atom]) -> str:
    """What results are complex, which have no one derivative; "" where none is."""
    return " and ".join(
        dict.fromkeys(str(r.aval) for r in results if is_complex(r.aval))
    )


def recursive_activity(function: Function, pattern: Flags) -> tuple[Flags, Flags]:
    """The parameters that vary in some call of the function where those in ``pattern``
    do in the outermost, and the results that then depend on them."""
    body, recursion = function.body, function.recursion
    assert recursion is not None
    before, recursion.varied = recursion.varied, (False,) * len(body.results)
    try:
        while True:
            params = {p for p, flag in zip(body.params, pattern, strict=True) if flag}
            varied = varied_values(body, params)
            grown = pattern
            for op in walk(body):
                if isinstance(op, Call) and op.function.recursion is recursion:
                    columns = zip(grown, op.args, strict=True)
                    grown = tuple(flag or atom in varied for flag, atom in columns)
            results = tuple(atom in varied for atom in body.results)
            if (grown, results) == (pattern, recursion.varied):
                return pattern, results
            pattern, recursion.varied = grown, results
    finally:
        recursion.varied = before
