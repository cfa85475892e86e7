"""Members of enumerations, by name, by value, in order, and as flags."""

import enum


class Mode(enum.Enum):
    FAST = 1.5
    SLOW = 0.5

    @property
    def twice(self):
        return self.value * 2.0


class Size(enum.IntEnum):
    SMALL = 1
    LARGE = 3


class Part(enum.Flag):
    HEAD = enum.auto()
    TAIL = enum.auto()


class Name(str, enum.Enum):
    RELU = "relu"
    TANH = "tanh"


chosen, parts = Mode.FAST, Part.HEAD | Part.TAIL


def function(x):
    y = x * chosen.value + Mode["SLOW"].twice
    for mode in Mode:
        y = y + mode.value * x
    y = y * len(Size) + Size(3)
    if Part.TAIL in parts:
        y = y * 0.5
    if Name.RELU == "relu":
        y = y + Size.LARGE * x
    return y * len(Mode.__members__) + Mode(0.5).value
