"""Functions with a rule of your own: C functions, Python functions, primitives."""

import math

import numpy as np

import srcad
from srcad import ops


@srcad.defbprop(math.erf)
def erf_bprop(x, out, dout):
    """The derivative of the error function."""
    return (dout * 2.0 / np.sqrt(np.pi) * np.exp(-x * x),)


def c_function(x):
    """Called by its name; the derivative is that of the rule."""
    return math.erf(0.5 * x) * x


def log_sum_exp(x):
    """Stable for large ``x``, as its rule is."""
    top = x.max()
    return top + np.log(np.exp(x - top).sum())


@srcad.defbprop(log_sum_exp)
def log_sum_exp_bprop(x, out, dout):
    """Without the maximum, whose derivatives cancel."""
    return (dout * np.exp(x - out),)


def python_function(x):
    """Read for its values; the derivative is that of the rule."""
    return log_sum_exp(x) * x


class Softsign(ops.Primitive):
    """A primitive in the manner of MindSpore, with its ``bprop``."""

    @ops.prim_attr_register
    def __init__(self, scale=1.0):
        self.scale = scale

    def __call__(self, x):
        return x / (self.scale + np.abs(x))

    def bprop(self, x, out, dout):
        return (dout * self.scale / (self.scale + np.abs(x)) ** 2,)


softsign = Softsign(2.0)


def primitive(x):
    """A primitive of the user's, called like a function."""
    return softsign(x) * x
