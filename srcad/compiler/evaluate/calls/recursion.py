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

from srcad.compiler.evaluate.agreement import JoinedSizes, unchanged
from srcad.compiler.evaluate.ast_queries import nodes
from srcad.compiler.evaluate.calls.activations import (
    Entry,
    aval_of_leaf,
    joined_avals,
)
from srcad.compiler.evaluate.calls.call_sizes import in_this_call
from srcad.compiler.evaluate.calls.recursive_references import holders, lift, tied
from srcad.compiler.evaluate.calls.recursive_state import State, argument_of
from srcad.compiler.evaluate.calls.tracing import (
    Traced,
    append_call,
    filled_output,
    outer_value,
    trace,
)
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import (
    kind_of,
    leaves,
    rebuilt,
    same_structure,
)
from srcad.compiler.evaluate.nonlocals import is_in_cell, note_cell
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.signals import Unreachable
from srcad.compiler.ir.avals import (
    AnyAval,
    without_size,
)
from srcad.compiler.ir.origins import bare_name
from srcad.compiler.ir.sharing import shared_storage
from srcad.compiler.ir.sizes import is_unknown
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Function,
    RecursiveReference,
    Value,
)
from srcad.compiler.reading.records import is_made
from srcad.compiler.reading.sizes import Dim

_ROUNDS = 12


class Keeps(Exception):
    """A list that a function is given is changed by it: it is that of the caller."""

    def __init__(self, name: str, item: Any) -> None:
        super().__init__(f"the caller has to see what is done to `{name}`")
        self.kept = {name: item}


class CallsItself(Exception):
    """An activation is repeated under a run-time condition: it must be a function."""

    def __init__(self, frame: Frame) -> None:
        super().__init__("a function calls itself as run time decides")
        self.frame = frame


@dataclass(slots=True)
class Recursion:
    """A recursive function in the making.

    Of the leaves of its ``arguments``, those in ``avals`` are its parameters; ``kept``
    are those that are one object in each call, and stay what they are. ``state`` is
    what it changes of that, and of what is outside of it.
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
    kept: dict[str, Any] = field(default_factory=dict)
    state: State = field(default_factory=State)

    @staticmethod
    def of(session: Session, names: dict[str, Any], kept: dict[str, Any]) -> Recursion:
        """What is known before the first attempt."""
        arguments = {one: item for one, item in names.items() if one not in kept}
        # The next call may get another number, though of the same kind.
        avals = {
            k: without_size(session.aval(leaf))
            for k, leaf in enumerate(leaves(arguments))
            if kind_of(leaf).is_value
        }
        return Recursion(arguments, avals, kept=kept)

    @property
    def inside(self) -> list[AnyAval]:
        """What is known of its parameters."""
        return [*self.avals.values(), *self.state.avals]

    def given(self, names: dict[str, Any]) -> list[Any]:
        """The leaves of the arguments of a call."""
        return list(leaves({name: names[name] for name in self.arguments}))


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
        except Keeps as keeps:
            plan = Recursion.of(session, frame.entry.names, plan.kept | keeps.kept)
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
        if traced is not None and _widened_shape(plan, traced):
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
    found = append_call(session, traced, label=_name(frame))
    return _given_back(where, plan, found, node or frame.source.node)


def _given_back(frame: Frame, plan: Recursion, found: Any, node: ast.AST) -> Any:
    """What a call gives, without what it changes."""
    if not plan.state.parts:
        return found
    output, state = found
    plan.state.put(frame, state, node)
    return output


def _name(frame: Frame) -> str:
    return bare_name(getattr(frame.source.node, "name", "function"))


def _first_plan(frame: Frame) -> Recursion:
    names = frame.entry.names
    kept = {name: item for name, item in names.items() if _is_kept(item)}
    return Recursion.of(frame.session, names, kept)


def _is_kept(item: Any) -> bool:
    """Whether an object of the program's is not handed over by its parts."""
    return is_made(item) and not kind_of(item).is_handed_over


def _attempt(
    frame: Frame, plan: Recursion, evaluated: Callable[[Frame], Any]
) -> Traced | None:
    """Evaluate the function with what is known of its arguments and results; None where
    it was found to change more."""
    session, inside = frame.session, dict(frame.entry.names)
    state = plan.state.named(session, frame.entry.names)

    def body(given: dict[str, Any]) -> Any:
        plan.tracing = session.tracing
        inside.update({one: given.get(one, inside.get(one)) for one in inside})
        plan.state.enter(session, [given[name] for name in state])
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
        found = evaluated(inner)
        if plan.state.shown_by({"": found}) is not None:
            message = f"`{_name(frame)}` returns what it changes"
            help = "return nothing: who calls it has what is changed"
            frame.refuse("SRC011", message, frame.source.node, help=help)
        return (found, plan.state.leave(session)) if state else found

    def boxed(place: int, leaf: Any) -> Any:
        if place not in plan.avals or kind_of(leaf).is_value:
            return leaf
        return session.box(session.atom(leaf))

    given = (boxed(*pair) for pair in enumerate(leaves(plan.arguments)))
    arguments = rebuilt(plan.arguments, given)
    mark, born = len(session.journal), session.serial
    refused, errors = len(session.given), len(session.errors)
    unreachable: Unreachable | None = None
    try:
        traced = trace(
            session, _name(frame), {**arguments, **state}, body, avals=plan.inside
        )
    except Unreachable as error:
        unreachable = error
    finally:
        variables = [one for one in session.written_since(mark) if one.is_variable]
        written = session.undo(mark)
        name = argument_of(session, inside, session.given[refused:])
        if name in plan.arguments:
            del session.errors[errors:]
            raise Keeps(name, frame.entry.names[name]) from None
    plan.state.refuse_variables(frame, variables)
    if not plan.state.note(frame, written, born):
        plan.complete = False
        name = plan.state.shown_by(plan.arguments)
        if name is not None:
            raise Keeps(name, frame.entry.names[name])
        return None
    if unreachable is not None:
        raise unreachable
    return traced


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
    if any(inner.entry.names[name] is not item for name, item in plan.kept.items()):
        where.refuse(
            "SRC013",
            f"`{_name(frame)}` changes what it is given, which is another one here",
            node,
            help="return what is changed",
        )
    given = plan.given(inner.entry.names)
    atoms = _arguments(frame, plan, given)
    if not plan.complete:
        raise Unreachable
    atoms.extend(outer_value(session, parameter) for _, parameter in plan.parameters)
    avals = [atom.aval for atom in atoms]
    inside = [*plan.inside, *avals[len(plan.inside) :]]
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
    state = plan.state.named(session, ()).values()
    known.update(enumerate(state, len(plan.avals)))
    known.update({v: holders(frame, v) for _, v in plan.shared if isinstance(v, Value)})
    output = filled_output(session, plan.output, made, plan.shared, known)
    return _given_back(where, plan, output, node)


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
            first, second = aval_of_leaf(session, old), aval_of_leaf(session, new)
        else:
            first, second = plan.avals[k], aval_of_leaf(session, new)
        assert second is not None
        if k not in plan.avals or not _fits(first, second, sizes):
            wider = joined_avals(first, second, joint)
            assert wider is not None
            plan.avals[k] = wider
            fits = False
        elif fits:
            atoms.append(session.atom(new))
    state = plan.state
    for k, atom in enumerate(state.atoms(session)):
        fits = state.takes(k, atom.aval) and fits
    if not fits:
        plan.avals = dict(sorted(plan.avals.items()))
        raise CallsItself(frame)
    return [*atoms, *state.atoms(session)]


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
    for k, aval in enumerate(found[len(found) - len(plan.state.parts) :]):
        same = plan.state.takes(k, aval) and same
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
    """Refuse a function that binds names of the function around it, but for those that
    are items of dicts."""
    for node in nodes(frame.source.node, ast.Nonlocal):
        if all(is_in_cell(frame, name) for name in node.names):
            continue
        note_cell(frame, node)
        frame.refuse(
            "SRC011",
            f"a recursive function binds `{node.names[0]}` outside of itself",
            node,
            help="pass the value as an argument, and return the new one",
        )
