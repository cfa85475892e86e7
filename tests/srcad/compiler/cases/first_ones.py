"""``next`` of a generator expression whose elements run time chooses."""

import numpy as np

from tests.srcad.compiler.cases.case import apart, case


@case("float64[n]", values={"x": apart})
def first_that_holds(x):
    squares = [v * v for v in x]
    return next((s * x for s in squares if s > 0.5), -x)


@case("float64[n]", values={"x": apart})
def first_that_does_not_exist(x):
    return next((v * x for v in x if v > 100.0), 2.0 * x)


@case("float64[n]", values={"x": apart})
def place_of_the_first_that_holds(x):
    place = next((i for i, v in enumerate(x) if v > 0), None)
    return x * 0.5 if place is None else x[place] * x * (place + 1)


@case("float64[n]")
def first_without_a_default(x):
    return next(v for v in x if v * v >= 0) * x


@case("float64[n]")
def firsts_in_a_loop(x):
    total = np.zeros(1)
    for bound in x:
        total = total + next((v for v in x if v >= bound), 0.0) * x[0]
    return total
