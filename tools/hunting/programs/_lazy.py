"""Names that are looked up in a dict when they are asked for."""

KNOWN = {"scale": 2.0}
shift = 0.5


def __getattr__(name):
    if name in KNOWN:
        return KNOWN[name]
    raise AttributeError(name)
