"""``try``: what raises while the code is specialised is handled then.

Either the body raises at compile time, in every run, or it is known that nothing in it
raises what a handler would catch. Where neither is so, run time decides (``attempts``).
"""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NoReturn

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.ast_queries import nodes
from srcad.compiler.evaluate.dispatch import block, evaluate, execute
from srcad.compiler.evaluate.flow import NORMAL, Flow
from srcad.compiler.evaluate.frame import MISSING, Frame
from srcad.compiler.evaluate.heap import Watch
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.signals import Unreachable
from srcad.compiler.evaluate.syntax.attempts import attempted
from srcad.compiler.evaluate.syntax.control import guarded_rest
from srcad.compiler.evaluate.wording import refuse_syntax
from srcad.compiler.ir.primitives import OPERATORS, PRIMITIVES
from srcad.compiler.ir.types import (
    Block,
    Exit,
    If,
    Loop,
    Op,
    Opaque,
    Operation,
    has_effect,
    operations,
    walk,
)
from srcad.compiler.simplify.raising import broadcast_for_sure, may_raise
from srcad.compiler.simplify.unbound import is_read

# What no operation on arrays raises whose dtypes and ranks are known.
_DECIDED = (ImportError, AttributeError, NameError, KeyError, TypeError, StopIteration)
# What raises nothing, if the shapes fit: on numbers of Python and on arrays.
_TOTAL = (
    *("add", "subtract", "multiply", "negative", "absolute", "maximum", "minimum"),
    *("greatest", "least", "larger", "smaller", "above", "below", "magnitude"),
    *("less", "less_equal", "greater", "greater_equal", "equal", "not_equal", "not"),
    *("logical_and", "logical_or", "logical_not", "where", "float"),
    *("list_of", "list_append", "list_extend", "list_len", "list_keep"),
)
# And, on arrays, NumPy's functions that are element-wise.
_TOTAL_ON_ARRAYS = (
    *("shape", "size_of", "make_shape", "full", "copy", "constant", "transpose"),
    *("astype", "sum", "any", "all", "divide", "power"),
)


@block(ast.Try)
def _try(
    frame: Frame, node: ast.Try, rest: list[ast.stmt], top: bool
) -> tuple[Flow, bool]:
    """Execute a ``try`` with all of its clauses."""
    session = frame.session
    builder = session.builder
    mark = len(builder.ops)
    # What is done on leaving is done before a loop is left.
    top = top and not node.finalbody
    left: list[Flow] = []
    # A `finally` that leaves drops what is raised.
    drops = any(any(nodes(one, *_LEAVING)) for one in node.finalbody)

    def guarded(action: Callable[[], Flow]) -> Flow:
        recovering = session.recovering
        session.recovering = recovering and not drops
        try:
            return action().within(guarded)
        except Unreachable:
            _refuse(frame, node)
        except CompileError as error:
            if raised_in(frame, error) is not None:
                last = execute(frame, node.finalbody)
                if last.always_leaves and last.resume is None:
                    left.append(last)  # and nothing is raised any more
                    return last
                if not last.never_leaves:
                    _refuse(frame, node)
            raise
        finally:
            session.recovering = recovering

    def at_last(end: Flow) -> Flow:
        if any(end is one for one in left):
            return end
        risky = any(map(_may_raise, builder.ops[mark:]))
        done = len(builder.ops)
        with session.watching() as watch:
            last = execute(frame, node.finalbody)
        leaves = last.always_leaves and last.resume is None
        sure = not risky if leaves else last.never_leaves
        if not sure or (risky and has_effect(builder.ops[done:])):
            _refuse(frame, node)
        refuse_seen_late(frame, node, builder.ops[mark:done], watch)
        return last if leaves else end

    if not node.finalbody:
        return _with_handlers(frame, node, rest, top)
    flow = guarded(lambda: _with_handlers(frame, node, [], top)[0])
    return flow.then(at_last, closes=True), False


_LEAVING = (ast.Return, ast.Break, ast.Continue)


class _Undecided(Exception):
    """Only run time knows whether something is raised that a handler catches."""


def _with_handlers(
    frame: Frame, node: ast.Try, rest: list[ast.stmt], top: bool
) -> tuple[Flow, bool]:
    """Execute a ``try`` but for its ``finally``: as it is decided now, or at run time.

    The flag says whether ``rest``, which follows, was executed as well.
    """
    session = frame.session
    kinds = [kinds_caught(frame, handler) for handler in node.handlers]
    mark, count = len(session.journal), len(session.builder.ops)
    names = dict(frame.names)
    body = functools.partial(execute, frame, node.body, top)
    try:
        return _decided(frame, node, kinds, body, top), False
    except _Undecided:
        session.undo(mark)
        frame.names = names
        del session.builder.ops[count:]
    # What is caught may be known where a loop around is written out.
    unrolls = any(loop.unrolls for loop in session.loops)
    listed = [kind for caught in kinds for kind in caught]
    recovering = session.recovering
    session.recovering = recovering and not unrolls
    try:
        if not unrolls or not all(issubclass(kind, _DECIDED) for kind in listed):
            risky = functools.partial(is_risky, kinds)
            return attempted(frame, node, kinds, risky, rest)
    except CompileError:
        if not unrolls:
            raise
    finally:
        session.recovering = recovering
    frame.needs_static("which path of a `try` is taken is not known", node)


def _decided(
    frame: Frame,
    node: ast.Try,
    kinds: Sequence[tuple[type[BaseException], ...]],
    body: Callable[[], Flow],
    top: bool,
) -> Flow:
    """Do ``body``, which executes that of the ``try`` up to its end or a ``yield``, and
    what follows it."""
    session = frame.session
    mark = len(session.builder.ops)
    recovering = session.recovering
    session.recovering = recovering and not node.handlers
    listed = [kind for caught in kinds for kind in caught]
    try:
        with session.handlers.deciding_on(listed, session.depth):
            flow = body()
    except CompileError as error:
        session.recovering = recovering
        raised = raised_in(frame, error)
        if raised is None:
            raise
        for handler, caught in zip(node.handlers, kinds, strict=True):
            if isinstance(raised, caught):
                return _handle(frame, handler, raised, error)
        raise
    except Unreachable:
        # It raises at run time, whatever the handlers say.
        if node.handlers:
            raise _Undecided from None
        raise
    finally:
        session.recovering = recovering
    ops = session.builder.ops[mark:] if node.handlers else []
    if any(_is_unclear(listed, op) for op in ops):
        _refuse(frame, node)
    if any(is_risky(kinds, op) for op in ops):
        raise _Undecided
    exits = any(issubclass(GeneratorExit, kind) for kind in listed)
    if exits and flow.outer is not None:
        _refuse(frame, node)
    if flow.resume is not None:
        again = flow.within(functools.partial(_resumed, frame, node, kinds, top))
        return replace(again, closes=flow.closes or exits)
    if not node.orelse or flow.always_leaves:
        return flow
    if flow.never_leaves:
        return execute(frame, node.orelse, top)
    return guarded_rest(frame, flow, node.orelse)


def refuse_seen_late(
    frame: Frame, node: ast.AST, before: list[Operation], watch: Watch
) -> None:
    """Refuse what is changed on leaving something that may raise, where a handler
    around would see it changed."""
    waits = frame.session.handlers.awaited and watch.writes
    if waits and any(map(_may_raise, before)):
        frame.refuse(
            "SRC011",
            "what is changed here on leaving, by what raises as well, is not known to"
            " a handler around",
            node,
            help="make the change behind the `try` that handles it",
        )


def _resumed(
    frame: Frame,
    node: ast.Try,
    kinds: Sequence[tuple[type[BaseException], ...]],
    top: bool,
    rest: Callable[[], Flow],
) -> Flow:
    try:
        return _decided(frame, node, kinds, rest, top)
    except _Undecided:
        _refuse(frame, node)


def _refuse(frame: Frame, node: ast.Try) -> NoReturn:
    """What is caught may be known where a loop around is written out."""
    if any(loop.unrolls for loop in frame.session.loops):
        frame.needs_static("which path of a `try` is taken is not known", node)
    refuse_syntax(frame, node)


def kinds_caught(
    frame: Frame, handler: ast.ExceptHandler
) -> tuple[type[BaseException], ...]:
    if handler.type is None:
        return (BaseException,)
    found = static(frame, evaluate(frame, handler.type), handler.type)
    kinds = found if isinstance(found, tuple) else (found,)
    for kind in kinds:
        if not inspect.isclass(kind) or not issubclass(kind, BaseException):
            message = "TypeError: catching classes that do not inherit from"
            message += " BaseException is not allowed"
            frame.refuse("SRC021", message, handler.type, "is none")
    return kinds


def raised_in(frame: Frame, error: CompileError) -> BaseException | None:
    """What the user's own code raised here, if that is what the error is about."""
    is_raised = error.diagnostics[0].code == "SRC021"
    if not is_raised or frame.session.handlers.raised_at != frame.session.depth:
        return None
    found: BaseException | None = error
    while isinstance(found, CompileError):
        found = found.__cause__ or found.__context__
    return found if isinstance(found, Exception) else None


def _handle(
    frame: Frame,
    handler: ast.ExceptHandler,
    raised: BaseException,
    error: CompileError,
) -> Flow:
    if handler.name is not None:
        frame.assign(handler.name, raised)
    handling = frame.session.handlers.handling

    def handled(action: Callable[[], Flow]) -> Flow:
        handling.append(error)
        try:
            return action().within(handled)
        finally:
            handling.pop()

    def unbound(end: Flow) -> Flow:
        if handler.name is not None:
            frame.assign(handler.name, MISSING)
        return end

    try:
        flow = handled(functools.partial(execute, frame, handler.body))
    except BaseException:
        unbound(NORMAL)
        raise
    return flow.then(unbound)


# -------------------------------------------------------------- what raises at run time


def is_risky(kinds: Sequence[tuple[type[BaseException], ...]], op: Operation) -> bool:
    """Whether an operation may raise, at run time, what handlers are for."""
    if is_raise(op):
        return True
    listed = [kind for caught in kinds for kind in caught]
    if all(issubclass(kind, _DECIDED) for kind in listed):
        return False
    floating = any(issubclass(FloatingPointError, kind) for kind in listed)
    return floating or _may_raise(op, listed)


def _is_unclear(listed: list[type[BaseException]], op: Operation) -> bool:
    """Whether a module does not say of an operation, as Python does, that what it reads
    is not there."""
    absent = (UnboundLocalError, KeyError)
    awaited = any(issubclass(one, kind) for one in absent for kind in listed)
    return _takes_present(op) or (awaited and any(map(is_read, walk(_alone(op)))))


def _alone(op: Operation) -> Block:
    return Block((), (op,), ())


def is_raise(op: Operation) -> bool:
    """Whether an operation has a statement in it that raises."""
    effects = operations(_alone(op), Opaque)
    return any(one.template.startswith(("raise ", "assert ")) for one in effects)


def _takes_present(op: Operation) -> bool:
    """Whether what may be None is used as if it were not: with it, nothing works."""
    return any(one.primitive == "present" for one in operations(_alone(op), Op))


def _may_raise(
    op: Operation, kinds: Sequence[type[BaseException]] = (BaseException,)
) -> bool:
    """Whether an operation may raise, at run time, one of some kinds."""
    return any(_one_may_raise(one, kinds) for one in walk(_alone(op)))


def _one_may_raise(op: Operation, kinds: Sequence[type[BaseException]]) -> bool:
    match op:
        case If() | Exit() | Loop():
            return False
        case Op(primitive="getitem"):
            return any(issubclass(IndexError, kind) for kind in kinds) and may_raise(op)
        case Op():
            if op.origin is not None and op.origin.contexts:
                return True
            weak = op.results[0].aval.weak
            total = op.primitive in _TOTAL
            on_arrays = op.primitive in _TOTAL_ON_ARRAYS or (
                PRIMITIVES[op.primitive].elementwise and op.primitive not in OPERATORS
            )
            if not total and (weak or not on_arrays):
                return op.primitive not in ("size_of", "make_shape", "shape")
            return not broadcast_for_sure(op)
    return True
