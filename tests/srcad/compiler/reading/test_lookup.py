"""Attributes are found as Python finds them, and each place on the way is guarded.

A case gives a function of an array, and the changes that are made to what it reads: what
is compiled after each is what a plain call gives, and what is undone is not compiled
again.
"""

import contextlib
import functools
import sys
import types

import numpy as np
import pytest

import srcad
from srcad.gradient.modules import MODULES

X = np.array([1.0, 2.0])


class Base:
    factor = 2.0

    def method(self, x):
        return x * self.factor


class Middle(Base):
    pass


def of_the_object():
    class Thing(Base):
        pass

    thing = Thing()
    yield lambda x: x * thing.factor
    yield lambda: setattr(thing, "factor", 5.0)
    yield lambda: setattr(Thing, "factor", 7.0)
    yield lambda: delattr(thing, "factor")


def along_the_mro():
    class Left(Base):
        pass

    class Right(Base):
        factor = 3.0

    class Both(Left, Right):
        pass

    thing = Both()
    yield lambda x: thing.method(x)
    yield lambda: setattr(Left, "factor", 4.0)
    yield lambda: setattr(Both, "factor", 6.0)
    yield lambda: setattr(Both, "method", lambda self, x: x * 9.0)


def other_bases():
    class One(Base):
        pass

    class Two(Base):
        factor = 8.0

    class Thing(One):
        pass

    thing = Thing()
    yield lambda x: x * thing.factor
    yield lambda: setattr(Thing, "__bases__", (Two,))


def another_class():
    class One(Base):
        pass

    class Two(Base):
        factor = 8.0

    thing = One()
    yield lambda x: x * thing.factor
    yield lambda: setattr(thing, "__class__", Two)


def a_slot():
    class Slotted:
        __slots__ = ("factor",)

    class Derived(Slotted):
        __slots__ = ()

    thing = Derived()
    thing.factor = 2.0
    yield lambda x: x * thing.factor
    yield lambda: setattr(thing, "factor", 3.0)


def a_property():
    class Thing:
        _factor = 2.0

        @property
        def factor(self):
            return self._factor * self.more

        more = 1.0

    thing = Thing()
    yield lambda x: x * thing.factor
    yield lambda: setattr(thing, "_factor", 3.0)
    yield lambda: setattr(Thing, "more", 5.0)
    yield lambda: setattr(Thing, "factor", property(lambda self: 11.0))


def a_property_before_the_object():
    class Thing:
        factor = property(lambda self: self.__dict__["held"])

    thing = Thing()
    thing.__dict__.update(factor=99.0, held=2.0)
    yield lambda x: x * thing.factor
    yield lambda: thing.__dict__.update(held=3.0)
    yield lambda: setattr(Thing, "factor", 7.0)


def a_static_and_a_class_method():
    class Thing:
        by = 2.0

        @staticmethod
        def fixed(x):
            return x * 3.0

        @classmethod
        def scaled(cls, x):
            return x * cls.by

    thing = Thing()
    yield lambda x: thing.fixed(x) + thing.scaled(x) + Thing.scaled(x)
    yield lambda: setattr(Thing, "by", 5.0)
    yield lambda: setattr(Thing, "fixed", staticmethod(lambda x: x * 7.0))


def of_a_class():
    class Thing(Base):
        pass

    yield lambda x: x * Thing.factor
    yield lambda: setattr(Thing, "factor", 3.0)


def of_a_metaclass():
    class Meta(type):
        factor = 2.0

    class Thing(metaclass=Meta):
        pass

    yield lambda x: x * Thing.factor
    yield lambda: setattr(Meta, "factor", 3.0)
    yield lambda: setattr(Thing, "factor", 5.0)


def a_property_of_a_metaclass():
    class Meta(type):
        held = 2.0

        @property
        def factor(cls):
            return cls.held

    class Thing(metaclass=Meta):
        pass

    yield lambda x: x * Thing.factor
    yield lambda: setattr(Meta, "held", 3.0)
    yield lambda: setattr(Thing, "held", 5.0)


def a_descriptor():
    class Scaled:
        def __init__(self, by):
            self.by = by

        def __get__(self, owner, kind):
            return self.by * owner.factor

    class Thing:
        factor = 2.0
        scaled = Scaled(3.0)

    thing = Thing()
    yield lambda x: x * thing.scaled
    yield lambda: setattr(vars(Thing)["scaled"], "by", 4.0)
    yield lambda: setattr(thing, "factor", 5.0)
    yield lambda: setattr(thing, "scaled", 9.0)


def a_getattr():
    class Thing:
        def __init__(self):
            self.table = {"factor": 2.0, "other": 1.0}

        def __getattr__(self, name):
            if name in self.table:
                return self.table[name]
            raise AttributeError(name)

    thing = Thing()
    yield lambda x: x * thing.factor
    yield lambda: thing.table.update(factor=3.0)
    yield lambda: setattr(thing, "factor", 5.0)
    yield lambda: delattr(thing, "factor")


def of_a_module():
    module = types.ModuleType("planted_module")
    module.factor = 2.0
    sys.modules["planted_module"] = module
    yield lambda x: x * module.factor
    yield lambda: setattr(module, "factor", 3.0)


def a_getattr_of_a_module():
    module = types.ModuleType("planted_module")
    module.held = 2.0

    def answer(name):
        if name == "factor":
            return module.held
        raise AttributeError(name)

    module.__getattr__ = answer
    sys.modules["planted_module"] = module
    yield lambda x: x * module.factor
    yield lambda: setattr(module, "held", 3.0)
    yield lambda: setattr(module, "factor", 5.0)


def of_a_function():
    def helper(x):
        return x * helper.factor

    helper.factor = 2.0
    yield lambda x: helper(x)
    yield lambda: setattr(helper, "factor", 3.0)


def by_super():
    class Thing(Middle):
        def method(self, x):
            return super().method(x) + 1.0

    thing = Thing()
    yield lambda x: thing.method(x)
    yield lambda: setattr(thing, "factor", 5.0)


def by_hasattr_and_getattr():
    class Thing:
        pass

    thing = Thing()
    yield lambda x: x * getattr(thing, "a", 2.0) + hasattr(thing, "b")
    yield lambda: setattr(thing, "a", 3.0)
    yield lambda: setattr(Thing, "b", None)


def of_a_partial():
    def scaled(x, by):
        return x * by

    held = types.SimpleNamespace(function=functools.partial(scaled, by=2.0))
    yield lambda x: held.function(x)
    yield lambda: setattr(held, "function", functools.partial(scaled, by=3.0))


def of_a_bound_method():
    one, two = Base(), Base()
    two.factor = 5.0
    held = types.SimpleNamespace(method=one.method)
    yield lambda x: held.method(x)
    yield lambda: setattr(one, "factor", 3.0)
    yield lambda: setattr(held, "method", two.method)


def defaults():
    def scaled(x, by=2.0, *, more=1.0):
        return x * by + more

    yield lambda x: scaled(x)
    yield lambda: setattr(scaled, "__defaults__", (3.0,))
    yield lambda: setattr(scaled, "__kwdefaults__", {"more": 4.0})


CASES = [
    *(of_the_object, along_the_mro, other_bases, another_class, a_slot, a_property),
    *(a_property_before_the_object, a_static_and_a_class_method, of_a_class),
    *(of_a_metaclass, a_property_of_a_metaclass, a_descriptor, a_getattr),
    *(of_a_module, a_getattr_of_a_module, of_a_function, by_super),
    *(by_hasattr_and_getattr, of_a_partial, of_a_bound_method, defaults),
]


@pytest.fixture(autouse=True)
def _no_planted_module():
    yield
    sys.modules.pop("planted_module", None)


@pytest.mark.parametrize("fresh", [False, True], ids=["one process", "from the store"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_what_is_read_is_noticed(case, fresh, compilations):
    function, *changes = case()
    gradient = srcad.value_and_grad(function)
    for change in (lambda: None, *changes):
        change()
        if fresh:
            MODULES.clear()
        out, _ = gradient(X)
        assert np.array_equal(out, function(X))
        again, _ = gradient(X)
        assert np.array_equal(out, again)
    assert compilations.count <= len(changes) + 1


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_each_change_is_one_that_matters(case):
    function, *changes = case()
    found = [function(X)]
    for change in changes:
        change()
        found.append(function(X))
    assert len({str(one) for one in found}) > 1


def test_a_property_runs_in_the_evaluation_and_not_while_it_is_looked_up(compilations):
    ran = []

    class Thing:
        @property
        def factor(self):
            ran.append(self)
            return 2.0

    thing = Thing()
    with contextlib.suppress(srcad.CompileError):
        srcad.grad(lambda x: x * thing.factor)(X)
    assert ran == []
