"""Arrays that lists hold and that are written in place, alone or as a part of objects;
elements that are taken out of a list, changed, and put back."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from tests.srcad.compiler.derivatives import text_of
from tests.srcad.compiler.side_by_side import result

POINTS = ([0.7, -1.3, 2.1, 0.41], [1.21, 0.9, -0.3, 0.62], [-0.6, 1.2, -0.35, 1.7])


@dataclass
class Body:
    pos: np.ndarray
    vel: np.ndarray
    mass: float = 1.0

    def move(self, step):
        self.pos += step * self.vel


@dataclass
class Job:
    work: float
    left: int


def arrays(x):
    found = [np.array([1.0, 2.0])]
    for v in x:
        if v > 0:
            found.append(np.array([v, 2 * v]))
    return found


def bodies(x):
    found = []
    for v in x:
        if v > -1:
            found.append(Body(np.array([v, 2 * v]), np.array([1.0, v])))
    return found


def jobs(x):
    found = [Job(1.0, 2)]
    for v in x:
        if v > 0:
            found.append(Job(v, 3))
    return found


def squared(found):
    return sum(v.sum() ** 2 for v in found)


def gone_through(x):
    found = arrays(x)
    for v in found:
        v[0] *= 2
        v += 1
    return squared(found)


def by_index(x):
    found = arrays(x)
    for k in range(len(found)):
        found[k][1] = x[0] * found[k][0]
    found[-1][:] = x[1]
    return squared(found)


def two_names(x):
    found = arrays(x)
    first, last = found[0], found[-1]
    last *= x[0]
    return first.sum() * x[1] + squared(found)


def of_objects(x):
    found = bodies(x)
    for _ in range(12):
        for b in found:
            b.move(0.1)
            b.vel[1] -= 0.1 * b.pos[0]
    return sum(b.pos @ b.vel for b in found)


def of_two_objects(x):
    found = bodies(x)
    for a in found:
        for b in found:
            if a is not b:
                a.vel += 0.1 * (b.pos - a.pos)
        a.pos *= 0.9
    return sum(b.pos @ b.vel for b in found)


def of_filtered_objects(x):
    found = bodies(x)
    for _ in range(3):
        found = [b for b in found if b.pos[0] > -0.5]
        for b in found:
            b.pos -= 0.2
    return sum(b.pos @ b.vel for b in found)


def put_back(x):
    found, total = arrays(x), 0.0
    for _ in range(9):
        v = found.pop(0)
        v *= 0.9
        total += v[0]
        found.append(v)
    return total + squared(found)


def objects_put_back(x):
    found, total = jobs(x), 0.0
    while found:
        job = found.pop(0)
        job.left -= 1
        job.work *= x[0]
        total += job.work
        if job.left > 0:
            found.append(job)
    return total


def moved_on(x):
    found, done = jobs(x), []
    while found:
        job = found.pop()
        job.work *= x[1]
        done.append(job)
    for job in done:
        job.work += 1
    return sum(job.work**2 * job.left for job in done)


def what_is_left(x):
    found = jobs(x)
    job = found.pop(0)
    other = found[0] if found else Job(2.0, 1)
    job.work *= x[0]
    return other.work + job.work


def the_largest(x):
    found = jobs(x)
    for _ in range(10):
        job = max(found, key=lambda one: one.work)
        job.work -= 0.3
    return sum(job.work**2 for job in found)


def written_by_rows(x):
    found = []
    for row in x.reshape(2, 2):
        found.append(row * 2)
    first = found[0]
    first[1] = 9.0 * x[0]
    return (np.stack(found) ** 2).sum()


def the_nearest(x):
    found = bodies(x)
    best, total = min(found, key=lambda b: b.pos[0]), 0.0
    for b in found:
        if b is not best:
            total += (b.pos - best.pos) @ b.vel
    found.append(Body(np.ones(2), np.ones(2)))
    best.pos *= 2
    return total + sum(b.pos @ b.vel for b in found)


@pytest.mark.parametrize(
    "function",
    [
        *(gone_through, by_index, two_names, of_objects, of_two_objects),
        *(of_filtered_objects, put_back, objects_put_back, moved_on, what_is_left),
        *(the_largest, the_nearest, written_by_rows),
    ],
)
@pytest.mark.parametrize("x", POINTS)
def test_what_is_changed_is_changed_in_the_list(function, x):
    assert result(function, x)


def read_twice(x):
    old, new = arrays(x), []
    for _ in x:
        new.append(old[0])
    old = 0
    new[0] += 1
    return squared(new)


def of_both(x):
    old = arrays(x)
    new = [old[0], old[1]]
    for b in old:
        new.append(b)
    old = 0
    new[0] += 1
    return squared(new)


def in_two_fields(x):
    found = []
    for v in x:
        if v > 0:
            p = np.array([v, 1.0])
            found.append(Body(p, p))
    for b in found:
        b.pos += 1
    return sum(b.pos @ b.vel for b in found)


def one_for_all(x):
    found, p = [], np.array([x[0], 1.0])
    for v in x:
        if v > 0:
            found.append(Body(p, np.array([v, 1.0])))
    for b in found:
        b.pos += 1
    return sum(b.pos @ b.vel for b in found)


def in_a_copy(x):
    found = arrays(x)
    others = found[:]
    found[0][0] = 3 * x[0]
    return squared(found) + squared(others)


def under_its_name(x):
    p = np.array([x[0], 1.0])
    found = [p]
    for v in x:
        if v > 0:
            found.append(np.array([v, 1.0]))
    for v in found:
        v *= 2
    return squared(found) + p.sum()


def read_before(x):
    found = arrays(x)
    before = found[-1]
    v = found.pop(0)
    v[0] *= x[0]
    return before.sum() * x[0] + v.sum()


def copied_before(x):
    found = arrays(x)
    others = found[:]
    v = found.pop(0)
    v[0] *= x[0]
    return others[0].sum() * x[0] + v.sum()


def an_object_read_before(x):
    found = jobs(x)
    before = found[0]
    job = found.pop(0)
    job.work *= x[0]
    return before.work + job.work


def put_back_and_taken_again(x):
    found = jobs(x)
    job = found.pop(0)
    found.append(job)
    other = found.pop()
    job.work *= x[0]
    return other.work + job.work


def read_in_the_turn_before(x):
    found = jobs(x)
    before = found[0]
    for _ in range(20):
        if not found:
            break
        job = found.pop(0)
        job.work *= x[0]
        seen = before.work
        if found:
            before = found[0]
    return seen + job.work


def left_in_a_copy(x):
    found = jobs(x)
    others, done = list(found), []
    while found:
        job = found.pop(0)
        job.work *= x[1]
        done.append(job)
    return sum(job.work for job in (*done, *others))


def a_row_left_in_a_copy(x):
    rows = []
    for v in x:
        rows.append([v])
        if v > 0:
            rows[-1].append(2 * v)
    others, moved = list(rows), []
    row = rows.pop(0)
    moved.append(row)
    moved[0].append(1.0)
    return sum(sum(row) * len(row) for row in others)


@pytest.mark.parametrize(
    "function",
    [
        *(read_twice, of_both, in_two_fields, one_for_all, in_a_copy, under_its_name),
        *(read_before, copied_before, an_object_read_before),
        *(read_in_the_turn_before, left_in_a_copy, a_row_left_in_a_copy),
    ],
)
@pytest.mark.parametrize("x", POINTS)
def test_what_may_be_known_elsewhere_is_not_changed(function, x):
    assert not result(function, x)


def test_the_text_writes_into_the_list():
    text = text_of(gone_through, ["float64[4]"])
    assert "found[i] = v" in text
    assert "found_1" not in text


@dataclass
class Track:
    start: float
    seen: list = field(default_factory=list)
    count: int = 0

    def add(self, v):
        self.seen.append(v)
        self.count += 1


def tracks(x):
    found = []
    for v in x:
        if v > 0:
            found.append(Track(v))
    return found


def summed(found):
    return sum((sum(one.seen) + one.start) * (k + 1) for k, one in enumerate(found))


def filled(x):
    found = tracks(x)
    for k in range(10):
        for one in found:
            one.add(one.start * k)
            one.start *= 0.9
    return summed(found) + sum(one.count for one in found) * x[0]


def begun_with_one(x):
    found = []
    for k in range(12):
        z = x[k % 4] + 0.1 * k
        for one in found:
            if abs(one.seen[-1] - z) < 0.5:
                one.seen.append(z)
                break
        else:
            found.append(Track(z, [z]))
    return summed(found)


def while_it_grows(x):
    found = []
    for v in x:
        if v > 0:
            for one in found:
                one.seen.append(v)
            found.append(Track(v, [v]))
    return summed(found)


def of_a_method(x):
    found = tracks(x)
    for v in x:
        if v < 1 and found:
            found[int(abs(v) * 5) % len(found)].add(v)
            found[-1].seen[-1:] = [v * v]
    return summed(found)


def taken_out(x):
    found = tracks(x)
    for v in x:
        if found:
            one = found.pop(0)
            one.add(v)
            found.append(one)
    return summed(found)


@pytest.mark.parametrize(
    "function", [filled, begun_with_one, while_it_grows, of_a_method, taken_out]
)
@pytest.mark.parametrize("x", POINTS)
def test_objects_have_lists_that_grow(function, x):
    assert result(function, x)


def one_list_for_all(x):
    found, seen = [], []
    for v in x:
        if v > 0:
            found.append(Track(v, seen))
    for one in found:
        one.seen.append(1.0)
    return summed(found)


def under_another_name(x):
    found = tracks(x)
    seen = found[0].seen
    for one in found:
        one.seen = [x[0]]
    return summed(found) + sum(seen)


@pytest.mark.parametrize("function", [one_list_for_all, under_another_name])
@pytest.mark.parametrize("x", POINTS)
def test_lists_of_objects_are_right_or_refused(function, x):
    result(function, x)


def test_lists_in_a_list_are_copied_once():
    text = text_of(begun_with_one, ["float64[4]"])
    assert ".copy().copy()" not in text


def of_other_lengths(x):
    found = [Track(1.0)]
    for v in x:
        if v > 0.6:
            found.append(Track(v, [v]))
            found[-1].seen = [v, 2 * v]
    return summed(found[1:] + [Track(x[0], [x[1], x[2], x[3]])])


@pytest.mark.parametrize("x", POINTS)
def test_lists_of_objects_begin_with_other_lengths(x):
    assert result(of_other_lengths, x)


def scaled(x):
    found = []
    for v in x:
        if v > -9:
            found.append(x * v)
    return found


def of_views(x):
    found, parts = scaled(x), []
    for v in found:
        parts.append(v[1:])
    parts[0][0] = 5.0
    return found[0].sum()


def whose_views_are_held(x):
    found, parts = scaled(x), []
    for v in found:
        parts.append(v[1:])
    found[0][1] = 5.0
    return parts[0].sum()


def a_view_of_another_one(x):
    found = scaled(x)
    found[1] = found[0][::-1]
    found[1][0] = 5.0
    return found[0].sum() * x[0]


def an_attribute_that_is_a_view(x):
    found = [Body(v, np.ones(1)) for v in scaled(x)]
    found[0].pos = found[1].pos[1:]
    found[0].pos[0] = 5.0
    return found[1].pos.sum()


def under_keys(x):
    found, parts = scaled(x), {}
    for k in range(4):
        if x[k] > -9:
            parts[k] = found[0][k:]
    parts[1][0] = 5.0
    return found[0].sum()


def one_view_or_another(x):
    first = scaled(x)
    v = first[0]
    part = v[1:]
    if x[0] > 0:
        part = v[:3]
    part[0] *= x[0]
    return first[0].sum()


def a_view_or_a_copy(x):
    first = scaled(x)
    part = first[0][1:]
    if x[0] > 0:
        part = part * 2
    part[0] *= x[0]
    return first[0].sum() + part.sum()


def a_view_of_a_helper(x):
    first = scaled(x)

    def part(v):
        if x[1] > 0:
            return v[1:]
        return v[:3]

    part(first[0])[0] = 5.0
    return first[0].sum()


def a_view_that_a_loop_changes(x):
    first = scaled(x)
    part = first[0][1:]
    for k in range(3):
        part[0] += x[1]
        if x[k] > 0:
            part = first[1][1:]
    return first[0].sum() + first[1].sum() * 2


def in_a_row(x):
    found = []
    for v in x:
        if v > -9:
            found.append(np.outer(x, x) * v)
    found[0].ravel()[1:] *= x[2]
    return found[0].sum()


def read_in_a_row_before(x):
    found = []
    for v in x:
        if v > -9:
            found.append(np.outer(x, x) * v)
    row = found[0].reshape(2, 8)
    found[0][0, 1] = 5.0
    return row.sum()


@pytest.mark.parametrize(
    "function",
    [
        *(of_views, whose_views_are_held, a_view_of_another_one, under_keys),
        *(an_attribute_that_is_a_view, one_view_or_another, a_view_or_a_copy),
        *(a_view_of_a_helper, a_view_that_a_loop_changes, in_a_row),
        read_in_a_row_before,
    ],
)
@pytest.mark.parametrize("x", POINTS)
def test_views_of_arrays_in_lists_are_right_or_refused(function, x):
    result(function, x)


class Sum:
    def __init__(self, value):
        self.value = value
        self.count = 0

    def __add__(self, other):
        return Sum(self.value + other)

    def __iadd__(self, other):
        self.value += other
        self.count += 1
        return self


def an_object_of_a_list(x):
    found = []
    for v in x:
        if v > -1:
            found.append(Sum(v))
    last = found[-1]
    found[-1] += x[2]
    return last.value + found[-1].count


def objects_at_places(x):
    found = [Sum(v) for v in x]
    for v in x:
        found[int(abs(v)) % 4] += v
    return sum(one.value * (one.count + 1) for one in found)


def rows_at_places(x):
    found = [[v] for v in x]
    for v in x:
        found[int(abs(v) * 3) % 4] += [v, v]
        found[int(abs(v) * 2) % 4] *= 2
    return sum(sum(row) * len(row) for row in found)


def rows_in_a_dict(x):
    found = {}
    for v in x:
        key = int(abs(v) * 2)
        if key not in found:
            found[key] = [v]
        found[key] += [v, v * v]
    return sum(sum(row) * len(row) for row in found.values())


@pytest.mark.parametrize(
    "function",
    [an_object_of_a_list, objects_at_places, rows_at_places, rows_in_a_dict],
)
@pytest.mark.parametrize("x", POINTS)
def test_an_operator_in_place_changes_what_is_at_the_place(function, x):
    assert result(function, x)


def under_names(x):
    first, second = [x[0]], [x[1]]
    found = [first, second]
    found[0 if x[0] > 0 else 1] += [x[2]]
    return sum(first) * len(first)


def in_two_lists(x):
    found = [[v] for v in x if v > -1]
    others = list(found)
    found[0] += [x[1]]
    return sum(sum(row) * len(row) for row in others)


def dicts_under_names(x):
    first, second = {"v": x[0]}, {"v": x[1]}
    found = [first, second]
    found[0 if x[0] > 0 else 1] |= {"v": x[2]}
    return first["v"] * 2 + second["v"]


@pytest.mark.parametrize("function", [under_names, in_two_lists, dicts_under_names])
@pytest.mark.parametrize("x", POINTS)
def test_what_is_there_under_a_name_as_well_is_right_or_refused(function, x):
    result(function, x)


@dataclass
class Part:
    weight: float


def lists_of_tuples(x):
    found = tracks(x)
    for k in range(10):
        for one in found:
            one.seen.append((k, one.start * k))
    return sum(sum(k * w for k, w in one.seen) * (i + 1) for i, one in enumerate(found))


def lists_of_objects(x):
    found = []
    for v in x:
        if v > -1:
            found.append(Track(v, [Part(v)]))
    for k in range(10):
        for one in found:
            one.seen.append(Part(one.start * k))
            one.seen[0].weight += 0.5
            if len(one.seen) > 4:
                one.seen.pop(0)
    return sum(sum(part.weight for part in one.seen) for one in found)


def lists_in_tuples(x):
    found = []
    for i in range(4):
        inner = []
        for j in range(i):
            inner.append((j, x[i], x[j]))
        if x[i] > -1:
            found.append((i, inner))
    return sum(sum(a * b * j for j, a, b in inner) * i for i, inner in found)


@pytest.mark.parametrize(
    "function", [lists_of_tuples, lists_of_objects, lists_in_tuples]
)
@pytest.mark.parametrize("x", POINTS)
def test_lists_of_objects_hold_structures(function, x):
    assert result(function, x)


@pytest.mark.parametrize("x", POINTS)
def test_what_was_put_back_is_the_object_that_it_was(x):
    assert result(put_back_and_taken_again, x)
