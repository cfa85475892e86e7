"""Distances between the rows of two arrays."""

import numpy as np


def distance(x, y):
    apart = x[:, None, :] - y[None, :, :]
    squares = (apart * apart).sum(axis=2)
    return np.sqrt(squares + 1.0)
