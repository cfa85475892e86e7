"""Keys of items as places, where a part of them may be None.

None as a bound of a slice is what no bound is. Which it is, run time chooses: what the
slice is taken of is given an int for each bound.
"""

from __future__ import annotations

import ast
import functools
import sys
from typing import Any

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of
from srcad.compiler.evaluate.objects import aval_of
from srcad.compiler.evaluate.paths.branching import branch_value
from srcad.compiler.evaluate.paths.checks import needed
from srcad.compiler.evaluate.paths.maybe import is_none, present
from srcad.compiler.ir.index import is_integer

_PARTED = (list, tuple, str, bytes, range)


def as_place(frame: Frame, owner: Any, key: Any, node: ast.AST, axis: int = 0) -> Any:
    """The key of an item, which is there where it may be None: what NumPy makes of None
    has another number of axes. ``axis`` is that of an array, -1 if it is not known."""
    of = kind_of(owner)
    if of.has_keys:
        return key
    if type(key) is tuple:
        places = list[Any]()
        for part in key:
            places.append(as_place(frame, owner, part, node, axis))
            axis = axis + 1 if axis >= 0 and _is_of_one_axis(part) else -1
        return tuple(places)
    if type(key) is slice:
        return _with_bounds(frame, owner, key, node, axis)
    if not kind_of(key).may_be_none:
        return key
    if issubclass(of.class_of(owner), list | tuple):
        return present(frame.session, key)
    # An object of the program's says itself what None is.
    return needed(frame, key, "an index is None", node) if of.is_numeric else key


def _is_of_one_axis(part: Any) -> bool:
    """Whether a part of a key stands for one axis of an array, whatever it is."""
    aval = aval_of(part)
    of_run_time = aval.is_numeric and not aval.is_bool
    return of_run_time or type(part) in (int, slice)


def _with_bounds(
    frame: Frame, owner: Any, key: slice, node: ast.AST, axis: int
) -> slice:
    """A slice of which no bound may be None besides; that of an object of the program's
    stays as it is."""
    of, start, stop, step = kind_of(owner), key.start, key.stop, key.step
    unsure = any(kind_of(one).may_be_none for one in (start, stop, step))
    parted = of.is_numeric or issubclass(of.class_of(owner), _PARTED)
    if not unsure or not parted:
        return key
    given = functools.partial(_given, frame, node=node)
    if has_box(step):
        # Whether the other bounds are at the start or at the end, run time knows.
        return slice(start, stop, given(step, lambda: 1))

    def end() -> Any:
        return _size(frame, owner, axis, node)

    if is_integer(step) and step < 0:
        return slice(given(start, end), given(stop, lambda: -sys.maxsize), step)
    return slice(given(start, lambda: 0), given(stop, end), step)


def _given(frame: Frame, bound: Any, missing: Any, node: ast.AST) -> Any:
    """A bound, or what ``missing`` gives where it is None, if it may be."""
    if not kind_of(bound).may_be_none:
        return bound

    def there() -> Any:
        return present(frame.session, bound)

    return branch_value(frame, is_none(frame.session, bound), missing, there, node)


def _size(frame: Frame, owner: Any, axis: int, node: ast.AST) -> Any:
    """How many items there are: as many as can be, where that is not known."""
    of, session = kind_of(owner), frame.session
    if of.may_be_none or axis < 0:
        return sys.maxsize
    if of.is_numeric:
        array = session.atom(owner)
        there = axis < array.aval.ndim
        return session.wrap(session.builder.size(array, axis)) if there else sys.maxsize
    found = of.length(frame, owner, node)
    return len(owner) if found is NotImplemented else found
