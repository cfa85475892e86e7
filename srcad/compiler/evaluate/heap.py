"""The heap: the places that hold run-time values, and what may be one object.

A place is a box (an array, a number, a list of run time) or a list or dict that the
evaluation made. A branch and the body of a loop are evaluated on the heap as it is;
what they write is taken back, and joined (see ``joining`` and ``loops``).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from srcad.compiler.diagnostics.errors import Span
from srcad.compiler.evaluate.contents import Grown, RunTimeList, each_once, values_of
from srcad.compiler.evaluate.facts import Fact, Facts, Relation
from srcad.compiler.evaluate.locations import Location
from srcad.compiler.evaluate.objects import (
    Box,
    Held,
    ReadAhead,
    View,
    box_of,
    is_written_in_place,
)
from srcad.compiler.evaluate.scope import Scope
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.ir.avals import is_whole
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.lists import element_of
from srcad.compiler.ir.sharing import is_list
from srcad.compiler.ir.types import Atom, Operation, array_aval, take_name
from srcad.compiler.reading.sizes import Dim


class Write(NamedTuple):
    """A write to a place, and what was there before; ``known`` is what a box was found
    to hold, of which nothing has changed."""

    place: Any
    old: Any
    known: Atom | None = None

    @property
    def facts(self) -> tuple[Fact, ...]:
        return ()

    @property
    def places(self) -> tuple[Any, ...]:
        return (self.place,)

    def take_back(self, relations: Facts) -> None:
        self.place.value = self.old


class Spoiling(NamedTuple):
    """A box that must not be read from then on, and why."""

    box: Box
    why: str

    @property
    def facts(self) -> tuple[Fact, ...]:
        return ()

    @property
    def places(self) -> tuple[Any, ...]:
        return ()

    def take_back(self, relations: Facts) -> None:
        self.box.spoiled = ""


# Blocks that stand in each other, the outermost first, and how many operations of each
# had been done.
Position = tuple[tuple[list[Operation], int], ...]


@dataclass(slots=True, eq=False)
class Watch:
    """The places that are written while something is evaluated into ``ops``, on paths
    that raise as well, and when."""

    ops: list[Operation]
    writes: list[tuple[Any, Position]] = field(default_factory=list)

    def note(self, place: Any, builder: Builder | None) -> None:
        position: Position = ()
        while builder is not None and builder.ops is not self.ops:
            position = (builder.ops, len(builder.ops)), *position
            builder = builder.outer
        inside = position if builder is not None else ()
        self.writes.append((place, ((self.ops, len(self.ops)), *inside)))


@dataclass(slots=True, eq=False)
class Variable(Location):
    """A variable that another function than its own has written (``nonlocal``).

    Paths and iterations join it with the other names of its function; as a place it is
    there for those who ask what was written, and take it back.
    """

    scope: Scope
    key: str
    serial: int = 0

    is_variable = True

    @property
    def value(self) -> Any:
        return self.scope.names[self.key]

    @value.setter
    def value(self, item: Any) -> None:
        self.scope.names[self.key] = item


@dataclass(frozen=True, slots=True, eq=False)
class Element:
    """An element that was read from a list of run time: a container or an array in it,
    itself, the list, what that is made of, and its place there."""

    part: Any
    item: Any
    xs: RunTimeList
    lists: tuple[Box, ...]
    index: Atom


def _within(item: Any) -> Iterable[Any]:
    """What is in a dict, a list or a tuple."""
    if isinstance(item, dict):
        return item.values()
    return item if isinstance(item, list | tuple) else ()


@dataclass(slots=True, eq=False)
class Heap:
    """Places, by the order in which they were made, and what is known of them.

    ``journal`` records writes and facts, so that they can be taken back; ``serial`` is
    that of the newest place, ``depth`` counts the run-time loops and branches around.
    ``held`` are the lists and dicts that the evaluation made, by their id, ``others``
    those that it met, ``lengths`` what is known of those of run time, ``grown`` the
    loops that made these longer; ``keep`` holds what ids must not be given to others.
    ``joined`` are the tuples that stand for others, which have no place. ``watches``
    take note of every write. ``doubts`` says what run time alone knows of the keys of
    dicts, and of the attributes of objects, by the id of what holds them; ``absent``
    which of these a path lacks. ``elements``
    says of what was read from a list where it stands, by the id of what holds its
    parts, and of the arrays in it. ``read`` is which keys a dict had when an operator
    has read it.
    ``perhaps`` says the same of what may be None, with what the list was made of then.
    ``holders`` are the lists that have become ones of run time, by what they have.
    ``made`` is where dicts, sets and counters were made, by their id. ``counted`` are
    the indices of loops that are not negative, ``index`` is that of the innermost one.
    ``drawing`` says of what is put into a list whether it is put there once.
    ``iterators`` are those that may hold what they have read, or go through, before
    they are asked. ``given`` are lists and arrays of a caller that were to be changed.
    """

    builder: Builder
    journal: list[Write | Fact | Spoiling] = field(default_factory=list)
    relations: Facts = field(default_factory=Facts)
    serial: int = 0
    depth: int = 0
    held: dict[int, Held] = field(default_factory=dict)
    others: dict[int, Held] = field(default_factory=dict)
    lengths: dict[Atom, Dim] = field(default_factory=dict)
    grown: dict[Box, Span | None] = field(default_factory=dict)
    keep: list[Any] = field(default_factory=list)
    joined: dict[int, Any] = field(default_factory=dict)
    watches: list[Watch] = field(default_factory=list)
    doubts: dict[int, str] = field(default_factory=dict)
    absent: set[tuple[int, Any]] = field(default_factory=set)
    made: dict[int, tuple[Any, Span]] = field(default_factory=dict)
    elements: dict[int, Element] = field(default_factory=dict)
    perhaps: dict[int, tuple[Element, tuple[Atom, ...]]] = field(default_factory=dict)
    holders: dict[Box, Held] = field(default_factory=dict)
    read: dict[int, Any] = field(default_factory=dict)
    counted: set[Atom] = field(default_factory=set)
    index: Atom | None = None
    drawing: tuple[Callable[[Any, Box], bool], ...] = ()
    iterators: list[Any] = field(default_factory=list)
    given: list[Any] = field(default_factory=list)

    @property
    def blocks(self) -> Iterator[list[Operation]]:
        """The operations of the blocks that are being built, the innermost first."""
        builder: Builder | None = self.builder
        while builder is not None:
            yield builder.ops
            builder = builder.outer

    def box(self, atom: Atom) -> Box:
        """A new place for a value."""
        self.serial += 1
        return Box(atom, self.serial)

    def view(
        self, base: Box, now: Atom, primitive: str, *rest: Atom, **attributes: Any
    ) -> Box:
        """A view of what ``base`` holds, which is ``now``; of a number, which nothing
        is written into, what is made of it."""
        box = self.box(self.builder.emit(primitive, now, *rest, **attributes))
        number = now.aval.is_numeric and not now.aval.tensor
        if number and not (is_written_in_place(base) or base.is_input):
            return box
        box.view = self._view(base, now, primitive, rest, attributes)
        if box.view.derive is None:
            self.note(Relation.SHARES, base.root, box)
        return box

    def let_be_view(self, box: Box, base: Box, primitive: str, *rest: Atom) -> None:
        """Let a new box be a view of what ``base`` holds; it has its value."""
        box.view = self._view(base, base.value, primitive, rest, {})

    def _view(
        self,
        base: Box,
        seen: Atom,
        primitive: str,
        rest: tuple[Atom, ...],
        attributes: dict[str, Any],
    ) -> View:
        followed = primitive != "reshape" or (
            base.view is None and array_aval(seen).ndim < 2
        )

        # What a list held at a place, it has there.
        there: Any = {"exact": True} if primitive == "list_get" else {}

        def derive(now: Atom) -> Atom:
            return self.builder.emit(primitive, now, *rest, **attributes | there)

        def put_back(now: Atom, new: Atom) -> Atom:
            emit = self.builder.emit
            match primitive:
                case "getitem":
                    index = attributes["index"]
                    return emit("setitem", now, new, *rest, index=index)
                case "transpose":
                    axes = tuple(int(k) for k in np.argsort(attributes["axes"]))
                    return emit("transpose", new, axes=axes)
                case "list_get":
                    return emit("list_set", now, new, *rest)
                case "expand_dims":
                    return emit("squeeze", new, axis=attributes["axis"])
                case "squeeze":
                    return emit("expand_dims", new, axis=attributes["axis"])
            return emit("reshape", new, self.builder.shape(now))

        writable = followed and primitive not in ("broadcast_to", "real", "imag")
        return View(
            base,
            seen,
            derive if followed else None,
            put_back if writable else None,
            index=rest[0] if primitive == "list_get" else None,
        )

    def reading_ahead(self, items: Iterable[Any]) -> ReadAhead:
        """What an iterator has read before it is asked."""
        read = ReadAhead(items)
        self.iterators.append(read)
        return read

    def own(self, container: Any) -> Any:
        """Remember a list, dict or set that the evaluation made, and may change."""
        if isinstance(container, list | dict | set):
            self.serial += 1
            self.held[id(container)] = Held(container, self.serial, self.depth)
        return container

    def note_unknown(self, owner: Any) -> bool:
        """Note where something was made, of which run time alone knows what is in it:
        the keys of a dict, the elements of a set, how far a counter is; whether it was
        made anywhere in the program."""
        _, span = self.made.get(id(owner), (None, None))
        if span is not None:
            self.builder.sizes.reading.unknown[span] = None
        return span is not None

    def is_from_program(self, owner: Any) -> bool:
        """Whether an expression of the program made it, as none makes attributes."""
        return self.made.get(id(owner), (None, None))[1] is not None

    def note_tensor(self, owner: Any, written: bool = False) -> None:
        """Note where a Tensor of known numbers is made, and whether it is written."""
        _, span = self.made.get(id(owner), (None, None))
        if span is not None:
            noted = self.builder.sizes.reading.tensors
            noted[span] = written or noted.get(span, False)

    def note_sets(self, *items: Any) -> None:
        """Note the sets among what is one on one path, and another on the other; the
        dicts in it, which may be kept as two lists, apart from these."""
        differing = self.builder.sizes.reading.differing
        for item in each_once(items, _within):
            if isinstance(item, set):
                self.note_unknown(item)
            elif isinstance(item, dict):
                _, span = self.made.get(id(item), (None, None))
                differing.update({} if span is None else {span: None})

    @contextlib.contextmanager
    def noting_unknown(self, owner: Any) -> Iterator[None]:
        """While something is put into a dict: note where run time alone knows what."""
        try:
            yield
        except NeedsStatic:
            self.note_unknown(owner)
            raise

    def merged_keys(self, held: Held, *sides: dict[Any, Any]) -> Iterable[Any]:
        """The keys that a dict has on one path or on the other, in an order that is
        that of each; where there is none, it is noted."""
        first, second = sides
        for merged in ({**first, **second}, {**second, **first}):
            if all([key for key in merged if key in side] == [*side] for side in sides):
                return merged
        self.doubts[id(held.container)] = "the order of the keys of a dict"
        return merged

    def place(self, item: Any) -> Box | Held:
        """The place of a box, or of a list or dict."""
        if isinstance(item, Box):
            return item
        known = self.held.get(id(item)) or self.others.get(id(item))
        if known is None:
            known = self.others[id(item)] = Held(item, 0, 0)
        return known

    def join(self, item: Any) -> Any:
        """Remember a tuple that stands for one of several, so that its own identity is
        none that Python knows."""
        self.joined[id(item)] = item
        return item

    def owns(self, place: Any) -> bool:
        """Whether a place is that of a list or dict that the evaluation made."""
        return id(place.container) in self.held

    def note(self, relation: Relation, first: Any, second: Any) -> None:
        """Note what one place may be to another one."""
        self.journal.extend(self.relations.add(Fact(relation, first, second)))

    def noted(self, relation: Relation, place: Any) -> Collection[Any]:
        """What a place may be in a relation to."""
        return self.relations.of(relation, place)

    def note_collected(self) -> None:
        """Note the loops that have collected whole numbers: written out, these would be
        known."""
        self.builder.sizes.reading.growing |= {
            loop for xs, loop in self.grown.items() if is_whole(element_of(xs.value))
        }

    def facts_since(self, mark: int) -> list[Fact]:
        """What was noted since the journal was so long."""
        return [fact for one in self.journal[mark:] for fact in one.facts]

    def spoil(self, box: Box, why: str) -> None:
        """Say why a box must not be read from here on, if it may be by now."""
        if not box.spoiled:
            self.journal.append(Spoiling(box, why))
            box.spoiled = why

    def spoiled_since(self, mark: int) -> list[Spoiling]:
        """The boxes that must not be read since the journal was so long."""
        return [one for one in self.journal[mark:] if isinstance(one, Spoiling)]

    def written_since(self, mark: int) -> Iterator[Any]:
        """The places that were written since the journal was so long."""
        return (place for one in self.journal[mark:] for place in one.places)

    @contextlib.contextmanager
    def watching(self) -> Iterator[Watch]:
        """Take note of what is written while something is evaluated."""
        watch = Watch(self.builder.ops)
        self.watches.append(watch)
        try:
            yield watch
        finally:
            self.watches.remove(watch)

    def write(self, place: Any, value: Any) -> None:
        """Change what a place (a box, a list or dict, an iterator) holds.

        Through a view, what it is a view of changes.
        """
        view = box_of(place).view
        if view is not None:
            assert view.put_back is not None
            new = view.put_back(view.base.value, value)
            take_name(new, view.base.own)
            self.write(view.base, new)
            return
        if box_of(place).is_input and is_list(place.aval):
            label = "the caller would not see it"
            message = "this changes a list of the caller"
            self.given.append(place)
            raise NeedsStatic(message, label=label)
        self.record(place)
        place.value = value

    def write_item(self, contents: dict[str, Any], key: str, item: Any) -> None:
        """Change an item of a dict that the evaluation made for itself."""
        self.record(self.held[id(contents)])
        contents[key] = item

    def record(self, place: Any) -> None:
        """Say that a place is about to be changed."""
        self.wrote(place, place.value)

    def grow(self, held: Held, xs: RunTimeList) -> None:
        """Let a list have ``xs`` for its content, which holds what it holds."""
        before = held.value
        self.journal.append(Write(held, before))
        held.value = [Grown(xs=xs, items=(*before,), first=values_of(xs))]
        if isinstance(xs, Box):
            self.holders[xs] = held

    def stand(self, held: Held, xs: RunTimeList) -> None:
        """Let a list have ``xs`` for its content, which was put somewhere, as which it
        is read there."""
        self.record(held)
        held.value = [Grown(xs=xs)]

    def narrow(self, box: Box, atom: Atom) -> None:
        """Let a box hold ``atom``, which is what it holds; more is known of it."""
        self.journal.append(Write(box, box.own, atom))
        box.own = atom

    def widen(self, mark: int) -> dict[Box, Atom]:
        """Take back that more was known of boxes since the journal was so long, and
        give it; not of those that hold something else by now."""
        known: dict[Box, Atom] = {}
        for k in reversed(range(mark, len(self.journal))):
            one = self.journal[k]
            if not isinstance(one, Write) or one.known is None:
                continue
            if one.place.own is one.known:
                del self.journal[k]
                one.place.own = one.old
                known.setdefault(one.place, one.known)
        return known

    def wrote(self, place: Any, before: Any) -> None:
        """Note that a place was changed, which held ``before``."""
        self.journal.append(Write(place, before))
        for watch in self.watches:
            watch.note(place, self.builder)

    def undo(self, mark: int, born: int | None = None) -> dict[Any, Any]:
        """Take back what was written and noted since ``mark``; gives what was then at
        each place.

        Lists and dicts made after ``born`` keep what they hold: nobody else has them.
        """
        changed = {
            place: place.value
            for place in self.written_since(mark)
            if not place.is_variable
        }
        for one in reversed(self.journal[mark:]):
            one.take_back(self.relations)
        del self.journal[mark:]
        for place, value in changed.items():
            if born is not None and place.container is not None and place.serial > born:
                place.value = value
        return changed
