"""An object that is iterated over, through ``__iter__`` and ``__getitem__``."""


class Steps:
    def __init__(self, *values):
        self.values = values

    def __iter__(self):
        yield from self.values


class Rows:
    size = 2

    def __getitem__(self, index):
        if index >= self.size:
            raise IndexError(index)
        return index + 0.5


steps = Steps(2.0, 0.5)
rows = Rows()


def function(x):
    for step in steps:
        x = x * step + 1.0
    for row in rows:
        x = x + row * x
    return x
