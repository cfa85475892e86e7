"""A ``yield`` inside of an expression: its statement as several.

An expression cannot be come back to in its middle. What it evaluates before a
``yield`` is kept, then the ``yield`` is a statement of its own, and the rest goes on
with what was kept: ``total = f(x) + (yield x)`` is, with names that no program has,

    kept 1 = f(x)
    kept 2 = yield x
    total = (kept 1) + (kept 2)

So a generator can be suspended there by ``next`` and ``send``, too.
"""

from __future__ import annotations

import ast
import copy
import functools
from collections.abc import Callable
from typing import Any

from srcad.compiler.evaluate.ast_queries import calls, is_yield, yields
from srcad.compiler.evaluate.dispatch import evaluate, expression, statement
from srcad.compiler.evaluate.flow import NORMAL, Flow
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.syntax.generators import yielded


class Keep(ast.stmt):
    """``name = value``, of a part of the statement that stands in this place."""

    _fields = ("value",)
    name: str
    value: ast.expr


class Kept(ast.expr):
    """What was kept under a name, which is gone when it was read the ``last`` time."""

    _fields = ()
    name: str
    last = True


class Opened(ast.Attribute):
    """An attribute that is written where its ``old`` value has been read before."""

    old: ast.expr


@statement(Keep)
def _keep(frame: Frame, node: Keep) -> Flow:
    def use(item: Any) -> Flow:
        frame.names[frame.key(node.name)] = item
        return NORMAL

    if is_yield(node.value):
        return yielded(frame, node.value, use)
    return use(evaluate(frame, node.value))


@expression(Kept)
def _kept(frame: Frame, node: Kept) -> Any:
    key = frame.key(node.name)
    if key not in frame.names:
        # What it is was refused.
        raise frame.session.errors[-1].with_traceback(None)
    return frame.names.pop(key) if node.last else frame.names[key]


def evaluated_first(node: ast.stmt) -> ast.expr | None:
    """What a block evaluates first, if :func:`kept_apart` makes another of it."""
    match node:
        case ast.If(test) | ast.While(test) | ast.For(iter=test) | ast.Match(test):
            return None if kept_apart(node) == (node,) else test
    return None


@functools.lru_cache(maxsize=1024)
def kept_apart(node: ast.stmt) -> tuple[ast.stmt, ...]:
    """The statements that a block stands for whose test, or what it runs over, is a
    statement of its own."""
    match node:
        case ast.While():
            return (_with_test_inside(node),)
    parts, (field, _) = _Parts(node), _expression_of(node)
    apart = _with(node, field, parts.keep(getattr(node, field)))
    return (*parts.before, apart)


class _Inseparable(Exception):
    """Whether a ``yield`` is come to at all is decided in the expression."""


@functools.lru_cache(maxsize=1024)
def separated(node: ast.stmt) -> tuple[ast.stmt, ...]:
    """The statements that a statement stands for: itself, if no ``yield`` stands inside
    of an expression of it."""
    if isinstance(node, ast.While):
        return (_with_test_inside(node) if yields(node.test) else node,)
    field, alone = _expression_of(node)
    value: Any = getattr(node, field, None) if field else None
    alone = alone and is_yield(value)
    inner = value.value if alone else value
    if inner is None or not yields(inner):
        return (node,)
    return _apart(_Parts(node), inner, field, value if alone else None)


def _apart(
    parts: _Parts, inner: ast.expr, field: str, around: ast.expr | None = None
) -> tuple[ast.stmt, ...]:
    """What a statement stands for, which has ``inner`` in a field, or is that
    ``around`` it; the statement itself where it cannot be taken apart."""
    node: Any = parts.node
    bound: list[ast.stmt] = []
    try:
        match node:
            case ast.AugAssign(ast.Name() as name):
                bound = [parts.bound_again(name)]
            case ast.AugAssign(target):
                node = _with(node, "target", parts.opened(target))
        rest = parts.rest(inner)
    except _Inseparable:
        return (parts.node,)
    whole = rest if around is None else _with(around, "value", rest)
    return (*parts.before, *bound, _with(node, field, whole))


@functools.lru_cache(maxsize=1024)
def value_apart(node: ast.stmt) -> tuple[ast.stmt, ...]:
    """The statements that a ``yield`` stands for whose value is a statement of its own:
    itself, if that has a name, or is known."""
    given: Any = getattr(node, "value", None)
    if not isinstance(given, ast.Yield):
        return (node,)
    if given.value is None or isinstance(given.value, ast.Constant | ast.Name | Kept):
        return (node,)
    parts = _Parts(given)
    inner = _with(given, "value", parts.keep(given.value))
    whole: ast.stmt = _with(node, "value", inner)
    return (*parts.before, whole)


def kept_call(node: ast.stmt) -> Keep | None:
    """The statement, if it is one that keeps what a call gives."""
    match node:
        case Keep(value=ast.Call()):
            return node
    return None


@functools.lru_cache(maxsize=1024)
def calls_apart(node: ast.stmt) -> tuple[ast.stmt, ...]:
    """The statements that a simple statement stands for whose calls are statements of
    their own: itself, if it has none, or they cannot be."""
    field, _ = _expression_of(node)
    value: ast.expr | None = getattr(node, field) if field == "value" else None
    if value is None or not calls(value):
        return (node,)
    return _apart(_Calls(node), value, field)


def _with_test_inside(node: ast.While) -> ast.While:
    """``while test: ...`` as ``while True: if not test: break; ...``."""
    if node.orelse or isinstance(node.test, ast.Constant):
        return node
    true = ast.copy_location(ast.Constant(True), node.test)
    test = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
    leave = ast.copy_location(ast.Break(), node.test)
    first = ast.copy_location(ast.If(test, [leave], []), node.test)
    made: ast.While = _with(_with(node, "test", true), "body", [first, *node.body])
    return made


def _expression_of(node: ast.stmt) -> tuple[str, bool]:
    """The part of a statement that is evaluated first, and once; whether a ``yield``
    may be all of it."""
    match node:
        case ast.Expr() | ast.Assign() | ast.AnnAssign() | ast.Return():
            return "value", True
        case ast.AugAssign():
            return "value", False
        case ast.If() | ast.Assert():
            return "test", False
        case ast.For():
            return "iter", False
        case ast.Match():
            return "subject", False
    return "", False


def _with(node: Any, field: str, part: Any, place: int | None = None) -> Any:
    """A node with another part."""
    made = copy.copy(node)
    if place is not None:
        parts = list(getattr(made, field))
        parts[place] = part
        part = parts
    setattr(made, field, part)
    return made


class _Parts:
    """What is evaluated ``before`` the rest of a statement."""

    # Whether something stands in an expression that is a statement of its own.
    stands = staticmethod(yields)

    def __init__(self, node: Any) -> None:
        self.node = node
        self.before: list[ast.stmt] = []

    def keep(self, value: ast.expr) -> Any:
        """Evaluate a part now; gives what stands for it afterwards."""
        if isinstance(value, ast.Constant):
            return value
        name = f".{self.node.lineno}.{self.node.col_offset}.{len(self.before)}"
        kept, read = Keep(), Kept()
        kept.name, kept.value, read.name = name, value, name
        self.before.append(ast.copy_location(kept, self.node))
        return ast.copy_location(read, self.node)

    def bound_again(self, name: ast.Name) -> ast.stmt:
        """``name += value`` reads the name first, and changes what that was."""
        old = self.keep(_with(name, "ctx", ast.Load()))
        return ast.copy_location(ast.Assign([name], old), self.node)

    def opened(self, target: ast.expr) -> Opened:
        """``owner.name += value`` evaluates the owner and reads it first, both once."""
        if not isinstance(target, ast.Attribute):
            raise _Inseparable
        owner = self.keep(self.rest(target.value))
        read = ast.Attribute(_with(owner, "last", False), target.attr, ast.Load())
        made = Opened(owner, target.attr, target.ctx)
        made.old = self.keep(ast.copy_location(read, target))
        return ast.copy_location(made, target)

    def rest(self, node: Any) -> Any:
        """What is left of an expression behind its last ``yield``."""
        if not self.stands(node):
            return node
        if is_yield(node):
            value = None if node.value is None else self.rest(node.value)
            return self.keep(_with(node, "value", value))
        parts = _evaluated(node, self.stands)
        where = (k for k, (*_, part) in enumerate(parts) if self.stands(part))
        last = max(where, default=-1)
        for k, (field, place, part) in enumerate(parts[: last + 1]):
            new = self.rest(part)
            if k < last and not (field == "func" and _is_path(part)):
                new = self._earlier(new)
            node = _with(node, field, new, place)
        return node

    def _earlier(self, part: Any) -> Any:
        """A part that is evaluated before another one with a ``yield``."""
        if isinstance(part, ast.Starred | ast.keyword | ast.FormattedValue):
            return _with(part, "value", self.keep(part.value))
        if isinstance(part, ast.Slice):
            raise _Inseparable
        return self.keep(part)


class _Calls(_Parts):
    """The same, where each call is a statement of its own."""

    stands = staticmethod(calls)

    def rest(self, node: Any) -> Any:
        """What is left of an expression behind its last call."""
        match super().rest(node):
            case ast.Call() as call:
                return self.keep(call)
            case rest:
                return rest


def _is_path(part: ast.AST) -> bool:
    """Whether it is a name, or an attribute of one: ``np.sin``."""
    if isinstance(part, ast.Attribute):
        return _is_path(part.value)
    return isinstance(part, ast.Name)


# What an expression evaluates, in this order: all of it, each once.
_ORDER: dict[type[ast.AST], tuple[str, ...]] = {
    ast.BinOp: ("left", "right"),
    ast.UnaryOp: ("operand",),
    ast.Call: ("func", "args", "keywords"),
    ast.keyword: ("value",),
    ast.Starred: ("value",),
    ast.Attribute: ("value",),
    ast.Subscript: ("value", "slice"),
    ast.Slice: ("lower", "upper", "step"),
    ast.Tuple: ("elts",),
    ast.List: ("elts",),
    ast.Compare: ("left", "comparators"),
    ast.JoinedStr: ("values",),
    ast.FormattedValue: ("value",),
    ast.NamedExpr: ("value",),
}
# Of these the first part alone is evaluated in any case.
_FIRST = {ast.BoolOp: "values", ast.IfExp: "test"}


def _evaluated(
    node: ast.AST, stands: Callable[[ast.AST], bool]
) -> list[tuple[str, int | None, Any]]:
    """The parts of an expression in the order of their evaluation; ``stands`` says in
    which there is what is taken apart."""
    kind = type(node)
    fields = (_FIRST[kind],) if kind in _FIRST else _ORDER.get(kind, ())
    found: list[tuple[str, int | None, Any]] = []
    for field in fields:
        part = getattr(node, field)
        if isinstance(part, list):
            found += [(field, k, one) for k, one in enumerate(part)]
        elif part is not None:
            found.append((field, None, part))
    sure = 1 if kind in _FIRST else 2 if kind is ast.Compare else len(found)
    others = sum(map(stands, ast.iter_child_nodes(node)))
    if others != sum(stands(part) for *_, part in found[:sure]):
        raise _Inseparable
    return found[:sure]
