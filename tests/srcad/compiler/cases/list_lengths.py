"""Lists that are built at run time, whose length is known all the same."""

import bisect

import numpy as np

from tests.srcad.compiler.cases.case import apart, case


@case("float64[5]", values={"x": apart})
def sorted_and_unpacked(x):
    low, *middle, high = sorted(x)
    return low * high + sum(middle) ** 2


@case("float64[4]", values={"x": apart})
def the_largest_two(x):
    first, second = sorted(x, key=abs, reverse=True)[:2]
    return first * second + first


@case("float64[4, 2]", values={"x": apart})
def a_tuple_of_what_was_sorted(x):
    t = tuple(sorted(x[:, 0]))
    a, b, *_ = t
    return a * b + t[-1] + sum(p * q for p, q in zip(t, t[1:]))


@case("float64[3]")
def parts_of_a_list_that_grew(x):
    ys = []
    for v in x:
        ys.append(v * v)
    ys.append(x[0] * x[1])
    (a, b), c = ys[:2], ys[2]
    *_, last = ys + ys[::-1][1:]
    return a * b - c * last


@case("float64[3]", values={"x": apart})
def elements_as_arguments(x):
    def f(first, *others):
        return first * others[0] - others[-1] ** 2

    return f(*sorted(x)) + f(*[v * v for v in x])


@case("float64[3]", values={"x": apart})
def a_generator_as_a_tuple(x):
    a, b, c = tuple(v * v for v in sorted(x))
    return a * b - c


@case("float64[3]", "float64[3]", values={"x": apart, "y": apart})
def two_sorted_lists_merged(x, y):
    left, right = list(np.sort(x)), list(np.sort(y))
    merged = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    merged.extend(left[i:])
    merged.extend(right[j:])
    return sum((k + 1) * v**2 for k, v in enumerate(merged))


@case("float64[n]", values={"x": apart})
def places_found_in_a_list_from_the_first_on(x):
    tails = []
    for v in x:
        place = bisect.bisect_left(tails, v)
        if place == len(tails):
            tails.append(v)
        else:
            tails[place] = v
    return sum(v * (k + 1) for k, v in enumerate(tails))


@case("float64[4]", values={"x": apart})
def a_part_whose_bounds_run_time_knows(x):
    items = [x[0] * x[1], x[1], x[2] ** 2, x[3]]
    place = int(np.argmax(x))
    return sum(items[:place]) + 2 * sum(items[place:]) + np.sum(items[place::-1]) ** 2


@case("float64[n]", values={"x": apart})
def as_long_after_every_iteration(x):
    down, up = [0.5] * len(x), [1.0] * len(x)
    for i in range(len(x)):
        for j in range(i):
            up[i] = up[i] + x[j] * down[j]
        if x[i] < -0.5:
            down.reverse()
            continue
        down[i] = x[i]
    return np.array(up) * x + np.array(down)


@case("float64[n]", values={"x": apart})
def longer_on_a_path(x):
    items = [0.5] * len(x)
    for i in range(len(x)):
        if x[i] > 0.5:
            items.append(x[i])
        else:
            items[i] = x[i] * items[-1]
    return np.array(items).sum() * x
