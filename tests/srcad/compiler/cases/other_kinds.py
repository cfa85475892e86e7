"""What short loops leave with another rank, dtype or class than it had before them."""

import numpy as np

from tests.srcad.compiler.cases.case import case


@case("float64[2,3,n]")
def summed_axis_by_axis(x):
    for _ in range(2):
        x = np.sin(x).sum(axis=0)
    return x


@case("float64[4]")
def another_rank_in_the_last_iteration(x):
    values = x
    for k in range(2):
        values = np.outer(values, x).ravel() if k else np.outer(values, x)
    return values


@case("float64[n]")
def whole_numbers_and_then_floats(x):
    weights = np.ones(x.shape, dtype=int)
    for _ in range(3):
        weights = weights * x
    return weights


@case("float64[4]")
def over_the_elements_of_an_array(x):
    weights = np.arange(4)
    for value in x:
        weights = weights * value
    return weights


@case("float64[n]")
def a_number_and_then_an_array(x):
    total = x[0]
    for k in range(4):
        total = total * x + k
    return total


@case("float64[n]")
def in_a_while_loop(x):
    total, k = float(x[0]), 0
    while k < 3:
        total = total * x
        k += 1
    return total


@case("float64[2,2,n]")
def in_a_loop_of_run_time(x):
    total = 0.0
    for row in x[0]:
        part = x
        for _ in range(2):
            part = part.sum(axis=0)
        total = total + np.sum(np.sin(part * row))
    return total


@case("float64[n]")
def left_early(x):
    values = x[0]
    for k in range(4):
        values = np.cos(values * x)
        if np.sum(values) < 0.5:
            break
    else:
        values = values * 2.0
    return np.sum(values)


def mean_of_all(x):
    for _ in range(x.ndim):
        x = x.mean(axis=-1)
    return x


@case("float64[2,n]", "float64[3]")
def in_a_function_for_several_ranks(x, y):
    return mean_of_all(x * x) * mean_of_all(y)


class Hit:
    def __init__(self, distance, colour):
        self.distance = distance
        self.colour = colour

    def seen(self, light):
        return self.colour * light / self.distance


@case("float64[5]", draws=3)
def an_object_of_one_of_the_iterations(x):
    nearest, found = 9.0, None
    for k in range(4):
        distance = 1.0 + x[k] ** 2
        if distance < nearest:
            nearest = distance
            found = Hit(distance, x[k + 1])
    return found.seen(x[0]) if found is not None else 0.0


@case("float64[6]")
def another_view_in_each_iteration(x):
    h = x
    for k in range(4):
        if k == 0:
            h = h.reshape(2, 3)
        elif k == 1:
            h = h.transpose(1, 0)
        elif k == 2:
            h = h[:, 0] + h[:, 1]
        else:
            h = h.dot(h)
    return h * 2.0
