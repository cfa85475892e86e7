"""A property whose value is kept in the object once it is computed."""

import functools


class Scale:
    def __init__(self, by):
        self.by = by

    @functools.cached_property
    def kept(self):
        return self.by + 1.0


scale = Scale(3.0)
assert scale.kept == 4.0


def function(x):
    return x * scale.kept
