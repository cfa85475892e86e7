"""Lists of run time with texts in them, of which paths choose one."""

import heapq

import pytest

from tests.srcad.compiler.side_by_side import result


def one_of_two(x):
    first = [("u", x[0]), ("v", x[1])]
    second = [("w", x[2])]
    chosen = first if x[3] > 0 else second
    return sum(v * (2 if name == "u" else 3) for name, v in chosen)


def by_a_text(x):
    edges = {"A": [("B", x[0]), ("C", x[1])], "B": [("C", x[2])], "C": []}
    node = "A" if x[0] > 0 else "B" if x[1] > 0 else "C"
    total = x[3]
    for name, v in edges[node]:
        total += v * (2 if name == "C" else 1)
    return total


def longer_under_another_name(x):
    first, second = [("u", x[0]), ("v", x[1])], [("w", x[2])]
    chosen = first if x[3] > 0 else second
    chosen.append(("q", x[0]))
    return sum(v for _, v in first) + len(second) * x[1]


def shortest_way(x):
    edges = {
        "A": [("B", x[0] ** 2), ("C", 2 + x[1])],
        "B": [("C", x[2] ** 2)],
        "C": [],
    }
    best = {v: float("inf") for v in edges}
    before = {}
    best["A"] = 0.0
    queue = [(0.0, "A")]
    while queue:
        d, u = heapq.heappop(queue)
        for v, w in edges[u]:
            if d + w < best[v]:
                best[v] = d + w
                before[v] = u
                heapq.heappush(queue, (d + w, v))
    node, hops = "C", 0
    while node in before:
        node = before[node]
        hops += 1
    return best["C"] + hops * x[3]


POINTS = [[0.703, -1.3, 2.1, 0.4], [-0.6, 1.2, -0.35, -1.7], [-0.5, -0.3, 0.9, 2.2]]


@pytest.mark.parametrize("x", POINTS)
@pytest.mark.parametrize("program", [one_of_two, by_a_text, shortest_way])
def test_one_of_several_lists_of_texts(program, x):
    assert result(program, x)


@pytest.mark.parametrize("x", POINTS)
def test_a_list_with_another_name_is_refused_or_right(x):
    result(longer_under_another_name, x)
