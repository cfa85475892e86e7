"""``and`` and ``or``, and tests of which only the truth is asked."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.agreement import one_of
from srcad.compiler.evaluate.ast_queries import is_conjunction
from srcad.compiler.evaluate.dispatch import evaluate, expression
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of, leaves
from srcad.compiler.evaluate.objects import (
    box_of,
    conflict_of,
    is_optional,
)
from srcad.compiler.evaluate.operations.special import is_plain
from srcad.compiler.evaluate.operations.truth import (
    as_truth,
    both,
    either,
    is_bool,
    truth,
)
from srcad.compiler.evaluate.paths.branching import branch_value, knowing
from srcad.compiler.evaluate.paths.maybe import present
from srcad.compiler.evaluate.signals import Untold


def evaluate_test(frame: Frame, node: ast.expr) -> Any:
    """The truth of an expression: a bool, or a number that run time tests."""
    if not isinstance(node, ast.BoolOp):
        return truth(frame, evaluate(frame, node), node)
    with frame.at(node):
        return _operator(frame, node, test=True)


@expression(ast.BoolOp)
def _operator(frame: Frame, node: ast.BoolOp, test: bool = False) -> Any:
    return _boolean(frame, is_conjunction(node), node.values, node, test)


def _boolean(
    frame: Frame, conjunction: bool, nodes: list[ast.expr], node: ast.AST, test: bool
) -> Any:
    """``and`` / ``or``; what decides at compile time is decided then.

    With ``test`` only the truth of the result matters.
    """
    try:
        item = evaluate_test(frame, nodes[0]) if test else evaluate(frame, nodes[0])
    except Untold:
        beside = nodes[1:]
        if test and beside and _is_plain(frame, beside):
            # Whatever that is, it does not matter where one of the others decides.
            decided = _boolean(frame, conjunction, beside, node, test)
            if decided is (not conjunction):
                return decided
        raise
    if len(nodes) == 1:
        return item
    condition = item if test else truth(frame, item, nodes[0])
    if not has_box(condition):
        if condition is not conjunction:
            return item
        return _boolean(frame, conjunction, nodes[1:], node, test)
    # What decides is then its own value, which of a bool is known.
    is_truth = test or (condition is item and is_bool(item))

    def others() -> Any:
        second = _boolean(frame, conjunction, nodes[1:], node, test)
        return as_truth(frame, second, nodes[1]) if test else second

    rest = knowing(frame, nodes[0], conjunction, others)

    joined = both if conjunction else either
    if is_truth and is_bool(condition) and _is_plain(frame, nodes[1:]):
        second = rest()
        if is_bool(second):
            return one_of(frame, joined(frame, condition, second), [condition, second])
        if isinstance(second, bool):
            return joined(frame, condition, second)

    def first() -> Any:
        if is_truth:
            return not conjunction
        return item if conjunction else present(frame.session, item)

    pair = (rest, first) if conjunction else (first, rest)
    return branch_value(frame, condition, *pair, node)


_PLAIN = (
    *(ast.Compare, ast.Name, ast.Constant, ast.cmpop, ast.Load, ast.Attribute),
    *(ast.UnaryOp, ast.unaryop, ast.BoolOp, ast.boolop),
)


_ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def _is_plain(frame: Frame, nodes: list[ast.expr]) -> bool:
    """Whether evaluating these without need can do no harm: comparisons of names."""
    parts = [part for node in nodes for part in ast.walk(node)]
    ordered = any(type(part) in _ORDERS for part in parts)
    for part in parts:
        if not isinstance(part, _PLAIN):
            return False
        if isinstance(part, ast.Name):
            item = frame.find(part.id)
            if (
                conflict_of(item)
                or (ordered and item is None)
                or kind_of(item).may_be_none
                or (has_box(item) and not is_plain(item))
            ):
                return False
            if any(map(_is_unsure, leaves(item))):
                return False
    return True


def _is_unsure(leaf: Any) -> bool:
    return box_of(leaf).unsure or is_optional(leaf)
