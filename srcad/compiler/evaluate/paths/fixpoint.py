"""Correcting the guess of what a loop carries by what its body did on trial."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from numbers import Number
from typing import Any, NoReturn

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.agreement import (
    UNDEFINED_ATOM,
    classes_of,
    holds_without_axes,
    joined,
    may_be_missing,
    other_classes,
    unchanged,
    was_refused,
)
from srcad.compiler.evaluate.contents import current, each_once
from srcad.compiler.evaluate.frame import MISSING, Frame
from srcad.compiler.evaluate.kinds import (
    has_box,
    inside,
    is_structure,
    kind_of,
    leaves,
    rebuilt,
    same_structure,
)
from srcad.compiler.evaluate.objects import (
    Held,
    Maybe,
    aval_of,
    conflict_of,
    is_callers_list,
    is_number,
    is_optional,
)
from srcad.compiler.evaluate.paths.maybe import (
    aligned,
    can_be_none,
    is_known,
    may_be_none,
    nothing,
    optional,
    structure_of,
)
from srcad.compiler.evaluate.paths.numbers import (
    AS_IN_THE_END,
    passing_in,
    reads_alike,
    seen_number,
    stands_in,
)
from srcad.compiler.evaluate.paths.plans import Carry, Named, Part, Plan
from srcad.compiler.evaluate.paths.trials import (
    Trial,
    can_be_carried,
    can_be_left,
    is_same_everywhere,
    is_unreadable,
)
from srcad.compiler.evaluate.scope import plain
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.signals import (
    GainsKeys,
    GrowsAtRunTime,
    NeedsStatic,
    Unreachable,
    WidensOnce,
)
from srcad.compiler.evaluate.storage.aliases import adopt
from srcad.compiler.evaluate.storage.chosen import as_choices
from srcad.compiler.evaluate.storage.growing_lists import (
    callers_list,
    grown_tuple,
    grows_at_run_time,
)
from srcad.compiler.evaluate.storage.list_items import is_run_time_list
from srcad.compiler.evaluate.undecided import loses_digits, of_constants
from srcad.compiler.ir.avals import (
    UNDEFINED,
    AnyAval,
    without_none,
    without_size,
)
from srcad.compiler.ir.lists import joined_elements
from srcad.compiler.ir.types import Atom, is_none
from srcad.compiler.reading.literals import is_member
from srcad.compiler.reading.structures import entries


def widen(frame: Frame, node: ast.AST, plan: Plan, trial: Trial) -> bool:
    """Correct the plan by what the trial did; whether anything had to be."""
    changed = _drop_made(plan, trial)
    plan.sizes.ends.clear()
    for carry in list(plan.carries):
        changed |= _widen_carry(frame, node, plan, trial, carry)
    changed |= trial.widened | plan.learn(trial.facts) | plan.spoil(trial.spoiled)
    changed |= _widen_kinds(plan, trial)
    for place, value in trial.changed.items():
        if place.container is not None:
            changed |= _widen_container(frame, node, plan, place, value)
        elif place.is_lazy:
            message = "a generator that was made before a run-time loop is read in it"
            frame.needs_static(message, node, "goes on with it in each iteration")
        elif place not in plan.boxes:
            plan.boxes.append(place)
            changed = True
    if changed:
        return True
    if len(trial.starts) != len(trial.ends):
        message = "a list is made longer or shorter where a loop binds its name anew"
        frame.needs_static(message, node, "makes a list longer or shorter")
    for k, key in enumerate(trial.keys):
        changed |= _widen_aval(frame, node, plan, trial, key, k)
    return changed or _widen_steady(frame.session, plan, trial)


def _widen_carry(
    frame: Frame, node: ast.AST, plan: Plan, trial: Trial, carry: Carry
) -> bool:
    """Correct what is said of a carry; whether that had to be."""
    now, structure = trial.after.get(carry, MISSING), trial.structures[carry]
    callers = is_run_time_list(now) and callers_list(frame, plan.carries[carry], node)
    if callers:
        plan.restart(carry, callers)
        return True
    wanted, now = as_choices(frame.session, structure, now)
    if not same_structure(structure, wanted):
        start, _ = as_choices(frame.session, plan.carries[carry], wanted)
        plan.carries[carry] = start
        return True
    bound = plan.carries[carry] is not UNDEFINED
    # A number that stands for an array, which is written into, is no other name of it.
    stands = isinstance(plan.carries[carry], Number) and aval_of(structure).ndim
    if now is structure and carry.held is None and not stands:
        if trial.incomplete and bound:
            return False
        # Never assigned on a path that is reached: it is not carried.
        del plan.carries[carry]
        return True
    if was_refused(now) and is_run_time_list(structure):
        return False
    if is_unreadable(now) and bound:
        if carry.held is not None:
            frame.refuse(now.code, now.message, node, help=now.help)
        del plan.carries[carry]
        plan.refused[str(carry)] = now
        return True
    if not bound:
        return _widen_unbound(frame.session, plan, trial, carry)
    if now is None and may_be_none(structure):
        return _widen_none(plan, carry)
    if _becomes_maybe(frame.session, structure, now):
        return _widen_maybe(plan, carry, structure)
    if _widen_parts(frame.session, plan, carry, structure, now):
        return True
    return not can_be_left(structure, now) and _lose(frame, node, plan, carry, now)


def _lose(frame: Frame, node: ast.AST, plan: Plan, carry: Carry, now: Any) -> bool:
    """Carry something no longer that an iteration leaves of another kind, or as what
    can be of both."""
    start = plan.carries[carry]
    grown = grown_tuple(frame, start, now, carry.hint, node)
    if grown is not None:
        plan.restart(carry, grown)
        return True
    if carry.held is not None:
        _refuse_part(frame, carry, node)
    grows_at_run_time(frame, start, now, node)
    plan.lost.add(carry)
    if not _made_anew(frame.session, plan, carry, now):
        del plan.carries[carry]
    return True


def _widen_steady(session: Session, plan: Plan, trial: Trial) -> bool:
    """Learn what is computed of inputs, and was taken to be of literals alone."""
    known = len(plan.varying)
    for key, param, end in zip(trial.keys, trial.params, trial.ends, strict=True):
        if session.steady.get(param) and not of_constants(
            session, end, trial.builder.ops
        ):
            plan.varying.add(key)
    return len(plan.varying) != known


def _becomes_maybe(session: Session, structure: Any, now: Any) -> bool:
    """Whether a structure is carried that an iteration may leave at None."""
    if aligned(session, structure, now) is None:
        return False
    return not kind_of(structure).may_be_none


def _widen_kinds(plan: Plan, trial: Trial) -> bool:
    """Learn where an iteration leaves an array without axes, or a list of the caller,
    and numbers of which classes."""
    before = _known_kinds(plan)
    for carry in plan.carries:
        for position, leaf in enumerate(leaves(trial.after.get(carry))):
            key = carry, position
            if holds_without_axes(leaf):
                plan.holding.add(key)
            if is_callers_list(leaf):
                plan.callers.add(key)
            if classes := classes_of(leaf):
                plan.classes[key] = plan.classes.get(key, frozenset()) | classes
    return _known_kinds(plan) != before


def _known_kinds(plan: Plan) -> int:
    classes = sum(map(len, plan.classes.values()))
    return len(plan.holding) + len(plan.callers) + classes


def widen_names(frame: Frame, node: ast.AST, plan: Plan, trial: Trial) -> bool:
    """Names that were bound anew without being carried: by a closure, to a string."""
    changed = False
    for name, item in trial.after.items():
        if name in trial.structures or name in plan.lost or name in plan.refused:
            continue
        start = frame.names.get(name, MISSING)
        if trial.incomplete and start is not None:
            continue
        if start is MISSING or conflict_of(start) or unchanged(start, item):
            continue
        start, item = current(start), current(item)
        known = isinstance(start, list | dict | set) or is_run_time_list(start)
        if (known and was_refused(item)) or is_unreadable(item):
            plan.refused[name] = item
            changed = True
            continue
        grows_at_run_time(frame, start, item, node)
        if (grown := grown_tuple(frame, start, item, plain(name), node)) is not None:
            start = grown
        elif has_box(item) or not any(loop.unrolls for loop in frame.session.loops):
            start, _ = as_choices(frame.session, start, item)
        carried = not conflict_of(item) and (
            (can_be_carried(start) and not all(map(is_member, (start, item))))
            or _widen_parts(frame.session, plan, Named(name), start, item)
        )
        if carried:
            plan.carries[Named(name)] = start
        elif start is None and can_be_none(item):
            start = _carried_as_none(frame.session, plan, Named(name), item)
            plan.carries[Named(name)] = start
        else:
            plan.lost.add(name)
            _made_anew(frame.session, plan, Named(name), item)
        changed = True
    return changed


def _widen_container(
    frame: Frame, node: ast.AST, plan: Plan, held: Held, contents: Any
) -> bool:
    """Carry those parts of a container that the loop changes."""
    before = held.items()
    after = entries(contents)
    if list(before) != list(after):
        if isinstance(held.container, list):
            longer = max(held.container, contents, key=len)
            raise GrowsAtRunTime(held, frame.source.span(node), longer[-1])
        message = "the keys of a dict change from one iteration to the next"
        frame.session.note_unknown(held.container)
        span = None if frame.source.library else frame.source.span(node)
        raise GainsKeys(message, span, "gives a dict, or an object, what it lacked")
    known = {part.key for part in plan.parts(held)}
    changed = False
    for key, item in before.items():
        now = current(after[key])
        if not (conflict_of(item) or key in known or after[key] is item):
            part, item = Part(held, key), current(item)
            grows_at_run_time(frame, item, now, node)
            grown = grown_tuple(frame, item, now, part.hint, node)
            item, _ = as_choices(frame.session, grown or item, now)
            if item is None and can_be_none(now):
                item = _carried_as_none(frame.session, plan, part, now)
            elif not can_be_carried(item):
                _refuse_part(frame, part, node)
            plan.carries[part] = item
            changed = True
    return changed


def _refuse_part(frame: Frame, part: Part, node: ast.AST) -> NoReturn:
    message = f"{part.described(frame)} changes its kind in a run-time loop"
    if any(loop.unrolls for loop in frame.session.loops):
        # A list that is linked, or a tree, is made item by item.
        frame.needs_static(message, node)
    frame.refuse("SRC019", message, node)


def _widen_unbound(session: Session, plan: Plan, trial: Trial, name: Carry) -> bool:
    """A name that the loop binds first: carried so that it can be read afterwards."""
    now = trial.after.get(name, MISSING)
    if not is_number(now):
        if not _made_anew(session, plan, name, now):
            del plan.carries[name]
        return True
    if plan.avals.get((name, 0)) != UNDEFINED_ATOM.aval:
        return False
    aval = plan.sizes.at_end(trial.bound[name], name.shown)
    plan.avals[(name, 0)] = without_size(aval)
    return True


def _made_anew(session: Session, plan: Plan, carry: Carry, now: Any) -> bool:
    """Carry a structure, which each iteration makes of something else or of nothing, so
    that it can be read after the loop; whether it is one."""
    known = carry in plan.made or carry not in plan.read_after
    if known or not is_structure(now) or not can_be_carried(now):
        return False
    chosen = (kind_of(one).choice(one) for one in each_once([now], inside))
    options = (one for choice in chosen if choice for one in choice.options.values())
    if any(map(is_structure, options)):
        return False
    parts = list(leaves(now))
    if any(is_optional(one) or may_be_missing(one) or is_member(one) for one in parts):
        return False
    assert isinstance(carry, str)
    plan.made.add(carry)
    later = (one if is_same_everywhere(one) else UNDEFINED for one in parts)
    plan.restart(carry, rebuilt(now, later))
    for position, one in enumerate(parts):
        if not is_same_everywhere(one):
            aval = plan.sizes.at_end(session.aval(one), carry.shown)
            plan.avals[carry, position] = without_size(aval)
    return True


def _drop_made(plan: Plan, trial: Trial) -> bool:
    """Do not carry those of these which an iteration leaves with other parts; whether
    there are any."""
    made = [one for one in plan.carries if one in plan.made]
    ends = {one: (trial.structures[one], trial.after.get(one, MISSING)) for one in made}
    lost = [one for one, pair in ends.items() if not can_be_left(*pair)]
    for one in lost:
        del plan.carries[one]
    return bool(lost)


def _widen_none(plan: Plan, carry: Carry) -> bool:
    """What an iteration may leave at None is carried as that."""
    have = plan.avals[carry, 0]
    plan.avals[carry, 0] = optional(have)
    return not have.is_optional


def _carried_as_none(session: Session, plan: Plan, carry: Carry, item: Any) -> Any:
    """What a loop starts a carry with that is None at first, and ``item`` at its end:
    None, or a structure that is."""
    known = may_be_none(item)
    structure = item if known else structure_of(item)
    for position, leaf in enumerate([item] if known else leaves(structure)):
        if not known and is_known(leaf):
            continue
        aval = plan.sizes.at_end(session.aval(leaf), carry.shown)
        plan.avals[carry, position] = optional(aval)
    return None if known else adopt(session, nothing(structure))


def _widen_parts(
    session: Session, plan: Plan, carry: Carry, structure: Any, now: Any
) -> bool:
    """Carry parts of a structure that are None at first, and numbers at the end of an
    iteration, as numbers that may be None."""
    if may_be_none(now) or not same_structure(structure, now):
        return False
    pairs = enumerate(zip(leaves(structure), leaves(now), strict=True))
    found = {k: end for k, (one, end) in pairs if one is None and may_be_none(end)}
    for position, end in found.items():
        aval = plan.sizes.at_end(session.aval(end), carry.shown)
        plan.avals[carry, position] = optional(aval)
    return bool(found)


def _widen_maybe(plan: Plan, carry: Carry, structure: Any) -> bool:
    """A structure that an iteration may leave at None is carried as one that may be."""
    plan.carries[carry] = Maybe(plan.carries[carry])
    for position, leaf in enumerate(leaves(structure)):
        if not is_known(leaf):
            plan.avals[carry, position] = optional(plan.avals[carry, position])
    return True


def _widen_optional(
    frame: Frame, node: ast.AST, plan: Plan, key: Any, end: Atom
) -> bool:
    have = plan.avals[key]
    if is_none(end):
        return False
    inner = joined(without_none(have), without_none(end.aval), key[0].shown, plan.sizes)
    if inner is None:
        frame.refuse(
            "SRC019",
            f"`{key[0].shown}` is {have} before an iteration of this loop and "
            f"{end.aval} after it",
            node,
            help="give it one type, rank and dtype wherever it is not None",
        )
    plan.avals[key] = optional(inner)
    return plan.avals[key] != have


def _widen_aval(
    frame: Frame, node: ast.AST, plan: Plan, trial: Trial, key: Any, k: int
) -> bool:
    start, end, have = trial.starts[k], trial.ends[k], plan.avals[key]
    if have.is_list and end.aval.is_list:
        grown = joined_elements(have, end.aval)
        plan.avals[key] = grown
        return grown != have
    if have.is_optional or end.aval.is_optional:
        return _widen_optional(frame, node, plan, key, end)
    name = key[0].shown
    if end is UNDEFINED_ATOM:
        return False
    aval = end.aval
    if have == aval and not have.is_numeric:
        return False
    wanted = joined(have, aval, name, plan.sizes)
    literal = start.is_literal
    if wanted is None and literal and aval.is_numeric:
        # A constant start may widen: 0.0 stands for zeros of any shape.
        wanted = plan.sizes.at_end(aval, name).but(weak=False, size=None, loose=True)
    other = (
        wanted is None
        or loses_digits(frame.session, wanted, (end, trial.builder.ops))
        or (
            (not literal and have.is_numeric and not have.weak)
            and wanted.dtype != have.dtype
        )
    )
    if other and key[0] in plan.targets:
        # The loop binds it before it is read.
        del plan.carries[key[0]]
        plan.lost.add(key[0])
        return True
    if other:
        _refuse_but_once(frame, node, name, have, aval)
    assert wanted is not None
    if wanted.is_numeric:
        wanted = wanted.but(size=None)
    if wanted == have:
        return False
    plan.classes[key] = plan.classes.get(key, frozenset()) | other_classes(wanted, have)
    plan.avals[key] = wanted
    return True


def check_numbers(
    frame: Frame,
    node: ast.AST,
    plan: Plan,
    trial: Trial,
    again: Callable[[Plan], Trial],
) -> None:
    """Refuse, but for a first iteration that is written out, a number that stands for
    an array where that is seen; ``again`` tries the body with another plan."""
    ops = trial.builder.ops
    passing = passing_in(ops, frame.session.left.passing, trial.params)
    if passing is not None:
        message = (
            f"`{passing.hint}` is a number on one path, and {passing.aval} on another"
        )
        frame.refuse("SRC019", message, node, help=AS_IN_THE_END)
    carries = [*zip(trial.params, trial.starts, trial.ends, strict=True)]
    numbers = [k for k, one in enumerate(carries) if stands_in(one[1], one[0])]
    if not numbers:
        return
    place = seen_number(ops, carries)
    if place is None:
        avals = {trial.keys[k]: without_size(trial.starts[k].aval) for k in numbers}
        try:
            first = again(replace(plan, avals={**plan.avals, **avals}))
        except (CompileError, NeedsStatic, GrowsAtRunTime, Unreachable):
            place = numbers[0]
        else:
            place = None if reads_alike(first, trial) else numbers[0]
    if place is not None:
        name, end = trial.keys[place][0].shown, trial.ends[place]
        _refuse_but_once(frame, node, name, trial.starts[place].aval, end.aval)


def _refuse_but_once(
    frame: Frame, node: ast.AST, name: str, have: AnyAval, aval: AnyAval
) -> NoReturn:
    message = f"`{name}` is {have} before an iteration of this loop and {aval} after it"
    try:
        frame.refuse("SRC019", message, node, help=AS_IN_THE_END)
    except CompileError as error:
        raise WidensOnce(error) from None
