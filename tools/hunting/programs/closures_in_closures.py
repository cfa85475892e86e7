"""Closure variables of functions that are closure variables."""

import numpy as np


def made(scale, weights):
    shift = 0.5

    def inner(v):
        return v * scale + weights

    def middle(v, by=2.0):
        return inner(v) * by + shift

    def outer(x):
        return np.sin(middle(x)) + (lambda v: inner(v) ** 2)(x)

    return outer


function = made(1.5, np.array([0.5, 1.0, -1.0]))
