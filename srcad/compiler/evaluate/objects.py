"""Stand-ins for run-time values among the Python objects of a partial evaluation."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeGuard

import numpy as np

from srcad.compiler.diagnostics.errors import CompileError, Span
from srcad.compiler.evaluate.locations import Location
from srcad.compiler.ir.avals import AnyAval, without_none
from srcad.compiler.ir.lists import element_of
from srcad.compiler.ir.types import NONE, Atom, Value
from srcad.compiler.reading.kinds import holds_numbers
from srcad.compiler.reading.protocol import is_marked, mark
from srcad.compiler.reading.sizes import Dim, is_known
from srcad.compiler.reading.structures import contents_of, entries, refill


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """How an array shares the storage of another one.

    ``derive`` gives its value from the other one's, which was ``seen`` when it was
    made; ``put_back`` gives the other one's value after a write to it. Either is None
    where NumPy's answer depends on how the elements lie in memory. Into a ``read_only``
    one nothing is written, nor into what is a view of that. ``index`` is where an
    element of a list stands.
    """

    base: Box
    seen: Atom
    derive: Callable[[Atom], Atom] | None
    put_back: Callable[[Atom, Atom], Atom] | None
    read_only: bool = False
    index: Atom | None = None


@dataclass(slots=True, eq=False)
class Box(Location):
    """A place that holds a run-time value; two names of one array share a box.

    The value of a ``view`` follows that of its base. What shares storage in a way that
    is not followed is ``spoiled`` after a write, which says why; what is a view of it
    is ``stale``. ``serial`` orders boxes by their creation; ``is_input`` marks an array
    of the caller, ``parameter`` a Parameter there, ``unsure`` what a path may leave
    unbound. ``carried`` is the plan of the loop that carries it: two values that one
    carries are two arrays, unless that is noted. ``outside`` is what an array is called
    that was read from outside. What has no axes is a number, which is replaced and not
    written, but where it ``holds`` one: ``np.zeros(())``, ``np.array(x[0])``.
    ``classes`` are those of Python that a number may have besides its own, by the path,
    or those in a list; ``made_of`` those of what an array was made of, where these
    decide its dtype. What else it may be is in the facts of the heap.
    """

    own: Atom
    serial: int
    view: View | None = None
    spoiled: str = ""
    is_input: bool = False
    parameter: bool = False
    unsure: bool = False
    carried: Any = None
    outside: str = ""
    holds: bool = False
    own_classes: frozenset[type] = frozenset()
    made_of: frozenset[type] = frozenset()

    @property
    def value(self) -> Atom:
        if self.view is None or self.view.derive is None:
            return self.own
        now = self.view.base.value
        return self.own if now is self.view.seen else self.view.derive(now)

    @value.setter
    def value(self, new: Atom) -> None:
        assert self.view is None, "a view is written through its base"
        self.own = new

    @property
    def classes(self) -> frozenset[type]:
        return self._numbers.own_classes

    @classes.setter
    def classes(self, new: frozenset[type]) -> None:
        self._numbers.own_classes = new

    @property
    def _numbers(self) -> Box:
        """What says of which classes its numbers are: of a list in a list, that one."""
        base = self.base
        return self if base is None or not self.aval.is_list else base._numbers

    @property
    def stale(self) -> str:
        """Why it must not be read, or what it is a view of; "" where it may be."""
        if self.view is None:
            return self.spoiled
        return next((one.spoiled for one in self.owners if one.spoiled), "")

    @property
    def base(self) -> Box | None:
        return self.view.base if self.view is not None else None

    @property
    def owners(self) -> Iterator[Box]:
        box: Box | None = self
        while box is not None:
            yield box
            box = box.base

    @property
    def aval(self) -> AnyAval:
        view = self.view
        if view is None or view.index is None or not view.base.aval.is_list:
            return self.own.aval
        return element_of(view.base)  # what is put into one says something of all


# Stands for the box of what run time does not know: it says no to every question.
NO_BOX = Box(NONE, 0)


def box_of(item: object) -> Box:
    """The box of a value of run time; of all else, one that always says no."""
    return item if isinstance(item, Box) else NO_BOX


def aval_of(item: object) -> AnyAval:
    """What is known of a value of run time; of all else, that it is no number."""
    return box_of(item).aval


def size_of(item: object) -> Dim | None:
    """The size that a number is known to be; None of others."""
    return item if isinstance(item, int) else aval_of(item).size


@dataclass(slots=True, eq=False)
class Held(Location):
    """A list or dict that the evaluation made, as a place whose contents may change.

    ``value`` is a copy of the contents; ``depth`` is how many run-time branches and
    loops it was made in.
    """

    container: Any = field()
    serial: int = field()
    depth: int = field()

    @property
    def value(self) -> Any:
        return contents_of(self.container)

    @value.setter
    def value(self, contents: Any) -> None:
        if contents is not self.container:
            refill(self.container, contents)

    def items(self) -> dict[Any, Any]:
        """The contents by key, or by position."""
        return entries(self.container)


class Given:
    """Stands, among the Parameters that a function reads, for another thing that it is
    given: the random generator, or an object of Python."""

    requires_grad = False

    def value_in(self, session: Any) -> Value:
        """The value of it in the function that is being lowered."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Conflict:
    """What a name holds where paths disagree; ``message`` says so when it is read.

    ``error`` is set where the statement that binds the name was refused: reading it
    repeats that error, and adds none. ``unrolled`` says that it would be known if the
    loop around were written out, ``loop`` is the trial of a loop in which an earlier
    iteration may bind the name, ``after`` a short loop that leaves the name so.
    """

    code: str
    message: str
    help: str = ""
    error: CompileError | None = None
    unrolled: bool = False
    loop: Any = None
    after: Span | None = None


def conflict_of(item: object) -> Conflict | None:
    """What paths disagree on; None of all else."""
    return item if isinstance(item, Conflict) else None


@dataclass(slots=True, eq=False)
class Cache:
    """What ``lru_cache`` keeps of a function that was defined when the newest place was
    ``serial``; ``seen`` is what the function read when it was called first."""

    serial: int
    seen: dict[int, tuple[Any, ...]] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Closure:
    """A function whose definition was met during the evaluation. ``cache`` is set where
    it gives again what it gave; the program sets ``attributes``."""

    node: Any
    frame: Any
    defaults: tuple[Any, ...]
    keyword_defaults: dict[str, Any]
    name: str
    attributes: dict[str, Any]
    cache: Cache | None = None

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        """Refused: the evaluation itself calls it through its syntax."""
        what = f"`{self.name}` would run while compiling"
        self.frame.refuse("SRC012", what, self.node)


@dataclass(frozen=True, slots=True, eq=False)
class Maybe:
    """A structure that may be None: then so are all leaves of ``item``."""

    item: Any


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """One of a few known objects; run time knows the ``number`` of the one it is.

    ``options`` are the objects by their numbers, in the order of these; each has the
    same number in every choice of a ``family``.
    """

    family: Any
    options: dict[int, Any]
    number: Any


@dataclass(frozen=True, slots=True, eq=False)
class RuntimeString:
    """A string with run-time values in it, to be printed or raised.

    ``expression`` is a template with a hole for each of ``items``.
    """

    expression: ast.expr
    items: tuple[Any, ...]


@dataclass(frozen=True, slots=True, eq=False)
class BoundMethod:
    """A method of a run-time value or of a structure, to be called."""

    owner: Any
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """``x.flat`` of a run-time array: its elements, one after the other. Where
    ``iterator`` stands says whether it was gone through; None for who does so."""

    owner: Any
    iterator: Any


@dataclass(frozen=True, slots=True, eq=False)
class Iteration:
    """Something that is iterated over at run time.

    ``size`` is the number of elements, or gives what it is by now; ``most`` gives how
    many there can be. ``element`` gives the one at a position. ``bounds`` is set for a
    plain range: a loop runs over it, in ``reverse`` or not, so that its index is the
    element. ``once`` says that it stands for an iterator. ``over`` is what elements are
    read from, ``ended`` is done where a ``for`` has come to its end.
    """

    size: Any
    element: Callable[[Any], Any]
    bounds: tuple[Any, Any, Any] | None = None
    reverse: bool = False
    most: Callable[[], int | None] = lambda: None
    once: bool = False
    over: tuple[Any, ...] = ()
    ended: Callable[[], None] | None = None

    @property
    def length(self) -> Any:
        """The number of elements by now: an int, or a box."""
        return self.size() if callable(self.size) else self.size

    @property
    def count(self) -> int | None:
        """How many elements there are, where that is known."""
        length = self.length
        return length if isinstance(length, int) else None

    def at(self, index: Any) -> Any:
        """The element, where a loop that runs over it has this index."""
        return index if self.bounds is not None else self.element(index)

    def after(self, count: int, add: Callable[[Any, int], Any]) -> Iteration:
        """What is left behind the first ``count``, which there are; ``add`` is for
        positions and lengths."""
        bounds = self.bounds if not self.reverse else None
        if bounds is not None:
            start, stop, step = bounds
            known = is_known(start) and is_known(step)
            bounds = (start + count * step, stop, step) if known else None
        return replace(
            self,
            size=lambda: add(self.length, -count),
            element=lambda place: self.element(add(place, count)),
            bounds=bounds,
            reverse=False,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Living(Sequence[Any]):
    """Rows of lists as these are by now: a loop over them may change them. ``over`` are
    these lists, where that is known."""

    length: Callable[[], int]
    row: Callable[[int], Any]
    over: tuple[Any, ...] = ()

    def __len__(self) -> int:
        return self.length()

    def __getitem__(self, place: Any) -> Any:
        if place >= len(self):
            raise IndexError(place)
        return self.row(place)


class Once(Living):
    """What an iterator gives, known item by item, as it would be given now."""

    __slots__ = ()
    once = True


class GoneThrough(tuple[Any, ...]):
    """The arrays and lists that a loop goes through, while it does."""

    __slots__ = ()


class ReadAhead(tuple[Any, ...]):
    """What holds the arrays that an iterator has read before it is asked."""

    __slots__ = ()
    hands_on, waits = False, True


class HandsOn(ReadAhead):
    """The same, where it hands on the elements of these as they are: what is in an
    element, or an attribute of it, may change."""

    __slots__ = ()
    hands_on = True


@dataclass(frozen=True, slots=True)
class ReversedRange:
    """``reversed(range(...))``, which is an iterator; ``range`` is the way it goes."""

    range: range

    once = True

    def __iter__(self) -> Iterator[int]:
        return iter(self.range)


def is_iterator(item: Any) -> bool:
    """Whether an object may be gone through once; ``__class__`` is not asked."""
    return issubclass(type(item), Once | ReversedRange | Iteration) and bool(item.once)


class Place(NamedTuple):
    """What is written in ``owner[key] = ...``, or in ``owner[key] operator= ...``.

    ``old`` is then what was read there before the value was evaluated: the item, or of
    an array the whole of it, as it was.
    """

    owner: Any
    key: Any
    operator: str | None = None
    old: Any = None


class MethodCall(NamedTuple):
    """The call of a method: its name, what it is given, and where it stands."""

    name: str
    args: list[Any]
    keywords: dict[str, Any]
    node: ast.AST


class Lazy(Location):
    """What gives its elements one after the other, and each of them once."""

    __slots__ = ()
    is_lazy = True

    def holds_box(self, depth: int) -> bool:
        """Whether there may be run-time values among the elements."""
        raise NotImplementedError

    @property
    def names(self) -> dict[str, Any]:
        """What stands for the names in it, while it waits."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError


def is_number(item: object) -> bool:
    """Whether an object may stand as an atom: a box, a number, an array of numbers."""
    if isinstance(item, int | float | complex | np.number | np.bool_):
        return True
    return box_of(item) is item or (is_constant_array(item) and holds_numbers(item))


def is_constant_array(item: object) -> bool:
    """Whether an object is an array (or a Tensor) known at compile time."""
    return isinstance(item, np.ndarray) or (
        is_marked(item, "__srcad_tensor__") and not mark(item, "__srcad_parameter__")
    )


def is_parameter(item: object) -> bool:
    return is_marked(item, "__srcad_parameter__")


def is_array_box(item: object) -> TypeGuard[Box]:
    """Whether the object is a run-time array that could be written in place."""
    return aval_of(item).ndim > 0


def is_written_in_place(item: object) -> TypeGuard[Box]:
    """Whether ``item += 1`` writes into the object, which other names may stand for."""
    aval = without_none(aval_of(item))
    return not aval.tensor and _is_written(box_of(item), aval)


def is_without_axes(item: object) -> bool:
    """Whether an object is an array without axes, or a view of one element, and no
    number: what is made of it by loops and paths ``holds`` as well."""
    return is_written_in_place(item) and not without_none(item.aval).ndim


def is_callers_list(item: object) -> bool:
    """Whether the object is a list of run time that the caller has, or one in it."""
    box = box_of(item)
    return box.aval.is_list and any(one.is_input for one in box.owners)


def _is_written(box: Box, aval: AnyAval) -> bool:
    held = aval.is_numeric and (box.holds or box.view is not None)
    return aval.ndim > 0 or held


def is_changeable(item: object) -> TypeGuard[Box]:
    """Whether the object is a run-time array or list that a write would change."""
    aval = without_none(aval_of(item))
    return aval.is_list or _is_written(box_of(item), aval)


def is_optional(item: object) -> TypeGuard[Box]:
    """Whether the object is a run-time value that may be None."""
    return aval_of(item).is_optional


def as_tuple(item: Any) -> tuple[Any, ...]:
    """The items of a tuple; of all else the one that it is."""
    return item if isinstance(item, tuple) else (item,)


def is_array(item: Any) -> bool:
    return box_of(item) is item or is_parameter(item) or is_constant_array(item)
