"""What is asked of one of a few known objects, of which run time has chosen one."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.calls.builtin_table import Handler
from srcad.compiler.evaluate.contents import current
from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of
from srcad.compiler.evaluate.objects import Choice
from srcad.compiler.evaluate.operations.truth import either
from srcad.compiler.evaluate.paths.branching import branch_value
from srcad.compiler.evaluate.paths.raises import emit_raise
from srcad.compiler.evaluate.syntax.comparisons import compare


def for_each_option(
    frame: Frame, choice: Choice, node: ast.AST, asked: Callable[..., Any], *given: Any
) -> Any:
    """What ``asked(frame, option, *given, node)`` gives for the option that it is."""
    if not has_box(choice.number):
        return asked(frame, current(choice.options[choice.number]), *given, node)

    def one(option: Any) -> Any:
        option = current(option)
        try:
            return asked(frame, option, *given, node)
        except CompileError as error:
            cause = error.__cause__
            of_python = error.diagnostics[0].code == "SRC021"
            if cause is not None and (option is None or of_python):
                emit_raise(frame, type(cause), [*cause.args], {}, node)
            if option is not None and not of_python:
                raise
            # It may be that none of the inputs leads there.
            what = kind_of(option).described(option)
            message = f"this cannot be differentiated where this is {what}"
            help = f"ask whether it is {what} before"
            frame.refuse("SRC013", message, node, help=help)

    def from_here(numbers: list[int]) -> Any:
        first, *others = numbers
        then = functools.partial(one, choice.options[first])
        if not others:
            return then()
        rest = functools.partial(from_here, others)
        return branch_value(frame, _is_at(frame, choice, first, node), then, rest, node)

    return from_here([*choice.options])


def is_chosen_text(item: Any) -> bool:
    """Whether it is one of a few texts that are known."""
    choice = kind_of(item).choice(item)
    return choice is not None and all(type(o) is str for o in choice.options.values())


def for_each_text(handler: Handler, each: Any, place: int) -> Handler:
    """The same of a text, as of the name of an attribute, that is one of several."""

    def told(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
        text = kind_of(args[place]).choice(args[place]) if args[place:] else None
        if text is None or (place == 0 and not is_chosen_text(args[0])):
            return handler(frame, args, keywords, node)

        def one(frame: Frame, option: str, node: ast.AST) -> Any:
            given = [*args[:place], option, *args[place + 1 :]]
            return handler(frame, given, keywords, node)

        return each(frame, text, node, one)

    return told


def where(
    frame: Frame, choice: Choice, node: ast.AST, test: Callable[..., Any], *given: Any
) -> Any:
    """Whether ``test(frame, option, *given, node)`` holds of the option that it is: a
    bool, or one of run time."""
    if not has_box(choice.number):
        return test(frame, current(choice.options[choice.number]), *given, node)
    session = frame.session
    mark, count = len(session.journal), len(session.builder.ops)
    options = {k: current(one) for k, one in choice.options.items()}
    found = {k: test(frame, one, *given, node) for k, one in options.items()}
    changes = len(session.journal) > mark
    if changes:  # which only the one that it is may do
        session.undo(mark)
        del session.builder.ops[count:]
    if changes or any(map(has_box, found.values())):
        return for_each_option(frame, choice, node, test, *given)
    passing = [number for number, holds in found.items() if holds]
    if len(passing) in (0, len(found)):
        return bool(passing)
    conditions = [_is_at(frame, choice, number, node) for number in passing]
    return functools.reduce(functools.partial(either, frame), conditions)


def _is_at(frame: Frame, choice: Choice, number: int, node: ast.AST) -> Any:
    return compare(frame, "equal", choice.number, number, node)
