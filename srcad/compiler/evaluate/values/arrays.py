"""Arrays and numbers: of run time, Parameters, and those that are constants."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from srcad.compiler.evaluate.attributes import attribute
from srcad.compiler.evaluate.effects import assign_parameter
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Inner, Kind, kind, kind_of_box, kind_where
from srcad.compiler.evaluate.maybe import present
from srcad.compiler.evaluate.methods import (
    array_attribute,
    array_has,
    call_of_array,
    refuse_of_python,
)
from srcad.compiler.evaluate.numpy.values import copy_of
from srcad.compiler.evaluate.objects import (
    BoundMethod,
    Box,
    Iteration,
    MethodCall,
    Place,
    is_written_in_place,
)
from srcad.compiler.evaluate.subscripts import (
    array_in_index,
    read_array,
    reference,
    write_array,
)
from srcad.compiler.evaluate.values.run_time import RunTime, refuse_unsure
from srcad.compiler.ir.avals import Aval, OptionalAval
from srcad.compiler.ir.index import Index, Ref, is_integer
from srcad.compiler.ir.sizes import is_name
from srcad.compiler.ir.types import Atom, array_aval


def _is_marked(word: str) -> Any:
    return lambda cls: getattr(cls, word, None) is True


@kind(Box)
class Value(RunTime):
    """What is one value at run time."""

    def length(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        session = frame.session
        return session.wrap(session.builder.size(session.atom(item), 0))

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        return read_array(frame, item, key, node)

    def set_item(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> None:
        write_array(frame, place.owner, place.key, value, node, place.operator)

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        refuse_of_python(frame, item, name, node)
        return array_attribute(frame, item, name, node)

    def has_attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        return array_has(frame, item.aval, name)

    def method(self, frame: Frame, item: Any, call: MethodCall) -> Any:
        return call_of_array(frame, item, call)

    def copied(self, frame: Frame, item: Any, inner: Inner, node: ast.AST) -> Any:
        if not is_written_in_place(item):
            return item
        new = copy_of(frame, item)
        new.holds = not array_aval(new.own).ndim
        return new

    def in_array(self, frame: Frame, item: Any, node: ast.AST) -> Atom:
        return frame.session.atom(item)

    def in_index(self, frame: Frame, item: Any, args: list[Atom], node: ast.AST) -> Any:
        return array_in_index(frame, item, args, node)

    def bound(self, frame: Frame, item: Any, args: list[Atom]) -> Any:
        return reference(args, frame.session.atom(item))


@kind_of_box(Aval)
class Array(Value):
    """An array or a number that run time knows."""

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


@kind_of_box(OptionalAval)
class ValueOrNone(Value):
    """A number or an array that may be None."""

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        return attribute(frame, present(frame.session, item), name, node)

    def has_attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        refuse_unsure(name)


@kind_where(_is_marked("__srcad_parameter__"))
class Parameter(Array):
    """A Parameter of a Cell: the module is given its array."""

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        return super().item(frame, frame.session.parameter_box(item), key, node)

    def set_item(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> None:
        box = frame.session.parameter_box(place.owner)
        super().set_item(frame, place._replace(owner=box), value, node)

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
        return NotImplemented

    def bound(self, frame: Frame, item: Any, args: list[Atom]) -> Any:
        return Kind.bound(self, frame, item, args)


@kind_where(_is_marked("__srcad_tensor__"))
class ConstantTensor(Kind):
    """A Tensor that is known at compile time."""

    def iteration(self, frame: Frame, item: Any, node: ast.AST) -> Iteration:
        return _rows(frame, item, node)

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        return read_array(frame, frame.session.literal_box(item), key, node)

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        if name in ("dtype", "shape", "ndim", "size"):
            return getattr(item, name)
        return array_attribute(frame, frame.session.literal_box(item), name, node)

    def in_array(self, frame: Frame, item: Any, node: ast.AST) -> Atom:
        return frame.session.atom(item)

    def in_index(self, frame: Frame, item: Any, args: list[Atom], node: ast.AST) -> Any:
        return array_in_index(frame, item, args, node)


@kind(np.ndarray)
class Constant(ConstantTensor):
    """An array that is known at compile time, and so are its elements."""

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        entries = key if isinstance(key, tuple) else (key,)
        if len(entries) == item.ndim and all(map(is_integer, entries)):
            return item[key]
        return super().item(frame, item, key, node)


def _rows(frame: Frame, item: Any, node: ast.AST) -> Iteration:
    """The rows of an array."""
    session = frame.session
    array = session.atom(item)
    aval = _with_rows(frame, array, node)
    length = session.wrap(session.builder.size(array, 0))

    def element(k: Any) -> Any:
        fixed = isinstance(k, int)
        index = Index((k,)) if fixed else Index((Ref(0),))
        args = () if fixed else (session.atom(k),)
        now = session.atom(item)
        if isinstance(item, Box) and aval.ndim > 1 and not aval.tensor:
            return session.view(item, now, "getitem", *args, index=index)
        return session.box(session.builder.getitem(now, index, *args))

    return Iteration(length, element, over=(item,))


def _with_rows(frame: Frame, array: Atom, node: ast.AST) -> Aval:
    """What is known of an array, which has elements."""
    aval = array.aval
    if not isinstance(aval, Aval) or not aval.shape:
        help = "what has elements is of rank 1 or more"
        frame.refuse("SRC013", f"{aval} has no elements", node, help=help)
    return aval
