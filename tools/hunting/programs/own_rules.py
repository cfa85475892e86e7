"""Rules that ``defbprop`` gave, over constants of the module."""

import math

import numpy as np

import srcad

SURROGATE = True
SLOPE = 3.0


def helper(v):
    return v * 2.0


@srcad.defbprop(helper)
def helper_rule(v, out, dout):
    return (dout * SLOPE,)


def other(v):
    return np.sin(v) / math.pi


def function(x):
    return helper(x) * other(x)
