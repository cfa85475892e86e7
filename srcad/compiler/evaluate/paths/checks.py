"""What is asked at run time, and raises where it is not so."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.objects import Box, is_optional
from srcad.compiler.evaluate.paths.branching import branch_value
from srcad.compiler.evaluate.paths.maybe import is_none, narrow, present
from srcad.compiler.evaluate.paths.raises import emit_raise


def raise_where(
    frame: Frame, condition: Box, kind: type[Exception], message: str, node: ast.AST
) -> None:
    """Append a ``raise`` for where a run-time condition holds."""

    def fail() -> None:
        emit_raise(frame, kind, [message], {}, node)

    branch_value(frame, condition, fail, lambda: None, node)


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
    if is_optional(item):
        narrow(frame.session, item)
    return present(frame.session, item)


def needed_to_iterate(frame: Frame, item: Any, node: ast.AST) -> Any:
    """The same of what is gone through, or unpacked."""
    return needed(frame, item, "'NoneType' object is not iterable", node)
