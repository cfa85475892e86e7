"""Arguments of several kinds: arrays, a number, a string, a dict."""

import numpy as np

INPUTS = (
    np.array([0.5, -1.25, 2.0]),
    np.array([[1.0, 2.0, 3.0], [0.5, 1.5, 2.5]]),
    0.75,
)
OPTIONS = {"bias": 0.5, "power": 2}


def function(x, m, s, mode="row"):
    y = m @ x if mode == "row" else m.T @ x[:2]
    return (y + OPTIONS["bias"]) ** OPTIONS["power"] * s
