"""Inputs that are structures: tables and arrays of specifications.

``state = { h = "float64[n]", c = "float64[n]" }`` is the inputs ``state_h`` and
``state_c`` of the module. The function gets them in a dict, or in what its parameter is
annotated with: a dataclass or a named tuple. An array is a tuple, or a list where the
annotation says so.
"""

import dataclasses
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any


class Misfit(ValueError):
    """A structure that does not fit the class that its parameter is annotated with."""


def is_structured(inputs: Mapping[str, Any]) -> bool:
    """Whether an input is more than one array."""
    return any(not isinstance(given, str) for given in inputs.values())


def hints_of(called: Callable[..., Any]) -> dict[str, Any]:
    """Return the annotations of a function or class; none where they cannot be read."""
    try:
        return typing.get_type_hints(called)
    except Exception:
        return {}


def flattened(name: str, given: Any, annotation: Any) -> tuple[Any, dict[str, str]]:
    """Return the form of an argument, and the specification of each input in it.

    Raises Misfit where it does not fit ``annotation``.
    """
    if isinstance(given, str):
        # Imported where it is needed: help does without NumPy.
        from srcad.compiler.reading.arguments import Leaf

        return Leaf(name), {name: given}
    leaves: dict[str, str] = {}

    def inner(word: Any, part: Any, kind: Any) -> Any:
        form, found = flattened(f"{name}_{word}", part, kind)
        twice = leaves.keys() & found.keys()
        if twice:
            raise Misfit(f"two inputs of `{name}` are called `{min(twice)}`")
        leaves.update(found)
        return form

    if isinstance(given, Mapping):
        return _of_table(name, given, annotation, inner), leaves
    return _of_array(given, annotation, inner), leaves


def _of_table(
    name: str, given: Mapping[str, Any], annotation: Any, inner: Callable[..., Any]
) -> Any:
    for key in given:
        if not f"{name}_{key}".isidentifier():
            raise Misfit(f"`{key}` cannot be a part of the name of an input")
    fields = _fields(annotation)
    if fields is None:
        return {key: inner(key, part, None) for key, part in given.items()}
    hints = hints_of(annotation)
    unknown = [key for key in given if key not in fields]
    absent = [key for key, has_default in fields.items() if not has_default]
    absent = [key for key in absent if key not in given]
    if unknown or absent:
        said = f"has no field `{unknown[0]}`" if unknown else f"needs `{absent[0]}`"
        raise Misfit(f"`{annotation.__name__}` {said}")
    parts = {key: inner(key, part, hints.get(key)) for key, part in given.items()}
    try:
        return annotation(**parts)
    except Exception as error:
        message = f"`{annotation.__name__}` is not made of its fields alone: {error}"
        raise Misfit(message) from error


def _of_array(given: Sequence[Any], annotation: Any, inner: Callable[..., Any]) -> Any:
    fields = _fields(annotation) if hasattr(annotation, "_fields") else None
    if fields is not None:
        if len(given) != len(fields):
            raise Misfit(f"`{annotation.__name__}` has {len(fields)} fields")
        hints = hints_of(annotation)
        pairs = enumerate(zip(fields, given, strict=True))
        return annotation(*(inner(k, part, hints.get(f)) for k, (f, part) in pairs))
    kinds = typing.get_args(annotation)
    parts = [
        inner(k, part, kinds[k] if k < len(kinds) else None)
        for k, part in enumerate(given)
    ]
    is_list = annotation is list or typing.get_origin(annotation) is list
    return parts if is_list else tuple(parts)


def _fields(kind: Any) -> dict[str, bool] | None:
    """The fields of a dataclass or named tuple, and whether each has a default."""
    if not isinstance(kind, type):
        return None
    if dataclasses.is_dataclass(kind):
        missing = dataclasses.MISSING
        return {
            field.name: field.default is not missing
            or field.default_factory is not missing
            for field in dataclasses.fields(kind)
            if field.init
        }
    names = getattr(kind, "_fields", None)
    if issubclass(kind, tuple) and names is not None:
        defaults = getattr(kind, "_field_defaults", {})
        return {name: name in defaults for name in names}
    return None
