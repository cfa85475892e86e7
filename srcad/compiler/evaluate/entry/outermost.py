"""The outermost call: what a request is for, traced by what it is."""

from __future__ import annotations

import ast
import functools
import inspect
import sys
from collections.abc import Callable
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.evaluate.calls.calls import apply
from srcad.compiler.evaluate.calls.cells import construct_of, trace_cell
from srcad.compiler.evaluate.calls.functions import activate
from srcad.compiler.evaluate.calls.tracing import Traced, trace
from srcad.compiler.evaluate.dispatch import (
    Args,
    Keywords,
    evaluate,
    inline_gradient,
    numpy_handler,
)
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.session import Session
from srcad.compiler.reading import protocol
from srcad.compiler.reading.arguments import (
    POSITIONAL,
    as_called,
    own_arguments,
    without_defaults,
)
from srcad.compiler.reading.hooks import hooks_of_cell
from srcad.compiler.reading.lookup import method_of
from srcad.compiler.reading.protocol import mark
from srcad.compiler.reading.source import (
    Source,
    is_jit,
    own_signature,
    receivers,
    source_of,
    underlying,
)
from srcad.compiler.reading.user_rules import rule_of


def trace_root(session: Session, function: Any, arguments: dict[str, Any]) -> Traced:
    """Call what a request is for with its arguments, by name."""
    if mark(function, "__srcad_gradient__") is True:
        return _trace_gradient(session, function, arguments)
    if protocol.is_cell_class(function):
        message = f"`{function.__name__}` is a class, and no Cell yet"
        help = f"make one, and differentiate that: `net = {function.__name__}(...)`"
        raise CompileError(Diagnostic("SRC012", message, help=help))
    args, keywords = as_called(function, arguments)
    if protocol.is_cell(function):
        hooked = hooks_of_cell(session.door, function) is not None
        cast = protocol.float_dtype(function) is not None
        if hooked or (cast and hasattr(type(function), "bprop")):
            return _trace_callable(session, function, args, keywords)
        construct = construct_of(session, function)
        given, named = [*construct.given, *args], {**construct.named, **keywords}
        names = _bound(construct.plain, given, named)
        return trace_cell(session, function, construct.inputs_of(names))
    plain = underlying(function)
    if rule_of(function) is not None or numpy_handler(function) is not None:
        return _trace_call(session, function, args, keywords)
    if plain is None or mark(_called(function), "__srcad_bprop__") is not None:
        return _trace_callable(session, function, args, keywords)
    source = source_of(plain)
    with session.inside_function(function):
        return trace(
            session,
            plain.__name__.strip("<>"),
            _bound(plain, [*receivers(function), *args], keywords),
            lambda inside: activate(session, plain, source, inside),
        )


def _trace_callable(
    session: Session, function: Any, args: Args, keywords: Keywords
) -> Traced:
    """A call of an operator, a partial, an object, a Cell with hooks."""
    frame = _frame_of(session, function)
    if frame is None:
        return _trace_call(session, function, args, keywords)

    def body(inside: Any) -> Any:
        return apply(frame, function, list(inside[0]), inside[1], frame.source.node)

    return trace(session, "call", (tuple(args), keywords), body)


def _frame_of(session: Session, function: Any) -> Frame | None:
    """An activation in the source of what is called, to call it in."""
    inner = _called(function)
    rule = rule_of(inner)
    call = method_of(session.door, inner, "__call__")
    plain = underlying(inner) or underlying(call)
    if protocol.is_cell(inner):
        plain = construct_of(session, inner).plain
    elif rule is not None and rule.bprop is not None:
        # What it stands for may have no source.
        plain = underlying(rule.bprop)
    elif numpy_handler(inner) is not None:
        plain = None
    if plain is None:
        return None
    return Frame(session, source_of(plain), {}, plain.__globals__)


def _called(function: Any) -> Any:
    inner = protocol.innermost(function)
    while True:
        if isinstance(inner, functools.partial):
            inner = inner.func
        elif is_jit(inner) and not inspect.ismethod(inner):
            inner = inner.__wrapped__
        else:
            return inner


def _trace_call(
    session: Session, function: Any, args: Args, keywords: Keywords
) -> Traced:
    """A call of what has no source of its own, or is not read: a C function, one of
    NumPy's, one with a rule. It stands in a line that is written for it."""
    args, keywords = without_defaults(function, args, keywords)
    word = _word(_called(function))
    names = [f"argument_{k}" for k in range(len(args))]
    signature = own_arguments(function)
    if signature is not None and not isinstance(function, functools.partial):
        known = [p.name for p in signature.parameters.values() if p.kind in POSITIONAL]
        names[: len(known)] = known[: len(names)]
    words = [*names, *(f"{name}={name}" for name in keywords)]
    path, first = _importable(function, word)
    source, tree = _line(f"{path}({', '.join(words)})", word)

    def body(inside: Any) -> Any:
        given = dict(zip(names, inside[0], strict=True)) | inside[1]
        known = {path: function} if first is None else {path.split(".")[0]: first}
        return evaluate(Frame(session, source, given, known), tree)

    return trace(session, word, (tuple(args), keywords), body)


def _word(function: Any) -> str:
    word = getattr(function, "__name__", "") or "function"
    return word if word.isidentifier() else "function"


def _line(text: str, word: str) -> tuple[Source, ast.expr]:
    """A source that is one call, and that call."""
    tree = ast.parse(text, mode="eval").body
    nothing = ast.arguments([], [], None, [], [], None, [])
    node = ast.copy_location(ast.Lambda(nothing, tree), tree)
    return Source(node, f"<{word}>", (text,), library=False), tree


def _importable(function: Any, word: str) -> tuple[str, Any]:
    """How a module of Python's or of NumPy's function is written, with that module;
    None where it stands in none."""
    path = getattr(function, "__module__", None) or "builtins"
    path = path.lstrip("_")  # `_operator` is how Python calls its own
    module = sys.modules.get(path)
    if path == "builtins" or getattr(module, word, None) is not function:
        return word, None
    first = path.partition(".")[0]
    short = {"numpy": "np"}.get(first, first)
    return f"{short}{path.removeprefix(first)}.{word}", sys.modules[first]


def _trace_gradient(
    session: Session, gradient: Any, arguments: dict[str, Any]
) -> Traced:
    """A gradient function as the primal: the gradient of a gradient is wanted."""
    found, inner = _frame_of(session, gradient), protocol.innermost(gradient)
    args, keywords = as_called(gradient, arguments)
    if found is None:
        path, _ = _importable(inner, _word(_called(inner)))
        source, _ = _line(f"{path}(...)", _word(_called(inner)))
        found = Frame(session, source, {}, {})
    frame = found

    def body(inside: Any) -> Any:
        node = frame.source.node
        return inline_gradient(frame, gradient, list(inside[0]), inside[1], node)

    return trace(session, "gradient", (tuple(args), keywords), body)


def _bound(
    function: Callable[..., Any], args: Args, keywords: Keywords
) -> dict[str, Any]:
    bound = own_signature(function).bind(*args, **keywords)
    bound.apply_defaults()
    return dict(bound.arguments)
