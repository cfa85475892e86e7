"""Objects of plain classes that a path, or an iteration, chooses or makes anew."""

import collections
from types import SimpleNamespace

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result

XS = [np.array([0.5, 1.2, -0.7]), np.array([-0.5, 0.4, 1.9])]


class Line:
    def __init__(self, slope, start):
        self.slope = slope
        self.start = start

    def __call__(self, x):
        return np.sum(x * self.slope) + self.start

    def steeper(self, factor):
        return Line(self.slope * factor, self.start)

    def lift(self, by):
        self.start = self.start + by


class Tree:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right

    def total(self):
        below = [one.total() for one in (self.left, self.right) if one is not None]
        return self.value * (1.0 + sum(below))


def made_on_both_paths(x):
    line = Line(x, 1.0) if x[0] > 0 else Line(-x, x[1])
    return line(x)


def made_on_one_path(x):
    line = Line(x, x[0] ** 2 + 0.3)
    if line.start > 0.5:
        line = line.steeper(2.0)
    return line(x)


def chosen(x):
    flat, steep = Line(x, 1.0), Line(x * x, x[2])
    return (steep if x[0] > 0 else flat)(x)


def chosen_by_index(x):
    lines = [Line(x, 1.0), Line(x * x, x[0])]
    return lines[0 if x[0] > 0 else 1](x)


def best(x):
    found = None
    for v in x:
        if found is None or v > found.start:
            found = Line(x * v, v)
    return found(x)


def greatest(x):
    return max([Line(x * k, x[k]) for k in range(3)], key=lambda one: one.start)(x)


def until(x):
    line, n = Line(np.abs(x), 0.0), 0
    while np.sum(line.slope) < 10.0 and n < 5:
        line = Line(line.slope * 2.0, line.start + x[0])
        n += 1
    return line(x)


def swapped(x):
    a, b = Line(x, x[0]), Line(x, x[1])
    for v in x:
        if v > 0:
            a, b = b, a
    return a.start * 2 + b.start**2


def changed_or_made(x):
    line = Line(x, 0.0)
    for i in range(3):
        if x[i] > 0:
            line = Line(line.slope + x[i], line.start)
        else:
            line.lift(x[i])
    return line(x)


def array_written(x):
    line = Line(x.copy(), 0.0)
    for v in x:
        if v > 0:
            line = Line(x.copy(), line.start)
        line.slope[0] = v * 2
        line.slope[1] += v
    return line(x)


def trees(x):
    tree = Tree(x[0], Tree(x[1]), Tree(x[2]))
    if x[0] > 0:
        tree = Tree(x[1], Tree(x[0]), Tree(x[0]))
    return tree.total()


def returned(x):
    def line_of(v):
        if v > 0:
            return Line(x, v)
        return Line(x * 2, v)

    return sum(line_of(v)(x) for v in x)


def caught(x):
    try:
        line = Line(x, 1.0)
        if x[0] > 0:
            raise ValueError
        line = Line(x, 2.0 * x[1])
    except ValueError:
        line = Line(x * 2, x[2])
    return line(x)


def namespace(x):
    state = SimpleNamespace(a=np.abs(x), n=0)
    while np.sum(state.a) < 10 and state.n < 4:
        state = SimpleNamespace(a=state.a * 2, n=state.n + 1)
    return np.sum(state.a) * state.n


def queue(x):
    if x[0] > 0:
        q = collections.deque([x[0], x[1]])
    else:
        q = collections.deque([x[1], x[2]])
    q.rotate(1)
    return q[0] * q[1] + 2 * q[0]


PROGRAMS = [
    *(made_on_both_paths, made_on_one_path, chosen, chosen_by_index, best, greatest),
    *(until, swapped, changed_or_made, array_written, trees, returned, caught),
    *(namespace, queue),
]


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
def test_an_object_may_be_one_or_another(function):
    assert all(result(function, x) for x in XS)


QUESTIONS = {
    "is": lambda one, two, p: p is one,
    "equal": lambda one, two, p: p == one,
    "not equal": lambda one, two, p: p != one,
    "in a list": lambda one, two, p: p in [one],
    "in a set": lambda one, two, p: p in {one},
    "at a key": lambda one, two, p: {one: 0, two: 1}[p],
}


@pytest.mark.parametrize("start", ["known", "run time"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_which_of_several_objects_it_is_is_known(question, start):
    ask = QUESTIONS[question]

    def function(x):
        first = 1.0 if start == "known" else x[1]
        one, two = Line(2.0, first), Line(2.0, first)
        p = one if x[0] > 0 else two
        return x[1] * 2 if ask(one, two, p) else x[1]

    assert all(result(function, x) for x in XS)


def test_the_place_of_one_of_several_objects_is_not_known():
    def function(x):
        one, two = Line(2.0, x[1]), Line(2.0, x[1])
        return x[1] * [one, two].index(one if x[0] > 0 else two)

    with pytest.raises(srcad.CompileError, match="SRC013"):
        srcad.grad(function)(XS[0])


def test_what_is_asked_of_two_objects_that_are_known():
    def function(x):
        a, b = Line(1.0, x[0]), Line(1.0, x[0])
        return x[0] * (a == b) + x[1] * (a == a) + x[2] * (a in [b, a]) * (a != b)

    np.testing.assert_allclose(srcad.grad(function)(XS[0]), [0.0, 1.0, 1.0])


def written_under_another_name(x):
    a, b = Line(x, x[0]), Line(x, x[1])
    p = a if x[0] > 0 else b
    p.lift(x[2])
    return a.start + 2 * b.start


def written_after_it_is_chosen(x):
    a, b = Line(x, x[0]), Line(x, x[1])
    p = a if x[0] > 0 else b
    a.lift(x[2])
    return p.start


def an_element_written(x):
    lines = [Line(x, v) for v in x if v > 0]
    lines[-1].lift(x[0])
    return sum(one.start for one in lines)


def test_a_write_that_a_list_would_see_is_refused():
    with pytest.raises(
        srcad.CompileError, match=r"SRC015.*this Line is also in a list"
    ):
        srcad.grad(an_element_written)(XS[0])


@pytest.mark.parametrize(
    "function", [written_under_another_name, written_after_it_is_chosen]
)
def test_a_write_is_one_to_the_object_that_was_chosen(function):
    both = srcad.value_and_grad(function)
    for x in XS:
        value, gradient = both(x)
        np.testing.assert_allclose(value, function(x))
        steps = 1e-6 * np.eye(len(x))
        slopes = [(function(x + s) - function(x - s)) / 2e-6 for s in steps]
        np.testing.assert_allclose(gradient, slopes, rtol=1e-5, atol=1e-7)


class Ring:
    def __init__(self, value):
        self.value, self.next = value, self


def test_what_leads_back_to_itself_is_no_structure():
    def function(x):
        one = Ring(x[0])
        if x[0] > 0:
            one.value = x[1] ** 2
        return one.next.next.value

    def other(x):
        return (Ring(x[0]) if x[0] > 0 else Ring(x[1])).next.value

    np.testing.assert_allclose(srcad.grad(function)(XS[0]), [0.0, 2.4, 0.0])
    with pytest.raises(srcad.CompileError, match=r"SRC019.*a Ring and a Ring"):
        srcad.grad(other)(XS[0])
