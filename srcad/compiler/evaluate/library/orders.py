"""``sorted``, ``list.sort``, ``min`` and ``max``.

Where what is ordered by is known at compile time, so is the order; else run time sorts
the keys, and the elements after them.
"""

from __future__ import annotations

import ast
import functools
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from srcad.compiler.evaluate.agreement import classes_of
from srcad.compiler.evaluate.calls.builtin_table import builtin
from srcad.compiler.evaluate.calls.calls import apply
from srcad.compiler.evaluate.calls.keyed import in_any_order
from srcad.compiler.evaluate.contents import RunTimeList, current
from srcad.compiler.evaluate.dispatch import Args, Keywords, inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import content, has_box, kind_of
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.library.choices import for_each_option
from srcad.compiler.evaluate.objects import (
    as_tuple,
    aval_of,
    is_number,
    is_written_in_place,
)
from srcad.compiler.evaluate.operations.list_methods import as_list
from srcad.compiler.evaluate.operations.operators import is_number_like
from srcad.compiler.evaluate.operations.sequences import sequence_parts
from srcad.compiler.evaluate.operations.special import is_user_object
from srcad.compiler.evaluate.operations.truth import truth
from srcad.compiler.evaluate.paths.checks import needed_to_iterate
from srcad.compiler.evaluate.session import Session, Snapshot
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.storage import list_library as ours
from srcad.compiler.evaluate.storage.chosen import all_as_choices
from srcad.compiler.evaluate.storage.lengths import list_size
from srcad.compiler.evaluate.storage.list_items import is_list_box, is_run_time_list
from srcad.compiler.evaluate.storage.lists import (
    list_from,
    lists_of,
)
from srcad.compiler.evaluate.storage.nested_lists import each_taken_out
from srcad.compiler.evaluate.syntax.comparisons import compare
from srcad.compiler.evaluate.syntax.drawn import drawn_where
from srcad.compiler.evaluate.syntax.generators import collected
from srcad.compiler.evaluate.syntax.iterations import extreme_of, iterable, vector_of
from srcad.compiler.ir.lists import element_of
from srcad.compiler.ir.types import array_aval
from srcad.compiler.reading.world import users_code


def in_order(frame: Frame, items: Any, keywords: Keywords, node: ast.AST) -> Any:
    """The elements of a list, sorted by ``key``; equal ones keep their order.

    A list of run time where its length, or what it is ordered by, is known there.
    """
    key, reverse = keywords.get("key"), keywords.get("reverse", False)
    reverse = bool(static(frame, reverse, node))
    if is_run_time_list(items):
        start, keys = Snapshot(frame), items
        if key is not None:
            keys = inline(frame, ours.keys_of, [items, key], {}, node)
        forms = [kind_of(keys).form(keys)] if is_run_time_list(keys) else keys
        if not any(map(_says_itself, forms)):
            return _at_run_time(frame, items, keys, reverse, node)
        start.back()
        return _by_comparison(frame, items, key, reverse, node)
    keys = _keys(frame, items, key, node)
    if any(map(_says_itself, keys)):
        known = [_Comparable(frame, one, node) for one in keys]

        def compared() -> Any:
            return _sorted(frame, items, known, reverse, node)

        def at_run_time() -> Any:
            values = list_from(frame, items, items[0], node)
            return _by_comparison(frame, values, key, reverse, node)

        return _decided(frame, compared, at_run_time)
    if has_box(keys):
        values = list_from(frame, items, items[0], node)
        as_they_are = all(map(operator.is_, keys, items))
        order = values if as_they_are else list_from(frame, keys, keys[0], node)
        return _at_run_time(frame, values, order, reverse, node)
    return _sorted(frame, items, keys, reverse, node)


def _by_comparison(
    frame: Frame, values: Any, key: Any, reverse: bool, node: ast.AST
) -> Any:
    """The elements in the order of a ``<`` of their own, or of their keys. How often
    Python asks it, and of which two, is up to it: that must not be seen."""
    session = frame.session
    mark, born = len(session.journal), session.serial
    less: Any = ours.is_less
    if key is not None:
        less = inline(frame, ours.less_by_key, [key], {}, node)
    given = [values, less, reverse]
    found = inline(frame, ours.ordered_by_comparison, given, {}, node)
    if any(place.serial <= born for place in session.written_since(mark)):
        message = "a comparison that changes something is not supported in a sort"
        frame.refuse("SRC012", message, node, help="let it do nothing but compare")
    return found


def _sorted(
    frame: Frame, items: list[Any], keys: list[Any], reverse: bool, node: ast.AST
) -> list[Any]:
    """The elements in the order of keys that are known."""
    places = list(enumerate(keys))
    with frame.raises(node, TypeError):
        places.sort(key=operator.itemgetter(1), reverse=reverse)
    return [items[place] for place, _ in places]


def _decided(
    frame: Frame, known: Callable[[], Any], at_run_time: Callable[[], Any]
) -> Any:
    """What is known while compiling, or else what run time decides."""
    session = frame.session
    mark, count = len(session.journal), len(session.builder.ops)
    try:
        with session.tentatively():
            return known()
    except NeedsStatic:
        session.undo(mark)
        del session.builder.ops[count:]
    return at_run_time()


def _says_itself(item: Any) -> bool:
    """Whether a class of the user's may say what is less."""
    return is_user_object(item) or users_code(item) is not None


@dataclass(slots=True, eq=False)
class _Comparable:
    """An object of the user's, in an order by its own ``<``, which is read."""

    frame: Frame
    item: Any
    node: ast.AST

    def __lt__(self, other: _Comparable) -> bool:
        less = compare(self.frame, "less", self.item, other.item, self.node)
        return bool(static(self.frame, truth(self.frame, less, self.node), self.node))

    def __gt__(self, other: _Comparable) -> bool:
        more = compare(self.frame, "greater", self.item, other.item, self.node)
        return bool(static(self.frame, truth(self.frame, more, self.node), self.node))


def _keys(frame: Frame, items: list[Any], key: Any, node: ast.AST) -> list[Any]:
    """What each element is ordered by.

    Of tuples that is what stands before the first part that run time knows, where it
    tells them all apart.
    """
    keys = items if key is None else [apply(frame, key, [i], {}, node) for i in items]
    keys = [tuple(one) if type(one) is list else one for one in map(current, keys)]
    if has_box(keys) and len({*map(_nesting, keys)}) == 1 and any(_nesting(keys[0])):
        keys = [*map(_in_a_row, keys)]
    if not has_box(keys) or not all(isinstance(one, tuple) for one in keys):
        return keys
    known = min(k for one in keys for k, part in enumerate(one) if has_box(part))
    first = [one[:known] for one in keys]
    apart = all(one not in first[:k] for k, one in enumerate(first))
    return static(frame, first, node) if apart else _ranked(keys)


def _in_a_row(item: Any) -> tuple[Any, ...]:
    """The parts of a tuple, and of the tuples in it."""
    if type(item) is not tuple:
        return (item,)
    return tuple(part for one in item for part in _in_a_row(one))


def _nesting(item: Any) -> Any:
    """How tuples stand in each other: those that do in one way are in the order of
    their parts."""
    return tuple(map(_nesting, item)) if type(item) is tuple else ()


def _ranked(keys: list[Any]) -> list[Any]:
    """Tuples with the places of texts among all in their place."""
    if len({len(one) for one in keys}) > 1 or any(map(_says_itself, keys)):
        return keys
    columns = list(zip(*keys, strict=True))
    texts = [all(type(part) is str for part in column) for column in columns]
    if not any(texts):
        return keys
    for k, column in enumerate(columns):
        places = sorted(set(column)) if texts[k] else []
        columns[k] = tuple(map(places.index, column)) if places else column
    return list(zip(*columns, strict=True))


def _at_run_time(
    frame: Frame, xs: RunTimeList, keys: Any, reverse: bool, node: ast.AST
) -> Any:
    if is_run_time_list(keys) and any(map(_texts, _flat_form(keys))):
        keys = inline(frame, ours.keys_of, [keys, _in_ranks], {}, node)
    columns = _columns(frame, keys)
    if not columns:
        frame.refuse(
            "SRC013",
            "an order by run-time values other than numbers is not known",
            node,
            help="give a `key` that is one number for each element, or a tuple of some",
        )
    parts = len(columns) > 1
    by, given = (ours.ordered_by_parts, [columns]) if parts else (ours.ordered, columns)
    with drawn_where(frame, lambda item, outer: True):  # each of them once
        found = inline(frame, by, [xs, *given, reverse], {}, node)
    if not is_run_time_list(found):
        each_taken_out(frame, found)
    return found


def _flat_form(keys: RunTimeList) -> tuple[Any, ...]:
    """What the elements of a list consist of."""
    parts = as_tuple(kind_of(keys).form(keys))
    return tuple(part for one in parts for part in _in_a_row(one))


def _texts(item: Any) -> list[str]:
    """The texts that an object may be, in their order; none if it is something else."""
    choice = kind_of(item).choice(item)
    options = [item] if choice is None else [*choice.options.values()]
    return sorted(set(options)) if all(type(one) is str for one in options) else []


def _in_ranks(key: Any) -> Any:
    """A key with the places of its texts, among all that there may be, for these."""


@builtin(_in_ranks)
def _ranks(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
    (key,) = args
    if type(key) is tuple:
        parts = kind_of(key).parts(key)
        return tuple(_ranks(frame, [part], {}, node) for part in parts)
    texts, choice = _texts(key), kind_of(key).choice(key)
    if not texts:
        return key
    if choice is None:
        return 0

    def place(frame: Frame, option: Any, node: ast.AST) -> Any:
        return texts.index(option)

    return for_each_option(frame, choice, node, place)


def _columns(frame: Frame, keys: Any) -> tuple[Any, ...]:
    """What elements are ordered by: numbers, or the parts of tuples of these; nothing
    where it is something else."""
    if not is_run_time_list(keys):
        atom = frame.session.atom
        known = all(is_number(k) and atom(k).aval.is_scalar for k in keys)
        return (keys,) if known else ()
    columns = lists_of(keys)
    form = _flat_form(keys)
    flat = len(form) == len(columns) and all(map(is_number, form))
    scalars = all(element_of(one.value).is_scalar for one in columns)
    return columns if flat and scalars else ()


def elements(frame: Frame, item: Any, node: ast.AST) -> Any:
    """A list of run time, or the elements one by one."""
    item = iterable(frame, needed_to_iterate(frame, item, node), node)
    of = kind_of(item)
    if of.is_value and not is_list_box(item):
        item = as_list(frame, item)
    elif of.makes_elements:
        item = inline(frame, ours.listed, [item], {}, node)
    return item if is_run_time_list(item) else sequence_parts(frame, item, node)


def extreme(
    function: Any, frame: Frame, args: list[Any], keywords: Keywords, node: ast.AST
) -> Any:
    """Python's ``min`` or ``max`` (``function``)."""
    name = function.__name__
    key = keywords.get("key")
    items: Any = args
    if len(args) == 1:
        item = in_any_order(args[0], keywords)
        item = collected(frame, needed_to_iterate(frame, item, node), node)
        vector = vector_of(frame, item, name, node) if key is None else None
        if vector is not None:
            builder = frame.session.builder
            value = builder.emit(name, vector, axis=(0,), keepdims=False)
            made = frame.session.box(value)
            made.classes = classes_of(item)
            return made
        items = elements(frame, item, node)
    better = operator.lt if function is min else operator.gt
    if is_run_time_list(items):
        form = kind_of(items).form(items)
        by_key = ours.best_by if content(form) is None else ours.best_object_by
        itself = ours.best_row if kind_of(form).is_row else ours.best_of
        best, by = (itself, []) if key is None else (by_key, [key])
        return _searched(frame, best, name, [items, better, *by], keywords, node)
    if not items:
        if "default" in keywords:
            return keywords["default"]
        message = f"ValueError: {name}() arg is an empty sequence"
        frame.refuse("SRC021", message, node)
    keys = _keys(frame, items, key, node)
    if any(map(_says_itself, keys)):
        compared = [_Comparable(frame, one, node) for one in keys]

        def known() -> Any:
            return items[function(range(len(keys)), key=compared.__getitem__)]

        given = [all_as_choices(frame.session, items), better, keys]
        best_at = functools.partial(inline, frame, ours.best_at, given, {}, node)
        return _decided(frame, known, best_at)
    if not has_box(keys):
        with frame.raises(node, TypeError):
            return items[function(range(len(keys)), key=keys.__getitem__)]
    if key is not None or not all(map(is_number_like, items)):
        return inline(frame, ours.best_at, [items, better, keys], {}, node)
    _check_numbers(frame, items, name, node)
    if _joins(frame.session, items):

        def of_two(x: Any, y: Any) -> Any:
            return inline(frame, ours.better_one, [x, y, better], {}, node)

        return functools.reduce(of_two, items)
    return extreme_of(frame, items, function)


def _searched(
    frame: Frame,
    found: Any,
    name: str,
    given: list[Any],
    keywords: Keywords,
    node: ast.AST,
) -> Any:
    """The element of a list of run time that ``found`` gives, or the default."""
    if "default" in keywords:
        given = [found, keywords["default"], *given]
        return inline(frame, ours.if_there_is_one, given, {}, node)
    if list_size(frame, given[0]):
        return inline(frame, found, given, {}, node)
    return inline(frame, ours.of_some, [found, name, *given], {}, node)


def _joins(session: Session, items: list[Any]) -> bool:
    """Whether the least of numbers is told by two paths: it is an array itself, or has
    the dtype of the one that it is (integers have no gradient that would matter to)."""
    if any(map(is_written_in_place, items)):
        return True
    avals = [array_aval(session.atom(item)) for item in items]
    apart = all(
        aval.weak or not aval.dtype.startswith(("int", "uint", "bool"))
        for aval in avals
    )
    tensors = any(aval.tensor for aval in avals)
    return apart and not tensors and len({aval.dtype for aval in avals}) > 1


def _check_numbers(frame: Frame, items: list[Any], name: str, node: ast.AST) -> None:
    for item in items:
        if aval_of(item).ndim:
            help = f"write `np.{name}imum`"
            frame.refuse("SRC013", "arrays have no order", node, help=help)
