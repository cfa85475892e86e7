"""An attribute whose absence is caught."""


class Options:
    pass


options = Options()
table = {"rate": 2.0}


def setting(name, default):
    try:
        return getattr(options, name)
    except AttributeError:
        return default


def entry(name, default):
    try:
        return table[name]
    except KeyError:
        return default


def function(x):
    return x * setting("scale", 1.5) + entry("rate", 3.0) * entry("gain", 0.5)
