"""One of a few known objects: what is asked of it is asked of each of these."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.calls.methods import has_attribute
from srcad.compiler.evaluate.dispatch import Args, Keywords, call
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Kind, kind, kind_of
from srcad.compiler.evaluate.library.builtins import length_of
from srcad.compiler.evaluate.library.choices import for_each_option, where
from srcad.compiler.evaluate.objects import Choice, Place
from srcad.compiler.evaluate.operands import Operation
from srcad.compiler.evaluate.operations.attributes import attribute
from srcad.compiler.evaluate.operations.operators import apply_binary
from srcad.compiler.evaluate.operations.subscripts import read_item, write_item
from srcad.compiler.evaluate.operations.truth import of_python, truth
from srcad.compiler.evaluate.syntax.comparisons import compare, contains, identity


@kind(Choice)
class Chosen(Kind):
    """A choice, which is its number."""

    is_structure = is_row = stands_in = True
    is_handed_over = False

    def noun(self, item: Any) -> str:
        return self.described(item)

    def choice(self, item: Any) -> Choice:
        found: Choice = item
        return found

    def class_of(self, item: Any) -> type:
        classes = {kind_of(one).class_of(one) for one in item.options.values()}
        return classes.pop() if len(classes) == 1 else object

    def parts(self, item: Any) -> list[Any]:
        return [item.number]

    def words(self, item: Any) -> tuple[None]:
        return (None,)

    def with_parts(self, item: Any, parts: list[Any]) -> Any:
        (number,) = parts
        return Choice(item.family, item.options, number)

    def same_form(self, left: Any, right: Any) -> bool:
        return list(left.options) == list(right.options)

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return True

    def described(self, item: Any) -> str:
        options = (kind_of(one).described(one) for one in item.options.values())
        return " or ".join(options)

    def unpacked(self, frame: Frame, item: Any, node: ast.AST) -> list[Any] | None:
        message = f"what is in {self.described(item)} is known at run time only"
        frame.refuse("SRC013", message, node)

    def call(
        self,
        frame: Frame,
        callee: Any,
        args: Args,
        keywords: Keywords,
        node: ast.AST,
        /,
    ) -> Any:
        def one(option: Any) -> Any:
            return call(frame, option, args, keywords, node)

        return for_each_option(frame, callee, one, node)

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        def one(option: Any) -> Any:
            return read_item(frame, option, key, node)

        return for_each_option(frame, item, one, node)

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        def one(option: Any) -> Any:
            return attribute(frame, option, name, node)

        return for_each_option(frame, item, one, node)

    def item_at(self, frame: Frame, owner: Any, key: Any, node: ast.AST) -> Any:
        def one(option: Any) -> Any:
            return read_item(frame, owner, option, node)

        return for_each_option(frame, key, one, node)

    def set_at(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> Any:
        def one(option: Any) -> None:
            write_item(frame, place._replace(key=option), value, node)

        return for_each_option(frame, place.key, one, node)

    def contains(self, frame: Frame, items: Any, item: Any, node: ast.AST) -> Any:
        def one(option: Any) -> Any:
            return contains(frame, option, item, node)

        return where(frame, items, one, node)

    def is_none(self, frame: Frame, item: Any, compared: bool = False) -> Any:
        node = frame.statement or frame.source.node
        return where(frame, item, lambda option: option is None, node)

    def is_one(self, frame: Frame, item: Any, other: Any, node: ast.AST) -> Any:
        return where(
            frame, item, lambda option: identity(frame, option, other, node), node
        )

    def is_a(self, frame: Frame, item: Any, classes: Any, node: ast.AST) -> Any:
        def one(option: Any) -> Any:
            return kind_of(option).is_a(frame, option, classes, node)

        return of_python(frame, where(frame, item, one, node))

    def has_attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        def one(option: Any) -> Any:
            return has_attribute(frame, option, name, node)

        return of_python(frame, where(frame, item, one, node))

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return where(frame, item, lambda option: truth(frame, option, node), node)

    def length(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        def one(option: Any) -> Any:
            return length_of(frame, option, node)

        return for_each_option(frame, item, one, node)

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        frame, node = op.frame, op.node
        if op.name not in ("equal", "not_equal"):
            if kind_of(left) is self:

                def one(option: Any) -> Any:
                    return apply_binary(frame, op.name, option, right, node)

                return for_each_option(frame, left, one, node)

            def other_one(option: Any) -> Any:
                return apply_binary(frame, op.name, left, option, node)

            return for_each_option(frame, right, other_one, node)
        if kind_of(left) is kind_of(right) and left.family is right.family:
            return compare(frame, op.name, left.number, right.number, node)
        choice, other = (left, right) if kind_of(left) is self else (right, left)

        def test(option: Any) -> Any:
            return compare(frame, op.name, option, other, node)

        return where(frame, choice, test, node)
