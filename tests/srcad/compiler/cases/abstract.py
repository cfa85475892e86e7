"""Classes derived from those of ``collections.abc``, which give them methods."""

import math
from collections.abc import Iterator, MutableMapping, Sequence

from tests.srcad.compiler.cases.case import case


class Polynomial(Sequence):
    def __init__(self, coefficients):
        self.coefficients = list(coefficients)

    def __getitem__(self, place):
        return self.coefficients[place]

    def __len__(self):
        return len(self.coefficients)


@case("float64[3]")
def a_sequence(x):
    p = Polynomial(x)
    forwards = sum(v * k for k, v in enumerate(p))
    return forwards * sum(k * v for k, v in enumerate(reversed(p))) + p[-1] * len(p)


class Weights(MutableMapping):
    def __init__(self, **weights):
        self.held = dict(weights)

    def __getitem__(self, name):
        return self.held[name]

    def __setitem__(self, name, weight):
        self.held[name] = weight

    def __delitem__(self, name):
        del self.held[name]

    def __iter__(self):
        return iter(self.held)

    def __len__(self):
        return len(self.held)


@case("float64[3]")
def a_mapping(x):
    w = Weights(a=x[0])
    w.update(b=x[1])
    w.setdefault("c", x[2])
    w["a"] = w["a"] * 2.0
    taken = w.pop("b")
    total = sum(v * v for v in w.values()) + taken * w.get("missing", 3.0)
    return total + sum(len(name) * v for name, v in w.items()) * ("c" in w)


class Doubled(Iterator):
    def __init__(self, values):
        self.values = values
        self.place = -1

    def __next__(self):
        self.place += 1
        if self.place >= len(self.values):
            raise StopIteration
        return self.values[self.place] * 2.0


@case("float64[3]")
def an_iterator(x):
    return sum(v * v for v in Doubled(x)) + next(Doubled(x))


class Ratio:
    def __init__(self, value):
        self.value = value

    def __divmod__(self, other):
        return self.value * other, self.value + other

    def __rdivmod__(self, other):
        return self.value - other, self.value * 2.0


@case("float64[n]")
def what_a_class_says_of_divmod(x):
    first, second = divmod(Ratio(x), 3.0)
    third, fourth = divmod(2.0, Ratio(x[0]))
    return first * second + third * fourth


class Rounded:
    """Says itself what it is as a whole number."""

    def __init__(self, value):
        self.value = value

    def __float__(self):
        return 9.0

    def __floor__(self):
        return self.value * 2.0

    def __ceil__(self):
        return self.value * 3.0

    def __trunc__(self):
        return self.value * 5.0

    def __floordiv__(self, other):
        return 7.0

    __mod__ = __floordiv__

    def __divmod__(self, other):
        return self.value, other


class Signed(int):
    def __abs__(self):
        return 3.0


_SIGNED, _ROUNDED = Signed(-2), Rounded(4.0)


@case("float64[n]")
def what_a_class_says_of_its_whole_part(x):
    one, total = Rounded(x[0]), math.floor(_ROUNDED) * abs(_SIGNED)
    total = total * math.floor(one) * math.ceil(one) + math.trunc(one)
    first, second = divmod(one, x[-1])
    return total * first + second
