"""Calls made for their effect: those of ``logging`` and ``warnings``, ``breakpoint``.

They are kept where they stand, as a print is. A logger is found again by its name, in
the module that is generated as in the source.
"""

from __future__ import annotations

import ast
import functools
import logging
from collections.abc import Callable
from typing import Any

from srcad.compiler.evaluate.calls import warned
from srcad.compiler.evaluate.calls.strings import percent_shown, shown
from srcad.compiler.evaluate.dispatch import HANDLERS, Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.operations.direct import call_directly
from srcad.compiler.evaluate.printing import Template, emit_call
from srcad.compiler.reading.lookup import find_attribute
from srcad.compiler.reading.paths import Path

_WORDS = (
    *("debug", "info", "warning", "warn", "error", "exception", "critical", "fatal"),
    "log",
)


def _logs(owner: Any, handler: Callable[..., None]) -> dict[Any, Callable[..., None]]:
    functions = [getattr(owner, word) for word in _WORDS if hasattr(owner, word)]
    return {function: functools.partial(handler, function) for function in functions}


def _function(
    function: Any, frame: Frame, args: Args, keywords: Keywords, node: ast.AST
) -> None:
    """``logging.info(...)``."""
    path = f"logging.{function.__name__}"
    args = _texts(frame, function, args, node)
    emit_call(frame, path, ["import logging"], args, keywords)


def _texts(frame: Frame, function: Any, args: Args, node: ast.AST) -> Args:
    """What is logged, with the texts of objects that their classes show themselves. If
    it is not logged, nobody asks for them: so they change nothing."""
    place = 1 if function.__name__ == "log" else 0
    before, texts = args[:place], args[place:]
    if not texts:
        return args
    mark = len(frame.session.journal)
    text, *parts = (shown(frame, texts[0], str, node), *texts[1:])
    if isinstance(text, str):
        text, parts = percent_shown(frame, text, parts, node)
    if len(frame.session.journal) > mark:
        message = "what shows an object that may be logged changes something"
        frame.refuse("SRC011", message, node, help="log its parts")
    return [*before, text, *parts]


def _method(
    function: Any, frame: Frame, args: Args, keywords: Keywords, node: ast.AST
) -> None:
    """``logger.info(...)``: the function behind the method."""
    owner, *rest = args
    rest = _texts(frame, function, rest, node)
    path = f"{_logger(frame, owner, node)}.{function.__name__}"
    emit_call(frame, path, ["import logging"], rest, keywords)


def _breakpoint(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> None:
    emit_call(frame, "breakpoint", [], args, keywords)


EFFECTS: dict[Any, Callable[..., None]] = {
    breakpoint: _breakpoint,
    **warned.EFFECTS,
    **_logs(logging, _function),
    **_logs(logging.Logger, _method),
    **_logs(logging.LoggerAdapter, _method),
}
HANDLERS.update(EFFECTS)


def _get_logger(
    frame: Frame, args: Args, keywords: Keywords, node: ast.AST
) -> logging.Logger:
    """``logging.getLogger(name)``, which is found again where it is kept."""
    found: logging.Logger = call_directly(
        frame, logging.getLogger, args, keywords, node
    )
    module = Path(None, "module", "logging")
    path = module.then("attribute", "root")
    if found is not logging.root:
        path = module.then("attribute", "Logger").then("attribute", "manager")
        path = path.then("attribute", "loggerDict").then("item", found.name)
    logger: logging.Logger = frame.session.door.read(path, found)
    return logger


HANDLERS[logging.getLogger] = _get_logger


def _logger(frame: Frame, owner: Any, node: ast.AST) -> str:
    """How the module finds the logger."""
    if isinstance(owner, logging.Logger):
        name = find_attribute(frame.session.door, owner, "name")
        if isinstance(name, str) and logging.getLogger(name) is owner:
            word = Template(frame.session, [], []).of(name)
            return f"logging.getLogger({word})"
    frame.refuse(
        "SRC012",
        f"this {type(owner).__name__} cannot be found by a name",
        node,
        help="log by what `logging.getLogger(name)` gives",
    )
