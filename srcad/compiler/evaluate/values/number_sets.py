"""Sets of whole numbers that run time has, as Python has them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from srcad.compiler.evaluate.calls import members
from srcad.compiler.evaluate.calls.builtin_table import by_arguments
from srcad.compiler.evaluate.calls.number_sets import NumberSet
from srcad.compiler.evaluate.contents import current
from srcad.compiler.evaluate.dispatch import HANDLERS, Args, Keywords, call
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.heap import Heap
from srcad.compiler.evaluate.kinds import Use, kind, kind_of
from srcad.compiler.evaluate.objects import Box, is_number
from srcad.compiler.evaluate.operations.list_methods import as_run_time, contains
from srcad.compiler.evaluate.storage.empty_lists import check_filled
from srcad.compiler.evaluate.storage.list_items import is_list_box
from srcad.compiler.evaluate.storage.lists import (
    derived,
    is_held_by,
    write,
)
from srcad.compiler.evaluate.values.keyed_dicts import SetOfKeys, in_no_order
from srcad.compiler.evaluate.values.records import MadeStandIn
from srcad.compiler.ir.avals import AnyAval, UndefinedAval
from srcad.compiler.ir.lists import element_of
from srcad.compiler.ir.types import NONE, Atom
from srcad.compiler.reading.records import parts_of


@kind(NumberSet)
class SetOfNumbers(SetOfKeys):
    """A set of which run time knows the elements, and their order."""

    def taken(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return item

    def given(self, frame: Frame, item: Any, use: Use, node: ast.AST) -> Any:
        if use != "taken":
            return item
        return _listed(frame, _members(item), node)


class MadeSetOfNumbers(MadeStandIn, SetOfNumbers):
    """One that the evaluation has made, as all of them are."""

    def words(self, item: Any) -> Any:
        return (None,)


SetOfNumbers.opened = MadeSetOfNumbers()


def _members(item: Any) -> Box:
    found: Box = current(parts_of(item)["_members"])
    return found


def _may_be_member(aval: AnyAval) -> bool:
    """Whether it is a number of which every copy has the same place in a set."""
    number = aval.is_scalar and (aval.is_whole or aval.is_bool)
    return number or isinstance(aval, UndefinedAval)


def _display(frame: Frame, args: Args, _: Keywords, node: ast.AST) -> Box:
    found = _numbers(frame, list(args), node)
    value = frame.session.builder.emit("set_of", *map(frame.session.atom, args))
    return derived(frame, value, found)


def _numbers(frame: Frame, items: Any, node: ast.AST) -> Any:
    """A list of what may be members, as one of run time."""
    if isinstance(items, list) and not all(map(is_number, items)):
        in_no_order(frame, node)
    found: Any = as_run_time(frame, items, node, [])
    if not is_list_box(found) or not _may_be_member(element_of(found.value)):
        in_no_order(frame, node)
    return found


def _given(frame: Frame, items: Any, node: ast.AST) -> Box:
    of = kind_of(items).class_of(items)
    if of is set:
        return _ordered(frame, items, node)
    if issubclass(of, (frozenset, dict)):
        in_no_order(frame, node)  # They say beforehand how many they are.
    found: Box = _numbers(frame, call(frame, list, [items], {}, node), node)
    return found


def _ordered(frame: Frame, items: Any, node: ast.AST) -> Box:
    if isinstance(items, NumberSet):
        return _members(items)
    if type(items) is set:
        Heap.note_unknown(frame.session, items)
    in_no_order(frame, node)


def _unordered(frame: Frame, items: Any, node: ast.AST) -> Box:
    if isinstance(items, NumberSet):
        return _members(items)
    if not isinstance(items, (set, frozenset)):
        in_no_order(frame, node)
    return _display(frame, sorted(items, key=repr), {}, node)


def _of(frame: Frame, items: Box, node: ast.AST) -> Box:
    return derived(frame, frame.session.builder.emit("set_from", items.value), items)


def _count(frame: Frame, box: Box, node: ast.AST) -> Any:
    return frame.session.box(frame.session.builder.emit("list_len", box.value))


def _is_in(frame: Frame, box: Box, x: Any, node: ast.AST) -> Any:
    return contains(frame, box, x, node)


def _listed(frame: Frame, box: Box, node: ast.AST) -> Box:
    return derived(frame, frame.session.builder.emit("set_items", box.value), box)


def _pop(frame: Frame, box: Box, node: ast.AST) -> Any:
    check_filled(frame, box, node, "pop from an empty set", KeyError)
    found, rest = frame.session.builder.emit_all("set_pop", box.value)
    write(frame, box, rest, node)
    return frame.session.box(found)


def _put(frame: Frame, box: Box, x: Any, node: ast.AST) -> None:
    given = box.value, _number(frame, x, node)
    write(frame, box, frame.session.builder.emit("set_add", *given), node)
    is_held_by(frame, x, box)


def _discard(frame: Frame, box: Box, x: Any, node: ast.AST) -> None:
    given = box.value, _number(frame, x, node)
    write(frame, box, frame.session.builder.emit("set_discard", *given), node)


def _number(frame: Frame, x: Any, node: ast.AST) -> Atom:
    """What may be a member; other things are in another kind of set."""
    atom = frame.session.atom(x) if isinstance(x, int) or is_number(x) else NONE
    if not _may_be_member(atom.aval):
        in_no_order(frame, node)
    return atom


def _clear(frame: Frame, box: Box, node: ast.AST) -> None:
    write(frame, box, frame.session.builder.emit("set_clear", box.value), node)


def _two(primitive: str) -> Callable[..., Any]:
    def meaning(frame: Frame, box: Box, other: Box, node: ast.AST) -> Any:
        given = box.value, other.value
        value = frame.session.builder.emit(primitive, *given)
        return derived(frame, value, box, other)

    return meaning


def _change(primitive: str) -> Callable[..., Any]:
    def meaning(frame: Frame, box: Box, other: Box, node: ast.AST) -> None:
        changed = frame.session.builder.emit(primitive, box.value, other.value)
        write(frame, box, changed, node)

    return meaning


HANDLERS[members.display] = _display
_MEANINGS: dict[Any, Callable[..., Any]] = {
    members.of: _of,
    members.given: _given,
    members.ordered: _ordered,
    members.unordered: _unordered,
    members.count: _count,
    members.is_in: _is_in,
    members.listed: _listed,
    members.without: _two("set_minus"),
    members.both: _two("set_both"),
    members.either: _two("set_either"),
    members.one: _two("set_one"),
    members.add: _put,
    members.discard: _discard,
    members.pop: _pop,
    members.clear: _clear,
    members.update: _change("set_update"),
    members.difference_update: _change("set_difference_update"),
    members.intersection_update: _change("set_intersection_update"),
    members.symmetric_difference_update: _change("set_symmetric_difference_update"),
}
for _function, _meaning in _MEANINGS.items():
    HANDLERS[_function] = by_arguments(_function, _meaning)
