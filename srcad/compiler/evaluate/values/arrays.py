"""Arrays and numbers: of run time, Parameters, and those that are constants."""

from __future__ import annotations

import ast
import operator
from typing import Any

import numpy as np

from srcad.compiler.evaluate.calls.class_tests import is_of_class
from srcad.compiler.evaluate.calls.effects import assign_parameter
from srcad.compiler.evaluate.calls.methods import (
    array_attribute,
)
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import (
    Inner,
    Kind,
    has_box,
    is_marked,
    kind,
    kind_of,
    kind_of_box,
    kind_where,
)
from srcad.compiler.evaluate.numpy.values import copy_of
from srcad.compiler.evaluate.objects import (
    BoundMethod,
    Iteration,
    MethodCall,
    Place,
    as_tuple,
    aval_of,
    is_parameter,
    is_written_in_place,
)
from srcad.compiler.evaluate.operands import Operation
from srcad.compiler.evaluate.operations.changes import refuse_unsafe_write
from srcad.compiler.evaluate.operations.operators import (
    apply_binary,
    apply_unary,
    raising_of_dtypes,
)
from srcad.compiler.evaluate.operations.special import WORDS
from srcad.compiler.evaluate.operations.subscripts import (
    array_in_index,
    check_dtype,
    read_array,
    write_array,
)
from srcad.compiler.evaluate.operations.truth import as_truth, negated, truth
from srcad.compiler.evaluate.paths.branching import branch_value
from srcad.compiler.evaluate.paths.checks import needed, needed_to_iterate
from srcad.compiler.evaluate.paths.maybe import is_none, present
from srcad.compiler.evaluate.printing import Template, escaped
from srcad.compiler.evaluate.refusals import refuse_classes, refuse_type
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.storage.element_writes import (
    is_known_twice,
    write_array_in_place,
)
from srcad.compiler.evaluate.syntax.comparisons import identity
from srcad.compiler.evaluate.values.operands import Numeric
from srcad.compiler.evaluate.values.run_time import OrNone, Value
from srcad.compiler.evaluate.wording import refuse_effect
from srcad.compiler.ir.avals import PYTHON_CLASSES, AnyAval, Aval, OptionalAval
from srcad.compiler.ir.index import Index, Ref, is_integer
from srcad.compiler.ir.shapes import DtypeError
from srcad.compiler.ir.sizes import ShapeError, is_name
from srcad.compiler.ir.types import Atom, array_aval, take_name
from srcad.compiler.reading.captured import captured_of
from srcad.compiler.reading.kinds import holds_numbers
from srcad.compiler.reading.lookup import find_attribute


class Elements(Value):
    """What is gone through row by row."""

    def iteration(self, frame: Frame, item: Any, node: ast.AST) -> Iteration:
        return _rows(frame, item, node)

    def unpacked(self, frame: Frame, item: Any, node: ast.AST) -> list[Any]:
        session = frame.session
        array = session.atom(item)
        aval = _with_rows(frame, array, node)
        dim = aval.shape[0]
        if not isinstance(dim, int):
            session.builder.sizes.fix(dim)
            has = (
                f"has `{dim}` rows" if is_name(dim) else "has an unknown number of rows"
            )
            message = "the number of rows must be known at compile time here"
            frame.needs_static(message, node, has)
        rows = _rows(frame, item, node)
        return [rows.element(k) for k in range(dim)]


@kind_of_box(Aval)
class Array(Elements):
    """An array or a number that run time knows."""

    def class_of(self, item: Any) -> type:
        known = PYTHON_CLASSES.get(item.aval.dtype) if item.aval.weak else None
        return known or np.ndarray

    is_a = staticmethod(is_of_class)

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        if all(dim == 1 for dim in item.aval.shape):
            return item
        frame.refuse(
            "SRC013",
            "the truth of an array is not one truth",
            node,
            label=f"is {item.aval}",
            help="reduce it, as in `(x > 0).any()` or `x.sum() > 0`",
        )

    def is_none(self, frame: Frame, item: Any, compared: bool = False) -> Any:
        return _compared_with_none(item.aval) if compared else False

    def is_bool(self, frame: Frame, item: Any, known: bool, node: ast.AST) -> Any:
        refuse_classes(frame, item, node)
        if not item.aval.weak or item.aval.dtype != "bool":
            return NotImplemented
        return item if known else negated(frame, item, node)

    def makes_arrays(self, item: Any, name: str) -> bool:
        # A number times a sequence repeats that, or is an error.
        number = name == "multiply" and not item.aval.ndim and not item.holds
        return not (item.aval.weak or item.aval.tensor or number)

    def augmented(self, op: Operation, old: Any, value: Any) -> Any:
        new = apply_binary(op.frame, op.name, old, value, op.node)
        if not is_written_in_place(old):
            return new
        if old.aval.loose and is_known_twice(op.frame, old):
            # A number would be another one then, under one of its names.
            op.frame.session.left.ask(old.value)
        refuse_unsafe_write(op.frame, old, op.node)
        aval, result = array_aval(old.value), array_aval(new.value)
        with raising_of_dtypes(op.frame, op.node):
            check_written(op.name, result, aval)
        if result.ndim != aval.ndim:
            raise ShapeError(f"{result} does not fit into {aval}")
        if result.shape != aval.shape:
            # What is broadcast does not fit; an assignment to all of it says so.
            write_array(op.frame, old, Ellipsis, new, op.node)
            return old
        session = op.frame.session
        changed = session.builder.cast(new.value, aval.dtype)
        was = old.value
        if old.view is None:
            take_name(changed, was)
        write_array_in_place(op.frame, old, changed, op.node)
        return old


def check_written(name: str, result: Aval, array: Aval) -> None:
    """Refuse a result that an operator in place does not put into the array; what
    NumPy raises of such dtypes is the cause."""
    try:
        check_dtype(result, array)
    except DtypeError as refused:
        in_place = getattr(operator, f"i{WORDS[name][0]}")
        try:
            in_place(np.ones(1, array.dtype), np.ones(1, result.dtype))
        except TypeError as error:
            raise refused from error
        raise


@kind_of_box(OptionalAval)
class ValueOrNone(OrNone, Value):
    """A value of run time that may be None."""

    def operand(self, op: Operation, item: Any, beside: Any) -> Any:
        if op.name in ("equal", "not_equal") and item.aval.inner.ndim:
            # None is equal to no number: that is no array of bools.
            raise NeedsStatic(
                "this may be None", label="is compared element by element"
            )
        return super().operand(op, item, beside)

    def unary(self, op: Operation, item: Any) -> Any:
        return apply_unary(op.frame, op.name, present(op.frame.session, item), op.node)

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        return read_array(frame, present(frame.session, item), key, node)

    def method(self, frame: Frame, item: Any, call: MethodCall) -> Any:
        there = present(frame.session, item)
        return kind_of(there).method(frame, there, call)

    def length(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        message = "object of type 'NoneType' has no len()"
        return super().length(frame, needed(frame, item, message, node), node)

    def iteration(self, frame: Frame, item: Any, node: ast.AST) -> Iteration | None:
        there = needed_to_iterate(frame, item, node)
        return kind_of(there).iteration(frame, there, node)

    def set_item(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> None:
        message = "'NoneType' object does not support item assignment"
        needed(frame, place.owner, message, node)
        kind_of(place.owner).set_item(frame, place, value, node)

    def old(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        needed(frame, item, "'NoneType' object is not subscriptable", node)
        return kind_of(item).old(frame, item, key, node)

    def augmented(self, op: Operation, old: Any, value: Any) -> Any:
        aval = old.aval.inner
        if aval.is_scalar or aval.tensor:
            return NotImplemented
        needed(op.frame, old, "None is changed in place, and is no array", op.node)
        return kind_of(old).augmented(op, old, value)

    def makes_arrays(self, item: Any, name: str) -> bool:
        aval = item.aval.inner
        if aval.is_numeric and not aval.weak and not aval.tensor:
            raise NeedsStatic("this may be None", label="is compared with a sequence")
        return False

    def is_none(self, frame: Frame, item: Any, compared: bool = False) -> Any:
        if compared:
            _compared_with_none(item.aval.inner)
        return super().is_none(frame, item)

    def is_bool(self, frame: Frame, item: Any, known: bool, node: ast.AST) -> Any:
        refuse_classes(frame, item, node)
        return NotImplemented

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        def there() -> Any:
            return as_truth(frame, present(frame.session, item), node)

        frame.asked[id(node)] = item
        missing = is_none(frame.session, item)
        return branch_value(frame, missing, lambda: False, there, node)


@kind_where(is_marked("__srcad_parameter__"))
class Parameter(Elements):
    """A Parameter of a Cell: the module is given its array."""

    def is_key(self, frame: Frame, item: Any) -> bool:
        return captured_of(item) is None

    def is_one(self, frame: Frame, item: Any, other: Any, node: ast.AST) -> Any:
        if is_parameter(other):
            return item is other
        return identity(frame, frame.session.parameter_box(item), other, node)

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        return super().item(frame, frame.session.parameter_box(item), key, node)

    def set_item(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> None:
        box = frame.session.parameter_box(place.owner)
        super().set_item(frame, place._replace(owner=box), value, node)

    def old(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        return super().old(frame, frame.session.parameter_box(item), key, node)

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        if name in ("name", "requires_grad", "register_hook"):
            return NotImplemented
        if name == "data":
            return item
        if name in ("set_data", "value"):
            return BoundMethod(item, name)
        return super().attribute(frame, frame.session.parameter_box(item), name, node)

    def has_attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        return hasattr(item, name)

    def method(self, frame: Frame, item: Any, call: MethodCall) -> Any:
        if call.name == "set_data":
            return assign_parameter(frame, item, call.args[0], call.node)
        return frame.session.box(frame.session.atom(item))

    def copied(self, frame: Frame, item: Any, inner: Inner, node: ast.AST) -> Any:
        if captured_of(item) is None:
            return NotImplemented
        return super().copied(frame, frame.session.parameter_box(item), inner, node)

    def written(self, template: Template, item: Any) -> str:
        array = template.array(item)
        if template.plain:
            return array
        # It shows its name, and none of its elements.
        door = template.session.door
        name = find_attribute(door, item, "name")
        named = f"{array}, {escaped(repr(name))}"
        if not find_attribute(door, item, "requires_grad"):
            named += ", requires_grad=False"
        template.imports.append("from srcad import Parameter")
        return f"Parameter({named})"

    def bound(self, frame: Frame, item: Any, args: list[Atom]) -> Any:
        return Kind.bound(self, frame, item, args)

    def class_of(self, item: Any) -> type:
        return type(item)

    def described(self, item: Any) -> str:
        return f"a {type(item).__name__}"

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return truth(frame, frame.session.box(frame.session.atom(item)), node)


@kind_where(is_marked("__srcad_tensor__"))
class ConstantTensor(Numeric):
    """A Tensor that is known at compile time."""

    def iteration(self, frame: Frame, item: Any, node: ast.AST) -> Iteration:
        return _rows(frame, item, node)

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        return read_array(frame, frame.session.literal_box(item), key, node)

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        if name in ("dtype", "shape", "ndim", "size"):
            return getattr(item, name)
        return array_attribute(frame, frame.session.literal_box(item), name, node)

    def set_item(self, frame: Frame, place: Place, item: Any, node: ast.AST) -> Any:
        frame.session.note_tensor(place.owner, written=True)
        return NotImplemented

    in_index = staticmethod(array_in_index)

    def written(self, template: Template, item: Any) -> str:
        return template.place(item)


@kind(np.ndarray)
class Constant(ConstantTensor):
    """An array that is known at compile time, and so are its elements."""

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        if name in _REARRANGED and not holds_numbers(item):
            return getattr(item, name)  # nothing is written into what it gives
        return super().attribute(frame, item, name, node)

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        entries = as_tuple(key)
        if len(entries) == item.ndim and all(map(is_integer, entries)):
            return item[key]
        if _is_of_texts(item) and not has_box(key):
            frame.session.door.content(item)
            with frame.raises(node, LookupError):
                return item[key]
        return super().item(frame, item, key, node)

    def iteration(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        if not _is_of_texts(item):
            return super().iteration(frame, item, node)
        frame.session.door.content(item)
        return None

    def sequence(self, item: Any) -> Any:
        return [*item] if _is_of_texts(item) else super().sequence(item)

    def set_item(self, frame: Frame, place: Place, item: Any, node: ast.AST) -> Any:
        if place.owner.dtype.kind == "O":
            message = "this writes into an array of the dtype object"
            help = "start with an array of numbers, such as `np.zeros(...)`"
            frame.refuse("SRC017", message, node, help=help)
        return super().set_item(frame, place, item, node)

    def makes_arrays(self, item: Any, name: str) -> bool:
        return True

    def copied(self, frame: Frame, item: Any, inner: Inner, node: ast.AST) -> Any:
        # Of integers the elements stay known: they may be sizes and places.
        return copy_of(frame, item) if item.dtype.kind in "fc" else NotImplemented

    def augmented(self, op: Operation, old: Any, value: Any) -> Any:
        refuse_effect(op.frame, "this writes into an array", op.node)


# What asks nothing of the elements of an array.
_REARRANGED = ("T", "copy", "flatten", "ravel", "reshape", "squeeze", "transpose")


def _is_of_texts(item: Any) -> bool:
    """Whether an array is one of texts, which are known one by one."""
    return item.dtype.kind in "US" and item.ndim > 0


def _compared_with_none(aval: AnyAval) -> bool:
    """What is there is not None, which NumPy compares with each element of an array."""
    if not (aval.is_scalar or aval.tensor):
        raise NeedsStatic("an array is compared with None element by element")
    return False


def _rows(frame: Frame, item: Any, node: ast.AST) -> Iteration:
    """The rows of an array."""
    session = frame.session
    array = session.atom(item)
    _with_rows(frame, array, node)
    length = session.wrap(session.builder.size(array, 0))

    def element(k: Any) -> Any:
        fixed = isinstance(k, int)
        index = Index((k,)) if fixed else Index((Ref(0),))
        args = () if fixed else (session.atom(k),)
        now = session.atom(item)
        if aval_of(item).ndim > 1:
            return session.view(item, now, "getitem", *args, index=index)
        return session.box(session.builder.getitem(now, index, *args))

    return Iteration(length, element, over=(item,))


def _with_rows(frame: Frame, array: Atom, node: ast.AST) -> Aval:
    """What is known of an array, which has elements."""
    aval = array.aval
    if not aval.ndim:
        help = "what has elements is of rank 1 or more"
        refuse_type(frame, f"{aval} has no elements", node, help)
    return array_aval(array)
