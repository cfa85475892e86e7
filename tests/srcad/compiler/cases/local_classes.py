"""Classes that are defined inside of the function that is differentiated."""

import enum
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.srcad.compiler.cases.case import case


@case("float64[n]")
def a_class_of_its_own(x):
    scale = 2.0

    class Product:
        power = scale * 2.0

        def __init__(self, first):
            self.first = first

        def of(self, second):
            return self.first * second * scale * self.power

    product = Product(x)
    scale = x.sum()
    return product.of(x)


@case("float64[n]")
def inheritance(x):
    class Base:
        def __init__(self, a):
            self.a = a

        def value(self):
            return self.a * 2.0

    class Sum(Base):
        def __init__(self, a, b):
            super().__init__(a)
            self.b = b

        def value(self):
            return super().value() + self.b

        @property
        def twice(self):
            return self.value() * 2.0

        @staticmethod
        def tripled(v):
            return v * 3.0

        @classmethod
        def of(cls, v):
            return cls(v, v * v)

        def __add__(self, other):
            return Sum(self.a + other.a, self.b * other.b)

    one = Sum.of(x)
    return (one + one).twice * Sum.tripled(x)


@case("float64[n]")
def a_class_that_super_is_told(x):
    class Base:
        def __init__(self, a):
            self.a = a

        def value(self):
            return self.a * 2.0

    class Sum(Base):
        def __init__(self, a, b):
            self.b = b
            super(Sum, self).__init__(a)

        def value(self):
            return super(Sum, self).value() + self.b

    return Sum(x, x * x).value()


@case("float64[n]")
def state_that_changes(x):
    class Products:
        def __init__(self):
            self.total = 0.0
            self.prev = None

        def push(self, v):
            if self.prev is not None:
                self.total = self.total + v * self.prev
            self.prev = v

        def __iter__(self):
            for v in x:
                yield v * self.total

    products = Products()
    for v in x:
        products.push(v)
    return products.total + sum(products)


@case("float64[n]")
def records(x):
    @dataclass(frozen=True)
    class Box:
        a: Any
        b: float = 2.0
        parts: list = field(default_factory=list)

        def area(self):
            return self.a * self.b * x.sum()

    class Pair(NamedTuple):
        first: Any
        second: Any = 3.0

    class Kind(enum.Enum):
        ONE = 1
        TWO = 2

    first, second = Pair(x)
    kind = Kind.TWO
    return Box(x).area() * first * second * (2.0 if kind is Kind.TWO else 1.0)


@case("float64[n]")
def made_again_and_again(x):
    def maker(k):
        class Scaled:
            def of(self, v):
                return v * k

        return Scaled

    first, second = maker(2.0), maker(x.sum())
    total = first().of(x) * second().of(x)
    for v in x:

        class Inner:
            def __init__(self, a):
                self.a = a

            def value(self):
                return self.a * v

        total = total + Inner(v).value()
    return total


@case("float64[n]")
def names_of_the_class_body(x):
    class Dual:
        def __init__(self, value, slope=0.0):
            self.value, self._slope = value, slope

        def __add__(self, other):
            other = other if isinstance(other, Dual) else Dual(other)
            return Dual(self.value + other.value, self.slope + other.slope)

        __radd__ = __add__

        def __mul__(self, other):
            other = other if isinstance(other, Dual) else Dual(other)
            slope = self.value * other.slope + self.slope * other.value
            return Dual(self.value * other.value, slope)

        __rmul__ = __mul__

        @property
        def slope(self):
            return self._slope

        @slope.setter
        def slope(self, slope):
            self._slope = slope * 2.0

    dual = Dual(x, 1.0)
    dual.slope = 0.5
    return (dual * dual * dual + 2.0 * dual + 1.0).slope * x


@case("float64[n]", "float64[]")
def fields_with_names_of_the_function(x, k):
    @dataclass
    class State:
        x: Any
        k: float = 2.0
        double = k * 2.0

        def moved(self, by):
            return State(self.x + by * k, self.k)

    state = State(x).moved(k).moved(x)
    return state.x * state.k * State.double
