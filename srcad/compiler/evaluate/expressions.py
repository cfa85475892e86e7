"""Evaluating expressions to objects, in which boxes stand for run-time values."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.attributes import attribute
from srcad.compiler.evaluate.dispatch import evaluate, expression
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.generators import yielded_inside
from srcad.compiler.evaluate.kinds import has_box
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.lists import is_run_time_list
from srcad.compiler.evaluate.numpy.values import copy_of
from srcad.compiler.evaluate.objects import (
    is_array_box,
    is_iterator,
    is_parameter,
    name_value,
)
from srcad.compiler.evaluate.operators import (
    apply_binary,
    binary_name,
    emit_elementwise,
    is_number_like,
)
from srcad.compiler.evaluate.recovery import evaluate_all
from srcad.compiler.evaluate.sequences import spread, unstarred
from srcad.compiler.evaluate.special import is_user_object, unary
from srcad.compiler.evaluate.subscripts import read_subscript
from srcad.compiler.evaluate.truth import negated
from srcad.compiler.evaluate.wording import (
    refuse_syntax,
)
from srcad.compiler.ir.avals import Aval


@expression(ast.Constant)
def _constant(frame: Frame, node: ast.Constant) -> Any:
    return node.value


@expression(ast.Name)
def _name(frame: Frame, node: ast.Name) -> Any:
    return frame.lookup(node)


@expression(ast.BinOp)
def _binary(frame: Frame, node: ast.BinOp) -> Any:
    name = binary_name(node.op)
    left, right = evaluate_all(frame, [node.left, node.right], evaluate)
    return apply_binary(frame, name, left, right, node)


@expression(ast.Attribute)
def _attribute(frame: Frame, node: ast.Attribute) -> Any:
    owner = evaluate(frame, node.value)
    item = attribute(frame, owner, node.attr, node)
    own = getattr(owner, "__dict__", {}).get(node.attr)
    if is_iterator(item) and (isinstance(owner, tuple) or own is item):
        frame.refuse_iterator(node)
    return item


@expression(ast.Subscript)
def _subscript(frame: Frame, node: ast.Subscript) -> Any:
    item = read_subscript(frame, node)
    if is_iterator(item):
        frame.refuse_iterator(node)
    return item


@expression(ast.Slice)
def _slice(frame: Frame, node: ast.Slice) -> Any:
    bounds = (node.lower, node.upper, node.step)
    return slice(*(evaluate(frame, bound) if bound else None for bound in bounds))


@expression(ast.NamedExpr)
def _named(frame: Frame, node: ast.NamedExpr) -> Any:
    item = evaluate(frame, node.value)
    assert isinstance(node.target, ast.Name)
    name_value(item, node.target.id)
    frame.assign(node.target.id, item)
    return item


@expression(ast.Starred)
def _starred(frame: Frame, node: ast.Starred) -> Any:
    frame.refuse("SRC011", "a starred expression cannot stand here", node)


@expression(ast.AST)
def _other(frame: Frame, node: ast.expr) -> Any:
    refuse_syntax(frame, node)


@expression(ast.Yield, ast.YieldFrom)
def _yield(frame: Frame, node: ast.Yield | ast.YieldFrom) -> Any:
    if frame.stream is None:
        refuse_syntax(frame, node)
    return yielded_inside(frame, node)


def made(frame: Frame, items: list[Any]) -> list[Any]:
    """A new list, remembered with the depth of control flow it was made at."""
    frame.session.own(items)
    return items


@expression(ast.Tuple)
def _tuple(frame: Frame, node: ast.Tuple) -> Any:
    return tuple(elements(frame, node.elts))


@expression(ast.List)
def _list(frame: Frame, node: ast.List) -> Any:
    return made(frame, elements(frame, node.elts))


def elements(frame: Frame, nodes: list[ast.expr]) -> list[Any]:
    return spread(frame, nodes, evaluate_all(frame, unstarred(nodes), evaluate))


@expression(ast.Dict)
def _dictionary(frame: Frame, node: ast.Dict) -> dict[Any, Any]:
    result: dict[Any, Any] = {}
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            result.update(evaluate(frame, value))
        else:
            known = evaluate(frame, key)
            if not is_parameter(known):
                known = static(frame, known, key)
            result[known] = evaluate(frame, value)
    frame.session.own(result)
    return result


@expression(ast.UnaryOp)
def _unary(frame: Frame, node: ast.UnaryOp) -> Any:
    op, item = node.op, evaluate(frame, node.operand)
    if isinstance(op, ast.Not):
        return negated(frame, item, node)
    if is_user_object(item):
        words = {ast.USub: "negative", ast.UAdd: "positive", ast.Invert: "invert"}
        result = unary(frame, words[type(op)], item, node)
        if result is not NotImplemented:
            return result
    if not has_box(item):
        functions = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}
        try:
            return getattr(item, functions[type(op)])()
        except (AttributeError, TypeError) as error:
            frame.refuse("SRC021", f"TypeError: {error}", node)
    if not is_number_like(item) or is_run_time_list(item):
        kind = "list" if is_run_time_list(item) else type(item).__name__
        message = f"TypeError: bad operand type for unary {_SIGNS[type(op)]}: '{kind}'"
        frame.refuse("SRC021", message, node)
    aval = frame.session.atom(item).aval
    if isinstance(aval, Aval) and aval.dtype == "bool":
        if aval.weak:
            item = emit_elementwise(frame, "int", item)  # as Python has it
        elif isinstance(op, ast.Invert):
            return emit_elementwise(frame, "logical_not", item)
        else:
            help = "write `~x` for what is not true"
            message = f"TypeError: `{_SIGNS[type(op)]}` of bools, which NumPy has not"
            frame.refuse("SRC021", message, node, help=help)
    if isinstance(op, ast.UAdd):
        # Of an array it is a new one.
        return copy_of(frame, item) if is_array_box(item) else item
    name = "negative" if isinstance(op, ast.USub) else "invert"
    return emit_elementwise(frame, name, item)


_SIGNS = {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~"}
