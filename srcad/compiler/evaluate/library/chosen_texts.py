"""Texts with chosen texts in them: where paths choose among a few, so is the whole."""

from __future__ import annotations

import ast
import math
from typing import Any

from srcad.compiler.evaluate.calls.strings import f_string
from srcad.compiler.evaluate.dispatch import expression
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.library.choices import for_each_option
from srcad.compiler.evaluate.objects import RuntimeString
from srcad.compiler.ir.templates import hole

# The most texts that one may be.
_MOST = 16


@expression(ast.JoinedStr)
def _f_string(frame: Frame, node: ast.JoinedStr) -> Any:
    return as_chosen(frame, f_string(frame, node), node)


def as_chosen(frame: Frame, text: Any, node: ast.AST) -> Any:
    """A text, as one of a few where all that run time knows of it is which texts were
    chosen; else as it is."""
    if not isinstance(text, RuntimeString):
        return text
    choices = list(map(_options, text.items))
    known = [one for one in choices if one is not None]
    if len(known) < len(choices) or math.prod(map(len, known)) > _MOST:
        return text
    return _completed(frame, text, [], [*text.items], node)


def _options(item: Any) -> list[str] | None:
    """The texts among which paths have chosen; None of all else."""
    choice = kind_of(item).choice(item)
    options = [*choice.options.values()] if choice is not None else []
    return options if options and all(type(one) is str for one in options) else None


def _completed(
    frame: Frame,
    text: RuntimeString,
    known: list[str],
    choices: list[Any],
    node: ast.AST,
) -> Any:
    """The text with what is ``known`` in it, and then one of each of ``choices``."""
    if not choices:
        names = {hole(k): one for k, one in enumerate(known)}
        shown = ast.fix_missing_locations(ast.Expression(text.expression))
        return eval(compile(shown, "<text>", "eval"), {"__builtins__": {}}, names)
    first, *others = choices

    def one(frame: Frame, option: Any, node: ast.AST) -> Any:
        return _completed(frame, text, [*known, option], others, node)

    return for_each_option(frame, first, node, one)
