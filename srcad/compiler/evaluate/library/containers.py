"""Methods of lists and dicts that are known item by item, and of other objects."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from srcad.compiler.evaluate.calls import calls
from srcad.compiler.evaluate.calls.builtin_table import builtin
from srcad.compiler.evaluate.calls.dict_library import from_keys
from srcad.compiler.evaluate.calls.keyed import is_unknown, made, making
from srcad.compiler.evaluate.contents import current
from srcad.compiler.evaluate.dispatch import HANDLERS, Args, Keywords, inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of
from srcad.compiler.evaluate.known import as_keys, is_told, key_in
from srcad.compiler.evaluate.library.choices import (
    for_each_option,
    is_chosen_text,
)
from srcad.compiler.evaluate.library.orders import in_order
from srcad.compiler.evaluate.objects import MethodCall, aval_of
from srcad.compiler.evaluate.operations.changes import (
    CHANGING,
    RESIZING,
    change,
    extension,
    has_nothing_yet,
)
from srcad.compiler.evaluate.operations.direct import call_directly
from srcad.compiler.evaluate.operations.list_methods import (
    as_run_time,
    list_method,
    place_in_tuple,
)
from srcad.compiler.evaluate.operations.operators import apply_binary
from srcad.compiler.evaluate.operations.sequences import (
    entries_of,
    refuse_unsure_keys,
    sequence_parts,
)
from srcad.compiler.evaluate.operations.special import is_plain
from srcad.compiler.evaluate.operations.subscripts import keys_among
from srcad.compiler.evaluate.operations.truth import both, of_python
from srcad.compiler.evaluate.session import Snapshot
from srcad.compiler.evaluate.storage.list_items import is_run_time_list
from srcad.compiler.evaluate.storage.list_library import (
    extended,
    is_or_equals,
    item_or,
    tallied,
    updated,
)
from srcad.compiler.evaluate.streams import one_by_one
from srcad.compiler.evaluate.syntax.comparisons import equality, is_found
from srcad.compiler.evaluate.syntax.generators import collected
from srcad.compiler.evaluate.syntax.iterations import iterable
from srcad.compiler.reading.paths import keys_of
from srcad.compiler.reading.world import users_comparison

_FINDING = ("index", "count", "remove")


def container_method(
    frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """``values.append(x)`` and the like, of an object of Python."""
    owner, name = callee.__self__, callee.__name__
    of = kind_of(owner)
    found = of.method(frame, owner, MethodCall(name, args, keywords, node))
    if found is not NotImplemented:
        return found
    active = has_box(args) or has_box(keywords)
    place = next((k for k, one in enumerate(args) if is_chosen_text(one)), None)
    if type(owner) is str and place is not None and not keywords:

        def of_option(frame: Frame, option: Any, node: ast.AST) -> Any:
            given = [*args[:place], option, *args[place + 1 :]]
            return container_method(frame, callee, given, keywords, node)

        return for_each_option(frame, args[place], node, of_option)
    if active and not of.is_structure:
        return calls.unread(frame, callee, args, keywords, node)
    views = ("keys", "values", "items")
    asked = name not in (*views, "copy") or (
        name == "copy" and id(owner) in frame.session.doubts
    )
    for item in (owner, *args) if asked else args:
        refuse_unsure_keys(frame, item, node)
    return call_directly(frame, callee, args, keywords, node)


def found_in(frame: Frame, items: Any, call: MethodCall) -> Any:
    """``xs.index(x)`` and the like, where run time knows what is equal, or what the
    user has written."""
    name, args, keywords, node = call
    # Of other arguments, Python says what is wrong.
    wrong = keywords or len(args) not in ((1, 2, 3) if name == "index" else (1,))
    if name not in _FINDING or wrong:
        return NotImplemented
    decided = has_box((items, args))
    if not decided and users_comparison((items, args)) is None:
        return NotImplemented
    if len(args) > 1:
        return _index_between(frame, items, call)
    parts, wanted = [*kind_of(items).parts(items)], args[0]
    found = _comparisons(frame, parts, wanted, name != "count", node)
    if name == "count" and found is not None and not has_box(found):
        return sum(found)
    first = next((k for k, one in enumerate(found or ()) if one is not False), None)
    if name != "count" and found and first is not None and found[first] is True:
        if name == "index":
            return first
        change(frame, items, node, resizes=True)
        del items[first]
        return None
    if name == "remove":
        change(frame, items, node, unknown=True)
    some = as_run_time(frame, parts, node)
    if name == "index" and isinstance(items, tuple):
        return place_in_tuple(frame, some, wanted, node)
    return list_method(frame, some, name, args, node)


def _comparisons(
    frame: Frame, parts: list[Any], wanted: Any, one: bool, node: ast.AST
) -> list[Any] | None:
    """Which parts are equal to an object, up to the first where ``one`` is looked for;
    None where run time says which of them are asked, and somebody sees that."""
    start, found = Snapshot(frame), list[Any]()
    for part in parts:
        found.append(part is wanted or is_found(frame, part, wanted, node))
        if one and found[-1] is True:
            break
    if has_box(found) and not (is_plain(parts) and is_plain(wanted)):
        start.back()
        return None
    return found


@builtin(is_or_equals)
def _is_or_equals(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
    """The numbers that two tuples are made of are found as Python finds them in a list:
    by their identity as well."""
    one, other = map(current, args)
    if isinstance(one, tuple) and isinstance(other, tuple):
        parts, others = [*kind_of(one).parts(one)], [*kind_of(other).parts(other)]
        same: Any = len(parts) == len(others)
        for pair in zip(parts, others, strict=True) if same else ():
            same = both(frame, same, _is_or_equals(frame, [*pair], {}, node))
        return of_python(frame, same)
    if not (aval_of(one).is_float and aval_of(other).is_float):
        return equality(frame, one, other, node)
    emit, atom = frame.session.builder.emit, frame.session.atom
    return frame.session.box(
        emit("list_contains", emit("list_of", atom(one)), atom(other))
    )


def _index_between(frame: Frame, items: Any, call: MethodCall) -> Any:
    """``xs.index(x, start, stop)``."""
    name, (wanted, *bounds), _, node = call
    if has_box(bounds):
        message = "`index` between places that run time knows is not supported"
        help = "look for it in a slice: `xs[i:].index(x) + i`"
        frame.refuse("SRC012", message, node, help=help)
    parts, (start, *stop) = [*kind_of(items).parts(items)], bounds
    with frame.raises(node, TypeError):
        places = range(len(parts))[start : stop[0] if stop else None]
    some = frame.session.own([parts[k] for k in places])
    found = found_in(frame, some, MethodCall(name, [wanted], {}, node))
    if found is NotImplemented:
        found = call_directly(frame, some.index, [wanted], {}, node)
    return apply_binary(frame, "add", found, places.start, node)


def list_changed(frame: Frame, items: list[Any], call: MethodCall) -> Any:
    """A method of a list; NotImplemented where it is Python's own, which may be
    called now."""
    name, args, keywords, node = call
    if name == "extend" and len(args) == 1:
        if one_by_one(args[0], items):
            return inline(frame, extended, [items, *args], {}, node)
        args = [extension(frame, items, args[0], node)]
    found = found_in(frame, items, call)
    if found is not NotImplemented or name not in CHANGING:
        return found
    if name == "clear" and has_nothing_yet(frame, items) and not (args or keywords):
        return None
    # At a place, or of an item, that run time knows.
    unknown = name in ("insert", "pop") and has_box(args[:1])
    change(frame, items, node, name in RESIZING, unknown, _sample(name, args))
    if name == "extend":
        return list.extend(items, *args)
    if name != "sort":
        return NotImplemented
    ordered = in_order(frame, [*items], keywords, node)
    if is_run_time_list(ordered):
        change(frame, items, node, unknown=True, sample=items[0])
    items[:] = ordered
    return None


def dict_changed(frame: Frame, items: dict[Any, Any], call: MethodCall) -> Any:
    """The same, of a dict."""
    name, args, keywords, node = call
    if name == "update" and len(args) == 1 and not keywords:
        if one_by_one(args[0], items):
            return inline(frame, updated, [items, *args], {}, node)
    if name == "update":
        with frame.session.noting_unknown(items):
            for item in args:
                refuse_unsure_keys(frame, item, node)
            new = dict(*(known_pairs(frame, one, node) for one in args), **keywords)
        for key in new:
            key_in(frame, items, key, node)
        with_known_keys(frame, new, node, items)
    elif name == "get" and args and (keys := keys_among(frame, items, args[0])):
        given = [items, keys, *args, *[None] * (2 - len(args))]
        return inline(frame, item_or, given, {}, node)
    else:
        for key in args[:1]:
            key_in(frame, items, key, node)
    if name in CHANGING:
        change(frame, items, node, resizes=name in RESIZING)
    if name == "update":
        return items.update(new)
    if not args or not is_told(frame, args[0], keys_of(items), node):
        return NotImplemented
    refuse_unsure_keys(frame, items, node)
    with frame.raises(node, Exception):
        return getattr(dict, name)(items, *args, **keywords)


def counted(
    frame: Frame,
    counter: Counter[Any],
    args: Sequence[Any],
    keywords: dict[str, Any],
    node: ast.AST,
    operator: str = "add",
) -> Counter[Any]:
    """``counter.update(*args, **keywords)``, which adds to what was counted; with
    another operator ``counter.subtract``."""
    # Of one that is made here no handler knows.
    made_before = frame.session.owns(frame.session.place(counter))
    for given in (*args, keywords):
        if operator == "add" and made_before and one_by_one(given, counter):
            inline(frame, tallied, [counter, given], {}, node)
            continue
        refuse_unsure_keys(frame, given, node)
        kind = kind_of(given).class_of(given)
        frame.session.door.subclass(kind, Mapping)
        if issubclass(kind, Mapping):
            pairs = with_known_keys(frame, dict(entries_of(frame, given, node)), node)
        else:
            with frame.session.noting_unknown(counter):
                keys = sequence_parts(frame, given, node)
                pairs = Counter(as_keys(frame, keys, node))
        for key, many in pairs.items():
            if operator != "add" or key in counter:
                many = apply_binary(frame, operator, counter[key], many, node)
            counter[key] = many
    return counter


def known_pairs(frame: Frame, given: Any, node: ast.AST) -> Any:
    """What a dict is filled from: another one, or pairs, those of run time one by
    one."""
    found = iterable(frame, entries_of(frame, given, node), node)
    if kind_of(found).is_lazy:
        found = collected(frame, found, node)
    if not kind_of(found).makes_elements and not is_run_time_list(found):
        return found
    rows = sequence_parts(frame, found, node)
    return [sequence_parts(frame, row, node) for row in rows]


def with_known_keys(
    frame: Frame, items: dict[Any, Any], node: ast.AST, among: Iterable[Any] = ()
) -> dict[Any, Any]:
    """A dict that was made of pairs: its keys must be known, since they are told apart
    by what they are."""
    as_keys(frame, items, node, among)
    return items


def _sample(method: str, args: list[Any]) -> Any:
    """What a method puts into a list; a number where it puts nothing."""
    if method == "extend":
        return args[0][0] if args and args[0] else 0.0
    return args[-1] if args and method in ("append", "insert") else 0.0


def _from_keys(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
    if is_unknown(frame, node):
        return inline(frame, from_keys, args, named, node)
    with making(frame, node):
        return made(frame, _of_known_keys(frame, args, named, node), node)


@builtin(dict.fromkeys)
def _of_known_keys(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
    keys, *value = args
    parts = sequence_parts(frame, collected(frame, keys, node), node)
    return dict.fromkeys(as_keys(frame, parts, node), *value)


_of_known_keys = HANDLERS[dict.fromkeys]
HANDLERS[dict.fromkeys] = _from_keys
