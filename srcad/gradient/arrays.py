"""Arguments of a call as the arrays that a generated module takes, and back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from srcad.compiler.reading.structures import is_structure, words_and_parts
from srcad.tensor import Tensor


def is_input(item: Any, numbers: bool) -> bool:
    """Whether an argument is a run-time input: a float is one where no Tensor is.

    What is derived from ``float`` is an object of its class, and known.
    """
    if isinstance(item, Tensor | np.ndarray | np.generic):
        return True
    return type(item) is float and numbers


def leaves(item: Any) -> Iterator[Any]:
    """What nested tuples, lists, dicts and dataclasses hold."""
    if not is_structure(item):
        yield item
        return
    for _, part in words_and_parts(item):
        yield from leaves(part)


def apart(item: Any, others: Any) -> Any:
    """What nested tuples, lists and dicts hold, with copies of the arrays in it that
    share storage with arrays in ``others``."""
    owners = {_owner(one) for one in leaves(others) if isinstance(one, np.ndarray)}
    copies: dict[int, Any] = {}

    def part(one: Any) -> Any:
        if type(one) is tuple or type(one) is list:
            return type(one)(map(part, one))
        if type(one) is dict:
            return dict(zip(one, map(part, one.values()), strict=True))
        if not isinstance(one, np.ndarray) or _owner(one) not in owners:
            return one
        if id(one) not in copies:
            copies[id(one)] = np.array(one)
        return copies[id(one)]

    return part(item)


def _owner(array: Any) -> int:
    """The id of the object whose memory an array shows."""
    while isinstance(array, np.ndarray) and array.base is not None:
        array = array.base
    return id(array)


def array_of(item: Any) -> Any:
    """The ndarray of a Tensor or an array; a float stays one."""
    if isinstance(item, Tensor):
        return item.asnumpy()
    # A NumPy number has a dtype that counts: float32 + np.float64 is float64.
    plain = isinstance(item, float) and not isinstance(item, np.generic)
    return item if plain else np.asarray(item)


def kind_of(item: Any) -> tuple[str, int]:
    """The dtype's name and the rank."""
    if isinstance(item, float) and not isinstance(item, np.generic):
        return "float", 0
    array = array_of(item)
    return array.dtype.name, array.ndim


def cotangent(item: Any) -> Any:
    """What a module gives for an input; a number is NumPy's, also a zero."""
    return np.float64(item) if type(item) is float else item


def wrapped(item: Any, tensors: bool) -> Any:
    """Arrays as Tensors, if there were Tensors among the arguments."""
    if isinstance(item, tuple):
        return tuple(wrapped(part, tensors) for part in item)
    if isinstance(item, list):
        return [wrapped(part, tensors) for part in item]
    if isinstance(item, dict):
        return {key: wrapped(part, tensors) for key, part in item.items()}
    if tensors and isinstance(item, np.ndarray | np.generic | float):
        return Tensor(np.asarray(item))
    return item
