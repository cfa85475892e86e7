"""Draws of random numbers as operations: they stay, in the order of the program."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.printing import Template
from srcad.compiler.ir.avals import Aval, GeneratorAval
from srcad.compiler.ir.origins import span_of_origin
from srcad.compiler.ir.types import Atom, Value


def emit_draw(
    frame: Frame,
    rng: Any,
    method: str,
    given: list[Atom],
    named: dict[str, Atom],
    aval: Aval,
) -> Box:
    """``rng.method(*given, **named)``, in program order; no draw is ever left out.
    ``rng`` may be the module ``np.random``, which has a generator of its own."""
    session, own = frame.session, rng is np.random
    atoms = [*given, *named.values()]
    words = [f"{{{k}}}" for k in range(len(given))]
    words += [f"{name}={{{len(given) + k}}}" for k, name in enumerate(named)]
    drawn_from = "np.random" if own else f"{{{len(atoms)}}}"
    atoms += [] if own else [session.atom(rng)]
    result = Value(aval, method)

    def run(*values: Any) -> Any:
        *found, state = (*values, rng) if own else values
        rest = dict(zip(named, found[len(given) :], strict=True))
        return getattr(state, method)(*found[: len(given)], **rest)

    refusal = Diagnostic(
        "SRC014",
        f"what `{method}` draws has no derivative by what it gets",
        span_of_origin(session.builder.origin),
        help="stop the gradient there, or draw from a distribution that is moved and "
        "stretched, as `normal`",
    )
    text = f"{drawn_from}.{method}({', '.join(words)})"
    error = CompileError(refusal)
    drawn = Template(session, atoms, [])
    drawn.append(text, (result,), refusal=error, function=run)
    return session.box(result)


def emit_generator(
    frame: Frame, path: str, kind: str, seed: Any, made: Any = None
) -> Box:
    """A generator that the program makes of a seed: one of NumPy's, or as ``made``."""
    result = Value(GeneratorAval(kind), "rng")
    _emit_of_seed(frame, path, seed, (result,), made)
    return frame.session.box(result)


def emit_seed(frame: Frame, seed: Any) -> None:
    """The generator of NumPy's own starts anew."""
    _emit_of_seed(frame, "np.random.seed", seed, ())


def _emit_of_seed(
    frame: Frame,
    path: str,
    seed: Any,
    results: tuple[Value, ...],
    made: Any = None,
) -> None:
    module, _, word = path.rpartition(".")
    imports = [] if made is None else [f"import {module}"]
    template = Template(frame.session, [], imports, plain=True)
    text = template.of(seed)

    def run(*values: Any) -> Any:
        return (made or getattr(np.random, word))(*(values or (seed,)))

    template.append(f"{path}({text})", results, function=run)
