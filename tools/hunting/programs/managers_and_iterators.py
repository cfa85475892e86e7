"""Context managers, iterators and generators of classes of the program."""

import contextlib


class Scaled:
    factor = 2.0

    def __enter__(self):
        return self.factor

    def __exit__(self, kind, error, trace):
        return kind is ZeroDivisionError


class Countdown:
    def __init__(self, start):
        self.start = start

    def __iter__(self):
        self.now = self.start
        return self

    def __next__(self):
        if self.now == 0:
            raise StopIteration
        self.now -= 1
        return self.now

    def __reversed__(self):
        return iter((0.5, 1.5))

    def __contains__(self, number):
        return number < self.start


@contextlib.contextmanager
def shifted(amount):
    yield amount + Scaled.factor


scaled, start = Scaled(), 3


def function(x):
    down = Countdown(start)
    with scaled as factor, shifted(0.5) as shift:
        y = x * factor + shift
    for number in down:
        y = y + number * x
    for number in reversed(down):
        y = y * number
    if 2 in down:
        y = y + 1.0
    return y + len([*Countdown(2)])
