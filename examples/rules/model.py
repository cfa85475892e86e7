"""Two functions with rules of their own, and one whose rule is wrong."""

import math

import numpy as np

import srcad

LOG_2 = math.log(2)


def log1mexp(x):
    """Return ``log(1 - exp(-x))`` of positive ``x``, without cancellation.

    Mächler 2012: from ``log 2`` on by ``log1p``, below by ``expm1``.
    """
    near = np.log(-np.expm1(-np.minimum(x, LOG_2)))
    far = np.log1p(-np.exp(-np.maximum(x, LOG_2)))
    return np.where(x < LOG_2, near, far)


@srcad.defbprop(log1mexp)
def log1mexp_bprop(x, out, dout):
    """The derivative is ``1 / (exp(x) - 1)``."""
    return (dout / np.expm1(x),)


def hinge_product(a, b):
    """Return ``max(a, 0) @ b``."""
    return np.maximum(a, 0) @ b


@srcad.defbprop(hinge_product)
def hinge_product_bprop(a, b, out, dout):
    """The product's rule, where ``a`` is positive."""
    return dout @ b.T * (a > 0), np.maximum(a, 0).T @ dout


def squared_distance(x, y):
    """Return ``(x - y) ** 2``."""
    return (x - y) ** 2


@srcad.defbprop(squared_distance)
def squared_distance_bprop(x, y, out, dout):
    """Wrong: ``y`` has the other sign."""
    dx = 2 * dout * (x - y)
    return dx, dx
