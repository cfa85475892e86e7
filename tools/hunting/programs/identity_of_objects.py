"""Objects that are compared by ``is`` and by ``==``."""

first = [1.0, 2.0]
second = [1.0, 2.0]
third = first
NOTHING = object()


class Holder:
    def __init__(self):
        self.limit = None
        self.marker = NOTHING


holder = Holder()


def function(x):
    y = x * (2.0 if first is third else 3.0)
    y = y * (1.0 if first is second else 0.5)
    y = y + (1.0 if first == second else 2.0)
    if holder.limit is None:
        y = y * 1.5
    if holder.marker is NOTHING:
        y = y - 0.25
    return y
