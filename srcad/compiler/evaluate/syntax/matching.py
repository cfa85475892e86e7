"""``match``: patterns are compared at compile time, numbers at run time if need be.

A case whose pattern is known to fail is passed over; where only run time knows, it is
an ``if``, with the cases that follow in its ``else``.
"""

from __future__ import annotations

import ast
import functools
from collections import abc, deque
from collections.abc import Sequence
from typing import Any

from srcad.compiler.evaluate import nonlocals
from srcad.compiler.evaluate.calls.class_tests import is_instance
from srcad.compiler.evaluate.dispatch import HANDLERS, assign, block, evaluate, execute
from srcad.compiler.evaluate.flow import NORMAL, Flow
from srcad.compiler.evaluate.frame import MISSING, Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of
from srcad.compiler.evaluate.objects import Conflict
from srcad.compiler.evaluate.operations.operators import emit_elementwise
from srcad.compiler.evaluate.operations.sequences import sequence_parts
from srcad.compiler.evaluate.operations.truth import both, either, truth
from srcad.compiler.evaluate.paths.maybe import is_maybe, is_none, present
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.storage.lengths import list_in
from srcad.compiler.evaluate.syntax import control
from srcad.compiler.evaluate.syntax.booleans import evaluate_test
from srcad.compiler.evaluate.syntax.comparisons import equality, identity, if_so
from srcad.compiler.reading.world import users_code

Bindings = list[tuple[str, Any]]
# Classes whose one positional pattern is the subject itself.
_WHOLE = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)


@block(ast.Match)
def execute_match(
    frame: Frame, node: ast.Match, rest: list[ast.stmt], top: bool
) -> tuple[Flow, bool]:
    """Execute a ``match``; the flag says whether the rest was executed as well."""
    subject = evaluate(frame, node.subject)
    for place, case in enumerate(node.cases):
        bindings: Bindings = []
        with frame.keeping((subject,)):
            condition = _matches(frame, case.pattern, subject, bindings)
        if condition is False:
            continue
        unbound = [] if condition is True else _unbound(frame, case, bindings)
        for name, item in bindings:
            assign(frame, ast.copy_location(ast.Name(name), case.pattern), item)
        if case.guard is not None:
            guard = functools.partial(evaluate_test, frame, case.guard)
            with frame.keeping((subject,)):
                condition = if_so(frame, condition, guard, case.pattern)
        if condition is False:
            execute(frame, unbound)
            continue
        if condition is True:
            return execute(frame, case.body, top), False
        others = node.cases[place + 1 :]
        otherwise = unbound
        if others:
            again = ast.Match(ast.Constant(subject), others)
            otherwise.append(_at_case(frame, again))
        return control.branch(frame, condition, case.body, otherwise, rest, top, node)
    return NORMAL, False


def _unbound(frame: Frame, case: ast.match_case, bindings: Bindings) -> list[ast.stmt]:
    """What gives the names of a pattern back what they held, where it does not match.

    Where a guard may have failed instead it is not known which of the two holds.
    """
    statements: list[ast.stmt] = []
    for name in dict(bindings):
        held = nonlocals.held(frame, name)
        if case.guard is not None:
            message = f"`{name}` is bound where this pattern matches"
            held = Conflict("SRC020", message, help="bind another name in the pattern")
        target = ast.Name(name)
        undone = (
            ast.Delete([target])
            if held is MISSING
            else ast.Assign([target], ast.Constant(held))
        )
        statements.append(
            ast.fix_missing_locations(ast.copy_location(undone, case.pattern))
        )
    return statements


def _at_case(frame: Frame, node: ast.Match) -> ast.Match:
    """The rest of a ``match``, which begins where its first ``case`` stands."""
    first = node.cases[0].pattern
    line = frame.source.lines[first.lineno - 1]
    column = len(line.encode()) - len(line.encode().lstrip())
    last = node.cases[-1].body[-1]
    node.lineno, node.col_offset = first.lineno, column
    node.end_lineno, node.end_col_offset = last.end_lineno, last.end_col_offset
    return node


def _matches(frame: Frame, pattern: ast.pattern, item: Any, bound: Bindings) -> Any:
    """Whether ``item`` matches: a bool, or a run-time condition."""
    match pattern:
        case ast.MatchValue(value):
            equal = equality(frame, item, evaluate(frame, value))
            return truth(frame, equal, value)
        case ast.MatchSingleton(value):
            return identity(frame, item, value, pattern)
        case ast.MatchAs(inner, name):
            found = True if inner is None else _matches(frame, inner, item, bound)
            if name is not None:
                bound.append((name, item))
            return found
        case ast.MatchOr(patterns):
            return _any(frame, patterns, item, bound)
        case ast.MatchSequence():
            return _sequence(frame, pattern, item, bound)
        case ast.MatchMapping():
            return _mapping(frame, pattern, item, bound)
        case ast.MatchClass():
            return _class(frame, pattern, item, bound)
    raise TypeError(pattern)


def _any(frame: Frame, patterns: list[ast.pattern], item: Any, bound: Bindings) -> Any:
    result: Any = False
    for pattern in patterns:
        names: Bindings = []
        found = _matches(frame, pattern, item, names)
        if found is not False and not has_box(result):
            bound.extend(names)
        if found is True:
            return True
        result = either(frame, result, found)
    return result


def _all(
    frame: Frame, patterns: Sequence[ast.pattern], items: Sequence[Any], bound: Bindings
) -> Any:
    result: Any = True
    for pattern, item in zip(patterns, items, strict=True):
        result = both(frame, result, _matches(frame, pattern, item, bound))
        if result is False:
            return False
    return result


def _refuse_own(
    frame: Frame, item: Any, base: type, exactly: Any, pattern: ast.pattern
) -> None:
    """Refuse to match what is a sequence or a mapping by what its class says."""
    if isinstance(item, exactly):
        own = users_code(item, 0) is not None
    else:
        own = is_instance(frame, item, base, pattern) is not False
    if own and not isinstance(item, str | bytes | bytearray):
        word = base.__name__.lower()
        message = f"a {kind_of(item).class_name(item)} is not matched as a {word}"
        help = f"match a {exactly[-1].__name__} that is made of it"
        frame.refuse("SRC012", message, pattern, help=help)


def _sequence(
    frame: Frame, pattern: ast.MatchSequence, item: Any, bound: Bindings
) -> Any:
    patterns = pattern.patterns
    if is_maybe(item):
        there = emit_elementwise(frame, "not", is_none(frame.session, item))
        item = present(frame.session, item)
        return both(frame, there, _sequence(frame, pattern, item, bound))
    if (xs := list_in(item)) is not None:
        if not patterns:
            return equality(frame, xs, [])
        what = kind_of(item).class_name(item)
        label = "is matched item by item"
        raise NeedsStatic(f"this {what} is built at run time", label=label)
    if type(item) in (range, deque):
        item = sequence_parts(frame, item, pattern)
    _refuse_own(frame, item, abc.Sequence, (tuple, list), pattern)
    if not isinstance(item, tuple | list):
        return False
    stars = [k for k, p in enumerate(patterns) if isinstance(p, ast.MatchStar)]
    if not stars:
        if len(item) != len(patterns):
            return False
        return _all(frame, patterns, item, bound)
    (star,) = stars
    after = len(patterns) - star - 1
    if len(item) < star + after:
        return False
    name = patterns[star].name  # type: ignore[attr-defined]
    if name is not None:
        middle = list(item[star : len(item) - after])
        bound.append((name, frame.session.own(middle)))
    fixed = [*patterns[:star], *patterns[star + 1 :]]
    parts = [*item[:star], *item[len(item) - after :]]
    return _all(frame, fixed, parts, bound)


def _mapping(
    frame: Frame, pattern: ast.MatchMapping, item: Any, bound: Bindings
) -> Any:
    _refuse_own(frame, item, abc.Mapping, (dict,), pattern)
    if not isinstance(item, dict):
        return False
    keys = [evaluate(frame, key) for key in pattern.keys]
    if any(key not in item for key in keys):
        return False
    found = _all(frame, pattern.patterns, [item[key] for key in keys], bound)
    if pattern.rest is not None:
        rest = {key: part for key, part in item.items() if key not in keys}
        bound.append((pattern.rest, frame.session.own(rest)))
    return found


def _class(frame: Frame, pattern: ast.MatchClass, item: Any, bound: Bindings) -> Any:
    kind = evaluate(frame, pattern.cls)
    there = HANDLERS[isinstance](frame, [item, kind], {}, pattern)
    if there is False:
        return False
    item = present(frame.session, item)
    names, parts = [*_by_place(frame, pattern, kind), *pattern.kwd_attrs], []
    for name in names:
        part = item if not name else _given(frame, item, name, _ABSENT, pattern)
        if part is _ABSENT:
            return False
        parts.append(part)
    patterns = [*pattern.patterns, *pattern.kwd_patterns]
    return both(frame, there, _all(frame, patterns, parts, bound))


_ABSENT = object()


def _given(
    frame: Frame, item: Any, name: str, default: Any, pattern: ast.MatchClass
) -> Any:
    """``getattr(item, name, default)``"""
    return HANDLERS[getattr](frame, [item, name, default], {}, pattern.cls)


def _by_place(frame: Frame, pattern: ast.MatchClass, kind: Any) -> Sequence[str]:
    """The attributes that a class gives for patterns by their place; "" for what is
    matched itself."""
    count = len(pattern.patterns)
    if not count:
        return ()
    names = frame.session.door.whole(_given(frame, kind, "__match_args__", (), pattern))
    if not names and any(base in _WHOLE for base in kind.__mro__):
        names = ("",)
    if not isinstance(names, tuple) or not all(isinstance(one, str) for one in names):
        message = f"TypeError: {kind.__name__}.__match_args__ must be a tuple of names"
        frame.refuse("SRC021", message, pattern)
    if count > len(names):
        message = f"TypeError: {kind.__name__}() accepts {len(names)} positional"
        message += f" sub-pattern{'s' * (len(names) != 1)} ({count} given)"
        frame.refuse("SRC021", message, pattern)
    return names[:count]
