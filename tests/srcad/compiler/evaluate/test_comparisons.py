"""Comparisons of objects that run-time values stand in: what Python says of them."""

import dataclasses

import pytest

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


PROGRAMS = [
    *(not_equal_by_equal, equal_inside_of_tuples, equal_to_itself),
    *(not_equal_to_itself, another_object, among_objects, records),
    *(records_that_are_no_values, fields_that_are_not_compared),
    *(a_text_is_not_none, unions, text_on_the_left),
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_comparison(program):
    check(program, ["float64[n]"], draws=2)
