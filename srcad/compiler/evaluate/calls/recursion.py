"""Recursion that run time ends: a function of the IR that calls itself.

What is known at compile time ends a recursion by itself: its calls are inlined, one in
the other. Where a function is called again under a run-time condition, with nothing
new that is known at compile time, the outermost of these calls is evaluated anew as a
function of its own, and the inner ones are calls of that. What they give is not known
at first: the paths without one tell, and whatever is found is tried until it holds.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from srcad.compiler.evaluate.agreement import JoinedSizes, joined, unchanged
from srcad.compiler.evaluate.ast_queries import is_generator_function, nodes
from srcad.compiler.evaluate.calls.call_sizes import in_this_call
from srcad.compiler.evaluate.calls.recursive_references import holders, lift, tied
from srcad.compiler.evaluate.calls.tracing import (
    Traced,
    append_call,
    filled_output,
    outer_value,
    trace,
)
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import (
    has_box,
    kind_of,
    leaves,
    rebuilt,
    same_structure,
)
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.signals import NeedsStatic, Unreachable
from srcad.compiler.ir.avals import (
    AnyAval,
    scalar_aval,
    without_size,
)
from srcad.compiler.ir.origins import bare_name
from srcad.compiler.ir.sharing import shared_storage
from srcad.compiler.ir.sizes import ShapeError, is_unknown
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Function,
    RecursiveReference,
    Value,
)
from srcad.compiler.reading.sizes import Dim

# So many calls with numbers known at compile time are written out under run-time
# conditions before the numbers are taken for values of run time: one in the other, and
# in all, where a function calls itself more than once.
_WRITTEN_OUT = 12
_WRITTEN_OUT_IN_ALL = 40
_ROUNDS = 12


class CallsItself(Exception):
    """An activation is repeated under a run-time condition: it must be a function."""

    def __init__(self, frame: Frame) -> None:
        super().__init__("a function calls itself as run time decides")
        self.frame = frame


@dataclass(frozen=True, slots=True)
class Entry:
    """How an activation began: its arguments, the run-time depth it stands at, and how
    many of the loops around are run-time loops.

    ``inside`` are the activations of the same function that it has led to under
    run-time conditions, each told by the calls on the way to it: a call that is tried
    several times is one.
    """

    names: dict[str, Any]
    depth: int
    loops: int = 0
    inside: set[tuple[ast.AST | None, ...]] = field(default_factory=set)

    @staticmethod
    def of(session: Session, names: dict[str, Any]) -> Entry:
        """That of what is called now."""
        return Entry(names, session.nesting, len(session.loops))


@dataclass(slots=True)
class Recursion:
    """A recursive function in the making.

    Of the leaves of its ``arguments``, those in ``avals`` are its parameters.
    ``output`` and ``results`` are what it gives, as far as that is known, ``shared``
    which of these may be arrays that it got, ``parameters`` the Parameters that it
    reads, by their names.
    ``tracing`` is how many functions are being traced in its body.
    """

    arguments: dict[str, Any]
    avals: dict[int, AnyAval]
    recursion: RecursiveReference = field(default_factory=RecursiveReference)
    output: Any = None
    results: list[AnyAval] = field(default_factory=list)
    parameters: tuple[tuple[str, Any], ...] = ()
    shared: tuple[tuple[int, int | Value], ...] = ()
    complete: bool = False
    tracing: int = 0


def activations(inner: Frame) -> int:
    """How many activations of the same function have called this one."""
    count = 0
    frame = inner.caller
    while frame is not None:
        count += frame.source.node is inner.source.node
        frame = frame.caller
    return count


def first_activation(inner: Frame) -> Frame | None:
    """The outermost activation of a function that calls itself, on the way to one."""
    found: Frame | None = None
    called = {inner.source.node}
    frame = inner.caller
    while frame is not None:
        node = frame.source.node
        if node in called and not is_generator_function(node):
            found = frame
        called.add(node)
        frame = frame.caller
    return found


def repeated(inner: Frame) -> Frame | None:
    """The activation that this one repeats, if only run time ends the recursion."""
    session = inner.session
    found: Frame | None = None
    deeper = 0
    depth = inner.entry.depth
    calls = [inner.site]
    frame = inner.caller
    while frame is not None:
        if frame.source.node is inner.source.node and frame.entry is not None:
            active = frame.recursion is not None
            conditional = frame.entry.depth < depth
            deeper += conditional
            loose = active or deeper >= _WRITTEN_OUT
            if conditional:
                frame.entry.inside.add(tuple(calls))
                loose |= len(frame.entry.inside) >= _WRITTEN_OUT_IN_ALL
            calls.append(frame.site)
            if (active or conditional) and _repeats(session, frame, inner, loose):
                found = frame
                if active:
                    break
        frame = frame.caller
    return found


def refuse_told(root: Entry, entry: Entry, session: Session) -> None:
    """Refuse a call that no run-time branch stands around, and only loops of which it
    is known that they are done: what ends the recursion is known, too."""
    loops = session.loops[root.loops :]
    if entry.depth - root.depth == len(loops) and all(one.told for one in loops):
        raise NeedsStatic("a function calls itself in a loop", label="calls itself")


def _repeats(session: Session, frame: Frame, inner: Frame, loose: bool) -> bool:
    """Whether the arguments differ in nothing that has to be known at compile time.

    Where ``loose``, numbers that are known may differ.
    """
    if frame.parent is not inner.parent:
        return False
    before, now = frame.entry.names, inner.entry.names
    if not same_structure(before, now):
        return False
    return all(
        unchanged(old, new)
        or (
            (loose or has_box(old) or has_box(new))
            and _join(_aval(session, old), _aval(session, new), JoinedSizes())
            is not None
        )
        for old, new in zip(leaves(before), leaves(now), strict=True)
    )


def _aval(session: Session, leaf: Any) -> AnyAval | None:
    if kind_of(leaf).is_value:
        return session.aval(leaf)
    aval = scalar_aval(leaf)
    return aval if aval.is_numeric else None


def _join(
    first: AnyAval | None, second: AnyAval | None, sizes: JoinedSizes
) -> AnyAval | None:
    if first is None or second is None:
        return None
    try:
        return joined(first, second, "", sizes)
    except ShapeError:  # Two lists, of which one cannot hold what is in the other.
        return None


def call(
    frame: Frame,
    node: ast.AST | None,
    evaluated: Callable[[Frame], Any],
) -> Any:
    """Make a function of what ``frame`` is an activation of, and call it.

    ``evaluated`` executes the body in another activation.
    """
    session = frame.session
    _refuse_nonlocal(frame)
    plan = _first_plan(frame)
    where = frame.caller or frame
    for _ in range(_ROUNDS):
        try:
            traced = _attempt(frame, plan, evaluated)
        except CallsItself as again:
            if again.frame.recursion is not plan:
                raise
            continue
        except Unreachable as unreachable:
            if unreachable.error is not None:
                raise
            where.refuse(
                "SRC013",
                "this recursion does not end",
                node or frame.source.node,
                label="calls itself on every path",
                help="return without a call of itself on one of them",
            )
        if _widened_shape(plan, traced):
            break
    else:
        where.refuse(
            "SRC019",
            "what this recursive function takes or gives differs from call to call",
            node or frame.source.node,
            help="give arguments and results the same type, rank and dtype",
        )
    lift(frame, plan.recursion, traced)
    traced.function = tied(frame, plan.recursion, traced)
    return append_call(session, traced, label=_name(frame))


def _name(frame: Frame) -> str:
    return bare_name(getattr(frame.source.node, "name", "function"))


def _first_plan(frame: Frame) -> Recursion:
    session = frame.session
    arguments = frame.entry.names
    # The next call may get another number, though of the same kind.
    avals = {
        k: without_size(session.aval(leaf))
        for k, leaf in enumerate(leaves(arguments))
        if kind_of(leaf).is_value
    }
    return Recursion(arguments, avals)


def _attempt(
    frame: Frame, plan: Recursion, evaluated: Callable[[Frame], Any]
) -> Traced:
    """Evaluate the function with what is known of its arguments and results."""
    session = frame.session

    def body(inside: dict[str, Any]) -> Any:
        plan.tracing = session.tracing
        inner = Frame(
            session,
            frame.source,
            dict(inside),
            frame.globals,
            parent=frame.parent,
            closure=frame.closure,
        )
        inner.recursion = plan
        inner.caller, inner.site = frame.caller, frame.site
        inner.entry = Entry.of(session, dict(inside))
        return evaluated(inner)

    def boxed(place: int, leaf: Any) -> Any:
        if place not in plan.avals or kind_of(leaf).is_value:
            return leaf
        return session.box(session.atom(leaf))

    given = (boxed(*pair) for pair in enumerate(leaves(plan.arguments)))
    arguments = rebuilt(plan.arguments, given)
    mark, born = len(session.journal), session.serial
    avals = list(plan.avals.values())
    try:
        return trace(session, _name(frame), arguments, body, avals=avals)
    finally:
        _refuse_writes(frame, mark, born)


def call_itself(frame: Frame, inner: Frame) -> Any:
    """A call of the function that ``frame`` is the activation of, in its body."""
    session, plan = frame.session, frame.recursion
    node = inner.site or inner.source.node
    where = inner.caller or inner
    if session.tracing != plan.tracing:
        where.refuse(
            "SRC013",
            f"`{_name(frame)}` calls itself by way of another function of the module",
            node,
            help="write the two as one function",
        )
    given = list(leaves(inner.entry.names))
    atoms = _arguments(frame, plan, given)
    if not plan.complete:
        raise Unreachable
    atoms.extend(outer_value(session, parameter) for _, parameter in plan.parameters)
    avals = [atom.aval for atom in atoms]
    inside = [*plan.avals.values(), *avals[len(plan.avals) :]]
    results = tuple(Value(aval) for aval in plan.results)
    stub = Function(
        _name(frame),
        Block(tuple(map(Value, inside)), (), results),
        len(results),
        recursion=plan.recursion,
        itself=True,
    )
    builder = session.builder
    forms = builder.sizes.reading.forms
    found = in_this_call(inside, avals, plan.results, forms, again=True)
    made = tuple(map(Value, found))
    builder.ops.append(
        Call(stub, tuple(atoms), made, builder.origin, builder.phase, _name(frame))
    )
    known: dict[int | Value, Any] = dict(
        enumerate(leaf for k, leaf in enumerate(given) if k in plan.avals)
    )
    known.update({v: holders(frame, v) for _, v in plan.shared if isinstance(v, Value)})
    return filled_output(session, plan.output, made, plan.shared, known)


def _arguments(frame: Frame, plan: Recursion, given: list[Any]) -> list[Atom]:
    """The arguments of a call of itself; another attempt where they do not fit."""
    session = frame.session
    sizes: dict[Dim, Dim] = {}
    joint = JoinedSizes()
    atoms: list[Atom] = []
    fits = True
    for k, (old, new) in enumerate(zip(leaves(plan.arguments), given, strict=True)):
        if k not in plan.avals:
            if unchanged(old, new) or old is new:
                continue
            first, second = _aval(session, old), _aval(session, new)
        else:
            first, second = plan.avals[k], _aval(session, new)
        assert second is not None
        if k not in plan.avals or not _fits(first, second, sizes):
            wider = _join(first, second, joint)
            assert wider is not None
            plan.avals[k] = wider
            fits = False
        elif fits:
            atoms.append(session.atom(new))
    if not fits:
        plan.avals = dict(sorted(plan.avals.items()))
        raise CallsItself(frame)
    return atoms


def _fits(wanted: AnyAval | None, given: AnyAval, sizes: dict[Dim, Dim]) -> bool:
    """Whether an argument is as it was taken to be; ``sizes`` are those that unknown
    sizes stand for in this call."""
    if wanted is None:
        return False
    if wanted.is_list and given.is_list:
        return _fits(wanted.element, given.element, sizes)
    if not (wanted.is_numeric and given.is_numeric):
        return wanted == given
    if (wanted.dtype, wanted.ndim) != (given.dtype, given.ndim):
        return False
    if (wanted.weak and not given.weak) or (given.tensor and not wanted.tensor):
        return False
    if wanted.size is not None and wanted.size != given.size:
        return False
    return all(
        sizes.setdefault(a, b) == b if is_unknown(a) else a == b
        for a, b in zip(wanted.shape, given.shape, strict=True)
    )


def _widened_shape(plan: Recursion, traced: Traced) -> bool:
    """Whether an attempt came to what it began with; else it is what the next begins
    with."""
    found = [atom.aval for atom in traced.function.body.results]
    found = list(map(without_size, found))
    same = plan.complete and _same_output(plan.output, traced.output)
    # A size of an argument is that size, and another is any that it turns out to be.
    sizes: dict[Dim, Dim] = {
        dim: dim for aval in plan.avals.values() for dim in aval.shape
    }
    same = same and all(map(lambda a, b: _fits(a, b, sizes), plan.results, found))
    shared = shared_storage(traced.function)
    same = same and set(shared) <= set(plan.shared)
    known, read = (dict(some).keys() for some in (plan.parameters, traced.parameters))
    if same and [*known] == [*read]:
        return True
    plan.output, plan.parameters = traced.output, traced.parameters
    plan.results, plan.shared, plan.complete = found, shared, True
    return False


def _same_output(first: Any, second: Any) -> bool:
    return same_structure(first, second) and all(
        unchanged(a, b) for a, b in zip(leaves(first), leaves(second), strict=True)
    )


def _refuse_nonlocal(frame: Frame) -> None:
    """Refuse a function that binds names of the function around it."""
    for node in nodes(frame.source.node, ast.Nonlocal):
        frame.refuse(
            "SRC011",
            f"a recursive function binds `{node.names[0]}` outside of itself",
            node,
            help="pass the value as an argument, and return the new one",
        )


def _refuse_writes(frame: Frame, mark: int, born: int) -> None:
    """Refuse a function that changes what was there before it was called."""
    if any(place.serial <= born for place in frame.session.undo(mark)):
        frame.refuse(
            "SRC011",
            f"the recursive function `{_name(frame)}` changes what is outside of it",
            frame.source.node,
            help="pass the value as an argument, and return the new one",
        )
