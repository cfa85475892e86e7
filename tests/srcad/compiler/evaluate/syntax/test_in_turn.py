"""What is evaluated after something else may change that: each is read in its turn."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result

POINTS = [[0.71, -1.31, 2.1, 0.43], [-0.6, 1.2, -0.35, 1.7], [1.5, 0.3, 0.9, -2.2]]


def weighted(*items, **named):
    return sum((i + 1) * v for i, v in enumerate((*items, *named.values())))


# ------------------------------------------------------------------------------- stars


def a_list_that_gives_its_last(x):
    q = [x[0], x[1], x[2]]
    first = weighted(*[*q, q.pop()])
    return first + weighted(*(*q, q.pop())) + len(q)


def arguments(x):
    held, y = [x[0], x[1]], x.copy()

    def change():
        held.append(7.0)
        y[0] = 9.0
        return 1.0

    return weighted(*held, *y, change()) + weighted(*y, *held)


def keywords(x):
    d = {"a": x[0], "b": x[1]}
    return weighted(**d, c=d.pop("a")) + len(d)


def as_long_as_run_time_knows(x):
    held = [v for v in x if v > -0.5]

    def change():
        held.append(9.0)
        return 1.0

    return sum([*held, change()]) * len(held)


def iterators(x):
    it = iter([x[0], x[1], x[2]])
    first = weighted(*[next(it), *it, next(it, 2.0)])
    held = [x[3]]
    return first + weighted(*[*map(abs, held), held.append(5.0) or 2.0, *held])


def into_itself(x):
    held = [x[0], x[1], x[2]]
    held[:] = [*held, held.pop(0)]
    total = 0.0
    for v in (*held, held.pop()):
        total = total * 2 + v
    return total


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(
    "function",
    [
        a_list_that_gives_its_last,
        arguments,
        keywords,
        as_long_as_run_time_knows,
        iterators,
        into_itself,
    ],
)
def test_what_has_a_star_is_gone_through_before_what_follows(function, point):
    assert result(function, point)


# ------------------------------------------------------------------ operators in place


class Model:
    def __init__(self, w):
        self.w = w

    def step(self):
        self.w = self.w * 2.0
        return 1.0

    def longer(self, v):
        self.w = [*self.w, 9.0]
        return [v]


def an_attribute(x):
    model = Model(x.copy())
    model.w += model.step()
    return model.w.sum()


def an_attribute_on_a_path(x):
    model = Model(x.copy())
    for v in x:
        if v > 0:
            model.w += model.step()
        else:
            model.w -= v
    return model.w.sum()


def a_list_of_an_object(x):
    model = Model([v for v in x if v > -9])
    for v in x:
        model.w += model.longer(v)
    return model.w[-1] + 2 * model.w[1] + len(model.w)


def another_function(x):
    y = x.copy()
    z = y

    def change():
        nonlocal y
        y = y * 2.0
        return 1.0

    for _ in range(3):
        y += change()
    return y.sum() + 3 * z.sum()


def in_the_expression(x):
    y, held = x.copy(), [v for v in x if v > -9]
    y *= (y := y + 2.0)
    held += (held := [*held, x[0]])
    return y.sum() + held[-1] + 2 * held[1] + len(held)


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(
    "function",
    [
        an_attribute,
        an_attribute_on_a_path,
        a_list_of_an_object,
        another_function,
        in_the_expression,
    ],
)
def test_an_operator_in_place_changes_what_was_there_before(function, point):
    assert result(function, point)


# ---------------------------------------------------------------------- comprehensions


def changes_what_follows(x):
    held = [x[0], x[1], x[2]]

    def put(k, v):
        held[k] = v * 3
        return v

    def doubled(v):
        return put(2, v * 2)

    first = sum([put(1, v) * i for i, v in enumerate(held)])
    second = sum(put(0, v) * w for v, w in zip(held, reversed(held), strict=True))
    third = sum({i: put(2, v) for i, v in enumerate(reversed(held))}.values())
    return first + second + third + sum(list(map(doubled, held)))


def a_sweep(x):
    q = [x[0], x[1], x[2], x[3]]

    def on(i):
        q[i + 1] = q[i + 1] + q[i] * 0.5
        return q[i + 1]

    return sum([v * on(i) if i < 3 else v for i, v in enumerate(q)])


def takes_what_follows(x):
    held, other = [x[0], x[1], x[2], x[3]], [x[0], x[1]]

    def by_the_last(v):
        return other.pop() * v

    first = sum([held.pop() * v * (i + 1) for i, v in enumerate(held)])
    return first + sum(list(map(by_the_last, other)))


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(
    "function", [changes_what_follows, a_sweep, takes_what_follows]
)
def test_a_comprehension_reads_each_element_when_it_comes_to_it(function, point):
    assert result(function, point)


def takes_on_a_path(x):
    held = [x[0], x[1], x[2]]
    return sum([held.pop(0) if v > 0 else v for v in held])


def takes_of_those_run_time_knows(x):
    held = [x[0], x[1]]
    for v in x:
        if v > 0:
            held.append(v)
    return sum([held.pop() * v * i for i, v in enumerate(held)])


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("function", [takes_on_a_path, takes_of_those_run_time_knows])
def test_a_list_that_run_time_makes_shorter_is_right_or_refused(function, point):
    result(function, np.array(point))


# ------------------------------------------------------- what is looked for, and read by
# nobody


def looked_for_between(x):
    held = [int(v) for v in x] + [1]
    return x[0] * held.index(1, 1) + x[1] * (1.0, int(x[0]), 1, 5).index(1, -3, 4)


def looked_for_in_a_part(x):
    held = [int(v) for v in x]
    try:
        return x[0] * held.index(1, 2)
    except ValueError:
        return x[1]


def looked_for_alone(x):
    held, times = [int(v) for v in x], 2.0
    try:
        held.index(1)
        if x[0] > 0:
            raise KeyError(1)
    except ValueError:
        times = 3.0
    except KeyError:
        times = 5.0
    return x[0] * times


def taken_out(x):
    held, count = [int(v) for v in x], 0
    while True:
        try:
            held.remove(0)
            count += 1
        except ValueError:
            break
    return x[0] * count


def shifted(x):
    try:
        1 << int(x[0] * 2)
        return x[1]
    except ValueError:
        return x[0] * 5


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(
    "function",
    [
        looked_for_between,
        looked_for_in_a_part,
        looked_for_alone,
        taken_out,
        shifted,
    ],
)
def test_what_is_not_found_raises(function, point):
    assert result(function, point)


class Place:
    def __init__(self, place):
        self.place = place

    def __index__(self):
        return self.place


def test_a_place_is_a_whole_number():
    assert result(lambda x: x[Place(1)] * 2.0, np.array(POINTS[0]))
    with pytest.raises(srcad.CompileError, match="__index__ returned non-int"):
        srcad.grad(lambda x: x[Place(Place(1))])(np.array(POINTS[0]))
