"""Cells that are alike are evaluated once: the layers of a list.

What the ``construct`` of a Cell was evaluated to is what that of another one is, where
both have one class, are called with values of the same kinds in the same state of the
evaluation, and each question that was asked about the first, and about all that it
holds, has the same answer of the second (``reading/repeated.py``). The second has other
Parameters.

Evaluated itself is what does anything besides: writes what is older than it, refuses,
registers hooks, finds sizes to be related, chooses among objects; what has a rule of
the user's, which knows its Cell; and what is given objects of Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Sized
from dataclasses import dataclass
from typing import Any

import numpy as np

from srcad.compiler.evaluate.calls.call_sizes import FOUND
from srcad.compiler.evaluate.calls.effects import GENERATOR
from srcad.compiler.evaluate.calls.tracing import Traced, frozen, outer_value
from srcad.compiler.evaluate.kinds import kind_of, leaves
from srcad.compiler.evaluate.objects import Box, box_of, is_parameter, is_without_axes
from srcad.compiler.evaluate.remembered import LITERALS, NotKnown
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.avals import AnyAval
from srcad.compiler.ir.calls import functions_of
from srcad.compiler.ir.types import Function, walk
from srcad.compiler.reading.repeated import Mark, Reads, reads_of
from srcad.compiler.reading.sizes import Dim

# So many Cells are remembered of those that are called alike.
_MOST = 4


@dataclass(slots=True)
class _Known:
    """What a Cell was evaluated to, and when; ``facts`` are what it was specialised on,
    ``reads`` is found out when there is another Cell that may be alike."""

    cell: Any
    traced: Traced
    facts: dict[str, Any]
    until: Mark
    reads: list[Reads | None]


def evaluated_once(
    session: Session,
    cell: Any,
    inputs: dict[str, Any],
    avals: Sequence[AnyAval] | None,
    evaluate: Callable[[], Traced],
) -> Traced:
    """What ``evaluate`` gives, which evaluates a Cell of the user's; or what is known
    of one that is alike. ``avals`` are told of the values in the inputs; None where it
    is a Cell with a rule."""
    if avals is None:
        return evaluate()
    key = _key(session, cell, inputs, avals)
    if key is None:
        return evaluate()
    known: list[_Known] = session.remembered.setdefault(key, [])
    for one in known:
        found = _of_another(session, one, cell, inputs)
        if found is not None:
            return found
    before, serial, mark = _state(session), session.serial, len(session.journal)
    reading = session.builder.sizes.reading
    around, reading.facts = reading.facts, {}
    try:
        traced = evaluate()
    finally:
        facts, reading.facts = reading.facts, around
        around.update(facts)
    does_nothing = _state(session) == before and _stays_inside(session, mark, serial)
    if does_nothing and len(known) < _MOST and _is_one(traced):
        known.append(_Known(cell, traced, facts, Mark.now(session.door), []))
    return traced


# -------------------------------------------------------------- what a call is known by


def _key(
    session: Session, cell: Any, inputs: dict[str, Any], avals: Sequence[AnyAval]
) -> Any:
    """Whatever an evaluation depends on besides the Cell; None where it is too much."""
    door, computing = session.door, session.precision.computing
    handlers = session.handlers
    around = (session.loops, handlers.handling, session.errors, handlers.caught)
    if any(around) or session.derived or session.observed or not session.tracing:
        return None
    if door.paths.get(id(cell)) is None or "construct" in vars(cell):
        return None
    if session.precision.automatic is not None:
        return None
    try:
        forms = tuple((n, _form(session, item, n)) for n, item in inputs.items())
    except NotKnown:
        return None
    flags = session.arrays, session.hooks, session.forward_only, session.recovering
    kinds = type(cell), forms, _numbered(avals, session.builder.sizes.reading.forms)
    return evaluated_once, *kinds, computing, flags, handlers.awaited


def _numbered(avals: Sequence[AnyAval], forms: Mapping[str, Dim]) -> str:
    """What is told of values, whatever the sizes are called that run time finds, and of
    which nothing else is known."""
    numbers: dict[str, int] = {}

    def numbered(match: re.Match[str]) -> str:
        if match[0] in forms:
            return match[0]
        return f"?{numbers.setdefault(match[0], len(numbers))}"

    return FOUND.sub(numbered, repr(avals))


def _form(session: Session, item: Any, name: str = "") -> Any:
    kind = type(item)
    if kind_of(item).is_value:
        known = is_parameter(item) or box_of(item).parameter
        return Box, name or session.atom(item).hint, is_without_axes(item), known
    if kind is tuple or kind is list:
        return kind, tuple(_form(session, part) for part in item)
    if kind in LITERALS:
        return kind, repr(item)
    if isinstance(item, np.dtype):
        return kind, item
    raise NotKnown


# ------------------------------------------------------------------ what it has done


def _state(session: Session) -> tuple[Any, ...]:
    """What an evaluation changes that does more than to give a function."""
    reading, door = session.builder.sizes.reading, session.door
    counted: tuple[Sized, ...] = (
        *(session.builder.ops, session.errors, session.unfinished, session.decided),
        *(session.lost, session.options, reading.registered),
        *(reading.related, reading.hints, reading.forms, reading.captured_sizes),
        *(door.captured, reading.fresh),
    )
    flags = reading.nested, reading.reads_hooks, reading.ignores_hooks, door.unrecorded
    return *map(len, counted), session.precision.autocasts, id(session.builder), flags


def _stays_inside(session: Session, mark: int, serial: int) -> bool:
    """Whether what was written since is younger than ``serial``, or is a Parameter."""
    places = session.written_since(mark)
    return all(
        place.serial > serial or (isinstance(place, Box) and not place.serial)
        for place in places
    )


def _is_one(traced: Traced) -> bool:
    """Whether a function that is made of another Cell, alike, would be this one."""
    own = (one for _, one in traced.parameters)
    handed = all(is_parameter(p) or p is GENERATOR for p in own)
    return handed and frozen(traced.output) is not None and _is_known(traced.function)


def _is_known(function: Function) -> bool:
    rule = function.rule
    if rule is not None and (rule.owner is not None or rule.form is rule):
        return False
    if function.hooks is not None or function.recursion is not None or function.itself:
        return False
    called = (one for op in walk(function.body) for one in functions_of(op))
    return all(
        (one.rule is not None or not one.inline) and _is_known(one) for one in called
    )


# ------------------------------------------------------------------------ another Cell


def _of_another(
    session: Session, known: _Known, cell: Any, inputs: dict[str, Any]
) -> Traced | None:
    """What a Cell is evaluated to that is alike; None where it is not."""
    if cell is known.cell:
        return None
    if not known.reads:
        known.reads.append(reads_of(session.door, known.cell, known.until))
    (reads,) = known.reads
    items = None if reads is None else reads.of_another(session.door, cell)
    if reads is None or items is None:
        return None
    places = reads.places()
    called = session.naming.attributes
    for one, place in places.items():
        if one in called:
            called.setdefault(id(items[place]), called[one])

    def own(parameter: Any) -> Any:
        place = places.get(id(parameter))
        return parameter if place is None else items[place]

    traced = known.traced
    session.facts.update(known.facts)
    given = values_of(inputs)
    parameters = tuple((name, own(one)) for name, one in traced.parameters)
    found = (places.get(id(one)) for _, one in traced.parameters)
    others = {p for p in reads.asked("parameter") if items[p] is not reads.items[p]}
    session.door.read_again(items[place] for place in found if place in others)
    args = [session.atom(one) for one in given]
    args += [outer_value(session, one) for _, one in parameters]
    updates = tuple(map(own, traced.updates))
    return Traced(
        traced.function, args, traced.output, given, updates, parameters, again=True
    )


def values_of(inputs: dict[str, Any]) -> list[Any]:
    """The values of run time in what a function is given."""
    parts = (leaf for item in inputs.values() for leaf in leaves(item))
    return [one for one in parts if kind_of(one).is_value]
