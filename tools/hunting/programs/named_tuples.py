"""Named tuples and tuples of functions."""

from typing import NamedTuple

import numpy as np


class Step(NamedTuple):
    scale: float
    shift: float = 0.0


def halved(v):
    return v * 0.5


steps = (Step(2.0, 0.5), Step(1.5))
functions = (np.sin, halved)


def function(x):
    for step in steps:
        x = x * step.scale + step.shift
    for one in functions:
        x = one(x)
    return x
