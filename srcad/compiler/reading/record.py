"""What a compilation has read: all that a module has to be built anew for."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from srcad.compiler.diagnostics.errors import Span
from srcad.compiler.reading.captured import Captured
from srcad.compiler.reading.door import Door
from srcad.compiler.reading.paths import Path
from srcad.compiler.reading.reachable import Names
from srcad.compiler.reading.sizes import Dim, named_size
from srcad.compiler.reading.source import Source


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A sample of what a list holds: a structure of numbers."""

    sample: Any


class Ways(NamedTuple):
    """Ways of evaluation that are longer, or give a longer text.

    ``by_identity``: paths choose among known objects themselves, and not among what
    these hold, so that a write to the chosen one is one to the object. ``unknown``: of
    what is made here run time alone knows what is in it; a dict is kept as two lists,
    of the keys and of what is held for them, a set as one. ``rows``: what a list is
    made for that nothing is in at first, by the place where it is put into another one.
    ``cells``: the ``nonlocal`` statements whose variables are items of dicts from the
    beginning. ``tensors``: a Tensor of known numbers that is made here is a value
    of run time, which may be written. ``in_order``: a set of which run time knows the
    elements is one of run time, since it is gone through. ``real``: the eigenvalues of
    a real matrix are real, or it is refused at run time.
    """

    by_identity: bool = False
    unknown: frozenset[Span] = frozenset()
    rows: tuple[tuple[Span, Row], ...] = ()
    cells: frozenset[Span] = frozenset()
    tensors: frozenset[Span] = frozenset()
    in_order: bool = False
    real: bool = False


@dataclass(slots=True, eq=False)
class Reading:
    """Sources in the order in which they were read, and what came through the door.

    ``facts`` are attributes of Cells by their path, as the docstring lists them.

    ``ignores_hooks`` says that hooks were met that do not run, ``nested`` that a
    gradient is taken inside, ``reads_hooks`` that it has hooks of Parameters, which may
    change with what they hold, ``fresh`` what is said of hooks that give data of their
    own. ``registered`` is what takes back each hook that was
    registered or removed on a live object: a registration inside of what is compiled.
    ``captured_sizes`` names the sizes of captured arrays, by path, otherwise than those
    of inputs, which are ``taken``;
    ``hints`` are what named sizes are in this call, ``related`` those that turn out to
    be other ones, or numbers, and ``fixed`` those that had turned out so before.
    ``asked`` counts how often sizes were compared. The ``first`` time something is
    lowered that ends early where a size turns out to be a number: after ``asked`` has
    come to ``enough``.
    ``growing`` are the loops that make a list of run time of one whose items would have
    to be known one by one, or are short and leave something of several kinds, and
    ``written_out`` those that had turned out so before.
    ``ways`` says what is tried, since something was refused without it;
    ``unknown`` is where dicts and sets are made of which run time alone knows the keys,
    and counters of which it knows how far they are, ``differing`` where dicts are made
    of which paths choose one; ``rows`` what was found to be put into lists in lists
    that have nothing before, ``cells`` the ``nonlocal`` statements of functions that
    run on a path of another one, ``tensors`` where Tensors of known numbers are made,
    and whether an item of one is written; ``unknown_identity`` says
    that it was asked whether two objects are one, of which paths have chosen one by
    what it holds. ``in_no_order`` says that a set was gone through of which run time
    knows the elements; ``unordered`` is where sets are gone through whose order nobody
    knows, and what it hangs on; ``order`` is another one that they are in.
    ``perhaps_real`` says that there are numbers that are complex as run time decides.
    ``forms`` says what sizes of slices are in this call, as sums of named ones.
    ``names`` are those of Parameters and Cells, looked for when they are asked for.
    """

    sources: dict[Source, None] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    door: Door = field(default_factory=lambda: Door(None))
    ignores_hooks: bool = False
    integers: bool = False
    nested: bool = False
    reads_hooks: bool = False
    fresh: dict[str, None] = field(default_factory=dict)
    registered: list[Callable[[], None]] = field(default_factory=list)
    hints: dict[str, int] = field(default_factory=dict)
    related: list[tuple[str, Dim]] = field(default_factory=list)
    first: bool = False
    asked: int = 0
    enough: int = 0
    fixed: dict[str, Dim] = field(default_factory=dict)
    growing: set[Span | None] = field(default_factory=set)
    written_out: frozenset[Span | None] = frozenset()
    ways: Ways = field(default_factory=Ways)
    unknown: dict[Span, None] = field(default_factory=dict)
    differing: dict[Span, None] = field(default_factory=dict)
    rows: dict[Span, Row] = field(default_factory=dict)
    cells: dict[Span, None] = field(default_factory=dict)
    tensors: dict[Span, bool] = field(default_factory=dict)
    unknown_identity: bool = False
    in_no_order: bool = False
    perhaps_real: bool = False
    unordered: dict[Span, str] = field(default_factory=dict)
    order: str = ""
    forms: dict[str, Dim] = field(default_factory=dict)
    captured_sizes: dict[Path, tuple[str, ...]] = field(default_factory=dict)
    taken: frozenset[str] = frozenset()
    names: Callable[[], Names] = field(default=lambda: Names({}, {}))

    def captured_shape(self, captured: Captured) -> tuple[Dim, ...]:
        """The sizes of a captured array: named, like those of inputs."""
        shape = captured.asnumpy().shape
        names = self.captured_sizes.get(captured.path)
        if names is None:
            words = itertools.chain.from_iterable(self.captured_sizes.values())
            taken = self.taken.union(words)
            word = captured.word
            if any(f"{word}{axis}" in taken for axis in range(len(shape))):
                word = captured.variable("self")
            # A number behind a name that ends in one would read as a larger number.
            word += "_" * word[-1].isdigit()
            while any(f"{word}{axis}" in taken for axis in range(len(shape))):
                word += "_"
            names = tuple(f"{word}{axis}" for axis in range(len(shape)))
            self.captured_sizes[captured.path] = names
        self.hints.update(zip(names, shape, strict=True))
        return tuple(self.fixed.get(name, named_size(name)) for name in names)

    def unrecorded(self, live: Sequence[Any]) -> str:
        """Why a module cannot be used a second time, which is handed the objects
        ``live``; "" where it can."""
        if self.door.unrecorded:
            return self.door.unrecorded
        if self.registered:
            return "a hook is registered or removed inside of it"
        if self.reads_hooks:
            return "a Parameter has hooks, which may change with what they hold"
        for item in live:
            if id(item) not in self.door.paths:
                what = f"an object of the class {type(item).__name__}"
                return f"it is handed {what}, which was found by no path"
        return ""

    def take_back(self, mark: int = 0) -> None:
        """Take back what was done to live objects, the last first."""
        while len(self.registered) > mark:
            self.registered.pop()()
