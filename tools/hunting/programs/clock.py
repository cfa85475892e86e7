"""A helper that asks for the time."""

import time

REFUSED = "SRC025"


def factor():
    return 1.0 + 0.0 * time.perf_counter()


def function(x):
    return x * factor()
