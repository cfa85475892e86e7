"""What holds of every stage of a compilation, as its IR."""

import re
from typing import Any

import numpy as np

from srcad.compiler.ir.avals import LiveAval, SequenceAval
from srcad.compiler.ir.interpreter import run
from srcad.compiler.ir.printer import show
from srcad.compiler.ir.reader import read
from srcad.compiler.ir.types import Function, Value
from srcad.compiler.ir.verifier import verify
from srcad.compiler.printing.storage import make_writes_safe
from tests.srcad.compiler.cases.case import Case
from tests.srcad.compiler.derivatives import (
    Generated,
    choices,
    copied,
    draw,
    leaves,
    mapped,
    parameters_of,
)
from tests.srcad.compiler.stages import assert_inferred, functions_in

# What a callable or an array of Python says.
OF_PYTHON = ("= opaque", "foreign(", "kernel(", "constant(")


def is_more_than_its_text(function: Function) -> bool:
    """Whether a function has a rule, is given objects, or calls itself."""
    objects = any(isinstance(one.aval, LiveAval) for one in function.body.params)
    return objects or function.rule is not None or function.recursion is not None


def what_is_shown_can_be_read(found: list[Function]) -> None:
    """The text of every stage, read, is shown as the same text."""
    for stage in found:
        text = show(stage)
        if "?" in text or any(word in text for word in OF_PYTHON):
            continue
        if any(map(is_more_than_its_text, functions_in(stage))):
            continue
        assert show(read(text)) == text


def every_stage_computes_the_same(
    case: Case, order: int, module: Generated, found: list[Function]
) -> None:
    """The IR of every stage, run directly, gives what the printed text gives.

    Not where the user's own method is printed in the place of the IR, and not where the
    module is given something live, which is no input of the IR's own.
    """
    live = any(isinstance(param.aval, LiveAval) for param in found[0].body.params)
    if live or (order == 1 and found[0].rule is not None):
        return
    arguments = arguments_of(case, module)
    out, residuals = module.call(arguments)
    random = np.random.default_rng(2)
    dout = mapped(
        out, lambda leaf: np.asarray(random.standard_normal(np.shape(leaf)))[()]
    )
    gradients = list(module.gradients(residuals, dout).values())
    everything = by_parameter(found[0], {**arguments, **by_word(module.captured)})
    *_, reverse, joint, forward, backward = found
    for stage in found:
        if not calls_a_user_rule(stage):
            assert_inferred(stage)
    out, dout = by_result(reverse, out), by_result(reverse, dout)
    if order == 1:
        # Lowered, then simplified: the primal alone.
        for stage in found[:2]:
            same(run(stage, *copied(everything))[: stage.outputs], out)
    douts = [d for o, d in zip(out, dout, strict=True) if is_float(o)]
    count = len(out)
    for stage in (reverse, joint, make_writes_safe(joint)):
        results = run(stage, *copied(everything), *copied(douts))
        same(results[:count], out)
        same(results[stage.outputs - len(gradients) :], gradients)
    for first, second in ((forward, backward), (safe(forward), safe(backward))):
        results = run(first, *copied(everything))
        same(results[: first.outputs], out)
        same(run(second, *results[first.outputs :], *copied(douts)), gradients)


def arguments_of(case: Case, module: Any) -> dict[str, Any]:
    options = case.options
    sizes = next(choices(module.inputs, options.get("sizes") or {}, False))
    values = options.get("values") or {}
    found = draw(module.inputs, sizes, np.random.default_rng(1), values)
    if hasattr(case.program, "parameters_and_names"):
        found.update(parameters_of(case.program))
    return found


def calls_a_user_rule(function: Function) -> bool:
    return any(f.rule is not None and not f.inline for f in functions_in(function))


def is_float(item: Any) -> bool:
    return all(np.asarray(leaf).dtype.kind == "f" for leaf in leaves(item))


def by_result(function: Function, out: Any) -> list[Any]:
    """An output by the results of the IR: there, a list of structures is several."""
    avals = [result.aval for result in function.body.results]
    found: list[Any] = []

    def enter(item: Any) -> None:
        aval = avals[len(found)] if item is not None else None
        if isinstance(item, list) and isinstance(aval, SequenceAval):
            nested = isinstance(aval.element, SequenceAval)
            rows = [[row] if nested else leaves(row) for row in item]
            found.extend(map(list, zip(*rows, strict=True)))
        elif isinstance(item, tuple | list | dict):
            for part in item.values() if isinstance(item, dict) else item:
                enter(part)
        elif item is not None:
            found.append(item)

    enter(out)
    return found


def safe(function: Function) -> Function:
    return verify(make_writes_safe(function))


def by_word(captured: Any) -> dict[str, Any]:
    """Captured arrays by what they are called: ``blocks_0_mask``, ``rows_0``."""
    return {
        re.sub(r"\W+", "_", key.removeprefix("self.")).strip("_"): array
        for key, array in captured.items()
    }


def by_parameter(function: Function, arguments: dict[str, Any]) -> tuple[Any, ...]:
    """The arguments in the order of a function's parameters, by their names."""
    named = {key.replace(".", "_"): value for key, value in arguments.items()}
    params: tuple[Value, ...] = function.body.params
    return tuple(named[param.hint] for param in params)


def same(actual: Any, expected: Any) -> None:
    for one, two in zip(leaves(list(actual)), leaves(expected), strict=True):
        one, two = np.asarray(one), np.asarray(two)
        assert (one.dtype, one.shape) == (two.dtype, two.shape)
        size = max(1.0, float(np.max(np.abs(two), initial=0.0)))
        assert np.all(np.abs(one - two) <= 1e-12 * size), (one, two)
