"""Comparisons of objects that run-time values stand in: what Python says of them."""

import dataclasses
import operator
import sys

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.derivatives import check


class ByKey:
    """Equal where the keys are; ``!=`` is its contrary, as Python has it."""

    def __init__(self, x, key):
        self.x, self.key = x, key

    def __eq__(self, other):
        return self.key == other.key


class Plain:
    def __init__(self, x):
        self.x = x


@dataclasses.dataclass
class Record:
    x: object
    key: int


@dataclasses.dataclass(eq=False)
class OneOfItsKind:
    x: object


@dataclasses.dataclass
class Noted:
    x: object
    note: object = dataclasses.field(compare=False)


@dataclasses.dataclass(order=True)
class Ordered:
    x: object


class Reversed(Ordered):
    def __lt__(self, other):
        return self.x > other.x

    def __gt__(self, other):
        return self.x < other.x


@dataclasses.dataclass(eq=False)
class Longer(Ordered):
    y: object = 0.0


def not_equal_by_equal(x):
    a, b = ByKey(x, 1), ByKey(2 * x, 1)
    return x * 2 if a != b else x * 3


def equal_inside_of_tuples(x):
    a, b = ByKey(x, 1), ByKey(2 * x, 1)
    return x * 2 if (a, 1) == (b, 1) else x * 3


def equal_to_itself(x):
    a = Plain(x)
    return x * 2 if a == a else x * 3


def not_equal_to_itself(x):
    a = Plain(x)
    return x * 2 if a != a else x * 3


def another_object(x):
    a, b = Plain(x), Plain(x)
    return x * 2 if a == b else x * 3


def among_objects(x):
    a, b = Plain(x), Plain(x)
    return x * 2 if a in [b, a] else x * 3


def records(x):
    y = x * 2 if Record(x, 1) != Record(x, 2) else x * 3
    return y * 5 if Record(x, 1) == Record(x, 1) else y


def records_that_are_no_values(x):
    a, b = OneOfItsKind(x), OneOfItsKind(x)
    y = x * 2 if a == b else x * 3
    return y * 5 if a == a else y


def fields_that_are_not_compared(x):
    return x * 2 if Noted(x, x) == Noted(x, 2 * x) else x * 3


def orders_of_a_base(x):
    y = x * 2 if Ordered(1.0) < Ordered(2.0) else x * 3
    return y * 5 if Ordered(x.sum()) >= Ordered(1.0) else y


def orders_that_a_class_says_itself(x):
    y = x * 2 if Reversed(1.0) < Reversed(2.0) else x * 3
    return y * 5 if min([Reversed(1.0), Reversed(2.0)]).x == 1.0 else y * 7


def what_the_base_compares(x):
    y = x * 2 if Longer(1.0, x) == Longer(1.0, 2 * x) else x * 3
    return y * 5 if Longer(1.0, 4.0) <= Longer(1.0, 3.0) else y


def a_text_is_not_none(x):
    text = f"{x}"
    return x * 2 if text is None else x * 3


def unions(x):
    d = {"a": x} | {"b": 2 * x}
    d |= {"a": 3 * x}
    d["c"] = x
    return d["a"] * d["b"] + d["c"]


def text_on_the_left(x):
    class Length:
        def __radd__(self, other):
            return x * len(other)

    return ("abc" + Length()) * x


def operators_as_functions(x):
    return x * 2 if operator.eq((x, ByKey(x, 1)), (x, ByKey(x, 1))) else x * 3


def a_plus_gives_another_array(x):
    y = x * 2
    z = operator.pos(y)
    z += 1.0
    return y * z


PROGRAMS = [
    *(operators_as_functions, a_plus_gives_another_array),
    *(not_equal_by_equal, equal_inside_of_tuples, equal_to_itself),
    *(not_equal_to_itself, another_object, among_objects, records),
    *(records_that_are_no_values, fields_that_are_not_compared),
    *(orders_of_a_base, orders_that_a_class_says_itself, what_the_base_compares),
    *(a_text_is_not_none, unions, text_on_the_left),
]


# Where the fields are one object, tuples of them are equal.
BY_TUPLES = (records, fields_that_are_not_compared)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_comparison(program):
    if program in BY_TUPLES and sys.version_info >= (3, 13):
        pytest.skip(
            "from Python 3.13 on dataclasses compare arrays, which have no truth"
        )
    check(program, ["float64[n]"], draws=2)


def chain_that_ends_in_an_array(x):
    if -0.5 < x.sum() < x:
        return x * 2.0
    return x * x


def chain_with_an_array_that_is_not_equal(x):
    if -1 < x.sum() <= x[0] < 2.0 != x:
        return x[0] * x
    return x


def disagreeing(x):
    return [1.0] if x[0] > 0 else (2.0, x)


def truth_of_a_disagreement(x):
    return x * 2.0 if disagreeing(x) else x


def sum_with_a_disagreement(x):
    return disagreeing(x) + (x[0],)


def item_of_a_disagreement(x):
    return disagreeing(x)[0] * x


def disagreement_is_none(x):
    return x if disagreeing(x) is None else x * 2.0


@pytest.mark.parametrize(
    "program",
    [
        *(chain_that_ends_in_an_array, chain_with_an_array_that_is_not_equal),
        *(truth_of_a_disagreement, sum_with_a_disagreement),
        *(item_of_a_disagreement, disagreement_is_none),
    ],
    ids=lambda program: program.__name__,
)
def test_what_paths_disagree_on_is_refused_wherever_it_is_used(program):
    message = "different on the two paths|the truth of an array"
    with pytest.raises(srcad.CompileError, match=message):
        srcad.grad(program)(np.array([0.5, -1.5]))


class EndlessRow:
    """Gone through by `__getitem__`, which never says that there is no more."""

    def __init__(self, first):
        self.first = first

    def __getitem__(self, k):
        return self.first + k


@pytest.mark.parametrize("first", [1.0, 2.0])
def test_what_follows_an_equal_element_is_not_asked_for(first):
    row = EndlessRow(first)

    def function(x):
        return np.sum(x) * (2.0 if 3.0 in row else 3.0)

    out, gradient = srcad.value_and_grad(function)(np.array([0.5, 1.5]))
    assert out == 4.0
    np.testing.assert_array_equal(gradient, [2.0, 2.0])


def test_an_iterator_is_not_asked_for_more_than_is_read():
    row = EndlessRow(2.0)

    def function(x):
        return np.sum(x) * next(iter(row))

    assert srcad.grad(function)(np.array([0.5, 1.5])).tolist() == [2.0, 2.0]
