"""Run-time branches: both sides are evaluated, then what differs is joined.

A side leaves no trace (see ``sides``); every name, box and flag that the two sides
disagree on becomes a result of an ``If``.
"""

from __future__ import annotations

import ast
import functools
from dataclasses import replace
from typing import Any

from srcad.compiler.evaluate.agreement import joined
from srcad.compiler.evaluate.ast_queries import name_of, nodes
from srcad.compiler.evaluate.flow import RAISED, Flow
from srcad.compiler.evaluate.frame import MISSING, Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of, run_time_leaves
from srcad.compiler.evaluate.objects import Conflict, Held
from srcad.compiler.evaluate.paths.joining import Join
from srcad.compiler.evaluate.paths.sides import (
    Side,
    blank,
    where_left,
    with_staying,
)
from srcad.compiler.evaluate.refusals import refuse_parts
from srcad.compiler.evaluate.scope import plain
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.signals import GrowsAtRunTime, Unreachable
from srcad.compiler.evaluate.storage.aliases import adopt
from srcad.compiler.evaluate.streams import LOST
from srcad.compiler.ir.types import Atom, Block, If, Operation


def finish(frame: Frame, condition: Atom, join: Join, then: Side, orelse: Side) -> None:
    """Append the ``If`` that the join came to."""
    session = frame.session
    first, second = (inner_block(session, side.ops) for side in (then, orelse))
    columns = list(zip(*join.columns, strict=True)) if join.columns else [(), ()]
    op = If(
        condition,
        replace(first, results=columns[0]),
        replace(second, results=columns[1]),
        tuple(join.results),
        session.builder.origin,
        session.builder.phase,
    )
    session.builder.ops.append(op)


def inner_block(session: Session, ops: list[Operation]) -> Block:
    with session.extending(ops) as builder:
        return builder.block((), ())


def deleted_names(node: ast.AST) -> set[str]:
    """The names that are deleted somewhere in a statement."""
    targets = (one for part in nodes(node, ast.Delete) for one in part.targets)
    return set(filter(None, map(name_of, targets)))


def _deleted(name: str) -> Conflict:
    return Conflict(
        "SRC019",
        f"`{name}` is deleted on one of the paths that lead here",
        "delete it on all of them, or on none",
    )


def merge(
    frame: Frame, condition: Atom, then: Side, orelse: Side, node: ast.AST
) -> Any:
    """Join two sides; gives what their outcomes come to."""
    session = frame.session
    if then.end is not None or orelse.end is not None:
        return _only_side(frame, condition, then, orelse, node)
    for fact in (*then.facts, *orelse.facts):
        session.note(*fact)
    for spoiling in (*then.spoiled, *orelse.spoiled):
        session.spoil(*spoiling)
    first, second = set(then.facts), set(orelse.facts)
    apart = second - first, first - second
    join = Join(frame, node, (then, orelse), apart=apart)
    names: dict[str, Any] = {}
    for name in {**then.names, **orelse.names}:
        pair = (then.names.get(name, MISSING), orelse.names.get(name, MISSING))
        both = where_left(frame, name, pair, join.sides)
        names[name] = join.item(*both, plain(name))
        missing = any(item is MISSING for item in pair)
        if missing and plain(name) in deleted_names(node):
            names[name] = _deleted(plain(name))
    contents: dict[Any, Any] = {}
    for place in {**then.places, **orelse.places}:
        first = then.places.get(place, place.value)
        second = orelse.places.get(place, place.value)
        if place.container is not None:
            contents[place] = _joined_contents(join, place, first, second, node)
            continue
        if kind_of(place).is_lazy:
            contents[place] = LOST
            continue
        aval = joined(first.aval, second.aval, "", join.sizes)
        assert aval is not None
        hint = place.value.hint
        contents[place] = join.add(first, second, aval, hint)
    outcome = _joined_outcome(join, then.outcome, orelse.outcome)
    # What is read above is what was there before the paths parted.
    for place, value in contents.items():
        session.write(place, value)
    outcome = with_staying(outcome, then, orelse, names)
    finish(frame, condition, join, then, orelse)
    for item, standing in join.standing:
        standing.note(session, item)
    frame.names = {k: v for k, v in names.items() if v is not MISSING}
    return outcome


def _joined_contents(
    join: Join, held: Held, first: Any, second: Any, node: ast.AST
) -> Any:
    """The contents of a list or dict after two sides, of which one changed them."""
    if isinstance(held.container, dict):
        pairs = {
            key: (first.get(key, MISSING), second.get(key, MISSING))
            for key in join.frame.session.merged_keys(held, first, second)
        }
        joined_items = {key: join.item(*pair, str(key)) for key, pair in pairs.items()}
    elif len(first) != len(second):
        longer = max(first, second, key=len)
        raise GrowsAtRunTime(held, join.frame.source.span(node), longer[-1])
    else:
        both = enumerate(zip(first, second, strict=True))
        joined_items = {k: join.item(a, b) for k, (a, b) in both}
    refuse_parts(join.frame, held.container, joined_items, (first, second), node)
    return joined_items if isinstance(first, dict) else list(joined_items.values())


def _only_side(
    frame: Frame, condition: Atom, then: Side, orelse: Side, node: ast.AST
) -> Any:
    """Go on as after the side whose end is reached; the other has raised before."""
    session = frame.session
    first, second = (
        inner_block(session, side.ops if side.end is not None else [])
        for side in (then, orelse)
    )
    builder = session.builder
    builder.ops.append(If(condition, first, second, (), builder.origin, builder.phase))
    if then.end is not None and orelse.end is not None:
        errors = [end.error for end in (then.end, orelse.end) if end.error]
        # What the outermost loop on trial knows of: it goes on without this path.
        known = [loop.error for loop in session.trials if loop.error in errors]
        error = next(iter([*known, *errors]), None)
        message = "an exception is raised on each of these paths"
        label = "ends in one, whatever the inputs are"
        refuse = functools.partial(frame.refuse, "SRC021", message, node, label)
        # What calls itself on a path is refused for that.
        raises = then.end.refuse is not None and orelse.end.refuse is not None
        raise Unreachable(error, refuse if raises else None)
    side = orelse if then.end is not None else then
    builder.ops.extend(side.ops)
    frame.names = side.names
    for fact in side.facts:
        session.note(*fact)
    for place, value in {**side.own, **side.places}.items():
        session.write(place, value)
    for spoiling in side.spoiled:
        session.spoil(*spoiling)
    for box, atom in side.known.items():
        session.narrow(box, atom)
    return side.outcome


def _joined_outcome(join: Join, first: Any, second: Any, raised: bool = False) -> Any:
    """What the outcomes of two sides come to; what was ``raised`` need not agree."""
    if not isinstance(first, Flow):
        return join.item(first, second)
    if first.never_leaves and second.never_leaves:
        return first
    flags = {
        name: join.item(getattr(first, name), getattr(second, name))
        for name in ("stop", "skip", "done")
    }
    value: Any = None
    if first.done is not False or second.done is not False:
        values = [f.value if f.done is not False else MISSING for f in (first, second)]
        for flow in (first, second):
            for leaf in run_time_leaves(flow.value):
                # Returned on some paths only.
                leaf.unsure = has_box(flow.done)
        if any(item is MISSING for item in values):
            given = values[0] if values[1] is MISSING else values[1]
            nothing = adopt(join.frame.session, blank(given))
            values = [nothing if v is MISSING else v for v in values]
        joined = join.item(values[0], values[1], RAISED if raised else "out")
        value = joined if raised else join.frame.agreed(joined, join.node)
    outer: Any = None
    if first.outer is not None or second.outer is not None:
        outer = _joined_outcome(join, first.outer or Flow(), second.outer or Flow())
    both = dict(first.caught), dict(second.caught)
    pairs = {
        handler: tuple(one.get(handler, Flow()) for one in both)
        for handler in {**both[0], **both[1]}
    }
    caught = tuple(
        (handler, _joined_outcome(join, one, other, raised=True))
        for handler, (one, other) in pairs.items()
    )
    flow = Flow(value=value, outer=outer, caught=caught, **flags)
    leave = first.always_leaves and second.always_leaves
    return replace(flow, ways=tuple(flow.flags)) if leave else flow
