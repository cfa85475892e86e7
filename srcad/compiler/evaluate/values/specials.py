"""What the class of an object says: its special methods, and those of classes that are
derived from tuples, lists and dicts."""

from __future__ import annotations

import ast
import collections
import functools
import operator
from typing import Any, NoReturn

import numpy as np

from srcad.compiler.evaluate.contents import current
from srcad.compiler.evaluate.dispatch import inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Kind, derived_kind, has_box, kind_of
from srcad.compiler.evaluate.objects import (
    Box,
    Living,
    MethodCall,
    Place,
    aval_of,
    box_of,
)
from srcad.compiler.evaluate.operands import Operation
from srcad.compiler.evaluate.operations.special import (
    UNARY,
    WORDS,
    as_index,
    call_special,
)
from srcad.compiler.evaluate.operations.truth import as_truth, negated, of_python, truth
from srcad.compiler.evaluate.refusals import refuse_classes
from srcad.compiler.evaluate.storage.lengths import is_count
from srcad.compiler.evaluate.values.conflicts import Refused
from srcad.compiler.ir.types import Atom
from srcad.compiler.reading.door import Door
from srcad.compiler.reading.lookup import MISSING, class_entry
from srcad.compiler.reading.origins import is_library_class
from srcad.compiler.reading.structures import SPECIALS, words_and_parts
from srcad.compiler.reading.world import users_function_of


class Special(Kind):
    """An object whose class may say what an operator makes of it; what it does not say
    is asked of the kinds behind this one."""

    def length(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        found = _said_length(frame, item, node)
        return super().length(frame, item, node) if found is NotImplemented else found

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        found = call_special(frame, item, "getitem", [key], node)
        if found is NotImplemented:
            found = super().item(frame, item, key, node)
        return found

    def in_index(self, frame: Frame, item: Any, args: list[Atom], node: ast.AST) -> Any:
        if isinstance(item, int):  # of a derived class, too: nobody asks further
            place = int.__pos__(item)
        else:
            place = as_index(frame, item, node)
        if place is item:
            return super().in_index(frame, item, args, node)
        return kind_of(place).in_index(frame, place, args, node)

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        found = call_special(frame, item, "bool", [], node)
        if found is not NotImplemented:
            return _said_truth(frame, found, node)
        found = _said_length(frame, item, node)
        if found is not NotImplemented:
            return truth(frame, found, node)
        return super().truth(frame, item, node)

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        found = _operated(op, left, WORDS[op.name][0], right)
        return super().binary(op, left, right) if found is NotImplemented else found

    def reflected(self, op: Operation, left: Any, right: Any) -> Any:
        if _is_operand_of_numpy(op.frame.session.door, left, right):
            return super().binary(op, left, right)
        found = _operated(op, right, WORDS[op.name][1], left)
        return super().binary(op, left, right) if found is NotImplemented else found

    def contains(self, frame: Frame, items: Any, item: Any, node: ast.AST) -> Any:
        found = call_special(frame, items, "contains", [item], node)
        if found is NotImplemented:
            return super().contains(frame, items, item, node)
        return of_python(frame, as_truth(frame, found, node))

    def augmented(self, op: Operation, old: Any, value: Any) -> Any:
        word = f"i{WORDS[op.name][0]}"
        found = call_special(op.frame, old, word, [value], op.node)
        return super().augmented(op, old, value) if found is NotImplemented else found

    def unary(self, op: Operation, item: Any) -> Any:
        found = call_special(op.frame, item, UNARY[op.name], [], op.node)
        return super().unary(op, item) if found is NotImplemented else found


def _said_truth(frame: Frame, found: Any, node: ast.AST) -> Any:
    """What a ``__bool__`` has given, which is a bool of Python."""
    found = frame.agreed(found, node)
    box = box_of(found)
    refuse_classes(frame, box, node)
    _refuse_none(frame, box, "__bool__", node)
    if isinstance(found, bool) or (box.aval.weak and box.aval.is_bool):
        return truth(frame, found, node)
    with frame.raises(node, TypeError):
        given = _class_name(found)
        raise TypeError(f"__bool__ should return bool, returned {given}")


def _said_length(frame: Frame, item: Any, node: ast.AST) -> Any:
    """What the ``__len__`` of an object gives, as a number that is not negative."""
    found = frame.agreed(call_special(frame, item, "len", [], node), node)
    found = as_index(frame, found, node)
    if found is NotImplemented:
        return found
    if not _is_index(frame, found, node):
        given = f"'{_class_name(found)}' object cannot be interpreted as an integer"
        with frame.raises(node, TypeError):
            raise TypeError(given)
    if has_box(found):
        atom = box_of(found).value
        known = is_count(frame.session, atom)
        return found if known else inline(frame, _counted, [found], {}, node)
    with frame.raises(node, TypeError, ValueError, OverflowError):
        return len(range(_counted(operator.index(found))))


def _is_index(frame: Frame, found: Any, node: ast.AST) -> bool:
    """Whether it is a whole number of run time, or is known: Python says then."""
    box = box_of(found)
    if box is not found:
        return not has_box(found)
    if box.classes - {bool, int}:
        refuse_classes(frame, box, node)
    _refuse_none(frame, box, "__len__", node)
    if box.aval.ndim:
        with frame.raises(node, TypeError):
            raise TypeError("only integer arrays with one element are an index")
    whole: bool = box.aval.is_numeric and box.aval.dtype.startswith(("int", "uint"))
    return whole or (box.aval.weak and box.aval.is_bool)


def _refuse_none(frame: Frame, found: Box, word: str, node: ast.AST) -> None:
    """Refuse what is None on a path, where Python raises, and what it asks for on
    another."""
    if found.aval.is_optional:
        help = "return what it is on every path"
        frame.refuse("SRC013", f"what `{word}` gives may be None", node, help=help)


def _counted(length: Any) -> Any:
    if length < 0:
        raise ValueError("__len__() should return >= 0")
    return length


def _class_name(item: Any) -> str:
    """How Python calls the class of what it does not take; of NumPy's with its name."""
    aval = aval_of(item)
    if aval.is_numeric and not (aval.weak or aval.tensor):
        array = aval.ndim or box_of(item).holds
        return f"numpy.{'ndarray' if array else np.dtype(aval.dtype).type.__name__}"
    cls = kind_of(item).class_of(item)
    return cls.__name__ if cls.__module__ != "numpy" else f"numpy.{cls.__name__}"


def _operated(op: Operation, item: Any, word: str, other: Any) -> Any:
    """What the class of an object makes of an operator."""
    result = call_special(op.frame, item, word, [other], op.node)
    if result is NotImplemented and word == "ne" and not _has_unequal(item):
        result = call_special(op.frame, item, "eq", [other], op.node)
        if result is not NotImplemented:
            return negated(op.frame, result, op.node)
    if result is NotImplemented:
        op.frame.session.door.identity(item, other)
    return result


def _has_unequal(item: Any) -> bool:
    """Whether Python has a ``!=`` for it that does not ask for ``==``."""
    own: Any = type(item).__ne__
    return own is not object.__ne__


def _is_operand_of_numpy(door: Door, left: Any, right: Any) -> bool:
    """Whether NumPy makes an array of an object that stands right of an array or of a
    number of its own, and does not ask the object's class."""
    aval = aval_of(left)
    if aval.is_numeric:
        is_numpys, rank = not (aval.weak or aval.tensor), aval.ndim
    else:
        is_numpys = isinstance(left, np.ndarray | np.generic)
        rank = left.ndim if is_numpys else 0
    if not is_numpys or not (rank or isinstance(right, tuple | list)):
        return False
    priority = class_entry(door, type(right), "__array_priority__")
    if priority is not MISSING and priority > 0.0:
        return False
    return class_entry(door, type(right), "__array_ufunc__") is not None


def _said(kind: type) -> set[str]:
    """The special methods that a class of the user's has, which is derived from a
    class of Python's."""
    own = [base for base in kind.__mro__[:-1] if not is_library_class(base)]
    return {
        name
        for base in own
        for name in (SPECIALS | _CONVERSIONS).intersection(vars(base))
        if users_function_of(vars(base)[name]) is not None
    }


_CONVERSIONS = {"__float__", "__int__", "__index__", "__complex__", "__hash__"}


@derived_kind((tuple, list, dict), _said)
class Derived(Special):
    """A tuple, list or dict that says itself what some operators make of it."""

    said: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self.is_object = "__iter__" in self.said

    def parts(self, item: Any) -> list[Any]:
        return [current(part) for _, part in words_and_parts(item)]

    def sequence(self, item: Any) -> Any:
        if self.is_object:
            return None
        base: Any = list if isinstance(item, list) else tuple
        if isinstance(item, base) and self.said & {"__len__", "__getitem__"}:
            # What goes through it asks no method of the class but `__iter__`.
            length = functools.partial(base.__len__, item)
            return Living(length, functools.partial(base.__getitem__, item))
        return super().sequence(item)

    def set_item(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> Any:
        self._refuse(frame, "__setitem__", node)
        return super().set_item(frame, place, value, node)

    def old(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        self._refuse(frame, "__getitem__", node)
        return super().old(frame, item, key, node)

    def delete_item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        self._refuse(frame, "__delitem__", node)
        return super().delete_item(frame, item, key, node)

    def _refuse(self, frame: Frame, name: str, node: ast.AST) -> None:
        if name in self.said:
            message = f"a `{name}` of what is derived from a container is not followed"
            help = "let the object have the container as an attribute"
            frame.refuse("SRC012", message, node, help=help)


@derived_kind((str, bytes, int, float, complex), _said)
class DerivedValue(Special):
    """A text or a number that says itself what some operators make of it."""

    said: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self.is_object = "__iter__" in self.said

    def in_array(self, frame: Frame, item: Any, node: ast.AST) -> Atom:
        return _refuse_derived(frame, item, node)


@derived_kind((set, frozenset, collections.deque), _said)
class DerivedOther(Refused, Special):
    """A set or a deque that says itself what operators make of it: not followed."""

    said: frozenset[str] = frozenset()

    def refuse(self, frame: Frame, item: Any, node: ast.AST) -> NoReturn:
        _refuse_derived(frame, item, node)

    unpacked = iteration = Refused.truth

    def sequence(self, item: Any) -> Any:
        return None

    def method(self, frame: Frame, item: Any, call: MethodCall) -> Any:
        _refuse_derived(frame, item, call.node)

    def reflected(self, op: Operation, left: Any, right: Any) -> Any:
        _refuse_derived(op.frame, right, op.node)

    def augmented(self, op: Operation, old: Any, value: Any) -> Any:
        _refuse_derived(op.frame, old, op.node)


def _refuse_derived(frame: Frame, item: Any, node: ast.AST) -> NoReturn:
    message = f"{type(item).__name__} has special methods of its own, and is derived"
    base = next(one for one in type(item).__mro__ if is_library_class(one))
    help = f"let the object have the {base.__name__} as an attribute"
    frame.refuse("SRC012", f"{message} from {base.__name__}", node, help=help)
