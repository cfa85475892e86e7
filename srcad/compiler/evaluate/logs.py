"""Calls that are made for their effect alone: ``logging``'s, and ``breakpoint``.

They are kept where they stand, as a print is. A logger is found again by its name, in
the module that is generated as in the source.
"""

from __future__ import annotations

import ast
import logging
from collections.abc import Callable
from types import MethodType
from typing import Any

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.printing import emit_call, expression_template
from srcad.compiler.reading.lookup import find_attribute

_WORDS = (
    *("debug", "info", "warning", "warn", "error", "exception", "critical", "fatal"),
    "log",
)
_HOLDERS: tuple[Any, ...] = (logging, logging.Logger, logging.LoggerAdapter)
# The functions, and those behind the methods.
EFFECTS: dict[Any, bool] = {breakpoint: True} | {
    getattr(holder, word): True
    for holder in _HOLDERS
    for word in _WORDS
    if hasattr(holder, word)
}


def emit_log(
    frame: Frame,
    callee: Callable[..., Any],
    args: list[Any],
    keywords: dict[str, Any],
    node: ast.AST,
) -> None:
    """Append the call of one of ``EFFECTS``, in program order."""
    if callee is breakpoint:
        return emit_call(frame, callee, "breakpoint", [], args, keywords)
    holder = "logging"
    if isinstance(callee, MethodType):
        holder = _logger(frame, callee.__self__, node)
    path = f"{holder}.{callee.__name__}"
    return emit_call(frame, callee, path, ["import logging"], args, keywords)


def _logger(frame: Frame, owner: Any, node: ast.AST) -> str:
    """How the module finds the logger."""
    if isinstance(owner, logging.Logger):
        name = find_attribute(frame.session.door, owner, "name")
        if isinstance(name, str) and logging.getLogger(name) is owner:
            word = expression_template(frame.session, name, [], [])
            return f"logging.getLogger({word})"
    frame.refuse(
        "SRC012",
        f"this {type(owner).__name__} cannot be found by a name",
        node,
        help="log by what `logging.getLogger(name)` gives",
    )
