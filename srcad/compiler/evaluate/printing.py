"""What is printed or raised at run time: run-time values in expressions of Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box
from srcad.compiler.evaluate.objects import (
    BoundMethod,
    Box,
    Closure,
    Iteration,
    Lazy,
    Once,
    ReversedRange,
    RuntimeString,
    is_parameter,
)
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.origins import span_of_origin
from srcad.compiler.ir.templates import filled
from srcad.compiler.ir.types import Opaque

_TENSOR = "from srcad import Tensor"


def emit_print(frame: Frame, args: list[Any], keywords: dict[str, Any]) -> None:
    """A print, kept in program order. What descends from Tensors is shown as such."""
    emit_call(frame, print, "print", [], args, keywords)


def emit_call(
    frame: Frame,
    function: Callable[..., Any],
    path: str,
    imports: list[str],
    args: list[Any],
    keywords: dict[str, Any],
) -> None:
    """A call that is made for its effect: ``path`` is how the module writes what is
    called."""
    atoms: list[Any] = []
    words = [expression_template(frame.session, item, atoms, imports) for item in args]
    words += [
        f"{name}={expression_template(frame.session, item, atoms, imports)}"
        for name, item in keywords.items()
    ]

    def run(*values: Any) -> None:
        function(*values, **keywords)

    emit_effect(frame, f"{path}({', '.join(words)})", atoms, imports, run)


def emit_effect(
    frame: Frame,
    template: str,
    atoms: list[Any],
    imports: list[str],
    function: Callable[..., Any],
) -> None:
    """Append a statement that is executed for its effect, in program order."""
    builder = frame.session.builder
    builder.ops.append(
        Opaque(
            template,
            tuple(atoms),
            (),
            tuple(dict.fromkeys(imports)),
            function=function,
            origin=builder.origin,
            phase=builder.phase,
        )
    )


def expression_template(
    session: Session,
    item: Any,
    atoms: list[Any],
    imports: list[str],
    plain: bool = False,
) -> str:
    """An expression with ``{k}`` for the atoms, which are appended to ``atoms``.

    With ``plain``, Tensors stay arrays.
    """
    if isinstance(item, Box) or is_parameter(item):
        atom = session.atom(item)
        atoms.append(atom)
        place = "{" + str(len(atoms) - 1) + "}"
        if isinstance(atom.aval, Aval) and atom.aval.tensor and not plain:
            imports.append(_TENSOR)
            return f"Tensor({place})"
        return place
    if isinstance(item, RuntimeString):
        return _string_template(session, item, atoms, imports)
    if isinstance(item, tuple | list) and not isinstance(item, Once):
        parts = [
            expression_template(session, part, atoms, imports, plain) for part in item
        ]
        if isinstance(item, list):
            return f"[{', '.join(parts)}]"
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
    if isinstance(item, dict):
        entries = []
        for key, part in item.items():
            word = expression_template(session, part, atoms, imports)
            entries.append(f"{_escaped(repr(key))}: {word}")
        return "{{" + ", ".join(entries) + "}}"
    if isinstance(item, str | int | float | bool | None):
        return _escaped(repr(item))
    text = repr(item)
    if " at 0x" in text or has_box(item) or isinstance(item, _OURS):
        kind = "function" if isinstance(item, _FUNCTIONS) else type(item).__name__
        raise CompileError(
            Diagnostic(
                "SRC013",
                f"what Python shows of a {kind} is not known at compile time",
                span_of_origin(session.builder.origin),
                help="give its parts: arrays, numbers and texts",
            )
        )
    return _escaped(repr(text))


_FUNCTIONS = (Closure, BoundMethod, FunctionType, BuiltinFunctionType, MethodType)
# What stands for an object of Python, and has a text of its own.
_OURS = (Closure, BoundMethod, Iteration, Once, ReversedRange, Lazy)


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _string_template(
    session: Session, item: RuntimeString, atoms: list[Any], imports: list[str]
) -> str:
    words = [expression_template(session, part, atoms, imports) for part in item.items]
    marks = [word.format(*(f"__at{k}__" for k in range(len(atoms)))) for word in words]
    parts = [ast.parse(mark, mode="eval").body for mark in marks]
    text = ast.unparse(filled(ast.unparse(item.expression), parts))
    return re.sub(r"__at(\d+)__", r"{\1}", _escaped(text))
