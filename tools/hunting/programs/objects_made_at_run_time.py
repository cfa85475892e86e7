"""Objects that the function makes, of a class with defaults and counters."""


class Scale:
    default = 1.5

    def __init__(self, by=None, shift=0.25):
        self.by = self.default if by is None else by
        self.shift = shift

    def of(self, v):
        return v * self.by + self.shift


def function(x):
    first, second = Scale(), Scale(2.0, shift=0.5)
    return first.of(x) * second.of(x)
