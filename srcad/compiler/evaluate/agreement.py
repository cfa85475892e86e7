"""What is known of a value that two paths lead to: whether they agree, and on what."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from srcad.compiler.evaluate.contents import each_once
from srcad.compiler.evaluate.frame import MISSING, Frame
from srcad.compiler.evaluate.heap import Heap
from srcad.compiler.evaluate.kinds import (
    inside,
    is_structure,
    kind_of,
    same_structure,
)
from srcad.compiler.evaluate.objects import (
    Box,
    Conflict,
    aval_of,
    box_of,
    conflict_of,
    is_callers_list,
    is_number,
    is_parameter,
    is_without_axes,
)
from srcad.compiler.ir.avals import (
    PYTHON_CLASSES,
    UNDEFINED,
    AnyAval,
    Aval,
    OptionalAval,
    SequenceAval,
    UndefinedAval,
    common_dtype,
    number_in,
    without_none,
)
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.lists import joined_elements
from srcad.compiler.ir.numbers import NARROW
from srcad.compiler.ir.sizes import Sizes, names_in, unknown_size
from srcad.compiler.ir.types import Atom, Lit, array_aval
from srcad.compiler.ir.verifier import compatible
from srcad.compiler.reading.sizes import Dim

UNDEFINED_ATOM = Lit(UNDEFINED)


def as_joined(builder: Builder, atom: Atom, aval: AnyAval) -> Atom:
    """A value as paths have it that are joined to ``aval``: True, False and whole
    numbers are floats among floats; beside floats of few bits those of Python stay
    Python's, with all their digits."""
    wanted = without_none(aval)
    if atom.is_literal and atom.aval.is_bool and wanted.is_float:
        return Lit(float(atom.value))
    if not is_cast(atom, aval):
        return atom
    few = wanted.is_float and wanted.dtype in NARROW and not wanted.tensor
    if few and atom.aval.weak:
        return builder.cast(atom, "float64", weak=True)
    return builder.cast(atom, wanted.dtype, wanted.weak)


def is_cast(atom: Atom, aval: AnyAval) -> bool:
    """Whether a value is of another dtype than what the paths are joined to."""
    given, wanted = without_none(atom.aval), without_none(aval)
    both = given.is_numeric and wanted.is_numeric and not atom.is_literal
    return both and given.dtype != wanted.dtype


def unchanged(before: Any, after: Any) -> bool:
    """Whether a name still stands for the same."""
    return before is after or (_plain(before) and _same(before, after))


def may_be_unbound(item: Any) -> bool:
    """Whether a name is bound on some of the paths that lead here only, or on none."""
    conflict = conflict_of(item)
    return bool(conflict) and item.code == "SRC020" and item.error is None


def was_refused(item: Any) -> bool:
    """Whether the statement that binds a name was refused."""
    return bool(conflict_of(item)) and item.error is not None


def without_conflict(item: Any) -> Any:
    """A name that no path has bound that leads here may be bound on another."""
    return MISSING if may_be_unbound(item) and item.loop is not None else item


def _plain(item: Any) -> bool:
    return not (kind_of(item).is_value or is_structure(item))


def _same(first: Any, second: Any) -> bool:
    if type(first) is not type(second):
        return False
    try:
        return bool(first == second) and repr(first) == repr(second)
    except Exception:
        return False


def is_value(item: Any) -> bool:
    return is_unbound(item) or is_number(item) or is_parameter(item)


def is_unbound(item: Any) -> bool:
    return item is UNDEFINED or item is MISSING


def may_be_missing(item: Any) -> bool:
    """Whether a path may leave a name unbound."""
    return is_unbound(item) or box_of(item).unsure


def is_unsure(item: Any) -> bool:
    """Whether a path may leave an object, or a part of it, unbound."""
    if may_be_unbound(item):
        return True
    if not kind_of(item).is_structure:
        return box_of(item).unsure
    return any(box_of(part).unsure for part in each_once([item], inside))


def may_be_none_here(item: Any) -> bool:
    """Whether an object is None, or may be."""
    return item is None or kind_of(item).may_be_none


def go_by_part(first: Any, second: Any) -> bool:
    """Whether both are tuples as long as each other, or exceptions, of one class, or
    sets of which run time knows the elements."""
    by_part = (
        isinstance(first, tuple | Exception) or kind_of(first).class_of(first) is set
    )
    return (
        by_part
        and type(first) is type(second)
        and is_structure(first)
        and kind_of(first).same_form(first, second)
    )


def disagreement(heap: Heap, name: str, first: Any, second: Any) -> Conflict:
    heap.note_sets(first, second)
    if any(is_unbound(item) for item in (first, second)):
        # No name of the program: of a statement with a `yield` in its middle.
        word = "a part of this" if name.startswith(".") else f"`{name}`"
        return Conflict("SRC020", f"{word} is bound on one path only")
    pair = (first, second)
    nothing = any(item is None or kind_of(item).may_be_none for item in pair)
    what = _told_apart(first, second)
    help = "give it the same type, rank and dtype on both"
    if nothing and any(map(_is_list, pair)):
        help = "let it be an empty list, and not None, where there is none"
    message = f"`{name or 'this'}` is different on the two paths that lead here: {what}"
    return Conflict("SRC019", message, help)


def _is_list(item: Any) -> bool:
    return type(item) is list or aval_of(item).is_list


def _told_apart(first: Any, second: Any) -> str:
    """What two objects are, and in which part they differ where that is not enough."""
    words = [kind_of(item).described(item) for item in (first, second)]
    both = " and ".join(words)
    if words[0] != words[1] or not (is_structure(first) and is_structure(second)):
        return both
    one, other = (
        dict(zip(of.words(item), of.parts(item), strict=True))
        for of, item in ((kind_of(first), first), (kind_of(second), second))
    )
    # A part may be called None.
    for lone in (key for key in (*one, *other) if (key in one) != (key in other)):
        if isinstance(first, list | tuple):
            return f"{both}, of {len(one)} and of {len(other)}"
        return f"{both}, of which one has {lone!r}"
    for key in (key for key in one if not _are_alike(one[key], other[key])):
        return f"{both}, of which {key!r} is {_told_apart(one[key], other[key])}"
    return both


def _are_alike(first: Any, second: Any) -> bool:
    return same_structure(first, second) and (first is None) == (second is None)


@dataclass(slots=True)
class JoinedSizes:
    """The sizes of what two paths lead to. What has one size on the first and one on
    the second has one where they meet, whatever it is, in all that is joined.

    Of a loop the first is where an iteration starts. Sizes that were ``made`` for it
    have to be alike at its end as well, or they are told apart: ``ends`` are those of
    a trial. Sizes of the call ``given`` that are equal in it are taken to be one.
    """

    given: Sizes | None = None
    made: dict[tuple[Dim | None, Dim], Dim] = field(default_factory=dict)
    ends: dict[Dim, Dim] = field(default_factory=dict)

    def of(self, first: Dim, second: Dim, name: str) -> Dim:
        """The size of what is ``first`` or ``second`` long."""
        if first in self.made.values():
            if self.ends.setdefault(first, second) == second:
                return first
        elif first == second or (self.given and self.given.alike(first, second)):
            return first
        return self._either(first, second, name)

    def at_end(self, aval: AnyAval, name: str) -> AnyAval:
        """What is known at the end of an iteration of what has no such sizes at its
        start: those that another iteration may have otherwise get their own."""
        inner = without_none(aval)
        if not inner.is_numeric:
            return aval
        made = {str(dim) for dim in self.made.values()}
        shape = tuple(
            self._either(None, dim, name) if names_in(dim) & made else dim
            for dim in inner.shape
        )
        return inner.but(shape=shape)

    def _either(self, first: Dim | None, second: Dim, name: str) -> Dim:
        return self.made.setdefault((first, second), unknown_size(name))


def joined(
    first: AnyAval, second: AnyAval, name: str, sizes: JoinedSizes
) -> AnyAval | None:
    """What is known of a value that is either; None where they cannot be joined."""
    match first, second:
        case UndefinedAval(), _:
            return second
        case _, UndefinedAval():
            return first
        case (OptionalAval(), _) | (_, OptionalAval()):
            inner = joined(without_none(first), without_none(second), name, sizes)
            return None if inner is None else OptionalAval(inner, told=True)
        case SequenceAval(one), SequenceAval(other) if type(first) is type(second):
            return first.holding(joined_elements(one, other))
        case Aval(), Aval():
            return _joined_arrays(first, second, name, sizes)
    return first if compatible(first, second) else None


def _joined_arrays(
    first: Aval, second: Aval, name: str, sizes: JoinedSizes
) -> Aval | None:
    if first.ndim != second.ndim:
        return None
    dtype = _joined_dtype(first, second)
    if dtype is None:
        return None
    pairs = zip(first.shape, second.shape, strict=True)
    return Aval(
        dtype,
        tuple(sizes.of(*pair, name) for pair in pairs),
        weak=first.weak and second.weak,
        tensor=first.tensor or second.tensor,
        size=first.size if first.size == second.size else None,
        loose=first.loose or second.loose,
    )


def other_classes(aval: AnyAval, *given: AnyAval) -> frozenset[type]:
    """The classes that a number may have, which is known as ``aval`` and was joined of
    the ``given``, besides the one that this says."""
    wanted = number_in(aval)
    return frozenset(
        class_of_number(one)
        for one in map(number_in, given)
        if wanted.is_numeric and (one.weak or (one.is_scalar and not one.tensor))
        if (one.dtype, one.weak) != (wanted.dtype, wanted.weak)
    )


def class_of_number(aval: AnyAval) -> type:
    """The class of a number, of Python or of NumPy."""
    return PYTHON_CLASSES[aval.dtype] if aval.weak else np.dtype(aval.dtype).type


def one_of(frame: Frame, box: Box, items: list[Any]) -> Box:
    """A number that is one of the ``items``, as run time chooses: it has the class
    of that one."""
    avals = [frame.session.atom(item).aval for item in items]
    if not box.value.is_literal and all(aval.weak for aval in avals):
        box.value.refine(replace(array_aval(box.value), weak=True))
    box.classes = other_classes(box.aval, *avals).union(*map(classes_of, items))
    return box


def classes_of(item: Any) -> frozenset[type]:
    """The classes of Python that an object may have besides its own."""
    return box_of(item).classes


def _joined_dtype(first: Aval, second: Aval) -> str | None:
    order = ("bool", "int64", "float64")
    if first.weak and second.weak and {first.dtype, second.dtype} <= set(order):
        return max(first.dtype, second.dtype, key=order.index)
    return common_dtype(first, second)


def holds_without_axes(item: object) -> bool:
    """Whether an object is an array without axes, or a list of run time with such."""
    return is_without_axes(item) or (aval_of(item).is_list and box_of(item).holds)


def alike(box: Box, item: object) -> Box:
    """A new box, for what another one holds: as much is noted of it."""
    box.classes, box.holds = box_of(item).classes, holds_without_axes(item)
    box.is_input = is_callers_list(item)
    return box
