"""What raises at run time, on the path that it stands on."""

from __future__ import annotations

import ast
import builtins
import functools
import sys
from typing import Any, NoReturn

import numpy as np

from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.paths.branching import branch_value
from srcad.compiler.evaluate.paths.maybe import is_none, present
from srcad.compiler.evaluate.printing import Template
from srcad.compiler.evaluate.signals import Unreachable

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
    template = Template(frame.session, [], [])
    name = exception_name(frame, kind, template.imports, node)
    words = list(map(template.of, args))
    words += [f"{key}={template.of(item)}" for key, item in keywords.items()]

    def run(*values: Any) -> None:
        raise kind(*args)

    called = f"{name}({', '.join(words)})" if words else name
    statement = f"raise {called}{suffix}"
    template.append(statement, function=run, raises=kind)
    refuse = functools.partial(frame.refuse, "SRC021", called, node, ALWAYS)
    raise Unreachable(refuse=refuse)


def raise_where(
    frame: Frame, condition: Box, kind: type[Exception], message: str, node: ast.AST
) -> None:
    """Append a ``raise`` for where a run-time condition holds."""

    def fail() -> None:
        emit_raise(frame, kind, [message], {}, node)

    branch_value(frame, condition, fail, lambda: None, node)


def exception_name(
    frame: Frame, kind: type[BaseException], imports: list[str], node: ast.AST
) -> str:
    """The name of an exception, with what the module has to import for it."""
    name = kind.__name__
    if getattr(builtins, name, None) is kind:
        return name
    if getattr(sys.modules.get(kind.__module__), name, None) is not kind:
        frame.refuse(
            "SRC012",
            f"the exception `{name}` cannot be imported by a name",
            node,
            help="define it at the top level of a module",
        )
    if kind is np.linalg.LinAlgError:
        return "np.linalg.LinAlgError"
    imports.append(f"from {kind.__module__} import {name}")
    return name


def needed(
    frame: Frame,
    item: Any,
    message: str,
    node: ast.AST,
    kind: type[Exception] = TypeError,
) -> Any:
    """What may be None, where Python raises ``kind`` if it is.

    This is for what may go on without a number or an array that is None: with these
    nothing can be computed.
    """
    if kind_of(item).may_be_none:
        raise_where(frame, is_none(frame.session, item), kind, message, node)
    return present(frame.session, item)
