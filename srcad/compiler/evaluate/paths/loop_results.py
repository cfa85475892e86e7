"""The loop itself, once what it carries is a fixpoint, and what its results are."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from srcad.compiler.evaluate.agreement import (
    UNDEFINED_ATOM,
    alike,
    as_joined,
    classes_of,
    is_unsure,
    other_classes,
    was_refused,
)
from srcad.compiler.evaluate.facts import Relation
from srcad.compiler.evaluate.flow import RAISED, Flow
from srcad.compiler.evaluate.frame import MISSING, Frame
from srcad.compiler.evaluate.kinds import leaf_names, leaves, rebuilt
from srcad.compiler.evaluate.objects import (
    Conflict,
    Iteration,
    box_of,
    conflict_of,
    is_optional,
    is_written_in_place,
)
from srcad.compiler.evaluate.paths.maybe import present
from srcad.compiler.evaluate.paths.numbers import left_by
from srcad.compiler.evaluate.paths.plans import (
    Carry,
    Plan,
    fill_carries,
    leaving,
    link_carries,
)
from srcad.compiler.evaluate.paths.trials import (
    Trial,
    is_leaf_value,
    is_same_everywhere,
    is_unreadable,
)
from srcad.compiler.evaluate.scope import plain
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.storage.aliases import adopt
from srcad.compiler.evaluate.storage.lengths import has_elements, note_lengths
from srcad.compiler.ir.avals import (
    UNDEFINED,
    Aval,
    without_size,
)
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.types import Atom, Lit, Loop, Op, Value, is_none

if TYPE_CHECKING:
    from srcad.compiler.evaluate.flow import Flow


def append_loop(
    frame: Frame,
    plan: Plan,
    trial: Trial,
    iteration: Iteration | None,
) -> Flow:
    session, flow = frame.session, trial.flow
    builder = trial.builder
    starts = [
        as_joined(session.builder, start, plan.avals[key])
        for start, key in zip(trial.starts, trial.keys, strict=True)
    ]
    ends = [
        as_joined(builder, end, plan.avals[key])
        for end, key in zip(trial.ends, trial.keys, strict=True)
    ]
    flags = _Flags(frame, trial, builder, session)
    bounds, reverse = None, False
    if iteration is not None:
        bounds, reverse = iteration_bounds(frame, iteration), iteration.reverse
    params = [*([trial.index] if trial.index else []), *trial.params, *flags.params]
    results = [
        Value(plan.avals[key], param.hint, named=param.named)
        for key, param in zip(trial.keys, trial.params, strict=True)
    ]
    op = Loop(
        bounds,
        reverse,
        (*starts, *flags.starts),
        (),
        builder.block(params, (*ends, *flags.ends)),
        (*results, *flags.results),
        flags.stop,
        session.builder.origin,
        session.builder.phase,
    )
    session.builder.ops.append(op)
    note_lengths(frame.session, op, iteration.length if iteration else None)
    made = not op.has_exit and not flow.caught and _is_run(session, iteration)
    surely = op.stop is None and made
    there = {
        result
        for result, end in zip(results, ends, strict=True)
        if surely and not (is_none(end) or end.aval.is_optional)
    }
    left = left_by(op, surely)
    for result in results:
        if isinstance(result.aval, Aval) and result not in left:
            result.refine(result.aval.but(loose=False))
    outcome = flags.outcome(flow)
    _bind_results(frame, plan, trial, results, there, surely, leaving(outcome))
    for name in plan.made.intersection(trial.structures):
        if not made:
            frame.names[name] = _of_no_kind(session, name)
    for spoiling in trial.spoiled:
        session.spoil(*spoiling)
    return outcome


@dataclass(slots=True)
class _Flags:
    """The carried flags and value of a loop that may be left by break or return."""

    frame: Frame
    trial: Trial
    builder: Builder
    session: Session
    params: list[Value] = field(default_factory=list)
    starts: list[Atom] = field(default_factory=list)
    ends: list[Atom] = field(default_factory=list)
    results: list[Value] = field(default_factory=list)
    stop: Atom | None = None
    places: dict[tuple[int, str], Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._carry_flow(self.trial.flow)

    def _carry_flow(self, flow: Flow, word: str = "") -> None:
        for name in ("stop", "done"):
            flag = getattr(flow, name)
            if flag is False:
                continue
            atom = self.session.atom(flag)
            self.places[id(flow), name] = self._carry(atom, Lit(False), word or name)
            if self.stop is not None:
                atom = self.builder.emit("logical_or", self.stop, atom)
            self.stop = atom
        if flow.done is not False and not conflict_of(flow.value):
            words = leaf_names(flow.value, word) if word else itertools.repeat("out")
            parts = [
                self._carry(self.session.atom(leaf), UNDEFINED_ATOM, hint)
                for leaf, hint in zip(leaves(flow.value), words, strict=False)
                if not is_same_everywhere(leaf)
            ]
            self.places[id(flow), "value"] = parts
        if flow.outer is not None:
            self._carry_flow(flow.outer, word)
        for _, raised in flow.caught:
            self._carry_flow(raised, RAISED)

    def _carry(self, end: Atom, start: Atom, hint: str) -> Value:
        aval = without_size(end.aval)
        self.params.append(Value(aval, hint))
        self.starts.append(start)
        self.ends.append(end)
        self.results.append(Value(aval, hint))
        return self.results[-1]

    def outcome(self, flow: Flow) -> Flow:
        """The flow after the loop."""

        def flag(name: str) -> Any:
            place = self.places.get((id(flow), name))
            return self.session.box(place) if place is not None else False

        value = conflict_of(flow.value)
        if (id(flow), "value") in self.places:
            parts = iter(self.places[id(flow), "value"])
            value = rebuilt(
                flow.value,
                (
                    leaf
                    if is_same_everywhere(leaf)
                    else alike(self.session.box(next(parts)), leaf)
                    for leaf in leaves(flow.value)
                ),
            )
        left = replace(flow.with_inner(self.outcome), skip=False, staying=())
        return replace(left, stop=flag("stop"), done=flag("done"), value=value)


def _bind_results(
    frame: Frame,
    plan: Plan,
    trial: Trial,
    results: list[Value],
    there: set[Value],
    surely: bool,
    given: dict[Any, Any],
) -> None:
    """Bind what the loop leaves; what is ``there`` is not None after an iteration,
    which is ``surely`` made. What it has ``given`` may be what carries hold."""
    session = frame.session
    made = iter(results)
    bound: dict[Carry, Any] = {}
    ends = dict(zip(trial.keys, trial.ends, strict=True))
    for carry, structure in trial.structures.items():
        parts: list[Any] = [
            leaf
            if conflict_of(leaf) or is_same_everywhere(leaf)
            else session.box(next(made))
            for leaf in leaves(structure)
        ]
        if len(parts) == 1 and is_optional(parts[0]) and parts[0].value in there:
            parts = [present(session, parts[0], True)]
        last = list(leaves(trial.after.get(carry)))
        for k, source in enumerate(leaves(plan.carries[carry])):
            part = parts[k]
            if conflict_of(part) is None and not is_same_everywhere(part):
                first = source is UNDEFINED and carry not in plan.made
                kept = not surely or len(last) != len(parts) or is_unsure(last[k])
                part.unsure = kept and (first or box_of(source).unsure)
                if part.unsure and is_optional(part):
                    # Unbound would be told by None as well.
                    message = f"`{carry.shown}` may be None here, and may not be bound"
                    parts[k] = Conflict("SRC020", message, "bind it before the loop")
                    continue
                part.carried = plan
                part.classes = plan.classes_of((carry, k), source)
                if surely and len(last) == len(parts):
                    left = other_classes(part.aval, ends[carry, k].aval)
                    part.classes = classes_of(last[k]) | left
                part.holds = plan.holds((carry, k), source)
                part.is_input = plan.is_callers((carry, k), source)
            if is_written_in_place(part) and is_written_in_place(source):
                session.note(Relation.SHARES, source, part)
        bound[carry] = adopt(session, rebuilt(structure, iter(parts)))
    for value in given.values():
        adopt(session, value)
    link_carries(session, plan, bound | given)
    fill_carries(frame, bound)
    for box in plan.boxes:
        session.write(box, next(made))
    for name, item in trial.after.items():
        if name in trial.structures:
            continue
        if frame.names.get(name, MISSING) is not item:
            if was_refused(item) or is_unreadable(item):
                frame.names[name] = item
            elif name in frame.names or not is_leaf_value(item):
                frame.names[name] = _of_no_kind(session, name)
            else:
                message = f"`{plain(name)}` may be unbound"
                frame.names[name] = Conflict("SRC020", message)


def _of_no_kind(session: Session, name: str) -> Conflict:
    message = f"`{plain(name)}` changes its kind in a run-time loop, so it has no one "
    after = session.loops[-1].instead
    return Conflict("SRC019", f"{message}type after it", after=after)


def _is_run(session: Session, iteration: Iteration | None) -> bool:
    """Whether there is an iteration in every call."""
    if iteration is None:
        return False
    if (count := iteration.count) is not None:
        return count > 0
    length = session.atom(iteration.length)
    for op in session.builder.backwards():
        match op:
            case Op(primitive="list_len", args=args, results=(result,)):
                if result is length:
                    return has_elements(session, args[0])
    return False


def iteration_bounds(frame: Frame, iteration: Iteration) -> tuple[Atom, Atom, Atom]:
    """The bounds of the range that a loop runs over."""
    session = frame.session
    if iteration.bounds is not None:
        start, stop, step = map(session.atom, iteration.bounds)
        return start, stop, step
    return Lit(0), session.atom(iteration.length), Lit(1)
