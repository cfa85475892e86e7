"""``bisect`` of values and lists of run time."""

import bisect

import numpy as np

from tests.srcad.compiler.cases.case import apart, case

MACH = [0.0, 0.8, 1.2, 3.0]
DRAG = [0.3, 0.35, 0.7, 0.4]


def looked_up(v):
    if v <= MACH[0]:
        return DRAG[0]
    if v >= MACH[-1]:
        return DRAG[-1]
    i = bisect.bisect_right(MACH, v)
    weight = (v - MACH[i - 1]) / (MACH[i] - MACH[i - 1])
    return (1 - weight) * DRAG[i - 1] + weight * DRAG[i]


@case("float64[n]", values={"x": apart})
def table_by_bisection(x):
    total = 0.0
    for v in x:
        total = total + looked_up(v) * v
    return total * x


@case("float64[n]", values={"x": apart})
def places_on_both_sides(x):
    rising = sorted(v * v for v in x)
    first = bisect.bisect_left(rising, rising[0])
    behind = bisect.bisect(rising, 0.5, 1)
    negative = bisect.bisect_left(rising, -0.5, 0, 1, key=lambda v: -v)
    return x * (1 + first) + np.sin(x) * behind + negative


@case("float64[n]", values={"x": apart})
def kept_in_order(x):
    rising = [x[0]]
    for v in x:
        bisect.insort(rising, v)
        bisect.insort_left(rising, v * 0.5)
    return rising[0] * x + rising[-1]


@case("float64[n]", values={"x": apart})
def known_ones_in_a_branch(x):
    places = [1, 5]
    if x.sum() > 0:
        bisect.insort(places, 3)
    return x * places[1]
