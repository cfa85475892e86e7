"""What a program asks of functions and classes: code, fields, bases."""

import dataclasses
import functools


def gauss(v, width=2.0, *, height=1.5):
    return height * v / width


@dataclasses.dataclass
class Settings:
    rate: float = 0.5
    steps: int = 2
    names: list = dataclasses.field(default_factory=lambda: ["a"])


class Fast(Settings):
    bonus = 1.0


half = functools.partial(gauss, width=4.0)
settings = Fast()


def function(x):
    count = gauss.__code__.co_argcount
    y = gauss(x) + half(x, height=2.0) * count
    y = y * settings.rate + len(Fast.__mro__)
    for field in dataclasses.fields(settings):
        y = y + len(field.name) * x
    made = Settings(rate=0.75)
    other = dataclasses.replace(made, steps=3)
    y = y * made.rate + other.steps + len(made.names)
    return y * half.keywords["width"] + gauss.__kwdefaults__["height"]
