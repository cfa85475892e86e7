"""``match`` over a string, a tuple and a class."""

import math
from dataclasses import dataclass


@dataclass
class Options:
    mode: str = "power"
    shape: tuple = (2, 0.5)


options = Options()


def function(x):
    match options.mode:
        case "power":
            y = x ** options.shape[0]
        case "root":
            y = abs(x) ** options.shape[1]
        case _:
            y = x
    match options.shape:
        case (2, b):
            return y * b
        case (a, b):
            return y * a * b * math.pi
        case _:
            return y
