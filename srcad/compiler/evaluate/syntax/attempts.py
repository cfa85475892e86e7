"""``try`` where run time decides whether its body raises, and what catches that.

The statements before the first that may raise are executed before. The others are an
*attempt* (see ``If``), which gives a flag that says whether something was caught; what
the handlers do, and what is done else, are the two sides of a branch on that:

    try:
        factor = np.linalg.cholesky(a)
        caught = False
    except np.linalg.LinAlgError:
        caught = True
    if caught: ...

So the derivative is that of the path that was taken. A handler finds what the body had
changed *before* it raised; where that is not known, it is refused to a handler that
reads it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NoReturn

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.evaluate.agreement import UNDEFINED_ATOM
from srcad.compiler.evaluate.ast_queries import leaves_always, nodes
from srcad.compiler.evaluate.dispatch import execute
from srcad.compiler.evaluate.flow import NORMAL, Flow
from srcad.compiler.evaluate.frame import MISSING, Frame
from srcad.compiler.evaluate.heap import Position
from srcad.compiler.evaluate.kinds import has_box
from srcad.compiler.evaluate.objects import Box, Conflict
from srcad.compiler.evaluate.operations.operators import emit_elementwise
from srcad.compiler.evaluate.paths.joining import merge
from srcad.compiler.evaluate.paths.loop_names import assigned_names
from srcad.compiler.evaluate.paths.raises import exception_name
from srcad.compiler.evaluate.paths.sides import run_side
from srcad.compiler.evaluate.scope import plain
from srcad.compiler.evaluate.signals import Unreachable
from srcad.compiler.evaluate.syntax.control import followed
from srcad.compiler.evaluate.syntax.loops_in_attempts import (
    behind,
    escapes,
    loop_in_attempt,
)
from srcad.compiler.evaluate.wording import refuse_syntax
from srcad.compiler.ir.avals import BOOL, INT
from srcad.compiler.ir.catches import Catch
from srcad.compiler.ir.cloning import with_results
from srcad.compiler.ir.substitution import substitute
from srcad.compiler.ir.types import NONE, Block, If, Lit, Loop, Operation, Value

# What is bound by one of these is bound when everything in it has been evaluated.
_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return, ast.Pass)
_LEAVING = (ast.Return, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom)

Risk = Callable[[Operation], bool]
Kinds = Sequence[tuple[type[BaseException], ...]]


@dataclass(slots=True)
class _Step:
    """Statements of the body, and what there was before them: operations, names."""

    statements: list[ast.stmt]
    count: int
    names: dict[str, Any]

    @property
    def binds_last(self) -> bool:
        """Whether they bind names when all that may raise in them has been done."""
        (first, *others) = self.statements
        if others or not isinstance(first, _SIMPLE) or any(nodes(first, ast.NamedExpr)):
            return False
        places = (ast.Subscript, ast.Attribute)
        targets = first.targets if isinstance(first, ast.Assign) else []
        return targets[1:] == [] or not any(any(nodes(t, *places)) for t in targets)


@dataclass(slots=True)
class _Body:
    """How the body of a ``try`` was evaluated, and what ``follows`` it; ``kinds`` are
    caught of it."""

    kinds: list[type[BaseException]]
    follows: list[ast.stmt]
    steps: list[_Step] = field(default_factory=list)
    writes: list[tuple[Any, Position]] = field(default_factory=list)
    ended: int = 0


def attempted(
    frame: Frame, node: ast.Try, kinds: Kinds, risky: Risk, rest: list[ast.stmt]
) -> tuple[Flow, bool]:
    """Execute a ``try`` but for its ``finally``; ``kinds`` are what its handlers catch,
    ``risky`` says which operations may raise such.

    The flag says whether ``rest``, which follows, was executed as well: where one side
    always leaves, it stands on the other side alone.
    """
    listed = [kind for caught in kinds for kind in caught]
    with frame.session.handlers.awaiting(listed):
        steps = _without_prefix(frame, _steps(node.body), risky)
    if not steps:
        return execute(frame, node.orelse), False
    statements = [one for step in steps for one in step]
    found = _left_before(frame, node, statements, risky)
    found = found or _by_iteration(frame, node, statements, listed, risky, rest)
    if found is not None:
        return found
    frame.enter(node, "")
    goes_on = not leaves_always([*node.body, *node.orelse])
    handles = not all(leaves_always(handler.body) for handler in node.handlers)
    body = _Body(listed, [*node.orelse, *([] if handles else rest)])
    session = frame.session
    born = session.serial
    side = run_side(frame, partial(_execute_body, frame, steps, body))
    flow = side.outcome
    if isinstance(flow, Flow) and flow.resume is not None:
        refuse_syntax(frame, node)
    risks = [k for k, op in enumerate(side.ops[: body.ended]) if risky(op)]
    last = body.ended - 1 if side.end is not None else max(risks, default=-1)
    for place, position in body.writes:
        later = side.end is not None or _raises_after(position, risky, body.ended)
        if place.is_variable or (place.serial <= born and later):
            _refuse_change(frame, node)
    unsure = _bound_before(frame, body, last)
    flag = _attempt(frame, node, kinds, side.ops[: body.ended])
    without = replace(side, ops=side.ops[body.ended :])
    handlers = _Handlers(frame, node, flag, unsure, [] if goes_on else rest)
    handled = run_side(frame, handlers.all)
    flow = merge(frame, flag.value, handled, without, node)
    return flow, not (goes_on and handles)


def _left_before(
    frame: Frame, node: ast.Try, statements: list[ast.stmt], risky: Risk
) -> tuple[Flow, bool] | None:
    """The same, of a body that begins with what may leave, and raises nothing: the
    attempt is at what follows that. None of another."""
    first, *others = statements
    if not others or not any(nodes(first, *_LEAVING)):
        return None
    found = _tried(frame, [first], risky)
    if found is None:
        return None
    inner = behind(node, *others)
    return followed(frame, found, lambda: execute(frame, [inner]), inner), False


def _tried(
    frame: Frame, statements: list[ast.stmt], wrong: Risk, leaves: bool = True
) -> Flow | None:
    """How statements end; None, and nothing was done, where that is refused, an
    operation in them is not what is wanted, or one leaves that must not."""
    session, names = frame.session, dict(frame.names)
    mark, count = len(session.journal), len(session.builder.ops)
    try:
        with session.attempting(decides=True):
            flow = execute(frame, statements)
        ends = flow.resume is None if leaves else flow.never_leaves
        if ends and not any(map(wrong, session.builder.ops[count:])):
            return flow
    except (CompileError, Unreachable):
        pass
    session.undo(mark)
    frame.names = names
    del session.builder.ops[count:]
    return None


def _by_iteration(
    frame: Frame,
    node: ast.Try,
    statements: list[ast.stmt],
    kinds: list[type[BaseException]],
    risky: Risk,
    rest: list[ast.stmt],
) -> tuple[Flow, bool] | None:
    """The same, of a body that begins with a loop: each iteration is an attempt, which
    ends the loop. None where that is refused, or is no use."""
    inside = loop_in_attempt(frame, node, statements)
    if inside is None:
        return None
    source = frame.source
    frame.source = replace(source, node=inside.definition)
    wrong = partial(escapes, kinds=kinds, risky=risky)
    try:
        flow = _tried(frame, [inside.start, inside.loop], wrong)
    finally:
        frame.source = source
    if flow is None:
        return None
    follows = [behind(node, *inside.others)] if inside.others else node.orelse
    goes_on = not leaves_always([*node.body, *node.orelse])
    handles = not all(leaves_always(handler.body) for handler in node.handlers)
    flag = frame.names.pop(frame.key(inside.flag))

    def behind_it() -> Flow:
        statements = [*follows, *([] if handles else rest)]
        handlers = _Handlers(frame, node, flag, [], [] if goes_on else rest)
        if not has_box(flag):
            return handlers.known(flag) if flag else execute(frame, statements)
        handled = run_side(frame, handlers.all)
        without = run_side(frame, partial(execute, frame, statements))
        joined: Flow = merge(frame, flag.value, handled, without, node)
        return joined

    return followed(frame, flow, behind_it, node), not (goes_on and handles)


# ------------------------------------------------------------------------ the body


def _steps(body: list[ast.stmt]) -> list[list[ast.stmt]]:
    """The statements one by one, up to the first that may leave."""
    for place, one in enumerate(body):
        if any(nodes(one, *_LEAVING)):
            return [*([each] for each in body[:place]), body[place:]]
    return [[each] for each in body]


def _without_prefix(
    frame: Frame, steps: list[list[ast.stmt]], risky: Risk
) -> list[list[ast.stmt]]:
    """The steps from the first on that may raise; those before it are executed."""
    for place, statements in enumerate(steps):
        if _tried(frame, statements, risky, leaves=False) is None:
            return steps[place:]
    return []


def _execute_body(frame: Frame, steps: list[list[ast.stmt]], body: _Body) -> Flow:
    session = frame.session
    ops, flow = session.builder.ops, NORMAL
    with session.watching() as watch, session.handlers.awaiting(body.kinds):
        try:
            for statements in steps:
                body.steps.append(_Step(statements, len(ops), dict(frame.names)))
                flow = execute(frame, statements)
        finally:
            body.ended, body.writes = len(ops), watch.writes
    if not body.follows or flow.resume is not None:
        return flow
    return followed(frame, flow, lambda: execute(frame, body.follows), body.follows[0])


def _raises_after(position: Position, risky: Risk, ended: int) -> bool:
    """Whether the body, of so many operations, may raise after it was there: behind it
    in its block, or behind the branches that this stands in."""
    (ops, count), *inner = position
    blocks = [(ops[:ended], count), *inner]
    *around, (ops, count) = blocks
    if any(map(risky, ops[count:])):
        return True
    for ops, count in around:
        behind = ops[count:]
        found = (k for k, op in enumerate(behind) if isinstance(op, If | Loop))
        place = next(found, None)
        if place is not None and isinstance(behind[place], If):
            del behind[place]
        if any(map(risky, behind)):
            return True
    return False


def _refuse_change(frame: Frame, node: ast.Try) -> NoReturn:
    frame.refuse(
        "SRC011",
        "what the body of this `try` changes, before it raises, is not known to its "
        "handlers",
        node,
        help="make the change behind the `try`, or in its `else`",
    )


def _bound_before(frame: Frame, body: _Body, last: int) -> list[str]:
    """The names that the body may have bound when its last operation raises."""
    found: dict[str, None] = {}
    for step in body.steps:
        if step.count > max(last, 0):
            break
        for key in {**frame.names, **step.names}:
            old, now = (names.get(key, MISSING) for names in (frame.names, step.names))
            if old is not now:
                found[key] = None
        for one in () if step.binds_last else step.statements:
            found.update(dict.fromkeys(assigned_names(frame, one)))
    return list(found)


# --------------------------------------------------------------------- the attempt


def _attempt(frame: Frame, node: ast.Try, kinds: Kinds, ops: list[Operation]) -> Box:
    """Append the attempt at some operations; gives its flag, which says which of the
    handlers has caught something."""
    session = frame.session
    builder = session.builder
    several = len(kinds) > 1
    catches: list[Catch] = []
    for place, (handler, caught) in enumerate(zip(node.handlers, kinds, strict=True)):
        where, imports = handler.type or handler, list[str]()
        names = [exception_name(frame, kind, imports, where) for kind in caught]
        mark = place + 1 if several else True
        catches.append(Catch(caught, tuple(names), tuple(imports), mark))
    flag = Value(INT if several else BOOL, "caught")
    # What comes out of it has other names inside.
    outer = [value for op in ops for value in op.results]
    fresh = {value: replace(value) for value in outer}
    inside = substitute(Block((), tuple(ops), ()), fresh).ops
    nothing = (NONE if value.aval.is_optional else UNDEFINED_ATOM for value in outer)
    done = tuple(with_results(op, fresh) for op in inside)
    then = Block((), (), (Lit(catches[0].mark), *nothing))
    orelse = Block((), done, (Lit(0 if several else False), *fresh.values()))
    attempt = If(flag, then, orelse, (flag, *outer), builder.origin, builder.phase)
    builder.ops.append(replace(attempt, catches=tuple(catches)))
    return session.box(flag)


@dataclass(slots=True)
class _Handlers:
    """What is done where the flag says that something was caught.

    ``unsure`` are the names that may have been bound before, or not; ``rest`` is what
    follows the ``try``, where it is reached through a handler alone.
    """

    frame: Frame
    node: ast.Try
    flag: Any
    unsure: list[str]
    rest: list[ast.stmt]

    def known(self, flag: int) -> Flow:
        """Do what the handler does that the flag is known to stand for."""
        return self._one(self.node.handlers[flag - 1])

    def all(self, place: int = 0) -> Flow:
        """Do what one of the handlers does, from one on."""
        frame, handlers = self.frame, self.node.handlers
        this = partial(self._one, handlers[place])
        if place == len(handlers) - 1:
            return this()
        mine = emit_elementwise(frame, "equal", self.flag, place + 1)
        others = partial(self.all, place + 1)
        sides = run_side(frame, this), run_side(frame, others)
        flow: Flow = merge(frame, mine.value, *sides, self.node)
        return flow

    def _one(self, handler: ast.ExceptHandler) -> Flow:
        frame = self.frame
        for key in self.unsure:
            message = f"`{plain(key)}` may be bound, or not, where this `try` raises"
            help = "bind it before the `try`, and another name in it"
            frame.names[key] = Conflict("SRC020", message, help)
        if handler.name is not None:
            message = f"what `{handler.name}` is, only run time knows"
            help = "say in your own words what was raised"
            error = Conflict("SRC013", message, help)
            frame.assign(handler.name, error)
            frame.session.handlers.caught.append(error)
        message = "`raise` without an exception is not supported here"
        help = "name the exception, as in `raise ValueError(...)`"
        span = frame.source.span(handler)
        handling = frame.session.handlers.handling
        handling.append(CompileError(Diagnostic("SRC011", message, span, help=help)))
        try:
            flow = execute(frame, handler.body)
        finally:
            handling.pop()
        if handler.name is not None:
            frame.assign(handler.name, MISSING)
        if not self.rest:
            return flow
        return followed(frame, flow, lambda: execute(frame, self.rest), self.rest[0])
