"""A dict and a list that a class holds."""

import numpy as np


class Cfg:
    rates = {"first": 0.5, "second": 1.5}
    powers = [1, 2]


def function(x):
    total = 0.0
    for power in Cfg.powers:
        total = total + np.sum(x**power)
    return total * Cfg.rates["first"] + Cfg.rates["second"] * x
