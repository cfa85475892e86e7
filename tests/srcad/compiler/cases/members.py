"""Members of an IntEnum, which are numbers as well, in what run time decides."""

import enum

from tests.srcad.compiler.cases.case import apart, case


class Phase(enum.IntEnum):
    REST = 0
    RISE = 1
    FALL = 2

    @property
    def weight(self):
        return self.value + 0.5

    def after(self):
        return Phase((self + 1) % 3)


@case("float64[n]")
def one_after_the_other(x):
    phase, total = Phase.REST, 0.0
    for v in x:
        total = total * phase.weight + v
        phase = phase.after()
    return total * phase.weight


@case("float64[n]", values={"x": apart})
def chosen_by_what_is_met(x):
    phase, total = Phase.REST, 0.0
    for v in x:
        if phase is Phase.REST:
            total = total + v
        elif phase == Phase.RISE:
            total = total - v * v
        phase = phase.after() if v > 0 else Phase.FALL
    return total * phase.weight


@case("float64[3]")
def known_as_numbers(x):
    return (x * Phase.RISE + Phase.FALL) * x[0] + x[1] * Phase.FALL


@case("float64[n]")
def counted_on_as_a_number(x):
    phase, total = Phase.RISE, 0.0
    for v in x:
        total = total + v * phase
        phase = (phase + 1) % 3
    return total * phase


@case("float64[n]", values={"x": apart})
def in_a_tuple(x):
    state = Phase.REST, 0.0
    for v in x:
        phase, total = state
        state = Phase.RISE if v > 0 else phase, total + v * phase.weight
    return state[1] * state[0].weight


class Flag(enum.IntFlag):
    HIGH = 1
    LOW = 2


@case("float64[n]", values={"x": apart})
def flags_that_are_set(x):
    flags, total = Flag(0), 0.0
    for v in x:
        if v > 0.2:
            flags |= Flag.HIGH
        if v < -0.2:
            flags |= Flag.LOW
        if flags & Flag.HIGH and Flag.LOW in flags:
            total = total + v
    return total * x[0]


@case("float64[4]")
def one_after_the_other_in_long_loops(x):
    total = 0.0
    for k in range(12):
        phase = Phase.REST
        for v in x:
            total = total * 0.9 + v * phase.weight * k
            phase = phase.after()
    return total


@case("float64[4]")
def one_after_the_other_until_it_is_enough(x):
    phase, total = Phase.RISE, 0.0
    while total < 3.0:
        total = total * 0.9 + phase.weight + 0.1 * x[0] ** 2
        phase = phase.after()
    return total * phase.weight
