"""Numbers that a loop starts with, and that an iteration leaves as arrays.

    h = 0.0
    for x in xs:
        h = np.tanh(W @ x + u * h)

The number stands for an array of it, whatever the size, as long as nobody sees that it
is none. Where it meets what has a slope and no axes, it is one number still, and so
would its sum be: the gradient would be that of the sum of an array. So the first
iteration is written before the loop there.
"""

from __future__ import annotations

from collections.abc import Iterable

from srcad.compiler.evaluate.paths.trials import Trial
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.types import (
    Atom,
    If,
    Loop,
    Op,
    Operation,
    Value,
    blocks_of,
)

# What is a number in an iteration, and an array in others; whether it has a slope.
Numbers = dict[Atom, bool]
_SIZES = ("shape", "size_of")


def seen_number(trial: Trial) -> int | None:
    """The place of a carry of which an iteration sees that it is a number at first."""
    ops = trial.builder.ops
    carries = [*zip(trial.params, trial.starts, trial.ends, strict=True)]
    for place, (param, start, _) in enumerate(carries):
        if not (start.is_literal and start.aval.is_numeric and _has_axes(param)):
            continue
        numbers: Numbers = {param: False}
        known = 0
        while known != len(numbers):
            known = len(numbers)
            if _is_seen(ops, numbers):
                return place
            for other, _, end in carries:
                _follow(numbers, other, [end])
    return None


def _is_seen(ops: Iterable[Operation], numbers: Numbers) -> bool:
    """Whether somebody sees that numbers are no arrays; what is made of them joins."""
    return any(_sees(op, numbers) for op in ops)


def _sees(op: Operation, numbers: Numbers) -> bool:
    match op:
        case Op():
            return _of_one(op, numbers)
        case If():
            if any(_is_seen(block.ops, numbers) for block in blocks_of(op)):
                return True
            for place, result in enumerate(op.results):
                ends = [block.results[place] for block in blocks_of(op)]
                _follow(numbers, result, ends)
            return False
        case Loop():
            for start, param in zip(op.starts, op.carry_params, strict=True):
                _follow(numbers, param, [start])
            if _is_seen(op.body.ops, numbers):
                return True
            for place, start in enumerate(op.starts):
                _follow(numbers, op.results[place], [start, op.body.results[place]])
            return False
    given = getattr(op, "args", ())
    return any(atom in numbers for atom in given)


def _follow(numbers: Numbers, value: Value, sources: list[Atom]) -> None:
    """What may be one of some numbers is one as well."""
    found = [numbers[one] for one in sources if one in numbers]
    if found and isinstance(value.aval, Aval) and value.aval.ndim:
        numbers[value] = any(found)


def _of_one(op: Op, numbers: Numbers) -> bool:
    given = [numbers[arg] for arg in op.args if arg in numbers]
    if not given:
        return False
    row, steep = PRIMITIVES[op.primitive], any(given)
    if not row.elementwise:
        if steep or op.primitive in _SIZES:
            return True
        numbers.update((one, False) for one in op.results if _has_axes(one))
        return False
    others = [arg.aval for arg in op.args if arg not in numbers]
    others = [aval for aval in others if isinstance(aval, Aval)]
    result = op.result.aval
    if isinstance(result, Aval) and all(one.shape != result.shape for one in others):
        slopes = (one.is_inexact and not one.weak for one in others)
        numbers[op.result] = steep or any(slopes)
    return False


def _has_axes(value: Value) -> bool:
    return isinstance(value.aval, Aval) and value.aval.ndim > 0
