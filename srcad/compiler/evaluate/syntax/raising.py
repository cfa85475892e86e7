"""``raise`` and ``assert``: what stops the forward half stops it in the same place."""

from __future__ import annotations

import ast
import contextlib
import inspect
from typing import Any, NoReturn

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate import nonlocals
from srcad.compiler.evaluate.ast_queries import name_of
from srcad.compiler.evaluate.awaited import RaisedAtRunTime
from srcad.compiler.evaluate.calls.instances import set_attribute
from srcad.compiler.evaluate.dispatch import evaluate, statement
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.operations.truth import negated
from srcad.compiler.evaluate.paths.branching import note_none
from srcad.compiler.evaluate.paths.merging import merge
from srcad.compiler.evaluate.paths.raises import (
    ALWAYS,
    emit_raise,
    emit_raise_again,
)
from srcad.compiler.evaluate.paths.sides import run_side
from srcad.compiler.evaluate.printing import Template
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.syntax.booleans import evaluate_test
from srcad.compiler.reading.records import is_made


@statement(ast.Raise)
def execute_raise(frame: Frame, node: ast.Raise) -> NoReturn:
    """``raise``, kept where run-time values decide whether it is reached."""
    if node.exc is None and frame.session.handlers.handling:
        _raise_again(frame, frame.session.handlers.handling[-1], node)
    caught = what_is_caught(frame, node.exc) if node.exc else None
    plainly = node.cause is None or _is_none(node.cause)
    if caught is not None and plainly:
        _raise_again(frame, caught, node)
    if not frame.session.depth or _is_decided(frame, node):
        _raise_now(frame, node)
    if node.exc is None:
        frame.refuse(
            "SRC011",
            "`raise` without an exception is not supported",
            node,
            help="name the exception, as in `raise ValueError(...)`",
        )
    kind, args, keywords = _exception(frame, node.exc)
    frame.session.door.subclass(kind, BaseException)
    suffix = ""
    if node.cause is not None and not _is_caught(frame, node.cause):
        if evaluate(frame, node.cause) is not None:
            frame.refuse(
                "SRC011",
                "`raise ... from` takes None here",
                node.cause,
                help="say in the message what the cause is",
            )
        suffix = " from None"
    emit_raise(frame, kind, args, keywords, node, suffix)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _raise_again(
    frame: Frame, handled: CompileError | RaisedAtRunTime, node: ast.Raise
) -> NoReturn:
    """Raise what is handled."""
    if isinstance(handled, RaisedAtRunTime):
        if handled.value is None:
            message = "`raise` of what one of several statements may have raised"
            help = "name the exception, as in `raise ValueError(...)`"
            frame.refuse("SRC011", f"{message} is not supported", node, help=help)
        emit_raise_again(frame, handled.value, handled.kind, node)
    error, handlers = handled.__cause__, frame.session.handlers
    nesting = handlers.raised_at = frame.session.nesting
    if error is None or not frame.session.depth:
        raise handled
    if handlers.is_decided(type(error), nesting):
        raise handled
    emit_raise(frame, type(error), list(error.args), {}, node)


def _is_caught(frame: Frame, node: ast.expr) -> bool:
    """Whether this is what run time catches: where it is handled, Python notes it in
    what is raised."""
    return what_is_caught(frame, node) is not None


def what_is_caught(frame: Frame, node: ast.expr) -> RaisedAtRunTime | None:
    """What stands for an exception that run time has raised, if this is its name."""
    name = name_of(node)
    item = nonlocals.held(frame, name) if name else None
    return next((one for one in frame.session.handlers.caught if item is one), None)


def _is_decided(frame: Frame, node: ast.Raise) -> bool:
    """Whether what is raised is handled, wherever this is reached."""
    if not frame.session.handlers.deciding or node.exc is None:
        return False
    named = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    if not isinstance(named, ast.Name | ast.Attribute):
        return False
    item = evaluate(frame, named)
    kind = item if is_exception_class(item) else type(item)
    return frame.session.handlers.is_decided(kind, frame.session.nesting)


def _raise_now(frame: Frame, node: ast.Raise) -> NoReturn:
    """Raise at compile time, as in every run."""
    if frame.failed is not None:
        raise frame.failed  # it may have been left before
    what = "RuntimeError"
    error: Any = None
    if node.exc is not None:
        what = ast.unparse(node.exc)
        with contextlib.suppress(NeedsStatic):
            try:
                error = evaluate(frame, node.exc)
            except CompileError as refused:
                if any(refused is one for one in frame.session.errors):
                    raise  # it was told before
    new = isinstance(node.exc, ast.Call)
    if is_exception_class(error):
        error, new = error(), True
    if isinstance(error, Exception) and node.cause is not None:
        _note_cause(frame, error, new, node.cause)
    raise as_raised(frame, error, node, what)


def as_raised(
    frame: Frame, error: Any, node: ast.AST, what: str = "an exception"
) -> CompileError:
    """What is refused, where Python raises an exception; ``what`` if that is not known
    well enough to be shown."""
    if is_exception_class(error):
        error = error()
    frame.session.door.subclass(type(error), BaseException)
    known = isinstance(error, Exception)
    if known and not is_made(error):
        what = f"{type(error).__name__}: {error}".rstrip(": ")
    try:
        frame.refuse("SRC021", what, node, ALWAYS)
    except CompileError as refused:
        refused.__cause__ = error if known else None
        return refused


def _note_cause(frame: Frame, error: Exception, new: bool, node: ast.expr) -> None:
    """Note what an exception is raised from, which may be ``new``."""
    cause = _cause(frame, node)
    if is_made(error):
        set_attribute(frame, error, "__cause__", cause, False, node)
    elif new or not frame.session.depth:
        error.__cause__ = cause
    elif error.__cause__ is not cause:
        message = "`raise ... from` of what was made before is not supported"
        help = "make the exception where it is raised"
        frame.refuse("SRC011", message, node, help=help)


def _cause(frame: Frame, node: ast.expr) -> BaseException | None:
    """What ``raise`` is told that it comes ``from``."""
    cause = evaluate(frame, node)
    if is_exception_class(cause):
        cause = cause()
    if cause is not None and not isinstance(cause, BaseException):
        message = "TypeError: exception causes must derive from BaseException"
        frame.refuse("SRC021", message, node, f"is a {type(cause).__name__}")
    return cause


def _exception(
    frame: Frame, node: ast.expr
) -> tuple[type[BaseException], list[Any], dict[str, Any]]:
    """The class of what is raised, and what it is made of."""
    if isinstance(node, ast.Call):
        callee = evaluate(frame, node.func)
        plain = not any(isinstance(arg, ast.Starred) for arg in node.args)
        named = {k.arg: k.value for k in node.keywords if k.arg is not None}
        if is_exception_class(callee) and plain and len(named) == len(node.keywords):
            args = [evaluate(frame, arg) for arg in node.args]
            return callee, args, {k: evaluate(frame, v) for k, v in named.items()}
    item = evaluate(frame, node)
    if is_exception_class(item):
        return item, [], {}
    if isinstance(item, BaseException):
        return type(item), list(item.args), {}
    message = "TypeError: exceptions must derive from BaseException"
    frame.refuse("SRC021", message, node, f"is a {type(item).__name__}")


def is_exception_class(item: object) -> bool:
    return inspect.isclass(item) and issubclass(item, BaseException)


@statement(ast.Assert)
def execute_assert(frame: Frame, node: ast.Assert) -> None:
    """``assert``: decided at compile time, or kept; nothing with ``python -O``."""
    if not __debug__:
        return
    test = evaluate_test(frame, node.test)
    if not isinstance(test, bool):
        _runtime_assert(frame, test, node)
        note_none(frame, node.test)
    elif not test:
        message = evaluate(frame, node.msg) if node.msg else ""
        words = ast.unparse(node.msg) if has_box(message) and node.msg else message
        if frame.source.library:
            help = "leave it out, or write the same in other functions"
            frame.refuse("SRC012", f"{words} is not supported", node, help=help)
        if frame.session.depth:
            args = [message] if node.msg else []
            emit_raise(frame, AssertionError, args, {}, node)
        try:
            frame.refuse("SRC021", f"AssertionError: {words}".rstrip(": "), node)
        except CompileError as refused:
            raise refused from AssertionError(message)


def _runtime_assert(frame: Frame, condition: Box, node: ast.Assert) -> None:
    def fail() -> None:
        args = [evaluate(frame, node.msg)] if node.msg else []
        emit_raise(frame, AssertionError, args, {}, node)

    session = frame.session
    failed = run_side(frame, fail)
    if len(failed.ops) > 1:
        # The message takes computing, which is done where it is needed.
        holds = run_side(frame, lambda: None)
        condition = negated(frame, condition, node.test)
        merge(frame, condition.value, failed, holds, node)
        return
    template = Template(session, [condition.value], [])
    words = "{0}"
    if node.msg:
        words += f", {template.of(evaluate(frame, node.msg))}"

    def run(*values: Any) -> None:
        assert values[0]

    template.append(f"assert {words}", function=run, raises=AssertionError)
