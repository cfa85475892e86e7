"""What becomes of a program by another engine: its core against its own halves.

A core is plain Python as well: without Numba it is run as it stands, which tries its
arithmetic on many programs. With Numba the same text is compiled, which tries its
types.
"""

import contextlib
import dataclasses
import io
import re
import traceback
import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np

from codegen.printing import print_module
from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.driver import compile_request
from srcad.compiler.reading.arguments import form_of
from srcad.compiler.reading.engines import NUMBA
from srcad.compiler.request import Request
from tests.srcad.compiler.programs.checking import (
    CRASH,
    GOOD,
    GRADIENT,
    ILL_FORMED,
    PRIMAL,
    REFUSED,
    Outcome,
    Wrong,
    avals_of,
    defined,
    drawn,
    leaves,
)
from tests.srcad.compiler.programs.grower import Program

NOT_COMPILED, GAVE_UP = "computed by NumPy", "left to the halves"
ROUNDING = 1e-9
SIZES = (4, 1, 5)


def _as_it_stands(*_: Any, **__: Any) -> Any:
    def njit(function: Any) -> Any:
        function.overloads = {"all": function}
        function.disable_compile = lambda: None
        return function

    return njit


class _NumbaError(Exception):
    pass


ERRORS = SimpleNamespace(errors=SimpleNamespace(NumbaError=_NumbaError))
PLAIN = SimpleNamespace(njit=_as_it_stands, core=ERRORS)


def without_prints(program: Program) -> Program:
    """The program without what it prints: a core prints nothing."""
    text = re.sub(r"^(\s*)print\(.*\)$", r"\1pass", program.text, flags=re.MULTILINE)
    return dataclasses.replace(program, text=text)


def outcome_by_core(program: Program, seed: int = 0, numba: Any = PLAIN) -> Outcome:
    """What becomes of a program's core: the same as by its halves."""
    try:
        with defined(without_prints(program).text) as space:
            return _outcome(program, space, np.random.default_rng(seed), numba)
    except Wrong as wrong:
        return wrong.outcome


def core_space(text: str, numba: Any) -> dict[str, Any]:
    """The names of a module with a core, with ``numba`` in the place of Numba."""
    space: dict[str, Any] = {"__name__": "generated", "numba": numba}
    text = re.sub(r"^    import numba.*$", "    pass", text, flags=re.MULTILINE)
    exec(compile(text, "<core>", "exec"), space)
    return space


def _outcome(program: Program, space: Any, random: Any, numba: Any) -> Outcome:
    with (
        np.errstate(all="ignore"),
        contextlib.redirect_stdout(io.StringIO()),
        warnings.catch_warnings(),
    ):
        warnings.filterwarnings("error", "computed by NumPy, since")
        kinds = list(program.inputs.values())
        root = space[program.root]
        function = root() if isinstance(root, type) else root
        try:
            function(*(drawn(kind, random, 4, space) for kind in kinds))
        except Exception:
            return Outcome(ILL_FORMED)
        try:
            module, why = _compiled(program, space, function, numba)
        except CompileError as error:
            return Outcome(REFUSED, error.diagnostics[0].code, str(error))
        except Exception as error:
            told = traceback.format_exc(limit=-6)
            return Outcome(CRASH, type(error).__name__, told)
        if why:
            return Outcome(NOT_COMPILED, why)
        found = [
            _compare(
                module, function, [drawn(kind, random, n, space) for kind in kinds]
            )
            for n in SIZES
        ]
    return Outcome(GOOD if any(found) else GAVE_UP)


def _compiled(
    program: Program, space: Any, function: Any, numba: Any
) -> tuple[dict[str, Any], str]:
    cell = isinstance(space[program.root], type)
    random = np.random.default_rng(0)
    named = {k: drawn(kind, random, 4, space) for k, kind in program.inputs.items()}
    forms, inputs = form_of(named, lambda item: isinstance(item, np.ndarray | float))
    options: dict[str, Any] = {"float_dtype": "float64"} if cell else {}
    if "data" in named:
        options["forms"] = tuple(forms.items())
    request = Request(function, avals_of(inputs), None, "model.py::f", **options)
    compilation = compile_request(dataclasses.replace(request, engine=NUMBA))
    why = compilation.manifest["not_compiled"]
    if why:
        return {}, why
    return core_space(print_module(compilation.module), numba), ""


def _compare(module: dict[str, Any], function: Any, arguments: list[Any]) -> bool:
    """Whether the core computes; raises Wrong where it differs from the halves."""
    flat = leaves(arguments)
    if module["forward"].__code__.co_argcount > len(flat):
        named = function.parameters_and_names()
        flat.append({k: p.asnumpy().astype(np.float64) for k, p in named})
    kept = [np.array(leaf) for leaf in leaves(flat)]
    try:
        out, residuals = module["forward"](*flat)
        dout = _ones(out)
        grads = module["backward"](residuals, dout)
    except Exception as error:
        try:
            both = module["compiled"](*flat)
        except Exception:
            raise Wrong(CRASH, traceback.format_exc(limit=-3)) from error
        if both is not None:
            message = f"the halves raise {type(error).__name__}, the core does not"
            raise Wrong(CRASH, message) from error
        return False
    try:
        both = module["compiled"](*flat)
    except Exception as error:
        raise Wrong(CRASH, traceback.format_exc(limit=-3)) from error
    if both is None:
        return False
    for what, one, other in ((PRIMAL, both[0], out), (GRADIENT, both[1], grads)):
        _agree(what, leaves(one), leaves(other))
    for before, after in zip(kept, leaves(flat), strict=True):
        if not np.array_equal(before, after, equal_nan=True):
            raise Wrong(CRASH, "the core writes into an argument")
    return True


def _agree(what: str, found: list[Any], expected: list[Any]) -> None:
    if len(found) != len(expected):
        raise Wrong(what, f"{len(found)} arrays instead of {len(expected)}")
    for one, other in zip(found, expected, strict=True):
        if np.shape(one) != np.shape(other):
            raise Wrong(what, f"{np.shape(one)} instead of {np.shape(other)}")
        first, second = np.asarray(one), np.asarray(other)
        if np.ndim(one) and first.dtype != second.dtype:
            raise Wrong(what, f"{first.dtype} instead of {second.dtype}")
        scale = np.abs(second[np.isfinite(second)]).max(initial=1.0)
        if not np.allclose(
            first, second, rtol=ROUNDING, atol=ROUNDING * scale, equal_nan=True
        ):
            raise Wrong(what, f"{one} instead of {other}")


def _ones(out: Any) -> Any:
    if isinstance(out, dict):
        return {key: _ones(part) for key, part in out.items()}
    if isinstance(out, tuple | list):
        return type(out)(map(_ones, out))
    return np.ones_like(out) if np.ndim(out) else 1.0
