"""Hooks: their source is lowered in the place where they run.

What a hook prints is kept in program order. A hook that cannot be lowered (it writes
into an object of its own, say) is called by its name at run time; it must then return
None, since what it would return could not be differentiated.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from srcad.compiler.diagnostics import CompileError, Diagnostic
from srcad.compiler.ir import Opaque
from srcad.compiler.lowering import calls, functions
from srcad.compiler.lowering.frame import Frame
from srcad.compiler.lowering.functions import Rule, Traced, append_call, trace
from srcad.compiler.lowering.objects import Box, leaves
from srcad.compiler.lowering.printing import expression_template
from srcad.compiler.lowering.session import Session
from srcad.compiler.source import source_of, underlying

Call = Callable[[list[Any]], Any]


@dataclass(frozen=True, slots=True, eq=False)
class BackwardHooks:
    """The hooks round a Cell's gradient: those before it, and those after it."""

    cell: Any
    before: tuple[Callable[..., Any], ...]
    after: tuple[Callable[..., Any], ...]
    inputs: int

    def arriving(self, session: Session, gradients: tuple[Any, ...]) -> tuple[Any, ...]:
        """The gradients of the output, after the hooks before the Cell's gradient."""
        for hook in self.before:
            result = run_hook(session, hook, [self.cell, gradients])
            gradients = _replaced(gradients, result)
        return gradients

    def leaving(
        self, session: Session, arriving: tuple[Any, ...], gradients: tuple[Any, ...]
    ) -> tuple[Any, ...]:
        """The gradients of the inputs, after the hooks behind the Cell's gradient."""
        for hook in self.after:
            result = run_hook(session, hook, [self.cell, arriving, gradients])
            gradients = _replaced(gradients, result)
        return gradients


def _replaced(old: tuple[Any, ...], result: Any) -> tuple[Any, ...]:
    if result is None:
        return old
    return result if isinstance(result, tuple) else (result,)


def call_hooked(frame: Frame, cell: Any, hooks: Any, args: list[Any], run: Call) -> Any:
    """Call a Cell that has hooks; ``run`` calls it without."""
    session = frame.session
    inputs: tuple[Any, ...] = tuple(args)
    for hook in hooks.forward_pre:
        inputs = _replaced(inputs, run_hook(session, hook, [cell, inputs]))
    if hooks.backward_pre or hooks.backward:
        output = _with_backward(frame, cell, hooks, inputs, run)
    else:
        output = run(list(inputs))
    for hook in hooks.forward:
        result = run_hook(session, hook, [cell, inputs, output])
        output = output if result is None else result
    return output


def _with_backward(
    frame: Frame, cell: Any, hooks: Any, inputs: tuple[Any, ...], run: Call
) -> Any:
    """The Cell as a function whose gradient is taken with hooks round it."""
    session = frame.session
    traced = trace(session, "hooked", inputs, lambda inside: run(list(inside)))
    count = sum(isinstance(leaf, Box) for leaf in leaves(inputs))
    around = BackwardHooks(
        cell, tuple(hooks.backward_pre), tuple(hooks.backward), count
    )
    return append_call(session, _with(traced, hooks=around))


def _with(traced: Traced, **changes: Any) -> Traced:
    function = replace(traced.function, inline=True, cache={}, **changes)
    return replace(traced, function=function)


def hook_backward(frame: Frame, callee: Any, args: list[Any]) -> Any:
    """``ops.HookBackward(hook)(x)``: ``x``, with the hook on its gradient."""
    return hooked_identity(frame.session, callee.hook_fn, args, as_tuple=True)


def hooked_identity(
    session: Session, hook: Callable[..., Any], args: list[Any], as_tuple: bool
) -> Any:
    """The arguments handed on; the hook sees what comes back."""

    def native(inner: Session, inputs: list[Any], out: Any, dout: Any) -> list[Any]:
        gradients = dout if isinstance(dout, tuple) else (dout,)
        given = gradients if as_tuple else gradients[0]
        result = run_hook(inner, hook, [given])
        return list(_replaced(gradients, result))

    traced = trace(
        session,
        "hook",
        tuple(args),
        lambda inside: inside[0] if len(inside) == 1 else inside,
    )
    form = functions.argument_form(dict(enumerate(args)))
    return append_call(
        session, _with(traced, rule=Rule(None, form, traced.output, native=native))
    )


def run_hook(session: Session, hook: Callable[..., Any], args: list[Any]) -> Any:
    """Lower a hook's body here, or call it by name."""
    plain = underlying(hook)
    if plain is None:
        return _call_by_name(session, hook, args)
    source = source_of(plain)
    frame = Frame(session, source, {}, plain.__globals__)
    builder = session.builder
    mark, origin = len(builder.ops), builder.origin
    try:
        return calls.apply(frame, hook, args, {}, source.node)
    except CompileError:
        del builder.ops[mark:]
        builder.origin = origin
        return _call_by_name(session, hook, args)


def _call_by_name(session: Session, hook: Callable[..., Any], args: list[Any]) -> None:
    """Call a hook that is found by its qualified name in a module, at run time."""
    module, name = getattr(hook, "__module__", ""), getattr(hook, "__qualname__", "")
    found = getattr(sys.modules.get(module or ""), name, None)
    if found is not hook:
        text = f"the hook `{name or hook!r}` can neither be read nor imported by a name"
        plain = underlying(hook)
        span = source_of(plain).span(source_of(plain).node) if plain else None
        help = "define it at the top level of a module"
        raise CompileError(Diagnostic("SRC012", text, span, help=help))
    atoms: list[Any] = []
    words: list[str] = []
    imports = [f"from {module} import {name}"]
    for item in args:
        words.append(expression_template(session, item, atoms, imports))
    builder = session.builder
    builder.ops.append(
        Opaque(
            f"check_hook_result({name!r}, {name}({', '.join(words)}))",
            tuple(atoms),
            (),
            tuple(imports),
            kernels=("check_hook_result",),
            origin=builder.origin,
            phase=builder.phase,
        )
    )
