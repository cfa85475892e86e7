"""What the outermost function returns: whether a module can give it back."""

from __future__ import annotations

from collections.abc import Iterator
from types import EllipsisType
from typing import Any, NoReturn

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.evaluate.calls.tracing import Placeholder
from srcad.compiler.evaluate.contents import each_once
from srcad.compiler.evaluate.kinds import inside, kind_of, leaves
from srcad.compiler.evaluate.objects import Closure
from srcad.compiler.reading import outputs
from srcad.compiler.reading.places import span_of

_WRITTEN = (bool, int, float, complex, str, bytes, EllipsisType, type(None))


def check_output(function: Any, subject: str, output: Any) -> None:
    """What a ``function``, which is called the ``subject``, returns can be written into
    a module, and is something."""

    def refuse(message: str, help: str) -> NoReturn:
        raise CompileError(Diagnostic("SRC013", message, span_of(function), help=help))

    plain = outputs.plain(output)
    if all(leaf is None for leaf in leaves(plain)):
        message = f"{subject} returns nothing that can be differentiated"
        refuse(message, "return an array, or a structure of arrays")
    returns = "what is differentiated returns"
    for leaf in leaves(plain):
        if not isinstance(leaf, Placeholder | bool | int | float | str | bytes | None):
            name = f"an object of the class {type(leaf).__name__}"
            if isinstance(leaf, Closure) or callable(leaf):
                name = "a function"
            help = "return arrays, or tuples, lists, dicts and dataclasses of them"
            refuse(f"{returns} {name}", help)
    for part in each_once([plain], inside):
        form = kind_of(part).form(part)
        if any(kind_of(one).choice(one) for one in each_once([form], inside)):
            help = "return numbers that say which one each of them is"
            refuse(f"{returns} a list of what run time chooses", help)
    for key in _keys(plain):
        if not all(isinstance(leaf, _WRITTEN) for leaf in leaves(key)):
            message = f"{returns} a dict with a {type(key).__name__} as a key"
            refuse(message, "keys are numbers, strings and tuples of them")


def _keys(form: Any) -> Iterator[Any]:
    """The keys of every dict in the form of an output."""
    if isinstance(form, dict):
        yield from form
    if isinstance(form, dict | tuple | list):
        for part in form.values() if isinstance(form, dict) else form:
            yield from _keys(part)
