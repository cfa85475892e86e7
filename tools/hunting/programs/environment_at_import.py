"""A constant that comes from the environment when the module is imported."""

import os

ENVIRONMENT = {"HUNT_SCALE": "2.0"}


class Cfg:
    scale = float(os.environ["HUNT_SCALE"])


LIMIT = int(float(os.environ.get("HUNT_LIMIT", "2")))


def function(x):
    return x * Cfg.scale + LIMIT
