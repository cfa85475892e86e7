"""The elements of what is unpacked or gone through at compile time."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from srcad.compiler.evaluate.agreement import is_unsure
from srcad.compiler.evaluate.ast_queries import may_change
from srcad.compiler.evaluate.contents import (
    StructOfArrays,
    TupleOfRunTime,
    current,
)
from srcad.compiler.evaluate.dispatch import call, inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of, leaves
from srcad.compiler.evaluate.objects import (
    HandsOn,
    Living,
    Once,
    ReadAhead,
    aval_of,
    box_of,
)
from srcad.compiler.evaluate.operations.iterator_library import (
    by_items,
    each,
    entries,
    given_by,
    needs_at_least,
    needs_items,
    needs_rows,
)
from srcad.compiler.evaluate.operations.special import (
    call_special,
    is_user_object,
    special_method,
)
from srcad.compiler.evaluate.paths.checks import needed_to_iterate
from srcad.compiler.evaluate.refusals import refuse_used_up
from srcad.compiler.evaluate.storage.growing_lists import tuple_of
from srcad.compiler.evaluate.storage.lengths import known_length, list_size
from srcad.compiler.evaluate.storage.list_items import is_run_time_list
from srcad.compiler.evaluate.storage.lists import lists_of, read_list
from srcad.compiler.evaluate.streams import Stream, at_once
from srcad.compiler.ir.sizes import names_in
from srcad.compiler.reading.lookup import class_entry
from srcad.compiler.reading.paths import keys_of
from srcad.compiler.reading.protocol import defines
from srcad.compiler.reading.records import is_made
from srcad.compiler.reading.world import users_comparison, users_function_of


def sequence_parts(frame: Frame, item: Any, node: ast.AST) -> list[Any]:
    """The elements of what is unpacked or iterated over at compile time."""
    return list(parts_in_turn(frame, item, node))


def parts_in_turn(frame: Frame, item: Any, node: ast.AST) -> Iterator[Any]:
    """The same, each when it is asked for: what follows may have no end."""
    item = needed_to_iterate(frame, at_once(item), node)
    if is_user_object(item):
        item = at_once(iterator_of(frame, item, node))
    parts = kind_of(item).unpacked(frame, item, node)
    if parts is not None:
        return iter(parts)
    refuse_used_up(frame, item, node)
    refuse_unsure_keys(frame, item, node)
    item = frame.session.door.handed_on(item)
    try:
        return map(current, item)
    except TypeError:
        frame.refuse("SRC021", f"a {type(item).__name__} cannot be unpacked", node)


def unstarred(nodes: list[ast.expr]) -> list[ast.expr]:
    """Expressions without the stars before them."""
    return [node.value if isinstance(node, ast.Starred) else node for node in nodes]


def taken_in_turn(
    nodes: Sequence[ast.expr | ast.keyword], evaluate: Callable[[Frame, ast.expr], Any]
) -> Callable[[Frame, ast.expr], Any]:
    """How to evaluate what stands in a display or in a call: what has stars is gone
    through when it is come to, where what follows may change it."""
    kinds: dict[int, type] = {}
    last = max((k for k, one in enumerate(nodes) if may_change(one)), default=0)
    for one in nodes[:last]:
        if isinstance(one, ast.Starred):
            kinds[id(one.value)] = list
        elif isinstance(one, ast.keyword) and one.arg is None:
            kinds[id(one.value)] = dict

    def evaluated(frame: Frame, node: ast.expr) -> Any:
        item, kind = evaluate(frame, node), kinds.get(id(node))
        of = kind_of(item).class_of(item)
        if kind is None or issubclass(of, tuple):
            return item
        # One of run time, whose order matters where it is not put into a set.
        copied = set if of is set and is_made(item) else kind
        return call(frame, copied, [item], {}, node)

    return evaluated if kinds else evaluate


def spread(frame: Frame, nodes: list[ast.expr], items: list[Any]) -> list[Any]:
    """The values of expressions, the elements of those with a star one by one."""
    found: list[Any] = []
    for node, item in zip(nodes, items, strict=True):
        starred = isinstance(node, ast.Starred)
        found.extend(sequence_parts(frame, item, node) if starred else [item])
    return found


def of_unknown_length(
    frame: Frame, item: Any, count: int, after: int | None, node: ast.AST
) -> list[Any] | None:
    """What ``count`` targets are bound to, of which ``after`` follow one with a star if
    there is one, of a list that run time knows the length of, or of an array; None of
    others."""
    if after is None and _has_unknown_rows(item):
        inline(frame, needs_items, [item, count], {}, node)
        return [kind_of(item).item(frame, item, k, node) for k in range(count)]
    xs = item.items if isinstance(item, TupleOfRunTime) else current(item)
    length = known_length(frame, lists_of(xs)[0]) if is_run_time_list(xs) else 0
    if length is not None and not names_in(length):
        return None

    def at(place: Any) -> Any:
        return read_list(frame, xs, place, node)

    if after is None:
        inline(frame, needs_items, [xs, count], {}, node)
        return [at(k) for k in range(count)]
    before = count - after - 1
    if count > 1:
        inline(frame, needs_at_least, [xs, count - 1], {}, node)
    rest = at(slice(before, -after or None))
    return [*map(at, range(before)), rest, *map(at, range(-after, 0))]


def _has_unknown_rows(item: Any) -> bool:
    """Whether run time computes how many rows an array has; of an input it is found out
    by what is called with it."""
    aval = aval_of(item)
    return aval.is_numeric and bool(aval.ndim and names_in(aval.shape[0]))


def columns_of(frame: Frame, rows: Any, node: ast.AST) -> Once | None:
    """``zip(*rows)`` of tuples that run time knows the number of: a tuple for each part
    of one. None of rows that are known one by one, and of other elements."""
    xs = rows.items if isinstance(rows, TupleOfRunTime) else current(rows)
    if not isinstance(xs, StructOfArrays) or list_size(frame, xs) is not None:
        return None
    form = kind_of(xs.form)
    parts = list(form.parts(xs.form))
    if not issubclass(form.class_of(xs.form), tuple | list) or not parts:
        return None
    inline(frame, needs_rows, [xs, len(parts)], {}, node)
    lists = iter(lists_of(xs))
    columns = []
    for part in parts:
        own = tuple(itertools.islice(lists, len(list(leaves(part)))))
        of_parts = kind_of(part).is_structure
        columns.append(StructOfArrays(part, own) if of_parts else own[0])
    tuples = [tuple_of(frame, column) for column in columns]
    return Once(lambda: len(tuples), tuples.__getitem__, (xs,))


def refuse_own_entries(frame: Frame, items: list[Any], node: ast.AST) -> None:
    """Refuse to fill a dict from one that says itself what its keys or entries are."""
    for item in items:
        if isinstance(item, dict):
            for name in ("__iter__", "__getitem__", "keys", "items"):
                own = class_entry(frame.session.door, type(item), name)
                if users_function_of(own) is not None:
                    _refuse_own_entries(frame, "to make a dict from", node)


def _refuse_own_entries(frame: Frame, what: str, node: ast.AST) -> None:
    message = f"{what} a dict that says itself how it is gone through"
    help = "make a dict of it first, in a loop"
    frame.refuse("SRC012", f"{message} is not supported", node, help=help)


def mapping_of(frame: Frame, item: Any, node: ast.AST) -> Any:
    """What ``**item`` stands for."""
    if isinstance(item, dict) and special_method(frame, item, "iter") is not None:
        _refuse_own_entries(frame, "`**` of", node)
    refuse_unsure_keys(frame, item, node)
    return kind_of(item).mapping(item) or call(frame, dict, [item], {}, node)


def entries_of(frame: Frame, item: Any, node: ast.AST) -> Any:
    """What ``dict`` is given: of an object of the user's that has ``keys``, the pairs
    that these lead to; all else as it is."""
    refuse_own_entries(frame, [item], node)
    if isinstance(item, dict) or not is_user_object(item):
        return item
    return inline(frame, entries, [item], {}, node)


def refuse_unsure_keys(frame: Frame, item: Any, node: ast.AST) -> None:
    """Refuse a dict, or a view of one, of which run time knows whether it has a key."""
    items = kind_of(item).mapping(item)
    if doubt := frame.session.doubts.get(id(items)):
        frame.session.note_unknown(items)
        frame.needs_static(f"{doubt} is known at run time only", node)
    for key, value in items.items():
        refuse_unsure_key(frame, items, key, value, node)


def refuse_unsure_key(
    frame: Frame, items: Any, key: Any, value: Any, node: ast.AST
) -> None:
    """The same, of one key and what the dict holds for it where it has it."""
    if is_unsure(value):
        of = kind_of(key)
        word = of.described(key) if of.is_key(frame, key) else repr(key)
        message = f"whether a dict has the key {word} is known at run time only"
        frame.session.note_unknown(items)
        frame.needs_static(message, node, "has it on some paths")


def has_unsure(items: dict[Any, Any], key: Any) -> bool:
    """Whether a dict has a key on some paths only, which the evaluation may look up."""
    known = not has_box(key) and users_comparison(key) is None
    return known and key in items and is_unsure(items[key])


def note_order(frame: Frame, items: dict[Any, Any], key: Any) -> None:
    """Note that a key is put there again which some paths have not put there: it is the
    last one on these."""
    if has_unsure(items, key) and key != [*keys_of(items)][-1]:
        frame.session.doubts[id(items)] = "the order of the keys of a dict"


def iterator_of(frame: Frame, item: Any, node: ast.AST) -> Any:
    """What gives the items of an object of the user's; others as their kind says."""
    found = own_iterator(frame, item, node)
    if found is NotImplemented:
        return kind_of(item).taken(frame, item, node)
    return inline(frame, given_by, [found], {}, node) if _has_next(found) else found


def own_iterator(frame: Frame, item: Any, node: ast.AST) -> Any:
    """What ``iter`` gives of an object of the user's; NotImplemented of others."""
    if not is_user_object(item):
        return NotImplemented
    found = call_special(frame, item, "iter", [], node)
    if found is NotImplemented and special_method(frame, item, "getitem") is not None:
        return inline(frame, by_items, [item], {}, node)
    return found


def _has_next(item: Any) -> bool:
    return is_user_object(item) and defines(type(item), "__next__")


def known_items(
    frame: Frame,
    parts: list[Any],
    node: ast.AST,
    source: Any = None,
    over: Iterable[Any] = (),
    hands_on: bool = False,
) -> Stream:
    """An iterator over what is known item by item: over ``source`` as it is by then.

    What it goes ``over`` was read already, and must not be changed any more; of arrays
    nothing is read, if views were made. ``hands_on`` says that the items are those of
    the lists in it.
    """
    if source is not None:
        over = ()
    elif all(box_of(leaf).view is not None for leaf in leaves(parts)):
        over = [item for item in over if not aval_of(item).is_numeric]
    kept = (list, tuple) if hands_on else ()
    lists = HandsOn(item for item in over if list in kept and type(item) is list)
    others = ReadAhead(_sources(item for item in over if type(item) not in kept))
    read = lists, others
    kept = source.over if isinstance(source, Living) else ()
    given = [parts if source is None else source, (*read, kept)]
    stream: Stream = inline(frame, each, given, {}, node)
    stream.parts = parts
    return stream


def _sources(items: Iterable[Any]) -> Iterator[Any]:
    """What these are, or are read from."""
    for item in items:
        yield item
        if isinstance(item, Living):
            yield from _sources(item.over)
