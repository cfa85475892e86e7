"""``while`` loops that are written out: the condition is known at compile time."""

from __future__ import annotations

import ast
import functools
from types import BuiltinFunctionType, ModuleType
from typing import Any

from srcad.compiler.evaluate.ast_queries import is_conjunction
from srcad.compiler.evaluate.contents import current
from srcad.compiler.evaluate.dispatch import execute
from srcad.compiler.evaluate.flow import NORMAL, Flow
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.paths.branching import branch_value
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.storage.list_items import is_run_time_list
from srcad.compiler.evaluate.syntax.booleans import evaluate_test
from srcad.compiler.evaluate.syntax.control import followed
from srcad.compiler.reading.records import is_made, parts_of

_MOST = 1000
# So many conditions may stand in each other where a loop that is written out is left.
_MOST_LEFT = 50
# After so many the condition must have been told more, for there to be an end.
_FEW_LEFT = 4


def written_out(
    frame: Frame,
    node: ast.While,
    error: NeedsStatic,
    depth: int = 0,
    before: list[Any] | None = None,
) -> Flow:
    """A loop whose condition is known at compile time, as that of a linked list is.

    ``error`` says why it is no loop of run time. ``depth`` counts the iterations after
    which it may have been left; ``before`` is what ``_fixed`` gave for the last one.
    """
    for _ in range(_MOST):
        test = evaluate_test(frame, node.test)
        if test is False:
            return NORMAL
        if test is not True:
            return _written_out_if(frame, node, test, error, depth, before)
        flow = execute(frame, node.body).after_skip
        if not flow.never_leaves:
            left = depth if flow.always_leaves else depth + 1
            if left > _MOST_LEFT:
                raise error from None
            rest = functools.partial(written_out, frame, node, error, left)
            return followed(frame, flow, rest, node)
    raise error from None


def _written_out_if(
    frame: Frame,
    node: ast.While,
    test: Any,
    error: NeedsStatic,
    depth: int,
    before: list[Any] | None,
) -> Flow:
    """The rest of such a loop where a part of its condition is known at run time only,
    as in ``while k < len(items) and s < 1.0``."""
    fixed = _fixed(frame, node.test)
    ends = depth <= _FEW_LEFT or fixed is None or fixed != before
    if not is_conjunction(node.test) or depth == _MOST_LEFT or not ends:
        raise error from None
    rest = functools.partial(written_out, frame, node, error, depth + 1, fixed)

    def others() -> Flow:
        flow = execute(frame, node.body).after_skip
        return followed(frame, flow, rest, node)

    return branch_value(frame, test, others, lambda: NORMAL, node)


def _fixed(frame: Frame, test: ast.expr) -> list[Any] | None:
    """What a condition reads beside what run time knows: numbers, texts and functions
    of Python; None where it reads what may be changed. If that stays as it was, the
    condition is never known."""
    names = [one for one in ast.walk(test) if isinstance(one, ast.Name)]
    left, fixed = [frame.find(one.id) for one in names], list[Any]()
    seen: dict[int, Any] = {}
    while left:
        item = current(left.pop())
        if type(item) in _FIXED:
            fixed.append(item)
        elif is_made(item):
            # It may lead to itself.
            new = id(item) not in seen
            left.extend(parts_of(item).values() if new else ())
            seen[id(item)] = item
        elif not kind_of(item).is_value and not is_run_time_list(item):
            return None
    return fixed


_FIXED = (bool, int, float, str, type(None), type, BuiltinFunctionType, ModuleType)
