"""What stands for one of several objects, and has no name yet, is not changed unseen by
what is evaluated after it."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result


class P:
    def __init__(self, x):
        self.x = x
        self.v = np.array([x, 1.0])
        self.near = []

    def bump(self, k):
        self.x = self.x * k
        return self.x

    def kick(self):
        self.v *= 2
        return self.v[0]

    def dist(self, other):
        return other + self.x**2

    def gap(self, other, d=0.0):
        return (self.x - other.x) ** 2 + d


def people(x):
    return [P(v) for v in x]


def in_a_tuple(x):
    a, b = P(x[0]), P(x[1])
    c, _ = (a if x[2] > 0 else b), a.bump(3)
    return c.x


def what_is_called(x):
    ps = people(x)
    return min(ps, key=lambda o: o.x).dist(ps[1].bump(3))


def an_argument(x):
    ps = people(x)
    return ps[0].gap(max(ps, key=lambda o: o.x), d=ps[2].bump(2))


def in_order(x):
    ps = people(x)
    order, total = sorted(ps, key=lambda o: o.x), sum(o.bump(2) for o in ps)
    return order[0].x * total


def an_array_of_it(x):
    a, b = P(x[0]), P(x[1])
    t = [a if x[2] > 0 else b, a.kick()]
    return t[0].v.sum() * t[1]


def under_a_key(x):
    a, b = P(x[0]), P(x[1])
    t = {"o": a if x[2] > 0 else b, "v": a.bump(3)}
    return t["o"].x * t["v"]


def two_targets(x):
    a, b = P(x[0]), P(x[1])
    a.x, c = 5 * x[3], (a if x[2] > 0 else b)
    return c.x * a.x


def chosen_by_a_filter(x):
    ps = people(x)
    t = ([o for o in ps if o.x > 0], ps[0].bump(3))
    return t[0][0].x * t[1]


@pytest.mark.parametrize(
    "function",
    [
        in_a_tuple,
        what_is_called,
        an_argument,
        in_order,
        an_array_of_it,
        under_a_key,
        two_targets,
        chosen_by_a_filter,
    ],
)
@pytest.mark.parametrize("point", [[0.7, -1.3, 2.1, 0.4], [-0.6, 1.2, -0.35, 1.7]])
def test_it_is_as_python_has_it_or_refused(function, point):
    result(function, point)


def holds_itself(x):
    p = P(x[0])
    p.near = [o for o in (p, P(x[1])) if o.x > 0]
    return p.x * p.near[0].x


def lead_back(x):
    p = P(x[0])
    if x[0] > 0:
        p.near.append(p)
    return p.x * p.near[0].x


def test_a_list_of_what_paths_choose_may_hold_what_leads_to_it():
    assert result(holds_itself, [0.7, -1.3, 2.1])
    assert result(holds_itself, [-0.7, 1.3, 2.1])


def test_a_list_does_not_hold_what_leads_to_it():
    with pytest.raises(srcad.CompileError, match="lead back to it"):
        srcad.grad(lead_back)(np.array([0.7, -1.3, 2.1]))


def lead_back_and_are_known(x):
    ps = []
    for v in x:
        p = P(v)
        p.near = ps
        ps.append(p)
    for p in ps:
        p.x *= len(p.near)
    return sum(p.x**2 for p in ps)


def test_one_by_one_they_may():
    assert result(lead_back_and_are_known, [0.7, -1.3, 2.1])


class B:
    def __init__(self, v):
        self.v = v


class T:
    def __init__(self, v):
        self.v = v

    def __bool__(self):
        self.v *= 2
        return True


class Cn:
    def __init__(self, v):
        self.v = v
        self.n = 0

    def __contains__(self, y):
        self.n += 1
        return y > 0


class Eq:
    def __init__(self, v):
        self.v = v

    def __eq__(self, o):
        self.v *= 2
        return True


def gone_through_without_a_name(x):
    a = [x[0], x[1]]
    b = a if x[2] > 0 else [x[3], 1.0]
    t = 0.0
    for v in b:
        a[1] = 3 * v
        t += v
    return t + a[1]


def returned_before_a_finally(x):
    a = B(x[0])

    def run():
        b = a if x[2] > 0 else B(x[3])
        try:
            return b
        finally:
            a.v = 5.0

    return run().v


def an_array_before_a_finally(x):
    a = x * 2

    def run():
        b = a if x[2] > 0 else x * 3
        try:
            return b
        finally:
            a[0] = 5.0

    return run()[0]


def read_in_a_finally(x):
    a = B(x[0])
    t = 0.0
    for k in range(3):
        b = a if x[1] > 0 else B(x[2])
        try:
            if x[k] > 0:
                raise ValueError
        except ValueError:
            a.v = 5.0
            break
        finally:
            t += b.v
    return t


def a_truth_that_changes(x):
    a = T(x[0])
    b = T(x[1])
    c = a if x[2] > 0 else b
    if c:
        pass
    return a.v + b.v * 3


def a_test_that_counts(x):
    a = Cn(x[0])
    b = Cn(x[1])
    c = a if x[2] > 0 else b
    t = 1.0 if 5 in c else 2.0
    return t * x[3] + a.n + b.n * 10


def an_equality_that_changes(x):
    a = Eq(x[0])
    b = Eq(x[1])
    c = a if x[2] > 0 else b
    t = x[3] if c == 1 else 1.0
    return a.v + b.v * 3 + t


def matched_again(x):
    a = B(x[0])

    def g():
        a.v = x[3]
        return False

    match a if x[2] > 0 else B(x[1]):
        case B(v=p) if g():
            return p
        case B(v=p):
            return p


@pytest.mark.parametrize(
    "function",
    [
        gone_through_without_a_name,
        returned_before_a_finally,
        an_array_before_a_finally,
        read_in_a_finally,
        a_truth_that_changes,
        a_test_that_counts,
        an_equality_that_changes,
        matched_again,
    ],
)
@pytest.mark.parametrize("point", [[0.7, -1.3, 2.1, 0.4], [-0.6, 1.2, -0.35, 1.7]])
def test_what_is_held_on_the_way_is_not_changed_unseen(function, point):
    result(function, point)
