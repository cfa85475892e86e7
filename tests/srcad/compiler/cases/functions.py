"""Helpers, closures, lambdas, keyword arguments; inputs and outputs of several kinds."""

import functools
from collections import namedtuple

import numpy as np

from tests.srcad.compiler.cases.case import apart, case, positive

SCALE = 2.5
WEIGHTS = np.array([[1.0, -2.0], [0.5, 3.0]])
Pair = namedtuple("Pair", "first second")


def square(x):
    return x * x


def affine(x, weight=2.0, *, bias=1.0):
    return weight * x + bias


def power(x, k):
    if k == 0:
        return 1.0
    return x * power(x, k - 1)


def make_scaled(factor):
    def scaled(x):
        return x * factor

    return scaled


triple = make_scaled(3.0)


@case("float64[n]")
def helper(x):
    return square(np.sin(x)) + square(x)


@case("float64[n]")
def keywords(x):
    return affine(x, bias=x[0]) * affine(x, 3.0) * affine(x=x, weight=x)


@case("float64[n]")
def recursion(x):
    return power(x, 4)


@case("float64[n]")
def closure_of_the_module(x):
    return triple(x) * x


@case("float64[n]")
def closure(x):
    y = x * x

    def inner(z):
        return z * y + x

    return inner(x) * inner(y)


@case("float64[n]")
def nonlocal_counter(x):
    total = x * 0.0

    def add(z):
        nonlocal total
        total = total + z * z

    add(x)
    add(np.sin(x))
    return total


@case("float64[n]")
def lambdas(x):
    twice = lambda f, z: f(f(z))  # noqa: E731
    return twice(lambda z: z * x + 1.0, x)


@case("float64[n]")
def partials(x):
    cube = functools.partial(power, k=3)
    return cube(x) + x


@case("float64[n, 2]")
def constants_of_the_module(x):
    return SCALE * x @ WEIGHTS


@case("float64[n]")
def comprehension(x):
    return sum(c * x**k for k, c in enumerate((1.0, -2.0, 0.5)))


@case("float64[n]")
def dictionary(x):
    parts = {"a": x * x, "b": np.sin(x)}
    parts["c"] = parts["a"] * parts["b"]
    return sum(parts.values())


@case("float64[n]")
def named_tuple(x):
    pair = Pair(x * x, second=x)
    return pair.first * pair.second


@case("float64[n]")
def walrus(x):
    return (y := x * x) * y + x


@case("float64[n]")
def several_targets(x):
    a = b = x * x
    c, (d, e) = a, (b, x)
    return c * d * e


@case("float64[n]")
def reassigned(x):
    v = x * x
    v = np.sin(v)
    v = v * x
    v = v + v
    return v


@case("float64[n]", "float64[n]")
def reassigned_inputs(x, y):
    x = x * y
    y = x + y
    x = np.tanh(x * y)
    return x * y


# --------------------------------------------------------------------------- outputs


@case("float64[n]")
def output_of_a_tuple(x):
    return x * x, x.sum()


@case("float64[n]")
def output_is_an_input(x):
    return x


@case("float64[n]", "float64[n]")
def outputs_are_inputs(x, y):
    return y, x, x * y


@case("float64[n]")
def output_twice(x):
    y = x * x
    return y, y


@case("float64[n]", "float64[n]")
def unused_input(x, y):
    return x * x


@case("float64[n]")
def constant_part(x):
    return x * x, 3.0, np.ones(2)


@case("float64[n]", values={"x": apart})
def integer_part(x):
    return x * x, (x > 0).sum(), np.argmax(x)


@case("float64[n]")
def nested_outputs(x):
    return (x * x, [np.sin(x), (x[0],)])


@case("float64[n]")
def output_of_a_dict(x):
    return {"square": x * x, "sum": x.sum()}


@case("float64[n]")
def single_tuple(x):
    return (x * x,)


@case("float64[]")
def number(x):
    return np.exp(x) * x


@case("float64")
def python_number(x):
    return x * x + 1.0 / x


@case("float64", "float64[n]")
def python_number_and_array(a, x):
    return a * x + a**2


# ---------------------------------------------------------------------------- inputs


@case("float64[n]", "int64[n]")
def integer_input(x, k):
    return x * k + (k + 1) * x**2


@case("float64[n]", "bool[n]")
def bool_input(x, m):
    return x * m + (~m) * x * x


@case("float64[n]", "int32[n]", "uint8[n]")
def small_integers(x, k, u):
    return x * (k + u) * 2.0


@case("float64[n]", "int64")
def python_integer(x, k):
    return x * k + x ** (k + 2)


@case("float64[n]", values={"x": positive})
def cast_and_back(x):
    return x * np.floor(x).astype(np.int64) + x.astype(np.int32).astype(np.float64)


@case("float64[n]", "float64[n]", wrt=("y",))
def only_the_second(x, y):
    return x * y * y


@case("float64[n]", "float64[n]", wrt=("x",))
def only_the_first(x, y):
    z = x
    for i in range(3):
        z = z * y + x
    return z


@case("float64[n]", values={"x": apart})
def no_derivative_on_purpose(x):
    return np.sign(x) * x + np.floor(x) * x + np.round(x) + (x > 0) * x


@case("float64[n]", values={"x": positive})
def all_zero(x):
    return np.sign(x)


@case("float64[n]")
def prints(x):
    y = x * x
    if x.ndim == 1:
        pass
    assert x.ndim == 1, "a vector"
    return y


def _with_options(x, **options):
    scale = options.pop("scale", 2.0)
    options["power"] = options.get("power", 1) + 1
    shift = options.pop("shift", x)
    if "unit" in options:
        del options["unit"]
    return (x * scale + shift) ** options.popitem()[1]


@case("float64[n]", draws=2)
def options_of_its_own(x):
    given = {"scale": 3.0, "unit": "m"}
    first = _with_options(x, **given)
    return first + _with_options(x, shift=x * x, power=2) * len(given)


@case("float64[n]", draws=2)
def options_of_a_closure(x):
    def scaled(y, **options):
        return y * options.pop("by", 2.0) * (1 + len(options))

    return scaled(x, by=x) + scaled(x, to=1.0)


def _1_2(v):
    return np.sin(v) * np.cos(v) + np.exp(np.sin(v))


def _if(v):
    _2nd = np.tanh(v) * v
    return np.cos(_2nd) * np.exp(_2nd), _2nd


def _3rd(v, n):
    return v if n == 0 else _3rd(v * 1.5, n - 1) * 2.0


@case("float64[n]")
def names_that_are_none_without_their_underscores(x):
    a, _4 = _if(_1_2(x) + _1_2(2.0 * x) + _1_2(x * 3.0))
    b, _5 = _if(x * 0.5)
    c, _6 = _if(x * 0.3)
    return a * _4 + b * _5 + c * _6 + _3rd(x, int(x[0] > 0) + 2)
