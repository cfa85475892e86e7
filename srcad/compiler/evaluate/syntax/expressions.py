"""Evaluating expressions to objects, in which boxes stand for run-time values."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.calls.dict_library import Keyed
from srcad.compiler.evaluate.calls.keyed import (
    is_or_shows_one,
    is_unknown,
    keyed,
    made,
    making,
)
from srcad.compiler.evaluate.contents import TupleOfRunTime
from srcad.compiler.evaluate.dispatch import call, evaluate, expression
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.known import as_key
from srcad.compiler.evaluate.objects import Place, aval_of, is_iterator
from srcad.compiler.evaluate.operations.attributes import attribute
from srcad.compiler.evaluate.operations.list_methods import list_method, plus
from srcad.compiler.evaluate.operations.operators import (
    apply_binary,
    apply_unary,
    operator_name,
)
from srcad.compiler.evaluate.operations.sequences import (
    mapping_of,
    spread,
    taken_in_turn,
    unstarred,
)
from srcad.compiler.evaluate.operations.subscripts import read_subscript, write_item
from srcad.compiler.evaluate.operations.truth import negated
from srcad.compiler.evaluate.paths.recovery import evaluate_all
from srcad.compiler.evaluate.scope import name_value
from srcad.compiler.evaluate.storage.growing_lists import made_list
from srcad.compiler.evaluate.storage.lengths import of_unknown_length
from srcad.compiler.evaluate.storage.list_items import is_run_time_list
from srcad.compiler.evaluate.syntax.generators import yielded_inside
from srcad.compiler.evaluate.wording import (
    refuse_syntax,
)


@expression(ast.Constant)
def _constant(frame: Frame, node: ast.Constant) -> Any:
    return node.value


@expression(ast.Name)
def _name(frame: Frame, node: ast.Name) -> Any:
    return frame.lookup(node)


@expression(ast.BinOp)
def _binary(frame: Frame, node: ast.BinOp) -> Any:
    name = operator_name(node.op)
    left, right = evaluate_all(frame, [node.left, node.right], evaluate)
    return apply_binary(frame, name, left, right, node)


@expression(ast.Attribute)
def _attribute(frame: Frame, node: ast.Attribute) -> Any:
    owner = evaluate(frame, node.value)
    return attribute(frame, owner, node.attr, node)


@expression(ast.Subscript)
def _subscript(frame: Frame, node: ast.Subscript) -> Any:
    item = frame.agreed(read_subscript(frame, node), node)
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


@expression(ast.Tuple)
def _tuple(frame: Frame, node: ast.Tuple) -> Any:
    found = _displayed(frame, node.elts, node)
    return TupleOfRunTime(found) if is_run_time_list(found) else tuple(found)


@expression(ast.List)
def _list(frame: Frame, node: ast.List) -> Any:
    return made_list(frame, _displayed(frame, node.elts, node), node)


def _displayed(frame: Frame, nodes: list[ast.expr], node: ast.AST) -> Any:
    """A list of what stands in a display: of run time, where something with a star is
    as long as run time knows."""
    plain = unstarred(nodes)
    items = evaluate_all(frame, plain, taken_in_turn(nodes, evaluate))
    parts: list[Any] = [frame.session.own([])]
    made: list[Any] = []
    for one, value, item in zip(nodes, plain, items, strict=True):
        kind, xs = kind_of(item), None
        if one is not value:
            listed = kind.is_lazy or kind.makes_elements or is_or_shows_one(item)
            if listed or aval_of(item).ndim:
                item = call(frame, list, [item], {}, one)
                made.append(item)
            xs = of_unknown_length(frame, item)
        if xs is not None:
            parts += [xs, frame.session.own([])]
        else:
            parts[-1].extend(spread(frame, [one], [item]))
    first, *others = [one for one in parts if one != []] or parts
    if is_run_time_list(first) and not others and all(first is not one for one in made):
        return list_method(frame, first, "copy", [], node)
    for other in others:
        first = plus(frame, first, other, node)
    return first


def elements(frame: Frame, nodes: list[ast.expr]) -> list[Any]:
    return spread(frame, nodes, evaluated(frame, nodes))


def evaluated(frame: Frame, nodes: list[ast.expr]) -> list[Any]:
    """What these are, those with a star as a whole."""
    how = taken_in_turn(nodes, evaluate)
    return evaluate_all(frame, unstarred(nodes), how)


@expression(ast.Dict)
def _dictionary(frame: Frame, node: ast.Dict) -> Any:
    if is_unknown(frame, node):
        return _keyed(frame, node)
    result: dict[Any, Any] = {}
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            other = evaluate(frame, value)
            with making(frame, node):
                if isinstance(other, Keyed):
                    frame.needs_static("the keys of a dict must be known", value)
                result.update(mapping_of(frame, other, node))
        else:
            item = evaluate(frame, key)
            with making(frame, node):
                known = as_key(frame, item, key, result)
            with frame.keeping(tuple(result.values())):
                result[known] = evaluate(frame, value)
    return made(frame, result, node)


def _keyed(frame: Frame, node: ast.Dict) -> Any:
    """The same as two lists."""
    result = keyed(frame, dict, [], {}, node)
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            other = evaluate(frame, value)
            call(frame, attribute(frame, result, "update", node), [other], {}, node)
        else:
            place = Place(result, evaluate(frame, key))
            write_item(frame, place, evaluate(frame, value), node)
    return result


@expression(ast.UnaryOp)
def _unary(frame: Frame, node: ast.UnaryOp) -> Any:
    item = evaluate(frame, node.operand)
    if isinstance(node.op, ast.Not):
        return negated(frame, item, node)
    return apply_unary(frame, operator_name(node.op), item, node)
