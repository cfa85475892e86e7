"""Lists that a loop binds anew as the attribute of an object, or in a dict."""

import numpy as np

from tests.srcad.compiler.cases.case import apart, case


class Filter:
    def __init__(self):
        self.window = []
        self.history = []

    def push(self, v):
        self.window = self.window[-2:] + [v]
        return sum(self.window) / len(self.window)

    def log(self, v):
        self.history = [*self.history, v]

    def trim(self):
        self.history = [h for h in self.history if h > 0]


@case("float64[n]")
def a_window_of_the_last_ones(x):
    some, total = Filter(), 0.0
    for v in x:
        total = total + some.push(v) ** 2
    return total


@case("float64[n]", values={"x": apart}, draws=2)
def longer_and_shorter_by_methods(x):
    some = Filter()
    for v in x:
        some.log(v * 2)
        some.log(v * v - 0.5)
        some.trim()
    return sum(some.history) * len(some.history)


@case("float64[n]", values={"x": apart}, draws=2)
def begun_again_on_a_path(x):
    some = Filter()
    for v in x:
        if v > 0.3:
            some.history = []
        some.history.append(v)
    return sum(some.history)


@case("float64[n]")
def under_the_key_of_a_dict(x):
    state, total = {"window": [], "count": 0}, 0.0
    for v in x:
        state["window"] = (state["window"] + [v])[-3:]
        state["count"] += 1
        total += np.mean(state["window"])
    return total * state["count"]


@case("float64[n]", values={"x": apart})
def longer_until_it_is_enough(x):
    some, k = Filter(), 0
    while sum(abs(h) for h in some.history) < 0.5 and k < len(x):
        some.history = [x[k]] + some.history
        k += 1
    return sum(some.history) * k
