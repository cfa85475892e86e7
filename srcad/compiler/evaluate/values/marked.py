"""What srcad has marked: Cells, operators, and what it does at compile time."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.calls.cells import call_cell
from srcad.compiler.evaluate.calls.effects import call_assign, draw
from srcad.compiler.evaluate.calls.hooks import hook_backward, remove
from srcad.compiler.evaluate.calls.registration import register
from srcad.compiler.evaluate.calls.rule_calls import call_operator, call_primitive
from srcad.compiler.evaluate.dispatch import Args, Keywords, inline_gradient
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import (
    Kind,
    has_box,
    is_marked,
    kind_of_function,
    kind_where,
)
from srcad.compiler.evaluate.operations.direct import call_directly
from srcad.compiler.evaluate.values.callables import Function
from srcad.compiler.evaluate.values.records import Made, Other, Record
from srcad.compiler.reading.lookup import MISSING, member_of, method_of
from srcad.compiler.reading.origins import is_function, is_users_function
from srcad.compiler.reading.records import is_record_class


@kind_of_function("__srcad_static__")
@kind_where(is_marked("__srcad_static__"))
class Static(Function):
    """What the user, or srcad, lets run at compile time."""

    def run(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        active = has_box(args) or has_box(keywords)
        if active and is_users_function(callee):
            return super().run(frame, callee, args, keywords, node)
        return call_directly(frame, callee, args, keywords, node)


@kind_of_function("__srcad_random__")
class Random(Function):
    """A draw of random numbers."""

    run = staticmethod(draw)


@kind_of_function("__srcad_assign__")
class Assign(Function):
    """``ops.assign``."""

    run = staticmethod(call_assign)


@kind_of_function("__srcad_registers__")
class Registration(Function):
    """The function behind a method that registers a hook."""

    run = staticmethod(register)


@kind_of_function("__srcad_removes__")
class Removal(Function):
    """The function behind the ``remove`` of a hook on a run-time Tensor."""

    def run(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        return remove(frame, args[0], node)


@kind_of_function("__srcad_finds_members__")
class MemberLookup(Function):
    """``Cell.__getattr__``, called by the ``__getattr__`` of a class of the user's."""

    def run(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        if has_box(args) or keywords or len(args) != 2:
            return super().run(frame, callee, args, keywords, node)
        cell, name = args
        found = member_of(frame.session.door, cell, name)
        if found is not MISSING:
            return found
        with frame.raises(node, AttributeError):
            return callee(cell, name)


@kind_where(is_marked("__srcad_operator__"))
class Operator(Other):
    """An operator, which may have a ``bprop`` as its rule."""

    run = staticmethod(call_operator)


@kind_where(is_marked("__srcad_hook_backward__"))
class HookBackward(Other):
    """``ops.HookBackward(hook)``."""

    run = staticmethod(hook_backward)


@kind_where(is_marked("__srcad_gradient__"))
class Gradient(Other):
    """What ``srcad.grad`` gives, called in what is differentiated or generated."""

    run = staticmethod(inline_gradient)


class _Cell(Kind):
    """A Cell: a sub-cell of what is compiled."""

    run = staticmethod(call_cell)

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        if hasattr(type(item), "__len__"):
            frame.session.door.members(item)  # an empty container is false
        return super().truth(frame, item, node)


class _Primitive(Kind):
    """A user's primitive, which may have a ``bprop`` as its rule."""

    def run(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        active = has_box(args) or has_box(keywords)
        door = frame.session.door
        call, bprop = (method_of(door, callee, word) for word in ("__call__", "bprop"))
        if active and bprop is not None and is_function(call):
            return call_primitive(frame, callee, args, keywords, node)
        return super().run(frame, callee, args, keywords, node)


@kind_where(lambda cls: is_record_class(cls) and is_marked("__srcad_cell__")(cls))
class CellWithFields(_Cell, Record):
    """One that is a dataclass."""


@kind_where(is_marked("__srcad_cell__"))
class Cell(_Cell, Other):
    """One of any other class."""


class MadeCell(_Cell, Made):
    """One that the evaluation has made, and can make again."""


Cell.opened = MadeCell()


@kind_where(lambda cls: is_record_class(cls) and is_marked("__srcad_primitive__")(cls))
class PrimitiveWithFields(_Primitive, Record):
    """One that is a dataclass."""


@kind_where(is_marked("__srcad_primitive__"))
class Primitive(_Primitive, Other):
    """One of any other class."""
