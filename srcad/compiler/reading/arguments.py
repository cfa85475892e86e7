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

from srcad.compiler.reading import protocol
from srcad.compiler.reading.protocol import mark
from srcad.compiler.reading.records import is_record, parts_of, with_parts
from srcad.compiler.reading.source import called_signature


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
    if isinstance(form, tuple):
        parts = [filled(part, inputs) for part in form]
        return type(form)(*parts) if hasattr(form, "_fields") else tuple(parts)
    if isinstance(form, list):
        return [filled(part, inputs) for part in form]
    if isinstance(form, dict):
        return {key: filled(part, inputs) for key, part in form.items()}
    if is_record(form):
        named = parts_of(form).items()
        return with_parts(form, {key: filled(part, inputs) for key, part in named})
    return form


def placed(item: Any, place: str) -> Iterator[tuple[str, Any]]:
    """The leaves of a structure with their places: ``state["h"][0]``, ``cfg.rate``.

    A field of a dataclass that is declared an ``int``, a ``bool`` or a ``str`` is a
    setting, and no leaf.
    """
    if isinstance(item, tuple) and hasattr(item, "_fields"):
        for name, part in zip(item._fields, item, strict=True):
            yield from placed(part, f"{place}.{name}")
    elif isinstance(item, tuple | list):
        for k, part in enumerate(item):
            yield from placed(part, f"{place}[{k}]")
    elif isinstance(item, dict):
        for key, part in item.items():
            yield from placed(part, f"{place}[{key!r}]")
    elif is_record(item):
        declared = {one.name: one.type for one in dataclasses.fields(item)}
        for name, part in parts_of(item).items():
            if declared.get(name) not in _SETTINGS:
                yield from placed(part, f"{place}.{name}")
    else:
        yield place, item


_SETTINGS = (int, bool, str, "int", "bool", "str")


def leaf_names(form: Any) -> list[str]:
    """The inputs that stand in a form, in order."""
    if isinstance(form, Leaf):
        return [form.name]
    if is_record(form):
        form = parts_of(form)
    if isinstance(form, dict):
        form = list(form.values())
    if isinstance(form, tuple | list):
        return [name for part in form for name in leaf_names(part)]
    return []


def cotangents_in(form: Any, cotangents: Mapping[str, Any]) -> Any:
    """The cotangents of what stands in a form, in the classes of the argument; None
    in the place of what is no input."""
    if isinstance(form, Leaf):
        return cotangents[form.name]
    if isinstance(form, tuple):
        parts = [cotangents_in(part, cotangents) for part in form]
        return type(form)(*parts) if hasattr(form, "_fields") else tuple(parts)
    if isinstance(form, list):
        return [cotangents_in(part, cotangents) for part in form]
    if isinstance(form, dict):
        return {key: cotangents_in(part, cotangents) for key, part in form.items()}
    if is_record(form):
        named = parts_of(form).items()
        inner = {key: cotangents_in(part, cotangents) for key, part in named}
        return with_parts(form, inner)
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
        if isinstance(item, tuple):
            parts = [form(part, f"{name}_{k}") for k, part in enumerate(item)]
            return type(item)(*parts) if hasattr(item, "_fields") else tuple(parts)
        if isinstance(item, list):
            return [form(part, f"{name}_{k}") for k, part in enumerate(item)]
        if isinstance(item, dict):
            return {key: form(part, _word(name, key)) for key, part in item.items()}
        if is_record(item):
            inner = parts_of(item).items()
            filled = {key: form(part, _word(name, key)) for key, part in inner}
            return with_parts(item, filled)
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
