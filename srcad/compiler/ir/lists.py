"""Lists at run time: what the primitives on them give, and how they are evaluated.

A list that a program builds while it runs is one value of the IR. As with arrays, a
change gives a new value, and is printed in place. Its elements have one dtype and rank.
"""

from __future__ import annotations

import math
import operator
from dataclasses import replace
from typing import Any

import numpy as np

from srcad.compiler.ir.avals import (
    BOOL,
    FLOAT,
    INT,
    AnyAval,
    Aval,
    SequenceAval,
    SetAval,
    UndefinedAval,
    common_dtype,
    without_size,
)
from srcad.compiler.ir.shapes import settled
from srcad.compiler.ir.sizes import ShapeError, is_varying, unknown_size, varying_size
from srcad.compiler.ir.types import Lit
from srcad.compiler.reading.sizes import Dim

EMPTY = SequenceAval(UndefinedAval())


def joined_elements(first: AnyAval, second: AnyAval) -> AnyAval:
    """What is known of the elements of a list that holds both kinds.

    Raises ShapeError where they differ in dtype or rank.
    """
    if isinstance(first, UndefinedAval):
        either = first.made is None or not isinstance(second, UndefinedAval)
        return without_size(second) if either else first
    if isinstance(second, UndefinedAval) or first == second:
        return first
    if isinstance(first, SequenceAval) and type(first) is type(second):
        return first.holding(joined_elements(first.element, second.element))
    if not isinstance(first, Aval) or not isinstance(second, Aval):
        raise ShapeError(f"a list of {first} cannot hold {second}")
    dtype = common_dtype(first, second)
    if {FLOAT, INT} == {without_size(first), without_size(second)}:
        dtype = "float64"  # those of Python stand among each other
    if first.ndim != second.ndim or dtype is None:
        raise ShapeError(f"a list of {first} cannot hold {second}")
    shape = map(_joined_sizes, first.shape, second.shape)
    return Aval(
        dtype,
        tuple(shape),
        weak=first.weak and second.weak,
        tensor=first.tensor or second.tensor,
        loose=first.loose or second.loose,
    )


def _joined_sizes(first: Dim, second: Dim) -> Dim:
    if first == second or is_varying(first):
        return first
    return second if is_varying(second) else varying_size()


def element_of(atom: Any) -> AnyAval:
    """What is known of the elements of a list."""
    aval = atom.aval
    assert isinstance(aval, SequenceAval), aval
    return aval.element


def _array(atom: Any) -> Aval:
    element = element_of(atom)
    if not isinstance(element, Aval):
        if isinstance(element, SequenceAval):
            raise ShapeError("the elements of this list are lists, not arrays")
        raise ShapeError("what the elements of this list are is not known")
    return settled(element)


def _list_of(args: Any, _: Any, __: Any) -> AnyAval:
    element: AnyAval = UndefinedAval()
    for atom in args:
        element = joined_elements(element, atom.aval)
    return SequenceAval(element)


def _appended(args: Any, _: Any, __: Any) -> AnyAval:
    return SequenceAval(joined_elements(element_of(args[0]), args[1].aval))


def _element(args: Any, _: Any, __: Any) -> AnyAval:
    element = element_of(args[0])
    return element if isinstance(element, SequenceAval) else _array(args[0])


def _popped(args: Any, _: Any, __: Any) -> tuple[AnyAval, AnyAval]:
    return _element(args, _, __), args[0].aval


def _same_list(args: Any, _: Any, __: Any) -> AnyAval:
    aval: AnyAval = args[0].aval
    return aval


def _changed(args: Any, _: Any, __: Any) -> AnyAval:
    """A list, one element of which is another one now; a zero may be of no shape."""
    element, aval = element_of(args[0]), args[1].aval
    try:
        return SequenceAval(joined_elements(element, aval))
    except ShapeError:
        if isinstance(element, SequenceAval):
            raise
        return SequenceAval(element)


def _added_up(args: Any, _: Any, __: Any) -> AnyAval:
    element = _array(args[0])
    if any(map(is_varying, element.shape)):
        raise ShapeError(f"a list of {element} is not added up at once")
    return without_size(element)


def _added_up_once(args: Any, _: Any, __: Any) -> AnyAval:
    element = element_of(args[0])
    if not element.is_scalar:
        raise ShapeError(f"a list of {element} is not added up at once")
    return FLOAT


def _length(_: Any, __: Any, ___: Any) -> AnyAval:
    return INT


def _truth(_: Any, __: Any, ___: Any) -> AnyAval:
    return BOOL


def _stacked(args: Any, attributes: Any, _: Any) -> AnyAval:
    aval, axis = _array(args[0]), attributes["axis"]
    known = attributes["length"]
    length = unknown_size("length") if known is None else known
    axis = axis + aval.ndim + 1 if axis < 0 else axis
    shape = (*aval.shape[:axis], length, *aval.shape[axis:])
    return Aval(aval.dtype, shape, tensor=aval.tensor)


def _joined(args: Any, attributes: Any, _: Any) -> AnyAval:
    aval, axis = _array(args[0]), attributes["axis"]
    if not -aval.ndim <= axis < aval.ndim:
        raise ShapeError(f"arrays of rank {aval.ndim} have no axis {axis}")
    shape = list(aval.shape)
    shape[axis] = unknown_size("length")
    return Aval(aval.dtype, tuple(shape), tensor=aval.tensor)


def _unstacked(args: Any, attributes: Any, _: Any) -> AnyAval:
    aval, axis = args[0].aval, attributes["axis"] % args[0].aval.ndim
    shape = (*aval.shape[:axis], *aval.shape[axis + 1 :])
    return SequenceAval(replace(aval, shape=shape, weak=False, size=None))


def _split(args: Any, _: Any, __: Any) -> AnyAval:
    element = element_of(args[1])
    assert isinstance(element, Aval), element
    return SequenceAval(replace(element, weak=False))


def _concatenated(xs: Any, axis: int) -> Any:
    return np.concatenate(xs, axis=axis)


def split_like(x: Any, xs: Any, axis: int) -> Any:
    """``x`` in parts that have the sizes of ``xs`` along ``axis``."""
    places = np.cumsum([part.shape[axis] for part in xs])[:-1]
    return np.split(x, places, axis=axis)


def _replaced(xs: Any, value: Any, k: Any) -> Any:
    changed = list(xs)
    changed[k] = value
    return changed


def copied(x: Any) -> Any:
    """A copy of an array, or of a list (whose elements stay the same); None of None."""
    if x is None:
        return None
    return list(x) if isinstance(x, list) else np.copy(x)


def _inserted(xs: Any, value: Any, k: Any, exact: bool) -> Any:
    changed = list(xs)
    changed.insert(k, value)
    return changed


def _pop(xs: Any, k: Any, exact: bool, deleted: bool = False) -> Any:
    changed = list(xs)
    return changed.pop(k), changed


def _place(xs: Any, k: Any) -> Any:
    return slice(k, None).indices(len(xs) - 1)[0]


def _repeated(args: Any, _: Any, __: Any) -> AnyAval:
    return SequenceAval(joined_elements(UndefinedAval(), element_of(args[0])))


def stack_list(xs: Any, axis: int, length: Any, array: bool | str) -> Any:
    """``np.stack``, or ``np.array``; of no elements an array without any."""
    if isinstance(array, str):
        return np.array(xs, array)
    return np.stack(xs, axis) if xs else np.array([])


def _sum_of_lists(args: Any, _: Any, __: Any) -> AnyAval:
    return SequenceAval(joined_elements(*map(element_of, args[:2])))


def _slice_set(xs: Any, ys: Any, *bounds: Any) -> Any:
    changed = list(xs)
    changed[slice(*bounds)] = ys
    return changed


# name: (inference, evaluation, what the result shares with the first argument).
_LISTS: dict[str, tuple[Any, Any, str]] = {
    "list_of": (_list_of, lambda *items: list(items), "fresh"),
    # xs.append(x)
    "list_append": (_appended, lambda xs, x: [*xs, x], "write"),
    # xs.insert(k, x); ``exact`` says that 0 <= k <= len(xs)
    "list_insert": (_appended, _inserted, "write"),
    # xs.extend(ys)
    "list_extend": (_sum_of_lists, lambda xs, ys: xs + ys, "write"),
    # xs[k] = x
    "list_set": (_changed, _replaced, "write"),
    # The same where xs[k] is x already, changed in place
    "list_keep": (_changed, _replaced, "write"),
    # xs.pop(k): the element, and the list; ``exact`` says that 0 <= k < len(xs),
    # ``deleted`` that it is ``del xs[k]``
    "list_pop": (_popped, _pop, "write"),
    # del xs[k:]
    "list_cut": (_same_list, lambda xs, k: xs[:k], "write"),
    # xs.reverse()
    "list_reverse": (_same_list, lambda xs: xs[::-1], "write"),
    # xs[start:stop] = ys, or xs[start:stop:step] = ys, of the same length
    "list_set_slice": (_sum_of_lists, _slice_set, "write"),
    # xs[start:stop], or xs[start:stop:step]
    "list_slice": (_same_list, lambda xs, *bounds: xs[slice(*bounds)], "fresh"),
    # xs + ys
    "list_plus": (_sum_of_lists, lambda xs, ys: xs + ys, "fresh"),
    # xs * k
    "list_repeat": (_repeated, lambda xs, k: xs * k, "fresh"),
    # list(x), along an axis
    "unstack": (
        _unstacked,
        lambda x, axis: list(np.moveaxis(x, axis, 0)),
        "fresh",
    ),
    "split_like": (_split, split_like, "fresh"),
}


def _set_of(args: Any, _: Any, __: Any) -> AnyAval:
    return SetAval(_list_of(args, _, __).element)


def _set_from(args: Any, _: Any, __: Any) -> AnyAval:
    return SetAval(element_of(args[0]))


def _with_member(args: Any, _: Any, __: Any) -> AnyAval:
    return SetAval(joined_elements(element_of(args[0]), args[1].aval))


def _of_both(args: Any, _: Any, __: Any) -> AnyAval:
    return SetAval(joined_elements(*map(element_of, args)))


def _members(args: Any, _: Any, __: Any) -> AnyAval:
    return SequenceAval(element_of(args[0]))


def _set_changed(name: str) -> Any:
    """A method of sets, of a copy."""

    def run(xs: Any, *rest: Any) -> Any:
        changed = xs.copy()
        getattr(changed, name)(*rest)
        return changed

    return run


def _set_pop(xs: Any) -> Any:
    changed = xs.copy()
    return changed.pop(), changed


# Sets of whole numbers. Each is what Python does with its own, in whose order the
# elements are.
_SETS: dict[str, tuple[Any, Any, str]] = {
    # {x, y}
    "set_of": (_set_of, lambda *items: set(items), "fresh"),
    # set(xs), of a list or a set
    "set_from": (_set_from, set, "fresh"),
    "set_add": (_with_member, _set_changed("add"), "write"),
    "set_discard": (_same_list, _set_changed("discard"), "write"),
    # s.pop(): the element, and the set
    "set_pop": (_popped, _set_pop, "write"),
    "set_clear": (_same_list, _set_changed("clear"), "write"),
    "set_update": (_of_both, _set_changed("update"), "write"),
    "set_difference_update": (
        _same_list,
        _set_changed("difference_update"),
        "write",
    ),
    "set_intersection_update": (
        _same_list,
        _set_changed("intersection_update"),
        "write",
    ),
    "set_symmetric_difference_update": (
        _of_both,
        _set_changed("symmetric_difference_update"),
        "write",
    ),
    "set_minus": (_same_list, operator.sub, "fresh"),
    "set_both": (_same_list, operator.and_, "fresh"),
    "set_either": (_of_both, operator.or_, "fresh"),
    "set_one": (_of_both, operator.xor, "fresh"),
    # list(s)
    "set_items": (_members, list, "fresh"),
}
# Numbers that say something of a list. They are not cheap: for the length alone the
# list would be kept.
_NUMBERS: dict[str, tuple[Any, Any, str]] = {
    "list_len": (_length, len, "fresh"),
    # Where xs.insert(k, x) has put x.
    "list_place": (_length, _place, "fresh"),
    "list_index": (_length, lambda xs, x: xs.index(x), "fresh"),
    "list_count": (_length, lambda xs, x: xs.count(x), "fresh"),
    # x in xs
    "list_contains": (_truth, lambda xs, x: x in xs, "fresh"),
    # xs == ys
    "list_equal": (_truth, lambda xs, ys: xs == ys, "fresh"),
}
LIST_PRIMITIVES: dict[str, tuple[Any, Any, str]] = {
    **_LISTS,
    **_SETS,
    **_NUMBERS,
    # xs[k]
    "list_get": (_element, lambda xs, k, exact=False: xs[k], "view"),
    "list_stack": (_stacked, stack_list, "fresh"),
    "list_join": (_joined, _concatenated, "fresh"),
    # sum(xs) of numbers
    "list_sum": (_added_up, sum, "fresh"),
    # The same, rounded once
    "list_fsum": (_added_up_once, math.fsum, "fresh"),
}
# Primitives that give a list or a set (as their last result), of what their arguments
# are or hold.
GIVES_LIST = (*_LISTS, *_SETS)
# Those whose first result is an element.
POPS = ("list_pop", "set_pop")
# Those that have no derivative.
LIST_NUMBERS = (*_NUMBERS, *_SETS)
LAST = Lit(-1)
