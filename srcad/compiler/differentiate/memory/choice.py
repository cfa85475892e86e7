"""The cut: what is stored, so that computing the rest again takes the least time.

For a price ``p`` of a byte the sum of ``p * bytes`` of what is stored and of the time
of what is computed again is least for a minimum cut. A unit is *there* or not (``a``),
and is computed again or not (``r``); what is there and not computed again is stored:

    minimise  sum over units of  p * bytes * (a and not r)  +  time * r
    where     a = 1 for what the backward half reads,  r = 1 implies a = 1 of its needs

Each term is an edge: ``a -> r`` of ``p * bytes``, ``r -> sink`` of the time; ``source
-> a``, and ``r -> a`` of what it reads, without a limit. What is 1 is the source's.

Solutions for all prices are the corners of a convex hull of (bytes, time). The corner
that fits and the one before it are found by taking the slope between two known corners
as the price, until there is none between them. What the last one stores besides is then
added to the first, unit by unit, as long as it fits.
"""

from __future__ import annotations

from dataclasses import dataclass

from srcad.compiler.differentiate.memory.flow import SINK, SOURCE, Network
from srcad.compiler.differentiate.memory.units import Unit, Units
from srcad.compiler.ir.types import Operation

_MOST_STEPS = 40
_MOST_TRIED = 64


@dataclass(frozen=True, slots=True)
class Plan:
    """``stored`` and ``again`` in order of definition, with the bytes, the sum of the
    prices, and the time."""

    stored: tuple[Unit, ...]
    again: tuple[Unit, ...]
    bytes: int
    price: int
    work: int


def chosen(units: Units, limit: int) -> tuple[Plan, bool]:
    """The plan of the least time that stores at most ``limit`` bytes; or that which
    stores the least, with False."""
    reached = _reachable(units)
    total = 1 + sum(unit.price or 0 for unit in reached)
    time = 1 + sum(unit.work for unit in reached)
    small = _solved(units, reached, time, 1)
    if small.bytes > limit:
        return small, False
    large = _solved(units, reached, 1, total)
    if large.bytes <= limit:
        return large, True
    for _ in range(_MOST_STEPS):
        slope = small.work - large.work, large.price - small.price
        between = _solved(units, reached, *slope)
        if between in (small, large) or _on_line(between, small, large):
            break
        if between.bytes <= limit:
            small = between
        else:
            large = between
    return _filled(units, small, large, limit), True


def _on_line(one: Plan, small: Plan, large: Plan) -> bool:
    """Whether a plan is no better than what lies between two others."""
    run, rise = large.price - small.price, small.work - large.work
    return (small.work - one.work) * run <= rise * (one.price - small.price)


def _reachable(units: Units) -> list[Unit]:
    found = dict.fromkeys(units.wanted)
    waiting = list(found)
    while waiting:
        for one in waiting.pop().needs or ():
            if one not in found:
                found[one] = None
                waiting.append(one)
    return list(found)


def _solved(units: Units, reached: list[Unit], price: int, time: int) -> Plan:
    """The plan where a byte costs ``price`` and a unit of time ``time``."""
    network = Network()
    unlimited = 1 + sum(
        (unit.price or 0) * price + unit.work * time for unit in reached
    )
    there = {unit: network.node() for unit in reached}
    again: dict[Operation, int] = {}
    for unit in units.wanted:
        network.edge(SOURCE, there[unit], unlimited)
    for unit in reached:
        storing = unlimited if unit.price is None else unit.price * price
        if unit.needs is None or unit.op is None:
            network.edge(there[unit], SINK, storing)
            continue
        if unit.op not in again:
            again[unit.op] = network.node()
            network.edge(again[unit.op], SINK, unit.work * time)
            for one in unit.needs:
                network.edge(again[unit.op], there[one], unlimited)
        network.edge(there[unit], again[unit.op], storing)
    side = network.source_side()
    executed = {op for op, node in again.items() if node in side}
    return _plan(
        units,
        {unit for unit in reached if there[unit] in side and unit.op not in executed},
    )


def _plan(units: Units, stored: set[Unit]) -> Plan:
    """What follows from storing some units: the others that are needed are computed."""
    kept: dict[Unit, None] = {}
    again: dict[Unit, None] = {}
    waiting = list(units.wanted)
    while waiting:
        unit = waiting.pop()
        if unit in kept or unit in again:
            continue
        if unit in stored or unit.needs is None:
            kept[unit] = None
        else:
            again[unit] = None
            waiting.extend(unit.needs)
    executed = {unit.op for unit in again}
    for unit in [one for one in kept if one.op in executed]:
        again[unit] = kept.pop(unit)
    for one in units.to_count(kept):
        kept[one] = None

    def place(unit: Unit) -> int:
        return units.order[unit.values[0]]

    values = [value for unit in kept for value in unit.values]
    made = dict.fromkeys(unit.op for unit in again)
    times = {unit.op: unit.work for unit in again}
    return Plan(
        tuple(sorted(kept, key=place)),
        tuple(sorted(again, key=place)),
        units.bytes(values),
        sum(unit.price or 0 for unit in kept),
        sum(times[op] for op in made),
    )


def _filled(units: Units, plan: Plan, other: Plan, limit: int) -> Plan:
    """The plan with more of what ``other`` stores, the best of it first."""
    again = set(plan.again)
    extra = [unit for unit in other.stored if unit in again]
    extra.sort(key=lambda unit: unit.work / (unit.price or 1), reverse=True)
    for unit in extra[:_MOST_TRIED]:
        more = _plan(units, {*plan.stored, unit})
        if more.bytes <= limit and more.work < plan.work:
            plan = more
    return plan
