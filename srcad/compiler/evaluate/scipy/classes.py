"""Classes of SciPy, in the place of whose objects there is what a definition makes."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from typing import Any

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.numpy.registry import bind, inlined, register
from srcad.compiler.evaluate.numpy.values import number


def makes(cls: Any, arrays: str) -> Callable[[Any], Any]:
    """Enter the definition of what a class makes of points, known ones as well: SciPy's
    own object could not be asked at run time."""

    def enter(definition: Any) -> Any:
        signature, names = inspect.signature(definition), arrays.split()

        def handler(
            frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
        ) -> Any:
            bound = bind(signature, args, keywords)
            for name in names:
                item = bound.arguments[name]
                bound.arguments[name] = number(frame, item, node)
            return inlined(frame, definition, list(bound.args), node, bound.kwargs)

        register(cls, handler)
        return definition

    return enter
