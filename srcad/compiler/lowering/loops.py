"""Run-time loops: the body is evaluated until what it carries has settled.

Which names a loop carries, and their dtypes and sizes, is found by trying: the body
is evaluated with a guess, what it did is compared with the guess, and the trial is
thrown away until the two agree.
"""

from __future__ import annotations

import ast
import functools
import itertools
import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NoReturn

from srcad.compiler.avals import (
    INT,
    UNDEFINED,
    AnyAval,
    Aval,
    Dim,
    SequenceAval,
    UndefinedAval,
)
from srcad.compiler.builder import Builder
from srcad.compiler.ir import Atom, Exit, Lit, Loop, Value
from srcad.compiler.lists import EMPTY, joined_elements
from srcad.compiler.lowering.control import (
    UNDEFINED_ATOM,
    guarded,
    joined,
    merge,
    run_side,
    share,
    unchanged,
    without_poison,
)
from srcad.compiler.lowering.expressions import (
    condition_of,
    evaluate,
    evaluate_test,
    negated,
    truth,
)
from srcad.compiler.lowering.frame import MISSING, Frame
from srcad.compiler.lowering.lists import grows_at_run_time, holders, note_lengths
from srcad.compiler.lowering.objects import (
    Box,
    Held,
    Iteration,
    Lazy,
    Poison,
    is_array_box,
    is_number,
    is_parameter,
    leaves,
    rebuilt,
    same_structure,
)
from srcad.compiler.lowering.operators import emit_elementwise
from srcad.compiler.lowering.session import (
    GrowsAtRunTime,
    NeedsStatic,
    RuntimeLoop,
    Session,
    Unreachable,
)
from srcad.compiler.lowering.streams import has_yield
from srcad.compiler.shapes import is_unknown
from srcad.compiler.verifier import compatible

if TYPE_CHECKING:
    from srcad.compiler.lowering.statements import Flow

_UNROLL_LIMIT = 1000


@dataclass(slots=True)
class Context:
    """The loop that a frame is in: what it carries, and what is read after it.

    ``silent`` says that nobody asks whether it was left by ``break``; ``incomplete``
    that a path was given up which reads what an earlier iteration binds.
    """

    frame: Frame
    names: list[str]
    at_start: dict[str, Any]
    read_after: set[str]
    silent: bool
    mark: int = 0
    born: int = 0
    incomplete: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """The item of a list or dict at a key."""

    held: Held
    key: Any

    def __str__(self) -> str:
        return f"the item {self.key!r}"


# Where a structure stands that a loop carries: under a name, or in a container.
Slot = str | Part


@dataclass(slots=True)
class Plan:
    """What the loop carries: slots (as structures of atoms) and boxes."""

    slots: dict[Slot, Any]
    boxes: list[Box]
    avals: dict[tuple[Any, int], AnyAval] = field(default_factory=dict)
    # Names of other kinds at the end of an iteration than at its start: they must not
    # be read before they are bound. Those of ``targets`` never are.
    lost: set[str] = field(default_factory=set)
    targets: set[str] = field(default_factory=set)
    # Lists that hold what an earlier iteration left in a slot.
    holders: dict[Slot, tuple[Box, ...]] = field(default_factory=dict)

    def parts(self, held: Held) -> list[Part]:
        """The parts of a container that are carried."""
        return [s for s in self.slots if isinstance(s, Part) and s.held is held]


def _fill(frame: Frame, structures: dict[Slot, Any]) -> None:
    """Put new structures into names and containers."""
    contents: dict[Held, Any] = {}
    for slot, structure in structures.items():
        if isinstance(slot, str):
            frame.names[slot] = structure
        else:
            contents.setdefault(slot.held, slot.held.value)[slot.key] = structure
    for held, value in contents.items():
        frame.session.write(held, value)


@dataclass(slots=True)
class Trial:
    """One evaluation of the body."""

    builder: Builder
    params: list[Value]
    starts: list[Atom]
    ends: list[Atom]
    keys: list[tuple[Any, int]]
    flow: Any
    after: dict[Slot, Any]
    changed: dict[Any, Any]
    index: Value | None
    structures: dict[Slot, Any]
    born: int
    incomplete: bool


def execute_loop(frame: Frame, node: ast.For | ast.While) -> Flow:
    """Execute a loop statement, ``else`` included."""
    from srcad.compiler.lowering.statements import execute

    if isinstance(node, ast.While) and frame.stream is not None and has_yield(node):
        try:
            flow = _written_out_while(frame, node)
        except _RunTimeTest:
            message = "this loop has a `yield` and a run-time condition"
            frame.needs_static(message, node.test)
    elif isinstance(node, ast.While):
        flow = _while(frame, node)
    else:
        flow = _for(frame, node)
    if node.orelse and flow.stop is not True and flow.done is not True:
        # Neither `break` nor `return` was met where `else` is executed.
        if flow.never_leaves:
            return execute(frame, node.orelse)

        def otherwise() -> Flow:
            return execute(frame, node.orelse)

        return guarded(frame, flow, otherwise, node.orelse[0], ended=True)
    return replace(flow, stop=False, skip=False)


def _while(frame: Frame, node: ast.While) -> Flow:
    from srcad.compiler.lowering.statements import NORMAL, execute

    def body(_: Any) -> Flow:
        test = evaluate_test(frame, node.test)
        if isinstance(test, Box) or is_parameter(test):
            condition = condition_of(frame, test, node.test)
            leave = negated(frame, condition, node.test)
            builder = frame.session.builder
            builder.ops.append(Exit(leave.value, builder.origin, builder.phase))
        elif not truth(frame, test, node.test):
            raise _NeverRuns
        return execute(frame, node.body, top=True)

    session = frame.session
    errors = list(session.errors)
    try:
        with session.inside_loop(RuntimeLoop(True)):
            flow = run_loop(frame, node, None, body)
    except _NeverRuns:
        return NORMAL
    except NeedsStatic as error:
        session.errors[:] = errors
        try:
            return _written_out_while(frame, node)
        except _RunTimeTest:
            raise error from None
    loop = session.builder.ops[-1]
    assert isinstance(loop, Loop)
    endless = not any(isinstance(op, Exit) for op in loop.body.ops)
    if endless and flow.stop is False and flow.done is not False:
        # Nothing but `return` ends it.
        return replace(flow, done=True)
    return flow


def _written_out_while(frame: Frame, node: ast.While) -> Flow:
    """A loop whose condition is known at compile time, as that of a linked list is, or
    of a generator: there, what consumes it says how often it runs."""
    from srcad.compiler.lowering.statements import NORMAL, execute

    for _ in itertools.count() if frame.stream else range(_UNROLL_LIMIT):
        test = evaluate_test(frame, node.test)
        if isinstance(test, Box) or is_parameter(test):
            raise _RunTimeTest
        if not truth(frame, test, node.test):
            return NORMAL
        flow = execute(frame, node.body)
        if flow.stop is True or flow.done is True:
            return flow
        if flow.stop is not False or flow.done is not False:
            frame.refuse("SRC013", "leaving this loop on a run-time condition", node)
    raise _RunTimeTest


class _RunTimeTest(Exception):
    """A loop that is written out has a condition that is known at run time only."""


class _NeverRuns(Exception):
    """A while loop's condition is false at compile time."""


def _for(frame: Frame, node: ast.For) -> Flow:
    from srcad.compiler.lowering.builtins import iteration_of, written_out
    from srcad.compiler.lowering.statements import assign, execute, sequence_parts

    source = evaluate(frame, node.iter)
    iteration = iteration_of(frame, source, node.iter)
    static = iteration is None or (
        isinstance(iteration.length, int) and frame.source.library
    )
    if isinstance(source, Lazy):
        return _unrolled(frame, node, source)
    if static:
        return _unrolled(frame, node, sequence_parts(frame, source, node.iter))
    assert iteration is not None

    def body(index: Any) -> Flow:
        assign(frame, node.target, iteration.element(index))
        return execute(frame, node.body, top=True)

    loop = _runtime_loop(iteration)
    errors = list(frame.session.errors)
    try:
        with frame.session.inside_loop(loop):
            return run_loop(frame, node, iteration, body)
    except NeedsStatic:
        if not loop.unrolls:
            raise
        # What was refused in the attempt may well be known when it is written out.
        frame.session.errors[:] = errors
        if isinstance(iteration.length, int):
            items = written_out(frame, iteration, node)
            return _unrolled(frame, node, items)
        return _unrolled_while(frame, node, iteration, 0)


def _unrolled_while(
    frame: Frame, node: ast.For, iteration: Iteration, place: int
) -> Flow:
    """A loop written out that ends early where something that it runs over does."""
    from srcad.compiler.lowering.statements import NORMAL, assign, execute

    def rest() -> Flow:
        assign(frame, node.target, iteration.element(place))
        flow = replace(execute(frame, node.body), skip=False)
        if flow.always_leaves or place + 1 == iteration.limit:
            return flow
        following = functools.partial(
            _unrolled_while, frame, node, iteration, place + 1
        )
        if flow.never_leaves:
            return following()
        return guarded(frame, flow, following, node)

    there = emit_elementwise(frame, "greater", iteration.length, place)
    then = run_side(frame, rest)
    other = run_side(frame, lambda: NORMAL)
    flow: Flow = merge(frame, there.value, then, other, node)
    return flow


def _runtime_loop(iteration: Iteration) -> RuntimeLoop:
    length = iteration.length
    if iteration.limit is not None and not isinstance(length, int):
        length = iteration.limit
    if not isinstance(length, int):
        note = "the loop around it runs as often as is known at run time only"
        return RuntimeLoop(False, note)
    if length > _UNROLL_LIMIT:
        note = "the loop around it is a run-time loop, too long to be written out"
        return RuntimeLoop(False, note)
    return RuntimeLoop(True)


def _unrolled(frame: Frame, node: ast.For, items: Iterable[Any]) -> Flow:
    """A loop over what is known at compile time, written out."""
    from srcad.compiler.lowering.statements import NORMAL, assign, execute

    outer, frame.loop = frame.loop, None
    try:
        remaining = iter(items)
        for item in remaining:
            assign(frame, node.target, item)
            flow = replace(execute(frame, node.body), skip=False)
            if flow.always_leaves:
                return flow
            if not flow.never_leaves:
                if not operator.length_hint(remaining, 1):
                    return flow
                rest = functools.partial(_unrolled, frame, node, remaining)
                return guarded(frame, flow, rest, node)
    finally:
        frame.loop = outer
    return NORMAL


def exit_here(frame: Frame, condition: Atom) -> bool:
    """Leave the loop here with its starting carries, if that is exact.

    It is where nothing that is read after the loop was changed in this iteration.
    """
    context = frame.loop
    if not isinstance(context, Context) or context.frame is not frame:
        return False
    if not context.silent:
        return False
    for name in context.names:
        if name in context.read_after:
            now = frame.names.get(name, MISSING)
            if now is not context.at_start.get(name, MISSING):
                return False
    for box, _ in frame.session.journal[context.mark :]:
        if box.serial <= context.born:
            return False
    builder = frame.session.builder
    builder.ops.append(Exit(condition, builder.origin, builder.phase))
    return True


def run_loop(
    frame: Frame,
    node: ast.AST,
    iteration: Iteration | None,
    body: Callable[[Any], Flow],
) -> Flow:
    """Settle what the loop carries, then append it."""
    plan = _first_plan(frame, node)
    after = names_read_after(frame, node)
    for _ in range(60):
        silent = not getattr(node, "orelse", None)
        trial = _try(frame, plan, iteration, body, after, silent)
        changed = _settle(frame, node, plan, trial)
        changed |= _settle_names(frame, node, plan, trial)
        if not changed:
            return _append(frame, plan, trial, iteration)
    frame.refuse("SRC019", "what this loop carries does not settle", node)


def _first_plan(frame: Frame, node: ast.AST) -> Plan:
    slots: dict[Slot, Any] = {}
    rebound = set(assigned_names(node, in_place=False))
    for name in assigned_names(node):
        item = without_poison(frame.names.get(name, MISSING))
        if item is MISSING:
            slots[name] = UNDEFINED
        elif is_array_box(item) and name not in rebound:
            continue  # `h += x` writes into the array: the name stays what it is
        elif not isinstance(item, Poison) and _can_be_carried(item):
            slots[name] = item
    target = getattr(node, "target", None)
    return Plan(slots, [], targets=set(assigned_names(target)) if target else set())


def _can_be_carried(item: Any) -> bool:
    return all(_is_leaf_value(leaf) for leaf in leaves(item)) and any(
        True for _ in leaves(item)
    )


def _is_leaf_value(leaf: Any) -> bool:
    return leaf is UNDEFINED or is_number(leaf) or is_parameter(leaf)


def assigned_names(node: ast.AST, in_place: bool = True) -> list[str]:
    """Every name that is bound inside of a statement, in order.

    Without ``in_place``, ``h += x`` does not count.
    """
    skipped = {
        id(part.target)
        for part in ast.walk(node)
        if isinstance(part, ast.AugAssign) and not in_place
    }
    found: dict[str, None] = {}
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store | ast.Del):
            if id(part) not in skipped:
                found[part.id] = None
    return sorted(found)


def names_read_after(frame: Frame, node: ast.AST) -> set[str]:
    """The names that are read in the function outside of this loop."""
    inside = {id(part) for part in ast.walk(node)}
    return {
        part.id
        for part in ast.walk(frame.source.node)
        if isinstance(part, ast.Name)
        and isinstance(part.ctx, ast.Load)
        and id(part) not in inside
    } | _enclosing_reads(frame, node)


def _enclosing_reads(frame: Frame, node: ast.AST) -> set[str]:
    """Where a loop surrounds this one, what is read in it is read after it."""
    for part in ast.walk(frame.source.node):
        if isinstance(part, ast.For | ast.While) and part is not node:
            if any(inner is node for inner in ast.walk(part)):
                return {n.id for n in ast.walk(part) if isinstance(n, ast.Name)}
    return set()


def _try(
    frame: Frame,
    plan: Plan,
    iteration: Iteration | None,
    body: Callable[[Any], Flow],
    after: set[str],
    silent: bool,
) -> Trial:
    session = frame.session
    mark, born, names = len(session.journal), session.serial, dict(frame.names)
    origin = session.builder.origin
    builder = session.builder.inner()
    names_carried = [slot for slot in plan.slots if isinstance(slot, str)]
    context = Context(frame, names_carried, {}, after, silent)
    params, starts, keys, structures = _enter(frame, plan, context)
    index = Value(INT, "i") if iteration is not None else None
    outer, frame.loop = frame.loop, context
    session.depth += 1
    session.control.append(frame)
    try:
        with session.building(builder):
            _fill(frame, structures)
            for name in plan.lost:
                frame.names[name] = Poison(
                    "SRC019",
                    f"`{name}` is of another kind in the first iteration of this loop",
                    "may have been bound in the iteration before",
                    unrolled=True,
                )
            context.at_start = dict(frame.names)
            context.mark, context.born = len(session.journal), born
            flow = _flow(body, session.box(index) if index is not None else None)
            after_body: dict[Slot, Any] = dict(frame.names.items())
            for slot in plan.slots:
                if isinstance(slot, Part):
                    after_body[slot] = slot.held.items().get(slot.key, MISSING)
            ends = _leave(frame, plan, structures, after_body)
    finally:
        session.depth -= 1
        session.control.pop()
        frame.loop = outer
        changed = session.undo(mark)
        frame.names = names
        session.builder.origin = origin
    changed = {box: value for box, value in changed.items() if box.serial <= born}
    return Trial(
        builder,
        params,
        starts,
        ends,
        keys,
        flow,
        after_body,
        changed,
        index,
        structures,
        born,
        context.incomplete,
    )


def _flow(body: Callable[[Any], Flow], index: Any) -> Flow:
    """How an iteration ends; one that always raises ends like any other."""
    from srcad.compiler.lowering.statements import NORMAL

    try:
        return body(index)
    except Unreachable as unreachable:
        if unreachable.error is not None:
            raise
        return NORMAL


def _enter(
    frame: Frame, plan: Plan, context: Context
) -> tuple[list[Value], list[Atom], list[Any], Any]:
    """Parameters for all that is carried, and boxes holding them."""
    session = frame.session
    params: list[Value] = []
    starts: list[Atom] = []
    keys: list[tuple[Any, int]] = []
    structures: dict[Slot, Any] = {}
    for name, item in plan.slots.items():
        new: list[Any] = []
        for position, leaf in enumerate(leaves(item)):
            start = UNDEFINED_ATOM if leaf is UNDEFINED else session.atom(leaf)
            key = (name, position)
            aval = plan.avals.setdefault(key, _start_aval(start))
            if isinstance(aval, UndefinedAval):
                message = f"`{name}` is not bound before the loop"
                new.append(Poison("SRC020", message, loop=context))
                continue
            hint = _hint(name, start)
            param = Value(aval, hint, named=bool(hint) and not frame.source.library)
            params.append(param)
            starts.append(start)
            keys.append(key)
            box = session.box(param)
            box.unsure = start is UNDEFINED_ATOM
            box.sources = plan.holders.get(name, ())
            if isinstance(leaf, Box) and leaf.is_input:
                box.is_input = True
            elif is_array_box(leaf):
                # In the first iteration it may be known under another name as well.
                box.sources = (*box.sources, leaf)
                share(leaf, box)
            for holder in box.sources:
                if is_array_box(holder):
                    holder.sharers.append(box)
            new.append(box)
        structures[name] = rebuilt(item, iter(new))
    for box in plan.boxes:
        place = (box, 0)
        aval = plan.avals.setdefault(place, box.aval)
        hint = box.value.hint if isinstance(box.value, Value) else ""
        param = Value(aval, hint, named=bool(hint))
        params.append(param)
        starts.append(box.value)
        keys.append(place)
        session.write(box, param)
    session.starts.update(zip(params, starts, strict=True))
    return params, starts, keys, structures


def _start_aval(start: Atom) -> AnyAval:
    aval = start.aval
    if start is UNDEFINED_ATOM:
        return UndefinedAval()
    return replace(aval, size=None) if isinstance(aval, Aval) else aval


def _hint(slot: Slot, start: Atom) -> str:
    if isinstance(slot, str):
        return slot
    if isinstance(slot.key, str) and slot.key.isidentifier():
        return slot.key
    return start.hint if isinstance(start, Value) and start.named else ""


def _leave(
    frame: Frame, plan: Plan, structures: dict[Slot, Any], after: dict[Slot, Any]
) -> list[Atom]:
    """The atoms at the end of the body, one for each parameter."""
    session = frame.session
    ends: list[Atom] = []
    for slot, structure in structures.items():
        now = after.get(slot, MISSING)
        for old, leaf in _pairs(structure, now):
            if isinstance(old, Poison):
                continue
            ends.append(
                session.atom(leaf)
                if _is_leaf_value(leaf) and leaf is not UNDEFINED
                else UNDEFINED_ATOM
            )
    ends.extend(box.value for box in plan.boxes)
    return ends


def _pairs(structure: Any, now: Any) -> list[tuple[Any, Any]]:
    olds = list(leaves(structure))
    if now is MISSING or not same_structure(structure, now):
        return [(old, MISSING) for old in olds]
    return list(zip(olds, leaves(now), strict=True))


def _settle(frame: Frame, node: ast.AST, plan: Plan, trial: Trial) -> bool:
    """Correct the plan by what the trial did; whether anything had to be."""
    changed = False
    for slot in list(plan.slots):
        now = trial.after.get(slot, MISSING)
        structure = trial.structures[slot]
        if now is structure and isinstance(slot, str):
            if trial.incomplete and plan.slots[slot] is not UNDEFINED:
                continue
            # Never assigned on a path that is reached: it is not carried.
            del plan.slots[slot]
            changed = True
            continue
        if plan.slots[slot] is UNDEFINED:
            changed |= _settle_unbound(plan, slot, now)
        elif not same_structure(structure, now) or not all(
            map(_is_leaf_value, leaves(now))
        ):
            if isinstance(slot, Part):
                _refuse_part(frame, slot, node)
            grows_at_run_time(frame, plan.slots[slot], now, node)
            del plan.slots[slot]
            plan.lost.add(slot)
            changed = True
        lists = tuple(h for h in holders(now) if h.serial <= trial.born)
        if slot in plan.slots and lists != plan.holders.get(slot, ()):
            plan.holders[slot] = lists
            changed = True
    for place, value in trial.changed.items():
        if isinstance(place, Held):
            changed |= _settle_container(frame, node, plan, place, value)
        elif place not in plan.boxes:
            plan.boxes.append(place)
            changed = True
    if changed:
        return True
    for key, start, end in zip(trial.keys, trial.starts, trial.ends, strict=True):
        changed |= _settle_aval(frame, node, plan, key, start, end)
    return changed


def _settle_names(frame: Frame, node: ast.AST, plan: Plan, trial: Trial) -> bool:
    """Names that were bound anew without being carried: by a closure, to a string."""
    if trial.incomplete:
        return False
    changed = False
    for name, item in trial.after.items():
        start = frame.names.get(name, MISSING) if isinstance(name, str) else MISSING
        if not isinstance(name, str) or name in trial.structures or name in plan.lost:
            continue
        if start is MISSING or isinstance(start, Poison) or unchanged(start, item):
            continue
        refused = isinstance(item, Poison) and item.error is not None
        if refused and isinstance(start, list | dict):
            continue  # what was refused says so itself
        grows_at_run_time(frame, start, item, node)
        if _can_be_carried(start) and not isinstance(item, Poison):
            plan.slots[name] = start
        else:
            plan.lost.add(name)
        changed = True
    return changed


def _settle_container(
    frame: Frame, node: ast.AST, plan: Plan, held: Held, contents: Any
) -> bool:
    """Carry those parts of a container that the loop changes."""
    before = held.items()
    after = contents if isinstance(contents, dict) else dict(enumerate(contents))
    if list(before) != list(after):
        if isinstance(held.container, list):
            longer = max(held.container, contents, key=len)
            raise GrowsAtRunTime(held, frame.source.span(node), longer[-1])
        frame.refuse(
            "SRC019", "the keys of a dict change from one iteration to the next", node
        )
    known = {part.key for part in plan.parts(held)}
    changed = False
    for key, item in before.items():
        if key not in known and after[key] is not item:
            part = Part(held, key)
            if not _can_be_carried(item):
                _refuse_part(frame, part, node)
            plan.slots[part] = item
            changed = True
    return changed


def _refuse_part(frame: Frame, part: Part, node: ast.AST) -> NoReturn:
    word = type(part.held.container).__name__
    frame.refuse(
        "SRC019", f"{part} of a {word} changes its kind in a run-time loop", node
    )


def _settle_unbound(plan: Plan, name: Slot, now: Any) -> bool:
    """A name that the loop binds first: carried so that it can be read afterwards."""
    if isinstance(now, Box) and isinstance(plan.avals.get((name, 0)), UndefinedAval):
        aval = now.aval
        plan.avals[(name, 0)] = (
            replace(aval, size=None) if isinstance(aval, Aval) else aval
        )
        return True
    if not isinstance(now, Box):
        del plan.slots[name]
        return True
    return False


def _settle_aval(
    frame: Frame, node: ast.AST, plan: Plan, key: Any, start: Atom, end: Atom
) -> bool:
    have = plan.avals[key]
    if isinstance(have, SequenceAval) and isinstance(end.aval, SequenceAval):
        grown = SequenceAval(joined_elements(have.element, end.aval.element))
        if compatible(grown, have) and have != EMPTY:
            return False
        plan.avals[key] = grown
        return True
    name = "this array" if isinstance(key[0], Box) else key[0]
    if end is UNDEFINED_ATOM:
        return False
    aval = end.aval
    if have == aval:
        return False
    wanted = joined(frame, have, aval, name) if _unlike(have, aval) else have
    literal = isinstance(start, Lit)
    if wanted is None and literal and isinstance(aval, Aval):
        # A constant start may widen: 0.0 stands for zeros of any shape.
        wanted = replace(aval, weak=False, size=None)
    other = wanted is None or (
        not literal
        and isinstance(wanted, Aval)
        and isinstance(have, Aval)
        and not have.weak
        and wanted.dtype != have.dtype
    )
    if other and key[0] in plan.targets:
        # The loop binds it before it is read.
        del plan.slots[key[0]]
        plan.lost.add(key[0])
        return True
    if other:
        frame.refuse(
            "SRC019",
            f"`{name}` is {have} before an iteration of this loop and {aval} after it",
            node,
            help="start it with the type, rank and dtype that it has in the end",
        )
    assert wanted is not None
    if isinstance(wanted, Aval):
        wanted = replace(wanted, size=None, shape=_settled(have, wanted.shape))
    if wanted == have:
        return False
    plan.avals[key] = wanted
    return True


def _settled(have: AnyAval, shape: tuple[Dim, ...]) -> tuple[Dim, ...]:
    """``shape``, but a size that was found to be unknown stays the one it is."""
    if not isinstance(have, Aval) or have.ndim != len(shape):
        return shape
    pairs = zip(have.shape, shape, strict=True)
    return tuple(old if is_unknown(old) else new for old, new in pairs)


def _unlike(have: AnyAval, aval: AnyAval) -> bool:
    """Whether the difference matters (a known size does not)."""
    if isinstance(have, Aval) and isinstance(aval, Aval):
        same = replace(aval, size=None, weak=have.weak, tensor=have.tensor)
        weaker = have.weak and not aval.weak
        return same != have or weaker or (aval.tensor and not have.tensor)
    return True


def _append(
    frame: Frame,
    plan: Plan,
    trial: Trial,
    iteration: Iteration | None,
) -> Flow:
    session, flow = frame.session, trial.flow
    builder = trial.builder
    starts = [
        _fit(session.builder, start, plan.avals[key])
        for start, key in zip(trial.starts, trial.keys, strict=True)
    ]
    ends = [
        _fit(builder, end, plan.avals[key])
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
    if iteration is not None:
        note_lengths(frame, op, iteration.length)
    _bind_results(frame, plan, trial, results)
    return flags.outcome(flow)


def _fit(builder: Builder, atom: Atom, aval: AnyAval) -> Atom:
    if isinstance(aval, Aval) and isinstance(atom.aval, Aval):
        if atom.aval.dtype != aval.dtype and not isinstance(atom, Lit):
            if aval.weak:
                return builder.emit("float", atom)
            return builder.cast(atom, aval.dtype)
    return atom


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
    places: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        flow = self.trial.flow
        for name in ("stop", "done"):
            flag = getattr(flow, name)
            if flag is False:
                continue
            atom = self.session.atom(flag)
            self.places[name] = self._carry(atom, Lit(False), name)
            self.stop = atom if self.stop is None else self._either(self.stop, atom)
        if flow.done is not False:
            parts = [
                self._carry(self.session.atom(leaf), UNDEFINED_ATOM, "out")
                for leaf in leaves(flow.value)
                if leaf is not None
            ]
            self.places["value"] = parts

    def _either(self, first: Atom, second: Atom) -> Atom:
        return self.builder.emit("logical_or", first, second)

    def _carry(self, end: Atom, start: Atom, hint: str) -> Value:
        aval = end.aval
        if isinstance(aval, Aval):
            aval = replace(aval, size=None)
        self.params.append(Value(aval, hint))
        self.starts.append(start)
        self.ends.append(end)
        self.results.append(Value(aval, hint))
        return self.results[-1]

    def outcome(self, flow: Flow) -> Flow:
        """The flow after the loop."""
        from srcad.compiler.lowering.statements import Flow

        def flag(name: str) -> Any:
            return self.session.box(self.places[name]) if name in self.places else False

        value: Any = None
        if "value" in self.places:
            parts = iter(self.places["value"])
            value = rebuilt(
                flow.value,
                (
                    None if leaf is None else self.session.box(next(parts))
                    for leaf in leaves(flow.value)
                ),
            )
        return Flow(stop=flag("stop"), done=flag("done"), value=value)


def _bind_results(frame: Frame, plan: Plan, trial: Trial, results: list[Value]) -> None:
    session = frame.session
    made = iter(results)
    bound: dict[Slot, Any] = {}
    for slot, structure in trial.structures.items():
        parts = [
            leaf if isinstance(leaf, Poison) else session.box(next(made))
            for leaf in leaves(structure)
        ]
        for part, source in zip(parts, leaves(plan.slots[slot]), strict=False):
            if isinstance(part, Box):
                part.unsure = source is UNDEFINED
            if is_array_box(part) and is_array_box(source):
                part.sources = (*plan.holders.get(slot, ()), source)
                for other in part.sources:
                    other.sharers.append(part)
        bound[slot] = rebuilt(structure, iter(parts))
    _fill(frame, bound)
    for box in plan.boxes:
        session.write(box, next(made))
    for name, item in trial.after.items():
        if not isinstance(name, str) or name in trial.structures:
            continue
        if frame.names.get(name, MISSING) is not item:
            if isinstance(item, Poison) and item.error is not None:
                frame.names[name] = item
            elif name in frame.names or not _is_leaf_value(item):
                frame.names[name] = Poison(
                    "SRC019",
                    f"`{name}` changes its kind in a run-time loop, so it "
                    "has no one type after it",
                )
            else:
                message = f"`{name}` may be unbound"
                frame.names[name] = Poison("SRC020", message)


def iteration_bounds(frame: Frame, iteration: Iteration) -> tuple[Atom, Atom, Atom]:
    """The bounds of the range that a loop runs over."""
    session = frame.session
    if iteration.bounds is not None:
        start, stop, step = map(session.atom, iteration.bounds)
        return start, stop, step
    return Lit(0), session.atom(iteration.length), Lit(1)
