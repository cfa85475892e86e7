"""Structures that loops of run time carry, with parts that are known in them."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from tests.srcad.compiler.cases.case import apart, case


class State(NamedTuple):
    level: Any
    mode: str = "product"
    extra: object = None


@case("float64[n]")
def a_text_in_a_record_that_stays_as_it_is(x):
    state = State(x[0])
    for v in x:
        level = state.level * v if state.mode == "product" else v
        state = state._replace(level=level)
    return state.level if state.extra is None else x[0]


@case("float64[n]", values={"x": apart})
def a_text_in_a_record_that_changes(x):
    state = State(x[0])
    for v in x:
        if state.mode == "product":
            state = State(state.level * v, "sum" if v > 0 else "product")
        else:
            state = State(state.level + v, "product")
    return state.level * (2.0 if state.mode == "sum" else 3.0)


@case("float64[n]")
def none_in_a_tuple_that_stays_none(x):
    state = (x[0], None, ("kept", x[0] * x))
    for v in x:
        level, nothing, (word, part) = state
        state = level * 0.5 + v, nothing, (word, part * level)
    return state[2][1] * state[0] if state[2][0] == "kept" else x


@dataclass(frozen=True)
class Run:
    level: Any
    name: str = "run"
    seen: tuple = ()


@case("float64[n]")
def a_text_in_a_frozen_record(x):
    run = Run(x[0])
    i = 0
    while i < len(x):
        run = replace(run, level=run.level * x[i] + 0.1)
        i += 1
        if run.name != "run":
            break
    return run.level * len(run.seen) + run.level


# ----------------------------------------------------- whole numbers that loops collect


@case("float64[n, 3]")
def axes_that_are_collected(x):
    axes = []
    for i in range(x.ndim):
        if i != 0:
            axes.append(i)
    return np.sum(x, axis=tuple(axes)) ** 2


@case("float64[n, 3]")
def an_order_of_axes(x):
    axes = []
    for i in range(x.ndim):
        axes.append(x.ndim - 1 - i)
    return np.transpose(x, axes)[0] ** 2


@case("float64[n, 3]")
def each_axis_that_was_collected(x):
    chosen = []
    for i in range(12):
        if i % 3 == 0:
            chosen.append(i % 2)
    total = 0.0
    for axis in chosen:
        total = total + np.sum(np.sum(x, axis=axis) ** 2)
    return total


@case("float64[3]")
def functions_in_a_collected_order(x):
    order = []
    for i in range(3):
        order.append(2 - i)
    functions = [np.sin, np.cos, np.tanh]
    for k in order:
        x = functions[k](x)
    return x


@case("float64[n, 3]")
def arguments_that_are_collected(x):
    parts = []
    k = 0
    while k < 3:
        parts.append(x[:, k] * k)
        k += 1

    def joined(a, b, c):
        return a * b + c * c

    return joined(*parts)
