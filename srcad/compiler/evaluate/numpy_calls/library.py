"""NumPy's functions that are defined in Python in ``numpy_library``."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from typing import Any

from srcad.compiler.evaluate import numpy_library
from srcad.compiler.evaluate.dispatch import inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.mixed_precision import on_arrays
from srcad.compiler.evaluate.numpy_calls.registry import (
    Unsupported,
    at_compile_time,
    bind,
    computed,
    register,
)
from srcad.compiler.evaluate.numpy_calls.values import number, view_of
from srcad.compiler.evaluate.numpy_library.definitions import (
    Definition,
    axis_in,
    is_known,
    unsupported,
    viewed,
)
from srcad.compiler.evaluate.subscripts import make_index
from srcad.compiler.evaluate.values import has_box
from srcad.compiler.ir.shapes import normal_axes
from srcad.compiler.reading.source import underlying


def _library(function: Any, definition: Definition) -> None:
    plain = underlying(definition.function)
    assert plain is not None
    signature = inspect.signature(plain)

    def handler(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        if at_compile_time(args, keywords):
            return computed(frame, function, args, keywords, node)
        bound = bind(signature, args, keywords)
        for name, item in bound.arguments.items():
            if name in definition.arrays:
                bound.arguments[name] = number(frame, item, node)
        with on_arrays(frame.session):
            return inline(frame, plain, list(bound.args), bound.kwargs, node)

    register(function, handler)


for _function, _definition in numpy_library.DEFINITIONS.items():
    _library(_function, _definition)


def _unsupported(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    raise Unsupported(args[0])


_refusal: Callable[..., Any] = unsupported
register(_refusal, _unsupported)


def _is_known(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    return not has_box(args)


def _viewed(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    owner, key = args
    array = frame.session.atom(owner)
    index, rest = make_index(frame, key, node)
    return view_of(frame, owner, array, "getitem", *rest, index=index)


def _axis_in(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    axis, rank = args
    return normal_axes((axis,), rank)[0]


_axis: Callable[..., Any] = axis_in
register(_axis, _axis_in)
_view: Callable[..., Any] = viewed
register(_view, _viewed)
_question: Callable[..., Any] = is_known
register(_question, _is_known)
