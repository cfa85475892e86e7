"""Dicts, and the views of their keys and values."""

from __future__ import annotations

import ast
import collections
import gc
import itertools
import os
from collections.abc import Sequence
from typing import Any

from srcad.compiler.evaluate.calls import dict_library
from srcad.compiler.evaluate.calls.dict_library import Keys
from srcad.compiler.evaluate.calls.key_sets import KeySet
from srcad.compiler.evaluate.contents import current
from srcad.compiler.evaluate.dispatch import call, inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind, kind_of
from srcad.compiler.evaluate.known import is_told, key_in, static
from srcad.compiler.evaluate.library.containers import counted, dict_changed
from srcad.compiler.evaluate.objects import Living, MethodCall, Place
from srcad.compiler.evaluate.operands import Operation
from srcad.compiler.evaluate.operations.changes import change
from srcad.compiler.evaluate.operations.operators import (
    apply_binary,
    augmented,
    computed,
)
from srcad.compiler.evaluate.operations.sequences import (
    has_unsure,
    note_order,
    refuse_unsure_key,
    refuse_unsure_keys,
)
from srcad.compiler.evaluate.operations.special import call_special, special_method
from srcad.compiler.evaluate.operations.subscripts import keys_among, write_known
from srcad.compiler.evaluate.printing import Template
from srcad.compiler.evaluate.storage.list_library import item_of, put_under
from srcad.compiler.evaluate.syntax.comparisons import all_equal
from srcad.compiler.evaluate.values.operands import Rows
from srcad.compiler.evaluate.values.records import Other
from srcad.compiler.evaluate.values.sequences import Container
from srcad.compiler.reading.paths import keys_of, values_of
from srcad.compiler.reading.structures import container_like


@kind(dict)
class Dict(Container, Rows):
    """With other keys, or in another order, it is another structure."""

    is_structure = is_row = has_keys = True
    is_object = False
    # Whether what is asked for by a key that it has not is not refused.
    fills = False

    def noun(self, item: Any) -> str:
        return "dict"

    def parts(self, item: Any) -> list[Any]:
        return [*map(current, values_of(item))]

    def words(self, item: Any) -> list[Any]:
        return list(keys_of(item))

    def with_parts(self, item: Any, parts: list[Any]) -> Any:
        return container_like(item, dict(zip(keys_of(item), parts, strict=True)))

    def same_form(self, left: Any, right: Any) -> bool:
        same = type(left) is type(right)
        return same and list(keys_of(left)) == list(keys_of(right))

    def sequence(self, item: Any) -> Sequence[Any]:
        return _in_order(item)

    def holds_run_time(self, item: Any, depth: int) -> bool:
        in_key = depth > 0 and any(has_box(key, depth - 1) for key in keys_of(item))
        return in_key or super().holds_run_time(item, depth)

    def contains(self, frame: Frame, items: Any, item: Any, node: ast.AST) -> Any:
        if not is_told(frame, item, keys_of(items), node):
            return super().contains(frame, items, item, node)
        refuse_unsure_keys(frame, items, node)
        return item in items

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        missing = special_method(frame, item, "missing") is not None
        if missing or frame.session.handlers.await_one(KeyError):
            # What a path may not have put there, where something else is taken instead.
            if has_unsure(item, key):
                refuse_unsure_key(frame, item, key, item[key], node)
        if not missing:
            keys = () if self.fills else keys_among(frame, item, key)
            if keys:
                return inline(frame, item_of, [item, keys, key], {}, node)
            return NotImplemented
        known = key_in(frame, item, key, node)
        if frame.session.door.contains(item, known):
            return NotImplemented
        return call_special(frame, item, "missing", [known], node)

    def set_item(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> Any:
        owner, key, operator, old = place
        note_order(frame, owner, key)
        keys = keys_among(frame, owner, key)
        filled = self.fills or special_method(frame, owner, "missing") is not None
        # What was read by an operator is there.
        if operator is None or not keys or filled:
            return write_known(frame, place, value, node)
        value = augmented(frame, operator, old, value, node)
        return inline(frame, put_under, [owner, keys, key, value], {}, node)

    method = staticmethod(dict_changed)

    def mapping(self, item: Any) -> Any:
        return item

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        refuse_unsure_keys(frame, item, node)
        return bool(item)

    def written(self, template: Template, item: Any) -> str:
        pairs = zip(keys_of(item), values_of(item), strict=True)
        entries = [": ".join(map(template.part, pair)) for pair in pairs]
        return template.of_class(item, "{{" + ", ".join(entries) + "}}")

    def equals(self, frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
        if not isinstance(left, dict) or not isinstance(right, dict):
            return NotImplemented
        for item in (left, right):
            refuse_unsure_keys(frame, item, node)
        if set(left) != set(right):
            return False
        others = [right[key] for key in left]
        return all_equal(frame, list(left.values()), others, node)

    def augmented(self, op: Operation, old: Any, value: Any) -> Any:
        if op.name != "bitwise_or" or not isinstance(value, dict):
            return NotImplemented
        change(op.frame, old, op.node)
        refuse_unsure_keys(op.frame, value, op.node)
        old.update(value)
        return old


@kind(collections.OrderedDict)
class Ordered(Dict):
    """Two of them are compared with their order."""

    def equals(self, frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
        if kind_of(left) is kind_of(right) and list(left) != list(right):
            return False
        return super().equals(frame, left, right, node)


@kind(collections.defaultdict)
class DefaultDict(Dict):
    """What is asked for by a key that it has not is made, and put there."""

    fills = True

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        found = super().item(frame, item, key, node)
        if found is not NotImplemented or item.default_factory is None:
            return found
        known = key_in(frame, item, key, node)
        if frame.session.door.contains(item, known):
            refuse_unsure_key(frame, item, known, item[known], node)
            return NotImplemented
        value = call(frame, item.default_factory, [], {}, node)
        change(frame, item, node)
        item[known] = value
        return value


@kind(collections.Counter)
class Counted(Dict):
    """What it has not is counted zero times; it is not put there."""

    fills = True

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        found = super().item(frame, item, key, node)
        if found is not NotImplemented:
            return found
        known = key_in(frame, item, key, node)
        if not frame.session.door.contains(item, known):
            return 0
        refuse_unsure_key(frame, item, known, item[known], node)
        return NotImplemented

    def equals(self, frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
        if not issubclass(kind_of(right).class_of(right), collections.Counter):
            return super().equals(frame, left, right, node)
        return inline(frame, dict_library.counts_equal, [left, right], {}, node)

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        joined = _OF_COUNTS.get(op.name)
        if joined is None or not has_box((left, right)):
            return super().binary(op, left, right)
        for item in (left, right):
            refuse_unsure_keys(op.frame, item, op.node)
        given = [joined, left, right]
        return inline(op.frame, dict_library.counted, given, {}, op.node)

    def unary(self, op: Operation, item: Any) -> Any:
        name = {"positive": "add", "negative": "subtract"}.get(op.name)
        if name is None or not has_box(item):
            return super().unary(op, item)
        none: Any = collections.Counter()
        pair = (item, none) if name == "add" else (none, item)
        return apply_binary(op.frame, name, *pair, op.node)

    def augmented(self, op: Operation, old: Any, value: Any) -> Any:
        found = apply_binary(op.frame, op.name, old, value, op.node)
        if isinstance(found, dict_library.KeyedCounts):
            op.frame.session.note_unknown(old)
            message = "which keys a Counter keeps is known at run time only"
            op.frame.needs_static(message, op.node)
        change(op.frame, old, op.node, resizes=True)
        old.clear()
        old.update(found)
        return old

    def method(self, frame: Frame, item: Any, given: MethodCall) -> Any:
        name, args, keywords, node = given
        if name in ("update", "subtract"):
            change(frame, item, node)
            operator = "add" if name == "update" else "subtract"
            counted(frame, item, args, keywords, node, operator)
            return None
        if name == "copy":
            return frame.session.own(collections.Counter(item))
        if name == "most_common" and has_box(item):
            refuse_unsure_keys(frame, item, node)
            most_common = dict_library.most_common
            return inline(frame, most_common, [item, *args], keywords, node)
        if name == "total":
            return call(frame, sum, [list(item.values())], {}, node)
        return super().method(frame, item, given)


# What is made of how often two of them count a key.
_OF_COUNTS: dict[str, Any] = {
    "add": dict_library.sum_of,
    "subtract": dict_library.difference_of,
    "bitwise_and": min,
    "bitwise_or": max,
}

# What says itself what its operators give.
_OF_RUN_TIME = (Keys, KeySet)


@kind(type({}.keys()), type({}.values()), type({}.items()))
class View(Rows):
    """What ``keys``, ``values`` and ``items`` give: of the dict as it is by now."""

    def parts(self, item: Any) -> list[Any]:
        return [*map(current, item)]

    def reached(self, item: Any) -> list[Any]:
        # The dict, of which the ``mapping`` of a view is a proxy.
        return gc.get_referents(item)

    def sequence(self, item: Any) -> Sequence[Any]:
        return _in_order(item)

    def mapping(self, item: Any) -> Any:
        mapping: Any = self.reached(item)[0]
        return mapping

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        # As sets, of what can be told apart while compiling.
        sides = left, right
        if any(kind_of(s).is_value or isinstance(s, _OF_RUN_TIME) for s in sides):
            return NotImplemented
        for item in (left, right):
            refuse_unsure_keys(op.frame, item, op.node)
            static(op.frame, list(kind_of(item).parts(item)), op.node)
        return computed(op, left, right)

    def operand(self, op: Operation, item: Any, beside: Any) -> Any:
        return NotImplemented

    def holds_run_time(self, item: Any, depth: int) -> bool:
        # The values say whether there are keys.
        values = item.mapping.values()
        return depth > 0 and any(has_box(value, depth - 1) for value in values)

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        refuse_unsure_keys(frame, item, node)
        return bool(item)

    def contains(self, frame: Frame, items: Any, item: Any, node: ast.AST) -> Any:
        refuse_unsure_keys(frame, items, node)
        return super().contains(frame, items, item, node)

    def length(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        refuse_unsure_keys(frame, item, node)
        return len(item)


@kind(type(os.environ))
class Environment(Other):
    """``os.environ``, whose variables are read one by one."""

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        if item is not os.environ or not isinstance(key, str):
            return NotImplemented
        found = frame.session.door.environment(key)
        if found is None:
            with frame.raises(node, KeyError):
                raise KeyError(key)
        return found


def _in_order(items: Any) -> Living:
    """The elements of a dict or a view."""
    size = dict.__len__ if isinstance(items, dict) else len
    return Living(lambda: size(items), lambda k: next(itertools.islice(items, k, None)))
