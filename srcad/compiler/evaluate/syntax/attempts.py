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

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.agreement import UNDEFINED_ATOM
from srcad.compiler.evaluate.ast_queries import leaves_always, nodes
from srcad.compiler.evaluate.awaited import Catching, RaisedAtRunTime, kinds_of
from srcad.compiler.evaluate.dispatch import execute
from srcad.compiler.evaluate.flow import NORMAL, Flow
from srcad.compiler.evaluate.frame import MISSING, Frame
from srcad.compiler.evaluate.heap import Position
from srcad.compiler.evaluate.objects import Box, Conflict, conflict_of
from srcad.compiler.evaluate.operations.operators import emit_elementwise
from srcad.compiler.evaluate.paths.branching import branch_value
from srcad.compiler.evaluate.paths.loop_names import assigned_names, names_read_after
from srcad.compiler.evaluate.paths.merging import merge
from srcad.compiler.evaluate.paths.raises import exception_name
from srcad.compiler.evaluate.paths.sides import Side, run_side
from srcad.compiler.evaluate.scope import plain
from srcad.compiler.evaluate.session import Snapshot
from srcad.compiler.evaluate.settings import setting
from srcad.compiler.evaluate.signals import Unreachable
from srcad.compiler.evaluate.storage.aliases import reachable
from srcad.compiler.evaluate.syntax.control import followed
from srcad.compiler.evaluate.syntax.growing import again
from srcad.compiler.evaluate.syntax.raising import as_raised
from srcad.compiler.evaluate.wording import refuse_syntax
from srcad.compiler.ir.avals import BOOL, INT, OpaqueAval
from srcad.compiler.ir.catches import CAUGHT, Catch
from srcad.compiler.ir.cloning import with_results
from srcad.compiler.ir.substitution import substitute
from srcad.compiler.ir.types import NONE, Block, If, Lit, Operation, Value
from srcad.compiler.simplify.risks import is_risky, raises_behind

# What is bound by one of these is bound when everything in it has been evaluated.
_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return, ast.Pass)
_LEAVING = (ast.Return, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom)

Risk = Callable[[Operation], bool]
# What is done where a handler catches something.
Caught = Callable[[ast.ExceptHandler, Any], Flow]


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
    """How the body of a ``try`` is evaluated, by ``do``, and what ``follows`` it;
    ``kinds`` are caught of it."""

    kinds: list[type[BaseException]]
    follows: list[ast.stmt]
    do: Callable[[], Flow] = lambda: NORMAL
    steps: list[_Step] = field(default_factory=list)
    writes: list[tuple[Any, Position]] = field(default_factory=list)
    ended: int = 0


class HalfKnown(Exception):
    """What a handler finds, after what raised, is not known of something that is read
    after it."""


def attempted(
    frame: Frame,
    node: ast.Try,
    handlers: Catching,
    rest: list[ast.stmt],
    whole: bool = True,
) -> tuple[Flow, bool]:
    """Execute a ``try`` but for its ``finally``.

    The flag says whether ``rest``, which follows, was executed as well: where one side
    always leaves, it stands on the other side alone. Raises HalfKnown where something
    that is read is not known, and the ``whole`` is asked for.
    """
    listed = kinds_of(handlers)
    risky = partial(is_risky, listed)
    with frame.session.handlers.awaiting(frame, listed):
        steps = _without_prefix(frame, _steps(node.body), risky)
    if not steps:
        return execute(frame, node.orelse), False
    # A list that was made in the prefix is made one of run time behind it.
    action = partial(_attempted, frame, node, handlers, steps, rest, whole)
    return again(frame, node, action)


def _attempted(
    frame: Frame,
    node: ast.Try,
    handlers: Catching,
    steps: list[list[ast.stmt]],
    rest: list[ast.stmt],
    whole: bool,
) -> tuple[Flow, bool]:
    """Execute what of a ``try`` is an attempt, and its handlers."""
    frame.enter(node, "")
    goes_on = not leaves_always([*node.body, *node.orelse])
    handles = not all(leaves_always(handler.body) for handler in node.handlers)
    body = _Body(kinds_of(handlers), [*node.orelse, *([] if handles else rest)])
    body.do = partial(_execute_all, frame, steps, body)
    attempt = _tried(frame, node, handlers, body)
    after = [] if goes_on else rest
    flow = attempt.merged(frame, node, handlers, partial(handled, frame, after))
    read = names_read_after(frame, node) & attempt.unsure.keys()
    if whole and any(frame.names.get(key) is attempt.unsure[key] for key in read):
        raise HalfKnown
    return flow, not (goes_on and handles)


def attempted_alone(
    frame: Frame,
    node: ast.stmt,
    handlers: Catching,
    action: Callable[[], Flow],
    leave: Caught,
) -> Flow:
    """Execute a statement that stands in a ``try``, which ``action`` does.

    It is left as ``leave`` says, which is given the handler and what was raised.
    """
    body = _Body(kinds_of(handlers), [])

    def alone() -> Flow:
        body.steps.append(_Step([node], 0, dict(frame.names)))
        return action()

    body.do = alone
    return _tried(frame, node, handlers, body).merged(frame, node, handlers, leave)


@dataclass(slots=True)
class _Attempt:
    """An attempt: the flag that says by which handler something was caught, what that
    is, the side where nothing was, and the names that may have been bound before
    something was, or not."""

    flag: Box
    raised: Value
    side: Side
    unsure: dict[str, Conflict]

    def merged(
        self, frame: Frame, node: ast.stmt, handlers: Catching, catch: Caught
    ) -> Flow:
        """How the statement ends: as ``catch`` says for one of the handlers, or without
        that."""

        def caught(
            handler: ast.ExceptHandler, kinds: tuple[type[BaseException], ...]
        ) -> Flow:
            frame.names.update(self.unsure)
            kind = kinds[0] if len(kinds) == 1 else BaseException
            return catch(handler, unknown(handler.name, self.raised, kind))

        actions = [partial(caught, *handler) for handler in handlers]
        side = run_side(frame, partial(_by_flag, frame, node, self.flag, actions))
        flow: Flow = merge(frame, self.flag.value, side, self.side, node)
        return flow


def _tried(
    frame: Frame,
    node: ast.stmt,
    handlers: Catching,
    body: _Body,
) -> _Attempt:
    born, risky = frame.session.serial, partial(is_risky, body.kinds)
    side = run_side(frame, partial(_execute_body, frame, body))
    flow = side.outcome
    if side.end is None and flow.resume is not None:
        refuse_syntax(frame, node)
    risks = [k for k, op in enumerate(side.ops[: body.ended]) if risky(op)]
    last = body.ended - 1 if side.end is not None else max(risks, default=-1)
    for place, position in body.writes:
        later = side.end is not None or raises_behind(position, risky, body.ended)
        older = place.serial <= born and later
        if place.is_variable or (older and _is_found(frame, place, handlers)):
            _refuse_change(frame, node)
    unsure = {key: _unsure(frame, key) for key in _bound_before(frame, body, last)}
    flag, raised = _attempt(frame, handlers, side.ops[: body.ended])
    return _Attempt(flag, raised, replace(side, ops=side.ops[body.ended :]), unsure)


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

    def is_done(statements: list[ast.stmt]) -> bool:
        start, done = Snapshot(frame), False
        try:
            with frame.session.attempting(decides=True):
                flow = execute(frame, statements)
            done = flow.never_leaves and not any(map(risky, start.added))
        except (CompileError, Unreachable):
            pass
        if not done:
            start.back()
        return done

    for place, statements in enumerate(steps):
        if not again(frame, statements[0], partial(is_done, statements)):
            return steps[place:]
    return []


def _execute_all(frame: Frame, steps: list[list[ast.stmt]], body: _Body) -> Flow:
    ops, flow = frame.session.builder.ops, NORMAL
    for statements in steps:
        body.steps.append(_Step(statements, len(ops), dict(frame.names)))
        flow = execute(frame, statements)
    return flow


def _execute_body(frame: Frame, body: _Body) -> Flow:
    session = frame.session
    with session.watching() as watch, session.handlers.awaiting(frame, body.kinds):
        try:
            flow = body.do()
        finally:
            body.ended, body.writes = len(session.builder.ops), watch.writes
    if not body.follows or flow.resume is not None:
        return flow
    return followed(frame, flow, lambda: execute(frame, body.follows), body.follows[0])


def _is_found(frame: Frame, place: Any, handlers: Catching) -> bool:
    """Whether a handler, or what follows it, may read what a place holds."""
    owner = next(one for one in frame.around if one.own is None)
    for handler, _ in handlers:
        with setting(owner, statement=handler.body[0]):
            if reachable(frame, place):
                return True
    return False


def _refuse_change(frame: Frame, node: ast.stmt) -> NoReturn:
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


def _attempt(
    frame: Frame, handlers: Catching, ops: list[Operation]
) -> tuple[Box, Value]:
    """Append the attempt at some operations; gives its flag, which says which of the
    handlers has caught something, and what that is."""
    session = frame.session
    builder = session.builder
    several = len(handlers) > 1
    catches: list[Catch] = []
    for place, (handler, caught) in enumerate(handlers):
        where, imports = handler.type or handler, list[str]()
        names = [exception_name(frame, kind, imports, where) for kind in caught]
        mark = place + 1 if several else True
        catches.append(Catch(caught, tuple(names), tuple(imports), mark))
    flag = Value(INT if several else BOOL, "caught")
    raised = Value(OpaqueAval(), "raised")
    # What comes out of it has other names inside.
    outer = [value for op in ops for value in op.results]
    fresh = {value: replace(value) for value in outer}
    inside = substitute(Block((), tuple(ops), ()), fresh).ops
    nothing = (NONE if value.aval.is_optional else UNDEFINED_ATOM for value in outer)
    done = tuple(with_results(op, fresh) for op in inside)
    then = Block((), (), (Lit(catches[0].mark), Lit(CAUGHT), *nothing))
    none = Lit(0 if several else False)
    orelse = Block((), done, (none, NONE, *fresh.values()))
    results = (flag, raised, *outer)
    attempt = If(flag, then, orelse, results, builder.origin, builder.phase)
    builder.ops.append(replace(attempt, catches=tuple(catches)))
    return session.box(flag), raised


def _by_flag(
    frame: Frame,
    node: ast.stmt,
    flag: Box,
    actions: Sequence[Callable[[], Flow]],
    place: int = 0,
) -> Flow:
    """Do one of some actions, from one on: that whose number the flag is."""
    if place == len(actions) - 1:
        return actions[place]()
    mine = emit_elementwise(frame, "equal", flag, place + 1)
    others = partial(_by_flag, frame, node, flag, actions, place + 1)
    return branch_value(frame, mine, actions[place], others, node)


def _unsure(frame: Frame, key: str) -> Conflict:
    bound = "bound again" if key in frame.names else "bound"
    message = f"`{plain(key)}` may be {bound}, or not, where this `try` raises"
    help = "bind it before the `try`, and another name in it"
    return Conflict("SRC020", message, help)


def handled(
    frame: Frame, rest: list[ast.stmt], handler: ast.ExceptHandler, raised: Any
) -> Flow:
    """Do what a handler does, and what follows, where run time came to it.

    ``raised`` is what was raised, or a conflict where only run time knows.
    """
    handlers = frame.session.handlers
    if conflict_of(raised) and not isinstance(raised, RaisedAtRunTime):
        raised = unknown(handler.name)
    if handler.name is not None:
        frame.assign(handler.name, raised)
    again: CompileError | RaisedAtRunTime
    if isinstance(raised, RaisedAtRunTime):
        handlers.caught.append(raised)
        again = raised
    else:
        again = as_raised(frame, raised, handler)
    with setting(handlers, handling=[*handlers.handling, again]):
        flow = execute(frame, handler.body)
    if handler.name is not None:
        frame.assign(handler.name, MISSING)
    if not rest:
        return flow
    return followed(frame, flow, lambda: execute(frame, rest), rest[0])


def unknown(
    name: str | None,
    value: Value | None = None,
    kind: type[BaseException] = BaseException,
) -> RaisedAtRunTime:
    """What stands for an exception that run time has raised, ``value``, of a class."""
    message = f"what `{name}` is, only run time knows"
    help = "say in your own words what was raised"
    return RaisedAtRunTime("SRC013", message, help, value=value, kind=kind)
