"""A helper that draws a number from a generator that it keeps."""

import random

REFUSED = "SRC025"
source = random.Random(0)


def factor():
    return source.random()


def function(x):
    return x * factor()
