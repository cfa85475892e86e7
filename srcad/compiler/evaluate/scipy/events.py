"""Events of ``solve_ivp``: where a function of the time and the state becomes zero.

As in SciPy each is looked for along the interpolant of a step, where its function has
another sign at the end. The derivative of the time is that of the implicit function
theorem for the interpolant, so it is exact for the time that was found. Where the
function does not change there ZeroDivisionError is raised.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from srcad.compiler.evaluate.intrinsics import held, implicit, is_known, unsupported


class Event(NamedTuple):
    """A function of the time and the state, how many times it may happen, and from
    which sign to which."""

    function: Any
    most: Any
    way: Any


class Happened(NamedTuple):
    """What has happened, in a list for each event: how often, the value at the last
    time, when, and the states then."""

    counts: Any
    signs: Any
    times: Any
    states: Any


def signs_at(events, happened, t, y):
    """Whether each event happens up to here."""
    hits = []
    for k, one in enumerate(events):
        value = held(one.function(t, y))
        hits.append(is_hit(happened.signs[k], value, one.way))
        happened.signs[k] = value
    return hits


def any_of(hits):
    found = False
    for one in hits:
        found = found or one
    return found


def happen(events, happened, hits, along, start, end, direction):
    """Note the events of a step up to the first that ends all; when that is, and
    whether there is one."""
    last, ended, times = end, False, []
    for k, one in enumerate(events):
        time = end
        if hits[k]:
            time = time_of(one.function, along, start, end)
            if one.most < np.inf:
                happened.counts[k] = happened.counts[k] + 1
                due = happened.counts[k] >= one.most
                if due and (not ended or direction * (time - last) < 0):
                    last, ended = time, True
        times.append(time)
    for k in range(len(events)):
        if hits[k] and direction * (times[k] - last) <= 0:
            happened.times[k].append(times[k])
            happened.states[k].append(along(times[k]))
    return last, ended


def events_of(given, args):
    """The events that ``solve_ivp`` is given."""
    if given is None:
        return []
    several = given if isinstance(given, (list, tuple)) else [given]
    return [event_of(one, args) for one in several]


def event_of(event, args):
    most = getattr(event, "terminal", None)
    way = getattr(event, "direction", 0)
    if not is_known(most) or not is_known(way):
        unsupported("`terminal` and `direction` of an event are known beforehand")
    if most is None or most == 0:
        most = np.inf
    elif int(most) != most or most < 0:
        raise ValueError(
            "The `terminal` attribute of each event must be a boolean or positive "
            "integer."
        )

    def function(t, y):
        value = np.asarray(event(t, y, *args), np.float64)
        if value.ndim:
            unsupported("an event's function gives a number")
        return value

    return Event(function, float(most), float(way))


def is_hit(before, after, way):
    """Whether the sign has changed, in the way that counts."""
    up, down = before <= 0 and after >= 0, before >= 0 and after <= 0
    if way > 0:
        return up
    return down if way < 0 else up or down


def time_of(function, along, start, end):
    """Where ``function(t, along(t))`` is zero between two times."""

    def value(t):
        return function(t, along(t))

    return implicit(value, held(zero_between(value, start, end)), of_event)


def of_event(pull, t, dt):
    """``-f'(t) w = dt``."""
    speed = pull(1.0)
    if speed == 0:
        raise ZeroDivisionError(
            "the time of an event has no derivative: its function does not change"
        )
    return -dt / speed


def zero_between(function, start, end):
    """By halves, to the last digit."""
    first = function(start)
    if first == 0:
        return start
    if function(end) == 0:
        return end
    middle = 0.5 * (start + end)
    while middle != start and middle != end:
        value = function(middle)
        if value == 0:
            start, end = middle, middle
        elif (value > 0) == (first > 0):
            start = middle
        else:
            end = middle
        middle = 0.5 * (start + end)
    return middle
