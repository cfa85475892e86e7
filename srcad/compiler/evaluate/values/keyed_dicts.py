"""Dicts that are kept as two lists, since run time alone knows their keys."""

from __future__ import annotations

import ast
from typing import Any, NoReturn

from srcad.compiler.evaluate.agreement import unchanged
from srcad.compiler.evaluate.calls.dict_library import Keyed, KeyedCounts
from srcad.compiler.evaluate.calls.key_lists import at
from srcad.compiler.evaluate.calls.key_sets import KeySet
from srcad.compiler.evaluate.contents import current
from srcad.compiler.evaluate.dispatch import inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind, kind_of
from srcad.compiler.evaluate.objects import Place
from srcad.compiler.evaluate.settings import setting
from srcad.compiler.evaluate.storage.elements import is_made_here, note_element
from srcad.compiler.evaluate.storage.list_items import is_list_box
from srcad.compiler.evaluate.values.records import MadeStandIn, StandIn
from srcad.compiler.reading.records import parts_of


@kind(Keyed)
class KeyedDict(StandIn):
    """One of a class that stands for a class of dicts."""

    has_keys = True


class MadeKeyedDict(MadeStandIn, KeyedDict):
    """One that the evaluation has made, as all of them are."""

    keeps_lists = True

    def words(self, item: Any) -> list[str]:
        return [word.strip("_") for word in super().words(item)]

    def same_form(self, left: Any, right: Any) -> bool:
        both = [
            [current(parts_of(one)[word]) for one in (left, right)]
            for word in ("_keys", "_values")
        ]
        known = {isinstance(xs, list) for lists in both for xs in lists}
        # With other keys, it is another dict, as one is that is known key by key.
        alike = known == {False} or (known == {True} and all(map(unchanged, *both[0])))
        return alike and super().same_form(left, right)

    def old(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        found = super().old(frame, item, key, node)
        frame.session.read[id(item)] = _now(current(parts_of(item)["_keys"]))
        return found

    def set_item(self, frame: Frame, given: Place, value: Any, node: ast.AST) -> Any:
        owner, key, operator, old = given
        keys = current(parts_of(owner)["_keys"])
        there = operator is not None and frame.session.read.get(id(owner)) is _now(keys)
        if not there or isinstance(owner, KeyedCounts):
            done = super().set_item(frame, given, value, node)
            _note_where(frame, owner, key, value, node)
            return done
        # What an operator has read is still there, in the list of what is held.
        values = current(parts_of(owner)["_values"])
        place = inline(frame, at, [keys, key], {}, node)
        inner = Place(values, place, operator, old)
        with setting(frame.session.builder, sure=is_list_box(values)):
            return kind_of(values).set_item(frame, inner, value, node)


def _note_where(frame: Frame, owner: Any, key: Any, value: Any, node: ast.AST) -> None:
    """Note where an object stands that was put under a key, for who changes it."""
    keys, values = (current(parts_of(owner)[word]) for word in ("_keys", "_values"))
    if kind_of(values).is_row and is_made_here(frame.session, value):
        index = frame.session.atom(inline(frame, at, [keys, key], {}, node))
        note_element(frame.session, value, values, index)


KeyedDict.opened = MadeKeyedDict()


def in_no_order(frame: Frame, node: ast.AST) -> NoReturn:
    """Refuse what hangs on the order of a set of which run time knows the elements."""
    frame.session.builder.sizes.reading.in_no_order = True
    message = "in which order Python goes through this set is not known"
    help = "go through it in an order of its elements: `sorted(...)`"
    while frame.source.library and frame.caller and frame.site:
        node, frame = frame.site, frame.caller
    frame.refuse("SRC013", message, node, help=help)


@kind(KeySet)
class SetOfKeys(StandIn):
    """A set of which run time knows the elements."""

    def noun(self, item: Any) -> str:
        return "set"

    def taken(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        in_no_order(frame, node)

    def holds_run_time(self, item: Any, depth: int) -> bool:
        # Whatever it has by now: Python is asked for nothing that is in it.
        return depth > 0


class MadeSetOfKeys(MadeStandIn, SetOfKeys):
    """One that the evaluation has made, as all of them are."""

    keeps_lists = True


SetOfKeys.opened = MadeSetOfKeys()


def _now(keys: Any) -> Any:
    """What stands for the keys that a dict has by now, as long as they are the same."""
    lists = kind_of(keys).lists(keys)
    return lists[0].value if lists else len(keys)
