"""Functions and methods: the source of what is called is read as well."""

import functools

import numpy as np

from srcad import nn, ops


def softplus(x, sharpness=1.0):
    """A helper, in this module or in another."""
    return np.log1p(np.exp(sharpness * x)) / sharpness


def helper(x):
    """A helper with a default argument, called twice."""
    return softplus(x) - softplus(x, sharpness=2.0)


def growth(populations, rates, pressure):
    """Lotka and Volterra's equations: how fast species grow that press on others."""
    free = 1.0 - pressure @ populations
    return rates * populations * free


def called_often(populations, rates, pressure):
    """A helper that is called four times: one step of Runge and Kutta's method."""
    first = growth(populations, rates, pressure)
    second = growth(populations + 0.05 * first, rates, pressure)
    third = growth(populations + 0.05 * second, rates, pressure)
    fourth = growth(populations + 0.1 * third, rates, pressure)
    return populations + 0.1 / 6 * (first + 2 * second + 2 * third + fourth)


def closure(x, scale):
    """A function that is defined inside, and what it captures."""

    def scaled(value):
        return scale * np.tanh(value)

    return scaled(x) + scaled(scaled(x))


def lambdas(x):
    """Lambdas, also as arguments."""

    def twice(function, value):
        return function(function(value))

    return twice(lambda v: np.sin(v) + v, x)


def partials(x):
    """``functools.partial``."""
    sharp = functools.partial(softplus, sharpness=4.0)
    return sharp(x) * x


def weighted(*arrays, weights, offset=0.0, **unused):
    """``*args``, keyword-only arguments and ``**kwargs``."""
    total = offset
    for weight, array in zip(weights, arrays, strict=True):
        total = total + weight * array
    return total


def arguments(x, y):
    """Calls with all kinds of arguments."""
    pair = (x, y)
    options = {"weights": (0.5, 2.0), "name": "unused"}
    return weighted(*pair, **options) * weighted(y, weights=(1.0,), offset=x)


def scattered(x, energy):
    """A ray that splits in two until its energy is spent."""
    if energy < 0.1:
        return energy * np.sin(x)
    return scattered(x * 0.5, energy * 0.3) + scattered(x + 1.0, energy * 0.6)


def recursion(x, energy):
    """A function that calls itself as run time decides."""
    return scattered(x, energy) * x


def logged(function):
    """A decorator that keeps ``__wrapped__``."""

    @functools.wraps(function)
    def wrapper(*args):
        return 2.0 * function(*args)

    return wrapper


@logged
def decorated(x):
    """What a decorator does is part of the function."""
    return x * np.sin(x)


def generated(x, count):
    """A generator, consumed in place."""
    for k in range(1, count):
        yield x**k / k


def generators(x):
    """``yield`` in what a loop runs through."""
    total = 0.0
    for term in generated(x, 4):
        total = total + term
    return total


def settling(start, rate):
    """A generator whose loop runs as long as its values change."""
    previous = 0.0
    while abs(start - previous) > 0.01:
        yield start
        previous, start = start, start - rate * start * start


def yields(start, rate):
    """``yield`` in a run-time loop; the body of the ``for`` stands in its place."""
    total = 0.0
    for step, value in enumerate(settling(start, rate)):
        if step == 100:
            break
        total = total + value * value
    return total


def comprehensions(x):
    """Comprehensions, with conditions; over an array they become loops."""
    powers = [x**k for k in range(1, 4) if k != 2]
    squares = np.array([value * value for value in x if value > 0.0])
    return sum(powers) * squares.sum()


class Base(nn.Cell):
    """Methods of all kinds."""

    gain = 0.5

    def construct(self, x):
        """Return ``gain * x``."""
        return self.gain * x


class Methods(Base):
    """Own and inherited methods, ``super()``, static and class methods, properties."""

    @property
    def offset(self):
        """A property."""
        return 2.0 * self.gain

    @staticmethod
    def squashed(x):
        """A static method."""
        return ops.tanh(x)

    @classmethod
    def scaled(cls, x):
        """A class method."""
        return cls.gain * x

    def construct(self, x):
        """Return a mixture of all."""
        return self.squashed(super().construct(x)) + self.scaled(x) * self.offset
