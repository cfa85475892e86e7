"""Globals that only a helper, and a helper of it, read."""

RATE = 2.0
MODE = "square"
TABLE = {"gain": 0.5, "loss": 0.25}


def deep(v):
    return v * RATE


def helper(v):
    if MODE == "square":
        return deep(v) ** 2
    return deep(v) * TABLE["gain"]


def function(x):
    return helper(x) + TABLE["loss"]
