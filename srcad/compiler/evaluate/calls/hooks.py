"""Hooks of Cells, of Tensors and of ``HookBackward``, in the places where they run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from srcad.compiler.evaluate import dispatch
from srcad.compiler.evaluate.calls import tracing
from srcad.compiler.evaluate.calls.hook_calls import (
    Handle,
    Hook,
    Prepared,
    name_of,
    prepared,
    run_backward,
    run_forward,
)
from srcad.compiler.evaluate.calls.tracing import Rule, Traced, append_call, trace
from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of, run_time_leaves
from srcad.compiler.evaluate.objects import Box, as_tuple
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.cloning import with_results
from srcad.compiler.ir.origins import Origin
from srcad.compiler.ir.types import Atom, Call, Value
from srcad.compiler.reading import protocol
from srcad.compiler.reading.hooks import hooks_of_parameter
from srcad.compiler.reading.lookup import find_attribute

Run = Callable[[list[Any], dict[str, Any]], Any]


@dataclass(frozen=True, slots=True, eq=False)
class BackwardHooks:
    """The hooks round a Cell's gradient: those before it, and those after it.

    The first ``inputs`` parameters of the function that they are round are the Cell's
    inputs; the last ones are objects that the module is given for the hooks.
    """

    before: tuple[Prepared, ...]
    after: tuple[Prepared, ...]
    inputs: int

    def told(self, origin: Origin | None) -> Origin | None:
        """The origin of the Cell's call, with the hooks' names for the reader."""
        names = [f"`{name_of(one.hook)}`" for one in (*self.before, *self.after)]
        if origin is None or not names:
            return origin
        hooks = f"the hook{'s' * (len(names) > 1)} {' and '.join(names)}"
        return replace(origin, heading=f"{origin.shown}, with {hooks}")

    def given(self, args: tuple[Any, ...]) -> list[Any]:
        """The objects for the hooks: the last arguments of the function."""
        count = _count((*self.before, *self.after))
        return list(args[len(args) - count :])

    def arriving(
        self, session: Session, gradients: tuple[Any, ...], given: list[Any]
    ) -> tuple[Any, ...]:
        """The gradients of the output, after the hooks before the Cell's gradient."""
        return _all_run(session, self.before, [], gradients, given)

    def leaving(
        self,
        session: Session,
        arriving: tuple[Any, ...],
        gradients: tuple[Any, ...],
        given: list[Any],
    ) -> tuple[Any, ...]:
        """The gradients of the inputs, after the hooks behind the Cell's gradient."""
        given = given[_count(self.before) :]
        return _all_run(session, self.after, [arriving], gradients, given)


def _count(hooks: tuple[Prepared, ...]) -> int:
    return sum(len(hook.given) for hook in hooks)


def _all_run(
    session: Session,
    hooks: tuple[Prepared, ...],
    seen: list[Any],
    gradients: tuple[Any, ...],
    given: list[Any],
) -> tuple[Any, ...]:
    """The gradients after some hooks, each of which has its objects first in what is
    ``given`` to it and those behind it."""
    for hook in hooks:
        mine, given = given[: len(hook.given)], given[len(hook.given) :]
        gradients = run_backward(session, hook, mine, [*seen, gradients], gradients)
    return gradients


def call_hooked(
    frame: Frame,
    cell: Any,
    hooks: protocol.CellHooks,
    args: Args,
    keywords: Keywords,
    run: Run,
) -> Any:
    """Call a Cell that has hooks; ``run`` calls it without."""
    session = frame.session
    inputs: tuple[Any, ...] = tuple(args)
    for hook, with_keywords in hooks.forward_pre:
        if with_keywords:
            result = run_forward(session, hook, cell, [inputs, keywords])
            if result is not None:
                inputs, keywords = result
            continue
        result = run_forward(session, hook, cell, [inputs])
        if result is not None:
            inputs = as_tuple(result)
    if hooks.backward_pre or hooks.backward:
        output = _with_backward(frame, cell, hooks, inputs, keywords, run)
    else:
        output = run(list(inputs), keywords)
    for hook, with_keywords in hooks.forward:
        more = [keywords] if with_keywords else []
        result = run_forward(session, hook, cell, [inputs, *more, output])
        output = output if result is None else result
    return output


def _with_backward(
    frame: Frame,
    cell: Any,
    hooks: protocol.CellHooks,
    inputs: tuple[Any, ...],
    keywords: dict[str, Any],
    run: Run,
) -> Any:
    """The Cell as a function whose gradient is taken with hooks round it."""
    session = frame.session
    everything = (inputs, keywords)
    traced = trace(session, "hooked", everything, lambda i: run(list(i[0]), i[1]))
    function = traced.function
    results = function.body.results[: function.outputs - function.updates]
    arriving = _samples(session, results)
    inputs_given = [session.atom(leaf) for leaf in run_time_leaves(everything)]
    leaving = _samples(session, inputs_given)
    before = tuple(
        prepared(session, hook, cell, [cell, arriving]) for hook in hooks.backward_pre
    )
    after = tuple(
        prepared(session, hook, cell, [cell, arriving, leaving])
        for hook in hooks.backward
    )
    given = [box.value for hook in (*before, *after) for box in hook.given]
    body = traced.function.body
    params = (*body.params, *(Value(atom.aval, named=True) for atom in given))
    function = replace(
        traced.function,
        body=replace(body, params=params),
        inline=True,
        hooks=BackwardHooks(before, after, len(inputs_given)),
    )
    traced = replace(traced, function=function, args=[*traced.args, *given])
    return append_call(session, traced)


def _samples(session: Session, atoms: Iterable[Atom]) -> tuple[Box, ...]:
    """The gradients of some values, for a trial of a hook."""
    avals = [atom.aval for atom in atoms]
    return tuple(Box(Value(aval), 0) for aval in avals if session.carries(aval))


# ------------------------------------------------------------ hooks on run-time values


def hook_backward(
    frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """``ops.HookBackward(hook)(x)``: ``x``, with the hook on its gradient."""
    session = frame.session
    if not session.hooks:
        session.ignore_hooks()
        return args[0] if len(args) == 1 else tuple(args)
    gradients = tuple(arg for arg in args if kind_of(arg).is_value)
    hook = find_attribute(session.door, callee, "hook_fn")
    one = prepared(session, hook, None, [gradients])
    return append_call(session, _identity(session, one, args, registered=False))


def _identity(
    session: Session, one: Prepared, args: list[Any], registered: bool
) -> Traced:
    """The arguments handed on; the hook sees what comes back: a tuple, but the gradient
    itself where it was ``registered`` on a value."""

    def native(inner: Session, inputs: list[Any], out: Any, dout: Any) -> list[Any]:
        gradients = as_tuple(dout)
        given = inputs[len(args) :]
        seen = [gradients[0] if registered else gradients]
        return [
            *run_backward(inner, one, given, seen, gradients),
            *(None for _ in given),
        ]

    everything = [*args, *one.given]
    count = len(args)
    traced = trace(
        session,
        "hook",
        tuple(everything),
        lambda inside: inside[0] if count == 1 else inside[:count],
    )
    form = tracing.argument_form(dict(enumerate(everything)))
    rule = Rule(None, form, traced.output, native=native, registered=registered)
    function = replace(traced.function, rule=rule, inline=True)
    return replace(traced, function=function)


def on_gradient(session: Session, parameter: Any, gradient: Any) -> Any:
    """The gradient of a Parameter, after the hooks that it has."""
    for hook in hooks_of_parameter(session.door, parameter):
        session.builder.sizes.reading.reads_hooks = True
        one = prepared(session, hook, None, [gradient])
        given = list(one.given)
        (gradient,) = run_backward(session, one, given, [gradient], (gradient,))
    return gradient


def register_on_value(frame: Frame, box: Box, hook: Hook, node: ast.AST) -> Handle:
    """``x.register_hook(hook)``: the hook sees all of the gradient of ``x``.

    So it stands where ``x`` is made: what reads ``x`` before the registration adds to
    the gradient as well.
    """
    session = frame.session
    if not callable(hook):
        message = f"Expected a callable hook function, but got {type(hook).__name__}."
        frame.refuse("SRC021", f"TypeError: {message}", node)
    handle = Handle(hook, (frame, node), session.depth)
    if not box.value.is_literal and session.carries(box.aval):
        attach(session, box.value, handle)
    return handle


def remove(frame: Frame, handle: Handle, node: ast.AST) -> None:
    """``handle.remove()``, of a hook on a run-time Tensor."""
    if frame.session.depth > handle.depth:
        frame.refuse("SRC012", "removing a hook in a run-time loop or branch", node)
    handle.removed = True


@dispatch.attach.answered
def attach(session: Session, value: Value, handle: Handle) -> None:
    """Put a hook on the gradient of a value of the block that is being lowered."""
    ops = session.builder.ops
    for place, op in enumerate(ops):
        if value in op.results:
            if isinstance(op, Call) and _is_hook(op):
                # Those that were registered before see the gradient first.
                first: Any = op.args[0]
                attach(session, first, handle)
                return
            before = replace(value)
            ops[place] = with_results(op, {value: before})
            insert_hook(session, place + 1, before, value, handle)
            return
    if value in session.entered and session.depth == 0:
        session.entered[value].append(handle)
        return
    frame, node = handle.place
    frame.refuse(
        "SRC012",
        "this registers a hook, in a run-time loop or branch, on a Tensor from outside",
        node,
        help="register it where the Tensor is made",
    )


def _is_hook(op: Call) -> bool:
    """Whether a call hands on a value that a hook was registered on."""
    rule = op.function.rule
    return isinstance(rule, Rule) and rule.registered


@dispatch.insert_hook.answered
def insert_hook(
    session: Session, place: int, before: Value, after: Value, handle: Handle
) -> None:
    """Insert ``after = before``, with the hook on the gradient."""
    sample = [Box(Value(after.aval), 0)]
    one = replace(prepared(session, handle.hook, None, sample), handle=handle)
    traced = _identity(session, one, [session.box(before)], registered=True)
    builder = session.builder
    call = Call(
        traced.function, tuple(traced.args), (after,), builder.origin, builder.phase
    )
    builder.ops.insert(place, call)
