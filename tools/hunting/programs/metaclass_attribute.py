"""An attribute and a property of a metaclass."""


class Meta(type):
    scale = 3.0

    @property
    def shift(cls):
        return 0.25 * cls.scale


class Cfg(metaclass=Meta):
    power = 2


def function(x):
    return (x * Cfg.scale + Cfg.shift) ** Cfg.power
