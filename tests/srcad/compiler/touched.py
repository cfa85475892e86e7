"""How many array elements a generated module touches: a count that a clock is not.

The module's ``np`` is exchanged for one that counts, and its arrays for ones that do. A
number counts 1, an array its size; a view counts 1, for nothing is copied.
"""

import inspect
from collections.abc import Mapping
from typing import Any

import numpy as np

from tests.srcad.compiler.derivatives import Generated, mapped


class Counter:
    def __init__(self) -> None:
        self.elements = 0

    def add(self, *values: Any) -> None:
        self.elements += max((np.size(value) for value in values), default=1)


class Counted(np.ndarray):
    """An array that adds up what is done with it."""

    counter: Counter | None = None

    def __array_finalize__(self, other: Any) -> None:
        self.counter = getattr(other, "counter", None)

    def __array_ufunc__(
        self, ufunc: Any, method: str, *inputs: Any, **keywords: Any
    ) -> Any:
        result = getattr(ufunc, method)(*map(plain, inputs), **mapped(keywords, plain))
        assert self.counter is not None
        self.counter.add(*inputs, result)
        return counted(result, self.counter)

    def __array_function__(
        self, function: Any, types: Any, args: Any, keywords: Any
    ) -> Any:
        result = function(*mapped(args, plain), **mapped(keywords, plain))
        assert self.counter is not None
        self.counter.add(result)
        return counted(result, self.counter)

    def __getitem__(self, index: Any) -> Any:
        result = plain(self)[mapped(index, plain)]
        assert self.counter is not None
        is_view = isinstance(result, np.ndarray) and result.base is not None
        self.counter.add(1.0 if is_view else result)
        return counted(result, self.counter)

    def __setitem__(self, index: Any, value: Any) -> None:
        array, index = plain(self), mapped(index, plain)
        assert self.counter is not None
        self.counter.add(array[index])
        array[index] = plain(value)

    def copy(self, order: Any = "C") -> Any:
        assert self.counter is not None
        self.counter.add(self)
        return counted(plain(self).copy(), self.counter)

    def astype(self, *args: Any, **keywords: Any) -> Any:
        assert self.counter is not None
        self.counter.add(self)
        return counted(plain(self).astype(*args, **keywords), self.counter)


class CountingNumpy:
    """NumPy, whose arrays count."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter

    def __getattr__(self, name: str) -> Any:
        found = getattr(np, name)
        if isinstance(found, type) or not callable(found):
            return found

        def call(*args: Any, **keywords: Any) -> Any:
            result = found(*mapped(args, plain), **mapped(keywords, plain))
            self._counter.add(result)
            return counted(result, self._counter)

        return call


def plain(value: Any) -> Any:
    return value.view(np.ndarray) if isinstance(value, Counted) else value


def counted(value: Any, counter: Counter) -> Any:
    if not isinstance(value, np.ndarray):
        return value
    array = value.view(Counted)
    array.counter = counter
    return array


def touched(
    module: Generated, arguments: Mapping[str, Any], dout: Any
) -> tuple[int, int]:
    """The elements that ``forward`` and ``backward`` touch."""
    counter = Counter()
    space = dict(module.space)
    exec(compile(module.text, "<counted>", "exec"), space)
    space["np"] = CountingNumpy(counter)
    names = inspect.signature(space["forward"]).parameters
    out, residuals = space["forward"](*(counted(arguments[n], counter) for n in names))
    forward, counter.elements = counter.elements, 0
    dout = mapped(dout(mapped(out, plain)), lambda leaf: counted(leaf, counter))
    space["backward"](residuals, dout)
    return forward, counter.elements
