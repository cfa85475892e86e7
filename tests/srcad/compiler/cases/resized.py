"""Arrays whose sizes change from one iteration to the next."""

import numpy as np

from tests.srcad.compiler.cases.case import case


@case("float64[9]", draws=3)
def unknown_before_the_loop(x):
    positive = x[x > 0.0]
    values = positive * 1.0
    total = np.sum(values)
    for _ in range(5):
        total = total + np.sum(np.sin(values * positive))
        values = values[:1] * 1.5
    return total


@case("float64[9]", draws=3)
def unknown_and_longer_or_swapped(x):
    positive = x[x > 0.0]
    longer, first, second = positive, x[x > 0.5], x[x > -0.5]
    for _ in range(3):
        longer = np.concatenate((longer, positive * 2.0))
        first, second = second * 1.0, first * 1.0
    return np.sum(np.sin(longer)) * np.sum(first) + np.sum(second)


@case("float64[n]")
def none_at_first_and_then_shorter(x):
    values = None
    total = 0.0
    for k in range(x.size):
        if values is not None:
            total = total + np.sum(np.sin(values * x[k]))
        values = x[k:] * 1.5
    return total


@case("float64[6]", "float64[6]")
def two_that_stay_alike(x, y):
    total = 0.0
    for _ in range(5):
        total = total + np.sum(x * y)
        x = np.sin(x[1:])
        y = y[:-1]
    return total


@case("float64[6]", "float64[6]")
def two_that_part(x, y):
    total = 0.0
    for k in range(5):
        total = total + np.sum(np.cos(x * y))
        x = np.sin(x[1:])
        y = y[:-1]
        if k > 2:
            x = x[:1] * 2.0
    return total


@case("float64[9]")
def three_that_change_places(x):
    first, second, third = x[:4] * 1.0, x[4:8] * 2.0, x[8:] * 1.0
    total = 0.0
    for _ in range(5):
        total = total + np.sum(np.cos(first * second)) + np.sum(first * third)
        first, second, third = second, third * 1.0, first[:1]
    return total


@case("float64[9]")
def as_it_was_and_one_shorter(x):
    values = x * 1.0
    before = 0.0
    for _ in range(7):
        before = values * 2.0
        values = np.sin(values[1:])
    return np.sum(np.cos(before[:-1] * values)) + np.sum(before * values[1:])


@case("float64[9]")
def bound_in_the_loop_and_read_after_it(x):
    values = x * 1.0
    for _ in range(7):
        part = values[1:] * 2.0
        values = np.sin(values[1:])
    return np.sum(np.cos(part * values[1:]))


@case("float64[6]", draws=3)
def alike_on_each_path(x):
    total = 0.0
    for k in range(5):
        if x[k] > 0.0:
            first, second = x[: k + 1] * 2.0, x[1 : k + 2]
        else:
            first, second = x[k:] * 3.0, np.sin(x[k : k + 1])
        total = total + np.sum(np.cos(first * second))
    return total


@case("float64[9]")
def a_loop_in_which_another_ends_with_one(x):
    values = x * 1.0
    total = 0.0
    for _ in range(8):
        rest = values * 1.0
        while rest.size > 1:
            rest = rest[1:] * rest[0]
        total = total + np.sum(rest * values)
        values = np.sin(values[1:])
    return total


@case("float64[5]")
def kept_in_a_list(x):
    values = x * 1.0
    kept = []
    for _ in range(4):
        kept.append(values * 2.0)
        values = np.sin(values[1:])
    total = 0.0
    for one in kept:
        total = total + np.sum(np.cos(one * values))
    return total


@case("float64[7]", "float64[7]")
def neville(places, values):
    count = len(places)
    for m in range(1, count):
        left = (0.3 - places[m:]) * values[:-1]
        right = (places[:-m] - 0.3) * values[1:]
        values = (left + right) / (places[:-m] - places[m:])
    return values[0]


@case("float64[8]")
def haar(x):
    total = 0.0
    while x.size > 1:
        total = total + np.sum(np.tanh((x[::2] - x[1::2]) / 2.0))
        x = (x[::2] + x[1::2]) / 2.0
    return total + x[0] ** 2


@case("float64[]", "float64[]", "float64[]")
def binomial_tree(rate, volatility, spot):
    up = np.exp(volatility * np.sqrt(0.1))
    down = 1.0 / up
    chance = (np.exp(rate * 0.1) - down) / (up - down)
    prices = spot * up ** np.arange(6, -1, -1) * down ** np.arange(0, 7)
    values = np.maximum(1.5 - prices, 0.0)
    for _ in range(6):
        values = np.exp(-rate * 0.1) * (
            chance * values[:-1] + (1.0 - chance) * values[1:]
        )
        prices = prices[:-1] / up
        values = np.maximum(values, 1.5 - prices)
    return values[0]
