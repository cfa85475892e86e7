"""Loops that bind a variable of a function which has returned already."""

import pytest

import srcad
from tests.srcad.compiler.side_by_side import result

POINTS = [[0.703, -1.3018, 2.1047, 0.4021], [-0.6013, 1.2027, -0.3519, 1.7041]]


def counter(start=0):
    n = start

    def add(v):
        nonlocal n
        while v > 0.5 and n < 3:
            n += 1
            v = v * 0.9
        return v

    return add, lambda: n


def a_budget_in_a_test(x):
    add, get = counter()
    return add(x[0] ** 2 + 1) * (1 + get())


def of_two_factories(x):
    (first, of_first), (second, of_second) = counter(), counter(1)
    total = 0.0
    for k in range(4):
        total += (first if k % 2 else second)(x[k])
    return total * (1 + of_first() + 3 * of_second())


def in_a_loop_of_run_time(x):
    add, get = counter()
    total = 0.0
    for v in x:
        total += add(v)
    return total * (1 + get())


def in_either_order(x):
    """The budget first, and `or`."""

    def made():
        t = x[0] ** 2

        def go(v):
            nonlocal t
            i = 0
            while t < 4 and i < 3:
                t += v * v
                i += 1
            while i > 9 or t < 5:
                t += 1.5
            return t * v

        return go

    go = made()
    return go(x[1]) + go(x[2])


def of_known_numbers(x):
    def made():
        t = 1.0

        def add(v):
            nonlocal t
            for _ in range(3):
                t += v

        return add, lambda: t

    add, get = made()
    add(x[0])
    return get() * x[1]


def of_no_run_time(x):
    def made(seed):
        state = seed

        def draw():
            nonlocal state
            for _ in range(3):
                state = (1103 * state + 12345) % 65536
            return state / 65536

        return draw

    draw = made(7)
    return draw() * x[0] + draw() * x[1] ** 2


def by_a_generator(x):
    def made():
        t = 1.0

        def each(xs):
            nonlocal t
            for v in xs:
                if v > 0:
                    t = t * v
                    yield t

        return each, lambda: t

    each, get = made()
    return sum(each(x)) + sum(each(x * 2)) * get()


def as_the_target(x):
    def made():
        t, k = 0.0, 0

        def go(xs):
            nonlocal t, k
            total = 0.0
            for k, t in enumerate(xs):
                total += t * t * k
                if total > 3:
                    break
            return total

        return go, lambda: t * k

    go, get = made()
    return go(x) + 2 * get() + go(x * 3) * get()


def by_a_walrus(x):
    def made():
        n = 0.0

        def go(v):
            nonlocal n
            while v < 5 and (n := n + v * v + 0.2) < 4:
                v = v + 0.4
            squares = [(n := n + w * w) for w in x if w > n - 5]
            return v * n + sum(squares)

        return go

    go = made()
    return go(x[0]) + 2 * go(x[1])


def in_nested_loops(x):
    def made():
        n, t = 0, 0.0

        def go(v):
            nonlocal n, t
            while v > 0.2 and n < 8:
                k = 0
                while (k < 3 if t < 9 else k < 2) and t < 6:
                    t += v * v
                    k += 1
                    n += 1
                v = v * 0.7
            return t * n

        return go

    go = made()
    return go(x[0] ** 2 + 0.3) + go(x[1])


def read_by_another(x):
    def made():
        t = 1.0

        def peek(v):
            return t * v

        def go(v):
            nonlocal t
            while peek(v) < 5 and v < 4:
                t = t + v * v
                v = v + 0.5
            return peek(v)

        return go

    go = made()
    return go(x[0]) + go(x[1])


def in_a_recursion(x):
    def made():
        n = 0

        def go(v, depth):
            nonlocal n
            if depth == 0 or v > 5:
                return v
            while v < 3 and n < 4:
                n += 1
                v = v + 0.6 * v * v + 0.1
            return go(v * 0.9, depth - 1) + n

        return go

    go = made()
    return go(x[0], 3) + go(x[1], 2)


def by_a_pattern(x):
    def made():
        n = 1.0

        def go(xs):
            nonlocal n
            for v in xs:
                match (v, v > 0):
                    case (n, 1):
                        n = n + 1
                    case (a, _) if n > 0:
                        n = n * 0.5 + a
            return n

        return go

    go = made()
    return go(x) * x[0] + go(x * 2) * x[1]


PROGRAMS = [
    *(a_budget_in_a_test, of_two_factories, in_a_loop_of_run_time, in_either_order),
    *(of_known_numbers, of_no_run_time, by_a_generator, as_the_target, by_a_walrus),
    *(in_nested_loops, read_by_another, in_a_recursion, by_a_pattern),
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.__name__)
def test_cells_in_loops(program):
    assert all(result(program, x) for x in POINTS)


def test_differentiated_twice():
    def slope(x):
        return (srcad.grad(in_nested_loops)(x) ** 2).sum()

    assert all(result(slope, x) for x in POINTS)
