"""What a function that is defined in what is compiled says of its parameters."""

from __future__ import annotations
import __future__

import ast
import typing
from typing import Any

from srcad.compiler.evaluate.ast_queries import identifiers
from srcad.compiler.evaluate.calls.builtin_table import builtin
from srcad.compiler.evaluate.dispatch import Args, Keywords, evaluate
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.objects import Closure
from srcad.compiler.evaluate.operations.direct import call_directly


def annotations_of(frame: Frame, function: Closure, node: ast.AST) -> Any:
    """``function.__annotations__``, of the names as they are by now."""
    if _are_texts(function):
        message = "`__annotations__` is not supported where they are texts"
        help = "leave out `from __future__ import annotations`, or ask `get_type_hints`"
        frame.refuse("SRC012", message, node, help=help)
    found = _annotations(function.node)
    given = {name: evaluate(function.frame, item) for name, item in found.items()}
    return frame.session.own(given)


@builtin(typing.get_type_hints)
def _get_type_hints(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    if not kind_of(args[0]).is_closure:
        return call_directly(frame, typing.get_type_hints, args, keywords, node)
    if len(args) > 1 or keywords:
        message = "`get_type_hints` takes a function here, and nothing else"
        frame.refuse("SRC012", message, node)
    return frame.session.own(_hints(frame, args[0], node))


def registered(frame: Frame, item: Any, node: ast.AST) -> list[Any]:
    """What ``singledispatch`` registers where it is given one argument: a function for
    the class that its first parameter is annotated with."""
    if not kind_of(item).is_closure:
        return [item]
    hints = _hints(frame, item, node)
    if not hints:
        message = f"TypeError: `{item.name}` is registered for no class"
        help = "write `@register(some_class)`, or annotate the function"
        frame.refuse("SRC021", message, node, help=help)
    return [next(iter(hints.values())), item]


def _hints(frame: Frame, function: Closure, node: ast.AST) -> dict[str, Any]:
    """What ``get_type_hints`` gives of a function."""
    around: Frame = function.frame
    hints: dict[str, Any] = {}
    for name, annotation in _annotations(function.node).items():
        text = ast.literal_eval(annotation) if _is_text(annotation) else None
        if text is not None:
            annotation = ast.parse(text, mode="eval").body
            for part in ast.walk(annotation):
                ast.copy_location(part, node)
        if text is not None or _are_texts(function):
            # Python looks for these names in the module alone.
            for local in filter(around.is_local, sorted(identifiers(annotation))):
                message = f"NameError: name '{local}' is not defined"
                frame.refuse("SRC021", message, node)
        item = evaluate(around, annotation)
        hints[name] = type(None) if item is None else item
    return hints


def _is_text(annotation: ast.expr) -> bool:
    match annotation:
        case ast.Constant(str()):
            return True
    return False


def _are_texts(function: Closure) -> bool:
    """Whether its module has ``from __future__ import annotations``."""
    around: Frame = function.frame
    return around.find_global("annotations") is __future__.annotations


def _annotations(node: Any) -> dict[str, ast.expr]:
    """The annotations in a definition, by the names of what they are of."""
    given = node.args
    every = [*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs]
    found = {p.arg: p.annotation for p in (*every, given.kwarg) if p is not None}
    found["return"] = getattr(node, "returns", None)
    return {name: item for name, item in found.items() if item is not None}
