"""The methods and operators of lists that a program builds while it runs."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from srcad.compiler.evaluate.contents import RunTimeList
from srcad.compiler.evaluate.dispatch import call, inline
from srcad.compiler.evaluate.facts import Relation
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import (
    kind_of,
    leaves,
    rebuilt,
    same_structure,
)
from srcad.compiler.evaluate.objects import (
    Box,
    aval_of,
    box_of,
    is_array,
    is_number,
    is_optional,
)
from srcad.compiler.evaluate.operations.sequences import sequence_parts
from srcad.compiler.evaluate.operations.truth import both, negated
from srcad.compiler.evaluate.paths.checks import raise_where
from srcad.compiler.evaluate.storage import list_library as ours
from srcad.compiler.evaluate.storage.elements import note_lengths
from srcad.compiler.evaluate.storage.empty_lists import (
    check_filled,
    has_nothing,
    note_row,
)
from srcad.compiler.evaluate.storage.lengths import emitted
from srcad.compiler.evaluate.storage.list_items import (
    bounds_of,
    index_atom,
    is_list_box,
    is_run_time_list,
)
from srcad.compiler.evaluate.storage.lists import (
    derived,
    list_from,
    list_length,
    lists_of,
    mapped,
    popped,
    put,
    read_list,
    share_elements,
    write,
)
from srcad.compiler.evaluate.storage.nested_lists import note_unknown_identity
from srcad.compiler.evaluate.storage.read_ahead import refuse_resized
from srcad.compiler.evaluate.streams import one_by_one
from srcad.compiler.ir.avals import AnyAval, SequenceAval, without_none
from srcad.compiler.ir.lists import LAST
from srcad.compiler.ir.types import NONE, Atom, Lit
from srcad.compiler.reading.structures import is_part
from srcad.compiler.reading.world import users_comparison

Method = Callable[[Frame, RunTimeList, list[Any], ast.AST], Any]
_METHODS: dict[str, tuple[range, Method]] = {}


def list_method(
    frame: Frame, xs: RunTimeList, name: str, args: list[Any], node: ast.AST
) -> Any:
    """``xs.append(x)`` and the like."""
    counts, method = _METHODS.get(name, (range(0), None))
    if method is None or len(args) not in counts:
        frame.refuse(
            "SRC012",
            f"`{name}` of a list that is built at run time is not supported"
            + (f" with {len(args)} arguments" if method is not None else ""),
            node,
            help="append to it, read its items, or stack it with `np.stack`",
        )
    return method(frame, xs, args, node)


def _method(name: str, *counts: int) -> Callable[[Method], Method]:
    """Register a method of lists, which takes as many arguments as ``counts`` says."""

    def register(method: Method) -> Method:
        _METHODS[name] = (range(min(counts), max(counts) + 1), method)
        return method

    return register


def _change(
    frame: Frame,
    xs: RunTimeList,
    node: ast.AST,
    primitive: str,
    *rest: Atom,
    **attributes: Any,
) -> None:
    """Change a list in place, by a primitive that puts nothing into it."""
    if primitive != "list_reverse":
        refuse_resized(frame, xs, node)
    for box in lists_of(xs):
        given = box.value, *rest
        *_, new = emitted(frame.session, primitive, *given, **attributes)
        write(frame, box, new, node)


@_method("append", 1)
def _append(frame: Frame, xs: RunTimeList, args: list[Any], node: ast.AST) -> None:
    put(frame, xs, "list_append", args[0], node)


@_method("insert", 2)
def _insert(frame: Frame, xs: RunTimeList, args: list[Any], node: ast.AST) -> None:
    place = index_atom(frame, args[0], node)
    put(frame, xs, "list_insert", args[1], node, place, exact=False)


@_method("extend", 1)
def _extend(frame: Frame, xs: RunTimeList, args: list[Any], node: ast.AST) -> None:
    (items,) = args
    if one_by_one(items, xs):
        inline(frame, ours.extended, [xs, items], {}, node)
        return
    if not is_run_time_list(items):
        items = _rows(frame, items, node)
    if not lists_of(items):
        for item in items:
            put(frame, xs, "list_append", item, node)
        return
    _check_same_form(frame, xs, items, node)
    for box, other in zip(lists_of(xs), lists_of(items), strict=True):
        share_elements(frame, other, box)
        (new,) = emitted(frame.session, "list_extend", box.value, other.value)
        write(frame, box, new, node)


def _rows(frame: Frame, items: Any, node: ast.AST) -> Any:
    """What a list is extended by, as a list: of an array its rows."""
    if is_array(items):
        return as_list(frame, items)
    if kind_of(items).makes_elements and items.count is None:
        frame.refuse(
            "SRC012",
            "`extend` by what has as many elements as run time knows",
            node,
            help="append in a loop",
        )
    return sequence_parts(frame, items, node)


def as_list(frame: Frame, array: Any) -> Box:
    """``list(x)`` of an array: its rows."""
    session = frame.session
    (value,) = emitted(session, "unstack", session.atom(array), axis=0)
    rows = session.box(value)
    if kind_of(array).is_value:
        for owner in array.owners:
            session.note(Relation.SHARES, owner, rows)
    return rows


@_method("pop", 0, 1)
def _pop(frame: Frame, xs: RunTimeList, args: list[Any], node: ast.AST) -> Any:
    place = index_atom(frame, args[0], node) if args else LAST
    return popped(frame, xs, place, node)


@_method("remove", 1)
def _remove(frame: Frame, xs: RunTimeList, args: list[Any], node: ast.AST) -> None:
    missing = "list.remove(x): x not in list"
    check_filled(frame, xs, node, missing, ValueError)
    _refuse_missing(frame, xs, args[0], missing, node)
    found = _found(frame, xs, "list_index", ours.place_to_remove, args[0], node)
    _change(frame, xs, node, "list_pop", index_atom(frame, found, node), exact=True)


def _refuse_missing(
    frame: Frame, xs: RunTimeList, item: Any, message: str, node: ast.AST
) -> None:
    """Raise what Python does of a number that is not there; what is compared by a
    function of Python, that says it."""
    if is_list_box(xs):
        missing = negated(frame, contains(frame, xs, item, node), node)
        raise_where(frame, missing, ValueError, message, node)


def place_in_tuple(frame: Frame, xs: RunTimeList, item: Any, node: ast.AST) -> Any:
    """``xs.index(item)`` of a tuple whose parts these are."""
    message = "tuple.index(x): x not in tuple"
    _refuse_missing(frame, xs, item, message, node)
    return _found(frame, xs, "list_index", ours.place_in_tuple, item, node)


@_method("clear", 0)
def _clear(frame: Frame, xs: RunTimeList, args: list[Any], node: ast.AST) -> None:
    refuse_resized(frame, xs, node)
    for box in lists_of(xs):
        write(frame, box, frame.session.builder.emit("list_of"), node)


@_method("reverse", 0)
def _reverse(frame: Frame, xs: RunTimeList, args: list[Any], node: ast.AST) -> None:
    _change(frame, xs, node, "list_reverse")


@_method("copy", 0)
def _copy(frame: Frame, xs: RunTimeList, args: list[Any], node: ast.AST) -> Any:
    return mapped(frame, xs, "copy")


@_method("index", 1)
def _index(frame: Frame, xs: RunTimeList, args: list[Any], node: ast.AST) -> Any:
    return _found(frame, xs, "list_index", ours.place_of, args[0], node)


@_method("count", 1)
def _count(frame: Frame, xs: RunTimeList, args: list[Any], node: ast.AST) -> Any:
    return _found(frame, xs, "list_count", ours.count_of, args[0], node)


@_method("__len__", 0)
def _len(frame: Frame, xs: RunTimeList, args: list[Any], node: ast.AST) -> Any:
    return list_length(frame, xs)


@_method("__getitem__", 1)
def _getitem(frame: Frame, xs: RunTimeList, args: list[Any], node: ast.AST) -> Any:
    return read_list(frame, xs, args[0], node)


def contains(frame: Frame, xs: RunTimeList, item: Any, node: ast.AST) -> Any:
    """``item in xs``."""
    return _found(frame, xs, "list_contains", ours.is_in, item, node)


def _found(
    frame: Frame,
    xs: RunTimeList,
    primitive: str,
    otherwise: Any,
    item: Any,
    node: ast.AST,
) -> Any:
    """What is found by comparing the elements with ``item``: numbers by the primitive,
    ``otherwise`` by a function of Python."""
    session = frame.session
    # What was read is found by its identity as well: of nan that is another answer.
    read = id(item) in session.joined and any(aval_of(x).is_float for x in leaves(item))
    if not is_list_box(xs) and (not read or _is_of_numbers(item)):
        equal = [ours.is_or_equals] if read else []
        return inline(frame, otherwise, [xs, item, *equal], {}, node)
    known = is_list_box(xs) and kind_of(item).is_numeric
    atom: Atom = NONE
    if known:
        # None is found among the elements like a number: it is equal to none of these.
        optional = is_optional(item)
        atom = session.value_or_none(item) if optional else session.atom(item)
    if not without_none(atom.aval).is_scalar:
        if has_nothing(xs):
            note_row(frame, xs, item)
            if primitive == "list_contains":
                return False
        note_unknown_identity(frame, item)
        frame.refuse(
            "SRC012",
            "looking for this item in this list is not supported",
            node,
            help="go through it in a loop, and compare the items",
        )
    (box,) = lists_of(xs)
    return session.box(session.builder.emit(primitive, box.value, atom))


def lists_equal(frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
    """``left == right``, of which run time knows how long one is: each part of what is
    in them is in a list of its own. An item is equal to itself, nan as well."""
    session, like = frame.session, left if is_run_time_list(left) else right
    left, right = (as_run_time(frame, xs, node, like) for xs in (left, right))
    of_lists = zip(lists_of(left), lists_of(right), strict=False)
    pairs = [(one.value, other.value) for one, other in of_lists]
    scalars = all(_innermost(one.aval).is_scalar for pair in pairs for one in pair)
    if not scalars or not _are_of_one_form(left, right):
        message = "the items of a list must be known to be compared"
        frame.needs_static(message, node, "is built at run time")
    equal: Any = True
    for pair in pairs:
        one = session.box(session.builder.emit("list_equal", *pair))
        equal = both(frame, equal, one)
    return equal


def _innermost(aval: AnyAval) -> AnyAval:
    """What the elements of a list are, and of the lists in it."""
    while isinstance(aval, SequenceAval):
        aval = aval.element
    return without_none(aval)


def _are_of_one_form(left: RunTimeList, right: RunTimeList) -> bool:
    """Whether what is in two lists is the same wherever all its parts are."""
    if is_list_box(left) or is_list_box(right):
        return is_list_box(left) and is_list_box(right)
    forms = [kind_of(xs).form(xs) for xs in (left, right)]
    return same_structure(*forms) and _is_of_known_numbers(forms[0])


def _is_of_known_numbers(form: Any) -> bool:
    """The same as of an item, of one whose numbers may be known."""
    if isinstance(form, tuple) and users_comparison(form) is None:
        return all(map(_is_of_known_numbers, kind_of(form).parts(form)))
    return is_number(form) or _is_of_numbers(form)


def _is_of_numbers(item: Any) -> bool:
    """Whether an item is a tuple of numbers, texts, and such tuples."""
    if isinstance(item, tuple) and users_comparison(item) is None:
        return all(map(_is_of_numbers, kind_of(item).parts(item)))
    choice = kind_of(item).choice(item)
    options = [item] if choice is None else choice.options.values()
    texts = all(isinstance(one, str) for one in options)
    return texts or aval_of(item).is_scalar


def delete(frame: Frame, xs: RunTimeList, key: Any, node: ast.AST) -> None:
    """``del xs[key]``."""
    if not is_part(key):
        place, how = index_atom(frame, key, node), {"exact": False, "deleted": True}
        _change(frame, xs, node, "list_pop", place, **how)
        return
    start, stop = _plain_bounds(frame, key, node)
    if stop == NONE:
        _change(frame, xs, node, "list_cut", Lit(0) if start == NONE else start)
        return
    _replace(frame, xs, start, stop, None, node)


def write_slice(
    frame: Frame, xs: RunTimeList, key: slice, items: Any, node: ast.AST
) -> None:
    """``xs[start:stop] = items``, which may be of another length."""
    if key.step not in (None, 1):
        parts = [key.start, key.stop, key.step]
        inline(frame, ours.put_in_steps, [xs, *parts, items], {}, node)
        return
    start, stop = _plain_bounds(frame, key, node)
    if kind_of(items).class_of(items) is not list:
        items = call(frame, list, [items], {}, node)
    new = as_run_time(frame, items, node, xs)
    _check_same_form(frame, xs, new, node)
    _replace(frame, xs, start, stop, new, node)


def _plain_bounds(frame: Frame, key: slice, node: ast.AST) -> tuple[Atom, Atom]:
    """The bounds of a slice without a step, in order."""
    bounds = bounds_of(frame, key, node)
    numbers = [b.value for b in bounds if b.is_literal and b != NONE]
    known = len(numbers) == 2 and (numbers[0] < 0) == (numbers[1] < 0)
    if len(bounds) > 2 or (NONE not in bounds and not known):
        frame.refuse(
            "SRC012",
            "this part of a list that is built at run time cannot be replaced",
            node,
            help="put it together anew: `xs = xs[:i] + ys + xs[j:]`",
        )
    start, stop = bounds
    return (start, Lit(max(numbers))) if known else (start, stop)


def _replace(
    frame: Frame, xs: RunTimeList, start: Atom, stop: Atom, new: Any, node: ast.AST
) -> None:
    """Put the lists of ``new`` in the place of a part of a list."""
    emit = frame.session.builder.emit
    others = lists_of(new) if new is not None else [None] * len(lists_of(xs))
    for box, other in zip(lists_of(xs), others, strict=True):
        parts: list[Atom] = []
        if start not in (NONE, Lit(0)):
            parts.append(emit("list_slice", box.value, NONE, start))
        if other is not None:
            share_elements(frame, other, box, alone=_is_whole(start, stop))
            parts.append(other.value)
        if stop != NONE:
            parts.append(emit("list_slice", box.value, stop, NONE))
        whole = parts[0] if parts else emit("list_of")
        for part in parts[1:]:
            whole = emit("list_plus", whole, part)
        if other is not None and whole is other.value:
            whole = emit("copy", whole)
        assert not whole.is_literal
        write(frame, box, whole, node)


def _is_whole(start: Atom, stop: Atom) -> bool:
    return start in (NONE, Lit(0)) and stop == NONE


def plus(frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
    """``xs + ys``, of which one at least is built at run time."""
    like, other = (left, right) if is_run_time_list(left) else (right, left)
    if kind_of(other).is_numeric:
        frame.refuse(
            "SRC013",
            "a list cannot be an operand of an array",
            node,
            help="make it an array with `np.stack`, or extend it by the rows",
        )
    xs, ys = (as_run_time(frame, item, node, like) for item in (left, right))
    _check_same_form(frame, xs, ys, node)
    pairs = zip(lists_of(xs), lists_of(ys), strict=True)
    values = [
        emitted(frame.session, "list_plus", a.value, b.value)[0] for a, b in pairs
    ]
    return rebuilt(xs, (derived(frame, value, xs, ys) for value in values))


def times(frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
    """``xs * k`` or ``k * xs``, where run time knows one of them."""
    is_count = kind_of(right).class_of(right) is not list
    items, count = (left, right) if is_count else (right, left)
    if box_of(count).holds:
        # NumPy multiplies each element.
        help = "repeat a list by an int, as in `int(k) * xs`"
        message = "a list as an operand of an array is not supported"
        frame.refuse("SRC013", message, node, help=help)
    atom = index_atom(frame, count, node)
    result = mapped(frame, as_run_time(frame, items, node), "list_repeat", atom)
    for box in lists_of(result):
        frame.session.note(Relation.REPEATS, box, box)
    return result


def times_in_place(frame: Frame, xs: RunTimeList, count: Any, node: ast.AST) -> None:
    """``xs *= k``."""
    _change(frame, xs, node, "list_repeat", index_atom(frame, count, node))
    for box in lists_of(xs):
        frame.session.note(Relation.REPEATS, box, box)


def _check_same_form(frame: Frame, xs: Any, ys: Any, node: ast.AST) -> None:
    if not same_structure(xs, ys):
        note_lengths(frame.session, *(kind_of(one).form(one) for one in (xs, ys)))
        message = "the two lists hold items of different kinds"
        frame.refuse("SRC019", message, node)


def as_run_time(
    frame: Frame, items: Any, node: ast.AST, like: Any = None
) -> RunTimeList:
    """A list that is known item by item, as one of run time.

    One without items is of the form of ``like``.
    """
    if is_run_time_list(items):
        known: RunTimeList = items
        return known
    if not isinstance(items, list):
        what = kind_of(items).described(items)
        frame.refuse("SRC021", f"TypeError: a list and {what} cannot be added", node)
    form = items[0] if items else kind_of(like).form(like)
    return list_from(frame, items, form, node)
