"""What counts as of a class that does not stand among its bases."""

import abc
import numbers
from collections.abc import Iterable, Sized
from typing import Protocol, runtime_checkable


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...

    def doubled(self):
        return self.area() * 2.0


class Square(Shape):
    side = 1.5

    def area(self):
        return self.side**2


class Stone:
    weight = 3.0


@runtime_checkable
class Weighed(Protocol):
    weight: float


THINGS = [Square(), Stone(), 2.5, (1.0, 2.0)]


def function(x):
    y = x
    for thing in THINGS:
        if isinstance(thing, Shape):
            y = y * thing.doubled()
        elif isinstance(thing, Weighed):
            y = y + thing.weight
        elif isinstance(thing, numbers.Number):
            y = y - thing
        if isinstance(thing, Sized):
            y = y * len(thing)
        if isinstance(thing, Iterable):
            y = y + sum(thing)
    return y
