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
    """``rng.method(*given, **named)``, in program order; no draw is ever left out."""
    session = frame.session
    atoms = [session.atom(rng), *given, *named.values()]
    words = [f"{{{k + 1}}}" for k in range(len(given))]
    words += [f"{name}={{{len(given) + k + 1}}}" for k, name in enumerate(named)]
    result = Value(aval, method)

    def run(drawn_from: Any, *values: Any) -> Any:
        rest = dict(zip(named, values[len(given) :], strict=True))
        return getattr(drawn_from, method)(*values[: len(given)], **rest)

    refusal = Diagnostic(
        "SRC014",
        f"what `{method}` draws has no derivative by what it gets",
        span_of_origin(session.builder.origin),
        help="stop the gradient there, or draw from a distribution that is moved and "
        "stretched, as `normal`",
    )
    text = f"{{0}}.{method}({', '.join(words)})"
    error = CompileError(refusal)
    drawn = Template(session, atoms, [])
    drawn.append(text, (result,), refusal=error, function=run)
    return session.box(result)


def emit_generator(frame: Frame, path: str, kind: str, seed: Any) -> Box:
    """A generator that the program makes of a seed."""
    session = frame.session
    template = Template(session, [], [], plain=True)
    text = template.of(seed)
    result = Value(GeneratorAval(kind), "rng")

    def run(*values: Any) -> Any:
        return getattr(np.random, path.rpartition(".")[2])(*(values or (seed,)))

    template.append(f"{path}({text})", (result,), function=run)
    return session.box(result)
