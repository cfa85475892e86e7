"""What raises at run time, on the path that it stands on."""

from __future__ import annotations

import ast
import builtins
import functools
import sys
from typing import Any, NoReturn

import numpy as np

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box
from srcad.compiler.evaluate.paths.updates import check_kept
from srcad.compiler.evaluate.printing import Template
from srcad.compiler.evaluate.raised import STOPPED, worded
from srcad.compiler.evaluate.signals import Unreachable
from srcad.compiler.ir.catches import RAISE_AGAIN
from srcad.compiler.ir.types import Value
from srcad.compiler.reading.user_rules import found_in

ALWAYS = "is reached, whatever the inputs are"


def emit_raise(
    frame: Frame,
    kind: type[BaseException],
    args: Args,
    keywords: Keywords,
    node: ast.AST,
    suffix: str = "",
) -> NoReturn:
    """Append a ``raise``; nothing that follows it on this path is executed."""
    if issubclass(kind, StopIteration) and _leaves_generator(frame):
        kind, args, keywords = RuntimeError, [STOPPED], {}
    if has_box([args, keywords]) and frame.session.handlers.await_one(kind):
        # Who catches it may read what it holds.
        frame.session.leave_apart()
    template = Template(frame.session, [], [])
    name = exception_name(frame, kind, template.imports, node)
    words = list(map(template.of, args))
    words += [f"{key}={template.of(item)}" for key, item in keywords.items()]

    def run(*values: Any) -> None:
        raise kind(*args)

    called = f"{name}({', '.join(words)})" if words else name
    statement = f"raise {called}{suffix}"
    template.append(statement, function=run, raises=kind)
    check_kept(frame.session, frame.session.builder.ops[-1:])
    refuse = functools.partial(frame.refuse, "SRC021", called, node, ALWAYS)
    raise Unreachable(refuse=refuse)


def emit_raise_again(
    frame: Frame, raised: Value, kind: type[BaseException], node: ast.AST
) -> NoReturn:
    """Append a ``raise`` of what run time has caught, of a class or one below."""
    if issubclass(StopIteration, kind) and frame.stream is not None:
        message = "`raise` of what may be StopIteration leaves a generator here"
        frame.refuse("SRC011", message, node, help="catch a class of your own")

    def run(error: BaseException) -> None:
        raise error

    template = Template(frame.session, [raised], [])
    template.append(RAISE_AGAIN, function=run, raises=kind)
    check_kept(frame.session, frame.session.builder.ops[-1:])
    what = f"{kind.__name__} again"
    refuse = functools.partial(frame.refuse, "SRC021", what, node, ALWAYS)
    raise Unreachable(refuse=refuse)


def _leaves_generator(frame: Frame) -> bool:
    """Whether what is raised in a function leaves a generator before it is handled."""
    handlers = frame.session.handlers
    awaited = handlers.await_one(StopIteration)
    outside = handlers.outside
    if outside is not None and (not awaited or outside == len(handlers.around)):
        return True
    around = [owner for owner, _ in handlers.around] if awaited else []
    found: Frame | None = frame
    while found is not None and not any(found is one for one in around):
        if found.stream is not None and not found.source.library:
            return True
        found = found.caller
    return False


def raise_there(frame: Frame, error: CompileError, node: ast.AST) -> None:
    """Append the ``raise`` of what is refused, where that is what Python raises for
    values that are known, on a path that run time decides about."""
    session, handlers = frame.session, frame.session.handlers
    raised = handlers.raised_in(error, session.nesting)
    if not session.depth or raised is None or not _is_of_values(raised):
        return
    # A handler that is known to be reached is given it as it is.
    if not handlers.is_decided(type(raised), session.nesting):
        emit_raise(frame, type(raised), list(raised.args), {}, node)


def _is_of_values(raised: BaseException) -> bool:
    """Whether other values would not raise it: with what is of a wrong kind wherever
    it is evaluated, a refusal helps more."""
    kind, text = type(raised), str(raised)
    if worded(text) != text:
        return False
    if issubclass(kind, TypeError):
        return "'NoneType'" in text
    return issubclass(kind, ArithmeticError | LookupError | ValueError)


def exception_name(
    frame: Frame, kind: type[BaseException], imports: list[str], node: ast.AST
) -> str:
    """The name of an exception, with what the module has to import for it."""
    name = kind.__qualname__
    if getattr(builtins, name, None) is kind:
        return name
    module = sys.modules.get(kind.__module__)
    if module is None or found_in(module, name) is not kind:
        frame.refuse(
            "SRC012",
            f"the exception `{name}` cannot be imported by a name",
            node,
            help="define it at the top level of a module",
        )
    if kind is np.linalg.LinAlgError:
        return "np.linalg.LinAlgError"
    outermost = name.partition(".")[0]
    imports.append(f"from {kind.__module__} import {outermost}")
    return name
