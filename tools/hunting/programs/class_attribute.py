"""An attribute of a class that is read by the class's name."""


class Cfg:
    scale = 2.0
    shift = 0.5


def function(x):
    return x * Cfg.scale + Cfg.shift
