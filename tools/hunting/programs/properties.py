"""A property, a static and a class method."""


class Scale:
    unit = 2.0

    def __init__(self, by):
        self.by = by

    @property
    def half(self):
        return self.by / 2

    @staticmethod
    def shifted(v):
        return v + 0.75

    @classmethod
    def in_units(cls, v):
        return v * cls.unit


scale = Scale(3.0)


def function(x):
    return scale.shifted(scale.in_units(x)) * scale.half
