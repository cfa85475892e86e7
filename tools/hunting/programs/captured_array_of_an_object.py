"""Arrays in attributes, in lists, and in a view of another."""

import numpy as np


class Holder:
    def __init__(self):
        self.base = np.arange(6.0)
        self.view = self.base[:3]
        self.parts = [np.ones(3), np.array([0.5, 1.5, 2.5])]


holder = Holder()


def function(x):
    total = x * holder.view
    for part in holder.parts:
        total = total * part + x
    return total
