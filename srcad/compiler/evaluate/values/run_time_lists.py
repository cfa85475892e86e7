"""Lists that a program builds while it runs."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from srcad.compiler.evaluate.contents import RunTimeList, StructOfArrays
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import (
    Inner,
    kind,
    kind_of,
    kind_of_box,
    leaf_names,
    rebuilt,
    same_structure,
)
from srcad.compiler.evaluate.library.orders import in_order
from srcad.compiler.evaluate.objects import (
    BoundMethod,
    Box,
    Iteration,
    MethodCall,
    Place,
    is_array_box,
)
from srcad.compiler.evaluate.operands import Operation
from srcad.compiler.evaluate.operations.list_methods import (
    contains,
    delete,
    list_method,
    lists_equal,
    plus,
    times,
    times_in_place,
    write_slice,
)
from srcad.compiler.evaluate.operations.operators import apply_binary, augmented
from srcad.compiler.evaluate.operations.subscripts import array_in_index
from srcad.compiler.evaluate.operations.truth import is_positive, negated
from srcad.compiler.evaluate.printing import Template
from srcad.compiler.evaluate.storage.aliases import adopt, refuse_shared_elements
from srcad.compiler.evaluate.storage.lengths import emitted
from srcad.compiler.evaluate.storage.list_arrays import in_columns, stacked
from srcad.compiler.evaluate.storage.list_items import is_run_time_list
from srcad.compiler.evaluate.storage.lists import (
    item_at,
    list_length,
    lists_of,
    mapped,
    read_list,
    static_items,
    write_list,
)
from srcad.compiler.evaluate.storage.nested_lists import holds_lists, put_inside
from srcad.compiler.evaluate.values.operands import Rows, is_extended_by
from srcad.compiler.evaluate.values.run_time import RunTime
from srcad.compiler.ir.avals import SequenceAval, SetAval
from srcad.compiler.ir.lists import element_of
from srcad.compiler.ir.types import Atom
from srcad.compiler.reading.outputs import Each
from srcad.compiler.reading.structures import is_part


@kind_of_box(SequenceAval, SetAval)
class ListOfRunTime(RunTime, Rows):
    """A list of arrays or numbers, of which run time knows how many."""

    is_object = False
    is_value = True
    python_class = list

    def written(self, template: Template, item: Any) -> str:
        return template.place(item)

    def in_index(self, frame: Frame, item: Any, args: list[Atom], node: ast.AST) -> Any:
        element = element_of(item.value)
        if not element.is_numeric:
            return super().in_index(frame, item, args, node)
        # No elements are positions, too, and of none is said of which dtype they are.
        given = {"b": "bool", "i": "int64"}.get(np.dtype(element.dtype).kind, True)
        array = stacked(frame, item, 0, array=True if element.ndim else given)
        return array_in_index(frame, array, args, node)

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        other = right if kind_of(left) is self else left
        equality = op.name in ("equal", "not_equal")
        if equality or kind_of(other).makes_arrays(other, op.name):
            return NotImplemented
        if op.name == "add":
            return plus(op.frame, left, right, op.node)
        if op.name == "multiply":
            return times(op.frame, left, right, op.node)
        op.frame.refuse(
            "SRC012",
            f"`{op.name}` of a list that is built at run time is not supported",
            op.node,
            help="stack it with `np.stack`, or append in a loop",
        )

    def equals(self, frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
        other = right if kind_of(left) is self else left
        if kind_of(other).class_of(other) is not list:
            return False
        if other != []:
            return lists_equal(frame, left, right, node)
        xs = left if other is right else right
        return negated(frame, xs, node)

    contains = staticmethod(contains)

    def augmented(self, op: Operation, old: Any, value: Any) -> Any:
        if op.name == "multiply":
            times_in_place(op.frame, old, value, op.node)
        elif op.name == "add" and is_extended_by(op, old, value):
            list_method(op.frame, old, "extend", [value], op.node)
        else:
            return NotImplemented
        return old

    def iteration(self, frame: Frame, item: Any, node: ast.AST) -> Iteration:
        def element(k: Any) -> Any:
            return item_at(frame, item, frame.session.atom(k), node)

        return Iteration(lambda: list_length(frame, item), element, over=(item,))

    unpacked = staticmethod(static_items)

    def length(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return list_length(frame, item)

    item = staticmethod(read_list)

    def set_item(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> None:
        xs, key, operator, old = place
        if operator is not None:
            if is_array_box(old):
                for box in lists_of(xs):
                    refuse_shared_elements(frame, box, node)
                value = apply_binary(frame, operator, old, value, node)
            else:
                value = augmented(frame, operator, old, value, node)
                if value is old and not is_part(key):
                    return
        write = write_slice if is_part(key) else write_list
        write(frame, xs, key, value, node)

    old = staticmethod(read_list)

    def lists(self, item: Any) -> tuple[Box, ...]:
        return (item,)

    def noun(self, item: Any) -> str:
        return "list"

    def form(self, item: Any) -> Any:
        return [] if holds_lists(item) else 0.0

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        if not hasattr(list, name):
            return NotImplemented
        return BoundMethod(item, name)

    def method(self, frame: Frame, item: Any, call: MethodCall) -> Any:
        if call.name == "sort":
            ordered = in_order(frame, item, call.keywords, call.node)
            return write_slice(frame, item, slice(None), ordered, call.node)
        return list_method(frame, item, call.name, call.args, call.node)

    def copied(self, frame: Frame, item: Any, inner: Inner, node: ast.AST) -> Any:
        elements = [element_of(box.value) for box in lists_of(item)]
        if inner is not None and not all(one.is_scalar for one in elements):
            message = "`deepcopy` of a list of arrays that is built at run time"
            frame.refuse("SRC012", f"{message} is not supported", node)
        return mapped(frame, item, "copy") if inner is None else _of_copies(frame, item)

    delete_item = staticmethod(delete)

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return is_positive(frame, list_length(frame, item))


def _of_copies(frame: Frame, xs: RunTimeList) -> Any:
    """A list of copies of the elements of another one."""
    boxes = []
    for source in lists_of(xs):
        (value,) = emitted(frame.session, "copy", source.value)
        boxes.append(frame.session.box(value))
        boxes[-1].classes, boxes[-1].holds = source.classes, source.holds
    return rebuilt(xs, iter(boxes))


@kind(StructOfArrays)
class ListOfStructures(ListOfRunTime):
    """A list of run time for each leaf of its elements."""

    is_structure = is_row = is_object = True
    is_value = False

    def parts(self, item: Any) -> list[Any]:
        return list(item.lists)

    def with_parts(self, item: Any, parts: list[Any]) -> Any:
        return StructOfArrays(item.form, tuple(parts))

    def words(self, item: Any) -> list[str | None]:
        # Those of an element, which may be a structure of structures.
        return [word[2:] or None for word in leaf_names(item.form, "_")]

    def same_form(self, left: Any, right: Any) -> bool:
        return same_structure(left.form, right.form)

    def lists(self, item: Any) -> Any:
        return item.lists

    def in_array(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        """Its elements are the rows: what is a list of each part is a column."""
        return in_columns(frame, rebuilt(item.form, iter(item.lists)))

    def form(self, item: Any) -> Any:
        return item.form

    def written(self, template: Template, item: Any) -> str:
        return template.known(item)

    def hold(self, frame: Frame, xs: Any, item: Any) -> None:
        # The parts of a list in it are elements of one list each.
        if not is_run_time_list(item):
            put_inside(frame, item, xs.lists[0])

    def element(self, frame: Frame, xs: Any, parts: list[Box]) -> Any:
        item = adopt(frame.session, rebuilt(xs.form, iter(parts)))
        frame.session.join(item)
        return item

    def outward(self, item: Any) -> Any:
        return Each(rebuilt(item.form, iter(item.lists)))
