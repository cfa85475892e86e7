"""Members of enums and constants like them."""

import enum


class Mode(enum.Enum):
    LINEAR = 1
    SQUARE = 2


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 3


class Settings:
    def __init__(self):
        self.mode = Mode.SQUARE
        self.level = Level.HIGH


settings = Settings()


def function(x):
    y = x**2 if settings.mode is Mode.SQUARE else x
    return y * settings.level * settings.mode.value
