"""Keys that are equal and not the same: 1, 1.0 and True."""

import math

TABLE = {1: 2.0, 0.5: 3.0, (1, 2): 0.25}
KEY = 1
LIMITS = {"high": math.inf, "low": -1.0, "zero": 0.0}


def function(x):
    y = x * TABLE[KEY] + TABLE[0.5] * TABLE[(1, 2)]
    if LIMITS["high"] > 10:
        y = y * 2.0
    return y * math.copysign(1.5, LIMITS["zero"]) - LIMITS["low"]
