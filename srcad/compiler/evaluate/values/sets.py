"""Sets whose elements are known; they are given in an order that does not change.

Where run time alone knows them, a set is kept as a list from the beginning.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Iterable
from typing import Any, NoReturn

from srcad.compiler.evaluate.calls.builtin_table import of_arguments
from srcad.compiler.evaluate.calls.dict_library import Keyed, Keys
from srcad.compiler.evaluate.calls.key_sets import KeySet, key_set
from srcad.compiler.evaluate.calls.keyed import (
    is_unknown,
    kept_set,
    made,
    made_set,
    making_set,
)
from srcad.compiler.evaluate.calls.number_sets import number_display, number_parts
from srcad.compiler.evaluate.dispatch import (
    HANDLERS,
    Args,
    Keywords,
    call,
    expression,
    inline,
)
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Inner, Kind, has_box, kind
from srcad.compiler.evaluate.known import as_key, as_keys, is_told
from srcad.compiler.evaluate.objects import MethodCall
from srcad.compiler.evaluate.operands import Operation
from srcad.compiler.evaluate.operations.attributes import attribute
from srcad.compiler.evaluate.operations.changes import change
from srcad.compiler.evaluate.operations.operators import computed, operands
from srcad.compiler.evaluate.operations.sequences import sequence_parts, spread
from srcad.compiler.evaluate.operations.special import COMPARISONS, PYTHON, WORDS
from srcad.compiler.evaluate.printing import Template
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.storage.list_library import united
from srcad.compiler.evaluate.streams import one_by_one
from srcad.compiler.evaluate.syntax.comparisons import is_among
from srcad.compiler.evaluate.syntax.expressions import evaluated
from srcad.compiler.evaluate.values.hashes import Number
from srcad.compiler.reading.literals import has_settled_hash
from srcad.compiler.reading.records import is_made, own_attributes

_CHANGING = (
    *("add", "discard", "remove", "pop", "clear", "update", "difference_update"),
    *("intersection_update", "symmetric_difference_update"),
)
_IN_PLACE = ("bitwise_or", "bitwise_and", "bitwise_xor", "subtract")
_TWO = (*_IN_PLACE, *COMPARISONS)


@expression(ast.Set)
def _display(frame: Frame, node: ast.Set) -> Any:
    items = evaluated(frame, node.elts)
    if is_unknown(frame, node) or any(isinstance(item, KeySet) for item in items):
        return _kept_display(frame, node, items)
    with making_set(frame, node):
        parts = spread(frame, node.elts, items)
        return made(frame, set(as_keys(frame, parts, node)), node)


def _kept_display(frame: Frame, node: ast.Set, items: list[Any]) -> Any:
    starred = [isinstance(one, ast.Starred) for one in node.elts]
    rows = zip(starred, items, strict=True)
    given = [item if star else (item,) for star, item in rows]
    if not frame.session.builder.sizes.reading.ways.in_order:
        return inline(frame, key_set, given, {}, node)
    if any(starred):
        return inline(frame, number_parts, given, {}, node)
    # Python makes one of more than two constants otherwise than of what it has.
    constant = all(map(_is_constant, node.elts)) or len(items) < 3
    if constant or not all(isinstance(item, int) for item in items):
        return inline(frame, number_display, items, {}, node)
    return kept_set(frame, [items], node)


def _is_constant(node: ast.expr) -> bool:
    while isinstance(node, ast.UnaryOp):
        node = node.operand
    return isinstance(node, ast.Constant)


def _made(frame: Frame, items: Any, kind: Any, node: ast.AST) -> Any:
    keys = as_keys(frame, sequence_parts(frame, items, node), node)
    return frame.session.own(kind(keys))


for _kind in (set, frozenset):
    of_arguments(_kind, _made, _kind)


def _set(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
    of_run_time = any(isinstance(item, Keyed | Keys | KeySet) for item in args)
    if (of_run_time or is_unknown(frame, node)) and not named and len(args) < 2:
        return kept_set(frame, args, node)
    with making_set(frame, node):
        return made(frame, _of_known(frame, args, named, node), node)


_of_known, HANDLERS[set] = HANDLERS[set], _set


class Known(Kind):
    """What elements it has is known; numbers and tuples of these have Python's order,
    objects that in which they were made, others that of their texts."""

    is_object = False

    def reached(self, item: Any) -> list[Any]:
        return list(item)

    def is_key(self, frame: Frame, item: Any) -> bool:
        return isinstance(item, frozenset) and has_box(item)

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return depth > 0 and any(has_box(part, depth - 1) for part in item)

    def copied(self, frame: Frame, item: Any, inner: Inner, node: ast.AST) -> Any:
        if inner is None or not has_box(item):
            return NotImplemented
        parts = map(inner, in_order(frame, item, node))
        return frame.session.own(type(item)(parts))

    def unpacked(self, frame: Frame, item: Any, node: ast.AST) -> list[Any]:
        return in_order(frame, item, node)

    def contains(self, frame: Frame, items: Any, item: Any, node: ast.AST) -> Any:
        if is_told(frame, item, items, node):
            return item in items
        if not has_box(items) and not has_box(item):
            return NotImplemented
        if has_box(item):
            return is_among(frame, list(items), item, node)
        return as_key(frame, item, node) in items

    def written(self, template: Template, item: Any) -> str:
        if type(item) not in _SETS or not item:
            return template.known(item)
        parts = ", ".join(map(template.part, _sorted(template.session, item)))
        text = f"{{{{{parts}}}}}"
        return text if type(item) is set else f"frozenset({text})"

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        two = isinstance(left, _SETS) and isinstance(right, _SETS)
        if not two or op.name not in _TWO:
            return NotImplemented
        if not any(map(has_made, (*left, *right))):
            return made_set(op.frame, computed(op, left, right), op.node)
        as_keys(op.frame, right, op.node, left)
        return made_set(op.frame, PYTHON[op.name](left, right), op.node)


_SETS = (set, frozenset)


def in_order(frame: Frame, items: Iterable[Any], node: ast.AST) -> list[Any]:
    """The elements of a set, in an order that is the same for every compilation. Where
    Python's is that of addresses, or may have been seen by what else is read, the
    driver makes sure that it cannot be seen."""
    session, reading = frame.session, frame.session.builder.sizes.reading
    own = list(items)
    parts = _sorted(session, own)
    if len(parts) < 2 or all(map(has_settled_hash, parts)):
        return parts
    by_address = any(map(_by_address, parts))
    if by_address and len({_place(session, part) for part in parts}) < len(parts):
        message = "the order of these elements is that of their addresses"
        frame.refuse("SRC013", message, node, help="keep them in a list, or in a dict")
    if not by_address and not _is_seen_outside(session, parts):
        return parts
    word = "addresses" if by_address else "hashes"
    while frame.source.library and frame.caller and frame.site:
        node, frame = frame.site, frame.caller
    reading.unordered.setdefault(frame.source.span(node), word)
    orders = {"": parts, "scattered": _scattered(parts), "python": own}
    return orders[reading.order]


def _sorted(session: Session, items: Iterable[Any]) -> list[Any]:
    """The elements of a set by their places; numbers as Python has them."""
    parts = list(items)
    if all(map(has_settled_hash, parts)):
        return parts
    places = {id(part): _place(session, part) for part in parts}
    return sorted(parts, key=lambda part: places[id(part)])


def _scattered(parts: list[Any]) -> list[Any]:
    """The same in another order: none in the place, nor all beside those, that it had
    before."""
    odd, even = parts[1::2], parts[::2]
    return [*odd, *even[-1:], *even[:-1]] if len(parts) % 2 else [*odd, *even]


def _is_seen_outside(session: Session, parts: list[Any]) -> bool:
    """Whether a set came in that has some of the elements: what else is read may have
    been made in its order."""
    found = set(map(_itself, parts))
    met = (one for one in session.door.kept if isinstance(one, _SETS))
    return any(len(found.intersection(map(_itself, one))) > 1 for one in met)


_TOLD = (str, bytes, int, float)


def _itself(part: Any) -> Any:
    """What tells an element from others, where nothing of the user's is asked."""
    if type(part) is tuple:
        return tuple(map(_itself, part))
    return part if type(part) in _TOLD else id(part)


def has_made(part: Any) -> bool:
    """Whether there is an object in it that the evaluation has made."""
    if isinstance(part, tuple):
        return any(map(has_made, part))
    return is_made(part) or isinstance(part, Number)


def _by_address(part: Any) -> bool:
    """Whether Python's order hangs on an address."""
    if isinstance(part, tuple):
        return any(map(_by_address, part))
    hashed: Any = type(part).__hash__
    return has_made(part) or hashed is object.__hash__


def _place(session: Session, part: Any) -> str:
    if isinstance(part, Number):
        return _place(session, part.of)
    if is_made(part):
        return f"{session.place(own_attributes(part)).serial:09}"
    if isinstance(part, tuple):
        return f"({', '.join(_place(session, one) for one in part)})"
    if isinstance(part, frozenset):
        return f"{{{', '.join(sorted(_place(session, one) for one in part))}}}"
    path = session.door.paths.get(id(part))
    if path is not None and _by_address(part):
        return str(path)
    name = getattr(part, "__qualname__", None)
    return repr(part) if name is None else f"{part.__module__}.{name}"


@kind(frozenset)
class Fixed(Known):
    """One that never changes."""

    def method(self, frame: Frame, item: Any, call: MethodCall) -> Any:
        return (
            _method(frame, item, call) if has_box((item, call.args)) else NotImplemented
        )


@kind(set)
class Set(Known):
    """One that may be changed."""

    def noun(self, item: Any) -> str:
        return "set"

    def content(self, item: Any) -> Any:
        return item

    def method(self, frame: Frame, item: Any, call: MethodCall) -> Any:
        return _method(frame, item, call)

    def augmented(self, op: Operation, old: Any, value: Any) -> Any:
        if op.name not in _IN_PLACE or not isinstance(value, (*_SETS, KeySet)):
            return NotImplemented
        if isinstance(value, KeySet):
            _needs_known(op.frame, old, op.node)
        operands(op.frame, (old, value), op.node)
        change(op.frame, old, op.node, resizes=True)
        return getattr(operator, f"__i{WORDS[op.name][0]}__")(old, value)


def _method(frame: Frame, item: Any, given: MethodCall) -> Any:
    name, args, keywords, node = given
    if name == "pop" and not args and not all(map(has_settled_hash, item)):
        first = in_order(frame, item, node)[0]  # Python may take it as well
        change(frame, item, node, resizes=True)
        item.remove(first)
        return first
    if type(item) is set and any(isinstance(one, KeySet) for one in args):
        if name in _CHANGING:
            _needs_known(frame, item, node)
        kept = kept_set(frame, [item], node)
        return call(frame, attribute(frame, kept, name, node), args, keywords, node)
    if name == "update" and len(args) == 1 and one_by_one(args[0], item):
        return inline(frame, united, [item, *args], {}, node)
    with frame.session.noting_unknown(item):
        if name in ("add", "discard", "remove", "__contains__"):
            args = as_keys(frame, args, node, item)
        else:
            args = [_row(frame, one, item, node) for one in args]
    if name in _CHANGING:
        change(frame, item, node, resizes=True)
    with frame.raises(node, Exception):
        result = getattr(item, name)(*args, **keywords)
    return made_set(frame, result, node)


def _row(frame: Frame, given: Any, item: Any, node: ast.AST) -> Any:
    """What a method goes through, whose elements are known."""
    parts = [*given] if type(given) in _SETS else sequence_parts(frame, given, node)
    keys = as_keys(frame, parts, node, item)
    # One set grows by another otherwise than by its elements, one after the other.
    return given if type(given) in _SETS else keys


def _needs_known(frame: Frame, item: Any, node: ast.AST) -> NoReturn:
    """Refuse what makes elements of a set unknown."""
    frame.session.note_unknown(item)
    frame.needs_static("this must be known at compile time", node)
