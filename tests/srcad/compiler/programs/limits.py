"""What becomes of a program whose residuals are limited: the same, to the bit."""

import contextlib
import io
import traceback
from typing import Any

import numpy as np

from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.programs.checking import (
    CRASH,
    GOOD,
    GRADIENT,
    ILL_FORMED,
    PRIMAL,
    REFUSED,
    Compiled,
    Outcome,
    Wrong,
    compiled,
    defined,
    drawn,
    leaves,
    replaced,
)
from tests.srcad.compiler.programs.grower import Program

SHARES = (75, 45, 20, 3)
SIZES = (4, 1, 5)


def outcome_by_memory(program: Program, seed: int = 0) -> Outcome:
    """What becomes of a program under each limit: what it gives and prints without.

    The code of an outcome that is good says under how many limits it is another module.
    """
    try:
        with (
            defined(program.text) as space,
            np.errstate(all="ignore"),
            contextlib.redirect_stdout(io.StringIO()),
        ):
            return _outcome(program, space, np.random.default_rng(seed))
    except Wrong as wrong:
        return wrong.outcome


def _outcome(program: Program, space: dict[str, Any], random: Any) -> Outcome:
    kinds = list(program.inputs.values())
    root = space[program.root]
    try:
        plain = root() if isinstance(root, type) else root
        plain(*(drawn(kind, random, 4, space) for kind in kinds))
    except Exception:
        return Outcome(ILL_FORMED)
    try:
        usual = compiled(program, space)
    except CompileError as error:
        return Outcome(REFUSED, error.diagnostics[0].code)
    given = [[drawn(kind, random, n, space) for kind in kinds] for n in SIZES]
    expected = [_run(usual, leaves(one)) for one in given]
    others = 0
    for share in SHARES:
        try:
            module = compiled(program, space, memory=share)
        except CompileError as error:
            if error.diagnostics[0].code != "SRC026":
                raise Wrong(CRASH, f"{share} %: {error}") from error
            continue
        except Exception as error:
            told = traceback.format_exc(limit=-6)
            raise Wrong(CRASH, f"{share} %: {told}") from error
        body = module.text.partition("import numpy")[2]
        others += body != usual.text.partition("import numpy")[2]
        for one, wanted in zip(given, expected, strict=True):
            if wanted is not None:
                _agree(f"{share} %", _run(module, leaves(one), share), wanted)
    return Outcome(GOOD, str(others))


def _run(module: Compiled, flat: list[Any], share: int = 100) -> Any:
    """The results, the gradients, and what is printed; None where the usual module
    raises."""
    before = [np.array(one) for one in flat]
    told = io.StringIO()
    try:
        with contextlib.redirect_stdout(told):
            out, residuals = module.forward(flat)
            dout = replaced(out, iter([_ones(leaf) for leaf in leaves(out)]))
            found = [np.array(one) for one in module.backward(residuals, dout)]
            again = module.backward(residuals, dout)
    except Exception as error:
        if share == 100:
            return None
        raise Wrong(CRASH, f"{share} %: {traceback.format_exc(limit=-2)}") from error
    _agree("called again", ([], again, ""), ([], found, ""))
    for one, other in zip(before, flat, strict=True):
        if not np.array_equal(one, other, equal_nan=True):
            raise Wrong(PRIMAL, f"{share} %: an input was written to")
    return leaves(out), found, told.getvalue()


def _ones(leaf: Any) -> Any:
    return np.ones(np.shape(leaf))[()]


def _agree(where: str, found: Any, wanted: Any) -> None:
    for what, ones, others in (
        (PRIMAL, found[0], wanted[0]),
        (GRADIENT, found[1], wanted[1]),
    ):
        for one, other in zip(ones, others, strict=True):
            first, second = np.asarray(one), np.asarray(other)
            same = first.dtype == second.dtype
            if not same or not np.array_equal(first, second, equal_nan=True):
                raise Wrong(what, f"{where}: {one} instead of {other}")
    if found[2] != wanted[2]:
        raise Wrong(PRIMAL, f"{where}: prints {found[2]!r}, not {wanted[2]!r}")
