"""What becomes of a program: compiled, and compared with its plain run.

``forward`` has to give, and print, what the program itself gives; ``backward`` has to
give finite differences of the program's plain run along random directions. Where the
plain run has a kink within reach of the steps, other inputs are drawn.
"""

import contextlib
import dataclasses
import io
import itertools
import linecache
import sys
import traceback
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from codegen.printing import print_module
from srcad import Tensor
from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.driver import compile_request
from srcad.compiler.ir.avals import parse_aval
from srcad.compiler.reading.arguments import form_of
from srcad.compiler.request import Request
from tests.srcad.compiler.programs.grower import COLUMNS, SPECIFICATIONS, Program

GOOD, REFUSED, ROUGH = "good", "refused", "no smooth point found"
CRASH, PRIMAL, GRADIENT = "crash", "wrong primal", "wrong gradient"
ILL_FORMED = "the program itself raises"
FAILURES = (CRASH, PRIMAL, GRADIENT)

STEPS = (1e-3, 1e-4, 1e-5, 1e-2)
TOLERANCE = 1e-6
DIRECTIONS = 2
DRAWS = 5
_SERIAL = itertools.count()


@dataclass(frozen=True)
class Outcome:
    """``what`` became of a program; the ``code`` of a refusal, and what was said."""

    what: str
    code: str = ""
    message: str = ""

    @property
    def failed(self) -> bool:
        return self.what in FAILURES


class Wrong(Exception):
    """A result that differs."""

    def __init__(self, what: str, message: str) -> None:
        super().__init__(message)
        self.outcome = Outcome(what, "", message)


# --------------------------------------------------------------------- text and inputs


@contextlib.contextmanager
def defined(text: str) -> Iterator[dict[str, Any]]:
    """The names that a text defines, in a module whose source can be found."""
    name = f"program_{next(_SERIAL)}"
    path = f"<{name}>"
    linecache.cache[path] = len(text), None, text.splitlines(keepends=True), path
    module = types.ModuleType(name)
    sys.modules[name] = module
    space = module.__dict__
    try:
        try:
            exec(compile(text, path, "exec"), space)
        except Exception as error:
            raise Wrong(ILL_FORMED, f"{type(error).__name__}: {error}") from error
        yield space
    finally:
        del sys.modules[name], linecache.cache[path]


def drawn(kind: Any, random: np.random.Generator, n: int, space: Any) -> Any:
    """A value of a kind, between -2 and 2; a record of the program's own class."""
    if isinstance(kind, tuple):
        what, *parts = kind
        if what == "record":
            return space[parts[0]](*(drawn(k, random, n, space) for _, k in parts[1:]))
        if what == "dict":
            return {key: drawn(part, random, n, space) for key, part in parts}
        made = tuple(drawn(part, random, n, space) for part in parts)
        return list(made) if what == "list" else made
    shapes = {"number": (), "vector": (n,), "matrix": (n, COLUMNS), "row": (COLUMNS,)}
    values = random.uniform(-1.5, 1.5, shapes[kind])
    return float(values) if kind == "number" else values


def leaves(item: Any) -> list[Any]:
    """The numbers and arrays of nested tuples, lists, dicts and records, in order."""
    if dataclasses.is_dataclass(item):
        item = [getattr(item, field.name) for field in dataclasses.fields(item)]
    if isinstance(item, dict):
        item = list(item.values())
    if isinstance(item, tuple | list):
        return [leaf for part in item for leaf in leaves(part)]
    if isinstance(item, Tensor):
        return [item.asnumpy()]
    return [] if item is None else [item]


def replaced(item: Any, new: Iterator[Any]) -> Any:
    """The same nesting, with other leaves."""
    if dataclasses.is_dataclass(item):
        names = [field.name for field in dataclasses.fields(item)]
        values = [replaced(getattr(item, name), new) for name in names]
        return type(item)(*values)
    if isinstance(item, dict):
        return {key: replaced(part, new) for key, part in item.items()}
    if isinstance(item, tuple | list):
        parts = [replaced(part, new) for part in item]
        return type(item)(*parts) if hasattr(item, "_fields") else type(item)(parts)
    return next(new)


# ----------------------------------------------------------------------------- modules


@dataclass(frozen=True)
class Compiled:
    """A generated module with the function that it was made of."""

    function: Callable[..., Any]
    space: dict[str, Any]
    text: str
    cell: bool

    def parameters(self) -> dict[str, Any]:
        if not self.cell:
            return {}
        named = self.function.parameters_and_names()
        return {name: p.asnumpy().astype(np.float64) for name, p in named}

    def forward(self, inputs: list[Any]) -> Any:
        code = self.space["forward"].__code__
        more = [self.parameters()] if code.co_argcount > len(inputs) else []
        return self.space["forward"](*inputs, *more)

    def backward(self, residuals: Any, dout: Any) -> list[Any]:
        parts = self.space["backward"](residuals, dout)
        if len(parts) == 2 and isinstance(parts[1], dict) and self.parameters():
            parts = parts[0]
        return list(parts)


def compiled(program: Program, space: dict[str, Any], **more: Any) -> Compiled:
    """Compile the program, with ``more`` of the request; CompileError where it is
    refused."""
    root = space[program.root]
    cell = isinstance(root, type)
    function = root() if cell else root
    named = {
        name: drawn(kind, np.random.default_rng(0), 4, space)
        for name, kind in program.inputs.items()
    }
    forms, inputs = form_of(named, lambda item: isinstance(item, np.ndarray | float))
    avals = avals_of(inputs)
    options = {"float_dtype": "float64"} if cell else {}
    options |= more
    if "data" in named:
        options["forms"] = tuple(forms.items())
    request = Request(function, avals, None, "model.py::f", **options)
    text = print_module(compile_request(request).module)
    generated: dict[str, Any] = {"__name__": "generated"}
    exec(compile(text, "<generated>", "exec"), generated)
    return Compiled(function, generated, text, cell)


def avals_of(inputs: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    """What is known of inputs, their sizes by name."""
    return tuple((name, parse_aval(_kind(item))) for name, item in inputs.items())


def _kind(item: Any) -> str:
    rank = np.ndim(item)
    return SPECIFICATIONS[("number", "vector", "matrix")[rank]]


# --------------------------------------------------------------------------- comparison


def outcome_of(program: Program, seed: int = 0) -> Outcome:
    """What becomes of a program."""
    try:
        with defined(program.text) as space:
            return _outcome(program, space, np.random.default_rng(seed))
    except Wrong as wrong:
        return wrong.outcome


def _outcome(program: Program, space: Any, random: np.random.Generator) -> Outcome:
    with np.errstate(all="ignore"), contextlib.redirect_stdout(io.StringIO()):
        kinds = program.inputs.values()
        try:
            root = space[program.root]
            plain = root() if isinstance(root, type) else root
            plain(*(drawn(kind, random, 4, space) for kind in kinds))
        except Exception:
            return Outcome(ILL_FORMED, "", traceback.format_exc(limit=-2))
        try:
            module = compiled(program, space)
        except CompileError as error:
            first = error.diagnostics[0]
            return Outcome(REFUSED, first.code, str(error))
        except Exception as error:
            return Outcome(CRASH, type(error).__name__, traceback.format_exc(limit=-6))
        smooth = 0
        for n in (4, 3, 5, 4, 3)[:DRAWS]:
            arguments = [drawn(kind, random, n, space) for kind in kinds]
            smooth += _compare(module, arguments, random)
            if smooth == 2:
                break
    return Outcome(GOOD if smooth else ROUGH)


def _printing(function: Callable[[], Any]) -> tuple[Any, str]:
    with contextlib.redirect_stdout(io.StringIO()) as told:
        result = function()
    return result, told.getvalue()


def _compare(module: Compiled, arguments: list[Any], random: Any) -> bool:
    """Whether the program is smooth there; raises Wrong where something differs."""
    flat = leaves(arguments)
    kept = [np.array(leaf) for leaf in flat]
    try:
        expected, told = _printing(lambda: module.function(*arguments))
    except Exception:
        return False
    try:
        (out, residuals), said = _printing(lambda: module.forward(flat))
        douts = [random.standard_normal(np.shape(leaf))[()] for leaf in leaves(out)]
        _compare_primal(out, expected)
        dout = replaced(out, iter(douts))
        first = [np.array(g) for g in module.backward(residuals, dout)]
        second = module.backward(residuals, dout)
    except Wrong:
        raise
    except Exception as error:
        where = traceback.format_exc(limit=-1)
        raise Wrong(CRASH, f"{type(error).__name__} in the module: {where}") from error
    if told != said:
        raise Wrong(PRIMAL, f"prints {said!r}, not {told!r}")
    for before, after in zip(kept, flat, strict=True):
        if not np.array_equal(before, after):
            raise Wrong(PRIMAL, "an input was written to")
    for one, two, leaf in zip(first, second, flat, strict=True):
        if not np.array_equal(one, two):
            raise Wrong(GRADIENT, "backward gives another result again")
        if np.shape(one) != np.shape(leaf):
            raise Wrong(GRADIENT, f"shapes {np.shape(one)} and {np.shape(leaf)}")
    return _compare_gradient(module, arguments, first, douts, random)


def _compare_primal(out: Any, expected: Any) -> None:
    have, want = leaves(out), leaves(expected)
    if len(have) != len(want):
        raise Wrong(PRIMAL, f"{len(have)} results, not {len(want)}")
    for one, two in zip(have, want, strict=True):
        if np.shape(one) != np.shape(two):
            raise Wrong(PRIMAL, f"shape {np.shape(one)}, not {np.shape(two)}")
        if not np.allclose(one, two, rtol=1e-9, atol=1e-9):
            raise Wrong(PRIMAL, f"{one}, not {two}")


def _compare_gradient(
    module: Compiled, arguments: list[Any], gradients: Any, douts: Any, random: Any
) -> bool:
    flat = leaves(arguments)
    for _ in range(DIRECTIONS):
        moves = [random.standard_normal(np.shape(leaf))[()] for leaf in flat]
        analytic = sum(
            float(np.sum(g * v)) for g, v in zip(gradients, moves, strict=True)
        )

        def at(step: float, moves: Any = moves) -> float:
            pairs = zip(flat, moves, strict=True)
            moved = (
                leaf + step * move
                if isinstance(leaf, np.ndarray)
                else float(leaf + step * move)
                for leaf, move in pairs
            )
            result = leaves(module.function(*replaced(arguments, moved)))
            pairs = zip(result, douts, strict=True)
            return sum(float(np.sum(leaf * dout)) for leaf, dout in pairs)

        try:
            verdict = agrees(analytic, at)
        except (ValueError, ArithmeticError, IndexError):
            return False
        if verdict is None:
            return False
        if verdict:
            raise Wrong(GRADIENT, verdict)
    return True


def agrees(analytic: float, at: Callable[[float], float]) -> str | None:
    """ "" where finite differences agree, None where they say nothing."""
    found = []
    for step in STEPS:
        quotients = [(at(h) - at(-h)) / (2 * h) for h in (step / 2, step)]
        numeric = (4 * quotients[0] - quotients[1]) / 3
        if abs(analytic - numeric) <= TOLERANCE * max(abs(analytic), abs(numeric), 1):
            return ""
        found.append(numeric)
    scale = max(*map(abs, found), 1.0)
    middle, step = at(0.0), 1e-5
    sides = (at(step) - middle) / step, (middle - at(-step)) / step
    steady = abs(found[1] - found[2]) <= 1e-5 * scale
    if not steady or not abs(sides[0] - sides[1]) <= 1e-2 * scale:
        return None
    return f"<gradient, v> is {analytic}, finite differences say {found[1]}"
