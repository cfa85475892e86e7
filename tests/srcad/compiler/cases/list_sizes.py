"""Lists whose arrays are of different sizes."""

import numpy as np

from tests.srcad.compiler.cases.case import case


@case("float64[3]", "float64[1]")
def one_that_broadcasts(x, y):
    xs = []
    if x[0] > -100:
        xs.append(x * 2)
        xs.append(y * y)
    return xs[0] * xs[1]


@case("float64[n]", "float64[m]", sizes={"m": 1})
def neighbours_that_broadcast(x, y):
    xs = []
    if x[0] > -100:
        xs.append(x * 2)
        xs.append(y * y)
    xs.append(y)
    total = 0.0
    for i in range(len(xs) - 1):
        total += (xs[i] * xs[i + 1]).sum()
    return total


@case("float64[8]")
def taken_off_in_turn(x):
    levels = []
    while len(x) > 1:
        levels.append(x * x)
        x = x[::2] + x[1::2]
    levels.append(x)
    top = levels.pop()
    while levels:
        top = np.repeat(top, 2) * levels.pop()
    return top


@case("float64[n]", sizes={"n": 8})
def read_beside_the_last(x):
    levels = []
    while len(x) > 1:
        levels.append(x * x)
        x = x[::2] + x[1::2]
    levels.append(x)
    total = 0.0
    for a, b in zip(levels, levels[1:]):
        total = total + (a * a[0]).sum() * b.sum()
    for a in levels:
        total = total + (a * levels[-1]).sum()
    return total


@case("float64[n]")
def a_part_replaced_by_others(x):
    xs = []
    for v in x:
        xs.append(v * x)
    xs[0:1] = [x[:1] * 2, x[:1] * x]
    return xs[0] * xs[1] + xs[1] * x


@case("float64[n]", values={"x": lambda random, shape: random.uniform(1, 2, shape)})
def of_masks(x):
    kept = []
    for v in x:
        kept.append(x[x >= v])
    return sum(one.sum() * one[-1] for one in kept) + (kept[0] * kept[0]).sum()


@case("float64[n]")
def numbers_that_become_arrays(x):
    total = 0.0
    parts = []
    for k in range(len(x)):
        total = total + x[k : k + 1] * x
        parts.append(x[: k + 1].sum() * x[k : k + 1])
    return sum(parts) * total


@case("float64[n]")
def sum_of_what_is_joined(x):
    parts = [np.tanh(x), np.concatenate((x[1:], np.sin(x[:1])))]
    if x[0] > 0.1:
        parts = parts[:1] * 3 + parts
    return sum(parts) * 0.2


def squares(x):
    xs = []
    for v in x:
        xs.append(v * v)
    return xs


@case("float64[n]", draws=3)
def list_that_each_iteration_makes(x):
    for _ in range(3):
        xs = squares(x)
    return np.stack(xs[::2]).sum() * x


@case("float64[4]", "int")
def list_that_each_iteration_makes_of_another_length(x, k):
    total = 0.0
    for i in range(1, k + 2):
        xs = squares(x[:i] * (1.0 + total))
        total = total + xs[-1]
    return sum(xs) * x * total
