"""Evaluating the body of a run-time loop on trial, with a guess of what it carries."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.agreement import (
    UNDEFINED_ATOM,
    JoinedSizes,
    alike,
    may_be_unbound,
    unchanged,
)
from srcad.compiler.evaluate.contents import (
    StructOfArrays,
    TupleOfRunTime,
    current,
    has_grown,
)
from srcad.compiler.evaluate.facts import Fact
from srcad.compiler.evaluate.flow import NORMAL
from srcad.compiler.evaluate.frame import MISSING, STALE_HELP, Frame
from srcad.compiler.evaluate.heap import Spoiling
from srcad.compiler.evaluate.kinds import leaf_names, leaves, rebuilt, same_structure
from srcad.compiler.evaluate.objects import (
    Conflict,
    Iteration,
    box_of,
    conflict_of,
    is_number,
    is_optional,
    is_parameter,
    is_written_in_place,
)
from srcad.compiler.evaluate.paths.loop_aliases import EndedIteration
from srcad.compiler.evaluate.paths.loop_names import assigned_names
from srcad.compiler.evaluate.paths.maybe import as_maybe
from srcad.compiler.evaluate.paths.plans import (
    Carry,
    Named,
    Plan,
    fill_carries,
    leaving,
    link_carries,
)
from srcad.compiler.evaluate.scope import plain
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.settings import setting
from srcad.compiler.evaluate.signals import GrowsAtRunTime, Unreachable
from srcad.compiler.evaluate.storage.aliases import adopt
from srcad.compiler.evaluate.storage.chosen import as_choices, has_objects
from srcad.compiler.evaluate.storage.growing_lists import as_grown
from srcad.compiler.evaluate.storage.list_items import can_be_held, is_run_time_list
from srcad.compiler.evaluate.storage.lists import (
    list_from,
)
from srcad.compiler.evaluate.streams import check_side
from srcad.compiler.ir.avals import (
    INT,
    UNDEFINED,
    AnyAval,
    UndefinedAval,
    without_size,
)
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.types import NONE, Atom, Value
from srcad.compiler.reading.literals import is_member, literal_text
from srcad.compiler.reading.sizes import is_known

if TYPE_CHECKING:
    from srcad.compiler.evaluate.flow import Flow


@dataclass(slots=True)
class Context:
    """The loop that a frame is in: what it carries, and what is read after it.

    ``silent`` says that nobody asks whether it was left by ``break``; ``incomplete``
    that a path was given up which reads what an earlier iteration binds; ``error`` is
    what there is to say if none does. ``complete`` says that none does, and ``widened``
    that a list was found to hold other known objects besides.
    """

    frame: Frame
    names: list[str]
    at_start: dict[str, Any]
    read_after: set[str]
    silent: bool
    node: ast.AST
    mark: int = 0
    born: int = 0
    incomplete: bool = False
    error: CompileError | None = None
    complete: bool = False
    widened: bool = False


@dataclass(slots=True)
class Trial:
    """One evaluation of the body; ``bound`` is what is known of the numbers that are
    not bound before the loop."""

    builder: Builder
    params: list[Value]
    starts: list[Atom]
    ends: list[Atom]
    keys: list[tuple[Any, int]]
    flow: Any
    after: dict[Any, Any]
    changed: dict[Any, Any]
    index: Value | None
    structures: dict[Carry, Any]
    born: int
    incomplete: bool
    error: CompileError | None
    facts: list[Fact]
    spoiled: list[Spoiling]
    widened: bool
    bound: dict[Carry, AnyAval]


def first_plan(frame: Frame, node: ast.AST) -> Plan:
    carries: dict[Carry, Any] = {}
    rebound = set(assigned_names(frame, node, in_place=False))
    for name in assigned_names(frame, node):
        item = current(frame.names.get(name, MISSING))
        if item is MISSING or may_be_unbound(item) or box_of(item).stale:
            carries[Named(name)] = UNDEFINED
        elif is_written_in_place(item) and name not in rebound:
            continue  # `h += x` writes into the array: the name stays what it is
        elif has_objects(frame.session, [item]):
            continue  # it is that object, until an iteration leaves another one
        elif can_be_carried(item) and not any(map(is_member, leaves(item))):
            # A member stays one, and is no number, where the loop leaves another.
            carries[Named(name)] = item
    target = getattr(node, "target", None)
    targets = set(assigned_names(frame, target)) if target else set()
    sizes, born = JoinedSizes(frame.session.builder.sizes), frame.session.serial
    return Plan(carries, [], sizes=sizes, targets=targets, born=born)


def can_be_carried(item: Any) -> bool:
    """Whether there is something to carry in an object, and nothing else but what is
    the same in every iteration."""
    carried = [leaf for leaf in leaves(item) if not is_same_everywhere(leaf)]
    return bool(carried) and all(map(is_leaf_value, carried))


def carry_atom(session: Session, leaf: Any) -> Atom:
    """What is carried for a leaf, which may be None."""
    if leaf is None:
        return NONE
    return session.value_or_none(leaf) if is_optional(leaf) else session.option(leaf)


def can_be_left(start: Any, end: Any) -> bool:
    """Whether what an iteration starts with can be as at its end in the next one."""
    same = same_structure(start, end)
    pairs = zip(leaves(start), leaves(end), strict=True) if same else ()
    return same and all(
        unchanged(one, other) if is_same_everywhere(one) else is_leaf_value(other)
        for one, other in pairs
    )


def is_leaf_value(leaf: Any) -> bool:
    return leaf is UNDEFINED or is_number(leaf) or is_parameter(leaf)


def try_body(
    frame: Frame,
    node: ast.AST,
    plan: Plan,
    iteration: Iteration | None,
    body: Callable[[Any], Flow],
) -> Trial:
    """Evaluate the body once, with what the plan says that an iteration starts with;
    nothing of it lasts but what is given back."""
    session = frame.session
    mark, born, names = len(session.journal), session.serial, dict(frame.names)
    origin, builder = session.builder.origin, session.builder.inner()
    carried = [str(carry) for carry in plan.carries if carry.held is None]
    silent = not getattr(node, "orelse", None)
    read, complete = plan.read_after, plan.complete
    context = Context(frame, carried, {}, read, silent, node, complete=complete)
    params, starts, keys, structures = _enter(frame, plan, context)
    index = None if iteration is None else _index(session, iteration)
    try:
        with (
            setting(frame, loop=context),
            setting(session, oldest=born, trials=[*session.trials, context]),
            setting(session, index=index, told=session.told),
            session.under_condition(frame),
            session.building(builder),
        ):
            adopt(session, list(structures.values()))
            link_carries(session, plan, structures)
            fill_carries(frame, structures)
            for box, why in plan.spoiled.items():
                session.spoil(box, why)
            _hide(frame, plan)
            context.at_start = dict(frame.names)
            context.mark, context.born = len(session.journal), session.serial
            at = session.box(index) if index is not None else None
            ended_as = _flow(context, body, at)
            check_side(session, context.mark)
            flow = _as_left(session, ended_as, born)
            after_body = _after(frame, plan, structures)
            _refuse_half_known(frame, plan, structures)
            _lists_as_before(frame, structures, after_body, born)
            ends = _leave(frame, plan, structures, after_body)
            bound = _first_bound(session, plan, after_body)
            began = context.mark
            held = {**after_body, **leaving(ended_as)}
            ended = EndedIteration(session, plan, mark, began, structures, held)
            facts, spoiled = list(ended.facts()), session.spoiled_since(mark)
    finally:
        session.widen(mark)
        changed = session.undo(mark, born)
        frame.names = names
        session.builder.origin = origin
    changed = _older(changed, born)
    return Trial(
        *(builder, params, starts, ends, keys, flow, after_body, changed, index),
        *(
            structures,
            born,
            context.incomplete,
            context.error,
            facts,
            spoiled,
            context.widened,
            bound,
        ),
    )


def _index(session: Session, iteration: Iteration) -> Value:
    """The index of a loop; where it is not negative, that is noted."""
    index = Value(INT, "i")
    start, _, step = iteration.bounds or (0, None, 1)
    if all(is_known(one) and one >= 0 for one in (start, step)):
        session.counted.add(index)
    return index


def _hide(frame: Frame, plan: Plan) -> None:
    """What an iteration does not find under a name that it binds."""
    frame.names.update(plan.refused)
    for name in plan.made:
        frame.names.pop(name, None)
    for name in plan.lost:
        frame.names[name] = Conflict(
            "SRC019",
            f"`{plain(name)}` is of another kind in the first iteration of this loop",
            "may have been bound in the iteration before",
            unrolled=True,
        )


def _after(frame: Frame, plan: Plan, structures: dict[Carry, Any]) -> dict[Carry, Any]:
    """What names and carries hold at the end of an iteration."""
    after: dict[Any, Any] = dict(frame.names.items())
    for carry in plan.carries:
        after[carry] = carry.now(frame)
    for carry, structure in structures.items():
        now = as_maybe(structure, after.get(carry, MISSING))
        _, after[carry] = as_choices(frame.session, structure, now)
    return {name: unread(item) for name, item in after.items()}


def _first_bound(
    session: Session, plan: Plan, after: dict[Carry, Any]
) -> dict[Carry, AnyAval]:
    """What is known of numbers and arrays that the body binds first, where it ends."""
    unbound = (carry for carry, item in plan.carries.items() if item is UNDEFINED)
    ends = ((carry, after.get(carry)) for carry in unbound)
    return {carry: session.aval(now) for carry, now in ends if is_number(now)}


def _older(changed: dict[Any, Any], born: int) -> dict[Any, Any]:
    """The changes of places from before the loop; what the body made is looked at as
    it was in the end."""
    for place, value in changed.items():
        if place.serial > born:
            place.value = value
    return {place: v for place, v in changed.items() if place.serial <= born}


def _flow(context: Context, body: Callable[[Any], Flow], index: Any) -> Flow:
    """How an iteration ends; one that always raises ends like any other."""
    try:
        return body(index)
    except Unreachable as unreachable:
        if unreachable.error is None:
            return NORMAL
        error, trials = context.error, context.frame.session.trials
        if error is None or unreachable.error is not error:
            raise
        if any(one.error is error for one in trials if one is not context):
            # It is one of a loop around that makes what this one reads.
            return NORMAL
        # No iteration comes to its end: none binds what the first one reads.
        raise error from None


def _as_left(session: Session, flow: Flow, born: int) -> Flow:
    """The same with what it returns as that is now.

    What an iteration wrote is taken back when it has been looked at.
    """
    caught = tuple((handler, _carried(raised)) for handler, raised in flow.caught)
    flow = replace(flow, caught=caught)
    flow = flow.with_inner(lambda inner: _as_left(session, inner, born))
    if flow.done is False:
        return flow
    kept = (
        alike(session.box(session.atom(leaf)), leaf)
        if box_of(leaf) is leaf and leaf.serial <= born and not is_optional(leaf)
        else leaf
        for leaf in leaves(flow.value)
    )
    return replace(flow, value=rebuilt(flow.value, kept))


def _carried(raised: Flow) -> Flow:
    """The same without what was raised, if a loop cannot carry that."""
    carried = (is_same_everywhere(x) or is_leaf_value(x) for x in leaves(raised.value))
    if all(carried):
        return raised
    return replace(raised, value=Conflict("SRC013", "what a loop has raised"))


def is_same_everywhere(leaf: Any) -> bool:
    """Whether a part of what leaves a loop is the same whenever it is left."""
    return not is_leaf_value(leaf) and literal_text(leaf) is not None


def _enter(
    frame: Frame, plan: Plan, context: Context
) -> tuple[list[Value], list[Atom], list[Any], Any]:
    """Parameters for all that is carried, and boxes holding them."""
    session = frame.session
    params: list[Value] = []
    starts: list[Atom] = []
    keys: list[tuple[Any, int]] = []
    structures: dict[Carry, Any] = {}
    for name, item in plan.carries.items():
        new: list[Any] = []
        words = leaf_names(item, name.hint)
        for position, (leaf, word) in enumerate(zip(leaves(item), words, strict=True)):
            start = UNDEFINED_ATOM if leaf is UNDEFINED else carry_atom(session, leaf)
            key = (name, position)
            if is_same_everywhere(leaf) and key not in plan.avals:
                new.append(leaf)
                continue
            aval = plan.avals.setdefault(key, _start_aval(start))
            if aval == UNDEFINED_ATOM.aval:
                new.append(_before_it(frame, name, context))
                continue
            hint = word or _named(start)
            named = bool(hint) and not _owner(frame, name).source.library
            param = Value(aval, hint, named=named)
            params.append(param)
            starts.append(start)
            keys.append(key)
            box = session.box(param)
            box.carried = plan
            box.unsure = start is UNDEFINED_ATOM or box_of(leaf).unsure
            box.classes, box.holds = plan.classes_of(key, leaf), plan.holds(key, leaf)
            box.is_input = box_of(leaf).is_input or plan.is_callers(key, leaf)
            if isinstance(leaf, np.ndarray) and leaf.ndim:
                # What else refers to it, or goes through it, would not see a write.
                box.outside = name.shown
            new.append(box)
        structures[name] = rebuilt(item, iter(new))
    for box in plan.boxes:
        place = (box, 0)
        aval = plan.avals.setdefault(place, box.aval)
        hint = box.value.hint
        param = Value(aval, hint, named=bool(hint))
        params.append(param)
        starts.append(box.value)
        keys.append(place)
        session.write(box, param)
    session.starts.update(zip(params, starts, strict=True))
    for key, param in zip(keys, params, strict=True):
        if key not in plan.varying:
            session.steady[param] = False
    return params, starts, keys, structures


def unread(item: Any) -> Any:
    """The object; where it must not be read, what says why."""
    stale = box_of(item).stale
    return Conflict("SRC015", stale, STALE_HELP) if stale else item


def is_unreadable(item: Any) -> bool:
    """Whether an object stands for one that must not be read."""
    conflict = conflict_of(item)
    return conflict is not None and conflict.code == "SRC015"


def _before_it(frame: Frame, name: Carry, context: Context) -> Conflict:
    """Stands for what an iteration may not read before it binds it."""
    before = box_of(frame.names.get(str(name)))
    if before.stale:
        return Conflict("SRC015", before.stale, STALE_HELP)
    message = f"`{name.shown}` is not bound before the loop"
    return Conflict("SRC020", message, loop=context)


def _owner(frame: Frame, carry: Carry) -> Frame:
    """Whose name it is, of a frame and those that consume what it hands out."""
    owner = frame
    while not carry.is_of(owner):
        if owner.consumer is None:
            return frame
        owner = owner.consumer.frame
    return owner


def _start_aval(start: Atom) -> AnyAval:
    aval = start.aval
    if start is UNDEFINED_ATOM:
        return UndefinedAval()
    return without_size(aval)


def _named(start: Atom) -> str:
    return start.hint if start.named else ""


def _refuse_half_known(frame: Frame, plan: Plan, structures: dict[Carry, Any]) -> None:
    """A list that the body made one of run time is one before the loop as well."""
    session = frame.session
    for carry, structure in structures.items():
        held = session.held.get(id(plan.carries[carry]))
        if has_grown(structure) and held is not None:
            items = list(held.container)
            raise GrowsAtRunTime(held, None, items[0] if items else 0.0)


def _lists_as_before(
    frame: Frame, structures: dict[Carry, Any], after: dict[Carry, Any], born: int
) -> None:
    """Lists and tuples that the body made, in carries that hold such of run time."""
    session = frame.session
    made: dict[int, Any] = {}
    for carry, structure in structures.items():
        now, held = after.get(carry), session.held.get(id(after.get(carry)))
        if type(structure) is TupleOfRunTime:
            after[carry] = as_grown(frame, structure, now, frame.source.node)
        if not is_run_time_list(structure) or held is None or held.serial <= born:
            continue
        form = structure.form if isinstance(structure, StructOfArrays) else 0.0
        if isinstance(now, list) and all(can_be_held(form, item) for item in now):
            if id(now) not in made:
                made[id(now)] = list_from(frame, now, form, frame.source.node)
            after[carry] = made[id(now)]


def _leave(
    frame: Frame, plan: Plan, structures: dict[Carry, Any], after: dict[Carry, Any]
) -> list[Atom]:
    """The atoms at the end of the body, one for each parameter."""
    session = frame.session
    ends: list[Atom] = []
    for carry, structure in structures.items():
        now = after.get(carry, MISSING)
        for old, leaf in leaf_pairs(structure, now):
            if conflict_of(old) or is_same_everywhere(old):
                continue
            ends.append(
                carry_atom(session, leaf)
                if leaf is None or (is_leaf_value(leaf) and leaf is not UNDEFINED)
                else UNDEFINED_ATOM
            )
    ends.extend(box.value for box in plan.boxes)
    return ends


def leaf_pairs(structure: Any, now: Any) -> list[tuple[Any, Any]]:
    olds = list(leaves(structure))
    if now is MISSING or not same_structure(structure, now):
        return [(old, MISSING) for old in olds]
    return list(zip(olds, leaves(now), strict=True))
