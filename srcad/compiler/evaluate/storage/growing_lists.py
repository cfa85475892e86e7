"""Lists and tuples that are known item by item until run time makes them longer or
shorter."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from srcad.compiler.evaluate.ast_queries import is_loop
from srcad.compiler.evaluate.contents import (
    RunTimeList,
    TupleOfRunTime,
    current,
    has_grown,
)
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import (
    kind_of,
    leaf_names,
    leaves,
    rebuilt,
    run_time_leaves,
    same_structure,
)
from srcad.compiler.evaluate.objects import aval_of, box_of, is_number
from srcad.compiler.evaluate.scope import plain
from srcad.compiler.evaluate.session import RuntimeLoop, Session
from srcad.compiler.evaluate.signals import GrowsAtRunTime
from srcad.compiler.evaluate.storage.aliases import reachable, refuse_shared_container
from srcad.compiler.evaluate.storage.chosen import all_as_choices
from srcad.compiler.evaluate.storage.elements import element_of
from srcad.compiler.evaluate.storage.empty_lists import has_nothing, row_found
from srcad.compiler.evaluate.storage.list_items import (
    can_be_held,
    is_list_box,
    is_run_time_list,
)
from srcad.compiler.evaluate.storage.lists import (
    derived,
    list_from,
    lists_of,
)


def grow(frame: Frame, grows: GrowsAtRunTime, node: ast.AST) -> None:
    """Let a list that was known item by item have a content of run time."""
    session, held = frame.session, grows.held
    if grows.key is not None:
        session.record(held)
        held.container[grows.key] = grows.sample
        word = f"whether an object has `{grows.key}` itself, or by its class,"
        session.doubts[id(held.container)] = word
        return
    refuse_shared_container(frame, held.container, node)
    if type(held.container) is not list:
        kind = type(held.container).__name__
        message = f"a {kind} whose length run time knows is not supported"
        frame.refuse("SRC013", message, node, help="make it a plain list")
    assert not has_grown(held.container), "its content is of run time already"
    items = list(held.container)
    # None may stand beside texts, if it is known that there are some.
    sample = next((one for one in items if one is not None), grows.sample)
    xs = list_from(frame, items, sample, node, apart=held.container)
    if is_loop(node):
        session.grown.update(dict.fromkeys(lists_of(xs), frame.source.span(node)))
    called_as(frame, xs, held.container)
    session.grow(held, xs)


def made_list(frame: Frame, found: Any, node: ast.AST) -> Any:
    """A list that is new, with the place where it is made; of run time, where it was
    found to become longer inside of another one. All else as it is."""
    if type(found) is not list or has_grown(found):
        return found
    session, span = frame.session, frame.source.span(node)
    session.own(found)
    if frame.source.library:
        return found
    session.made[id(found)] = found, span
    if span in session.builder.sizes.reading.ways.unknown:
        sample = found[0] if found else row_found(frame, node)
        sample = 0.0 if sample is None else sample
        grow(frame, GrowsAtRunTime(session.held[id(found)], span, sample), node)
    return found


def called_as(frame: Frame, xs: RunTimeList, item: Any) -> RunTimeList:
    """A list of run time, which is called as the object is that it stands for."""
    if name := _name_of(frame, item):
        _call(xs, name)
    return xs


def name_parts(frame: Frame, item: Any, name: str) -> None:
    """Give a list of structures the user's name, if it has none yet; propose one for
    what was read from such a list."""
    boxes = kind_of(item).lists(item) if kind_of(item).is_row else ()
    if name == "_":
        return
    if boxes and not any(box.value.named for box in boxes):
        _call(item, name)
    if element_of(frame.session, item) is not None:
        for word, leaf in zip(leaf_names(item, name), leaves(item), strict=True):
            value = box_of(leaf).value
            if not value.named and (not value.hint or is_list_box(leaf)):
                value.call(word, named=False)


def _call(xs: RunTimeList, name: str) -> None:
    for word, box in zip(leaf_names(xs, name), lists_of(xs), strict=True):
        box.value.call(word, named=True)


def _name_of(frame: Frame, item: Any) -> str:
    """What an object is called in one of the functions around, or by what it is a part
    of; "" if nothing."""
    scopes = [one.names.items() for one in frame.active()]
    names = [(plain(name), known) for scope in scopes for name, known in scope]
    found = [name for name, known in names if known is item] or [
        name for name in _names_by_owner(names, item) if name.isidentifier()
    ]
    return found[0] if found else ""


def _names_by_owner(names: list[tuple[str, Any]], item: Any) -> Iterator[str]:
    """What a part of objects with names is called; of itself, an object says no name,
    if others do."""
    selves = list[str]()
    for name, known in names:
        for words in _ways_to(item, known):
            if name == "self":
                selves.append("_".join(words))
            else:
                yield "_".join([name, *words])
    yield from selves


def _ways_to(item: Any, known: Any, depth: int = 3) -> Iterator[list[str]]:
    """The attributes of an object that lead to a part of it, one after the other."""
    of = kind_of(known)
    if not of.content(known):
        return
    for word, part in zip(of.words(known), of.parts(known), strict=True):
        if part is item:
            yield [str(word)]
        elif depth:
            yield from ([str(word), *rest] for rest in _ways_to(item, part, depth - 1))


def grows_at_run_time(
    frame: Frame, first: Any, second: Any, node: ast.AST, alike: bool = True
) -> None:
    """Where a name is a list of one length or of another, make it one of run time; so
    are the lists that a dict or a set is kept as, also where others are in them, and
    these are as long: not ``alike``."""
    of, other = kind_of(first), kind_of(second)
    if of.class_of(first) is other.class_of(second) is set:
        frame.session.note_sets(first, second)
    if of.keeps_lists and other.keeps_lists:
        lists = of.parts(first), other.parts(second)
        alike = of.same_form(first, second)
        for both in zip(*lists, strict=False):
            grows_at_run_time(frame, *both, node, alike)
        return
    pair, session = (first, second), frame.session
    known = [item for item in pair if isinstance(item, list)]
    if first is second or len(known) + sum(map(is_run_time_list, pair)) < 2:
        return
    if len(known) == 2:
        if len(first) == len(second) and (alike or not first):
            return
        sample = max(known, key=len)[-1]
    else:
        other = next(filter(is_run_time_list, pair))
        sample = kind_of(other).form(other)
    for item in known:
        held = session.held.get(id(item))
        if held is None or held.depth > session.depth or not reachable(frame, held):
            continue
        raise GrowsAtRunTime(held, frame.source.span(node), sample)


def callers_list(frame: Frame, items: Any, node: ast.AST) -> RunTimeList | None:
    """A list of the caller, or one from outside, as one of run time: nothing of what
    is differentiated changes it, and it is what it is now. None of other lists."""
    if type(items) is not list or not items or id(items) in frame.session.held:
        return None
    now = as_it_is(frame.session, items)
    if not all(can_be_held(now[0], item) for item in now):
        return None
    return as_callers(called_as(frame, list_from(frame, now, now[0], node), items))


def as_callers(xs: RunTimeList) -> RunTimeList:
    """A list of run time that is not to be changed."""
    for box in lists_of(xs):
        box.is_input = True
    return xs


def as_it_is(session: Session, items: Any) -> Any:
    """A list, and the lists in it, as lists of the evaluation."""
    if type(items) is not list or id(items) in session.held:
        return items
    parts = (session.door.item(items, k) for k in range(len(items)))
    return session.own([as_it_is(session, part) for part in parts])


def grown_tuple(
    frame: Frame, start: Any, end: Any, name: str, node: ast.AST
) -> Any | None:
    """A tuple that a loop of run time starts with, where an iteration leaves one of
    another length, as one whose length run time knows; tuples in tuples as well. None
    where it cannot be such, and of all else."""
    loop = frame.session.loops[-1]
    known = loop.unrolls and loop.told
    if same_structure(start, end) or (known and not _is_long(loop, end)):
        return None
    of = kind_of(start)
    if of.base is tuple and of is kind_of(end) and of.same_form(start, end):
        parts: list[Any] = list(of.parts(start))
        rest = zip(of.words(start), of.parts(end), strict=True)
        for k, (word, other) in enumerate(rest):
            if not same_structure(parts[k], other):
                word = f"{name}_{word}"
                parts[k] = grown_tuple(frame, parts[k], other, word, node)
                if parts[k] is None:
                    return None
        return of.with_parts(start, parts)
    grown = as_grown(frame, end, start, node)
    if grown is start:
        return None
    if name.isidentifier():
        _call(grown.items, name)
    return grown


def as_grown(frame: Frame, like: Any, item: Any, node: ast.AST) -> Any:
    """A tuple as one whose length run time knows, if it can be such beside another one
    that it is ``like``, of another length; all else as it is."""
    sample = row_of_tuples(frame, item, like)
    if sample is None or type(item) is not tuple:
        return item
    return TupleOfRunTime(list_from(frame, list(item), sample, node))


def _is_long(loop: RuntimeLoop, end: Any) -> bool:
    """Whether what a loop puts into a tuple, as often as is known, is better kept in a
    list of run time: many numbers that are differentiated, and no sizes."""
    return not loop.short and any(
        aval_of(leaf).is_float for leaf in run_time_leaves(end)
    )


def row_of_tuples(frame: Frame, *tuples: Any) -> Any:
    """What two tuples of different lengths hold, if one list can hold it all; None of
    all else."""
    known = [one for one in tuples if type(one) is tuple]
    grown = [one.items for one in tuples if type(one) is TupleOfRunTime]
    if len(known) + len(grown) < len(tuples):
        return None
    forms = [kind_of(xs).form(xs) for xs in grown if not has_nothing(xs)]
    parts = [current(part) for one in known for part in one]
    every = [*parts, *forms] or [0.0]
    held = all(can_be_held(every[0], part) for part in every)
    if not held:
        every = all_as_choices(frame.session, every)
        held = all(can_be_held(every[0], part) for part in every)
    ranks = {tuple(_ranks(frame, part)) for part in parts}
    return every[0] if held and len(ranks) < 2 else None


def _ranks(frame: Frame, row: Any) -> Iterator[int]:
    for leaf in leaves(row):
        yield frame.session.aval(leaf).ndim if is_number(leaf) else 0


def tuple_of(frame: Frame, xs: RunTimeList) -> TupleOfRunTime:
    """A tuple of what a list holds by now. It is the same in the IR, where a list that
    is changed is another value."""
    parts = (derived(frame, box.value, xs) for box in lists_of(xs))
    return TupleOfRunTime(rebuilt(xs, parts))
