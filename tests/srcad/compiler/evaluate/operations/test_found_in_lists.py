"""Tuples that were read from a list, and are looked for in it."""

from collections import namedtuple

import numpy as np
import pytest

from tests.srcad.compiler.side_by_side import result

Job = namedtuple("Job", "cost name")


def one_after_the_other(x):
    jobs, t = [(x[0], 1), (x[1], 2), (x[2], 3)], 0.0
    while jobs:
        job = min(jobs, key=lambda p: p[0])
        jobs.remove(job)
        t = t * 1.5 + job[0] * job[1]
    return t


def its_place(x):
    jobs = [(v, i) for i, v in enumerate(x)]
    job = min(jobs, key=lambda p: p[0])
    return jobs.index(job) * x[0] + (job in jobs) * x[1] + job[0]


def of_those_that_a_path_keeps(x):
    jobs = [(v, "ab"[i % 2]) for i, v in enumerate(x) if v > 0]
    jobs.append((5.0, "a"))
    jobs.remove(max(jobs, key=lambda p: p[0]))
    job = min(jobs, key=lambda p: p[0]) if jobs else (1.0, "c")
    return sum(a for a, b in jobs) + job[0] * (2 if job in jobs else 3)


def of_named_tuples(x):
    jobs = [Job(v, i) for i, v in enumerate(x) if v > 0]
    jobs.append(Job(5.0, 3))
    jobs.remove(max(jobs, key=lambda p: p[0]))
    return sum(a for a, b in jobs)


def of_tuples_in_tuples(x):
    jobs, t = [((v, i), i) for i, v in enumerate(x)], 0.0
    for k in range(3):
        job = min(jobs, key=lambda p: p[0])
        t += job[0][0] * (k + 1)
        jobs.remove(job)
    return t + jobs[0][0][0] ** 2


def from_another_list(x):
    jobs = [(v, 1) for v in x if v > 0]
    t = 0.0
    for job in [(v, 1) for v in x]:
        if job in jobs:
            jobs.remove(job)
            t += job[0] * (1 + len(jobs))
    return t


def nan_by_its_identity(x):
    pairs, others = [], []
    for v in x:
        pairs.append((v * np.inf * 0.0, 1))
        others.append((v * np.inf * -0.0, 1))
    found = (pairs[1] in pairs) + 2 * (others[1] in pairs)
    return x[0] * found + x[1] * pairs.index(pairs[2]) + x[2] * pairs.count(pairs[1])


PROGRAMS = [
    one_after_the_other,
    its_place,
    of_those_that_a_path_keeps,
    of_named_tuples,
    of_tuples_in_tuples,
    from_another_list,
    nan_by_its_identity,
]
POINTS = [[0.71, -1.31, 2.1, 0.43], [-0.6, 1.2, -0.35, 1.7], [1.5, 0.3, 0.9, -2.2]]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("function", PROGRAMS)
def test_a_tuple_is_found_by_its_parts(function, point):
    assert result(function, point)
