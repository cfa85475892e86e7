"""What a list holds: items that are known one by one, or what run time knows.

A list is one object of Python, which all that refers to it shares. Its content may
change its kind: where run time makes the list longer or shorter, there is one value of
run time in the place of the items (or one for each part of them), under every name and
in every structure at once. Who reads a name, an expression or the parts of a structure
asks what is there by now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from srcad.compiler.evaluate.objects import Box, Conflict


@dataclass(frozen=True, slots=True, eq=False)
class StructOfArrays:
    """A run-time list of structures of one ``form``: a list for each leaf."""

    form: Any
    lists: tuple[Box, ...]


# A list that run time knows the length of.
RunTimeList: TypeAlias = Box | StructOfArrays


@dataclass(frozen=True, slots=True, eq=False)
class TupleOfRunTime:
    """A tuple that run time knows the length of: what is in a list that nobody else
    refers to."""

    items: RunTimeList


@dataclass(frozen=True, slots=True, eq=False)
class Sought:
    """What was looked for in a list of lists: the list at the place ``index`` there, or
    None, as the place is. ``seen`` stands for it, as a view of the lists that it is in:
    that is spoiled where they have been changed so that it stands elsewhere.
    """

    seen: RunTimeList
    index: Any

    @property
    def bases(self) -> list[Box]:
        """The lists that it is in."""
        return bases_of(self.seen)


@dataclass(frozen=True, slots=True, eq=False)
class PerhapsReal:
    """Numbers that are complex, or an array of the real ones among them, as run time
    decides: real where none of the ``sources`` has an imaginary part, as in what NumPy
    gives for the eigenvalues of a real matrix. ``whole`` are the complex ones.
    """

    whole: Any
    sources: tuple[Any, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Grown(Conflict):
    """Stands alone in a list whose content is ``xs``, of run time.

    To whoever looks for an item there, since he asked for the list before, it says that
    it is none. As long as ``xs`` is what it was made as, ``first``, it holds ``items``.
    """

    code: str = "SRC011"
    message: str = "this list was changed by a later argument"
    xs: RunTimeList | None = None
    items: tuple[Any, ...] = ()
    first: tuple[Any, ...] = ()


def with_lists(like: RunTimeList, lists: tuple[Box, ...]) -> RunTimeList:
    """A list of the form of another one, that is made of other lists."""
    if isinstance(like, StructOfArrays):
        return StructOfArrays(like.form, lists)
    return lists[0]


def has_grown(item: Any) -> bool:
    """Whether an object is a list whose content is of run time."""
    return type(item) is list and len(item) == 1 and type(item[0]) is Grown


def current(item: Any) -> Any:
    """What an object is by now: of a list whose content is of run time, that."""
    return item[0].xs if has_grown(item) else item


def _lists(xs: RunTimeList) -> tuple[Box, ...]:
    return (xs,) if isinstance(xs, Box) else xs.lists


def values_of(xs: RunTimeList) -> tuple[Any, ...]:
    """What the lists hold by now that a list of run time is made of."""
    return tuple(box.value for box in _lists(xs))


def bases_of(xs: RunTimeList) -> list[Box]:
    """The lists that a list stands in which is a view of these."""
    return [box.view.base for box in _lists(xs) if box.view is not None]


def items_before(item: Any) -> tuple[Any, ...] | None:
    """What a list held when it was known item by item, where it holds that still; None
    of all else."""
    if not has_grown(item):
        return None
    grown: Grown = item[0]
    assert grown.xs is not None
    return grown.items if grown.first == values_of(grown.xs) else None


def each_once(
    items: Iterable[Any],
    within: Callable[[Any], Iterable[Any]],
    key: Callable[[Any], Any] = id,
) -> Iterator[Any]:
    """Some objects and all that is ``within`` them, each once, by its ``key``."""
    seen: dict[Any, Any] = {}
    queue = list(items)
    while queue:
        item = queue.pop()
        if key(item) not in seen:
            seen[key(item)] = item
            queue.extend(within(item))
            yield item


def items_in(items: Iterable[Any], depth: int = 3) -> Iterator[Any]:
    """What a function is given, and what is in its lists and tuples; deeper ones are
    not looked for."""
    for item in items:
        yield item
        if depth and type(item) in (list, tuple):
            yield from items_in(item, depth - 1)
