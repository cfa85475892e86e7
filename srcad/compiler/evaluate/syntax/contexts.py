"""``with``: contexts that are kept, and context managers that are read.

``np.errstate`` and ``warnings.catch_warnings`` are printed round what stands in them,
in both halves: what NumPy warns of is visible. What is computed in one that srcad has
marked (``_no_grad``) has no gradient. The ``__enter__`` and ``__exit__`` of a class are
read from their source, as any method is; those of ``contextlib`` stand in
``object_library``. What ``contextlib.suppress`` is given is caught by a ``try`` whose
handler does nothing.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import functools
import inspect
import itertools
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.ast_queries import identifiers, nodes, yields
from srcad.compiler.evaluate.calls import functions, object_library
from srcad.compiler.evaluate.calls.detaching import detached
from srcad.compiler.evaluate.calls.warned import filter_warnings
from srcad.compiler.evaluate.dispatch import assign, block, evaluate, execute
from srcad.compiler.evaluate.flow import NORMAL, Flow
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.operations.attributes import attribute
from srcad.compiler.evaluate.settings import setting
from srcad.compiler.evaluate.signals import Unreachable
from srcad.compiler.evaluate.syntax.handlers import (
    in_the_place_of,
    kinds_caught,
    refuse_seen_late,
)
from srcad.compiler.evaluate.wording import refuse_syntax
from srcad.compiler.reading.lookup import method_of
from srcad.compiler.reading.origins import is_function
from srcad.compiler.reading.protocol import mark
from srcad.compiler.reading.records import is_made, own_attributes
from srcad.compiler.reading.source import source_of
from srcad.compiler.simplify.risks import is_risky


@block(ast.With)
def execute_with(
    frame: Frame, node: ast.With, rest: list[ast.stmt], top: bool
) -> tuple[Flow, bool]:
    """Execute a ``with``."""
    return _inside(frame, node, list(node.items), top), False


def _inside(frame: Frame, node: ast.With, items: list[ast.withitem], top: bool) -> Flow:
    if not items:
        return execute(frame, node.body, top)
    first, *rest = items
    call: Any = first.context_expr
    callee = evaluate(frame, call.func) if isinstance(call, ast.Call) else None
    if callee is np.errstate:
        _bind(frame, first, None)
        words = [_error_state(frame, call)]
        return _kept(frame, words, lambda: _inside(frame, node, rest, top))
    if callee is warnings.catch_warnings:
        return _kept(frame, [], lambda: _filtered(frame, node, items, top))
    manager = evaluate(frame, call)
    if mark(manager, "__srcad_detaches__") is True:
        _bind(frame, first, None)
        with detached(frame, node):
            return _inside(frame, node, rest, top=False)
    if isinstance(manager, object_library.Suppress):
        _bind(frame, first, None)
        caught = attribute(frame, manager, "exceptions", call)
        frame.session.examined[node] = []
        return execute(frame, [_suppressed(node, call, rest, caught)], top)
    return _entered(frame, node, first, manager, rest)


def _entered(
    frame: Frame,
    node: ast.With,
    item: ast.withitem,
    manager: Any,
    rest: list[ast.withitem],
) -> Flow:
    """The ``rest`` and the body in a context of the user's, entered and left."""
    call: Any = item.context_expr
    enter, leave = (_method(frame, manager, name) for name in ("__enter__", "__exit__"))
    if enter is None or leave is None:
        refuse_syntax(frame, node)
    key, session = _opened(frame, call, manager), frame.session
    _bind(frame, item, functions.inline(frame, enter, [manager], {}, call))
    begun, suppressed = len(session.builder.ops), Flow()
    waits = functools.partial(_waits_for, manager, leave)
    # What a stack will be given is not known yet.
    awaited = [BaseException] if _is_stack(manager) else waits()
    if awaited:
        # What raises in it may be what it is there for.
        session.examined[node] = []

    def left(end: Flow, kind: Any = None, raised: Any = None) -> Flow:
        if end is suppressed:
            return NORMAL
        if end.caught:  # What `__exit__` is given, only run time knows.
            refuse_syntax(frame, node)
        before, risky = (
            session.builder.ops[begun:],
            functools.partial(is_risky, waits()),
        )
        with session.watching() as watch, in_the_place_of(frame, call, before):
            given = [manager, kind, raised, None]
            result = functions.inline(frame, leave, given, {}, call)
        if kind is None:
            refuse_seen_late(frame, call, before, watch)
        frame.names.pop(key, None)
        if kind is not None and static(frame, result, call):
            raise _Suppressed
        if kind is None and any(map(risky, before)):
            frame.refuse("SRC011", _MAY_SUPPRESS, call, help=_WRITE_TRY)
        return end

    def inside(action: Callable[[], Flow]) -> Flow:
        recovering = session.recovering
        session.recovering = recovering and not awaited
        try:
            with session.handlers.awaiting(None, awaited):
                return action().within(inside)
        except CompileError as error:
            if not waits():
                # Nothing is known to be there for it: what else is wrong is looked for.
                session.examined.pop(node, None)
            raised = session.handlers.raised_in(error, session.nesting)
            with contextlib.suppress(_Suppressed):
                if raised is not None:
                    with setting(session.handlers, raised_at=session.nesting):
                        left(NORMAL, type(raised), raised)
                raise
            return suppressed
        except Unreachable:
            if session.handlers.awaited or waits():
                refuse_syntax(frame, node)
            raise
        finally:
            session.recovering = recovering

    # What is done on leaving is done before a loop is left.
    return inside(lambda: _inside(frame, node, rest, top=False)).then(left, closes=True)


def _opened(frame: Frame, call: ast.expr, manager: Any) -> str:
    """Note a context as long as it is open: a generator in it is not left."""
    key = f".{call.lineno}:{call.col_offset}{frame.suffix}"
    frame.names[key] = manager
    return key


_MAY_SUPPRESS = "this `with` may suppress what run time raises in it"
_WRITE_TRY = "write a `try` with an `except`, or let `__exit__` give None"


class _Suppressed(Exception):
    """What was raised in a context is not raised any more behind it."""


def _suppressed(
    node: ast.With, call: ast.expr, rest: list[ast.withitem], caught: Any
) -> ast.stmt:
    """``with suppress(*caught)``, as a ``try``."""
    body = node.body
    if rest:
        body = [ast.copy_location(ast.With(rest, node.body), node)]
    kinds = ast.copy_location(ast.Constant(caught), call)
    nothing = ast.copy_location(ast.Pass(), call)
    handler = ast.copy_location(ast.ExceptHandler(kinds, None, [nothing]), call)
    return ast.copy_location(ast.Try(body, [handler], [], []), node)


def _suppresses(leave: types.FunctionType) -> list[type[BaseException]]:
    """The exceptions after which an ``__exit__`` of the user's may give something that
    is true, or raise another: those that it compares with, or all."""
    if leave.__module__ == object_library.__name__:
        return []
    code = source_of(leave).node
    itself, *told = [one.arg for one in nodes(code, ast.arg)]
    if any(nodes(code, ast.Raise)) and identifiers(code) & {*(told or [itself])}:
        return [BaseException]
    given = [node.value for node in nodes(code, ast.Return)]
    if isinstance(code, ast.Lambda):
        given = [code.body]
    found = (_true_for(leave, value) for value in given if value is not None)
    return list(itertools.chain.from_iterable(found))


def _true_for(
    leave: types.FunctionType, value: ast.expr
) -> tuple[type[BaseException], ...]:
    """The exceptions for which an expression in an ``__exit__`` may be true."""
    match value:
        case ast.Constant():
            return (BaseException,) if value.value else ()
        case ast.BoolOp(ast.And(), values):
            return min((_true_for(leave, one) for one in values), key=_width)
        case ast.BoolOp(ast.Or(), values):
            return tuple(kind for one in values for kind in _true_for(leave, one))
        case ast.Compare(ast.Name(), [ast.Is() | ast.Eq()], [ast.Name(word)]):
            return _of_python(leave, word)
        case ast.Call(ast.Name("issubclass"), [ast.Name(), ast.Name(word)], []):
            return _of_python(leave, word)
    return (BaseException,)


def _width(kinds: tuple[type[BaseException], ...]) -> bool:
    return BaseException in kinds


def _of_python(leave: types.FunctionType, word: str) -> tuple[type[BaseException], ...]:
    """The exception of Python's that a name stands for, or all."""
    own = {*leave.__globals__, *leave.__code__.co_varnames, *leave.__code__.co_freevars}
    kind = getattr(builtins, word, None)
    if word in own or not inspect.isclass(kind) or not issubclass(kind, BaseException):
        return (BaseException,)
    return (kind,)


def _waits_for(manager: Any, leave: types.FunctionType) -> list[type[BaseException]]:
    """The exceptions after which something goes on behind a context: those of which
    its ``__exit__`` may say so, and those that generators handle around a ``yield``."""
    handled = [kind for one in _handlers(manager) for kind in _caught(*one)]
    return [*_suppresses(leave), *handled]


def _caught(
    frame: Frame, handler: ast.ExceptHandler
) -> tuple[type[BaseException], ...]:
    """What a handler of a generator catches that may be at its end: anything, if a name
    of its own says it."""
    code = frame.source.node
    own = {one.arg for one in nodes(code, ast.arg)} | identifiers(code, ast.Store)
    if handler.type is not None and own & identifiers(handler.type):
        return (BaseException,)
    return kinds_caught(frame, handler)


_MANAGERS = "managers"


def _is_stack(manager: Any) -> bool:
    return is_made(manager) and _MANAGERS in own_attributes(manager)


def _handlers(manager: Any) -> Iterator[tuple[Frame, ast.ExceptHandler]]:
    """The handlers around the ``yield`` of generators that are left with a context."""
    held = own_attributes(manager) if is_made(manager) else {}
    for inner in held.get(_MANAGERS, ()):
        yield from _handlers(inner)
    generator: Any = held.get("generator")
    if kind_of(generator).is_lazy:
        for node in nodes(generator.frame.source.node, ast.Try):
            if any(map(yields, node.body)):
                yield from ((generator.frame, one) for one in node.handlers)


def _kept(frame: Frame, words: list[str], action: Callable[[], Flow]) -> Flow:
    """Do something, and what it is resumed with, in contexts that are printed."""
    session = frame.session
    around = len(session.contexts)
    with setting(session, contexts=[*session.contexts, *words]):
        flow = action()
        words = session.contexts[around:]
    return flow.within(functools.partial(_kept, frame, words))


def _filtered(
    frame: Frame, node: ast.With, items: list[ast.withitem], top: bool
) -> Flow:
    """The body in a ``catch_warnings``, the first of ``items``, and in the others."""
    item, *rest = items
    call: Any = item.context_expr
    if call.args:
        refuse_syntax(frame, node)
    given = {one.arg: evaluate(frame, one.value) for one in call.keywords}
    _bind(frame, item, None)
    with setting(frame.session, filtered=frame.session.depth):
        filter_warnings(frame, given, call)
        return _inside(frame, node, rest, top)


def _bind(frame: Frame, item: ast.withitem, value: Any) -> None:
    if item.optional_vars is not None:
        assign(frame, item.optional_vars, value)


def _error_state(frame: Frame, call: ast.Call) -> str:
    """``np.errstate(...)`` as it is printed."""
    words = []
    for keyword in call.keywords:
        value = static(frame, evaluate(frame, keyword.value), keyword.value)
        if keyword.arg is None or not isinstance(value, str | None):
            frame.refuse(
                "SRC011",
                "`np.errstate` takes strings here",
                keyword.value,
                help='write what to do, as in `np.errstate(divide="ignore")`',
            )
        words.append(f"{keyword.arg}={value!r}")
    return f"np.errstate({', '.join(words)})"


def _method(frame: Frame, manager: Any, name: str) -> types.FunctionType | None:
    """A method of a class of the user's; the standard library's do what is unseen."""
    found: Any = method_of(frame.session.door, manager, name)
    if not is_function(found) or found.__module__ == "contextlib":
        return None
    return found
