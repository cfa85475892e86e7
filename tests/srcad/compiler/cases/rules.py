"""Functions with a rule that ``defbprop`` gave them; Cells and primitives with one."""

import functools

import numpy as np

import srcad
from srcad import nn, ops
from tests.srcad.compiler import fastmath
from tests.srcad.compiler.cases.case import case, positive


@srcad.defbprop(fastmath.erf)
def erf_bprop(x, out, dout):
    return (dout * 1.1283791670955126 * np.exp(-x * x),)


@srcad.defbprop(fastmath.lgamma, like=lambda x: x * 1.0)
def lgamma_bprop(x, out, dout):
    # The digamma function, by its asymptotic series at x + 6.
    digamma = np.log(x + 6) - 0.5 / (x + 6) - 1 / (12 * (x + 6) ** 2)
    digamma = digamma + 1 / (120 * (x + 6) ** 4) - 1 / (252 * (x + 6) ** 6)
    digamma = digamma + 1 / (240 * (x + 6) ** 8) - 5 / (660 * (x + 6) ** 10)
    for k in range(6):
        digamma = digamma - 1 / (x + k)
    return (dout * digamma,)


@srcad.defbprop(fastmath.distance, like=lambda a, b: a[0] + b[0])
def dist_bprop(a, b, out, dout):
    da = dout * (a - b) / fastmath.distance(a, b)
    return da, -da


@srcad.defbprop(fastmath.lookup)
def lookup_bprop(x, out, dout):
    return (np.cos(x) * dout,)


@srcad.defbprop(fastmath.energy, like=lambda x, axis=0: x.sum(axis=axis))
def energy_bprop(x, axis, out, dout):
    return 2 * x * np.expand_dims(dout, axis), None


@srcad.defbprop(fastmath.square)
def square_bprop(x, out, dout):
    return (2 * dout * x,)


@case("float64")
def c_function(x):
    return fastmath.erf(x * 2.0) * x


@case("float64[]", values={"x": positive})
def c_function_of_a_number_of_numpy(x):
    return fastmath.lgamma(x) * fastmath.erf(x)


@case("float64[n]", "float64[n]")
def c_function_of_arrays(a, b):
    return fastmath.distance(a, b) * a[0]


@case("float64[n]")
def c_function_in_a_loop(x):
    total = 0.0
    for i in range(x.shape[0]):
        total = total + fastmath.erf(x[i]) * x[i]
    return total


@case("float64[n]")
def object_by_name(x):
    return fastmath.lookup(x) * x


@case("float64[n]", "float64[m, 1]")
def object_of_broadcast_arrays(x, y):
    return fastmath.lookup(x * y) + y


@case("float64[n, m]")
def function_by_name(x):
    return fastmath.energy(x, 1) * fastmath.energy(x, axis=1)


@case("float64[n]")
def function_that_is_read(x):
    return fastmath.square(x) * fastmath.square(np.sin(x))


@case("float64[n]")
def rule_of_constants(x):
    return x * fastmath.erf(0.5)


class Looked(nn.Cell):
    def construct(self, x):
        return fastmath.lookup(x) * x + fastmath.square(x)


@case("float64[n]")
class LookedTwice(nn.Cell):
    """The rules are those of functions in a sub-cell, to second order as well."""

    def __init__(self):
        super().__init__()
        self.looked = Looked()

    def construct(self, x):
        return self.looked(x) * self.looked(x * 2.0)


class Cube(ops.Primitive):
    """In the manner of MindSpore's primitives."""

    @ops.prim_attr_register
    def __init__(self, scale=2.0):
        super().__init__("Cube")
        self.scale = scale
        self.init_prim_io_names(inputs=["x"], outputs=["y"])

    def __infer__(self, x):
        return {"shape": x["shape"], "dtype": x["dtype"], "value": None}

    def infer_shape(self, x):
        return x

    def __call__(self, x):
        return self.scale * x * x * x

    def bprop(self, x, out, dout):
        return (3 * self.scale * x * x * dout,)


class Cubed(nn.Cell):
    def __init__(self):
        super().__init__()
        self.cube = Cube(0.5)

    def construct(self, x):
        return self.cube(x) * x


@case("float64[n]")
class CubedTwice(nn.Cell):
    def __init__(self):
        super().__init__()
        self.cubed = Cubed()
        self.cube = Cube()

    def construct(self, x):
        return self.cubed(x) + self.cube(np.sin(x))


def doubled(method):
    @functools.wraps(method)
    def inner(*args):
        return tuple(2 * part for part in method(*args))

    return inner


@case("float64[n]")
class DecoratedRule(nn.Cell):
    def construct(self, x):
        return x * x

    @doubled
    def bprop(self, x, out, dout):
        return (x * dout,)


def made(factor):
    class Scaled(nn.Cell):
        def construct(self, x):
            return factor * x * x

        def bprop(self, x, out, dout):
            return (2 * factor * x * dout,)

    return Scaled()


@case("float64[n]")
class RulesOfClosures(nn.Cell):
    """What a ``bprop`` reads from a function around it cannot be printed with it."""

    def __init__(self):
        super().__init__()
        self.first, self.second = made(2.0), made(3.0)

    def construct(self, x):
        return self.first(x) * self.second(x)


def straight_through(self, x, out, dout):
    return (dout * self.k,)


@case("float64[n]")
class NamedRule(nn.Cell):
    """The text of the method has its own name."""

    bprop = straight_through

    def __init__(self):
        super().__init__()
        self.k = 2.0

    def construct(self, x):
        return x * self.k


@case("float64[n]")
class NamedRuleWithin(nn.Cell):
    def __init__(self):
        super().__init__()
        self.named = NamedRule()

    def construct(self, x):
        return self.named(x * x) * x
