"""Calls of methods of an ndarray: each binds the signature that NumPy declares for it.

What NumPy would not accept raises as it does there. An argument at NumPy's default is
as if it were left out; any other is used: none is accepted and ignored.
"""

from __future__ import annotations

import inspect
from typing import Any

from srcad.compiler.evaluate.calls.functions import unfitting
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.numpy.registry import METHODS, Unsupported
from srcad.compiler.evaluate.objects import Box, MethodCall


def array_method(frame: Frame, box: Box, call: MethodCall) -> Any:
    """The call of a method of an ndarray."""
    given = _bound(frame, box, call)
    try:
        return METHODS[call.name].call(frame, call.node, box, **given)
    except Unsupported as error:
        help = error.help or "leave it at its default"
        message = f"`ndarray.{call.name}`: {error}"
        frame.refuse("SRC012", message, call.node, help=help)


def _bound(frame: Frame, box: Box, call: MethodCall) -> dict[str, Any]:
    """The arguments that are not NumPy's defaults, by their names."""
    name, args, keywords, node = call
    signature = METHODS[name].signature
    try:
        bound = signature.bind(box, *args, **keywords)
        if "shape" in signature.parameters and not args:
            raise TypeError("missing a required argument: 'shape'")
    except TypeError as error:
        what = unfitting(signature, keywords) or str(error)
        shown = [one for word, one in signature.parameters.items() if word != "self"]
        help = f"NumPy defines it as `{name}{inspect.Signature(shown)}`"
        frame.refuse("SRC021", f"TypeError: {name}() {what}", node, help=help)
    given = dict(bound.arguments)
    del given["self"]
    return {
        word: item
        for word, item in given.items()
        if not _is_same(item, signature.parameters[word].default)
    }


def _is_same(item: Any, default: Any) -> bool:
    if isinstance(default, str | int):
        return isinstance(item, str | int) and item == default
    return item is default
