"""Attributes that are asked for, set and deleted by methods of the class."""


class Lazy:
    def __init__(self):
        self.known = {"scale": 1.5}

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self.known.get(name, 0.5)

    def __call__(self, v, power=2):
        return v**power


class Guarded:
    limit = 2.0

    def __setattr__(self, name, value):
        object.__setattr__(self, name, min(value, self.limit))


class Described:
    def __get__(self, owner, kind=None):
        return owner.base * 2.0

    def __set__(self, owner, value):
        owner.base = value


class Owner:
    base = 1.5
    twice = Described()


lazy, owner = Lazy(), Owner()


def function(x):
    guarded = Guarded()
    guarded.height = 3.0
    local = Owner()
    local.twice = 0.75
    y = lazy(x) * lazy.scale + lazy.missing
    y = y * guarded.height + owner.twice * local.twice * x
    return y + getattr(lazy, "other", 4.0) + hasattr(owner, "base")
