"""The environment, read by a helper that gets no array."""

import os

ENVIRONMENT = {"HUNT_RATE": "0.5"}


def rate():
    return float(os.environ["HUNT_RATE"]) + float(os.getenv("HUNT_SHIFT", "0.25"))


def function(x):
    return x * x * rate()
