"""Counters that count what run time knows under known keys."""

from collections import Counter

import pytest

from tests.srcad.compiler.side_by_side import result


def most_common(x):
    return Counter(a=x[0], b=x[1]).most_common(1)[0][1] * x[2]


def keys_of_the_most_common(x):
    c = Counter(a=x[0], b=x[2])
    c.subtract(a=x[1])
    for key, many in c.most_common(2):
        if many > 0:
            return many * (2 if key == "a" else 3)
    return x[1]


def counted_in_a_loop(x):
    c = Counter()
    for v, key in zip(x, "abca", strict=True):
        c[key] += v
    return c.most_common()[0][1] * x[0] + c.most_common()[-1][1]


def operators(x):
    c, d = Counter(a=x[0], b=x[2]), Counter(b=x[1], c=x[3])
    found = c + d, c - d, c & d, c | d, Counter(a=1.0) + c
    s = 0.0
    for i, one in enumerate(found):
        s += (i + 1) * sum((k + 1) * v for k, v in enumerate(one.values()))
    return s + x[0] * sum(map(len, found))


def signs(x):
    c = Counter(a=x[0], b=x[1])
    of_run_time = Counter(int(v) for v in x)
    of_run_time.subtract([1, 1, 2, 0, 0])
    s = sum((-of_run_time).values()) * x[0] + len(+of_run_time) * x[1]
    return (+c)["a"] + 2 * (+c)["b"] + (-c)["a"] ** 2 * x[2] + s


def in_place(x):
    c = Counter(a=x[0], b=x[2])
    d = c
    c += Counter(a=x[1], b=1.0)
    c -= Counter(a=1.0)
    return d["a"] * 2 + c["b"] * len(d) * x[1]


def on_a_path(x):
    c = Counter(a=x[0], b=x[1])
    if x[2] > 0:
        c["c"] = x[2]
    return sum((c + Counter(a=1.0)).values())


def what_is_not_there_is_counted_zero_times(x):
    c = Counter(a=x[0])
    s = x[0] * (2 if c == Counter(a=x[0], b=0) else 3)
    return s + x[1] * (5 if c == Counter(a=x[0], b=x[1]) else 7)


def beside_a_dict(x):
    c, d = Counter(a=x[0], b=0), {"a": x[0]}
    return x[0] * (2 if c == d else 3) + (5 if d == c else 7) * x[1]


PROGRAMS = [
    most_common,
    keys_of_the_most_common,
    counted_in_a_loop,
    operators,
    signs,
    in_place,
    on_a_path,
    what_is_not_there_is_counted_zero_times,
    beside_a_dict,
]
POINTS = [[0.71, -1.31, 2.1, 0.43], [-0.6, 1.2, -0.35, 1.7], [1.5, 0.3, 0.9, -2.2]]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("function", PROGRAMS)
def test_what_a_counter_counts_is_known_at_run_time(function, point):
    assert result(function, point)
