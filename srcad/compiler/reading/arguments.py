"""The arguments of the function that is compiled: by name, and back to a call.

A call's arguments are a dict in the order of the function's parameters, defaults filled
in; those of ``*args`` are numbered (``args_0``), ``**kwargs`` is a dict. Run-time
arrays inside of tuples, lists, dicts and dataclasses are inputs of their own:
``hx[0]`` is ``hx_0``.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.reading import protocol
from srcad.compiler.reading.protocol import mark
from srcad.compiler.reading.records import is_record
from srcad.compiler.reading.source import called_signature, lacks_construct
from srcad.compiler.reading.structures import (
    is_structure,
    made_like,
    mapped,
    words_and_parts,
)


@dataclasses.dataclass(frozen=True, slots=True)
class Leaf:
    """Stands in the form of an argument for the input of this name."""

    __srcad_literal__ = True

    name: str


def by_name(
    function: Any, args: tuple[Any, ...], keywords: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments of a call; TypeError where they do not fit the function.

    A gradient function takes those of the function it is the gradient of, and the
    cotangent that it may ask for behind them.
    """
    signature = _signature(function)
    if signature is None:
        return {f"argument_{k}": item for k, item in enumerate(args)} | dict(keywords)
    count = len(args) - _senses(function)
    args, senses = args[:count], args[count:]
    bound = signature.bind(*args, **keywords)
    bound.apply_defaults()
    named: dict[str, Any] = {}
    for name, item in bound.arguments.items():
        if signature.parameters[name].kind is inspect.Parameter.VAR_POSITIONAL:
            named.update({f"{name}_{k}": part for k, part in enumerate(item)})
        else:
            named[name] = item
    return named | {f"{_SENS}{k}": item for k, item in enumerate(senses)}


def as_called(
    function: Any, named: Mapping[str, Any]
) -> tuple[list[Any], dict[str, Any]]:
    """Positional and keyword arguments again, out of what ``by_name`` gives."""
    signature = _signature(function)
    if signature is None:
        return list(named.values()), {}
    args: list[Any] = []
    keywords: dict[str, Any] = {}
    for name, parameter in signature.parameters.items():
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            count = len(args)
            while f"{name}_{len(args) - count}" in named:
                args.append(named[f"{name}_{len(args) - count}"])
        elif parameter.kind is inspect.Parameter.VAR_KEYWORD:
            keywords.update(named.get(name, {}))
        elif name not in named:
            continue
        elif parameter.kind is inspect.Parameter.KEYWORD_ONLY or keywords:
            keywords[name] = named[name]
        else:
            args.append(named[name])
    senses = [named[f"{_SENS}{k}"] for k in range(_senses(function))]
    return [*args, *senses], keywords


_SENS = "sens_"


def _senses(function: Any) -> int:
    """How many cotangents are behind the arguments of a gradient (of a gradient)."""
    count = 0
    while mark(function, "__srcad_gradient__") is True:
        count += function.options.sens_param
        function = function.function
    return count


def filled(form: Any, inputs: Mapping[str, Any]) -> Any:
    """The argument that a form describes."""
    if isinstance(form, Leaf):
        return inputs[form.name]
    if is_structure(form):
        return mapped(form, lambda part: filled(part, inputs))
    return form


def placed(
    item: Any, place: str, around: tuple[Any, ...] = ()
) -> Iterator[tuple[str, Any]]:
    """The leaves of a structure with their places: ``state["h"][0]``, ``cfg.rate``.

    A field of a dataclass that is declared an ``int``, a ``bool`` or a ``str`` is a
    setting, and no leaf. CompileError is raised for a structure that is in itself, one
    of those ``around``.
    """
    if not is_structure(item):
        yield place, item
        return
    if any(item is one for one in around):
        message = f"the argument `{place}` is a structure that it stands in itself"
        help = "pass its parts, or read it from outside: a closure, an attribute"
        raise CompileError(Diagnostic("SRC013", message, help=help))
    fields = getattr(item, "_fields", None)
    declared = getattr(item, "__dataclass_fields__", {})
    for word, part in words_and_parts(item):
        if is_record(item) or fields is not None:
            step = f".{word if fields is None else fields[word]}"
        else:
            step = f"[{word!r}]"
        if word not in declared or declared[word].type not in _SETTINGS:
            yield from placed(part, place + step, (*around, item))


_SETTINGS = (int, bool, str, "int", "bool", "str")


def leaf_names(form: Any) -> list[str]:
    """The inputs that stand in a form, in order."""
    if isinstance(form, Leaf):
        return [form.name]
    if not is_structure(form):
        return []
    return [name for _, part in words_and_parts(form) for name in leaf_names(part)]


def cotangents_in(form: Any, cotangents: Mapping[str, Any]) -> Any:
    """The cotangents of what stands in a form, in the classes of the argument; None
    in the place of what is no input."""
    if isinstance(form, Leaf):
        return cotangents[form.name]
    if is_structure(form):
        found = mapped(form, lambda part: cotangents_in(part, cotangents))
        # A tuple of Parameters has Tensors for its gradient.
        return tuple(found) if hasattr(found, "__srcad_structure__") else found
    return None


def form_of(
    named: Mapping[str, Any], is_input: Callable[[Any], bool]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The forms of a call's arguments, and the inputs in them, by their names."""
    inputs: dict[str, Any] = {}

    def form(item: Any, name: str) -> Any:
        if is_input(item):
            while name in inputs or (name in named and named[name] is not item):
                name += "_"
            inputs[name] = item
            return Leaf(name)
        if is_structure(item):
            pairs = words_and_parts(item)
            return made_like(item, [form(p, _word(name, word)) for word, p in pairs])
        return item

    return {name: form(item, name) for name, item in named.items()}, inputs


def _word(name: str, key: Any) -> str:
    word = f"{name}_{key}"
    return word if word.isidentifier() else f"{name}_"


def _signature(function: Any) -> inspect.Signature | None:
    """The signature of what is called in the end; None where only the call knows it."""
    root = protocol.innermost(function)
    if not callable(root) or type(root).__module__.startswith("srcad.compiler."):
        return None
    if protocol.is_cell(root):
        if lacks_construct(root):
            return None
        return called_signature(root.construct)
    try:
        return called_signature(root)
    except ValueError:
        return None


POSITIONAL = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
)


def without_defaults(
    function: Any, args: list[Any], keywords: dict[str, Any]
) -> tuple[list[Any], dict[str, Any]]:
    """The arguments of a call without those that are the defaults."""
    signature = own_arguments(function)
    if signature is None:
        return args, keywords
    named = signature.bind(*args, **keywords)
    parameters = signature.parameters
    for name, item in list(named.arguments.items()):
        if item is parameters[name].default:
            del named.arguments[name]
    positional: list[Any] = []
    for name, parameter in parameters.items():
        if name not in named.arguments or parameter.kind not in POSITIONAL:
            break
        positional.append(named.arguments.pop(name))
    rest = named.arguments
    for name, parameter in parameters.items():
        if parameter.kind is parameter.VAR_POSITIONAL:
            positional.extend(rest.pop(name, ()))
        elif parameter.kind is parameter.VAR_KEYWORD:
            rest.update(rest.pop(name, {}))
    return positional, dict(rest)


def own_arguments(function: Any) -> inspect.Signature | None:
    """The signature of a callable; None where Python knows none."""
    try:
        return called_signature(function)
    except (TypeError, ValueError):
        return None
