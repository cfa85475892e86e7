"""Loops that end when something is found, of which the last iteration alone counts."""

import heapq
import math

import numpy as np

from tests.srcad.compiler.cases.case import apart, case, positive

VALUES = {"values": {"x": apart}}


@case("float64[n]", **VALUES)
def the_first_of_a_row(x):
    found = 0.5 * x.sum()
    for i in range(len(x)):
        if x[i] > 0.3:
            found = x[i] * x[0]
            break
    return found * x


@case("float64[n, 3]", **VALUES)
def the_first_of_each_row(x):
    total = 0.0
    for i in range(x.shape[0]):
        found = x[i, 0] * 0.5
        for j in range(3):
            if x[i, j] > 0.3:
                found = x[i, j] * x[0, j]
                break
        total = total + found * x[i, 1]
    return total


@case("float64[n]", **VALUES)
def the_first_pair(x):
    for i in range(len(x)):
        for j in range(i):
            if x[i] * x[j] > 0.2:
                return x[i] * x[j] * x.sum()
    return x[0] * 2.0


@case("float64[n]", "float64", **VALUES)
def the_first_triple(x, limit):
    for i in range(len(x)):
        scale = x[i] * limit
        for j in range(i):
            for k in range(j):
                if x[i] + x[j] + x[k] > limit:
                    return scale * x[j] * x[k]
            scale = scale * 0.5
    return x.sum() * limit


@case("float64[n]", **VALUES)
def found_and_used_in_the_loop(x):
    state = x[0]
    for i in range(len(x)):
        state = state * 0.5 + x[i] * x[i]
        if state > 0.6:
            state = state * x[i]
            break
    return state * x


@case("float64[n]", **VALUES)
def two_ends_of_one_loop(x):
    for i in range(len(x)):
        if x[i] > 0.8:
            return x[i] * x
        if x[i] < -0.8:
            return x[i] * x * x
    return 0.3 * x


@case("float64[n]", **VALUES)
def a_search_after_a_search(x):
    first = x[0]
    for v in x:
        if v > 0.4:
            first = v * v
            break
    second = first
    for v in x:
        if v < -0.4:
            second = v * first
            break
    return first * second * x


@case("float64[n]", **VALUES)
def a_step_that_is_taken_back(x):
    y = x * 0.9
    step = x.sum()
    while np.abs(step) > 0.1:
        trial = y - 0.5 * step
        if (trial * trial).sum() < 0.3:
            y = trial
            break
        y = y * 0.8 - 0.1 * trial
        step = step * 0.6
    return y * step


@case("float64[5]", values={"x": positive})
def shortest_ways(x):
    edges = [(0, 1), (1, 2), (0, 2), (2, 3), (1, 3)]
    around = [[] for _ in range(4)]
    for (one, other), length in zip(edges, x, strict=True):
        around[one].append((other, length))
        around[other].append((one, length))
    ways = [math.inf] * 4
    ways[0] = 0.0
    queue = [(0.0, 0)]
    while queue:
        way, node = heapq.heappop(queue)
        if way > ways[node]:
            continue
        for other, length in around[node]:
            if way + length < ways[other]:
                ways[other] = way + length
                heapq.heappush(queue, (ways[other], other))
    return ways[1] * ways[2] + ways[3]


@case("float64[2, 2]", values={"x": apart})
def what_can_be_reached(x):
    seen, queue, total, count = np.zeros((2, 2), bool), [(0, 0)], 0.0, 0
    while queue:
        i, j = queue.pop()
        if i < 0 or j < 0 or i > 1 or j > 1 or seen[i, j]:
            continue
        seen[i, j] = True
        count += 1
        total += x[i, j] * count
        if x[i, j] > -0.2 or count == 1:
            queue += [(i + 1, j), (i, j + 1), (i - 1, j), (i, j - 1)]
    return total


@case("float64[5]", values={"x": positive})
def a_table_read_where_the_queue_says(x):
    table, queue, total = [x[0], x[1] * x[2], 2.0], [0], 0.0
    while queue:
        place = queue.pop()
        total += table[place] * x[3]
        if total < 4:
            queue.append((place + 1) % 3)
            if x[place] > 1.2:
                queue.append(place)
    return total
