"""Dicts that stand in dicts: whose keys run time knows, or of which paths choose one."""

import heapq
import itertools
import math
from collections import Counter, OrderedDict, defaultdict

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result


def classes_of(x):
    return [int(abs(v) * 5 + 0.01) % 3 for v in x] * 2


def counts_of_pairs(x):
    seen = classes_of(x)
    counts = {}
    for a, b in itertools.pairwise(seen):
        if a not in counts:
            counts[a] = {}
        counts[a][b] = counts[a].get(b, 0) + 1
    total = 0.0
    for a, row in counts.items():
        n = sum(row.values())
        for b, c in row.items():
            total += c / n * x[a] * x[b]
    return total


def counters_by_default(x):
    seen = classes_of(x)
    counts = defaultdict(Counter)
    for a, b in itertools.pairwise(seen):
        counts[a][b] += 1
    total = 0.0
    for a in counts:
        n = sum(counts[a].values())
        for b in counts[a]:
            total += counts[a][b] / n * x[a] * x[b]
    return total


def sums_by_two_defaults(x):
    seen = classes_of(x)
    sums = defaultdict(lambda: defaultdict(float))
    for k, (a, b) in enumerate(itertools.pairwise(seen)):
        sums[a][b] += x[k % 4] ** 2
    return sum(
        sums[a][b] * (a + 1) * (b + 2) for a in sorted(sums) for b in sorted(sums[a])
    )


def edges_put_under_a_default(x):
    graph = {}
    for i in range(4):
        for j in range(4):
            if i != j and abs(x[i] - x[j]) < 1.5:
                graph.setdefault(i, {})[j] = abs(x[i] - x[j])
    total = 0.0
    for i, row in graph.items():
        for j, w in row.items():
            total += w * (i + 1) + j * x[0]
    return total


def a_table_that_is_filled_on_the_way(x):
    table = {}
    state = 0
    for _ in range(10):
        if state not in table:
            table[state] = {0: 0.0, 1: 0.0}
        move = max(table[state], key=table[state].get)
        reward = x[(state + move) % 4]
        then = (state + move + 1) % 5
        if then not in table:
            table[then] = {0: 0.0, 1: 0.0}
        best = max(table[then].values())
        table[state][move] += 0.3 * (reward + 0.9 * best - table[state][move])
        state = then
    return sum(v[0] * (k + 1) - v[1] for k, v in table.items())


def learned_by_two_defaults(x):
    table = defaultdict(lambda: defaultdict(float))
    state = 0
    for t in range(8):
        move = t % 2
        reward = x[(state + move) % 4]
        then = (state + move + (1 if reward > 0 else 2)) % 5
        best = max(table[then][0], table[then][1])
        table[state][move] += 0.3 * (reward + 0.9 * best - table[state][move])
        state = then
    total = 0.0
    for k in sorted(table):
        for a in sorted(table[k]):
            total += table[k][a] * (k + 1) * (a + 2)
    return total


def a_dict_put_there_and_changed_by_its_name(x):
    rows = {}
    for v in x:
        k = int(abs(v) * 2)
        row = {k: v, k + 1: v * v}
        row[k] += 1.0
        rows[k] = row
    return sum(w * (j + 1) for row in rows.values() for j, w in row.items())


def filled_when_it_is_there(x):
    rows = {}
    for v in x:
        k = int(abs(v) * 3)
        row = {"s": 0.0, "n": 0}
        rows[k] = row
        row["s"] += v
        rows[k]["s"] *= 2.0
        row["n"] += 1
    return sum(r["s"] ** 2 * r["n"] * (k + 1) for k, r in rows.items())


def names_put_into_what_was_empty(x):
    rows = defaultdict(dict)
    for i, v in enumerate(x):
        rows[int(abs(v) * 3)]["a"] = v * (i + 1)
    return sum(v * (k + 1) for k, row in rows.items() for v in row.values())


def a_name_put_into_what_is_there_by_default(x):
    rows = {}
    for v in x:
        rows.setdefault(int(abs(v) * 2), {})["b"] = v
    return sum(row["b"] ** 2 * (k + 1) for k, row in rows.items())


@pytest.mark.parametrize(
    "program",
    [
        filled_when_it_is_there,
        names_put_into_what_was_empty,
        a_name_put_into_what_is_there_by_default,
        counts_of_pairs,
        counters_by_default,
        sums_by_two_defaults,
        edges_put_under_a_default,
        a_table_that_is_filled_on_the_way,
        learned_by_two_defaults,
        a_dict_put_there_and_changed_by_its_name,
    ],
)
def test_what_run_time_puts_into_dicts_in_dicts(program):
    assert result(program, [0.7, -1.3, 2.1, 0.45])
    assert result(program, [-0.6, 1.25, -0.35, 1.7])
    assert result(program, [1.53, 0.32, 0.91, -2.25])


def nearest_first(x, start, end, weights):
    """Dijkstra's algorithm."""
    near = {start: 0.0}
    queue = [(0.0, start)]
    done = set()
    while queue:
        d, u = heapq.heappop(queue)
        if u in done:
            continue
        done.add(u)
        for v in weights[u]:
            further = d + weights[u][v]
            if v not in near or further < near[v]:
                near[v] = further
                heapq.heappush(queue, (further, v))
    return near[end] * x[2]


def a_graph_of_numbers(x):
    weights = {0: {1: x[0] ** 2, 2: 1.0}, 1: {2: x[1] ** 2}, 2: {}}
    return nearest_first(x, 0, 2, weights)


def a_graph_of_names(x):
    weights = {
        "a": {"b": abs(x[0]) + 0.1, "c": abs(x[1]) + 0.2},
        "b": {"d": abs(x[2]) + 0.3},
        "c": {"b": 0.1, "d": abs(x[3]) + 0.1},
        "d": {},
    }
    near = dict.fromkeys(weights, math.inf)
    near["a"] = 0.0
    queue = [(0.0, "a")]
    while queue:
        d, u = heapq.heappop(queue)
        if d > near[u]:
            continue
        for v, weight in weights[u].items():
            if d + weight < near[v]:
                near[v] = d + weight
                heapq.heappush(queue, (near[v], v))
    return near["d"]


def asked_with_a_default(x):
    weights = {0: {1: abs(x[0]) + 0.1, 2: abs(x[1])}, 1: {3: 0.3}, 2: {1: 0.1}, 3: {}}
    near = {0: 0.0}
    queue = [(0.0, 0)]
    while queue:
        d, u = heapq.heappop(queue)
        if d > near.get(u, math.inf):
            continue
        for v, weight in weights[u].items():
            if d + weight < near.get(v, math.inf):
                near[v] = d + weight
                heapq.heappush(queue, (near[v], v))
    return near[3]


def the_shortest_way_on(x):
    graph = {"a": {"b": x[0] ** 2, "c": 1.0}, "b": {"c": x[1] ** 2}, "c": {"a": x[2]}}
    at, total = "a", 0.0
    for _ in range(5):
        at, weight = min(graph[at].items(), key=lambda pair: pair[1])
        total += weight
    return total


def one_of_two_rows(x):
    rows = {0: {1: x[0], 2: x[1]}, 1: {2: x[2]}}
    return sum(d * (v + 1) for v, d in rows[int(x[3] > 0)].items())


@pytest.mark.parametrize(
    "program",
    [
        a_graph_of_numbers,
        a_graph_of_names,
        asked_with_a_default,
        the_shortest_way_on,
        one_of_two_rows,
    ],
)
def test_known_dicts_of_which_run_time_chooses_one(program):
    assert result(program, [0.7, -1.3, 2.1, 0.45])
    assert result(program, [-0.6, 1.25, -0.35, -1.7])


def a_known_table(x):
    table = {s: dict.fromkeys("lr", 0.0) for s in "abc"}
    state = "a"
    for t in range(5):
        move = max(table[state], key=table[state].get) if t % 2 else "l"
        reward = x[t % 4] * (1 + 0.1 * t)
        then = "b" if reward > 0.5 else ("c" if state == "a" else "a")
        best = max(table[then].values())
        table[state][move] += 0.5 * (reward + 0.9 * best - table[state][move])
        state = then
    return sum(
        v * (k + 1) for k, row in enumerate(table.values()) for v in row.values()
    )


def changed_while_its_keys_are_gone_through(x):
    rows = {
        s: {m: x[i] * (j + 1) for j, m in enumerate("lr")} for i, s in enumerate("ab")
    }
    at = "a"
    for t in range(3):
        for move in rows[at]:
            rows[at][move] *= 0.9
            rows[at][move] += 0.1 * x[t]
        at = "b" if x[t] > 0.5 else "a"
    return sum(v * (k + 1) for k, row in enumerate(rows.values()) for v in row.values())


def a_view_of_what_is_there_by_now(x):
    rows = {"a": {"l": x[0], "r": x[1]}, "b": {"l": x[2], "r": x[3]}}
    row = rows["a" if x[3] > 0 else "b"]
    values = row.values()
    row["l"] = x[1] * x[2]
    return sum(values) + len(values) * rows["a"]["l"] + rows["b"]["l"] * 3


def in_their_own_order(x):
    one, other = OrderedDict(a=x[0], b=x[1]), OrderedDict(a=x[2], b=x[3])
    one.move_to_end("a")
    row = one if x[0] > 0 else other
    weight, total = 1.0, 0.0
    for _, v in row.items():
        total += weight * v
        weight *= 3
    row["a"] += 1.0
    return total + one["a"] * other["a"]


def of_several_lengths(x):
    rows = {"a": {"l": x[0], "r": x[1]}, "b": {"u": x[2]}, "c": {}}
    row = rows["a" if x[3] > 0.5 else "b" if x[2] > 0 else "c"]
    return sum(row.values()) + len(row) * x[0] + (("l", x[0]) in row.items()) * x[1]


def a_list_that_is_made_longer_behind_the_loop(x):
    rows = {"a": [x[0], x[1]], "b": [x[2]]}
    k = "a" if x[3] > 0 else "b"
    total = 0.0
    for v in rows[k]:
        total += v * v
    rows[k].append(total)
    return total + sum(rows["a"]) * 2 + sum(rows["b"]) * 3


@pytest.mark.parametrize(
    "program",
    [
        a_known_table,
        changed_while_its_keys_are_gone_through,
        a_view_of_what_is_there_by_now,
        in_their_own_order,
        of_several_lengths,
        a_list_that_is_made_longer_behind_the_loop,
    ],
)
def test_what_is_in_one_of_a_few_dicts(program):
    assert result(program, [0.7, -1.3, 2.1, 0.45])
    assert result(program, [-0.6, 1.25, -0.35, -1.7])
    assert result(program, [-0.6, 1.25, 0.35, -1.7])


def an_element_written_while_it_is_gone_through(x):
    rows = {"a": [x[0], x[1]], "b": [x[2], x[3]]}
    row = rows["a" if x[3] > 0 else "b"]
    total = 0.0
    for i, v in enumerate(row):
        total += v * (i + 1)
        row[1] = 5.0
    return total


def a_value_written_while_it_is_gone_through(x):
    rows = {"a": {"l": x[0], "r": x[1]}, "b": {"l": x[2], "r": x[3]}}
    row = rows["a" if x[3] > 0 else "b"]
    total = 0.0
    for _, v in row.items():
        total += v
        row["r"] = 5.0
    return total


def a_value_written_before_the_iterator_comes_to_it(x):
    rows = {"a": {"l": x[0], "r": x[1]}, "b": {"l": x[2], "r": x[3]}}
    row = rows["a" if x[3] > 0 else "b"]
    values = iter(row.values())
    first = next(values)
    row["r"] = 7.0
    return first + next(values)


@pytest.mark.parametrize(
    "program",
    [
        an_element_written_while_it_is_gone_through,
        a_value_written_while_it_is_gone_through,
        a_value_written_before_the_iterator_comes_to_it,
    ],
)
def test_a_write_is_seen_by_who_goes_through_it(program):
    """Right or refused."""
    result(program, [0.7, -1.3, 2.1, 0.45])
    result(program, [-0.6, 1.25, -0.35, -1.7])


def dicts_that_lead_to_each_other(x):
    one = {"v": x[0], "next": None}
    other = {"v": x[1], "next": one}
    one["next"] = other
    found = [one, other]
    return found[int(x[2] > 0)]["v"]


def test_dicts_that_lead_to_each_other_are_refused_for_that():
    with pytest.raises(srcad.CompileError) as refused:
        srcad.grad(dicts_that_lead_to_each_other)(np.array([0.7, -1.3, 2.1]))
    assert refused.value.diagnostics[0].code == "SRC013"
