"""Tuples that were read from a list, and are looked for in it."""

from collections import namedtuple

import numpy as np
import pytest

import srcad
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


def removed_number(x):
    xs = [float(int(v)) for v in x if v > -9]
    xs.remove(float(int(x[0] * x[0])))
    return sum(xs) * x[1]


def removed_from_a_known_list(x):
    xs = [1.0, 2.0, x[1] * 3.0]
    xs.remove(float(int(x[0])))
    return sum(xs) * x[2]


def removed_whole_number(x):
    xs = [1, 2, 3]
    xs.remove(int(x[0]))
    return sum(xs) * x[1]


def place_in_a_tuple(x):
    return (1.0, x[1] * 3.0, 2.0).index(float(int(x[0]))) * x[2]


def place_in_a_tuple_of_run_time(x):
    places = tuple([float(int(v)) for v in x if v > -9])
    return places.index(float(int(x[0] * x[0]))) * x[2]


def deleted(x):
    xs = [*x]
    del xs[int(x[0] * 9)]
    return sum(xs) * x[0]


def deleted_of_those_that_a_path_keeps(x):
    xs = [v for v in x if v > -5]
    del xs[int(x[0] * 9)]
    return sum(v * i for i, v in enumerate(xs))


def taken(x):
    xs = [*x]
    return xs.pop(int(x[0] * 9)) * sum(xs)


MISSING = [
    (removed_number, "list.remove(x): x not in list", [0.7, 1.2]),
    (removed_from_a_known_list, "list.remove(x): x not in list", [2.7, 0.7]),
    (removed_whole_number, "list.remove(x): x not in list", [2.7, 0.7]),
    (place_in_a_tuple, "tuple.index(x): x not in tuple", [2.7, 0.7]),
    (place_in_a_tuple_of_run_time, "tuple.index(x): x not in tuple", [0.7, 1.2]),
    (deleted, "list assignment index out of range", [0.2, 1.2]),
    (deleted_of_those_that_a_path_keeps, "list assignment index", [0.3, 1.2]),
    (taken, "pop index out of range", [0.2, 1.2]),
]


@pytest.mark.parametrize(("function", "message", "there"), MISSING)
def test_what_is_not_there_raises_in_the_words_of_python(function, message, there):
    assert result(function, [*there, 2.1, -0.4])
    for x in np.array([[5.7, -1.3, 2.1, 0.4], [-9.6, 3.2, -0.35, 1.7]]):
        errors = []
        for run in (function, srcad.value_and_grad(function)):
            with pytest.raises((ValueError, IndexError)) as caught:
                run(x)
            errors.append((type(caught.value), str(caught.value)))
        assert message in errors[0][1]
        assert errors == [errors[0]] * 2
