"""Lists that are made of the elements of others: which may be changed from then on."""

import pytest

from tests.srcad.compiler.side_by_side import result

POINTS = [
    [0.71, -1.31, 2.1, 0.43],
    [-0.6, 1.2, -0.35, 1.7],
    [1.5, 0.3, 0.9, -2.2],
    [0.9, 0.8, 0.7, 0.6],
]


class Body:
    def __init__(self, p):
        self.p, self.life = p, 2.0


def made(x):
    found = []
    for v in x:
        if v > -9:
            found.append(Body(v))
    return found


def total(bodies):
    return sum((i + 1) * b.p * b.life for i, b in enumerate(bodies))


def those_that_live(x):
    bodies, player = [Body(v) for v in x], 0.3
    for _ in range(3):
        for b in bodies:
            b.p += 0.1 * (player - b.p)
            b.life -= b.p * 0.3
        bodies = [b for b in bodies if b.life > 1.6]
        player += 0.1 * sum(b.p for b in bodies)
    return player + total(bodies)


def in_a_loop_of_run_time(x):
    bodies, player = made(x), 0.3
    while len(bodies) > 1 and player < 9:
        for b in bodies:
            b.life -= b.p * 0.3
        bodies = [b for b in bodies if b.life > 1.6]
        player += 1 + 0.1 * sum(b.p for b in bodies)
    return player + total(bodies)


def by_a_loop(x):
    bodies = made(x)
    for _ in range(3):
        alive = []
        for i, b in enumerate(bodies):
            b.life -= b.p * 0.1 * i
            if b.life > 1.6:
                alive.append(b)
        bodies = alive
    return total(bodies)


class World:
    def __init__(self, x):
        self.bodies, self.out = made(x), 0.0

    def step(self):
        keep, gone = [], []
        for b in self.bodies:
            b.p *= 0.9
            if b.p > 0.4:
                keep.append(b)
            else:
                gone.append(b)
        self.out += total(gone)
        self.bodies = keep


def by_a_method(x):
    world = World(x)
    for _ in range(3):
        world.step()
    return world.out + total(world.bodies)


def births_and_deaths(x):
    bodies, out = [], 0.0
    for v in x:
        if v > 0:
            bodies.append(Body(v))
        new = []
        for b in bodies:
            b.p += 0.1
            b.life -= 0.7 * b.p
            if b.p > 1:
                new.append(Body(b.p * 0.5))
        bodies = [b for b in bodies if b.life > 0.0]
        bodies.extend(new)
        out += sum(b.p for b in bodies)
    return out


def sorted_ones(x):
    bodies = made(x)
    bodies.sort(key=lambda b: b.p)
    for i, b in enumerate(bodies):
        b.life = i * b.p
    first = sorted(bodies, key=lambda b: -b.life)[:2]
    for b in first:
        b.p *= 2
    return total(first)


def all_in_the_same_list(x):
    bodies = made(x)
    bodies[:] = [b for b in bodies if b.p > 0.4]
    for b in bodies:
        b.p *= 2
    return total(bodies)


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(
    "function",
    [
        those_that_live,
        in_a_loop_of_run_time,
        by_a_loop,
        by_a_method,
        births_and_deaths,
        sorted_ones,
        all_in_the_same_list,
    ],
)
def test_what_one_list_draws_from_another_may_be_changed(function, point):
    assert result(function, point)


# ----------------------------------------------------------------- one at two places


def with_one_twice(x):
    found = made(x)
    b = Body(x[0])
    found.append(b)
    found.append(b)
    return found


def a_copy(x):
    first = made(x)
    b = Body(x[0])
    first.append(b)
    first.append(b)
    bodies = list(first)
    bodies[-1].p *= 3
    return total(bodies)


def a_filter(x):
    bodies = [b for b in with_one_twice(x) if b.p > -9]
    bodies[-1].p *= 3
    return total(bodies)


def another_one_on_a_path(x):
    first, bodies = with_one_twice(x), made(x)
    if x[0] > 0:
        bodies = first
    bodies[-1].p *= 3
    return total(bodies)


def drawn_twice(x):
    first, bodies = made(x), []
    for b in first:
        bodies.append(b)
    for b in first:
        bodies.append(b)
    bodies[0].p *= 3
    return total(bodies)


def drawn_in_two_rounds(x):
    first, bodies = made(x), []
    for _ in range(2):
        for b in first:
            bodies.append(b)
    bodies[0].p *= 3
    return total(bodies)


def twice_in_one_round(x):
    first, bodies = made(x), []
    for b in first:
        if b.p > 0:
            bodies.append(b)
        bodies.append(b)
    bodies[0].p *= 3
    return total(bodies)


def another_one_each_time(x):
    first, bodies = made(x), []
    for b in first:
        b = first[0]
        bodies.append(b)
    bodies[0].p *= 3
    return total(bodies)


def the_same_one_mapped(x):
    first = made(x)

    def the_first(_):
        return first[0]

    bodies = []
    for b in map(the_first, first):
        bodies.append(b)
    bodies[0].p *= 3
    return total(bodies)


def two_filters(x):
    first = made(x)
    bodies = [b for b in first if b.p > -9]
    bodies.extend([b for b in first if b.p > 0])
    bodies[-1].p *= 3
    return total(bodies)


def put_there_again(x):
    bodies, b = [Body(x[0])], Body(x[1])
    for v in x:
        if v > 0.6:
            bodies.append(Body(v))
        for one in bodies:
            one.life = 2.5
        if len(bodies) > 1:
            bodies = [one for one in bodies if one.p > -1]
            bodies.append(b)
    return total(bodies) + b.p


def both_are_read(x):
    first = made(x)
    bodies = [b for b in first if b.p > 0]
    for b in bodies:
        b.p *= 2
    return total(first) + total(bodies)


def changed_when_it_is_there(x):
    first, bodies = made(x), []
    for b in first:
        bodies.append(b)
        b.life -= 0.3 * b.p
    return total(bodies)


def one_that_was_drawn_before(x):
    first, bodies = made(x), []
    before = first[0]
    for b in first:
        before.life -= 0.3 * b.p
        if b.p > 0:
            bodies.append(b)
        before = b
    return total(bodies)


def read_by_a_closure(x):
    first, bodies = made(x), []

    def last():
        return bodies[-1]

    for b in first:
        bodies.append(b)
        one = last()
        one.life = 7 * b.p
    return total(bodies)


def drawn_from_one_with_one_twice(x):
    bodies = []
    for b in with_one_twice(x):
        b.life -= 0.3 * b.p
        if b.p > 0:
            bodies.append(b)
    return total(bodies)


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(
    "function",
    [
        changed_when_it_is_there,
        one_that_was_drawn_before,
        read_by_a_closure,
        drawn_from_one_with_one_twice,
        a_copy,
        a_filter,
        another_one_on_a_path,
        drawn_twice,
        drawn_in_two_rounds,
        twice_in_one_round,
        another_one_each_time,
        the_same_one_mapped,
        two_filters,
        put_there_again,
        both_are_read,
    ],
)
def test_one_at_two_places_is_changed_at_both_or_refused(function, point):
    result(function, point)
