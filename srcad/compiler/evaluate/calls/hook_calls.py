"""Running one hook: its source is lowered in the place where it runs.

What a hook prints is kept in program order. A hook that cannot be lowered (it appends
to a list of its own, say) is called by Python while the module runs: at run time the
module is given it, ahead of time it is imported by its qualified name.
"""

from __future__ import annotations

import ast
import functools
import operator
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic, Span, shown_path
from srcad.compiler.evaluate.ast_queries import names, nodes
from srcad.compiler.evaluate.calls.live import cell_value, live_value
from srcad.compiler.evaluate.dispatch import call, varied_values
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of
from srcad.compiler.evaluate.objects import Box, Closure, as_tuple
from srcad.compiler.evaluate.printing import Template
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.types import Block, Value, array_aval
from srcad.compiler.reading import protocol
from srcad.compiler.reading.source import Source, source_of, underlying

Hook = Callable[..., Any]


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A hook, and how it is run.

    ``refusal`` says why its source cannot be lowered, None where it can. Then
    ``given`` are the hook and its Cell as the module is given them; ahead of time
    ``name`` is imported from ``module``, and ``cell_name`` is what it gets as the Cell.
    ``handle`` is what a registration inside of what is compiled gave.
    """

    hook: Hook
    cell: Any = None
    refusal: CompileError | None = None
    given: tuple[Box, ...] = ()
    name: str = ""
    module: str = ""
    cell_name: str = ""
    handle: Handle | None = None


@dataclass(slots=True, eq=False)
class Handle:
    """What ``register_hook`` of a run-time Tensor gives.

    ``place`` is the frame and the node of the registration, ``depth`` the run-time
    control flow around it.
    """

    hook: Hook
    place: tuple[Frame, ast.AST]
    depth: int
    removed: bool = False

    def remove(self) -> None:
        """Met by the evaluation, which does not call it."""
        raise TypeError("a hook is removed where the code is compiled")


Handle.remove.__srcad_removes__ = True  # type: ignore[attr-defined]


def prepared(session: Session, hook: Hook, cell: Any, samples: list[Any]) -> Prepared:
    """How a hook is run in the backward half, found out by a trial.

    ``samples`` are arguments of the kinds that it will get.
    """
    trial = Session(Builder(session.builder.sizes), derived=True)
    entered = [_sample(trial, item) for item in samples]
    error = _failure(trial, hook, entered)
    if error is None:
        return Prepared(hook, cell)
    return _by_python(session, hook, cell, error)


def _sample(session: Session, item: Any) -> Any:
    if isinstance(item, tuple):
        return tuple(_sample(session, part) for part in item)
    return session.box(Value(item.aval)) if kind_of(item).is_value else item


def _failure(session: Session, hook: Hook, args: list[Any]) -> CompileError | None:
    try:
        lowered(session, hook, args)
    except (CompileError, NeedsStatic) as error:
        return _as_refusal(error)
    return None


def _as_refusal(error: CompileError | NeedsStatic) -> CompileError:
    if isinstance(error, NeedsStatic):
        return CompileError(Diagnostic("SRC013", error.message, error.span))
    return error


def _by_python(
    session: Session, hook: Hook, cell: Any, error: CompileError
) -> Prepared:
    """A hook that only Python can run."""
    if kind_of(hook).is_closure:
        raise error.with_traceback(None)
    if not session.live:
        path = session.naming.paths.get(id(cell), "") or type(cell).__name__
        module, name = _imported(hook, error)
        return Prepared(hook, cell, error, (), name, module, path)
    word = getattr(hook, "__name__", "hook")
    word = word if word.isidentifier() else "hook"
    given = [session.box(live_value(session, hook, word))]
    if cell is not None:
        given.append(session.box(cell_value(session, cell)))
    return Prepared(hook, cell, error, tuple(given))


def lowered(session: Session, hook: Hook, args: list[Any]) -> Any:
    """What a hook returns, from its source."""
    frame = _frame(session, hook)
    with session.attempting(), session.observing():
        return call(frame, hook, args, {}, frame.source.node)


def _frame(session: Session, hook: Any) -> Frame:
    """An activation in the source of a hook, to call it in."""
    if kind_of(hook).is_closure:
        check_closure(hook)
        return Frame(session, hook.frame.source, {}, hook.frame.globals)
    inner: Any = hook
    while isinstance(inner, functools.partial):
        inner = inner.func
    plain = underlying(inner)
    if plain is None and protocol.is_cell(inner):
        plain = underlying(protocol.construct(inner))
    plain = plain or underlying(type(inner).__call__)
    if plain is None:
        name = getattr(hook, "__qualname__", repr(hook))
        message = f"the hook `{name}` has no Python source"
        raise CompileError(Diagnostic("SRC010", message))
    return Frame(session, source_of(plain), {}, plain.__globals__)


def check_closure(hook: Closure) -> None:
    """Refuse a hook, defined where it is registered, that reads run-time values."""
    frame: Frame = hook.frame
    own = {part.arg for part in nodes(hook.node, ast.arg)}
    for node in names(hook.node):
        known = node.id in own or not frame.binds(node.id)
        if not known and has_box(frame.find(node.id)):
            frame.refuse(
                "SRC012",
                f"the hook `{hook.name}` reads the run-time value `{node.id}`",
                node,
                help="a hook gets the gradient alone",
            )


def run_forward(session: Session, hook: Hook, cell: Any, args: list[Any]) -> Any:
    """Run a hook in the forward half; one that Python runs returns None."""
    builder = session.builder
    mark, written, origin = len(builder.ops), len(session.journal), builder.origin
    try:
        return lowered(session, hook, [cell, *args])
    except (CompileError, NeedsStatic) as error:
        del builder.ops[mark:]
        session.undo(written)
        builder.origin = origin
        refusal = _as_refusal(error)
    _refuse_new_data(hook, refusal)
    one = _by_python(session, hook, cell, refusal)
    _append_checked(*_called(session, one, one.given, args), hook)
    return None


def _append_checked(text: str, template: Template, hook: Hook) -> None:
    """Append the call of a hook that returns nothing."""
    text = f"check_hook_result({name_of(hook)!r}, {text})"
    template.append(text, kernels=("check_hook_result",))


def _refuse_new_data(hook: Hook, refusal: CompileError) -> None:
    """Refuse a hook that must be differentiated and cannot be read."""
    source = _definition(hook)
    if source is not None and _returns_of_data(source.node):
        first = refusal.diagnostics[0]
        note = f"the hook `{name_of(hook)}` returns new data, which is differentiated"
        raise CompileError(replace(first, note=note))


def _returns_of_data(node: ast.AST) -> list[ast.Return]:
    found = nodes(node, ast.Return)
    return [one for one in found if one.value and ast.unparse(one.value) != "None"]


def run_backward(
    session: Session,
    one: Prepared,
    given: list[Any],
    args: list[Any],
    gradients: tuple[Any, ...],
) -> tuple[Any, ...]:
    """Run a hook in the backward half: ``gradients``, or what it gives in their place.

    ``given`` are the objects that the module was given for it.
    """
    if one.handle is not None and one.handle.removed:
        return gradients
    if one.refusal is None:
        first = [] if one.cell is None else [one.cell]
        mark = len(session.builder.ops)
        result = lowered(session, one.hook, [*first, *args])
        new = _replaced(session, one.hook, gradients, result)
        _note_fresh(session, one.hook, mark, gradients, new)
        return new
    text, template = _called(session, one, tuple(given), args)
    if _returns_nothing(one.hook):
        _append_checked(text, template, one.hook)
        return gradients
    old = replace(template, plain=True).of(gradients)
    text = f"replaced_by_hook({name_of(one.hook)!r}, {text}, {old})"
    results = tuple(Value(session.atom(item).aval) for item in gradients)
    said = {"many": bool(results), "refusal": one.refusal}
    template.append(text, results, kernels=("replaced_by_hook",), **said)
    return tuple(session.box(value) for value in results)


def _returns_nothing(hook: Hook) -> bool:
    try:
        source = _definition(hook)
    except CompileError:
        return False
    if source is None or isinstance(source.node, ast.Lambda):
        return False
    return not _returns_of_data(source.node)


def _replaced(
    session: Session, hook: Hook, old: tuple[Any, ...], result: Any
) -> tuple[Any, ...]:
    """What a hook returns in the place of gradients, checked against them."""
    if result is None:
        return old
    new = as_tuple(result)
    if len(new) != len(old):
        _refuse(hook, "SRC016", f"returns {len(new)} gradients for {len(old)}")
    for given, wanted in zip(new, old, strict=True):
        if given is None:
            _refuse(hook, "SRC017", "returns None for one of the gradients")
        have, want = array_aval(session.atom(given)), array_aval(session.atom(wanted))
        if have.shape != want.shape:
            _refuse(hook, "SRC016", f"gives a gradient {have} in the place of {want}")
        if have.dtype != want.dtype and not have.weak:
            _refuse(hook, "SRC017", f"gives a gradient {have} in the place of {want}")
    return new


def _note_fresh(
    session: Session, hook: Hook, mark: int, old: tuple[Any, ...], new: tuple[Any, ...]
) -> None:
    """Note a hook that gives data of its own: no second derivative goes through it."""
    got = {atom for atom in map(session.atom, old) if not atom.is_literal}
    made = Block((), tuple(session.builder.ops[mark:]), ())
    derived = varied_values(made, got)
    if got and not all(session.atom(item) in derived for item in new):
        span = _span(hook)
        place = f"{shown_path(span.path)}:{span.line}: " if span is not None else ""
        message = f"{place}the hook `{name_of(hook)}` returns data of its own: a "
        message += "gradient of a gradient is cut there."
        session.builder.sizes.reading.fresh.setdefault(message)


def _refuse(hook: Hook, code: str, message: str) -> NoReturn:
    text = f"the hook `{name_of(hook)}` {message}"
    raise CompileError(Diagnostic(code, text, _span(hook)))


def _span(hook: Hook) -> Span | None:
    source = _definition(hook)
    if source is None:
        return None
    return source.span([source.node, *_returns_of_data(source.node)][-1])


def _definition(hook: Any) -> Source | None:
    """Where a hook is defined; None where it has no source."""
    if kind_of(hook).is_closure:
        around: Source = hook.frame.source
        return replace(around, node=hook.node)
    plain = underlying(hook)
    return None if plain is None else source_of(plain)


def name_of(hook: Any) -> str:
    if kind_of(hook).is_closure:
        return str(hook.name)
    found = getattr(hook, "__qualname__", None) or type(hook).__qualname__
    return str(found).rpartition("<locals>.")[2]


# ---------------------------------------------------------------- called by Python


def _called(
    session: Session, one: Prepared, given: tuple[Any, ...], args: list[Any]
) -> tuple[str, Template]:
    """The expression of the call, and the template that it is written in."""
    template = Template(session, [], [])
    if given:
        callee, first = template.of(given[0]), list(given[1:])
    else:
        callee = one.name
        template.imports.append(f"from {one.module} import {callee.partition('.')[0]}")
        first = [] if one.cell is None else [one.cell_name]
    words = map(template.of, (*first, *args))
    return f"{callee}({', '.join(words)})", template


def _imported(hook: Hook, refusal: CompileError) -> tuple[str, str]:
    """The module and the qualified name by which the hook is imported."""
    module, name = getattr(hook, "__module__", ""), getattr(hook, "__qualname__", "")
    space = sys.modules.get(module or "")
    try:
        found = operator.attrgetter(name)(space) if name else None
    except AttributeError:
        found = None
    if found is hook:
        return str(module), str(name)
    first = refusal.diagnostics[0]
    message = f"the hook `{name_of(hook)}` can neither be read nor imported by a name"
    raise CompileError(
        Diagnostic(
            "SRC012",
            message,
            first.span or _span(hook),
            label=first.message if first.span is not None else "",
            help="define it at the top level of a module",
        )
    )
