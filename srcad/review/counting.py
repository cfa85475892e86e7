"""What a module costs, counted while it runs on arrays that count.

Floating-point operations: one for each element that a ufunc computes of floating
numbers, as many as there are elements for a reduction, and two for each product that a
matrix product adds up; as many as the largest array has, for any other function. Bytes
are those of arrays that are made, not of views. Both are kept by the loop that they
were in, so that a cost can be said per iteration.
"""

import ast
import operator
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

Where = tuple[int, ...]
# What makes an array of nothing that counts.
_MAKERS = (
    *("zeros", "ones", "empty", "full", "arange", "linspace", "eye", "identity"),
    *("array", "asarray", "ascontiguousarray", "tri", "indices", "broadcast_to"),
    *("frombuffer", "fromiter", "hamming", "hanning", "blackman", "bartlett", "kaiser"),
)


class Counts:
    """What was counted: operations, bytes that were made and trips, by loop."""

    def __init__(self) -> None:
        self.operations: Counter[Where] = Counter()
        self.made: Counter[Where] = Counter()
        self.trips: Counter[Where] = Counter()
        self.where: Where = ()

    @contextmanager
    def loop(self, number: int) -> Iterator[Callable[[], None]]:
        """While a loop runs; what is given is called in each iteration."""
        before = self.where
        inside = (*before, number)
        self.trips[inside] += 0

        def trip() -> None:
            # The condition that the loop began with was outside of it.
            self.where = inside
            self.trips[inside] += 1

        try:
            yield trip
        finally:
            self.where = before

    def result(self, value: Any) -> Any:
        """What an operation gave, as arrays that count; new storage is counted."""
        if isinstance(value, tuple | list):
            parts = [self.result(one) for one in value]
            return (
                type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
            )
        if isinstance(value, np.inexact):
            # A number counts as an array without axes does.
            self.made[self.where] += value.nbytes
            counted = np.asarray(value).view(Counted)
            counted.counts, counted.place = self, self.where
            return counted
        if not isinstance(value, np.ndarray):
            return value
        counted = value.view(Counted)
        counted.counts, counted.place = self, self.where
        if value.base is None or type(value.base) is not np.ndarray:
            self.made[self.where] += value.nbytes
        return counted

    def ufunc(self, function: np.ufunc, method: str, inputs: Any, out: Any) -> None:
        """Count what a ufunc has computed of ``inputs``."""
        arrays = [one for one in inputs if isinstance(one, np.ndarray | np.generic)]
        if not any(one.dtype.kind in "fc" for one in arrays):
            return
        size = max(np.size(one) for one in (*inputs, *out))
        if function.signature is not None:
            first = inputs[0]
            inner = np.shape(first)[-1] if np.ndim(first) else 1
            size = 2 * inner * max(map(np.size, out))
        elif method == "__call__":
            size = max(map(np.size, out))
        self.operations[self.where] += int(size)


class Counted(np.ndarray):
    """An array that counts what is computed of it."""

    counts: Counts | None = None
    place: Where = ()

    def __array_finalize__(self, other: Any) -> None:
        self.counts = getattr(other, "counts", None)
        self.place = getattr(other, "place", ())

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, **named: Any
    ) -> Any:
        """Compute of plain arrays, and count."""
        counts = _counts_of((*inputs, *named.get("out", ())))
        plain = [_plain(one) for one in inputs]
        given = named.get("out")
        if given is not None:
            named["out"] = tuple(_plain(one) for one in given)
        if named.get("where") is not None:
            named["where"] = _plain(named["where"])
        out = getattr(ufunc, method)(*plain, **named)
        if counts is None:
            return out
        outs = out if isinstance(out, tuple) else (out,)
        if method != "at":
            counts.ufunc(ufunc, method, plain, outs)
        else:
            counts.operations[counts.where] += int(np.size(plain[-1]))
        if given is not None:
            return given if isinstance(out, tuple) else given[0]
        return counts.result(out)

    def __array_function__(
        self, function: Any, types: Any, args: Any, kwargs: Any
    ) -> Any:
        """Compute of plain arrays, and count a result that is floating."""
        counts = _counts_of((*args, *kwargs.values()))
        plain = [_plain(one) for one in args]
        named = {name: _plain(one) for name, one in kwargs.items()}
        out = function(*plain, **named)
        if counts is None:
            return out
        if function.__name__ not in _MOVING:
            counts.operations[counts.where] += _work(function, plain, out)
        return counts.result(out)

    def _new(self, value: Any) -> Any:
        plain = np.asarray(value)
        return value if self.counts is None else self.counts.result(plain)

    def copy(self, *args: Any, **kwargs: Any) -> Any:
        """A copy, which is new storage."""
        return self._new(self.view(np.ndarray).copy(*args, **kwargs))

    def reshape(self, *args: Any, **kwargs: Any) -> Any:
        """A view; a copy, which is new storage, where there can be none."""
        plain = self.view(np.ndarray)
        found = plain.reshape(*args, **kwargs)
        if self.counts is not None and not np.may_share_memory(found, plain):
            self.counts.made[self.counts.where] += found.nbytes
        return self._view(found)

    def astype(self, *args: Any, **kwargs: Any) -> Any:
        """A cast, which is new storage where it is one."""
        return self._new(self.view(np.ndarray).astype(*args, **kwargs))

    def __getitem__(self, key: Any) -> Any:
        """A part: new storage where the key is an array."""
        found = self.view(np.ndarray)[_plain(key)]
        if self.counts is None:
            return found
        if isinstance(found, np.ndarray) and found.base is not None:
            return self._view(found)
        return self.counts.result(found)

    def __hash__(self) -> int:  # type: ignore[override]
        """Of the number, where there are no axes."""
        return hash(self.view(np.ndarray)[()])

    def _view(self, found: np.ndarray) -> Any:
        part = found.view(Counted)
        part.counts, part.place = self.counts, self.place
        return part


def _rebinding(name: str) -> Any:
    """An augmented assignment that leaves numbers, which cannot change, as they are."""
    inherited = getattr(np.ndarray, f"__i{name}__")

    def assigned(self: Any, other: Any) -> Any:
        return (
            inherited(self, other)
            if self.ndim
            else getattr(operator, name)(self, other)
        )

    return assigned


for _name in ("add", "sub", "mul", "truediv", "pow"):
    setattr(Counted, f"__i{_name}__", _rebinding(_name))


# Functions that move numbers, and compute none.
_MOVING = (
    *("where", "concatenate", "stack", "vstack", "hstack", "reshape", "transpose"),
    *("zeros_like", "ones_like", "empty_like", "full_like", "copy", "swapaxes"),
    *("moveaxis", "expand_dims", "squeeze", "broadcast_to", "take", "pad", "flip"),
    *("take_along_axis", "put_along_axis", "repeat", "tile", "roll", "split", "sort"),
    *("array_split", "argsort", "argmax", "argmin", "searchsorted", "shape", "ndim"),
    *("nonzero", "diag", "diagonal", "tril", "triu", "copyto", "rollaxis", "delete"),
    *("broadcast_arrays", "atleast_1d", "atleast_2d", "ravel", "ascontiguousarray"),
    *("result_type", "may_share_memory", "shares_memory", "array_equal", "size"),
)


def _work(function: Any, plain: list[Any], out: Any) -> int:
    """Operations of a function that is no ufunc, by what goes in and comes out."""
    leaves = [np.asarray(one) for one, _ in _leaves(out)]
    if not any(leaf.dtype.kind in "fc" for leaf in leaves):
        return 0
    size = max((leaf.size for leaf in leaves), default=0)
    if function.__name__ in ("dot", "inner", "matmul", "tensordot", "einsum", "vdot"):
        return 2 * max(size, *(int(np.size(one)) for one, _ in _leaves(plain)))
    return max([size, *(int(np.size(one)) for one, _ in _leaves(plain))])


def _counts_of(items: Any) -> Counts | None:
    for one in items:
        if isinstance(one, Counted) and one.counts is not None:
            return one.counts
        if isinstance(one, tuple | list):
            found = _counts_of(one)
            if found is not None:
                return found
    return None


def _plain(value: Any) -> Any:
    if isinstance(value, Counted):
        return value.view(np.ndarray)
    if isinstance(value, tuple | list) and not hasattr(value, "_fields"):
        return type(value)(_plain(one) for one in value)
    return value


def _leaves(value: Any, depth: int = 0) -> Iterator[tuple[Any, int]]:
    """The arrays and numbers of a structure, each with how many lists are around it."""
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple | list):
        for one in value:
            yield from _leaves(one, depth + isinstance(value, list))
    elif isinstance(value, np.ndarray | np.generic):
        yield value, depth


class CountingNumpy:
    """NumPy as a module sees it: what makes arrays makes such that count."""

    def __init__(self, counts: Counts) -> None:
        self._counts = counts

    def __getattr__(self, name: str) -> Any:
        found = getattr(np, name)
        if name not in _MAKERS:
            return found
        counts = self._counts

        def made(*args: Any, **kwargs: Any) -> Any:
            return counts.result(found(*args, **kwargs))

        return made


def instrumented(text: str) -> ast.Module:
    """The tree of a module in which each loop says when it is entered and goes on."""
    tree = _Loops().visit(ast.parse(text))
    return ast.fix_missing_locations(tree)


def loops(text: str) -> dict[int, str]:
    """The loops of a module by number: "open" where run time says how long it runs, as
    for a ``while`` or a ``for`` that may be left; "range"; "items" of something."""
    visitor = _Loops()
    visitor.visit(ast.parse(text))
    return visitor.found


class _Loops(ast.NodeTransformer):
    def __init__(self) -> None:
        self.found: dict[int, str] = {}

    def visit_While(self, node: ast.While) -> Any:
        """A loop."""
        return self._loop(node, "open")

    def visit_For(self, node: ast.For) -> Any:
        """A loop."""
        leaves = any(isinstance(one, ast.Break | ast.Return) for one in ast.walk(node))
        ranged = "range" in {
            n.id for n in ast.walk(node.iter) if isinstance(n, ast.Name)
        }
        return self._loop(node, "open" if leaves else "range" if ranged else "items")

    def _loop(self, node: ast.While | ast.For, kind: str) -> Any:
        number = len(self.found)
        self.found[number] = kind
        self.generic_visit(node)
        node.body.insert(0, ast.parse(f"trip_{number}()").body[0])
        (block,) = ast.parse(f"with counts_.loop({number}) as trip_{number}: pass").body
        assert isinstance(block, ast.With)
        block.body = [node]
        return ast.copy_location(block, node)


def kept(value: Any, given: list[Any]) -> Counter[Where]:
    """Bytes of the arrays in ``value`` that are in no array of ``given``, by the loops
    that they are kept for: as many as there are lists around them. An array that is
    there twice counts once."""
    owners = {id(_owner(one)) for one, _ in _leaves(given)}
    found: Counter[Where] = Counter()
    held: list[Any] = []
    for one, depth in _leaves(value):
        if isinstance(one, np.ndarray) and id(owner := _owner(one)) not in owners:
            owners.add(id(owner))
            held.append(owner)
            found[getattr(one, "place", ())[:depth]] += owner.nbytes
    return found


def lent(value: Any, given: list[Any]) -> int:
    """Bytes of the arrays of ``given`` that are in lists of ``value``: what a loop
    keeps in its first iteration, where later ones keep what they have made."""
    owners = {id(_owner(one)) for one, _ in _leaves(given)}
    found = {
        id(owner): owner.nbytes
        for one, depth in _leaves(value)
        if depth and isinstance(one, np.ndarray) and id(owner := _owner(one)) in owners
    }
    return sum(found.values())


def _owner(array: Any) -> Any:
    while isinstance(array, np.ndarray) and isinstance(array.base, np.ndarray):
        array = array.base
    return array
