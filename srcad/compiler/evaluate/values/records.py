"""Records, which are the user's dataclasses, and what else has attributes."""

from __future__ import annotations

import ast
import dataclasses
import operator
from collections.abc import Iterable, MutableSequence, Sequence
from typing import Any

from srcad.compiler.evaluate.contents import current
from srcad.compiler.evaluate.dispatch import inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import (
    Inner,
    Use,
    has_box,
    is_marked,
    kind,
    kind_of,
    kind_where,
)
from srcad.compiler.evaluate.objects import Place
from srcad.compiler.evaluate.operands import Operation
from srcad.compiler.evaluate.operations.direct import call_directly
from srcad.compiler.evaluate.operations.operators import augmented, is_whole
from srcad.compiler.evaluate.operations.sequences import parts_in_turn
from srcad.compiler.evaluate.operations.special import (
    WORDS,
    call_special,
    special_method,
)
from srcad.compiler.evaluate.operations.subscripts import read_item
from srcad.compiler.evaluate.syntax.comparisons import (
    ORDERS,
    all_equal,
    equality,
    is_met,
    ordered,
)
from srcad.compiler.evaluate.values.specials import Special
from srcad.compiler.reading.lookup import class_entry
from srcad.compiler.reading.origins import is_function
from srcad.compiler.reading.protocol import own_dict
from srcad.compiler.reading.records import (
    is_made,
    is_record,
    is_record_class,
    is_some_other,
    made,
    own_attributes,
    parts_of,
    with_parts,
)
from srcad.compiler.reading.world import users_function_of


def _attributes(item: Any) -> dict[str, Any] | None:
    return own_attributes(item) if is_made(item) else own_dict(item)


def _is_by_identity(frame: Frame, cls: type) -> bool:
    """Whether the objects of a class are equal to themselves alone."""
    words = ("__eq__", "__hash__")
    found = [class_entry(frame.session.door, cls, word) for word in words]
    return found == [vars(object)[word] for word in words]


def _are_equal(one: Any, other: Any) -> bool | None:
    """What Python finds where it looks up a key; None where it raises."""
    try:
        return one is other or bool(one == other)
    except Exception:
        return None


class Object(Special):
    """What a program does with it is said by its class, where that can be read."""

    def is_key(self, frame: Frame, item: Any) -> bool:
        # Where it stands for several, nobody knows which one it is.
        own = is_made(item) and not is_some_other(item)
        return own and _is_by_identity(frame, type(item))

    def is_key_among(
        self, frame: Frame, item: Any, others: Iterable[Any], node: ast.AST
    ) -> bool:
        own = is_made(item) and not is_some_other(item)
        words = ("hash", "eq") if own else ()
        if not own or any(special_method(frame, item, w) is None for w in words):
            return False
        session = frame.session
        before = len(session.journal), len(session.builder.ops)
        hashed = call_special(frame, item, "hash", [], node)
        if kind_of(hashed).is_id_of(hashed, item):
            return True
        for one in others:
            equal = one is item or equality(frame, one, item, node)
            if has_box(equal) or bool(equal) is not _are_equal(one, item):
                help = "let `__eq__` and `__hash__` ask for what is known alone"
                message = "whether two keys are equal is not known at compile time"
                frame.refuse("SRC013", message, node, help=help)
        if before != (len(session.journal), len(session.builder.ops)):
            message = "`__hash__` or `__eq__` of a key does more than compare"
            frame.refuse("SRC012", message, node, help="compare what is known")
        return True

    def set_item(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> Any:
        owner, key, operator, old = place
        if not is_made(owner):
            return NotImplemented
        if operator is not None:
            value = augmented(frame, operator, old, value, node)
        return call_special(frame, owner, "setitem", [key, value], node)

    def old(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        return read_item(frame, item, key, node) if is_made(item) else None

    def copied(self, frame: Frame, item: Any, inner: Inner, node: ast.AST) -> Any:
        word, given = ("deepcopy", [frame.session.own({})]) if inner else ("copy", [])
        found = call_special(frame, item, word, given, node)
        if found is not NotImplemented:
            return found
        if not (is_made(item) or is_record(item)):
            return NotImplemented
        new = made(object.__new__(type(item)))
        parts, own = parts_of(item).items(), own_attributes(new)
        own.update({key: inner(part) if inner else part for key, part in parts})
        frame.session.own(own)
        return new

    def delete_item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        if not is_made(item):
            return NotImplemented
        return call_special(frame, item, "delitem", [key], node)

    def contains(self, frame: Frame, items: Any, item: Any, node: ast.AST) -> Any:
        found = super().contains(frame, items, item, node)
        if found is not NotImplemented:
            return found
        return is_met(frame, parts_in_turn(frame, items, node), item, node)


def _is_data(cls: type) -> bool:
    """Whether a class is one of records, and is not also one of Cells or primitives."""
    called = ("__srcad_cell__", "__srcad_primitive__")
    return is_record_class(cls) and not any(is_marked(word)(cls) for word in called)


class Parted(Object):
    """Its parts are its attributes, in the order in which they were set."""

    is_structure = is_row = True

    def noun(self, item: Any) -> str:
        return self.class_name(item)

    def parts(self, item: Any) -> list[Any]:
        return [*map(current, parts_of(item).values())]

    def words(self, item: Any) -> list[str]:
        return list(parts_of(item))

    def with_parts(self, item: Any, parts: list[Any]) -> Any:
        return self.with_content(item, dict(zip(parts_of(item), parts, strict=True)))

    def same_form(self, left: Any, right: Any) -> bool:
        alike = list(parts_of(left)) == list(parts_of(right))
        return type(left) is type(right) and alike

    content = staticmethod(_attributes)

    def with_content(self, item: Any, content: Any) -> Any:
        return with_parts(item, content)

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return is_some_other(item) or super().holds_run_time(item, depth)


@kind_where(_is_data)
class Record(Parted):
    """One of the user's dataclasses."""

    def is_key(self, frame: Frame, item: Any) -> bool:
        if not _is_key_by_parts(frame, item):
            return super().is_key(frame, item)
        parts = tuple(_compared(item, "__eq__"))
        return kind_of(parts).is_key(frame, parts)

    def is_key_among(
        self, frame: Frame, item: Any, others: Iterable[Any], node: ast.AST
    ) -> bool:
        if not _is_key_by_parts(frame, item):
            return super().is_key_among(frame, item, others, node)
        alike = (one for one in others if type(one) is type(item))
        rows = [tuple(_compared(one, "__eq__")) for one in (item, *alike)]
        return kind_of(rows[0]).is_key_among(frame, rows[0], rows[1:], node)

    def equals(self, frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
        if type(right) is not type(left) or not _is_compared(left, "__eq__"):
            return NotImplemented
        pair = _compared(left, "__eq__"), _compared(right, "__eq__")
        return all_equal(frame, *pair, node)

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        found, word = super().binary(op, left, right), f"__{WORDS[op.name][0]}__"
        alike = op.name in ORDERS and type(right) is type(left)
        if found is not NotImplemented or not alike or not _is_compared(left, word):
            return found
        pair = _compared(left, word), _compared(right, word)
        return ordered(op.frame, op.name, *pair, op.node)


def _is_key_by_parts(frame: Frame, record: Any) -> bool:
    """Whether it is a key by methods that ``dataclass`` has written."""
    door, cls = frame.session.door, type(record)
    written = [class_entry(door, cls, word) for word in ("__eq__", "__hash__")]
    own = any(users_function_of(one) is not None for one in written)
    hashed = written[1] not in (None, vars(object)["__hash__"])
    return hashed and not own and _is_compared(record, "__eq__")


def _says(record: Any, word: str) -> type:
    """The class that has a method which its objects have."""
    return next(base for base in type(record).__mro__ if word in vars(base))


def _is_compared(record: Any, word: str) -> bool:
    """Whether a method that compares records, and is not the user's, is one that
    ``dataclass`` has written."""
    known = hasattr(type(record), word)
    return known and "__dataclass_params__" in vars(_says(record, word))


def _compared(record: Any, word: str) -> list[Any]:
    """What a method compares that ``dataclass`` has written: the fields of the class
    that has it, be it a base."""
    parts, fields = parts_of(record), dataclasses.fields(_says(record, word))
    return [parts[one.name] for one in fields if one.compare]


@kind(object)
class Other(Object):
    """An object that is handed on as a whole. What the evaluation has made may hold
    run-time values, and be changed."""

    def content(self, item: Any) -> dict[Any, Any] | None:
        return _attributes(item) if is_made(item) else None

    def reached(self, item: Any) -> list[Any]:
        return list(parts_of(item).values()) if is_made(item) else []

    def sequence(self, item: Any) -> Sequence[Any] | None:
        # One of a library, as `bytearray` or `UserList`.
        known = isinstance(item, MutableSequence) and not is_made(item)
        return item if known else None

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        found = super().item(frame, item, key, node)
        if found is not NotImplemented or not is_whole(key):
            return found
        # Where run time knows the place, as in a list of Cells, it is read as well.
        method = class_entry(frame.session.door, type(item), "__getitem__")
        return (
            inline(frame, method, [item, key], {}, node)
            if is_function(method)
            else found
        )

    def augmented(self, op: Operation, old: Any, value: Any) -> Any:
        found = super().augmented(op, old, value)
        in_place = getattr(operator, f"i{WORDS[op.name][0]}")
        if found is not NotImplemented or not hasattr(old, f"__{in_place.__name__}__"):
            return found
        return call_directly(op.frame, in_place, [old, value], {}, op.node)

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return depth > 0 and any(has_box(p, depth - 1) for p in self.reached(item))


class Made(Parted, Other):
    """An object that the evaluation has made, and can make again."""

    is_handed_over = False


Other.opened = Made()


@kind_where(lambda cls: issubclass(cls, BaseException))
class Raisable(Other):
    """An exception, which keeps what its class was called with."""

    def reached(self, item: Any) -> list[Any]:
        return [*item.args, *super().reached(item)]


def _without_cause(item: Any) -> list[str]:
    return [name for name in parts_of(item) if name != "__cause__"]


class MadeRaisable(Made):
    """One that the evaluation has made: parts of it are its arguments, and what it was
    raised from, which is kept beside its attributes, if there is something."""

    def parts(self, item: Any) -> list[Any]:
        own = parts_of(item)
        cause = current(own.pop("__cause__", None))
        return [item.args, cause, *map(current, own.values())]

    def reached(self, item: Any) -> list[Any]:
        return self.parts(item)

    def words(self, item: Any) -> list[str]:
        return ["args", "__cause__", *_without_cause(item)]

    def with_parts(self, item: Any, parts: list[Any]) -> Any:
        args, cause, *others = parts
        own = dict(zip(_without_cause(item), others, strict=True))
        other = with_parts(item, own if cause is None else {**own, "__cause__": cause})
        other.args = args
        return other

    def same_form(self, left: Any, right: Any) -> bool:
        alike = _without_cause(left) == _without_cause(right)
        return type(left) is type(right) and alike

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        own = own_attributes(item)
        if name == "__cause__":
            return current(own.get(name))
        if name == "__dict__" and "__cause__" in own:
            message = f"`{name}` of what is raised from something is not supported"
            frame.refuse("SRC012", message, node)
        return super().attribute(frame, item, name, node)


Raisable.opened = MadeRaisable()


@kind_where(lambda cls: "__srcad_stands_for__" in vars(cls))
class StandIn(Other):
    """An object of a class of ours, in the place of one of the standard library."""

    def class_of(self, item: Any) -> Any:
        return type(item).__srcad_stands_for__

    def is_a(self, frame: Frame, item: Any, classes: Any, node: ast.AST) -> Any:
        return isinstance(item, classes) or issubclass(self.class_of(item), classes)

    def given(self, frame: Frame, item: Any, use: Use, node: ast.AST) -> Any:
        # What only goes through it may as well be given a list.
        items = vars(item).get("items") if use in ("taken", "joined") else None
        return item if items is None else current(items)


class MadeStandIn(Made, StandIn):
    """One that the evaluation has made."""


StandIn.opened = MadeStandIn()
