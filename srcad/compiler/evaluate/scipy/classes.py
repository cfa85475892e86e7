"""Classes of SciPy, in the place of whose objects there is what a definition makes."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from typing import Any

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box
from srcad.compiler.evaluate.numpy.registry import bind, inlined, register
from srcad.compiler.evaluate.numpy.values import number
from srcad.compiler.evaluate.operations.direct import call_directly

# What stands for an object that was made before, by the public name of its class.
STANDING_FOR: dict[str, Callable[..., Any]] = {}


def makes(cls: Any, arrays: str, known: bool = False) -> Callable[[Any], Any]:
    """Enter the definition of what a class makes of points, known ones as well: SciPy's
    own object could not be asked at run time, but where it is said to be ``known``."""

    def enter(definition: Any) -> Any:
        signature, names = inspect.signature(definition), arrays.split()

        def handler(
            frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
        ) -> Any:
            if known and not has_box([*args, *keywords.values()]):
                return call_directly(frame, cls, args, keywords, node)
            bound = bind(signature, args, keywords)
            for name in names:
                item = bound.arguments.get(name)
                if item is not None:
                    bound.arguments[name] = number(frame, item, node)
            return inlined(frame, definition, list(bound.args), node, bound.kwargs)

        register(cls, handler)
        return definition

    return enter
