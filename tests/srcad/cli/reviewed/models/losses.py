"""Losses."""

import numpy as np


def huber(prediction, label):
    # Quadratic near 0, linear far from it.
    delta = 1.0
    residual = prediction - label
    size = np.abs(residual)
    near = 0.5 * residual * residual
    far = delta * (size - 0.5 * delta)
    return np.where(size <= delta, near, far).mean()
