"""What NumPy is slow at: a loop over numbers, formulas of small arrays, and windows."""

import numpy as np

from srcad import ops


def growth(rate, limit, population, days=365):
    """The population after some days of logistic growth, by the method of Euler."""
    for _ in range(days):
        population = population + rate * population * (1 - population / limit) / 365
    return population


def prices(spot, strike, volatility, rate, time):
    """The total price of call options by Black and Scholes, the normal distribution
    approximated by a logistic one."""
    spread = volatility * np.sqrt(time)
    d1 = (np.log(spot / strike) + rate * time) / spread + 0.5 * spread
    d2 = d1 - spread
    n1 = 1 / (1 + np.exp(-1.5976 * d1 - 0.07056 * d1**3))
    n2 = 1 / (1 + np.exp(-1.5976 * d2 - 0.07056 * d2**3))
    return np.sum(spot * n1 - strike * np.exp(-rate * time) * n2)


def brightest(images, kernel, bias):
    """How bright the edges of images are: the mean, over parts of two by two, of what a
    convolution finds."""
    edges = ops.relu(ops.conv2d(images, kernel, bias, pad_mode="pad", padding=1))
    return np.mean(ops.max_pool2d(edges, 2, 2))
