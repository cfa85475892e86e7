"""One of a few known objects: what is asked of it is asked of each of these."""

from __future__ import annotations

import ast
import inspect
import operator
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from srcad.compiler.evaluate.calls.instances import set_attribute
from srcad.compiler.evaluate.calls.methods import has_attribute
from srcad.compiler.evaluate.contents import TupleOfRunTime, current
from srcad.compiler.evaluate.dispatch import Args, Keywords, call
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Use, content, kind, kind_of
from srcad.compiler.evaluate.library.builtins import length_of
from srcad.compiler.evaluate.library.choices import for_each_option, where
from srcad.compiler.evaluate.objects import (
    BoundMethod,
    Choice,
    HandsOn,
    Living,
    MethodCall,
    Place,
)
from srcad.compiler.evaluate.operands import Operation
from srcad.compiler.evaluate.operations.attributes import attribute
from srcad.compiler.evaluate.operations.operators import apply_binary, augmented
from srcad.compiler.evaluate.operations.sequences import sequence_parts
from srcad.compiler.evaluate.operations.subscripts import read_item, write_item
from srcad.compiler.evaluate.operations.truth import of_python, truth
from srcad.compiler.evaluate.printing import Template
from srcad.compiler.evaluate.storage.aliases import stands_for
from srcad.compiler.evaluate.storage.chosen import OBJECT
from srcad.compiler.evaluate.storage.list_items import is_run_time_list
from srcad.compiler.evaluate.storage.lists import mapped
from srcad.compiler.evaluate.storage.read_ahead import refuse_gone_through
from srcad.compiler.evaluate.syntax.comparisons import compare, contains, identity
from srcad.compiler.evaluate.values.records import Other
from srcad.compiler.evaluate.values.run_time import RunTime
from srcad.compiler.reading.lookup import class_entry
from srcad.compiler.reading.records import is_made, own_attributes


@kind(Choice)
class Chosen(RunTime):
    """A choice, which is its number."""

    is_structure = is_row = True
    is_handed_over = False

    def noun(self, item: Any) -> str:
        return self.described(item).removeprefix("a ")

    def choice(self, item: Any) -> Any:
        return item

    def class_of(self, item: Any) -> type:
        options = map(current, item.options.values())
        classes = {kind_of(one).class_of(one) for one in options}
        return classes.pop() if len(classes) == 1 else object

    def parts(self, item: Any) -> list[Any]:
        return [item.number]

    def words(self, item: Any) -> tuple[None]:
        return (None,)

    def with_parts(self, item: Any, parts: list[Any]) -> Any:
        (number,) = parts
        return Choice(item.family, item.options, number)

    def same_form(self, left: Any, right: Any) -> bool:
        return list(left.options) == list(right.options)

    def described(self, item: Any) -> str:
        options = (
            kind_of(one).described(one) for one in map(current, item.options.values())
        )
        return " or ".join(options)

    def written(self, template: Template, item: Any) -> str:
        number = template.array(item.number)
        *others, last = ((k, template.of(one)) for k, one in item.options.items())
        found = "".join(f"{text} if {number} == {k} else " for k, text in others)
        return f"({found}{last[1]})"

    def unpacked(self, frame: Frame, item: Any, node: ast.AST) -> list[Any] | None:
        if _is_of_containers(item):
            return sequence_parts(frame, _parts(frame, item, _itself, node), node)
        message = f"what is in {self.described(item)} is known at run time only"
        frame.refuse("SRC013", message, node)

    def taken(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        if not _is_of_containers(item):
            return item
        by_key = all(map(_is_dict, item.options.values()))
        return _by_now(frame, item, _parts(frame, item, _itself, node), by_key, node)

    def given(self, frame: Frame, item: Any, use: Use, node: ast.AST) -> Any:
        lists = [*map(current, item.options.values())]
        if use == "taken" and any(map(is_run_time_list, lists)):
            parts = _parts(frame, item, _itself, node)
            found = kind_of(parts).given(frame, parts, use, node)
            for one in lists:
                stands_for(frame.session, found, one)
            return found
        return super().given(frame, item, use, node)

    def call(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        return for_each_option(frame, callee, node, call, args, keywords)

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        return for_each_option(frame, item, node, read_item, key)

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        options = map(current, item.options.values())
        if all(_has_method(frame, one, name) for one in options):
            return BoundMethod(item, name)
        return for_each_option(frame, item, node, attribute, name)

    def reached(self, item: Any) -> list[Any]:
        return [item.number, *map(current, item.options.values())]

    def set_attribute(self, frame: Frame, item: Any, given: Any, node: ast.AST) -> Any:
        name, value, frozen = given

        def one(frame: Frame, option: Any, node: ast.AST) -> None:
            set_attribute(frame, option, name, value, frozen, node)

        return for_each_option(frame, item, node, one)

    def set_item(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> Any:
        def one(frame: Frame, option: Any, node: ast.AST) -> None:
            write_item(frame, place._replace(owner=option), value, node)

        return for_each_option(frame, place.owner, node, one)

    def delete_item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        def one(frame: Frame, option: Any, node: ast.AST) -> Any:
            return kind_of(option).delete_item(frame, option, key, node)

        return for_each_option(frame, item, node, one)

    def old(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        return read_item(frame, item, key, node)

    def method(self, frame: Frame, item: Any, given: MethodCall) -> Any:
        if given.name in _VIEWS and all(map(_is_dict, item.options.values())):
            if not given.args and not given.keywords:
                return ViewOfChosen(item, given.name)

        def one(frame: Frame, option: Any, node: ast.AST) -> Any:
            callee = attribute(frame, option, given.name, node)
            return call(frame, callee, given.args, given.keywords, node)

        return for_each_option(frame, item, given.node, one)

    def augmented(self, op: Operation, old: Any, value: Any) -> Any:
        def one(frame: Frame, option: Any, node: ast.AST) -> Any:
            return augmented(frame, op.name, option, value, node)

        if old.family is not OBJECT:
            return NotImplemented
        return for_each_option(op.frame, old, op.node, one)

    def copied(self, frame: Frame, item: Any, inner: Any, node: ast.AST) -> Any:
        if item.family is not OBJECT:
            return super().copied(frame, item, inner, node)
        copies: dict[int, Any] = {}
        for option in item.options.values() if inner else ():
            # Each is made once, with whatever else leads to it, and then chosen.
            copies[id(option)] = inner(option)

        def one(frame: Frame, option: Any, node: ast.AST) -> Any:
            if inner:
                return copies[id(option)]
            return kind_of(option).copied(frame, option, inner, node)

        return for_each_option(frame, item, node, one)

    def item_at(self, frame: Frame, owner: Any, key: Any, node: ast.AST) -> Any:
        if _is_sought(owner, key):
            return NotImplemented

        def one(frame: Frame, option: Any, node: ast.AST) -> Any:
            return read_item(frame, owner, option, node)

        return for_each_option(frame, key, node, one)

    def set_at(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> Any:
        if place.operator is None and _is_sought(place.owner, place.key):
            return NotImplemented

        def one(frame: Frame, option: Any, node: ast.AST) -> None:
            write_item(frame, place._replace(key=option), value, node)

        return for_each_option(frame, place.key, node, one)

    def contains(self, frame: Frame, items: Any, item: Any, node: ast.AST) -> Any:
        return where(frame, items, node, contains, item)

    def is_none(self, frame: Frame, item: Any, compared: bool = False) -> Any:
        node = frame.statement or frame.source.node
        return where(frame, item, node, lambda _, option, node: option is None)

    def is_one(self, frame: Frame, item: Any, other: Any, node: ast.AST) -> Any:
        return where(frame, item, node, identity, other)

    def is_a(self, frame: Frame, item: Any, classes: Any, node: ast.AST) -> Any:
        def one(frame: Frame, option: Any, node: ast.AST) -> Any:
            return kind_of(option).is_a(frame, option, classes, node)

        return of_python(frame, where(frame, item, node, one))

    def has_attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        return of_python(frame, where(frame, item, node, has_attribute, name))

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return where(frame, item, node, truth)

    def length(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return for_each_option(frame, item, node, length_of)

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        frame, node, on_left = op.frame, op.node, kind_of(left) is self
        choice, other = (left, right) if on_left else (right, left)
        if op.name not in ("equal", "not_equal"):

            def one(frame: Frame, option: Any, node: ast.AST) -> Any:
                sides = (option, other) if on_left else (other, option)
                return apply_binary(frame, op.name, *sides, node)

            return for_each_option(frame, choice, node, one)
        alike = kind_of(other) is self and choice.family is other.family
        if alike and choice.family is not OBJECT:
            return compare(frame, op.name, choice.number, other.number, node)

        def test(frame: Frame, option: Any, node: ast.AST) -> Any:
            return compare(frame, op.name, option, other, node)

        return where(frame, choice, node, test)


def _is_sought(owner: Any, key: Choice) -> bool:
    """Whether a key is compared, as it is, with keys that run time knows."""
    of = kind_of(owner)
    choice = of.choice(owner)
    if choice is not None:
        return all(_is_sought(one, key) for one in choice.options.values())
    return of.has_keys and of.keeps_lists and key.family in (str, type(None))


def _is_dict(option: Any) -> bool:
    return type(option) in (dict, OrderedDict, defaultdict, Counter)


def _is_of_containers(chosen: Choice) -> bool:
    """Whether all that it may be are gone through without anything of the user's."""
    return all(
        _is_dict(one) or type(one) in (list, tuple) or kind_of(one).keeps_lists
        for one in chosen.options.values()
    )


def _by_now(
    frame: Frame, chosen: Choice, parts: Any, by_key: bool, node: ast.AST
) -> Any:
    """The parts of one of a few containers, for who goes through it: none of these is
    changed meanwhile but, where the parts are keys, what is held for them."""
    options, known = [*chosen.options.values()], type(parts) is tuple
    read = HandsOn(() if by_key and known else options)
    frame.session.iterators.append(read)
    if not known:
        found = kind_of(parts).iteration(frame, parts, node)
        assert found is not None
        return replace(found, over=(*found.over, chosen, read))
    there = [one for one in options if not kind_of(one).keeps_lists]
    sizes = list(map(len, there))

    def length() -> int:
        if list(map(len, there)) != sizes:
            refuse_gone_through(frame, node)
        return len(parts)

    return Living(length, lambda k: parts[k], (chosen, read))


def _itself(option: Any) -> Any:
    return option


def _parts(
    frame: Frame, chosen: Choice, seen: Callable[[Any], Any], node: ast.AST
) -> Any:
    """What is in one of a few containers, or in a view of it: a tuple, whose length run
    time knows where they are not as long."""

    def parts(frame: Frame, option: Any, node: ast.AST) -> Any:
        if is_run_time_list(option):
            return frame.session.join(TupleOfRunTime(mapped(frame, option, "copy")))
        return frame.session.join(tuple(sequence_parts(frame, seen(option), node)))

    frame.session.note_sets(*chosen.options.values())
    return for_each_option(frame, chosen, node, parts)


@dataclass(frozen=True, slots=True, eq=False)
class ViewOfChosen:
    """What ``keys``, ``values`` or ``items`` gives, by its ``name``, of a choice among
    dicts: of the one that it is, as it is by now."""

    chosen: Choice
    name: str


@kind(ViewOfChosen)
class Viewed(Other):
    """A view of one of a few dicts."""

    def noun(self, item: Any) -> str:
        return f"dict_{item.name}"

    def reached(self, item: Any) -> list[Any]:
        return [item.chosen]

    def taken(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        parts = _parts(frame, item.chosen, _VIEWS[item.name], node)
        return _by_now(frame, item.chosen, parts, item.name == "keys", node)

    def unpacked(self, frame: Frame, item: Any, node: ast.AST) -> list[Any] | None:
        found = _parts(frame, item.chosen, _VIEWS[item.name], node)
        return sequence_parts(frame, found, node)

    def contains(self, frame: Frame, items: Any, item: Any, node: ast.AST) -> Any:
        def inside(frame: Frame, option: Any, node: ast.AST) -> Any:
            return contains(frame, _VIEWS[items.name](option), item, node)

        return of_python(frame, where(frame, items.chosen, node, inside))

    def length(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return for_each_option(frame, item.chosen, node, length_of)

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return where(frame, item.chosen, node, truth)


_VIEWS: dict[str, Callable[[Any], Any]] = {
    word: operator.methodcaller(word) for word in ("keys", "values", "items")
}


def _has_method(frame: Frame, option: Any, name: str) -> bool:
    """Whether an attribute of an object that can be changed is a method of it."""
    lists = kind_of(option).lists(option)
    if (content(option) is None and not lists) or (
        is_made(option) and name in own_attributes(option)
    ):
        return False
    found = class_entry(frame.session.door, kind_of(option).class_of(option), name)
    return inspect.isroutine(found)
