"""Numbers and arrays whose dtype a path decides.

A number of Python gives way to what it meets, which one of NumPy's does not. Where a
number is the one or the other by the path, so is the dtype of what NumPy makes of it:
what is printed has that of run time where it names none, and all else is refused.
``Box.classes`` are the classes that a number may have besides the one that it is known
by, ``session.decided`` what was made of such numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NoReturn

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import emit
from srcad.compiler.evaluate.kinds import kind_of, leaves, rebuilt
from srcad.compiler.evaluate.objects import box_of
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.avals import (
    PYTHON_CLASSES,
    AnyAval,
    carries_gradient,
    number_in,
    without_none,
)
from srcad.compiler.ir.numbers import NARROW
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.types import (
    Atom,
    Op,
    Operation,
    Value,
    applications,
    used_values,
)


def of_a_path(frame: Frame) -> set[Atom]:
    """The arrays whose dtype a path decides: those that were made of numbers of several
    classes, and what was computed of these and of nothing that has more bits."""
    decided = set(frame.session.decided)
    for op in applications(frame.session.builder.before() if decided else ()):
        if decided.intersection(op.args) and _is_decided(op, decided):
            decided.update(op.results)
    return decided


def _is_decided(op: Op, decided: set[Atom]) -> bool:
    floats = [arg for arg in op.args if arg.aval.is_float]
    others = [arg for arg in floats if arg not in decided]
    if "dtype" in dict(op.attributes) or len(others) == len(floats):
        return False
    few = any(arg.aval.dtype in NARROW for arg in floats if arg in decided)
    return all(few and arg.aval.dtype in NARROW for arg in others)


def loses_digits(
    session: Session, aval: AnyAval, *sides: tuple[Atom, Iterable[Operation]]
) -> bool:
    """Whether what was joined is a number of NumPy's of few bits, and on a path one of
    Python's, in double precision, which run time knows and which inputs may change.
    Of each of the ``sides`` there is the atom, or a list of them, and the operations of
    its path."""
    wanted = without_none(aval)
    if not wanted.is_scalar or wanted.weak or wanted.dtype not in NARROW:
        return False
    return not wanted.tensor and any(
        _is_pythons(atom) and not of_constants(session, atom, ops)
        for atom, ops in sides
    )


def _is_pythons(atom: Atom) -> bool:
    aval = number_in(atom.aval)
    return not atom.is_literal and bool(aval.is_numeric and aval.weak)


def of_constants(session: Session, atom: Atom, ops: Iterable[Operation]) -> bool:
    """Whether a number is computed of literals alone. What a loop carries is taken to
    be, where it starts with a literal and no iteration was seen to end otherwise."""
    before = (*session.builder.before(), *ops)
    made: dict[Atom, Operation] = {one: op for op in before for one in op.results}
    carried: set[Value] = set()
    seen: set[Atom] = set()
    left = [atom]
    while left:
        one = left.pop()
        if one.is_literal or one in seen or not carries_gradient(one.aval):
            continue
        seen.add(one)
        if one in made:
            left.extend(used_values(made[one]))
        elif one in session.steady:
            carried.add(one)
            left.append(session.starts[one])
        else:
            return False
    session.steady.update(dict.fromkeys(carried, True))
    return True


def classes_apart(frame: Frame, item: Any) -> frozenset[type]:
    """The classes that a number may have, or those in a list of run time, and that
    count otherwise in the dtype of an array than the one that it is known by."""
    box = box_of(item)
    aval = number_in(box.aval)
    if not aval.is_scalar or aval.tensor:
        return frozenset()
    classes = box.classes | box.made_of
    if aval.dtype in NARROW and box.value in of_a_path(frame):
        classes |= {np.float64}
    return frozenset(one for one in classes if _counts_otherwise(one, aval))


def _counts_otherwise(one: type, aval: Any) -> bool:
    dtype = np.dtype(one)
    if dtype.kind == "b":
        return not aval.is_bool
    return bool(np.promote_types(dtype, aval.dtype) != aval.dtype)


def _is_apart(frame: Frame, item: Any) -> bool:
    return not box_of(item).aval.is_list and bool(classes_apart(frame, item))


def has_apart(frame: Frame, items: Iterable[Any]) -> bool:
    """Whether there is such a number among the leaves of these."""
    return any(classes_apart(frame, leaf) for item in items for leaf in leaves(item))


def note_classes(
    frame: Frame, made: Any, function: Callable[..., Any], items: Sequence[Any]
) -> None:
    """Note of which classes a result may be, or that the path decides its dtype."""
    box = box_of(made)
    known = without_none(box.aval)
    several = any(box_of(item).classes for item in items)
    if not several or not known.is_numeric or known.tensor:
        return
    found = {_dtype(result) for result in _results(frame, function, items, {})}
    others = found - {_dtype(_example(known)), _dtype(None)}
    if known.is_scalar:
        box.classes = frozenset(others)
    elif others:
        frame.session.decided.add(box.value)


def refuse_undecided(
    frame: Frame, callee: Any, args: Any, keywords: dict[str, Any], node: ast.AST
) -> None:
    """Refuse a call of NumPy's whose result has a dtype that the path decides, but
    where what is printed has it at run time as well."""
    items = [*args, *keywords.values()]
    if keywords.get("dtype") is not None:
        return
    if callee in _NAMING:
        refuse_arrays(frame, items, node)
    if not has_apart(frame, items):
        return
    direct = [item for item in args if _is_apart(frame, item)]
    if callee in MAKING and not direct:
        return
    wide = all(box_of(one).aval.dtype not in NARROW for one in direct)
    if callee in (np.array, np.asarray) and wide:
        # It is noted of the array that is made.
        return
    row = PRIMITIVES.get(callee.__name__)
    if callee is emit:
        word, *args = args
        row, callee = PRIMITIVES[word], PRIMITIVES[word].evaluate
    given = dict(keywords)
    try:
        found = _results(frame, callee, args, given)
        if row is not None and row.elementwise and not given:
            printed = _results(frame, row.evaluate, args, {}, _as_printed)
            fits = all(map(_stands_for, printed, found))
        else:
            fits = len(set(map(_dtype, found))) == 1
    except _Unknown:
        fits = False
    if not fits:
        refuse_apart(frame, node)


def fits_as_array(frame: Frame, items: list[Any], dtype: str | None) -> bool:
    """Whether an array of the items has NumPy's dtype on each path, where those that
    are of another ``dtype`` are cast to that."""

    def shown(aval: Any, example: Any) -> Any:
        if dtype is not None and (aval.weak or aval.dtype != dtype):
            return np.dtype(dtype).type(example)
        return _as_printed(aval, example)

    found, printed = (
        [*map(_dtype, _results(frame, np.array, [items], {}, *more))]
        for more in ((), (shown,))
    )
    return found == printed


def refuse_apart(frame: Frame, node: ast.AST) -> NoReturn:
    frame.refuse(
        "SRC019",
        "the dtype of what is made of this number depends on the path",
        node,
        label="counts as a number of Python on one, of NumPy on another",
        help="make it one of NumPy's on all paths: `np.float32(0)`, or give the dtype",
    )


def refuse_arrays(frame: Frame, items: Iterable[Any], node: ast.AST) -> None:
    """Refuse to name the dtype of arrays that a path decides."""
    decided = of_a_path(frame)
    values = {box_of(item).value for item in items} & decided
    if any(value.aval.dtype in NARROW for value in values):
        refuse_apart(frame, node)


# What is printed with the dtype of what it is given.
_NAMING = frozenset(
    (np.zeros_like, np.ones_like, np.empty_like, np.full_like, np.result_type)
)
# What makes an array of a list, or of an array as these would make it, and is printed
# without a dtype.
MAKING = frozenset(
    (
        *(np.array, np.asarray, np.stack, np.concatenate, np.hstack, np.vstack),
        *(np.sum, np.prod, np.mean, np.max, np.min, np.cumsum, np.dot),
        *(np.std, np.var, np.median, np.average, np.linalg.norm, np.linalg.det),
        *(np.linalg.inv, np.linalg.solve, np.linalg.slogdet, np.linalg.cholesky),
    )
)


class _Unknown(Exception):
    """There is no example of an argument."""


def _results(
    frame: Frame,
    function: Callable[..., Any],
    args: Sequence[Any],
    keywords: dict[str, Any],
    shown: Callable[[Any, Any], Any] | None = None,
) -> Iterator[Any]:
    """What a function gives for examples of all that the arguments may be."""
    given = [*args, *keywords.values()]
    each = [
        _examples(frame, leaf, shown or _as_it_is)
        for item in given
        for leaf in leaves(item)
    ]
    for choice in _choices(each):
        parts = iter(choice)
        items = [rebuilt(item, parts) for item in given]
        named = dict(zip(keywords, items[len(args) :], strict=True))
        try:
            with np.errstate(all="ignore"):
                result = function(*items[: len(args)], **named)
        except (TypeError, ValueError, ArithmeticError, LookupError, AttributeError):
            result = None
        yield result


def _choices(each: list[list[Any]]) -> Iterator[list[Any]]:
    """Some of the choices of one of each: the first ones, all of the others together,
    and each of the others beside first ones."""
    first = [examples[0] for examples in each]
    yield first
    for k in range(1, max(map(len, each), default=0)):
        yield [examples[min(k, len(examples) - 1)] for examples in each]
    several = [place for place, examples in enumerate(each) if len(examples) > 1]
    for place in several[:8] if len(several) > 1 else ():
        for other in each[place][1:]:
            yield [*first[:place], other, *first[place + 1 :]]


def _stands_for(printed: Any, found: Any) -> bool:
    """Whether a result may stand in the place of another; one that is whole may be a
    float, as its class is noted."""
    if _dtype(printed) == _dtype(found):
        return True
    kinds = [np.asarray(one).dtype for one in (printed, found)]
    exact = kinds[0].name == "float64" and kinds[1].kind in "bi" and not np.ndim(found)
    return bool(exact and printed == found)


def _dtype(result: Any) -> Any:
    """What the class of a number says, or the dtype of an array."""
    match result:
        case np.dtype():
            return result
        case np.ndarray():
            return result.dtype if result.ndim else result.dtype.type
        case tuple():
            return tuple(map(_dtype, result))
    return type(result)


def _examples(frame: Frame, item: Any, shown: Callable[[Any, Any], Any]) -> list[Any]:
    """Examples of a leaf, of each class that it may have."""
    box = box_of(item)
    aval, number = without_none(box.aval), number_in(box.aval)
    if number.is_numeric:
        classes = box.classes | classes_apart(frame, box)
        each = [_example(number), *(one(1) for one in classes)]
        each = [shown(number, one) for one in each]
        while aval.is_list:
            each, aval = [[one, one] for one in each], aval.element
        return each
    if kind_of(item).stands_in or callable(item):
        raise _Unknown
    return [item]


def _as_it_is(aval: Any, example: Any) -> Any:
    return example


def _as_printed(aval: Any, example: Any) -> Any:
    """True among floats is one."""
    return float(example) if aval.is_float and example is True else example


def _example(aval: Any) -> Any:
    if aval.weak:
        return PYTHON_CLASSES[aval.dtype](1)
    if aval.is_scalar:
        return np.dtype(aval.dtype).type(1)
    return np.ones((2,) * aval.ndim, aval.dtype)
