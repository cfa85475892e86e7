"""Attributes that are found on a base class, past two others."""


class Base:
    scale = 2.0
    power = 2


class Middle(Base):
    pass


class Cfg(Middle):
    shift = 0.5


def function(x):
    return (x * Cfg.scale + Cfg.shift) ** Cfg.power
