"""The environment, read when the function is called."""

import os

ENVIRONMENT = {"HUNT_MODE": "fast"}


def function(x):
    if os.environ.get("HUNT_MODE", "slow") == "fast":
        return x * 2.0
    return x * 3.0
