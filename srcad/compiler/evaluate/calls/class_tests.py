"""``isinstance`` and ``type`` of run-time values.

What is known of an array or of a number of Python says its class. What has the rank 0
and is no number of Python is a number of NumPy where an operation gave it, but an array
where ``np.array`` or the caller did: where it matters and is not known, it is refused.
"""

from __future__ import annotations

import ast
import inspect
from typing import Any

import numpy as np

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.calls.builtin_table import builtin, of_arguments
from srcad.compiler.evaluate.calls.methods import asked_if_parameter, sees_tensor
from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of
from srcad.compiler.evaluate.known import is_number_of_numpy
from srcad.compiler.evaluate.objects import Box, aval_of, is_without_axes
from srcad.compiler.evaluate.operations.direct import call_directly
from srcad.compiler.evaluate.operations.special import special_method
from srcad.compiler.evaluate.refusals import refuse_classes
from srcad.compiler.evaluate.signals import Untold
from srcad.compiler.ir.avals import PYTHON_CLASSES, AnyAval
from srcad.compiler.reading.kinds import flat
from srcad.compiler.reading.lookup import class_entry
from srcad.compiler.reading.protocol import mark
from srcad.compiler.reading.world import users_function_of


def _is_subclass(frame: Frame, item: Any, classes: Any, node: ast.AST) -> Any:
    _refuse_own_test(frame, classes, "subclasscheck", node)
    return call_directly(frame, issubclass, [item, classes], {}, node)


def _refuse_own_test(frame: Frame, classes: Any, word: str, node: ast.AST) -> None:
    """Refuse to ask what says itself what is of it."""
    for one in flat(classes):
        if special_method(frame, one, word) is not None:
            message = f"a `__{word}__` of the program's is not followed"
            frame.refuse("SRC012", message, node, help="call a function instead")


def is_instance(frame: Frame, item: Any, classes: Any, node: ast.AST) -> Any:
    """``isinstance(item, classes)``: a bool, or a condition of run time."""
    _refuse_own_test(frame, classes, "instancecheck", node)
    kind = kind_of(item)
    if kind.stands_in:
        frame.session.door.subclass(kind.class_of(item), classes)
    else:
        frame.session.door.instance(item, classes)
    return kind.is_a(frame, item, classes, node)


def is_of_class(frame: Frame, item: Box, classes: Any, node: ast.AST) -> bool:
    """Whether a number or an array of run time is of a class."""
    kinds, aval = tuple(flat(classes)), item.aval
    frame.session.left.ask(item.value)
    if sees_tensor(frame.session, aval):
        found = any(_is_of_tensors(kind) for kind in kinds)
        if not found and any(mark(kind, "__srcad_parameter__") for kind in kinds):
            asked_if_parameter(frame, item, node)
        return found
    found = _is_of_class(frame, item, aval, kinds, node)
    if any(issubclass(one, kinds) is not found for one in item.classes):
        refuse_classes(frame, item, node)
    return found


def _is_of_class(
    frame: Frame, item: Box, aval: AnyAval, kinds: tuple[Any, ...], node: ast.AST
) -> bool:
    if aval.weak:
        return issubclass(PYTHON_CLASSES.get(aval.dtype, float), kinds)
    if aval.ndim or frame.source.library:
        return issubclass(np.ndarray, kinds)
    number = issubclass(np.dtype(aval.dtype).type, kinds)
    array = issubclass(np.ndarray, kinds)
    if is_without_axes(item):
        return array
    if number is array or is_number_of_numpy(frame.session, item):
        return number
    message = "whether this is a number or an array of rank 0 is not known"
    help = "ask for the rank: `np.ndim(x) == 0`"
    try:
        frame.refuse("SRC013", message, node, help=help)
    except CompileError as error:
        raise Untold(error.diagnostics) from None


@builtin(type)
def _type(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    item, kind = args[0], kind_of(args[0])
    for base in args[1] if len(args) == 3 else ():
        own = class_entry(frame.session.door, base, "__init_subclass__")
        if users_function_of(own) is not None:
            message = "a class with `__init_subclass__` is not derived from here"
            help = "define the class outside of what is differentiated"
            frame.refuse("SRC012", message, node, help=help)
    if len(args) == 3 and isinstance(args[2], dict):
        # It is of the module whose code makes it.
        args[2] = {"__module__": frame.globals.get("__name__"), **args[2]}
    itself = not kind.stands_in and kind.class_of(item) is type(item)
    if itself and not has_box(args):
        return call_directly(frame, type, args, keywords, node)
    known = kind.class_of(item)
    number = kind.is_value and known is not list
    several = kind.choice(item) is not None and known is object
    unsure = number or several or kind.may_be_none or inspect.isabstract(known)
    if len(args) == 1 and not unsure:
        return known
    aval = aval_of(item)
    if number and aval.is_numeric and not sees_tensor(frame.session, aval):
        refuse_classes(frame, item, node)
        frame.session.left.ask(item.value)
        if aval.weak:
            return PYTHON_CLASSES[aval.dtype]
        if aval.ndim or is_without_axes(item):
            return np.ndarray
        if is_number_of_numpy(frame.session, item):
            return np.dtype(aval.dtype).type
    help = "ask with `isinstance`, or for the dtype and the rank: `x.dtype`, `x.ndim`"
    frame.refuse("SRC012", "`type` of a run-time value", node, help=help)


of_arguments(isinstance, is_instance)
of_arguments(issubclass, _is_subclass)
# Of these NumPy says that each is a scalar.
_SCALARS = (int, float, complex, str, bytes, np.generic)
of_arguments(np.isscalar, is_instance, _SCALARS)


def _is_of_tensors(kind: Any) -> bool:
    if kind is object:
        return True
    is_tensor = mark(kind, "__srcad_tensor__") is True
    return is_tensor and not mark(kind, "__srcad_parameter__")


@builtin(super)
def _super(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    if keywords or kind_of(args[-1]).stands_in:
        frame.refuse("SRC012", "`super` of what is no object of a class", node)
    with frame.raises(node, TypeError):
        return super(*args)
