"""What Python's operators ask of an object: the answers of one that Python knows."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame


@dataclass(frozen=True, slots=True)
class Operation:
    """An operator or a comparison, by its primitive, where it stands in a program."""

    name: str
    frame: Frame
    node: ast.AST


class Operand:
    """An object as one of the operands; NotImplemented where it has nothing to say."""

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        """``left`` (operator) ``right``, of which one is of this kind; NotImplemented
        where it is for the other one to say, or for Python."""
        return NotImplemented

    def reflected(self, op: Operation, left: Any, right: Any) -> Any:
        """The same, where the left one has not said what it is."""
        return self.binary(op, left, right)

    def equals(self, frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
        """``left == right`` of structures; asked where ``binary`` has not said it, and
        run time knows a part of them."""
        return NotImplemented

    def contains(self, frame: Frame, items: Any, item: Any, node: ast.AST, /) -> Any:
        """``item in items``; NotImplemented where Python says it of what is known."""
        return NotImplemented

    def is_none(self, frame: Frame, item: Any, compared: bool = False) -> Any:
        """``item is None``, or ``item == None`` where it is ``compared``."""
        return item is None

    def is_one(self, frame: Frame, item: Any, other: Any, node: ast.AST) -> Any:
        """``item is other``; NotImplemented where there is but one such object."""
        return NotImplemented

    def is_bool(self, frame: Frame, item: Any, known: bool, node: ast.AST) -> Any:
        """``item is True`` or ``item is False``; NotImplemented of what is no bool of
        run time."""
        return NotImplemented

    def augmented(self, op: Operation, old: Any, value: Any) -> Any:
        """``old op= value`` in place; NotImplemented where a new value is bound."""
        return NotImplemented

    def operand(self, op: Operation, item: Any, beside: Any) -> Any:
        """What NumPy computes with, where it stands beside a number or an array;
        NotImplemented of what is neither, nor made one."""
        return NotImplemented

    def makes_arrays(self, item: Any, name: str) -> bool:
        """Whether a sequence beside it is an array for NumPy."""
        return False

    def unary(self, op: Operation, item: Any) -> Any:
        """``-item`` and the like; NotImplemented where Python computes it."""
        return NotImplemented

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        """Whether it is true: a bool, or a number that run time tests."""
        with frame.raises(node, Exception):
            return bool(item)

    def is_key(self, frame: Frame, item: Any) -> bool:
        """Whether Python tells it from all others, whatever run time knows of it."""
        return False

    def is_key_among(
        self, frame: Frame, item: Any, others: Iterable[Any], node: ast.AST
    ) -> bool:
        """Whether its class says that it is a key, and to which others it is equal."""
        return False

    def taken(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        """The same, for who goes through it from here on."""
        return item

    def is_id_of(self, item: Any, other: Any) -> bool:
        """Whether it is what ``id`` gives of another object."""
        return False

    # Whether it says what functions of Python and NumPy give of it.
    says_of_calls = False

    def call_with(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        """What a function gives that is given it, also in a list; NotImplemented where
        that asks for it."""
        return NotImplemented

    def settled(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        """The same, as what computes with real numbers is given it."""
        return item
