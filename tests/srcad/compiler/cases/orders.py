"""``sorted``, ``list.sort``, ``min`` and ``max`` by a ``key``, known when they may be."""

import enum
import functools
import heapq
import operator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.srcad.compiler.cases.case import apart, case


@case("float64[n]")
def ordered(x):
    pairs = sorted([(2, x), (1, x * x)], key=lambda pair: pair[0])
    back = sorted(pairs, key=operator.itemgetter(0), reverse=True)
    pairs.sort(key=lambda pair: -pair[0])
    return pairs[0][1] * 2.0 + back[1][1] + pairs[1][1] ** 2


@case("float64[n]")
def extremes(x):
    small = min([(2, x), (1, x * x)], key=lambda pair: pair[0])[1]
    large = max((2, x), (1, x * x), key=operator.itemgetter(0))[1]
    return small * large * max([], key=len, default=3.0)


@case("float64[n]")
def a_dict_in_order(x):
    table = {"b": x, "a": x * x}
    ordered = sorted(table.items(), key=lambda pair: pair[0])
    return sum(v * (i + 1) for i, (_, v) in enumerate(ordered)) * len(sorted("ba"))


@case("float64[n]")
def numbers_in_order(x):
    ys = sorted([v * v for v in x])
    downwards = sorted(x, reverse=True)
    return ys[0] * downwards[0] + ys[-1] * downwards[-1]


@case("float64[3]")
def a_few_numbers_in_order(x):
    a, b, c = sorted((x[0], x[1], x[2]))
    ys = [x[0] * x[1], x[1] * 2.0, x[2] * x[0]]
    ys.sort(reverse=True)
    return a * 2.0 + b * c + ys[0] * 2.0 + ys[-1] * 3.0


@case("float64[n]", sizes={"n": 4}, at_one=False)
def pairs_in_order(x):
    pairs = [(v, v * x) for v in x]
    ordered = sorted(pairs, key=lambda pair: -pair[0])
    pairs.sort(key=operator.itemgetter(0))
    return ordered[0][1] * pairs[0][1] + ordered[1][0] * pairs[-1][1]


@case("float64[n]")
def a_list_of_run_time_in_order(x):
    ys = []
    for v in x:
        ys.append(v * x[0])
    ys.sort()
    return ys[0] * 2.0 + ys[-1] * 3.0


@case("float64[n]")
def least_and_greatest_by_run_time_keys(x):
    scored = [(v, v * x) for v in x]
    best = max(scored, key=lambda one: one[0])
    worst = min(scored, key=lambda one: one[0])
    largest = max(x[0], -0.5, key=abs)
    return best[1] * worst[0] + max(x, key=lambda v: -v * v) * largest


@case("float64[n]")
def places_in_order(x):
    places = sorted(enumerate(x), key=lambda pair: pair[1])
    partners = sorted(zip(x, x[::-1], strict=True), key=operator.itemgetter(0))
    together = list(zip(x, x * x, strict=True))
    first = places[0][0] + 1.0
    return first * places[-1][1] * partners[0][1] + together[-1][1]


@dataclass
class Beam:
    score: float
    state: Any


@case("float64[3]")
def beam_search(x):
    beams = [Beam(0.0 * x[0], x)]
    for _ in range(3):
        new = []
        for beam in beams:
            for j in range(2):
                score = beam.score + beam.state[j] * 0.3
                new.append(Beam(score, np.sin(beam.state * (j + 1.3))))
        new = sorted(new, key=lambda beam: beam.score, reverse=True)
        beams = new[:2]
    return beams[0].state * beams[0].score + beams[1].state


@case("float64[n]")
def comprehensions_of_structures(x):
    pairs = [(v, v * x) for v in x]
    total = sum([weight * value.sum() for weight, value in pairs])
    rows = [{"a": v, "b": [v, 2.0 * v]} for v in x[:2]]
    return total * x[0] + sum([row["a"] * sum(row["b"]) for row in rows])


@case("float64[n]", values={"x": apart})
def extremes_of_what_may_be_empty(x):
    found = [v for v in x if v > 0.2]
    highest = max(found, default=0.5) * x[0] + min(found, default=x[-1])
    return highest * max(found, key=lambda v: -v, default=x[0]) * max([], default=x[0])


@case("float64[3]")
def tuples_whose_first_parts_tell_them_apart(x):
    pairs = [("b", 1, x[0]), ("a", 2, x[1]), ("b", 0, x[2])]
    pairs.sort()
    last = max((2, x[0]), (1, x[1]))
    back = sorted(enumerate(x), reverse=True)
    return pairs[0][2] * x + pairs[1][2] * 2.0 + last[1] * 3.0 + back[0][1]


class Ranked:
    """Two of them are compared by a whole number."""

    def __init__(self, value, rank):
        self.value = value
        self.rank = rank

    def __lt__(self, other):
        return self.rank < other.rank


class First(Ranked):
    def __init__(self, value):
        super().__init__(value * 2.0, 0)


@case("float64[3]")
def objects_in_an_order_of_their_own(x):
    items = [Ranked(x[0], 3), First(x[1]), Ranked(x[2], 2)]
    back = sorted(items, reverse=True)
    items.sort()
    total = sum((k + 1) * item.value for k, item in enumerate(items))
    same = [items[0]] * 2 + [back[0]]
    return x * total * min(items).value + max(items).value + sum(s.value for s in same)


@case("float64[n]", values={"x": apart}, at_one=False)
def places_by_what_stands_there(x):
    y = x * x
    places = sorted(range(len(x)), key=x.__getitem__)
    best = max(range(y.__len__()), key=y.__getitem__)
    return x[places[0]] * 3 + x[places[-1]] + y[best]


class Way(enum.Enum):
    UP = 1
    DOWN = 2


@case("float64[n]", values={"x": apart}, at_one=False)
def named_ones_by_their_values(x):
    scores = {"first": x[0], "last": x[-1], "square": x[0] * x[-1]}
    weights = {"first": 1.0, "last": 2.0, "square": 5.0}
    ranked = sorted(scores.items(), key=lambda pair: pair[1])
    names = sorted(scores, key=scores.get, reverse=True)
    total = sum(v * weights[name] * (k + 1) for k, (name, v) in enumerate(ranked))
    return total + scores[names[0]] * (3.0 if names[-1] == "last" else 4.0)


@case("float64[n]", values={"x": apart}, at_one=False)
def functions_and_members_by_numbers(x):
    steps = [
        (x[0], Way.UP, np.sin),
        (x[-1], Way.DOWN, np.cos),
        (x[0] * x[-1], Way.UP, np.exp),
    ]
    total = x[0]
    for v, way, function in sorted(steps, key=lambda step: step[0]):
        total = total * 0.5 + function(v) * (2.0 if way is Way.UP else 1.0)
    return total


@dataclass(order=True)
class Job:
    priority: float
    name: str = field(compare=False, default="")
    work: float = field(compare=False, default=1.0)


class Scored:
    def __init__(self, score, word):
        self.score, self.word = score, word

    def __lt__(self, other):
        return self.score < other.score

    def __gt__(self, other):
        return self.score > other.score

    def __mul__(self, other):
        return Scored(self.score * other.score, self.word)


@case("float64[4]", values={"x": apart})
def records_that_are_compared(x):
    jobs = sorted(Job(v, n, v * v) for v, n in zip(x, "abcd", strict=True))
    last = max(jobs)
    jobs.sort(reverse=True)
    first = sum(job.work for job in jobs if job.name == "a")
    return sum(k * job.work for k, job in enumerate(jobs)) + last.work * first


@case("float64[4]", values={"x": apart})
def objects_with_an_order_of_their_own(x):
    words = ("low", "high", "middle", "x")
    scores = [Scored(v, word) for v, word in zip(x, words, strict=True)]
    best = max(scores)
    scores.sort()
    least = min(scores[1], scores[2] * best)
    total = scores[0].score * 2 + scores[1].score * len(scores[1].word)
    return total + best.score * len(best.word) + least.score


@case("float64[4]", values={"x": apart})
def a_list_of_run_time_of_them(x):
    kept = [Scored(v, 1) for v in x if v > -100.0]
    kept.sort()
    return kept[0].score * 2 + max(kept).score * kept[-1].score


@case("float64[4]", values={"x": apart})
def by_a_key_with_one_text_in_all(x):
    jobs = [Job(v, work=v * v) for v in x]
    jobs.sort(key=lambda job: -job.priority)
    return sum(job.work * k for k, job in enumerate(jobs) if job.name == "")


@case("float64[4]", values={"x": apart})
def a_heap_of_numbers_and_a_text(x):
    heap = []
    for v in x:
        heapq.heappush(heap, (v * v, "n"))
    return heapq.heappop(heap)[0] * 2 + heap[0][0] * len(heap[0][1])


@case("float64[4]", values={"x": apart})
def texts_in_a_list_that_grows(x):
    found, words = [("start", 1.0)], []
    for v in x:
        if v > 0:
            found.append(("start", v))
            words.append("positive")
    return sum(v * len(n) for n, v in found) * sum(len(word) for word in words)


@case("float64[4, 2]", values={"x": apart})
def by_the_parts_of_lists(x):
    points = sorted(x.tolist())
    points.sort(key=lambda point: [point[1], point[0]])
    return sum(k * p[0] * p[1] ** 2 for k, p in enumerate(points))


@case("float64[4]", values={"x": apart})
def by_the_parts_of_tuples_in_tuples(x):
    edges = sorted(zip(x, [(1, "b"), (0, "a"), (2, "a"), (1, "a")], strict=True))
    ends = [(round(v), (k % 2, v)) for k, v in enumerate(x) if v > -0.5]
    ends.sort(reverse=True)
    found = sum(k * v * (n + len(word)) for k, (v, (n, word)) in enumerate(edges))
    return found + sum(k * v * (n + side) for k, (n, (side, v)) in enumerate(ends))


@case("float64[4]", values={"x": apart})
def by_numbers_and_texts(x):
    words = ("c", "a", "b", "a")
    pairs = sorted((v, word) for v, word in zip(x, words, strict=True))
    counts = dict(zip("yxz", (x[0], x[1], x[0]), strict=True))
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    best, word = max((v, word) for v, word in zip(x, words, strict=True))
    total = sum(
        k * v * (2.0 if word == "a" else 1.0) for k, (v, word) in enumerate(pairs)
    )
    return total + ranked[0][1] ** 2 + best * (3.0 if word == "c" else 1.0)


class Weighed:
    def __init__(self, v):
        self.v = v


@case("float64[3]", values={"x": apart}, draws=3)
def a_part_of_an_order_is_changed(x):
    items = [{"v": v} for v in x]
    two = sorted(items, key=lambda item: item["v"])[:2][::-1]
    items[2]["v"] = 5.0 * x[1]
    return sum(item["v"] * (k + 1) for k, item in enumerate(two))


@case("float64[3]", values={"x": apart}, draws=3)
def the_largest_of_some_is_changed(x):
    items = [Weighed(v) for v in x]
    largest = heapq.nlargest(2, items, key=lambda item: item.v)
    for item in items:
        item.v = item.v * 2
    largest[1].v += x[0]
    return largest[0].v + sum(item.v * item.v for item in items)


@case("float64[5]", values={"x": apart}, draws=3)
def the_nearest_of_some_takes_each(x):
    groups = [{"id": "p", "at": x[0], "sum": 0.0}, {"id": "q", "at": x[1], "sum": 0.0}]
    for v in x:
        nearest = min(groups, key=lambda one: (v - one["at"]) ** 2)
        nearest["sum"] += v
    return sum(one["sum"] ** 2 for one in groups)


@case("float64[3]", values={"x": apart}, draws=3)
def an_object_that_was_ordered_is_changed(x):
    items = tuple(Weighed(v) for v in x)
    ordered = tuple(sorted(items, key=lambda item: item.v))
    for item in items:
        item.v = item.v * 2
    return ordered[0].v


@case("float64[3]", values={"x": apart}, draws=3)
def the_first_of_an_order_is_changed(x):
    items = [Weighed(v) for v in x]
    first = sorted(items, key=lambda item: item.v)[0]
    first.v = 5.0 * x[1]
    return sum(item.v for item in items)


@case("float64[n]", draws=2)
def a_dict_of_two(x):
    first = {"a": x[0]}
    second = {"a": x[-1]}
    both = first if x[0] > 0 else second
    first["a"] = x.sum()
    return both["a"] * x


def by_two_sums(one, other):
    if one[0] + other[1] < other[0] + one[1]:
        return -1
    return 1 if one[0] + other[1] > other[0] + one[1] else 0


@case("float64[3]", "float64[3]", values={"x": apart})
def an_order_by_a_comparison(x, y):
    pairs = sorted(zip(x, y, strict=True), key=functools.cmp_to_key(by_two_sums))
    total = 0.0
    for one, other in pairs:
        total = total * 0.5 + one * other
    some = [v for v in x if v > 0.2]
    some.sort(key=functools.cmp_to_key(lambda one, other: other - one))
    return x * total + sum(v * (k + 1) for k, v in enumerate(some))


@case("float64[3]", values={"x": apart})
def an_order_by_a_comparison_of_what_is_known_one_by_one(x):
    items = [x[0], x[1], x[2]]
    items.sort(key=functools.cmp_to_key(lambda one, other: one - other), reverse=True)
    return x * items[0] + 3.0 * items[1]
