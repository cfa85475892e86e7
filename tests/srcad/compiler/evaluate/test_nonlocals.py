"""Variables of a function that one defined in it writes."""

import pytest

from tests.srcad.compiler.side_by_side import result

POINTS = [[0.703, -1.3018, 2.1047, 0.4021], [-0.6013, 1.2027, -0.3519, 1.7041]]


def on_a_path_of_another(x):
    total, count = 0.0, 0

    def on(d):
        nonlocal total, count
        total += d * d
        count += 1

    def put(q):
        if q > 0:
            on(q)

    for q in x:
        put(q)
    total *= 2
    put(x[0])
    return total + count


def none_at_first(x):
    total, best = 0.0, None

    def on(d):
        nonlocal best, total
        total = total + 1.0
        if best is None or d > best:
            best = d

    def put(q):
        if q > 0:
            on(q)

    for q in x:
        put(q)
    if best is None:
        return x[0] + total
    return best * x[1] + total


def by_a_method_in_a_long_loop(x):
    total = 0.0

    class A:
        def on(self, d):
            nonlocal total
            total += d * x[1]

    a = A()

    def put(q):
        if q > 0:
            a.on(q)

    for k in range(30):
        put(x[k % 4])
    for q in x:
        if q < 0:
            total -= q
    return total


def where_another_raises(x):
    total = 0.0

    def on(d):
        nonlocal total
        total += d
        if d > 2:
            raise ValueError("big")

    def put(q):
        try:
            on(q * 2)
        except ValueError:
            on(-0.5)

    for q in x:
        put(q)
    while total > 1:
        total -= 0.7
    return total * x[0]


def defined_in_each_iteration(x):
    s = 0.0
    for k in range(3):
        total, seen = 0.0, []

        def on(d):
            nonlocal total
            total += d

        def put(q, seen=seen):
            if q > 0:
                on(q)
                seen.append(q)

        for q in x:
            put(q * k)
        s += total * k + len(seen)
        del total
    total = 3.0
    put(x[0])
    return s * total


def _totals(x):
    total = 0.0

    def on(d):
        nonlocal total
        total += d

    def put(q):
        if q > 0:
            on(q)

    for q in x:
        put(q)
        yield total * q
    yield total


def of_a_generator(x):
    s = 0.0
    for v in _totals(x):
        s += v
    return s + sum(_totals(x * 2)) + list(_totals(x))[-1]


def by_one_that_calls_itself(x):
    best, at = None, None

    def note(v, i):
        nonlocal best, at
        if best is None or v > best:
            best, at = v, i

    def walk(i, so_far):
        if i == 4:
            note(so_far, i)
            return
        walk(i + 1, so_far + x[i])
        if so_far < 1:
            walk(i + 1, so_far * 0.5)

    walk(0, x[0])
    return best * best + at


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(
    "program",
    [
        on_a_path_of_another,
        none_at_first,
        by_a_method_in_a_long_loop,
        where_another_raises,
        defined_in_each_iteration,
        of_a_generator,
        by_one_that_calls_itself,
    ],
)
def test_a_variable_is_written_on_a_path_of_another_function(program, point):
    assert result(program, point)
