"""What a class reads that is made inside of what is differentiated leaves guards."""

import enum
import types
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import pytest

import srcad
from srcad import CompileError

X = np.array([1.0, 2.0])
settings = types.SimpleNamespace(rate=2.0, values=[2.0, 5.0], table={"a": 2.0})


def doubled(v):
    return v * settings.rate


def attribute(x):
    class Local:
        rate = settings.rate

    return x * Local.rate


def of_an_attribute_of_its_own(x):
    class Local:
        one = 1.0
        rate = settings.rate * one

    return x * Local.rate


def call(x):
    class Local:
        rate = doubled(1.0)

    return x * Local.rate


def in_a_comprehension(x):
    class Local:
        ones = [1.0]
        rates = [v * settings.rate for v in ones]

    return x * Local.rates[0]


def default_of_a_method(x):
    class Local:
        def scaled(self, v, by=settings.rate):
            return v * by

    return Local().scaled(x)


def default_of_a_static_method(x):
    class Local:
        @staticmethod
        def scaled(v, *, by=settings.rate):
            return v * by

    return Local.scaled(x)


def field_of_a_dataclass(x):
    @dataclass
    class Local:
        rate: float = settings.rate

    return x * Local().rate


def default_of_a_field(x):
    @dataclass
    class Local:
        rate: float = field(default=settings.rate)

    return x * Local().rate


def default_of_a_named_tuple(x):
    class Local(NamedTuple):
        rate: float = settings.rate

    return x * Local().rate


def member_of_an_enum(x):
    class Local(enum.Enum):
        RATE = settings.rate

    return x * Local.RATE.value


def inner_class(x):
    class Local:
        class Inner:
            rate = settings.rate

    return x * Local.Inner.rate


def branch(x):
    class Local:
        if settings.rate > 3.0:
            rate = 7.0
        else:
            rate = 2.0

    return x * Local.rate


def loop(x):
    class Local:
        for rate in [1.0, settings.rate]:
            last = rate

    return x * Local.last


@pytest.mark.parametrize(
    "function",
    [
        *(attribute, of_an_attribute_of_its_own, call, in_a_comprehension),
        *(default_of_a_method, default_of_a_static_method, field_of_a_dataclass),
        *(default_of_a_field, default_of_a_named_tuple, member_of_an_enum),
        *(inner_class, branch, loop),
    ],
)
def test_what_is_read_may_change(function, monkeypatch):
    gradient = srcad.grad(function)
    assert gradient(X).tolist() == [2, 2]
    monkeypatch.setattr(settings, "rate", 7.0)
    assert gradient(X).tolist() == [7, 7]


def test_parts_of_containers_may_change(monkeypatch):
    def function(x):
        class Local:
            rate = settings.values[0]
            places = len(settings.values)

            def scaled(self, v, by=settings.table["a"]):
                return v * by

        return Local().scaled(x) * Local.rate * Local.places

    monkeypatch.setattr(settings, "values", values := [2.0, 5.0])
    gradient = srcad.grad(function)
    assert gradient(X).tolist() == [8, 8]
    values[1] = 6.0
    assert gradient(X).tolist() == [8, 8]
    values[0] = 1.0
    assert gradient(X).tolist() == [4, 4]
    monkeypatch.setitem(settings.table, "a", 1.0)
    assert gradient(X).tolist() == [2, 2]
    monkeypatch.setattr(settings, "values", [1.0, 1.0, 1.0])
    assert gradient(X).tolist() == [3, 3]


class Told:
    def __init_subclass__(cls):
        cls.rate = settings.rate


class Kind(type):
    def __new__(cls, name, bases, space):
        return super().__new__(cls, name, bases, {**space, "rate": settings.rate})


class OfKind(metaclass=Kind):
    pass


def rated(one):
    one.rate = settings.rate
    return one


def of_a_base_that_is_told(x):
    class Local(Told):
        pass

    return x * Local.rate


def of_a_metaclass(x):
    class Local(metaclass=Kind):
        pass

    return x * Local.rate


def of_a_base_with_a_metaclass(x):
    class Local(OfKind):
        pass

    return x * Local.rate


def decorated(x):
    @rated
    class Local:
        pass

    return x * Local.rate


@pytest.mark.parametrize(
    "function",
    [of_a_base_that_is_told, of_a_metaclass, of_a_base_with_a_metaclass, decorated],
)
def test_nothing_of_the_users_runs_while_a_class_is_made(function):
    with pytest.raises(CompileError, match=r"SRC012.*would run while compiling"):
        srcad.grad(function)(X)
