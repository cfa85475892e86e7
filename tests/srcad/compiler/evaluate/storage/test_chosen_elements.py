"""Objects in lists of those that paths have chosen, which are changed there."""

from dataclasses import dataclass

import pytest

from tests.srcad.compiler.side_by_side import result


@dataclass
class Job:
    left: float
    due: float


class Task:
    def __init__(self, left, due):
        self.left, self.due = left, due


def jobs_of(x):
    return [Job(abs(v), v * 0.3) for v in x]


def told(jobs):
    return sum(j.left * (i + 1) + j.due**2 for i, j in enumerate(jobs))


def those_that_are_late(x):
    jobs = jobs_of(x)
    for j in [j for j in jobs if j.left > 0.7]:
        j.left -= 0.5
    return told(jobs)


def again_and_again(x):
    jobs = jobs_of(x)
    for t in range(3):
        late = [j for j in jobs if j.left > 0.7]
        for j in late:
            j.left -= 0.5 + j.due
        jobs[t].due += 0.1 * x[0]
    return told(jobs)


def seen_in_the_list(x):
    jobs = jobs_of(x)
    late = [j for j in jobs if j.left > 0.7]
    jobs[0].left = 0.1 * x[1]
    total = sum(j.left for j in late)
    if late:
        late[0].due = x[3]
        late[-1].left += 2.0
    return total + told(jobs)


def put_into_one_of_two(x):
    jobs = jobs_of(x)
    late, early = [], []
    for j in jobs:
        (late if j.due > 0 else early).append(j)
    for j in late + early[:1]:
        j.left *= 2
    for a in late:
        for b in early:
            a.left += b.left * 0.1
            b.due -= a.due
    return told(jobs)


def the_first_that_is_due(x):
    jobs = jobs_of(x[:3])
    total = 0.0
    for _ in range(4):
        ready = [j for j in jobs if j.left > 0]
        if not ready:
            break
        j = min(ready, key=lambda j: j.due)
        total += j.left * j.due
        j.left -= 0.5
    return total


def removed_one_by_one(x):
    jobs = [Job(abs(v), v) for v in x]
    total = 0.0
    while jobs:
        j = min(jobs, key=lambda j: j.due)
        jobs.remove(j)
        total += j.left * (1 + total)
    return total


def removed_by_identity(x):
    tasks = [Task(abs(v), v) for v in x]
    total = 0.0
    while tasks:
        j = max(tasks, key=lambda j: j.due)
        tasks.remove(j)
        j.left *= 0.5
        total += j.left * (1 + total)
        for other in tasks:
            other.due += 0.1 * j.due
    return total


def the_others(x):
    jobs = [Job(x[0], x[1]), Job(x[2], x[3])]
    for j in sorted(jobs, key=lambda j: j.due):
        others = [other for other in jobs if other is not j]
        others[0].left += j.left
    return told(jobs)


def found_in_the_list(x):
    tasks = [Task(x[0], x[1]), Task(x[2], x[3])]
    late = []
    for j in tasks:
        if j.due > 0:
            late.append(j)
    total = 0.0
    for j in late:
        j.left += 1.0
        for other in tasks:
            total += (other in late) * other.left * (2 if j == other else 3)
    return told(tasks) + total


def one_that_was_made_there(x):
    jobs = jobs_of(x)
    late = [j for j in jobs if j.left > 0.7]
    late.append(Job(x[0], x[1]))
    late[-1].left += 1.0
    late[0].left += 1.0
    return told(late) + told(jobs)


@pytest.mark.parametrize(
    "program",
    [
        those_that_are_late,
        again_and_again,
        seen_in_the_list,
        put_into_one_of_two,
        the_first_that_is_due,
        removed_one_by_one,
        removed_by_identity,
        the_others,
        found_in_the_list,
        one_that_was_made_there,
    ],
)
def test_objects_of_a_list_that_paths_have_filled(program):
    assert result(program, [0.7, -1.3, 2.1, 0.45])
    assert result(program, [-0.6, 1.25, -0.35, -1.7])
    assert result(program, [1.6, 1.25, 0.35, 0.75])
