"""Objects that are called: ``__call__`` of a class, of its base, of a state."""


class Scale:
    def __init__(self, by):
        self.by = by

    def __call__(self, v):
        return v * self.by


class Shifted(Scale):
    shift = 0.5

    def __call__(self, v):
        return super().__call__(v) + self.shift


first = Scale(2.0)
second = Shifted(0.5)


def function(x):
    return second(first(x) * first(x))
