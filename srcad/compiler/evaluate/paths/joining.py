"""What stands for an object of the one side of a branch, and one of the other."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, cast

from srcad.compiler.evaluate.agreement import (
    UNDEFINED_ATOM,
    JoinedSizes,
    as_joined,
    class_of_number,
    classes_of,
    disagreement,
    go_by_part,
    holds_without_axes,
    is_cast,
    is_unbound,
    is_value,
    joined,
    may_be_missing,
    may_be_none_here,
    other_classes,
    unchanged,
    without_conflict,
)
from srcad.compiler.evaluate.contents import (
    Sought,
    TupleOfRunTime,
    current,
    each_once,
)
from srcad.compiler.evaluate.facts import Fact, Relation
from srcad.compiler.evaluate.flow import RAISED
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import (
    inside,
    is_structure,
    kind_of,
    leaf_names,
    leaves,
    rebuilt,
    same_structure,
)
from srcad.compiler.evaluate.objects import (
    Box,
    Conflict,
    Maybe,
    box_of,
    conflict_of,
    is_callers_list,
    is_parameter,
    is_without_axes,
)
from srcad.compiler.evaluate.paths.maybe import aligned, may_be_none, optional
from srcad.compiler.evaluate.paths.numbers import standing
from srcad.compiler.evaluate.paths.sides import Ending, Side
from srcad.compiler.evaluate.paths.standing import (
    Standing,
    places_of_both,
    sought,
    sought_on_both,
)
from srcad.compiler.evaluate.scope import cell_of
from srcad.compiler.evaluate.storage.aliases import (
    Place,
    adopt,
    are_in_one_list,
    link_any,
    pairs,
    stands_for,
)
from srcad.compiler.evaluate.storage.chosen import as_choices, as_objects
from srcad.compiler.evaluate.storage.growing_lists import (
    as_callers,
    as_it_is,
    grows_at_run_time,
    row_of_tuples,
)
from srcad.compiler.evaluate.storage.list_items import (
    can_be_held,
    is_list,
    is_list_box,
    is_run_time_list,
)
from srcad.compiler.evaluate.storage.lists import list_from
from srcad.compiler.evaluate.storage.nested_lists import is_from_start
from srcad.compiler.evaluate.undecided import loses_digits
from srcad.compiler.ir.avals import AnyAval, without_none
from srcad.compiler.ir.types import NONE, Atom, Value, array_aval


@dataclass(slots=True)
class Join:
    """Collects the pairs of atoms in which the two sides differ."""

    frame: Frame
    node: ast.AST
    sides: tuple[Side, Side]
    columns: list[tuple[Atom, Atom]] = field(default_factory=list)
    sizes: JoinedSizes = field(default_factory=JoinedSizes)
    results: list[Value] = field(default_factory=list)
    # For each side, what was noted on the other one alone.
    apart: tuple[set[Fact], set[Fact]] = field(default_factory=lambda: (set(), set()))
    # What stands for an object of a side, and the run-time list that it became.
    places: dict[tuple[int, Place], list[Place]] = field(default_factory=dict)
    promoted: dict[tuple[int, int], tuple[Any, Any]] = field(default_factory=dict)
    # What stands in a list by the path, and where.
    standing: list[tuple[Any, Standing]] = field(default_factory=list)
    indices: dict[tuple[Atom, ...], Value] = field(default_factory=dict)
    ends: tuple[Ending, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.ends = tuple(Ending(self.frame.session, side) for side in self.sides)

    def item(self, first: Any, second: Any, name: str = "") -> Any:
        """What stands for ``first`` on one path and ``second`` on the other."""
        if unchanged(first, second):
            return first
        found = self._places(first, second)
        result = self._item(first, second, name)
        chosen = isinstance(result, Sought) or kind_of(result).choice(result)
        if found is not None and not (chosen or conflict_of(result)):
            standing = replace(found[0], index=self._index(*found[1]))
            self.standing.append((result, standing))
        return result

    def _index(self, *places: Atom) -> Value:
        """A place in a list that is one of two by the path."""
        if places not in self.indices:
            first, second = places
            aval = joined(first.aval, second.aval, "", self.sizes)
            assert aval is not None
            self.indices[places] = self.add(first, second, aval, "place")
        return self.indices[places]

    def _places(self, *items: Any) -> tuple[Standing, tuple[Atom, Atom]] | None:
        """Where an object stands on each of the paths, if that is in one list."""
        ends = (end.of(item) for end, item in zip(self.ends, items, strict=True))
        found = places_of_both(self.frame.session, items, [*map(current, ends)])
        return found if found and self._are_older(found[0].lists) else None

    def _are_older(self, lists: Iterable[Box]) -> bool:
        """Whether lists were there before the paths parted."""
        born = min(side.born for side in self.sides)
        return all(one.serial <= born for one in lists)

    def _item(self, first: Any, second: Any, name: str) -> Any:
        first, second = (without_conflict(current(one)) for one in (first, second))
        first, second = as_objects(self.frame.session, first, second)
        first, second = (
            current(one.of(item))
            for one, item in zip(self.ends, (first, second), strict=True)
        )
        if conflict := conflict_of(first) or conflict_of(second):
            return conflict
        first, second = as_choices(self.frame.session, first, second)
        if any(map(self._reads_what_is_of, (first, second), self.sides)):
            message = (
                f"`{name or 'this'}` is one of two functions, by the path, that read"
            )
            message += " what their path has computed"
            return Conflict(
                "SRC019", message, "make both of them before the paths part"
            )
        known = sought_on_both(self.frame.session, first, second)
        if known is not None and self._are_older(known[0].bases):
            form, places = known
            if not all(map(self._is_from_start, self.sides, places)):
                return disagreement(self.frame.session, name, first, second)
            index = self._leaf(*places, name, "place")
            return conflict_of(index) or sought(self.frame.session, form, index)
        pair = aligned(self.frame.session, first, second)
        if pair is not None:
            return self._maybe(pair, (first, second), name)
        if go_by_part(first, second) and not same_structure(first, second):
            return self._by_part(first, second, name)
        if not same_structure(first, second):
            grows_at_run_time(self.frame, first, second, self.node)
            first, second = self._tuples(*self._lists(first, second))
            if not same_structure(first, second):
                return disagreement(self.frame.session, name, first, second)
        firsts, seconds = [*leaves(first)], [*leaves(second)]
        if len(firsts) == 1 and not is_structure(first):
            return self._leaf(first, second, name)
        each = zip(firsts, seconds, leaf_names(first, name), strict=True)
        parts = (self._leaf(a, b, name, word) for a, b, word in each)
        result = adopt(self.frame.session, rebuilt(first, parts))
        self._link(result, first, second)
        return result

    def _reads_what_is_of(self, item: Any, side: Side) -> bool:
        """Whether a function that may be chosen reads what a side has computed, by a
        default, or in a function whose names are not joined."""
        choice = kind_of(item).choice(item)
        options = [item] if choice is None else choice.options.values()
        closures = [one for one in options if kind_of(one).is_closure]
        if not closures:
            return False
        active = self.frame.active()

        def within(one: Any) -> Iterable[Any]:
            cell = cell_of(one)
            if cell is not None:
                return cell.contents.values()
            if not kind_of(one).is_closure:
                return inside(one)
            frames = [frame for frame in one.frame.around if frame not in active]
            names = (item for frame in frames for item in frame.names.values())
            return (*names, *one.defaults, *one.keyword_defaults.values())

        made = {value for op in side.ops for value in op.results}
        return any(
            box_of(part) is part and part.own in made
            for part in each_once(closures, within)
        )

    def _is_from_start(self, side: Side, place: Any) -> bool:
        """Whether a place in a list is surely not counted from its end."""
        session = self.frame.session
        with session.extending(side.ops):
            return place is None or is_from_start(session, session.option(place))

    def _by_part(self, first: Any, second: Any, name: str) -> Any:
        """Of tuples as long as each other, or of exceptions, what stands for each of
        the parts. What an exception was raised from may be asked for by nobody."""
        session, of = self.frame.session, kind_of(first)
        both = zip(of.parts(first), of.parts(second), strict=True)
        parts = [self.item(*pair, name) for pair in both]
        if of.content(first) is None:
            found = next(filter(conflict_of, parts), None)
            return found or session.join(of.with_parts(first, parts))
        result = adopt(session, of.with_parts(first, parts))
        self._link(result, first, second)
        return result

    def _maybe(self, pair: tuple[Any, Any], items: tuple[Any, Any], name: str) -> Any:
        """A structure that is None on one path, or may be."""
        both = zip(*map(leaves, pair), leaf_names(pair[0], name), strict=True)
        parts = [self._leaf(a, b, name, word) for a, b, word in both]
        if conflict := next(filter(conflict_of, parts), None):
            return conflict
        result = adopt(self.frame.session, Maybe(rebuilt(pair[0], iter(parts))))
        both = zip(items, map(Maybe, pair), strict=True)
        self._link(result, *(one if item is not None else None for item, one in both))
        return result

    def _link(self, result: Any, *items: Any) -> None:
        """Note what a result may be: the object of a side, and what else that is."""
        session = self.frame.session
        for side, item in enumerate(items):
            stands_for(session, result, item, self.apart[side])
            for place, source in pairs(session, result, item):
                known = self.places.setdefault((side, source), [])
                link_any(session, [place], known)
                known.append(place)

    def _lists(self, *items: Any) -> tuple[Any, Any]:
        """Two lists, of lengths that differ or that run time knows, as lists of run
        time, if they can be such; else the two as they are."""
        first, second = items
        if not all(map(is_list, items)):
            return first, second
        like = next((item for item in items if is_run_time_list(item)), None)
        if like is None:
            like = max(items, key=len)[0]
        else:
            like = 0.0 if is_list_box(like) else like.form
        known = [item for item in items if isinstance(item, list)]
        if not all(type(one) is list for one in known):
            return first, second
        if not all(can_be_held(like, part) for item in known for part in item):
            return first, second
        first, second = (
            self._as_run_time(side, item, like) if isinstance(item, list) else item
            for side, item in enumerate(items)
        )
        return first, second

    def _tuples(self, *items: Any) -> tuple[Any, Any]:
        """The same of two tuples."""
        first, second = items
        like = row_of_tuples(self.frame, *items)
        if like is not None:
            first, second = (
                TupleOfRunTime(self._made(side, item, like))
                if type(item) is tuple
                else item
                for side, item in enumerate(items)
            )
        return first, second

    def _as_run_time(self, side: int, items: list[Any], like: Any) -> Any:
        key = (side, id(items))
        if key not in self.promoted:
            session = self.frame.session
            if session.noted(Relation.IN, session.place(items)):
                # From the start one of run time, it would be what was put there.
                session.note_unknown(items)
            xs = self._made(side, as_it_is(session, items), like)
            callers = id(items) not in session.held
            self.promoted[key] = items, as_callers(xs) if callers else xs
        return self.promoted[key][1]

    def _made(self, side: int, items: Any, like: Any) -> Any:
        """A list of run time of some items, at the end of a side."""
        with self.frame.session.extending(self.sides[side].ops):
            atoms = functools.partial(self._atom, side)
            return list_from(self.frame, list(items), like, self.node, atoms)

    def _leaf(self, first: Any, second: Any, name: str, word: str = "") -> Any:
        if unchanged(first, second):
            return first
        session = self.frame.session
        first, second = (
            session.parameter_box(item) if is_parameter(item) else item
            for item in (first, second)
        )
        nothing = [item is None for item in (first, second)]
        one_is = any(nothing) and may_be_none(second if first is None else first)
        usable = [is_value(item) for item in (first, second)]
        if not all(usable) and not one_is:
            return disagreement(session, name, first, second)
        both = (first, second)
        sides = zip(both, self.sides, strict=True)
        none = any(may_be_none_here(x) and x not in side.known for x, side in sides)
        if none and any(map(may_be_missing, both)):
            # Unbound would be told by None as well.
            message = f"`{name}` may be None here, and may not be bound"
            return Conflict("SRC020", message, "bind it on every path")
        atoms = [self._atom(k, item) for k, item in enumerate((first, second))]
        if one_is:
            there = atoms[1] if first is None else atoms[0]
            aval: AnyAval | None = optional(there.aval)
        else:
            aval = joined(atoms[0].aval, atoms[1].aval, name, self.sizes)
        number = standing(session, *atoms) if aval is None else None
        if number is not None:
            array = next(one for one in atoms if one is not number)
            aval = array_aval(array).but(loose=True)
        paths = [side.ops for side in self.sides]
        if aval is not None and (
            loses_digits(session, aval, *zip(atoms, paths, strict=True))
            or any(a.aval.is_optional and is_cast(a, aval) for a in atoms)
        ):
            return disagreement(session, name, first, second)
        if aval is None or (
            # What is returned on some paths only is not there to be cast.
            name in ("out", RAISED)
            and any(
                box_of(item).unsure and is_cast(atom, aval)
                for item, atom in zip((first, second), atoms, strict=True)
            )
        ):
            return disagreement(session, name, first, second)
        cast = [self._in_dtype(k, a, aval) for k, a in enumerate(atoms)]
        result = self.add(cast[0], cast[1], aval, word or name)
        if isinstance(number, Value):
            session.left.passing[result] = number
        box = session.box(result)
        box.spoiled = box_of(first).stale or box_of(second).stale
        box.unsure = any(map(may_be_missing, both))
        box.is_input = any(map(is_callers_list, both))
        box.holds = any(map(holds_without_axes, both))
        box.classes = other_classes(aval, *(atom.aval for atom in atoms))
        box.classes |= classes_of(first) | classes_of(second)
        if is_without_axes(box) and not all(map(is_without_axes, both)):
            box.classes |= {class_of_number(without_none(box.aval))}
        if is_list_box(box) and are_in_one_list(first, second):
            index = self._index(first.view.index, second.view.index)
            session.let_be_view(box, first.view.base, "list_get", index)
        self._link(box, first, second)
        return box

    def _in_dtype(self, side: int, atom: Atom, aval: AnyAval) -> Atom:
        with self.frame.session.extending(self.sides[side].ops) as builder:
            return as_joined(builder, atom, aval)

    def _atom(self, side: int, item: Any) -> Atom:
        """The atom of ``item``; a parameter read for the first time is read there."""
        if item is None or is_unbound(item):
            return NONE if item is None else UNDEFINED_ATOM
        session = self.frame.session
        if kind_of(item).is_value:
            return self._value(side, item)
        with session.extending(self.sides[side].ops):
            return session.option(item)

    def _value(self, side: int, box: Box) -> Atom:
        """What a box holds at the end of a side."""
        view, done = box.view, self.sides[side]
        if box in done.known:
            return done.known[box]
        if view is None or view.derive is None:
            return cast(Atom, done.own.get(box, done.places.get(box, box.own)))
        now = self._value(side, view.base)
        if now is view.seen:
            return box.own
        session = self.frame.session
        with session.extending(done.ops):
            return view.derive(now)

    def add(self, first: Atom, second: Atom, aval: AnyAval, name: str) -> Value:
        name = name if name.isidentifier() else ""
        result = Value(aval, name, named=bool(name))
        lengths = self.frame.session.lengths
        if first in lengths and lengths[first] == lengths.get(second):
            lengths[result] = lengths[first]
        self.columns.append((first, second))
        self.results.append(result)
        return result
