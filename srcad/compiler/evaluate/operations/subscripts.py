"""Reading and writing subscripts."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterator
from typing import Any, NoReturn

import numpy as np

from srcad.compiler.evaluate.dispatch import evaluate, evaluate_partly
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of
from srcad.compiler.evaluate.known import (
    is_number_of_numpy,
    is_told,
    key_in,
    static,
)
from srcad.compiler.evaluate.objects import (
    Box,
    Place,
    as_tuple,
    aval_of,
    box_of,
    is_without_axes,
    is_written_in_place,
)
from srcad.compiler.evaluate.operations.changes import (
    change,
    extension,
    has_nothing_yet,
    refuse_unsafe_write,
)
from srcad.compiler.evaluate.operations.operators import (
    apply_binary,
    augmented,
    is_whole,
)
from srcad.compiler.evaluate.operations.places import as_place
from srcad.compiler.evaluate.operations.special import as_index
from srcad.compiler.evaluate.refusals import refuse_classes, refuse_type
from srcad.compiler.evaluate.storage.aliases import reachable
from srcad.compiler.evaluate.storage.chosen import all_as_choices
from srcad.compiler.evaluate.storage.element_writes import (
    changing_element,
    write_array_in_place,
)
from srcad.compiler.evaluate.storage.elements import is_element
from srcad.compiler.evaluate.storage.growing_lists import callers_list
from srcad.compiler.evaluate.storage.list_items import (
    can_be_held,
    is_list,
    is_list_box,
    is_run_time_list,
)
from srcad.compiler.evaluate.storage.lists import list_from, opened
from srcad.compiler.evaluate.wording import refuse_effect
from srcad.compiler.ir.avals import PYTHON_CLASSES, Aval
from srcad.compiler.ir.index import Index, Ref, reads_view
from srcad.compiler.ir.shapes import DtypeError, indexed_shape
from srcad.compiler.ir.sizes import ShapeError
from srcad.compiler.ir.types import Atom, Value, array_aval
from srcad.compiler.reading.paths import keys_of
from srcad.compiler.reading.sizes import is_known
from srcad.compiler.reading.structures import is_part

_MOST_KEYS = 16  # of a dict are compared with one that run time knows


def read_subscript(frame: Frame, node: ast.Subscript) -> Any:
    """``x[index]`` of an array, or of a structure known at compile time."""
    owner = evaluate_partly(frame, node.value)
    return read_item(frame, owner, evaluate(frame, node.slice), node)


def read_item(frame: Frame, owner: Any, key: Any, node: ast.AST) -> Any:
    """``owner[key]``."""
    door = frame.session.door
    if door.is_pending(owner) and has_box(key):
        owner = door.whole(owner)
    key = as_place(frame, owner, key, node)
    found = kind_of(key).item_at(frame, owner, key, node)
    if found is NotImplemented:
        found = kind_of(owner).item(frame, owner, key, node)
    return python_item(frame, owner, key, node) if found is NotImplemented else found


def python_item(frame: Frame, owner: Any, key: Any, node: ast.AST) -> Any:
    """``owner[key]`` as Python gives it, where both are known."""
    with frame.raises(node, LookupError, TypeError):
        key = _known_key(frame, owner, key, node)
        if not kind_of(owner).has_keys:
            key = static(frame, as_index(frame, key, node), node)
        return frame.session.door.item(owner, key)


def _known_key(frame: Frame, owner: Any, key: Any, node: ast.AST) -> Any:
    """The key of an item, or its place."""
    node = getattr(node, "slice", node)
    if kind_of(owner).has_keys:
        return key_in(frame, owner, key, node)
    return static(frame, key, node)


def _is_unknown(frame: Frame, owner: Any, key: Any, node: ast.AST) -> bool:
    """Whether run time knows which item has a key, or stands at a place."""
    among = keys_of(owner) if kind_of(owner).has_keys else None
    return has_box(key) and not is_told(frame, key, among, node)


def keys_among(frame: Frame, owner: Any, key: Any) -> tuple[Any, ...]:
    """The keys of a dict which run time chooses one of, if they are whole numbers or
    truths, or tuples of them and of texts, and few; nothing where a loop around can be
    written out, so that the key is known."""
    parts = key if type(key) is tuple else (key,)
    told = has_box(key) and all(map(_is_told_by_value, parts))
    if not told or any(loop.unrolls for loop in frame.session.loops):
        return ()
    keys = tuple(keys_of(owner))
    if len(keys) > _MOST_KEYS or not all(_is_alike(one, key) for one in keys):
        return ()
    if key is parts:
        # What it holds may be of several kinds: then it is kept as two lists.
        frame.session.note_unknown(owner)
    return keys


def _is_told_by_value(part: Any) -> bool:
    """Whether a key, or a part of one, is a whole number, a truth or a known text."""
    aval = aval_of(part)
    whole = is_whole(part) or (aval.is_scalar and aval.is_bool)
    return whole or (not has_box(part) and type(part) in (int, bool, str))


def _is_alike(known: Any, key: Any) -> bool:
    """Whether a known key is of the parts that one which run time knows has."""
    if type(key) is tuple:
        same = type(known) is tuple and len(known) == len(key)
        return same and all(map(_is_alike, known, key))
    return type(known) in ((int, bool) if has_box(key) else (int, bool, str))


def with_items_of_run_time(frame: Frame, items: list[Any], node: ast.AST) -> Any:
    """A list that is read at a place that run time knows, if it can be one of run
    time; not where a loop around can be written out, so that the place is known."""
    session, now = frame.session, [opened(frame, one, node) for one in items]
    session.note_sets(*now)
    lists = all(is_list(one) or kind_of(one).keeps_lists for one in now)
    known = id(items) in session.held
    one_by_one = any(loop.unrolls for loop in session.loops) and not (lists and known)
    if not items or one_by_one:
        return None
    if not all(can_be_held(now[0], item) or is_list_box(item) for item in now):
        now = all_as_choices(session, now)
        chosen = all(kind_of(item).choice(item) is not None for item in now)
        # What is chosen by run time is changed by nobody.
        same = chosen and all(can_be_held(now[0], item) for item in now)
        return list_from(frame, now, now[0], node) if same else None
    if not known:
        return callers_list(frame, items, node)
    if reachable(frame, session.place(items)):
        change(frame, items, node, unknown=True)
    return list_from(frame, items, items[0], node)


def read_array(frame: Frame, owner: Box, key: Any, node: ast.AST) -> Any:
    """``x[key]`` of a run-time array: a view of it where NumPy gives one."""
    session = frame.session
    array = session.atom(owner)
    if not array.aval.is_numeric:
        frame.refuse("SRC013", f"{array.aval} cannot be indexed", node)
    if _is_truth(key) and not array.aval.tensor and not array.aval.weak:
        row, mask = _row(frame, array), _mask(frame, key)
        return session.box(session.builder.getitem(row, _OF_MASK, mask))
    given, args = make_index(frame, key, getattr(node, "slice", node))
    if given.axes(args) > array.aval.ndim and not array.aval.tensor:
        _raise_awaited(frame, array.aval.weak, node)
    index = given.without_ellipsis(array.aval.ndim, args)
    axes = tuple(range(index.entries.count(None)))
    if not array.aval.ndim and axes and not index.axes(args):
        if is_written_in_place(owner):
            return session.view(owner, array, "expand_dims", axis=axes)
        # Of a number of NumPy, it makes an array.
        return session.box(session.builder.emit("expand_dims", array, axis=axes))
    if not array.aval.ndim and index.entries == (Ellipsis,):
        # A number of NumPy is made anew; an array it is itself.
        own = is_written_in_place(owner) or array.aval.tensor
        box = owner if own else session.box(array)
        box.holds = not array.aval.tensor
        return box
    shape = indexed_shape(array_aval(array), index, args, session.builder.sizes)
    # With an ellipsis even an element is a view; a Tensor selects as an array does.
    selects = array.aval.tensor and any(array_aval(one).tensor for one in args)
    # To NumPy, a place in an array without axes is an array of places.
    selects |= any(map(_is_array, as_tuple(key)))
    if not selects and (index is not given or reads_view(index, len(shape), args)):
        return session.view(owner, array, "getitem", *args, index=index)
    return session.box(session.builder.getitem(array, index, *args))


def _raise_awaited(frame: Frame, of_python: bool, node: ast.AST) -> None:
    """Raise what Python does of too many indices, where a handler waits for it."""
    if frame.session.handlers.await_one(TypeError if of_python else IndexError):
        with frame.raises(node, TypeError, IndexError):
            if of_python:
                raise TypeError("a number is not subscriptable")
            raise IndexError("too many indices for array")


def make_index(frame: Frame, key: Any, node: ast.AST) -> tuple[Index, tuple[Atom, ...]]:
    """The template of an index, and the run-time values in it."""
    args: list[Atom] = []
    entries = as_tuple(key)
    found = tuple(kind_of(one).in_index(frame, one, args, node) for one in entries)
    return Index(found, entries is key), tuple(args)


def reference(args: list[Atom], atom: Atom) -> Ref:
    """A place in an index for what run time knows."""
    args.append(atom)
    return Ref(len(args) - 1)


def array_in_index(frame: Frame, item: Any, args: list[Atom], node: ast.AST) -> Ref:
    """An array as an entry of an index: positions, or a mask."""
    ref = reference(args, frame.session.atom(item))
    aval = array_aval(args[ref.position])
    if aval.dtype == "bool" and not aval.ndim:
        refuse_truth(frame, node)
    if aval.is_float:
        refuse_classes(frame, box_of(item), node)
        message = f"an index cannot be of dtype {aval.dtype}"
        help = "positions are integers, masks are bools"
        frame.refuse("SRC017", message, node, help=help)
    return ref


def refuse_truth(frame: Frame, node: ast.AST) -> NoReturn:
    """One truth as an index gives the array a new axis, of size 1 or 0."""
    message = "one truth as an index is not supported"
    help = "index with a mask as long as the axis, or write an `if`"
    frame.refuse("SRC013", message, node, help=help)


def place_of_item(
    frame: Frame, target: ast.Subscript, operator: str | None = None
) -> Place:
    """What is written to in ``x[index] = ...``."""
    owner, key = evaluate(frame, target.value), evaluate(frame, target.slice)
    if operator is None:
        return Place(owner, key)
    key = as_place(frame, owner, key, target)
    return Place(owner, key, operator, kind_of(owner).old(frame, owner, key, target))


def write_item(frame: Frame, place: Place, item: Any, node: ast.AST) -> None:
    """``x[index] = item``, or ``x[index] op= item``."""
    place = place._replace(key=as_place(frame, place.owner, place.key, node))
    done = kind_of(place.key).set_at(frame, place, item, node)
    if done is NotImplemented:
        done = kind_of(place.owner).set_item(frame, place, item, node)
    if done is NotImplemented:
        refuse_effect(frame, f"this writes into a {type(place.owner).__name__}", node)


def refuse_fixed(frame: Frame, place: Place, value: Any, node: ast.AST) -> NoReturn:
    """Refuse to write into what Python does not let be changed: an operator has changed
    the item by then."""
    owner, _, operator, old = place
    if operator is not None and old is not None:
        augmented(frame, operator, old, value, node)
    _refuse_fixed(frame, kind_of(owner).class_name(owner), node, "a list")


def _refuse_fixed(frame: Frame, name: str, node: ast.AST, made: str) -> NoReturn:
    message = f"'{name}' object does not support item assignment"
    refuse_type(frame, message, node, f"make {made} of it, which can be changed")


# What Python puts into a part of a list itself, or says that it cannot.
_OF_PYTHON = (list, tuple, dict, str, range, bool, int, float, complex, type(None))


def write_known(frame: Frame, place: Place, item: Any, node: ast.AST) -> None:
    """Write an item of a list or dict that is known item by item."""
    owner, key, operator, old = place
    if type(owner) is list and not owner and is_whole(key):
        # An earlier iteration may have put something into it, as where it is read.
        with frame.at_first(None), frame.raises(node, IndexError):
            raise IndexError("list assignment index out of range")
    resizes, unknown = is_part(key), _is_unknown(frame, owner, key, node)
    in_turn = type(item) not in _OF_PYTHON or is_run_time_list(item)
    if resizes and operator is None and in_turn:
        item = extension(frame, owner, item, node)
    sample = item if unknown and not resizes and operator is None else 0.0
    said = {"unknown": unknown, "sample": sample}
    with changing(frame, owner, node, resizes, **said):
        key = _known_key(frame, owner, key, node)
        with frame.raises(node, LookupError, TypeError, ValueError):
            if operator is not None:
                item = augmented(frame, operator, old, item, node)
            owner[key] = item


@contextlib.contextmanager
def changing(
    frame: Frame, container: Any, node: ast.AST, resizes: bool = False, **said: Any
) -> Iterator[None]:
    """While a list or dict is changed (see ``change``), which a list of run time may
    have as a part of an element."""
    stored = not resizes and is_element(frame, container)
    change(frame, container, node, resizes=resizes, stored=stored, **said)
    with (
        changing_element(frame, container, node) if stored else contextlib.nullcontext()
    ):
        yield


def delete_subscript(frame: Frame, target: ast.Subscript) -> None:
    """``del values[key]``."""
    owner = evaluate(frame, target.value)
    key = as_place(frame, owner, evaluate(frame, target.slice), target)
    if kind_of(owner).delete_item(frame, owner, key, target) is NotImplemented:
        message = "`del` of an element of this is not supported"
        frame.refuse("SRC011", message, target)


def delete_known(frame: Frame, owner: Any, key: Any, node: ast.AST) -> None:
    """The same, of a list or dict that is known item by item."""
    if is_part(key) and has_nothing_yet(frame, owner):
        return
    change(
        frame, owner, node, resizes=True, unknown=_is_unknown(frame, owner, key, node)
    )
    with frame.raises(node, LookupError, TypeError):
        del owner[_known_key(frame, owner, key, node)]


def write_array(
    frame: Frame,
    box: Box,
    key: Any,
    item: Any,
    node: ast.AST,
    operator: str | None = None,
    before: Atom | None = None,
) -> None:
    """``x[key] = item`` of a run-time array; ``x[key] op= item`` has read a view of it,
    or a copy of what it was ``before``."""
    session = frame.session
    aval = array_aval(box.value)
    if not is_written_in_place(box) and _is_number(frame, box):
        name = f"numpy.{aval.dtype}"
        if aval.weak:
            name = PYTHON_CLASSES[aval.dtype].__name__
        _refuse_fixed(frame, name, node, "an array")
    refuse_unsafe_write(frame, box, node)
    if _is_truth(key) and not aval.tensor:
        _write_if(frame, box, key, item, node, operator, before)
        return
    given, args = make_index(frame, key, node)
    index = given.without_ellipsis(aval.ndim, args)
    if operator is not None:
        old = session.builder.getitem(box.value, index, *args)
        view = index is not given or reads_view(index, array_aval(old).ndim, args)
        if before not in (None, box.value) and not view:
            old = session.builder.getitem(before, index, *args)
        item = apply_binary(frame, operator, session.box(old), item, node)
        if array_aval(old).ndim and not aval.tensor:
            check_dtype(array_aval(item.value), aval)
    value = _in_array(frame, item, node)
    check_fits(frame, box.value, index, args, value)
    value = session.builder.cast_value(value, aval.dtype)
    if not aval.ndim and not args and not array_aval(value).ndim:
        # All that there is. Printed, it is a number, which cannot be written into.
        if value.is_literal:
            empty = session.builder.shape(box.value)
            value = session.builder.full(empty, value, aval.dtype)
        write_array_in_place(frame, box, value, node)
        return
    new = session.builder.emit("setitem", box.value, value, *args, index=index)
    new.hint, new.named = box.value.hint, True
    write_array_in_place(frame, box, new, node)


def _in_array(frame: Frame, item: Any, node: ast.AST) -> Atom:
    value: Any = kind_of(item).in_array(frame, item, node)
    if value is NotImplemented:
        message = f"a {type(item).__name__} cannot be written into an array"
        frame.refuse("SRC013", message, node, help="write a number or an array")
    checked: Atom = value
    return checked


# A truth as an index puts an axis first, of size 1 or 0: of an array as one row, that
# is what a mask of one element gives.
_OF_MASK = Index((Ref(0),))


def _is_truth(key: Any) -> bool:
    aval = aval_of(key)
    of_run_time = aval.is_scalar and aval.is_bool and not aval.tensor
    return of_run_time or type(key) in (bool, np.bool_)


def _row(frame: Frame, array: Atom) -> Value:
    return frame.session.builder.emit("expand_dims", array, axis=(0,))


def _mask(frame: Frame, truth: Any) -> Value:
    mask = _row(frame, frame.session.atom(truth))
    mask.hint = "mask"
    return mask


def _holds(dtype: str, number: Any) -> bool:
    """Whether an array of floats, or of complex numbers, is none of others for it."""
    kind = np.dtype(dtype)
    return kind.kind in "fc" and np.result_type(kind, number) == kind


def _write_if(
    frame: Frame,
    box: Box,
    truth: Any,
    item: Any,
    node: ast.AST,
    operator: str | None,
    before: Atom | None,
) -> None:
    """``x[truth] = item``, or ``x[truth] op= item``."""
    session, array = frame.session, box.value
    builder, ndim = session.builder, array_aval(array).ndim
    mask = _mask(frame, truth)
    if operator is not None:
        old = array if before is None else before
        if aval_of(item).ndim > ndim:
            old = builder.getitem(_row(frame, old), _OF_MASK, mask)
        item = apply_binary(frame, operator, session.box(old), item, node)
        check_dtype(array_aval(item.value), array_aval(array))
    value = _in_array(frame, item, node)
    dtype = array_aval(array).dtype
    value = builder.cast_value(value, dtype)
    # Where it is written, a literal is cast as NumPy does.
    if (not value.is_literal or _holds(dtype, value.value)) and array_aval(
        value
    ).ndim <= ndim:
        check_fits(frame, array, Index((Ellipsis,)), (), value)
        new = builder.emit("where", session.atom(truth), value, array)
    else:
        row = _row(frame, array)
        check_fits(frame, row, _OF_MASK, (mask,), value)
        rows = builder.emit("setitem", row, value, mask, index=_OF_MASK)
        new = builder.getitem(rows, Index((0,)))
    new.hint, new.named = array.hint, True
    write_array_in_place(frame, box, new, node)


def _is_number(frame: Frame, box: Box) -> bool:
    """Whether what is no array is told to be a number."""
    aval = box.aval
    if aval.tensor or frame.source.library:
        return False
    return aval.weak or is_number_of_numpy(frame.session, box)


def _is_array(key: Any) -> bool:
    return isinstance(key, np.ndarray) or is_without_axes(key)


def check_dtype(result: Aval, array: Aval) -> None:
    """Refuse what an operation in place would put into an array of another kind."""
    if not np.can_cast(result.dtype, array.dtype, "same_kind"):
        message = f"{result.dtype} cannot be put into an array of {array.dtype}"
        raise DtypeError(message)


def check_fits(
    frame: Frame, array: Atom, index: Index, args: tuple[Atom, ...], value: Atom
) -> None:
    """Refuse a value that does not broadcast to the place it is written to."""
    sizes = frame.session.builder.sizes
    place = indexed_shape(array_aval(array), index, args, sizes)
    have = array_aval(value).shape
    if len(have) > len(place):
        raise ShapeError(f"a value of rank {len(have)} does not fit {len(place)} axes")
    for dim, slot in zip(have[::-1], place[::-1], strict=False):
        if is_known(dim) and is_known(slot) and dim not in (1, slot):
            raise ShapeError(f"a value of size {dim} does not fit into size {slot}")
