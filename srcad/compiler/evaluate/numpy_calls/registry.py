"""The table of NumPy's functions that the compiler knows, and how one is called.

A function that is not in the table is refused where it gets a run-time value: NumPy's
own source is never read as if it were the user's.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from srcad.compiler.evaluate import dispatch
from srcad.compiler.evaluate.direct import call_directly
from srcad.compiler.evaluate.dispatch import inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.mixed_precision import on_arrays
from srcad.compiler.evaluate.numpy_calls.unknown import name_of
from srcad.compiler.evaluate.numpy_calls.values import (
    as_array,
    described,
    is_plain,
    plain,
)
from srcad.compiler.evaluate.values import has_box
from srcad.compiler.ir.sizes import ShapeError
from srcad.compiler.ir.types import Atom

Handler: TypeAlias = Callable[[Frame, list[Any], dict[str, Any], ast.AST], Any]
TABLE: dict[Any, Handler] = {}


_USUAL = "leave it at its default, or write the same in other functions of NumPy"


class Unsupported(ShapeError):
    """An argument, or a mode, of a function that the compiler otherwise knows."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.help = help


@dispatch.numpy_handler.answered
def numpy_handler(callee: Any) -> Handler | None:
    """How a call of this function of NumPy is evaluated; None if it is none."""
    try:
        handler = TABLE.get(callee)
    except TypeError:
        return None
    if handler is None:
        return None

    def called(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        return _called(frame, callee, handler, args, keywords, node)

    return called


def _called(
    frame: Frame,
    callee: Any,
    handler: Handler,
    args: list[Any],
    keywords: dict[str, Any],
    node: ast.AST,
) -> Any:
    """Whatever goes wrong inside went wrong at the user's call."""
    if frame.source.library:
        return handler(frame, args, keywords, node)
    try:
        return handler(frame, args, keywords, node)
    except Unsupported as error:
        name = name_of(callee)
        help = error.help.replace("{name}", name) or _USUAL
        frame.refuse("SRC012", f"`{name}`: {error}", node, help=help)


def register(function: Any, handler: Handler) -> None:
    """Enter a function; its first entry is the one that counts."""
    TABLE.setdefault(function, handler)


def entry(*functions: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Enter a handler that takes frame and node, then NumPy's own parameters."""

    def enter(handler: Callable[..., Any]) -> Callable[..., Any]:
        parameters = inspect.Signature(
            list(inspect.signature(handler).parameters.values())[2:]
        )

        def wrapped(
            frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
        ) -> Any:
            bound = bind(parameters, args, keywords)
            return handler(frame, node, *bound.args, **bound.kwargs)

        for function in functions:
            register(function, wrapped)
        return handler

    return enter


def bind(
    signature: inspect.Signature, args: list[Any], keywords: dict[str, Any]
) -> inspect.BoundArguments:
    """The arguments by name; what is NumPy's default is as if it were left out."""
    for key in [k for k, item in keywords.items() if k not in signature.parameters]:
        if keywords[key] is None or keywords[key] is np._NoValue:
            keywords = {k: item for k, item in keywords.items() if k != key}
    try:
        return signature.bind(*args, **keywords)
    except TypeError as error:
        bare = [
            one.replace(annotation=inspect.Parameter.empty)
            for one in signature.parameters.values()
        ]
        supported = f"what is supported is `{{name}}{inspect.Signature(bare)}`"
        raise Unsupported(str(error), supported) from None


def at_compile_time(args: list[Any], keywords: dict[str, Any]) -> bool:
    """Whether a call gets numbers and structures of numbers alone."""
    items = [*args, *keywords.values()]
    return not has_box(items) and all(_is_small(item) for item in items)


def _is_small(item: Any) -> bool:
    if isinstance(item, tuple | list):
        return all(map(_is_small, item))
    return is_plain(item) or isinstance(item, str | None | type | np.dtype)


def computed(
    frame: Frame, callee: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """The call, made now."""
    result = call_directly(frame, callee, args, keywords, node)
    return plain(result) if frame.source.library else result


def inlined(frame: Frame, definition: Any, args: list[Any], node: ast.AST) -> Any:
    """A function of the library, read in the place of the call."""
    with on_arrays(frame.session):
        return inline(frame, definition, args, {}, node)


def refuse_given(**arguments: Any) -> None:
    """Refuse arguments that would change the result and are not supported."""
    for name, item in arguments.items():
        if item is not None and item is not np._NoValue:
            help = "assign the result, as in `y[:] = ...`" if name == "out" else ""
            raise Unsupported(f"the argument `{name}` is not supported", help)


def several(frame: Frame, arrays: Any, node: ast.AST) -> list[Atom]:
    """The arrays of a tuple or list, at least one."""
    if isinstance(arrays, tuple | list) and arrays:
        return [as_array(frame, item, node) for item in arrays]
    frame.refuse(
        "SRC013",
        "a tuple or list of arrays is needed here",
        node,
        label=f"gets {described(arrays)}",
        help="as in `np.concatenate([x, y])`",
    )
